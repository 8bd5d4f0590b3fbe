// The seat's console: it shows what the cabinet says and sends what the player touches. It never changes a balance or a bet by
// itself. The wheel and each card table have a room; here lives what they share: the line, the money, the chips, the notice.
import { CallButton } from './call-button.js';
import { CardRoom } from './card-room.js';
import { openDeals } from './card-sheets.js';
import { ChipRack } from './chip-rack.js';
import { Countdown } from './clock.js';
import { byId, oncePerFrame, setText } from './dom.js';
import { checkToken, enter, unblock } from './entry.js';
import { ownMark } from './dispute-marks.js';
import { History, openHistory } from './history.js';
import { Live, Requests, tokenOfPage } from './link.js';
import { Lobby, drawTabs, placesOf, tabRoom } from './lobby.js';
import { money } from './money.js';
import { showNotice } from './notice.js';
import { ballWords, noticeOf, phaseWords } from './phase.js';
import { PlaySession, sessionNotice } from './play-session.js';
import { PlayerRoom } from './player-room.js';
import { ownPastForm } from './past-form.js';
import { openHands } from './player-sheet.js';
import { playerTablesOf } from './player-table.js';
import { resultWords } from './result.js';
import { winOf } from './settlement.js';
import { withLayout } from './past-layout.js';
import { openRules, roundLine } from './sheets.js';
import { isMachine, tablesOf } from './tables.js';
import { WheelRoom } from './wheel-room.js';
import { currentLanguage, fillPage, languageButtons, numberStyle, onLanguage, say, startLanguage } from './words.js';

const CRY_MILLISECONDS = 2400;
/** A phase in more characters than this is written smaller. */
const LONG_PHASE = 15;
/** Upright the layout stands on end; on a small screen, and upright, layout, track and wheel have a tab each (`seat.css`). */
const upright = matchMedia('(max-aspect-ratio: 4/5), (max-width: 480px)');
const small = matchMedia('(max-width: 1000px), (max-height: 600px)');

const requests = new Requests(tokenOfPage());
const state = { cabinet: null, seat: null, number: -1 };
const draw = oncePerFrame(drawAll);
const rack = new ChipRack(byId('chip-rack'), chipChosen);
const shared = { view: () => state, chip: () => rack.value, mayAct: () => live !== null && !live.isStale(), now: () => live.now(), onChange: draw };
const cards = new CardRoom(byId('card-room'), { requests, ...shared });
const players = new PlayerRoom(byId('player-room'), { requests, ...shared });
const lobby = new Lobby(byId('lobby'), { choose: chooseHall, now: () => live.now(), onChange: draw });
let live = null;
let wheel = null;
let countdown = null;
let caller = null;
let session = null;

// ---- What the cabinet says ----

function take(message, first) {
  const { cabinet, seat } = message;
  if (!first && cabinet.number < state.number) return;
  announce(state.cabinet, cabinet, seat);
  Object.assign(state, { cabinet, seat, number: cabinet.number });
  cards.announce();
  players.announce();
  unblock(cabinet);
  draw();
}

/** An order's answer carries the seat as it was then; a newer view from the live line is not undone by it. */
function takeSeat({ data }) {
  if (data.seat && data.number > state.number) Object.assign(state, { seat: data.seat, number: data.number });
}

/** The number of the table that is shown; `null` where it is the wheel. */
const hall = () => cards.number ?? players.number;

/** Says what has changed at the wheel, where the wheel is shown. */
function announce(before, cabinet, seat) {
  if (hall() !== null) return;
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

/** The room of the table that is shown; `undefined` where it is the wheel. */
const tableRoom = () => [cards, players].find((room) => room.table() !== null);

/** What the head of the page tells: of the wheel, or of the table that is shown. */
function headOf(cabinet, seat) {
  const ofWheel = { phase: phaseWords(cabinet), detail: ballWords(cabinet), betting: cabinet.betting_open, runs: cabinet, notice: noticeOf(cabinet, seat) };
  return tableRoom()?.head() ?? ofWheel;
}

function drawHead({ phase, detail, betting, runs }) {
  setText(byId('phase'), phase);
  byId('phase').classList.toggle('long', phase.length > LONG_PHASE);
  setText(byId('ball'), detail);
  document.body.dataset.phase = runs.phase;
  document.body.classList.toggle('betting', betting);
  countdown.set(runs);
}

/** What the player has won that an attendant has to pay by hand, as a line; nothing where nothing waits. */
function handPayNotice({ rules }, { hand_pay: due }) {
  if (due === 0) return null;
  return { kind: 'hand-pay', title: say('hand-pay.yours', { amount: money(due, rules, numberStyle()) }), text: say('hand-pay.wait') };
}

/** That an attendant has locked the seat, as a line; nothing where none has. */
function lockNotice({ locked }) {
  return locked ? { kind: 'locked', title: say('lock.yours'), text: say('lock.stands') } : null;
}

/** The line that tells what the player must know: a stale view before everything else. */
function drawNotice({ notice: said }) {
  const stale = live.isStale();
  const seconds = Math.floor(live.age() / 1000);
  const ofSeat = lockNotice(state.seat) ?? sessionNotice(state.seat.play_session) ?? handPayNotice(state.cabinet, state.seat);
  const notice = stale ? { kind: 'stale', title: say('stale.title', { seconds }), text: say('stale.text') } : ofSeat ?? said;
  document.body.classList.toggle('stale', stale);
  showNotice(notice);
}

/** The balance, and what is staked and was won last at the table that is shown. */
function drawMoney({ rules }, seat) {
  const amount = (minor) => (minor === null ? '–' : money(minor, rules, numberStyle()));
  const own = tableRoom()?.stakes() ?? seat;
  const texts = { credit: amount(seat.credit), staked: amount(own.staked), 'last-win': amount(own.last && winOf(own.last)) };
  for (const [id, text] of Object.entries(texts)) {
    setText(byId(id), text);
    byId(id).classList.toggle('long', text.length > 12);
    byId(id).classList.toggle('longer', text.length > 15);
  }
}

/** The rules of what is shown. */
function showRules() {
  const [dialog, room] = [byId('rules-dialog'), tableRoom()];
  if (room) room.openRules(dialog);
  else openRules(dialog, state.cabinet.rules);
}

/** The seat's rounds or deals at what is shown. */
function showRounds() {
  const [dialog, { rules }, { seat, rounds }] = [byId('rounds-dialog'), state.cabinet, state.seat];
  const [table, between] = [cards.table(), players.table()];
  const past = (path, kind) => new History((page) => requests.read(page), `/api/v1/seats/${seat}/${path}`, kind);
  if (table) {
    openDeals(dialog, past(`tables/${table.table}/deals`, 'deal'), table, cards.own().deals, state.seat, rules);
    return;
  }
  if (between) {
    openHands(dialog, past(`tables/${between.table}/hands`, 'deal'), between, players.own().hands, state.seat, rules);
    return;
  }
  const words = { title: say('rounds.title'), earlier: say('rounds.earlier'), unread: say('rounds.unread') };
  openHistory(dialog, past('rounds', 'round'), rounds, (round) => withLayout(roundLine(round, rules, ownMark(state.seat.disputes, null, round.round, rules)), round, rules), words, (seek) => ownPastForm(rules, seek));
}

/** Shows the wheel, or a card table by its number. */
function chooseHall(table) {
  const isBetween = playerTablesOf(state).some((each) => each.table.table === table);
  cards.show(isBetween ? null : table);
  players.show(isBetween ? table : null);
  draw();
}

/** The tabs of what matters to the seat now, and the lobby where it is open. */
function drawHalls({ rules }) {
  byId('hall-bar').hidden = tablesOf(state).length + playerTablesOf(state).length === 0;
  const places = placesOf(state);
  drawTabs(byId('halls'), lobby.tabs(places, hall(), tabRoom()), hall(), chooseHall);
  lobby.draw(places, hall(), rules);
}

function drawAll() {
  const { cabinet, seat } = state;
  if (!cabinet || !seat) return;
  const language = currentLanguage();
  const head = headOf(cabinet, seat);
  rack.draw(cabinet.rules, seat.credit, language);
  drawHead(head);
  drawNotice(head);
  drawMoney(cabinet, seat);
  drawHalls(cabinet);
  caller.draw();
  session.draw();
  document.body.classList.toggle('at-cards', cards.table() !== null);
  document.body.classList.toggle('at-players', players.table() !== null);
  document.body.classList.toggle('at-machine', cards.table() !== null && isMachine(cards.table()));
  wheel.draw(upright.matches ? 'tall' : small.matches ? 'low' : 'wide', language);
  cards.draw(language);
  players.draw(language);
}

// ---- Start ----

function chipChosen() {
  wheel.setRemoving(false);
  cards.setRemoving(false);
  draw();
}

function listen() {
  byId('open-lobby').addEventListener('click', () => state.cabinet && lobby.open());
  byId('open-rules').addEventListener('click', () => state.cabinet && showRules());
  byId('open-rounds').addEventListener('click', () => state.seat && showRounds());
  for (const dialog of document.querySelectorAll('dialog')) dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  document.addEventListener('keydown', pageKeys);
  for (const screen of [upright, small]) screen.addEventListener('change', draw);
  addEventListener('resize', draw);
  addEventListener('hashchange', () => location.reload());
}

/** Keys that work everywhere on the page but where somebody types: 1 to 9 choose a chip; at the wheel Backspace undoes and Delete takes
 * back the place in focus. */
function pageKeys(event) {
  if (event.target.matches?.('input[type="text"]')) return;
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]') || !state.cabinet) return;
  const atWheel = hall() === null;
  if (/^[1-9]$/.test(event.key)) rack.chooseAt(event.key - 1);
  else if (atWheel && event.key === 'Backspace') wheel.act('undo');
  else if (atWheel && event.key === 'Delete') wheel.takeBackFocused();
  else return;
  event.preventDefault();
}

async function start() {
  await startLanguage();
  languageButtons(byId('languages'));
  const me = await enter(requests, 'seat');
  if (me === null) return;
  setText(byId('seat-number'), String(me.seat));
  const send = (name, body, stillWanted) => requests.order(`/api/v1/seats/${me.seat}/${name}`, body, stillWanted);
  caller = new CallButton(byId('open-call'), { dialog: byId('ask'), seat: () => state.seat, send, mayAct: shared.mayAct });
  session = new PlaySession(byId('open-session'), {
    dialog: byId('ask'), seat: () => state.seat, rules: () => state.cabinet.rules, send, mayAct: shared.mayAct, now: shared.now,
    isAsked: () => placesOf(state).some((place) => place.calls),
  });
  wheel = new WheelRoom({ ...shared, send, takeSeat });
  live = new Live(`/api/v1/seats/${me.seat}/live`, requests.token, take, () => checkToken(requests));
  countdown = new Countdown(byId('hand'), byId('seconds'), () => live.now());
  onLanguage(() => {
    wheel.relabel();
    fillPage();
    draw();
  });
  listen();
  setInterval(draw, 1000);
}

start();
