// A card table on the seat's console: which table is shown, and the orders that its boxes and choices send. A stake that was touched
// is hollow until the cabinet has accepted it.
import { confirmation } from './ask.js';
import { showRefusal } from './bubble.js';
import { CardCloth } from './card-cloth.js';
import { RuleShelf } from './card-rules.js';
import { openTableRules } from './card-sheets.js';
import { drawSide } from './card-side.js';
import { hasFourColours } from './cards.js';
import { byId, element, setText, whenChanged } from './dom.js';
import { money } from './money.js';
import { anchorAt, ordersAtTable } from './orders.js';
import { refusalWords } from './phase.js';
import { mayStakeAnew } from './play-session.js';
import { partOf } from './settlement.js';
import { tablesOf, takesStakes } from './tables.js';
import { choiceWords, coupWords, dealWords, deckWords, ownTurn, tableNotice, tablePhase } from './table-words.js';
import { numberStyle, say } from './words.js';

/** The bet of a box that is played dark is laid together with its ante, and is twice as much. */
const BET_IN_ANTES = 2;

export class CardRoom {
  /** `view()` gives `{cabinet, seat}`, `chip()` the chosen chip, `mayAct()` whether the line is alive, `now()` the cabinet's clock; `onChange` draws. */
  constructor(root, { requests, view, chip, mayAct, now, onChange }) {
    Object.assign(this, { requests, view, chip, mayAct, now, onChange });
    this.removing = false;
    this.decided = null;
    /** The decision that a question is about; `null` where none is open. */
    this.asked = null;
    this.number = null;
    this.rules = new RuleShelf((path) => requests.read(path), onChange);
    this.orders = new Map();
    this.cloth = new CardCloth(this);
    this.side = element('aside', 'panel card-side', undefined, { tabIndex: 0 });
    root.append(this.cloth.root, this.side);
    this.drawOnce = whenChanged((shown, language) => this.#draw(language));
    byId('card-remove').addEventListener('click', () => {
      this.setRemoving(!this.removing);
      this.onChange();
    });
    byId('card-clear').addEventListener('click', (event) => this.#mayStake() && this.#give({ name: 'take-back', body: { box: null } }, event.currentTarget));
    byId('card-repeat').addEventListener('click', (event) => this.#mayStakeAnew() && this.#give({ name: 'repeat', body: {} }, event.currentTarget));
  }

  /** Shows this table, or none where it is `null`. */
  show(number) {
    this.number = number;
    this.cloth.picked.clear();
    this.setRemoving(false);
    this.said = '';
    this.announce();
  }

  /** The table that is shown; `null` where it is the wheel. */
  table() {
    return this.tableOf(this.number) ?? null;
  }

  /** The table of this number. */
  tableOf(number) {
    return tablesOf(this.view()).find(({ table }) => table === number);
  }

  /** What only this seat may see of it. */
  own() {
    return this.view().seat?.tables.find(({ table }) => table === this.number) ?? null;
  }

  mySeat() {
    return this.view().seat.seat;
  }

  /** What the seat had staked and was returned in its last settled deal at the table; `null` where there was none. */
  last() {
    const settlement = this.own().deals[0]?.settlement;
    return settlement ? partOf(settlement, this.mySeat()) : null;
  }

  /** What the head of the page tells of the table. */
  head() {
    const table = this.table();
    const detail = deckWords(table, this.now()) || coupWords(table);
    return { phase: tablePhase(table, this.mySeat()), detail, betting: takesStakes(table), runs: table, notice: tableNotice(table, this.mySeat()) };
  }

  /** What the seat has staked at the table, and what came of it last. */
  stakes() {
    return this.own() && { staked: this.own().staked, last: this.last() };
  }

  openRules(dialog) {
    openTableRules(dialog, this.table(), this.view().cabinet.rules, { shelf: this.rules, onChange: this.onChange });
  }

  /** Says to a screen reader what has changed at the table. */
  announce() {
    if (!this.table() || !this.own()) return;
    const words = dealWords(this.table(), this.own(), this.mySeat(), this.view().cabinet.rules);
    if (words !== this.said) setText(byId('polite'), words);
    this.said = words;
  }

  // ---- What the player does ----

  /** The orders of this seat that are on their way to the table. */
  pending(number = this.number) {
    if (!this.orders.has(number)) {
      const { requests, onChange } = this;
      const onRefused = (order, answer) => {
        if (order.name === 'choose') this.decided = null;
        showRefusal(refusalWords(answer), order.anchor());
      };
      const deal = () => this.tableOf(number)?.deal;
      this.orders.set(number, ordersAtTable({ requests, seat: this.mySeat(), table: number, deal, onChange, onRefused }));
    }
    return this.orders.get(number);
  }

  #give(order, node) {
    this.pending().give({ anchor: anchorAt(node), ...order });
  }

  #mayStake() {
    const table = this.table();
    return this.mayAct() && Boolean(table) && takesStakes(table);
  }

  /** A locked seat stakes nothing anew, and may take back what lies. */
  #mayStakeAnew() {
    return this.#mayStake() && mayStakeAnew(this.view().seat);
  }

  /** Whether the next touch of a box takes back what the seat has laid there. */
  setRemoving(removing) {
    this.removing = removing;
    byId('card-remove').setAttribute('aria-pressed', String(removing));
  }

  /** Lays the chosen chip on a box, or takes everything back from it. */
  stake(box, kind, node) {
    const offer = this.table().offers.find(({ stake }) => stake === kind);
    if (!offer || !this.#mayStake()) return;
    if (this.removing) {
      this.#give({ name: 'take-back', body: { box } }, node);
      return;
    }
    if (!this.#mayStakeAnew()) return;
    const amount = this.#amountFor(box, offer);
    this.#give({ name: 'stakes', body: { stakes: [{ box, stake: kind, amount }] }, preview: new Map([[`${box}/${kind}`, amount]]) }, node);
  }

  /** Lays the stake of a machine, the same on each of so many lines, which begins the deal. */
  deal(amount, lines, node) {
    const { table, offers: [{ stake }] } = this.table();
    if (!this.#mayStakeAnew() || this.pending(table).has('stakes')) return;
    this.#give({ name: 'stakes', body: { stakes: Array.from({ length: lines }, (_, nth) => ({ box: nth + 1, stake, amount })) } }, node);
  }

  /** The chip as far as it goes into the table's step; the first on a spot is never less than the least that lies there. */
  #amountFor(box, offer) {
    const ante = offer.stake === 'bet' ? this.lying(box, 'ante', this.mySeat()) : 0;
    if (ante) return ante * BET_IN_ANTES;
    const chip = Math.max(this.chip() - (this.chip() % offer.step), offer.step);
    return this.lying(box, offer.stake, this.mySeat()) ? chip : Math.max(chip, offer.least);
  }

  /** What lies on a box for this, of one seat or of all. */
  lying(box, kind, seat = null) {
    const isMeant = (stake) => stake.box === box && stake.stake === kind && (seat === null || stake.seat === seat);
    return this.table().stakes.filter(isMeant).reduce((sum, { amount }) => sum + amount, 0);
  }

  /** Decides; a choice that gives up a win is asked about first. */
  async choose(choice, node) {
    const decision = this.#decision();
    if (choice.gives_up > 0 && !(await this.#isMeant(choice, decision))) return;
    const turn = this.#turn();
    if (!this.mayAct() || !turn || decision !== this.#decision()) return;
    const body = { turn: turn.turn, choice: choice.choice };
    if (choice.choice === 'insure' || choice.choice === 'tie') body.amount = this.cloth.amountOf(choice);
    if (choice.of > 0) body.cards = [...this.cloth.picked].map((place) => place + 1).sort();
    this.cloth.picked.clear();
    this.decided = this.#decision();
    this.#give({ name: 'choose', body }, node);
  }

  /** Whether the player gives up what a side stake has won (`house-poker-am` HPAM-Q14). */
  #isMeant(choice, decision) {
    const { rules } = this.view().cabinet;
    this.asked = decision;
    const [name, amount] = [choiceWords(choice), money(choice.gives_up, rules, numberStyle())];
    return confirmation(byId('ask'), name, say('choice.gives-up', { amount }), name, true).finally(() => {
      this.asked = null;
    });
  }

  /** Whether the decision that is waited for was taken here already, and the view that shows it is still to come. */
  isDecided() {
    return this.decided !== null && this.decided === this.#decision();
  }

  #turn() {
    return ownTurn(this.table(), this.mySeat());
  }

  /** What names a decision among those of all tables and deals. */
  #decision() {
    const { table, deal } = this.table();
    const turn = this.table() && this.#turn();
    return turn && `${table}/${deal}/${turn.turn}`;
  }

  // ---- Drawing ----

  draw(language) {
    const [table, own] = [this.table(), this.own()];
    if (!table || !own) return;
    if (this.asked !== null && this.asked !== this.#decision()) byId('ask').close();
    const pending = this.pending();
    // How long a shuffle takes yet is told by the second.
    const second = table.shuffle ? Math.floor(this.now() / 1000000) : 0;
    const chosen = [[...this.cloth.picked], this.cloth.chosen.place, this.cloth.stakes.chosen, this.view().seat.credit, mayStakeAnew(this.view().seat), this.removing];
    const shown = [table, own, second, this.rules.here(table) !== null, this.mayAct(), [...pending.preview()], this.isDecided(), chosen, hasFourColours()];
    this.drawOnce(JSON.stringify(shown), language);
  }

  #draw(language) {
    const [table, own] = [this.table(), this.own()];
    const staking = this.#mayStake();
    const anew = this.#mayStakeAnew();
    this.cloth.draw(table, own, { staking: anew || (staking && this.removing), language });
    drawSide(this.side, table, { seat: this.mySeat(), rules: this.view().cabinet.rules, told: this.rules.here(table), onChange: this.onChange });
    byId('card-remove').disabled = !staking || own.staked === 0;
    if (this.removing && byId('card-remove').disabled) this.setRemoving(false);
    byId('card-clear').disabled = !staking || own.staked === 0;
    byId('card-repeat').disabled = !anew || own.repeat.length === 0;
  }
}
