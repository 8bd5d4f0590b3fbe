// What the picture of a past round shows: the chips of all seats by place, and the number that settled it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chipsOf, pocketOf } from '../../src/http/console/assets/past-layout.js';

test('the chips of all seats on a place are one sum', () => {
  const first = { bets: [{ bet: 'red', stake: 700, returned: 1400 }, { bet: 'split', numbers: [20, 17], stake: 100, returned: 0 }] };
  const second = { bets: [{ bet: 'red', stake: 300, returned: 600 }, { bet: 'split', numbers: [17, 20], stake: 50, returned: 0 }, { bet: 'dozen', which: 2, stake: 200, returned: 0 }] };
  assert.deepEqual([...chipsOf([first, second])], [['red', 1000], ['split-17-20', 150], ['dozen-2', 200]]);
  assert.deepEqual([...chipsOf([])], []);
});

test('a round that is void or still runs has no number', () => {
  assert.equal(pocketOf({ voided: null, outcome: { pocket: 0 } }), 0);
  assert.equal(pocketOf({ voided: 'ordered', outcome: { pocket: 17 } }), null);
  assert.equal(pocketOf({ voided: null, outcome: null }), null);
});
