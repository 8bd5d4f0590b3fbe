// Three seats play hold'em in a real browser against the real daemon, dealt from a simulated shoe. The attendant tells of a card that the
// dealer has shown and of a wrong number of cards; the players see what becomes of the deal, and nobody sees a card that he may not see.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { WAIT, barriersOf, closeHouse, complaints, cutOff, openHouse, order, pages, picture, unreadable, until } = require('./house.cjs');
const { TABLE, act, asked, choose, everything, go, namesCard, namesOf, ownTable, panel, place, table, tells } = require('./poker-table.cjs');

const SEATS = [1, 2, 3];
const SIZES = [{ width: 1280, height: 800 }, { width: 1920, height: 1080 }, { width: 390, height: 844 }];
const SOURCE = '[player_table.source]\ndriver = "simulated"\ndevice = "shoe"\nseed = 7\npack_milliseconds = 300\nfaults = []\n';

/** The demo's cabinet file; the cards of its first table between players come from a shoe. The house's clock runs four times as fast as life. */
function cabinetFile() {
  const demo = fs.readFileSync(path.join(__dirname, '../../device-profiles/cabinets/demo.toml'), 'utf8');
  const amounts = 'small_blind = 100\nbig_blind = 200\nunit = 100\n';
  const changed = demo.replace(amounts, `${amounts}\n${SOURCE}`).replace('decision_seconds = 30\npause_seconds = 6\n', 'decision_seconds = 120\npause_seconds = 20\n');
  assert.ok(changed.includes(SOURCE) && changed.includes('decision_seconds = 120'));
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'croupier-misdealt-')), 'cabinet.toml');
  fs.writeFileSync(file, changed);
  return file;
}

before(() => openHouse(['--clock-speed', '4', '--wheel-seed', '7', '--cabinet', cabinetFile()], [['Attendant', SIZES[0]], ...SEATS.map((number, index) => [`Seat ${number}`, SIZES[index]])]));

after(closeHouse);

const placeOf = async (number) => (await table()).places.find(({ seat }) => seat === number);

const ownCards = async (number) => (await ownTable(number)).places.find(({ seat }) => seat === number).down;

test('three sit down, and the first is asked', async () => {
  for (const number of SEATS) {
    await order('Attendant', `seats/${number}/credit-in`, { amount: 100_000 });
    await order(`Seat ${number}`, `seats/${number}/tables/${TABLE}/join`, { deal: (await table()).deal, amount: 40_000 });
  }
  for (const number of SEATS) await go(pages[`Seat ${number}`]);
  assert.notEqual(await asked(), null);
});

test('only where a dealer lays the cards an attendant can tell of his mistakes', async () => {
  const buttons = pages.Attendant.locator('.table-card', { has: pages.Attendant.locator('h3', { hasText: `· ${TABLE + 1}` }) }).locator('.orders button');
  await choose(TABLE + 1);
  assert.equal(await buttons.filter({ hasText: 'Void: misdeal' }).isVisible(), true);
  assert.equal(await buttons.filter({ hasText: 'Card exposed' }).isVisible(), false);
  await choose();
  assert.equal(await panel().locator('.orders button', { hasText: 'Card exposed' }).isVisible(), true);
});

test('a card that was shown lies open beside the deal, and another one comes for it', async () => {
  const [exposed, kept] = await ownCards(2);
  await tells('Card exposed', ['Seat 2']);
  await namesCard(exposed);
  await picture('attendant-card-exposed', pages.Attendant);
  await tells(null, ['Card exposed']);
  const now = await until('another card has come', async () => {
    const seen = await table();
    return seen.shown_by_mistake.length === 1 && seen.turn && seen;
  });
  assert.deepEqual(now.shown_by_mistake, [exposed]);
  const [first, second] = await ownCards(2);
  assert.equal(first, kept);
  assert.ok(second && second !== exposed, `${second}`);
  for (const number of SEATS) {
    const page = pages[`Seat ${number}`];
    await page.locator('.felt-out .card').waitFor({ timeout: WAIT });
    assert.equal((await namesOf(page.locator('.felt-out .card'))).length, 1);
    await picture(`poker-misdealt-${number}`, page);
    assert.deepEqual(await barriersOf(page), [], `seat ${number}`);
    assert.deepEqual(await cutOff(page), [], `seat ${number}`);
    assert.deepEqual(await unreadable(page, 11), [], `seat ${number}`);
  }
  assert.equal(await place(2, 1).locator('.card:not(.back)').count(), 0, 'what he holds is his own');
  await picture('attendant-misdealt', pages.Attendant);
});

/** The three who play act as cheaply as they can, until so many cards lie in the middle and somebody is asked. */
async function stayUntil(count) {
  for (let seat = await asked(); (await table()).board.length < count; seat = await asked()) await act(seat, 'call');
  await until(`${count} cards lie`, async () => (await table()).board.length === count && (await table()).turn);
}

test('a flop that was misdealt goes back, and comes anew once the stub is shuffled', async () => {
  await stayUntil(3);
  await tells('Flop misdealt', ['Flop misdealt']);
  const waits = await until('the flop went back', async () => (await table()).phase === 'shuffling-stub' && table());
  assert.deepEqual([waits.board, waits.turn], [[], null]);
  await picture('attendant-stub', pages.Attendant);
  await picture('poker-stub', pages['Seat 1']);
  await pages['Seat 1'].getByText('The stub is shuffled').first().waitFor({ timeout: WAIT });
  await tells('Stub is shuffled', ['Stub is shuffled']);
  await until('another flop lies', async () => (await table()).board.length === 3 && (await table()).turn);
});

test('a turn that lay face up in the pack is replaced by the next card', async () => {
  await stayUntil(4);
  const { board: [, , , boxed] } = await table();
  await tells('Card face up in the pack', []);
  await namesCard(boxed);
  await picture('attendant-boxed', pages.Attendant);
  await tells(null, ['Card face up in the pack']);
  const now = await until('another turn lies', async () => (await table()).board.length === 4 && (await table()).turn && (await table()).shown_by_mistake.length === 2 && table());
  assert.equal(now.shown_by_mistake[1], boxed);
  assert.ok(!now.board.includes(boxed), `${now.board}`);
});

test('the deal is played to its end', async () => {
  // The button for a call checks where nothing is owed.
  for (let seat = await asked(); seat !== null; seat = await asked()) await act(seat, 'call');
  const { board, result } = await table();
  assert.equal(board.length, 5);
  assert.equal(result.pots[0].amount, 600);
});

test('a wrong number of cards before anybody acts: all comes back, and it is dealt again', async () => {
  await until('the next deal is under way', async () => (await table()).deal === 2 && (await table()).turn);
  const { button } = await table();
  const whole = await Promise.all(SEATS.map(async (number) => (await placeOf(number)).stack + (await placeOf(number)).put_in));
  await tells('Wrong number of cards', ['Seat 3', '3']);
  await until('the deal is void', async () => (await table()).voided === 'misdeal');
  assert.deepEqual(await Promise.all(SEATS.map(async (number) => (await placeOf(number)).stack)), whole);
  const again = await until('it is dealt again', async () => (await table()).deal === 3 && (await table()).turn && table());
  assert.equal(again.button, button);
});

test('a wrong number of cards later: the hand is dead, and its stake stays', async () => {
  const seat = await asked();
  await act(seat, 'call');
  const other = await asked();
  const { put_in: putIn } = await placeOf(other);
  await tells('Wrong number of cards', [`Seat ${other}`, '3']);
  await until('the hand is dead', async () => !(await placeOf(other)).live);
  assert.equal((await placeOf(other)).put_in, putIn);
  assert.notEqual(await asked(), other);
});

test('the attendant voids a deal and says why: everybody has back what he had put in', async () => {
  assert.notEqual(await asked(), null);
  const { deal } = await table();
  const whole = await Promise.all(SEATS.map(async (number) => (await placeOf(number)).stack + (await placeOf(number)).put_in));
  await tells('Void: misdeal', ['Matter with a player', 'Void: misdeal']);
  await until('the deal is void', async () => (await table()).voided === 'attendant');
  const { hands } = await ownTable(1);
  const { result, stacks } = hands.find((hand) => hand.deal === deal);
  const { returned, put_in: putIn } = stacks.find(({ seat }) => seat === 1);
  assert.deepEqual([result, returned], [null, putIn]);
  assert.deepEqual(await Promise.all(SEATS.map(async (number) => (await placeOf(number)).stack + (await placeOf(number)).put_in)), whole);
});

test('the attendant removes a player, who goes after the deal and takes along what he has', async () => {
  await until('the next deal is under way', async () => (await table()).voided === null && (await table()).turn);
  const gone = 3;
  await tells('Remove a seat', [`Seat ${gone}`, 'Remove a seat']);
  await picture('attendant-removed', pages.Attendant);
  await until('he leaves', async () => (await placeOf(gone)).leaving);
  for (let seat = await asked(); seat !== null; seat = await asked()) await act(seat, 'call');
  await until('the place is free', async () => (await placeOf(gone)) === undefined);
  assert.equal((await everything()).all, SEATS.length * 100_000);
  assert.equal((await ownTable(gone)).stack ?? 0, 0);
  await place(gone, 1).locator('.card').first().waitFor({ state: 'detached', timeout: WAIT });
  await picture('poker-removed', pages[`Seat ${gone}`]);
});

test('no page complained', () => {
  assert.deepEqual(complaints, []);
});
