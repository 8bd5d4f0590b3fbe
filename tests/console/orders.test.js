// A seat's orders on their way: their order, what is pending, and one key until there is an answer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Requests } from '../../src/http/console/assets/link.js';
import { Orders } from '../../src/http/console/assets/orders.js';

/** Orders whose answers the test gives by hand. */
function bench() {
  const sent = [];
  const answered = [];
  const view = { round: 12 };
  const orders = new Orders({
    send: (name, body, stillWanted) =>
      new Promise((resolve) => sent.push({ name, body, stillWanted, answer: () => resolve({ ok: true, data: {} }) })),
    round: () => view.round,
    onChange: () => {},
    onAnswer: (order) => answered.push(order.name),
  });
  return { orders, sent, answered, view };
}

const bet = (id, amount) => ({ name: 'bets', preview: new Map([[id, amount]]) });
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('an order is sent within the touch that gave it', () => {
  const { orders, sent } = bench();
  orders.give(bet('red', 100));
  assert.deepEqual(sent.map(({ name }) => name), ['bets']);
});

test('an order names the round it was given in and is given up with it', () => {
  const { orders, sent, view } = bench();
  orders.give({ name: 'undo' });
  orders.give({ name: 'take-back', body: { position: { bet: 'red' } } });
  assert.deepEqual(sent[0].body, { round: 12 });
  assert.ok(sent[0].stillWanted());
  view.round = 13;
  assert.ok(!sent[0].stillWanted());
  sent[0].answer();
  return settle().then(() => assert.deepEqual(sent[1].body, { position: { bet: 'red' }, round: 12 }));
});

test('placements go together, everything else waits for all before it', async () => {
  const { orders, sent, answered } = bench();
  orders.give(bet('red', 100));
  orders.give(bet('black', 100));
  orders.give({ name: 'undo' });
  orders.give(bet('odd', 100));
  assert.deepEqual(sent.map(({ name }) => name), ['bets', 'bets']);
  sent[1].answer();
  await settle();
  assert.equal(sent.length, 2);
  sent[0].answer();
  await settle();
  assert.deepEqual(sent.map(({ name }) => name), ['bets', 'bets', 'undo']);
  sent[2].answer();
  await settle();
  assert.deepEqual(sent.map(({ name }) => name), ['bets', 'bets', 'undo', 'bets']);
  assert.deepEqual(answered, ['bets', 'bets', 'undo']);
});

test('what is pending is the sum by place, and an answer takes it away', async () => {
  const { orders, sent } = bench();
  orders.give(bet('red', 100));
  orders.give(bet('red', 500));
  assert.deepEqual([...orders.preview()], [['red', 600]]);
  sent[0].answer();
  await settle();
  assert.deepEqual([...orders.preview()], [['red', 500]]);
  assert.ok(orders.has('bets'));
  assert.ok(!orders.has('undo'));
});

/** Runs `work` with a network that gives these answers in turn: a status, or `null` for a lost connection. */
async function withNetwork(answers, work) {
  const keys = [];
  const realFetch = globalThis.fetch;
  const realTimeout = globalThis.setTimeout;
  globalThis.fetch = async (path, { headers }) => {
    keys.push(headers['Idempotency-Key']);
    const status = answers.length > 1 ? answers.shift() : answers[0];
    if (status === null) throw new TypeError('network');
    return { ok: status < 400, status, headers: new Headers(), json: async () => (status < 400 ? { number: 7 } : { reason: { 503: 'not-ready', 504: 'unanswered' }[status] }) };
  };
  globalThis.setTimeout = (resume) => realTimeout(resume, 0);
  try {
    return { answer: await work(), keys };
  } finally {
    globalThis.fetch = realFetch;
    globalThis.setTimeout = realTimeout;
  }
}

test('a lost answer is asked for again with the same key, and a new order has a new key', async () => {
  const requests = new Requests('token');
  const first = await withNetwork([null, null, 200], () => requests.order('/x', {}));
  assert.equal(first.answer.ok, true);
  assert.equal(first.keys.length, 3);
  assert.equal(new Set(first.keys).size, 1);
  assert.match(first.keys[0], /^after-[0-9]+\.[0-9a-f]{32}$/);
  const second = await withNetwork([200], () => requests.order('/x', {}));
  assert.notEqual(second.keys[0], first.keys[0]);
});

test('a cabinet that turns the order away is believed, unless an earlier attempt may have arrived', async () => {
  const requests = new Requests('token');
  const refused = await withNetwork([503], () => requests.order('/x', {}));
  assert.equal(refused.answer.reason, 'not-ready');
  const later = await withNetwork([null, 503, 503, 503, 503, 503, 503, 503, 503, 200], () => requests.order('/x', {}));
  assert.equal(later.answer.ok, true);
  assert.equal(new Set(later.keys).size, 1);
});

test('an answer that does not tell whether the order was carried out is asked for again', async () => {
  const { answer, keys } = await withNetwork([408, 500, 502, 504, 200], () => new Requests('token').order('/x', {}));
  assert.equal(answer.ok, true);
  assert.equal(keys.length, 5);
  assert.equal(new Set(keys).size, 1);
});

test('an order that is no longer wanted is given up as unknown, never as refused', async () => {
  const requests = new Requests('token');
  const { answer } = await withNetwork([null], () => requests.order('/x', {}, () => false));
  assert.deepEqual(answer, { ok: false, lost: true });
});

test('who is let in no more before the answer came is told nothing of the order, which stays unanswered', async () => {
  const requests = new Requests('token');
  const cut = await withNetwork([null, 401], () => requests.order('/x', {}));
  assert.deepEqual(cut.answer, { ok: false, lost: true });
  assert.equal(requests.unanswered, 1);
  const refused = await withNetwork([401], () => requests.order('/x', {}));
  assert.equal(refused.answer.status, 401);
  assert.equal(requests.unanswered, 1, 'one that was never let in was not carried out');
});

test('an answer that breaks off while it is read is none', async () => {
  const kept = globalThis.fetch;
  globalThis.fetch = async () => ({ ok: true, status: 200, json: () => Promise.reject(new Error('cut off')) });
  try {
    assert.deepEqual(await new Requests('token').read('/x'), { ok: false, lost: true });
  } finally {
    globalThis.fetch = kept;
  }
});
