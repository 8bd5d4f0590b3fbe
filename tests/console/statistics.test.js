// The statistics of the last numbers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hotAndCold, percent, shares } from '../../src/http/console/assets/statistics.js';

const rounds = (...pockets) => pockets.map((pocket, index) => ({ round: 100 - index, pocket }));

test('zero belongs to no even chance and to no dozen', () => {
  const counted = shares(rounds(0, 0));
  assert.deepEqual({ ...counted }, { total: 2, red: 0, black: 0, zero: 2, odd: 0, even: 0, low: 0, high: 0, dozen1: 0, dozen2: 0, dozen3: 0 });
});

test('every number but zero is red or black, odd or even, low or high, and in one dozen', () => {
  const counted = shares(rounds(...Array.from({ length: 36 }, (_, i) => i + 1)));
  for (const name of ['red', 'black', 'odd', 'even', 'low', 'high']) assert.equal(counted[name], 18, name);
  for (const name of ['dozen1', 'dozen2', 'dozen3']) assert.equal(counted[name], 12, name);
});

test('per cent are whole and of nothing are nothing', () => {
  assert.equal(percent(1, 3), 33);
  assert.equal(percent(2, 3), 67);
  assert.equal(percent(0, 0), 0);
});

test('hot are the most frequent, newer first; cold the least frequent, longest ago first', () => {
  const { hot, cold } = hotAndCold(rounds(7, 8, 8, 7, 9, 17), 3);
  assert.deepEqual(hot.map(({ number, times }) => [number, times]), [[7, 2], [8, 2], [9, 1]]);
  assert.deepEqual(cold.map(({ number, times }) => [number, times]), [[0, 0], [1, 0], [2, 0]]);
  const all = hotAndCold(rounds(...Array.from({ length: 37 }, (_, i) => i)), 2);
  assert.deepEqual(all.cold.map(({ number }) => number), [36, 35]);
});
