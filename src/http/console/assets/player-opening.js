// The conditions with which a player opens a table that stands closed: who may sit down with what, and how many.
import { element, setText } from './dom.js';
import { say } from './words.js';

const PARTS = ['least', 'most', 'seats'];
const SEATS_LEAST = 2;

export class TableOpening {
  /** `give(conditions, node)` has the table opened, `mayAct()` says whether the line is alive, `amount(minor)` writes money; `onChange` draws. */
  constructor({ give, mayAct, amount, onChange }) {
    Object.assign(this, { give, mayAct, amount, onChange });
    this.chosen = null;
    this.root = element('div', 'player-opening');
    this.root.setAttribute('role', 'group');
    this.rows = new Map(PARTS.map((part) => [part, this.#makeRow(part)]));
    this.done = element('button', 'confirm', undefined, { type: 'button' });
    this.done.addEventListener('click', () => this.mayAct() && this.chosen && this.give(conditionsOf(this.chosen), this.done));
    this.root.append(...[...this.rows.values()].map(({ row }) => row), this.done);
  }

  #makeRow(part) {
    const row = element('label', 'opening-row');
    const slider = element('input', 'wager-slider', undefined, { type: 'range' });
    slider.addEventListener('input', () => {
      this.chosen = chosenWith(this.chosen, part, Number(slider.value));
      this.onChange();
    });
    const parts = { row, words: element('span'), slider, shown: element('b', 'opening-amount') };
    row.append(parts.words, slider, parts.shown);
    return parts;
  }

  /** What was chosen, for those who ask whether something has changed. */
  state() {
    return this.chosen;
  }

  draw(table) {
    this.root.hidden = table.phase !== 'closed';
    if (this.root.hidden) {
      this.chosen = null;
      return;
    }
    const { buy_in_least: least, buy_in_most: most, unit } = table.amounts;
    this.chosen ??= { least, most, seats: table.seats_most };
    const ranges = { least: [least, most, unit], most: [least, most, unit], seats: [SEATS_LEAST, table.seats_most, 1] };
    this.root.setAttribute('aria-label', say('poker.open'));
    for (const [part, { words, slider, shown }] of this.rows) {
      const [from, to, step] = ranges[part];
      const text = part === 'seats' ? String(this.chosen.seats) : this.amount(this.chosen[part]);
      Object.assign(slider, { min: from, max: to, step, value: this.chosen[part], disabled: !this.mayAct() });
      slider.setAttribute('aria-valuetext', text);
      setText(words, say(`poker.open.${part}`));
      setText(shown, text);
    }
    setText(this.done, say('poker.open'));
    this.done.disabled = !this.mayAct();
  }
}

/** What is chosen with another value of one part: the least is never above the most. */
export function chosenWith(chosen, part, value) {
  const changed = { ...chosen, [part]: value };
  if (part === 'least') changed.most = Math.max(changed.most, value);
  if (part === 'most') changed.least = Math.min(changed.least, value);
  return changed;
}

/** The conditions as the cabinet takes them. */
export const conditionsOf = ({ least, most, seats }) => ({ buy_in_least: least, buy_in_most: most, seats });
