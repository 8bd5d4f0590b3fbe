// The layout on the screen: cells, chips, the preview under the finger, and the way through it with the keyboard.
// It draws what it is told; it sends nothing and knows no balance.
import { chipDrawing, fillChip } from './chip.js';
import { drawing, setText } from './dom.js';
import { Layout, colour, identityOf, offered, placeOf } from './layout.js';
import { money } from './money.js';
import { Touch } from './touch.js';
import { numberStyle, say } from './words.js';

/** How far from a chip, in drawing units, a touch still takes it back. */
const CHIP_REACH = 48;
/** The size of what is written in a field, how wide a letter is as a share of it, and what is left free on each side. */
const [FIELD_TEXT, LETTER_WIDTH, FIELD_EDGE] = [20, 0.62, 4];
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The name of a place as it is read aloud: "split 17 and 20". */
export function placeName(place) {
  const numbers = place.numbers.join(', ');
  if (place.kind === 'split') return say('place.split', { a: place.numbers[0], b: place.numbers[1] });
  if (place.which !== undefined) return say(`place.${place.kind}`, { which: place.which });
  return say(`place.${place.kind}`, { numbers });
}

/** The name of the place that a bet of the cabinet lies on; its kind where this page does not know the place. */
export function betName(bet) {
  const place = placeOf(identityOf(bet));
  return place ? placeName(place) : bet.bet;
}

export class Felt {
  /** `onAim(spot or null)` while a finger or the focus looks for a place, `onPlace(spot)` when it is chosen. Without them it is a picture to look at. */
  constructor(svg, { onAim, onPlace } = {}) {
    this.svg = svg;
    this.onAim = onAim;
    this.onPlace = onPlace;
    this.rules = null;
    this.enabled = false;
    this.removing = false;
    this.chips = new Map();
    this.pending = new Map();
    this.amounts = new Map();
    this.isPicture = onPlace === undefined;
    if (!this.isPicture) this.#listen();
  }

  /** Draws the layout in this shape with what the rules offer. */
  build(shape, rules) {
    this.rules = rules;
    this.layout = new Layout(shape, rules.bets.some(({ bet }) => bet === 'column'));
    this.allowed = (spot) => offered(spot, this.rules);
    this.svg.setAttribute('viewBox', `0 0 ${this.layout.width.toFixed(1)} ${this.layout.height.toFixed(1)}`);
    this.cells = drawing('g', { 'aria-hidden': 'true' });
    this.places = drawing('g');
    this.stack = drawing('g', { 'aria-hidden': 'true', class: 'chips' });
    this.ghost = chipDrawing('ghost');
    this.dolly = drawing('g', { class: 'dolly', 'aria-hidden': 'true' });
    this.dolly.append(drawing('circle', { r: 15 }), drawing('circle', { r: 6 }));
    this.dolly.hidden = true;
    this.cellOf = new Map();
    this.nodes = new Map();
    this.chips.clear();
    this.pending.clear();
    for (const spot of this.layout.spots) this.#drawSpot(spot);
    this.svg.replaceChildren(this.cells, this.places, this.stack, this.dolly, this.ghost);
    show(this.ghost, false);
    show(this.dolly, false);
    if (!this.isPicture) this.#rove(this.layout.byId.get(this.focused?.id ?? 'straight-17'));
    this.relabel();
  }

  #drawSpot(spot) {
    if (!this.allowed(spot)) return;
    if (spot.area) this.#drawCell(spot);
    if (this.isPicture) return;
    const node = drawing('g', { role: 'button', tabindex: '-1', 'data-id': spot.id, class: 'spot' });
    node.append(spot.area ? drawing('rect', { ...inset(spot.area, 3), rx: 6 }) : drawing('circle', { cx: spot.x, cy: spot.y, r: 13 }));
    this.places.append(node);
    this.nodes.set(spot.id, node);
  }

  #drawCell(spot) {
    const isNumber = spot.kind === 'straight';
    const tone = isNumber ? colour(spot.numbers[0]) : ['red', 'black'].includes(spot.kind) ? spot.kind : 'field';
    const cell = drawing('g', { class: `cell ${tone}` });
    cell.append(drawing('rect', { ...inset(spot.area, 1.5), rx: 5, class: 'ground' }));
    cell.append(drawing('rect', { ...inset(spot.area, 1.5), rx: 5, class: 'light' }));
    if (isNumber) cell.append(this.#caption(spot, String(spot.numbers[0]), 'number'));
    else if (tone === 'field') cell.append(this.#caption(spot, '', 'field-text'));
    else cell.append(this.#diamond(spot));
    this.cells.append(cell);
    this.cellOf.set(isNumber ? spot.numbers[0] : spot.id, cell);
  }

  /** Whether what is written in a field stands on its end. */
  #isTurned({ area }) {
    return this.layout.upright && area.height > area.width * 1.3;
  }

  #caption(spot, text, className) {
    const attributes = { x: spot.x, y: spot.y, class: className };
    if (this.#isTurned(spot)) attributes.transform = `rotate(-90 ${spot.x} ${spot.y})`;
    return drawing('text', attributes, text);
  }

  #diamond({ x, y, area }) {
    const [w, h] = area.width > area.height ? [30, 17] : [15, 26];
    return drawing('path', { d: `M${x - w} ${y}L${x} ${y - h}L${x + w} ${y}L${x} ${y + h}Z`, class: 'diamond' });
  }

  /** Writes all names again, after a change of the language or of the chips. */
  relabel() {
    if (!this.layout) return;
    for (const spot of this.layout.spots) {
      const text = this.cellOf.get(spot.id)?.querySelector('.field-text');
      if (text) this.#fit(text, spot);
      this.#relabelSpot(spot);
    }
    this.svg.setAttribute('aria-label', say('felt.label'));
  }

  #fit(text, spot) {
    setText(text, fieldText(spot));
    const room = (this.#isTurned(spot) ? spot.area.height : spot.area.width) - 2 * FIELD_EDGE;
    text.setAttribute('font-size', Math.min(FIELD_TEXT, room / (text.textContent.length * LETTER_WIDTH)).toFixed(1));
  }

  #relabelSpot(spot) {
    const node = this.nodes.get(spot.id);
    if (!node) return;
    const amount = this.amounts.get(spot.id);
    const style = numberStyle();
    node.setAttribute('aria-label', amount ? say('place.with-amount', { place: placeName(spot), amount: money(amount, this.rules, style) }) : placeName(spot));
  }

  /** Draws the accepted chips: a map from a place's identity to an amount. */
  setChips(amounts) {
    const before = this.amounts;
    this.amounts = amounts;
    this.#drawChips(this.chips, amounts, 'placed', 0);
    for (const spot of this.layout.spots) if (before.get(spot.id) !== amounts.get(spot.id)) this.#relabelSpot(spot);
  }

  /** Draws the chips that the cabinet has not accepted yet, hollow and beside the accepted ones. */
  setPending(amounts) {
    this.#drawChips(this.pending, amounts, 'pending', 9);
  }

  #drawChips(drawn, amounts, className, shift) {
    for (const [id, chip] of drawn) {
      if (amounts.has(id)) continue;
      chip.remove();
      drawn.delete(id);
    }
    for (const [id, amount] of amounts) {
      const spot = this.layout.byId.get(id);
      if (!spot) continue;
      let chip = drawn.get(id);
      if (!chip) {
        chip = chipDrawing(className);
        const aside = this.amounts.has(id) || className === 'placed' ? shift : 0;
        chip.setAttribute('transform', `translate(${spot.chip.x + aside} ${spot.chip.y - aside}) scale(${this.layout.size.chip})`);
        this.stack.append(chip);
        drawn.set(id, chip);
      }
      fillChip(chip, amount, this.rules);
    }
  }

  /** Marks the winning number, the bets that won, and dims the rest; `null` ends it. */
  setOutcome(pocket, wonIds) {
    this.svg.classList.toggle('decided', pocket !== null);
    for (const [key, cell] of this.cellOf) cell.classList.toggle('winner', key === pocket);
    for (const [id, chip] of this.chips) chip.classList.toggle('won', wonIds.has(id));
    show(this.dolly, pocket !== null);
    if (pocket === null) return;
    if (!this.isPicture) this.#reveal(pocket);
    const { x, y, area } = this.layout.byId.get(`straight-${pocket}`);
    this.dolly.setAttribute('transform', `translate(${x} ${y - area.height / 4})`);
  }

  /** Where the layout is longer than its room, the winner comes to the end that the result leaves free. */
  #reveal(pocket) {
    const room = this.svg.parentElement;
    const [seen, cell] = [room, this.cellOf.get(pocket)].map((each) => each.getBoundingClientRect());
    room.scrollTop += isInSecondHalf(pocket) ? cell.bottom - seen.bottom : cell.top - seen.top;
  }

  /** Lights the numbers that a place or a call would cover. */
  light(numbers) {
    const lit = new Set(numbers);
    for (const [key, cell] of this.cellOf) cell.classList.toggle('lit', lit.has(key));
  }

  /** Shows the chip that would be placed; `null` hides it. */
  aim(spot, amount) {
    const aimed = spot !== null;
    this.light(aimed ? spot.numbers : []);
    if (aimed && spot.cell) this.cellOf.get(spot.id).classList.add('lit');
    show(this.ghost, aimed);
    if (!aimed) return;
    this.ghost.setAttribute('transform', `translate(${spot.chip.x} ${spot.chip.y}) scale(${this.layout.size.chip})`);
    fillChip(this.ghost, amount, this.rules);
  }

  /** Whether a touch takes chips back instead of placing one. */
  setRemoving(removing) {
    this.removing = removing;
    this.svg.classList.toggle('removing', removing);
  }

  /** Whether chips can be placed now. */
  setEnabled(enabled) {
    this.enabled = enabled;
    this.svg.classList.toggle('closed', !enabled);
    this.svg.setAttribute('aria-disabled', String(!enabled));
    if (!enabled) this.touch.cancel();
  }

  /** The place in the window's coordinates. */
  onScreen(spot) {
    return this.touch.onScreen(spot.chip);
  }

  #listen() {
    this.touch = new Touch(this.svg, {
      mayStart: () => this.enabled,
      meant: (x, y) => this.#meant(x, y),
      onAim: this.onAim,
      onChoose: (spot) => this.#choose(spot),
    });
    this.svg.addEventListener('keydown', (event) => this.#key(event));
    this.svg.addEventListener('focusin', (event) => this.#focus(event));
    this.svg.addEventListener('focusout', () => this.touch.active || this.onAim(null));
    // A screen reader clicks on the place itself; a finger's click has a detail and was dealt with at its release.
    this.svg.addEventListener('click', (event) => {
      const node = event.target.closest?.('[data-id]');
      if (event.detail === 0 && node) this.#choose(this.layout.byId.get(node.dataset.id));
    });
  }

  /** The place that a touch means; only places with chips where chips are taken back. */
  #meant(x, y) {
    if (!this.removing) return this.layout.nearest(x, y, this.allowed);
    const spot = this.layout.nearest(x, y, ({ id }) => this.amounts.has(id));
    return spot && (spot.zone || Math.hypot(spot.chip.x - x, spot.chip.y - y) < CHIP_REACH) ? spot : null;
  }

  #choose(spot) {
    if (this.enabled && spot && this.allowed(spot)) this.onPlace(spot);
  }

  #focus(event) {
    const node = event.target.closest('[data-id]');
    if (!node) return;
    this.#rove(this.layout.byId.get(node.dataset.id));
    if (node.matches(':focus-visible')) this.onAim(this.focused);
  }

  #rove(spot) {
    this.nodes.get(this.focused?.id)?.setAttribute('tabindex', '-1');
    this.focused = spot;
    this.nodes.get(spot.id).setAttribute('tabindex', '0');
  }

  #key(event) {
    const direction = ARROWS[event.key];
    if (direction) {
      this.#rove(this.layout.step(this.focused, ...direction, this.allowed));
      this.nodes.get(this.focused.id).focus();
      this.onAim(this.focused);
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.#choose(this.focused);
    } else return;
    event.preventDefault();
  }
}

/** Whether a number lies in the half of the layout that is farther from zero. */
export const isInSecondHalf = (pocket) => pocket > 18;

/** What is written in an outside field. */
function fieldText(spot) {
  if (spot.kind === 'low') return '1–18';
  if (spot.kind === 'high') return '19–36';
  if (spot.kind === 'dozen' || spot.kind === 'column') return say(`cell.${spot.kind}`, { which: spot.which });
  return say(`place.${spot.kind}`);
}

function inset({ x, y, width, height }, by) {
  return { x: x + by, y: y + by, width: width - 2 * by, height: height - 2 * by };
}

function show(node, visible) {
  node.toggleAttribute('hidden', !visible);
}
