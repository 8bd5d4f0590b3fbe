// Reels: where a line runs, and which lines have won.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pointsOf, wonLines } from '../../src/http/console/assets/reels.js';

test('a line runs through the middles of its cells', () => {
  assert.equal(pointsOf([0, 1, 2]), '50,50 150,150 250,250');
});

test('only lines that pay have won, each with the number of its box', () => {
  const line = (pays) => ({ rows: [0], symbols: pays ? 3 : 0, pays });
  assert.deepEqual(wonLines({ lines: [line(0), line(50), line(0), line(20)] }).map(({ line: number, pays }) => [number, pays]), [[2, 50], [4, 20]]);
});
