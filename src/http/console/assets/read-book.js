// A book that is read when it lies open: the live view has nothing of it.
import { byId, element, whenChanged } from './dom.js';
import { say } from './words.js';

export class ReadBook {
  /** `id` names the element of the book, `path` what is read, and `list(data)` makes what is shown of it. */
  constructor(requests, { id, path, list }) {
    Object.assign(this, { requests, path });
    /** What was read; `undefined` before, `null` where it cannot be. */
    this.data = undefined;
    /** How often it was asked for: an answer that is overtaken by a later one is dropped. */
    this.asked = 0;
    this.keepRead = whenChanged((edition) => this.#read());
    this.drawList = whenChanged((data, language) => byId(id).replaceChildren(data === null ? element('p', 'quiet', say('books.unread')) : list(data)));
  }

  /** Draws the book, and reads it anew where `edition` is another than before. */
  draw(edition, language) {
    this.language = language;
    this.keepRead(edition);
    if (this.data !== undefined) this.drawList(this.data, language);
  }

  async #read() {
    const asked = (this.asked += 1);
    const { ok, data } = await this.requests.read(this.path);
    if (asked !== this.asked) return;
    this.data = ok ? data : null;
    this.drawList(this.data, this.language);
  }
}
