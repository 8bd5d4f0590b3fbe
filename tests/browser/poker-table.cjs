// A table between players of the demo, as the pages and the API show it, for the tests in which seats play there.
'use strict';

const { WAIT, cabinet, house, pages, until } = require('./house.cjs');

/** The first table between players. */
const TABLE = 17;

const table = async () => (await cabinet()).player_tables.find((each) => each.table === TABLE);

/** What the token of a link is shown of a seat at the table. */
async function tableAsShown(number, who) {
  const headers = { authorization: `Bearer ${house.links[who].split('#')[1]}` };
  const { seat } = await (await fetch(`http://127.0.0.1:${house.port}/api/v1/seats/${number}`, { headers })).json();
  return seat.player_tables.find((each) => each.table === TABLE);
}

/** What a seat is shown of itself at the table. */
const ownTable = (number) => tableAsShown(number, `Seat ${number}`);

/** A page goes to the table by the lobby. */
async function go(page) {
  await page.click('#open-lobby');
  await page.locator('.tile-go', { hasText: 'Texas Hold’em' }).click();
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

/** The place of a seat on another one's felt. */
const place = (number, eyes) => pages[`Seat ${eyes}`].locator(`.felt-seat[data-place="${(number - eyes + 6) % 6}"]`);

/** The names of cards on a page, as a screen reader tells them. */
const namesOf = (cards) => cards.evaluateAll((all) => all.map((card) => card.getAttribute('aria-label')));

module.exports = { TABLE, act, asked, go, namesOf, ownTable, place, table, tableAsShown };
