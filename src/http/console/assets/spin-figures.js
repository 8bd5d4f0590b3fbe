// What a technician looks at first of the last spins: the laps of the ball as a plot, and a table of speeds, sensors and margins, with what lies outside
// its limits marked.
import { drawing, element } from './dom.js';
import { table } from './sheets.js';
import { say } from './words.js';

const WIDE = 320;
const HIGH = 150;
const LEFT = 30;
const BELOW = 22;

/** The plot and the table of these spins, newest first; `limits` says between which values figures are in order. */
export function spinFigures(spins, limits = []) {
  const shown = (spins ?? []).filter(hasFigures);
  if (shown.length === 0) return [element('p', 'quiet', say(spins ? 'service.no-figures' : 'service.unread'))];
  const rows = shown.map((spin) => cells(spin, byFigure(limits)));
  const scroll = element('div', 'scroll', '', { tabIndex: 0 });
  scroll.setAttribute('role', 'group');
  scroll.setAttribute('aria-label', say('service.figures'));
  scroll.append(table(HEADS.map((key) => say(key)), rows.map((row) => row.map(drawn))));
  const isAnyOutside = rows.flat(2).some(({ isOutside }) => isOutside);
  return [...lapPlot(shown.filter((spin) => spin.lap_milliseconds.length > 1)), scroll, ...(isAnyOutside ? [element('p', 'quiet', say('service.outside'))] : [])];
}

const hasFigures = (spin) => spin.lap_milliseconds.length > 0 || spin.rotor_at_end_centirpm !== null || spin.rotor_lines !== null;

const HEADS = ['attendant.round', 'service.ball-speed', 'service.rotor-speed', 'service.margin', 'service.missed', 'service.jitter', 'service.pulses', 'service.index'];

/** The limits by the names of their figures. */
export const byFigure = (limits) => Object.fromEntries(limits.map((each) => [each.figure, each]));

/** How a value stands to the limit that it has passed, and that limit; `null` where it is in order or nothing judges it. */
function passed(value, limits) {
  if (!limits) return null;
  if (limits.least !== null && value < limits.least) return ['<', limits.least];
  if (limits.most !== null && value > limits.most) return ['>', limits.most];
  return null;
}

// A cell is a list of pieces, each a text and whether it tells of a value outside its limits.

const plain = (text) => ({ text, isOutside: false });

/** A figure in parts of a unit, with the limit that it has passed, or a dash. As many digits are written as tell it from the limit. */
function figure(value, limits, parts, digits) {
  if (value === null || value === undefined) return plain('–');
  const write = (each, places) => (each / parts).toFixed(places);
  const beyond = passed(value, limits);
  if (!beyond) return plain(write(value, digits));
  const [sign, limit] = beyond;
  const places = [digits, digits + 1, digits + 2].find((each) => write(value, each) !== write(limit, each));
  return { text: `${write(value, places)} ${sign} ${write(limit, places)}`, isOutside: true };
}

/** How many of all passes a sensor missed; judged is the part of them, in thousandths. */
function missedPasses({ passes, missed }, limits) {
  const all = passes + missed;
  const beyond = all > 0 ? passed(Math.floor((missed * 1000) / all), limits) : null;
  const text = `${missed}/${all}`;
  return beyond ? { text: `${text} ${beyond[0]} ${beyond[1] / 10} %`, isOutside: true } : plain(text);
}

/** Lists of pieces as one, with a point between them. */
const together = (lists) => (lists.length === 0 ? [plain('–')] : lists.flatMap((list, index) => (index === 0 ? list : [plain(' · '), ...list])));

/** The cells of a spin, in the order of the heads. */
export function cells(spin, limits) {
  const ofSensors = (piecesOf) => together(spin.sensors.map(piecesOf));
  const rotor = ['launch', 'close', 'drop', 'end'].map((moment) => [figure(spin[`rotor_at_${moment}_centirpm`], limits[`rotor-at-${moment}`], 100, 1)]);
  const pulse = (sensor) => [figure(sensor.arc_centidegrees, limits['sensor-arc'], 100, 1), plain('° '), figure(sensor.pocket_microseconds, limits['pocket-pulse'], 1000, 0)];
  return [
    [plain(`№ ${spin.round}`)],
    together(['close', 'drop'].map((moment) => [figure(spin[`ball_at_${moment}_milliturns`], limits[`ball-at-${moment}`], 1000, 2)])),
    together(rotor),
    [figure(spin.margin_millipockets, limits['pocket-margin'], 1000, 2)],
    ofSensors((sensor) => [missedPasses(sensor, limits['missed-passes'])]),
    ofSensors((sensor) => [figure(sensor.jitter_microseconds, limits['sensor-jitter'], 1000, 2)]),
    ofSensors(pulse),
    indexPieces(spin.rotor_lines, limits),
  ];
}

function indexPieces(lines, limits) {
  if (lines === null) return [plain('–')];
  return sentence(say('service.index-of'), {
    off: figure(lines.index_off_millipitches, limits['index-offset'], 1000, 2),
    missed: figure(lines.index_missed, limits['index-missed'], 1, 0),
    extra: figure(lines.index_extra, limits['index-extra'], 1, 0),
    encoder: figure(lines.encoder_missed, limits['encoder-missed'], 1, 0),
    more: figure(lines.encoder_extra, limits['encoder-extra'], 1, 0),
    index: figure(lines.index_microseconds, limits['index-pulse'], 1000, 1),
    pulse: figure(lines.encoder_microseconds, limits['encoder-pulse'], 1000, 1),
    jitter: figure(lines.encoder_jitter_microseconds, limits['encoder-jitter'], 1000, 2),
  });
}

/** A sentence with these pieces in the places that are named for them. */
export function sentence(words, pieces) {
  return words.split(/(\{\w+\})/).map((part) => pieces[part.slice(1, -1)] ?? plain(part)).filter(({ text }) => text !== '');
}

/** A cell on the page: a value outside its limits stands out by its weight and by the limit beside it. */
function drawn(pieces) {
  const made = document.createDocumentFragment();
  made.append(...pieces.map(({ text, isOutside }) => (isOutside ? element('strong', 'outside', text) : text)));
  return made;
}

/** The lap times up to the drop, the last lap rightmost; the newest spin is drawn bright over those before. */
function lapPlot(spins) {
  if (spins.length === 0) return [];
  const most = Math.max(...spins.flatMap(({ lap_milliseconds: laps }) => laps));
  const longest = Math.max(...spins.map(({ lap_milliseconds: laps }) => laps.length));
  const x = (lap, count) => LEFT + ((WIDE - LEFT - 6) * (longest - count + lap + 0.5)) / longest;
  const y = (milliseconds) => 6 + (HIGH - BELOW - 6) * (1 - milliseconds / most);
  const words = say('service.laps-of', { count: spins.length });
  const picture = drawing('svg', { class: 'laps', viewBox: `0 0 ${WIDE} ${HIGH}`, role: 'img', 'aria-label': words });
  for (let seconds = 0; seconds * 1000 <= most; seconds += 0.5) {
    picture.append(drawing('line', { x1: LEFT, x2: WIDE, y1: y(seconds * 1000), y2: y(seconds * 1000) }));
    picture.append(drawing('text', { class: 'scale', x: LEFT - 5, y: y(seconds * 1000) }, seconds.toFixed(1)));
  }
  [...spins].reverse().forEach(({ lap_milliseconds: laps }, index) => {
    const points = laps.map((milliseconds, lap) => `${x(lap, laps.length).toFixed(1)},${y(milliseconds).toFixed(1)}`);
    picture.append(drawing('polyline', { class: index === spins.length - 1 ? 'newest' : 'earlier', points: points.join(' ') }));
  });
  for (let before = 0; before < longest; before += 5) {
    picture.append(drawing('text', { class: 'lap', x: x(longest - 1 - before, longest), y: HIGH - 8 }, before === 0 ? '0' : `−${before}`));
  }
  return [picture, element('p', 'quiet', words)];
}
