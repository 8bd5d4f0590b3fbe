// The cloth of a card table: the house's hands, the boxes with hands and stakes, and the choices of the seat whose turn it is.
import { cardDrawing } from './cards.js';
import { chipDrawing, fillChip } from './chip.js';
import { ChoiceAmount, amountsOf } from './choice-amount.js';
import { drawing, element, keep, setText } from './dom.js';
import { layCards, placeKey } from './hands.js';
import { MachineStakes } from './machine-stakes.js';
import { money } from './money.js';
import { Reels } from './reels.js';
import { isMachine, takesStakes } from './tables.js';
import { choiceWords, coefficientWords, deckWords, handWords, ownTurn, placeWords, playersOf, rangeWords, tableName } from './table-words.js';
import { numberStyle, say } from './words.js';

/** The cards of a machine, and those that a finger picks, lie side by side, each with a gap beside it, as long as they are not too many. */
const CARD_APART = 1.09;
const CARDS_APART = 8;

export class CardCloth {
  /** `room` is the card room: it knows the table, the seat and what is pending, and sends what is touched. */
  constructor(room) {
    this.room = room;
    /** The places of the cards that are named with a choice, from 0. */
    this.picked = new Set();
    this.chosen = new ChoiceAmount(() => room.onChange());
    this.house = element('div', 'house-hands');
    this.boxes = element('div', 'boxes');
    this.choices = element('div', 'choices');
    this.choices.setAttribute('role', 'group');
    this.stakes = new MachineStakes((amount, lines, node) => room.deal(amount, lines, node), () => room.onChange());
    this.reels = new Reels(() => this.#reels());
    this.print = element('div', 'print-on-cloth');
    this.progress = element('progress', '', undefined, { max: 1 });
    this.print.append(element('p', 'cloth-name'), element('p', 'cloth-words'), this.progress);
    this.root = element('section', 'cloth card-cloth');
    this.root.append(this.print, this.reels.root, this.house, this.boxes, this.choices, this.stakes.root);
  }

  /** Draws the table; `staking` is whether a stake may be laid now. */
  draw(table, own, { staking, language }) {
    Object.assign(this, { table, own, staking, language });
    // What the rules let this seat look at is open in its own view of the hands.
    const open = new Map(own.hands.map((hand) => [placeKey(hand.at), hand]));
    const hands = table.hands.map((hand) => open.get(placeKey(hand.at)) ?? hand);
    const house = hands.filter(({ at }) => at.place !== 'hand' && at.place !== 'discard');
    this.#hands(this.house, house);
    this.root.classList.toggle('bare', house.length === 0);
    this.root.classList.toggle('dealt', hands.length > 0);
    this.#print();
    // The lines of reels are drawn with them.
    const boxes = hasReels(table) ? [] : table.own_boxes ? [this.room.mySeat()] : Array.from({ length: table.boxes }, (_, index) => index + 1);
    this.boxes.classList.toggle('single', table.own_boxes);
    this.root.classList.toggle('machine', isMachine(table));
    this.#reels();
    const keyOf = (box) => `${table.table}/${box}/${language}`;
    keep(this.boxes, boxes, keyOf, makeBox, (node, box) => this.#fillBox(node, box, hands.filter(({ at }) => at.box === box)));
    this.#choices();
    this.#stakes();
  }

  /** While the reels turn nothing of what they will show is told. */
  #reels() {
    const { rules } = this.room.view().cabinet;
    const piece = this.table.pieces.find(({ piece: kind }) => kind === 'reels') ?? null;
    this.reels.draw(piece, { deal: `${this.table.table}/${this.table.deal}`, amount: (minor) => money(minor, rules, numberStyle()) });
    this.root.classList.toggle('reels-turn', piece !== null && this.reels.isTurning);
    this.root.classList.toggle('with-reels', piece !== null);
  }

  /** At a machine a stake begins the deal, so it is no chip that is laid on a box. */
  #stakes() {
    const { cabinet, seat } = this.room.view();
    const words = (minor) => money(minor, cabinet.rules, numberStyle());
    const offer = isMachine(this.table) && takesStakes(this.table) ? this.table.offers[0] : null;
    const lines = this.table.boxes;
    this.stakes.draw(offer, { lines, credit: seat.credit, isOff: !this.staking, language: this.language, words });
  }

  /** What is printed on the cloth while no cards lie there: the game, its limits, and how far the cards are. */
  #print() {
    const { rules } = this.room.view().cabinet;
    const { shuffle } = this.table;
    const waits = shuffle ? deckWords(this.table, this.room.now()) : '';
    setText(this.print.querySelector('.cloth-name'), tableName(this.table));
    setText(this.print.querySelector('.cloth-words'), waits || rangeWords(this.table, rules));
    this.progress.hidden = !shuffle;
    if (shuffle) this.progress.value = shuffle.cards_done / shuffle.cards;
    this.progress.setAttribute('aria-label', waits);
  }

  #hands(row, hands) {
    keep(row, hands, (hand) => `${placeKey(hand.at)}/${this.language}`, makeHand, (node, hand) => this.#fillHand(node, hand));
  }

  #fillHand(node, hand) {
    const turn = this.table.turns.find(({ box, hand: number }) => hand.at.box === box && hand.at.hand === number);
    const isTurn = Boolean(turn);
    const named = this.own.choices.find(({ of }) => of > 0);
    const isNamed = named && (named.choice === 'pick' ? hand.at.place === 'board' : turn?.seat === this.room.mySeat());
    const mayPick = Boolean(isNamed) && !this.room.isDecided();
    node.className = `hand ${hand.standing}`;
    node.classList.toggle('turn', isTurn);
    // A hand is as wide as its cards, each of which shows half of the one beneath where they overlap.
    const { length } = hand.cards;
    const isApart = (isMachine(this.table) || mayPick) && length <= CARDS_APART;
    node.classList.toggle('apart', isApart);
    node.style.setProperty('--wide', String(isApart ? length * CARD_APART : (length + 1) / 2));
    const row = node.querySelector('.hand-cards');
    if (row.classList.contains('to-pick') !== mayPick) row.replaceChildren();
    row.classList.toggle('to-pick', mayPick);
    const toName = named?.choice === 'pick' ? (name, place) => this.#closedCard(named, name, place) : (name, place) => this.#cardToPick(name, place);
    layCards(row, hand.cards, mayPick ? toName : cardDrawing);
    if (mayPick && named.choice === 'exchange') [...row.children].forEach((card, place) => card.setAttribute('aria-pressed', String(this.picked.has(place))));
    setText(node.querySelector('.hand-words'), [handWords(hand), this.#waitingBet(hand)].filter(Boolean).join(' · '));
    // What lies on the board of a machine is its risk game.
    const isColour = hasReels(this.table) && length === 1;
    if (isMachine(this.table) && node.querySelector('h3')) setText(node.querySelector('h3'), say(isColour ? 'machine.cards' : 'machine.risk'));
  }

  /** What is bet at a machine on the card that comes next, one draw after the other. */
  #waitingBet({ at, cards }) {
    const bet = isMachine(this.table) && this.table.stakes.find(({ box, stake, hand }) => box === at.box && stake === 'tie' && hand === cards.length - 1);
    return bet ? `${say('stake.tie')}: ${money(bet.amount, this.room.view().cabinet.rules, numberStyle())}` : '';
  }

  #cardToPick(name, place) {
    const button = element('button', 'pick', undefined, { type: 'button' });
    button.append(cardDrawing(name));
    button.addEventListener('click', () => {
      if (!this.picked.delete(place)) this.picked.add(place);
      this.room.onChange();
    });
    return button;
  }

  /** Of the cards on the board the first lies open; one of the others is picked by a touch. */
  #closedCard(choice, name, place) {
    if (place === 0) return cardDrawing(name);
    const button = element('button', 'pick', undefined, { type: 'button' });
    button.append(cardDrawing(name));
    button.setAttribute('aria-label', say('choice.pick-card', { card: place }));
    button.addEventListener('click', () => {
      this.picked = new Set([place - 1]);
      this.room.choose(choice, button);
    });
    return button;
  }

  #fillBox(node, box, hands) {
    const stakes = this.table.stakes.filter((stake) => stake.box === box);
    const players = playersOf(this.table).filter((player) => player.box === box);
    node.classList.toggle('turn', this.table.turns.some((turn) => turn.box === box));
    node.classList.toggle('mine', players.some(({ seat }) => seat === this.room.mySeat()));
    node.classList.toggle('empty', players.length === 0);
    node.querySelector('.box-hands').style.setProperty('--hands', String(Math.max(hands.length, 1)));
    this.#hands(node.querySelector('.box-hands'), hands);
    this.#spots(node.querySelector('.spots'), box, stakes);
    const seats = [...new Set(players.map(({ seat }) => seat))];
    setText(node.querySelector('.box-owners'), seats.map((seat) => say('seat.short', { seat })).join(' '));
  }

  /** A spot for each stake that may be laid, and one for each that lies. */
  #spots(row, box, stakes) {
    const offered = isMachine(this.table) ? [] : this.table.phase === 'staking' || this.table.phase === 'held' ? this.table.offers.map(({ stake }) => stake) : [];
    const names = offered.length > 0 && this.table.hands.length === 0 ? offered : [...new Set(stakes.map(({ stake }) => stake))];
    const make = (kind) => {
      const spot = element('button', 'spot', undefined, { type: 'button' });
      const disc = drawing('svg', { class: 'spot-chip', viewBox: '-21 -21 42 42', 'aria-hidden': 'true' });
      disc.append(chipDrawing('placed'));
      // The blanks keep the words apart for those who hear them.
      spot.append(element('span', 'spot-name', say(`stake.${kind}`)), ' ', disc, ' ', element('span', 'spot-odds'));
      spot.addEventListener('click', () => this.room.stake(box, kind, spot));
      return spot;
    };
    keep(row, names, (kind) => kind, make, (spot, kind) => this.#fillSpot(spot, box, kind));
  }

  #fillSpot(spot, box, kind) {
    const { rules } = this.room.view().cabinet;
    const offer = this.table.offers.find(({ stake }) => stake === kind);
    const lies = this.room.lying(box, kind);
    const mine = this.room.lying(box, kind, this.room.mySeat());
    const pending = this.room.pending().preview().get(`${box}/${kind}`) ?? 0;
    const chip = spot.querySelector('.chip');
    fillChip(chip, lies + pending, rules);
    chip.classList.toggle('pending', pending > 0);
    spot.classList.toggle('mine', mine > 0);
    spot.classList.toggle('laid', lies + pending > 0);
    setText(spot.querySelector('.spot-odds'), offer?.odds ?? '');
    const what = lies ? money(lies, rules, numberStyle()) : offer?.odds;
    spot.setAttribute('aria-label', `${say('hand.box', { box })}, ${[say(`stake.${kind}`), what].filter(Boolean).join(' ')}`);
    spot.disabled = !offer || !this.staking;
  }

  #choices() {
    const choices = withOneExchange(this.own.choices, this.picked.size).filter(({ choice }) => choice !== 'pick');
    const open = choices.find((choice) => choice.most > choice.least);
    if (open) this.#offerAmount(open);
    this.choices.hidden = choices.length === 0;
    this.choices.setAttribute('aria-label', say('deal.your-turn'));
    const items = open && this.chosen.amounts.last > 0 ? choices.flatMap((choice) => (choice === open ? [choice, { ofAmount: choice }] : [choice])) : choices;
    const make = (choice) => {
      if (choice.ofAmount) return this.chosen.make(choiceWords(choice.ofAmount));
      const button = element('button', `choice ${choice.choice}`, undefined, { type: 'button' });
      button.append(element('span'), element('b'));
      button.addEventListener('click', () => this.room.choose(button.choice, button));
      return button;
    };
    const words = (minor) => money(minor, this.room.view().cabinet.rules, numberStyle());
    const isOff = !this.room.mayAct() || this.room.isDecided();
    keep(this.choices, items, (choice) => `${choice.choice ?? 'amount'}/${this.language}`, make, (node, choice) => {
      if (choice.ofAmount) this.chosen.fill(node, isOff, words);
      else this.#fillChoice(node, choice, isOff, words);
    });
  }

  #fillChoice(button, choice, isOff, words) {
    const amount = this.amountOf(choice) || choice.returns;
    button.choice = choice;
    const told = [coefficientWords(choice.coefficient_hundredths), amount > 0 ? words(amount) : ''].filter(Boolean);
    setText(button.querySelector('span'), choiceWords(choice));
    setText(button.querySelector('b'), told.join(' = '));
    button.disabled = !choice.affordable || choice.lacksCards || isOff;
  }

  #offerAmount(choice) {
    const { table, deal } = this.table;
    const turn = ownTurn(this.table, this.room.mySeat());
    const { seat } = this.room.view();
    this.chosen.offer(`${table}/${deal}/${turn.box}`, amountsOf(choice, seat.credit));
  }

  /** What a choice costs: the price, or what the player has chosen. */
  amountOf(choice) {
    return choice.most > choice.least ? this.chosen.amount : choice.most;
  }
}

/** Whether it is a machine with reels. */
const hasReels = ({ pieces }) => pieces.some(({ piece }) => piece === 'reels');

/** The choices with one for all exchanges: the exchange of as many cards as are picked, or one that says that cards are to be picked. */
function withOneExchange(choices, picked) {
  const exchanges = choices.filter(({ choice }) => choice === 'exchange');
  if (exchanges.length === 0) return choices;
  const found = exchanges.find((exchange) => exchange.cards_least <= picked && picked <= exchange.cards);
  const meant = found ? { ...found, cards: picked } : { ...exchanges[0], cards: 0, least: 0, most: 0, lacksCards: true };
  return [...choices.filter(({ choice }) => choice !== 'exchange'), meant];
}

function makeBox(box) {
  const node = element('section', 'box');
  node.setAttribute('role', 'group');
  node.setAttribute('aria-label', say('hand.box', { box }));
  const head = element('header', 'box-head');
  head.append(element('b', '', String(box)), element('span', 'box-owners'));
  node.append(element('div', 'box-hands'), element('div', 'spots'), head);
  return node;
}

function makeHand(hand) {
  const node = element('div', 'hand');
  node.append(element('div', 'hand-cards'), element('p', 'hand-words'));
  if (hand.at.place !== 'hand') node.prepend(element('h3', '', placeWords(hand.at)));
  return node;
}
