// The attendant's page: credit of the seats, the table's hold and void, faults, the last rounds and the meters.
// Every order is confirmed where it cannot be taken back, and its result is shown only when the cabinet has answered.
import { amountOf, confirmation, reason } from './ask.js';
import { Countdown } from './clock.js';
import { byId, element, oncePerFrame, setText, whenChanged } from './dom.js';
import { checkToken, enter, unblock } from './entry.js';
import { Live, Requests, tokenOfPage } from './link.js';
import { digits, money } from './money.js';
import { ballWords, faultWords, noSpinWords, phaseWords, refusalWords } from './phase.js';
import { betList, roundSummary, table, timeOf } from './sheets.js';
import { numberBadge } from './strip.js';
import { dealRow, faultBox, tablePanel } from './table-control.js';
import { currentLanguage, languageButtons, numberStyle, onLanguage, say, startLanguage } from './words.js';

const TOAST_MILLISECONDS = 5000;
/** An amount of this many of the largest chip is asked about once more. */
const LARGE_IN_CHIPS = 10;
const METERS = ['credit_in', 'credit_out', 'staked', 'returned', 'games', 'voids', 'attendant_payments'];
const COUNTED = new Set(['games', 'voids', 'attendant_payments']);

const requests = new Requests(tokenOfPage());
const state = { cabinet: null, official: null, busy: new Set() };
const dialog = byId('ask');
let live = null;
let countdown = null;
const draw = oncePerFrame(drawAll);

function amount(minor) {
  return money(minor, state.cabinet.rules, numberStyle());
}

// ---- Orders ----

/**
 * Sends an order and says what came of it. It is sent again with the same key until it is answered, however long that takes: an
 * attendant who does not know whether a credit was booked would book it twice. `lane` is what stays locked until then.
 */
async function order(lane, path, body, done) {
  if (state.busy.has(lane)) return;
  state.busy.add(lane);
  draw();
  const trying = setTimeout(() => toast(say('attendant.trying'), 'waiting', true), 1500);
  const answer = await requests.order(`/api/v1/${path}`, body);
  clearTimeout(trying);
  state.busy.delete(lane);
  toast(answer.ok ? done : refusalWords(answer), answer.ok ? 'done' : 'refused');
  draw();
}

let toastTimer = 0;

function toast(text, kind, stays = false) {
  clearTimeout(toastTimer);
  const box = byId('toast');
  box.className = `toast ${kind}`;
  box.textContent = text;
  box.hidden = false;
  if (!stays) toastTimer = setTimeout(() => (box.hidden = true), TOAST_MILLISECONDS);
}

async function credit(seat, direction) {
  const line = state.official.seats.find((each) => each.seat === seat);
  const out = direction === 'out';
  const title = say(`credit.${direction}-title`, { seat });
  const bounds = out ? { most: line.credit, all: line.credit } : {};
  const chosen = await amountOf(dialog, title, state.cabinet.rules, { ...bounds, yes: say(`credit.${direction}`) });
  if (!chosen) return;
  const largest = Math.max(...state.cabinet.rules.chips);
  const sentence = say(`credit.${direction}-sure`, { seat, amount: amount(chosen) });
  const large = chosen >= largest * LARGE_IN_CHIPS;
  const sure = await confirmation(dialog, title, large ? `${sentence} ${say('credit.large')}` : sentence, amount(chosen), large);
  if (sure) await order(`seat-${seat}`, `seats/${seat}/credit-${direction}`, { amount: chosen }, say(`credit.${direction}-done`, { seat, amount: amount(chosen) }));
}

async function returnStakes(seat) {
  // The round is taken now: a click that was thought over for long must not act on the next one.
  const { round } = state.cabinet;
  const line = state.official.seats.find((each) => each.seat === seat);
  const text = say('return.sure', { seat, amount: amount(line.staked) });
  const sure = await confirmation(dialog, say('return.title'), text, say('return.yes'), true);
  if (sure) await order(`seat-${seat}`, `seats/${seat}/return-stakes`, { round }, say('return.done', { seat }));
}

async function hold() {
  const ready = ['reason.wheel', 'reason.dispute', 'reason.player', 'reason.pause'].map((key) => say(key));
  const why = await reason(dialog, say('control.hold'), say('control.hold-text'), ready, say('control.hold'));
  if (why) await order('table', 'table/hold', { reason: why }, say('control.hold-done'));
}

async function resume(how) {
  const sure = await confirmation(dialog, say(`control.${how}`), say(`control.${how}-text`), say(`control.${how}`));
  if (sure) await order('table', 'table/resume', { how }, say('control.resume-done'));
}

async function voidRound() {
  const { round } = state.cabinet;
  const ready = ['reason.wheel', 'reason.dispute', 'reason.power'].map((key) => say(key));
  const why = await reason(dialog, say('control.void'), say('control.void-text', { round }), ready, say('control.void'), true);
  if (why) await order('table', 'table/void', { round, reason: why }, say('control.void-done', { round }));
}

async function noSpin() {
  const { round } = state.cabinet;
  const sure = await confirmation(dialog, say('control.no-spin'), say('control.no-spin-text', { round }), say('control.no-spin'), true);
  if (sure) await order('table', 'table/no-spin', { round }, say('control.no-spin-done'));
}

// ---- Drawing ----

const buildSeats = whenChanged((seats, language) => {
  byId('seats').replaceChildren(...state.official.seats.map(({ seat }) => seatCard(seat)));
});

function seatCard(seat) {
  const card = element('article', 'panel seat-card');
  card.dataset.seat = String(seat);
  const head = element('header');
  head.append(element('h2', '', `${say('seat.word')} ${seat}`), element('span', 'tag'));
  const figures = element('dl');
  for (const [name, key] of [['credit', 'money.balance'], ['staked', 'money.stake']]) {
    const pair = element('div', name);
    pair.append(element('dt', '', say(key)), element('dd'));
    figures.append(pair);
  }
  const buttons = element('div', 'seat-orders');
  for (const [name, key, press] of [
    ['in', 'credit.in', () => credit(seat, 'in')],
    ['out', 'credit.out', () => credit(seat, 'out')],
    ['return', 'return.title', () => returnStakes(seat)],
  ]) {
    const button = element('button', name, say(key), { type: 'button' });
    button.setAttribute('aria-label', `${say('seat.word')} ${seat}: ${say(key)}`);
    button.addEventListener('click', press);
    buttons.append(button);
  }
  card.append(head, figures, buttons);
  return card;
}

function drawSeats({ seats }, cabinet) {
  for (const line of seats) {
    const card = document.querySelector(`[data-seat="${line.seat}"]`);
    setText(card.querySelector('.credit dd'), amount(line.credit));
    setText(card.querySelector('.staked dd'), amount(line.staked));
    const tag = line.staked > 0 ? 'seat.playing' : line.credit > 0 ? 'seat.credit' : 'seat.empty';
    setText(card.querySelector('.tag'), say(tag));
    card.classList.toggle('playing', line.staked > 0);
    card.classList.toggle('empty', line.staked === 0 && line.credit === 0);
    const locked = live.isStale() || state.busy.has(`seat-${line.seat}`);
    card.querySelector('.in').disabled = locked;
    card.querySelector('.out').disabled = locked || line.credit === 0;
    card.querySelector('.return').disabled = locked || line.staked === 0 || !cabinet.betting_open;
  }
}

function drawControl(cabinet) {
  const locked = live.isStale() || state.busy.has('table');
  const held = cabinet.hold !== null;
  byId('hold-button').hidden = held;
  byId('hold-button').disabled = locked;
  for (const id of ['continue-button', 'respin-button']) byId(id).hidden = !held;
  byId('continue-button').disabled = locked || !cabinet.hold?.can_continue;
  byId('respin-button').disabled = locked;
  byId('no-spin-button').disabled = locked || !['ball-running', 'closed'].includes(cabinet.phase);
  byId('void-button').disabled = locked || cabinet.phase === 'paid';
}

const drawHold = whenChanged((since, language) => {
  const { hold: held } = state.cabinet;
  const box = byId('hold');
  box.hidden = !held;
  if (!held) return;
  const by = held.fault ? faultWords({ code: held.fault }, 'meaning') : say('hold.attendant');
  box.replaceChildren(element('strong', '', `${say('hold.title')} ${timeOf(held.since)}`), element('p', '', by), element('p', 'quiet', held.reason));
  box.append(element('p', '', say(held.ends_by_itself ? 'control.ends-by-itself' : 'control.needs-you')));
});

const drawFaults = whenChanged((key, language) => {
  const { faults } = state.cabinet;
  if (faults.length === 0) {
    byId('faults').replaceChildren(element('p', 'quiet', say('faults.none')));
    return;
  }
  byId('faults').replaceChildren(...faults.map(faultBox));
});

const drawTables = whenChanged((key, locked, language) => {
  const give = (path, body, done) => order('cards', path, body, done);
  byId('tables').replaceChildren(...state.cabinet.tables.map((table) => tablePanel(table, { dialog, give, locked })));
  byId('tables').hidden = state.cabinet.tables.length === 0;
});

const drawDeals = whenChanged((key, language) => {
  byId('deals-panel').hidden = state.cabinet.tables.length === 0;
  byId('deals').replaceChildren(...state.official.deals.map((deal) => dealRow(deal, state.cabinet.rules)));
});

const drawRounds = whenChanged((key, language) => {
  const open = new Set([...byId('rounds').querySelectorAll('details[open]')].map((each) => each.dataset.round));
  byId('rounds').replaceChildren(
    ...state.official.rounds.map((round) => {
      const row = roundRow(round);
      row.open = open.has(row.dataset.round);
      return row;
    }),
  );
});

function roundRow(round) {
  const { rules } = state.cabinet;
  const row = element('details', 'round-row');
  row.dataset.round = String(round.round);
  const summary = roundSummary(round);
  const sum = (field) => round.seats.reduce((total, part) => total + part[field], 0);
  summary.append(element('span', '', say('round.staked', { amount: amount(sum('staked')) })));
  if (round.settled_at) summary.append(element('span', 'net', say('round.returned', { amount: amount(sum('returned')) })));
  row.append(summary);
  if (round.voided) row.append(element('p', 'quiet', `${say(`voided.${round.voided}`)} ${round.void_reason ?? ''}`));
  for (const each of round.no_spins) row.append(element('p', 'quiet', `${say('no-spin.title')} ${noSpinWords(each)}`));
  for (const part of round.seats) {
    const staked = say('round.staked', { amount: amount(part.staked) });
    const returned = say('round.returned', { amount: amount(part.returned) });
    row.append(element('h3', 'part-head', `${say('seat.word')} ${part.seat}: ${staked} · ${returned}`), betList(part, rules));
  }
  return row;
}

const drawMeters = whenChanged((key, language) => {
  const { seats, meters } = state.official;
  const style = numberStyle();
  const show = (name, value) => digits(value, COUNTED.has(name) ? 0 : state.cabinet.rules.decimals, style);
  const heads = [state.cabinet.rules.currency, ...seats.map(({ seat }) => `${say('seat.word')} ${seat}`), say('meters.cabinet')];
  const rows = METERS.map((name) => [say(`meters.${name}`), ...seats.map((line) => show(name, line.meters[name])), show(name, meters[name])]);
  byId('meters').replaceChildren(table(heads, rows, 'meter-table'));
});

function drawTop(cabinet, official) {
  setText(byId('phase'), phaseWords(cabinet));
  setText(byId('ball'), ballWords(cabinet));
  document.body.classList.toggle('betting', cabinet.betting_open);
  countdown.set(cabinet.ends_at);
  setText(byId('round'), String(cabinet.round));
  setText(byId('exposure'), amount(official.exposure));
}

const drawLast = whenChanged((round, language) => {
  const newest = state.cabinet.last[0];
  byId('last').replaceChildren(newest ? numberBadge(newest.pocket) : '–');
});

function drawStale() {
  byId('stale').hidden = !live.isStale();
  if (live.isStale()) setText(byId('stale'), `${say('stale.title', { seconds: Math.floor(live.age() / 1000) })}. ${say('attendant.stale')}`);
}

function drawAll() {
  const { cabinet, official } = state;
  if (!cabinet || !official) return;
  const language = currentLanguage();
  buildSeats(official.seats.map(({ seat }) => seat).join(), language);
  drawTop(cabinet, official);
  drawLast(cabinet.last[0]?.round, language);
  drawStale();
  drawSeats(official, cabinet);
  drawControl(cabinet);
  drawHold(cabinet.hold ? JSON.stringify(cabinet.hold) : '', language);
  drawFaults(JSON.stringify(cabinet.faults), language);
  drawRounds(official.rounds.map((round) => `${round.round}/${round.settled_at}/${round.closed_at}/${round.seats.map((part) => part.staked)}`).join(), language);
  drawTables(JSON.stringify(cabinet.tables), live.isStale() || state.busy.has('cards'), language);
  drawDeals(official.deals.map((deal) => `${deal.table}/${deal.deal}`).join(), language);
  drawMeters(JSON.stringify([official.meters, official.seats.map((line) => line.meters)]), language);
}

// ---- Start ----

function take({ cabinet, official }) {
  state.cabinet = cabinet;
  state.official = official;
  unblock();
  draw();
}

async function start() {
  await startLanguage();
  languageButtons(byId('languages'));
  const me = await enter(requests, 'attendant');
  if (me === null) return;
  setText(byId('person'), me.name);
  live = new Live('/api/v1/official/live', requests.token, take, () => checkToken(requests));
  countdown = new Countdown(byId('hand'), byId('seconds'), () => live.now());
  byId('hold-button').addEventListener('click', hold);
  byId('continue-button').addEventListener('click', () => resume('continue'));
  byId('respin-button').addEventListener('click', () => resume('respin'));
  byId('void-button').addEventListener('click', voidRound);
  byId('no-spin-button').addEventListener('click', noSpin);
  onLanguage(draw);
  addEventListener('hashchange', () => location.reload());
  // Leaving while an order is unanswered would lose its key, and with it the certainty that it is booked once.
  addEventListener('beforeunload', (event) => state.busy.size > 0 && event.preventDefault());
  setInterval(draw, 1000);
}

start();
