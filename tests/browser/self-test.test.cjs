// A technician has the parts of the cabinet test themselves: what runs is shown at every page, and what was found says what to check.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { barriersOf, closeHouse, complaints, cutOff, house, openHouse, pages, picture, resize, speak, tooSmall, unreadable, until } = require('./house.cjs');

const DESK = { width: 1280, height: 800 };

before(() => openHouse(['--wheel-speed', '10', '--wheel-seed', '7'], [['Service', DESK], ['Attendant', DESK], ['Seat 1', { width: 390, height: 844 }]]));

after(closeHouse);

const row = (name) => pages.Service.locator('.self-test', { has: pages.Service.getByRole('heading', { name, exact: true }) });
const result = (name) => row(name).getAttribute('data-result');

async function check(page, name) {
  await page.locator('.self-tests').scrollIntoViewIfNeeded();
  assert.deepEqual(await tooSmall(page, 40), [], name);
  assert.deepEqual(await cutOff(page), [], name);
  assert.deepEqual(await unreadable(page, 11), [], name);
  await picture(`self-test-${name}`, page);
}

test('what is no device is tested at a touch', async () => {
  await until('the parts are drawn', async () => (await result('Disk')) === 'never');
  for (const name of ['Journal', 'Disk', 'Clock', 'Network']) {
    await until(`${name} may be tested`, () => row(name).getByRole('button').isEnabled());
    await row(name).getByRole('button').click();
    await until(`${name} has passed`, async () => (await result(name)) === 'passed');
  }
  assert.match(await row('Disk').textContent(), /passed.*attendant-1/);
});

test('while the wheel tests itself every page says so, and nothing else can be tested', async () => {
  const seat = pages['Seat 1'];
  await until('the wheel may be tested', () => row('Wheel').getByRole('button').isEnabled());
  await row('Wheel').getByRole('button').click();
  assert.match(await pages.Service.textContent('#ask'), /Keep hands out of the wheel/);
  await pages.Service.locator('#ask[open] .ask-foot').getByText('Test', { exact: true }).click();
  await until('it runs', async () => (await result('Wheel')) === 'running');
  await until('the seat is told', async () => (await seat.textContent('body')).includes('The table is being tested.'));
  await until('the attendant is told', async () => (await pages.Attendant.textContent('body')).includes('The table is being tested.'));
  assert.equal(await row('Disk').getByRole('button').isDisabled(), true);
  await check(pages.Service, 'running');
  await picture('self-test-seat', seat);
  await picture('self-test-attendant', pages.Attendant);
  await until('it has passed', async () => (await result('Wheel')) === 'passed');
  await until('the seat plays on', async () => !(await seat.textContent('body')).includes('The table is being tested.'));
});

test('what is wrong is told with what to check', async () => {
  const segment = path.join(house.data, 'mirror', '000001.mirror');
  const bytes = fs.readFileSync(segment);
  // The first commit after the head of the file, some bytes in.
  bytes[bytes.indexOf('CMT1') + 40] ^= 1;
  fs.writeFileSync(segment, bytes);
  await row('Journal').getByRole('button').click();
  await until('it has failed', async () => (await result('Journal')) === 'failed');
  const told = await row('Journal').textContent();
  for (const words of ['not passed', 'journal-damaged', 'What was read back', 'croupierctl journal verify']) assert.ok(told.includes(words), told);
  assert.deepEqual(await barriersOf(pages.Service), []);
  for (const language of ['hy', 'ru', 'ka', 'en']) {
    await speak(pages.Service, language);
    for (const [width, height] of [[1920, 1080], [1280, 800], [390, 844]]) {
      await resize(pages.Service, width, height);
      await check(pages.Service, `failed-${language}-${width}`);
    }
  }
});

test('no page complained', () => assert.deepEqual(complaints, []));
