// The layout of the pages: the 157 positions, the bet forms made of them, and what a touch means.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CALL_NAMES, WHEEL, callForm, chipCount, covered, neighbours, placement } from '../../src/http/console/assets/calls.js';
import { KINDS, Layout, PLACES, betForm, colour, identityOf, offered, placeOf, positionForm } from '../../src/http/console/assets/layout.js';
import { Track } from '../../src/http/console/assets/track.js';

const SHAPES = ['wide', 'large', 'low', 'slim', 'tall'];
const FULL = { bets: KINDS.map((bet) => ({ bet })), zero_trios: true };
/** The places of each kind, and what a stake of 1 returns: the sum over all numbers is 36 for every place. */
const COUNTS = {
  straight: [37, 36], split: [60, 18], street: [14, 12], corner: [22, 9], 'six-line': [11, 6], 'first-four': [1, 9], column: [3, 3], dozen: [3, 3],
  red: [1, 2], black: [1, 2], odd: [1, 2], even: [1, 2], low: [1, 2], high: [1, 2],
};

test('there are 157 positions, each once, as many of each kind as the rules count', () => {
  assert.equal(PLACES.length, 157);
  assert.equal(new Set(PLACES.map((place) => place.id)).size, 157);
  for (const [kind, [count]] of Object.entries(COUNTS)) assert.equal(PLACES.filter((place) => place.kind === kind).length, count, kind);
});

test('every position covers as many numbers as its pay-out divides 36 by', () => {
  for (const { id, kind, numbers } of PLACES) {
    assert.equal(numbers.length * COUNTS[kind][1], 36, id);
    assert.equal(new Set(numbers).size, numbers.length, id);
    assert.ok(numbers.every((n) => Number.isInteger(n) && n >= 0 && n <= 36), id);
  }
});

test('splits join only neighbours of the layout, and zero only 1, 2 and 3', () => {
  for (const { numbers: [a, b] } of PLACES.filter(({ kind }) => kind === 'split')) {
    if (a === 0) assert.ok(b <= 3);
    else assert.ok(b - a === 3 || (b - a === 1 && a % 3 !== 0), `${a}-${b}`);
  }
});

test('streets, corners, six lines and the places with zero are where the rules put them', () => {
  const of = (kind) => PLACES.filter((place) => place.kind === kind).map(({ numbers }) => numbers.join('-')).sort();
  const rows = Array.from({ length: 12 }, (_, row) => [3 * row + 1, 3 * row + 2, 3 * row + 3]);
  assert.deepEqual(of('street'), [...rows.map((row) => row.join('-')), '0-1-2', '0-2-3'].sort());
  assert.deepEqual(of('six-line'), rows.slice(0, 11).map((row, i) => [...row, ...rows[i + 1]].join('-')).sort());
  assert.deepEqual(of('corner'), rows.slice(0, 11).flatMap(([a]) => [a, a + 1].map((n) => [n, n + 1, n + 3, n + 4].join('-'))).sort());
  assert.deepEqual(of('first-four'), ['0-1-2-3']);
});

test('outside bets never contain zero, and eighteen numbers are red', () => {
  for (const place of PLACES.filter(({ cell }) => cell)) assert.ok(!place.numbers.includes(0), place.id);
  assert.deepEqual(placeOf('red').numbers, [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);
  assert.deepEqual(placeOf('column-2').numbers, [2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 32, 35]);
  assert.deepEqual(placeOf('dozen-2').numbers, [13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24]);
  assert.equal(colour(0), 'green');
});

test('every bet form has exactly the keys its kind needs and names its place again', () => {
  const keys = { straight: 'numbers', split: 'numbers', street: 'numbers', corner: 'numbers', 'six-line': 'numbers', dozen: 'which', column: 'which' };
  for (const place of PLACES) {
    const form = betForm(place, 500);
    assert.deepEqual(Object.keys(form).sort(), ['bet', keys[place.kind], 'stake'].filter(Boolean).sort(), place.id);
    assert.equal(form.stake, 500);
    assert.equal(identityOf(form), place.id);
    assert.equal(identityOf(JSON.parse(JSON.stringify(positionForm(place)))), place.id);
    if (form.numbers) assert.equal(identityOf({ ...form, numbers: [...form.numbers].reverse() }), place.id);
  }
});

test('what the rules do not offer is not offered on the layout', () => {
  const nine = { bets: KINDS.filter((kind) => !['first-four', 'column'].includes(kind)).map((bet) => ({ bet })) };
  assert.equal(PLACES.filter((place) => offered(place, nine)).length, 151);
  assert.equal(PLACES.filter((place) => offered(place, { ...nine, zero_trios: true })).length, 153);
  assert.equal(PLACES.filter((place) => offered(place, FULL)).length, 157);
});

for (const shape of SHAPES) {
  test(`a touch in the middle of a place means that place (${shape})`, () => {
    const layout = new Layout(shape);
    for (const spot of layout.spots) assert.equal(layout.nearest(spot.x, spot.y, () => true), spot, spot.id);
  });

  test(`a touch means something offered or nothing, and nothing far beside the layout (${shape})`, () => {
    const layout = new Layout(shape);
    const nine = { bets: [{ bet: 'straight' }, { bet: 'split' }, { bet: 'dozen' }] };
    const allowed = (spot) => offered(spot, nine);
    for (let x = -60; x <= layout.width + 60; x += 7) {
      for (let y = -60; y <= layout.height + 60; y += 7) {
        const spot = layout.nearest(x, y, allowed);
        assert.ok(spot === null || allowed(spot));
        if (x < -30 || y < -30 || x > layout.width + 30 || y > layout.height + 30) assert.equal(spot, null);
      }
    }
  });

  test(`the arrow keys reach every place from every side (${shape})`, () => {
    const layout = new Layout(shape);
    const all = () => true;
    const reached = new Set(['straight-17']);
    const queue = [layout.byId.get('straight-17')];
    while (queue.length > 0) {
      const from = queue.pop();
      for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
        const next = layout.step(from, dx, dy, all);
        if (!reached.has(next.id)) {
          reached.add(next.id);
          queue.push(next);
        }
      }
    }
    assert.equal(reached.size, 157);
  });
}

test('the wheel has every number once', () => {
  assert.deepEqual([...WHEEL].sort((a, b) => a - b), Array.from({ length: 37 }, (_, n) => n));
  assert.deepEqual(neighbours(0), [3, 26, 0, 32, 15]);
});

test('called bets take as many chips as the rules say, on places that exist, and cover the right numbers', () => {
  const cases = {
    voisins: [9, [0, 2, 3, 4, 7, 12, 15, 18, 19, 21, 22, 25, 26, 28, 29, 32, 35]],
    tiers: [6, [5, 8, 10, 11, 13, 16, 23, 24, 27, 30, 33, 36]],
    orphelins: [5, [1, 6, 9, 14, 17, 20, 31, 34]],
    'zero-game': [4, [0, 3, 12, 15, 26, 32, 35]],
  };
  for (const [call, [chips, numbers]] of Object.entries(cases)) {
    assert.equal(chipCount(call), chips, call);
    assert.equal(placement(call).reduce((sum, [, count]) => sum + count, 0), chips, call);
    for (const [id] of placement(call)) assert.ok(placeOf(id), id);
    assert.deepEqual([...covered(call)].sort((a, b) => a - b), numbers, call);
  }
  for (const number of WHEEL) {
    assert.equal(placement('neighbours', number).length, chipCount('neighbours'));
    assert.deepEqual(new Set(covered('neighbours', number)), new Set(neighbours(number)));
  }
});

test('the form of a call has its chip, and a number only for neighbours', () => {
  for (const call of CALL_NAMES) {
    const form = JSON.parse(JSON.stringify(callForm(call, 17, 100)));
    assert.deepEqual(form, call === 'neighbours' ? { bet: call, number: 17, chip: 100 } : { bet: call, chip: 100 });
  }
});

for (const shape of ['wide', 'low', 'tall']) {
  test(`a touch on the race track means the pocket or the series that is drawn there (${shape})`, () => {
    const track = new Track(shape);
    for (const { number, x, y } of track.pockets) assert.deepEqual(track.nearest(x, y), { number });
    for (const { call, x, y } of track.series) assert.deepEqual(track.nearest(x, y), { call });
    assert.equal(track.nearest(-40, -40), null);
  });
}
