// The hand history of a table between players without a page: how a past deal reads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endOfHand, ownCards, playsOf, potName, streetsOf } from '../../src/http/console/assets/hand-history.js';

const wager = (seat, street, action = 'call') => ({ seat, action, amount: null, paid: 100, by_default: false, street });
const told = (hand) => streetsOf(hand).map(({ name, cards, wagers }) => [name, cards.join(' '), wagers.map(({ seat }) => seat).join(' ')]);
const hand = (down, up) => ({ seat: 1, down: Array(down).fill(null), up: Array(up).fill('9d') });
const CLOSED = [hand(2, 0), hand(0, 0)];
const BOARD = ['As', 'Kd', '7h', '2c', '2d'];

test('each street has its name, the cards that came on it, and what was done', () => {
  const course = [wager(2, 0, null), wager(3, 0, null), wager(1, 0), wager(2, 1), wager(3, 1), wager(2, 2), wager(3, 3)];
  assert.deepEqual(told({ hands: CLOSED, course, board: BOARD }), [
    ['pre-flop', '', '2 3 1'],
    ['flop', 'As Kd 7h', '2 3'],
    ['turn', '2c', '2'],
    ['river', '2d', '3'],
  ]);
});

test('where nobody can bet any more the cards of the later streets are told all the same', () => {
  const check = (board, expected) => assert.deepEqual(told({ hands: CLOSED, course: [wager(1, 0)], board }).map(([name, cards]) => `${name} ${cards}`.trim()), expected);
  check([], ['pre-flop']);
  check(BOARD.slice(0, 3), ['pre-flop', 'flop As Kd 7h']);
  check(BOARD.slice(0, 4), ['pre-flop', 'flop As Kd 7h', 'turn 2c']);
  check(BOARD, ['pre-flop', 'flop As Kd 7h', 'turn 2c', 'river 2d']);
  // A deal that was void in the middle of the flop.
  check(BOARD.slice(0, 1), ['pre-flop', 'flop As']);
});

test('the streets of the studs are counted by cards and have no board', () => {
  const course = [0, 1, 2, 3].map((street) => wager(1, street));
  const names = (...hands) => streetsOf({ hands, course, board: [] }).map(({ name }) => name);
  assert.deepEqual(names(hand(0, 0), hand(3, 4)), ['third', 'fourth', 'fifth', 'sixth']);
  assert.deepEqual(names(hand(2, 1)), ['third', 'fourth', 'fifth', 'sixth']);
  assert.deepEqual(names(hand(1, 4)), ['second', 'third', 'fourth', 'fifth']);
  assert.deepEqual(told({ hands: [], course: [wager(1, 0), wager(2, 1)], board: [] }), [[null, '', '1'], [null, '', '2']]);
});

test('the streets of five closed cards have no names, because no board comes', () => {
  assert.deepEqual(told({ hands: [hand(5, 0), hand(0, 0)], course: [wager(1, 0, 'pass'), wager(2, 1, 'bet')], board: [] }), [[null, '', '1'], [null, '', '2']]);
});

test('a deal that was played again is told play by play, each with its own cards', () => {
  const course = [wager(1, 3, 'call'), wager(2, 3, 'divide'), wager(1, 3, 'play-again'), wager(1, 0, 'pass'), wager(2, 1, 'call')];
  const earlier = [{ board: BOARD, shown: [1, 2], hands: [hand(2, 0), hand(2, 0)] }];
  const plays = playsOf({ hands: [hand(2, 0), hand(2, 0)], course, board: BOARD.slice(0, 3), shown: [], earlier });
  assert.deepEqual(plays.map(told), [
    [['flop', 'As Kd 7h', ''], ['turn', '2c', ''], ['river', '2d', '1 2 1']],
    [['pre-flop', '', '1'], ['flop', 'As Kd 7h', '2']],
  ]);
  const check = (play, seat, live, expected) => assert.equal(endOfHand({ seat, live }, play), expected);
  check(plays[0], 2, true, null);
  check(plays[1], 3, false, 'poker.not-in-replay');
  check({ ...plays[1], course: [wager(3, 0, 'fold')] }, 3, false, 'poker.did.fold');
});

test('who was not in the second of three plays did not fold it', () => {
  const course = [wager(1, 0, 'play-again'), wager(1, 0, 'play-again'), wager(1, 0)];
  const earlier = [{ board: [], shown: [1], hands: [] }, { board: [], shown: [1], hands: [] }];
  const plays = playsOf({ hands: [], course, board: [], shown: [], earlier });
  assert.deepEqual(plays.map((play) => endOfHand({ seat: 3, live: false }, play)), ['poker.did.fold', 'poker.not-in-replay', 'poker.not-in-replay']);
});

test('of an earlier play that was read off the journal what was done is left', () => {
  const course = [wager(1, null), wager(1, null, 'play-again'), wager(2, null)];
  const plays = playsOf({ hands: [], course, board: [], shown: [], earlier: [] });
  assert.deepEqual(plays.map(told), [[[null, '', '1 1']], [[null, '', '2']]]);
});

test('a replay in which nobody could bet any more shows its board all the same', () => {
  const course = [wager(1, 3, 'call'), wager(2, 3, 'play-again')];
  const deal = { hands: [hand(2, 0), hand(2, 0)], course, board: BOARD, shown: [], earlier: [] };
  const boards = told(playsOf(deal).at(-1)).map(([, cards]) => cards);
  assert.deepEqual(boards.join(' ').split(' ').filter(Boolean), BOARD);
});

test('a deal that was read off the journal knows no streets and no cards', () => {
  const course = [wager(2, null, null), wager(3, null)];
  assert.deepEqual(told({ hands: [], course, board: [] }), [[null, '', '2 3']]);
  assert.deepEqual(ownCards({ hands: [] }, 3), []);
});

test('a hand was folded, or lay open, or was not shown', () => {
  const hand = { shown: [2], hands: [], course: [wager(1, 0, 'fold')] };
  const check = (seat, live, expected) => assert.equal(endOfHand({ seat, live }, hand), expected);
  check(1, false, 'poker.did.fold');
  check(2, true, null);
  check(3, true, 'poker.not-shown');
});

test('the own cards of a stud are the closed ones and then the open ones', () => {
  const hands = [{ seat: 1, down: [null, null], up: ['9d'] }, { seat: 3, down: ['As', 'Ah'], up: ['2c'] }];
  assert.deepEqual(ownCards({ hands }, 3), ['As', 'Ah', '2c']);
});

test('each pot is told with its amount, its winners and its fee, and what nobody called', async () => {
  // Cards are drawn as soon as their words are loaded; here is no page.
  globalThis.document = { body: { classList: { toggle() {} } } };
  const { potLines } = await import('../../src/http/console/assets/player-words.js');
  const share = (seat, amount, low = false) => ({ seat, amount, low });
  const pots = [
    { amount: 600, fee: 30, seats: [1, 2], shares: [share(1, 285), share(2, 285, true)] },
    { amount: 200, fee: 0, seats: [1], shares: [share(1, 200)] },
  ];
  // Without a language a sentence is its key.
  assert.deepEqual(potLines({ pots, uncalled: { seat: 3, amount: 50 } }, { decimals: 0, currency: 'XTS' }), [
    'poker.main-pot 600\u00a0XTS · poker.wins · poker.wins (poker.low) · poker.fee',
    'poker.side-pot 200\u00a0XTS · poker.wins',
    'poker.uncalled',
  ]);
  assert.deepEqual(potName(0, 1), ['poker.pot', {}]);
  assert.deepEqual(potName(2, 3), ['poker.side-pot', { number: 2 }]);
});
