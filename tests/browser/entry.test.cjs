// The way into the pages without a link: people sign in by name and PIN, wrong PINs are refused and counted, a console is paired with its seat and
// revoked, and a page that nobody touches signs its person out. The page's clock is moved by hand.
'use strict';

const assert = require('node:assert/strict');
const { after, before, test } = require('node:test');
const { LANGUAGES, WAIT, barriersOf, closeHouse, complaints, cutOff, letIn, lettings, openHouse, pages, picture, resize, signIn, tell, tooSmall, unreadable, until, visitBare } = require('./house.cjs');

const [TABLET, CONSOLE, DESK] = [{ width: 820, height: 1180 }, { width: 1280, height: 800 }, { width: 1280, height: 800 }];
const SIZES = [[820, 1180], [1280, 800], [390, 844]];
const PIN = '482915';
/** A session ends after a quarter of an hour; the clock of the page is moved in these steps. */
const [ALMOST_IDLE, REST_OF_IDLE] = ['14:00', '01:05'];
const LETTER_PIXELS = 11;

before(() => openHouse(['--wheel-speed', '10', '--wheel-seed', '7'], []));

after(closeHouse);

const refusal = (page) => page.textContent('.entry-refusal');
const isRefused = (page, words) => until(`${words}`, async () => words.test(await refusal(page)));
const asksForPerson = (page) => page.locator('.entry [name="pin"]').waitFor({ timeout: WAIT });
/** Waits until the page lies open with this person's name on it. */
const isOpen = (page, name) => until(`the page is ${name}'s`, async () => (await page.isHidden('#barrier')) && (await page.textContent('#person')) === name);

/** How often the page has sent this since the counter was made. */
function counter(page, path) {
  const count = { of: 0 };
  page.on('request', (request) => (count.of += new URL(request.url()).pathname === path ? 1 : 0));
  return count;
}

test('a technician signs in on a tablet, and sees the page of the devices', async () => {
  await letIn('Tigran', 'technician', PIN);
  const page = await visitBare('Tablet', '/service', TABLET);
  await asksForPerson(page);
  assert.equal(await page.textContent('.entry h1'), 'Sign in');
  await picture('entry', page);
  await signIn(page, 'tigran', PIN);
  await isOpen(page, 'Tigran');
  assert.ok(await page.isVisible('#devices article'));
  assert.ok(await page.isHidden('#attendant-link'), 'the page of the attendant is not his');
  await page.reload();
  await isOpen(page, 'Tigran');
});

test('on the attendant’s page he is led to his own', async () => {
  const page = pages.Tablet;
  await page.goto(page.url().replace('/service', '/attendant'));
  await page.waitForURL('**/service', { timeout: WAIT });
  await isOpen(page, 'Tigran');
});

test('he signs out, and the page asks for the next', async () => {
  const page = pages.Tablet;
  await page.getByRole('button', { name: 'Sign out' }).click();
  await asksForPerson(page);
  assert.equal(await page.inputValue('.entry [name="name"]'), '', 'nothing that was typed stays');
  assert.equal(await page.evaluate(() => sessionStorage.length), 0, 'nor does a token');
});

test('a wrong PIN is refused, and too many of them for a while, which is told', async () => {
  const page = pages.Tablet;
  await letIn('Bella', 'attendant', PIN);
  for (let wrong = 1; wrong <= 4; wrong += 1) {
    await signIn(page, 'Bella', '111112');
    await isRefused(page, /^The name or the PIN is wrong\.$/);
    assert.equal(await page.inputValue('.entry [name="pin"]'), '', 'the next one is typed at once');
    assert.equal(await page.evaluate(() => document.activeElement.name), 'pin');
  }
  await signIn(page, 'Bella', '111112');
  await isRefused(page, /^Too many wrong PINs\. Please wait 0:30 min\.$/);
  await signIn(page, 'Bella', PIN);
  await isRefused(page, /^Too many wrong PINs\. Please wait 0:[0-3]\d min\.$/);
  await picture('entry-locked-out', page);
});

test('another person signs in at the same tablet meanwhile', async () => {
  const page = pages.Tablet;
  await signIn(page, 'Tigran', PIN);
  await isOpen(page, 'Tigran');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await asksForPerson(page);
});

test('another PIN ends the wait', async () => {
  const page = pages.Tablet;
  tell(['access', 'pin', 'Bella'], '915482\n');
  await until('the cabinet knows it', async () => {
    await signIn(page, 'Bella', '915482');
    return page.locator('#person').getByText('Bella').waitFor({ timeout: 10_000 }).then(() => true, () => false);
  });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await asksForPerson(page);
});

test('without a cabinet that answers the page says so', async () => {
  const page = pages.Tablet;
  await page.context().setOffline(true);
  await signIn(page, 'Tigran', PIN);
  await isRefused(page, /^No answer from the cabinet\. Please try again\.$/);
  await page.context().setOffline(false);
  await page.click('.entry .primary');
  assert.equal(await page.evaluate(() => document.querySelector('.entry').checkValidity()), false, 'without a PIN nothing is sent');
});

test('the form speaks four languages, which are chosen on it, and fits', async () => {
  const page = pages.Tablet;
  const told = new Set();
  for (const [code, brief] of Object.entries(LANGUAGES)) {
    await page.locator('.entry .languages').getByText(brief, { exact: true }).click();
    await page.locator(`html[lang="${code}"]`).waitFor({ timeout: WAIT });
    told.add(await page.textContent('.entry h1')).add(await refusal(page));
    for (const [width, height] of SIZES) {
      await resize(page, width, height);
      await picture(`entry-${code}-${width}`, page);
      const broken = [await tooSmall(page), await cutOff(page), await unreadable(page, LETTER_PIXELS), await barriersOf(page)];
      assert.deepEqual(broken, [[], [], [], []], `${code}, ${width} wide`);
    }
  }
  assert.equal(told.size, 8, 'the title and the refusal in each');
});

test('a page that nobody touches signs its person out, and one that is touched does not', async () => {
  const page = pages.Tablet;
  await page.clock.install();
  await page.reload();
  await signIn(page, 'Tigran', PIN);
  await isOpen(page, 'Tigran');
  const [stays, outs] = [counter(page, '/api/v1/stay'), counter(page, '/api/v1/sign-out')];
  await page.clock.fastForward(ALMOST_IDLE);
  await page.keyboard.press('Shift');
  await until('the cabinet is told that he is there', async () => stays.of === 1);
  await page.clock.fastForward(ALMOST_IDLE);
  await page.mouse.click(5, 5);
  await until('and once more', async () => stays.of === 2);
  await page.mouse.click(5, 5);
  await page.clock.fastForward(ALMOST_IDLE);
  await isOpen(page, 'Tigran');
  assert.deepEqual([stays.of, outs.of], [2, 0], 'two touches at once are told once');
  await page.clock.fastForward(REST_OF_IDLE);
  await asksForPerson(page);
  assert.equal(outs.of, 1, 'he is signed out once');
  assert.equal(await page.evaluate(() => sessionStorage.length), 0);
});

test('without the cabinet it forgets its person, too, and asks for one once it is back', async () => {
  const page = pages.Tablet;
  await signIn(page, 'Tigran', PIN);
  await isOpen(page, 'Tigran');
  await page.context().setOffline(true);
  await page.clock.fastForward(ALMOST_IDLE);
  await page.clock.fastForward(REST_OF_IDLE);
  await until('the page is covered', async () => (await page.isVisible('#barrier')) && /Waiting for the cabinet/.test(await page.textContent('#barrier')));
  assert.equal(await page.evaluate(() => sessionStorage.length), 0);
  await page.context().setOffline(false);
  await asksForPerson(page);
});

test('a session that ends before an order is answered leaves nobody to guess what came of it', async () => {
  const page = await visitBare('Desk', '/attendant', CONSOLE);
  await signIn(page, 'Bella', '915482');
  await isOpen(page, 'Bella');
  await page.route('**/credit-in', (route) => route.abort());
  await page.click('[data-seat="2"] .in');
  await page.keyboard.type('5000');
  await page.click('#ask .primary');
  await page.click('#ask .ask-foot :is(.primary, .danger)');
  await until('it is on its way', async () => /No answer yet/.test(await page.textContent('#toast')));
  await page.click('#hold-button');
  tell(['access', 'revoke', 'Bella']);
  await until('it is said', async () => /it may have been carried out/.test(await page.textContent('#barrier')));
  assert.equal(await page.locator('dialog[open]').count(), 0, 'no question lies above it');
  await picture('entry-unanswered', page);
  await page.unroute('**/credit-in');
  page.on('dialog', (dialog) => dialog.accept());
  await page.click('#barrier .primary');
  await asksForPerson(page);
});

test('a console is paired with its seat by a code, once and for good', async () => {
  const page = await visitBare('Console', '/seat', CONSOLE);
  await page.locator('.entry [name="code"]').waitFor({ timeout: WAIT });
  assert.equal(await page.textContent('.entry h1'), 'Pair this console with a seat');
  await picture('entry-pairing', page);
  const pair = async (code) => {
    await page.fill('.entry [name="code"]', code);
    await page.click('.entry .primary');
  };
  await pair('1234 5678');
  await isRefused(page, /^This code is wrong, or its time is over\.$/);
  const { code } = JSON.parse(tell(['access', 'pair', '3']));
  await until('the console is paired', async () => {
    await pair(`${code.slice(0, 4)} ${code.slice(4)}`);
    return page.locator('#barrier').waitFor({ state: 'hidden', timeout: 10_000 }).then(() => true, () => false);
  });
  assert.equal(await page.textContent('#seat-number'), '3');
  await page.reload();
  await until('it still is', async () => (await page.isHidden('#barrier')) && (await page.textContent('#seat-number')) === '3');
  const other = await visitBare('Another console', '/seat', CONSOLE);
  await other.fill('.entry [name="code"]', code);
  await other.click('.entry .primary');
  await isRefused(other, /^This code is wrong/);
});

test('a console that is revoked is asked for another code', async () => {
  const page = pages.Console;
  const { name } = (await lettings()).find(({ by }) => by === 'console');
  tell(['access', 'revoke', name]);
  await page.locator('.entry [name="code"]').waitFor({ timeout: WAIT });
  assert.equal(await page.evaluate(() => localStorage.getItem('croupier-token')), null);
});

test('an owner has a console paired on the attendant’s page, and revokes it there', async () => {
  await letIn('Olga', 'owner', PIN);
  const desk = await visitBare('Desk', '/attendant', DESK);
  await asksForPerson(desk);
  await signIn(desk, 'Olga', PIN);
  await isOpen(desk, 'Olga');
  await desk.locator('#book-tabs').getByText('Who is let in', { exact: true }).click();
  await desk.click('#pair-console');
  await desk.locator('#ask').getByRole('button', { name: 'Seat 4', exact: true }).click();
  const code = await desk.locator('.pairing-code').textContent();
  assert.match(code, /^\d{4} \d{4}$/);
  assert.match(await desk.locator('#ask .ask-text').textContent(), /console of seat 4.* within 5 minutes/);
  await picture('pairing-code', desk);
  const page = await visitBare('Fourth console', '/seat', CONSOLE);
  await page.fill('.entry [name="code"]', code);
  await page.click('.entry .primary');
  await until('the console is paired', async () => (await page.isHidden('#barrier')) && (await page.textContent('#seat-number')) === '4');
  await desk.locator('#ask').getByRole('button', { name: 'Close' }).last().click();
  const row = desk.locator('#let-in tbody tr').filter({ hasText: 'Paired console' }).filter({ hasText: 'Seat 4' });
  await row.waitFor({ timeout: WAIT });
  const people = desk.locator('#let-in tbody tr').filter({ hasText: 'Name and PIN' });
  assert.equal(await people.getByRole('button').count(), 0, 'nobody is revoked by a page');
  for (const [width, height] of SIZES) {
    await resize(desk, width, height);
    assert.deepEqual([await cutOff(desk), await unreadable(desk, LETTER_PIXELS), await tooSmall(desk)], [[], [], []], `${width}x${height}`);
  }
  await picture('let-in', desk);
  await row.getByRole('button').click();
  await desk.locator('#ask .danger').click();
  await page.locator('.entry [name="code"]').waitFor({ timeout: WAIT });
  await row.waitFor({ state: 'detached', timeout: WAIT });
});

test('no page complained', () => assert.deepEqual(complaints, []));
