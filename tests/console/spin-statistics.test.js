// Whether the pockets win equally often: the bars, what is said of the sample, and when it is read again.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { bars, meaning, range, readAgainAfter, sample } from '../../src/http/console/assets/spin-statistics.js';

const MODEL = new URL('../../src/model/service.rs', import.meta.url);

/** Statistics of pockets with these wins, and what else differs. */
function statistics(wins, more = {}) {
  const pockets = wins.map((each, place) => ({ pocket: place, wins: each, no_spins: 0 }));
  const spins = wins.reduce((sum, each) => sum + each, 0);
  const counted = { spins, rounds: spins, newest_round: spins, reach: 'whole', no_spins: 0, no_spins_with_pocket: 0 };
  return { ...counted, pockets, band: { least: 5, most: 16 }, findings: [], least_bias_permille: 1777, spins_for_a_tenth: 126304, ...more };
}

test('the drawing goes over the band, and over all wins that are beyond it', () => {
  assert.deepEqual(range(statistics([10, 9, 11])), [5, 16]);
  assert.deepEqual(range(statistics([10, 2, 30])), [2, 30]);
});

test('a bar goes from what is expected to the wins of its pocket, up or down', () => {
  const drawn = bars(statistics([10, 4, 16, 10]), (wins) => 100 - wins);
  assert.deepEqual(drawn.map(({ y, height }) => [y, height]), [[90, 0], [90, 6], [84, 6], [90, 0]]);
});

test('a pocket is beyond what chance gives outside of the band alone', () => {
  const beyond = bars(statistics([4, 5, 10, 16, 17]), (wins) => wins).map(({ isBeyond }) => isBeyond);
  assert.deepEqual(beyond, [true, false, false, false, true]);
});

const keys = (of) => sample(of).map(([key]) => key);

test('it is said how many spins were counted of how many, and what so many can show', () => {
  const [[, counted], [, shows]] = sample(statistics([200, 200], { rounds: 410, newest_round: 1234 }));
  assert.deepEqual(counted, { spins: 400, rounds: 410, all: 1234 });
  assert.deepEqual(shows, { spins: 400, percent: 178, needed: 126304 });
  assert.deepEqual(keys(statistics([200, 200])), ['bias.of', 'bias.sample', 'bias.unseen']);
  assert.deepEqual(keys(statistics([70000, 70000])), ['bias.of', 'bias.sample']);
});

test('what was not read, what is damaged and what did not count is said', () => {
  assert.deepEqual(keys(statistics([10], { reach: 'goes-on' })).slice(0, 2), ['bias.of', 'bias.reading']);
  assert.deepEqual(keys(statistics([10], { reach: 'damaged' })).slice(0, 2), ['bias.of', 'bias.damaged']);
  assert.deepEqual(sample(statistics([10], { no_spins: 4, no_spins_with_pocket: 3 }))[1], ['bias.no-spins', { count: 4, known: 3 }]);
});

test('without a spin nothing is said of what spins can show', () => {
  assert.deepEqual(keys(statistics([0, 0], { band: null, least_bias_permille: null })), ['bias.of']);
});

test('findings are told; where there are none, that nothing is wrong, or that the spins are too few', () => {
  assert.deepEqual(meaning(statistics([10], { findings: ['double-entries', 'uneven-colours'] })), ['bias.found.double-entries', 'bias.found.uneven-colours']);
  assert.deepEqual(meaning(statistics([10])), ['bias.nothing']);
  assert.deepEqual(meaning(statistics([1], { band: null })), ['bias.too-few']);
});

test('while older rounds are counted the statistics are read again soon, in every state of the journal some time', () => {
  const [, body] = /impl JournalReach \{\n(.*?)\n\}/s.exec(readFileSync(MODEL, 'utf8'));
  const reaches = [...body.matchAll(/=> "([a-z-]+)"/g)].map(([, name]) => name);
  assert.deepEqual(reaches, ['whole', 'goes-on', 'damaged']);
  assert.deepEqual(reaches.map((reach) => readAgainAfter({ reach })), [15_000, 500, 15_000]);
  assert.equal(readAgainAfter(null), 15_000);
});
