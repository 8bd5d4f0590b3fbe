// Two seats play in a real browser against the real daemon: they bet, the wheel spins, balances change, the board shows the
// number; the daemon is killed in between and started again, and nobody loses anything.
'use strict';

const assert = require('node:assert/strict');
const { after, before, test } = require('node:test');
const { WAIT, barriersOf, cabinet, closeHouse, complaints, freshRound, kill, open, openHouse, order, pages, picture, seatView, shown, touch, until } = require('./house.cjs');

/** The numbers that are red, written down here on their own. */
const RED = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);

before(() =>
  openHouse(['--wheel-speed', '10', '--wheel-seed', '7'], [
    ['Attendant', { width: 1280, height: 800 }],
    ['Seat 1', { width: 1280, height: 800 }],
    ['Seat 2', { width: 1920, height: 1080 }],
    ['Board', { width: 1920, height: 1080 }],
  ]),
);

after(closeHouse);

test('the attendant puts credit on two seats', async () => {
  const page = pages.Attendant;
  for (const seat of [1, 2]) {
    await page.click(`[data-seat="${seat}"] button.in`);
    await page.keyboard.type('50000');
    await page.click('#ask .primary');
    await page.click('#ask .primary');
    await page.waitForFunction((seat) => /500/.test(document.querySelector(`[data-seat="${seat}"] .credit dd`)?.textContent ?? ''), seat, { timeout: WAIT });
  }
  for (const seat of ['Seat 1', 'Seat 2']) {
    await pages[seat].waitForFunction(() => /500/.test(document.querySelector('#credit').textContent), null, { timeout: WAIT });
    assert.equal(await shown(pages[seat], '#credit'), 50_000);
  }
  await picture('attendant', page);
});

test('two seats bet, the wheel spins, and each balance is what its bets returned', async () => {
  const round = await freshRound();
  const [one, two] = [pages['Seat 1'], pages['Seat 2']];
  await touch(one, 'straight-17');
  await touch(one, 'split-17-20');
  await until('both chips of seat 1 are accepted', async () => (await shown(one, '#staked')) === 200);
  await two.click('#chip-rack [role="radio"] >> nth=1');
  await touch(two, 'red');
  await touch(two, 'black');
  await until('both chips of seat 2 are accepted', async () => (await shown(two, '#staked')) === 1_000);
  assert.equal(await shown(one, '#credit'), 49_800);
  assert.equal(await shown(two, '#credit'), 49_000);
  await picture('seat-betting', one);
  const result = await until('the result', async () => (await cabinet()).last.find((each) => each.round === round));
  const first = (result.pocket === 17 ? 3_600 + 1_800 : 0) + (result.pocket === 20 ? 1_800 : 0);
  const second = result.pocket === 0 ? 0 : 1_000;
  assert.equal(RED.has(result.pocket), result.colour === 'red');
  await until('seat 1 is paid', async () => (await shown(one, '#credit')) === 49_800 + first);
  await until('seat 2 is paid', async () => (await shown(two, '#credit')) === 49_000 + second);
  const board = pages.Board;
  await board.waitForFunction((pocket) => document.querySelector('#winner-number').textContent.trim() === String(pocket), result.pocket, { timeout: WAIT });
  await picture('board', board);
  await picture('seat-result', two);
});

test('a killed daemon loses no bet: the pages come back by themselves and the chips lie where they lay', async () => {
  await freshRound();
  const page = pages['Seat 1'];
  const credit = await shown(page, '#credit');
  await touch(page, 'straight-8');
  await until('the chip is accepted', async () => (await shown(page, '#staked')) === 100);
  await kill('SIGKILL');
  await open();
  const seat = await seatView(1);
  assert.equal(seat.credit, credit - 100);
  assert.deepEqual(seat.bets, [{ bet: 'straight', numbers: [8], stake: 100 }]);
  await until('the page shows the same again', async () => (await shown(page, '#staked')) === 100 && !(await page.isVisible('#barrier')));
  await page.click('#clear');
  await until('the chip is taken back', async () => (await shown(page, '#credit')) === credit);
});

test('a round that is voided while the table is held is void for everybody to see', async () => {
  const page = pages['Seat 1'];
  const round = await freshRound();
  const credit = await shown(page, '#credit');
  await touch(page, 'straight-8');
  await until('the chip is accepted', async () => (await shown(page, '#staked')) === 100);
  await order('Attendant', 'table/hold', { reason: 'Wheel is being checked' });
  await order('Attendant', 'table/void', { round, reason: 'Wheel is being checked' });
  const words = /The round does not count\. Every stake came back to its seat in full\./;
  for (const name of ['Board', 'Seat 1']) await until(`${name} says so`, async () => words.test(await pages[name].textContent('#notice-text')));
  await until('the chip is on the credit', async () => (await shown(page, '#credit')) === credit);
  await picture('board-void', pages.Board);
  await order('Attendant', 'table/resume', { round, how: 'continue' });
  await until('the next round opens', async () => (await cabinet()).round > round);
});

test('no page keeps people out: names, contrast, roles and focus are as they should be', async () => {
  for (const [name, page] of Object.entries(pages)) assert.deepEqual(await barriersOf(page), [], name);
});

test('no page complained', () => assert.deepEqual(complaints, []));

test('SIGTERM ends the daemon with the pages open', async () => {
  const begun = Date.now();
  assert.equal(await kill('SIGTERM'), 0);
  assert.ok(Date.now() - begun < 2_000, 'in under two seconds');
});
