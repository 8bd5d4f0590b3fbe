// What came back of what was staked, and what of it is a win. Whole minor units in and out.

/** What was won of a part of a round or deal: what came back above the stake, and nothing where less or as much came back. */
export const winOf = ({ staked, returned }) => Math.max(returned - staked, 0);

/**
 * A seat's part of a settled deal: what it had staked, and what came back after what was cut at the maximum payout. A stake that waits on
 * the table belongs to the next deal.
 */
export function partOf({ returns, cuts }, seat) {
  const sum = (lines, key) => lines.filter((line) => line.seat === seat).reduce((total, line) => total + line[key], 0);
  const settled = returns.filter(({ fate }) => fate !== 'waiting');
  return { staked: sum(settled, 'amount'), returned: sum(settled, 'returned') - sum(cuts, 'amount') };
}
