// What a seat may call an attendant for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callsOf } from '../../src/http/console/assets/call-button.js';

function check(seat, expected) {
  assert.deepEqual(callsOf(seat).map(([reason]) => reason), expected);
}

test('a player calls for help, and to be paid out where there is something to pay', () => {
  check({ attendant_call: null, credit: 0 }, ['help']);
  check({ attendant_call: null, credit: 1 }, ['help', 'cash-out']);
});

test('who waits may want something else, or nothing any more', () => {
  check({ attendant_call: { reason: 'help' }, credit: 1 }, ['cash-out', null]);
  check({ attendant_call: { reason: 'help' }, credit: 0 }, [null]);
  check({ attendant_call: { reason: 'cash-out' }, credit: 1 }, ['help', null]);
});
