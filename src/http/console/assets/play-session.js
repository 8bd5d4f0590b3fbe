// The seat's session of play, where the law protects players: what it asks opens by itself and stands as a line until it is answered;
// the button with the hourglass tells how long the session has lasted, and lets the player limit it.
import { choiceOf } from './ask.js';
import { showRefusal } from './bubble.js';
import { byId } from './dom.js';
import { money } from './money.js';
import { anchorAt } from './orders.js';
import { refusalWords } from './phase.js';
import { timeOf } from './sheets.js';
import { numberStyle, say } from './words.js';

/** The limits that a player is offered, in minutes. */
const LIMITS = [15, 30, 60, 90, 120, 180];

/** How many whole minutes the session has lasted. */
export const minutesOf = (session, now) => Math.max(0, Math.floor((now - session.began_at) / 60_000_000));

/** The limits that may be chosen now: shorter than the one that holds, and not over already. */
export function limitsOf(session, now) {
  const played = minutesOf(session, now);
  return LIMITS.filter((minutes) => minutes > played && (session.limit_minutes === null || minutes < session.limit_minutes));
}

/** What the session asks its player first: `age` or `reality-check`; `null` where it asks nothing. */
export function askedBy(session) {
  if (!session || session.is_over) return null;
  if (session.age_to_confirm !== null) return 'age';
  return session.reality_check ? 'reality-check' : null;
}

/** Whether the seat may stake anything anew: it is not locked, and its session neither asks anything nor is over. */
export const mayStakeAnew = ({ locked, play_session: session }) => !locked && !session?.is_over && askedBy(session) === null;

/** What the session tells as a line; nothing where it only lasts. */
export function sessionNotice(session) {
  if (session?.is_over) return { kind: 'locked', title: say('session.over-title'), text: say('session.over-text') };
  const what = askedBy(session);
  if (what === 'age') return { kind: 'session', title: say('session.age-title', { age: session.age_to_confirm }), text: say('session.confirm') };
  if (what === 'reality-check') {
    return { kind: 'session', title: say('session.check-title', { minutes: session.reality_check.minutes }), text: say('session.confirm') };
  }
  return null;
}

export class PlaySession {
  /** `seat()` and `rules()` are as the cabinet shows them, `send(name, body)` sends an order of the seat, `now()` is the cabinet's time. */
  constructor(button, { dialog, seat, rules, send, mayAct, now, isAsked }) {
    Object.assign(this, { button, dialog, seat, rules, send, mayAct, now, isAsked, opened: null, asking: null });
    button.addEventListener('click', () => this.#tell());
    byId('notice').addEventListener('click', () => this.#ask());
  }

  #session() {
    return this.seat()?.play_session ?? null;
  }

  async #order(name, body) {
    const answer = await this.send(name, body, this.mayAct);
    if (!answer.ok && !answer.lost) showRefusal(refusalWords(answer), anchorAt(this.button)());
  }

  /** What is asked, with the answers to it. */
  #question(session, what) {
    const { age_to_confirm: age, reality_check: check } = session;
    if (what === 'age') return [say('session.age-title', { age }), say('session.age-text', { age }), say('session.age-yes', { age })];
    const amount = (minor) => money(minor, this.rules(), numberStyle());
    const told = { staked: amount(check.staked), result: `${check.result > 0 ? '+' : ''}${amount(check.result)}` };
    return [say('session.check-title', { minutes: check.minutes }), say('session.check-text', told), say('session.play-on')];
  }

  async #ask() {
    const session = this.#session();
    const what = askedBy(session);
    if (what === null || document.querySelector('dialog[open]')) return;
    const [title, text, yes] = this.#question(session, what);
    const payOut = [['call-attendant', { reason: 'cash-out' }], say('session.stop')];
    const answers = [...(this.seat().credit > 0 ? [payOut] : []), [['confirm', { what }], yes]];
    this.asking = this.#asked();
    const chosen = await choiceOf(this.dialog, title, text, answers);
    this.asking = null;
    if (chosen) await this.#order(...chosen);
  }

  /** Tells how long the session has lasted and when it ends, and offers shorter limits. */
  async #tell() {
    const session = this.#session();
    if (!session) return;
    if (askedBy(session) !== null) {
      await this.#ask();
      return;
    }
    const lasts = say('session.lasts', { minutes: minutesOf(session, this.now()) });
    const ends = session.is_over ? say('session.over-text') : session.ends_at === null ? say('session.no-limit') : say('session.ends', { time: timeOf(session.ends_at) });
    const limits = session.is_over ? [] : limitsOf(session, this.now());
    const question = limits.length > 0 ? say('session.limit-question') : '';
    const options = limits.map((minutes) => [['session-limit', { minutes }], say('session.limit', { minutes })]);
    const chosen = await choiceOf(this.dialog, say('session.title'), [lasts, ends, question].filter(Boolean).join(' '), options);
    if (chosen) await this.#order(...chosen);
  }

  /** Names what is asked now among all that a session may ask; `null` where it asks nothing. */
  #asked() {
    const session = this.#session();
    const what = askedBy(session);
    return what && `${what} ${session.began_at} ${session.reality_check?.minutes ?? ''}`;
  }

  /** Draws the button, and opens what is asked once; not while the player has a decision to take, which does not wait: then it goes, and comes
   * again. What is not asked any more goes, too: the next player is another. */
  draw() {
    const asked = this.#asked();
    this.button.hidden = this.#session() === null;
    this.button.disabled = !this.mayAct();
    byId('notice').classList.toggle('asks', asked !== null);
    const decides = this.isAsked();
    if (this.asking !== null && (decides || this.asking !== asked)) {
      this.opened = null;
      this.dialog.close();
      // The next question waits until this one is gone: a dialog tells of its end later, and would end the next one, too.
      return;
    }
    if (asked === this.opened || (asked !== null && (decides || document.querySelector('dialog[open]')))) return;
    this.opened = asked;
    if (asked !== null) this.#ask();
  }
}
