// An attendant at a cabinet with a wheel, two card tables and a table between players: all that is done daily lies in one view, without scrolling.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { LANGUAGES, barriersOf, closeHouse, comesTo, complaints, cutOff, freshRound, heights, openHouse, order, outOfView, pages, picture, resize, speak, tooSmall, until, unreadable, winByHand } = require('./house.cjs');

const [DESK, WALL, PHONE] = [[1280, 800], [1920, 1080], [390, 844]];
const DESK_SIZE = { width: DESK[0], height: DESK[1] };
const TABLES = ['Baccarat', 'Blackjack', 'Holdem'];

/** The demo's cabinet file with these tables alone, where a win of 50.00 is paid by hand. */
function cabinetFile() {
  const demo = fs.readFileSync(path.join(__dirname, '../../device-profiles/cabinets/demo.toml'), 'utf8');
  const [head, ...tables] = demo.split(/^(?=\[\[(?:card_table|machine|player_table)\]\])/m);
  const kept = tables.filter((table) => TABLES.some((name) => table.includes(`\nname = "${name}"\n`)));
  assert.equal(kept.length, TABLES.length);
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'croupier-cabinet-')), 'cabinet.toml');
  fs.writeFileSync(file, [head.replace(/^credit_most_minor = .*$/m, '$&\nhand_pay_from_minor = 5_000'), ...kept].join(''));
  return file;
}

before(() =>
  openHouse(['--cabinet', cabinetFile(), '--wheel-speed', '10', '--wheel-seed', '7'], [
    ['Attendant', DESK_SIZE],
    ['Service', DESK_SIZE],
    ['Board', DESK_SIZE],
    ['Seat 1', DESK_SIZE],
  ]),
);

after(closeHouse);

/** What is done daily; of the rounds the newest, however many are there. */
const DAILY = ['.seat-card .in', '.seat-card .out', '.seat-card .return', '#void-button', '#no-spin-button', '.table-choice', '.table-card .orders button', '#rounds details:first-child summary'];

async function checkView(selectors) {
  const page = pages.Attendant;
  for (const [width, height] of [DESK, WALL]) {
    await resize(page, width, height);
    assert.deepEqual(await heights(page), [height, height], 'the page is as high as its window');
    // What comes and goes by itself, as a notice does, may lie over something for a moment.
    await comesTo([], () => outOfView(page, [...DAILY, ...selectors]), `${width} x ${height}`);
  }
  await resize(page, ...DESK);
}

/** Waits until nothing is asked of the cabinet any more that the page does not show. */
const shows = (selector) => until(`there is ${selector}`, () => pages.Attendant.locator(selector).first().isVisible());

test('a quiet cabinet shows all that an attendant does', async () => {
  await shows('#open-shift');
  await freshRound();
  await shows('#rounds summary');
  await checkView(['#hold-button', '#open-shift']);
});

test('so does one where everything waits for him', async () => {
  await order('Attendant', 'table/open-shift', { cash: 50_000 });
  await order('Attendant', 'seats/1/credit-in', { amount: 500_000 });
  await winByHand(1);
  await order('Seat 2', 'seats/2/call-attendant', { reason: 'help' });
  await order('Attendant', 'seats/3/credit-in', { amount: 20_000 });
  await order('Seat 3', 'seats/3/call-attendant', { reason: 'cash-out' });
  await order('Attendant', 'tables/1/hold', { reason: 'Matter with the cards' });
  for (const selector of ['#close-shift', '[data-seat="1"] .hand-pay', '[data-seat="2"] .calling', '[data-seat="3"] .calling', '.table-card .hold']) await shows(selector);
  await checkView(['#hold-button', '#close-shift', '.hand-pay .cash', '.hand-pay .credit', '.calling .answer']);
  assert.deepEqual(await barriersOf(pages.Attendant), []);
  await picture('attendant-desk', pages.Attendant);
});

test('a dispute is opened and decided without scrolling', async () => {
  const page = pages.Attendant;
  const settled = page.locator('#rounds details').filter({ has: page.locator('.dispute-buttons button') }).first();
  await settled.locator('summary').click();
  await until('its button is in view', async () => (await outOfView(page, ['#rounds details[open] .dispute-buttons button'])).length === 0);
  await settled.locator('.dispute-buttons button').first().click();
  await page.fill('#ask .reason', 'His chip lay on zero.');
  await page.click('#ask .primary');
  await shows('#disputes summary');
  await page.click('#disputes summary');
  await until('it can be decided', async () => (await outOfView(page, ['#disputes .dispute-buttons button'])).length === 0);
  assert.deepEqual(await heights(page), [DESK[1], DESK[1]]);
});

test('a wheel that is held can be let go on and made void without scrolling', async () => {
  const page = pages.Attendant;
  await freshRound();
  await order('Attendant', 'table/hold', { reason: 'Pause' });
  await shows('#continue-button');
  assert.deepEqual(await heights(page), [DESK[1], DESK[1]]);
  assert.deepEqual(await outOfView(page, ['#continue-button', '#respin-button', '#void-button', '.table-card .orders button']), []);
});

test('the technician is told why each table waits', async () => {
  const state = (name) => pages.Service.locator('#states .state').filter({ has: pages.Service.locator('h3', { hasText: name }) });
  await until('the wheel is held', async () => /Pause/.test(await state('Wheel').textContent()));
  assert.match(await state('Baccarat').textContent(), /On hold.*An attendant has stopped the game\..*Matter with the cards/);
  assert.match(await state('Blackjack').textContent(), /Place your stakes ?Waits for a bet/);
  assert.match(await state('Texas').textContent(), /Waiting for players/);
  assert.deepEqual(await cutOff(pages.Service), []);
  await picture('service-waits', pages.Service);
});

test('the meters lie behind their own button', async () => {
  const page = pages.Attendant;
  await page.locator('#book-tabs').getByText('Meters', { exact: true }).click();
  assert.ok(await page.isVisible('#meters table'));
  assert.ok(await page.isHidden('#rounds'));
  await picture('attendant-meters', page);
  await page.locator('#book-tabs button').first().click();
  assert.ok(await page.isVisible('#rounds'));
});

test('every page of a demo says that it is one', async () => {
  for (const [name, page] of Object.entries(pages)) {
    assert.ok(await page.isVisible('#demo'), name);
    assert.equal(await page.textContent('#demo'), 'Demo · no real money', name);
  }
});

for (const code of Object.keys(LANGUAGES)) {
  test(`it can be touched and read in every size (${code})`, async () => {
    const page = pages.Attendant;
    await speak(page, code);
    for (const [width, height] of [DESK, WALL, PHONE]) {
      await resize(page, width, height);
      await picture(`attendant-desk-${code}-${width}`, page);
      if (width !== PHONE[0]) assert.deepEqual(await heights(page), [height, height], `${width} x ${height}`);
      assert.deepEqual(await tooSmall(page), [], `${width} x ${height}`);
      assert.deepEqual(await cutOff(page), [], `${width} x ${height}`);
      assert.deepEqual(await unreadable(page, 11), [], `${width} x ${height}`);
    }
  });
}

test('no page complained', () => assert.deepEqual(complaints, []));
