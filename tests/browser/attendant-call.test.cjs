// A player calls an attendant and asks for his balance; the attendant sees both and comes.
'use strict';

const assert = require('node:assert/strict');
const { after, before, test } = require('node:test');
const { barriersOf, closeHouse, complaints, cutOff, kill, open, openHouse, order, pages, picture, resize, tooSmall, unreadable, until } = require('./house.cjs');

const CREDIT = 100_000;
const [DESK, PHONE] = [{ width: 1280, height: 800 }, { width: 390, height: 844 }];

before(() => openHouse(['--wheel-speed', '10', '--wheel-seed', '7'], [['Attendant', DESK], ['Seat 1', DESK], ['Seat 2', PHONE]]));

after(closeHouse);

/** The player touches the badge of his seat and answers what he is asked. */
async function call(page, words) {
  await page.click('#open-call');
  await page.locator('#ask[open] .ask-foot').getByText(words, { exact: true }).click();
}

const label = (page) => page.getAttribute('#open-call', 'aria-label');
const card = (seat) => pages.Attendant.locator(`[data-seat="${seat}"]`);

async function check(page, name) {
  assert.deepEqual(await tooSmall(page, 40), [], name);
  assert.deepEqual(await cutOff(page), [], name);
  assert.deepEqual(await unreadable(page, 11), [], name);
  await picture(`call-${name}`, page);
}

test('a player calls an attendant, who sees it and comes', async () => {
  const seat = pages['Seat 2'];
  await until('the page is drawn', async () => (await label(seat)) === 'Seat 2: Call an attendant');
  await seat.click('#open-call');
  await check(seat, 'asked');
  assert.equal(await seat.locator('#ask').getByText('Pay out my balance').count(), 0, 'there is no balance');
  await seat.locator('#ask[open]').getByText('Please come to me', { exact: true }).click();
  await until('the seat shows it', async () => (await label(seat)) === 'Seat 2: You have called an attendant.');
  await until('the attendant is told', async () => (await card(2).locator('.calling p').textContent()) === 'Calls an attendant');
  for (const name of ['Attendant', 'Seat 2']) await check(pages[name], name.toLowerCase().replace(' ', '-'));
  assert.deepEqual(await barriersOf(pages.Attendant), []);
  assert.deepEqual(await barriersOf(seat), []);
  await card(2).locator('.calling .answer').click();
  await until('nobody waits', async () => (await card(2).locator('.calling').isHidden()) && (await label(seat)) === 'Seat 2: Call an attendant');
});

test('a player asks for his balance, and it is paid out', async () => {
  const seat = pages['Seat 1'];
  await order('Attendant', 'seats/1/credit-in', { amount: CREDIT });
  await until('the balance is there', async () => /1,000/.test(await seat.textContent('#credit')));
  await call(seat, 'Pay out my balance');
  await until('the attendant is told', async () => (await card(1).locator('.calling p').textContent()) === 'Wants the balance paid out');
  await order('Attendant', 'seats/1/credit-out', { amount: null });
  await until('nobody waits', async () => (await card(1).locator('.calling').isHidden()) && (await label(seat)) === 'Seat 1: Call an attendant');
});

test('a call outlives a killed daemon, and a player withdraws it', async () => {
  const seat = pages['Seat 1'];
  await call(seat, 'Please come to me');
  await until('the attendant is told', async () => card(1).locator('.calling').isVisible());
  await kill('SIGKILL');
  await open();
  await until('the page is there again', async () => (await seat.isEnabled('#open-call')) && (await label(seat)) === 'Seat 1: You have called an attendant.');
  await call(seat, 'Nobody needs to come');
  await until('nobody waits', async () => (await card(1).locator('.calling').isHidden()) && (await label(seat)) === 'Seat 1: Call an attendant');
});

test('a question that is over leaves nothing behind, and does not end the next one', async () => {
  const seen = await pages['Seat 1'].evaluate(async () => {
    const { confirmation } = await import('/assets/ask.js');
    const dialog = document.querySelector('#ask');
    const ask = (title) => confirmation(dialog, title, 'Are you sure?', 'Yes');
    const press = () => dialog.querySelector('.primary').click();
    const first = ask('First');
    press();
    // The dialog has not told yet that it was closed.
    const second = ask('Second');
    const answers = [await first];
    const title = dialog.open && dialog.querySelector('h2').textContent;
    press();
    return { title, answers: [...answers, await second], isOpen: dialog.open, left: dialog.childElementCount };
  });
  assert.deepEqual(seen, { title: 'Second', answers: [true, true], isOpen: false, left: 0 });
});

test('in every width the badge stands beside the other tools', async () => {
  for (const [width, height] of [[1920, 1080], [800, 480], [390, 844]]) {
    await resize(pages['Seat 1'], width, height);
    await check(pages['Seat 1'], `seat-${width}`);
  }
});

test('no page complained', () => assert.deepEqual(complaints, []));
