// The seats on the attendant's page: what each has and has staked, and for who may give them the orders that bring its money in and out.
import { amountOf, confirmation, reason } from './ask.js';
import { byId, drawing, element, setText, whenChanged } from './dom.js';
import { money } from './money.js';
import { askedBy } from './play-session.js';
import { numberStyle, say } from './words.js';

/** An amount of this many of the largest chip is asked about once more. */
const LARGE_IN_CHIPS = 10;

export class SeatCredit {
  /** `view()` gives `{cabinet, official, mayOrder}`, `order(lane, path, body, done)` sends an order and says what came of it. */
  constructor({ dialog, view, order }) {
    Object.assign(this, { dialog, view, order });
    this.build = whenChanged((seats, language) => {
      const { seats: lines } = this.view().official;
      byId('seats').replaceChildren(...lines.map(({ seat }) => this.#card(seat)));
      byId('waiting').replaceChildren(...lines.map(({ seat }) => this.#waiting(seat)));
    });
  }

  #amount(minor) {
    return money(minor, this.view().cabinet.rules, numberStyle());
  }

  #line(seat) {
    return this.view().official.seats.find((each) => each.seat === seat);
  }

  /** What the seat has staked at the wheel: what it has staked in all without what lies at the card tables. */
  #atWheel(line) {
    const lying = this.view().cabinet.tables.filter(({ settlement }) => !settlement).flatMap(({ stakes }) => stakes);
    return lying.filter(({ seat }) => seat === line.seat).reduce((rest, { amount }) => rest - amount, line.staked);
  }

  async #credit(seat, direction) {
    const { rules } = this.view().cabinet;
    const { credit } = this.#line(seat);
    const title = say(`credit.${direction}-title`, { seat });
    const bounds = direction === 'out' ? { most: credit, all: credit } : {};
    const chosen = await amountOf(this.dialog, title, rules, { ...bounds, yes: say(`credit.${direction}`) });
    if (!chosen) return;
    const sentence = say(`credit.${direction}-sure`, { seat, amount: this.#amount(chosen) });
    const large = chosen >= Math.max(...rules.chips) * LARGE_IN_CHIPS;
    const text = large ? `${sentence} ${say('credit.large')}` : sentence;
    const sure = await confirmation(this.dialog, title, text, this.#amount(chosen), large);
    const done = say(`credit.${direction}-done`, { seat, amount: this.#amount(chosen) });
    if (sure) await this.order(`seat-${seat}`, `seats/${seat}/credit-${direction}`, { amount: chosen }, done);
  }

  async #returnStakes(seat) {
    // The round is taken now: a click that was thought over for long must not act on the next one.
    const { round } = this.view().cabinet;
    const text = say('return.sure', { seat, amount: this.#amount(this.#atWheel(this.#line(seat))) });
    const sure = await confirmation(this.dialog, say('return.title'), text, say('return.yes'), true);
    if (sure) await this.order(`seat-${seat}`, `seats/${seat}/return-stakes`, { round }, say('return.done', { seat }));
  }

  async #payByHand(seat, how) {
    const pay = this.#due(seat)[0];
    if (!pay) return;
    const told = { seat, amount: this.#amount(pay.amount) };
    const sure = await confirmation(this.dialog, say('hand-pay.title'), say(`hand-pay.${how}-sure`, told), this.#amount(pay.amount), true);
    if (sure) await this.order(`seat-${seat}`, 'table/hand-pay', { hand_pay: pay.hand_pay, how }, say(`hand-pay.${how}-done`, told));
  }

  /** What waits to be paid to the seat by hand, oldest first. */
  #due(seat) {
    return this.view().official.hand_pays.filter((pay) => pay.seat === seat);
  }

  async #answer(seat) {
    const call = this.#call(seat);
    if (call) await this.order(`seat-${seat}`, 'table/answer-call', { call: call.call }, say('calling.answered', { seat }));
  }

  /** The seat's call, while it waits for an attendant. */
  #call(seat) {
    return this.view().official.attendant_calls.find((call) => call.seat === seat);
  }

  async #lock(seat) {
    const ready = ['reason.player', 'reason.dispute'].map((key) => say(key));
    const why = await reason(this.dialog, say('lock.title', { seat }), say('lock.text'), ready, say('lock.lock'), true);
    if (why) await this.order(`seat-${seat}`, `seats/${seat}/lock`, { reason: why }, say('lock.done', { seat }));
  }

  async #unlock(seat) {
    if (this.#locked(seat)) await this.order(`seat-${seat}`, `seats/${seat}/lock`, { reason: null }, say('lock.undone', { seat }));
  }

  /** The seat's lock, where an attendant has locked it. */
  #locked(seat) {
    return this.view().official.seat_locks.find((lock) => lock.seat === seat);
  }

  #card(seat) {
    const card = element('article', 'panel seat-card');
    card.dataset.seat = String(seat);
    const head = element('header');
    head.append(element('h2', '', `${say('seat.word')} ${seat}`), element('span', 'tag'));
    const figures = element('dl');
    for (const [name, key] of [['credit', 'money.balance'], ['staked', 'money.stake']]) {
      const pair = element('div', name);
      pair.append(element('dt', '', say(key)), element('dd'));
      figures.append(pair);
    }
    card.append(head, figures, ...this.#offered(() => this.#orders(seat)));
    return card;
  }

  /** The buttons of a seat's card. */
  #orders(seat) {
    const buttons = element('div', 'seat-orders');
    buttons.append(
      orderButton('in', seat, 'credit.in', () => this.#credit(seat, 'in')),
      orderButton('out', seat, 'credit.out', () => this.#credit(seat, 'out')),
      orderButton('return', seat, 'return.title', () => this.#returnStakes(seat)),
      this.#lockButton(seat),
    );
    return buttons;
  }

  /** What waits of this seat for an attendant; seen only while something does. */
  #waiting(seat) {
    const row = element('article', 'waiting', undefined, { hidden: true });
    row.dataset.seat = String(seat);
    const session = element('p', 'session-over', undefined, { hidden: true });
    row.append(element('h3', '', `${say('seat.word')} ${seat}`), this.#calling(seat), this.#handPay(seat), session, this.#lockBox(seat));
    return row;
  }

  /** The button that locks the seat: a padlock, for words have no room there; not seen while the seat is locked. */
  #lockButton(seat) {
    const button = orderButton('lock', seat, 'lock.lock', () => this.#lock(seat));
    button.title = say('lock.lock');
    button.replaceChildren(padlock());
    return button;
  }

  /** Who has locked the seat and why, with a button that unlocks it; seen only while it is locked. */
  #lockBox(seat) {
    const box = element('div', 'lock-box', undefined, { hidden: true });
    box.append(element('p'), ...this.#offered(() => orderButton('unlock', seat, 'lock.unlock', () => this.#unlock(seat))));
    return box;
  }

  /** What the seat calls for, with a button for the attendant who has come; seen only while it waits. */
  #calling(seat) {
    const box = element('div', 'calling', undefined, { hidden: true });
    const button = () => orderButton('answer', seat, 'calling.answer', () => this.#answer(seat));
    box.append(element('p', '', undefined, { role: 'status' }), ...this.#offered(button));
    return box;
  }

  /** What an attendant has to pay by hand, with a button for each way to pay it; seen only where something waits. */
  #handPay(seat) {
    const box = element('div', 'hand-pay', undefined, { hidden: true });
    const button = (how) => orderButton(how, seat, `hand-pay.${how}`, () => this.#payByHand(seat, how));
    box.append(element('p'), ...this.#offered(() => button('cash'), () => button('credit')));
    return box;
  }

  /** What these make, for who may give orders. */
  #offered(...makers) {
    return this.view().mayOrder ? makers.map((make) => make()) : [];
  }

  /** Draws every seat; `isLocked(lane)` says whether a seat's orders are switched off. */
  draw(isLocked, language) {
    const { cabinet, official } = this.view();
    this.build(official.seats.map(({ seat }) => seat).join(), language);
    for (const line of official.seats) this.#fill(line, cabinet, isLocked(`seat-${line.seat}`));
    const sessions = official.seats.filter(isOver).length;
    byId('nobody-waits').hidden = official.hand_pays.length + official.attendant_calls.length + official.seat_locks.length + sessions > 0;
  }

  #fill(line, cabinet, locked) {
    const card = byId('seats').querySelector(`[data-seat="${line.seat}"]`);
    setText(card.querySelector('.credit dd'), this.#amount(line.credit));
    setText(card.querySelector('.staked dd'), this.#amount(line.staked));
    const due = this.#due(line.seat);
    const lock = this.#locked(line.seat);
    const tag = lock ? 'lock.tag' : due.length > 0 ? 'hand-pay.title' : isOver(line) ? 'session.tag-over' : askedBy(line.play_session) ? 'session.tag-asked' : line.staked > 0 ? 'seat.playing' : line.credit > 0 ? 'seat.credit' : 'seat.empty';
    setText(card.querySelector('.tag'), say(tag));
    card.classList.toggle('playing', line.staked > 0);
    card.classList.toggle('empty', line.staked === 0 && line.credit === 0 && due.length === 0);
    card.classList.toggle('calls', this.#fillWaiting(line, due, lock, locked));
    card.classList.toggle('is-locked', Boolean(lock));
    if (this.view().mayOrder) this.#fillOrders(card, line, cabinet, locked);
  }

  /** Says which orders there are now; `locked` switches all off. */
  #fillOrders(card, line, cabinet, locked) {
    const lock = this.#locked(line.seat);
    card.querySelector('.lock').hidden = Boolean(lock);
    card.querySelector('.lock').disabled = locked;
    card.querySelector('.in').disabled = locked;
    card.querySelector('.out').disabled = locked || line.credit === 0;
    card.querySelector('.return').disabled = locked || this.#atWheel(line) === 0 || !cabinet.betting_open;
  }

  /** Brings up to date what waits of the seat, its lock among it; whether it calls, is to be paid, or its time is up. */
  #fillWaiting(line, due, lock, locked) {
    const { seat } = line;
    const row = byId('waiting').querySelector(`[data-seat="${seat}"]`);
    const [calling, pay, call] = [row.querySelector('.calling'), row.querySelector('.hand-pay'), this.#call(seat)];
    row.hidden = !call && due.length === 0 && !lock && !isOver(line);
    calling.hidden = !call;
    if (call) setText(calling.querySelector('p'), say(`calling.told-${call.reason}`));
    pay.hidden = due.length === 0;
    if (due.length > 0) setText(pay.querySelector('p'), say('hand-pay.due', { amount: this.#amount(due[0].amount) }));
    const session = row.querySelector('.session-over');
    session.hidden = !isOver(line);
    if (isOver(line)) setText(session, say('session.told-over', { amount: this.#amount(line.credit) }));
    const lockBox = row.querySelector('.lock-box');
    lockBox.hidden = !lock;
    if (lock) setText(lockBox.querySelector('p'), say('lock.told', lock));
    for (const button of row.querySelectorAll('button')) button.disabled = locked;
    return Boolean(call) || due.length > 0 || isOver(line);
  }
}

/** A button of a seat's order, which is told with its seat. */
function orderButton(name, seat, key, press) {
  const button = element('button', name, say(key), { type: 'button' });
  button.setAttribute('aria-label', `${say('seat.word')} ${seat}: ${say(key)}`);
  button.addEventListener('click', press);
  return button;
}

/** Whether the time of the seat's session of play is up. */
const isOver = ({ play_session: session }) => session?.is_over ?? false;

/** A closed padlock, drawn: few fonts have it. */
function padlock() {
  const sign = drawing('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' });
  sign.append(drawing('path', { d: 'M5 11h14v9H5ZM8 11V8a4 4 0 0 1 8 0v3' }));
  return sign;
}
