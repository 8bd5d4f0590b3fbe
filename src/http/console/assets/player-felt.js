// The felt of a table between players: who sits where with which stack, the cards, the bets before the seats, the pots and the button.
// It draws what it is given and decides nothing.
import { cardDrawing, cardWords } from './cards.js';
import { element, keep, setText } from './dom.js';
import { potName } from './hand-history.js';
import { money } from './money.js';
import { SEAT_NUMBERS, lacksStake, placeAround } from './player-table.js';
import { actedWords } from './player-words.js';
import { numberStyle, say } from './words.js';

export class PlayerFelt {
  /** `onSit()` is called when the player touches his own free place. */
  constructor(onSit) {
    this.onSit = onSit;
    this.root = element('div', 'player-felt panel');
    this.middle = element('div', 'felt-middle');
    this.board = element('div', 'felt-board');
    this.board.setAttribute('role', 'group');
    this.out = element('div', 'felt-out');
    this.out.append(element('span', '', say('poker.out-of-deal')), element('div', 'felt-out-cards'));
    this.pots = element('ul', 'felt-pots');
    this.words = element('p', 'felt-words');
    this.middle.append(this.board, this.pots, this.words, this.out);
    this.seats = element('div', 'felt-seats');
    this.root.append(element('div', 'felt-edge'), this.middle, this.seats);
  }

  /** Draws the table for the eyes of this seat; `own` is what it alone sees, `lines` what stands in the middle. */
  draw(table, own, { mine, rules, lines, mayJoin }) {
    Object.assign(this, { table, mine, rules, mayJoin });
    this.places = new Map(own.places.map((place) => [place.seat, place]));
    this.#cards(this.board, table.board);
    this.board.setAttribute('aria-label', say('hand.board'));
    this.#markUnused(this.places.get(mine)?.usable ?? null);
    this.#drawPots();
    this.out.hidden = table.shown_by_mistake.length === 0;
    setText(this.out.firstElementChild, say('poker.out-of-deal'));
    this.#cards(this.out.lastElementChild, table.shown_by_mistake);
    keep(this.words, lines.map((text, index) => ({ text, index })), ({ index }) => String(index), () => element('span'), (node, { text }) => setText(node, text));
    keep(this.seats, SEAT_NUMBERS, String, (seat) => this.#makeSeat(seat), (node, seat) => this.#fillSeat(node, seat));
  }

  #amount(minor) {
    return money(minor, this.rules, numberStyle());
  }

  #drawPots() {
    const pots = this.table.pots.map((pot, index) => ({ ...pot, index }));
    const empty = () => {
      const pot = element('li');
      pot.append(element('span', 'pot-name'), element('span'));
      return pot;
    };
    keep(this.pots, pots, ({ index }) => String(index), empty, (node, { amount, index }) => {
      setText(node.firstElementChild, `${say(...potName(index, pots.length))} `);
      setText(node.lastElementChild, this.#amount(amount));
    });
  }

  /** Cards side by side; one that stays is not drawn anew. */
  #cards(row, cards) {
    const items = cards.map((name, index) => ({ name, key: `${index}/${name}` }));
    keep(row, items, ({ key }) => key, ({ name }) => cardDrawing(name));
  }

  /** Marks the middle cards that the player's hand may not use; `null` where it may use all. */
  #markUnused(usable) {
    for (const [index, card] of [...this.board.children].entries()) {
      card.classList.toggle('unused', usable !== null && !usable.includes(this.table.board[index]));
    }
  }

  #makeSeat(seat) {
    const node = element('section', 'felt-seat');
    node.setAttribute('role', 'group');
    const sit = element('button', 'felt-sit', undefined, { type: 'button' });
    sit.addEventListener('click', () => this.onSit());
    const who = element('div', 'felt-who');
    who.append(element('span', 'felt-button', 'D'), element('b', 'felt-name'));
    const plate = element('div', 'felt-plate');
    plate.append(who, element('span', 'felt-stack'), element('span', 'felt-acted'), element('span', 'felt-absent'));
    node.append(element('div', 'felt-cards'), plate, sit, element('span', 'felt-bet'));
    return node;
  }

  #fillSeat(node, seat) {
    const place = this.places.get(seat) ?? null;
    const isMine = seat === this.mine;
    node.dataset.place = String(placeAround(seat, this.mine));
    node.classList.toggle('mine', isMine);
    node.classList.toggle('free', place === null);
    node.classList.toggle('turn', this.table.turn?.seat === seat);
    node.classList.toggle('dead', place !== null && !place.live);
    node.classList.toggle('absent', Boolean(place?.absent));
    // What nobody called comes back to who lost as well.
    const shares = this.table.result?.pots.flatMap((pot) => pot.shares) ?? [];
    node.classList.toggle('won', shares.some((share) => share.seat === seat));
    const sit = node.querySelector('.felt-sit');
    sit.hidden = !(isMine && place === null);
    sit.disabled = !this.mayJoin;
    setText(sit, say('poker.sit-here'));
    setText(node.querySelector('.felt-name'), isMine ? say('poker.you') : `${say('seat.word')} ${seat}`);
    setText(node.querySelector('.felt-stack'), place ? this.#amount(place.stack) : isMine ? '' : say('seat.empty'));
    setText(node.querySelector('.felt-acted'), place ? this.#standing(place) : '');
    setText(node.querySelector('.felt-absent'), place?.absent ? say('poker.absent') : '');
    const bet = node.querySelector('.felt-bet');
    setText(bet, place && place.bet > 0 ? this.#amount(place.bet) : '');
    bet.hidden = !place || place.bet === 0;
    node.querySelector('.felt-button').hidden = this.table.button !== seat;
    this.#fillCards(node.querySelector('.felt-cards'), seat, place);
    node.setAttribute('aria-label', this.#spoken(seat, place));
  }

  #fillCards(row, seat, place) {
    const drawn = this.table.phase === 'drawing' || this.table.phase === 'shuffling' ? this.table.drawn.filter((each) => each.seat === seat).map(({ card }) => card) : [];
    const cards = drawn.length > 0 ? drawn : place ? [...place.down, ...place.up] : [];
    row.style.setProperty('--cards', String(Math.max(cards.length, 2)));
    this.#cards(row, cards);
    // Of his own cards a player must know which the others see.
    const open = seat === this.mine && place && drawn.length === 0 ? openCards(place) : [];
    [...row.children].forEach((card, nth) => card.classList.toggle('all-see', nth >= cards.length - open.length));
  }

  /** How a player stands: going, out, waiting, all-in, or what he did last. */
  #standing(place) {
    if (place.leaving) return say('poker.leaving');
    if (this.table.result && place.combination) return say(`combination.${place.combination}`);
    if (place.acted?.action === 'fold') return say('poker.did.fold');
    if (!place.live && place.put_in > 0 && this.table.replays > 0) return say('poker.not-in-replay');
    if (place.live && place.put_in > 0 && place.stack === 0) return say('poker.all-in');
    if (place.acted && (!place.stopped || place.acted.action !== 'check')) return actedWords(place.acted, this.rules, this.table.trades);
    if (place.stopped && place.live) return say('poker.did.stop');
    if (place.sits_out) return say('poker.sits-out');
    if (place.waits) return say('poker.waits');
    if (lacksStake(this.table, place)) return say('poker.lacks-stake');
    return place.combination ? say(`combination.${place.combination}`) : '';
  }

  #spoken(seat, place) {
    const name = seat === this.mine ? say('poker.you') : `${say('seat.word')} ${seat}`;
    if (!place) return `${name}: ${say('seat.empty')}`;
    const cards = [...place.down, ...place.up].map(cardWords).join(', ');
    const button = this.table.button === seat ? say('poker.button') : '';
    const absent = place.absent ? say('poker.absent') : '';
    const open = seat === this.mine ? openCards(place).map(cardWords).join(', ') : '';
    const seen = open ? say('poker.all-see', { cards: open }) : '';
    return [name, button, this.#amount(place.stack), absent, this.#standing(place), cards, seen].filter(Boolean).join(', ');
  }
}

/** Those of a player's cards that all see, as long as he has others. */
const openCards = ({ down, up }) => (down.length > 0 ? up : []);
