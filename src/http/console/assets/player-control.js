// The tables between players on the attendant's page: where each deal stands, what holds it, and the orders an attendant has there.
import { choiceOf, confirmation } from './ask.js';
import { cardWords } from './cards.js';
import { money } from './money.js';
import { OrderPanel, isStopped } from './order-panel.js';
import { SEAT_NUMBERS, isDealing, mayExpose } from './player-table.js';
import { playerPhase } from './player-words.js';
import { tableName } from './table-words.js';
import { numberStyle, say } from './words.js';

/** Whether an attendant may close the table: a seat has opened it, and no deal is under way. */
const mayClose = (table) => table.opened_by_seats && table.phase !== 'closed' && !isDealing(table) && table.turn === null;

/** So many of the last deals are offered to be disputed; older ones are looked up. */
const DEALS_KEPT = 10;

/** The number of the newest deal that is over; 0 where there is none. */
const newestOver = ({ phase, turn, places, deal }) => (isDealing({ phase }) || turn !== null || places.some(({ put_in: putIn }) => putIn > 0) ? deal - 1 : deal);

/** Ranks and suits as the names of cards have them. */
const RANKS = [...'AKQJT98765432'];
const SUITS = [...'shdc'];

/** Where the dealer lays the next card, and how. */
function nextCard({ card_to: at, card_open: isOpen, dealt_by_hand: isDealt }) {
  if (!isDealt || !at) return '';
  const place = at.place === 'hand' ? `${say('seat.word')} ${at.box}` : say(`hand.${at.place}`);
  return say(isOpen ? 'poker.next-open' : 'poker.next-closed', { place });
}

/** The panel of one table between players. */
export class PlayerPanel extends OrderPanel {
  /** `disputes` opens a dispute about a deal that is over. */
  constructor(shared, disputes) {
    const presses = {
      hold: () => this.hold(say('poker.hold')),
      resume: () => this.resume(),
      misdeal: () => this.voidDeal('misdeal', false),
      remove: () => this.#remove(),
      'exposed-card': () => this.#exposedCard(),
      'wrong-count': () => this.#wrongCount(),
      'boxed-card': () => this.#boxedCard(),
      'take-flop-back': () => this.#takeFlopBack(),
      'stub-shuffled': () => this.#stubShuffled(),
      'close-table': () => this.#close(),
      'dispute-deal': () => this.#dispute(),
    };
    super(shared, presses, ['misdeal', 'close-table']);
    this.disputes = disputes;
  }

  /** Brings the panel up to date; `locked` switches its orders off. */
  fill(table, { locked, rules }) {
    const amount = (minor) => money(minor, rules, numberStyle());
    const absence = (isAbsent) => (isAbsent ? ` (${say('poker.absent')})` : '');
    const stacks = table.places.map(({ seat, stack, put_in: putIn, absent }) => `${say('seat.short', { seat })} ${amount(stack + putIn)}${absence(absent)}`);
    const told = { title: `${tableName(table)} · ${table.table}`, phase: playerPhase(table, null), figures: [`№ ${table.deal}`, nextCard(table), ...stacks].filter(Boolean).join(' · ') };
    const waits = isStopped(table);
    const dealt = isDealing(table) || (table.phase === 'held' && table.places.some(({ down }) => down.length > 0));
    for (const name of ['exposed-card', 'wrong-count', 'boxed-card']) this.buttons.get(name).hidden = !table.dealt_by_hand;
    // The flop alone can go back, and the stub is shuffled only where something goes back into it.
    const [hasFlop, isShuffled] = [dealt && table.board.length > 0 && table.board.length < 4, table.phase === 'shuffling-stub'];
    this.buttons.get('take-flop-back').hidden = !table.dealt_by_hand || !hasFlop;
    this.buttons.get('stub-shuffled').hidden = !isShuffled;
    this.buttons.get('close-table').hidden = !table.opened_by_seats;
    const may = { 'exposed-card': dealt && mayExpose(table), 'wrong-count': dealt, 'boxed-card': dealt && !isShuffled, 'take-flop-back': hasFlop, 'stub-shuffled': isShuffled, hold: !waits, resume: waits, misdeal: table.places.some(({ put_in: putIn }) => putIn > 0), remove: table.places.length > 0, 'close-table': mayClose(table), 'dispute-deal': newestOver(table) > 0 };
    this.fillPanel(table, locked, told, may);
  }

  /** The table is closed, and who sits there goes. */
  async #close() {
    const { deal } = this.table;
    const sure = await confirmation(this.dialog, this.title('close-table'), say('control.close-table-text'), say('control.close-table'), true);
    if (sure) await this.give('close', { deal }, say('control.close-table-done'));
  }

  /** A player does not agree with one of the last deals: which one, and whose seat. */
  async #dispute() {
    const { table } = this.table;
    const title = this.title('dispute-deal');
    const newest = newestOver(this.table);
    const deals = Array.from({ length: Math.min(newest, DEALS_KEPT) }, (_, nth) => String(newest - nth));
    const game = Number(await choiceOf(this.dialog, title, say('control.dispute-deal-number'), deals.map((number) => [number, `№ ${number}`])));
    if (!game) return;
    const seats = SEAT_NUMBERS.map((number) => [String(number), `${say('seat.word')} ${number}`]);
    const seat = Number(await choiceOf(this.dialog, title, say('control.dispute-deal-seat', { number: game }), seats));
    if (seat) await this.disputes.open({ seat, table, game });
  }

  /** The seats whose hands live, to choose one of. */
  #hands() {
    return this.table.places.filter(({ live }) => live).map(({ seat }) => [String(seat), `${say('seat.word')} ${seat}`]);
  }

  /** The dealer has shown a closed card: whose and which, everybody has seen; what becomes of the deal is a rule. */
  async #exposedCard() {
    const { deal } = this.table;
    const title = this.title('exposed-card');
    const seat = Number(await choiceOf(this.dialog, title, say('control.exposed-card-seat'), this.#hands()));
    if (!seat) return;
    const card = await this.#card(title, say('control.exposed-card-rank', { seat }), say('control.exposed-card-suit', { seat }));
    if (!card) return;
    const sure = await confirmation(this.dialog, title, `${say('seat.word')} ${seat}: ${cardWords(card)}. ${say('control.exposed-card-sure')}`, say('control.exposed-card'), true);
    if (sure) await this.give('exposed-card', { deal, seat, card }, say('control.exposed-card-done'));
  }

  /** The name of a card, its rank asked for first. */
  async #card(title, ofRank, ofSuit) {
    const rank = await choiceOf(this.dialog, title, ofRank, RANKS.map((name) => [name, name === 'T' ? '10' : name]));
    if (!rank) return null;
    const suit = await choiceOf(this.dialog, title, ofSuit, SUITS.map((name) => [name, cardWords(`${rank}${name}`)]));
    return suit ? `${rank}${suit}` : null;
  }

  /** The card that came last lay face up in the pack: which, everybody has seen; the next one replaces it. */
  async #boxedCard() {
    const { deal } = this.table;
    const title = this.title('boxed-card');
    const card = await this.#card(title, say('control.boxed-card-rank'), say('control.boxed-card-suit'));
    if (!card) return;
    const sure = await confirmation(this.dialog, title, `${cardWords(card)}. ${say('control.boxed-card-sure')}`, say('control.boxed-card'), true);
    if (sure) await this.give('boxed-card', { deal, card }, say('control.boxed-card-done'));
  }

  /** The flop was misdealt, and goes back with its burn. */
  async #takeFlopBack() {
    const { deal } = this.table;
    const sure = await confirmation(this.dialog, this.title('take-flop-back'), say('control.take-flop-back-text'), say('control.take-flop-back'), true);
    if (sure) await this.give('take-flop-back', { deal }, say('control.take-flop-back-done'));
  }

  /** What goes back was shuffled into the stub. */
  async #stubShuffled() {
    const { deal } = this.table;
    const sure = await confirmation(this.dialog, this.title('stub-shuffled'), say('control.stub-shuffled-text'), say('control.stub-shuffled'), false);
    if (sure) await this.give('stub-shuffled', { deal }, say('control.stub-shuffled-done'));
  }

  /** A hand has a wrong number of cards: whose and how many, the attendant says; what becomes of it is a rule. */
  async #wrongCount() {
    const { deal, places } = this.table;
    const seats = SEAT_NUMBERS.map((number) => [String(number), `${say('seat.word')} ${number}`]);
    const seat = Number(await choiceOf(this.dialog, this.title('wrong-count'), say('control.wrong-count-text'), seats));
    if (!seat) return;
    const place = places.find((each) => each.seat === seat);
    const dealt = place ? place.down.length + place.up.length : 0;
    const where = `${say('seat.word')} ${seat}`;
    const numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8].filter((count) => count !== dealt).map((count) => [String(count), String(count)]);
    const cards = await choiceOf(this.dialog, this.title('wrong-count'), say('control.wrong-count-cards', { place: where }), numbers);
    if (cards) await this.give('wrong-count', { deal, box: seat, cards: Number(cards) }, say('control.wrong-count-done', { place: where }));
  }

  /** A player has to go. */
  async #remove() {
    // The deal is taken now: a click that was thought over for long must not act on who sits there later.
    const { deal } = this.table;
    const options = this.table.places.map(({ seat }) => [String(seat), `${say('seat.word')} ${seat}`]);
    const seat = await choiceOf(this.dialog, this.title('remove'), say('control.remove-text'), options);
    if (!seat) return;
    const sure = await confirmation(this.dialog, this.title('remove'), say('control.remove-seat', { seat }), say('control.remove'), true);
    if (sure) await this.give('remove', { deal, seat: Number(seat) }, say('control.remove-done', { seat }));
  }
}
