// Three seats play the decree's four pokers, the studs, pot-limit and fixed limit, on a desk, on a phone and on a wide screen: every choice that
// is offered has a button that can be hit and read, a deal comes to its end, and every unit is somewhere.
'use strict';

const assert = require('node:assert/strict');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { WAIT, cabinet, closeHouse, complaints, cutOff, house, openHouse, order, pages, picture, tooSmall, unreadable, until } = require('./house.cjs');
const { covered, touching } = require('./poker-table.cjs');

const CREDIT = 1_000_000;
const STACK = 10_000;
const SEATS = [1, 2, 3];
/** The tables, each with the choices that its game is about: every one of them is taken, the first time that it is offered. */
const TABLES = [
  ['Texas', ['call', 'pass']],
  ['Club', ['exchange', 'pass', 'raise', 'call']],
  ['Five-Card', ['raise', 'stop', 'call']],
  ['Seven-Card', ['raise', 'stop', 'call']],
  ['Stud 7', ['raise', 'call']],
  ['Stud 5', ['raise', 'call']],
  ['Stud Limit', ['raise', 'call']],
  ['Omaha Pot', ['raise', 'call']],
  ['Hold’em Limit', ['raise', 'call']],
].map(([name, choices], index) => [17 + index, name, choices]);
/** What is done otherwise, the first of these that is offered: who folds sees no more of the game. The button for a call checks too. */
const WISHES = ['divide', 'call', 'pass', 'fold'];

before(() =>
  openHouse(['--cabinet', path.join(__dirname, 'pokers.toml'), '--wheel-speed', '10', '--wheel-seed', '7'], [
    ['Attendant', { width: 1280, height: 800 }],
    ['Seat 1', { width: 1280, height: 800 }],
    ['Seat 2', { width: 390, height: 844 }],
    ['Seat 3', { width: 1920, height: 1080 }],
  ]),
);

after(closeHouse);

const tableOf = async (number) => (await cabinet()).player_tables.find((each) => each.table === number);

/** All that seats have, and what the house took. */
async function everything() {
  const headers = { authorization: `Bearer ${house.links.Attendant.split('#')[1]}` };
  const { seats, fees } = await (await fetch(`http://127.0.0.1:${house.port}/api/v1/official`, { headers })).json();
  return seats.reduce((sum, { credit, staked, stacks }) => sum + credit + staked + stacks, fees);
}

async function go(page, name) {
  await page.click('#open-lobby');
  await page.locator('.tile-go', { hasText: name }).first().click();
  await page.locator('.player-felt').waitFor({ timeout: WAIT });
}

/** The buttons of the player whose turn it is, by their classes. */
const offered = (page) => page.locator('.player-turn button:visible:not([disabled])').evaluateAll((all) => all.map((button) => button.className));

async function check(page, name) {
  assert.equal(await covered(page), 0, `${name}: own cards and the plates of others`);
  assert.deepEqual(await tooSmall(page), [], name);
  assert.deepEqual(await cutOff(page), [], name);
  assert.deepEqual(await touching(page), [], name);
  assert.deepEqual(await unreadable(page, 11), [], name);
}

/** Takes a choice on a page; cards are picked before they are bought. */
async function take(page, choice) {
  if (choice === 'exchange') for (const place of [0, 2]) await page.locator('.cards-to-buy .pick').nth(place).click();
  await page.locator(`.player-turn .${choice}:visible:not([disabled])`).first().click();
}

/** Plays one deal out; looks at every set of choices once on every screen. Which choices were taken. */
async function playOut(number, name, wanted) {
  const [seen, taken] = [new Set(), new Set()];
  for (let turns = 0; turns < 200; turns += 1) {
    const { turn, result } = await until('somebody is asked, or the deal is over', async () => {
      const now = await tableOf(number);
      return (now.turn || now.result) && now;
    });
    if (!turn) {
      assert.ok(result.pots.length > 0, JSON.stringify(result));
      return taken;
    }
    const page = pages[`Seat ${turn.seat}`];
    await page.locator('.player-turn button:visible:not([disabled])').first().waitFor({ timeout: WAIT });
    const choices = (await offered(page)).flatMap((classes) => classes.split(' '));
    const canBuy = choices.includes('pick');
    const key = `${turn.seat} ${choices.join()}`;
    if (!seen.has(key)) {
      seen.add(key);
      await check(page, `${name}: ${key}`);
      await picture(`pokers-${name}-${seen.size}-seat-${turn.seat}`, page);
    }
    const isOffered = (choice) => (choice === 'exchange' ? canBuy : choices.includes(choice));
    const choice = wanted.find((each) => !taken.has(each) && isOffered(each)) ?? WISHES.find(isOffered);
    await take(page, choice);
    taken.add(choice);
    await until('the turn has passed', async () => JSON.stringify((await tableOf(number)).turn) !== JSON.stringify(turn));
  }
  return assert.fail(`${name}: the deal has no end`);
}

test('the seats have credit', async () => {
  for (const seat of SEATS) await order('Attendant', `seats/${seat}/credit-in`, { amount: CREDIT });
});

for (const [number, name, wanted] of TABLES) {
  test(`${name}: a deal comes to its end, and every choice on its way can be seen and taken`, async () => {
    const { deal } = await tableOf(number);
    for (const seat of SEATS) {
      await order(`Seat ${seat}`, `seats/${seat}/tables/${number}/join`, { deal, amount: STACK });
      await go(pages[`Seat ${seat}`], name);
    }
    const taken = await playOut(number, name, wanted);
    for (const seat of SEATS) {
      await check(pages[`Seat ${seat}`], `${name}: the result, seat ${seat}`);
      await picture(`pokers-${name}-result-${seat}`, pages[`Seat ${seat}`]);
    }
    assert.deepEqual(wanted.filter((choice) => !taken.has(choice)), [], `${[...taken]}`);
    assert.equal(await everything(), SEATS.length * CREDIT);
  });
}

test('no page complained', () => assert.deepEqual(complaints, []));
