// The house looks up past rounds by their number, a seat and an amount, and a player his own: the form, what it finds, and what it says where nothing
// like that was played or something cannot be read.
'use strict';

const assert = require('node:assert/strict');
const { after, before, test } = require('node:test');
const { LANGUAGES, WAIT, barriersOf, closeHouse, complaints, cutOff, freshRound, openHouse, order, pages, picture, resize, speak, tooSmall, unreadable, until } = require('./house.cjs');

before(() =>
  openHouse(['--wheel-speed', '10', '--wheel-seed', '7', '--clock-speed', '4'], [
    ['Attendant', { width: 1280, height: 800 }],
    ['Seat 1', { width: 1280, height: 800 }],
    ['Seat 2', { width: 390, height: 844 }],
  ]),
);

after(closeHouse);

/** Letters are at least so large. */
const LETTER_PIXELS = 11;
/** The rounds of the test, each with the stakes that were laid in it. */
const rounds = [];

/** Waits until the round is settled: the next one is open. */
async function play(...bets) {
  const round = await freshRound();
  for (const [seat, bet, stake] of bets) await order(`Seat ${seat}`, `seats/${seat}/bets`, { round, bets: [{ bet, stake }] });
  await until('the round is over', async () => (await freshRound()) > round);
  rounds.push(round);
}

/** Types into the form and sends it; the numbers of what is found. */
async function find(dialog, fields) {
  await dialog.getByRole('button', { name: 'Clear' }).click();
  for (const [name, value] of Object.entries(fields)) {
    const field = dialog.locator(`[name="${name}"]`);
    if (name === 'seat') await field.selectOption(value);
    else await field.fill(value);
  }
  await dialog.getByRole('button', { name: 'Find', exact: true }).click();
}

const numbersIn = async (dialog) => (await dialog.locator('.round-row .round-number').allTextContents()).map((text) => Number(text.replace('№ ', '')));

async function finds(dialog, fields, expected) {
  await find(dialog, fields);
  await until(`${JSON.stringify(fields)} finds ${expected}`, async () => JSON.stringify(await numbersIn(dialog)) === JSON.stringify(expected));
}

/** What an opened round's picture shows: the sum on each chip, how many chips are lit, the number that is marked, and what of it the keyboard reaches. */
const layoutOf = (row) =>
  row.locator('.past-felt').evaluate((felt) => ({
    chips: [...felt.querySelectorAll('.chip.placed .value')].map((each) => each.textContent).sort(),
    lit: [...felt.querySelectorAll('.chip.placed.won .value')].map((each) => each.textContent).sort(),
    marked: [...felt.querySelectorAll('.cell.winner .number')].map((each) => each.textContent),
    touched: felt.querySelectorAll('[tabindex], [role="button"]').length,
  }));

/** The number that a round's line says, and what the list below says was paid. */
const pocketIn = (row) => row.locator('summary .num').textContent();
const wonIn = (row) => row.locator('.bet-list li.won').count();

/** Checks that an opened round shows these chips, lit as its list says, and the number of its line. */
async function showsLayout(row, chips, stakeOfWon) {
  await row.locator('.past-felt').waitFor({ timeout: WAIT });
  const lit = (await wonIn(row)) > 0 ? [stakeOfWon] : [];
  assert.deepEqual(await layoutOf(row), { chips, lit, marked: [(await pocketIn(row)).trim()], touched: 0 });
}

test('rounds are played by two seats', async () => {
  for (const seat of [1, 2]) await order('Attendant', `seats/${seat}/credit-in`, { amount: 100_000 });
  await play([1, 'red', 700], [1, 'black', 500]);
  await play([1, 'red', 500], [2, 'red', 1500]);
  await play([2, 'odd', 500]);
});

test('the house finds a round by its number, a seat and an amount', async () => {
  const page = pages.Attendant;
  await page.click('#look-up');
  const dialog = page.locator('#report[open]');
  await dialog.waitFor({ timeout: WAIT });
  const [first, second, third] = rounds;
  await until('all rounds are shown', async () => (await numbersIn(dialog)).includes(first));
  await picture('past-games', page);
  assert.deepEqual(await barriersOf(page), []);
  assert.deepEqual(await tooSmall(page), []);
  assert.deepEqual(await cutOff(page), []);
  await finds(dialog, { number: String(second) }, [second]);
  const row = dialog.locator('.round-row');
  await row.locator('summary').click();
  assert.deepEqual(await row.locator('.part-head').allTextContents().then((heads) => heads.map((head) => head.slice(0, 6))), ['Seat 1', 'Seat 2'], 'all parts are shown');
  await showsLayout(row, ['20'], '20');
  await picture('past-layout', page);
  assert.deepEqual(await barriersOf(page), []);
  assert.deepEqual(await tooSmall(page), []);
  for (const [width, height] of [[800, 480], [390, 844], [1280, 800]]) {
    await resize(page, width, height);
    await finds(dialog, { number: String(second) }, [second]);
    await row.locator('summary').click();
    await row.locator('.past-felt').scrollIntoViewIfNeeded();
    assert.deepEqual(await cutOff(page), [], `${width} wide`);
    assert.deepEqual(await unreadable(page, LETTER_PIXELS), [], `${width} wide`);
    await picture(`past-layout-${width}`, page);
  }
  await finds(dialog, { number: String(first) }, [first]);
  await row.locator('summary').click();
  const paid = await row.locator('.bet-list li.won span:nth-child(2)').allTextContents();
  await showsLayout(row, ['5', '7'], String(Number.parseInt(paid[0] ?? '0', 10)));
  await picture('past-layout-won', page);
  await finds(dialog, { seat: '2' }, [third, second]);
  await finds(dialog, { least: '12', most: '12.00' }, [first]);
  await finds(dialog, { seat: '2', least: '15' }, [second]);
  await find(dialog, { number: '999999' });
  await until('nothing is found', async () => (await dialog.getByText('Nothing like this was played.').count()) === 1);
  assert.deepEqual(await numbersIn(dialog), []);
  await find(dialog, { number: 'x', least: '12' });
  assert.equal(await dialog.locator('[name="number"]').getAttribute('aria-invalid'), 'true');
  await picture('past-games-wrong', page);
});

test('a round that was found is disputed there', async () => {
  const page = pages.Attendant;
  const dialog = page.locator('#report[open]');
  await finds(dialog, { number: String(rounds[1]) }, [rounds[1]]);
  await dialog.locator('.round-row summary').click();
  await dialog.getByRole('button', { name: 'Seat 2 disputes' }).click();
  await page.fill('#ask .reason', 'He says that it was black.');
  await page.click('#ask .primary');
  await until('the dispute is listed', async () => /He says that it was black/.test(await page.textContent('#disputes')));
  await page.keyboard.press('Escape');
});

test('a deal that could not be read is asked for again when it is opened again, and its line keeps the focus', async () => {
  const page = pages.Attendant;
  await page.evaluate(async () => {
    const { History, openHistory } = await import('/assets/history.js');
    const answers = [{ ok: true, data: { deals: [{ deal: 7 }], next: null, head: '1:ab' } }, { ok: false, status: 404 }, { ok: true, data: { deal: 7, cards: 'Ace' } }];
    const line = ({ deal, cards = '' }) => {
      const row = document.createElement('details');
      row.append(document.createElement('summary'), cards);
      row.firstChild.textContent = `№ ${deal}`;
      return row;
    };
    window.left = answers;
    const history = new History(async () => answers.shift(), '/api/v1/past/tables/2/deals', 'deal');
    await openHistory(document.getElementById('report'), history, [], line, { title: '', earlier: '', unread: '' }, () => document.createElement('form'));
  });
  const row = page.locator('#report[open] details');
  const press = async () => {
    await row.locator('summary').focus();
    await page.keyboard.press('Enter');
  };
  await press();
  await until('it is told', async () => /cannot be read/.test(await row.textContent()));
  await press();
  await press();
  await until('its cards are there', async () => (await row.textContent()) === '№ 7Ace');
  assert.deepEqual(await row.evaluate((node) => [node.open, node.contains(document.activeElement)]), [true, true]);
  assert.equal(await page.evaluate(() => window.left.length), 0);
  await page.keyboard.press('Escape');
});

test('a player finds his own rounds, and none of others', async () => {
  const page = pages['Seat 2'];
  await page.click('#open-rounds');
  const dialog = page.locator('#rounds-dialog[open]');
  await dialog.waitFor({ timeout: WAIT });
  await until('his own are shown', async () => JSON.stringify(await numbersIn(dialog)) === JSON.stringify([rounds[2], rounds[1]]));
  await picture('past-games-seat', page);
  assert.deepEqual(await cutOff(page), []);
  assert.equal(await dialog.locator('[name="seat"]').count(), 0, 'he seeks his own alone');
  await dialog.getByText('Look up a game').click();
  await picture('past-games-seat-open', page);
  assert.deepEqual(await cutOff(page), []);
  await finds(dialog, { number: String(rounds[1]) }, [rounds[1]]);
  const row = dialog.locator('.round-row');
  await row.locator('summary').click();
  await showsLayout(row, ['15'], '15');
  assert.deepEqual(await cutOff(page), []);
  assert.deepEqual(await unreadable(page, LETTER_PIXELS), []);
  await picture('past-layout-seat', page);
  await find(dialog, { number: String(rounds[0]) });
  await until('another player’s round is not found', async () => (await dialog.getByText('Nothing like this was played.').count()) === 1);
});

test('the form fits in every language, on a console, a small one and a phone', async () => {
  const [page, phone] = [pages.Attendant, pages['Seat 2']];
  await page.keyboard.press('Escape');
  await phone.keyboard.press('Escape');
  for (const code of Object.keys(LANGUAGES)) {
    await speak(page, code);
    await page.click('#look-up');
    for (const [width, height] of [[1280, 800], [800, 480], [390, 844]]) {
      await resize(page, width, height);
      assert.deepEqual(await cutOff(page), [], `${code}, ${width} wide: cut off`);
      assert.deepEqual(await unreadable(page, LETTER_PIXELS), [], `${code}, ${width} wide: too small to read`);
      await picture(`past-games-${code}-${width}`, page);
    }
    await page.keyboard.press('Escape');
    await resize(page, 1280, 800);
  }
});

test('no page complained', () => assert.deepEqual(complaints, []));
