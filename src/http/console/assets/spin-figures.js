// What a technician looks at first of the last spins: the laps of the ball as a plot, and a table of speeds, sensors and margins.
import { drawing, element } from './dom.js';
import { table } from './sheets.js';
import { say } from './words.js';

const WIDE = 320;
const HIGH = 150;
const LEFT = 30;
const BELOW = 22;

/** The plot and the table of these spins, newest first. */
export function spinFigures(spins) {
  const shown = (spins ?? []).filter(hasFigures);
  if (shown.length === 0) return [element('p', 'quiet', say(spins ? 'service.no-figures' : 'service.unread'))];
  const scroll = element('div', 'scroll', '', { tabIndex: 0 });
  scroll.setAttribute('role', 'group');
  scroll.setAttribute('aria-label', say('service.figures'));
  scroll.append(table(HEADS.map((key) => say(key)), shown.map(row), 'figures'));
  return [...lapPlot(shown.filter((spin) => spin.lap_milliseconds.length > 1)), scroll];
}

const hasFigures = (spin) => spin.lap_milliseconds.length > 0 || spin.rotor_at_end_centirpm !== null || spin.rotor_lines !== null;

const HEADS = ['attendant.round', 'service.ball-speed', 'service.rotor-speed', 'service.margin', 'service.missed', 'service.jitter', 'service.pulses', 'service.index'];

/** A figure in parts of a unit, or a dash. */
const figure = (value, parts, digits) => (value === null || value === undefined ? '–' : (value / parts).toFixed(digits));
const together = (values) => values.join(' · ') || '–';

function row(spin) {
  const of = (name, parts, digits) => together(spin.sensors.map((sensor) => figure(sensor[name], parts, digits)));
  const rotor = ['launch', 'close', 'drop', 'end'].map((moment) => figure(spin[`rotor_at_${moment}_centirpm`], 100, 1));
  const pulses = spin.sensors.map((sensor) => `${figure(sensor.arc_centidegrees, 100, 1)}° ${figure(sensor.pocket_microseconds, 1000, 0)}`);
  return [
    `№ ${spin.round}`,
    together([figure(spin.ball_at_close_milliturns, 1000, 2), figure(spin.ball_at_drop_milliturns, 1000, 2)]),
    together(rotor),
    figure(spin.margin_millipockets, 1000, 2),
    together(spin.sensors.map(({ passes, missed }) => `${missed}/${passes + missed}`)),
    of('jitter_microseconds', 1000, 2),
    together(pulses),
    indexWords(spin.rotor_lines),
  ];
}

function indexWords(lines) {
  if (lines === null) return '–';
  const off = figure(lines.index_off_millipitches, 1000, 2);
  const counts = { missed: lines.index_missed, extra: lines.index_extra, encoder: lines.encoder_missed, more: lines.encoder_extra };
  const times = {
    index: figure(lines.index_microseconds, 1000, 1),
    pulse: figure(lines.encoder_microseconds, 1000, 1),
    jitter: figure(lines.encoder_jitter_microseconds, 1000, 2),
  };
  return say('service.index-of', { off, ...counts, ...times });
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
