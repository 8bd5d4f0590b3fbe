// The seat's badge, which calls an attendant: it asks what for, shows that somebody is waited for, and lets the player think better of it.
import { choiceOf } from './ask.js';
import { showRefusal } from './bubble.js';
import { byId, setText } from './dom.js';
import { anchorAt } from './orders.js';
import { refusalWords } from './phase.js';
import { say } from './words.js';

/** What a seat may ask for now, each with its words; `null` is that nobody has to come any more. */
export function callsOf({ attendant_call: call, credit }) {
  const reasons = ['help', ...(credit > 0 ? ['cash-out'] : [])].filter((reason) => reason !== call?.reason);
  const asked = reasons.map((reason) => [reason, `calling.${reason}`]);
  return call ? [...asked, [null, 'calling.withdraw']] : asked;
}

export class CallButton {
  /** `seat()` is the seat as the cabinet shows it, `send(name, body)` sends an order of it, `mayAct()` says whether one may be given. */
  constructor(button, { dialog, seat, send, mayAct }) {
    Object.assign(this, { button, dialog, seat, send, mayAct });
    button.addEventListener('click', () => this.#ask());
  }

  async #ask() {
    const { attendant_call: call } = this.seat();
    // A choice is never `null`: that is what a dropped question answers.
    const options = callsOf(this.seat()).map(([reason, words]) => [{ reason }, say(words)]);
    const body = await choiceOf(this.dialog, say('calling.title'), say(call ? `calling.waits-${call.reason}` : 'calling.question'), options);
    if (!body) return;
    const answer = await this.send('call-attendant', body, this.mayAct);
    if (!answer.ok && !answer.lost) showRefusal(refusalWords(answer), anchorAt(this.button)());
  }

  /** Says to those who do not see it that somebody is waited for, once. */
  #tell(words) {
    if (this.told !== words) setText(byId('polite'), words);
    this.told = words;
  }

  /** Draws whether somebody is waited for. */
  draw() {
    const { attendant_call: call, seat } = this.seat();
    const words = call ? `calling.waits-${call.reason}` : 'calling.title';
    this.button.classList.toggle('calls', call !== null);
    this.button.setAttribute('aria-label', `${say('seat.word')} ${seat}: ${say(words)}`);
    this.button.disabled = !this.mayAct();
    if (call) this.#tell(say(words));
    else this.told = null;
  }
}
