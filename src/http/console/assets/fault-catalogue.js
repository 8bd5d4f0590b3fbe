// The technician's catalogue of faults: what each means, what to check first, how often and when it came, and what ended it.
import { element } from './dom.js';
import { digits } from './money.js';
import { faultWords } from './phase.js';
import { table, timeOf } from './sheets.js';
import { numberStyle, say } from './words.js';

const HEADS = ['service.fault', 'faults.check', 'service.times', 'service.last', 'service.ended-by'];

/**
 * The catalogue's table: the faults with the codes `standing` first, then those that came, the newest of them first, then all others; and over
 * which rounds they are counted, where the `past` could be read.
 */
export function faultCatalogue(catalogue, standing, past) {
  const rows = inOrder(catalogue, standing).map((fault) => row(fault, standing.has(fault.code)));
  const made = table(HEADS.map((key) => say(key)), rows, 'catalogue');
  if (!past?.counted_since) return [made];
  const counted = { time: timeOf(past.counted_since), rounds: digits(past.counted_rounds, 0, numberStyle()) };
  return [element('p', 'quiet', say('service.counted-since', counted)), made];
}

/** What stands, then what came, the newest first; the order of the catalogue within. */
export function inOrder(catalogue, standing) {
  const rank = ({ code, last }) => (standing.has(code) ? Infinity : (last?.since ?? 0));
  const compare = (one, other) => (rank(one) === rank(other) ? 0 : rank(other) > rank(one) ? 1 : -1);
  return [...catalogue].sort(compare);
}

function row(fault, stands) {
  const words = element('div', stands ? 'told stands' : 'told');
  words.append(element('code', '', fault.code), element('p', '', faultWords(fault, 'meaning')));
  const last = fault.last ? timeOf(fault.last.since) : say('service.never');
  return [words, faultWords(fault, 'check'), String(fault.times), last, ending(fault, stands)];
}

/** What ended the fault last, and when. */
function ending({ last }, stands) {
  if (stands) return element('span', 'tag', say('service.stands'));
  if (!last?.ended_by) return '–';
  return `${say(`ended.${last.ended_by}`)}, ${timeOf(last.until)}`;
}
