// The table of the last spins: what a figure outside its limits is marked with.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { byFigure, cells, sentence } from '../../src/http/console/assets/spin-figures.js';

const SENSOR = { passes: 16, missed: 0, arc_centidegrees: 410, pocket_microseconds: 49_000, jitter_microseconds: 300 };
const SPIN = {
  round: 12,
  lap_milliseconds: [640, 701],
  ball_at_close_milliturns: 945,
  ball_at_drop_milliturns: 505,
  rotor_at_launch_centirpm: 1650,
  rotor_at_close_centirpm: 1640,
  rotor_at_drop_centirpm: 1630,
  rotor_at_end_centirpm: 1620,
  sensors: [SENSOR, SENSOR, SENSOR],
  rotor_lines: null,
  margin_millipockets: 441,
};

const PLACES = ['round', 'ball', 'rotor', 'margin', 'missed', 'jitter', 'pulses', 'index'];

/** What a cell of a spin reads where it has these limits, and the pieces of it that are marked. */
function check(place, spin, limits, text, marked = []) {
  const all = Object.entries(limits).map(([figure, [least, most]]) => ({ figure, least, most }));
  const pieces = cells({ ...SPIN, ...spin }, byFigure(all))[PLACES.indexOf(place)];
  assert.equal(pieces.map((piece) => piece.text).join(''), text);
  assert.deepEqual(pieces.filter(({ isOutside }) => isOutside).map((piece) => piece.text), marked);
}

test('a figure within its limits, at one of them, or without any is not marked', () => {
  check('margin', {}, { 'pocket-margin': [120, null] }, '0.44');
  check('margin', { margin_millipockets: 120 }, { 'pocket-margin': [120, null] }, '0.12');
  check('margin', { margin_millipockets: 3 }, {}, '0.00');
  check('rotor', {}, { 'rotor-at-launch': [1650, 3000], 'rotor-at-close': [1000, 1640] }, '16.5 · 16.4 · 16.3 · 16.2');
});

test('a figure outside its limits is marked with the limit that it has passed', () => {
  check('margin', { margin_millipockets: 50 }, { 'pocket-margin': [120, null] }, '0.05 < 0.12', ['0.05 < 0.12']);
  check('ball', {}, { 'ball-at-drop': [300, 500] }, '0.94 · 0.51 > 0.50', ['0.51 > 0.50']);
  check('rotor', {}, { 'rotor-at-close': [1000, 1500], 'rotor-at-drop': [1800, null] }, '16.5 · 16.4 > 15.0 · 16.3 < 18.0 · 16.2', ['16.4 > 15.0', '16.3 < 18.0']);
});

test('as many digits are written as tell the figure from its limit', () => {
  check('margin', { margin_millipockets: 119 }, { 'pocket-margin': [120, null] }, '0.119 < 0.120', ['0.119 < 0.120']);
  check('pulses', { sensors: [{ ...SENSOR, pocket_microseconds: 150_010 }] }, { 'pocket-pulse': [null, 150_000] }, '4.1° 150.01 > 150.00', ['150.01 > 150.00']);
});

test('each sensor is judged by itself', () => {
  const dirty = [SENSOR, { ...SENSOR, passes: 11, missed: 5, jitter_microseconds: 1_300 }, { ...SENSOR, arc_centidegrees: 900 }];
  check('missed', { sensors: dirty }, { 'missed-passes': [null, 200] }, '0/16 · 5/16 > 20 % · 0/16', ['5/16 > 20 %']);
  check('missed', { sensors: [{ ...SENSOR, passes: 12, missed: 3 }, { ...SENSOR, passes: 0 }] }, { 'missed-passes': [null, 200] }, '3/15 · 0/0');
  check('jitter', { sensors: dirty }, { 'sensor-jitter': [null, 1_000] }, '0.30 · 1.30 > 1.00 · 0.30', ['1.30 > 1.00']);
  check('pulses', { sensors: dirty }, { 'sensor-arc': [100, 800] }, '4.1° 49 · 4.1° 49 · 9.0 > 8.0° 49', ['9.0 > 8.0']);
});

test('in a sentence the figures alone are marked', () => {
  const [missed, extra] = [{ text: '3 > 1', isOutside: true }, { text: '0', isOutside: false }];
  const pieces = sentence('index: {missed} missing, {extra} extra', { missed, extra });
  assert.deepEqual(pieces.map(({ text }) => text), ['index: ', '3 > 1', ' missing, ', '0', ' extra']);
  assert.deepEqual(pieces.filter(({ isOutside }) => isOutside), [missed]);
  assert.equal(sentence('{extra} or {what}', { extra }).map(({ text }) => text).join(''), '0 or {what}');
});

test('what was not read is a dash, and no figure outside its limits', () => {
  check('margin', { margin_millipockets: null }, { 'pocket-margin': [120, null] }, '–');
  check('missed', { sensors: [] }, { 'missed-passes': [null, 200] }, '–');
  check('index', {}, { 'index-missed': [null, 1] }, '–');
});
