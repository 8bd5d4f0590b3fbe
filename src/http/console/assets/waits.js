// What every table waits for, on the technician's page: its phase, what has to come before it goes on, and the hold where it stands still.
import { element } from './dom.js';
import { holdBox } from './faults.js';
import { ballWords, phaseWords } from './phase.js';
import { playerPhase } from './player-words.js';
import { isMachine } from './tables.js';
import { deckWords, placeWords, tableName, tablePhase } from './table-words.js';
import { say } from './words.js';

/** Whether stakes are taken and no countdown runs: the first stake begins it. */
const waitsForStake = (phase, table) => table.phase === phase && table.ends_at === null;

/** The wheel's table. */
function wheelState(cabinet) {
  const waits = waitsForStake('open', cabinet) ? say('waits.bet') : ballWords(cabinet);
  return { name: say('tab.wheel'), phase: phaseWords(cabinet), waits, hold: cabinet.hold };
}

/** What a card table waits for. */
function cardWaits(table, now) {
  if (waitsForStake('staking', table)) return say('waits.bet');
  if (table.shuffle) return deckWords(table, now);
  return table.card_to ? say('deal.next-card', { place: placeWords(table.card_to) }) : '';
}

function cardState(table, now) {
  const name = isMachine(table) ? `${tableName(table)} · ${say('seat.word')} ${table.owner}` : `${table.table}. ${tableName(table)}`;
  return { name, phase: tablePhase(table, null), waits: cardWaits(table, now), hold: table.hold };
}

function playerState(table) {
  const waits = table.card_to ? say('deal.next-card', { place: placeWords(table.card_to) }) : '';
  return { name: `${tableName(table)} · ${table.table}`, phase: playerPhase(table, null), waits, hold: table.hold };
}

/**
 * The state of every table as `{name, phase, waits, hold}`: the wheel, the card tables, the machines that are held, the tables between
 * players. `now` is the cabinet's clock.
 */
export function tableStates({ cabinet, official }, now) {
  const machines = (official?.machines ?? []).filter(({ hold }) => hold !== null);
  const cards = [...cabinet.tables, ...machines].map((table) => cardState(table, now));
  return [wheelState(cabinet), ...cards, ...cabinet.player_tables.map(playerState)];
}

/** A table's state as it is drawn; a hold says since when, why, and how it ends. */
export function stateCard({ name, phase, waits, hold }) {
  const card = element('article', hold ? 'state held' : 'state');
  const head = element('header');
  head.append(element('h3', '', name), element('span', 'tag', phase));
  card.append(head);
  if (hold) {
    const box = element('div', 'hold');
    box.append(...holdBox(hold));
    card.append(box);
  } else if (waits) card.append(element('p', 'quiet', waits));
  return card;
}
