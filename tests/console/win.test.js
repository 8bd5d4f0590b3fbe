// A win is what came back above the stake: the pages never call a stake that came back a win.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resultWords } from '../../src/http/console/assets/result.js';
import { partOf, winOf } from '../../src/http/console/assets/settlement.js';

test('a win is what came back above the stake, and nothing where less or as much came back', () => {
  const check = (staked, returned, expected) => assert.equal(winOf({ staked, returned }), expected);
  check(1_800, 1_000, 0);
  check(1_800, 1_800, 0);
  check(1_800, 0, 0);
  check(1_800, 1_801, 1);
  check(100, 3_600, 3_500);
});

test('at a card table what is cut is not returned, and a stake that waits for the next deal is not yet staked', () => {
  const line = (seat, amount, returned, fate = 'won') => ({ seat, amount, returned, fate });
  const settlement = { returns: [line(1, 1_000, 3_000), line(1, 500, 0, 'lost'), line(1, 700, 0, 'waiting'), line(2, 100, 200)], cuts: [{ seat: 1, amount: 400 }, { seat: 2, amount: 1 }] };
  const check = (seat, staked, returned, win) => {
    assert.deepEqual(partOf(settlement, seat), { staked, returned });
    assert.equal(winOf(partOf(settlement, seat)), win);
  };
  check(1, 1_500, 2_600, 1_100);
  check(2, 100, 199, 99);
  check(3, 0, 0, 0);
});

test('a screen reader hears the win, or what came back where there was none', () => {
  const rules = { currency: 'BYN', decimals: 2 };
  const check = (staked, returned, expected) => assert.equal(resultWords({ pocket: 17, colour: 'black' }, { staked, returned, bets: [] }, rules).replaceAll('\u00a0', ' '), expected);
  // Without a language loaded the words are their keys.
  check(200, 3_600, '17 colour.black. result.won: 34,00 BYN.');
  check(1_800, 1_000, '17 colour.black. result.returned: 10,00 BYN.');
  check(1_800, 0, '17 colour.black. result.lost.');
});

test('a chain of guesses is told by its coefficients, and any other win by its odds', async () => {
  // Cards are drawn as soon as their words are loaded; here is no page.
  globalThis.document = { body: { classList: { toggle() {} } } };
  const { coefficientWords, lineWords } = await import('../../src/http/console/assets/table-words.js');
  const rules = { currency: 'BYN', decimals: 2 };
  const line = (stake, wins, returned) => ({ stake, amount: 10_000, fate: 'won', wins: wins.map((odds) => ({ combination: null, odds, amount: 1 })), returned });
  const check = (told, expected) => assert.equal(lineWords(told, rules).replaceAll('\u00a0', ' '), expected);
  check(line('main', ['90:100', '14:100'], 21_700), 'stake.main 100,00 BYN × 1,90 × 1,14 = 217,00 BYN');
  check(line('main', ['1040:100'], 114_000), 'stake.main 100,00 BYN × 11,40 = 1 140,00 BYN');
  check(line('tie', ['10:1'], 110_000), 'stake.tie 100,00 BYN: fate.at');
  assert.deepEqual([100, 0].map(coefficientWords), ['× 1,00', '']);
});
