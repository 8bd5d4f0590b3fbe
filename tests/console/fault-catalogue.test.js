// The technician's catalogue of faults: its order, and what it says of a fault that was counted, stands, or could not be read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countedOver, counts, inOrder } from '../../src/http/console/assets/fault-catalogue.js';
import { timeOf } from '../../src/http/console/assets/sheets.js';

const fault = (code, since = null) => ({ code, times: since === null ? 0 : 1, last: since === null ? null : { since } });

function check(catalogue, standing, expected) {
  assert.deepEqual(inOrder(catalogue, new Map(standing.map((code) => [code, 1]))).map(({ code }) => code), expected);
}

test('what stands is on top, then what came, the newest first, then all else as it is listed', () => {
  const catalogue = [fault('sensor'), fault('motor', 5), fault('stalled', 9), fault('lid-open'), fault('door-open', 2)];
  check(catalogue, [], ['stalled', 'motor', 'door-open', 'sensor', 'lid-open']);
  check(catalogue, ['door-open', 'lid-open'], ['lid-open', 'door-open', 'stalled', 'motor', 'sensor']);
});

/** Two moments a minute apart. */
const [EARLY, LATE] = [1_000_000_000_000_000, 1_000_000_060_000_000];

function checkCounts(came, since, isRead, expected) {
  assert.deepEqual(counts(fault('door-open', came), since, isRead), expected);
}

test('a fault that stands from before the count is told with when it came, and what could not be read is not told as none', () => {
  // Without a language loaded the words are their keys.
  checkCounts(null, undefined, true, ['0', 'service.not-since']);
  checkCounts(EARLY, undefined, true, ['1', timeOf(EARLY)]);
  checkCounts(null, EARLY, true, ['0', timeOf(EARLY)]);
  checkCounts(EARLY, LATE, true, ['1', timeOf(LATE)]);
  checkCounts(null, undefined, false, ['–', '–']);
  checkCounts(null, EARLY, false, ['–', timeOf(EARLY)]);
});

function checkCountedOver(history, expected) {
  assert.deepEqual(countedOver({ since: EARLY, until: LATE, rounds: 9, ...history }), expected);
}

test('it is said over what is counted, as long as older faults alone are, and where a part is damaged or nothing can be read', () => {
  checkCountedOver({ reach: 'whole' }, ['service.counted-since']);
  checkCountedOver({ reach: 'goes-on' }, ['service.counted-since', 'service.counted-until']);
  checkCountedOver({ reach: 'damaged' }, ['service.counted-since', 'service.counted-damaged']);
  checkCountedOver({ reach: 'goes-on', since: null, until: null, rounds: 0 }, ['barrier.waiting']);
  checkCountedOver({ reach: null, since: null, until: null, rounds: 0 }, ['service.unread']);
});
