// An attendant locks a seat and unlocks it: its player is told, can stake nothing meanwhile, and plays on afterwards.
'use strict';

const assert = require('node:assert/strict');
const { after, before, test } = require('node:test');
const { barriersOf, closeHouse, comesTo, complaints, cutOff, freshRound, openHouse, order, pages, picture, tooSmall, until } = require('./house.cjs');

const SIZE = { width: 1280, height: 800 };

before(() => openHouse(['--wheel-speed', '10', '--wheel-seed', '7'], [['Attendant', SIZE], ['Seat 1', SIZE]]));

after(closeHouse);

test('a seat is locked with a reason, and both pages say so', async () => {
  await order('Attendant', 'seats/1/credit-in', { amount: 100_000 });
  const [seat, attendant] = [pages['Seat 1'], pages.Attendant];
  await attendant.click('[data-seat="1"] .lock');
  await attendant.click('#ask .ready button');
  await attendant.click('#ask .ask-foot .danger');
  await until('the attendant sees why', async () => /Matter with a player/.test(await attendant.textContent('[data-seat="1"] .lock-box')));
  await until('the player is told', async () => /An attendant has locked this seat/.test(await seat.textContent('#notice-title')));
  await until('nothing can be repeated', async () => seat.isDisabled('#repeat'));
  assert.deepEqual(await tooSmall(attendant), []);
  for (const page of [seat, attendant]) assert.deepEqual(await cutOff(page), []);
  assert.deepEqual(await barriersOf(attendant), []);
  await picture('seat-lock-seat', seat);
  await picture('seat-lock-attendant', attendant);
});

test('the attendant unlocks it, and the player plays on', async () => {
  const [seat, attendant] = [pages['Seat 1'], pages.Attendant];
  await attendant.click('[data-seat="1"] .unlock');
  await until('the lock is gone', async () => attendant.locator('[data-seat="1"] .lock-box').isHidden());
  await comesTo([false, ''], async () => [await seat.isVisible('#notice'), (await seat.textContent('#notice')).trim()], 'nothing of the notice stays');
  const round = await freshRound();
  await order('Seat 1', 'seats/1/bets', { round, bets: [{ bet: 'red', stake: 10_000 }] });
});

test('no page complained', () => assert.deepEqual(complaints, []));
