// The sheet of the seat's own rounds, or of its deals at a card table: the newest at once from the live view, and all earlier ones from the
// journal, a page at a time.
import { element } from './dom.js';
import { sheetBody, sheetHead } from './sheets.js';
import { say } from './words.js';

/** How many are asked for at once. */
const PAGE = 20;

/** How many pages without any are skipped before the player is asked again: he may not have played for months. */
const EMPTY_PAGES = 20;

/**
 * A seat's rounds or deals, newest first, each once, as pages come in from `path`: there they stand in the list `kind`s, each with its number
 * under `kind`. `read(path)` answers as `Requests.read` does. `head` is the journal's head that they are part of, once a page was read.
 */
export class History {
  constructor(read, path, kind) {
    Object.assign(this, { read, path, kind });
    this.shown = new Set();
    this.next = null;
    this.isOver = false;
    this.head = '';
  }

  /** Those of `past` that were not taken before. */
  take(past) {
    const fresh = past.filter((each) => !this.shown.has(each[this.kind]));
    for (const each of fresh) this.shown.add(each[this.kind]);
    return fresh;
  }

  /** The next earlier ones, none where there are no more; `null` where they could not be read. */
  async earlier() {
    for (let page = 0; page < EMPTY_PAGES && !this.isOver; page += 1) {
      const before = this.next === null ? '' : `&before=${this.next}`;
      const { ok, data } = await this.read(`${this.path}?count=${PAGE}${before}`);
      if (!ok) return null;
      this.head ||= data.head;
      this.next = data.next;
      this.isOver = data.next === null;
      const fresh = this.take(data[`${this.kind}s`]);
      if (fresh.length > 0) return fresh;
    }
    return [];
  }
}

/** A head of the journal, short enough to be compared by eye and written down: the record's number and how its hash begins. */
export function shortHead(head) {
  const [number, hash] = head.split(':');
  return `${number}:${hash.slice(0, 8)}`;
}

/** Shows the past that `history` brings, the `newest` of the live view first; `line(each)` draws one, `words` has the sheet's title and what it says. */
export function openHistory(dialog, history, newest, line, words) {
  const [body, lines] = [sheetBody('rounds'), element('div', 'rounds')];
  const [said, button] = [element('p', 'quiet'), element('button', 'earlier', words.earlier)];
  button.type = 'button';
  const proof = element('p', 'quiet');
  const add = (fresh) => lines.append(...fresh.map(line));
  const readOn = async () => {
    button.disabled = true;
    const fresh = await history.earlier();
    add(fresh ?? []);
    said.textContent = fresh === null ? words.unread : history.shown.size === 0 && history.isOver ? say('rounds.none') : '';
    button.disabled = false;
    button.hidden = history.isOver;
    if (history.head) proof.textContent = say('rounds.head', { head: shortHead(history.head) });
    proof.title = history.head;
  };
  add(history.take(newest));
  button.addEventListener('click', readOn);
  body.append(lines, said, button, proof);
  dialog.replaceChildren(sheetHead(dialog, words.title), body);
  if (!dialog.open) dialog.showModal();
  return readOn();
}
