// The report of a shift: the difference with its sign, and a row for each seat and for the cabinet.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differenceWords, reportRows } from '../../src/http/console/assets/shift.js';

const RULES = { currency: 'BYN', decimals: 2 };
const plain = (text) => text.replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ');

test('a difference says whether there is too much or too little', () => {
  const check = (difference, expected) => assert.equal(plain(differenceWords(difference, RULES)), expected);
  check(0, '0,00 BYN');
  check(2_050, '+20,50 BYN');
  check(-123_456, '−1 234,56 BYN');
});

test('each seat has a row, and the cabinet the last', () => {
  const meters = (credit_in, games) => ({ credit_in, credit_out: 100, staked: 0, returned: 5, games, voids: 0, attendant_payments: 1, corrections: 70, hand_paid: 20, hourly_fees: 15 });
  const shift = { meters: meters(30_000, 12), seats: [{ seat: 1, meters: meters(30_000, 3), holds: 250 }, { seat: 2, meters: meters(0, 0), holds: 1_000 }] };
  // Without a language loaded the words are their keys.
  assert.deepEqual(reportRows(shift, RULES), [
    ['seat.word 1', '300,00', '1,00', '0,00', '0,05', '3', '0', '1', '0,70', '0,20', '0,15', '2,50'],
    ['seat.word 2', '0,00', '1,00', '0,00', '0,05', '0', '0', '1', '0,70', '0,20', '0,15', '10,00'],
    ['meters.cabinet', '300,00', '1,00', '0,00', '0,05', '12', '0', '1', '0,70', '0,20', '0,15', '12,50'],
  ]);
});
