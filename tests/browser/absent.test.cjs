// Three seats sit at a table between players in a real browser against the real daemon; one of them loses his line. The others see it, and the
// attendant too; he sits out after the deals that he missed, and is back when he says so. A page that is loaded anew is never missed.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { WAIT, barriersOf, closeHouse, complaints, cutOff, house, openHouse, order, pages, picture, unreadable, until, visit } = require('./house.cjs');
const { TABLE, choose, go, place, table } = require('./poker-table.cjs');

const SEATS = [1, 2, 3];
const SIZES = [{ width: 1280, height: 800 }, { width: 1280, height: 800 }, { width: 390, height: 844 }];

/** The demo's cabinet file with decisions that are soon over, and the grace that a page needs on a busy machine to be loaded anew. */
function cabinetFile() {
  const demo = fs.readFileSync(path.join(__dirname, '../../device-profiles/cabinets/demo.toml'), 'utf8');
  const changed = demo
    .replaceAll('decision_seconds = 30\npause_seconds = 6\n', 'decision_seconds = 5\npause_seconds = 3\n')
    .replaceAll('time_bank = { full_seconds = 60, gain_seconds = 5 }', 'time_bank = { full_seconds = 0, gain_seconds = 0 }')
    .replaceAll('absent_after_decisions = 2', 'absent_after_decisions = 0')
    .replaceAll('absent_after_deals = 2', 'absent_after_deals = 1');
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'croupier-absent-')), 'cabinet.toml');
  fs.writeFileSync(file, `${changed}\n[presence]\ngrace_seconds = 10\n`);
  return file;
}

before(() => openHouse(['--wheel-speed', '10', '--wheel-seed', '7', '--cabinet', cabinetFile()], [['Attendant', SIZES[0]], ...SEATS.map((number, index) => [`Seat ${number}`, SIZES[index]])]));

after(closeHouse);

const placeOf = async (number) => (await table()).places.find(({ seat }) => seat === number);

test('three sit down', async () => {
  for (const number of SEATS) {
    await order('Attendant', `seats/${number}/credit-in`, { amount: 100_000 });
    await order(`Seat ${number}`, `seats/${number}/tables/${TABLE}/join`, { deal: (await table()).deal, amount: 40_000 });
    await go(pages[`Seat ${number}`]);
  }
});

test('a page that is loaded anew is never missed', async () => {
  const page = pages['Seat 3'];
  for (let times = 0; times < 3; times += 1) {
    await page.reload();
    assert.equal((await placeOf(3)).absent, false);
  }
  await go(page);
});

test('one loses his line, and the others and the attendant see it', async () => {
  await pages['Seat 2'].context().close();
  for (const eyes of [1, 3]) await place(2, eyes).locator('.felt-absent', { hasText: 'no connection' }).waitFor({ timeout: WAIT });
  await choose();
  await pages.Attendant.locator('.table-card', { hasText: 'no connection' }).first().waitFor({ timeout: WAIT });
  for (const eyes of [1, 3]) {
    const page = pages[`Seat ${eyes}`];
    await picture(`poker-absent-${eyes}`, page);
    assert.equal(await place(2, eyes).evaluate((node) => node.classList.contains('absent')), true);
    assert.deepEqual(await barriersOf(page), [], `seat ${eyes}`);
    assert.deepEqual(await cutOff(page), [], `seat ${eyes}`);
    assert.deepEqual(await unreadable(page, 11), [], `seat ${eyes}`);
  }
  assert.deepEqual([(await placeOf(1)).absent, (await placeOf(3)).absent], [false, false]);
});

test('he sits out after the deal that he missed, and is back when he says so', async () => {
  await until('he sits out', async () => (await placeOf(2)).sits_out);
  const page = await visit('Seat 2', SIZES[1]);
  await go(page);
  await until('his line is back', async () => !(await placeOf(2)).absent);
  assert.equal((await placeOf(2)).sits_out, true);
  const back = page.locator('.player-seat button:visible', { hasText: 'I am back' });
  await back.waitFor({ timeout: WAIT });
  await until('he is back', async () => {
    // Where a new deal has begun meanwhile, his order is refused, and he gives it again.
    await back.click({ timeout: 5_000 }).catch(() => {});
    return !(await placeOf(2)).sits_out;
  });
});

test('no page complained', () => {
  assert.ok(house.port > 0);
  assert.deepEqual(complaints, []);
});
