// Two seats play one hand of Omaha high and low in a real browser against the real daemon, one on a phone, to a showdown in which the high hand
// and the low hand divide the pot. A simulated shuffle machine brings the same cards each time.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { barriersOf, closeHouse, comesTo, complaints, cutOff, openHouse, order, pages, picture, tooSmall, unreadable, until } = require('./house.cjs');
const { TABLE, asked, covered, does, everything, go, hiddenRanks, namesOf, place, table, texts, touching } = require('./poker-table.cjs');

const SOURCE = '[player_table.source]\ndriver = "simulated"\ndevice = "shuffler"\nseed = 239\npack_milliseconds = 300\nfaults = []\n';
const CREDIT = 100_000;
const STACK = 10_000;
const SEATS = [1, 2];
const NAMES = { 1: 'desk', 2: 'phone' };
const HANDS = {
  1: ['king of hearts', 'ten of hearts', 'seven of spades', 'eight of spades'],
  2: ['six of diamonds', 'six of hearts', 'three of diamonds', 'nine of clubs'],
};
const BOARD = ['ace of clubs', 'two of clubs', 'five of hearts', 'three of hearts', 'two of hearts'];

/** The demo's cabinet file with Omaha as its first table between players, dealt from a shuffle machine. */
function cabinetFile() {
  const demo = fs.readFileSync(path.join(__dirname, '../../device-profiles/cabinets/demo.toml'), 'utf8');
  const [others, , omaha] = demo.split('[[player_table]]\n');
  const slow = omaha.replace('decision_seconds = 30\npause_seconds = 6', 'decision_seconds = 120\npause_seconds = 60');
  assert.ok(omaha.includes('rules = "omaha-hi-lo/by"') && slow !== omaha);
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'croupier-omaha-')), 'cabinet.toml');
  fs.writeFileSync(file, `${others}[[player_table]]\n${slow.split('\n# The decree')[0]}\n${SOURCE}`);
  return file;
}

// The house's clock runs four times as fast as life.
before(() =>
  openHouse(['--wheel-seed', '7', '--clock-speed', '4', '--cabinet', cabinetFile()], [
    ['Attendant', { width: 1280, height: 800 }],
    ['Seat 1', { width: 1280, height: 800 }],
    ['Seat 2', { width: 390, height: 844 }],
  ]),
);

after(closeHouse);

/** Each sees his four cards and the middle, and nothing lies over anything, is too small, cut off or unreadable. */
async function checkScreens(name, pots) {
  const { board } = await table();
  for (const seat of SEATS) {
    const page = pages[`Seat ${seat}`];
    await comesTo(HANDS[seat], () => namesOf(page.locator('.felt-seat.mine .felt-cards .card')));
    await comesTo(BOARD.slice(0, board.length), () => namesOf(page.locator('.felt-board .card')));
    await comesTo(pots, () => texts(page.locator('.felt-pots li')));
    await picture(`omaha-${name}-${NAMES[seat]}`, page);
    const wrong = [await hiddenRanks(page), await touching(page), await tooSmall(page), await cutOff(page), await unreadable(page, 11), await barriersOf(page)].flat();
    assert.deepEqual(wrong, [], `${name}, seat ${seat}`);
    assert.equal(await covered(page), 0, `${name}, seat ${seat}`);
  }
}

const comeCards = (count) => until(`${count} cards lie`, async () => (await table()).board.length === count && (await table()).turn);

test('two sit down, and each has four cards that he can read', async () => {
  for (const seat of SEATS) {
    await order('Attendant', `seats/${seat}/credit-in`, { amount: CREDIT });
    await order(`Seat ${seat}`, `seats/${seat}/tables/${TABLE}/join`, { deal: 0, amount: STACK });
  }
  for (const seat of SEATS) await go(pages[`Seat ${seat}`], 'Omaha Hi-Lo');
  assert.equal(await asked(), 1);
  assert.equal((await table()).button, 2);
  await checkScreens('dealt', []);
});

test('on every street the four cards, the middle and the pot can be read on a desk and on a phone', async () => {
  await does(1, 'raise', 1_000);
  await does(2, 'call');
  await comeCards(3);
  await checkScreens('flop', ['Pot 20.00 BYN']);
  await does(1, 'raise', 500);
  await does(2, 'call');
  await comeCards(4);
  await does(1, 'call');
  await checkScreens('turn', ['Pot 30.00 BYN']);
  await does(2, 'call');
  await comeCards(5);
  await does(1, 'raise', 300);
  for (const eyes of SEATS) assert.equal(await place(3 - eyes, eyes).locator('.card:not(.back)').count(), 0, 'what the other holds is closed');
  await checkScreens('river', ['Pot 30.00 BYN']);
  await does(2, 'call');
});

test('the high hand and the low hand divide the pot, and the odd chip goes to the high one', async () => {
  const { result, places } = await until('the deal is over', async () => (await table()).result && table());
  // Of 36.00 the house takes 5 %, rounded down to a chip of 1.00.
  assert.deepEqual([result.pots.length, result.pots[0].amount, result.pots[0].fee, result.uncalled], [1, 3_600, 100, null]);
  const halves = result.pots[0].shares.map(({ seat, amount, low }) => ({ seat, amount, low }));
  assert.deepEqual(halves, [{ seat: 1, amount: 1_800, low: false }, { seat: 2, amount: 1_700, low: true }]);
  assert.deepEqual(places.map(({ seat, stack }) => [seat, stack]), [[1, 10_000], [2, 9_900]]);
  assert.deepEqual(await everything(), { fees: 100, all: 2 * CREDIT });
});

test('both screens tell which half is whose, and both hands lie open', async () => {
  for (const eyes of SEATS) {
    const words = pages[`Seat ${eyes}`].locator('.felt-words > *');
    await comesTo(['Seat 1 wins 18.00 BYN: flush', 'Seat 2 wins 17.00 BYN: low hand', 'Fee 1.00 BYN'], () => texts(words));
    await comesTo(HANDS[3 - eyes], () => namesOf(place(3 - eyes, eyes).locator('.card:not(.back)')));
  }
  await checkScreens('result', []);
});

test('who looks back at the hand reads the two halves', async () => {
  const page = pages['Seat 2'];
  await page.locator('#open-rounds').click();
  const row = page.locator('#rounds-dialog .round-row').first();
  await row.locator('summary').click();
  await comesTo(['Pot 36.00 BYN · Seat 1 wins 18.00 BYN · Seat 2 wins 17.00 BYN (low hand) · Fee 1.00 BYN'], () => texts(row.locator('.past-result li')));
  await page.keyboard.press('Escape');
});

test('no page complained', () => assert.deepEqual(complaints, []));
