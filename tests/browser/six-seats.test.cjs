// Six seats play one hand of no-limit hold'em in a real browser against the real daemon, each on a screen of its own: a main pot that two equal
// hands divide, and two side pots. One reloads his page in the middle of the hand, one loses his line and comes back; no page shows and no line
// tells a closed card of another, the public board among them. A simulated shuffle machine brings the same cards each time.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { LANGUAGES, WAIT, barriersOf, closeHouse, comesTo, complaints, cutOff, heard, openHouse, order, pages, picture, resize, speak, tooSmall, unreadable, until, visit } = require('./house.cjs');
const { TABLE, asked, does, everything, go, namesOf, ownTable, place, table, texts, touching } = require('./poker-table.cjs');

const PROFILES = path.join(__dirname, '../../device-profiles');
const SOURCE = '[player_table.source]\ndriver = "simulated"\ndevice = "shuffler"\nseed = 184099\npack_milliseconds = 300\nfaults = []\n';
const CREDIT = 100_000;
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1920, height: 1080 };
const LOW = { width: 1024, height: 600 };
/** The six: their screens, their stacks, and the cards that the machine deals them. Seat 1 has the button, seats 2 and 3 the blinds. */
const PLAYERS = {
  1: { size: LOW, stack: 20_000, hand: ['Qs', '6s'], words: ['queen of spades', 'six of spades'] },
  2: { size: PHONE, stack: 10_000, hand: ['Kc', 'Jc'], words: ['king of clubs', 'jack of clubs'] },
  3: { size: WIDE, stack: 4_000, hand: ['Jh', 'Ts'], words: ['jack of hearts', 'ten of spades'] },
  4: { size: DESK, stack: 9_000, hand: ['Js', 'Th'], words: ['jack of spades', 'ten of hearts'] },
  5: { size: PHONE, stack: 40_000, hand: ['9c', 'As'], words: ['nine of clubs', 'ace of spades'] },
  6: { size: WIDE, stack: 25_000, hand: ['Td', '8d'], words: ['ten of diamonds', 'eight of diamonds'] },
};
const SEATS = Object.keys(PLAYERS).map(Number);
const BOARD = ['ace of diamonds', 'five of spades', 'jack of diamonds', 'ten of clubs', 'eight of spades'];

/** The demo's cabinet file; its first table between players has a shuffle machine, long decisions, and a house that takes 5 % of each pot. */
function cabinetFile() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'croupier-six-'));
  const changed = (text, from, to) => {
    assert.ok(text.includes(from), from);
    return text.replace(from, to);
  };
  const rules = fs.readFileSync(path.join(PROFILES, 'betting/holdem/sport-no-limit.toml'), 'utf8');
  fs.mkdirSync(path.join(folder, 'holdem'));
  fs.writeFileSync(path.join(folder, 'holdem/house.toml'), changed(rules, 'rate = { flat-minor = 0 }', 'rate = { percent-hundredths = 500 }'));
  let text = fs.readFileSync(path.join(PROFILES, 'cabinets/demo.toml'), 'utf8');
  text = changed(text, 'name = "Holdem"\nrules = "holdem/sport-no-limit"', `name = "Texas Hold’em"\nrules = "${path.join(folder, 'holdem/house.toml')}"`);
  // The house's clock runs four times as fast as life.
  text = changed(text, 'decision_seconds = 30\npause_seconds = 6', 'decision_seconds = 120\npause_seconds = 60');
  text = changed(text, 'full_seconds = 60, gain_seconds = 5', 'full_seconds = 600, gain_seconds = 60');
  text = changed(text, 'small_blind = 100\nbig_blind = 200\nunit = 100\n', `small_blind = 100\nbig_blind = 200\nunit = 100\n\n${SOURCE}`);
  const file = path.join(folder, 'cabinet.toml');
  fs.writeFileSync(file, `${text}\n[presence]\ngrace_seconds = 4\n`);
  return file;
}

before(() => openHouse(['--wheel-seed', '7', '--clock-speed', '4', '--cabinet', cabinetFile()], [['Attendant', DESK], ['Board', WIDE]]));

after(closeHouse);

/** What each seat has put in, as the test counts it, and who has folded. */
const putIn = { 1: 0, 2: 100, 3: 200, 4: 0, 5: 0, 6: 0 };
const folded = new Set();

/** The pots by layers: one for each different sum of those who can still win, with what everybody has put in between it and the one below. */
function layers() {
  const levels = [...new Set(SEATS.filter((seat) => !folded.has(seat)).map((seat) => putIn[seat]))].sort((one, other) => one - other);
  return levels.map((level, index) => {
    const below = levels[index - 1] ?? 0;
    return SEATS.reduce((sum, seat) => sum + Math.min(putIn[seat], level) - Math.min(putIn[seat], below), 0);
  });
}

/** Low screens: a small tablet's, and those of the lowest phones. What is touched may be smaller on a screen narrower than any that is sold. */
const LOW_SCREENS = [[800, 480, 40], [375, 667, 40], [320, 568, 32]];

const written = (minor) => (minor / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 });

/** What stands for the pots in the middle of everybody's felt. */
const POT_NAMES = ['Main pot', 'Side pot 1', 'Side pot 2'];

async function showsPots(amounts) {
  const words = amounts.map((amount, index) => `${POT_NAMES[index]} ${written(amount)} BYN`);
  for (const seat of SEATS) {
    const pots = pages[`Seat ${seat}`].locator('.felt-pots li');
    await comesTo(words, () => texts(pots));
  }
}

const facesAt = (seat) => namesOf(pages[`Seat ${seat}`].locator('.player-felt .card:not(.back)'));

/** Every page shows the middle and its own two cards, and no other card; who has folded has none. */
async function showsNothingElse(seats = SEATS) {
  const { board } = await table();
  for (const seat of seats) {
    const wanted = [...BOARD.slice(0, board.length), ...(folded.has(seat) ? [] : PLAYERS[seat].words)].sort();
    await comesTo(wanted, async () => (await facesAt(seat)).sort());
  }
}

/** The tile of the table on the public board: its words, and the cards that lie open, each hand by its place. */
async function boardShows(words, hands) {
  const tile = pages.Board.locator('.card-tile', { hasText: 'Texas Hold’em' });
  await comesTo(hands, async () => {
    const boxes = await tile.locator('.small-hand').all();
    return Object.fromEntries(await Promise.all(boxes.map(async (box) => [await box.locator('span.quiet').textContent(), await namesOf(box.locator('.card'))])));
  });
  await until(`the board says ${words}`, async () => (await texts(tile.locator('.tile-words')))[0]?.includes(words));
}

/** No line was told a card that another seat holds; these seats have opened theirs. */
function heardNothing(opened = []) {
  for (const seat of SEATS) {
    const told = heard[`Seat ${seat}`].join('');
    assert.ok(PLAYERS[seat].hand.every((card) => told.includes(`"${card}"`)), `seat ${seat} is told its own cards`);
    for (const other of SEATS.filter((each) => each !== seat && !opened.includes(each))) {
      for (const card of PLAYERS[other].hand) assert.ok(!told.includes(`"${card}"`), `seat ${seat} was told ${card} of seat ${other}`);
    }
  }
}

async function folds(seat) {
  await does(seat, 'fold');
  folded.add(seat);
}

/** What a seat has put in more, as the test counts it. */
const puts = (seat, amount) => {
  putIn[seat] += amount;
};

/** Nothing lies over anything, is too small, cut off or unreadable; a checker of accessibility looks at one screen of each size. */
async function checkScreens(name) {
  const found = [];
  for (const seat of SEATS) {
    const page = pages[`Seat ${seat}`];
    await picture(`six-${name}-${seat}`, page);
    const barriers = seat <= 4 ? await barriersOf(page) : [];
    const wrong = [await touching(page), await tooSmall(page), await cutOff(page), await unreadable(page, 11), barriers].flat();
    found.push(...wrong.map((words) => `seat ${seat}: ${words}`));
  }
  assert.deepEqual(found, [], name);
}

const stacks = async () => Object.fromEntries((await table()).places.map(({ seat, stack }) => [seat, stack]));

test('six sit down, each at a screen of his own, and each sees his two cards', async () => {
  for (const seat of SEATS) {
    await order('Attendant', `seats/${seat}/credit-in`, { amount: CREDIT });
    await order(`Seat ${seat}`, `seats/${seat}/tables/${TABLE}/join`, { deal: 0, amount: PLAYERS[seat].stack });
    // TPC-11: before the game the board says what the house takes.
    if (seat === 1) await boardShows('Small blind: 1.00 BYN · Big blind: 2.00 BYN · Fee of each pot: 5 %', {});
  }
  for (const seat of SEATS) {
    await visit(`Seat ${seat}`, PLAYERS[seat].size);
    await go(pages[`Seat ${seat}`]);
  }
  assert.equal(await asked(), 4);
  const { button, small_blind: small, big_blind: big } = await table();
  assert.deepEqual([button, small, big], [1, 2, 3]);
  await showsNothingElse();
  heardNothing();
});

test('before the flop two are all-in, one for less than the other, and there are two pots', async () => {
  await does(4, 'raise', 2_000);
  await does(5, 'call');
  await does(6, 'call');
  await does(1, 'call');
  await folds(2);
  await does(3, 'raise', 4_000);
  await does(4, 'raise', 9_000);
  await does(5, 'call');
  await does(6, 'call');
  await showsNothingElse();
  await checkScreens('bets');
  await does(1, 'call');
  puts(3, 3_800);
  for (const seat of [1, 4, 5, 6]) puts(seat, 9_000);
  await until('the flop lies', async () => (await table()).board.length === 3);
  assert.deepEqual(layers(), [20_100, 20_000]);
  await showsPots(layers());
  await showsNothingElse();
});

test('who reloads his page in the middle of the hand has his own cards, and goes on', async () => {
  assert.equal(await asked(), 5);
  const page = pages['Seat 5'];
  await page.reload();
  await go(page);
  await showsNothingElse();
  heardNothing();
  await does(5, 'raise', 6_000);
  await does(6, 'call');
  await folds(1);
  puts(5, 6_000);
  puts(6, 6_000);
});

test('with a second side pot three pots stand on every screen, and nothing lies over anything', async () => {
  await until('the turn lies', async () => (await table()).board.length === 4 && (await table()).turn);
  assert.deepEqual(layers(), [20_100, 20_000, 12_000]);
  await showsPots(layers());
  await showsNothingElse();
  await boardShows(`Pot ${written(52_100)} BYN`, { Board: BOARD.slice(0, 4) });
  await checkScreens('pots');
});

test('on the lowest screens, in every language, the felt and the decision have room', async () => {
  const found = [];
  // Whose turn it is, who waits for his, and who has folded.
  for (const seat of [5, 6, 2]) {
    const page = pages[`Seat ${seat}`];
    for (const language of Object.keys(LANGUAGES)) {
      await speak(page, language);
      for (const [width, height, finger] of LOW_SCREENS) {
        await resize(page, width, height);
        await picture(`six-low-${seat}-${width}-${language}`, page);
        const wrong = [await touching(page), await tooSmall(page, finger), await cutOff(page), await unreadable(page, 11)].flat();
        found.push(...wrong.map((words) => `seat ${seat}, ${language}, ${width} wide: ${words}`));
      }
    }
    await speak(page, 'en');
    await resize(page, PLAYERS[seat].size.width, PLAYERS[seat].size.height);
  }
  assert.deepEqual(found, []);
});

test('one loses his line in the middle of the hand, comes back, and goes on with his cards', async () => {
  await does(5, 'call');
  assert.equal(await asked(), 6);
  await pages['Seat 6'].context().close();
  const others = [1, 2, 3, 4, 5];
  for (const eyes of others) await place(6, eyes).locator('.felt-absent', { hasText: 'no connection' }).waitFor({ timeout: WAIT });
  await showsNothingElse(others);
  await picture('six-absent-5', pages['Seat 5']);
  await visit('Seat 6', PLAYERS[6].size);
  await go(pages['Seat 6']);
  for (const eyes of others) await until('he is back', async () => (await place(6, eyes).locator('.felt-absent').textContent()) === '');
  await showsNothingElse();
  await does(6, 'call');
});

test('until the showdown nobody was told a card of another', async () => {
  await until('the river lies', async () => (await table()).board.length === 5 && (await table()).turn);
  await does(5, 'raise', 25_000);
  assert.equal(await asked(), 6);
  await showsNothingElse();
  heardNothing();
  puts(5, 10_000);
  puts(6, 10_000);
  await does(6, 'call');
});

test('two equal hands divide the main pot, one of them wins the first side pot, and a third the second', async () => {
  const { board, result } = await until('the deal is over', async () => (await table()).result && table());
  assert.deepEqual(board, ['Ad', '5s', 'Jd', 'Tc', '8s']);
  assert.deepEqual(layers(), [20_100, 20_000, 32_000]);
  assert.deepEqual(result.pots.map(({ amount }) => amount), layers());
  assert.deepEqual(result.uncalled, { seat: 5, amount: 15_000 });
  // 5 % of each pot, rounded down to a chip of 1.00: 10.05, 10.00 and 16.00. The odd chip of the main pot goes to the first after the button.
  assert.deepEqual(result.pots.map(({ fee }) => fee), [1_000, 1_000, 1_600]);
  assert.deepEqual(result.pots.map(({ shares }) => shares.map(({ seat, amount }) => [seat, amount])), [[[3, 9_600], [4, 9_500]], [[4, 19_000]], [[6, 30_400]]]);
  assert.deepEqual(await stacks(), { 1: 11_000, 2: 9_900, 3: 9_600, 4: 28_500, 5: 15_000, 6: 30_400 });
  assert.deepEqual(await everything(), { fees: 3_600, all: 6 * CREDIT });
});

test('every screen shows who won what, and the hands that were opened alone', async () => {
  const opened = (await table()).places.filter(({ down }) => down.some(Boolean)).map(({ seat }) => seat);
  for (const seat of [3, 4, 6]) assert.ok(opened.includes(seat), `seat ${seat} won and has opened`);
  for (const seat of [1, 2]) assert.ok(!opened.includes(seat), `seat ${seat} has folded`);
  for (const eyes of SEATS) {
    for (const seat of SEATS.filter((each) => each !== eyes)) {
      const faces = place(seat, eyes).locator('.card:not(.back)');
      await comesTo(opened.includes(seat) ? PLAYERS[seat].words : [], () => namesOf(faces));
    }
    const [words] = await texts(pages[`Seat ${eyes}`].locator('.felt-words'));
    for (const line of ['Seat 3 wins 96.00 BYN', 'Seat 4 wins 285.00 BYN', 'Seat 6 wins 304.00 BYN', '150.00 BYN uncalled, back to seat 5', 'Fee 36.00 BYN']) assert.ok(words.includes(line), words);
  }
  heardNothing(opened);
  await boardShows('Seat 3 wins 96.00 BYN', { Board: BOARD, ...Object.fromEntries(opened.map((seat) => [`Seat ${seat}`, PLAYERS[seat].words])) });
  await picture('six-board', pages.Board);
  assert.deepEqual(await cutOff(pages.Board), []);
  await checkScreens('result');
});

test('who looks back at the hand reads its three pots, and the main pot divided', async () => {
  const page = pages['Seat 2'];
  await page.locator('#open-rounds').click();
  const row = page.locator('#rounds-dialog .round-row').first();
  await row.locator('summary').click();
  await row.locator('.past-result li').first().waitFor({ timeout: WAIT });
  assert.deepEqual(await texts(row.locator('.past-result li')), [
    'Main pot 201.00 BYN · Seat 3 wins 96.00 BYN · Seat 4 wins 95.00 BYN · Fee 10.00 BYN',
    'Side pot 1 200.00 BYN · Seat 4 wins 190.00 BYN · Fee 10.00 BYN',
    'Side pot 2 320.00 BYN · Seat 6 wins 304.00 BYN · Fee 16.00 BYN',
    '150.00 BYN uncalled, back to seat 5',
  ]);
  const folding = (await ownTable(2)).hands[0].hands.find(({ seat }) => seat === 1);
  assert.deepEqual(folding.down.filter(Boolean), []);
  await row.locator('.past-result').scrollIntoViewIfNeeded();
  await picture('six-history-2', page);
  await page.keyboard.press('Escape');
});

test('no page complained', () => assert.deepEqual(complaints, []));
