// An attendant at the demo cabinet, which has more tables than stand in full on the page: each has its button in a strip, one stands in full, and all
// of that lies in one view, without scrolling.
'use strict';

const assert = require('node:assert/strict');
const { after, before, test } = require('node:test');
const { LANGUAGES, WAIT, barriersOf, cabinet, closeHouse, comesTo, complaints, cutOff, heights, openHouse, order, outOfView, pages, picture, resize, seatView, speak, tabTo, tooSmall, unreadable, until, visitBare } = require('./house.cjs');

const [DESK, WALL, PHONE] = [[1280, 800], [1920, 1080], [390, 844]];
const BLACKJACK = 2;
const IN_VIEW = ['.table-choice', '.table-card .orders button', '#void-button', '.seat-card .in'];

before(() => openHouse(['--wheel-speed', '10', '--wheel-seed', '7'], [['Attendant', { width: DESK[0], height: DESK[1] }]]));

after(closeHouse);

const choice = (table) => pages.Attendant.locator(`#table-strip [data-key="${table}"]`);
/** The titles of the tables that stand in full. */
const inFull = () => pages.Attendant.locator('.table-card:visible h3').allTextContents();
/** The names on the buttons of the strip, of those that are chosen alone where that is asked. */
const names = (selector = '') => pages.Attendant.locator(`#table-strip .table-choice${selector} b`).allTextContents();
/** The table that stands in full says this of itself. */
const says = (words) => until(`the table says: ${words}`, async () => (await pages.Attendant.textContent('.table-card:not([hidden])')).includes(words));

test('every table has its button, and the first one stands in full', async () => {
  const { tables, player_tables: between } = await cabinet();
  await until('the tables are there', async () => (await names()).length === tables.length + between.length);
  assert.ok(tables.length + between.length > 10);
  assert.deepEqual([await inFull(), await names('[aria-pressed="true"]')], [['1. Baccarat'], ['1. Baccarat']]);
});

test('the keyboard alone chooses every table', async () => {
  const page = pages.Attendant;
  for (const name of await names()) {
    await page.locator('#hold-button').focus();
    const key = await page.locator('.table-choice', { hasText: name }).getAttribute('data-key');
    await tabTo(page, `.table-choice[data-key="${key}"]`);
    await page.keyboard.press('Enter');
    assert.deepEqual([await inFull(), await names('[aria-pressed="true"]')], [[name], [name]]);
    await tabTo(page, '.table-card:not([hidden]) .orders button:not([hidden])');
  }
});

test('a table that is held says so in the strip, and takes nobody to it', async () => {
  await choice(BLACKJACK).click();
  await order('Attendant', 'tables/5/hold', { reason: 'Matter with the cards' });
  await until('it is marked', async () => /On hold/.test(await choice(5).textContent()) && (await choice(5).evaluate((node) => node.classList.contains('troubled'))));
  assert.deepEqual(await inFull(), ['2. Blackjack']);
  await choice(5).click();
  await says('Matter with the cards');
  assert.deepEqual(await outOfView(pages.Attendant, ['.table-card .hold', '.table-card .orders button']), []);
  await choice(BLACKJACK).click();
});

/** Where every button of the wheel, the tables and the books stands. */
const places = () =>
  pages.Attendant.evaluate(() => {
    const shown = [...document.querySelectorAll('.floor button')].filter((each) => each.checkVisibility() && !each.closest('#machine-strip'));
    return shown.map((each) => [each.textContent, ...['left', 'top', 'width', 'height'].map((side) => each.getBoundingClientRect()[side])].join(' '));
  });
const machineChoices = () => pages.Attendant.locator('#machine-strip .table-choice');
/** The first machine of this seat. */
const machineOf = async (seat) => (await seatView(seat)).machines[0].table;
const holdMachine = async (seat) => order('Attendant', `tables/${await machineOf(seat)}/hold`, { reason: 'Matter with the screen' });

test('machines that come move no button that takes an order', async () => {
  const before = await places();
  assert.ok(before.length > 20);
  for (const seat of [1, 2, 3, 4, 5, 6]) {
    await holdMachine(seat);
    await until('it has a button', async () => (await machineChoices().count()) === seat);
    assert.deepEqual(await places(), before);
  }
  assert.deepEqual(await inFull(), ['2. Blackjack']);
  for (const code of [...Object.keys(LANGUAGES), 'en']) {
    await speak(pages.Attendant, code);
    await comesTo([], () => outOfView(pages.Attendant, [...IN_VIEW, '#machine-strip .table-choice']), code);
    assert.deepEqual([...(await tooSmall(pages.Attendant)), ...(await cutOff(pages.Attendant))], [], code);
  }
});

test('a machine that was chosen stays after it is put right, and comes back in full only when it is chosen again', async () => {
  const page = pages.Attendant;
  const number = await machineOf(2);
  const button = page.locator(`#machine-strip [data-key="${number}"]`);
  const has = (focused) => page.evaluate((selector) => document.activeElement.matches(selector), focused);
  await button.click();
  await says('Matter with the screen');
  assert.deepEqual([(await inFull()).length, await names('[aria-pressed="true"]'), await button.getAttribute('aria-pressed')], [1, [], 'true']);
  await page.locator('.table-card:not([hidden]) .orders button', { hasText: 'Resume' }).click();
  await until('it goes on', async () => !(await button.evaluate((node) => node.classList.contains('troubled'))));
  assert.deepEqual([(await inFull()).length, await machineChoices().count(), await button.getAttribute('aria-pressed')], [1, 6, 'true']);
  await button.click();
  await until('its button goes', async () => (await machineChoices().count()) === 5);
  assert.deepEqual([await inFull(), await page.locator('#choose-table').isVisible(), await page.locator('#tables').isVisible()], [[], true, false]);
  assert.ok(await has('#table-strip .table-choice'), 'the focus goes to the strip');
  await holdMachine(2);
  await until('it comes again', async () => (await machineChoices().count()) === 6);
  assert.deepEqual(await inFull(), []);
  await choice(BLACKJACK).click();
  assert.deepEqual([await inFull(), await page.locator('#choose-table').isVisible()], [['2. Blackjack'], false]);
});

test('machines that are put right go, and move no button either', async () => {
  const before = await places();
  for (const seat of [1, 2, 3, 4, 5, 6]) await order('Attendant', `tables/${await machineOf(seat)}/resume`, { deal: (await seatView(seat)).machines[0].deal });
  await until('their row is gone', () => pages.Attendant.locator('#machine-strip').isHidden());
  assert.deepEqual(await places(), before);
});

test('six boxes of cards lie in the table that stands in full', async () => {
  const { deal } = (await cabinet()).tables.find(({ table }) => table === BLACKJACK);
  for (const seat of [1, 2, 3, 4, 5, 6]) {
    await order('Attendant', `seats/${seat}/credit-in`, { amount: 100_000 });
    await order(`Seat ${seat}`, `seats/${seat}/tables/${BLACKJACK}/stakes`, { deal, stakes: [{ box: seat, stake: 'main', amount: 1_000 }] });
  }
  await until('every hand is there', async () => (await pages.Attendant.locator('.table-card:visible .small-hand').count()) === 7);
  await comesTo([], () => outOfView(pages.Attendant, ['.table-card .small-hand', ...IN_VIEW]), 'all of it is in view');
  await picture('attendant-tables', pages.Attendant);
});

for (const code of Object.keys(LANGUAGES)) {
  test(`nothing has to be scrolled, and all can be touched and read (${code})`, async () => {
    const page = pages.Attendant;
    await speak(page, code);
    for (const [width, height] of [DESK, WALL]) {
      await resize(page, width, height);
      await picture(`attendant-tables-${code}-${width}`, page);
      assert.deepEqual(await heights(page), [height, height], 'the page is as high as its window');
      const scrolled = () => page.evaluate(() => [...document.querySelectorAll('#floor-tables')].filter((each) => each.scrollHeight > each.clientHeight).map((each) => `${each.scrollHeight} in ${each.clientHeight}`));
      await comesTo([], scrolled, `the tables at ${width} x ${height}`);
      await comesTo([], () => outOfView(page, IN_VIEW), `${width} x ${height}`);
    }
    for (const [width, height] of [PHONE, WALL, DESK]) {
      await resize(page, width, height);
      assert.deepEqual(await tooSmall(page), [], `${width} x ${height}`);
      assert.deepEqual(await cutOff(page), [], `${width} x ${height}`);
      assert.deepEqual(await unreadable(page, 11), [], `${width} x ${height}`);
    }
    assert.deepEqual(await barriersOf(page), []);
  });
}

test('on a phone the table that was chosen comes into view', async () => {
  const page = pages.Attendant;
  await resize(page, ...PHONE);
  await choice(1).click();
  await until('it is seen', async () => (await outOfView(page, ['.table-card h3'])).length === 0);
  await picture('attendant-tables-phone', page);
});

test('where the chosen table is gone none stands in full, and the focus goes to the strip', async () => {
  // A page on which nobody has signed in draws no tables itself.
  const page = await visitBare('Bare', '/attendant', { width: DESK[0], height: DESK[1] });
  await page.locator('.entry').waitFor({ timeout: WAIT });
  const seen = await page.evaluate(async (cabinet) => {
    const { DeskTables } = await import('/assets/desk-tables.js');
    document.getElementById('barrier').hidden = true;
    const view = { cabinet, official: { machines: [], limits: [] }, mayOrder: true };
    const tables = new DeskTables({ dialog: document.getElementById('ask'), view: () => view, order: () => {} });
    const draw = () => tables.draw({ isLocked: () => false, now: cabinet.now, language: 'en' });
    const told = () => [...['tables', 'choose-table'].map((id) => document.getElementById(id).checkVisibility()), document.querySelectorAll('[aria-pressed="true"].table-choice').length, document.activeElement.closest('#tables, #table-strip')?.id];
    draw();
    document.querySelector('.table-card:not([hidden]) .orders button:not([hidden], :disabled)').focus();
    const before = told();
    view.cabinet = { ...cabinet, tables: cabinet.tables.slice(1) };
    draw();
    const gone = told();
    view.cabinet = cabinet;
    draw();
    return [before, gone, told()];
  }, await cabinet());
  assert.deepEqual(seen, [[true, false, 1, 'tables'], [false, true, 0, 'table-strip'], [false, true, 0, 'table-strip']]);
});

test('no page complained', () => assert.deepEqual(complaints, []));
