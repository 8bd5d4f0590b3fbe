// Disputes: which game one is about, and how it stands in words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disputeOf, standingWords } from '../../src/http/console/assets/dispute-marks.js';

const RULES = { currency: 'BYN', decimals: 2 };

test('a dispute is found by its game and its seat', () => {
  const ofSeat = { dispute: 1, seat: 2, table: null, game: 11 };
  const ofTable = { dispute: 2, seat: 2, table: 3, game: 11 };
  const own = { dispute: 3, table: null, game: 12 };
  const check = (seat, table, game, expected) => assert.equal(disputeOf([ofSeat, ofTable, own], seat, table, game), expected);
  check(2, null, 11, ofSeat);
  check(3, null, 11, undefined);
  check(2, 3, 11, ofTable);
  check(2, 4, 11, undefined);
  // A seat is told of its own alone, without its number.
  check(null, null, 12, own);
  check(null, null, 13, undefined);
});

test('a dispute is open, upheld or rejected', () => {
  // Without a language loaded the words are their keys.
  assert.equal(standingWords({ verdict: null, amount: null }, RULES), 'dispute.is-open');
  assert.equal(standingWords({ verdict: 'upheld', amount: 500 }, RULES), 'dispute.is-upheld');
  assert.equal(standingWords({ verdict: 'rejected', amount: null }, RULES), 'dispute.is-rejected');
});
