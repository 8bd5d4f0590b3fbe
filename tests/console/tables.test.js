// Which tables a page has to look after, in which order, and when they are chosen in a strip.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everyTableOf, hasStrip, machinesLookedAfter, tablesLookedAfter, tablesOf } from '../../src/http/console/assets/tables.js';

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

test('an official looks after every table that is not one seat’s own', () => {
  check(tablesLookedAfter({ tables: [{ table: 1 }, { table: 2 }], player_tables: [{ table: 17 }] }), [1, 2, 17]);
});

const machine = (table, trouble = {}) => ({ table, owner: 1, hold: null, faults: [], ...trouble });

function checkMachines(machines, limits, chosen, expected) {
  check(machinesLookedAfter({ machines, limits: limits.map((table) => ({ table })) }, chosen), expected);
}

test('a machine is there where it waits, has a fault or other limits', () => {
  checkMachines([machine(40), machine(41)], [null], null, []);
  checkMachines([machine(40, { hold: {} }), machine(41)], [], null, [40]);
  checkMachines([machine(40), machine(41, { faults: [{}] })], [1, 40], null, [40, 41]);
});

test('a machine that is chosen stays after it was put right', () => {
  checkMachines([machine(40), machine(41)], [], 41, [41]);
  checkMachines([machine(40), machine(41)], [], 1, []);
});

test('two tables stand in full, and of more one is chosen', () => {
  const cabinet = (tables, between) => ({ tables: Array(tables).fill({}), player_tables: Array(between).fill({}) });
  assert.deepEqual([cabinet(1, 1), cabinet(2, 1), cabinet(0, 3), cabinet(0, 0)].map(hasStrip), [false, true, true, false]);
});
