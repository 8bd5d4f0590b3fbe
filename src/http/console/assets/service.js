// The technician's page: what every table waits for, every device with its state and its faults, what the last rounds have shown of them, the wheel's lines as they come, and its raw
// lines of a spin. It has parts of the cabinet test themselves, gives no other orders and shows no cards.
import { deviceCard } from './device.js';
import { dropZone } from './drop-zone.js';
import { byId, element, keep, oncePerFrame, setText, whenChanged } from './dom.js';
import { addSignOut, checkToken, enter, unblock } from './entry.js';
import { openEvidence } from './evidence.js';
import { faultBox } from './faults.js';
import { faultCatalogue } from './fault-catalogue.js';
import { SPANS, figureHistory, isDue } from './figure-history.js';
import { LineView } from './line-view.js';
import { Live, Requests, tokenOfPage } from './link.js';
import { faultWords, noSpinWords, phaseWords, refusalWords } from './phase.js';
import { SelfTests } from './self-tests.js';
import { table, timeOf } from './sheets.js';
import { spinFigures } from './spin-figures.js';
import { SpinStatistics } from './spin-statistics.js';
import { numberBadge } from './strip.js';
import { tableName } from './table-words.js';
import { everyTableOf } from './tables.js';
import { stateCard, tableStates } from './waits.js';
import { currentLanguage, languageButtons, onLanguage, say, startLanguage } from './words.js';

/** How often what the devices say of themselves is read anew. */
const READ_MILLISECONDS = 5000;
/** How soon more of the journal is read for faults, as long as not all of it was. */
const COUNT_MILLISECONDS = 500;
/** How often it is looked whether the figures over time are to be read anew. */
const HISTORY_MILLISECONDS = 1000;
/** How many spins are listed. */
const SPINS = 50;

const requests = new Requests(tokenOfPage());
const state = { role: null, cabinet: null, official: null, service: null, faults: null, history: null, asked: null, span: 'hour' };
const draw = oncePerFrame(drawAll);
let live = null;
let lineView = null;
let selfTests = null;

// ---- Drawing ----

/** What a device is called by its table; the wheel's has none. */
function deviceName(number) {
  const found = everyTableOf(state).find((each) => each.table === number);
  return found ? `${found.table}. ${tableName(found)}` : say('tab.wheel');
}

/** The faults that stand at a device now. */
function standing(number) {
  return number === null ? state.cabinet.faults : (everyTableOf(state).find((each) => each.table === number)?.faults ?? []);
}

const drawStates = whenChanged((shown, language) => byId('states').replaceChildren(...JSON.parse(shown).map(stateCard)));

/** The faults of the house itself, for which no table stands still. */
const drawHouseFaults = whenChanged((shown, language) => {
  byId('house-faults').hidden = state.official.house_faults.length === 0;
  byId('house-faults').replaceChildren(...state.official.house_faults.map((fault) => faultBox(fault)));
});

const drawDevices = whenChanged((shown, language) => {
  const cards = state.service.devices.map((device) => deviceCard(device, deviceName(device.table), standing(device.table)));
  byId('devices').replaceChildren(...cards);
  lineView.setTables(state.service.devices.filter(({ table, device }) => table !== null && device).map(({ table }) => table));
});

/** Whether there is something to test: without a device the cards of a table are drawn by the operating system's generator. */
const isThere = ({ table }) => table === null || state.service.devices.some((each) => each.table === table && each.device);

const drawSelfTests = whenChanged((shown, devices, language) => selfTests.draw(state.official.self_tests.filter(isThere)));

const drawZone = whenChanged((shown, language) => byId('zone').replaceChildren(...dropZone(state.service.past?.drop_zone)));

const drawFigures = whenChanged((shown, language) => byId('figures').replaceChildren(...spinFigures(state.service.past?.spins, state.service.past?.limits)));

const drawFigureHistory = whenChanged((shown, language) => {
  byId('figure-history').replaceChildren(...figureHistory(shown, deviceName));
});

/** The buttons that choose over how long the figures are shown. */
const drawSpans = whenChanged((chosen, language) => {
  keep(byId('figure-spans'), Object.keys(SPANS), (span) => span, spanButton, (button, span) => {
    setText(button, say(SPANS[span]));
    button.setAttribute('aria-pressed', String(span === chosen));
  });
});

function spanButton(span) {
  const button = element('button', '', '', { type: 'button' });
  button.addEventListener('click', () => {
    state.span = span;
    draw();
    readHistoryOf(span);
  });
  return button;
}

const drawPastFaults = whenChanged((shown, language) => {
  const { faults, reach } = state.faults;
  const rows = faults.map((fault) => [
    timeOf(fault.since),
    fault.until === null ? '–' : timeOf(fault.until),
    deviceName(fault.table),
    told(element('code', '', fault.code), faultWords(fault, 'meaning'), fault.detail),
    faultWords(fault, 'check'),
  ]);
  const heads = ['service.since', 'service.until', 'service.device', 'service.fault', 'faults.check'].map((key) => say(key));
  byId('history').replaceChildren(rows.length > 0 ? table(heads, rows) : nothing(reach, 'faults.none'));
});

const drawCatalogue = whenChanged((shown, codes, language) => {
  byId('catalogue').replaceChildren(...faultCatalogue(state.faults, new Map(allStanding())));
});

/** What `croupierctl identity` prints of the same program and files. */
const drawSoftware = whenChanged((shown, language) => {
  const { software } = state.service;
  const facts = [['service.version', software?.version], ['service.fingerprint', software?.fingerprint]];
  byId('software').replaceChildren(
    ...facts.map(([key, value]) => {
      const pair = element('div');
      pair.append(element('dt', '', say(key)), element('dd', '', value ?? '–'));
      return pair;
    }),
  );
});

/** The codes of all faults that stand now, each with since when; of one that stands at several tables the newest is the last. */
function allStanding() {
  const faults = [state.official.house_faults, ...[state.cabinet, ...everyTableOf(state)].map(({ faults }) => faults)].flat();
  return faults.sort((one, other) => one.since - other.since).map(({ code, since }) => [code, since]);
}

/** A cell with a code, what it means and what was seen. */
function told(code, meaning, detail) {
  const cell = element('div', 'told');
  cell.append(code, element('p', '', meaning), element('p', 'quiet', detail));
  return cell;
}

const drawSpins = whenChanged((shown, kept, language) => {
  const { past } = state.service;
  const rows = (past?.rounds ?? []).slice(0, SPINS).map((spin) => [
    `№ ${spin.round}`,
    spin.opened_at === null ? '–' : timeOf(spin.opened_at),
    outcome(spin),
    spin.no_spins.map(noSpinWords).join(' '),
    spin.left_rim.map(leftRim).join(', '),
    evidenceButton(spin.round),
  ]);
  const heads = ['attendant.round', 'service.since', 'service.result', 'service.no-spins', 'service.left-rim', 'service.evidence'].map((key) => say(key));
  byId('spins').replaceChildren(rows.length > 0 ? table(heads, rows) : nothing(past, 'rounds.none'));
});

/** A place on the rim, with how exactly it is known, where that was said. */
const leftRim = ({ degrees, within_degrees: within }) => (within === null ? `${degrees}°` : `${degrees}° ± ${within}°`);

function outcome({ pocket, voided }) {
  if (pocket !== null) return numberBadge(pocket);
  return element('span', 'tag', say(voided ? 'round.voided' : 'round.running'));
}

/** The button that opens a round's raw lines; the cabinet recalls those of the last rounds. */
function evidenceButton(round) {
  if (!state.official.rounds.some((recalled) => recalled.round === round)) return '';
  const button = element('button', '', say('service.show'), { type: 'button' });
  button.setAttribute('aria-label', `${say('service.show')}: ${say('service.evidence-of', { round })}`);
  button.addEventListener('click', () => openEvidence(byId('evidence'), requests, round));
  return button;
}

/** Why a list is empty: because there is nothing, or because it cannot be read. */
const nothing = (past, key) => element('p', 'quiet', say(past ? key : 'service.unread'));

function drawStale() {
  byId('stale').hidden = !live.isStale();
  if (live.isStale()) setText(byId('stale'), say('stale.title', { seconds: Math.floor(live.age() / 1000) }));
}

/** Damage in the history of the journal: play goes on, and a technician is told what to do. */
function drawDamage({ damage }) {
  byId('damage').hidden = damage.length === 0;
  if (damage.length > 0) setText(byId('damage'), `${say('journal.damaged')} ${damage.map(({ message }) => message).join('; ')}`);
}

function drawAll() {
  const { cabinet, official, service, faults } = state;
  if (!cabinet || !service) return;
  const language = currentLanguage();
  unblock(cabinet);
  setText(byId('phase'), phaseWords(cabinet));
  setText(byId('round'), String(cabinet.round));
  setText(byId('role'), say(`role.${state.role}`));
  drawStale();
  drawDamage(official.journal);
  lineView.draw();
  drawStates(JSON.stringify(tableStates(state, live.now())), language);
  drawHouseFaults(JSON.stringify(official.house_faults), language);
  drawDevices(JSON.stringify([service.devices, cabinet.faults, everyTableOf(state).map(({ faults }) => faults)]), language);
  drawSelfTests(JSON.stringify(official.self_tests), JSON.stringify(service.devices.map((each) => each.device)), language);
  drawZone(JSON.stringify(service.past?.drop_zone), language);
  drawFigures(JSON.stringify(service.past?.spins), language);
  drawSpans(state.span, language);
  // Of another span than the chosen one nothing is drawn.
  drawFigureHistory(state.history?.span === state.span ? state.history : null, language);
  if (faults) {
    drawCatalogue(JSON.stringify({ ...faults, faults: [] }), allStanding().join(), language);
    drawPastFaults(JSON.stringify([faults.faults, faults.reach]), language);
  }
  drawSoftware(JSON.stringify(service.software), language);
  drawSpins(JSON.stringify(service.past?.rounds.slice(0, SPINS)), official.rounds.map(({ round }) => round).join(), language);
}

// ---- Start ----

function take({ cabinet, official }) {
  state.cabinet = cabinet;
  state.official = official;
  draw();
}

/** Has a part test itself; what is said of that. */
async function orderSelfTest(body) {
  const answer = await requests.order('/api/v1/service/self-test', body, () => true);
  return answer.ok ? '' : refusalWords(answer);
}

/** Reads what the devices say of themselves, again and again. */
async function readDevices() {
  const answer = await requests.read('/api/v1/service');
  if (answer.ok) state.service = answer.data;
  draw();
  setTimeout(readDevices, READ_MILLISECONDS);
}

/** Reads what came of faults, again and again: the cabinet counts a part of the journal at each look. */
async function readFaults() {
  const answer = await requests.read('/api/v1/service/faults');
  if (answer.ok) state.faults = answer.data;
  draw();
  setTimeout(readFaults, answer.ok && answer.data.reach === 'goes-on' ? COUNT_MILLISECONDS : READ_MILLISECONDS);
}

/** Reads how the figures went over this time. */
async function readHistoryOf(span) {
  const asked = { span, at: performance.now(), isRead: true };
  state.asked = asked;
  const answer = await requests.read(`/api/v1/service/figures?span=${span}`);
  asked.isRead = answer.ok;
  // Another one may have been chosen meanwhile.
  if (answer.ok && span === state.span) state.history = answer.data;
  draw();
}

/** Reads the figures over the chosen time, where it is time to. */
function keepHistory() {
  if (isDue(state.span, state.asked, performance.now(), document.hidden)) readHistoryOf(state.span);
}

async function start() {
  await startLanguage();
  languageButtons(byId('languages'));
  const me = await enter(requests, 'attendant', 'technician', 'auditor', 'owner');
  if (me === null) return;
  state.role = me.role;
  setText(byId('person'), me.name);
  byId('attendant-link').hidden = me.role === 'technician';
  addSignOut(requests, document.querySelector('.top'));
  // The other page of the same person has the same token.
  byId('attendant-link').href = `/attendant${location.hash}`;
  live = new Live('/api/v1/official/live', requests.token, take, () => checkToken(requests));
  const mayOrder = ['attendant', 'technician', 'owner'].includes(me.role);
  lineView = new LineView(byId('lines'), requests, mayOrder, deviceName);
  selfTests = new SelfTests(byId('self-tests'), { dialog: byId('ask'), nameOf: deviceName, order: orderSelfTest, mayOrder });
  new SpinStatistics(byId('bias'), requests);
  onLanguage(draw);
  addEventListener('hashchange', () => location.reload());
  setInterval(draw, 1000);
  keepHistory();
  setInterval(keepHistory, HISTORY_MILLISECONDS);
  document.addEventListener('visibilitychange', keepHistory);
  readFaults();
  await readDevices();
}

start();
