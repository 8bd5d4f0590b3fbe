// The amounts from which a player chooses: an insurance has a least and a most, and the credit may bear less than the most.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountsOf } from '../../src/http/console/assets/choice-amount.js';

function check([least, most, step, credit], expected) {
  const { last, at } = amountsOf({ least, most, step }, credit);
  assert.deepEqual(Array.from({ length: last + 1 }, (_, place) => at(place)), expected, `${least} to ${most} by ${step} with ${credit}`);
}

test('an insurance goes from the least to the most, and the most is among its amounts', () => {
  check([5, 10, 1, 1_000], [5, 6, 7, 8, 9, 10]);
  check([300, 600, 100, 1_000], [300, 400, 500, 600]);
});

test('no amount is more than the credit bears', () => {
  check([5, 10, 1, 7], [5, 6, 7]);
  check([5, 10, 1, 5], [5]);
  check([300, 500, 100, 499], [300, 400]);
});

test('a choice that the credit does not bear, and one at a fixed price, have one amount', () => {
  check([5, 10, 1, 4], [5]);
  check([10, 10, 1, 1_000], [10]);
});

test('a long way is not walked to be known', () => {
  const { last, at } = amountsOf({ least: 1, most: 100_000_000_000, step: 1 }, 100_000_000_000);
  assert.equal(at(last), 100_000_000_000);
});
