// Three seats play the decree's club poker in a real browser against the real daemon, on a desk, on a phone and on a wide screen. Twice two of them
// have equal hands: the first time both divide the bank, the second time one of them plays again, and the two play for it with new cards. A simulated
// shuffle machine brings the same cards each time.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { WAIT, barriersOf, closeHouse, comesTo, complaints, cutOff, openHouse, order, pages, picture, resize, tooSmall, unreadable, until } = require('./house.cjs');
const { TABLE, covered, does, everything, go, hiddenRanks, namesOf, place, table, texts, touching } = require('./poker-table.cjs');

const SOURCE = '[player_table.source]\ndriver = "simulated"\ndevice = "shuffler"\nseed = 103199887\npack_milliseconds = 300\nfaults = []\n';
const SEATS = [1, 2, 3];
const SIZES = [{ width: 1280, height: 800 }, { width: 390, height: 844 }, { width: 1920, height: 1080 }];
const NAMES = { 1: 'desk', 2: 'phone', 3: 'wide' };
const CREDIT = 100_000;
const STACK = 10_000;
/** What the machine deals to each seat: two kings of the same worth in the first deal, two pairs of twos of the same worth in the second one. */
const FIRST = {
  1: ['six of diamonds', 'jack of hearts', 'four of clubs', 'king of clubs', 'three of spades'],
  2: ['jack of diamonds', 'eight of hearts', 'seven of spades', 'five of hearts', 'six of clubs'],
  3: ['four of hearts', 'jack of clubs', 'king of diamonds', 'three of hearts', 'six of spades'],
};
const SECOND = {
  1: ['jack of hearts', 'six of diamonds', 'ace of spades', 'three of clubs', 'king of spades'],
  2: ['five of clubs', 'two of spades', 'six of hearts', 'two of hearts', 'nine of clubs'],
  3: ['nine of hearts', 'six of spades', 'five of spades', 'two of diamonds', 'two of clubs'],
};
/** What seats 2 and 3 are dealt when they play again, and what they hold once each has bought cards. */
const AGAIN = {
  1: [],
  2: ['jack of spades', 'two of hearts', 'eight of spades', 'seven of diamonds', 'five of hearts'],
  3: ['six of spades', 'nine of clubs', 'king of clubs', 'six of clubs', 'seven of hearts'],
};
const BOUGHT = {
  2: ['jack of spades', 'eight of spades', 'seven of diamonds', 'five of hearts', 'eight of clubs'],
  3: ['six of spades', 'king of clubs', 'six of clubs', 'king of spades', 'two of clubs'],
};

/** The demo's cabinet file with club poker as its only table between players, dealt from a shuffle machine. */
function cabinetFile() {
  const demo = fs.readFileSync(path.join(__dirname, '../../device-profiles/cabinets/demo.toml'), 'utf8');
  const [others, , , club] = demo.split('[[player_table]]\n');
  const opened = 'opened_by_seat = { seats_most = 6, closes_after_seconds = 120 }\n';
  assert.ok(club.includes('rules = "club/am"') && club.includes(opened));
  // The house's clock runs ten times as fast as life.
  const slow = club.replace(opened, '').replace('decision_seconds = 30\npause_seconds = 6', 'decision_seconds = 120\npause_seconds = 30').replace('full_seconds = 60', 'full_seconds = 600');
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'croupier-bank-')), 'cabinet.toml');
  fs.writeFileSync(file, `${others}[[player_table]]\n${slow}\n${SOURCE}`);
  return file;
}

before(() => openHouse(['--wheel-seed', '7', '--clock-speed', '10', '--cabinet', cabinetFile()], SEATS.map((seat, index) => [`Seat ${seat}`, SIZES[index]])));

after(closeHouse);

/** The choices that a page offers now: those of a turn, and those before it. */
const CHOICES = '.player-turn .choice:visible:not([disabled]), .player-before button:visible';

/** What the page of a seat shows: its heading, the bank, everybody's stack, what each did last, and what this seat may press. */
async function shownTo(eyes) {
  const page = pages[`Seat ${eyes}`];
  const ofSeats = async (part) => (await Promise.all(SEATS.map((seat) => texts(place(seat, eyes).locator(part))))).flat();
  const [heading] = await texts(page.locator('#phase'));
  return { heading, bank: await texts(page.locator('.felt-pots li')), stacks: await ofSeats('.felt-stack'), did: await ofSeats('.felt-acted'), may: await texts(page.locator(CHOICES)) };
}

/** The seat `asked` alone may press `may`; every page shows this bank, these stacks and deeds; nothing was lost, and the house took these fees. */
async function isAsked(asked, may, { bank, stacks, did, fees }) {
  for (const eyes of SEATS) {
    const wanted = { heading: eyes === asked ? 'Your decision' : `Seat ${asked} decides`, bank: [`Pot ${bank} BYN`], stacks: stacks.map((stack) => `${stack} BYN`), did: did(eyes), may: eyes === asked ? may : [] };
    await comesTo(wanted, () => shownTo(eyes));
  }
  assert.deepEqual(await everything(), { fees, all: 3 * CREDIT });
}

/** The deal is over: every page shows who won what and these stacks, no bank, and nothing to press. */
async function isOver(lines, stacks, fees) {
  for (const eyes of SEATS) {
    const page = pages[`Seat ${eyes}`];
    await comesTo(lines, () => texts(page.locator('.felt-words > *')));
    const { bank, stacks: shown, may } = await shownTo(eyes);
    assert.deepEqual({ bank, shown, may }, { bank: [], shown: stacks.map((stack) => `${stack} BYN`), may: [] }, `seat ${eyes}`);
  }
  assert.deepEqual(await everything(), { fees, all: 3 * CREDIT });
}

/** Every page shows these hands face up, by the seats that hold them. */
async function liesOpen(handsFor) {
  for (const eyes of SEATS) {
    const read = async () => Promise.all(SEATS.map((seat) => namesOf(place(seat, eyes).locator('.card:not(.back)'))));
    await comesTo(SEATS.map((seat) => handsFor(eyes)[seat] ?? []), read);
  }
}

/** Nothing lies over anything, is too small, cut off or unreadable; a checker of accessibility looks at the page of the seat that is asked. */
async function checkScreens(name, asked) {
  for (const seat of SEATS) {
    const page = pages[`Seat ${seat}`];
    await picture(`bank-${name}-${NAMES[seat]}`, page);
    const barriers = seat === asked ? await barriersOf(page) : [];
    const wrong = [await hiddenRanks(page), await touching(page), await tooSmall(page), await cutOff(page), await unreadable(page, 11), barriers].flat();
    assert.deepEqual(wrong, [], `${name}, seat ${seat}`);
    assert.equal(await covered(page), 0, `${name}, seat ${seat}`);
  }
}

/** Nobody buys cards; the first one bets, and the others call. */
async function playsOut(seats, bet) {
  for (const seat of seats) await does(seat, 'pass');
  const [first, ...others] = seats;
  await does(first, 'raise', bet);
  for (const seat of others) await does(seat, 'call');
}

test('three sit down and play, and two of them have equal hands', async () => {
  for (const seat of SEATS) {
    await order('Attendant', `seats/${seat}/credit-in`, { amount: CREDIT });
    await order(`Seat ${seat}`, `seats/${seat}/tables/${TABLE}/join`, { deal: 0, amount: STACK });
  }
  await Promise.all(SEATS.map((seat) => go(pages[`Seat ${seat}`], 'Club')));
  await playsOut([1, 2, 3], 700);

});

test('the first of the two alone may divide or play again, and everybody sees all hands', async () => {
  await isAsked(1, ['Divide the pot', 'Play again'], { bank: '24.00', stacks: ['92.00', '92.00', '92.00'], did: () => ['bet 7.00 BYN', 'call', 'call'], fees: 0 });
  await liesOpen(() => FIRST);
  // He reads why he is asked, and a screen reader tells him; the others are not asked.
  const question = 'Your hand is equal to another one. Divide the pot, or play for it again?';
  for (const seat of SEATS) assert.deepEqual(await texts(pages[`Seat ${seat}`].locator('.felt-words > *')), seat === 1 ? [question] : []);
  const spoken = await pages['Seat 1'].locator('#polite').textContent();
  assert.ok(spoken.endsWith(question), spoken);
  await checkScreens('asked', 1);
});

test('on low screens too the question lies over nothing', async () => {
  const page = pages['Seat 1'];
  for (const [width, height] of [[1024, 600], [375, 667], [320, 568]]) {
    await resize(page, width, height);
    await picture(`bank-low-${width}`, page);
    assert.deepEqual([await touching(page), await cutOff(page)].flat(), [], `${width} wide`);
  }
  await resize(page, SIZES[0].width, SIZES[0].height);
});

test('he divides, and the bank stays until the other one is asked too', async () => {
  await does(1, 'divide');
  await isAsked(3, ['Divide the pot', 'Play again'], { bank: '24.00', stacks: ['92.00', '92.00', '92.00'], did: () => ['divides the pot', 'call', 'call'], fees: 0 });
});

test('both have divided: each has his half without the fee, and the odd chip lies with the first after the button', async () => {
  await does(3, 'divide');
  // Of 24.00 the house takes 5 %, rounded down to a chip of 1.00.
  await isOver(['Seat 1 wins 12.00 BYN', 'Seat 3 wins 11.00 BYN', 'Fee 1.00 BYN'], ['104.00', '92.00', '103.00'], 100);
  await picture('bank-divided-phone', pages['Seat 2']);
});

test('in the next deal two others have equal hands: one divides', async () => {
  await until('the next deal', async () => (await table()).deal === 2 && (await table()).turn);
  await playsOut([2, 3, 1], 900);
  const stacks = ['94.00', '82.00', '93.00'];
  await isAsked(2, ['Divide the pot', 'Play again'], { bank: '30.00', stacks, did: () => ['call', 'bet 9.00 BYN', 'call'], fees: 100 });
  await liesOpen(() => SECOND);
  await does(2, 'divide');
  await isAsked(3, ['Divide the pot', 'Play again'], { bank: '30.00', stacks, did: () => ['call', 'divides the pot', 'call'], fees: 100 });
});

test('the other one plays again: the two have new cards, nobody pays anew, and the third one waits without cards', async () => {
  await does(3, 'play-again');
  // Each sees the pair in his own hand alone.
  const did = (eyes) => ['Not in the replay', '', eyes === 3 ? 'pair' : ''];
  await isAsked(2, ['Fold', 'Keep my cards'], { bank: '30.00', stacks: ['94.00', '82.00', '93.00'], did, fees: 100 });
  await liesOpen((eyes) => ({ [eyes]: AGAIN[eyes] }));
  await comesTo([0, 5, 5], async () => Promise.all(SEATS.map((seat) => place(seat, 1).locator('.card.back').count())));
  await checkScreens('again', 2);
});

/** Touches the cards at these places of the own hand, from 1, and buys as many. */
async function buys(seat, places, price) {
  const page = pages[`Seat ${seat}`];
  for (const card of places) await page.locator('.cards-to-buy .pick').nth(card - 1).click({ timeout: WAIT });
  await comesTo([`Exchange: ${places.length}`, `${price} BYN`], () => texts(page.locator('.player-turn .exchange > *')));
  await does(seat, 'exchange');
}

test('who plays again may buy cards, and their price lies in the bank', async () => {
  await buys(2, [2], '1.00');
  await buys(3, [2, 5], '2.00');
  const did = (eyes) => ['Not in the replay', eyes === 2 ? 'pair' : '', eyes === 3 ? 'two pair' : ''];
  await isAsked(2, ['Fold', 'Check', 'Bet1.00 BYN'], { bank: '33.00', stacks: ['94.00', '81.00', '91.00'], did, fees: 100 });
  await liesOpen((eyes) => ({ [eyes]: BOUGHT[eyes] }));
});

test('a further bet joins the bank, one of the two wins it whole, and the fee is taken once', async () => {
  await does(2, 'raise', 300);
  await does(3, 'call');
  // Of 39.00 the house takes 5 %, rounded down to a chip of 1.00.
  await isOver(['Seat 3 wins 38.00 BYN: two pair', 'Fee 1.00 BYN'], ['94.00', '78.00', '126.00'], 200);
  await liesOpen(() => BOUGHT);
  await picture('bank-won-desk', pages['Seat 1']);
});

test('who looks back at the deal reads both plays', async () => {
  for (const seat of [1, 2]) {
    const page = pages[`Seat ${seat}`];
    await page.locator('#open-rounds').click();
    const row = page.locator('#rounds-dialog .round-row').first();
    await row.locator('summary').click();
    await comesTo(['Play 1', 'Play 2'], () => texts(row.locator('> h3')));
    await comesTo(['Pot 39.00 BYN · Seat 3 wins 38.00 BYN · Fee 1.00 BYN'], () => texts(row.locator('.past-result li')));
    const lines = await texts(row.locator('.past-street li'));
    const name = seat === 2 ? 'You' : 'Seat 2';
    for (const line of [`${name}: divides the pot`, 'Seat 3: plays again']) assert.equal(lines.filter((words) => words === line).length, 1, `${lines}`);
    await picture(`bank-history-${NAMES[seat]}`, page);
    await page.keyboard.press('Escape');
  }
});

test('no page complained', () => assert.deepEqual(complaints, []));
