// Reels: columns of symbols, the lines that have won with their sums, the bonus runs. They turn for a moment and stop at what is recorded
// already; who asked for less movement sees that at once.
import { calm, drawing, element, keep, setText } from './dom.js';
import { say } from './words.js';

/** How long the first column turns, and how much longer each one after it, in seconds. */
const FIRST_SECONDS = 0.5;
const MORE_SECONDS = 0.22;
/** A cell is so wide and so high in the drawing of the lines. */
const CELL = 100;

/** The shapes of each symbol in a field of 48 by 48. */
const SHAPES = {
  cherry: [['path', { d: 'M16 32C18 20 26 12 38 8M34 34C34 22 36 14 38 8', class: 'stem' }], ['circle', { cx: 14, cy: 35, r: 8, class: 'red' }], ['circle', { cx: 33, cy: 37, r: 8, class: 'red' }]],
  lemon: [['path', { d: 'M6 26C10 12 32 8 40 18l4 4-3 5C34 42 12 42 6 26Z', class: 'yellow' }], ['path', { d: 'M14 22c4-5 10-7 16-6', class: 'shine' }]],
  orange: [['circle', { cx: 24, cy: 27, r: 16, class: 'orange' }], ['path', { d: 'M24 12c2-6 8-8 13-6-2 5-7 8-13 6Z', class: 'green' }]],
  plum: [['ellipse', { cx: 24, cy: 28, rx: 13, ry: 16, class: 'violet' }], ['path', { d: 'M24 13c0 10-2 20 1 30', class: 'shine' }], ['path', { d: 'M24 12c3-6 9-7 12-5-2 5-7 7-12 5Z', class: 'green' }]],
  melon: [['path', { d: 'M4 18a20 22 0 0 0 40 0Z', class: 'green' }], ['path', { d: 'M9 18a15 16 0 0 0 30 0Z', class: 'red' }], ['path', { d: 'M18 23v4M24 25v4M30 23v4', class: 'seed' }]],
  bell: [['path', { d: 'M24 6c10 0 13 8 13 17l5 11H6l5-11C11 14 14 6 24 6Z', class: 'gold' }], ['circle', { cx: 24, cy: 38, r: 5, class: 'gold' }]],
  bar: [['rect', { x: 4, y: 14, width: 40, height: 20, rx: 4, class: 'dark' }], ['path', { d: 'M10 20h28M10 28h28', class: 'bar-lines' }]],
  seven: [['path', { d: 'M10 8h28v7L25 42H15l13-26H10Z', class: 'red' }]],
  star: [['path', { d: 'M24 4l6 13 14 2-10 10 2 14-12-7-12 7 2-14L4 19l14-2Z', class: 'gold' }]],
};

/** One symbol, drawn. */
export function symbolDrawing(name) {
  const svg = drawing('svg', { class: `symbol ${name}`, viewBox: '0 0 48 48', 'aria-hidden': 'true' });
  svg.append(...(SHAPES[name] ?? []).map(([tag, attributes]) => drawing(tag, attributes)));
  return svg;
}

/** The points of a line through the middles of its cells, as an SVG polyline has them. */
export function pointsOf(rows) {
  return rows.map((row, column) => `${(column + 0.5) * CELL},${(row + 0.5) * CELL}`).join(' ');
}

/** The lines that have won, each with its number from 1. */
export function wonLines({ lines }) {
  return numbered(lines).filter(({ pays }) => pays > 0);
}

const numbered = (lines) => lines.map((line, place) => ({ ...line, line: place + 1 }));

/** The reels of a table or of a past deal, once they show something; `undefined` where there are none. */
export function reelsOf({ pieces }) {
  return pieces.find(({ piece, columns }) => piece === 'reels' && columns.length > 0);
}

/** What has been won, and the bonus runs, in words; `amount` tells an amount. */
export function reelWords(reels, amount) {
  const lines = wonLines(reels).map(({ line, pays }) => say('reels.line', { line, amount: amount(pays) }));
  const runs = reels.runs.map(({ pointer, pays }) => {
    const symbol = say(`symbol.${pointer}`);
    return pays > 0 ? say('reels.run', { symbol, amount: amount(pays) }) : say('reels.run-lost', { symbol });
  });
  return [...lines, ...runs];
}

/** The symbols row by row, for those who hear or read them. */
export function fieldWords({ columns }) {
  const rows = (columns[0] ?? []).map((_, row) => columns.map((column) => say(`symbol.${column[row]}`)).join(', '));
  return `${say('reels.field')}: ${rows.join('; ')}`;
}

export class Reels {
  /** `onStop` is called when the reels have stopped. */
  constructor(onStop) {
    this.onStop = onStop;
    this.field = null;
    this.turnsUntil = 0;
    this.root = element('div', 'reels');
    this.columns = element('div', 'reel-columns');
    this.columns.setAttribute('role', 'img');
    this.lines = drawing('svg', { class: 'reel-lines', 'aria-hidden': 'true', preserveAspectRatio: 'none' });
    this.words = element('ul', 'reel-words');
    this.window = element('div', 'reel-window');
    this.window.append(this.columns, this.lines);
    this.root.append(this.window, this.words);
  }

  /** Whether they turn, so that what was won is not told yet. */
  get isTurning() {
    return performance.now() < this.turnsUntil;
  }

  /** Draws this piece, or nothing where it is `null`; `deal` names the deal that it belongs to, and `amount` tells an amount. */
  draw(reels, { deal, amount }) {
    this.root.hidden = reels === null;
    if (reels === null) return;
    const isDrawn = reels.columns.length > 0;
    const field = isDrawn ? `${deal}/${JSON.stringify(reels.columns)}` : null;
    if (isDrawn && this.field !== null && this.field !== field) this.#turn(reels.columns.length);
    if (isDrawn) {
      this.field = field;
      this.#columns(reels.columns);
      this.columns.setAttribute('aria-label', fieldWords(reels));
    }
    const isShown = isDrawn && !this.isTurning;
    this.root.classList.toggle('turning', !isShown);
    this.#lines(numbered(reels.lines), isShown ? wonLines(reels) : [], reels.columns);
    const words = isShown ? reelWords(reels, amount) : [];
    keep(this.words, words.map((text, place) => ({ text, place })), ({ place }) => String(place), () => element('li'), (node, { text }) => setText(node, text));
  }

  #turn(columns) {
    if (calm()) return;
    const seconds = FIRST_SECONDS + MORE_SECONDS * (columns - 1);
    this.turnsUntil = performance.now() + seconds * 1000;
    for (const [place, column] of [...this.columns.children].entries()) {
      column.style.setProperty('--turns-seconds', `${FIRST_SECONDS + MORE_SECONDS * place}s`);
      column.classList.remove('turning');
      // The movement begins anew only where the style was taken off in between.
      column.getBoundingClientRect();
      column.classList.add('turning');
    }
    setTimeout(() => this.onStop(), seconds * 1000 + 20);
  }

  #columns(columns) {
    const items = columns.map((symbols, place) => ({ symbols, place }));
    keep(this.columns, items, ({ place }) => String(place), () => element('div', 'reel'), (node, { symbols }) => {
      const cells = symbols.map((name, row) => ({ name, row }));
      keep(node, cells, ({ name, row }) => `${row}/${name}`, ({ name }) => {
        const cell = element('div', 'reel-cell');
        cell.append(symbolDrawing(name));
        return cell;
      });
    });
  }

  /** Every line that is played, thin, and those that have won. */
  #lines(played, won, columns) {
    if (columns.length > 0) this.lines.setAttribute('viewBox', `0 0 ${columns.length * CELL} ${columns[0].length * CELL}`);
    const items = [...played.map((line) => ({ ...line, kind: 'played' })), ...won.map((line) => ({ ...line, kind: 'won' }))];
    const make = ({ kind, line }) => drawing('polyline', { class: `${kind} line-${line}` });
    keep(this.lines, items, ({ kind, line }) => `${kind}/${line}`, make, (node, { rows }) => node.setAttribute('points', pointsOf(rows)));
    const isWon = (place, row) => won.some(({ rows, symbols }) => place < symbols && rows[place] === row);
    for (const [place, column] of [...this.columns.children].entries()) {
      for (const [row, cell] of [...column.children].entries()) cell.classList.toggle('won', isWon(place, row));
    }
  }
}
