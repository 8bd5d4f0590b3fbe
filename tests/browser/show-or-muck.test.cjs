// Three seats play hold'em in a real browser against the real daemon. Who is not called may show his hand: the others see it on the table and when
// they look back. Who has his hand mucked no more opens it at the showdown. A fold where checking is free is asked for once more.
'use strict';

const assert = require('node:assert/strict');
const { after, before, test } = require('node:test');
const { WAIT, barriersOf, closeHouse, complaints, cutOff, openHouse, order, pages, picture, tooSmall, unreadable, until } = require('./house.cjs');
const { TABLE, act, asked, go, namesOf, ownTable, place, table } = require('./poker-table.cjs');

const SEATS = [1, 2, 3];

before(() =>
  openHouse(['--wheel-speed', '10', '--wheel-seed', '7'], [
    ['Seat 1', { width: 1280, height: 800 }],
    ['Seat 2', { width: 390, height: 844 }],
    ['Seat 3', { width: 1920, height: 1080 }],
  ]),
);

after(closeHouse);

test('who is not called shows his hand, and everybody sees it', async () => {
  for (const number of SEATS) {
    await order('Attendant', `seats/${number}/credit-in`, { amount: 100_000 });
    await order(`Seat ${number}`, `seats/${number}/tables/${TABLE}/join`, { deal: (await table()).deal, amount: 40_000 });
    await go(pages[`Seat ${number}`]);
  }
  await act(await asked(), 'fold');
  await act(await asked(), 'fold');
  const offered = await until('somebody may show', async () => {
    const own = await Promise.all(SEATS.map(ownTable));
    return own.findIndex((each) => each.may_show) + 1;
  });
  const page = pages[`Seat ${offered}`];
  const show = page.locator('.player-show button:visible');
  await show.waitFor({ timeout: WAIT });
  const cards = await namesOf(show.locator('.card'));
  assert.equal(cards.length, 2);
  const others = SEATS.filter((number) => number !== offered);
  for (const eyes of others) assert.equal(await pages[`Seat ${eyes}`].locator('.player-show button:visible').count(), 0);
  await show.click();
  for (const eyes of others) {
    await place(offered, eyes).locator('.card:not(.back)').nth(1).waitFor({ timeout: WAIT });
    assert.deepEqual(await namesOf(place(offered, eyes).locator('.card:not(.back)')), cards);
    const [newest] = (await ownTable(eyes)).hands;
    assert.deepEqual(newest.shown, [offered]);
    await picture(`poker-shown-${eyes}`, pages[`Seat ${eyes}`]);
  }
});

test('who has his hand mucked no more opens it at the showdown', async () => {
  await until('the next deal', async () => (await table()).turn);
  const { deal } = await table();
  for (const number of SEATS) {
    const muck = pages[`Seat ${number}`].locator('.player-seat button:visible', { hasText: 'Muck losing hands' });
    assert.equal(await muck.getAttribute('aria-pressed'), 'true');
    await muck.click({ timeout: WAIT });
    await until('it is so', async () => (await ownTable(number)).mucks === false);
    await until('the page shows it', async () => (await muck.getAttribute('aria-pressed')) === 'false');
  }
  for (let number = await asked(); number !== null; number = await asked()) await act(number, 'call');
  const [newest] = (await ownTable(1)).hands;
  assert.deepEqual([newest.deal, newest.shown], [deal, SEATS]);
});

test('nothing is too small, cut off or unreadable while a hand may be shown', async () => {
  await until('the next deal', async () => (await table()).turn);
  await act(await asked(), 'fold');
  await act(await asked(), 'fold');
  for (const number of SEATS) {
    const page = pages[`Seat ${number}`];
    await picture(`poker-may-show-${number}`, page);
    assert.deepEqual(await barriersOf(page), [], `seat ${number}`);
    assert.deepEqual(await tooSmall(page), [], `seat ${number}`);
    assert.deepEqual(await cutOff(page), [], `seat ${number}`);
    assert.deepEqual(await unreadable(page, 11), [], `seat ${number}`);
  }
});

test('who folds where he could check for nothing is asked once more, and only then folds', async () => {
  await until('the next deal', async () => (await table()).turn);
  let number = await asked();
  while ((await ownTable(number)).offers.call > 0) {
    await act(number, 'call');
    number = await asked();
  }
  const page = pages[`Seat ${number}`];
  const fold = page.locator('.player-turn .fold:not([disabled])');
  assert.equal(await fold.textContent({ timeout: WAIT }), 'Fold');
  await fold.dblclick();
  await page.locator('.player-turn .fold', { hasText: 'Fold all the same' }).waitFor({ timeout: WAIT });
  await picture('poker-fold-for-nothing', page);
  assert.equal(await asked(), number, 'neither tap of a double one has folded');
  await fold.click();
  await until('he has folded', async () => (await table()).places.find((place) => place.seat === number).acted?.action === 'fold');
});

test('no page complained', () => {
  assert.deepEqual(complaints, []);
});
