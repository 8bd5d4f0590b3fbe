// Who is let in: links, paired consoles and people, without anything secret. A person who gives orders has consoles paired here, and revokes them.
import { choiceOf, confirmation, question } from './ask.js';
import { byId, element } from './dom.js';
import { refusalWords } from './phase.js';
import { momentOf } from './report.js';
import { table } from './sheets.js';
import { say } from './words.js';

/** What is said of somebody who is let in: the name, what it is, how it comes in, and until when. */
export function letInRow({ name, role, seat, by, expires_at: expiresAt }) {
  const what = seat === null ? say(`role.${role}`) : `${say('seat.word')} ${seat}`;
  return [name, what, say(`let-in.${by}`), expiresAt === null ? '–' : momentOf(expiresAt)];
}

/** Whether somebody of this role may revoke it: an owner every console and link, an attendant those of seats. People are revoked at the board. */
export const mayRevoke = (role, { by, seat }) => by !== 'person' && (role === 'owner' || (role === 'attendant' && seat !== null));

/** The code as it is read aloud, in two halves. */
export const spokenCode = (code) => `${code.slice(0, 4)} ${code.slice(4)}`;

export class LetIn {
  /** `view()` gives `{official, role, mayOrder}`; `toast` is the page's; `changed()` is called when others may be let in. */
  constructor({ dialog, view, requests, toast, changed }) {
    Object.assign(this, { dialog, view, requests, toast, changed });
    this.pairing = byId('pair-console');
    this.pairing.addEventListener('click', () => this.#pair());
  }

  /** The table of all that is let in. */
  table(list) {
    const { role, mayOrder } = this.view();
    const heads = ['entry.name', 'access.role', 'access.by', 'access.until', ...(mayOrder ? ['let-in.revoke'] : [])].map((key) => say(key));
    const revoke = (each) => (mayRevoke(role, each) ? this.#revokeButton(each) : '–');
    return table(heads, list.map((each) => [...letInRow(each), ...(mayOrder ? [revoke(each)] : [])]), 'let-in');
  }

  #revokeButton({ name }) {
    const button = element('button', 'danger', say('let-in.revoke'), { type: 'button' });
    button.setAttribute('aria-label', `${say('let-in.revoke')}: ${name}`);
    button.addEventListener('click', () => this.#revoke(name, button));
    return button;
  }

  async #revoke(name, button) {
    if (!(await confirmation(this.dialog, say('let-in.revoke'), say('let-in.revoke-text', { name }), say('let-in.revoke'), true))) return;
    button.disabled = true;
    const answer = await this.requests.ask('/api/v1/access/revoke', { name });
    button.disabled = false;
    // What is not there any more was revoked, by an earlier attempt or by somebody else.
    if (answer.ok || answer.reason === 'not-found') this.toast(say('let-in.revoked', { name }), 'done');
    else this.#refuse(answer);
    this.changed();
    byId('let-in').focus();
  }

  /** Asks for the seat, has the cabinet make a code, and shows it until it was typed at the console. */
  async #pair() {
    const seats = this.view().official.seats.map(({ seat }) => [seat, `${say('seat.word')} ${seat}`]);
    const seat = await choiceOf(this.dialog, say('pairing.title'), say('pairing.which'), seats);
    if (seat === null) return;
    this.pairing.disabled = true;
    const answer = await this.requests.ask(`/api/v1/seats/${seat}/pairing`, {});
    this.pairing.disabled = false;
    if (!answer.ok) this.#refuse(answer);
    // Another question was opened meanwhile, or the page was covered: the code is not shown over it, and one that nobody types ends.
    else if (!this.dialog.open && byId('barrier').hidden) await this.#show(seat, answer.data);
    this.changed();
  }

  async #show(seat, { code, seconds }) {
    const body = element('div', 'sheet-body');
    body.append(element('output', 'pairing-code', spokenCode(code)), element('p', 'ask-text', say('pairing.how', { seat, minutes: Math.floor(seconds / 60) })));
    const ends = setTimeout(() => body.isConnected && this.dialog.close(), seconds * 1000);
    await question(this.dialog, say('pairing.title'), body, [{ text: say('sheet.close'), className: 'primary', value: () => true }]);
    clearTimeout(ends);
  }

  #refuse(answer) {
    this.toast(answer.lost ? say('entry.no-answer') : refusalWords(answer), 'refused');
  }
}
