// What is sought among past rounds or deals, as it was typed and as the address says it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { momentTyped, soughtBy } from '../../src/http/console/assets/past-form.js';

const STYLE = { group: ' ', point: ',' };

/** What was typed, with two decimals, comes to this query and these fields that cannot be read. */
function check(typed, query, wrong = []) {
  assert.deepEqual(soughtBy(typed, 2, STYLE), { query, wrong });
}

test('what is left empty may be anything', () => {
  check({}, '');
  check({ number: ' ', from: '', least: '' }, '');
});

test('a number, a seat and amounts are sought as they were typed', () => {
  check({ number: ' 4711 ' }, '&number=4711');
  check({ seat: '3', least: '1 234,50', most: '2000' }, '&seat=3&least=123450&most=200000');
});

test('a minute that was typed last is sought to its end', () => {
  const minute = momentTyped('2026-11-29T08:15');
  assert.equal(minute % 60_000_000, 0);
  check({ from: '2026-11-29T08:15', until: '2026-11-29T08:15' }, `&from=${minute}&until=${minute + 59_999_999}`);
});

test('what cannot be read is named, and nothing else is lost', () => {
  check({ number: '12x', seat: '2', least: '5.123' }, '&seat=2', ['number', 'least']);
  check({ until: 'yesterday' }, '', ['until']);
});
