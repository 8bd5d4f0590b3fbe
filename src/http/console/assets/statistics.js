// What the last numbers show: shares of the even chances and dozens, and the numbers that came most and least.
// It says what was, nothing about what will be.
import { colour } from './layout.js';

const HOLDS = {
  red: (n) => colour(n) === 'red',
  black: (n) => colour(n) === 'black',
  zero: (n) => n === 0,
  odd: (n) => n % 2 === 1,
  even: (n) => n !== 0 && n % 2 === 0,
  low: (n) => n >= 1 && n <= 18,
  high: (n) => n >= 19,
  dozen1: (n) => n >= 1 && n <= 12,
  dozen2: (n) => n >= 13 && n <= 24,
  dozen3: (n) => n >= 25,
};

/** How many of the last rounds belong to each group, and of how many. */
export function shares(last) {
  const counts = Object.fromEntries(Object.entries(HOLDS).map(([name, holds]) => [name, last.filter(({ pocket }) => holds(pocket)).length]));
  return { total: last.length, ...counts };
}

/** The share in whole per cent. */
export function percent(count, total) {
  return total === 0 ? 0 : Math.round((count * 100) / total);
}

/** The `count` numbers that came most often and those that came least often, each `{number, times}`; newer breaks ties. */
export function hotAndCold(last, count) {
  const rows = Array.from({ length: 37 }, (_, number) => ({ number, times: 0, since: last.length }));
  last.forEach(({ pocket }, index) => {
    rows[pocket].times += 1;
    rows[pocket].since = Math.min(rows[pocket].since, index);
  });
  const hot = [...rows].sort((a, b) => b.times - a.times || a.since - b.since || a.number - b.number);
  const cold = [...rows].sort((a, b) => a.times - b.times || b.since - a.since || a.number - b.number);
  return { hot: hot.slice(0, count), cold: cold.slice(0, count) };
}
