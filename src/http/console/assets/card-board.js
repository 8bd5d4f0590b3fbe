// A card table on the public board: its phase, what it waits for, and the hands that everybody may see.
import { element, setText } from './dom.js';
import { smallHands } from './hands.js';
import { coupWords, deckWords, rangeWords, tableName, tableNotice, tablePhase } from './table-words.js';

/** Hands that are together wider than so many cards stand in two rows. */
const ONE_ROW = 7;
/** The room between two hands, in widths of a card. */
const GAP = 0.5;

/** A tile for a card table, still empty. */
export function makeTile() {
  const tile = element('article', 'card-tile');
  const head = element('header');
  head.append(element('h2'), element('span', 'tile-phase'));
  tile.append(head, element('p', 'tile-words'), element('div', 'tile-hands'));
  return tile;
}

/** Brings the tile of a table up to date; `now` is the cabinet's clock. */
export function fillTile(tile, table, rules, language, now) {
  const notice = tableNotice(table);
  const hands = table.hands.filter(({ at }) => at.place !== 'discard').sort((one, other) => isBox(one) - isBox(other));
  setText(tile.querySelector('h2'), tableName(table));
  setText(tile.querySelector('.tile-phase'), coupWords(table) || tablePhase(table, null));
  const words = tile.querySelector('.tile-words');
  setText(words, notice ? notice.text : deckWords(table, now) || (hands.length === 0 ? rangeWords(table, rules) : ''));
  words.classList.toggle('alone', hands.length === 0);
  tile.classList.toggle('held', table.hold !== null);
  tile.classList.toggle('open', table.phase === 'staking');
  fillHands(tile, hands, language);
}

/** Lays these hands onto a tile, as large as there is room for. */
export function fillHands(tile, hands, language) {
  const row = tile.querySelector('.tile-hands');
  const wide = hands.reduce((sum, hand) => sum + (hand.cards.length + 1) / 2 + GAP, 0);
  row.style.setProperty('--rows', wide > ONE_ROW ? '2' : '1');
  row.style.setProperty('--wide', String(wide));
  smallHands(row, hands, language);
}

const isBox = ({ at }) => Number(at.place === 'hand');
