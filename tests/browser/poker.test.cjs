// Four seats play poker against each other in a real browser against the real daemon: they sit down, go all-in with stacks of four sizes,
// and the side pots are paid; one plays on a phone, one reloads his page in the middle of a deal, some choose before their turn, one sets what
// he raises by buttons, keys and typing, one adds chips, and some sit out and come back. No page and no message of one seat ever holds a closed
// card of another, and every unit is somewhere.
'use strict';

const assert = require('node:assert/strict');
const { after, before, test } = require('node:test');
const { WAIT, barriersOf, closeHouse, comesTo, complaints, cutOff, house, kill, minor, open, openHouse, order, pages, picture, shown, tooSmall, unreadable, until } = require('./house.cjs');
const { TABLE, act, choose, go, ownTable, place, table, texts } = require('./poker-table.cjs');

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

/** The deal is folded by everybody who is asked, until one is left; where somebody must pay to go on, one tap folds. */
const foldOut = () => playOut((_, page) => page.locator('.player-turn .fold:not([disabled])').click({ timeout: WAIT }));

/** The next deal, once somebody is asked in it. */
const nextDeal = () => until('the next deal', async () => {
  const now = await table();
  return now.turn && now;
});

/** The total that a part of the pot comes to by what the API tells: the call, and so much of what lies there after it, in the steps of the wager. */
async function partOfPot(number, part) {
  const [{ pots }, { places, offers: { call, wager } }] = [await table(), await ownTable(number)];
  const lies = [...pots.map(({ amount }) => amount), ...places.map(({ bet }) => bet)].reduce((sum, each) => sum + each, 0);
  const { bet } = places.find((each) => each.seat === number);
  const total = bet + call + (lies + call) * part;
  return wager.least + Math.round((total - wager.least) / wager.step) * wager.step;
}

test('a raise is set by parts of the pot, by keys and by typing, and is made of exactly that amount', async () => {
  const number = await asked();
  const page = pages[`Seat ${number}`];
  const { least, most, step } = (await ownTable(number)).offers.wager;
  const [half, twoThirds] = [await partOfPot(number, 1 / 2), await partOfPot(number, 2 / 3)];
  assert.ok(least < half && half < twoThirds && twoThirds < most, `least ${least}, half ${half}, two thirds ${twoThirds}, most ${most}`);
  const slider = page.locator('.player-turn .wager-slider:visible');
  const typed = page.locator('.player-turn .wager-typed:visible');
  const seen = async () => [minor(await typed.inputValue()), Number(await slider.inputValue()), await shown(page, '.player-turn .raise b')];
  for (const [part, total] of [['half', half], ['two-thirds', twoThirds], ['half', half]]) {
    await page.locator(`.player-turn .wager-parts [data-part="${part}"]`).click({ timeout: WAIT });
    await comesTo([total, total, total], seen);
  }
  const keys = [['ArrowRight', half + step], ['ArrowLeft', half], ['ArrowLeft', half - step], ['Home', least], ['ArrowLeft', least], ['ArrowRight', least + step], ['End', most], ['ArrowRight', most]];
  for (const [key, total] of keys) {
    await slider.press(key);
    await comesTo([total, total, total], seen).catch((error) => assert.fail(`${key}: ${error.message}`));
  }
  // Each figure is a key that is pressed, as a person types it.
  const type = async (total) => {
    await typed.press('Control+a');
    await page.keyboard.type((total / 100).toFixed(2));
    await page.keyboard.press('Enter');
  };
  // What stands in the field stays there as long as one types in it.
  await type(least - step);
  await comesTo([least, least], async () => (await seen()).slice(1));
  await type(most + step);
  await comesTo([most, most], async () => (await seen()).slice(1));
  const chosen = least + 2 * step;
  await type(chosen);
  await comesTo([chosen, chosen, chosen], seen);
  await act(number, 'raise');
  const { acted, bet } = await placeOf(number);
  assert.deepEqual([acted.action, acted.amount, bet], ['raise-to', chosen, chosen]);
  await foldOut();
});

test('who calls any bet calls a raise too; who checks or folds does not fold to a later bet, checks for nothing, and folds to a bet that lies', async () => {
  const choose = (number, choice) => pages[`Seat ${number}`].locator(`.player-before [data-choice="${choice}"]`).click({ timeout: WAIT });
  const first = (await nextDeal()).turn.seat;
  const second = await nextAfter(first);
  const third = await nextAfter(second);
  const fourth = await nextAfter(third);
  await choose(second, 'call-any');
  await choose(third, 'check-fold');
  const { least } = (await ownTable(first)).offers.wager;
  await act(first, 'raise');
  await did(second, 'call');
  assert.deepEqual([(await placeOf(first)).bet, (await placeOf(second)).bet], [least, least]);
  // The raise is another situation than he chose in.
  assert.equal(await asked(), third);
  await pages[`Seat ${third}`].locator('.player-turn .fold:not([disabled])').waitFor({ timeout: WAIT });
  assert.equal((await placeOf(third)).acted, null);
  await act(third, 'call');
  await act(fourth, 'call');
  assert.equal(await asked(), third);
  // What is chosen before the whole flop is seen is chosen in another situation.
  await pages[`Seat ${fourth}`].locator('.felt-board .card').nth(2).waitFor({ timeout: WAIT });
  await choose(fourth, 'check-fold');
  await act(third, 'call');
  await did(fourth, 'check');
  assert.equal(await asked(), first);
  await act(first, 'raise');
  await did(first, 'bet');
  await place(first, third).locator('.felt-bet:visible').waitFor({ timeout: WAIT });
  await choose(third, 'check-fold');
  await act(second, 'fold');
  await did(third, 'fold');
  assert.equal(await asked(), fourth);
  await foldOut();
});

test('chips are added between deals alone; who sits out has a dead hand with his blinds alone, until he is back', async () => {
  const press = (number, words) => pages[`Seat ${number}`].locator('.player-seat button:visible', { hasText: words }).click({ timeout: WAIT });
  const sitsOut = (number, isOut) => until(`seat ${number} sits out: ${isOut}`, async () => (await placeOf(number)).sits_out === isOut);
  await nextDeal();
  const page = pages['Seat 1'];
  await page.locator('.player-seat button[disabled]:visible', { hasText: 'Add chips' }).waitFor({ timeout: WAIT });
  for (const number of [2, 3, 4]) {
    await press(number, 'Sit out');
    await sitsOut(number, true);
  }
  // They play on in this deal; then one is left, and no deal begins.
  await foldOut();
  await until('the table waits for players', async () => (await table()).phase === 'waiting');
  const [{ amounts }, { stack }, { credit }] = [await table(), await placeOf(1), await seat(1)];
  const amount = Math.max(amounts.unit, amounts.buy_in_least - stack) + amounts.unit;
  await press(1, 'Add chips');
  // The slider stands at the least.
  await page.locator('.player-chips .wager-slider:visible').press('ArrowRight');
  await comesTo(amount, () => shown(page, '.chip-amount'));
  await picture('poker-adds-chips', page);
  await page.locator('.player-chips .confirm', { hasText: 'Add chips' }).click();
  await until('the chips lie there', async () => (await placeOf(1)).stack === stack + amount);
  assert.equal((await seat(1)).credit, credit - amount);
  await press(2, 'I am back');
  await sitsOut(2, false);
  const { places, small_blind: small, big_blind: big } = await nextDeal();
  const blinds = { [small]: amounts.small_blind, [big]: amounts.big_blind };
  for (const number of [3, 4]) {
    const { sits_out: isOut, live, down, put_in: putIn } = places.find((each) => each.seat === number);
    assert.deepEqual([isOut, live, down, putIn], [true, false, [], blinds[number] ?? 0], `seat ${number}`);
    await comesTo(['sits out'], () => texts(place(number, 1).locator('.felt-acted')));
  }
  await picture('poker-sits-out', page);
  for (const number of [3, 4]) {
    await press(number, 'I am back');
    await sitsOut(number, false);
    assert.equal((await placeOf(number)).live, false, 'his hand of this deal stays dead');
  }
  await playOut(async (number) => {
    assert.ok([1, 2].includes(number), `seat ${number} has no hand`);
    await pages[`Seat ${number}`].locator('.player-turn .fold:not([disabled])').click({ timeout: WAIT });
  });
  const back = (await nextDeal()).places.map(({ seat: number, live, sits_out: isOut }) => [number, live, isOut]);
  assert.deepEqual(back, SEATS.map((number) => [number, true, false]));
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
  await choose();
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
