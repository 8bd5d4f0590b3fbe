// What a session of play asks its player, and which limits he may choose.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedBy, limitsOf, mayStakeAnew, minutesOf } from '../../src/http/console/assets/play-session.js';

const MINUTE = 60_000_000;
const SESSION = { began_at: 0, age_to_confirm: null, reality_check: null, limit_minutes: null, ends_at: null, is_over: false };
const CHECK = { minutes: 60, staked: 100, result: -100 };

function check(session, expected) {
  assert.equal(askedBy(session && { ...SESSION, ...session }), expected);
}

test('a session asks the age first, then what has been seen, and nothing once its time is up', () => {
  check(null, null);
  check({}, null);
  check({ age_to_confirm: 21 }, 'age');
  check({ age_to_confirm: 21, reality_check: CHECK }, 'age');
  check({ reality_check: CHECK }, 'reality-check');
  check({ reality_check: CHECK, is_over: true }, null);
});

function checkLimits(session, minutes, expected) {
  assert.deepEqual(limitsOf({ ...SESSION, ...session }, minutes * MINUTE), expected);
}

test('a limit is only made shorter, and never shorter than what was played', () => {
  checkLimits({}, 0, [15, 30, 60, 90, 120, 180]);
  checkLimits({}, 60, [90, 120, 180]);
  checkLimits({ limit_minutes: 90 }, 20, [30, 60]);
  checkLimits({ limit_minutes: 15 }, 0, []);
});

test('minutes that are not over do not count, and a clock that was set back shows none', () => {
  assert.equal(minutesOf(SESSION, 2 * MINUTE - 1), 1);
  assert.equal(minutesOf({ ...SESSION, began_at: MINUTE }, 0), 0);
});

test('who is locked, asked or out of time stakes nothing anew', () => {
  const may = (locked, session) => mayStakeAnew({ locked, play_session: session && { ...SESSION, ...session } });
  assert.equal(may(false, null), true);
  assert.equal(may(false, {}), true);
  assert.equal(may(true, {}), false);
  assert.equal(may(false, { age_to_confirm: 21 }), false);
  assert.equal(may(false, { reality_check: CHECK }), false);
  assert.equal(may(false, { is_over: true }), false);
});
