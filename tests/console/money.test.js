// Amounts as people read them: whole minor units in, exact words out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chipIndex, digits, minorOf, money, short } from '../../src/http/console/assets/money.js';

const COMMA = { group: ',', point: '.' };

test('amounts are grouped, and decimals are cut from whole minor units', () => {
  const check = (minor, decimals, expected) => assert.equal(digits(minor, decimals, COMMA), expected);
  check(0, 0, '0');
  check(999, 0, '999');
  check(1000, 0, '1,000');
  check(36000000, 0, '36,000,000');
  check(-700, 0, '−700');
  check(0, 2, '0.00');
  check(5, 2, '0.05');
  check(123456, 2, '1,234.56');
  check(-5, 2, '−0.05');
  check(9007199254740991, 2, '90,071,992,547,409.91');
  check(123456, 3, '123.456');
});

test('what is not a whole amount is not shown as one', () => {
  for (const wrong of [undefined, null, NaN, 1.5, 2 ** 53, '12']) assert.equal(digits(wrong, 0, COMMA), '–');
});

test('the currency stands behind the amount', () => {
  assert.equal(money(1500, { currency: 'AMD', decimals: 0 }, COMMA), '1,500\u00a0AMD');
  assert.equal(money(1500, { currency: 'BYN', decimals: 2 }, { group: ' ', point: ',' }), '15,00\u00a0BYN');
});

test('a chip shows a short amount that is never larger than what lies there', () => {
  const check = (minor, decimals, expected) => assert.equal(short(minor, decimals), expected);
  check(1, 0, '1');
  check(100, 0, '100');
  check(1000, 0, '1K');
  check(1500, 0, '1.5K');
  check(1550, 0, '1550');
  check(1600, 0, '1.6K');
  check(15500, 0, '15.5K');
  check(15550, 0, '15.5K+');
  check(100000, 0, '100K');
  check(100001, 0, '100K+');
  check(2000000, 0, '2M');
  check(50, 2, '0.50');
  check(100, 2, '1');
  check(1050, 2, '10.50');
  check(100000, 2, '1K');
  check(12345, 2, '123+');
  check(100005, 2, '1K+');
});

test('a stack has the colour of its largest chip', () => {
  const chips = [100, 500, 1000, 5000];
  for (const [amount, index] of [[50, 0], [100, 0], [499, 0], [500, 1], [1100, 2], [90000, 3]]) assert.equal(chipIndex(amount, chips), index, amount);
});

test('what is typed is read as the language writes it', () => {
  const check = (text, decimals, style, expected) => assert.equal(minorOf(text, decimals, style), expected, text);
  const SPACE = { group: '\u202f', point: ',' };
  for (const [text, expected] of [['1,500', 150_000], ['1,500.00', 150_000], ['1500.5', 150_050], ['AMD 12.34', 1234], ['1,5', 150], ['1,234,567.5', 123_456_750]]) check(text, 2, COMMA, expected);
  for (const [text, expected] of [['1\u202f500', 150_000], ['1 500,25', 150_025], ['1500.25', 150_025], ['1500', 150_000]]) check(text, 2, SPACE, expected);
  check('1,500', 0, COMMA, 1500);
  for (const text of ['', 'all', '1.2.3', '1.234', ',5', '99999999999999999']) check(text, 2, COMMA, null);
});
