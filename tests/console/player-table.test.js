// A table between players without a page: what may be wagered, and what is chosen before one's turn.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buyInOf, chosenBefore, lacksStake, mayChooseBefore, mayWager, owedBy, partOfPot, pickedWith, placeAround, priceOf, situationOf, timeBankOf, topUpOf, wagerNear } from '../../src/http/console/assets/player-table.js';

/** A place with so many closed and open cards. */
const placeWith = (seat, bet, down = 0, up = 0, bought = 0) => ({ seat, bet, down: Array(down).fill(null), up: Array(up).fill('2c'), bought });

const table = (changes = {}) => ({
  table: 17, deal: 5, price: 0, board: [], shown_by_mistake: [], pots: [{ amount: 600 }], amounts: { unit: 100, buy_in_least: 4000, buy_in_most: 40000 },
  places: [placeWith(1, 0), placeWith(2, 400), placeWith(3, 200)], ...changes,
});

test('the own seat is in front and the others sit clockwise from it', () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6].map((seat) => placeAround(seat, 3)), [4, 5, 0, 1, 2, 3]);
});

test('only totals are sent that may be wagered: from the least in steps, and the whole stack', () => {
  const wager = { least: 800, most: 9950, step: 100, all_in: 9950 };
  for (let wanted = 0; wanted < 12000; wanted += 37) assert.ok(mayWager(wager, wagerNear(wager, wanted)), `${wanted}`);
  assert.deepEqual([0, 849, 851, 9940, 50000].map((wanted) => wagerNear(wager, wanted)), [800, 800, 900, 9950, 9950]);
  // In pot limit the stack is beyond the most.
  const limited = { least: 800, most: 1830, step: 100, all_in: 9950 };
  assert.ok(!mayWager(limited, 9950) && !mayWager(limited, 850) && mayWager(limited, 900));
});

test('a part of the pot is counted after the call', () => {
  const offers = { call: 400, wager: { least: 800, most: 20000, step: 100, all_in: 20000 } };
  // 1200 lie, 400 are called: a pot of 1600; a raise by the pot is to 2000.
  assert.deepEqual([0.5, 1].map((part) => partOfPot(offers, table(), 1, part)), [1200, 2000]);
});

test('what was chosen before the turn is done in the same situation alone', () => {
  const before = (choice) => ({ choice, situation: situationOf(table()) });
  assert.deepEqual(chosenBefore(before('check-fold'), table(), { call: 400 }), { action: 'fold' });
  assert.deepEqual(chosenBefore(before('check-fold'), table(), { call: 0 }), { action: 'check' });
  assert.deepEqual(chosenBefore(before('call'), table(), { call: 400 }), { action: 'call' });
  const raised = table({ places: [placeWith(1, 0), placeWith(2, 900)] });
  for (const other of [raised, table({ deal: 6 }), table({ replays: 1 }), table({ shown_by_mistake: ['Kd'] }), table({ board: ['As', 'Kd', '2c'] })]) {
    assert.equal(chosenBefore(before('call'), other, { call: 900 }), null);
    assert.equal(chosenBefore(before('check-fold'), other, { call: 900 }), null);
  }
  assert.equal(chosenBefore(null, table(), { call: 0 }), null);
  // Whose last card was shown chooses what he plays for in his turn.
  assert.equal(chosenBefore(before('call'), table(), { call: 400, play_for_pot: true }), null);
  // Another flop of as many cards is another situation.
  const flop = (board) => table({ board });
  const onFlop = { choice: 'check-fold', situation: situationOf(flop(['As', 'Kd', '2c'])) };
  assert.equal(chosenBefore(onFlop, flop(['As', 'Kd', '3c']), { call: 0 }), null);
});

test('a closed card that is shown by mistake is another situation', () => {
  const hidden = table({ places: [placeWith(1, 0, 3, 4), placeWith(2, 0, 3, 4)] });
  const shown = table({ places: [placeWith(1, 0, 3, 4), { ...placeWith(2, 0, 3, 4), down: [null, null, 'Kd'] }] });
  for (const choice of ['check-fold', 'call', 'call-any']) {
    const chosen = { choice, situation: situationOf(hidden, choice) };
    assert.deepEqual(chosenBefore(chosen, hidden, { call: 0 }), { action: 'check' });
    assert.equal(chosenBefore(chosen, shown, { call: 0 }), null);
  }
});

test('what a call costs is the price of the round, though a blind was posted short, and no more than the stack', () => {
  // The big blind of 100 had 30 left.
  const short = table({ price: 100, places: [placeWith(1, 0), placeWith(2, 50), placeWith(3, 30)] });
  assert.equal(priceOf(short), 100);
  const owed = (bet, stack) => owedBy(short, { bet, stack });
  assert.deepEqual([owed(0, 1000), owed(50, 1000), owed(0, 70), owed(100, 500)], [100, 50, 70, 0]);
  const before = { choice: 'call', situation: situationOf(short, 'call') };
  assert.equal(chosenBefore(before, { ...short, price: 200 }, { call: 200 }), null);
});

test('at the studs another street is another situation, and a hand that folds is none', () => {
  const street = (...hands) => table({ places: hands.map(([down, up], index) => placeWith(index + 1, 0, down, up)) });
  const check = (before, after, offers, expected) => {
    for (const choice of ['check-fold', 'call', 'call-any']) {
      const chosen = { choice, situation: situationOf(before, choice) };
      assert.deepEqual(chosenBefore(chosen, after, offers), expected);
    }
  };
  check(street([2, 1], [2, 1], [2, 1]), street([2, 1], [0, 0], [2, 1]), { call: 0 }, { action: 'check' });
  check(street([2, 1], [2, 1], [2, 1]), street([2, 2], [0, 0], [2, 2]), { call: 0 }, null);
  // The seventh card comes closed: as many open cards lie there as before.
  check(street([2, 4], [2, 4]), street([3, 4], [3, 4]), { call: 0 }, null);
  // As many open cards lie there as before in all, and it is the next street.
  check(street([1, 1], [1, 1], [1, 1], [1, 1]), street([1, 2], [0, 0], [1, 2], [0, 0]), { call: 0 }, null);
});

test('where cards are bought something is chosen before the turn only once a bet lies', () => {
  const club = (bet, bought) => table({ exchanges: true, places: [placeWith(1, 0, 5, 0, bought), placeWith(2, bet, 5)] });
  const chosen = (before, choice) => ({ choice, situation: situationOf(before, choice) });
  // Another one has bought cards since, or the buying is over.
  for (const choice of ['check-fold', 'call', 'call-any']) {
    assert.equal(chosenBefore(chosen(club(0, 0), choice), club(0, 2), { call: 0 }), null);
    assert.equal(chosenBefore(chosen(club(0, 0), choice), club(0, 0), { call: 0 }), null);
  }
  assert.equal(chosenBefore(chosen(club(400, 0), 'call-any'), club(400, 1), { call: 400 }), null);
  assert.deepEqual(chosenBefore(chosen(club(400, 2), 'call'), club(400, 2), { call: 400 }), { action: 'call' });
  assert.deepEqual([mayChooseBefore(club(0, 0)), mayChooseBefore(club(400, 0)), mayChooseBefore(table())], [false, true, true]);
});

test('who calls any bet calls whatever it costs in this round, and nothing after it', () => {
  const before = { choice: 'call-any', situation: situationOf(table(), 'call-any') };
  const raised = table({ places: [placeWith(1, 0), placeWith(2, 900)] });
  assert.deepEqual(chosenBefore(before, raised, { call: 900 }), { action: 'call' });
  assert.deepEqual(chosenBefore(before, table(), { call: 0 }), { action: 'check' });
  for (const other of [table({ deal: 6 }), table({ replays: 1 }), table({ board: ['As', 'Kd', '2c'] }), table({ shown_by_mistake: ['Kd'] })]) {
    assert.equal(chosenBefore(before, other, { call: 900 }), null);
  }
  // What is chosen for one price is not given for another.
  assert.equal(chosenBefore({ choice: 'call', situation: before.situation }, raised, { call: 900 }), null);
});

test('who chose before his turn to pay for an opening pays its fixed price though others paid before him', () => {
  const trades = (changes = {}) => table({ trades: true, limit: 'fixed-limit', ...changes });
  const before = (choice) => ({ choice, situation: situationOf(trades({ places: [placeWith(1, 0)] })) });
  assert.deepEqual(chosenBefore(before('call'), trades(), { call: 100, pass: true }), { action: 'call' });
  assert.deepEqual(chosenBefore(before('call'), trades(), { call: 0, pass: true }), { action: 'pass' });
  assert.deepEqual(chosenBefore(before('check-fold'), trades(), { call: 100, pass: true }), { action: 'pass' });
  assert.equal(chosenBefore(before('call'), trades({ board: ['As', 'Kd', '2c'] }), { call: 100, pass: true }), null);
  assert.notEqual(situationOf(table()), situationOf(table({ places: [] })));
});

test('whether a bank is divided is chosen in one\'s turn alone', () => {
  const before = { choice: 'call', situation: situationOf(table()) };
  assert.equal(chosenBefore(before, table(), { call: 0, pass: false, divide: true }), null);
});

test('a card that is touched is picked or left out again, and no more are picked than may be bought', () => {
  assert.deepEqual(pickedWith([], 4, 3), [4]);
  assert.deepEqual(pickedWith([2, 4], 1, 3), [1, 2, 4]);
  assert.deepEqual(pickedWith([1, 2, 4], 2, 3), [1, 4]);
  assert.deepEqual(pickedWith([1, 2, 4], 5, 3), [1, 2, 4]);
});

test('who has less than the stake of everybody lacks chips where he has to put in all of it', () => {
  const club = { exchanges: true, amounts: { ante: 100 } };
  assert.deepEqual([[99, 0], [100, 0], [0, 100]].map(([stack, putIn]) => lacksStake(club, { stack, put_in: putIn })), [true, false, false]);
  assert.ok(!lacksStake({ ...club, exchanges: false }, { stack: 1, put_in: 0 }));
});

test('which cards are bought is not chosen before one’s turn', () => {
  const club = table({ exchanges: true });
  const before = { choice: 'call', situation: situationOf(club) };
  assert.equal(chosenBefore(before, club, { call: 0, pass: true }), null);
});

test('who sits down or adds chips may do so within the table and his credit', () => {
  assert.deepEqual(buyInOf(table(), 12345), { least: 4000, most: 12300, step: 100 });
  assert.equal(buyInOf(table(), 3999), null);
  assert.deepEqual(topUpOf(table(), { stack: 1000 }, 100000), { least: 3000, most: 39000, step: 100 });
  assert.deepEqual(topUpOf(table(), { stack: 39950 }, 100000), null);
  assert.equal(topUpOf(table(), { stack: 1000 }, 2999), null);
});

test('one’s own time bank is shown while it is not drawn on', () => {
  const place = { seat: 1, time_bank_seconds: 45 };
  const asked = (seat, drawn) => table({ phase: 'dealing', turn: { turn: 3, seat, on_time_bank: drawn } });
  assert.deepEqual([asked(2, true), asked(1, false), table({ turn: null })].map((each) => timeBankOf(each, place)), [45, 45, 45]);
  assert.equal(timeBankOf(asked(1, true), place), 0);
  assert.equal(timeBankOf(asked(1, false), null), 0);
});
