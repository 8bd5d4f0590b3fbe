// The places of the layout: every position on which a chip can lie, with the numbers it covers, and where it is drawn.
// Knows no page and no money; whether a place is offered is read from the rules in force.

/** The red numbers; zero has no colour. */
const RED = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);

/** The kinds in the order of a pay table. */
export const KINDS = [
  'straight', 'split', 'street', 'corner', 'six-line', 'first-four', 'dozen', 'column', 'red', 'black', 'odd', 'even', 'low', 'high',
];

/** The kinds whose form names its numbers. */
const NAMED = new Set(['straight', 'split', 'street', 'corner', 'six-line']);

/** The even chances from left to right below the dozens. */
const CHANCES = ['low', 'even', 'red', 'black', 'odd', 'high'];

export function colour(number) {
  if (number === 0) return 'green';
  return RED.has(number) ? 'red' : 'black';
}

/** The numbers of an outside bet; `which` is 1 to 3 for dozens and columns. */
function outsideNumbers(kind, which) {
  const holds = {
    dozen: (n) => Math.ceil(n / 12) === which,
    column: (n) => (n - 1) % 3 === which - 1,
    red: (n) => RED.has(n),
    black: (n) => !RED.has(n),
    odd: (n) => n % 2 === 1,
    even: (n) => n % 2 === 0,
    low: (n) => n <= 18,
    high: (n) => n > 18,
  }[kind];
  return Array.from({ length: 36 }, (_, i) => i + 1).filter(holds);
}

/** The name of a place, the same for a place and for each form that means it: `split-17-20`, `dozen-2`, `red`. */
function identity(kind, numbers, which) {
  if (NAMED.has(kind)) return `${kind}-${[...numbers].sort((a, b) => a - b).join('-')}`;
  return which === undefined ? kind : `${kind}-${which}`;
}

/** The identity of the place that a bet form means. */
export function identityOf(form) {
  return identity(form.bet, form.numbers ?? [], form.which);
}

/** The bet form of a place without a stake: what a position is in a request. */
export function positionForm(spot) {
  if (NAMED.has(spot.kind)) return { bet: spot.kind, numbers: spot.numbers };
  return spot.which === undefined ? { bet: spot.kind } : { bet: spot.kind, which: spot.which };
}

/** The bet form that puts `stake` on a place. */
export function betForm(spot, stake) {
  return { ...positionForm(spot), stake };
}

// Abstract coordinates: `u` runs along the streets (zero from -1 to 0, the numbers from 0 to 12, the columns from 12 to 13), `v`
// runs across them (3, 6, … from 0 to 1; 1, 4, … from 2 to 3; the dozens from 3 to 4, the even chances from 4 to 5).

function inside(kind, numbers, u, v) {
  return { kind, numbers, u, v };
}

function insidePlaces() {
  const places = [inside('straight', [0], -0.5, 1.5)];
  for (let n = 1; n <= 36; n += 1) {
    const u = Math.floor((n - 1) / 3);
    const v = 2 - ((n - 1) % 3);
    places.push(inside('straight', [n], u + 0.5, v + 0.5));
    if (n % 3 !== 0) places.push(inside('split', [n, n + 1], u + 0.5, v));
    if (n <= 33) places.push(inside('split', [n, n + 3], u + 1, v + 0.5));
    if (n % 3 !== 0 && n <= 33) places.push(inside('corner', [n, n + 1, n + 3, n + 4], u + 1, v));
    if (n % 3 === 1) places.push(inside('street', [n, n + 1, n + 2], u + 0.5, 3));
    if (n % 3 === 1 && n <= 33) places.push(inside('six-line', [n, n + 1, n + 2, n + 3, n + 4, n + 5], u + 1, 3));
  }
  for (const n of [1, 2, 3]) places.push(inside('split', [0, n], 0, 3.5 - n));
  places.push(inside('street', [0, 1, 2], 0, 2), inside('street', [0, 2, 3], 0, 1), inside('first-four', [0, 1, 2, 3], 0, 3));
  return places;
}

function outside(kind, which, u, v, width) {
  return { kind, which, numbers: outsideNumbers(kind, which), u: u + width / 2, v: v + 0.5, cell: [u, v, u + width, v + 1] };
}

function outsidePlaces() {
  const places = [];
  for (const which of [1, 2, 3]) places.push(outside('column', which, 12, 3 - which, 1), outside('dozen', which, (which - 1) * 4, 3, 4));
  CHANCES.forEach((kind, i) => places.push(outside(kind, undefined, i * 2, 4, 2)));
  return places;
}

/** The 157 positions in abstract coordinates. */
export const PLACES = [...insidePlaces(), ...outsidePlaces()].map((place) => ({
  ...place,
  id: identity(place.kind, place.numbers, place.which),
}));

const BY_ID = new Map(PLACES.map((place) => [place.id, place]));

/** The place with this identity, or `undefined`. */
export function placeOf(id) {
  return BY_ID.get(id);
}

/** Whether the rules in force offer the place. The trios with zero are streets that not every table has. */
export function offered(place, rules) {
  if (!rules.bets.some((bet) => bet.bet === place.kind)) return false;
  const trio = place.kind === 'street' && place.numbers.includes(0);
  return !trio || rules.zero_trios === true;
}

// Sizes in drawing units: a number's length along and across, the depth of the outside rows, of zero and of the columns.
const SIZES = {
  wide: { along: 70, across: 82, outer: 58, zero: 66, column: 66, edge: 7, chip: 1.15 },
  large: { along: 70, across: 112, outer: 80, zero: 66, column: 66, edge: 7, chip: 1.18 },
  low: { along: 50, across: 65, outer: 48, zero: 48, column: 52, edge: 5, chip: 1 },
  slim: { along: 46, across: 80, outer: 54, zero: 46, column: 46, edge: 5, chip: 1.25 },
  tall: { along: 54, across: 102, outer: 58, zero: 54, column: 54, edge: 5, chip: 1.25 },
};

/** How far from the outer line, as a share of the dozens' depth, a touch still means a bet on that line. */
const OUTER_LINE_SHARE = 0.34;
/** How far beside the layout, in drawing units, a touch still counts. */
const MARGIN = 22;

/**
 * The layout as geometry: `wide` has zero on the left, `large` too, with deeper rows where no race track stands below, `low` as well, for
 * a small screen that it has to itself, `tall` (for a phone) has zero on top, and so has `slim`,
 * for a picture in a list. Without `columns` no room is left for them.
 */
export class Layout {
  constructor(shape, columns = true) {
    this.size = SIZES[shape];
    this.upright = shape === 'tall' || shape === 'slim';
    const far = this.#plain(columns ? 13 : 12, 5);
    const [width, height] = [far[0] + this.size.edge, far[1] + this.size.edge];
    this.depth = height;
    [this.width, this.height] = this.upright ? [height, width] : [width, height];
    this.spots = PLACES.map((place) => this.#spot(place));
    this.byId = new Map(this.spots.map((spot) => [spot.id, spot]));
  }

  /** The drawing point of abstract coordinates before it is turned. */
  #plain(u, v) {
    const { along, across, outer, zero, column, edge } = this.size;
    const x = u < 0 ? (u + 1) * zero : u <= 12 ? zero + u * along : zero + 12 * along + (u - 12) * column;
    const y = v <= 3 ? v * across : 3 * across + (v - 3) * outer;
    return [x + edge, y + edge];
  }

  /** The drawing point of abstract coordinates. */
  point(u, v) {
    const [x, y] = this.#plain(u, v);
    return this.upright ? [this.depth - y, x] : [x, y];
  }

  /** The rectangle between two abstract corners. */
  rectangle(u0, v0, u1, v1) {
    const [a, b] = [this.point(u0, v0), this.point(u1, v1)];
    const [x, y] = [Math.min(a[0], b[0]), Math.min(a[1], b[1])];
    return { x, y, width: Math.abs(a[0] - b[0]), height: Math.abs(a[1] - b[1]) };
  }

  #spot(place) {
    const [x, y] = this.point(place.u, place.v);
    const spot = { ...place, x, y };
    if (place.cell) {
      const [u0, v0, u1, v1] = place.cell;
      spot.area = this.rectangle(u0, v0, u1, v1);
      const first = place.kind === 'dozen' ? v0 + OUTER_LINE_SHARE : v0;
      spot.zone = this.rectangle(u0, first, u1, v1);
      spot.chip = besideWords(spot);
    } else if (place.kind === 'straight') {
      const zero = place.numbers[0] === 0;
      spot.area = zero ? this.rectangle(-1, 0, 0, 3) : this.rectangle(place.u - 0.5, place.v - 0.5, place.u + 0.5, place.v + 0.5);
      const [halfU, halfV] = zero ? [0.25, 1.2] : [0.07, 0.07];
      spot.core = this.rectangle(place.u - halfU, place.v - halfV, place.u + halfU, place.v + halfV);
    }
    spot.chip ??= { x, y };
    spot.core ??= { x, y, width: 0, height: 0 };
    return spot;
  }

  /** The place that a touch at a drawing point means, among those that `allowed` accepts; `null` beside the layout. */
  nearest(x, y, allowed) {
    const direct = this.spots.find((spot) => spot.zone && distance(spot.zone, x, y) === 0);
    if (direct) return allowed(direct) ? direct : null;
    if (distance(this.rectangle(-1, 0, 12, 3 + OUTER_LINE_SHARE), x, y) > MARGIN) return null;
    let best = null;
    let least = Infinity;
    for (const spot of this.spots) {
      if (spot.zone || !allowed(spot)) continue;
      const away = distance(spot.core, x, y);
      if (away < least) [best, least] = [spot, away];
    }
    return best;
  }

  /** The next place from `from` in the direction (`dx`, `dy`), each -1, 0 or 1; `from` itself at the edge. */
  step(from, dx, dy, allowed) {
    let best = from;
    let least = Infinity;
    for (const spot of this.spots) {
      const [ex, ey] = [spot.x - from.x, spot.y - from.y];
      const forward = ex * dx + ey * dy;
      const aside = Math.abs(ex * dy) + Math.abs(ey * dx);
      const cost = forward + 3 * aside;
      if (forward > 2 && cost < least && allowed(spot)) [best, least] = [spot, cost];
    }
    return best;
  }
}

/** Where the chip lies on an outside field, so that its words can still be read. */
function besideWords({ x, y, area, kind }) {
  if (area.width > area.height) return { x: x + area.width * 0.33, y };
  // Upright fields hold short words in the middle, or words that begin at the lower end.
  return { x, y: kind === 'column' ? y + area.height * 0.27 : y - area.height * 0.29 };
}

/** How far a point is from a rectangle; 0 inside. */
function distance(rectangle, x, y) {
  const dx = Math.max(rectangle.x - x, 0, x - rectangle.x - rectangle.width);
  const dy = Math.max(rectangle.y - y, 0, y - rectangle.y - rectangle.height);
  return Math.hypot(dx, dy);
}
