// The countdown's ring, which moves by tenths of a second, or by seconds for people who want no movement.
import { mock, test } from 'node:test';
import assert from 'node:assert/strict';
import { Countdown } from '../../src/http/console/assets/clock.js';

const SECOND = 1000000;

// A countdown draws itself for ever.
mock.timers.enable({ apis: ['setInterval'] });

/** The part of the ring that is full so many microseconds into ten seconds. */
function full(isCalm, moment) {
  globalThis.matchMedia = () => ({ matches: isCalm });
  const hand = { style: {}, classList: { toggle() {} } };
  const countdown = new Countdown(hand, { textContent: '' }, () => moment);
  countdown.set({ began_at: 0, ends_at: 10 * SECOND });
  return countdown.left();
}

test('the ring empties with the time', () => {
  assert.equal(full(false, 0), 1);
  assert.equal(full(false, 2.5 * SECOND), 0.75);
  assert.equal(full(false, 11 * SECOND), 0);
});

test('for people who want no movement the ring empties by whole seconds', () => {
  assert.equal(full(true, 0), 1);
  assert.equal(full(true, 2.5 * SECOND), 0.8);
  assert.equal(full(true, 2.9 * SECOND), 0.8);
  assert.equal(full(true, 3 * SECOND), 0.7);
  assert.equal(full(true, 11 * SECOND), 0);
});
