// What the tables wait for, as the technician's page says it. Without a language every sentence is its key.
import assert from 'node:assert/strict';
import { test } from 'node:test';

// The cards' pictures wear a class of the page as soon as they are loaded.
globalThis.document ??= { body: { classList: { toggle: () => {} } } };
globalThis.localStorage ??= { getItem: () => null };
const { tableStates } = await import('../../src/http/console/assets/waits.js');

const NOW = 1_000_000_000;
const HOLD = { since: 1, reason: 'a look at the wheel', fault: null, self_test: null, ends_by_itself: false };
const WHEEL = { phase: 'open', ends_at: null, outcome: null, hold: null, betting_open: true, ball_on_rim: false, wheel_rests: false };
const CARDS = { table: 1, name: 'Baccarat', game: 'baccarat', owner: null, phase: 'staking', ends_at: null, turns: [], shuffle: null, card_to: null, voided: null, hold: null };
const PLAYERS = { table: 17, name: 'Holdem', game: 'holdem', phase: 'waiting', turn: null, card_to: null, voided: null, hold: null };

/** What is said of the last table of a cabinet with this wheel, these card tables, machines and tables between players. */
function check({ wheel = {}, tables = [], machines = [], players = [] }, [name, phase, waits], isHeld = false) {
  const cabinet = { ...WHEEL, ...wheel, tables, player_tables: players };
  const { hold, ...said } = tableStates({ cabinet, official: { machines } }, NOW).at(-1);
  assert.deepEqual([said.name, said.phase, said.waits, hold !== null], [name, phase, waits, isHeld]);
}

test('a wheel without a countdown waits for a bet', () => {
  check({}, ['tab.wheel', 'phase.open', 'waits.bet']);
  check({ wheel: { ends_at: NOW } }, ['tab.wheel', 'phase.open', 'ball.rest']);
});

test('a wheel that spins says what its ball does', () => {
  check({ wheel: { phase: 'ball-running', ball_on_rim: true, betting_open: false } }, ['tab.wheel', 'phase.closed', 'ball.rim']);
});

test('a table that is held has its hold', () => {
  check({ wheel: { phase: 'held', hold: HOLD } }, ['tab.wheel', 'phase.held', ''], true);
  check({ tables: [{ ...CARDS, phase: 'held', hold: HOLD }] }, ['1. Baccarat', 'deal.held', ''], true);
  check({ players: [{ ...PLAYERS, phase: 'held', hold: HOLD }] }, ['Holdem · 17', 'poker.phase.held', ''], true);
});

test('a card table waits for a stake, for its cards, or for one card', () => {
  check({ tables: [CARDS] }, ['1. Baccarat', 'deal.staking', 'waits.bet']);
  check({ tables: [{ ...CARDS, phase: 'shuffling', shuffle: { cards_done: 52, cards: 104, ends_about: null } }] }, ['1. Baccarat', 'deal.shuffling', 'deal.decks']);
  check({ tables: [{ ...CARDS, phase: 'dealing', card_to: { place: 'banker' } }] }, ['1. Baccarat', 'deal.dealing', 'deal.next-card']);
});

test('a table between players says whom it waits for', () => {
  check({ players: [PLAYERS] }, ['Holdem · 17', 'poker.phase.waiting', '']);
});

test('of the machines those alone are told that are held', () => {
  check({ machines: [{ ...CARDS, owner: 2 }] }, ['tab.wheel', 'phase.open', 'waits.bet']);
  check({ machines: [{ ...CARDS, owner: 2, phase: 'held', hold: HOLD }] }, ['Baccarat · seat.word 2', 'deal.held', ''], true);
});
