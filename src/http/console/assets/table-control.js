// The card tables on the attendant's page: where each deal stands, what holds it, and the orders an attendant has there.
import { choiceOf, confirmation } from './ask.js';
import { dealCourse } from './card-sheets.js';
import { element } from './dom.js';
import { smallHands } from './hands.js';
import { OrderPanel, isStopped } from './order-panel.js';
import { timeOf } from './sheets.js';
import { limitsNote } from './stake-limits.js';
import { isMachine } from './tables.js';
import { deckWords, lineWords, placeWords, playersOf, tableName, tablePhase, voidWords } from './table-words.js';
import { currentLanguage, say } from './words.js';

/** The panel of one card table. */
export class TablePanel extends OrderPanel {
  constructor(shared) {
    const presses = {
      hold: () => this.hold(say('control.hold-deal')),
      resume: () => this.resume(),
      misdeal: () => this.voidDeal('misdeal', false),
      defective: () => this.voidDeal('defective', true),
      redeal: () => this.#redeal(),
      'new-croupier': () => this.#changeCroupier(),
      shuffle: () => this.#shuffle(),
      'new-shoe': () => this.#changeShoe(),
      'missed-box': () => this.#mistakeAt('missed-box'),
      'card-too-many': () => this.#mistakeAt('card-too-many'),
      'wrong-count': () => this.#wrongCount(),
      'exposed-card': () => this.#exposedCard(),
    };
    super(shared, presses, ['misdeal', 'defective', 'redeal']);
    this.hands = element('div', 'table-hands');
    this.troubles.after(this.hands);
  }

  /** Brings the panel up to date; `locked` switches its orders off, `now` is the cabinet's clock. */
  fill(table, { locked, now, limits }) {
    const left = table.shuffle ? deckWords(table, now) : say('deal.cards-left', { count: table.cards_left });
    const next = table.card_to ? say('deal.next-card', { place: placeWords(table.card_to) }) : '';
    const figures = [`№ ${table.deal}`, left, next, limitsNote(limits, false)].filter(Boolean).join(' · ');
    this.fillPanel(table, locked, { title: tableTitle(table), phase: tablePhase(table, null), figures }, this.#may(table));
    smallHands(this.hands, table.hands, currentLanguage());
    this.buttons.get('redeal').hidden = !table.may_redeal;
  }

  /** Which orders there are now. */
  #may(table) {
    const waits = isStopped(table);
    const voidable = playersOf(table).length > 0 && !table.settlement;
    const dealt = table.phase === 'dealing';
    const between = table.hands.length === 0 || table.settlement !== null;
    return { hold: !waits, resume: waits, misdeal: voidable, defective: voidable, redeal: !between, 'new-croupier': between, shuffle: !table.last_of_shoe, 'new-shoe': between, 'missed-box': dealt, 'card-too-many': dealt, 'wrong-count': dealt, 'exposed-card': dealt };
  }

  /** The deal was faulty: it is dealt once more with fresh cards. */
  async #redeal() {
    const { deal } = this.table;
    const order = (why) => this.give('redeal', { deal, reason: why }, say('control.redeal-done', { deal }));
    await this.giveWithReason('redeal', say('control.redeal-text', { deal }), true, order);
  }

  async #changeCroupier() {
    const { deal } = this.table;
    const sure = await confirmation(this.dialog, this.title('new-croupier'), say('control.new-croupier-text'), say('control.new-croupier'));
    if (sure) await this.give('new-croupier', { deal }, say('control.new-croupier-done'));
  }

  /** The dealer has made a mistake at a box: at which, the attendant says; what becomes of the deal is a rule. */
  async #mistakeAt(name) {
    const { deal } = this.table;
    const boxes = [...new Set(playersOf(this.table).map(({ box }) => box))].sort((one, other) => one - other);
    const options = boxes.map((box) => [box, say('hand.box', { box })]);
    const box = await choiceOf(this.dialog, this.title(name), say(`control.${name}-text`), options);
    if (box) await this.give(name, { deal, box }, say(`control.${name}-done`, { box }));
  }

  /** A hand has a wrong number of cards: which hand and how many, the attendant says; what becomes of it is a rule. */
  async #wrongCount() {
    const { deal } = this.table;
    const counted = this.table.hands.filter(({ at }) => at.place === 'hand' || at.place === 'dealer');
    const hands = counted.map((hand, index) => [String(index), placeWords(hand.at)]);
    const chosen = await choiceOf(this.dialog, this.title('wrong-count'), say('control.wrong-count-text'), hands);
    if (chosen === null || chosen === undefined) return;
    const { at, cards: dealt } = counted[Number(chosen)];
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8].filter((count) => count !== dealt.length).map((count) => [count, String(count)]);
    const cards = await choiceOf(this.dialog, this.title('wrong-count'), say('control.wrong-count-cards', { place: placeWords(at) }), numbers);
    if (!cards) return;
    const body = at.place === 'hand' ? { deal, box: at.box, cards: Number(cards) } : { deal, cards: Number(cards) };
    await this.give('wrong-count', body, say('control.wrong-count-done', { place: placeWords(at) }));
  }

  /** The dealer has shown a card before its time. */
  async #exposedCard() {
    const { deal } = this.table;
    const sure = await confirmation(this.dialog, this.title('exposed-card'), say('control.exposed-card-text'), say('control.exposed-card'), true);
    if (sure) await this.give('exposed-card', { deal }, say('control.exposed-card-done'));
  }

  async #shuffle() {
    const { deal } = this.table;
    const sure = await confirmation(this.dialog, this.title('shuffle'), say('control.shuffle-text'), say('control.shuffle'));
    if (sure) await this.give('shuffle', { deal }, say('control.shuffle-done'));
  }

  /** The packs are changed while the table is held; what is in the card device then is shuffled when it is let go on. */
  async #changeShoe() {
    const { deal, hold, last_of_shoe: isLast } = this.table;
    const sure = await confirmation(this.dialog, this.title('new-shoe'), say('control.new-shoe-text'), say('control.new-shoe'));
    if (!sure) return;
    const done = say('control.new-shoe-done');
    const isHeld = isStopped({ hold }) || (await this.give('hold', { reason: say('control.new-shoe') }, done));
    if (isHeld && !isLast) await this.give('shuffle', { deal }, done);
  }
}

/** What an official calls a table: by its number and name, or a machine by its name and its seat. */
export const tableTitle = (table) => (isMachine(table) ? `${tableName(table)} · ${say('seat.word')} ${table.owner}` : `${table.table}. ${tableName(table)}`);

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
  const list = element('ul', 'bet-list');
  for (const line of deal.settlement.returns) list.append(element('li', line.fate, `${say('seat.word')} ${line.seat}, ${say('hand.box', { box: line.box })}: ${lineWords(line, rules)}`));
  row.append(...dealCourse(deal, rules), list);
  return row;
}
