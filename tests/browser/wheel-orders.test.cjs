// The attendant's orders to the wheel and to a seat's credit, each by the buttons of his page, and each seen in what the cabinet then says of itself.
'use strict';

const assert = require('node:assert/strict');
const { after, before, test } = require('node:test');
const { cabinet, closeHouse, complaints, freshRound, house, openHouse, order, pages, seatView, until } = require('./house.cjs');

before(() => openHouse(['--wheel-speed', '4', '--wheel-seed', '7'], [['Attendant', { width: 1280, height: 800 }]]));

after(closeHouse);

const STAKE = 5_000;
const credit = async () => (await seatView(1, 'Attendant')).credit;

/** The rounds that the house looks up. */
async function past() {
  const headers = { authorization: `Bearer ${house.links.Attendant.split('#')[1]}` };
  return (await (await fetch(`http://127.0.0.1:${house.port}/api/v1/past/rounds?count=20`, { headers })).json()).rounds;
}

/** Presses a button of the page and says yes to what is asked. */
async function press(button) {
  await pages.Attendant.click(button);
  await pages.Attendant.click('#ask .ask-foot :is(.primary, .danger)');
}

/** Presses a button of the page and gives the reason that it asks for. */
async function pressWithReason(button, words) {
  await pages.Attendant.click(button);
  await pages.Attendant.fill('#ask .reason', words);
  await pages.Attendant.click('#ask .ask-foot :is(.primary, .danger)');
}

async function hold(words) {
  await pressWithReason('#hold-button', words);
  await until('the wheel is held', async () => (await cabinet()).phase === 'held');
}

test('credit is paid out by the button of the seat with the amount that was said', async () => {
  const page = pages.Attendant;
  await order('Attendant', 'seats/1/credit-in', { amount: 100_000 });
  await page.click('.seat-card[data-seat="1"] .out:enabled');
  await page.keyboard.type('30000');
  await page.click('#ask .primary');
  assert.match((await page.textContent('#ask .ask-text')).replace(/\s/g, ' '), /300\.00/);
  assert.equal(await credit(), 100_000, 'nothing is paid before the yes');
  await page.click('#ask .ask-foot :is(.primary, .danger)');
  await until('it is paid out', async () => (await credit()) === 70_000);
});

test('a wheel that is held goes on with its round', async () => {
  const round = await freshRound();
  await hold('Pause');
  await press('#continue-button');
  await until('it goes on', async () => (await cabinet()).hold === null);
  assert.equal((await cabinet()).round, round);
});

test('a spin that is called off does not count; the ball is launched again, and by the demo\'s rules the bet comes back once', async () => {
  const round = await freshRound();
  const had = await credit();
  await order('Seat 1', 'seats/1/bets', { round, bets: [{ bet: 'red', stake: STAKE }] });
  await until('the ball runs', async () => (await cabinet()).phase === 'ball-running');
  await press('#no-spin-button');
  const played = await until('the round is settled', async () => (await past()).find((each) => each.round === round && each.settled_at !== null));
  assert.deepEqual([played.no_spins, played.voided, played.seats], [['called-off'], null, []]);
  assert.equal(await credit(), had);
});

test('a round is made void with its reason, and its bets come back once', async () => {
  const round = await freshRound();
  const had = await credit();
  await order('Seat 1', 'seats/1/bets', { round, bets: [{ bet: 'red', stake: STAKE }] });
  assert.equal(await credit(), had - STAKE);
  await pressWithReason('#void-button', 'The ball is gone');
  const found = await until('it is void', async () => (await past()).find((each) => each.round === round && each.voided));
  assert.equal(found.void_reason, 'The ball is gone');
  await freshRound();
  assert.equal(await credit(), had, 'the bets came back once');
});

test('no page complained', () => assert.deepEqual(complaints, []));
