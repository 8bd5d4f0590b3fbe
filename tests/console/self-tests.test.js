// What is said of a part's newest self-test.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { personsPart, resultOf } from '../../src/http/console/assets/self-tests.js';

test('a part that was never tested, one whose test runs, and one whose test has ended', () => {
  assert.equal(resultOf({ newest: null }), 'never');
  assert.equal(resultOf({ newest: { end: null } }), 'running');
  assert.equal(resultOf({ newest: { end: 'passed' } }), 'passed');
  assert.equal(resultOf({ newest: { end: 'timed-out' } }), 'timed-out');
});

test('of a door and of the lamp a person is told what to do, and afterwards what was seen', () => {
  assert.equal(personsPart({ part: 'disk', newest: { end: null, seen: null } }), '');
  assert.equal(personsPart({ part: 'door', newest: null }), '');
  assert.match(personsPart({ part: 'door', newest: { end: null, seen: null } }), /^self-test.door-now$/);
  assert.equal(personsPart({ part: 'door', newest: { end: 'passed', seen: '2 bounces' } }), '2 bounces');
  assert.equal(personsPart({ part: 'door', newest: { end: 'failed', seen: null } }), '');
  assert.match(personsPart({ part: 'lamp', newest: { end: null, seen: null } }), /^self-test.lamp-now$/);
});
