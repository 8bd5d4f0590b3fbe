// The lines of the wheel, or of a table's card device, as they come, for a technician: lanes that can be stopped and zoomed, what their pulses come to,
// and a capture to take away. A device on a serial line shows its messages instead.
import { element, setText } from './dom.js';
import { Lanes, drawLanes, laneFigures } from './line-lanes.js';
import { table } from './sheets.js';
import { currentLanguage, say } from './words.js';

/** How often the lines are asked for, and how often while nobody looks. */
const READ_MILLISECONDS = 400;
const HIDDEN_MILLISECONDS = 3000;
/** The seconds that the lanes may show. */
const WINDOWS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 180];
const FIRST_WINDOW = 6;
/** How much is kept to look back at. */
const KEPT_MICROSECONDS = 300e6;
const MESSAGES_KEPT = 2000;
const MESSAGES_SHOWN = 200;

const HEADS = ['service.line', 'service.line-now', 'service.line-pulses', 'service.line-width', 'service.line-jitter', 'service.line-period', 'service.line-rate'];

const figure = (value, parts, digits) => (value === null ? '–' : (value / parts).toFixed(digits));

/** Nothing is known of the lines yet. */
const blank = () => ({ next: null, until: null, held: false, capture: null, lanes: null, losses: [], messages: [] });

/** The panel; `mayCapture` says whether the person may start and stop a capture, `nameOf(table)` names a device. */
export class LineView {
  tables = [];

  constructor(parent, requests, mayCapture, nameOf) {
    Object.assign(this, { requests, nameOf });
    this.table = null;
    this.state = blank();
    this.shown = { window: FIRST_WINDOW, stoppedAt: null, isSeen: true };
    this.#build(parent, mayCapture);
    new IntersectionObserver(([entry]) => (this.shown.isSeen = entry.isIntersecting)).observe(parent);
    this.#readOn();
  }

  // ---- What it is made of ----

  #build(parent, mayCapture) {
    const button = (work) => {
      const made = element('button', '', '', { type: 'button' });
      made.addEventListener('click', work);
      return made;
    };
    this.stop = button(() => this.#stopOrGoOn());
    this.nearer = button(() => this.#zoom(-1));
    this.farther = button(() => this.#zoom(1));
    this.capture = button(() => this.#startOrStopCapture());
    this.capture.hidden = !mayCapture;
    this.save = button(() => this.#save());
    this.device = element('select');
    this.device.addEventListener('change', () => this.#choose(this.device.value === '' ? null : Number(this.device.value)));
    this.held = element('p', 'held-back', '', { hidden: true });
    this.held.setAttribute('role', 'status');
    this.canvas = element('canvas', 'lanes', undefined, { tabIndex: 0 });
    this.canvas.setAttribute('role', 'img');
    this.canvas.addEventListener('keydown', (event) => this.#key(event));
    this.canvas.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    this.canvas.addEventListener('pointermove', (event) => this.#drag(event));
    this.figures = element('div', 'lane-figures', undefined, { tabIndex: 0 });
    this.figures.setAttribute('role', 'group');
    this.messages = element('pre', 'raw', '', { tabIndex: 0 });
    this.captured = element('span', 'quiet');
    const tools = element('div', 'line-tools');
    tools.append(this.device, this.stop, this.nearer, this.farther, this.capture, this.save, this.captured);
    parent.replaceChildren(tools, this.held, this.canvas, this.figures, this.messages);
  }

  /** The tables whose card devices have a line: each may be looked at beside the wheel. */
  setTables(tables) {
    if (JSON.stringify(tables) === JSON.stringify(this.tables)) return;
    this.tables = tables;
    this.device.replaceChildren(...[null, ...tables].map((number) => element('option', '', '', { value: number ?? '' })));
    this.draw();
  }

  #nameDevices() {
    this.device.hidden = this.tables.length === 0;
    this.device.setAttribute('aria-label', say('service.lines-device'));
    for (const option of this.device.options) setText(option, this.nameOf(option.value === '' ? null : Number(option.value)));
  }

  /** Looks at another device's lines: nothing of those before belongs to them. */
  #choose(number) {
    this.table = number;
    this.state = blank();
    this.shown.stoppedAt = null;
    this.drawn = null;
    this.draw();
  }

  /** Writes every word anew, in the language of now. */
  draw() {
    const { held, capture, lanes } = this.state;
    this.#nameDevices();
    const isStopped = this.shown.stoppedAt !== null;
    setText(this.stop, say(isStopped ? 'service.lines-go-on' : 'service.lines-stop'));
    setText(this.nearer, say('service.lines-nearer'));
    setText(this.farther, say('service.lines-farther'));
    setText(this.capture, say(capture?.running ? 'service.capture-stop' : 'service.capture-start'));
    setText(this.save, say('service.save'));
    this.save.disabled = !capture || capture.samples === 0;
    const length = figure(capture?.length_milliseconds ?? 0, 1000, 0);
    setText(this.captured, capture && (capture.running || capture.samples > 0) ? say('service.capture-of', { samples: capture.samples, seconds: length }) : '');
    this.held.hidden = !held;
    setText(this.held, say('service.lines-held-back'));
    this.canvas.hidden = lanes === null || lanes.names.length === 0;
    this.figures.hidden = this.canvas.hidden;
    this.messages.hidden = !this.canvas.hidden;
    this.nearer.hidden = this.farther.hidden = this.canvas.hidden;
    if (this.canvas.hidden) this.#drawMessages();
    else this.#drawLanes();
  }

  #drawLanes() {
    const { lanes, losses } = this.state;
    const until = this.shown.stoppedAt ?? this.state.until;
    // Also as long as nothing was told yet.
    this.canvas.setAttribute('aria-label', say('service.lines-of', { seconds: WINDOWS[this.shown.window] }));
    this.figures.setAttribute('aria-label', say('service.lines'));
    if (until === null || this.#standsAsDrawn()) return;
    const from = until - WINDOWS[this.shown.window] * 1e6;
    this.nearer.disabled = this.shown.window === 0;
    this.farther.disabled = this.shown.window === WINDOWS.length - 1;
    drawLanes(this.canvas, lanes, losses, from, until);
    const rows = lanes.names.map((name, lane) => {
      const { count, wide, jitter, period } = laneFigures(lanes.pulses(lane, from, until));
      const now = lanes.lanes[lane].findLast(({ at }) => at <= until);
      const rate = period === null ? '–' : (60e6 / period).toFixed(1);
      return [element('code', '', name), now === undefined ? '–' : String(Number(now.active)), String(count), figure(wide, 1000, 2), figure(jitter, 1000, 2), figure(period, 1000, 1), rate];
    });
    this.figures.replaceChildren(table(HEADS.map((key) => say(key)), rows));
  }

  /** What is driven at the very moment of the stop may be told after it: drawn once more for that, lanes that stand would still change. */
  #standsAsDrawn() {
    const { window, stoppedAt } = this.shown;
    const asked = JSON.stringify([window, stoppedAt, currentLanguage(), this.canvas.clientWidth]);
    const isSame = stoppedAt !== null && asked === this.drawn;
    this.drawn = asked;
    return isSame;
  }

  #drawMessages() {
    if (this.shown.stoppedAt !== null) return;
    const lines = this.state.messages.slice(-MESSAGES_SHOWN).map(({ at, isFromWheel, text }) => `${(at / 1e6).toFixed(3)} ${isFromWheel ? '<' : '>'} ${text}`);
    setText(this.messages, lines.reverse().join('\n'));
    this.messages.setAttribute('aria-label', say('service.lines'));
  }

  // ---- What a person does ----

  #stopOrGoOn() {
    this.shown.stoppedAt = this.shown.stoppedAt === null ? this.state.until : null;
    this.draw();
  }

  #zoom(steps) {
    this.shown.window = Math.min(WINDOWS.length - 1, Math.max(0, this.shown.window + steps));
    this.draw();
  }

  /** Moves the lanes that stand by a part of what they show; lanes that run stand from now on. */
  #move(parts) {
    if (this.state.until === null) return;
    const at = (this.shown.stoppedAt ?? this.state.until) + parts * WINDOWS[this.shown.window] * 1e6;
    this.shown.stoppedAt = Math.min(at, this.state.until);
    this.draw();
  }

  #key(event) {
    const work = { ArrowLeft: () => this.#move(-0.25), ArrowRight: () => this.#move(0.25), '+': () => this.#zoom(-1), '-': () => this.#zoom(1), ' ': () => this.#stopOrGoOn() }[event.key];
    if (!work) return;
    event.preventDefault();
    work();
  }

  #wheel(event) {
    // A page must stay scrollable where the pointer happens to lie over the lanes.
    if (!event.ctrlKey && !event.shiftKey) return;
    event.preventDefault();
    this.#zoom(Math.sign(event.deltaY));
  }

  #drag(event) {
    if ((event.buttons & 1) === 0) return;
    this.#move(-event.movementX / Math.max(this.canvas.clientWidth, 1));
  }

  async #startOrStopCapture() {
    this.capture.disabled = true;
    const answer = await this.requests.ask('/api/v1/service/capture', { running: !this.state.capture?.running });
    // What was answered is the wheel's.
    if (answer.ok && this.table === null) this.state.capture = answer.data;
    this.capture.disabled = false;
    this.draw();
  }

  async #save() {
    const text = await this.requests.readText(`/api/v1/service/capture${this.#asked({ table: this.table })}`);
    if (text === null) {
      this.held.hidden = false;
      setText(this.held, say('service.capture-unread'));
      return;
    }
    const isOfLanes = this.state.lanes !== null && this.state.lanes.names.length > 0;
    const name = this.table === null ? 'wheel' : `table-${this.table}`;
    const link = element('a', '', '', { download: isOfLanes ? `${name}.trace` : `${name}.capture` });
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    link.click();
    URL.revokeObjectURL(link.href);
  }

  // ---- What comes ----

  /** What is asked for in the address: nothing of it that is `null`. */
  #asked(values) {
    const asked = Object.entries(values).filter(([, value]) => value !== null);
    return asked.length === 0 ? '' : `?${new URLSearchParams(asked)}`;
  }

  async #readOn() {
    const { table: asked } = this;
    const answer = await this.requests.read(`/api/v1/service/lines${this.#asked({ table: asked, from: this.state.next })}`);
    // Meanwhile another device may have been chosen.
    if (answer.ok && asked === this.table) this.#take(answer.data);
    const isLookedAt = this.shown.isSeen && !document.hidden;
    setTimeout(() => this.#readOn(), isLookedAt ? READ_MILLISECONDS : HIDDEN_MILLISECONDS);
  }

  #take({ lanes, changes, messages, lost, next, until_microseconds: until, held_back: held, capture }) {
    const { state } = this;
    state.lanes ??= new Lanes(lanes);
    Object.assign(state, { held, capture });
    if (!held) {
      // The program was started anew, and its lines' clock with it.
      if (state.until !== null && until < state.until) this.#forget(lanes);
      Object.assign(state, { next, until });
      changes.forEach((change) => state.lanes.add(change));
      state.messages.push(...messages.map(({ at_microseconds: at, from_wheel: isFromWheel, text }) => ({ at, isFromWheel, text })));
      state.losses.push(...lost.map(({ at_microseconds: at }) => ({ at })));
      const oldest = until - KEPT_MICROSECONDS;
      state.lanes.forgetBefore(oldest);
      state.losses = state.losses.filter(({ at }) => at >= oldest);
      state.messages.splice(0, Math.max(0, state.messages.length - MESSAGES_KEPT));
    }
    this.draw();
  }

  #forget(lanes) {
    Object.assign(this.state, { lanes: new Lanes(lanes), losses: [], messages: [] });
    this.shown.stoppedAt = null;
  }
}
