// A table between players on the seat's console: sitting down, one's turn, and what is chosen before it. The cabinet alone says what may
// be done; what is chosen before one's turn is given only in the very situation in which it was chosen.
import { showRefusal } from './bubble.js';
import { cardDrawing, hasFourColours } from './cards.js';
import { byId, element, keep, setText, whenChanged } from './dom.js';
import { ownCards } from './hand-history.js';
import { layCards } from './hands.js';
import { minorOf, money } from './money.js';
import { anchorAt, ordersAtTable } from './orders.js';
import { refusalWords } from './phase.js';
import { mayStakeAnew } from './play-session.js';
import { PlayerFelt } from './player-felt.js';
import { TableOpening } from './player-opening.js';
import { openPlayerRules } from './player-sheet.js';
import { buyInOf, chosenBefore, hasPlace, isDealing, mayChooseBefore, mayWager, owedBy, partOfPot, pickedWith, playerTablesOf, situationOf, topUpOf, wagerNear } from './player-table.js';
import { feeRows, paidUntilWords, playerNotice, playerPhase, playerTableWords, resultLines, timeBankWords, unpaidHourWords } from './player-words.js';
import { numberStyle, say } from './words.js';

/** The parts of the pot that have a button. */
const PARTS = [['half', 0.5], ['two-thirds', 2 / 3], ['whole', 1]];
/** What may be chosen before one's turn. */
const BEFORE = ['check-fold', 'call', 'call-any'];

export class PlayerRoom {
  /** `view()` gives `{cabinet, seat}`, `mayAct()` whether the line is alive; `onChange` draws. */
  constructor(root, { requests, view, mayAct, onChange }) {
    Object.assign(this, { requests, view, mayAct, onChange });
    this.number = null;
    this.orders = new Map();
    this.before = null;
    this.given = null;
    this.wager = null;
    this.foldAsked = null;
    this.picks = null;
    this.chips = null;
    this.felt = new PlayerFelt(() => this.#openChips('join'));
    this.controls = element('div', 'player-controls panel');
    this.chipBox = this.#makeChipBox();
    this.turnBox = this.#makeTurnBox();
    this.beforeBox = this.#makeBeforeBox();
    this.seatBox = this.#makeSeatBox();
    this.showBox = this.#makeShowBox();
    this.opening = this.#makeOpening();
    this.controls.append(this.opening.root, this.turnBox, this.beforeBox, this.showBox, this.chipBox, this.seatBox);
    root.append(this.felt.root, this.controls);
    this.drawOnce = whenChanged(() => this.#draw());
  }

  /** Shows this table, or none where it is `null`. */
  show(number) {
    Object.assign(this, { number, before: null, wager: null, picks: null, chips: null, said: '' });
    this.announce();
  }

  /** The table that is shown; `null` where none is. */
  table() {
    return this.#pair()?.table ?? null;
  }

  own() {
    return this.#pair()?.own ?? null;
  }

  #pair(number = this.number) {
    return playerTablesOf(this.view()).find(({ table }) => table.table === number);
  }

  mySeat() {
    return this.view().seat.seat;
  }

  #place() {
    return this.own()?.places.find(({ seat }) => seat === this.mySeat()) ?? null;
  }

  /** What the head of the page tells of the table. */
  head() {
    const table = this.table();
    return { phase: playerPhase(table, this.mySeat()), detail: this.#detail(table), betting: false, runs: table, notice: playerNotice(table) };
  }

  #detail(table) {
    const [place, own, now] = [this.#place(), this.own(), this.view().cabinet.at];
    const hour = place && own ? unpaidHourWords(table, place, own, this.#rules(), now) || paidUntilWords(table, own, now) : '';
    return [timeBankWords(table, place), hour].filter(Boolean).join(' · ');
  }

  /** What the seat has at the table. */
  stakes() {
    const place = this.#place();
    return { staked: place ? place.stack + place.put_in : 0, last: null };
  }

  openRules(dialog) {
    openPlayerRules(dialog, this.table(), this.#rules(), this.onChange);
  }

  #rules() {
    return this.view().cabinet.rules;
  }

  #amount(minor) {
    return money(minor, this.#rules(), numberStyle());
  }

  /** Says to a screen reader what has changed, and does what was chosen before one's turn. */
  announce() {
    const [table, own] = [this.table(), this.own()];
    if (!table || !own) return;
    const words = playerTableWords(table, own, this.mySeat(), this.#rules());
    if (words !== this.said) setText(byId('polite'), words);
    this.said = words;
    this.#actAsChosen(table, own);
  }

  #actAsChosen(table, own) {
    if (this.before && (!mayChooseBefore(table) || this.before.situation !== situationOf(table, this.before.choice))) this.before = null;
    if (!own.offers || !this.before) return;
    const chosen = chosenBefore(this.before, table, own.offers);
    this.before = null;
    if (chosen && this.mayAct() && !this.#isGiven()) this.#act(chosen, this.turnBox);
  }

  // ---- Orders ----

  #pending(number = this.number) {
    if (!this.orders.has(number)) {
      const { requests, onChange } = this;
      const onRefused = (order, answer) => {
        if (order.name === 'act') this.given = null;
        showRefusal(refusalWords(answer), order.anchor());
      };
      const deal = () => this.#pair(number)?.table.deal;
      this.orders.set(number, ordersAtTable({ requests, seat: this.mySeat(), table: number, deal, onChange, onRefused }));
    }
    return this.orders.get(number);
  }

  #give(name, body, node) {
    this.#pending().give({ name, body, anchor: anchorAt(node) });
  }

  #turn() {
    const { table, deal, turn } = this.table();
    return turn && `${table}/${deal}/${turn.turn}`;
  }

  /** Whether an action for the turn that is on was given already. */
  #isGiven() {
    return this.given !== null && this.given === this.#turn();
  }

  #act({ action, amount, cards }, node) {
    const { turn } = this.table();
    if (!this.mayAct() || turn?.seat !== this.mySeat() || this.#isGiven()) return;
    this.given = this.#turn();
    this.wager = null;
    this.#give('act', { turn: turn.turn, action, ...(amount === undefined ? {} : { amount }), ...(cards === undefined ? {} : { cards }) }, node);
    this.onChange();
  }

  // ---- One's turn ----

  #makeTurnBox() {
    const box = element('div', 'player-turn');
    box.setAttribute('role', 'group');
    const names = ['fold', 'call', 'raise', 'stop', 'pass', 'exchange', 'divide', 'play-again', 'play-for-pot'];
    const buttons = names.map((name) => element('button', `choice ${name}`, undefined, { type: 'button' }));
    for (const button of buttons) button.append(element('span'), element('b'));
    const [fold, call, raise, stop, pass, buy, divide, again, forPot] = buttons;
    fold.addEventListener('click', ({ detail }) => this.#fold(fold, detail));
    call.addEventListener('click', () => this.#act({ action: this.own().offers.call > 0 ? 'call' : 'check' }, call));
    raise.addEventListener('click', () => this.#raise(raise));
    stop.addEventListener('click', () => this.#act({ action: 'stop' }, stop));
    pass.addEventListener('click', () => this.#act({ action: 'pass' }, pass));
    buy.addEventListener('click', () => this.#act({ action: 'exchange', cards: this.#picked() }, buy));
    divide.addEventListener('click', () => this.#act({ action: 'divide' }, divide));
    again.addEventListener('click', () => this.#act({ action: 'play-again' }, again));
    forPot.addEventListener('click', () => this.#act({ action: 'play-for-pot' }, forPot));
    const toBuy = element('div', 'cards-to-buy past-cards');
    toBuy.setAttribute('role', 'group');
    const amounts = element('div', 'wager-amounts');
    const slider = element('input', 'wager-slider', undefined, { type: 'range', min: 0 });
    slider.addEventListener('input', () => this.#wagerAt(Number(slider.value)));
    slider.addEventListener('keydown', (event) => this.#step(event));
    const typed = element('input', 'wager-typed', undefined, { type: 'text', inputMode: 'decimal', autocomplete: 'off' });
    typed.addEventListener('change', () => this.#typed(typed.value));
    const parts = element('div', 'wager-parts');
    for (const [name, part] of PARTS) parts.append(this.#partButton(name, () => partOfPot(this.own().offers, this.table(), this.mySeat(), part)));
    parts.append(this.#partButton('most', () => this.own().offers.wager.most));
    amounts.append(parts, slider, typed);
    box.append(toBuy, fold, pass, buy, call, raise, stop, forPot, divide, again, amounts);
    Object.assign(this, { fold, call, raise, stop, pass, buy, divide, again, forPot, toBuy, amounts, slider, typed, parts });
    return box;
  }

  #partButton(name, total) {
    const button = element('button', '', undefined, { type: 'button' });
    button.dataset.part = name;
    button.addEventListener('click', () => this.#wagerAt(total()));
    return button;
  }

  /** The total that stands at the slider: the one chosen in this turn, or the least. */
  #total() {
    const { wager } = this.own().offers;
    return this.wager?.turn === this.#turn() ? wagerNear(wager, this.wager.total) : wager.least;
  }

  #wagerAt(total) {
    if (!this.own()?.offers?.wager) return;
    this.wager = { turn: this.#turn(), total: wagerNear(this.own().offers.wager, total) };
    this.onChange();
  }

  /** A key moves the slider by one step of the wager. The slider itself knows minor units, so that it can stand at a whole stack too. */
  #step(event) {
    const ways = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    const wager = this.own()?.offers?.wager;
    if (!ways || !wager) return;
    event.preventDefault();
    this.#wagerAt(this.#total() + ways * wager.step);
  }

  /** What was typed, in the currency's units. */
  #typed(text) {
    const minor = minorOf(text, this.#rules().decimals, numberStyle());
    if (minor === null) this.onChange();
    else this.#wagerAt(minor);
  }

  #raise(node) {
    const { wager } = this.own().offers;
    const total = this.#total();
    if (!wager || !mayWager(wager, total)) return;
    this.#act({ action: wager.first ? 'bet' : 'raise-to', amount: total }, node);
  }

  /** A fold where it costs nothing to go on is asked for once more (SPB-17); the second tap of a double one does not answer. */
  #fold(node, taps) {
    const isAsked = this.foldAsked === this.#turn();
    if (!this.#foldsForNothing(this.own().offers) || (isAsked && taps < 2)) {
      this.#act({ action: 'fold' }, node);
      return;
    }
    this.foldAsked = this.#turn();
    this.onChange();
  }

  #foldsForNothing({ call, pass }) {
    return (call === 0 || pass) && !this.table().free_fold;
  }

  #drawTurn(offers) {
    this.turnBox.hidden = offers === null || this.#isGiven();
    if (offers === null) return;
    const { call, wager } = offers;
    const isOff = !this.mayAct() || this.#isGiven();
    this.turnBox.setAttribute('aria-label', say('deal.your-turn'));
    const fill = (button, words, amount) => {
      setText(button.querySelector('span'), words);
      setText(button.querySelector('b'), amount);
      button.disabled = isOff;
    };
    const isAsked = this.foldAsked === this.#turn() && this.#foldsForNothing(offers);
    fill(this.fold, say(isAsked ? 'poker.fold-for-nothing' : 'poker.fold'), '');
    this.fold.classList.toggle('asks', isAsked);
    this.fold.hidden = offers.divide;
    fill(this.call, say(call === 0 ? 'poker.check' : offers.pass ? 'poker.pay' : 'poker.call'), call > 0 ? this.#amount(call) : '');
    this.call.hidden = offers.divide || (offers.pass && call === 0);
    this.pass.hidden = !offers.pass;
    fill(this.pass, say(this.table().exchanges ? 'poker.keep' : 'poker.pass'), '');
    [this.divide.hidden, this.again.hidden] = [!offers.divide, !offers.divide];
    fill(this.divide, say('poker.divide'), '');
    fill(this.again, say('poker.play-again'), '');
    this.#drawExchange(offers.exchange, fill, isOff);
    this.stop.hidden = !offers.stop;
    fill(this.stop, say('poker.stop'), '');
    this.forPot.hidden = !offers.play_for_pot;
    fill(this.forPot, say('poker.play-for-pot'), '');
    this.raise.hidden = wager === null;
    this.amounts.hidden = wager === null || wager.least === wager.most;
    if (wager === null) return;
    const total = this.#total();
    const isAllIn = total === wager.all_in;
    fill(this.raise, say(isAllIn ? 'poker.all-in' : wager.first ? 'poker.bet' : 'poker.raise-to'), this.#amount(total));
    Object.assign(this.slider, { min: wager.least, max: wager.most, step: 1, value: total, disabled: isOff });
    this.slider.setAttribute('aria-label', say('poker.amount'));
    this.slider.setAttribute('aria-valuetext', this.#amount(total));
    this.typed.setAttribute('aria-label', say('poker.amount'));
    if (document.activeElement !== this.typed) this.typed.value = this.#amount(total);
    this.typed.disabled = isOff;
    for (const button of this.parts.children) {
      setText(button, say(`poker.part.${button.dataset.part}`));
      button.disabled = isOff;
    }
  }

  /** The places of the cards that are picked in this turn, from 1 on. */
  #picked() {
    return this.picks?.turn === this.#turn() ? this.picks.places : [];
  }

  #pick(place) {
    const { most } = this.own().offers.exchange;
    this.picks = { turn: this.#turn(), places: pickedWith(this.#picked(), place, most) };
    this.onChange();
  }

  /** The own cards to pick from, and what as many new ones cost. */
  #drawExchange(exchange, fill, isOff) {
    [this.toBuy.hidden, this.buy.hidden] = [exchange === null, exchange === null];
    if (exchange === null) return;
    const picked = this.#picked();
    this.toBuy.setAttribute('aria-label', say('choice.exchange-pick'));
    const cards = this.#place().down.map((name, index) => ({ name, place: index + 1 }));
    keep(this.toBuy, cards, ({ name, place }) => `${place}/${name}`, ({ name, place }) => this.#cardToPick(name, place), (button, { place }) => {
      button.setAttribute('aria-pressed', String(picked.includes(place)));
      button.disabled = isOff;
    });
    fill(this.buy, picked.length > 0 ? say('choice.exchange-cards', { count: picked.length }) : say('choice.exchange-pick'), picked.length > 0 ? this.#amount(picked.length * exchange.price) : '');
    this.buy.disabled = isOff || picked.length === 0;
  }

  #cardToPick(name, place) {
    const button = element('button', 'pick', undefined, { type: 'button' });
    button.append(cardDrawing(name));
    button.addEventListener('click', () => this.#pick(place));
    return button;
  }

  // ---- Before one's turn ----

  #makeBeforeBox() {
    const box = element('div', 'player-before');
    box.setAttribute('role', 'group');
    for (const choice of BEFORE) {
      const button = element('button', '', undefined, { type: 'button' });
      button.dataset.choice = choice;
      button.addEventListener('click', () => {
        this.before = this.before?.choice === choice ? null : { choice, situation: situationOf(this.table(), choice) };
        this.onChange();
      });
      box.append(button);
    }
    return box;
  }

  #drawBefore(table, own, place) {
    const isAskedAgain = place?.live && place.stack > 0 && !['fold', 'play-for-pot'].includes(place.acted?.action);
    const waits = mayChooseBefore(table) && table.phase === 'dealing' && isAskedAgain && own.offers === null && !place.leaving && !table.dividing;
    this.beforeBox.hidden = !waits;
    this.beforeBox.setAttribute('aria-label', say('poker.before'));
    for (const button of this.beforeBox.children) {
      // Where cards are traded for a price, it is the same for everybody.
      button.hidden = table.trades && button.dataset.choice === 'call-any';
      if (!button.hidden) setText(button, this.#beforeWords(table, place, button.dataset.choice));
      button.setAttribute('aria-pressed', String(this.before?.choice === button.dataset.choice));
      button.disabled = !this.mayAct();
    }
  }

  /** A call that is chosen before one's turn names what it costs. */
  #beforeWords(table, place, choice) {
    const owed = !place || table.trades || choice !== 'call' ? 0 : owedBy(table, place);
    if (owed > 0) return `${say('poker.call')} ${this.#amount(owed)}`;
    return say(`poker.before.${table.trades ? 'trading.' : ''}${choice}`);
  }

  // ---- Opening the table ----

  #makeOpening() {
    const give = (conditions, node) => this.#give('open', conditions, node);
    return new TableOpening({ give, mayAct: () => this.mayAct() && mayStakeAnew(this.view().seat), amount: (minor) => this.#amount(minor), onChange: this.onChange });
  }

  // ---- Show or muck ----

  #makeShowBox() {
    const box = element('div', 'player-show');
    box.setAttribute('role', 'group');
    const show = element('button', 'choice', undefined, { type: 'button' });
    show.append(element('span'), element('div', 'past-cards'));
    show.addEventListener('click', () => this.mayAct() && this.own().may_show && this.#give('show', {}, show));
    box.append(show);
    this.showButton = show;
    return box;
  }

  /** The hand that need not be shown, with the cards that would be seen: they stand in the newest deal of the history. */
  #drawShow(table, own) {
    this.showBox.hidden = !own.may_show;
    if (!own.may_show) return;
    const [words, cards] = this.showButton.children;
    const past = own.hands.find(({ deal }) => deal === table.deal);
    this.showBox.setAttribute('aria-label', say('poker.show'));
    setText(words, say('poker.show'));
    layCards(cards, past ? ownCards(past, this.mySeat()) : []);
    this.showButton.disabled = !this.mayAct();
  }

  // ---- Chips and the seat ----

  #makeChipBox() {
    const box = element('div', 'player-chips');
    box.setAttribute('role', 'group');
    const words = element('p', 'chip-words');
    const slider = element('input', 'wager-slider', undefined, { type: 'range' });
    const shown = element('b', 'chip-amount');
    slider.addEventListener('input', () => {
      this.chips = { ...this.chips, amount: Number(slider.value) };
      this.onChange();
    });
    const [done, away] = ['confirm', 'cancel'].map((name) => element('button', name, undefined, { type: 'button' }));
    done.addEventListener('click', () => this.#moveChips(done));
    away.addEventListener('click', () => {
      this.chips = null;
      this.onChange();
    });
    box.append(words, slider, shown, done, away);
    Object.assign(this, { chipWords: words, chipSlider: slider, chipAmount: shown, chipDone: done, chipAway: away });
    return box;
  }

  /** What may be moved from the credit now, by the order that moves it. */
  #range(order) {
    const place = this.#place();
    if (!mayStakeAnew(this.view().seat)) return null;
    if (order === 'join') return place || !hasPlace(this.table()) ? null : buyInOf(this.table(), this.view().seat.credit);
    return place ? topUpOf(this.table(), place, this.view().seat.credit) : null;
  }

  #openChips(order) {
    const range = this.#range(order);
    if (!range) return;
    const amount = order === 'join' ? range.most : range.least;
    this.chips = { order, amount };
    this.onChange();
  }

  #moveChips(node) {
    const { order, amount } = this.chips;
    if (!this.mayAct() || !this.#range(order)) return;
    this.chips = null;
    this.#give(order, { amount }, node);
    this.onChange();
  }

  #drawChips() {
    const range = this.chips && this.#range(this.chips.order);
    if (this.chips && !range) this.chips = null;
    this.chipBox.hidden = this.chips === null;
    if (this.chips === null) return;
    const amount = Math.min(Math.max(this.chips.amount, range.least), range.most);
    Object.assign(this.chipSlider, { min: range.least, max: range.most, step: range.step, value: amount });
    this.chips.amount = amount;
    this.chipSlider.setAttribute('aria-label', say('poker.amount'));
    this.chipSlider.setAttribute('aria-valuetext', this.#amount(amount));
    const limits = say(`poker.${this.chips.order}-text`, { least: this.#amount(range.least), most: this.#amount(range.most) });
    const fees = feeRows(this.table(), this.#rules()).map(([what, howMuch]) => `${what}: ${howMuch}`);
    setText(this.chipWords, [limits, fees.join(' · ')].join(' ').trim());
    setText(this.chipAmount, this.#amount(amount));
    setText(this.chipDone, say(`poker.${this.chips.order}`));
    setText(this.chipAway, say('ask.cancel'));
    this.chipDone.disabled = !this.mayAct();
  }

  #makeSeatBox() {
    const box = element('div', 'player-seat');
    box.setAttribute('role', 'group');
    const press = {
      join: () => this.#openChips('join'),
      'top-up': () => this.#openChips('top-up'),
      'sit-out': (node) => this.#give('sit-out', { out: !this.#place().sits_out }, node),
      muck: (node) => this.#give('muck', { automatically: !this.own().mucks }, node),
      leave: (node) => this.#give('leave', {}, node),
    };
    this.seatButtons = new Map(Object.entries(press).map(([name, work]) => {
      const button = element('button', '', undefined, { type: 'button' });
      button.addEventListener('click', () => this.mayAct() && work(button));
      return [name, button];
    }));
    box.append(...this.seatButtons.values());
    return box;
  }

  #drawSeat(table, place) {
    // Who has folded has no cards any more, and may have put in nothing.
    const takesPart = place !== null && (place.acted !== null || place.put_in + place.down.length + place.up.length > 0);
    const isInDeal = isDealing(table) && takesPart;
    const shown = { join: place === null && table.phase !== 'closed', 'top-up': place !== null, 'sit-out': place !== null, muck: place !== null, leave: place !== null };
    const may = {
      join: this.#range('join') !== null,
      'top-up': !isInDeal && this.#range('top-up') !== null,
      // A locked seat does not come back.
      'sit-out': !place?.leaving && !(place?.sits_out && !mayStakeAnew(this.view().seat)),
      muck: !place?.leaving,
      leave: !place?.leaving,
    };
    this.seatBox.setAttribute('aria-label', say('poker.seat'));
    for (const [name, button] of this.seatButtons) {
      button.hidden = !shown[name] || this.chips !== null;
      button.disabled = !may[name] || !this.mayAct();
      const key = name === 'sit-out' && place?.sits_out ? 'poker.back' : `poker.${name}`;
      setText(button, say(key));
      if (name === 'muck') button.setAttribute('aria-pressed', String(this.own().mucks === true));
    }
  }

  // ---- Drawing ----

  draw(language) {
    const [table, own] = [this.table(), this.own()];
    if (!table || !own) return;
    const mine = [this.opening.state(), this.before, this.wager, this.picks, this.chips, this.view().seat.credit, mayStakeAnew(this.view().seat), this.mayAct(), this.#isGiven()];
    this.drawOnce(JSON.stringify([table, { ...own, hands: null }, mine, hasFourColours(), language]));
  }

  #draw() {
    const [table, own, place] = [this.table(), this.own(), this.#place()];
    const result = resultLines(table, this.#rules());
    const question = own.offers?.divide ? [say('poker.to-divide')] : [];
    const lines = result.length > 0 || table.phase === 'dealing' ? [...result, ...question] : [say(`poker.phase.${table.phase}`)];
    this.felt.draw(table, own, { mine: this.mySeat(), rules: this.#rules(), lines, mayJoin: this.#range('join') !== null && this.mayAct() });
    this.#drawTurn(own.offers);
    this.#drawBefore(table, own, place);
    this.#drawShow(table, own);
    this.opening.draw(table);
    this.#drawChips();
    this.#drawSeat(table, place);
  }
}
