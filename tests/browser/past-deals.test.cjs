// A player opens a deal at a card table that is not among the last ones any more: it is read from the journal, and his page shows its cards, his own
// stakes and nobody else's. Another seat's link, and a seat that had no part in the deal, are refused it.
'use strict';

const assert = require('node:assert/strict');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { WAIT, barriersOf, cabinet, closeHouse, complaints, cutOff, house, openHouse, order, pages, picture, seatView, until } = require('./house.cjs');

/** Top Card, the second table of the cabinet: nobody is asked for a decision. */
const TABLE = 2;
const STAKE = 500;

before(() =>
  openHouse(['--cabinet', path.join(__dirname, 'deals.toml'), '--wheel-speed', '10', '--wheel-seed', '7', '--clock-speed', '8'], [
    ['Attendant', { width: 1280, height: 800 }],
    ['Seat 1', { width: 1280, height: 800 }],
    ['Seat 2', { width: 390, height: 844 }],
    ['Seat 3', { width: 390, height: 844 }],
  ]),
);

after(closeHouse);

const table = async () => (await cabinet()).tables.find((each) => each.table === TABLE);
const dealsOf = async (seat) => (await seatView(seat)).tables.find((each) => each.table === TABLE).deals;

/** These seats stake in one deal, and it is played; its number. */
async function play(...seats) {
  const { deal } = await until('stakes are taken', async () => {
    const [{ now }, at] = [await cabinet(), await table()];
    return at.phase === 'staking' && (at.ends_at === null || at.ends_at - now > 5_000_000) && at;
  });
  for (const seat of seats) await order(`Seat ${seat}`, `seats/${seat}/tables/${TABLE}/stakes`, { deal, stakes: [{ box: seat, stake: 'ante', amount: STAKE }] });
  await until('the deal is over', async () => (await dealsOf(seats[0])).some((each) => each.deal === deal));
  return deal;
}

/** The answer to this link when it asks for a seat's deal. */
async function asks(who, seat, deal) {
  const headers = { authorization: `Bearer ${house.links[who].split('#')[1]}` };
  const answer = await fetch(`http://127.0.0.1:${house.port}/api/v1/seats/${seat}/tables/${TABLE}/deals/${deal}`, { headers });
  return { status: answer.status, data: await answer.json() };
}

let first = null;
let recalled = null;

test('two play a deal, and then so many that it is not among the last ones', async () => {
  for (const seat of [1, 2]) await order('Attendant', `seats/${seat}/credit-in`, { amount: 100_000 });
  first = await play(1, 2);
  recalled = (await dealsOf(1)).find(({ deal }) => deal === first);
  assert.ok(recalled.hands.some(({ cards }) => cards.some(Boolean)));
  while ((await dealsOf(1)).some(({ deal }) => deal === first)) await play(1);
});

test('the seat is shown it as it was recalled, and nobody else is shown that seat’s', async () => {
  assert.deepEqual(await asks('Seat 1', 1, first), { status: 200, data: recalled });
  assert.deepEqual([...new Set(recalled.settlement.returns.map(({ seat }) => seat))], [1]);
  assert.equal((await asks('Seat 2', 1, first)).status, 403);
  assert.equal((await asks('Seat 3', 3, first)).status, 404, 'it had no part in it');
  assert.equal((await asks('Attendant', 1, first)).status, 200);
});

test('his page opens it with its cards', async () => {
  for (const number of [1, 2]) {
    const page = pages[`Seat ${number}`];
    await page.click('#open-lobby');
    await page.locator('.tile-go', { hasText: 'Top Card' }).click();
    await page.locator('#open-rounds').click();
    const row = page.locator('#rounds-dialog .round-row', { has: page.locator('.round-number', { hasText: new RegExp(`^№ ${first}$`) }) });
    await row.locator('summary').click();
    await row.locator('.table-hands .card').first().waitFor({ timeout: WAIT });
    assert.equal(await row.getAttribute('open'), '');
    assert.equal(await row.locator('.line-list li').count(), 1, 'his own stake alone');
    await picture(`past-deal-${number}`, page);
    assert.deepEqual(await barriersOf(page), []);
    assert.deepEqual(await cutOff(page), []);
    await page.keyboard.press('Escape');
  }
});

test('no page complained', () => assert.deepEqual(complaints, []));
