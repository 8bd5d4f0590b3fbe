// The public board: the last number, the wheel, the countdown and the statistics. It knows nothing of any seat's money.
import { fillTile, makeTile } from './card-board.js';
import { Countdown } from './clock.js';
import { byId, element, keep, oncePerFrame, setText, whenChanged } from './dom.js';
import { block, unblock } from './entry.js';
import { Live } from './link.js';
import { showNotice } from './notice.js';
import { ballWords, noticeOf, phaseWords } from './phase.js';
import { fillPlayerTile } from './player-board.js';
import { drawStrip, hotColdRows, shareBars } from './strip.js';
import { Wheel } from './wheel.js';
import { currentLanguage, languageButtons, onLanguage, say, startLanguage } from './words.js';

const SHOWN = 26;
const wheel = new Wheel(byId('wheel'));
const state = { cabinet: null };
let live = null;
let countdown = null;
const draw = oncePerFrame(drawAll);

function take({ cabinet }) {
  const before = state.cabinet;
  state.cabinet = cabinet;
  unblock(cabinet);
  if (!before || before.phase !== cabinet.phase || before.round !== cabinet.round) {
    setText(byId('polite'), [phaseWords(cabinet), ballWords(cabinet)].filter(Boolean).join('. '));
  }
  draw();
}

const drawLast = whenChanged((newest, length, language) => {
  const { last } = state.cabinet;
  drawStrip(byId('strip'), last, SHOWN);
  const shareBox = element('div', 'shares');
  shareBox.append(element('h3', '', say('stats.title', { count: last.length })), ...shareBars(last));
  const heatBox = element('div', 'heats');
  heatBox.append(...hotColdRows(last, 6));
  byId('figures').replaceChildren(shareBox, heatBox);
});

/** The number of the round that is being paid, or else of the last one that had a number. */
const drawWinner = whenChanged((round, pocket, fresh, language) => {
  const newest = state.cabinet.last[0];
  const colourName = state.cabinet.outcome && fresh ? state.cabinet.outcome.colour : newest?.colour;
  byId('winner-number').className = `winner-number ${colourName ?? ''}`;
  setText(byId('winner-number'), pocket === null ? '–' : String(pocket));
  setText(byId('winner-words'), colourName ? say(`colour.${colourName}`) : '');
  setText(byId('winner-round'), pocket === null ? '' : `${say(fresh ? 'board.this-round' : 'board.last-round')} · № ${round}`);
  byId('winner-box').classList.toggle('fresh', fresh);
});

const markWheel = whenChanged((pocket) => wheel.mark(pocket));

/** The card tables, and those tables between players at which somebody sits. */
function drawTables({ tables, player_tables: betweenPlayers, rules }) {
  const language = currentLanguage();
  const played = betweenPlayers.filter(({ places }) => places.length > 0);
  const shown = [...tables, ...played];
  const fill = (tile, table) => (played.includes(table) ? fillPlayerTile(tile, table, rules, language) : fillTile(tile, table, rules, language, live.now()));
  keep(byId('card-tables'), shown, ({ table }) => `${table}/${language}`, makeTile, fill);
  byId('card-tables').hidden = shown.length === 0;
  document.body.classList.toggle('with-cards', shown.length > 0);
}

function drawAll() {
  const { cabinet } = state;
  if (!cabinet) return;
  const fresh = cabinet.phase === 'paid' && cabinet.outcome !== null;
  const newest = cabinet.last[0];
  setText(byId('phase'), phaseWords(cabinet));
  setText(byId('ball'), fresh ? '' : ballWords(cabinet));
  document.body.classList.toggle('betting', cabinet.betting_open);
  countdown.set(cabinet);
  wheel.run(cabinet.ball_on_rim);
  drawWinner(fresh ? cabinet.round : newest?.round, fresh ? cabinet.outcome.pocket : (newest?.pocket ?? null), fresh, currentLanguage());
  markWheel(fresh ? cabinet.outcome.pocket : cabinet.phase === 'open' ? (newest?.pocket ?? null) : null);
  drawLast(newest?.round, cabinet.last.length, currentLanguage());
  drawTables(cabinet);
  drawNotice(cabinet);
  setText(byId('rules'), say('rules.name', { name: cabinet.rules.name, table: cabinet.rules.pay_table }));
  setText(byId('playing'), say('board.playing', { count: cabinet.seats_playing }));
}

function drawNotice(cabinet) {
  const stale = live.isStale();
  const seconds = Math.floor(live.age() / 1000);
  const notice = stale ? { kind: 'stale', title: say('stale.title', { seconds }), text: '' } : noticeOf(cabinet);
  document.body.classList.toggle('stale', stale);
  showNotice(notice);
}

async function start() {
  await startLanguage();
  languageButtons(byId('languages'));
  block('barrier.waiting');
  live = new Live('/api/v1/cabinet/live', null, take);
  countdown = new Countdown(byId('hand'), byId('seconds'), () => live.now());
  onLanguage(draw);
  setInterval(draw, 1000);
}

start();
