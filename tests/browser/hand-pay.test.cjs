// A player wins more than his cabinet pays by itself: he waits, the attendant pays him in cash, and he plays on.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { barriersOf, closeHouse, complaints, cutOff, freshRound, openHouse, order, pages, picture, tooSmall, until, winByHand } = require('./house.cjs');

const SIZE = { width: 1280, height: 800 };

/** The demo's cabinet file, where a win of 50.00 is paid by hand. */
function cabinetFile() {
  const demo = fs.readFileSync(path.join(__dirname, '../../device-profiles/cabinets/demo.toml'), 'utf8');
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'croupier-cabinet-')), 'cabinet.toml');
  fs.writeFileSync(file, demo.replace(/^credit_most_minor = .*$/m, '$&\nhand_pay_from_minor = 5_000'));
  return file;
}

before(() => openHouse(['--cabinet', cabinetFile(), '--wheel-speed', '10', '--wheel-seed', '7'], [['Attendant', SIZE], ['Seat 1', SIZE]]));

after(closeHouse);

const told = async (page, selector) => (await page.textContent(selector)).replace(/[\s\u00a0\u202f]+/g, ' ');

test('a win that is paid by hand stops its seat, and both pages say so', async () => {
  await order('Attendant', 'seats/1/credit-in', { amount: 100_000 });
  await winByHand(1);
  const [seat, attendant] = [pages['Seat 1'], pages.Attendant];
  const wins = async () => (await attendant.locator('[data-seat="1"] .hand-pay').isVisible()) && /To be paid by hand: 100\.00/.test(await told(attendant, '[data-seat="1"] .hand-pay'));
  await until('the attendant is told', wins);
  await until('the player is told', async () => /A win of 100\.00 \w+ is paid by hand/.test(await told(seat, '#notice')));
  assert.deepEqual(await tooSmall(attendant), []);
  for (const page of [seat, attendant]) assert.deepEqual(await cutOff(page), []);
  assert.deepEqual(await barriersOf(attendant), []);
  await picture('hand-pay-seat', seat);
  await picture('hand-pay-attendant', attendant);
});

test('the attendant pays it in cash, and the player plays on', async () => {
  const page = pages.Attendant;
  await page.click('[data-seat="1"] .hand-pay .cash');
  assert.match(await told(page, '#ask .ask-text'), /100\.00 \w+ paid to the player of seat 1 in cash\?/);
  await page.click('#ask .ask-foot .danger');
  await until('nothing waits', async () => page.locator('[data-seat="1"] .hand-pay').isHidden());
  await until('the meters tell it', async () => /Paid by hand ?100\.00/.test(await told(page, '#meters')));
  await until('the notice is gone', async () => !/paid by hand/.test(await told(pages['Seat 1'], '#notice-title')));
  const round = await freshRound();
  await order('Seat 1', 'seats/1/repeat', { round });
});

test('no page complained', () => assert.deepEqual(complaints, []));
