// What an auditor finds on the attendant's page: who is let in, and no button that orders something.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { letInRow, mayRevoke, spokenCode } from '../../src/http/console/assets/let-in.js';
import { momentOf } from '../../src/http/console/assets/report.js';

/** The buttons of the page that only show something. */
const LOOKS = ['look-up', 'show-shift'];

test('who is let in is told with the role or the seat, the way in, and until when', () => {
  const expires_at = 1_795_000_000_000_000;
  // Without a language loaded the words are their keys.
  assert.deepEqual(letInRow({ name: 'Anna', role: 'owner', seat: null, by: 'person', expires_at: null }), ['Anna', 'role.owner', 'let-in.person', '–']);
  assert.deepEqual(letInRow({ name: 'console-1', role: 'seat', seat: 3, by: 'console', expires_at }), ['console-1', 'seat.word 3', 'let-in.console', momentOf(expires_at)]);
});

test('an owner revokes every console and link, an attendant those of seats, and nobody a person on a page', () => {
  const [console3, link, person] = [{ by: 'console', seat: 3 }, { by: 'link', seat: null }, { by: 'person', seat: null }];
  const may = (role) => [console3, link, person].map((each) => mayRevoke(role, each));
  assert.deepEqual([may('owner'), may('attendant'), may('auditor')], [[true, true, false], [true, false, false], [false, false, false]]);
});

test('a code is read aloud in two halves', () => assert.equal(spokenCode('48291577'), '4829 1577'));

test('every button that stands on the page shows something, or is taken away with the orders', () => {
  const page = readFileSync(new URL('../../src/http/console/attendant.html', import.meta.url), 'utf8');
  const withoutOrders = page.replace(/<div class="orders" data-orders>.*?<\/div>/s, '');
  const buttons = [...withoutOrders.matchAll(/<button [^>]*id="([^"]+)"([^>]*)>/g)].filter(([, , rest]) => !rest.includes('data-orders'));
  assert.deepEqual(buttons.map(([, id]) => id), LOOKS);
  assert.equal(withoutOrders.match(/<button/g).length, LOOKS.length + 4, 'each has a name; limits, pairing and the two of the shift are orders');
});
