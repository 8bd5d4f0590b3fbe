// Every page on every screen that a house may have, in every language: a finger finds all that is to be touched, eyes all that is to be
// read, nothing is cut off, and each letter is one that the program brought along.
'use strict';

const assert = require('node:assert/strict');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { LANGUAGES, WAIT, barriersOf, cabinet, closeHouse, complaints, cutOff, foreignFonts, freshRound, openHouse, order, pages, picture, resize, seatView, speak, tooSmall, touch, unreadable, until } = require('./house.cjs');

const SCREENS = [[1280, 800], [1024, 600], [800, 480], [375, 667], [320, 568]];
/** A large screen has room for the longest words: one language with long ones stands for all. */
const LARGE_SCREEN = { hy: [[1920, 1080]] };
/** On a screen narrower than any phone that is sold today the fields of the layout may be smaller. */
const NARROWEST = 320;
/** What is touched is at least so wide and so high, and letters so large. */
const [FINGER_PIXELS, LETTER_PIXELS] = [40, 11];

/** A name as the cabinet sends it, which no player should read. */
const NAME = /^[a-z]+(-[a-z0-9]+)+$/;

before(() =>
  openHouse(['--cabinet', path.join(__dirname, 'cards.toml'), '--wheel-speed', '10', '--wheel-seed', '7'], [
    ['Seat 1', { width: 1280, height: 800 }],
    ['Board', { width: 1280, height: 800 }],
    ['Attendant', { width: 1280, height: 800 }],
    ['Service', { width: 1280, height: 800 }],
  ]),
);

after(closeHouse);

/** What a page shows one at a time: each as what it is called and what opens it. */
async function viewsOf(name, page) {
  if (name !== 'Seat 1') return [[name, async () => {}]];
  const go = async (place) => {
    await page.click('#open-lobby');
    await page.locator('.tile-go').nth(place).click();
  };
  // Every table that seats share, and the seat's own machines.
  const { tables } = await cabinet();
  const length = tables.length + (await seatView(1)).machines.length;
  const halls = Array.from({ length }, (_, i) => [`table ${i + 1}`, async () => {
    await go(i + 1);
    await page.locator('.spot, .machine-stakes button').first().waitFor({ timeout: WAIT });
  }]);
  const rules = Array.from({ length }, (_, i) => [`rules of table ${i + 1}`, async () => {
    await go(i + 1);
    await page.click('#open-rules');
    await page.locator('.game-rules .game-pays').waitFor({ timeout: WAIT });
    // In English some hands are called by words that look like names.
    const told = (await page.getAttribute('html', 'lang')) === 'en' ? '.game-rules li' : '.game-rules li, .game-rules td';
    assert.deepEqual((await page.locator(told).allTextContents()).filter((text) => NAME.test(text)), [], 'a name without words');
  }]);
  const wheel = ['layout', 'track', 'wheel'].map((tab) => [`the wheel's ${tab}`, async () => {
    await go(0);
    const button = page.locator(`.tabs [data-tab="${tab}"]`);
    if (await button.isVisible()) await button.click();
  }]);
  // The rounds are asked for before their sheet opens.
  const sheets = ['lobby', 'rules', 'rounds'].map((sheet) => [sheet, async () => {
    await page.click(`#open-${sheet}`);
    await page.locator('dialog[open]').first().waitFor({ timeout: WAIT });
  }]);
  return [...halls, ...rules, ...wheel, ...sheets];
}

async function check(name, page, what, width) {
  const fields = width === NARROWEST ? FINGER_PIXELS - 8 : FINGER_PIXELS;
  assert.deepEqual(await tooSmall(page, fields), [], `${what}: too small for a finger`);
  assert.deepEqual(await unreadable(page, LETTER_PIXELS), [], `${what}: too small to read`);
  assert.deepEqual(await cutOff(page), [], `${what}: cut off`);
}

test('a seat has bets and a history', async () => {
  await order('Attendant', 'seats/1/credit-in', { amount: 500_000 });
  await freshRound();
  for (const place of ['straight-17', 'split-17-20']) await touch(pages['Seat 1'], place);
  await until('the chips lie', async () => /2\.00/.test(await pages['Seat 1'].textContent('#staked')));
});

for (const code of Object.keys(LANGUAGES)) {
  for (const [width, height] of [...SCREENS, ...(LARGE_SCREEN[code] ?? [])]) {
    test(`everything can be touched and read (${code}, ${width} x ${height})`, async () => {
      for (const [name, page] of Object.entries(pages)) {
        await resize(page, width, height);
        await speak(page, code);
        for (const [view, show] of await viewsOf(name, page)) {
          await show();
          await picture(`screens/${code}-${width}-${view.replace(/\W+/g, '-')}`, page);
          await check(name, page, `${name}, ${view}`, width);
          const sheet = page.locator('dialog[open] .close');
          if (await sheet.isVisible()) await sheet.click();
        }
      }
    });
  }

  test(`every letter is drawn by the program's own fonts (${code})`, async () => {
    const seen = new Set();
    for (const [name, page] of Object.entries(pages)) {
      await resize(page, 1280, 800);
      await speak(page, code);
      for (const [view, show] of await viewsOf(name, page)) {
        await show();
        assert.deepEqual(await foreignFonts(page, seen), [], `${name}, ${view}`);
        const sheet = page.locator('dialog[open] .close');
        if (await sheet.isVisible()) await sheet.click();
      }
    }
    assert.ok(seen.size > 50, `${seen.size} characters were looked at`);
  });
}

test('the small screens keep nobody out either', async () => {
  for (const [width, height] of [[800, 480], [375, 667]]) {
    for (const [name, page] of Object.entries(pages)) {
      await resize(page, width, height);
      assert.deepEqual(await barriersOf(page), [], `${name}, ${width} wide`);
    }
  }
});

test('no page complained', () => assert.deepEqual(complaints, []));
