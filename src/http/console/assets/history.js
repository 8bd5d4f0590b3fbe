// The sheet of past rounds, or of the deals at a card table: the newest at once from the live view, and all earlier ones from the journal, a page at
// a time, or those of them that are sought.
import { element } from './dom.js';
import { sheetBody, sheetHead, timeOf } from './sheets.js';
import { say } from './words.js';

/** How many are asked for at once. */
const PAGE = 20;

/** How many pages without any are skipped before the player is asked again: he may not have played for months. */
const EMPTY_PAGES = 20;

const TOO_MANY_REQUESTS = 429;
/** How long to wait before the cabinet is asked again for a deal that it reads its way to. */
const AGAIN_MILLISECONDS = 1000;
/** So often in all a deal is asked for where no answer comes at all; a cabinet that reads its way there may be slow to answer. */
const MOST_UNANSWERED = 10;

/**
 * Rounds or deals, newest first, each once, as pages come in from `path`: there they stand in the list `kind`s, each with its number under `kind`.
 * `read(path)` answers as `Requests.read` does. `head` is the journal's head that they are part of, once a page was read, and `backTo` how far back
 * was read.
 */
export class History {
  constructor(read, path, kind) {
    Object.assign(this, { read, path, kind });
    this.seek('');
  }

  /** Begins anew with what is sought, as the address of a page says it; with nothing, all are shown. */
  seek(query) {
    Object.assign(this, { query, shown: new Set(), next: null, isOver: false, head: '', backTo: null });
  }

  /** Those of `past` that were not taken before. */
  take(past) {
    const fresh = past.filter((each) => !this.shown.has(each[this.kind]));
    for (const each of fresh) this.shown.add(each[this.kind]);
    return fresh;
  }

  /** The next earlier ones, none where there are no more; `null` where they could not be read, or something else is sought meanwhile. */
  async earlier(onPage = () => {}) {
    const { query } = this;
    for (let page = 0; page < EMPTY_PAGES && !this.isOver; page += 1) {
      const before = this.next === null ? '' : `&before=${this.next}`;
      const { ok, data } = await this.read(`${this.path}?count=${PAGE}${before}${query}`);
      if (!ok || query !== this.query) return null;
      this.head ||= data.head;
      this.next = data.next;
      this.isOver = data.next === null;
      this.backTo = data.back_to ?? this.backTo;
      onPage();
      const fresh = this.take(data[`${this.kind}s`]);
      if (fresh.length > 0) return fresh;
    }
    return [];
  }

  /**
   * The deal of this number with its cards: it is carried out again from the journal, and the cabinet is asked again for as long as it reads its way
   * there, and where it did not answer in time. `null` where it comes to nothing, or is not wanted any more, which `isWanted()` tells.
   */
  async carriedOut(number, isWanted, wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))) {
    for (let unanswered = 0; unanswered < MOST_UNANSWERED; ) {
      const { ok, status, data, lost } = await this.read(`${this.path}/${number}`);
      if (ok) return data;
      if (!(lost || status === TOO_MANY_REQUESTS) || !isWanted()) return null;
      if (lost) unanswered += 1;
      await wait(AGAIN_MILLISECONDS);
    }
    return null;
  }
}

/** Shows a deal with its cards in place of its `row`, once it is `carriedOut`; `line(deal)` draws it. Whether it came to that is what comes back. */
async function bringCards(row, said, carriedOut, line) {
  said.textContent = say('past.bringing');
  row.querySelector('summary').after(said);
  const deal = await carriedOut;
  if (deal === null) {
    said.textContent = say('past.no-cards');
    return false;
  }
  const whole = line(deal);
  whole.open = row.open;
  const hadFocus = row.contains(document.activeElement);
  row.replaceWith(whole);
  if (hadFocus) whole.querySelector('summary').focus({ preventScroll: true });
  return true;
}

/** Has the cards of a deal brought when its `row` is opened; where they could not be read, when it is opened the next time. */
function bringWhenOpened(row, ask, line) {
  const said = element('p', 'quiet', undefined, { role: 'status' });
  let isAsked = false;
  row.addEventListener('toggle', async () => {
    if (!row.open || isAsked) return;
    isAsked = true;
    isAsked = await bringCards(row, said, ask(), line);
  });
}

/** A head of the journal, short enough to be compared by eye and written down: the record's number and how its hash begins. */
export function shortHead(head) {
  const [number, hash] = head.split(':');
  return `${number}:${hash.slice(0, 8)}`;
}

/**
 * Shows the past that `history` brings, the `newest` of the live view first; `line(each)` draws one, `words` has the sheet's title and what it says.
 * `form(seek)` makes what is asked in to find some of them. A deal that the live view does not have is brought with its cards when it is opened.
 */
export function openHistory(dialog, history, newest, line, words, form) {
  const [body, lines] = [sheetBody('rounds'), element('div', 'rounds')];
  const [said, button] = [element('p', 'quiet', undefined, { role: 'status' }), element('button', 'earlier', words.earlier)];
  button.type = 'button';
  const proof = element('p', 'quiet');
  // Of the newest the live view tells more.
  const live = new Map(newest.map((each) => [each[history.kind], each]));
  const row = (each) => {
    const number = each[history.kind];
    if (live.has(number)) return line(live.get(number));
    const drawn = line(each);
    const isWanted = () => dialog.open && drawn.isConnected;
    if (history.kind === 'deal') bringWhenOpened(drawn, () => history.carriedOut(number, isWanted), line);
    return drawn;
  };
  const add = (fresh) => lines.append(...fresh.map(row));
  const sayWhat = (fresh) => {
    const none = history.query === '' ? say('rounds.none') : say('past.none');
    const searched = history.query !== '' && !history.isOver && history.backTo ? say('past.back-to', { time: timeOf(history.backTo) }) : '';
    said.textContent = fresh === null ? words.unread : history.shown.size === 0 && history.isOver ? none : searched;
  };
  const readOn = async () => {
    const { query } = history;
    button.disabled = true;
    const fresh = await history.earlier(() => sayWhat([]));
    if (query !== history.query) return;
    add(fresh ?? []);
    sayWhat(fresh);
    button.disabled = false;
    button.hidden = history.isOver;
    if (history.head) proof.textContent = say('rounds.head', { head: shortHead(history.head) });
    proof.title = history.head;
  };
  const show = () => {
    lines.replaceChildren();
    if (history.query === '') add(history.take(newest));
    return readOn();
  };
  const seek = (query) => {
    history.seek(query);
    return show();
  };
  button.addEventListener('click', readOn);
  body.append(form(seek), lines, said, button, proof);
  dialog.replaceChildren(sheetHead(dialog, words.title), body);
  if (!dialog.open) dialog.showModal();
  return show();
}
