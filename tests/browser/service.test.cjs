// A technician in front of a wheel on bare lines: the figures of its spins, where its balls left the rim, and faults from their coming to
// their end. The wheel misbehaves by itself now and then; what the page shows must be what the cabinet says.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const { after, before, test } = require('node:test');
const { WAIT, barriersOf, cabinet, closeHouse, comesTo, complaints, cutOff, house, openHouse, order, pages, picture, resize, tooSmall, until } = require('./house.cjs');

const SENSORS = 3;
/** So many spins are looked at; whether the wheel stands level is told only after more. */
const SPINS = 6;
const SCREENS = [[1280, 800], [1920, 1080], [390, 844]];

const open = (faults) =>
  openHouse(['--cabinet', 'demo-three-sensor', '--wheel-seed', '3', '--wheel-faults', faults, '--clock-speed', '20'], [['Service', { width: 1280, height: 800 }]]);

before(() => open('0'));

after(closeHouse);

/** What the cabinet answers an attendant. */
async function asked(path) {
  const headers = { authorization: `Bearer ${house.links.Attendant.split('#')[1]}` };
  return (await fetch(`http://127.0.0.1:${house.port}/api/v1/${path}`, { headers })).json();
}
/** What the devices say of themselves, and the past of the last rounds. */
const service = () => asked('service');
/** What came of faults. */
const faults = () => asked('service/faults');

/** An attendant's order that the house may refuse: a table cannot go on while its wheel turns too fast. */
const tryOrder = (path, body) => order('Attendant', path, body).catch((refused) => assert.match(refused.message, /"status":409/));

/** Waits until something holds, while an attendant sees to each fault of the wheel: holds the table, looks, and lets it go on. */
const whileSeenTo = (what, check) =>
  until(what, async () => {
    const { hold, faults, round } = await cabinet();
    if (hold && faults.length > 0 && hold.ends_by_itself) await tryOrder('table/hold', { reason: 'a look at the wheel' });
    else if (hold) await tryOrder('table/resume', { round, how: 'continue' });
    return check();
  });

/** The figures of a spin as the page has to write them. */
function cellsOf(spin) {
  const part = (value, parts, digits) => (value === null ? '–' : (value / parts).toFixed(digits));
  const speeds = [spin.ball_at_close_milliturns, spin.ball_at_drop_milliturns].map((speed) => part(speed, 1000, 2));
  const missed = spin.sensors.map(({ missed, passes }) => `${missed}/${missed + passes}`);
  return [`№ ${spin.round}`, speeds.join(' · '), part(spin.margin_millipockets, 1000, 2), missed.join(' · ')];
}

test('the figures of a spin on bare lines are those that the cabinet kept', async () => {
  const page = pages.Service;
  const whole = (spin) => spin.lap_milliseconds.length > 3 && spin.sensors.length === SENSORS && spin.rotor_lines !== null && spin.margin_millipockets !== null;
  const spin = await until('spins with all figures', async () => {
    const spins = ((await service()).past?.spins ?? []).filter(whole);
    return spins.length >= SPINS && spins[0];
  });
  const row = page.locator('#figures tbody tr').filter({ has: page.locator('td', { hasText: new RegExp(`^№ ${spin.round}$`) }) });
  await row.waitFor({ timeout: WAIT });
  const cells = await row.locator('td').allTextContents();
  assert.deepEqual([cells[0], cells[1], cells[3], cells[4]], cellsOf(spin));
  assert.match(cells[2], /^\d+\.\d · \d+\.\d · \d+\.\d · \d+\.\d$/, 'the rotor at launch, close, drop and end');
  assert.match(cells[7], /^-?0\.\d\d pitches; index: \d+ missing, \d+ extra, \d+\.\d ms; encoder: \d+ missing, \d+ extra, \d+\.\d ± \d+\.\d\d ms$/);
  assert.ok((await page.locator('#figures svg.laps polyline').count()) >= SPINS, 'the laps of each spin are drawn');
  assert.equal(await page.locator('#figures svg.laps .newest').count(), 1);
});

test('where the balls left the rim is drawn with how exactly it is known, and a level wheel is not told to be tilted', async () => {
  const page = pages.Service;
  const { past } = await service();
  const { drop_zone: zone } = past;
  assert.ok(zone.spins >= SPINS, `${zone.spins} balls`);
  const words = new RegExp(`Spins: (\\d+)\\. Nine of ten places are known to within (\\d+)°`);
  const [, spins, within] = words.exec(await page.textContent('#zone')) ?? assert.fail('the page says how exactly the places are known');
  assert.ok(Number(spins) >= SPINS && Number(within) > 0 && Number(within) < 180, `${spins} balls within ${within}°`);
  assert.equal(await page.locator('#zone svg.rim path.share-of').count(), 1);
  assert.equal(await page.locator('#zone .tilted').count(), 0);
  const [{ degrees, within_degrees: own }] = past.rounds.flatMap(({ left_rim: left }) => left);
  assert.ok(own > 0, 'each ball has its own uncertainty');
  await until('the newest ball is listed', async () => (await page.textContent('#spins')).includes(`${degrees}° ± ${own}°`));
});

/** How the figures went over this time, as the cabinet says it. */
const figuresOver = (span) => asked(`service/figures?span=${span}`);

test('every figure is drawn over the last hour, day and month, with its limits', async () => {
  const page = pages.Service;
  const plot = (name) => page.locator('#figure-history .course-of').filter({ has: page.locator('h3', { hasText: new RegExp(`^${name}$`) }) });
  await until('the rotor was seen for some minutes', async () => (await figuresOver('hour')).figures?.find(({ figure }) => figure === 'rotor-speed')?.steps.length > 5);
  await page.locator('#figure-history').scrollIntoViewIfNeeded();
  const counts = {};
  for (const [span, words] of [['day', 'Day'], ['month', 'Month'], ['hour', 'Hour']]) {
    await page.getByRole('button', { name: words, exact: true }).click();
    await until(`${span} is chosen`, async () => (await page.locator('#figure-spans [aria-pressed="true"]').allTextContents()).join() === words);
    const { figures } = await figuresOver(span);
    await until(`all figures of the ${span} are drawn`, async () => (await page.locator('#figure-history svg.course').count()) >= figures.length);
    counts[span] = figures.length;
  }
  assert.ok(counts.hour >= 25, `${counts.hour} figures`);
  for (const name of ['Rotor', 'Lap of the ball', 'Margin to the pocket’s edge', 'Jitter · sensor 3', 'Encoder: missing pulses']) {
    await plot(name).first().waitFor({ timeout: WAIT });
    assert.ok((await plot(name).locator('svg .mean').count()) > 0, name);
  }
  const { least, most } = (await figuresOver('hour')).figures.find(({ figure }) => figure === 'rotor-speed');
  assert.ok(least > 0 && most > least, 'the device file has its limits');
  assert.equal(await plot('Rotor').locator('svg .limit').count(), 2);
  assert.equal(await plot('Encoder: missing pulses').locator('svg .limit').count(), 1, 'a figure of wear is in order up to something');
  assert.equal(await plot('Encoder: pulse').locator('svg .limit').count(), 0, 'nothing judges how long a pulse is');
  assert.match(await plot('Rotor').locator('p').textContent(), /^newest \d+\.\d\d rpm, from \d+\.\d\d to \d+\.\d\d$/);
  await picture('figures', page.locator('.figure-history'));
  await page.evaluate(() => scrollTo(0, 0));
});

/** How evenly the pockets win, as the cabinet says it. */
const statistics = () => asked('service/spin-statistics');

test('of few spins the page says that they are too few, how many they are, and how many it takes', async () => {
  const page = pages.Service;
  await page.locator('#bias').scrollIntoViewIfNeeded();
  const { spins, rounds, newest_round: newest, reach, band } = await statistics();
  assert.ok(spins >= SPINS && spins <= rounds && rounds <= newest, `${spins} spins of ${rounds} of ${newest} rounds`);
  assert.deepEqual([reach, band], ['whole', null]);
  const text = await until('the page has counted', async () => (/Counted: [1-9]/.test(await page.textContent('#bias')) ? page.textContent('#bias') : null));
  assert.match(text, /^Too few spins to compare the pockets\..*to see 10 % takes 126,304 spins\. A smaller bias may be there and stay unseen\.$/);
  assert.equal(await page.locator('#bias svg').count(), 0);
});

/** What the cabinet would say of 37 pockets with these wins of the first, and ten of each other. */
function manySpins(wins) {
  const order = [0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26];
  const told = { test: 'pockets', sample: 400, verdict: 'failed', statistic_thousandths: 81000, degrees_of_freedom: 36, critical_thousandths: 58619, p_millionths: 27 };
  const counted = { spins: 360 + wins, rounds: 410, newest_round: 1234, reach: 'whole', no_spins: 3, no_spins_with_pocket: 2 };
  const pockets = order.map((pocket) => ({ pocket, wins: pocket === 0 ? wins : 10, no_spins: pocket === 32 ? 2 : 0 }));
  const sector = { pockets: [26, 0, 32, 15, 19], wins: 40 + wins, expected_thousandths: 54054 };
  const runs = [{ length: 2, came: 12, expected_thousandths: 10784 }];
  return { ...counted, pockets, band: { least: 1, most: 24 }, sector, tests: [told], runs, findings: ['uneven-pockets'], least_bias_permille: 1777, spins_for_a_tenth: 126304 };
}

test('a pocket that wins too often is drawn beyond the band, and what that means is said', async () => {
  const page = pages.Service;
  // No test waits for as many spins as it takes.
  await page.route('**/api/v1/service/spin-statistics', (route) => route.fulfill({ json: manySpins(40) }));
  await page.reload();
  await page.locator('#bias svg.wins').waitFor({ timeout: WAIT });
  assert.equal(await page.locator('#bias .bar').count(), 37);
  assert.equal(await page.locator('#bias .bar.beyond').count(), 1);
  assert.deepEqual(await page.locator('#bias .pocket').allTextContents().then((each) => each.slice(0, 3)), ['0', '32', '15']);
  assert.deepEqual(await page.locator('#bias svg .no-spins').allTextContents(), ['2']);
  assert.equal(await page.textContent('#bias .found'), 'The pockets do not win equally often: have the wheel checked.');
  assert.deepEqual(await page.locator('#bias .tests td').allTextContents(), ['Pockets', '400', 'chi-square (36) 81.00', '58.62', '< 0.001', 'hardly by chance']);
  assert.deepEqual(await page.locator('#bias .runs td').allTextContents(), ['2', '12', '10.8']);
  assert.match(await page.textContent('#bias .sector'), /80 wins, 54\.1 expected\.$/);
  await picture('spin-statistics', page.locator('.bias'));
});

test('the page says over which time faults are counted, and that nothing is known where the journal cannot be read', async () => {
  const page = pages.Service;
  const route = '**/api/v1/service/faults';
  const said = () => page.textContent('#catalogue > .quiet');
  const firstRow = () => page.locator('#catalogue tbody tr').first().locator('td').allTextContents();
  await until('all of the journal is counted', async () => /^Counted since .*\d\d:\d\d.*, over [\d,]+ rounds\.$/.test(await said()));
  assert.match((await firstRow()).slice(2, 4).join(), /^(0,not since|\d+,.*\d\d:\d\d.*)$/);
  const counted = await faults();
  await page.route(route, (request) => request.fulfill({ json: { ...counted, reach: 'goes-on' } }));
  await until('it says how far it has come', async () => /rounds\. Newer records are still being read: so far up to .*\d\d:\d\d/.test(await said()));
  await page.unroute(route);
  await page.route(route, (request) => request.fulfill({ json: { ...counted, faults: [], since: null, until: null, rounds: 0, reach: null } }));
  await comesTo('The journal cannot be read.', said, 'the page says so');
  assert.deepEqual((await firstRow()).slice(2, 4), ['–', '–']);
  assert.equal(await page.textContent('#history > .quiet'), 'The journal cannot be read.');
  await page.unroute(route);
  await until('it is read again', async () => /^Counted/.test(await said()));
});

test('the page can be read, touched and used by everybody', async () => {
  const page = pages.Service;
  for (const [width, height] of SCREENS) {
    await resize(page, width, height);
    assert.deepEqual(await tooSmall(page), [], `${width} wide`);
    assert.deepEqual(await cutOff(page), [], `${width} wide`);
    assert.deepEqual(await barriersOf(page), [], `${width} wide`);
    await picture(`service-bare-${width}`, page);
  }
});

test('what is looked at first is on the first screen of a tablet', async () => {
  const page = pages.Service;
  await resize(page, 1280, 800);
  await page.evaluate(() => scrollTo(0, 0));
  for (const panel of ['#devices', '#spins', '#zone']) {
    const box = await page.locator(panel).boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= 800, `${panel}: from ${box.y}, ${box.height} high`);
  }
});

test('the lines are drawn as they come, stopped, zoomed and captured', async () => {
  const page = pages.Service;
  const tool = (name) => page.getByRole('button', { name, exact: true });
  const cells = (line) => page.locator('.lane-figures tbody tr').filter({ hasText: line }).locator('td').allTextContents();
  await page.locator('#lines').scrollIntoViewIfNeeded();
  await tool('Zoom out').click();
  // At 20 times the speed of life a turn of four seconds is still one of four seconds by the lines' own clock.
  await until('the rotor turns', async () => {
    const [, , pulses, , , , perMinute] = (await cells('rotor-index')).map(Number);
    return pulses > 4 && perMinute > 5 && perMinute < 60;
  });
  await until('a ball is seen', async () => Number((await cells('ball-2'))[2]) > 0);
  await tool('Stop').click();
  const stopped = await page.locator('.lane-figures').textContent();
  const lanes = () => page.evaluate(() => document.querySelector('canvas.lanes').toDataURL());
  const still = await lanes();
  await picture('lines', page.locator('.line-view'));
  // Two more looks at the lines change nothing that is shown.
  for (let look = 0; look < 2; look += 1) await page.waitForResponse((response) => response.url().includes('/service/lines'));
  assert.deepEqual([await page.locator('.lane-figures').textContent(), await lanes()], [stopped, still]);
  await tool('Zoom in').click();
  assert.notEqual(await lanes(), still);
  await page.locator('canvas.lanes').focus();
  await page.keyboard.press('ArrowLeft');
  await tool('Go on').click();
  await tool('Start capture').click();
  await until('something is captured', async () => /Captured: [1-9]\d* samples/.test(await page.textContent('.line-tools')));
  await tool('Stop capture').click();
  await tool('Start capture').waitFor({ timeout: WAIT });
  const saved = await until('bets are closed, or no ball runs', async () => {
    const download = page.waitForEvent('download', { timeout: 10_000 }).catch(() => null);
    await tool('Save').click();
    return download;
  });
  const text = fs.readFileSync(await saved.path(), 'utf8');
  assert.match(text, /^t_ns,line,level\n(# )?0,/);
});

test('a fault is on top while it stands, and what ended it is told', async () => {
  await closeHouse();
  await open('60');
  const page = pages.Service;
  const code = await until('a fault stands', () => page.evaluate(() => document.querySelector('.device.broken .fault strong')?.textContent.split(' · ')[0]));
  await picture('service-fault', page);
  const fault = await whileSeenTo('the fault has ended', async () => {
    const found = (await faults()).catalogue.find((each) => each.code === code);
    return found.last?.ended_by && found;
  });
  const named = { has: page.locator('code', { hasText: new RegExp(`^${code}$`) }) };
  const row = page.locator('#catalogue tbody tr').filter(named);
  await whileSeenTo('the page says what ended it', async () => /\d\d:\d\d/.test(await row.locator('td').last().textContent()));
  const [told, check, times] = await row.locator('td').allTextContents();
  assert.ok(told.startsWith(code) && told.length > code.length + 20, 'its meaning');
  assert.ok(check.length > 20, 'what to check');
  assert.ok(Number(times) >= fault.times, `${times} times`);
  await until('the history has it', async () => (await page.locator('#history tbody tr').filter(named).count()) > 0);
});

test('no page complained', () => assert.deepEqual(complaints, []));
