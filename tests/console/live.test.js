// What a page knows of the cabinet: told whole at first, then in changes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { follow } from '../../src/http/console/assets/link.js';

const deal = (number) => ({ deal: number });

const whole = () => ({
  edition: 7,
  cabinet: { now: 1, number: 3, phase: 'open', last: [{ round: 2 }, { round: 1 }], tables: [{ table: 1, phase: 'paid' }, { table: 4, phase: 'paid' }] },
  seat: { credit: 100, tables: [{ table: 1, deals: [deal(9), deal(8)] }, { table: 4, deals: [] }] },
});

/** What is told of this change leads to the state in which `expect` has changed the one before. */
function check(parts, expect) {
  const before = whole();
  const wanted = whole();
  wanted.edition = 8;
  expect(wanted);
  assert.deepEqual(follow(before, { edition: 8, after: 7, cabinet: {}, seat: {}, ...parts }), wanted);
  assert.deepEqual(before, whole(), 'what was known stays what it was');
}

test('the first message is the state', () => assert.deepEqual(follow(null, whole()), whole()));

test('a whole state takes the place of what was known before', () => assert.deepEqual(follow({ edition: 99 }, whole()), whole()));

test('what has changed is changed, and nothing else', () => {
  check({}, () => {});
  check({ cabinet: { set: { now: 5, phase: 'closed' } } }, ({ cabinet }) => Object.assign(cabinet, { now: 5, phase: 'closed' }));
  check({ seat: { set: { credit: 40 } } }, ({ seat }) => Object.assign(seat, { credit: 40 }));
  check({ cabinet: { set: { tables: [] } } }, ({ cabinet }) => Object.assign(cabinet, { tables: [] }));
  check({ cabinet: { tables: { 4: { set: { phase: 'staking' } } } } }, ({ cabinet }) => Object.assign(cabinet.tables[1], { phase: 'staking' }));
});

test('a list that has changed is made of pieces of the old one and of new items', () => {
  check({ cabinet: { lists: { last: [{ new: [{ round: 3 }] }, { from: 0, count: 1 }] } } }, ({ cabinet }) => Object.assign(cabinet, { last: [{ round: 3 }, { round: 2 }] }));
  check({ seat: { tables: { 1: { lists: { deals: [{ new: [deal(10)] }, { from: 0, count: 2 }] } } } } }, ({ seat }) => seat.tables[0].deals.unshift(deal(10)));
  check({ seat: { tables: { 1: { lists: { deals: [{ from: 1, count: 1 }] } } } } }, ({ seat }) => seat.tables[0].deals.shift());
});

test('what has not changed is the very same', () => {
  const before = whole();
  const after = follow(before, { edition: 8, after: 7, cabinet: { tables: { 4: { set: { phase: 'staking' } } } }, seat: {} });
  assert.equal(after.cabinet.tables[0], before.cabinet.tables[0]);
  assert.notEqual(after.cabinet.tables[1], before.cabinet.tables[1]);
});

test('after a message that was missed nothing is known', () => {
  assert.equal(follow(whole(), { edition: 9, after: 8, cabinet: {}, seat: {} }), null);
  assert.equal(follow(null, { edition: 8, after: 7, cabinet: {}, seat: {} }), null);
});
