// A table between players that stands closed, in a real browser against the real daemon: a seat opens it with its conditions, another one joins it
// within them, an attendant closes it, and an empty one closes by itself.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { WAIT, barriersOf, closeHouse, complaints, cutOff, openHouse, order, pages, picture, tooSmall, unreadable, until } = require('./house.cjs');
const { TABLE, choose, go, table } = require('./poker-table.cjs');

/** The demo's cabinet file with a first table between players that a seat opens. */
function cabinetFile() {
  const demo = fs.readFileSync(path.join(__dirname, '../../device-profiles/cabinets/demo.toml'), 'utf8');
  const opened = 'opened_by_seat = { seats_most = 4, closes_after_seconds = 10 }';
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'croupier-opened-')), 'cabinet.toml');
  fs.writeFileSync(file, demo.replace('rules = "holdem/sport-no-limit"\n', `rules = "holdem/sport-no-limit"\n${opened}\n`));
  return file;
}

before(() =>
  openHouse(['--wheel-speed', '10', '--wheel-seed', '7', '--cabinet', cabinetFile()], [
    ['Attendant', { width: 1280, height: 800 }],
    ['Seat 1', { width: 1280, height: 800 }],
    ['Seat 2', { width: 390, height: 844 }],
  ]),
);

after(closeHouse);

const phase = (wanted) => until(`it is ${wanted}`, async () => (await table()).phase === wanted);

test('the lobby tells that the table is closed, and nobody can sit down', async () => {
  for (const number of [1, 2]) await order('Attendant', `seats/${number}/credit-in`, { amount: 100_000 });
  const page = pages['Seat 1'];
  await page.click('#open-lobby');
  await page.locator('.tile', { hasText: 'Closed until a seat opens it' }).first().waitFor({ timeout: WAIT });
  await page.keyboard.press('Escape');
  await go(page);
  await page.locator('.player-opening .confirm').waitFor({ timeout: WAIT });
  assert.equal(await page.locator('.player-seat button:visible').count(), 0);
  for (const number of [1, 2]) {
    const each = pages[`Seat ${number}`];
    if (number === 2) await go(each);
    await picture(`poker-closed-${number}`, each);
    assert.deepEqual(await barriersOf(each), [], `seat ${number}`);
    assert.deepEqual(await tooSmall(each), [], `seat ${number}`);
    assert.deepEqual(await cutOff(each), [], `seat ${number}`);
    assert.deepEqual(await unreadable(each, 11), [], `seat ${number}`);
  }
});

test('a seat opens it with its conditions, and the others join within them', async () => {
  const page = pages['Seat 1'];
  const [least, most, seats] = await page.locator('.player-opening .wager-slider').all();
  await most.press('Home');
  await seats.press('Home');
  await least.press('Home');
  await page.locator('.player-opening .confirm').click();
  await phase('waiting');
  const { opened_by: by, seats_most: seatsMost, amounts } = await table();
  assert.deepEqual([by, seatsMost, amounts.buy_in_least, amounts.buy_in_most], [1, 2, amounts.buy_in_least, amounts.buy_in_least]);
  for (const number of [1, 2]) {
    const each = pages[`Seat ${number}`];
    await each.locator('.felt-sit:visible').click({ timeout: WAIT });
    await each.locator('.player-chips .confirm').click({ timeout: WAIT });
    await until(`seat ${number} sits`, async () => (await table()).places.some((place) => place.seat === number && place.stack + place.put_in === amounts.buy_in_least));
  }
  await until('a deal is under way', async () => (await table()).turn);
});

test('an attendant closes it between deals', async () => {
  const { turn } = await table();
  await pages[`Seat ${turn.seat}`].locator('.player-turn .fold:not([disabled])').click({ timeout: WAIT });
  await until('the deal is over', async () => (await table()).result);
  const panel = pages.Attendant.locator('.table-card', { hasText: `Texas Hold’em · ${TABLE}` });
  await choose();
  await panel.locator('button:not([disabled])', { hasText: 'Close the table' }).click({ timeout: WAIT });
  await pages.Attendant.locator('dialog[open] button', { hasText: 'Close the table' }).click({ timeout: WAIT });
  await phase('closed');
  assert.deepEqual((await table()).places, []);
});

test('an empty one closes by itself', async () => {
  const page = pages['Seat 2'];
  await page.locator('.player-opening .confirm').click({ timeout: WAIT });
  await phase('waiting');
  await phase('closed');
});

test('no page complained', () => {
  assert.deepEqual(complaints, []);
});
