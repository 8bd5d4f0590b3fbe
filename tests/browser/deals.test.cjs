// A whole deal of each kind at tables that no other browser test plays at, from the stake to the result, on every screen that a house may
// have, and the rules of each in every language. One player plays them all: it lays what the table offers and takes of the choices the one
// that it has taken least often. What the page shows must be what the house's own interface says.
'use strict';

const assert = require('node:assert/strict');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { LANGUAGES, WAIT, cabinet, closeHouse, complaints, cutOff, messages, minor, openHouse, order, overlapping, pages, picture, resize, seatView, shown, speak, tooSmall, unreadable, until } = require('./house.cjs');

const CREDIT = 500_000;
/** Each table is played at on a console, and on one of these. */
const OTHER_SCREENS = [[1920, 1080], [800, 480], [390, 844]];
const SEATS = [1, 2, 3, 4];
/** What is touched is at least so wide and so high, and letters so large. */
const [FINGER_PIXELS, LETTER_PIXELS] = [40, 11];
/** A name as the cabinet sends it, which no player should read. */
const NAME = /^[a-z]+(-[a-z0-9]+)+$/;
/** The most bytes that the message for one change may have, in the median. The first message of a line tells everything and does not count. */
const MESSAGE_BYTES = 6 * 1024;
/** So long must stakes still be taken, in microseconds, for a player who begins to lay them. */
const TIME_TO_STAKE = 12_000_000;
/** So long a chip is waited for, in milliseconds: longer than stakes are taken. */
const CHIP_MILLISECONDS = 10_000;
/** So long a click may take; what it is meant for may be gone, where the time for it was over. */
const CLICK_MILLISECONDS = 5_000;

before(() =>
  openHouse(['--cabinet', path.join(__dirname, 'deals.toml'), '--wheel-speed', '10', '--wheel-seed', '7', '--clock-speed', '2'], [
    ['Attendant', { width: 1280, height: 800 }],
    ...SEATS.map((seat) => [`Seat ${seat}`, { width: 1280, height: 800 }]),
  ]),
);

after(closeHouse);

const tableAt = async (place) => (await cabinet()).tables[place];

/** Shows a table by its place in the list of tables; the wheel's tile is before them. */
async function go(page, place) {
  await page.click('#open-lobby');
  await page.locator('.tile-go').nth(place + 1).click();
}

async function check(page, what) {
  assert.deepEqual(await tooSmall(page, FINGER_PIXELS), [], `${what}: too small for a finger`);
  assert.deepEqual(await unreadable(page, LETTER_PIXELS), [], `${what}: too small to read`);
  assert.deepEqual(await cutOff(page), [], `${what}: cut off`);
  assert.deepEqual(await overlapping(page), [], `${what}: one over the other`);
}

/** The choices that the page offers, each with its name and whether it can be touched. */
const choicesOn = (page) =>
  page.locator('.card-cloth .choices:not(.machine-stakes) .choice:visible').evaluateAll((buttons) => buttons.map((button) => ({ name: button.classList[1], isOff: button.disabled })));

/** Lays a chip on a spot; `false` where it does not come to lie there, because the time for stakes was over. */
async function lay(page, spot) {
  await spot.and(page.locator(':not([disabled])')).click({ timeout: CHIP_MILLISECONDS }).catch(() => {});
  return spot.and(page.locator('.mine:has(.chip:not(.pending))')).waitFor({ timeout: CHIP_MILLISECONDS }).then(() => true, () => false);
}

/**
 * Lays the first stake that the first box of the table takes, and where `isRich` the last one too; the number of the deal, and the credit before it.
 * A page on a busy machine may be too late for all of it: then that deal goes by, and they are laid in another.
 */
async function layStakes(page, seat, place, isRich) {
  await page.click('#chip-rack [role="radio"] >> nth=0');
  const spots = page.locator('.box').first().locator('.spot');
  return until('stakes are taken', async () => {
    const { now, tables } = await cabinet();
    const { deal, phase, ends_at: endsAt } = tables[place];
    if (phase !== 'staking' || (endsAt !== null && endsAt - now <= TIME_TO_STAKE)) return null;
    // Until the page takes stakes it may still show the spots of the deal before, and there are more of them.
    const isReady = await spots.first().and(page.locator(':not([disabled])')).waitFor({ timeout: CHIP_MILLISECONDS }).then(() => true, () => false);
    if (!isReady) return null;
    const [{ credit, tables: own }, last] = [await seatView(seat), (await spots.count()) - 1];
    for (const spot of isRich && last > 0 ? [0, last] : [0]) {
      if (!(await lay(page, spots.nth(spot)))) return null;
    }
    return (await tableAt(place)).deal === deal && { deal, before: credit + own[place].staked };
  });
}

/** Takes one of the choices that the page offers: of those that it has taken least often, the last. Cards that it is about are picked first. */
async function decide(page, taken) {
  const offered = await choicesOn(page);
  const picks = page.locator('.to-pick .pick');
  const mayPick = (await picks.count()) > 0;
  const open = offered.filter(({ isOff }) => !isOff || mayPick);
  if (open.length === 0) return;
  const times = ({ name }) => taken.get(name) ?? 0;
  const [{ name, isOff }] = open.reverse().sort((one, other) => times(one) - times(other));
  const button = page.locator(`.card-cloth .choice.${name}:visible`);
  if (isOff) await picks.first().click({ timeout: CLICK_MILLISECONDS }).catch(() => {});
  const hasTaken = await button.and(page.locator(':not([disabled])')).click({ timeout: CLICK_MILLISECONDS }).then(() => true, () => false);
  if (!hasTaken) return;
  taken.set(name, times({ name }) + 1);
}

/** Plays one whole deal at the table in this place, from the stake to the result, and compares the page with what the house says. */
async function playDeal(seat, place, [width, height], taken, isRich) {
  const page = pages[`Seat ${seat}`];
  await resize(page, width, height);
  await go(page, place);
  const { name } = await tableAt(place);
  const what = `${name}, ${width} wide`;
  const called = `deals/${name.toLowerCase().replaceAll(' ', '-')}-${width}`;
  await check(page, `${what}, before the deal`);
  const { deal, before } = await layStakes(page, seat, place, isRich);
  const lies = (await seatView(seat)).tables[place].staked;
  assert.ok(lies > 0, `${what}: a stake lies`);
  await until('the stake is off the balance', async () => (await shown(page, '#credit')) === before - lies);
  let lastTurn = null;
  const paid = await until(`the deal at ${name}`, async () => {
    const now = await tableAt(place);
    if (now.deal !== deal || now.settlement) return now;
    const turn = now.turns.find((each) => each.seat === seat)?.turn ?? null;
    if (turn === null || turn === lastTurn || (await choicesOn(page)).length === 0) return null;
    await picture(`${called}-turn`, page);
    await check(page, `${what}, the decision`);
    lastTurn = turn;
    const count = () => [...taken.values()].reduce((sum, times) => sum + times, 0);
    const decisions = count();
    await decide(page, taken);
    if (count() === decisions) lastTurn = null;
    return null;
  });
  assert.equal(paid.deal, deal, `${what}: the result is seen`);
  const own = paid.settlement.returns.filter((line) => line.seat === seat);
  const sum = (key) => own.reduce((total, line) => total + line[key], 0);
  const [staked, returned] = [sum('amount'), sum('returned')];
  await page.locator('.lines li').first().waitFor({ state: 'attached', timeout: WAIT });
  const told = await page.locator('.lines li').evaluateAll((items) => items.map((item) => item.lastElementChild.textContent));
  assert.deepEqual(told.map(minor), own.map((line) => line.returned), `${what}: what each stake returned`);
  assert.equal(await shown(page, '.sum b'), returned, what);
  await until(`${what}: the balance is what the lines come to`, async () => (await shown(page, '#credit')) === before - staked + returned);
  assert.equal((await seatView(seat)).credit, before - staked + returned, what);
  await picture(`${called}-result`, page);
  await check(page, `${what}, the result`);
}

/** Which tables each seat plays at: no two at one. */
async function placesOf(seat) {
  const { length } = (await cabinet()).tables;
  return Array.from({ length }, (_, place) => place).filter((place) => place % SEATS.length === seat - 1);
}

test('a deal of each kind is played on a console and on another screen, and the balance is what the house says', async () => {
  for (const seat of SEATS) await order('Attendant', `seats/${seat}/credit-in`, { amount: CREDIT });
  await Promise.all(
    SEATS.map(async (seat) => {
      await until('the page shows it', async () => (await shown(pages[`Seat ${seat}`], '#credit')) === CREDIT);
      for (const place of await placesOf(seat)) {
        const taken = new Map();
        for (const [nth, size] of [[1280, 800], OTHER_SCREENS[place % OTHER_SCREENS.length]].entries()) await playDeal(seat, place, size, taken, nth > 0);
      }
    }),
  );
});

test('the rules of each table are told in every language, on a console and on a phone, without a raw name and with nothing cut off', async () => {
  const { tables } = await cabinet();
  await Promise.all(
    SEATS.map(async (seat) => {
      const [page, code] = [pages[`Seat ${seat}`], Object.keys(LANGUAGES)[seat - 1]];
      await resize(page, 1280, 800);
      await speak(page, code);
      for (const [place, { name }] of tables.entries()) {
        await resize(page, 1280, 800);
        await go(page, place);
        await page.click('#open-rules');
        await page.locator('.game-rules .game-pays').waitFor({ timeout: WAIT });
        // In English some hands are called by words that look like names.
        const told = await page.locator(code === 'en' ? '.game-rules li' : '.game-rules li, .game-rules td').allTextContents();
        assert.ok(told.length > 5, `${code}, ${name}: there are rules`);
        assert.deepEqual(told.filter((text) => NAME.test(text)), [], `${code}, ${name}: a name without words`);
        for (const [width, height] of [[1280, 800], [390, 844], [800, 480]]) {
          await resize(page, width, height);
          assert.deepEqual(await cutOff(page), [], `${code}, ${name}, ${width} wide: cut off`);
          assert.deepEqual(await unreadable(page, LETTER_PIXELS), [], `${code}, ${name}, ${width} wide: too small to read`);
          await picture(`deals/rules-${code}-${width}-${name.toLowerCase().replaceAll(' ', '-')}`, page);
        }
        await page.locator('dialog[open] .close').click();
      }
    }),
  );
});

test('the lobby has every table, and on no screen lies a star over its words', async () => {
  const { length } = (await cabinet()).tables;
  await Promise.all(
    SEATS.map(async (seat) => {
      const page = pages[`Seat ${seat}`];
      await page.click('#open-lobby');
      for (const [width, height] of [[1280, 800], [800, 480], [390, 844]]) {
        await resize(page, width, height);
        await page.locator('.tile').nth(length).waitFor({ timeout: WAIT });
        assert.equal(await page.locator('.tile').count(), length + 1, 'the wheel and every table');
        const found = await page.evaluate(() => {
          const rightOf = (part) => {
            const range = document.createRange();
            range.selectNodeContents(part);
            return range.getBoundingClientRect();
          };
          return [...document.querySelectorAll('.tile')].flatMap((tile) => {
            const star = tile.querySelector('.tile-star').getBoundingClientRect();
            const words = [...tile.querySelectorAll('.tile-go > span')].map((part) => [part.textContent, rightOf(part)]);
            return words.filter(([text, box]) => text && box.right > star.left && box.top < star.bottom && box.bottom > star.top).map(([text]) => text);
          });
        });
        assert.deepEqual(found, [], `${width} wide: a star lies over it`);
        assert.deepEqual(await cutOff(page), [], `${width} wide: cut off`);
        // Many tables are found without a long search.
        const { height: tile } = await page.locator('.tile').first().boundingBox();
        assert.ok(tile < height / 2 && (width > 480 || tile < 130), `${width} wide: a tile is ${tile} high`);
        await picture(`deals/lobby-${seat}-${width}`, page);
      }
      await page.locator('dialog[open] .close').click();
    }),
  );
});

test('what a seat is sent for one change is short, however many tables there are', () => {
  for (const seat of SEATS) {
    const bytes = messages[`Seat ${seat}`].slice(1).sort((one, other) => one - other);
    assert.ok(bytes.length > 200, `seat ${seat} was sent ${bytes.length} messages`);
    const median = bytes[bytes.length >> 1];
    assert.ok(median <= MESSAGE_BYTES, `seat ${seat}: ${median} bytes in the median`);
  }
});

test('no page complained', () => assert.deepEqual(complaints, []));
