// The tables on the attendant's page: two stand there in full. Of more, each has a button in a strip that says where its deal stands, and the
// one that is chosen there stands in full below it. Machines come and go, so that their buttons have a strip of their own, behind everything that
// takes orders: no order's button moves when one comes.
import { byId, element, keep, setText } from './dom.js';
import { PlayerPanel } from './player-control.js';
import { TablePanel } from './table-control.js';
import { hasStrip, machinesLookedAfter, tablesLookedAfter } from './tables.js';
import { say } from './words.js';

/** What a table's button says below its name: whether it has a fault, and the phase, of which a long one is cut. */
const choiceWords = (phase, { faults }) => [...(faults.length > 0 ? [say('faults.title')] : []), phase].join(' · ');

/** The parts of the page of which a table's going may take what has the focus. */
const partsWithFocus = () => ['table-strip', 'tables', 'machine-strip'].map(byId);

export class DeskTables {
  /** `shared` is what every panel needs; `disputes` opens a dispute about a deal. */
  constructor(shared, disputes) {
    Object.assign(this, { shared, disputes });
    this.panels = new Map();
    this.tables = [];
    this.machines = [];
    this.isStrip = false;
    /** Only a person chooses: what stands there in full never becomes another table by itself. `undefined` until the tables are known, `null` for none. */
    this.chosen = undefined;
  }

  /** Brings all tables up to date; `isLocked(lane)` says whose orders are off, `now` is the cabinet's clock. */
  draw({ isLocked, now, language }) {
    const { cabinet, official } = this.shared.view();
    const hadFocus = partsWithFocus().some((part) => part.contains(document.activeElement));
    this.isStrip = hasStrip(cabinet);
    this.tables = tablesLookedAfter(cabinet);
    this.machines = machinesLookedAfter(official, this.chosen);
    if (this.chosen === undefined) this.chosen = this.isStrip ? this.tables[0].table : null;
    if (!this.#all().some(({ table }) => table === this.chosen)) this.chosen = null;
    const make = (table) => this.#make(table, cabinet.player_tables.includes(table) ? PlayerPanel : TablePanel, language);
    keep(byId('tables'), this.#all(), ({ table }) => `${table}/${language}`, make, (node, table) => {
      const limits = official.limits.find((each) => each.table === table.table);
      this.panels.get(node.dataset.key).fill(table, { locked: isLocked(`table-${table.table}`), now, rules: cabinet.rules, limits });
    });
    this.#drawStrip('table-strip', this.isStrip ? this.tables : [], language);
    this.#drawStrip('machine-strip', this.machines, language);
    this.#show();
    if (hadFocus && document.activeElement === document.body) this.#takeFocus();
  }

  /** The tables in the order of their panels. */
  #all() {
    return [...this.tables, ...this.machines];
  }

  #make({ table }, Panel, language) {
    const panel = new Panel(this.shared, this.disputes);
    this.panels.set(`${table}/${language}`, panel);
    return panel.root;
  }

  #drawStrip(id, choices, language) {
    keep(byId(id), choices, ({ table }) => String(table), ({ table }) => this.#choice(table), (button, table) => this.#fill(button, table, language));
    byId(id).hidden = choices.length === 0;
  }

  #choice(table) {
    const button = element('button', 'table-choice', undefined, { type: 'button' });
    button.append(element('b'), element('span'));
    button.addEventListener('click', () => this.#choose(table));
    return button;
  }

  /** Pressed once more, a machine's button closes the machine. */
  #choose(table) {
    const isOver = table === this.chosen && this.machines.some((each) => each.table === table);
    this.chosen = isOver ? null : table;
    this.#show();
    // On a small screen, or behind two tables, it may stand below the edge.
    [...byId('tables').children].find((panel, place) => this.#all()[place].table === this.chosen)?.scrollIntoView({ block: 'nearest' });
  }

  #fill(button, table, language) {
    const { title, phase } = this.panels.get(`${table.table}/${language}`).told;
    const [name, words] = button.children;
    setText(name, title);
    setText(words, choiceWords(phase, table));
    button.classList.toggle('troubled', table.hold !== null || table.faults.length > 0);
  }

  /** Shows the chosen one; where the tables have no strip, all of them as well. */
  #show() {
    const all = this.#all();
    const isShown = ({ table }, place) => table === this.chosen || (!this.isStrip && place < this.tables.length);
    all.forEach((table, place) => (byId('tables').children[place].hidden = !isShown(table, place)));
    byId('tables').hidden = !all.some(isShown);
    byId('choose-table').hidden = !this.isStrip || this.chosen !== null;
    for (const button of this.#buttons()) button.setAttribute('aria-pressed', String(button.dataset.key === String(this.chosen)));
  }

  #buttons() {
    return ['table-strip', 'machine-strip'].flatMap((id) => [...byId(id).children]);
  }

  /** The focus goes where a table is chosen, after what had it has gone. */
  #takeFocus() {
    (this.#buttons()[0] ?? byId('floor-tables')).focus({ preventScroll: true });
  }
}
