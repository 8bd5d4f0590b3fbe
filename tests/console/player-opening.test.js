// The conditions with which a player opens a table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chosenWith, conditionsOf } from '../../src/http/console/assets/player-opening.js';
import { hasPlace } from '../../src/http/console/assets/player-table.js';

const CHOSEN = { least: 200, most: 800, seats: 4 };

function check(part, value, expected) {
  assert.deepEqual(chosenWith(CHOSEN, part, value), { ...CHOSEN, ...expected });
}

test('the least is never above the most', () => {
  check('least', 300, { least: 300 });
  check('least', 900, { least: 900, most: 900 });
  check('most', 100, { least: 100, most: 100 });
  check('seats', 2, { seats: 2 });
});

test('the conditions have the names of the order', () => {
  assert.deepEqual(conditionsOf(CHOSEN), { buy_in_least: 200, buy_in_most: 800, seats: 4 });
});

test('nobody sits down at a table that is closed or full', () => {
  const places = [{ seat: 1 }, { seat: 2 }];
  assert.equal(hasPlace({ phase: 'waiting', places, seats_most: 3 }), true);
  assert.equal(hasPlace({ phase: 'waiting', places, seats_most: 2 }), false);
  assert.equal(hasPlace({ phase: 'closed', places: [], seats_most: 6 }), false);
});
