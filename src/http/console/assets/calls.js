// The order of the pockets on the wheel and the called bets: which chips a call puts where.
// The house places a called bet; this copy only shows what will be covered and what it costs.

/** The pockets clockwise. */
export const WHEEL = [
  0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26,
];

const CALLS = {
  voisins: [
    ['street-0-2-3', 2], ['split-4-7', 1], ['split-12-15', 1], ['split-18-21', 1], ['split-19-22', 1], ['corner-25-26-28-29', 2], ['split-32-35', 1],
  ],
  tiers: [['split-5-8', 1], ['split-10-11', 1], ['split-13-16', 1], ['split-23-24', 1], ['split-27-30', 1], ['split-33-36', 1]],
  orphelins: [['straight-1', 1], ['split-6-9', 1], ['split-14-17', 1], ['split-17-20', 1], ['split-31-34', 1]],
  'zero-game': [['split-0-3', 1], ['split-12-15', 1], ['straight-26', 1], ['split-32-35', 1]],
};

/** The names of all called bets. */
export const CALL_NAMES = [...Object.keys(CALLS), 'neighbours'];

/** The number and the two pockets on each of its sides, in the order of the wheel. */
export function neighbours(number) {
  const at = WHEEL.indexOf(number);
  return [-2, -1, 0, 1, 2].map((step) => WHEEL[(at + step + WHEEL.length) % WHEEL.length]);
}

/** The chips of a call as pairs of a place's identity and a count. `number` is the middle of neighbours. */
export function placement(call, number) {
  if (call === 'neighbours') return neighbours(number).map((each) => [`straight-${each}`, 1]);
  return CALLS[call];
}

/** How many chips a call takes. */
export function chipCount(call) {
  return call === 'neighbours' ? 5 : CALLS[call].reduce((sum, [, count]) => sum + count, 0);
}

/** The bet form of a call. */
export function callForm(call, number, chip) {
  return call === 'neighbours' ? { bet: call, number, chip } : { bet: call, chip };
}

/** The numbers a call covers. */
export function covered(call, number) {
  const numbers = placement(call, number).flatMap(([id]) => id.split('-').map(Number).filter(Number.isInteger));
  return [...new Set(numbers)];
}
