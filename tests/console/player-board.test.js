// What everybody sees of the cards of a table between players.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHands } from '../../src/http/console/assets/player-table.js';

const place = (seat, down, up, more = {}) => ({ seat, live: true, down, up, combination: null, ...more });

const check = (table, expected) => {
  const told = openHands(table).map(({ at, cards, combinations }) => [at.place === 'seat' ? at.box : at.place, cards.join(' '), combinations.join()]);
  assert.deepEqual(told, expected);
};

test('the board shows the middle, and no closed card of a hand', () => {
  check({ board: ['As', 'Td', '2c'], places: [place(1, [null, null], []), place(4, [null, null], [])] }, [['board', 'As Td 2c', '']]);
  check({ board: [], places: [place(1, [null, null], [])] }, []);
});

test('at a stud the board shows the open cards of each live hand', () => {
  const places = [place(2, [null, null], ['Kd', '9s']), place(3, [null], ['2h'], { live: false }), place(5, [null, null], ['3c', '3d'])];
  check({ board: [], places }, [[2, 'Kd 9s', ''], [5, '3c 3d', '']]);
});

test('after a showdown the board shows the hands that were opened, with what they make', () => {
  const opened = place(6, ['Ah', 'Ad'], [], { combination: 'two-pair' });
  check({ board: ['Kd', 'Kc', '4s', '5s', '9h'], places: [place(1, [null, null], []), opened] }, [['board', 'Kd Kc 4s 5s 9h', ''], [6, 'Ah Ad', 'two-pair']]);
});
