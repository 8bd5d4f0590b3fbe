// Two seats play cards in a real browser against the real daemon: a hand of blackjack with a split while the shuffle machine jams, one of
// Russian poker with a sixth card, one with the keyboard alone, and baccarat on a phone. The machines' cards are known beforehand, so
// every line that the page shows stands here; what it shows must be what the balance comes to.
'use strict';

const assert = require('node:assert/strict');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { WAIT, barriersOf, cabinet, closeHouse, complaints, freshRound, minor, openHouse, order, overlapping, pages, picture, resize, seatView, shown, tabTo, tabToWhileThere, tooSmall, touch, until } = require('./house.cjs');

const CREDIT = 500_000;
/** Eight packs without the three cards that are burnt. */
const LEFT = 413;

before(() =>
  openHouse(['--cabinet', path.join(__dirname, 'cards.toml'), '--wheel-speed', '10', '--wheel-seed', '7', '--clock-speed', '2'], [
    ['Attendant', { width: 1280, height: 800 }],
    ['Seat 1', { width: 1280, height: 800 }],
    ['Seat 2', { width: 390, height: 844 }],
    ['Board', { width: 1920, height: 1080 }],
    ['Service', { width: 390, height: 844 }],
  ]),
);

after(closeHouse);

const table = async (name) => (await cabinet()).tables.find((each) => each.name === name);

/** Shows a table by its place in the lobby; the wheel's is the first. */
async function go(page, place) {
  await page.click('#open-lobby');
  await page.locator('.tile-go').nth(place).click();
}

const spot = (page, box, place) => page.locator('.box').nth(box).locator('.spot').nth(place);

/** Waits until stakes are taken, then lays one chip on each of these spots of the page. */
async function stake(page, name, spots) {
  await until(`stakes are taken at ${name}`, async () => (await table(name)).phase === 'staking');
  for (const [box, place] of spots) {
    await spot(page, box, place).click();
    await spot(page, box, place).and(page.locator('.mine:has(.chip:not(.pending))')).waitFor({ timeout: WAIT });
  }
}

/** Waits for a decision of the seat on its page, and takes it with a click on the button of this choice. */
async function decide(page, choice) {
  await page.locator(`.choice.${choice}:visible:not([disabled])`).click({ timeout: WAIT });
}

/** Decides for a seat, as `wanted` orders its choices, until the deal is settled; the settled table. */
async function sitThrough(page, name, number, wanted) {
  return until(`the deal at ${name}`, async () => {
    const now = await table(name);
    if (now.settlement) return now;
    if (now.turns[0]?.seat !== number) return null;
    for (const choice of wanted) {
      const button = page.locator(`.choice.${choice}:visible:not([disabled])`);
      if ((await button.count()) > 0) {
        await button.click({ timeout: 5_000 }).catch(() => {});
        return null;
      }
    }
    return null;
  });
}

/** The lines of the result as the page shows them: what became of each stake, and what it returned. */
async function lines(page) {
  await page.locator('.lines li').first().waitFor({ timeout: WAIT });
  return page.locator('.lines li').evaluateAll((items) => items.map((item) => [...item.children].map((each) => each.textContent.replace(/\u00a0/g, ' '))));
}

/** The page shows these lines, and its balance is what they come to. */
async function isPaid(page, number, before, staked, expected) {
  assert.deepEqual(await lines(page), expected);
  const returned = expected.reduce((sum, [, amount]) => sum + minor(amount), 0);
  assert.equal(minor(await page.textContent('.sum b')), returned);
  await until('the balance is what the lines come to', async () => (await shown(page, '#credit')) === before - staked + returned);
  assert.equal((await seatView(number)).credit, before - staked + returned);
}

test('the attendant puts credit on two seats', async () => {
  for (const number of [1, 2]) {
    await order('Attendant', `seats/${number}/credit-in`, { amount: CREDIT });
    await until('the page shows it', async () => (await shown(pages[`Seat ${number}`], '#credit')) === CREDIT);
  }
});

test('a hand of blackjack is split while the machine jams once, and settled line by line', async () => {
  const [one, two] = [pages['Seat 1'], pages['Seat 2']];
  await go(one, 1);
  await go(two, 1);
  await stake(one, 'Blackjack', [[0, 0]]);
  await stake(two, 'Blackjack', [[1, 0]]);
  // What a page that is loaded in the middle of a countdown draws is what is left of it.
  await two.reload();
  await go(two, 1);
  await two.waitForFunction(() => document.querySelector('#seconds').textContent !== '', null, { timeout: WAIT });
  const { began_at: beganAt, ends_at: endsAt } = await table('Blackjack');
  const now = (await cabinet()).now;
  const gone = await two.evaluate(() => Number.parseFloat(document.querySelector('#hand').style.strokeDashoffset));
  assert.ok(Math.abs(gone - (100 * (now - beganAt)) / (endsAt - beganAt)) < 12, 'the ring is as empty as the countdown');

  const attendant = pages.Attendant;
  await attendant.waitForFunction(() => /card-jam/.test(document.querySelector('#faults').textContent), null, { timeout: WAIT });
  assert.match(await attendant.textContent('#faults'), /Blackjack · card-jam/);
  assert.match(await attendant.textContent('#faults'), /its own attempts did not free it/);
  await until('the players are told', async () => /A card is stuck in the card device/.test(await one.textContent('#notice')));
  await picture('cards-jam', one);
  await picture('cards-jam-attendant', attendant);
  const device = pages.Service.locator('.device', { hasText: 'Blackjack' });
  await device.and(pages.Service.locator('.broken')).waitFor({ timeout: WAIT });
  assert.match(await device.textContent(), /its own attempts did not free it/);
  await picture('service-jam', pages.Service);
  await attendant.waitForFunction(() => document.querySelector('#faults').textContent === 'No faults.', null, { timeout: WAIT });

  await decide(one, 'split');
  await decide(one, 'stand');
  await one.locator('.box').first().locator('.hand:nth-child(2).turn').waitFor({ timeout: WAIT });
  await picture('cards-split', one);
  await decide(one, 'hit');
  await decide(two, 'stand');
  await until('the deal is over', async () => (await table('Blackjack')).settlement);
  await isPaid(one, 1, CREDIT, 2_000, [
    ['Stake 10.00 BYN: at 1:1 = 10.00 BYN', '20.00 BYN'],
    ['hand 2: Split 10.00 BYN: lost', '0.00 BYN'],
  ]);
  await isPaid(two, 2, CREDIT, 1_000, [['Stake 10.00 BYN: returned', '10.00 BYN']]);
  await picture('cards-paid', one);
});

test('a table that waits for its machine says how far the shuffle is', async () => {
  const page = pages['Seat 1'];
  await until('the deal is over', async () => (await table('Blackjack')).phase === 'staking');
  await order('Attendant', 'tables/1/shuffle', { deal: (await table('Blackjack')).deal });
  const shuffling = /^The machine shuffles: [0-8] of 8 decks(, about \d+ s)?$/;
  await page.waitForFunction((words) => new RegExp(words).test(document.querySelector('#ball').textContent), shuffling.source, { timeout: WAIT });
  await picture('cards-shuffling', page);
  await until('the next cards are there', async () => (await table('Blackjack')).cards_left === LEFT && (await page.textContent('#ball')) === '');
});

test('an insurance is for as much as the player chooses, and never for more than the credit', async () => {
  const page = pages['Seat 1'];
  const before = (await seatView(1)).credit;
  await page.click('#chip-rack [role="radio"] >> nth=2');
  // Fresh cards: with one box played it has 16, and the dealer an ace.
  await stake(page, 'Blackjack', [[0, 0], [0, 0]]);
  await order('Attendant', 'seats/1/credit-out', { amount: before - 2_800 });
  const chosen = async () => minor(await page.textContent('.choice.insure b'));
  await page.locator('.choice.insure:not([disabled])').waitFor({ timeout: WAIT });
  await until('the preset is what the credit bears', async () => (await chosen()) === 800);
  for (const [width, height] of [[390, 844], [1920, 1080], [800, 480], [1280, 800]]) {
    await resize(page, width, height);
    await picture(`insurance-${width}`, page);
    assert.deepEqual(await tooSmall(page), [], `${width} wide`);
    assert.deepEqual(await overlapping(page), [], `${width} wide`);
  }
  await page.click('.amount-less');
  await until('less is less', async () => (await chosen()) === 700);
  await page.focus('.amount-slider');
  await page.keyboard.press('Home');
  await until('the least is half of the table’s least', async () => (await chosen()) === 500);
  await page.click('.amount-more');
  await until('more is more', async () => (await chosen()) === 600);
  assert.equal(await page.getAttribute('.amount-slider', 'aria-valuetext'), '6.00\u00a0BYN');
  assert.equal(await page.textContent('#polite'), '6.00\u00a0BYN');
  assert.deepEqual(await barriersOf(page), []);
  // A player who does not decide in time stands, and is asked once more about the insurance alone.
  await sitThrough(page, 'Blackjack', 1, ['insure', 'stand']);
  await isPaid(page, 1, 2_800, 2_600, [
    ['Stake 20.00 BYN: lost', '0.00 BYN'],
    ['Insurance 6.00 BYN: lost', '0.00 BYN'],
  ]);
  await order('Attendant', 'seats/1/credit-in', { amount: before - 2_800 });
  await until('the page shows it', async () => (await shown(page, '#credit')) === before - 2_600);
});

test('a hand of Russian poker buys its sixth card, and each stake has its line', async () => {
  const [one, two] = [pages['Seat 1'], pages['Seat 2']];
  const [first, second] = [(await seatView(1)).credit, (await seatView(2)).credit];
  await go(one, 2);
  await go(two, 2);
  await stake(one, 'Russian', [[0, 0]]);
  await stake(two, 'Russian', [[1, 0]]);
  await decide(one, 'sixth-card');
  await decide(two, 'fold');
  await one.locator('.box').first().locator('.hand .card').nth(5).waitFor({ timeout: WAIT });
  await picture('cards-sixth', one);
  await picture('board-sixth', pages.Board);
  await decide(one, 'bet');
  await until('the deal is over', async () => (await table('Russian')).settlement);
  await isPaid(one, 1, first, 4_000, [
    ['Ante 10.00 BYN: returned', '10.00 BYN'],
    ['Sixth card 10.00 BYN: paid', '0.00 BYN'],
    ['Bet 20.00 BYN: two pair at 2:1 = 40.00 BYN', '60.00 BYN'],
  ]);
  await isPaid(two, 2, second, 1_000, [['Ante 10.00 BYN: lost', '0.00 BYN']]);
  await picture('cards-russian', one);
  const tone = () => one.locator('.house-hands .suit-d').first().evaluate((card) => getComputedStyle(card).getPropertyValue('--suit').trim());
  const red = await tone();
  await one.click('.colours');
  await until('diamonds are not red any more', async () => (await tone()) !== red);
  await one.click('.colours');
});

test('a whole deal is played with the keyboard alone, and a screen reader is told its result', async () => {
  const page = pages['Seat 1'];
  const before = (await seatView(1)).credit;
  await until('stakes are taken', async () => (await table('Russian')).phase === 'staking');
  await page.evaluate(() => document.activeElement?.blur());
  await tabTo(page, '#halls button:nth-child(3)');
  await page.keyboard.press('Enter');
  await page.keyboard.press('3');
  await page.locator('#chip-rack [aria-checked="true"][aria-label^="10.00"]').waitFor({ timeout: WAIT });
  await tabTo(page, '.box:nth-child(2) .spot');
  await page.keyboard.press('Space');
  await until('the stake is laid', async () => (await seatView(1)).credit === before - 1_000);
  assert.ok(await page.evaluate(() => document.activeElement.matches('.box:nth-child(2) .spot')), 'the focus stays where it was');
  await until('the decision is told', async () => /^Your decision\. Box 2: /.test(await page.textContent('#polite')));
  await tabTo(page, '.choice.bet');
  await page.keyboard.press('Enter');
  await until('the deal is over, or the dealer’s game may be bought', async () => {
    const now = await table('Russian');
    if (now.turns[0]?.seat === 1 && (await page.locator('.choice.decline').count()) > 0) {
      if (await tabToWhileThere(page, '.choice.decline')) await page.keyboard.press('Enter');
    }
    return now.settlement;
  });
  const [told, returned] = [await page.textContent('#polite'), await shown(page, '.sum b')];
  assert.match(told, /^Result\. Ante 10\.00/);
  assert.ok(told.endsWith(`Returned: ${(returned / 100).toFixed(2)}\u00a0BYN`), told);
  await until('the balance is what was told', async () => (await shown(page, '#credit')) === before - 3_000 + returned);
});

test('on a phone a chip lies at roulette while cards are played, and one balance bears both', async () => {
  const page = pages['Seat 2'];
  const before = (await seatView(2)).credit;
  await until('stakes are taken at Baccarat', async () => (await table('Baccarat')).phase === 'staking');
  const round = await freshRound();
  await go(page, 0);
  await page.click('#chip-rack [role="radio"] >> nth=0');
  await touch(page, 'straight-17');
  await until('the chip lies', async () => (await shown(page, '#staked')) === 100);
  assert.equal(await shown(page, '#credit'), before - 100);
  await picture('phone-wheel', page);
  await go(page, 3);
  await page.click('#chip-rack [role="radio"] >> nth=1');
  await stake(page, 'Baccarat', [[0, 0], [0, 2]]);
  const spun = async () => (await cabinet()).last.find((each) => each.round === round);
  const won = (spin) => (spin?.pocket === 17 ? 3_600 : 0);
  const both = async () => (await shown(page, '#credit')) === before - 100 - 1_000 + won(await spun());
  await until('one balance bears both', both);
  await go(page, 0);
  await until('the wheel shows the same balance', both);
  const over = await sitThrough(page, 'Baccarat', 2, []);
  const returned = over.settlement.returns.filter((line) => line.seat === 2).reduce((total, line) => total + line.returned, 0);
  const spin = await until('the number', spun);
  for (const place of [0, 3]) {
    await go(page, place);
    await until('the balance is what came back', async () => (await shown(page, '#credit')) === before - 1_100 + returned + won(spin));
  }
  assert.equal((await seatView(2)).credit, before - 1_100 + returned + won(spin));
  await picture('cards-phone', page);
});

/** Chooses a table on the attendant's page, presses one of its buttons by their words, and then what the page asks. */
async function press(name, button, ...answers) {
  const page = pages.Attendant;
  await page.locator('.table-choice', { hasText: name }).click({ timeout: WAIT });
  await page.getByRole('button', { name: `${name}: ${button}`, exact: true }).click({ timeout: WAIT });
  for (const answer of answers) await page.locator('#ask').getByRole('button', { name: answer, exact: true }).click({ timeout: WAIT });
}

test('the attendant holds a table, lets it go on, voids its stakes, and has its cards shuffled and changed', async () => {
  const page = pages['Seat 1'];
  const before = (await seatView(1)).credit;
  const fresh = async () => until('there are fresh cards', async () => (await table('Blackjack')).cards_left === LEFT);
  await go(page, 1);
  await press('Blackjack', 'Hold the table', 'Pause', 'Hold the table');
  await until('the table is held', async () => (await table('Blackjack')).hold?.reason === 'Pause');
  await until('the player is told', async () => /An attendant has stopped the game/.test(await page.textContent('#notice')));
  await press('Blackjack', 'Resume');
  await until('the table goes on', async () => (await table('Blackjack')).hold === null);

  for (const [button, isFresh] of [['Void: misdeal', false], ['Void: defective deck', true]]) {
    await stake(page, 'Blackjack', [[0, 0]]);
    const { deal, cards_left: left } = await table('Blackjack');
    await press('Blackjack', button, 'Matter with a player', button);
    const books = pages.Attendant.locator(`[data-row="1/${deal}"]`);
    await books.waitFor({ timeout: WAIT });
    assert.match(await books.textContent(), /void/);
    await until('the stake came back', async () => (await shown(page, '#credit')) === before);
    if (isFresh) await fresh();
    else assert.equal((await table('Blackjack')).cards_left, left);
  }

  await until('the next deal is open', async () => (await table('Blackjack')).phase === 'staking');
  await press('Blackjack', 'Shuffle', 'Shuffle');
  await until('the cards are shuffled', async () => (await table('Blackjack')).shuffle);
  await fresh();
  await press('Blackjack', 'Change of shoe', 'Change of shoe');
  await until('the table waits for the packs', async () => {
    const { hold, last_of_shoe: isLast } = await table('Blackjack');
    return hold?.reason === 'Change of shoe' && isLast;
  });
  await picture('attendant-new-shoe', pages.Attendant);
  await press('Blackjack', 'Resume');
  await until('the new packs are shuffled', async () => (await table('Blackjack')).shuffle);
  await fresh();
  await press('Blackjack', 'New croupier', 'New croupier');
  await until('three cards are burnt', async () => (await table('Blackjack')).cards_left === LEFT - 3);
});

test('the dealer’s mistakes are told by the attendant, and the rules void the deal', async () => {
  const page = pages['Seat 1'];
  const before = (await seatView(1)).credit;
  await go(page, 2);
  for (const [button, answer] of [['Box missed', 'Box 1'], ['Card too many', 'Box 1'], ['Card exposed', 'Card exposed']]) {
    await stake(page, 'Russian', [[0, 0]]);
    await until('the seat decides', async () => (await table('Russian')).turns[0]?.seat === 1);
    await press('Russian poker', button, answer);
    await until(`the deal is void: ${button}`, async () => (await table('Russian')).voided === 'misdeal');
    await until('the player is told', async () => /A card came out of turn/.test(await page.textContent('#notice')));
    await until('the stake came back', async () => (await shown(page, '#credit')) === before);
  }
});

test('a faulty deal is dealt again, and its stake lies for the next one', async () => {
  const page = pages['Seat 1'];
  const before = (await seatView(1)).credit;
  await stake(page, 'Russian', [[0, 0]]);
  await until('the seat decides', async () => (await table('Russian')).turns[0]?.seat === 1);
  const { deal } = await table('Russian');
  await press('Russian poker', 'Deal again', 'Matter with a player', 'Deal again');
  await until('the deal is void', async () => (await table('Russian')).voided === 'redeal');
  await until('the stake lies for the next deal', async () => {
    const now = await table('Russian');
    return now.deal === deal + 1 && now.stakes.length === 1 && now.stakes[0].amount === 1_000;
  });
  assert.equal((await seatView(1)).credit, before - 1_000);
  await page.click('#card-clear');
  await until('it may be taken back', async () => (await shown(page, '#credit')) === before);
});

/** What the seat's machine shows now. */
const machine = async (number) => (await seatView(number)).machines[0];

test('at the machine cards are touched and changed, and a win is put at risk until it is collected or lost', async () => {
  const page = pages['Seat 1'];
  await go(page, (await cabinet()).tables.length + 1);
  let risked = false;
  for (let deal = 0; deal < 60 && !risked; deal += 1) {
    const before = (await seatView(1)).credit;
    await page.locator('.machine-stakes button').last().click({ timeout: WAIT });
    await page.locator('.to-pick .pick').nth(4).waitFor({ timeout: WAIT });
    assert.equal((await seatView(1)).credit, before - 500, 'the stake lies');
    const dealt = (await machine(1)).hands[0].cards;
    await page.locator('.pick').nth(1).click();
    await page.locator('.card-cloth .choice.exchange:not([disabled])').click({ timeout: WAIT });
    const stops = ({ phase, turns }) => phase === 'paid' || turns.length > 0;
    let now = await until('the new card has come', async () => {
      const shown = await machine(1);
      return shown.hands[0]?.cards[1] !== dealt[1] && !shown.hands[0]?.cards.includes(null) && stops(shown) ? shown : null;
    });
    assert.deepEqual(now.hands[0].cards.filter((card, place) => place !== 1), dealt.filter((card, place) => place !== 1), 'the others stay');
    while (now.phase !== 'paid') {
      await page.locator('.choice.collect').waitFor({ timeout: WAIT });
      const round = await page.locator('.choice.risk').isVisible();
      if (round && !risked) {
        await page.locator('.choice.risk').click();
        await page.locator('.house-hands .pick').nth(3).waitFor({ timeout: WAIT });
        const closed = (await machine(1)).hands[1].cards;
        assert.deepEqual(closed.slice(1), [null, null, null, null], 'nobody sees what is closed');
        await picture('machine-risk', page);
        await page.locator('.house-hands .pick').nth(2).click();
        risked = true;
        now = await until('the picked card is open', async () => {
          const shown = await machine(1);
          return shown.hands[1]?.cards[3] && stops(shown) ? shown : null;
        });
        assert.equal(now.hands[1].cards.filter((card) => card === null).length, 3, 'the others stay closed');
      } else {
        await page.locator('.choice.collect').click({ timeout: WAIT });
        now = await until('the deal is over', async () => ((await machine(1)).phase === 'paid' ? machine(1) : null));
      }
    }
    const returned = now.settlement.returns.reduce((sum, line) => sum + line.returned, 0);
    await until('the balance is what came back', async () => (await shown(page, '#credit')) === before - 500 + returned);
  }
  assert.ok(risked, 'of sixty hands one pays');
  assert.deepEqual((await machine(2)).hands, [], 'the machine of another seat is another');
  await picture('machine', page);
});

test('at the machine a guess shows its coefficient and what the pot comes to, and a bet on a tie is for one card', async () => {
  const page = pages['Seat 1'];
  await go(page, (await cabinet()).tables.length + 2);
  const now = async () => (await seatView(1)).machines[1];
  let [hasBet, hasCollected] = [false, false];
  for (let deal = 0; deal < 40 && !(hasBet && hasCollected); deal += 1) {
    const before = (await seatView(1)).credit;
    await page.locator('.machine-stakes button').last().click({ timeout: WAIT });
    await until('the stake lies', async () => (await seatView(1)).credit === before - 500);
    for (let card = 1; ; card += 1) {
      const table = await until('a decision or the end', async () => ((shown) => (shown.phase === 'paid' || (shown.turns.length > 0 && shown.hands[0].cards.length === card) ? shown : null))(await now()));
      if (table.phase === 'paid') break;
      await page.locator('.hand-cards').first().locator('svg').nth(card - 1).waitFor({ timeout: WAIT });
      if (!hasBet) {
        assert.equal(await page.locator('.choice.tie b').textContent(), '5.00\u00a0BYN', 'a bet on a tie is up to the stake');
        await page.locator('.amount-less').click();
        assert.deepEqual(await barriersOf(page), [], 'the choices');
        await picture('machine-guess', page);
        await page.locator('.choice.tie').click();
        await page.locator('.hand-words', { hasText: 'Tie: 4.00' }).waitFor({ timeout: WAIT });
        assert.equal(await page.locator('.choice.tie, .choice.collect').count(), 0, 'a guess must follow');
        await picture('machine-tie', page);
        hasBet = true;
      }
      // The cards of the deal before lie until the page hears of this one, so a card alone does not say that it has.
      await page.locator('.choice.higher b, .choice.lower b').first().waitFor({ timeout: WAIT });
      const told = await page.locator('.choice.higher b, .choice.lower b').allTextContents();
      assert.ok(told.every((words) => /^× \d+\.\d\d = \d+\.\d\d\sBYN$/.test(words)), told.join(', '));
      if ((await page.locator('.choice.collect').count()) > 0 && card > 3) {
        await picture('machine-pot', page);
        await page.locator('.choice.collect').click();
        hasCollected = true;
      } else {
        // The likelier guess is the one at the lower coefficient.
        const [first, second] = told.map((words) => Number(words.split(' ')[1]));
        await page.locator('.choice.higher, .choice.lower').nth(second < first ? 1 : 0).click();
      }
    }
    const { settlement } = await now();
    const returned = settlement.returns.reduce((sum, line) => sum + line.returned, 0);
    const staked = settlement.returns.reduce((sum, line) => sum + line.amount, 0);
    await until('the balance is what came back', async () => (await shown(page, '#credit')) === before - staked + returned);
  }
  assert.ok(hasBet && hasCollected, 'of forty chains one comes to four cards');
  await picture('machine-chain', page);
});

test('at the machine the reels stop at what was drawn, and lines that won are told and paid', async () => {
  const page = pages['Seat 1'];
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await go(page, (await cabinet()).tables.length + 3);
  const now = async () => (await seatView(1)).machines[2];
  let [hasRisked, hasLost] = [false, false];
  for (let deal = 0; deal < 60 && !(hasRisked && hasLost); deal += 1) {
    const before = (await seatView(1)).credit;
    await page.locator('.line-count').nth(deal % 9).click();
    await page.locator('.line-count[aria-pressed=true]', { hasText: String(1 + (deal % 9)) }).waitFor({ timeout: WAIT });
    await page.locator('.machine-steps button').first().click({ timeout: WAIT });
    await until('the stake lies', async () => (await seatView(1)).credit !== before);
    let table = await until('a decision or the end', async () => ((shown) => (shown.phase === 'paid' || shown.turns.length > 0 ? shown : null))(await now()));
    const [reels] = table.pieces;
    assert.equal(reels.columns.length, 5, JSON.stringify(table.pieces));
    assert.deepEqual(await page.locator('.reel').count(), 5);
    if (table.phase !== 'paid') {
      await picture('machine-reels', page);
      await page.locator(hasRisked ? '.choice.collect' : '.choice.risk').click({ timeout: WAIT });
      if (!hasRisked) {
        await page.locator('.choice.red').waitFor({ timeout: WAIT });
        table = await now();
        await page.locator('.choice.red').click({ timeout: WAIT });
        hasRisked = true;
      }
      // Until the house has heard of the choice it goes on asking for the same.
      const [{ turn }] = table.turns;
      const isNext = (shown) => shown.phase === 'paid' || shown.turns.some((asked) => asked.turn > turn);
      table = await until('it goes on', async () => ((shown) => (isNext(shown) ? shown : null))(await now()));
      while (table.phase !== 'paid') {
        await page.locator('.choice.collect').click({ timeout: WAIT });
        table = await until('it is over', async () => ((shown) => (shown.phase === 'paid' ? shown : null))(await now()));
      }
    } else {
      hasLost = true;
    }
    const { settlement } = table;
    const returned = settlement.returns.reduce((sum, line) => sum + line.returned, 0);
    const staked = settlement.returns.reduce((sum, line) => sum + line.amount, 0);
    assert.equal(staked, 100 * (1 + (deal % 9)), 'the same on each line');
    await until('the balance is what came back', async () => (await shown(page, '#credit')) === before - staked + returned);
  }
  assert.ok(hasRisked && hasLost, 'of sixty spins one wins and one does not');
  assert.deepEqual(await barriersOf(page), [], 'the reels');
  await picture('machine-slot', page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

test('a choice that gives up a win is asked about first', async () => {
  const page = pages['Seat 1'];
  await go(page, (await cabinet()).tables.length + 2);
  // No hand at these tables has such a choice: the page is told that each gives up 12.34.
  await page.evaluate(() => {
    const { parse } = JSON;
    const told = (value) => {
      if (value?.gives_up !== undefined) value.gives_up = 1234;
      if (value && typeof value === 'object') Object.values(value).forEach(told);
      return value;
    };
    JSON.parse = (text) => told(parse(text));
    window.believe = () => { JSON.parse = parse; };
  });
  const turns = async () => (await seatView(1)).machines[1].turns.map(({ turn }) => turn);
  await page.locator('.machine-stakes button').last().click({ timeout: WAIT });
  const guess = page.locator('.choice.higher, .choice.lower').first();
  await guess.click({ timeout: WAIT });
  await page.locator('#ask .ask-text', { hasText: '12.34' }).waitFor({ timeout: WAIT });
  assert.deepEqual(await barriersOf(page), [], 'the question');
  await picture('gives-up', page);
  const before = await turns();
  await page.locator('#ask .plain').click();
  assert.deepEqual(await turns(), before, 'nothing was decided');
  await guess.click();
  await page.locator('#ask .danger').click({ timeout: WAIT });
  await until('it is decided', async () => String(await turns()) !== String(before));
  await page.evaluate(() => window.believe());
});

test('the board and the attendant show the tables', async () => {
  const count = (await cabinet()).tables.length;
  await pages.Board.waitForFunction((tables) => document.querySelectorAll('.card-tile').length === tables, count, { timeout: WAIT });
  await pages.Attendant.waitForFunction((tables) => document.querySelectorAll('.table-card').length === tables, count, { timeout: WAIT });
  await picture('cards-board', pages.Board);
  await picture('cards-attendant', pages.Attendant);
});

test('a technician is shown every device, the fault that is over, and the raw lines of a spin', async () => {
  const page = pages.Service;
  const names = await page.locator('.device h2').allTextContents();
  assert.deepEqual(names, ['Wheel', '1. Blackjack', '2. Russian poker', '3. Baccarat']);
  const wheel = await page.locator('.device').first().textContent();
  assert.match(wheel, /Linkconnected.*Rotor, turns a minute\d+\.\d.*FirmwareV2\.50/);
  const jam = page.locator('#history tr', { hasText: 'card-jam' });
  await until('the jam is over', async () => /^\d\d:/.test(await jam.first().locator('td').nth(1).textContent()));
  const faults = page.locator('#catalogue tbody tr');
  assert.ok((await faults.count()) > 40, 'every fault is in the catalogue');
  const cells = await faults.filter({ hasText: 'card-jam' }).locator('td').allTextContents();
  assert.match(cells.join(' | '), /did not free it.* \| Open the device.* \| 1 \| \d\d:.* \| the device, \d\d:/);
  assert.equal(await faults.locator('.tag').count(), 0, 'no fault stands');
  await page.locator('#spins button').last().click();
  await page.locator('#evidence .raw').waitFor({ timeout: WAIT });
  assert.match(await page.textContent('#evidence .raw'), /^# from .*\n0\.000 < \*X;/);
  assert.deepEqual(await barriersOf(page), [], 'the raw lines');
  await picture('service-lines', page);
  await page.keyboard.press('Escape');
  await picture('service', page);
});

test('everything to touch is large enough for a finger', async () => {
  for (const [name, page] of Object.entries(pages)) assert.deepEqual(await tooSmall(page), [], name);
});

test('no page keeps people out: names, contrast, roles and focus are as they should be', async () => {
  for (const [name, page] of Object.entries(pages)) assert.deepEqual(await barriersOf(page), [], name);
  const page = pages['Seat 1'];
  await go(page, 0);
  assert.deepEqual(await barriersOf(page), [], 'the wheel');
  await page.click('#open-rules');
  assert.deepEqual(await barriersOf(page), [], 'the rules');
  await page.keyboard.press('Escape');
});

test('no page complained', () => assert.deepEqual(complaints, []));
