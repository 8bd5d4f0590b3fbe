// The stakes of a machine: a button for each, which begins the deal. Where it has lines, the same is staked on the first of them, as many as
// the player has chosen.
import { element, keep, setText } from './dom.js';
import { say } from './words.js';

/** So many stakes have a button at most. */
const MOST = 5;

/** The stakes that are offered, from the least to the most, as evenly apart as the steps allow. */
export function stakesOf({ least, most, step }) {
  const last = Math.floor((most - least) / step);
  const length = Math.min(MOST, last + 1);
  return Array.from({ length }, (_, nth) => least + Math.round((nth * last) / Math.max(length - 1, 1)) * step);
}

export class MachineStakes {
  /** `deal(amount, lines, node)` lays the stake on so many lines; `onChange` draws. */
  constructor(deal, onChange) {
    Object.assign(this, { deal, onChange });
    /** How many lines the player has chosen; all that there are, where it is `null`. */
    this.chosen = null;
    this.root = element('div', 'choices machine-stakes');
    this.root.setAttribute('role', 'group');
    this.lines = element('div', 'machine-lines');
    this.lines.setAttribute('role', 'group');
    this.steps = element('div', 'machine-steps');
    this.root.append(this.lines, this.steps);
  }

  /** Draws a button for each number of lines; none where there is one line. */
  #drawLines(lines, language) {
    this.lines.hidden = lines === 1;
    this.lines.setAttribute('aria-label', say('machine.lines'));
    const make = (count) => {
      const button = element('button', 'line-count', undefined, { type: 'button' });
      button.append(element('b', '', String(count)));
      button.addEventListener('click', () => {
        this.chosen = count;
        this.onChange();
      });
      return button;
    };
    // The first is the word for them all.
    const counts = lines === 1 ? [] : Array.from({ length: lines + 1 }, (_, nth) => nth);
    const makeItem = (count) => (count === 0 ? element('span', 'line-word', say('machine.lines')) : make(count));
    keep(this.lines, counts, (count) => `${count}/${language}`, makeItem, (button, count) => {
      if (count === 0) return;
      button.setAttribute('aria-pressed', String(count === this.count));
      button.setAttribute('aria-label', `${say('machine.lines')}: ${count}`);
    });
  }

  /** Draws the buttons for the machine's stake on up to so many lines, or none; `words(amount)` tells an amount. */
  draw(offer, { credit, isOff, language, words, lines = 1 }) {
    this.root.hidden = offer === null;
    this.count = Math.min(this.chosen ?? lines, lines);
    this.#drawLines(offer ? lines : 1, language);
    this.root.setAttribute('aria-label', say('deal.staking'));
    this.root.classList.toggle('with-lines', lines > 1);
    const make = (amount) => {
      const button = element('button', 'choice', undefined, { type: 'button' });
      button.append(element('span'), element('b'));
      button.addEventListener('click', () => this.deal(amount, this.count, button));
      return button;
    };
    keep(this.steps, offer ? stakesOf(offer) : [], (amount) => `${amount}/${language}`, make, (button, amount) => {
      setText(button.querySelector('span'), say(lines > 1 ? 'machine.spin' : 'machine.deal'));
      setText(button.querySelector('b'), this.count > 1 ? `${this.count} × ${words(amount)}` : words(amount));
      button.disabled = isOff || amount * this.count > credit;
    });
  }
}
