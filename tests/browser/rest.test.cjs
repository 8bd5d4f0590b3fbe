// A wheel on bare lines that rests after one round without a bet: the seat is told, and its bet starts the wheel and is played.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { WAIT, cabinet, closeHouse, complaints, openHouse, order, pages, picture, touch, until } = require('./house.cjs');

const DEMO = path.join(__dirname, '../../device-profiles/cabinets/demo-three-sensor.toml');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'croupier-rest-'));
const file = path.join(folder, 'cabinet.toml');
const RESTS = 'The wheel rests; a bet starts it';

before(() => {
  fs.writeFileSync(file, `${fs.readFileSync(DEMO, 'utf8')}\n[wheel_rest]\nafter_empty_rounds = 1\nwoken_by = "bet"\n`);
  return openHouse(['--cabinet', file, '--wheel-seed', '3', '--clock-speed', '20'], [
    ['Seat 1', { width: 1280, height: 800 }],
    ['Board', { width: 1920, height: 1080 }],
  ]);
});

after(async () => {
  await closeHouse();
  fs.rmSync(folder, { recursive: true });
});

/** Waits until the page shows this text. */
const shows = (page, text) => page.getByText(text).first().waitFor({ timeout: WAIT });

test('after a round without a bet the wheel rests, and the pages say so', async () => {
  const seen = await until('the wheel rests', async () => {
    const now = await cabinet();
    return now.wheel_rests && now;
  });
  assert.deepEqual([seen.phase, seen.betting_open, seen.ends_at, seen.hold], ['open', true, null, null]);
  await shows(pages['Seat 1'], RESTS);
  await shows(pages.Board, RESTS);
  await picture('rest-seat', pages['Seat 1']);
  await picture('rest-board', pages.Board);
});

test('a bet starts it, and the round is played to its end', async () => {
  await order('Attendant', 'seats/1/credit-in', { amount: 10_000 });
  const { round } = await cabinet();
  await touch(pages['Seat 1'], 'straight-17');
  const woken = await until('the wheel is called', async () => {
    const now = await cabinet();
    return !now.wheel_rests && now;
  });
  assert.deepEqual([woken.round, woken.hold], [round, null]);
  await until('the round is over', async () => (await cabinet()).round > round);
  const { last } = await cabinet();
  assert.equal(last[0].round, round, 'it has a number');
});

test('no page complained', () => assert.deepEqual(complaints, []));
