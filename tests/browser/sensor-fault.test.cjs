// One ball sensor of a wheel on bare lines dies while the ball runs and is put right again: what the attendant and the technician see from the
// fault's coming to its end, and the bet that lay meanwhile. The fault is made and mended here, so that nothing else can be meant.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { WAIT, cabinet, closeHouse, complaints, house, openHouse, order, pages, picture, until } = require('./house.cjs');

const SIZE = { width: 1280, height: 800 };
const CREDIT = 100_000;
const STAKE = 10_000;
const CODE = 'sensor';
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'croupier-defect-'));
const defect = path.join(folder, 'defect');
/** The round that the fault comes in, and the fault as the cabinet tells it. */
let round;
let fault;

before(() =>
  openHouse(['--cabinet', 'demo-three-sensor', '--wheel-seed', '3', '--wheel-defect', defect, '--clock-speed', '10'], [['Attendant', SIZE], ['Service', SIZE]]));

after(async () => {
  await closeHouse();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function asked(name, address) {
  const headers = { authorization: `Bearer ${house.links[name].split('#')[1]}` };
  return (await fetch(`http://127.0.0.1:${house.port}/api/v1/${address}`, { headers })).json();
}

/** The row of the fault in the catalogue on the technician's page. */
const row = () => pages.Service.locator('#catalogue tbody tr').filter({ has: pages.Service.locator('code', { hasText: new RegExp(`^${CODE}$`) }) });

const cells = () => row().locator('td').allTextContents();

/** The fault as both pages have to tell it: its code and since when, its meaning, what to check, and what was seen. */
async function checkTold(page, selector) {
  const box = page.locator(selector);
  await box.waitFor({ timeout: WAIT });
  assert.equal(await box.count(), 1, 'no other fault');
  assert.match(await box.locator('strong').textContent(), new RegExp(`^${CODE} · .*\\d\\d:\\d\\d`));
  const said = [fault.meaning, `Check: ${fault.what_to_check}`, fault.detail];
  for (const words of said) assert.ok((await box.textContent()).includes(words), `${selector} says: ${words}`);
}

test('before, neither page has a fault, and the catalogue has never seen this one', async () => {
  await until('the wheel is in use', async () => (await cabinet()).phase === 'open');
  await until('the attendant has no fault', async () => (await pages.Attendant.textContent('#faults')) === 'No faults.');
  assert.equal(await pages.Service.locator('.device.broken').count(), 0);
  assert.deepEqual((await cells()).slice(2), ['0', 'not since', '–']);
});

test('a sensor that dies while the ball runs is told to both, with why the table stands', async () => {
  await order('Attendant', 'seats/1/credit-in', { amount: CREDIT });
  round = await until('a round to bet in', async () => {
    const now = await cabinet();
    return now.betting_open && now.ends_at - now.now > 5_000_000 && now.round;
  });
  await order('Seat 1', 'seats/1/bets', { round, bets: [{ bet: 'red', stake: STAKE }] });
  await until('the ball runs', async () => (await cabinet()).ball_on_rim);
  fs.writeFileSync(defect, 'ball-2');
  fault = await until('the cabinet has found it', async () => (await cabinet()).faults[0]);
  assert.equal(fault.code, CODE);
  await checkTold(pages.Attendant, '#faults .fault');
  await checkTold(pages.Service, '.device.broken .fault');
  const itself = 'The hold ends by itself when the fault is over.';
  const last = 'Where that is refused, void the round.';
  for (const [page, selector, end] of [[pages.Attendant, '#hold', last], [pages.Service, '#states .held .hold', itself]]) {
    await until(`${selector} says why the table stands`, async () => (await page.textContent(selector)).includes(fault.meaning));
    const said = await page.textContent(selector);
    assert.ok(said.includes(itself) && said.endsWith(end), said);
  }
  await until('the catalogue has it on top', async () => /^sensor/.test(await pages.Service.locator('#catalogue tbody tr').first().textContent()));
  assert.equal((await cells()).at(-1), 'stands now');
  await picture('sensor-fault-attendant', pages.Attendant);
  await picture('sensor-fault-service', pages.Service);
});

test('once the sensor is put right, both pages say that it is over, and the catalogue when and by what', async () => {
  fs.rmSync(defect);
  await until('the fault is over', async () => (await cabinet()).faults.length === 0);
  await until('the attendant has no fault', async () => (await pages.Attendant.textContent('#faults')) === 'No faults.');
  await until('the wheel is well', async () => (await pages.Service.locator('.device.broken').count()) === 0);
  const kept = await until('the journal tells its end', async () => {
    const found = (await asked('Attendant', 'service/faults')).catalogue.find(({ code }) => code === CODE);
    return found.last?.ended_by && found;
  });
  assert.deepEqual([kept.times, kept.last.since, kept.last.ended_by], [1, fault.since, 'device']);
  const [, , times, last, ending] = await until('the catalogue tells its end', async () => {
    const told = await cells();
    return /\d\d:\d\d/.test(told.at(-1)) && told;
  });
  assert.equal(times, '1');
  assert.match(last, /\d\d:\d\d/);
  assert.match(ending, /^the device, .*\d\d:\d\d/);
  await until('the history has it once', async () => (await pages.Service.locator('#history tbody tr').filter({ hasText: CODE }).count()) === 1);
});

test('the table goes on by itself: the spin does not count, and the bet that lay came back once', async () => {
  await until('the next round is open', async () => (await cabinet()).round > round);
  const past = (await asked('Attendant', 'rounds?count=5')).rounds.find((each) => each.round === round);
  assert.equal(past.no_spins.length, 1);
  assert.equal((await asked('Seat 1', 'seats/1')).seat.credit, CREDIT);
  assert.deepEqual([(await cabinet()).faults, (await cabinet()).hold], [[], null]);
});

test('no page complained', () => assert.deepEqual(complaints, []));
