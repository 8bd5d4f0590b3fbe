// Three seats play a hand of hold'em to the showdown in a real browser against the real daemon, one folds, and each looks back at it: his own
// cards and those that were opened, and never a hand that was folded or stayed closed. It is the same after a reload and after the daemon was
// killed; of a void deal everybody got back what he had put in; a deal that is not among the last ones any more is shown alike, read from the
// journal; who sits down after somebody does not see his cards.
'use strict';

const assert = require('node:assert/strict');
const { after, before, test } = require('node:test');
const { WAIT, barriersOf, closeHouse, complaints, cutOff, kill, minor, open, openHouse, order, pages, picture, unreadable, until } = require('./house.cjs');
const { TABLE, act, asked, go, namesOf, ownTable, table, tableAsShown } = require('./poker-table.cjs');

const SEATS = [1, 2, 3];
const STACK = 40_000;

before(() =>
  openHouse(['--wheel-speed', '10', '--wheel-seed', '7'], [
    ['Seat 1', { width: 1280, height: 800 }],
    ['Seat 2', { width: 390, height: 844 }],
    ['Seat 3', { width: 1920, height: 1080 }],
    ['Attendant', { width: 1280, height: 800 }],
  ]),
);

after(closeHouse);

const histories = async () => Promise.all(SEATS.map(async (number) => (await ownTable(number)).hands));

/** Opens the history on a seat's page, and its newest deal. */
async function lookBack(number) {
  const page = pages[`Seat ${number}`];
  await page.locator('#open-rounds').click();
  const row = page.locator('#rounds-dialog .round-row').first();
  await row.locator('summary').click();
  await row.locator('.past-hand.own').waitFor({ timeout: WAIT });
  return { page, row };
}

/** The cards that each seat held, as its page named them. */
const held = new Map();
let folded = null;

test('three play to the showdown, and the first folds', async () => {
  for (const number of SEATS) {
    await order('Attendant', `seats/${number}/credit-in`, { amount: 100_000 });
    await order(`Seat ${number}`, `seats/${number}/tables/${TABLE}/join`, { deal: (await table()).deal, amount: STACK });
    await go(pages[`Seat ${number}`]);
  }
  folded = await asked();
  for (const number of SEATS) {
    const cards = pages[`Seat ${number}`].locator('.felt-seat.mine .felt-cards .card:not(.back)');
    await cards.nth(1).waitFor({ timeout: WAIT });
    held.set(number, await namesOf(cards));
  }
  await act(folded, 'fold');
  const raiser = await asked();
  await act(raiser, 'raise');
  for (let number = await asked(); number !== null; number = await asked()) await act(number, 'call');
  assert.equal((await table()).board.length, 5);
});

test('each sees his own cards and those that were opened, and nobody a hand that was folded or stayed closed', async () => {
  const names = { 1: 'desk', 2: 'phone', 3: 'wide' };
  for (const number of SEATS) {
    const [newest] = (await ownTable(number)).hands;
    const { page, row } = await lookBack(number);
    await picture(`hand-history-${names[number]}`, page);
    const told = await namesOf(page.locator('#rounds-dialog .card:not(.back)'));
    for (const other of SEATS) {
      const isSeen = other === number || newest.shown.includes(other);
      for (const card of held.get(other)) assert.equal(told.includes(card), isSeen, `seat ${number} looks back at ${card} of seat ${other}`);
    }
    const others = row.locator('.past-hand:not(.own)');
    assert.equal(await others.count(), 2);
    assert.equal(await row.locator('.past-hand', { hasText: number === folded ? 'You' : `Seat ${folded}` }).locator('.card').count(), number === folded ? 2 : 0);
    assert.deepEqual(await namesOf(row.locator('.past-hand.own .card')), held.get(number));
    assert.deepEqual(await row.locator('.past-street h3').allTextContents(), ['Pre-flop', 'Flop', 'Turn', 'River']);
    assert.equal(await row.locator('.past-street li').count(), newest.course.length);
    assert.match(await row.locator('.past-result li').first().textContent(), /^Pot .* · Seat \d wins .*/);
    assert.deepEqual(await barriersOf(page), [], `seat ${number}`);
    assert.deepEqual(await cutOff(page), [], `seat ${number}`);
    assert.deepEqual(await unreadable(page, 11), [], `seat ${number}`);
    await page.keyboard.press('Escape');
  }
});

test('an attendant who looks at a seat is told none of its past cards', async () => {
  assert.ok((await ownTable(1)).hands.length > 0);
  assert.deepEqual((await tableAsShown(1, 'Attendant')).hands, []);
});

test('the history is the same after the daemon was killed and the page loaded anew', async () => {
  const newest = async () => JSON.stringify((await histories()).map((hands) => hands.find(({ deal }) => deal === 1)));
  const before = await newest();
  await kill('SIGKILL');
  await open();
  assert.equal(await newest(), before);
  const page = pages[`Seat ${folded}`];
  await page.reload();
  await go(page);
  await page.locator('#open-rounds').click();
  const row = page.locator('#rounds-dialog .round-row', { hasText: '№ 1' }).last();
  await row.locator('summary').click();
  assert.deepEqual(await namesOf(row.locator('.past-hand.own .card')), held.get(folded));
  await page.keyboard.press('Escape');
});

test('of a void deal everybody got back what he had put in', async () => {
  await until('somebody is asked', async () => (await table()).turn);
  const { deal } = await table();
  await order('Attendant', `tables/${TABLE}/void`, { deal, reason: 'A card fell', new_shoe: false });
  await until('it is void', async () => (await ownTable(1)).hands.some((hand) => hand.deal === deal));
  for (const number of SEATS) {
    const hand = (await ownTable(number)).hands.find((each) => each.deal === deal);
    assert.equal(hand.result, null);
    assert.deepEqual(hand.stacks.map(({ seat, returned }) => [seat, returned]), hand.stacks.map(({ seat, put_in: putIn }) => [seat, putIn]));
    const isOthers = hand.hands.filter((each) => each.seat !== number).every(({ down }) => down.every((card) => card === null));
    assert.ok(isOthers && hand.hands.find((each) => each.seat === number).down.every(Boolean));
  }
  const { page, row } = await lookBack(3);
  assert.match(await row.locator('.past-result').textContent(), /Everybody got back what he had put in\./);
  await picture('hand-history-void', page);
  await page.keyboard.press('Escape');
});

test('the house looks a deal up: what each did, put in and got back, and no card', async () => {
  const page = pages.Attendant;
  await page.click('#look-up');
  const dialog = page.locator('#report[open]');
  await dialog.locator('[name="game"]').selectOption(String(TABLE));
  await dialog.locator('[name="number"]').fill('1');
  await dialog.getByRole('button', { name: 'Find', exact: true }).click();
  const row = dialog.locator('.round-row', { hasText: '№ 1' });
  await until('it alone is found', async () => (await dialog.locator('.round-row').count()) === 1 && (await row.count()) === 1);
  await row.locator('summary').click();
  const hand = (await ownTable(1)).hands.find((each) => each.deal === 1);
  const told = await row.locator('.stack-table tbody tr').evaluateAll((lines) => lines.map((line) => [...line.cells].map((cell) => cell.textContent)));
  const expected = hand.stacks.map(({ seat, brought, put_in: putIn, returned }) => [seat, brought, putIn, returned]);
  assert.deepEqual(told.map(([seat, ...amounts]) => [Number(seat), ...amounts.map(minor)]), expected);
  await until('the cards are brought', async () => (await row.locator('.past-hand').count()) === hand.stacks.length);
  // What everybody has seen, and no closed card: of the one who folded not even its back.
  const seen = await row.locator('.past-hands .card:not(.back)').count();
  const shown = hand.hands.filter(({ seat }) => hand.shown.includes(seat));
  assert.equal(seen, shown.reduce((sum, { down, up }) => sum + down.length + up.length, 0));
  assert.ok((await row.locator('.past-street li').count()) >= hand.course.length, 'everything that was done is told');
  await picture('past-hand', page);
  assert.deepEqual(await cutOff(page), []);
  await page.keyboard.press('Escape');
});

/** Everybody folds until the deal is over. */
async function foldAll() {
  const { deal } = await until('somebody is asked', async () => {
    const now = await table();
    return now.turn && now;
  });
  for (;;) {
    const { turn, deal: now } = await table();
    if (!turn || now !== deal) return;
    await order(`Seat ${turn.seat}`, `seats/${turn.seat}/tables/${TABLE}/act`, { deal, turn: turn.turn, action: 'fold' });
  }
}

const isRecalled = async () => (await ownTable(1)).hands.some(({ deal }) => deal === 1);

/** Opens the first deal in the history on a seat's page, where it is read from the journal; the cards that its line shows. */
async function readFirst(number) {
  const page = pages[`Seat ${number}`];
  await page.locator('#open-rounds').click();
  const row = page.locator('#rounds-dialog .round-row', { has: page.locator('.round-number', { hasText: /^№ 1$/ }) });
  await row.locator('summary').click();
  await row.locator('.past-hand').first().waitFor({ timeout: WAIT });
  return { page, row, told: await namesOf(row.locator('.card:not(.back)')) };
}

test('a deal that is not among the last ones any more is read from the journal, with his own cards and those that were opened', async () => {
  const { shown } = (await ownTable(1)).hands.find(({ deal }) => deal === 1);
  const names = { 1: 'desk', 2: 'phone', 3: 'wide' };
  while (await isRecalled()) await foldAll();
  for (const number of SEATS) {
    const { page, row, told } = await readFirst(number);
    await picture(`hand-history-read-${names[number]}`, page);
    for (const other of SEATS) {
      const isSeen = other === number || shown.includes(other);
      for (const card of held.get(other)) assert.equal(told.includes(card), isSeen, `seat ${number} looks back at ${card} of seat ${other}`);
    }
    assert.deepEqual(await namesOf(row.locator('.past-hand.own .card')), held.get(number));
    assert.deepEqual(await row.locator('.past-street h3').allTextContents(), ['Pre-flop', 'Flop', 'Turn', 'River']);
    assert.deepEqual(await barriersOf(page), [], `seat ${number}`);
    assert.deepEqual(await cutOff(page), [], `seat ${number}`);
    await page.keyboard.press('Escape');
  }
});

test('who sits down in a seat does not see the closed cards of who left it', async () => {
  await order(`Seat ${folded}`, `seats/${folded}/tables/${TABLE}/leave`, { deal: (await table()).deal });
  await until('the seat is free', async () => !(await table()).places.some(({ seat }) => seat === folded));
  const own = (await ownTable(folded)).hands.flatMap((hand) => hand.hands.filter(({ seat }) => seat === folded).flatMap(({ down }) => down));
  assert.ok(own.every((card) => card === null), JSON.stringify(own));
  const { page, told } = await readFirst(folded);
  assert.ok(told.length > 0 && held.get(folded).every((card) => !told.includes(card)), 'nor of a deal that is read from the journal');
  await page.keyboard.press('Escape');
});

test('no page complained', () => {
  assert.deepEqual(complaints, []);
});
