// The technician's catalogue of faults: what each means, what to check first, how often and when it came, and what ended it. The cabinet counts a part of
// the journal at each look.
import { element } from './dom.js';
import { digits } from './money.js';
import { faultWords } from './phase.js';
import { table, timeOf } from './sheets.js';
import { numberStyle, say } from './words.js';

const HEADS = ['service.fault', 'faults.check', 'service.times', 'service.last', 'service.ended-by'];

/**
 * The catalogue's table: the faults that stand first, then those that came, the newest of them first, then all others; and over which rounds they
 * are counted. `standing` says since when each fault stands, by its code.
 */
export function faultCatalogue(history, standing) {
  const rows = inOrder(history.catalogue, standing).map((fault) => row(fault, standing.get(fault.code), history.reach !== null));
  return [element('p', 'quiet', countedOver(history).join(' ')), table(HEADS.map((key) => say(key)), rows, 'catalogue')];
}

/** Over which time and how many rounds is counted, and what is left out; or that the journal cannot be read. */
export function countedOver({ since, until, rounds, reach }) {
  if (reach === null) return [say('service.unread')];
  const said = since === null ? [] : [say('service.counted-since', { time: timeOf(since), rounds: digits(rounds, 0, numberStyle()) })];
  if (reach === 'goes-on') said.push(until === null ? say('barrier.waiting') : say('service.counted-until', { time: timeOf(until) }));
  if (reach === 'damaged') said.push(say('service.counted-damaged'));
  return said;
}

/**
 * How often a fault came and when last, as words. One that stands came at `since`, even where that was before it was counted; of what could not be
 * read nothing is known.
 */
export function counts({ times, last }, since, isRead) {
  const came = Math.max(last?.since ?? 0, since ?? 0);
  const never = isRead ? say('service.not-since') : '–';
  return [isRead ? String(times) : '–', came > 0 ? timeOf(came) : never];
}

/** What stands, then what came, the newest first; the order of the catalogue within. */
export function inOrder(catalogue, standing) {
  const rank = ({ code, last }) => (standing.has(code) ? Infinity : (last?.since ?? 0));
  const compare = (one, other) => (rank(one) === rank(other) ? 0 : rank(other) > rank(one) ? 1 : -1);
  return [...catalogue].sort(compare);
}

function row(fault, since, isRead) {
  const stands = since !== undefined;
  const words = element('div', stands ? 'told stands' : 'told');
  words.append(element('code', '', fault.code), element('p', '', faultWords(fault, 'meaning')));
  return [words, faultWords(fault, 'check'), ...counts(fault, since, isRead), ending(fault, stands)];
}

/** What ended the fault last, and when. */
function ending({ last }, stands) {
  if (stands) return element('span', 'tag', say('service.stands'));
  if (!last?.ended_by) return '–';
  return `${say(`ended.${last.ended_by}`)}, ${timeOf(last.until)}`;
}
