// What is said of a part's newest self-test.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resultOf } from '../../src/http/console/assets/self-tests.js';

test('a part that was never tested, one whose test runs, and one whose test has ended', () => {
  assert.equal(resultOf({ newest: null }), 'never');
  assert.equal(resultOf({ newest: { end: null } }), 'running');
  assert.equal(resultOf({ newest: { end: 'passed' } }), 'passed');
  assert.equal(resultOf({ newest: { end: 'timed-out' } }), 'timed-out');
});
