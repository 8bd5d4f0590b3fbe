// Three seats play the decree's four pokers, the studs, pot-limit and fixed limit, on a desk, on a phone and on a wide screen: every choice that is offered has a
// button that can be hit and read, a deal comes to its end, and every unit is somewhere.
'use strict';

const assert = require('node:assert/strict');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { WAIT, cabinet, closeHouse, complaints, cutOff, house, openHouse, order, pages, picture, tooSmall, unreadable, until } = require('./house.cjs');
const { covered, touching } = require('./poker-table.cjs');

const CREDIT = 1_000_000;
const STACK = 10_000;
const SEATS = [1, 2, 3];
const TABLES = ['Texas', 'Club', 'Five-Card', 'Seven-Card', 'Stud 7', 'Stud 5', 'Stud Limit', 'Omaha Pot', 'Hold’em Limit'].map((name, index) => [17 + index, name]);
/** What is done where it is offered, the first of these; who folds sees no more of the game. */
const WISHES = ['divide', 'exchange', 'buy', 'complete', 'bet', 'call', 'check', 'stand', 'pass'];

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

/** Plays one deal out; looks at every set of choices once on every screen. */
async function playOut(number, name, seen) {
  for (let turns = 0; turns < 200; turns += 1) {
    const { turn, result } = await until('somebody is asked, or the deal is over', async () => {
      const now = await tableOf(number);
      return (now.turn || now.result) && now;
    });
    if (!turn) return result;
    const page = pages[`Seat ${turn.seat}`];
    await page.locator('.player-turn button:visible:not([disabled])').first().waitFor({ timeout: WAIT });
    const choices = await offered(page);
    const key = `${turn.seat} ${choices.join()}`;
    const isNew = !seen.has(key);
    if (isNew) {
      seen.add(key);
      await check(page, `${name}: ${key}`);
      await picture(`pokers-${name}-${seen.size}-seat-${turn.seat}`, page);
    }
    // Who raises each time plays for all that he has.
    const wish = ['raise', ...WISHES].slice(isNew ? 0 : 1).find((each) => choices.some((classes) => classes.split(' ').includes(each))) ?? 'fold';
    await page.locator(`.player-turn .${wish}:visible:not([disabled])`).first().click();
    await until('the turn has passed', async () => JSON.stringify((await tableOf(number)).turn) !== JSON.stringify(turn));
  }
  return assert.fail(`${name}: the deal has no end`);
}

test('the seats have credit', async () => {
  for (const seat of SEATS) await order('Attendant', `seats/${seat}/credit-in`, { amount: CREDIT });
});

for (const [number, name] of TABLES) {
  test(`${name}: a deal comes to its end, and every choice on its way can be seen and hit`, async () => {
    const { deal } = await tableOf(number);
    for (const seat of SEATS) {
      await order(`Seat ${seat}`, `seats/${seat}/tables/${number}/join`, { deal, amount: STACK });
      await go(pages[`Seat ${seat}`], name);
    }
    const seen = new Set();
    const result = await playOut(number, name, seen);
    assert.ok(result.pots.length > 0, JSON.stringify(result));
    for (const seat of SEATS) {
      await check(pages[`Seat ${seat}`], `${name}: the result, seat ${seat}`);
      await picture(`pokers-${name}-result-${seat}`, pages[`Seat ${seat}`]);
    }
    assert.ok(seen.size >= SEATS.length, [...seen].join('; '));
    assert.equal(await everything(), SEATS.length * CREDIT);
  });
}

test('no page complained', () => assert.deepEqual(complaints, []));
