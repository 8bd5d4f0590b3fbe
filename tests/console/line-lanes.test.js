// The wheel's lines on a time axis: which pulses a lane has had, and what they come to.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Lanes, laneFigures } from '../../src/http/console/assets/line-lanes.js';

/** Lanes of one line that became active and idle again at these microseconds in turn. */
function lanesOf(times) {
  const lanes = new Lanes(['ball-1']);
  times.forEach((at, index) => lanes.add({ at_microseconds: at, lane: 0, active: index % 2 === 0 }));
  return lanes;
}

test('a pulse counts where it lies in the time as a whole', () => {
  const lanes = lanesOf([100, 110, 300, 312, 500, 511]);
  const pulses = (from, until) => lanes.pulses(0, from, until).map(({ at, wide }) => [at, wide]);
  assert.deepEqual(pulses(0, 1000), [[100, 10], [300, 12], [500, 11]]);
  assert.deepEqual(pulses(105, 505), [[300, 12]]);
  assert.deepEqual(pulses(600, 1000), []);
});

test('a change of a lane that is not there is passed over', () => {
  const lanes = new Lanes(['ball-1']);
  lanes.add({ at_microseconds: 1, lane: 7, active: true });
  assert.deepEqual(lanes.lanes, [[]]);
});

test('width and period are those in the middle, which a spark does not move', () => {
  assert.deepEqual(laneFigures([]), { count: 0, wide: null, jitter: null, period: null });
  assert.deepEqual(laneFigures([{ at: 100, wide: 10 }]), { count: 1, wide: 10, jitter: null, period: null });
  const pulses = [0, 200, 400, 600, 610].map((at, index) => ({ at, wide: [10, 12, 11, 10, 1][index] }));
  const { count, wide, jitter, period } = laneFigures(pulses);
  assert.deepEqual({ count, wide, period }, { count: 5, wide: 10, period: 200 });
  assert.ok(jitter > 3.9 && jitter < 4, `${jitter}`);
});

test('what is too old is forgotten, but how the line stood then is known', () => {
  const lanes = lanesOf([100, 110, 300, 312]);
  lanes.forgetBefore(305);
  assert.deepEqual(lanes.lanes[0].map(({ at }) => at), [300, 312]);
  lanes.forgetBefore(1000);
  assert.deepEqual(lanes.lanes[0], [{ at: 312, active: false }]);
});
