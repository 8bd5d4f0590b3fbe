// The seat's console: it shows what the cabinet says and sends what the player touches. It never changes a balance or a bet by
// itself; what was touched is hollow until the cabinet has accepted it.
import { hideBubble, showBubble, showRefusal } from './bubble.js';
import { callForm, placement } from './calls.js';
import { CardRoom, drawTabs } from './card-room.js';
import { Countdown } from './clock.js';
import { byId, element, oncePerFrame, setText, whenChanged } from './dom.js';
import { checkToken, enter, unblock } from './entry.js';
import { Felt, placeName } from './felt.js';
import { betForm, identityOf, positionForm } from './layout.js';
import { Live, Requests, tokenOfPage } from './link.js';
import { chipIndex, money, short } from './money.js';
import { Orders } from './orders.js';
import { Oval, targetName } from './oval.js';
import { ballWords, noticeOf, phaseWords, refusalWords } from './phase.js';
import { drawResult, resultWords, wonPlaces } from './result.js';
import { openRounds, openRules } from './sheets.js';
import { drawStrip, hotColdRows, shareBars } from './strip.js';
import { tablePhase } from './table-words.js';
import { Wheel } from './wheel.js';
import { currentLanguage, fillPage, languageButtons, numberStyle, onLanguage, say, startLanguage } from './words.js';

const CRY_MILLISECONDS = 2400;
/** Below this width, or upright, the layout stands on end and the track has a tab of its own. */
const narrow = matchMedia('(max-width: 760px), (max-aspect-ratio: 4/5)');

const requests = new Requests(tokenOfPage());
const state = { cabinet: null, seat: null, number: -1, chip: null, removing: false };
let live = null;
let orders = null;
let countdown = null;

const felt = new Felt(byId('felt'), { onAim: aimPlace, onPlace: choosePlace });
const oval = new Oval(byId('oval'), { onAim: aimCall, onPlace: placeCall });
const wheel = new Wheel(byId('wheel'));
const draw = oncePerFrame(drawAll);
const cards = new CardRoom(byId('card-room'), {
  requests,
  view: () => state,
  chip: () => state.chip,
  mayAct: () => live !== null && !live.isStale(),
  onChange: draw,
});

// ---- What the cabinet says ----

function take(message, first) {
  const { cabinet, seat } = message;
  if (!first && cabinet.number < state.number) return;
  state.number = cabinet.number;
  unblock();
  announce(state.cabinet, cabinet, seat);
  state.cabinet = cabinet;
  state.seat = seat;
  draw();
}

/** An order's answer carries the seat as it was then; a newer view from the live line is not undone by it. */
function takeAnswer(order, answer) {
  if (answer.ok) {
    if (answer.data.seat && answer.data.number > state.number) {
      state.number = answer.data.number;
      state.seat = answer.data.seat;
    }
    setText(byId('polite'), `${order.title()}. ${say('money.stake')}: ${amount(state.seat.staked)}`);
  } else showRefusal(refusalWords(answer) + limitWords(order, answer), order.anchor());
  draw();
}

/** The limits of the bet's kind, where they are the reason. */
function limitWords(order, { reason }) {
  const limit = state.cabinet.rules.bets.find(({ bet }) => bet === order.kind);
  if (!limit || !['below-least', 'above-most'].includes(reason)) return '';
  return ` ${amount(limit.least)} – ${amount(limit.most)}.`;
}

function amount(minor) {
  return money(minor, state.cabinet.rules, numberStyle());
}

// ---- What the player does ----

function mayPlace() {
  return Boolean(state.cabinet?.betting_open) && !live.isStale();
}

function choosePlace(spot) {
  if (!mayPlace()) return;
  if (state.removing) {
    takeBack(spot);
    return;
  }
  const body = { bets: [betForm(spot, state.chip)] };
  const preview = new Map([[spot.id, state.chip]]);
  const words = { title: () => placeName(spot), anchor: () => felt.onScreen(spot) };
  orders.give({ name: 'bets', body, kind: spot.kind, preview, ...words });
}

function takeBack(spot) {
  const body = { position: positionForm(spot) };
  const title = () => `${say('action.remove')}: ${placeName(spot)}`;
  orders.give({ name: 'take-back', body, title, anchor: () => felt.onScreen(spot) });
}

function placeCall(target) {
  if (!mayPlace()) return;
  const preview = new Map(placement(target.call, target.number).map(([id, count]) => [id, count * state.chip]));
  const body = { bets: [callForm(target.call, target.number, state.chip)] };
  orders.give({ name: 'bets', body, preview, title: () => targetName(target), anchor: () => oval.onScreen(target) });
}

function act(name) {
  if (!mayPlace() || byId(name).disabled) return;
  const bets = { repeat: state.seat.repeat, double: state.seat.bets }[name] ?? [];
  const preview = new Map(bets.map((bet) => [identityOf(bet), bet.stake]));
  orders.give({ name, preview, title: () => say(`action.${name}`), anchor: () => middleOf(byId(name)) });
}

function middleOf(node) {
  const box = node.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top };
}

function aimPlace(spot) {
  felt.aim(spot, state.chip);
  oval.light(spot ? spot.numbers : []);
  if (!spot) return hideBubble();
  const lies = felt.amounts.get(spot.id);
  const pays = state.cabinet.rules.bets.find(({ bet }) => bet === spot.kind).returns - 1;
  const detail = [say('rules.to-one', { times: pays }), lies ? amount(lies) : ''].filter(Boolean).join(' · ');
  const title = state.removing ? `${say('action.remove')}: ${placeName(spot)}` : placeName(spot);
  showBubble(title, state.removing ? amount(lies ?? 0) : detail, felt.onScreen(spot), 'aim');
}

function aimCall(target) {
  oval.aim(target);
  if (!target) {
    felt.light([]);
    return hideBubble();
  }
  const chips = placement(target.call, target.number);
  const count = chips.reduce((sum, [, each]) => sum + each, 0);
  felt.light(chips.flatMap(([id]) => felt.layout.byId.get(id).numbers));
  showBubble(targetName(target), `${count} × ${amount(state.chip)} = ${amount(count * state.chip)}`, oval.onScreen(target), 'aim');
}

function announce(before, cabinet, seat) {
  if (before && before.phase === cabinet.phase && before.betting_open === cabinet.betting_open && before.round === cabinet.round) return;
  const part = seat.last?.round === cabinet.round ? seat.last : null;
  const notice = noticeOf(cabinet, seat);
  const result = cabinet.phase === 'paid' && cabinet.outcome ? resultWords(cabinet.outcome, part, cabinet.rules) : phaseWords(cabinet);
  setText(byId('polite'), [result, notice?.title, notice?.text].filter(Boolean).join(' '));
  if (before?.betting_open && !cabinet.betting_open && !cabinet.hold) cry(say('phase.closed'));
  if (cabinet.phase === 'paid') byId('cry').hidden = true;
}

let cryTimer = 0;

function cry(sentence) {
  clearTimeout(cryTimer);
  const node = byId('cry');
  node.textContent = sentence;
  node.hidden = false;
  cryTimer = setTimeout(() => {
    node.hidden = true;
  }, CRY_MILLISECONDS);
}

// ---- Drawing ----

const build = whenChanged((upright, sha256) => {
  const { rules } = state.cabinet;
  const tracked = rules.calls.length > 0;
  felt.build(upright ? 'tall' : tracked ? 'wide' : 'large', rules);
  oval.build(upright ? 'tall' : 'wide', rules.calls);
  document.body.classList.toggle('without-track', !tracked);
});

const buildChips = whenChanged((values, language) => {
  const rules = state.cabinet.rules;
  if (!rules.chips.includes(state.chip)) state.chip = rules.chips[0];
  byId('chip-rack').replaceChildren(...rules.chips.map((value) => chipButton(value, rules)));
});

function chipButton(value, rules) {
  const button = element('button', 'chip-button', undefined, { type: 'button' });
  button.dataset.tone = String(chipIndex(value, rules.chips) % 6);
  button.dataset.value = String(value);
  button.append(element('span', '', short(value, rules.decimals)));
  button.setAttribute('role', 'radio');
  button.setAttribute('aria-label', amount(value));
  button.addEventListener('click', () => chooseChip(value));
  return button;
}

function chooseChip(value) {
  state.chip = value;
  setRemoving(false);
  draw();
}

function setRemoving(removing) {
  state.removing = removing;
  byId('remove').setAttribute('aria-pressed', String(removing));
  felt.setRemoving(removing);
}

const drawLast = whenChanged((newest, length, language) => {
  const { last } = state.cabinet;
  drawStrip(byId('strip'), last, 20);
  byId('stats-box').replaceChildren(element('h2', '', say('stats.title', { count: last.length })), ...shareBars(last), ...hotColdRows(last, 5));
});

/** The seat's part of this round, once it is decided. */
function decidedPart({ round, phase, outcome }, seat) {
  return phase === 'paid' && outcome && seat.last?.round === round ? seat.last : null;
}

/** Settled bets are no longer on the layout; they are shown until the next round opens, so that the winners can be seen. */
const drawBets = whenChanged((bets) => felt.setChips(new Map(bets.map((bet) => [identityOf(bet), bet.stake]))));

const drawOutcome = whenChanged((round, phase, pocket, lastRound, language) => {
  const { cabinet, seat } = state;
  const decided = phase === 'paid' && pocket !== null;
  const part = decidedPart(cabinet, seat);
  felt.setOutcome(decided ? pocket : null, decided ? wonPlaces(part) : new Set());
  oval.setOutcome(decided ? pocket : null);
  const shown = decided ? pocket : (cabinet.last[0]?.pocket ?? null);
  if (phase === 'open' || decided) wheel.mark(shown);
  else wheel.mark(null);
  byId('result-box').classList.toggle('upper', decided && pocket > 18);
  if (decided) drawResult(byId('result-box'), cabinet.outcome, part, cabinet.rules);
  else byId('result-box').replaceChildren();
  document.body.classList.toggle('with-result', decided);
});

function drawPhase(cabinet) {
  setText(byId('phase'), phaseWords(cabinet));
  byId('phase').classList.toggle('long', phaseWords(cabinet).length > 15);
  setText(byId('ball'), ballWords(cabinet));
  document.body.dataset.phase = cabinet.phase;
  document.body.classList.toggle('betting', cabinet.betting_open);
  countdown.set(cabinet.ends_at);
  wheel.run(cabinet.ball_on_rim);
}

/** The line that tells what the player must know: a stale view before everything else. */
function drawNotice(cabinet, seat) {
  const stale = live.isStale();
  const seconds = Math.floor(live.age() / 1000);
  const notice = stale ? { kind: 'stale', title: say('stale.title', { seconds }), text: say('stale.text') } : noticeOf(cabinet, seat);
  const box = byId('notice');
  box.hidden = notice === null;
  document.body.classList.toggle('noticed', notice !== null);
  document.body.classList.toggle('stale', stale);
  if (!notice) return;
  box.dataset.kind = notice.kind;
  setText(byId('notice-title'), notice.title);
  setText(byId('notice-text'), notice.text);
}

function drawMoney(seat) {
  const texts = { credit: amount(seat.credit), staked: amount(seat.staked), 'last-win': seat.last ? amount(seat.last.returned) : '–' };
  for (const [id, text] of Object.entries(texts)) {
    setText(byId(id), text);
    byId(id).classList.toggle('long', text.length > 12);
    byId(id).classList.toggle('longer', text.length > 15);
  }
}

function drawButtons(cabinet, seat) {
  const open = mayPlace();
  felt.setEnabled(open);
  oval.setEnabled(open);
  byId('undo').disabled = !open || !seat.can_undo || orders.has('undo');
  byId('clear').disabled = !open || seat.bets.length === 0 || orders.has('clear');
  byId('double').disabled = !open || seat.bets.length === 0 || orders.has('double');
  byId('repeat').disabled = !open || seat.repeat.length === 0 || orders.has('repeat');
  byId('remove').disabled = !open || seat.bets.length === 0;
  if (state.removing && byId('remove').disabled) setRemoving(false);
  for (const button of byId('chip-rack').children) {
    const chosen = Number(button.dataset.value) === state.chip;
    button.setAttribute('aria-checked', String(chosen));
    button.tabIndex = chosen ? 0 : -1;
    button.classList.toggle('too-large', Number(button.dataset.value) > seat.credit);
  }
}

/** Shows the wheel, or a card table by its number. */
function chooseHall(table) {
  cards.show(table);
  draw();
}

/** What a card table shows in place of the wheel's round. */
function drawHall(cabinet, seat) {
  drawTabs(byId('halls'), cabinet.tables, cards.number, seat.seat, chooseHall);
  const table = cards.table();
  document.body.classList.toggle('at-cards', table !== null);
  if (!table) return;
  setText(byId('phase'), tablePhase(table, seat.seat));
  setText(byId('ball'), '');
  document.body.classList.toggle('betting', table.phase === 'staking');
  countdown.set(table.ends_at);
  const own = cards.own();
  byId('card-clear').disabled = table.phase !== 'staking' || own.staked === 0 || live.isStale();
  byId('card-repeat').disabled = table.phase !== 'staking' || own.repeat.length === 0 || live.isStale();
  setText(byId('staked'), amount(own.staked));
  cards.draw();
}

function drawAll() {
  const { cabinet, seat } = state;
  if (!cabinet || !seat) return;
  const language = currentLanguage();
  build(narrow.matches, cabinet.rules.sha256);
  buildChips(cabinet.rules.chips.join(), language);
  drawPhase(cabinet);
  drawNotice(cabinet, seat);
  drawMoney(seat);
  drawLast(cabinet.last[0]?.round, cabinet.last.length, language);
  drawBets((decidedPart(cabinet, seat) ?? seat).bets, felt.layout);
  drawOutcome(cabinet.round, cabinet.phase, cabinet.outcome?.pocket ?? null, seat.last?.round ?? 0, language, felt.layout);
  felt.setPending(orders.preview());
  drawButtons(cabinet, seat);
  drawHall(cabinet, seat);
}

// ---- Start ----

function listen() {
  for (const name of ['undo', 'clear', 'repeat', 'double']) byId(name).addEventListener('click', () => act(name));
  byId('remove').addEventListener('click', () => setRemoving(!state.removing));
  byId('card-clear').addEventListener('click', () => cards.takeBack(byId('card-clear')));
  byId('card-repeat').addEventListener('click', () => cards.repeat(byId('card-repeat')));
  byId('open-rules').addEventListener('click', () => state.cabinet && openRules(byId('rules-dialog'), state.cabinet.rules));
  byId('open-rounds').addEventListener('click', () => state.seat && openRounds(byId('rounds-dialog'), state.seat.rounds, state.cabinet.rules));
  byId('chip-rack').addEventListener('keydown', chipKeys);
  for (const tab of document.querySelectorAll('.tabs button')) tab.addEventListener('click', () => chooseTab(tab.dataset.tab));
  for (const dialog of document.querySelectorAll('dialog')) dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  document.addEventListener('keydown', pageKeys);
  narrow.addEventListener('change', draw);
  addEventListener('hashchange', () => location.reload());
}

function chooseTab(name) {
  document.body.dataset.tab = name;
  for (const tab of document.querySelectorAll('.tabs button')) tab.setAttribute('aria-pressed', String(tab.dataset.tab === name));
}

function chipKeys(event) {
  const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  if (!step) return;
  const { chips } = state.cabinet.rules;
  const index = (chips.indexOf(state.chip) + step + chips.length) % chips.length;
  chooseChip(chips[index]);
  byId('chip-rack').children[index].focus();
  event.preventDefault();
}

/** Keys that work everywhere on the page: Backspace undoes, Delete takes back the place in focus, 1 to 9 choose a chip. */
function pageKeys(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]') || !state.cabinet || cards.number !== null) return;
  if (event.key === 'Backspace') act('undo');
  else if (event.key === 'Delete') takeBackFocused();
  else if (/^[1-9]$/.test(event.key) && state.cabinet.rules.chips[event.key - 1]) chooseChip(state.cabinet.rules.chips[event.key - 1]);
  else return;
  event.preventDefault();
}

function takeBackFocused() {
  const id = document.activeElement?.dataset?.id;
  const spot = id && felt.layout.byId.get(id);
  if (spot && mayPlace()) takeBack(spot);
}

async function start() {
  await startLanguage();
  languageButtons(byId('languages'));
  const me = await enter(requests, 'seat');
  if (me === null) return;
  setText(byId('seat-number'), String(me.seat));
  live = new Live(`/api/v1/seats/${me.seat}/live`, requests.token, take, () => checkToken(requests));
  countdown = new Countdown(byId('hand'), byId('seconds'), () => live.now());
  orders = new Orders({
    send: (name, body, stillWanted) => requests.order(`/api/v1/seats/${me.seat}/${name}`, body, stillWanted),
    round: () => state.cabinet.round,
    onChange: draw,
    onAnswer: takeAnswer,
  });
  onLanguage(() => {
    felt.relabel();
    oval.relabel();
    fillPage();
    draw();
  });
  listen();
  setInterval(draw, 1000);
}

start();
