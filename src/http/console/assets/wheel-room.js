// The wheel's table on the seat's console: layout, race track, wheel, result and the orders that lay and take chips. It shows what the
// cabinet says; a chip that was touched is hollow until the cabinet has accepted it.
import { hideBubble, showBubble, showRefusal } from './bubble.js';
import { callForm, placement } from './calls.js';
import { byId, element, setText, whenChanged } from './dom.js';
import { Felt, isInSecondHalf, placeName } from './felt.js';
import { betForm, identityOf, positionForm } from './layout.js';
import { money } from './money.js';
import { Orders } from './orders.js';
import { Oval, targetName } from './oval.js';
import { refusalWords } from './phase.js';
import { mayStakeAnew } from './play-session.js';
import { drawResult, wonPlaces } from './result.js';
import { drawStrip, hotColdRows, shareBars } from './strip.js';
import { Wheel } from './wheel.js';
import { numberStyle, say } from './words.js';

/** How many of the last numbers stand in the strip. */
const STRIP = 20;
const ACTIONS = ['undo', 'clear', 'repeat', 'double'];

export class WheelRoom {
  /**
   * `view()` gives `{cabinet, seat}`, `chip()` the chosen chip, `mayAct()` whether the line is alive; `send(name, body, stillWanted)`
   * sends an order, `takeSeat(answer)` takes in the seat of an answer, `onChange` draws.
   */
  constructor({ view, chip, mayAct, send, takeSeat, onChange }) {
    Object.assign(this, { view, chip, mayAct, takeSeat, onChange });
    this.removing = false;
    this.felt = new Felt(byId('felt'), { onAim: (spot) => this.#aimPlace(spot), onPlace: (spot) => this.#choosePlace(spot) });
    this.oval = new Oval(byId('oval'), { onAim: (target) => this.#aimCall(target), onPlace: (target) => this.#placeCall(target) });
    this.wheel = new Wheel(byId('wheel'));
    this.orders = new Orders({
      send,
      round: () => this.view().cabinet.round,
      onChange,
      onAnswer: (order, answer) => this.#takeAnswer(order, answer),
    });
    this.build = whenChanged((shape, sha256) => this.#build(shape));
    this.drawLast = whenChanged((newest, length, language) => this.#drawLast());
    /** Settled bets are no longer on the layout; they are shown until the next round opens, so that the winners can be seen. */
    this.drawBets = whenChanged((bets) => this.felt.setChips(new Map(bets.map((bet) => [identityOf(bet), bet.stake]))));
    this.drawOutcome = whenChanged((round, phase, pocket, lastRound, language) => this.#drawOutcome(phase, pocket));
    this.#listen();
  }

  // ---- What the player does ----

  #mayPlace() {
    return Boolean(this.view().cabinet?.betting_open) && this.mayAct();
  }

  /** A locked seat stakes nothing anew, and may take back what lies. */
  #mayStake() {
    return this.#mayPlace() && mayStakeAnew(this.view().seat);
  }

  #amount(minor) {
    return money(minor, this.view().cabinet.rules, numberStyle());
  }

  #choosePlace(spot) {
    if (!this.#mayPlace()) return;
    if (this.removing) {
      this.#takeBack(spot);
      return;
    }
    if (!this.#mayStake()) return;
    const body = { bets: [betForm(spot, this.chip())] };
    const preview = new Map([[spot.id, this.chip()]]);
    const words = { title: () => placeName(spot), anchor: () => this.felt.onScreen(spot) };
    this.orders.give({ name: 'bets', body, kind: spot.kind, preview, ...words });
  }

  #takeBack(spot) {
    const body = { position: positionForm(spot) };
    const title = () => `${say('action.remove')}: ${placeName(spot)}`;
    this.orders.give({ name: 'take-back', body, title, anchor: () => this.felt.onScreen(spot) });
  }

  /** Takes back the place that has the keyboard's focus. */
  takeBackFocused() {
    const id = document.activeElement?.dataset?.id;
    const spot = id && this.felt.layout.byId.get(id);
    if (spot && this.#mayPlace()) this.#takeBack(spot);
  }

  #placeCall(target) {
    if (!this.#mayStake()) return;
    const chip = this.chip();
    const preview = new Map(placement(target.call, target.number).map(([id, count]) => [id, count * chip]));
    const body = { bets: [callForm(target.call, target.number, chip)] };
    this.orders.give({ name: 'bets', body, preview, title: () => targetName(target), anchor: () => this.oval.onScreen(target) });
  }

  /** Undo, clear, repeat or double. */
  act(name) {
    if (!this.#mayPlace() || byId(name).disabled) return;
    const { seat } = this.view();
    const bets = { repeat: seat.repeat, double: seat.bets }[name] ?? [];
    const preview = new Map(bets.map((bet) => [identityOf(bet), bet.stake]));
    this.orders.give({ name, preview, title: () => say(`action.${name}`), anchor: () => middleOf(byId(name)) });
  }

  /** Whether the next touch of a place takes its chips back. */
  setRemoving(removing) {
    this.removing = removing;
    byId('remove').setAttribute('aria-pressed', String(removing));
    this.felt.setRemoving(removing);
  }

  #takeAnswer(order, answer) {
    if (answer.ok) {
      this.takeSeat(answer);
      setText(byId('polite'), `${order.title()}. ${say('money.stake')}: ${this.#amount(this.view().seat.staked)}`);
    } else showRefusal(refusalWords(answer) + this.#limitWords(order, answer), order.anchor());
    this.onChange();
  }

  /** The limits of the bet's kind, where they are the reason. */
  #limitWords(order, { reason }) {
    const limit = this.view().cabinet.rules.bets.find(({ bet }) => bet === order.kind);
    if (!limit || !['below-least', 'above-most'].includes(reason)) return '';
    return ` ${this.#amount(limit.least)} – ${this.#amount(limit.most)}.`;
  }

  #aimPlace(spot) {
    this.felt.aim(spot, this.chip());
    this.oval.light(spot ? spot.numbers : []);
    if (!spot) return hideBubble();
    const lies = this.felt.amounts.get(spot.id);
    const pays = this.view().cabinet.rules.bets.find(({ bet }) => bet === spot.kind).returns - 1;
    const detail = [say('rules.to-one', { times: pays }), lies ? this.#amount(lies) : ''].filter(Boolean).join(' · ');
    const title = this.removing ? `${say('action.remove')}: ${placeName(spot)}` : placeName(spot);
    showBubble(title, this.removing ? this.#amount(lies ?? 0) : detail, this.felt.onScreen(spot), 'aim');
  }

  #aimCall(target) {
    this.oval.aim(target);
    if (!target) {
      this.felt.light([]);
      return hideBubble();
    }
    const chips = placement(target.call, target.number);
    const count = chips.reduce((sum, [, each]) => sum + each, 0);
    this.felt.light(chips.flatMap(([id]) => this.felt.layout.byId.get(id).numbers));
    const price = `${count} × ${this.#amount(this.chip())} = ${this.#amount(count * this.chip())}`;
    showBubble(targetName(target), price, this.oval.onScreen(target), 'aim');
  }

  // ---- Drawing ----

  /** Draws everything; `shape` is how the screen is: `wide`, `low` or `tall`. */
  draw(shape, language) {
    const { cabinet, seat } = this.view();
    this.build(shape, cabinet.rules.sha256);
    this.wheel.run(cabinet.ball_on_rim);
    this.drawLast(cabinet.last[0]?.round, cabinet.last.length, language);
    this.drawBets((decidedPart(cabinet, seat) ?? seat).bets, this.felt.layout);
    this.drawOutcome(cabinet.round, cabinet.phase, cabinet.outcome?.pocket ?? null, seat.last?.round ?? 0, language, this.felt.layout);
    this.felt.setPending(this.orders.preview());
    this.#drawButtons(seat);
  }

  /** Writes the names of all places anew, in the language in use. */
  relabel() {
    this.felt.relabel();
    this.oval.relabel();
  }

  #build(shape) {
    const { rules } = this.view().cabinet;
    const tracked = rules.calls.length > 0;
    this.felt.build(shape === 'wide' && !tracked ? 'large' : shape, rules);
    this.oval.build(shape, rules.calls);
    document.body.classList.toggle('without-track', !tracked);
  }

  #drawLast() {
    const { last } = this.view().cabinet;
    drawStrip(byId('strip'), last, STRIP);
    byId('stats-box').replaceChildren(element('h2', '', say('stats.title', { count: last.length })), ...shareBars(last), ...hotColdRows(last, 5));
  }

  #drawOutcome(phase, pocket) {
    const { cabinet, seat } = this.view();
    const decided = phase === 'paid' && pocket !== null;
    const part = decidedPart(cabinet, seat);
    this.felt.setOutcome(decided ? pocket : null, decided ? wonPlaces(part) : new Set());
    this.oval.setOutcome(decided ? pocket : null);
    const shown = decided ? pocket : (cabinet.last[0]?.pocket ?? null);
    this.wheel.mark(phase === 'open' || decided ? shown : null);
    byId('result-box').classList.toggle('before', decided && isInSecondHalf(pocket));
    if (decided) drawResult(byId('result-box'), cabinet.outcome, part, cabinet.rules);
    else byId('result-box').replaceChildren();
    document.body.classList.toggle('with-result', decided);
  }

  #drawButtons(seat) {
    const open = this.#mayPlace();
    const stakes = this.#mayStake();
    this.felt.setEnabled(stakes || (open && this.removing));
    this.oval.setEnabled(stakes);
    const none = seat.bets.length === 0;
    const lacks = { undo: !seat.can_undo, clear: none, double: none || !stakes, repeat: seat.repeat.length === 0 || !stakes };
    for (const name of ACTIONS) byId(name).disabled = !open || lacks[name] || this.orders.has(name);
    byId('remove').disabled = !open || seat.bets.length === 0;
    if (this.removing && byId('remove').disabled) this.setRemoving(false);
  }

  #listen() {
    for (const name of ACTIONS) byId(name).addEventListener('click', () => this.act(name));
    byId('remove').addEventListener('click', () => {
      this.setRemoving(!this.removing);
      this.onChange();
    });
    for (const tab of document.querySelectorAll('.tabs button')) tab.addEventListener('click', () => chooseTab(tab.dataset.tab));
  }
}

function middleOf(node) {
  const box = node.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top };
}

/** The seat's part of this round, once it is decided. */
function decidedPart({ round, phase, outcome }, seat) {
  return phase === 'paid' && outcome && seat.last?.round === round ? seat.last : null;
}

function chooseTab(name) {
  document.body.dataset.tab = name;
  for (const tab of document.querySelectorAll('.tabs button')) tab.setAttribute('aria-pressed', String(tab.dataset.tab === name));
}
