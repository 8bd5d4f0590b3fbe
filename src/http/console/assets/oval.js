// The race track on the screen: touch a number for its neighbours or a series for its chips.
// It draws and reports; the order is sent by the page.
import { covered } from './calls.js';
import { drawing } from './dom.js';
import { colour } from './layout.js';
import { Touch } from './touch.js';
import { Track } from './track.js';
import { say } from './words.js';

/** The largest and the smallest letters of a series' name, how many of them are as wide as they are high, and what is left free beside it. */
const [NAME_MOST, NAME_LEAST, LETTERS_IN_HEIGHT, SERIES_EDGES] = [17, 14, 1.6, 24];

export class Oval {
  /** `onAim(target or null)` and `onPlace(target)`; a target is `{call, number?}`. */
  constructor(svg, { onAim, onPlace }) {
    this.svg = svg;
    this.onAim = onAim;
    this.onPlace = onPlace;
    this.enabled = false;
    this.#listen();
  }

  build(shape, calls) {
    this.calls = new Set(calls);
    this.track = new Track(shape);
    this.svg.setAttribute('viewBox', `0 0 ${this.track.width} ${this.track.height}`);
    this.cells = new Map();
    this.targets = [];
    this.texts = new Map();
    const hub = drawing('path', { d: this.track.hub(), class: 'hub' });
    this.svg.replaceChildren(hub, ...this.track.series.flatMap((each) => this.#seriesDrawing(each)), ...this.track.pockets.map((each) => this.#pocketDrawing(each)));
    this.focused = 0;
    this.targets[0]?.node.setAttribute('tabindex', '0');
    this.relabel();
  }

  #seriesDrawing(series) {
    if (!this.calls.has(series.call)) return [];
    const text = drawing('text', { x: series.x, y: series.y, class: 'series' });
    const node = drawing('g', { role: 'button', tabindex: '-1', class: 'target' });
    const width = this.track.upright ? 150 : Math.min(series.width - 24, 190);
    node.append(drawing('rect', { x: series.x - width / 2, y: series.y - 17, width, height: 34, rx: 17 }), text);
    this.texts.set(series.call, text);
    this.#target(node, { call: series.call });
    const line = series.line && drawing('line', { x1: series.line[0][0], y1: series.line[0][1], x2: series.line[1][0], y2: series.line[1][1], class: 'division' });
    return line ? [line, node] : [node];
  }

  #pocketDrawing(pocket) {
    const cell = drawing('g', { class: `pocket ${colour(pocket.number)}` });
    cell.append(drawing('path', { d: pocket.outline }), drawing('text', { x: pocket.x, y: pocket.y }, String(pocket.number)));
    this.cells.set(pocket.number, cell);
    if (this.calls.has('neighbours')) {
      cell.setAttribute('role', 'button');
      cell.setAttribute('tabindex', '-1');
      this.#target(cell, { call: 'neighbours', number: pocket.number });
    }
    return cell;
  }

  #target(node, target) {
    node.dataset.target = String(this.targets.length);
    this.targets.push({ node, target });
  }

  relabel() {
    if (!this.track) return;
    for (const [call, text] of this.texts) {
      const { x, width } = this.track.series.find((each) => each.call === call);
      writeName(text, say(`call.${call}`), x, this.track.upright ? 140 : width - SERIES_EDGES);
    }
    for (const { node, target } of this.targets) node.setAttribute('aria-label', targetName(target));
    this.svg.setAttribute('aria-label', say('track.label'));
  }

  /** Lights the pockets that a target would cover. */
  aim(target) {
    this.light(target ? covered(target.call, target.number) : []);
    for (const each of this.targets) each.node.classList.toggle('aimed', Boolean(target) && each.target.call === target.call && each.target.number === target.number);
  }

  light(numbers) {
    const lit = new Set(numbers);
    for (const [number, cell] of this.cells ?? []) cell.classList.toggle('lit', lit.has(number));
  }

  setOutcome(pocket) {
    for (const [number, cell] of this.cells ?? []) cell.classList.toggle('winner', number === pocket);
  }

  setEnabled(enabled) {
    this.enabled = enabled;
    this.svg.classList.toggle('closed', !enabled);
    this.svg.setAttribute('aria-disabled', String(!enabled));
    if (!enabled) this.touch.cancel();
  }

  #listen() {
    this.touch = new Touch(this.svg, {
      mayStart: () => this.enabled,
      meant: (x, y) => this.#meant(x, y),
      onAim: this.onAim,
      onChoose: (target) => this.#choose(target),
      same: (a, b) => a.call === b.call && a.number === b.number,
    });
    this.svg.addEventListener('keydown', (event) => this.#key(event));
    this.svg.addEventListener('focusin', (event) => event.target.matches(':focus-visible') && this.onAim(this.targets[this.focused].target));
    this.svg.addEventListener('focusout', () => this.touch.active || this.onAim(null));
    this.svg.addEventListener('click', (event) => {
      const node = event.target.closest?.('[data-target]');
      if (event.detail === 0 && node) this.#choose(this.targets[Number(node.dataset.target)].target);
    });
  }

  /** The call that a touch means. */
  #meant(x, y) {
    const touched = this.track.nearest(x, y);
    const target = touched && (touched.call ? { call: touched.call } : { call: 'neighbours', number: touched.number });
    return target && this.calls.has(target.call) ? target : null;
  }

  #choose(target) {
    if (this.enabled) this.onPlace(target);
  }

  #key(event) {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (step) {
      this.targets[this.focused].node.setAttribute('tabindex', '-1');
      this.focused = (this.focused + step + this.targets.length) % this.targets.length;
      const { node, target } = this.targets[this.focused];
      node.setAttribute('tabindex', '0');
      node.focus({ preventScroll: true });
      this.onAim(target);
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.#choose(this.targets[this.focused].target);
    } else return;
    event.preventDefault();
  }

  /** The middle of a target in the window's coordinates. */
  onScreen({ call, number }) {
    const drawn = call === 'neighbours' ? this.track.pockets.find((each) => each.number === number) : this.track.series.find((each) => each.call === call);
    return this.touch.onScreen(drawn);
  }
}

/** The name of a call as it is shown and read aloud. */
export function targetName({ call, number }) {
  return say(`call.${call}`, { number });
}

/** Writes a series' name around `x`, in two lines where one would be too small for its room. */
function writeName(text, name, x, room) {
  const sizeOf = (lines) => Math.min(NAME_MOST, (room / Math.max(...lines.map((line) => line.length))) * LETTERS_IN_HEIGHT);
  const lines = sizeOf([name]) < NAME_LEAST ? name.split(/ |(?<=-)/) : [name];
  const first = (1 - lines.length) / 2;
  text.setAttribute('font-size', sizeOf(lines).toFixed(1));
  text.replaceChildren(...lines.map((line, i) => drawing('tspan', { x, dy: `${i === 0 ? first : 1}em` }, line)));
}
