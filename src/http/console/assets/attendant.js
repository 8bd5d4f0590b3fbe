// The attendant's page: credit of the seats, the tables' hold and void, faults, the last rounds, disputes, the shift and the meters. Every order is confirmed
// where it cannot be taken back, and its result is shown only when the cabinet has answered. An auditor sees the same, and gives no order.
import { Books } from './books.js';
import { Countdown } from './clock.js';
import { DeskTables } from './desk-tables.js';
import { Disputes } from './disputes.js';
import { byId, oncePerFrame, setText, whenChanged } from './dom.js';
import { addSignOut, checkToken, enter, unblock } from './entry.js';
import { Live, Requests, tokenOfPage } from './link.js';
import { money } from './money.js';
import { PastGames } from './past-games.js';
import { ballWords, phaseWords, refusalWords } from './phase.js';
import { RoundControl } from './round-control.js';
import { SeatCredit } from './seat-credit.js';
import { Shift } from './shift.js';
import { StakeLimits } from './stake-limits.js';
import { numberBadge } from './strip.js';
import { currentLanguage, fillPage, languageButtons, numberStyle, onLanguage, say, startLanguage } from './words.js';

const TOAST_MILLISECONDS = 5000;
/** An order that is unanswered for so long is said to be on its way. */
const TRYING_MILLISECONDS = 1500;

const requests = new Requests(tokenOfPage());
const state = { cabinet: null, official: null, role: null, mayOrder: false, busy: new Set() };
const draw = oncePerFrame(drawAll);
const shared = { dialog: byId('ask'), view: () => state, order };
shared.limits = new StakeLimits({ ...shared, requests });
const seats = new SeatCredit(shared);
const control = new RoundControl(shared);
const disputes = new Disputes(shared, byId('report'), requests);
const tables = new DeskTables(shared, disputes);
const past = new PastGames(byId('report'), () => state, requests, disputes);
const shift = new Shift(shared, byId('report'), requests);
const books = new Books({ ...shared, requests, disputes, past, shift, toast });
let live = null;
let countdown = null;

// ---- Orders ----

/**
 * Sends an order and says what came of it. It is sent again with the same key until it is answered, however long that takes: an
 * attendant who does not know whether a credit was booked would book it twice. `lane` is what stays locked until then. Whether it was
 * carried out is what comes back.
 */
async function order(lane, path, body, done) {
  if (state.busy.has(lane)) return false;
  state.busy.add(lane);
  draw();
  const trying = setTimeout(() => toast(say('attendant.trying'), 'waiting', true), TRYING_MILLISECONDS);
  const answer = await requests.order(`/api/v1/${path}`, body);
  clearTimeout(trying);
  state.busy.delete(lane);
  toast(answer.ok ? done : refusalWords(answer), answer.ok ? 'done' : 'refused');
  draw();
  return answer.ok;
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

// ---- Drawing ----

const isLocked = (lane) => live.isStale() || state.busy.has(lane);

function drawTop(cabinet, official) {
  setText(byId('phase'), phaseWords(cabinet));
  setText(byId('ball'), ballWords(cabinet));
  document.body.classList.toggle('betting', cabinet.betting_open);
  countdown.set(cabinet);
  setText(byId('round'), String(cabinet.round));
  setText(byId('exposure'), money(official.exposure, cabinet.rules, numberStyle()));
  setText(byId('role'), say(`role.${state.role}`));
}

const drawLast = whenChanged((round, language) => {
  const newest = state.cabinet.last[0];
  byId('last').replaceChildren(newest ? numberBadge(newest.pocket) : '–');
});

function drawStale() {
  byId('stale').hidden = !live.isStale();
  if (!live.isStale()) return;
  const told = say('stale.title', { seconds: Math.floor(live.age() / 1000) });
  setText(byId('stale'), state.mayOrder ? `${told}. ${say('attendant.stale')}` : told);
}

/** Damage in the history of the journal: play goes on, and a technician is told what to do. */
function drawDamage({ damage }) {
  byId('damage').hidden = damage.length === 0;
  if (damage.length > 0) setText(byId('damage'), `${say('journal.damaged')} ${damage.map(({ message }) => message).join('; ')}`);
}

function drawAll() {
  const { cabinet, official } = state;
  if (!cabinet || !official) return;
  const language = currentLanguage();
  drawTop(cabinet, official);
  drawLast(cabinet.last[0]?.round, language);
  drawStale();
  drawDamage(official.journal);
  seats.draw(isLocked, language);
  control.draw(isLocked('table'), language);
  tables.draw({ isLocked, now: live.now(), language });
  shift.draw(isLocked('shift'), language);
  disputes.draw(isLocked('disputes'), language);
  books.draw(language);
}

// ---- Start ----

function take({ cabinet, official }) {
  state.cabinet = cabinet;
  state.official = official;
  unblock(cabinet);
  draw();
}

/** Leaves on the page what an auditor looks at. */
function takeOrdersAway() {
  for (const each of document.querySelectorAll('[data-orders]')) each.remove();
  document.body.classList.add('looks-only');
  byId('waiting-title').dataset.say = 'waiting.attendant';
  fillPage();
}

async function start() {
  await startLanguage();
  languageButtons(byId('languages'));
  const me = await enter(requests, 'attendant', 'auditor', 'owner');
  if (me === null) return;
  state.role = me.role;
  state.mayOrder = me.role !== 'auditor';
  if (!state.mayOrder) takeOrdersAway();
  setText(byId('person'), me.name);
  addSignOut(requests, document.querySelector('.top'));
  // The other page of the same person has the same token.
  byId('service-link').href = `/service${location.hash}`;
  live = new Live('/api/v1/official/live', requests.token, take, () => checkToken(requests));
  countdown = new Countdown(byId('hand'), byId('seconds'), () => live.now());
  onLanguage(draw);
  addEventListener('hashchange', () => location.reload());
  // Leaving while an order is unanswered would lose its key, and with it the certainty that it is booked once.
  addEventListener('beforeunload', (event) => state.busy.size > 0 && event.preventDefault());
  setInterval(draw, 1000);
}

start();
