// An attendant narrows the limits at the wheel: what he sees before he orders, what players read and may bet then, and how he lifts them again.
'use strict';

const assert = require('node:assert/strict');
const { after, before, test } = require('node:test');
const { barriersOf, closeHouse, complaints, cutOff, freshRound, house, openHouse, order, pages, picture, until } = require('./house.cjs');

const SIZE = { width: 1280, height: 800 };

before(() => openHouse(['--wheel-speed', '10', '--wheel-seed', '7'], [['Attendant', SIZE], ['Seat 1', SIZE]]));

after(closeHouse);

const told = async (page, selector) => (await page.textContent(selector)).replace(/[\s\u00a0\u202f]+/g, ' ');
const field = (page) => page.locator('#ask table.limits tbody tr').filter({ hasText: 'Straight up' }).locator('input').nth(1);

async function bet(stake) {
  const round = await freshRound();
  const answer = await fetch(`http://127.0.0.1:${house.port}/api/v1/seats/1/bets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${house.links['Seat 1'].split('#')[1]}`, 'content-type': 'application/json', 'idempotency-key': `bet-${Math.random()}` },
    body: JSON.stringify({ round, bets: [{ bet: 'straight', numbers: [17], stake }] }),
  });
  const said = await answer.json();
  return answer.ok ? said.seat.bets.map((each) => each.stake) : said.reason;
}

const straight = async () => (await (await fetch(`http://127.0.0.1:${house.port}/api/v1/cabinet`)).json()).rules.bets.find((each) => each.bet === 'straight');

test('he sees what changes before he orders it', async () => {
  await order('Attendant', 'seats/1/credit-in', { amount: 100_000 });
  const page = pages.Attendant;
  await page.click('#limits-button');
  await page.click('#ask .ask-foot button:has-text("Wheel")');
  await field(page).waitFor();
  assert.deepEqual(await barriersOf(page), []);
  await field(page).fill('300');
  assert.ok(await page.locator('#ask .ask-foot .primary').isDisabled(), 'above the file');
  await picture('limits-too-wide', page);
  await field(page).fill('50');
  await picture('limits', page);
  const cut = await page.evaluate(() => [...document.querySelectorAll('#ask table.limits td')].filter((cell) => cell.getBoundingClientRect().right > document.querySelector('#ask').getBoundingClientRect().right).length);
  assert.equal(cut, 0, 'the file\'s limits are seen');
  assert.deepEqual(await cutOff(page), []);
  await page.click('#ask .ask-foot .primary');
  await until('the change is told', async () => /Straight up.*: 1\.00 – 50\.00 instead of 1\.00 – 200\.00/.test(await told(page, '#ask .limit-changes')));
  await picture('limits-sure', page);
  await page.click('#ask .ask-foot .danger');
  await until('it holds', async () => (await straight()).most === 5_000);
});

test('players read it and bet by it', async () => {
  const taken = await bet(6_000);
  assert.ok(taken === 'above-most' || taken.every((stake) => stake <= 5_000), JSON.stringify(taken));
  const page = pages['Seat 1'];
  await page.click('#open-rules');
  await until('the rules sheet says so', async () => /Straight up.*50\.00/.test(await told(page, '#rules-dialog')));
  await page.click('#rules-dialog .close');
});

test('he lifts it again', async () => {
  const page = pages.Attendant;
  await page.click('#limits-button');
  await page.click('#ask .ask-foot button:has-text("Wheel")');
  await field(page).waitFor();
  await page.click('#ask .sheet-body button');
  await page.click('#ask .ask-foot .primary');
  await page.click('#ask .ask-foot .danger');
  await until('the file holds', async () => (await straight()).most === 20_000);
});

test('no page complained', () => assert.deepEqual(complaints, []));
