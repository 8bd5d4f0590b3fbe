// What an attendant types as limits of stakes: what is wrong with it, what is ordered, and what changes by it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOf, orderOf, problemOf } from '../../src/http/console/assets/stake-limits.js';

const STRAIGHT = { of: 'straight', step: 100, file: { least: 100, most: 5050 }, next: { least: 200, most: 5050 } };
const TOTAL = { of: 'seat-total', step: 100, file: { least: null, most: 40000 }, next: { least: null, most: 40000 } };

test('a limit is above nothing, in steps, within the cabinet file, and its least not above its most', () => {
  const check = (line, least, most, problem) => assert.equal(problemOf(line, { least, most }), problem, `${line.of} ${least} ${most}`);
  check(STRAIGHT, 100, 5050, null);
  check(STRAIGHT, 300, 300, null);
  check(STRAIGHT, null, 5000, 'amount');
  check(STRAIGHT, 0, 5000, 'amount');
  check(STRAIGHT, 150, 5000, 'step');
  check(STRAIGHT, 100, 4999, 'step');
  check(STRAIGHT, 100, 5100, 'wide');
  check(STRAIGHT, 400, 300, 'crossed');
  check(TOTAL, null, 40000, null);
  check(TOTAL, null, 40100, 'wide');
  check(TOTAL, null, null, 'amount');
});

test('what is ordered is every bound that is not the file’s, and what changes is told against what was set', () => {
  const typed = [{ least: 200, most: 3000 }, { least: null, most: 40000 }];
  assert.deepEqual(orderOf([STRAIGHT, TOTAL], typed), [{ of: 'straight', least: 200, most: 3000 }]);
  assert.deepEqual(changesOf([STRAIGHT, TOTAL], typed), [{ of: 'straight', old: { least: 200, most: 5050 }, new: { least: 200, most: 3000 } }]);
  const asInFile = [STRAIGHT.file, TOTAL.file];
  assert.deepEqual(orderOf([STRAIGHT, TOTAL], asInFile), []);
  assert.deepEqual(changesOf([STRAIGHT, TOTAL], asInFile), [{ of: 'straight', old: { least: 200, most: 5050 }, new: { least: 100, most: 5050 } }]);
  assert.deepEqual(orderOf([TOTAL], [{ least: null, most: 20000 }]), [{ of: 'seat-total', most: 20000 }]);
});
