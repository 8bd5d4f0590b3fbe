// Two seats play cards in a real browser against the real daemon: a hand of blackjack with a split on the simulated shuffle machine, and
// the other table beside it; what each stake returned stands on the page, and the balance is what it comes to.
'use strict';

const assert = require('node:assert/strict');
const { after, before, test } = require('node:test');
const { WAIT, cabinet, closeHouse, complaints, house, openHouse, pages, picture, shown, until } = require('./house.cjs');

const CREDIT = 500_000;

before(() =>
  openHouse(['--wheel-speed', '10', '--wheel-seed', '7', '--clock-speed', '4'], [
    ['Attendant', { width: 1280, height: 800 }],
    ['Seat 1', { width: 1280, height: 800 }],
    ['Seat 2', { width: 390, height: 844 }],
    ['Board', { width: 1920, height: 1080 }],
  ]),
);

after(closeHouse);

const token = (name) => house.links[name].split('#')[1];
const table = async (name) => (await cabinet()).tables.find((each) => each.name === name);

async function seat(number) {
  const headers = { authorization: `Bearer ${token(`Seat ${number}`)}` };
  return (await (await fetch(`http://127.0.0.1:${house.port}/api/v1/seats/${number}`, { headers })).json()).seat;
}

async function go(page, name) {
  await page.click(`#halls button:has-text("${name}")`);
}

/** Waits until stakes are taken and nobody's stakes lie, then lays one chip on each of these spots of the page. */
async function stake(page, name, spots) {
  await until(`stakes are taken at ${name}`, async () => (await table(name)).phase === 'staking');
  for (const [box, kind] of spots) {
    await page.locator('.box').nth(box).locator('.spot').nth(kind).click();
    await page.waitForTimeout(60);
  }
}

/** Sits through the deal: `decide` chooses among the page's buttons, until the deal is over. */
async function sitThrough(page, name, number, decide) {
  return until(`the deal at ${name}`, async () => {
    const now = await table(name);
    if (now.settlement) return now;
    if (now.turn?.seat === number) {
      const button = await decide(page);
      if (button) await button.click({ timeout: 1_000 }).catch(() => {});
    }
    return null;
  });
}

async function has(page, choice) {
  const button = page.locator(`.choice.${choice}:not([disabled])`);
  return (await button.count()) > 0 ? button.first() : null;
}

test('the attendant puts credit on two seats', async () => {
  for (const number of [1, 2]) {
    const headers = { authorization: `Bearer ${token('Attendant')}`, 'content-type': 'application/json', 'idempotency-key': `credit-${number}` };
    const answer = await fetch(`http://127.0.0.1:${house.port}/api/v1/seats/${number}/credit-in`, { method: 'POST', headers, body: JSON.stringify({ amount: CREDIT }) });
    assert.equal(answer.status, 200);
    await until('the page shows it', async () => (await shown(pages[`Seat ${number}`], '#credit')) === CREDIT);
  }
});

test('a hand of blackjack is split, played, and settled line by line', async () => {
  const page = pages['Seat 1'];
  await go(page, 'Blackjack');
  let split = false;
  for (let deal = 0; deal < 12 && !split; deal += 1) {
    const before = (await seat(1)).credit;
    await stake(page, 'Blackjack', Array.from({ length: 7 }, (_, box) => [box, 0]));
    await picture('cards-staking', page);
    const over = await sitThrough(page, 'Blackjack', 1, async (each) => {
      const button = await has(each, 'split');
      if (button) await picture('cards-split', each);
      split ||= button !== null;
      return button ?? (await has(each, 'decline')) ?? (await has(each, 'stand'));
    });
    const own = over.settlement.returns.filter((line) => line.seat === 1);
    const sum = (key) => own.reduce((total, line) => total + line[key], 0);
    await until('the balance is what the stakes returned', async () => (await shown(page, '#credit')) === before - sum('amount') + sum('returned'));
    assert.equal(await page.locator('.lines li').count(), own.length, 'each stake has its line');
    assert.ok(!split || own.some((line) => line.stake === 'split'), 'the second hand has a stake of its own');
    await picture('cards-paid', page);
    await until('the next deal', async () => (await table('Blackjack')).deal !== over.deal);
  }
  assert.ok(split, 'a pair came in twelve deals on seven boxes');
});

test('the other seat plays another table on a phone, at the same time as roulette', async () => {
  const page = pages['Seat 2'];
  await go(page, 'Baccarat');
  await page.click('#chip-rack [role="radio"] >> nth=1');
  await stake(page, 'Baccarat', [[0, 0], [0, 2]]);
  const { staked } = (await seat(2)).tables.find(({ table: number }) => number === 1);
  assert.ok(staked > 0);
  const over = await sitThrough(page, 'Baccarat', 2, async () => null);
  const returned = over.settlement.returns.filter((line) => line.seat === 2).reduce((total, line) => total + line.returned, 0);
  await until('the balance is what came back', async () => (await shown(page, '#credit')) === CREDIT - staked + returned);
  await picture('cards-phone', page);
});

test('the board and the attendant show the tables', async () => {
  const count = (await cabinet()).tables.length;
  await pages.Board.waitForFunction((tables) => document.querySelectorAll('.card-tile').length === tables, count, { timeout: WAIT });
  await pages.Attendant.waitForFunction((tables) => document.querySelectorAll('.table-card').length === tables, count, { timeout: WAIT });
  await picture('cards-board', pages.Board);
  await picture('cards-attendant', pages.Attendant);
});

test('no page complained', () => assert.deepEqual(complaints, []));
