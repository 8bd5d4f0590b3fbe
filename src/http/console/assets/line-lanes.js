// The wheel's bare lines on a time axis, as a logic analyser draws them: one lane a line, high while it is active. Knows no request and
// no page; times are microseconds of the lines' own clock.

/** How high a lane is, and what stands beside and above the lanes, in pixels. */
const LANE = 30;
const LEFT = 118;
const AXIS = 22;

/** Round steps of the axis, in seconds. */
const STEPS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 60];

/** The changes of each lane, oldest first; those older than `oldest` are forgotten, but for the last of them, which says how the lane stood. */
export class Lanes {
  constructor(names) {
    this.names = names;
    this.lanes = names.map(() => []);
  }

  add({ at_microseconds: at, lane, active }) {
    this.lanes[lane]?.push({ at, active });
  }

  forgetBefore(oldest) {
    for (const changes of this.lanes) {
      const kept = changes.findIndex(({ at }) => at >= oldest);
      const first = kept === -1 ? changes.length : kept;
      if (first > 1) changes.splice(0, first - 1);
    }
  }

  /** The pulses of a lane that lie in this time as a whole: when each began, and how long it was. */
  pulses(lane, from, until) {
    const changes = this.lanes[lane];
    const found = [];
    for (let index = 1; index < changes.length; index += 1) {
      const [begin, end] = [changes[index - 1], changes[index]];
      if (begin.active && !end.active && begin.at >= from && end.at <= until) found.push({ at: begin.at, wide: end.at - begin.at });
    }
    return found;
  }
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The middle one, which a spark does not move. */
function median(values) {
  return values.length === 0 ? null : values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)];
}

/** What the pulses of a lane come to: their count, median width and period in microseconds, and the standard deviation of the widths. */
export function laneFigures(pulses) {
  const widths = pulses.map(({ wide }) => wide);
  const periods = pulses.slice(1).map(({ at }, index) => at - pulses[index].at);
  const middle = widths.length < 2 ? null : mean(widths);
  const jitter = middle === null ? null : Math.sqrt(mean(widths.map((width) => (width - middle) ** 2)));
  return { count: pulses.length, wide: median(widths), jitter, period: median(periods) };
}

/** Draws the lanes from `from` to `until` on the canvas, in the colours of the page. */
export function drawLanes(canvas, lanes, losses, from, until) {
  const scale = devicePixelRatio || 1;
  const [wide, high] = [canvas.clientWidth, AXIS + lanes.names.length * LANE];
  canvas.style.height = `${high}px`;
  if (canvas.width !== Math.round(wide * scale) || canvas.height !== Math.round(high * scale)) {
    [canvas.width, canvas.height] = [Math.round(wide * scale), Math.round(high * scale)];
  }
  const colours = getComputedStyle(canvas);
  const colour = (name) => colours.getPropertyValue(name).trim();
  const pen = canvas.getContext('2d');
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, wide, high);
  pen.font = `12px ${colours.fontFamily}`;
  pen.textBaseline = 'middle';
  const x = (at) => LEFT + ((wide - LEFT) * (at - from)) / (until - from);
  drawAxis(pen, { wide, high, from, until, x, ink: colour('--ink-quiet'), line: colour('--lane-grid') });
  for (const { at } of losses.filter(({ at }) => at >= from && at <= until)) {
    pen.fillStyle = colour('--danger');
    pen.fillRect(x(at) - 1, AXIS, 2, high - AXIS);
  }
  lanes.names.forEach((name, lane) => {
    const top = AXIS + lane * LANE;
    pen.fillStyle = colour('--ink');
    pen.textAlign = 'left';
    pen.fillText(name, 4, top + LANE / 2);
    pen.strokeStyle = colour('--lane-ink');
    pen.lineWidth = 1.5;
    drawLane(pen, lanes.lanes[lane], { top, from, until, x });
  });
}

function drawAxis(pen, { wide, high, from, until, x, ink, line }) {
  const seconds = (until - from) / 1e6;
  const step = STEPS.find((each) => seconds / each <= wide / 90) ?? STEPS.at(-1);
  pen.fillStyle = ink;
  pen.strokeStyle = line;
  pen.lineWidth = 1;
  pen.textAlign = 'center';
  for (let back = 0; back <= seconds; back += step) {
    const place = x(until - back * 1e6);
    if (place < LEFT + 20 || place > wide - 20) continue;
    pen.fillText(`−${back.toFixed(step < 0.01 ? 3 : step < 1 ? 2 : 0)} s`, place, AXIS / 2);
    pen.beginPath();
    pen.moveTo(place, AXIS);
    pen.lineTo(place, high);
    pen.stroke();
  }
}

function drawLane(pen, changes, { top, from, until, x }) {
  const level = (active) => top + (active ? 6 : LANE - 6);
  const before = changes.findLast(({ at }) => at < from);
  const shown = changes.filter(({ at }) => at >= from && at <= until);
  // Before its first change nobody knows how a line stands.
  const first = before ?? shown[0];
  if (!first) return;
  let active = before ? before.active : !first.active;
  pen.beginPath();
  pen.moveTo(x(before ? from : first.at), level(active));
  for (const change of shown) {
    pen.lineTo(x(change.at), level(active));
    active = change.active;
    pen.lineTo(x(change.at), level(active));
  }
  pen.lineTo(x(until), level(active));
  pen.stroke();
}
