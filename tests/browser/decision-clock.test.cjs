// Two seats play hold'em in a real browser against the real daemon, on a desk and on a phone. The ring in the head of both pages is the clock of the
// seat that is asked: it runs down while that seat decides, begins anew for the next one, runs on from the time bank where the time is over, and is
// empty where nobody is asked.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { LANGUAGES, closeHouse, comesTo, complaints, openHouse, order, pages, picture, resize, speak, until } = require('./house.cjs');
const { TABLE, act, asked, go, table } = require('./poker-table.cjs');

const SEATS = [1, 2];
const SIZES = [{ width: 1280, height: 800 }, { width: 390, height: 844 }];
const NAMES = { 1: 'desk', 2: 'phone' };
/** Who is asked has so many seconds to decide, and then those of his time bank. */
const DECISION = 6;
const TIME_BANK = 60;
/** The ring is red in the last seconds. */
const LATE = 5;

/** The demo's cabinet file with short decisions. Its clock runs as fast as life, as the clock of a page does. */
function cabinetFile() {
  const demo = fs.readFileSync(path.join(__dirname, '../../device-profiles/cabinets/demo.toml'), 'utf8');
  const changed = demo.replace('decision_seconds = 30\npause_seconds = 6\n', `decision_seconds = ${DECISION}\npause_seconds = 1\n`);
  assert.ok(changed !== demo && changed.includes(`time_bank = { full_seconds = ${TIME_BANK}, gain_seconds = 5 }`));
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'croupier-clock-')), 'cabinet.toml');
  fs.writeFileSync(file, changed);
  return file;
}

before(() => openHouse(['--wheel-seed', '7', '--cabinet', cabinetFile()], SEATS.map((seat, index) => [`Seat ${seat}`, SIZES[index]])));

after(closeHouse);

/** What a seat's page tells: its heading, the line below, the ring's figures, its full hundredths, whether it is red, whose plate is lit. */
const headOf = (seat) =>
  pages[`Seat ${seat}`].evaluate(() => {
    const hand = document.getElementById('hand');
    const lit = [...document.querySelectorAll('.felt-seat.turn .felt-name')].map((name) => name.textContent);
    const [words, detail, figures] = ['phase', 'ball', 'seconds'].map((id) => document.getElementById(id).textContent);
    const mayAct = document.querySelector('.player-turn').checkVisibility();
    return { words, detail, figures, full: 100 - Number(hand.style.strokeDashoffset), isLate: hand.classList.contains('late'), lit, mayAct };
  });

const secondsOn = async (seat) => Number((await headOf(seat)).figures);

const nameOf = (seat, eyes) => (seat === eyes ? 'You' : `Seat ${seat}`);

/** Every page says that this seat decides and lights its plate, and its own page alone gives it choices; `bank` where it draws on its time bank. */
async function isAsked(asked, bank = '') {
  for (const eyes of SEATS) {
    const isOwn = eyes === asked;
    const wanted = { words: `${isOwn ? 'Your decision' : `Seat ${asked} decides`}${bank}`, lit: [nameOf(asked, eyes)], mayAct: isOwn };
    await comesTo(wanted, async () => {
      const { words, lit, mayAct } = await headOf(eyes);
      return { words, lit, mayAct };
    });
  }
}

/** No page shows a clock: its ring is empty, and no figures stand in it. The plate of this seat is lit, where one is. */
async function noClock(words, turn = null) {
  for (const eyes of SEATS) {
    const lit = turn === null ? [] : [nameOf(turn, eyes)];
    await comesTo({ words, figures: '', full: 0, isLate: false, lit, mayAct: false }, async () => {
      const { detail, ...head } = await headOf(eyes);
      return head;
    });
  }
}

test('as long as nobody is asked no page shows a clock', async () => {
  for (const seat of SEATS) await order('Attendant', `seats/${seat}/credit-in`, { amount: 100_000 });
  await order('Seat 1', `seats/1/tables/${TABLE}/join`, { deal: 0, amount: 40_000 });
  await Promise.all(SEATS.map((seat) => go(pages[`Seat ${seat}`])));
  await noClock('Waiting for players');
});

let first = 0;
let second = 0;

test('the clock of who is asked runs down on every page', async () => {
  await order('Seat 2', `seats/2/tables/${TABLE}/join`, { deal: 0, amount: 40_000 });
  first = await asked();
  await isAsked(first);
  const began = await headOf(first);
  assert.ok(Number(began.figures) <= DECISION && began.full > 0 && began.full <= 100, JSON.stringify(began));
  assert.equal(began.detail, `Time bank: ${TIME_BANK} s`);
  for (const eyes of SEATS) {
    const [own, other] = [await secondsOn(first), await secondsOn(eyes)];
    assert.ok(Math.abs(own - other) <= 1, `seat ${eyes} shows ${other} of ${own}`);
    await picture(`clock-runs-${NAMES[eyes]}`, pages[`Seat ${eyes}`]);
  }
  for (const eyes of SEATS) await until(`the clock runs on the page of seat ${eyes}`, async () => (await secondsOn(eyes)) < Number(began.figures));
  const later = await headOf(first);
  assert.ok(later.full < began.full, `${later.full} after ${began.full}`);
});

test('who has acted has no clock any more: it begins anew for the next one', async () => {
  const left = await secondsOn(first);
  await act(first, 'call');
  second = await asked();
  assert.notEqual(second, first);
  await isAsked(second);
  for (const eyes of SEATS) await until(`the clock begins anew on the page of seat ${eyes}`, async () => (await secondsOn(eyes)) >= left);
});

test('in the last seconds the ring is red, and then it runs on from the time bank', async () => {
  await until('the ring is red', async () => (await headOf(second)).isLate);
  assert.ok((await secondsOn(second)) <= LATE);
  await picture(`clock-late-${NAMES[second]}`, pages[`Seat ${second}`]);
  await isAsked(second, ' · time bank');
  for (const eyes of SEATS) {
    const { figures, isLate, detail } = await headOf(eyes);
    assert.ok(Number(figures) > DECISION && Number(figures) <= TIME_BANK, figures);
    // What is left of one's own stands below the words, but for who draws on it. Who acted late on a slow machine has drawn on his, too.
    const left = /^Time bank: (\d+) s$/.exec(detail)?.[1];
    assert.equal(isLate, false, `seat ${eyes}`);
    if (eyes === second) assert.equal(detail, '');
    else assert.ok(left > TIME_BANK / 2 && left <= TIME_BANK, `seat ${eyes}: ${detail}`);
    await picture(`clock-bank-${NAMES[eyes]}`, pages[`Seat ${eyes}`]);
  }
});

test('a phone says in every language that it is his decision, uncut', async () => {
  const page = pages[`Seat ${second}`];
  await resize(page, SIZES[1].width, SIZES[1].height);
  const found = [];
  for (const language of Object.keys(LANGUAGES)) {
    await speak(page, language);
    await picture(`clock-phone-${language}`, page);
    const isCut = await page.evaluate(() => ['phase', 'ball'].some((id) => document.getElementById(id).scrollWidth > document.getElementById(id).clientWidth));
    if (isCut) found.push(language);
  }
  await speak(page, 'en');
  assert.deepEqual(found, []);
});

test('on a table on hold nobody may act, and no page shows a clock; his plate stays lit whose turn it is', async () => {
  await order('Attendant', `tables/${TABLE}/hold`, { reason: 'A look' });
  await until('the table is held', async () => (await table()).phase === 'held');
  await noClock('On hold', second);
});

test('no page complained', () => assert.deepEqual(complaints, []));
