// A panel of a table on the attendant's page: what every kind of table has there. Its buttons stay the same elements, so that a finger or the
// focus on one is not lost to a view that comes.
import { reason } from './ask.js';
import { element, setText, whenChanged } from './dom.js';
import { faultBox, holdBox } from './faults.js';
import { tableName } from './table-words.js';
import { say } from './words.js';

/** Whether the table is held until somebody lets it go on. */
export const isStopped = ({ hold }) => hold !== null && !hold.ends_by_itself;

/** The two orders that take turns: a table is held, or goes on. */
const TURNS = ['hold', 'resume'];

export class OrderPanel {
  /**
   * `view()` says who looks, `order(lane, path, body, done)` sends an order and says what came of it. `presses` are the buttons with what each
   * does, by their names, `dangerous` the names of those that take something away. They stand there for who may give orders.
   */
  constructor({ dialog, view, order }, presses, dangerous) {
    Object.assign(this, { dialog, order });
    this.table = null;
    /** What the panel says at its top. */
    this.told = null;
    this.root = element('article', 'panel table-card');
    const head = element('header');
    this.figures = element('p', 'quiet');
    head.append(element('h3'), this.figures, element('span', 'tag'));
    this.troubles = element('div', 'troubles');
    this.buttons = new Map();
    const box = element('div', 'orders');
    for (const [name, press] of Object.entries(presses)) {
      const button = element('button', dangerous.includes(name) ? 'danger' : '', say(`control.${name}`), { type: 'button' });
      button.addEventListener('click', press);
      this.buttons.set(name, button);
      box.append(button);
    }
    this.root.append(head, this.troubles, ...(view().mayOrder ? [box] : []));
    this.drawTroubles = whenChanged(() => this.#drawTroubles());
  }

  /** Brings up to date what every panel has: `told` are its title, phase and figures, `may` says by name which orders there are now. */
  fillPanel(table, locked, told, may) {
    Object.assign(this, { table, told });
    setText(this.root.querySelector('h3'), told.title);
    setText(this.root.querySelector('.tag'), told.phase);
    setText(this.figures, told.figures);
    this.drawTroubles(JSON.stringify([table.hold, table.faults]));
    for (const [name, button] of this.buttons) {
      // Of the two that take turns, the one that means something now has the place.
      if (TURNS.includes(name)) button.hidden = !may[name];
      button.disabled = locked || !may[name];
      button.setAttribute('aria-label', this.title(name));
    }
  }

  #drawTroubles() {
    const { hold, faults } = this.table;
    this.troubles.replaceChildren(...faults.map((fault) => faultBox(fault)));
    if (!hold) return;
    const box = element('div', 'hold');
    box.append(...holdBox(hold));
    this.troubles.prepend(box);
  }

  async give(path, body, done) {
    return this.order(`table-${this.table.table}`, `tables/${this.table.table}/${path}`, body, done);
  }

  title(name) {
    return `${tableName(this.table)}: ${say(`control.${name}`)}`;
  }

  #reasons() {
    return ['reason.cards', 'reason.dispute', 'reason.player', 'reason.pause'].map((key) => say(key));
  }

  /** Asks why, and has an order given with that. `isDangerous` where it takes something away. */
  async giveWithReason(name, text, isDangerous, order) {
    const why = await reason(this.dialog, this.title(name), text, this.#reasons(), say(`control.${name}`), isDangerous);
    if (why) await order(why);
  }

  /** `text` says what becomes of the deal. */
  async hold(text) {
    await this.giveWithReason('hold', text, false, (why) => this.give('hold', { reason: why }, say('control.hold-done')));
  }

  async resume() {
    await this.give('resume', { deal: this.table.deal }, say('control.resume-done'));
  }

  /** The deal is void; `name` says why, and `isFresh` whether the cards are replaced. */
  async voidDeal(name, isFresh) {
    // The deal is taken now: a click that was thought over for long must not act on the next one.
    const { deal } = this.table;
    const order = (why) => this.give('void', { deal, reason: why, new_shoe: isFresh }, say('control.void-done', { round: deal }));
    await this.giveWithReason(name, say('control.void-deal', { deal }), true, order);
  }
}
