// The stakes of a machine: a button for each, which begins the deal.
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
  /** `deal(amount, node)` lays the stake. */
  constructor(deal) {
    this.deal = deal;
    this.root = element('div', 'choices machine-stakes');
    this.root.setAttribute('role', 'group');
  }

  /** Draws the buttons for the machine's stake, or none; `words(amount)` tells an amount. */
  draw(offer, { credit, isOff, language, words }) {
    this.root.hidden = offer === null;
    this.root.setAttribute('aria-label', say('deal.staking'));
    const make = (amount) => {
      const button = element('button', 'choice', undefined, { type: 'button' });
      button.append(element('span'), element('b'));
      button.addEventListener('click', () => this.deal(amount, button));
      return button;
    };
    keep(this.root, offer ? stakesOf(offer) : [], (amount) => `${amount}/${language}`, make, (button, amount) => {
      setText(button.querySelector('span'), say('machine.deal'));
      setText(button.querySelector('b'), words(amount));
      button.disabled = isOff || amount > credit;
    });
  }
}
