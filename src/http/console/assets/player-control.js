// The tables between players on the attendant's page: where each deal stands, what holds it, and the orders an attendant has there.
import { choiceOf, confirmation } from './ask.js';
import { money } from './money.js';
import { OrderPanel, isStopped } from './order-panel.js';
import { playerPhase } from './player-words.js';
import { tableName } from './table-words.js';
import { numberStyle, say } from './words.js';

/** Whether an attendant may close the table: a seat has opened it, and no deal is under way. */
const mayClose = (table) => table.opened_by_seats && table.phase !== 'closed' && table.phase !== 'dealing' && table.turn === null;

/** The panel of one table between players. */
export class PlayerPanel extends OrderPanel {
  constructor(shared) {
    const presses = {
      hold: () => this.hold(say('poker.hold')),
      resume: () => this.resume(),
      misdeal: () => this.voidDeal('misdeal', false),
      remove: () => this.#remove(),
      'close-table': () => this.#close(),
    };
    super(shared, presses, ['misdeal', 'close-table']);
  }

  /** Brings the panel up to date; `locked` switches its orders off. */
  fill(table, { locked, rules }) {
    const amount = (minor) => money(minor, rules, numberStyle());
    const absence = (isAbsent) => (isAbsent ? ` (${say('poker.absent')})` : '');
    const stacks = table.places.map(({ seat, stack, put_in: putIn, absent }) => `${say('seat.short', { seat })} ${amount(stack + putIn)}${absence(absent)}`);
    const told = { title: `${tableName(table)} · ${table.table}`, phase: playerPhase(table, null), figures: [`№ ${table.deal}`, ...stacks].join(' · ') };
    const waits = isStopped(table);
    const may = { hold: !waits, resume: waits, misdeal: table.places.some(({ put_in: putIn }) => putIn > 0), remove: table.places.length > 0, 'close-table': mayClose(table) };
    this.fillPanel(table, locked, told, may);
  }

  /** The table is closed, and who sits there goes. */
  async #close() {
    const { deal } = this.table;
    const sure = await confirmation(this.dialog, this.title('close-table'), say('control.close-table-text'), say('control.close-table'), true);
    if (sure) await this.give('close', { deal }, say('control.close-table-done'));
  }

  /** A player has to go. */
  async #remove() {
    // The deal is taken now: a click that was thought over for long must not act on who sits there later.
    const { deal } = this.table;
    const options = this.table.places.map(({ seat }) => [String(seat), `${say('seat.word')} ${seat}`]);
    const seat = await choiceOf(this.dialog, this.title('remove'), say('control.remove-text'), options);
    if (!seat) return;
    const sure = await confirmation(this.dialog, this.title('remove'), say('control.remove-seat', { seat }), say('control.remove'), true);
    if (sure) await this.give('remove', { deal, seat: Number(seat) }, say('control.remove-done', { seat }));
  }
}
