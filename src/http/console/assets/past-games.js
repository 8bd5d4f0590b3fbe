// The sheet in which the house looks up any round or deal: by its number, when it began, a seat or an amount.
import { element } from './dom.js';
import { History, openHistory } from './history.js';
import { money } from './money.js';
import { labelled, pastForm } from './past-form.js';
import { wholeHandLine } from './player-sheet.js';
import { withLayout } from './past-layout.js';
import { roundRow } from './round-row.js';
import { dealRow } from './table-control.js';
import { tableName } from './table-words.js';
import { everyTableOf, tablesOf } from './tables.js';
import { numberStyle, say } from './words.js';

export class PastGames {
  /** `view()` gives `{cabinet, official}`; `disputes` marks what is disputed. */
  constructor(dialog, view, requests, disputes) {
    Object.assign(this, { dialog, view, requests, disputes });
  }

  /** Opens the sheet at the wheel, where `table` is null, or at this table. */
  open(table = null) {
    const { cabinet, official } = this.view();
    const newest = { wheel: official.rounds.filter((round) => round.settled_at !== null), deal: official.deals.filter((deal) => deal.table === table) };
    const kind = this.#kindOf(table);
    const history = new History((path) => this.requests.read(path), `/api/v1/past/${pathOf(kind, table)}`, kind === 'wheel' ? 'round' : 'deal');
    const words = { title: say('past.title'), earlier: say(kind === 'wheel' ? 'rounds.earlier' : 'deals.earlier'), unread: say(kind === 'wheel' ? 'rounds.unread' : 'deals.unread') };
    const form = (seek) => pastForm({ rules: cabinet.rules, ofHouse: true, first: [this.#gameField(table)] }, seek);
    return openHistory(this.dialog, history, newest[kind] ?? [], (game) => this.#line(kind, game), words, form);
  }

  #kindOf(table) {
    if (table === null) return 'wheel';
    return this.view().cabinet.player_tables.some((each) => each.table === table) ? 'hand' : 'deal';
  }

  /** Which game is looked at: the wheel or a table. */
  #gameField(table) {
    const games = element('select', '', undefined, { name: 'game' });
    const tables = everyTableOf(this.view()).map((each) => [String(each.table), tableName(each)]);
    games.append(...[['', say('tab.wheel')], ...tables].map(([value, name]) => element('option', '', name, { value })));
    games.value = table === null ? '' : String(table);
    games.addEventListener('change', () => this.open(games.value === '' ? null : Number(games.value)));
    return labelled(say('past.game'), games);
  }

  #line(kind, game) {
    const { cabinet } = this.view();
    if (kind === 'wheel') return this.#marked(withLayout(roundRow(game, cabinet.rules), game, cabinet.rules), null, game.round, game.seats);
    if (kind === 'deal') return this.#marked(dealRow(game, cabinet.rules, tablesOf(this.view())), game.table, game.deal, game.settlement.returns);
    const pot = (game.result?.pots ?? []).reduce((sum, { amount }) => sum + amount, 0);
    const row = wholeHandLine(game, say('past.pot', { amount: money(pot, cabinet.rules, numberStyle()) }), cabinet.rules);
    return this.#marked(row, game.table, game.deal, game.stacks);
  }

  #marked(row, table, game, parts) {
    this.disputes.mark(row, table, game, [...new Set(parts.map(({ seat }) => seat))]);
    return row;
  }
}

function pathOf(kind, table) {
  if (kind === 'wheel') return 'rounds';
  return `tables/${table}/${kind}s`;
}
