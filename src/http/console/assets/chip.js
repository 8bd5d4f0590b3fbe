// A chip as a drawing: on the layout, and on the spots of a card table.
import { drawing, setText } from './dom.js';
import { chipIndex, short } from './money.js';

/** How many tones chips have; the next value has the first again. */
const TONES = 6;

/** A chip around the point 0, 0 with a radius of 18, still without an amount. */
export function chipDrawing(className) {
  const chip = drawing('g', { class: `chip ${className}` });
  chip.append(drawing('circle', { r: 18, class: 'rim' }), drawing('circle', { r: 18, class: 'edge' }), drawing('circle', { r: 12.5, class: 'face' }));
  chip.append(drawing('text', { class: 'value' }));
  return chip;
}

/** Writes an amount on a chip and gives it the tone of the largest chip in it. */
export function fillChip(chip, amount, rules) {
  const value = chip.querySelector('.value');
  const text = short(amount, rules.decimals);
  setText(value, text);
  value.setAttribute('font-size', text.length > 4 ? 11.4 : text.length > 3 ? 12 : 13);
  chip.dataset.tone = chipTone(amount, rules);
}

/** The tone of the largest chip that is not more than the amount. */
export const chipTone = (amount, rules) => String(chipIndex(amount, rules.chips) % TONES);
