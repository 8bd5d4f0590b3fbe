// A player does not agree with a round and calls: an attendant comes, opens a dispute at the round, upholds it with an amount and a note, and prints
// its report.
'use strict';

const assert = require('node:assert/strict');
const { after, before, test } = require('node:test');
const { WAIT, barriersOf, closeHouse, complaints, cutOff, freshRound, openHouse, order, pages, picture, tooSmall, until } = require('./house.cjs');

before(() =>
  openHouse(['--wheel-speed', '10', '--wheel-seed', '7'], [
    ['Attendant', { width: 1280, height: 800 }],
    ['Seat 1', { width: 1280, height: 800 }],
  ]),
);

after(closeHouse);

const told = async (selector) => (await pages.Attendant.textContent(selector)).replace(/[\s\u00a0\u202f]+/g, ' ');

/** Writes a note, and sends it. */
async function note(words) {
  const page = pages.Attendant;
  await page.fill('#ask .reason', words);
  await page.click('#ask .primary');
}

/** The round that is disputed. */
let round;
const row = () => pages.Attendant.locator(`#rounds details[data-row="${round}"]`);

test('a player who does not agree with a round calls an attendant, who comes', async () => {
  const [page, seat] = [pages.Attendant, pages['Seat 1']];
  await order('Attendant', 'seats/1/credit-in', { amount: 30_000 });
  round = await freshRound();
  await order('Seat 1', 'seats/1/bets', { round, bets: [{ bet: 'red', stake: 500 }, { bet: 'black', stake: 500 }] });
  await until('the round is over', async () => (await row().locator('.dispute-buttons button').count()) === 1);
  await seat.click('#open-call');
  await seat.locator('#ask[open]').getByText('Please come to me', { exact: true }).click();
  const call = page.locator('#waiting [data-seat="1"] .calling');
  await until('the attendant is told', async () => (await call.isVisible()) && (await call.locator('p').textContent()) === 'Calls an attendant');
  await picture('dispute-called', page);
  await call.locator('.answer').click();
  await until('nobody waits', async () => (await page.isVisible('#nobody-waits')) && (await seat.getAttribute('#open-call', 'aria-label')) === 'Seat 1: Call an attendant');
});

test('a dispute is opened at a round that is over', async () => {
  const page = pages.Attendant;
  assert.ok(await page.isHidden('#disputes-panel'), 'no dispute, no panel');
  await row().locator('summary').click();
  await row().locator('.dispute-buttons button').click();
  assert.match(await told('#ask .ask-text'), new RegExp(`Round ${round}, seat 1`));
  await picture('dispute-asked', page);
  await note('His chip lay on zero.');
  await until('the dispute is listed', async () => /Seat 1 ?Round \d+ ?disputed/.test(await told('#disputes')));
  await until('the round is marked', async () => (await row().locator('.tag.disputed').count()) === 1);
  assert.equal(await row().locator('.dispute-buttons button').count(), 0, 'it is disputed once');
  assert.deepEqual(await tooSmall(page), []);
  assert.deepEqual(await cutOff(page), []);
});

test('its player sees that it is disputed', async () => {
  const page = pages['Seat 1'];
  await page.click('#open-rounds');
  await until('the round is marked', async () => (await page.locator('#rounds-dialog .tag.disputed').count()) === 1);
  await page.click('#rounds-dialog .close');
});

test('it is upheld with an amount and a note', async () => {
  const page = pages.Attendant;
  await page.click('#disputes summary');
  await page.locator('#disputes .dispute-buttons button').first().click();
  await page.keyboard.type('17500');
  await page.click('#ask .primary');
  await note('The film shows it.');
  await until('it is asked once more', async () => /175\.00/.test(await told('#ask .ask-text')));
  await page.click('#ask .ask-foot .primary');
  await until('it is decided', async () => /upheld: 175\.00/.test(await told('#disputes')));
  await until('the meters tell it', async () => /Corrections ?175\.00/.test(await told('#meters')));
  await picture('dispute-upheld', page);
});

test('its report is read, and fits on paper', async () => {
  const page = pages.Attendant;
  await page.locator('#disputes .dispute-buttons button').last().click();
  await page.locator('#report[open]').waitFor({ timeout: WAIT });
  const report = await told('#report');
  for (const words of [/Dispute 1/, /His chip lay on zero\./, /The film shows it\./, /upheld: 175\.00/, /Staked 10\.00/]) assert.match(report, words);
  assert.deepEqual(await cutOff(page), []);
  assert.deepEqual(await barriersOf(page), []);
  await picture('dispute-report', page);
  await page.emulateMedia({ media: 'print' });
  for (const [selector, isSeen] of [['#report .signatures', true], ['main', false], ['#report .ask-foot', false]]) {
    assert.equal(await page.locator(selector).isVisible(), isSeen, selector);
  }
  const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
  assert.equal(paper.match(/\/Type\s*\/Page\b/g).length, 1, 'one sheet');
  await page.emulateMedia({ media: null });
});

test('no page complained', () => assert.deepEqual(complaints, []));
