// The amount that a player names with a choice, such as an insurance: from the least to the most, and never more than the credit bears.
import { byId, element, setText } from './dom.js';
import { say } from './words.js';

/** The amounts that can be named, by their place from 0: from the least in steps, up to the most that the credit bears. */
export function amountsOf({ least, most, step }, credit) {
  const top = Math.max(least, Math.min(most, credit));
  return { last: Math.floor((top - least) / step), at: (place) => least + place * step };
}

/** A choice whose amount is the player's. It is the most as long as nothing else was chosen for it. */
export class ChoiceAmount {
  /** `onChange` is called when the player has chosen another amount. */
  constructor(onChange) {
    this.onChange = onChange;
    this.what = null;
    this.place = null;
  }

  /** Takes the amounts of the choice that stands now; `what` names what it is about, so that what was chosen for another is forgotten. */
  offer(what, amounts) {
    if (what !== this.what) this.place = null;
    Object.assign(this, { what, amounts });
  }

  /** What is chosen. */
  get amount() {
    return this.amounts.at(this.#chosen());
  }

  #chosen() {
    return Math.min(this.place ?? this.amounts.last, this.amounts.last);
  }

  #choose(place) {
    this.place = Math.max(0, Math.min(place, this.amounts.last));
    this.onChange();
  }

  /** The control: less, the amount with a slider, more. */
  make(name) {
    const root = element('div', 'choice-amount');
    root.setAttribute('role', 'group');
    root.setAttribute('aria-label', name);
    const slider = element('input', 'amount-slider', undefined, { type: 'range', min: 0, step: 1 });
    slider.setAttribute('aria-label', say('amount.label'));
    slider.addEventListener('input', () => this.#choose(Number(slider.value)));
    const middle = element('div', 'amount-middle');
    const shown = element('b', 'amount-shown');
    // The slider says its value itself.
    shown.setAttribute('aria-hidden', 'true');
    middle.append(shown, slider);
    root.append(this.#stepButton('less', '−', -1), middle, this.#stepButton('more', '+', 1));
    return root;
  }

  #stepButton(name, sign, by) {
    const button = element('button', `amount-${name}`, sign, { type: 'button' });
    button.setAttribute('aria-label', say(`amount.${name}`));
    button.addEventListener('click', () => {
      this.#choose(this.#chosen() + by);
      setText(byId('polite'), this.words(this.amount));
    });
    return button;
  }

  /** Brings the control up to date; `words` tells an amount. */
  fill(root, isOff, words) {
    this.words = words;
    const [place, { last }] = [this.#chosen(), this.amounts];
    const slider = root.querySelector('.amount-slider');
    Object.assign(slider, { max: last, value: place, disabled: isOff });
    slider.setAttribute('aria-valuetext', words(this.amount));
    setText(root.querySelector('.amount-shown'), words(this.amount));
    // A button that was pressed to the end stays where the focus is.
    root.querySelector('.amount-less').setAttribute('aria-disabled', String(place === 0));
    root.querySelector('.amount-more').setAttribute('aria-disabled', String(place === last));
    for (const button of root.querySelectorAll('button')) button.disabled = isOff;
  }
}
