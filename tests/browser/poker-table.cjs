// A table between players of the demo, as the pages and the API show it, for the tests in which seats play there.
'use strict';

const assert = require('node:assert/strict');
const { WAIT, cabinet, house, pages, seatView, until } = require('./house.cjs');

/** The first table between players. */
const TABLE = 17;

const table = async () => (await cabinet()).player_tables.find((each) => each.table === TABLE);

/** What the token of a link is shown of a seat at the table. */
async function tableAsShown(number, who) {
  return (await seatView(number, who)).player_tables.find((each) => each.table === TABLE);
}

/** What a seat is shown of itself at the table. */
const ownTable = (number) => tableAsShown(number, `Seat ${number}`);

/** A page goes to the table by the lobby. */
async function go(page, name = 'Texas Hold’em') {
  await page.click('#open-lobby');
  await page.locator('.tile-go', { hasText: name }).click();
  await page.locator('.player-felt').waitFor({ timeout: WAIT });
}

/** The seat that is asked, or `null` where the deal is over. */
async function asked() {
  const { turn } = await until('somebody is asked, or the deal is over', async () => {
    const now = await table();
    return (now.turn || now.result) && now;
  });
  return turn && turn.seat;
}

/** The seat that is asked does this on its page. */
async function act(number, name) {
  const { turn } = await table();
  await pages[`Seat ${number}`].locator(`.player-turn .${name}:not([disabled])`).click({ timeout: WAIT });
  await until('the turn has passed', async () => JSON.stringify((await table()).turn) !== JSON.stringify(turn));
}

/** The seat whose turn it must be does this on its page; with a wager it comes to `total` in this round. */
async function does(seat, name, total = null) {
  assert.equal(await asked(), seat);
  if (total !== null) {
    const typed = pages[`Seat ${seat}`].locator('.player-turn .wager-typed');
    await typed.fill((total / 100).toFixed(2), { timeout: WAIT });
    await typed.press('Enter');
  }
  await act(seat, name);
}

/** All that seats have with what the house took, and that alone. */
async function everything() {
  const headers = { authorization: `Bearer ${house.links.Attendant.split('#')[1]}` };
  const { seats, fees } = await (await fetch(`http://127.0.0.1:${house.port}/api/v1/official`, { headers })).json();
  return { fees, all: seats.reduce((sum, { credit, staked, stacks }) => sum + credit + staked + stacks, fees) };
}

/** What stands there, with plain spaces. */
const texts = async (locator) => (await locator.allTextContents()).map((text) => text.replace(/\s/g, ' '));

/** The place of a seat on another one's felt. */
const place = (number, eyes) => pages[`Seat ${eyes}`].locator(`.felt-seat[data-place="${(number - eyes + 6) % 6}"]`);

/** The attendant chooses a table, of which the demo has more than stand in full on his page. */
const choose = (number = TABLE) => pages.Attendant.locator(`#table-strip [data-key="${number}"]`).click({ timeout: WAIT });

/** The attendant's panel of the table. */
const panel = () => pages.Attendant.locator('.table-card', { has: pages.Attendant.locator('h3', { hasText: `· ${TABLE}` }) });

/** The attendant presses a button of the table where it is named, and then these answers one after the other. */
async function tells(button, answers) {
  if (button) await panel().locator('.orders button', { hasText: button }).click({ timeout: WAIT });
  const question = pages.Attendant.locator('dialog[open]');
  for (const answer of answers) await question.getByRole('button', { name: answer, exact: true }).click({ timeout: WAIT });
}

/** The attendant names a card: its rank, then its suit; the suits follow on the button that drops the question. */
async function namesCard(card) {
  await tells(null, [card[0] === 'T' ? '10' : card[0]]);
  const suits = pages.Attendant.locator('dialog[open] .ask-foot', { has: pages.Attendant.locator('button:nth-child(5):last-child') }).locator('button');
  await suits.nth(1 + 'shdc'.indexOf(card[1])).click({ timeout: WAIT });
}

/** The names of cards on a page, as a screen reader tells them. */
const namesOf = (cards) => cards.evaluateAll((all) => all.map((card) => card.getAttribute('aria-label')));

/** How many cards of a seat's own hand lie over another seat's plate, or under it. */
const covered = (page) =>
  page.evaluate(() => {
    const boxes = (selector) => [...document.querySelectorAll(selector)].map((node) => node.getBoundingClientRect());
    const plates = boxes('.felt-seat:not(.mine) .felt-plate');
    const meets = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
    return boxes('.felt-seat.mine .felt-cards > *').filter((card) => plates.some((plate) => meets(card, plate))).length;
  });

/** The own cards whose rank or suit the next card lies over, by their names. */
const hiddenRanks = (page) =>
  page.locator('.felt-seat.mine .felt-cards .card').evaluateAll((cards) => {
    const isCovered = (card) => {
      const next = card.nextElementSibling?.getBoundingClientRect();
      const corner = [...card.querySelectorAll('.rank, .suit:not(:last-child)')].map((each) => each.getBoundingClientRect().right);
      return next !== undefined && Math.max(...corner) > next.left + 1;
    };
    return cards.filter(isCovered).map((card) => card.getAttribute('aria-label'));
  });

/** What lies over something else on a felt: cards, plates, bets, the pots, the words, and the edge of the felt itself. */
const touching = (page) =>
  page.evaluate(() => {
    const felt = document.querySelector('.player-felt').getBoundingClientRect();
    const nodes = [...document.querySelectorAll('.felt-board > *, .felt-pots > *, .felt-words, .felt-out-cards > *, .felt-cards > *, .felt-plate, .felt-bet, .felt-sit')];
    const shown = nodes.filter((each) => each.checkVisibility() && each.getBoundingClientRect().width > 0);
    const name = (node) => `${node.closest('.felt-seat')?.getAttribute('aria-label') ?? 'middle'}: ${node.getAttribute('class') ?? node.textContent}`;
    const found = [];
    for (const [index, one] of shown.entries()) {
      const a = one.getBoundingClientRect();
      if (a.left < felt.left - 2 || a.right > felt.right + 2 || a.top < felt.top - 2 || a.bottom > felt.bottom + 2) found.push(`${name(one)} leaves the felt`);
      for (const other of shown.slice(index + 1)) {
        // Cards of one hand may lie one over the other.
        if (one.contains(other) || (one.parentElement === other.parentElement && one.matches('.card'))) continue;
        const b = other.getBoundingClientRect();
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 2 && high > 2) found.push(`${name(one)} and ${name(other)}: ${Math.round(wide)} x ${Math.round(high)}`);
      }
    }
    return found;
  });

module.exports = { TABLE, act, asked, choose, covered, does, everything, go, hiddenRanks, namesCard, namesOf, ownTable, panel, place, table, tableAsShown, tells, texts, touching };
