// Three seats play seven-card stud in a real browser against the real daemon, dealt from a simulated shuffle machine that brings the same cards each
// time. The dealer shows the last card of two of them: one plays for the pot so far, the other one wants in and calls.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { barriersOf, closeHouse, comesTo, complaints, cutOff, openHouse, order, pages, picture, tooSmall, unreadable, until } = require('./house.cjs');
const { TABLE, covered, does, everything, go, hiddenRanks, namesOf, place, table, texts, touching } = require('./poker-table.cjs');

const SEATS = [1, 2, 3];
const SIZES = [{ width: 1280, height: 800 }, { width: 390, height: 844 }, { width: 1920, height: 1080 }];
const NAMES = { 1: 'desk', 2: 'phone', 3: 'wide' };
const CREDIT = 100_000;
const STACK = 10_000;
const TABLE_KEYS = `[[player_table]]
name = "Stud"
rules = "stud7/sport-fixed-limit"
decision_seconds = 120
pause_seconds = 30
time_bank = { full_seconds = 600, gain_seconds = 5 }
absent_after_decisions = 2

[player_table.amounts]
ante = 100
bring_in = 100
small_bet = 200
big_bet = 400
unit = 100

[player_table.source]
driver = "simulated"
device = "shuffler"
seed = 16
pack_milliseconds = 300
faults = []
`;

/** The demo's cabinet file with a stud as its only table between players. The house's clock runs ten times as fast as life. */
function cabinetFile() {
  const demo = fs.readFileSync(path.join(__dirname, '../../device-profiles/cabinets/demo.toml'), 'utf8');
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'croupier-pot-')), 'cabinet.toml');
  fs.writeFileSync(file, `${demo.split('[[player_table]]\n')[0]}${TABLE_KEYS}`);
  return file;
}

before(() => openHouse(['--wheel-seed', '7', '--clock-speed', '10', '--cabinet', cabinetFile()], SEATS.map((seat, index) => [`Seat ${seat}`, SIZES[index]])));

after(closeHouse);

/** The choices that a page offers now: those of a turn, and those before it. */
const CHOICES = '.player-turn .choice:visible:not([disabled]), .player-before button:visible';
const BEFORE = ['Check or fold', 'Check or call', 'Call any bet'];
/** The same once somebody has bet. */
const BEFORE_CALL = ['Check or fold', 'Call 4.00 BYN', 'Call any bet'];

/** What the page of a seat shows: its heading, the pots, the bets, everybody's stack, and what this seat may press. */
async function shownTo(eyes) {
  const page = pages[`Seat ${eyes}`];
  const [heading] = await texts(page.locator('#phase'));
  const stacks = (await Promise.all(SEATS.map((seat) => texts(place(seat, eyes).locator('.felt-stack'))))).flat();
  return { heading, pots: await texts(page.locator('.felt-pots li')), bets: await texts(page.locator('.felt-bet:visible')), stacks, may: await texts(page.locator(CHOICES)) };
}

/** It is this seat's turn; every page shows these pots, bets and stacks and what its seat may press, and nothing was lost. */
async function isAsked(asked, { bets, stacks, may }) {
  for (const eyes of SEATS) {
    const heading = eyes === asked ? 'Your decision' : `Seat ${asked} decides`;
    const wanted = { heading, pots: ['Pot 6.00 BYN'], bets: bets.map((bet) => `${bet} BYN`), stacks: stacks.map((stack) => `${stack} BYN`), may: may[eyes] };
    await comesTo(wanted, () => shownTo(eyes));
  }
  assert.deepEqual(await everything(), { fees: 0, all: 3 * CREDIT });
}

/** The attendant tells that the dealer has shown this card of a seat. */
const shows = (seat, card) => order('Attendant', `tables/${TABLE}/exposed-card`, { deal: 1, seat, card });

/** Every other page shows these cards of a seat face up. */
async function othersSee(seat, faces) {
  for (const eyes of SEATS.filter((each) => each !== seat)) await comesTo(faces, () => namesOf(place(seat, eyes).locator('.card:not(.back)')));
}

/** Nothing lies over anything, is too small, cut off or unreadable, and no checker of accessibility finds a barrier. */
async function checkScreen(name, seat) {
  const page = pages[`Seat ${seat}`];
  await picture(`for-pot-${name}-${NAMES[seat]}`, page);
  const wrong = [await hiddenRanks(page), await touching(page), await tooSmall(page), await cutOff(page), await unreadable(page, 11), await barriersOf(page)].flat();
  assert.deepEqual(wrong, [], `${name}, seat ${seat}`);
  assert.equal(await covered(page), 0, `${name}, seat ${seat}`);
}

test('three play a stud to the last card, for a pot of 6.00', async () => {
  for (const seat of SEATS) {
    await order('Attendant', `seats/${seat}/credit-in`, { amount: CREDIT });
    await order(`Seat ${seat}`, `seats/${seat}/tables/${TABLE}/join`, { deal: 0, amount: STACK });
  }
  await Promise.all(SEATS.map((seat) => go(pages[`Seat ${seat}`], 'Stud')));
  for (const seat of [2, 3, 3, 1, 2, 3, 1, 2, 3, 1, 2]) await does(seat, 'call');
  await until('the last cards lie', async () => (await table()).turn && (await table()).places.every(({ down }) => down.length === 3));
  await isAsked(3, { bets: [], stacks: ['98.00', '98.00', '98.00'], may: { 1: BEFORE, 2: BEFORE, 3: ['Fold', 'Check', 'Bet4.00 BYN'] } });
});

test('the dealer shows the last card of two: everybody sees it, and both may play for the pot so far', async () => {
  await shows(1, '9c');
  await othersSee(1, ['nine of clubs', 'seven of clubs', 'six of diamonds', 'five of clubs', 'eight of hearts']);
  await does(3, 'raise');
  await shows(2, '9s');
  await othersSee(2, ['nine of spades', 'ten of clubs', 'jack of hearts', 'four of hearts', 'three of clubs']);
  const may = { 1: ['Fold', 'Call4.00 BYN', 'Raise to8.00 BYN', 'Play for the pot so far'], 2: BEFORE_CALL, 3: BEFORE };
  await isAsked(1, { bets: ['4.00'], stacks: ['98.00', '98.00', '94.00'], may });
  await checkScreen('asked', 1);
});

test('one plays for the pot so far: it costs him nothing, and he is asked no more', async () => {
  await does(1, 'play-for-pot');
  const may = { 1: [], 2: ['Fold', 'Call4.00 BYN', 'Raise to8.00 BYN', 'Play for the pot so far'], 3: BEFORE };
  await isAsked(2, { bets: ['4.00'], stacks: ['98.00', '98.00', '94.00'], may });
  for (const eyes of SEATS) assert.deepEqual(await texts(place(1, eyes).locator('.felt-acted')), ['plays for the pot so far']);
  await checkScreen('aside', 2);
});

test('the other one wants in and calls: the first has the pot alone, and the two play for the side pot', async () => {
  await does(2, 'call');
  for (const eyes of SEATS) {
    await comesTo(['Seat 1 wins 6.00 BYN: straight', 'Seat 2 wins 8.00 BYN: pair'], () => texts(pages[`Seat ${eyes}`].locator('.felt-words > *')));
    const { pots, bets, stacks, may } = await shownTo(eyes);
    assert.deepEqual({ pots, bets, stacks, may }, { pots: [], bets: [], stacks: ['104.00 BYN', '102.00 BYN', '94.00 BYN'], may: [] }, `seat ${eyes}`);
  }
  assert.deepEqual(await everything(), { fees: 0, all: 3 * CREDIT });
  await picture('for-pot-over-phone', pages['Seat 2']);
});

test('who looks back at the deal reads both pots', async () => {
  const page = pages['Seat 2'];
  await page.locator('#open-rounds').click();
  const row = page.locator('#rounds-dialog .round-row').first();
  await row.locator('summary').click();
  await comesTo(['Main pot 6.00 BYN · Seat 1 wins 6.00 BYN', 'Side pot 1 8.00 BYN · Seat 2 wins 8.00 BYN'], () => texts(row.locator('.past-result li')));
  const lines = await texts(row.locator('.past-street li'));
  assert.deepEqual(lines.slice(-3), ['Seat 3: bet 4.00 BYN', 'Seat 1: plays for the pot so far', 'You: call 4.00 BYN']);
  await page.keyboard.press('Escape');
});

test('no page complained', () => assert.deepEqual(complaints, []));
