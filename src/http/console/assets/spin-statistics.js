// Whether the pockets win equally often, for a technician: the wins of each pocket in the order of the wheel against what is expected and what chance
// gives, the tests, numbers in a row, and what so many spins can show. The cabinet counts a part of the journal at each look.
import { drawing, element } from './dom.js';
import { colour } from './layout.js';
import { digits } from './money.js';
import { table } from './sheets.js';
import { numberBadge } from './strip.js';
import { numberStyle, onLanguage, say } from './words.js';

/** Where the statistics are. */
const PATH = '/api/v1/service/spin-statistics';
/** After how long they are read again: while older rounds are still being counted, when all are, and where they could not be read. */
const READ_AGAIN = { 'goes-on': 500, whole: 15_000, damaged: 15_000 };
const TRY_AGAIN = 15_000;

const WIDE = 760;
const HIGH = 236;
const LEFT = 50;
const RIGHT = 4;
const TOP = 8;
/** Under the bars stand the numbers of the pockets, and under these how many spins did not count. */
const BELOW = 40;
const GAP = 3;

/** After how many milliseconds the statistics are read again; `null` are those that could not be read. */
export const readAgainAfter = (statistics) => (statistics === null ? TRY_AGAIN : READ_AGAIN[statistics.reach]);

/** From where to where the wins go that are drawn: over the band and over all that came. */
export function range({ pockets, band }) {
  const wins = pockets.map((each) => each.wins);
  return [Math.min(band.least, ...wins), Math.max(band.most, ...wins)];
}

/** The bar of each pocket, from the line of what is expected to its wins, and whether it is beyond the band. */
export function bars(statistics, y) {
  const { pockets, spins, band } = statistics;
  const line = y(spins / pockets.length);
  return pockets.map(({ wins }) => {
    const end = y(wins);
    return { y: Math.min(line, end), height: Math.abs(line - end), isBeyond: wins < band.least || wins > band.most };
  });
}

/** What is said of the spins before any drawing: how many were counted, of how many, and what so many can show. Each is a key with its values. */
export function sample(statistics) {
  const { spins, rounds, newest_round: all, reach, no_spins: count, no_spins_with_pocket: known } = statistics;
  const said = [['bias.of', { spins, rounds, all }]];
  if (reach === 'goes-on') said.push(['bias.reading', {}]);
  if (reach === 'damaged') said.push(['bias.damaged', {}]);
  if (count > 0) said.push(['bias.no-spins', { count, known }]);
  if (spins === 0) return said;
  const [least, needed] = [statistics.least_bias_permille, statistics.spins_for_a_tenth];
  said.push(['bias.sample', { spins, percent: Math.max(1, Math.round(least / 10)), needed }]);
  if (spins < needed) said.push(['bias.unseen', {}]);
  return said;
}

/** What the tests mean, as keys: each finding, or that nothing is wrong, or that there are too few spins to say so. */
export function meaning({ findings, band }) {
  if (band === null) return ['bias.too-few'];
  return findings.length > 0 ? findings.map((finding) => `bias.found.${finding}`) : ['bias.nothing'];
}

const whole = (value) => digits(value, 0, numberStyle());
const tenths = (thousandths) => digits(Math.round(thousandths / 100), 1, numberStyle());
const hundredths = (thousandths) => digits(Math.round(thousandths / 10), 2, numberStyle());
const sentence = ([key, values]) => say(key, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, whole(value)])));

function picture(statistics) {
  const { pockets, spins, band } = statistics;
  const [low, high] = range(statistics);
  const expected = spins / pockets.length;
  const y = (wins) => TOP + (HIGH - TOP - BELOW) * (1 - (wins - low) / (high - low));
  const step = (WIDE - LEFT - RIGHT) / pockets.length;
  const words = say('bias.picture', { least: whole(Math.min(...pockets.map((each) => each.wins))), most: whole(Math.max(...pockets.map((each) => each.wins))), expected: tenths(expected * 1000) });
  const made = drawing('svg', { class: 'wins', viewBox: `0 0 ${WIDE} ${HIGH}`, role: 'img', 'aria-label': words });
  made.append(drawing('rect', { class: 'band', x: LEFT, width: WIDE - LEFT - RIGHT, y: y(band.most), height: y(band.least) - y(band.most) }));
  for (const edge of [band.least, band.most]) made.append(drawing('text', { class: 'scale', x: LEFT - 5, y: y(edge) }, whole(edge)));
  bars(statistics, y).forEach((bar, index) => {
    const { pocket, no_spins: noSpins } = pockets[index];
    const x = LEFT + step * index;
    const kind = bar.isBeyond ? `bar ${colour(pocket)} beyond` : `bar ${colour(pocket)}`;
    made.append(drawing('rect', { class: kind, x: x + GAP, width: step - 2 * GAP, y: bar.y, height: Math.max(bar.height, 1) }));
    made.append(drawing('rect', { class: `ground ${colour(pocket)}`, x: x + 1, width: step - 2, y: HIGH - BELOW + 6, height: 16, rx: 2 }));
    made.append(drawing('text', { class: 'pocket', x: x + step / 2, y: HIGH - BELOW + 14 }, String(pocket)));
    if (noSpins > 0) made.append(drawing('text', { class: 'no-spins', x: x + step / 2, y: HIGH - 8 }, whole(noSpins)));
  });
  made.append(drawing('line', { class: 'expected', x1: LEFT, x2: WIDE - RIGHT, y1: y(expected), y2: y(expected) }));
  made.append(drawing('text', { class: 'scale expected', x: LEFT - 5, y: y(expected) }, tenths(expected * 1000)));
  return made;
}

function sectorLine({ pockets, wins, expected_thousandths: expected }) {
  const line = element('p', 'sector');
  line.append(element('span', '', say('bias.sector')), ...pockets.map((pocket) => numberBadge(pocket)));
  line.append(element('span', '', say('bias.sector-of', { wins: whole(wins), expected: tenths(expected) })));
  return line;
}

/** How likely chance gives as much: less than a thousandth is not told more exactly. */
function likelihood(millionths) {
  const part = digits(Math.max(1, Math.round(millionths / 1000)), 3, numberStyle());
  return millionths < 1000 ? `< ${part}` : part;
}

function testRow(test) {
  const { statistic_thousandths: statistic, degrees_of_freedom: degrees, critical_thousandths: critical, p_millionths: p } = test;
  const kind = degrees === null ? say('bias.deviations') : say('bias.chi-square', { degrees });
  const verdict = element('span', `verdict ${test.verdict}`, say(`bias.verdict.${test.verdict}`));
  if (statistic === null) return [say(`bias.test.${test.test}`), whole(test.sample), '–', '–', '–', verdict];
  return [say(`bias.test.${test.test}`), whole(test.sample), `${kind} ${hundredths(statistic)}`, hundredths(critical), likelihood(p), verdict];
}

/** A table that the keyboard can scroll where it is wider than the screen. */
function scrolled(made, name) {
  const scroll = element('div', 'scroll', undefined, { tabIndex: 0 });
  scroll.setAttribute('role', 'group');
  scroll.setAttribute('aria-label', name);
  scroll.append(made);
  return scroll;
}

function tables({ tests, runs }) {
  const heads = ['bias.test', 'bias.sample-size', 'bias.statistic', 'bias.critical', 'bias.likelihood', 'bias.verdict'].map((key) => say(key));
  const inARow = ['bias.in-a-row', 'bias.came', 'bias.expected'].map((key) => say(key));
  const rows = runs.map(({ length, came, expected_thousandths: expected }) => [String(length), whole(came), tenths(expected)]);
  const both = element('div', 'bias-tables');
  both.append(scrolled(table(heads, tests.map(testRow), 'tests'), say('bias.tests')), scrolled(table(inARow, rows, 'runs'), say('bias.in-a-row')));
  return both;
}

/** All of it; `null` are statistics that could not be read, `undefined` those that are being read. */
export function spinStatistics(statistics) {
  if (!statistics) return [element('p', 'quiet', say(statistics === null ? 'service.unread' : 'barrier.waiting'))];
  const said = element('p', 'sample', sample(statistics).map(sentence).join(' '));
  if (statistics.spins === 0) return [said];
  const found = meaning(statistics).map((key) => element('p', statistics.findings.length > 0 ? 'found' : 'meaning', say(key)));
  if (statistics.band === null) return [...found, said];
  const drawn = scrolled(picture(statistics), say('bias.title'));
  return [...found, said, drawn, element('p', 'quiet', say('bias.picture-text')), sectorLine(statistics.sector), tables(statistics)];
}

/** The panel of the statistics in `box`, which reads them itself, as long as the page is seen. */
export class SpinStatistics {
  #box;
  #requests;
  #statistics;

  constructor(box, requests) {
    this.#box = box;
    this.#requests = requests;
    onLanguage(() => this.#draw());
    this.#draw();
    this.#read();
  }

  async #read() {
    if (!document.hidden) {
      const answer = await this.#requests.read(PATH);
      this.#show(answer.ok ? answer.data : null);
    }
    setTimeout(() => this.#read(), readAgainAfter(this.#statistics ?? null));
  }

  /** What is the same as before is not drawn anew, so that a table that was scrolled stays so. */
  #show(statistics) {
    if (JSON.stringify(statistics) === JSON.stringify(this.#statistics)) return;
    this.#statistics = statistics;
    this.#draw();
  }

  #draw() {
    this.#box.replaceChildren(...spinStatistics(this.#statistics));
  }
}
