// How the figures of the devices went over the last hour, day or month, for a technician: one plot for each, with a band from the least to the most of each step,
// the mean as a line, and the limits of the figure. Knows no request.
import { drawing, element } from './dom.js';
import { currentLanguage, say } from './words.js';

/** So narrow that its letters can be read on the smallest phone. */
const WIDE = 240;
const HIGH = 104;
const LEFT = 42;
const RIGHT = 5;
const TOP = 9;
const BELOW = 22;
/** How high the letters are: two lines of them need as much. */
const LETTERS = 12;

/** The spans that can be asked for, and what each is called. */
export const SPANS = { hour: 'service.figure-hour', day: 'service.figure-day', month: 'service.figure-month' };

/** After how long each span is read anew: the shortest has a new step every minute. */
const READ_AGAIN = { hour: 60_000, day: 300_000, month: 300_000 };
/** After how long it is tried again where it could not be read. */
const TRY_AGAIN = 15_000;

/**
 * Whether `span` is to be read `now`, in milliseconds. `last` says what was asked for last: its span, when, and whether it could be read.
 * A page that nobody sees reads nothing.
 */
export function isDue(span, last, now, isHidden) {
  if (isHidden) return false;
  return last?.span !== span || now - last.at >= (last.isRead ? READ_AGAIN[span] : TRY_AGAIN);
}

/** How a figure in a unit is written: so many parts make one, with so many digits behind the point, and what stands behind it. */
export const UNITS = {
  centirpm: [100, 2, 'unit.rpm'],
  milliturns: [1000, 3, 'unit.turns'],
  milliseconds: [1, 0, 'unit.milliseconds'],
  microseconds: [1000, 2, 'unit.milliseconds'],
  millipockets: [1000, 3, 'unit.pockets'],
  millipitches: [1000, 3, 'unit.pitches'],
  centidegrees: [100, 2, 'unit.degrees'],
  permille: [10, 1, 'unit.percent'],
  'times-a-spin': [1, 0, 'unit.a-spin'],
  'times-a-minute': [1, 0, 'unit.a-minute'],
};

function written(value, unit) {
  const [parts, digits] = UNITS[unit] ?? [1, 0];
  return (value / parts).toFixed(digits);
}

const unitWords = (unit) => (UNITS[unit] ? say(UNITS[unit][2]) : unit);

/** The steps in runs without a gap: a step in which nothing was read is missing. */
export function runs(steps, stepMicroseconds) {
  const found = [];
  for (const step of steps) {
    const run = found.at(-1);
    if (run && step.at - run.at(-1).at <= stepMicroseconds) run.push(step);
    else found.push([step]);
  }
  return found;
}

/** From where to where the values of a plot go: over all that was read, and over the limits. */
export function range({ steps, least, most }) {
  const limits = [least, most].filter((limit) => limit !== null);
  const low = Math.min(...steps.map((step) => step.least), ...limits);
  const high = Math.max(...steps.map((step) => step.most), ...limits);
  if (low < high) return [low, high];
  const room = Math.max(1, Math.round(high / 20));
  return [Math.max(0, low - room), high + room];
}

/** The least, the newest mean and the most of a figure. */
export function summary(steps) {
  return { least: Math.min(...steps.map((step) => step.least)), newest: steps.at(-1).mean, most: Math.max(...steps.map((step) => step.most)) };
}

/** The points of a run along `x`, its first and its last value lengthened to the edges of their steps. */
function along(run, value, stepMicroseconds, x) {
  const middle = run.map((step) => [x(step.at + stepMicroseconds / 2), value(step)]);
  const edges = [[x(run[0].at), value(run[0])], [x(run.at(-1).at + stepMicroseconds), value(run.at(-1))]];
  return [edges[0], ...middle, edges[1]];
}

const points = (list, y) => list.map(([x, value]) => `${x.toFixed(1)},${y(value).toFixed(1)}`).join(' ');

/** Where the axis of time is labelled, and with what. */
function moments(from, until, span) {
  const options = span === 'month' ? { day: 'numeric', month: 'numeric' } : { timeStyle: 'short', hourCycle: 'h23' };
  const words = (at) => new Date(at / 1000).toLocaleString(currentLanguage(), options);
  return [0, 0.5, 1].map((part) => ({ part, words: words(from + (until - from) * part) }));
}

function plot(course, { span, until, step_seconds: seconds, steps: count }, words) {
  const step = seconds * 1e6;
  const from = until - count * step;
  const [low, high] = range(course);
  const x = (at) => LEFT + ((WIDE - LEFT - RIGHT) * (Math.min(Math.max(at, from), until) - from)) / (until - from);
  const y = (value) => TOP + (HIGH - TOP - BELOW) * (1 - (value - low) / (high - low));
  const picture = drawing('svg', { class: 'course', viewBox: `0 0 ${WIDE} ${HIGH}`, role: 'img', 'aria-label': words });
  for (const value of [low, high]) {
    picture.append(drawing('line', { class: 'edge', x1: LEFT, x2: WIDE - RIGHT, y1: y(value), y2: y(value) }));
    picture.append(drawing('text', { class: 'scale', x: LEFT - 4, y: y(value) }, written(value, course.unit)));
  }
  for (const run of runs(course.steps, step)) {
    const [most, least, mean] = ['most', 'least', 'mean'].map((name) => along(run, (each) => each[name], step, x));
    picture.append(drawing('polygon', { class: 'band', points: points([...most, ...least.reverse()], y) }), drawing('polyline', { class: 'mean', points: points(mean, y) }));
  }
  for (const limit of [course.least, course.most].filter((each) => each !== null)) {
    picture.append(drawing('line', { class: 'limit', x1: LEFT, x2: WIDE - RIGHT, y1: y(limit), y2: y(limit) }));
    const isApart = [low, high].every((edge) => Math.abs(y(edge) - y(limit)) > LETTERS);
    if (isApart) picture.append(drawing('text', { class: 'scale', x: LEFT - 4, y: y(limit) }, written(limit, course.unit)));
  }
  for (const { part, words: label } of moments(from, until, span)) {
    const anchor = ['start', 'middle', 'end'][part * 2];
    picture.append(drawing('text', { class: 'moment', x: x(from + (until - from) * part), y: HIGH - 7, 'text-anchor': anchor }, label));
  }
  return picture;
}

/** What a figure is called: with its sensor, or with its table where it is not the wheel's. */
function title({ figure, sensor, table }, nameOf) {
  const of = [sensor === null ? null : say('service.figure-sensor', { sensor }), table === null ? null : nameOf(table)].filter((each) => each !== null);
  return [say(`figure.${figure}`), ...of].join(' · ');
}

/** The plots of all figures; `nameOf` says what the device of a table is called. `null` is a history that is being read. */
export function figureHistory(history, nameOf) {
  if (history === null) return [element('p', 'quiet', say('barrier.waiting'))];
  if (history.figures.length === 0) return [element('p', 'quiet', say('service.no-figure-history'))];
  return history.figures.map((course) => {
    const { least, newest, most } = summary(course.steps);
    const values = { newest: written(newest, course.unit), least: written(least, course.unit), most: written(most, course.unit), unit: unitWords(course.unit) };
    const [name, words] = [title(course, nameOf), say('service.figure-of', values)];
    const made = element('figure', 'course-of');
    const caption = element('figcaption');
    caption.append(element('h3', '', name), element('p', 'quiet', words));
    made.append(caption, plot(course, history, `${name}: ${words}`));
    return made;
  });
}
