// The order of the technician's catalogue of faults.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inOrder } from '../../src/http/console/assets/fault-catalogue.js';

const fault = (code, since = null) => ({ code, times: since === null ? 0 : 1, last: since === null ? null : { since } });

function check(catalogue, standing, expected) {
  assert.deepEqual(inOrder(catalogue, new Set(standing)).map(({ code }) => code), expected);
}

test('what stands is on top, then what came, the newest first, then all else as it is listed', () => {
  const catalogue = [fault('sensor'), fault('motor', 5), fault('stalled', 9), fault('lid-open'), fault('door-open', 2)];
  check(catalogue, [], ['stalled', 'motor', 'door-open', 'sensor', 'lid-open']);
  check(catalogue, ['door-open', 'lid-open'], ['lid-open', 'door-open', 'stalled', 'motor', 'sensor']);
});
