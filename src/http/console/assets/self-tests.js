// The self-tests on the technician's page: each part of the cabinet with what its newest test has found, and the button that has it test itself.
import { confirmation } from './ask.js';
import { element, setText } from './dom.js';
import { faultWords } from './phase.js';
import { timeOf } from './sheets.js';
import { say } from './words.js';

/** What a person is told before a device moves something. */
function warningOf(part) {
  if (part === 'wheel') return say('self-test.wheel-text');
  return part === 'card-source' ? say('self-test.card-source-text') : null;
}

/** What became of a test, by the name of its words: one that runs has no end yet. */
export const resultOf = ({ newest }) => (newest === null ? 'never' : (newest.end ?? 'running'));

/** What a person has to do, or what was seen: while a door or the lamp is tested, and afterwards. */
export function personsPart({ part, newest }) {
  const now = { door: say('self-test.door-now'), lamp: say('self-test.lamp-now') }[part];
  if (!newest || !now) return '';
  return newest.end === null ? now : (newest.seen ?? '');
}

/** What is said of a finding: its code, what it means, what was seen, what to check. */
function findingBox(finding) {
  const box = element('article', 'fault');
  const check = element('p', 'check');
  check.append(element('b', '', `${say('faults.check')} `), faultWords(finding, 'check'));
  box.append(element('strong', '', finding.code), element('p', '', faultWords(finding, 'meaning')), check);
  if (finding.detail) box.append(element('code', '', finding.detail));
  return box;
}

export class SelfTests {
  /** `order(body)` sends the order for a test and says what came of it; `mayOrder` says whether this person may give one. */
  constructor(root, { dialog, nameOf, order, mayOrder }) {
    Object.assign(this, { root, dialog, nameOf, order, mayOrder });
    this.rows = new Map();
    this.notice = element('p', 'notice', '', { role: 'status' });
    this.root.append(this.notice);
  }

  /** The part in words, with the table of a card source or the name of a door. */
  #name({ part, table, name }) {
    if (part === 'door') return `${say('tested.door')}: ${name}`;
    return part === 'card-source' ? `${say('tested.card-source')}: ${this.nameOf(table)}` : say(`tested.${part}`);
  }

  async #order(tested) {
    const { part, table, door } = tested;
    const name = this.#name(tested);
    const warning = warningOf(part);
    const sure = !warning || (await confirmation(this.dialog, name, warning, say('self-test.begin')));
    if (!sure) return;
    setText(this.notice, '');
    setText(this.notice, await this.order({ part, table, door }));
  }

  #row(part) {
    const key = `${part.part} ${part.table} ${part.door}`;
    if (this.rows.has(key)) return this.rows.get(key);
    const row = element('article', 'self-test');
    const head = element('header');
    const button = element('button', '', say('self-test.begin'), { type: 'button', hidden: !this.mayOrder });
    button.addEventListener('click', () => this.#order(part));
    head.append(element('h3'), element('span', 'tag'), button);
    row.append(head, element('p', 'quiet'), element('p', 'persons'), element('div', 'findings'));
    this.rows.set(key, row);
    return row;
  }

  #fill(row, part) {
    const { newest } = part;
    const result = resultOf(part);
    row.dataset.result = result;
    setText(row.querySelector('h3'), this.#name(part));
    setText(row.querySelector('.tag'), say(`test-end.${result}`));
    setText(row.querySelector('.quiet'), newest ? say('self-test.when', { time: timeOf(newest.ended_at ?? newest.began_at), by: newest.by }) : '');
    setText(row.querySelector('.persons'), personsPart(part));
    const button = row.querySelector('button');
    button.disabled = !part.can_be_tested;
    setText(button, say('self-test.begin'));
    button.setAttribute('aria-label', `${say('self-test.begin')}: ${this.#name(part)}`);
    row.querySelector('.findings').replaceChildren(...(newest?.findings ?? []).map(findingBox));
  }

  /** Draws the parts as the cabinet tells them. */
  draw(parts) {
    for (const part of parts) {
      const row = this.#row(part);
      this.#fill(row, part);
      if (!row.isConnected) this.root.insertBefore(row, this.notice);
    }
  }
}
