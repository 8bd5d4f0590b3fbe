// Which tables a page has to look after.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyTableOf, tablesOf } from '../../src/http/console/assets/tables.js';

const VIEW = { cabinet: { tables: [{ table: 1 }], player_tables: [{ table: 17 }] }, official: { machines: [{ table: 5 }] } };

/** The numbers of these tables. */
function check(tables, numbers) {
  assert.deepEqual(tables.map(({ table }) => table), numbers);
}

test('a table between players is one of those whose faults and names are told', () => {
  check(everyTableOf(VIEW), [1, 5, 17]);
  check(tablesOf(VIEW), [1, 5]);
});

test('before anything is known there are no tables', () => {
  check(everyTableOf({}), []);
});
