// A console over TLS: the page is opened at the printed link, its live view comes over the same TLS, and a bet is taken.
'use strict';

// The house's certificate is signed by nobody; this process alone takes it.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';

const assert = require('node:assert/strict');
const { after, before, test } = require('node:test');
const { closeHouse, complaints, freshRound, house, messages, openHouse, order, pages, shown, touch, until } = require('./house.cjs');

before(() => openHouse(['--tls', '--wheel-seed', '3'], [
  ['Seat 1', { width: 1280, height: 800 }],
  ['Board', { width: 1920, height: 1080 }],
]));

after(closeHouse);

test('the printed links are opened over TLS', async () => {
  for (const name of ['Seat 1', 'Board']) {
    assert.match(house.links[name], /^https:/);
    const answer = await pages[name].request.get(house.links[name].split('#')[0]);
    assert.equal(answer.status(), 200);
    assert.equal(answer.headers()['strict-transport-security'], 'max-age=86400');
    assert.ok(await pages[name].evaluate(() => isSecureContext && location.protocol === 'https:'));
  }
});

test('the live view is told of credit, and a bet is taken', async () => {
  await until('both are told the state', () => ['Seat 1', 'Board'].every((name) => messages[name].length > 0));
  await order('Attendant', 'seats/1/credit-in', { amount: 10_000 });
  await until('the credit is shown', async () => (await shown(pages['Seat 1'], '#credit')) > 0);
  await freshRound();
  const before = await shown(pages['Seat 1'], '#credit');
  await touch(pages['Seat 1'], 'straight-17');
  await until('the bet is taken', async () => (await shown(pages['Seat 1'], '#credit')) < before);
});

test('no page complained', () => assert.deepEqual(complaints, []));
