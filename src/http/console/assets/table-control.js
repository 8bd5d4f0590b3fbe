// The card tables on the attendant's page: where each deal stands, what holds it, and the orders an attendant has there.
import { choiceOf, confirmation, reason } from './ask.js';
import { element, setText, whenChanged } from './dom.js';
import { faultBox, holdBox } from './faults.js';
import { smallHands } from './hands.js';
import { timeOf } from './sheets.js';
import { isMachine } from './tables.js';
import { deckWords, lineWords, placeWords, playersOf, tableName, tablePhase, voidWords } from './table-words.js';
import { currentLanguage, say } from './words.js';

const DANGEROUS = new Set(['misdeal', 'defective', 'redeal']);

/** The panel of one card table. Its buttons stay the same elements, so that a finger or the focus on one is not lost to a view that comes. */
export class TablePanel {
  /** `order(lane, path, body, done)` sends an order and says what came of it. */
  constructor({ dialog, order }) {
    Object.assign(this, { dialog, order });
    this.table = null;
    this.root = element('article', 'panel table-card');
    const head = element('header');
    head.append(element('h3'), element('span', 'tag'));
    this.figures = element('p', 'quiet');
    this.troubles = element('div', 'troubles');
    this.hands = element('div', 'table-hands');
    this.buttons = new Map();
    const box = element('div', 'orders');
    for (const [name, press] of [
      ['hold', () => this.#hold()],
      ['resume', () => this.#give('resume', { deal: this.table.deal }, say('control.resume-done'))],
      ['misdeal', () => this.#voidDeal('misdeal', false)],
      ['defective', () => this.#voidDeal('defective', true)],
      ['redeal', () => this.#redeal()],
      ['new-croupier', () => this.#changeCroupier()],
      ['shuffle', () => this.#shuffle()],
      ['new-shoe', () => this.#changeShoe()],
      ['missed-box', () => this.#mistakeAt('missed-box')],
      ['card-too-many', () => this.#mistakeAt('card-too-many')],
      ['wrong-count', () => this.#wrongCount()],
      ['exposed-card', () => this.#exposedCard()],
    ]) {
      const button = element('button', DANGEROUS.has(name) ? 'danger' : '', say(`control.${name}`), { type: 'button' });
      button.addEventListener('click', press);
      this.buttons.set(name, button);
      box.append(button);
    }
    this.root.append(head, this.figures, this.troubles, this.hands, box);
    this.drawTroubles = whenChanged((key) => this.#drawTroubles());
  }

  /** Brings the panel up to date; `locked` switches its orders off, `now` is the cabinet's clock. */
  fill(table, locked, now) {
    this.table = table;
    setText(this.root.querySelector('h3'), tableTitle(table));
    setText(this.root.querySelector('.tag'), tablePhase(table, null));
    const left = table.shuffle ? deckWords(table, now) : say('deal.cards-left', { count: table.cards_left });
    const next = table.card_to ? say('deal.next-card', { place: placeWords(table.card_to) }) : '';
    setText(this.figures, [`№ ${table.deal}`, left, next].filter(Boolean).join(' · '));
    this.drawTroubles(JSON.stringify([table.hold, table.faults]));
    smallHands(this.hands, table.hands, currentLanguage());
    const waits = table.hold !== null && !table.hold.ends_by_itself;
    const voidable = playersOf(table).length > 0 && !table.settlement;
    const dealt = table.phase === 'dealing';
    const between = table.hands.length === 0 || table.settlement !== null;
    const may = { hold: !waits, resume: waits, misdeal: voidable, defective: voidable, redeal: !between, 'new-croupier': between, shuffle: !table.last_of_shoe, 'new-shoe': between, 'missed-box': dealt, 'card-too-many': dealt, 'wrong-count': dealt, 'exposed-card': dealt };
    this.buttons.get('redeal').hidden = !table.may_redeal;
    for (const [name, button] of this.buttons) {
      button.disabled = locked || !may[name];
      button.setAttribute('aria-label', `${tableName(table)}: ${say(`control.${name}`)}`);
    }
  }

  #drawTroubles() {
    const { hold, faults } = this.table;
    this.troubles.replaceChildren(...faults.map((fault) => faultBox(fault)));
    if (!hold) return;
    const box = element('div', 'hold');
    box.append(...holdBox(hold));
    this.troubles.prepend(box);
  }

  async #give(path, body, done) {
    return this.order(`table-${this.table.table}`, `tables/${this.table.table}/${path}`, body, done);
  }

  #title(name) {
    return `${tableName(this.table)}: ${say(`control.${name}`)}`;
  }

  #reasons() {
    return ['reason.cards', 'reason.dispute', 'reason.player', 'reason.pause'].map((key) => say(key));
  }

  async #hold() {
    const why = await reason(this.dialog, this.#title('hold'), say('control.hold-deal'), this.#reasons(), say('control.hold'));
    if (why) await this.#give('hold', { reason: why }, say('control.hold-done'));
  }

  async #voidDeal(name, fresh) {
    // The deal is taken now: a click that was thought over for long must not act on the next one.
    const { deal } = this.table;
    const why = await reason(this.dialog, this.#title(name), say('control.void-deal', { deal }), this.#reasons(), say(`control.${name}`), true);
    if (why) await this.#give('void', { deal, reason: why, new_shoe: fresh }, say('control.void-done', { round: deal }));
  }

  /** The deal was faulty: it is dealt once more with fresh cards. */
  async #redeal() {
    const { deal } = this.table;
    const why = await reason(this.dialog, this.#title('redeal'), say('control.redeal-text', { deal }), this.#reasons(), say('control.redeal'), true);
    if (why) await this.#give('redeal', { deal, reason: why }, say('control.redeal-done', { deal }));
  }

  async #changeCroupier() {
    const { deal } = this.table;
    const sure = await confirmation(this.dialog, this.#title('new-croupier'), say('control.new-croupier-text'), say('control.new-croupier'));
    if (sure) await this.#give('new-croupier', { deal }, say('control.new-croupier-done'));
  }

  /** The dealer has made a mistake at a box: at which, the attendant says; what becomes of the deal is a rule. */
  async #mistakeAt(name) {
    const { deal } = this.table;
    const boxes = [...new Set(playersOf(this.table).map(({ box }) => box))].sort((one, other) => one - other);
    const options = boxes.map((box) => [box, say('hand.box', { box })]);
    const box = await choiceOf(this.dialog, this.#title(name), say(`control.${name}-text`), options);
    if (box) await this.#give(name, { deal, box }, say(`control.${name}-done`, { box }));
  }

  /** A hand has a wrong number of cards: which hand and how many, the attendant says; what becomes of it is a rule. */
  async #wrongCount() {
    const { deal } = this.table;
    const counted = this.table.hands.filter(({ at }) => at.place === 'hand' || at.place === 'dealer');
    const hands = counted.map((hand, index) => [String(index), placeWords(hand.at)]);
    const chosen = await choiceOf(this.dialog, this.#title('wrong-count'), say('control.wrong-count-text'), hands);
    if (chosen === null || chosen === undefined) return;
    const { at, cards: dealt } = counted[Number(chosen)];
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8].filter((count) => count !== dealt.length).map((count) => [count, String(count)]);
    const cards = await choiceOf(this.dialog, this.#title('wrong-count'), say('control.wrong-count-cards', { place: placeWords(at) }), numbers);
    if (!cards) return;
    const body = at.place === 'hand' ? { deal, box: at.box, cards: Number(cards) } : { deal, cards: Number(cards) };
    await this.#give('wrong-count', body, say('control.wrong-count-done', { place: placeWords(at) }));
  }

  /** The dealer has shown a card before its time. */
  async #exposedCard() {
    const { deal } = this.table;
    const sure = await confirmation(this.dialog, this.#title('exposed-card'), say('control.exposed-card-text'), say('control.exposed-card'), true);
    if (sure) await this.#give('exposed-card', { deal }, say('control.exposed-card-done'));
  }

  async #shuffle() {
    const { deal } = this.table;
    const sure = await confirmation(this.dialog, this.#title('shuffle'), say('control.shuffle-text'), say('control.shuffle'));
    if (sure) await this.#give('shuffle', { deal }, say('control.shuffle-done'));
  }

  /** The packs are changed while the table is held; what is in the card device then is shuffled when it is let go on. */
  async #changeShoe() {
    const { deal, hold, last_of_shoe: isLast } = this.table;
    const sure = await confirmation(this.dialog, this.#title('new-shoe'), say('control.new-shoe-text'), say('control.new-shoe'));
    if (!sure) return;
    const done = say('control.new-shoe-done');
    const waits = hold !== null && !hold.ends_by_itself;
    const isHeld = waits || (await this.#give('hold', { reason: say('control.new-shoe') }, done));
    if (isHeld && !isLast) await this.#give('shuffle', { deal }, done);
  }
}

/** What an official calls a table: by its number and name, or a machine by its name and its seat. */
const tableTitle = (table) => (isMachine(table) ? `${tableName(table)} · ${say('seat.word')} ${table.owner}` : `${table.table}. ${tableName(table)}`);

/** A deal of the past with what every stake returned, at one of the `tables`. */
export function dealRow(deal, rules, tables) {
  const row = element('details', 'round-row');
  row.dataset.row = `${deal.table}/${deal.deal}`;
  const named = tables.find(({ table }) => table === deal.table);
  const summary = element('summary');
  summary.append(element('span', 'round-number', `№ ${deal.table}/${deal.deal}`), element('time', '', timeOf(deal.settled_at)), element('span', '', named ? tableName(named) : deal.rules));
  if (deal.voided) summary.append(element('span', 'tag', say('round.voided')));
  row.append(summary);
  if (deal.voided) row.append(element('p', 'quiet', voidWords(deal)));
  const hands = element('div', 'table-hands');
  smallHands(hands, deal.hands, currentLanguage());
  const list = element('ul', 'bet-list');
  for (const line of deal.settlement.returns) list.append(element('li', line.fate, `${say('seat.word')} ${line.seat}, ${say('hand.box', { box: line.box })}: ${lineWords(line, rules)}`));
  row.append(hands, list);
  return row;
}
