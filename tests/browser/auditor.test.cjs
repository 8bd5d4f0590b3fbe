// An auditor signs in on the attendant's page: the books, a past round, a dispute, the closed shifts and who is let in are there to be read, and no
// button orders anything.
'use strict';

const assert = require('node:assert/strict');
const { after, before, test } = require('node:test');
const { LANGUAGES, WAIT, barriersOf, cabinet, closeHouse, complaints, cutOff, freshRound, letIn, openHouse, order, pages, picture, resize, signIn, speak, tooSmall, unreadable, until, visitBare } = require('./house.cjs');

const DESK = { width: 1280, height: 800 };
const SIZES = [[1280, 800], [1920, 1080], [390, 844]];
const PIN = '482915';
const LETTER_PIXELS = 11;
/** What the page may send without being asked. */
const NO_ORDERS = ['/api/v1/sign-in', '/api/v1/stay'];

/** What the page has sent that is no look. */
const sent = [];
let disputed = 0;

before(() => openHouse(['--wheel-speed', '10', '--wheel-seed', '7'], [['Attendant', DESK]]));

after(closeHouse);

const plain = async (locator) => (await locator.allTextContents()).map((text) => text.replace(/[\s\u00a0\u202f]+/g, ' ').trim());
const book = (name) => pages.Auditor.locator('#book-tabs').getByText(name, { exact: true });
/** The names of all buttons on the page, seen or not; those that choose a language or a table have many. */
const buttons = (page) => page.evaluate(() => [...new Set([...document.querySelectorAll('button')].filter((each) => !each.closest('.languages, .table-strip')).map((each) => each.textContent.trim()))]);

test('a house is at work: money, a dispute, two shifts, a locked seat, a call, a held table', async () => {
  for (const [cash, counted] of [[50_000, 80_000], [10_000, 9_000]]) {
    await order('Attendant', 'table/open-shift', { cash });
    if (cash === 50_000) await order('Attendant', 'seats/1/credit-in', { amount: 30_000 });
    await order('Attendant', 'table/close-shift', { cash: counted });
  }
  await order('Attendant', 'table/open-shift', { cash: 9_000 });
  disputed = await freshRound();
  await order('Seat 1', 'seats/1/bets', { round: disputed, bets: [{ bet: 'red', stake: 1_000 }] });
  await until('the round is over', async () => (await cabinet()).round > disputed);
  await order('Attendant', 'seats/1/open-dispute', { table: null, game: disputed, note: 'His chip lay on black.' });
  await order('Attendant', 'seats/2/lock', { reason: 'Matter with a player' });
  await order('Seat 3', 'seats/3/call-attendant', { reason: 'help' });
  await order('Attendant', 'tables/1/hold', { reason: 'Matter with the cards' });
});

test('an auditor signs in on the attendant’s page, and sees what the attendant sees', async () => {
  await letIn('Avet', 'auditor', PIN);
  const page = await visitBare('Auditor', '/attendant', DESK);
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
  await signIn(page, 'Avet', PIN);
  await until('the page is open', () => page.isHidden('#barrier'));
  assert.deepEqual([await page.textContent('#role'), await page.textContent('#person')], ['Auditor', 'Avet']);
  await until('the seats are drawn', async () => (await page.textContent('#seats [data-seat="1"] .credit dd')) === (await pages.Attendant.textContent('#seats [data-seat="1"] .credit dd')));
  assert.match(await page.textContent('[data-seat="2"] .lock-box'), /Matter with a player/);
  assert.ok(await page.isVisible('[data-seat="3"] .calling'));
  assert.equal(await page.textContent('#waiting-title'), 'Waiting for an attendant');
  assert.match(await page.textContent('.table-card .hold'), /Matter with the cards.*by an attendant’s decision/);
  assert.match(await page.textContent('#shift-figures'), /Cash at open/);
  await picture('auditor', page);
});

test('no button orders anything', async () => {
  const page = pages.Auditor;
  const looks = ['Last rounds and deals', 'Meters', 'Shifts', 'Who is let in', 'Look up a game', 'Report of shift 2', 'Report', 'Sign out'];
  assert.deepEqual((await buttons(page)).filter((name) => !looks.includes(name)), []);
  const own = await buttons(pages.Attendant);
  for (const name of ['Credit in', 'Hold the table', 'Limits', 'Close shift']) assert.ok(own.includes(name), `the attendant has: ${name}`);
});

test('he finds the past round, with all that was staked', async () => {
  const page = pages.Auditor;
  await page.click('#look-up');
  const dialog = page.locator('#report[open]');
  await dialog.locator('[name="number"]').fill(String(disputed));
  await dialog.getByRole('button', { name: 'Find', exact: true }).click();
  const row = dialog.locator('.round-row');
  await until('it alone is shown', async () => JSON.stringify(await plain(dialog.locator('.round-number'))) === JSON.stringify([`№ ${disputed}`]));
  await row.locator('summary').click();
  assert.match((await plain(row))[0], /disputed.*Seat 1: Staked 10\.00/);
  assert.equal(await row.locator('button').count(), 0);
  await picture('auditor-past', page);
  await page.keyboard.press('Escape');
});

test('he reads the dispute, and decides nothing', async () => {
  const page = pages.Auditor;
  await page.click('#disputes summary');
  assert.deepEqual(await plain(page.locator('#disputes button')), ['Report']);
  await page.click('#disputes button');
  await until('its report is open', async () => /His chip lay on black/.test(await page.textContent('#report')));
  await page.keyboard.press('Escape');
});

test('each closed shift is listed with its people and its difference, and has its report', async () => {
  const page = pages.Auditor;
  await book('Shifts').click();
  await page.locator('#shifts tbody tr').first().waitFor({ timeout: WAIT });
  const [newest, first] = await plain(page.locator('#shifts tbody tr'));
  assert.match(newest, /^2.*90\.00 BYN ?−10\.00 BYN/);
  assert.match(first, /^1.*800\.00 BYN ?0\.00 BYN/);
  await picture('auditor-shifts', page);
  await page.locator('#shifts tbody tr').last().getByRole('button').click();
  await until('the report of the first is open', async () => /^Shift 1/.test(await page.textContent('#report h2')));
  await page.keyboard.press('Escape');
  await order('Attendant', 'table/close-shift', { cash: 9_000 });
  await until('one that is closed meanwhile is listed', async () => /^3/.test((await plain(page.locator('#shifts tbody tr')))[0]));
});

test('he sees who is let in', async () => {
  const page = pages.Auditor;
  await book('Who is let in').click();
  await page.locator('#let-in tbody tr').first().waitFor({ timeout: WAIT });
  const rows = await plain(page.locator('#let-in tbody tr'));
  assert.ok(rows.some((row) => /^Avet ?Auditor ?Name and PIN ?–$/.test(row)), rows.join('; '));
  assert.ok(rows.some((row) => /Seat 6 ?Link/.test(row)), rows.join('; '));
  await picture('auditor-let-in', page);
});

test('the technician’s page leads him back', async () => {
  const page = pages.Auditor;
  await page.click('#service-link');
  await until('the page of the devices is open', async () => (await page.isHidden('#barrier')) && (await page.textContent('#role')) === 'Auditor');
  await page.click('#attendant-link');
  await until('his page is open again', async () => (await page.isVisible('#books')) && (await page.isHidden('#barrier')));
});

for (const code of Object.keys(LANGUAGES)) {
  test(`everything can be touched and read (${code})`, async () => {
    const page = pages.Auditor;
    await speak(page, code);
    for (const [width, height] of SIZES) {
      await resize(page, width, height);
      for (const tab of await page.locator('#book-tabs button').all()) {
        await tab.click();
        await page.locator('.book:not([hidden])').waitFor({ timeout: WAIT });
        assert.deepEqual([await tooSmall(page), await cutOff(page), await unreadable(page, LETTER_PIXELS)], [[], [], []], `${await tab.textContent()}, ${width} wide`);
        await picture(`auditor-${code}-${width}-${await tab.getAttribute('data-key')}`, page);
      }
    }
    await resize(page, DESK.width, DESK.height);
    assert.deepEqual(await barriersOf(page), []);
  });
}

test('the page has sent no order', () => assert.deepEqual(sent.filter((path) => !NO_ORDERS.includes(path)), []));

test('no page complained', () => assert.deepEqual(complaints, []));
