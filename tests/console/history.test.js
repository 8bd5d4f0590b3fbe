// The sheet of a seat's own rounds or deals: what pages of them come to.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { History, shortHead } from '../../src/http/console/assets/history.js';

/** A history over pages that are answered in turn; what was asked for is in `asked`. */
function bench(...pages) {
  const asked = [];
  const read = async (path) => {
    asked.push(path);
    const page = pages.shift();
    return page ? { ok: true, data: page } : { ok: false, lost: true };
  };
  return { asked, history: new History(read, '/api/v1/seats/3/rounds', 'round') };
}

const page = (next, ...rounds) => ({ rounds: rounds.map((round) => ({ round })), next });
const numbers = (rounds) => rounds?.map(({ round }) => round);

test('each round is shown once, however the live view and the pages overlap', async () => {
  const { history, asked } = bench(page(40, 8, 7, 6), page(null, 5));
  assert.deepEqual(numbers(history.take([{ round: 9 }, { round: 8 }])), [9, 8]);
  assert.deepEqual(numbers(await history.earlier()), [7, 6]);
  assert.ok(!history.isOver);
  assert.deepEqual(numbers(await history.earlier()), [5]);
  assert.ok(history.isOver);
  assert.deepEqual(numbers(await history.earlier()), []);
  assert.deepEqual(asked, ['/api/v1/seats/3/rounds?count=20', '/api/v1/seats/3/rounds?count=20&before=40']);
});

test('deals are paged as rounds are, by their own number', async () => {
  const asked = [];
  const read = async (path) => {
    asked.push(path);
    return { ok: true, data: { deals: [{ deal: 8 }, { deal: 7 }], next: null } };
  };
  const history = new History(read, '/api/v1/seats/3/tables/2/deals', 'deal');
  assert.deepEqual(history.take([{ deal: 9 }, { deal: 8 }]), [{ deal: 9 }, { deal: 8 }]);
  assert.deepEqual(await history.earlier(), [{ deal: 7 }]);
  assert.ok(history.isOver);
  assert.deepEqual(asked, ['/api/v1/seats/3/tables/2/deals?count=20']);
});

test('the past names the head of the journal that its first page was part of', async () => {
  const { history } = bench({ ...page(40, 8), head: '57:ab' }, { ...page(null, 5), head: '40:cd' });
  assert.equal(history.head, '');
  await history.earlier();
  await history.earlier();
  assert.equal(history.head, '57:ab');
  assert.equal(shortHead(`1234:${'9f86d081'.repeat(8)}`), '1234:9f86d081');
});

test('pages without a round are skipped', async () => {
  const { history, asked } = bench(page(90), page(50), page(null, 2));
  assert.deepEqual(numbers(await history.earlier()), [2]);
  assert.equal(asked.length, 3);
});

test('a deal is brought from its own address, and asked for again for as long as the cabinet reads its way there', async () => {
  const [asked, waited] = [[], []];
  const answers = [{ ok: false, status: 429 }, { ok: false, status: 429 }, { ok: true, data: { deal: 7, hands: [] } }];
  const read = async (path) => {
    asked.push(path);
    return answers.shift();
  };
  const history = new History(read, '/api/v1/seats/3/tables/2/deals', 'deal');
  const wait = async (milliseconds) => waited.push(milliseconds);
  assert.deepEqual(await history.carriedOut(7, () => true, wait), { deal: 7, hands: [] });
  assert.deepEqual(asked, Array(3).fill('/api/v1/seats/3/tables/2/deals/7'));
  assert.equal(waited.length, 2);
});

test('a deal that is refused, or not wanted any more, is not asked for again', async () => {
  const check = async (answer, isWanted) => {
    let count = 0;
    const read = async () => {
      count += 1;
      return answer;
    };
    const history = new History(read, '/api/v1/seats/3/tables/17/hands', 'deal');
    assert.equal(await history.carriedOut(7, () => isWanted, async () => assert.fail('it waits')), null);
    assert.equal(count, 1);
  };
  await check({ ok: false, status: 404 }, true);
  await check({ ok: false, lost: true }, false);
  await check({ ok: false, status: 429 }, false);
});

test('a deal is asked for again where no answer came, ten times in all', async () => {
  const check = async (answers, expected, count) => {
    let asked = 0;
    const read = async () => {
      asked += 1;
      return answers.shift() ?? { ok: false, lost: true };
    };
    const history = new History(read, '/api/v1/past/tables/2/deals', 'deal');
    assert.deepEqual(await history.carriedOut(7, () => true, async () => {}), expected);
    assert.equal(asked, count);
  };
  const [lost, busy, found] = [{ ok: false, lost: true }, { ok: false, status: 429 }, { ok: true, data: { deal: 7 } }];
  await check([lost, lost, found], { deal: 7 }, 3);
  await check([lost, busy, found], { deal: 7 }, 3);
  await check([...Array(20).fill(busy), found], { deal: 7 }, 21);
  await check([busy], null, 11);
});

test('what cannot be read is asked for again from where it failed', async () => {
  const { history } = bench(page(70, 4));
  assert.deepEqual(numbers(await history.earlier()), [4]);
  assert.equal(await history.earlier(), null);
  assert.equal(history.next, 70);
  assert.ok(!history.isOver);
});

test('a past deal says what it was played as, and nothing where that was not recorded', async () => {
  // Cards are drawn as soon as their words are loaded; here is no page.
  globalThis.document = { body: { classList: { toggle() {} } } };
  const { playedAs } = await import('../../src/http/console/assets/table-words.js');
  // Without a language a sentence is its key.
  const check = (table_name, game, rules, expected) => assert.equal(playedAs({ table_name, game, rules }), expected);
  check('Gold', 'blackjack', 'blackjack/am', 'Gold · deal.rules');
  check(null, null, 'blackjack/am', 'deal.rules');
  check(null, null, null, '');
});

test('who seeks something begins anew, with the newest page', async () => {
  const { history, asked } = bench(page(40, 8), page(30, 8), page(null, 5));
  await history.earlier();
  history.seek('&number=8');
  assert.deepEqual(numbers(await history.earlier()), [8], 'what was shown before is shown again');
  assert.deepEqual(numbers(await history.earlier()), [5]);
  assert.ok(history.isOver);
  assert.deepEqual(asked.slice(1), ['/api/v1/seats/3/rounds?count=20&number=8', '/api/v1/seats/3/rounds?count=20&before=30&number=8']);
});

test('a page of what is not sought any more is dropped', async () => {
  const { history } = bench(page(40, 8));
  const slow = history.earlier();
  history.seek('&seat=2');
  assert.equal(await slow, null);
  assert.deepEqual([history.next, history.shown.size], [null, 0]);
});

test('how far back was looked is told page by page', async () => {
  const { history } = bench({ ...page(40), back_to: 70 }, { ...page(30), back_to: 60 }, { ...page(null), back_to: null });
  const told = [];
  assert.deepEqual(await history.earlier(() => told.push(history.backTo)), []);
  assert.deepEqual(told, [70, 60, 60]);
});
