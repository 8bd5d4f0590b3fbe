// A card table on the public board: its phase and the hands that everybody may see.
import { cardDrawing } from './cards.js';
import { element } from './dom.js';
import { handWords, placeWords, tableName, tablePhase } from './table-words.js';

/** The tile of a card table. */
export function boardTable(table) {
  const tile = element('article', 'card-tile');
  const head = element('header');
  head.append(element('h2', '', tableName(table)), element('span', '', tablePhase(table, null)));
  const row = element('div', 'tile-hands');
  for (const hand of table.hands) {
    const box = element('div', 'small-hand');
    const cards = element('div', 'hand-cards');
    cards.append(...hand.cards.map(cardDrawing));
    box.append(element('span', 'quiet', placeWords(hand.at)), cards, element('b', '', handWords(hand)));
    row.append(box);
  }
  tile.append(head, row);
  return tile;
}
