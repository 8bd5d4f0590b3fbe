// A table between players on the public board: its phase, the cards in the middle, the pot, and who won it.
import { setText } from './dom.js';
import { smallHands } from './hands.js';
import { money } from './money.js';
import { potOf } from './player-table.js';
import { playerNotice, playerPhase, resultLines } from './player-words.js';
import { tableName } from './table-words.js';
import { numberStyle, say } from './words.js';

/** Brings the tile of a table between players up to date. */
export function fillPlayerTile(tile, table, rules, language) {
  const notice = playerNotice(table);
  const pot = potOf(table);
  const words = resultLines(table, rules).join(' · ') || (pot > 0 ? `${say('poker.pot')} ${money(pot, rules, numberStyle())}` : '');
  setText(tile.querySelector('h2'), tableName(table));
  setText(tile.querySelector('.tile-phase'), playerPhase(table, null));
  setText(tile.querySelector('.tile-words'), notice ? notice.text : words);
  tile.querySelector('.tile-words').classList.toggle('alone', table.board.length === 0);
  tile.classList.toggle('held', table.hold !== null);
  tile.classList.toggle('open', table.phase === 'waiting');
  const row = tile.querySelector('.tile-hands');
  row.style.setProperty('--rows', '1');
  row.style.setProperty('--wide', '4');
  const board = { at: { place: 'board' }, cards: table.board, points: null, soft: false, combinations: [], standing: 'playing' };
  smallHands(row, table.board.length > 0 ? [board] : [], language);
}
