// An attendant opens a shift, pays in and out, and closes it with too little in the drawer; the report is read, saved, and fits on paper.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const { after, before, test } = require('node:test');
const { WAIT, barriersOf, closeHouse, complaints, cutOff, openHouse, order, pages, picture, tooSmall, until } = require('./house.cjs');

before(() => openHouse(['--wheel-speed', '10', '--wheel-seed', '7'], [['Attendant', { width: 1280, height: 800 }]]));

after(closeHouse);

const figures = async () => (await pages.Attendant.textContent('#shift-figures')).replace(/[\s\u00a0\u202f]+/g, ' ');

/** Types an amount, and says yes to what is asked after it: the question. */
async function give(button, amount) {
  const page = pages.Attendant;
  await page.click(button);
  assert.ok(await page.isDisabled('#ask .primary'), 'nothing typed is no amount');
  await page.keyboard.type(amount);
  await page.click('#ask .primary');
  const asked = await page.textContent('#ask .ask-text');
  await page.click('#ask .ask-foot :is(.primary, .danger)');
  return asked.replace(/[\s\u00a0\u202f]+/g, ' ');
}

test('a shift is opened with the cash in the drawer, and follows the meters', async () => {
  await until('no shift is open', async () => /No shift is open/.test(await figures()));
  await picture('shift-none', pages.Attendant);
  assert.match(await give('#open-shift', '50000'), /500\.00/);
  await until('a shift is open', async () => /Expected cash.*500\.00/.test(await figures()));
  await order('Attendant', 'seats/1/credit-in', { amount: 30_000 });
  await order('Attendant', 'seats/1/credit-out', { amount: 10_000 });
  await until('the drawer follows', async () => /Paid in.*300\.00.*Paid out.*100\.00.*Expected cash.*700\.00/.test(await figures()));
  assert.deepEqual(await tooSmall(pages.Attendant), []);
  assert.deepEqual(await cutOff(pages.Attendant), []);
  await picture('shift-open', pages.Attendant);
});

test('the difference is said before it is closed, and the report opens', async () => {
  const page = pages.Attendant;
  const asked = await give('#close-shift', '68000');
  for (const told of [/680\.00/, /700\.00/, /−20\.00/, /once more/]) assert.match(asked, told);
  await page.locator('#report[open]').waitFor({ timeout: WAIT });
  const report = (await page.textContent('#report')).replace(/[\s\u00a0\u202f]+/g, ' ');
  for (const told of [/Shift 1/, /Difference ?−20\.00/, /Seat 6/]) assert.match(report, told);
  await page.locator('#report a[download]').waitFor({ timeout: WAIT });
  assert.deepEqual(await tooSmall(page), []);
  assert.deepEqual(await cutOff(page), []);
  assert.deepEqual(await barriersOf(page), []);
  await picture('shift-report', page);
});

test('the report is saved as CSV', async () => {
  const page = pages.Attendant;
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#report a[download]')]);
  assert.equal(download.suggestedFilename(), 'shift-1.csv');
  const lines = fs.readFileSync(await download.path(), 'utf8').trim().split('\r\n');
  assert.equal(lines.length, 8);
  assert.match(lines[7], /,cabinet,300\.00,100\.00,.*,500\.00,700\.00,680\.00,-20\.00,0\.00,0\.00,0\.00$/);
});

test('on paper stands the report alone, on one sheet', async () => {
  const page = pages.Attendant;
  await page.emulateMedia({ media: 'print' });
  for (const [selector, isSeen] of [['#report .seats-table', true], ['#report .signatures', true], ['main', false], ['.top', false], ['#report .ask-foot', false]]) {
    assert.equal(await page.locator(selector).isVisible(), isSeen, selector);
  }
  await picture('shift-paper', page);
  const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
  assert.equal(paper.match(/\/Type\s*\/Page\b/g).length, 1, 'one sheet');
  if (process.env.SCREENSHOTS) await page.pdf({ format: 'A4', path: `${process.env.SCREENSHOTS}/shift.pdf` });
  await page.emulateMedia({ media: null });
});

test('the last report can be opened again', async () => {
  const page = pages.Attendant;
  await page.click('#report .close');
  await page.click('#show-shift');
  await page.locator('#report[open]').waitFor({ timeout: WAIT });
});

test('no page complained', () => assert.deepEqual(complaints, []));
