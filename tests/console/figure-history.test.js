// How the figures went: gaps, scales and units of the plots.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { SPANS, UNITS, isDue, range, runs, summary } from '../../src/http/console/assets/figure-history.js';

const MODEL = new URL('../../src/model/figure_history.rs', import.meta.url);

/** The names that the program gives to the variants of an enum. */
function namesOf(type) {
  const [, body] = new RegExp(`impl ${type} \\{\\n(.*?)\\n\\}`, 's').exec(readFileSync(MODEL, 'utf8'));
  return [...body.matchAll(/Self::.* => "([a-z-]+)"/g)].map(([, name]) => name);
}

const step = (at, least, mean = least, most = mean) => ({ at, count: 1, least, mean, most });

test('a step in which nothing was read is a gap', () => {
  const starts = (...at) => runs(at.map((each) => step(each, 1)), 60).map((run) => run.map((each) => each.at));
  assert.deepEqual(starts(0, 60, 120), [[0, 60, 120]]);
  assert.deepEqual(starts(0, 60, 180, 360, 420), [[0, 60], [180], [360, 420]]);
  assert.deepEqual(starts(), []);
});

test('a plot goes over all that was read, and over the limits', () => {
  const between = (steps, least = null, most = null) => range({ steps, least, most });
  assert.deepEqual(between([step(0, 4, 6, 9), step(60, 5, 5, 12)]), [4, 12]);
  assert.deepEqual(between([step(0, 4, 6, 9)], 1, null), [1, 9]);
  assert.deepEqual(between([step(0, 4, 6, 9)], 5, 30), [4, 30]);
});

test('a figure that never changes has room above and below, but none below nothing', () => {
  assert.deepEqual(range({ steps: [step(0, 400)], least: null, most: null }), [380, 420]);
  assert.deepEqual(range({ steps: [step(0, 0)], least: null, most: null }), [0, 1]);
});

test('what is told of a figure is its newest mean, and the least and the most of all steps', () => {
  assert.deepEqual(summary([step(0, 3, 5, 20), step(60, 4, 6, 7)]), { least: 3, newest: 6, most: 20 });
});

test('the hour is read anew every minute, the day and the month every five', () => {
  const after = (span) => [59_999, 60_000, 299_999, 300_000].map((past) => isDue(span, { span, at: 7, isRead: true }, 7 + past, false));
  assert.deepEqual(after('hour'), [false, true, true, true]);
  assert.deepEqual(after('day'), [false, false, false, true]);
  assert.deepEqual(after('month'), [false, false, false, true]);
});

test('what was not read yet, or not of this span, is read at once', () => {
  assert.ok(isDue('hour', null, 0, false));
  assert.ok(isDue('day', { span: 'hour', at: 7, isRead: true }, 8, false));
});

test('what could not be read is tried again after a quarter of a minute', () => {
  const after = (past) => isDue('month', { span: 'month', at: 7, isRead: false }, 7 + past, false);
  assert.deepEqual([14_999, 15_000].map(after), [false, true]);
});

test('a page that nobody sees reads nothing', () => {
  assert.ok(!isDue('hour', null, 0, true));
  assert.ok(!isDue('hour', { span: 'day', at: 0, isRead: true }, 900_000, true));
});

test('every span and every unit of the program has its words', () => {
  assert.deepEqual(Object.keys(SPANS), namesOf('FigureSpan'));
  assert.deepEqual(Object.keys(UNITS).sort(), namesOf('FigureUnit').sort());
});
