// A table between players on the public board: its phase, the pot, who won it, and the cards that lie open in the middle and before the
// seats.
import { fillHands } from './card-board.js';
import { setText } from './dom.js';
import { money } from './money.js';
import { openHands, potOf } from './player-table.js';
import { conditionWords, playerNotice, playerPhase, winnerLines } from './player-words.js';
import { tableName } from './table-words.js';
import { numberStyle, say } from './words.js';

/** Brings the tile of a table between players up to date. */
export function fillPlayerTile(tile, table, rules, language) {
  const notice = playerNotice(table);
  const hands = openHands(table);
  const pot = potOf(table);
  const played = winnerLines(table, rules).join(' · ') || (pot > 0 ? `${say('poker.pot')} ${money(pot, rules, numberStyle())}` : '');
  // Before the game it is told what is played for.
  const words = played || (hands.length === 0 ? conditionWords(table, rules) : '');
  setText(tile.querySelector('h2'), tableName(table));
  setText(tile.querySelector('.tile-phase'), playerPhase(table, null));
  setText(tile.querySelector('.tile-words'), notice ? notice.text : words);
  tile.querySelector('.tile-words').classList.toggle('alone', hands.length === 0);
  tile.classList.toggle('has-middle', table.board.length > 0);
  tile.classList.toggle('held', table.hold !== null);
  tile.classList.toggle('open', table.phase === 'waiting');
  fillHands(tile, hands, language);
}
