// The tables on the attendant's page: two stand there in full. Of more, each has a button in a strip that says where its deal stands, and the
// one that is chosen there stands in full below it.
import { byId, element, keep, setText } from './dom.js';
import { PlayerPanel } from './player-control.js';
import { TablePanel } from './table-control.js';
import { hasStrip, lookedAfter } from './tables.js';
import { say } from './words.js';

/** What a table's button says below its name: whether it has a fault, and the phase, of which a long one is cut. */
const choiceWords = (phase, { faults }) => [...(faults.length > 0 ? [say('faults.title')] : []), phase].join(' · ');

export class DeskTables {
  /** `shared` is what every panel needs; `disputes` opens a dispute about a deal. */
  constructor(shared, disputes) {
    Object.assign(this, { shared, disputes });
    this.panels = new Map();
    this.tables = [];
    /** Only a person chooses: what stands there in full never becomes another table by itself. */
    this.chosen = null;
  }

  /** Brings all tables up to date; `isLocked(lane)` says whose orders are off, `now` is the cabinet's clock. */
  draw({ isLocked, now, language }) {
    const { cabinet, official } = this.shared.view();
    this.tables = lookedAfter({ cabinet, official });
    this.chosen ??= this.tables[0]?.table ?? null;
    const make = (table) => this.#make(table, cabinet.player_tables.includes(table) ? PlayerPanel : TablePanel, language);
    keep(byId('tables'), this.tables, ({ table }) => `${table}/${language}`, make, (node, table) => {
      const limits = official.limits.find((each) => each.table === table.table);
      this.panels.get(node.dataset.key).fill(table, { locked: isLocked(`table-${table.table}`), now, rules: cabinet.rules, limits });
    });
    const choices = hasStrip(cabinet) ? this.tables : [];
    keep(byId('table-strip'), choices, ({ table }) => String(table), ({ table }) => this.#choice(table), (button, table) => this.#fill(button, table, language));
    byId('tables').hidden = this.tables.length === 0;
    byId('table-strip').hidden = choices.length === 0;
    this.#show();
  }

  #make({ table }, Panel, language) {
    const panel = new Panel(this.shared, this.disputes);
    this.panels.set(`${table}/${language}`, panel);
    return panel.root;
  }

  #choice(table) {
    const button = element('button', 'table-choice', undefined, { type: 'button' });
    button.append(element('b'), element('span'));
    button.addEventListener('click', () => {
      this.chosen = table;
      this.#show();
      // On a small screen it may stand below the edge.
      byId('tables').scrollIntoView({ block: 'nearest' });
    });
    return button;
  }

  #fill(button, table, language) {
    const { title, phase } = this.panels.get(`${table.table}/${language}`).told;
    const [name, words] = button.children;
    setText(name, title);
    setText(words, choiceWords(phase, table));
    button.classList.toggle('troubled', table.hold !== null || table.faults.length > 0);
  }

  /** Shows the chosen table; where there is no strip, all of them. */
  #show() {
    const [panels, choices] = [byId('tables').children, byId('table-strip').children];
    this.tables.forEach(({ table }, place) => {
      panels[place].hidden = choices.length > 0 && table !== this.chosen;
      choices[place]?.setAttribute('aria-pressed', String(table === this.chosen));
    });
  }
}
