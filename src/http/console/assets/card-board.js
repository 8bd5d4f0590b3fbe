// A card table on the public board: its phase, what it waits for, and the hands that everybody may see.
import { element, setText } from './dom.js';
import { smallHands } from './hands.js';
import { deckWords, tableName, tableNotice, tablePhase } from './table-words.js';

/** A tile for a card table, still empty. */
export function makeTile() {
  const tile = element('article', 'card-tile');
  const head = element('header');
  head.append(element('h2'), element('span', 'tile-phase'));
  tile.append(head, element('p', 'tile-words'), element('div', 'tile-hands'));
  return tile;
}

/** Brings the tile of a table up to date; `now` is the cabinet's clock. */
export function fillTile(tile, table, language, now) {
  const notice = tableNotice(table);
  setText(tile.querySelector('h2'), tableName(table));
  setText(tile.querySelector('.tile-phase'), tablePhase(table, null));
  setText(tile.querySelector('.tile-words'), notice ? notice.text : deckWords(table, now));
  tile.classList.toggle('held', table.hold !== null);
  tile.classList.toggle('open', table.phase === 'staking');
  smallHands(tile.querySelector('.tile-hands'), table.hands.filter(({ at }) => at.place !== 'discard'), language);
}
