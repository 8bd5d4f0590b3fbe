// The chips that a seat bets with: one of them is chosen, by touch or by the arrow keys.
import { chipTone } from './chip.js';
import { element, whenChanged } from './dom.js';
import { money, short } from './money.js';
import { numberStyle } from './words.js';

const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export class ChipRack {
  /** `onChoose()` is called when a person has chosen another chip. */
  constructor(root, onChoose) {
    this.root = root;
    this.onChoose = onChoose;
    this.value = null;
    this.values = [];
    this.build = whenChanged((values, currency, language) => this.#build());
    root.addEventListener('keydown', (event) => this.#key(event));
  }

  /** Draws the chips of these rules for a seat with this credit. */
  draw(rules, credit, language) {
    this.rules = rules;
    this.values = rules.chips;
    if (!this.values.includes(this.value)) this.value = this.values[0];
    this.build(this.values.join(), rules.currency, language);
    this.values.forEach((value, index) => {
      const button = this.root.children[index];
      const chosen = value === this.value;
      button.setAttribute('aria-checked', String(chosen));
      button.tabIndex = chosen ? 0 : -1;
      button.classList.toggle('too-large', value > credit);
    });
  }

  /** Chooses the chip at this place; nothing where there is none. */
  chooseAt(index) {
    if (index in this.values) this.#choose(this.values[index]);
  }

  #choose(value) {
    this.value = value;
    this.onChoose();
  }

  #build() {
    this.root.replaceChildren(...this.values.map((value) => {
      const button = element('button', 'chip-button', undefined, { type: 'button' });
      button.dataset.tone = chipTone(value, this.rules);
      button.append(element('span', '', short(value, this.rules.decimals)));
      button.setAttribute('role', 'radio');
      button.setAttribute('aria-label', money(value, this.rules, numberStyle()));
      button.addEventListener('click', () => this.#choose(value));
      return button;
    }));
  }

  #key(event) {
    const step = STEPS[event.key];
    if (!step) return;
    const count = this.values.length;
    const index = (this.values.indexOf(this.value) + step + count) % count;
    this.chooseAt(index);
    this.root.children[index].focus();
    event.preventDefault();
  }
}
