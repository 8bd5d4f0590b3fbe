// Four seats play poker against each other in a real browser against the real daemon: they sit down, go all-in with stacks of four sizes,
// and the side pots are paid; one plays on a phone, one reloads his page in the middle of a deal, one chooses before his turn. No page and
// no message of one seat ever holds a closed card of another, and every unit is somewhere.
'use strict';

const assert = require('node:assert/strict');
const { after, before, test } = require('node:test');
const { WAIT, barriersOf, closeHouse, complaints, cutOff, house, kill, open, openHouse, order, pages, picture, shown, tooSmall, unreadable, until } = require('./house.cjs');
const { TABLE, go, ownTable, table } = require('./poker-table.cjs');

const CREDIT = 100_000;
const STACKS = [4_000, 8_000, 16_000, 40_000];
const SEATS = STACKS.map((_, index) => index + 1);

before(() =>
  openHouse(['--wheel-speed', '10', '--wheel-seed', '7'], [
    ['Attendant', { width: 1280, height: 800 }],
    ['Seat 1', { width: 1280, height: 800 }],
    ['Seat 2', { width: 390, height: 844 }],
    ['Seat 3', { width: 1920, height: 1080 }],
    ['Seat 4', { width: 1280, height: 800 }],
  ]),
);

after(closeHouse);

/** What the token of a link is shown at an address. */
async function look(who, address) {
  const headers = { authorization: `Bearer ${house.links[who].split('#')[1]}` };
  return (await fetch(`http://127.0.0.1:${house.port}/api/v1/${address}`, { headers })).json();
}

const seat = async (number) => (await look(`Seat ${number}`, `seats/${number}`)).seat;

/** All that seats have, and what the house took. */
async function everything() {
  const official = await look('Attendant', 'official');
  const sum = (of) => official.seats.reduce((all, line) => all + of(line), 0);
  return { credits: sum(({ credit }) => credit), stacks: sum(({ stacks }) => stacks), staked: sum(({ staked }) => staked), fees: official.fees };
}

/** No other seat's closed card is told to this one, and none stands on its page. */
async function seesNoOther(number) {
  const own = await ownTable(number);
  const shown = (await table()).places.flatMap(({ down }) => down).filter(Boolean);
  for (const place of own.places.filter((each) => each.seat !== number)) {
    for (const card of place.down.filter(Boolean)) assert.ok(shown.includes(card), `seat ${number} sees ${card} of seat ${place.seat}`);
  }
  const open = own.places.filter((each) => each.seat !== number).flatMap(({ down, up }) => [...down, ...up]).filter(Boolean).length;
  // The page may be a moment behind, and show the cards that were drawn for the button.
  await until('the page shows no more cards than lie open', async () => {
    const faces = await pages[`Seat ${number}`].locator('.felt-seat:not(.mine) .felt-cards .card:not(.back)').count();
    return faces <= Math.max(open, shown.length);
  });
}

/** The seat that is asked, once its page offers it something. */
async function asked() {
  const { turn, result } = await until('somebody is asked, or the deal is over', async () => {
    const now = await table();
    return (now.turn || now.result) && now;
  });
  return result ? null : turn.seat;
}

/** Plays the deal to its end: each seat that is asked does what `act` does on its page. */
async function playOut(act) {
  for (;;) {
    const number = await asked();
    if (number === null) return;
    const before = (await table()).turn;
    await act(number, pages[`Seat ${number}`]);
    await until('the turn has passed', async () => JSON.stringify((await table()).turn) !== JSON.stringify(before));
  }
}

test('four sit down with what they choose, and nobody is asked for chips that he has not', async () => {
  for (const number of SEATS) await order('Attendant', `seats/${number}/credit-in`, { amount: CREDIT });
  const page = pages['Seat 1'];
  await go(page);
  await page.locator('.felt-sit:visible').click();
  // The least of the table stands at the left end of the slider. A key reaches only what is drawn: a hidden slider takes no focus.
  await page.locator('.player-chips .wager-slider:visible').press('Home');
  await until('the slider is at its left end', async () => (await shown(page, '.chip-amount')) === STACKS[0]);
  await picture('poker-sits-down', page);
  await page.locator('.player-chips .confirm').click();
  await until('seat 1 sits', async () => (await table()).places.some((place) => place.seat === 1 && place.stack === STACKS[0]));
  assert.equal((await seat(1)).credit, CREDIT - STACKS[0]);
  for (const number of SEATS.slice(1)) {
    await order(`Seat ${number}`, `seats/${number}/tables/${TABLE}/join`, { deal: (await table()).deal, amount: STACKS[number - 1] });
    await go(pages[`Seat ${number}`]);
  }
  assert.equal((await table()).places.length, 4);
});

test('a page that is reloaded in the middle of a deal shows the same table with its own cards', async () => {
  const number = await asked();
  const page = pages[`Seat ${number}`];
  await seesNoOther(number);
  const cards = async () => page.locator('.felt-seat.mine .card:not(.back)').evaluateAll((all) => all.map((card) => card.getAttribute('aria-label')));
  await page.locator('.felt-seat.mine .card:not(.back)').nth(1).waitFor({ timeout: WAIT });
  const before = await cards();
  await page.reload();
  await go(page);
  await page.locator('.felt-seat.mine .card:not(.back)').nth(1).waitFor({ timeout: WAIT });
  assert.deepEqual(await cards(), before);
  assert.equal(before.length, 2);
});

const placeOf = async (number) => (await table()).places.find((place) => place.seat === number);

/** Waits until the table says that the seat did this. */
const did = (number, action) => until(`seat ${number} did ${action}`, async () => (await placeOf(number))?.acted?.action === action);

/** The seat whose turn comes after this one's. */
const nextAfter = async (number) => {
  const live = (await table()).places.filter((place) => place.live && place.stack > 0).map((place) => place.seat);
  return live.find((each) => each > number) ?? live[0];
};

test('what a player chose before his turn is done in his turn, unless somebody has raised since', async () => {
  const first = await asked();
  const second = await nextAfter(first);
  await pages[`Seat ${second}`].locator('.player-before [data-choice="call"]').click({ timeout: WAIT });
  await pages[`Seat ${first}`].locator('.player-turn .call').click({ timeout: WAIT });
  await did(first, 'call');
  await did(second, 'call');
  const third = await asked();
  const fourth = await nextAfter(third);
  await pages[`Seat ${fourth}`].locator('.player-before [data-choice="call"]').click({ timeout: WAIT });
  const page = pages[`Seat ${third}`];
  await page.locator('.player-turn .wager-parts [data-part="whole"]').click({ timeout: WAIT });
  await page.locator('.player-turn .raise').click();
  await did(third, 'raise-to');
  // He is asked: the raise is another situation than he chose in.
  assert.equal(await asked(), fourth);
  await pages[`Seat ${fourth}`].locator('.player-turn .fold').waitFor({ timeout: WAIT });
  assert.equal((await placeOf(fourth)).acted, null);
});

test('a daemon that is killed in the middle of a deal goes on with it: the same cards, stacks, bets and turn', async () => {
  const seen = async () => {
    const { deal, board, places, pots, turn, button } = await table();
    const own = await Promise.all(SEATS.map(ownTable));
    return JSON.stringify([deal, board, places, pots, turn, button, own.map((each) => each.places)]);
  };
  const before = await seen();
  await kill('SIGKILL');
  await open();
  await until('the table goes on', async () => (await table()).phase === 'dealing');
  assert.equal(await seen(), before);
  const number = await asked();
  await pages[`Seat ${number}`].locator('.player-turn .fold:not([disabled])').waitFor({ timeout: WAIT });
});

test('stacks of four sizes go all-in: side pots, a showdown, and every unit is somewhere', async () => {
  let sawSidePots = false;
  await playOut(async (number, page) => {
    for (const each of SEATS) await seesNoOther(each);
    await page.locator('.player-turn .call:not([disabled])').waitFor({ timeout: WAIT });
    const most = page.locator('.player-turn .wager-parts [data-part="most"]');
    if (await page.locator('.player-turn .raise').isVisible()) {
      if (await most.isVisible()) await most.click();
      if (!sawSidePots) await picture('poker-turn', page);
      await page.locator('.player-turn .raise').click();
    } else {
      await page.locator('.player-turn .call').click();
    }
    sawSidePots ||= (await table()).pots.length > 1;
  });
  const { result } = await table();
  assert.ok(result.pots.length > 1, `side pots: ${JSON.stringify(result)}`);
  const paid = result.pots.reduce((sum, { amount, fee, shares }) => {
    assert.equal(shares.reduce((all, share) => all + share.amount, 0) + fee, amount, 'a pot goes to its winners and the fee');
    return sum + amount;
  }, 0);
  assert.ok(paid > 0);
  for (const [name, page] of Object.entries({ desk: pages['Seat 1'], phone: pages['Seat 2'], wide: pages['Seat 3'] })) await picture(`poker-result-${name}`, page);
  const all = await everything();
  assert.equal(all.credits + all.stacks + all.staked + all.fees, CREDIT * SEATS.length);
});

test('a seat looks up its deals: what everybody did, and what it put in and got back', async () => {
  const { deals } = await look('Seat 1', `seats/1/tables/${TABLE}/hands?count=20`);
  assert.ok(deals.length > 0);
  for (const [name, page] of [['desk', pages['Seat 1']], ['phone', pages['Seat 2']]]) {
    await page.locator('#open-rounds').click();
    const row = page.locator('#rounds-dialog .round-row').first();
    await row.locator('summary').click();
    await row.locator('li').first().waitFor({ timeout: WAIT });
    await picture(`poker-hands-${name}`, page);
    assert.deepEqual(await barriersOf(page), [], name);
    assert.deepEqual(await cutOff(page), [], name);
    if (name === 'desk') {
      assert.equal(await row.locator('.round-number').textContent(), `№ ${deals[0].deal}`);
      assert.equal(await row.locator('.past-street li').count(), deals[0].course.length);
      assert.deepEqual([deals[0].board, deals[0].hands], [[], []], 'no card is read off the journal');
    }
    await page.keyboard.press('Escape');
  }
});

test('nothing at the table is too small, cut off or unreadable, on a desk and on a phone', async () => {
  for (const name of ['Seat 1', 'Seat 2', 'Seat 3']) {
    const page = pages[name];
    assert.deepEqual(await barriersOf(page), [], name);
    assert.deepEqual(await tooSmall(page), [], name);
    assert.deepEqual(await cutOff(page), [], name);
    assert.deepEqual(await unreadable(page, 11), [], name);
  }
});

test('an attendant holds the table and lets it go on, and who leaves has his stack in his credit', async () => {
  const panel = pages.Attendant.locator('.table-card', { hasText: `Texas Hold’em · ${TABLE}` });
  await panel.locator('button', { hasText: 'Hold' }).first().click();
  await pages.Attendant.locator('dialog[open] button').filter({ hasText: /./ }).first().waitFor({ timeout: WAIT });
  await pages.Attendant.keyboard.press('Escape');
  await order('Attendant', `tables/${TABLE}/hold`, { reason: 'A card fell' });
  await until('it is held', async () => (await table()).phase === 'held');
  await picture('poker-held', pages['Seat 1']);
  await order('Attendant', `tables/${TABLE}/resume`, { deal: (await table()).deal });
  await until('it goes on', async () => (await table()).phase !== 'held');
  for (const number of SEATS) {
    if (!(await table()).places.some((place) => place.seat === number)) continue;
    await pages[`Seat ${number}`].locator('.player-seat button:visible', { hasText: 'Leave the table' }).click({ timeout: WAIT });
  }
  await until('nobody sits', async () => (await table()).places.length === 0);
  const all = await everything();
  assert.deepEqual([all.stacks, all.staked, all.credits + all.fees], [0, 0, CREDIT * SEATS.length]);
});

test('no page complained', () => {
  assert.deepEqual(complaints, []);
});
