// The link to the cabinet: requests that are sent again with the same key until they are answered, and the live view with its age.
// Draws nothing and decides nothing about money: what the cabinet answers is handed on as it is.

/** A live view is stale when nothing was heard for this long; the cabinet says something every 5 seconds. */
const STALE_MILLISECONDS = 7000;
const SILENT_MILLISECONDS = 13000;
const ANSWER_MILLISECONDS = 4000;
const RETRY_MILLISECONDS = [150, 400, 1000, 2000];
/** How often an order is sent again that the cabinet turns away because it is busy or stopping. */
const MOST_TURNED_AWAY = 5;
/** After this many failures in a row the page asks whether its token still counts: a WebSocket does not tell. */
const FAILURES_TO_ASK = 5;
/** The code by which the cabinet closes a WebSocket whose token counts no more. */
const NO_MORE = 1008;
const RECONNECT_MILLISECONDS = [250, 500, 1000, 2000, 4000];

/** Under this name a token is kept: a paired console's for good, a person's only as long as the window is open. */
const KEPT = 'croupier-token';
const isConsole = () => location.pathname === '/seat';
const shelf = () => (isConsole() ? localStorage : sessionStorage);

/**
 * The token of the page's link: it stands in the fragment, which no server and no log ever sees. Without one, the token that was given when
 * a person signed in or the console was paired; empty where there is none.
 */
export function tokenOfPage() {
  return decodeURIComponent(location.hash.replace(/^#/, '')) || (shelf().getItem(KEPT) ?? '');
}

/** Keeps a token on this device. */
export function remember(token) {
  shelf().setItem(KEPT, token);
}

/** Keeps no token any more. */
export function forget() {
  shelf().removeItem(KEPT);
}

/** The number of the newest input that the page has seen. */
let seen = 0;

/**
 * A fresh idempotency key. It begins with the newest input that the page has seen, so that the cabinet knows it for a new one however many
 * keys it has forgotten. `getRandomValues` also works on a page that was not loaded over TLS, unlike `randomUUID`. */
function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `after-${seen}.${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Requests with one token. */
export class Requests {
  constructor(token) {
    this.token = token;
    /** How many orders are under way, or were cut off so that nobody knows what came of them. */
    this.unanswered = 0;
  }

  /**
   * Reads `path`; the answer is `{ok, status, data}`, and `{ok: false, lost: true}` where there was none. A refusal has its `reason`, and the
   * `waitSeconds` after which the cabinet may be asked again, where it says so.
   */
  async read(path) {
    try {
      return await this.#once('GET', path);
    } catch {
      return { ok: false, lost: true };
    }
  }

  /** Sends `body` once, without a key: what is asked moves no money. The answer is as that of `read`. */
  async ask(path, body) {
    try {
      return await this.#once('POST', path, JSON.stringify(body));
    } catch {
      return { ok: false, lost: true };
    }
  }

  /** Reads `path` as text; `null` where there was no good answer. */
  async readText(path) {
    try {
      const response = await this.#fetch('GET', path);
      return response.ok ? await response.text() : null;
    } catch {
      return null;
    }
  }

  /**
   * Sends an order and sends it again with the same key until it is answered, so that it is carried out exactly once.
   * It stops trying when `stillWanted` says no: then the answer is `{ok: false, lost: true}`, and only the live view tells what came of it.
   * It is the same where the token counts no more and an earlier attempt may have been carried out; then the order stays `unanswered`.
   */
  async order(path, body, stillWanted = () => true) {
    this.unanswered += 1;
    const { isUnknown, ...answer } = await this.#answered(path, body, stillWanted);
    if (!isUnknown) this.unanswered -= 1;
    return answer;
  }

  async #answered(path, body, stillWanted) {
    const key = freshKey();
    let uncertain = false;
    for (let attempt = 0; ; attempt += 1) {
      try {
        const answer = await this.#once('POST', path, JSON.stringify(body), key);
        const turnedAway = answer.status === 429 || answer.reason === 'not-ready';
        // Who is let in no more is not told what came of an earlier attempt.
        if (uncertain && (answer.status === 401 || answer.status === 403)) return { ok: false, lost: true, isUnknown: true };
        if (!turnedAway && answer.status < 500 && answer.status !== 408) return answer;
        // Turned away means not carried out, but only as long as no earlier attempt may have been.
        if (turnedAway && !uncertain && attempt >= MOST_TURNED_AWAY) return answer;
        uncertain ||= !turnedAway;
      } catch {
        // No answer: whether the order arrived is unknown, so the same key goes out again.
        uncertain = true;
      }
      await wait(RETRY_MILLISECONDS[Math.min(attempt, RETRY_MILLISECONDS.length - 1)]);
      if (!stillWanted()) return { ok: false, lost: true };
    }
  }

  async #once(method, path, body, key) {
    const response = await this.#fetch(method, path, body, key);
    const data = await response.json().catch((error) => {
      // What is read is nothing where it breaks off; an order was taken or refused all the same.
      if (method === 'GET' && response.ok) throw error;
      return {};
    });
    return { ok: response.ok, status: response.status, data, reason: data.reason, waitSeconds: Number(response.headers.get('Retry-After')) };
  }

  #fetch(method, path, body, key) {
    const headers = this.token === '' ? {} : { Authorization: `Bearer ${this.token}` };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (key !== undefined) headers['Idempotency-Key'] = key;
    return fetch(path, { method, headers, body, cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MILLISECONDS) });
  }
}

/** What a message makes of the `state` that was told before: the first tells the whole, the others what has changed. `null` where one was missed. */
export function follow(state, message) {
  const { edition, after, ...parts } = message;
  if (after === undefined) return message;
  if (state?.edition !== after) return null;
  const next = { edition };
  for (const [key, change] of Object.entries(parts)) next[key] = changed(state[key], change);
  return next;
}

/** The object with what has changed of it; what has not is the very same. */
function changed(object, { set = {}, lists = {}, tables = {} }) {
  const next = { ...object, ...set };
  for (const [key, pieces] of Object.entries(lists)) {
    next[key] = pieces.flatMap((piece) => piece.new ?? object[key].slice(piece.from, piece.from + piece.count));
  }
  for (const key of Object.keys(tables).length > 0 ? ['tables', 'player_tables'] : []) {
    if (next[key]) next[key] = next[key].map((table) => (tables[table.table] ? changed(table, tables[table.table]) : table));
  }
  return next;
}

/** The live view over a WebSocket: it reconnects by itself and knows how old it is. */
export class Live {
  /** `onView` gets each view; `onFailing` is called when connecting keeps failing. `token` is `null` for the public view. */
  constructor(path, token, onView, onFailing = () => {}) {
    this.path = path;
    this.token = token;
    this.onView = onView;
    this.onFailing = onFailing;
    this.heard = -Infinity;
    this.failures = 0;
    this.fresh = true;
    this.state = null;
    this.offsets = [];
    this.#connect();
    setInterval(() => this.#watch(), 1000);
    addEventListener('online', () => this.#hurry());
    document.addEventListener('visibilitychange', () => document.hidden || this.#hurry());
  }

  /** How long ago the cabinet was last heard, in milliseconds. */
  age() {
    return performance.now() - this.heard;
  }

  isStale() {
    return this.age() > STALE_MILLISECONDS;
  }

  /** The cabinet's clock now, in microseconds since 1970. */
  now() {
    return (performance.now() + Math.max(...this.offsets)) * 1000;
  }

  #connect() {
    const url = new URL(this.path, location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    const protocols = this.token === null ? ['croupier.v2'] : ['croupier.v2', `bearer.${this.token}`];
    const socket = new WebSocket(url, protocols);
    this.socket = socket;
    this.opened = performance.now();
    this.fresh = true;
    this.state = null;
    socket.addEventListener('message', (event) => this.#take(socket, event.data));
    socket.addEventListener('close', ({ code }) => this.#lost(socket, code));
  }

  #take(socket, text) {
    if (socket !== this.socket) return;
    const message = JSON.parse(text);
    this.heard = performance.now();
    this.failures = 0;
    if (message.tick) this.#hear(message.tick.now);
    if (message.cabinet) this.#see(follow(this.state, message));
  }

  #hear(now) {
    // The answer with the least delay shows the clock best, so the largest of the last differences counts.
    this.offsets = [...this.offsets.slice(-7), now / 1000 - this.heard];
  }

  #see(state) {
    // Connected anew, the page is told the whole.
    if (state === null) return this.#drop();
    this.state = state;
    this.#hear(state.cabinet.now);
    seen = Math.max(seen, state.cabinet.number);
    this.onView(state, this.fresh);
    this.fresh = false;
  }

  #lost(socket, code) {
    if (socket !== this.socket) return;
    this.socket = null;
    const pause = RECONNECT_MILLISECONDS[Math.min(this.failures, RECONNECT_MILLISECONDS.length - 1)];
    this.failures += 1;
    // The cabinet says so when it lets somebody in no more.
    if (this.failures % FAILURES_TO_ASK === 0 || code === NO_MORE) this.onFailing();
    this.timer = setTimeout(() => this.#connect(), pause * (0.75 + Math.random() / 2));
  }

  /** Gives up a connection on which nothing is heard any more: a dead line does not always close. */
  #watch() {
    if (!this.socket) return;
    const silent = performance.now() - Math.max(this.heard, this.opened);
    if (silent > SILENT_MILLISECONDS) this.#drop();
  }

  #hurry() {
    if (this.socket) return;
    clearTimeout(this.timer);
    this.failures = 0;
    this.#connect();
  }

  #drop() {
    const socket = this.socket;
    this.#lost(socket);
    socket.close();
  }
}
