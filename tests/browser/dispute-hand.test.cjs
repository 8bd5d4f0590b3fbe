// A player does not agree with a deal between players: an attendant opens a dispute about it and reads its report, in which no card lies open that was
// not shown.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { WAIT, barriersOf, closeHouse, complaints, cutOff, openHouse, order, pages, picture, tooSmall, until } = require('./house.cjs');
const { TABLE, act, asked, choose, go, panel, table } = require('./poker-table.cjs');

/** The demo's cabinet file; its tables between players wait longer before the next deal. */
function cabinetFile() {
  const demo = fs.readFileSync(path.join(__dirname, '../../device-profiles/cabinets/demo.toml'), 'utf8');
  const changed = demo.replace('decision_seconds = 30\npause_seconds = 6\n', 'decision_seconds = 120\npause_seconds = 30\n');
  assert.notEqual(changed, demo);
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'croupier-dispute-')), 'cabinet.toml');
  fs.writeFileSync(file, changed);
  return file;
}

before(() =>
  openHouse(['--clock-speed', '4', '--wheel-seed', '7', '--cabinet', cabinetFile()], [
    ['Attendant', { width: 1280, height: 800 }],
    ['Seat 1', { width: 1280, height: 800 }],
    ['Seat 2', { width: 1280, height: 800 }],
  ]),
);

after(closeHouse);

const disputeButton = () => panel().locator('.orders button', { hasText: 'Dispute' });
let loser = 0;

test('two play a deal, and one gives up', async () => {
  for (const number of [1, 2]) {
    await order('Attendant', `seats/${number}/credit-in`, { amount: 100_000 });
    await order(`Seat ${number}`, `seats/${number}/tables/${TABLE}/join`, { deal: (await table()).deal, amount: 40_000 });
  }
  for (const number of [1, 2]) await go(pages[`Seat ${number}`]);
  loser = await asked();
  assert.equal(await disputeButton().isDisabled(), true, 'no deal is over yet');
  await act(loser, 'fold');
  assert.equal(await asked(), null);
});

test('a dispute is opened about the deal', async () => {
  const page = pages.Attendant;
  await choose();
  await disputeButton().click({ timeout: WAIT });
  const question = page.locator('dialog[open]');
  await question.getByRole('button', { name: '№ 1', exact: true }).click({ timeout: WAIT });
  await question.getByRole('button', { name: `Seat ${loser}`, exact: true }).click({ timeout: WAIT });
  await page.fill('#ask .reason', 'He says that he did not fold.');
  await page.click('#ask .primary');
  await until('the dispute is listed', async () => (await page.locator('#disputes details').count()) === 1);
  assert.match(await page.locator('#disputes summary').textContent(), new RegExp(`Seat ${loser}.*Texas Hold’em, deal 1.*disputed`));
  assert.deepEqual(await tooSmall(page), []);
  assert.deepEqual(await cutOff(page), []);
});

test('its report shows no card that was not opened', async () => {
  const page = pages.Attendant;
  await page.click('#disputes summary');
  await page.locator('#disputes .dispute-buttons button').last().click();
  const report = page.locator('#report[open]');
  await report.waitFor({ timeout: WAIT });
  const hands = report.locator('.past-hand');
  assert.equal(await hands.count(), 2);
  // Who folded has no cards any more, and the winner need not show.
  const told = await hands.evaluateAll((boxes) => boxes.map((box) => [box.querySelector('b').textContent, box.querySelectorAll('.past-cards > *').length, box.querySelectorAll('.back').length]));
  assert.deepEqual(told.filter(([, cards, backs]) => cards !== backs), [], 'every card lies face down');
  assert.deepEqual(told.filter(([seat]) => seat === `Seat ${3 - loser}`).map(([, cards]) => cards), [2]);
  await picture('dispute-hand-report', page);
  assert.deepEqual(await cutOff(page), []);
  assert.deepEqual(await barriersOf(page), []);
  await page.locator('#report .close').click();
});

test('its player sees that it is disputed, and the other one does not', async () => {
  for (const number of [1, 2]) {
    const page = pages[`Seat ${number}`];
    await page.click('#open-rounds');
    await page.locator('#rounds-dialog .round-row').first().waitFor({ timeout: WAIT });
    assert.equal(await page.locator('#rounds-dialog .tag.disputed').count(), number === loser ? 1 : 0);
    await page.click('#rounds-dialog .close');
  }
});

test('no page complained', () => assert.deepEqual(complaints, []));
