// The race track: the pockets in the order of the wheel on a ring with two straight sides, and the series inside it.
// Geometry only: where each pocket and each series lies, and what a touch means.
import { WHEEL } from './calls.js';

const SIZES = {
  wide: { long: 984, across: 190, depth: 50, edge: 4 },
  low: { long: 720, across: 266, depth: 60, edge: 4 },
  tall: { long: 784, across: 430, depth: 66, edge: 4 },
};

/** The series from zero outwards, and the pocket before which each begins on the upper side and after which it begins on the lower. */
const SERIES = [
  { call: 'zero-game', above: 0, below: 0 },
  { call: 'voisins', above: 19, below: 28 },
  { call: 'orphelins', above: 17, below: 9 },
  { call: 'tiers', above: 27, below: 33 },
];

export class Track {
  /** `wide` and `low` have zero at the left end, `tall` has it on top. */
  constructor(shape) {
    this.upright = shape === 'tall';
    const { long, across, depth, edge } = SIZES[shape];
    [this.width, this.height] = this.upright ? [across, long] : [long, across];
    this.across = across;
    this.outer = across / 2 - edge;
    this.inner = this.outer - depth;
    this.middle = this.outer - depth / 2;
    this.left = across / 2;
    this.right = long - across / 2;
    this.centre = across / 2;
    this.straight = this.right - this.left;
    this.quarter = (Math.PI / 2) * this.middle;
    this.length = 2 * this.straight + 4 * this.quarter;
    this.share = this.length / WHEEL.length;
    this.pockets = WHEEL.map((number, index) => this.#pocket(number, index));
    this.series = SERIES.map((series, index) => this.#series(series, SERIES[index + 1]));
  }

  /** The point at `way` along the middle of the ring from zero, clockwise, at `radius` from its inner axis, before it is turned. */
  #plain(way, radius) {
    let rest = ((way % this.length) + this.length) % this.length;
    if (rest < this.quarter) return this.#arc(this.left, -Math.PI / 2 + rest / this.middle, radius);
    rest -= this.quarter;
    if (rest < this.straight) return [this.left + rest, this.centre - radius];
    rest -= this.straight;
    if (rest < 2 * this.quarter) return this.#arc(this.right, rest / this.middle, radius);
    rest -= 2 * this.quarter;
    if (rest < this.straight) return [this.right - rest, this.centre + radius];
    return this.#arc(this.left, Math.PI + (rest - this.straight) / this.middle, radius);
  }

  /** A point on an end's arc; the angle runs clockwise from straight up. */
  #arc(x, angle, radius) {
    return [x + radius * Math.sin(angle), this.centre - radius * Math.cos(angle)];
  }

  #turn([x, y]) {
    return this.upright ? [this.across - y, x] : [x, y];
  }

  #pocket(number, index) {
    const from = (index - 0.5) * this.share;
    const steps = [0, 1, 2, 3, 4, 5, 6].map((i) => from + (i * this.share) / 6);
    const rim = steps.map((way) => this.#turn(this.#plain(way, this.outer)));
    const hub = steps.map((way) => this.#turn(this.#plain(way, this.inner))).reverse();
    const [x, y] = this.#turn(this.#plain(index * this.share, this.middle));
    return { number, x, y, outline: path([...rim, ...hub]) };
  }

  /** Where a series begins, as the x of its dividing line above and below the axis. */
  #division({ above, below }) {
    if (above === 0) return { top: this.left - this.inner, bottom: this.left - this.inner };
    const top = this.#plain((WHEEL.indexOf(above) - 0.5) * this.share, this.inner)[0];
    const bottom = this.#plain((WHEEL.indexOf(below) + 0.5) * this.share, this.inner)[0];
    return { top, bottom };
  }

  #series(series, next) {
    const from = this.#division(series);
    const to = next ? this.#division(next) : { top: this.right + this.inner, bottom: this.right + this.inner };
    const middle = (from.top + from.bottom + to.top + to.bottom) / 4;
    const [x, y] = this.#turn([middle, this.centre]);
    const [a, b] = [
      [from.top, this.centre - this.inner],
      [from.bottom, this.centre + this.inner],
    ].map((point) => this.#turn(point));
    const width = (to.top + to.bottom - from.top - from.bottom) / 2;
    return { call: series.call, from, to, x, y, width, line: series.above === 0 ? null : [a, b] };
  }

  /** The outline of the ring's inner side, for the area of the series. */
  hub() {
    const points = Array.from({ length: 148 }, (_, i) => this.#turn(this.#plain((i * this.length) / 148, this.inner)));
    return path(points);
  }

  /** What a touch at a drawing point means: `{number}`, `{call}`, or `null`. */
  nearest(x, y) {
    const [px, py] = this.upright ? [y, this.across - x] : [x, y];
    const end = px < this.left ? this.left : px > this.right ? this.right : px;
    const radius = Math.hypot(px - end, py - this.centre);
    if (radius > this.outer + 16) return null;
    if (radius < this.inner) return { call: this.#seriesAt(px, py) };
    const index = Math.round(this.#way(px, py, end) / this.share) % WHEEL.length;
    return { number: WHEEL[index] };
  }

  #seriesAt(px, py) {
    const share = (py - this.centre + this.inner) / (2 * this.inner);
    const found = this.series.findLast(({ from }) => px >= from.top + (from.bottom - from.top) * share);
    return (found ?? this.series[0]).call;
  }

  /** How far along the middle of the ring the point is from zero. */
  #way(px, py, end) {
    const angle = Math.atan2(px - end, this.centre - py);
    if (end === this.left && px < this.left) {
      const fromZero = angle + Math.PI / 2;
      const turned = fromZero < -Math.PI / 2 ? fromZero + 2 * Math.PI : fromZero;
      return (turned * this.middle + this.length) % this.length;
    }
    if (end === this.right && px > this.right) return this.quarter + this.straight + angle * this.middle;
    if (py < this.centre) return this.quarter + px - this.left;
    return 3 * this.quarter + this.straight + this.right - px;
  }
}

function path(points) {
  return `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;
}
