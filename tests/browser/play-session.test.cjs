// A jurisdiction protects players: the page asks for the age, tells what an hour came to, takes a limit, and stops play when the time is up.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { barriersOf, closeHouse, complaints, cutOff, freshRound, house, openHouse, order, pages, picture, until } = require('./house.cjs');

const SIZE = { width: 1280, height: 800 };
const PROTECTION = '[player_protection]\nage_least_years = 21\nreality_check_minutes = 1\nsession_most_minutes = 30\n';

/** The demo's cabinet file under a jurisdiction that protects players. */
function cabinetFile() {
  const shipped = (name) => fs.readFileSync(path.join(__dirname, '../../device-profiles', name), 'utf8');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'croupier-protection-'));
  const [cabinet, jurisdiction] = ['cabinet.toml', 'jurisdiction.toml'].map((name) => path.join(folder, name));
  fs.writeFileSync(jurisdiction, `${shipped('jurisdictions/by.toml')}\n${PROTECTION}`);
  fs.writeFileSync(cabinet, shipped('cabinets/demo.toml').replace(/^jurisdiction = .*$/m, `jurisdiction = "${jurisdiction}"`));
  return cabinet;
}

before(() =>
  openHouse(['--cabinet', cabinetFile(), '--wheel-speed', '10', '--wheel-seed', '7', '--clock-speed', '10'], [
    ['Attendant', SIZE],
    ['Seat 1', SIZE],
    ['Seat 2', { width: 390, height: 844 }],
  ]),
);

after(closeHouse);

const told = async (page, selector) => (await page.textContent(selector)).replace(/[\s\u00a0\u202f]+/g, ' ');
const asked = (page, title) => until(`the page asks: ${title}`, async () => (await page.isVisible('#ask')) && title.test(await told(page, '#ask h2')));
const answer = (page, words) => page.click(`#ask .ask-foot button:has-text("${words}")`);

async function refusedBet(name) {
  const round = await freshRound();
  const bet = fetch(`http://127.0.0.1:${house.port}/api/v1/seats/${name.slice(-1)}/bets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${house.links[name].split('#')[1]}`, 'content-type': 'application/json', 'idempotency-key': `bet-${Math.random()}` },
    body: JSON.stringify({ round, bets: [{ bet: 'red', stake: 1_000 }] }),
  });
  return (await (await bet).json()).type;
}

test('a player confirms his age before he stakes', async () => {
  for (const seat of [1, 2]) await order('Attendant', `seats/${seat}/credit-in`, { amount: 100_000 });
  for (const name of ['Seat 1', 'Seat 2']) {
    const page = pages[name];
    await asked(page, /Are you 21 or older\?/);
    assert.match(await told(page, '#notice'), /Are you 21 or older\?/);
    await picture(`session-age-${name.slice(-1)}`, page);
    assert.deepEqual(await cutOff(page), [], name);
  }
  assert.match(await refusedBet('Seat 1'), /age-not-confirmed/);
  await until('the attendant sees that it is asked', async () => /asked/.test(await told(pages.Attendant, '#seats [data-seat="1"] .tag')));
  const page = pages['Seat 1'];
  await page.click('#ask .close');
  await page.click('#notice');
  await asked(page, /Are you 21 or older\?/);
  await answer(page, 'I am 21 or older');
  await until('the notice is gone', () => page.evaluate(() => !document.querySelector('#notice').classList.contains('asks')));
  const round = await freshRound();
  await order('Seat 1', 'seats/1/bets', { round, bets: [{ bet: 'red', stake: 1_000 }] });
});

test('he is told how long he has played and what it came to, and plays on', async () => {
  const page = pages['Seat 1'];
  await asked(page, /You have played for \d+ min/);
  assert.match(await told(page, '#ask .ask-text'), /Staked: .*\. Result: [+−-]?[\d.,]+/);
  assert.deepEqual(await barriersOf(page), []);
  await picture('session-check', page);
  assert.match(await refusedBet('Seat 1'), /reality-check-open/);
  await answer(page, 'Play on');
  await until('he may bet again', () => page.evaluate(() => !document.querySelector('#notice').classList.contains('asks')));
});

test('he limits his session, and sees when it ends', async () => {
  const page = pages['Seat 1'];
  // A check may be due at any moment: what is asked is answered first.
  await until('the session is told', async () => {
    if (await page.isVisible('#ask')) {
      if (/Your session/.test(await told(page, '#ask h2'))) return true;
      await answer(page, 'Play on').catch(() => {});
    } else {
      await page.click('#open-session').catch(() => {});
    }
    return false;
  });
  assert.match(await told(page, '#ask .ask-text'), /You have played for \d+ min\. Your session ends at .*\. Do you want to end it earlier\?/);
  await picture('session-limit', page);
  await page.click('#ask .close');
});

test('when his time is up he is paid out', async () => {
  const [page, attendant] = [pages['Seat 1'], pages.Attendant];
  await order('Seat 1', 'seats/1/session-limit', { minutes: 1 });
  await until('the page says so', async () => /The time of your session is up/.test(await told(page, '#notice')));
  await until('the attendant is told', async () => /Pay out/.test(await told(attendant, '#waiting [data-seat="1"] .session-over')));
  assert.deepEqual(await cutOff(attendant), []);
  await picture('session-over-seat', page);
  await picture('session-over-attendant', attendant);
  assert.match(await refusedBet('Seat 1'), /session-limit-reached/);
  await order('Attendant', 'seats/1/credit-out', { amount: null });
  await until('the session has ended', () => page.isHidden('#open-session'));
});

test('no page complained', () => assert.deepEqual(complaints, []));
