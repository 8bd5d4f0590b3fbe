// A card table on the seat's console: boxes to stake on, hands, and the choices the seat has. It shows what the cabinet says; a stake
// that was touched is hollow until the cabinet has accepted it.
import { showRefusal } from './bubble.js';
import { cardDrawing, hasFourColours, setFourColours } from './cards.js';
import { byId, element, setText } from './dom.js';
import { money, short } from './money.js';
import { Orders } from './orders.js';
import { holdReason, refusalWords } from './phase.js';
import { choiceWords, handWords, lineWords, placeWords, tableName, voidWords } from './table-words.js';
import { numberStyle, say } from './words.js';

/** Stakes whose amount follows from another one on the same box. */
const TIED = { bet: ['ante', 2, 1] };

export class CardRoom {
  /** `view()` gives `{cabinet, seat}`, `chip()` the chosen chip, `mayAct()` whether the line is alive; `onChange` draws. */
  constructor(root, { requests, view, chip, mayAct, onChange }) {
    Object.assign(this, { root, requests, view, chip, mayAct, onChange });
    this.number = null;
    this.picked = new Set();
    this.orders = new Map();
    this.#build();
  }

  /** Shows this table, or none where it is `null`. */
  show(number) {
    this.number = number;
    this.picked.clear();
    this.drawn = '';
  }

  /** The table that is shown. */
  table() {
    return this.view().cabinet?.tables.find(({ table }) => table === this.number) ?? null;
  }

  own() {
    return this.view().seat?.tables.find(({ table }) => table === this.number) ?? null;
  }

  mySeat() {
    return this.view().seat.seat;
  }

  #build() {
    this.house = element('div', 'house-hands');
    this.boxes = element('div', 'boxes');
    this.choices = element('div', 'choices');
    this.choices.setAttribute('role', 'group');
    const cloth = element('section', 'cloth card-cloth');
    cloth.append(this.house, this.boxes, this.choices);
    this.side = element('aside', 'panel card-side');
    this.root.append(cloth, this.side);
  }

  #amount(minor) {
    return money(minor, this.view().cabinet.rules, numberStyle());
  }

  #ordersOf(number) {
    if (!this.orders.has(number)) {
      const path = `/api/v1/seats/${this.mySeat()}/tables/${number}`;
      this.orders.set(number, new Orders({
        send: (name, body, stillWanted) => this.requests.order(`${path}/${name}`, body, stillWanted),
        mark: 'deal',
        round: () => this.view().cabinet.tables.find(({ table }) => table === number)?.deal,
        onChange: this.onChange,
        onAnswer: (order, answer) => answer.ok || showRefusal(refusalWords(answer), order.anchor()),
      }));
    }
    return this.orders.get(number);
  }

  #give(order, node) {
    const box = node.getBoundingClientRect();
    const anchor = () => ({ x: box.left + box.width / 2, y: box.top });
    this.#ordersOf(this.number).give({ anchor, ...order });
  }

  #mayStake() {
    return this.mayAct() && this.table()?.phase === 'staking';
  }

  #stake(box, offer, node) {
    if (!this.#mayStake()) return;
    const body = { stakes: [{ box, stake: offer.stake, amount: this.#amountFor(box, offer) }] };
    this.#give({ name: 'stakes', body, preview: new Map([[`${box}/${offer.stake}`, body.stakes[0].amount]]) }, node);
  }

  /** A tied stake is as much as its rule asks for; every other is the chosen chip, and never less than the least. */
  #amountFor(box, offer) {
    const tied = TIED[offer.stake];
    const lies = tied && this.#lying(box, tied[0], this.mySeat());
    if (lies) return (lies * tied[1]) / tied[2];
    return this.#lying(box, offer.stake, this.mySeat()) ? this.chip() : Math.max(this.chip(), offer.least);
  }

  #lying(box, kind, seat = null) {
    const own = (stake) => stake.box === box && stake.stake === kind && (seat === null || stake.seat === seat);
    return this.table().stakes.filter(own).reduce((sum, { amount }) => sum + amount, 0);
  }

  /** Takes everything back that the seat has laid at the table. */
  takeBack(node) {
    if (this.#mayStake()) this.#give({ name: 'take-back', body: { box: null } }, node);
  }

  /** Lays the stakes of the last deal again. */
  repeat(node) {
    if (this.#mayStake()) this.#give({ name: 'repeat', body: {} }, node);
  }

  #choose(choice, node) {
    const table = this.table();
    if (!this.mayAct() || !table.turn) return;
    const body = { turn: table.turn.turn, choice: choice.choice };
    if (choice.choice === 'insure') body.amount = choice.most;
    if (choice.choice === 'exchange') body.cards = [...this.picked].map((place) => place + 1).sort();
    this.picked.clear();
    this.#give({ name: 'choose', body }, node);
  }

  // ---- Drawing ----

  draw() {
    const [table, own] = [this.table(), this.own()];
    if (!table || !own) return;
    const pending = this.#ordersOf(this.number);
    const shown = JSON.stringify([table, own, this.mayAct(), [...pending.preview()], pending.has('choose'), [...this.picked], this.chip(), hasFourColours(), say('deal.staking')]);
    if (shown === this.drawn) return;
    this.drawn = shown;
    this.#drawHands(table, own);
    this.#drawChoices(table, own, pending);
    this.#drawSide(table);
  }

  #drawHands(table, own) {
    const open = (at) => own.hands.find((hand) => JSON.stringify(hand.at) === JSON.stringify(at));
    const hands = table.hands.map((hand) => ({ ...(open(hand.at) ?? hand), at: hand.at }));
    const house = hands.filter(({ at }) => at.place !== 'hand' && at.place !== 'discard');
    this.house.replaceChildren(...house.map((hand) => this.#hand(table, hand)));
    const boxes = Array.from({ length: table.boxes }, (_, index) => index + 1);
    // Baccarat has no boxes to look at: a seat stakes on its own.
    const shared = table.offers.some(({ stake }) => stake === 'banker');
    const shown = shared ? [this.mySeat()] : boxes;
    this.boxes.classList.toggle('single', shared);
    this.boxes.replaceChildren(...shown.map((box) => this.#box(table, box, hands.filter(({ at }) => at.box === box))));
  }

  #hand(table, hand) {
    const node = element('div', `hand ${hand.standing}`);
    const isTurn = table.turn && hand.at.box === table.turn.box && hand.at.hand === table.turn.hand;
    node.classList.toggle('turn', Boolean(isTurn));
    const cards = element('div', 'hand-cards');
    const pickable = isTurn && table.turn.seat === this.mySeat() && this.own().choices.some(({ choice }) => choice === 'exchange');
    hand.cards.forEach((name, place) => cards.append(pickable ? this.#pickable(name, place) : cardDrawing(name)));
    const words = handWords(hand);
    node.append(cards);
    if (hand.at.place !== 'hand') node.prepend(element('h3', '', placeWords(hand.at)));
    if (words) node.append(element('p', 'hand-words', words));
    return node;
  }

  #pickable(name, place) {
    const button = element('button', 'pick', undefined, { type: 'button' });
    button.append(cardDrawing(name));
    button.setAttribute('aria-pressed', String(this.picked.has(place)));
    button.addEventListener('click', () => {
      if (!this.picked.delete(place)) this.picked.add(place);
      this.onChange();
    });
    return button;
  }

  #box(table, box, hands) {
    const node = element('section', 'box');
    node.setAttribute('aria-label', say('hand.box', { box }));
    node.classList.toggle('turn', table.turn?.box === box);
    node.classList.toggle('mine', table.stakes.some((stake) => stake.box === box && stake.seat === this.mySeat()));
    const row = element('div', 'box-hands');
    row.append(...hands.map((hand) => this.#hand(table, hand)));
    const spots = element('div', 'spots');
    spots.append(...this.#spots(table, box));
    const seats = [...new Set(table.stakes.filter((stake) => stake.box === box).map(({ seat }) => seat))];
    const owners = seats.map((seat) => say('seat.short', { seat })).join(' ');
    const head = element('header', 'box-head');
    head.append(element('b', '', String(box)), element('span', '', owners));
    node.append(row, spots, head);
    return node;
  }

  /** A spot for each stake that may be laid, and one for each that lies. */
  #spots(table, box) {
    const pending = this.#ordersOf(this.number).preview();
    const lying = new Set(table.stakes.filter((stake) => stake.box === box).map(({ stake }) => stake));
    const kinds = new Map(table.offers.map((offer) => [offer.stake, offer]));
    const names = table.phase === 'staking' ? [...kinds.keys()] : [...lying];
    return names.map((kind) => this.#spot(box, kind, kinds.get(kind), pending.get(`${box}/${kind}`) ?? 0));
  }

  #spot(box, kind, offer, pending) {
    const button = element('button', 'spot', undefined, { type: 'button' });
    const lies = this.#lying(box, kind);
    const mine = this.#lying(box, kind, this.mySeat());
    const { decimals } = this.view().cabinet.rules;
    button.append(element('span', 'spot-name', say(`stake.${kind}`)));
    if (lies || pending) button.append(element('b', pending ? 'spot-amount pending' : mine ? 'spot-amount mine' : 'spot-amount', short(lies + pending, decimals)));
    else if (offer?.odds) button.append(element('span', 'spot-odds', offer.odds));
    button.setAttribute('aria-label', `${say('hand.box', { box })}, ${say(`stake.${kind}`)}${lies ? `, ${this.#amount(lies)}` : ''}`);
    button.disabled = !offer || !this.#mayStake();
    if (offer) button.addEventListener('click', () => this.#stake(box, offer, button));
    return button;
  }

  #drawChoices(table, own, pending) {
    this.choices.hidden = own.choices.length === 0;
    this.choices.replaceChildren(...own.choices.map((choice) => this.#choice(choice, pending)));
  }

  #choice(choice, pending) {
    const button = element('button', `choice ${choice.choice}`, undefined, { type: 'button' });
    button.append(element('span', '', choiceWords(choice)));
    if (choice.most > 0) button.append(element('b', '', this.#amount(choice.most)));
    const lacksCards = choice.choice === 'exchange' && this.picked.size !== choice.cards;
    button.disabled = !choice.affordable || lacksCards || !this.mayAct() || pending.has('choose');
    button.addEventListener('click', () => this.#choose(choice, button));
    return button;
  }

  #drawSide(table) {
    const { rules } = this.view().cabinet;
    const mine = (table.settlement?.returns ?? []).filter(({ seat }) => seat === this.mySeat());
    const cuts = (table.settlement?.cuts ?? []).filter(({ seat }) => seat === this.mySeat());
    const parts = [element('h2', '', tableName(table))];
    if (table.hold) parts.push(element('p', 'held', `${say('hold.title')} ${holdReason(table.hold)} ${say('hold.deal')}`));
    if (table.voided) parts.push(element('p', 'held', voidWords(table)));
    if (mine.length > 0) {
      const list = element('ul', 'lines');
      const several = new Set(mine.map(({ box }) => box)).size > 1;
      for (const line of mine) list.append(element('li', line.fate, `${several ? `${say('hand.box', { box: line.box })}: ` : ''}${lineWords(line, rules)}`));
      for (const cut of cuts) list.append(element('li', 'lost', say('fate.cut', { amount: this.#amount(cut.amount) })));
      const sum = mine.reduce((total, { returned }) => total + returned, 0) - cuts.reduce((total, { amount }) => total + amount, 0);
      parts.push(list, element('p', 'sum', `${say('result.returned')}: ${this.#amount(sum)}`));
    }
    if (table.phase === 'staking') parts.push(this.#limits(table));
    const left = say('deal.cards-left', { count: table.cards_left });
    parts.push(element('p', 'quiet', `№ ${table.deal} · ${left}${table.last_of_shoe ? ` · ${say('deal.last-of-shoe')}` : ''}`), this.#colours());
    parts.push(element('p', 'quiet', say('deal.rules', { name: table.rules })));
    this.side.replaceChildren(...parts);
    this.side.classList.toggle('win', mine.some(({ fate }) => fate === 'won'));
  }

  /** What may be staked on a box, from the least to the most. */
  #limits(table) {
    const list = element('table', 'limits');
    for (const offer of table.offers) {
      const row = element('tr');
      row.append(element('td', '', say(`stake.${offer.stake}`)), element('td', '', `${this.#amount(offer.least)} – ${this.#amount(offer.most)}`));
      list.append(row);
    }
    return list;
  }

  #colours() {
    const button = element('button', 'colours', say('card.four-colours'), { type: 'button' });
    button.setAttribute('aria-pressed', String(hasFourColours()));
    document.body.classList.toggle('four-colours', hasFourColours());
    button.addEventListener('click', () => {
      setFourColours(!hasFourColours());
      this.onChange();
    });
    return button;
  }
}

/** The buttons that choose between the wheel and the card tables; a table where the seat must decide calls for it. */
export function drawTabs(box, tables, chosen, seat, choose) {
  const tabs = [{ table: null, name: say('game.roulette'), calls: false }];
  for (const table of tables) tabs.push({ table: table.table, name: tableName(table), calls: table.turn?.seat === seat });
  if (box.children.length !== tabs.length) {
    box.replaceChildren(...tabs.map((tab) => {
      const button = element('button', '', undefined, { type: 'button' });
      button.addEventListener('click', () => choose(tab.table));
      return button;
    }));
  }
  tabs.forEach((tab, index) => {
    const button = box.children[index];
    setText(button, tab.name);
    button.setAttribute('aria-pressed', String(tab.table === chosen));
    button.classList.toggle('calls', tab.calls && tab.table !== chosen);
  });
  byId('halls').hidden = tables.length === 0;
}
