// The books on the attendant's page: the last rounds and deals with what every stake returned, and the meters; who is let in; for an auditor
// the closed shifts, too.
import { closedShifts } from './closed-shifts.js';
import { byId, element, keep, setText, whenChanged } from './dom.js';
import { LetIn } from './let-in.js';
import { digits } from './money.js';
import { ReadBook } from './read-book.js';
import { roundRow } from './round-row.js';
import { shownWhenOpened, table } from './sheets.js';
import { dealRow } from './table-control.js';
import { tablesOf } from './tables.js';
import { currentLanguage, numberStyle, say } from './words.js';

const METERS = ['credit_in', 'credit_out', 'staked', 'returned', 'games', 'voids', 'attendant_payments', 'corrections', 'hand_paid', 'hourly_fees'];
const COUNTED = new Set(['games', 'voids', 'attendant_payments']);

/** The books, each with what its button says. */
const BOOKS = { games: 'books.games', meters: 'meters.title', shifts: 'books.shifts', 'let-in': 'books.let-in' };
/** Those that are there for who gives no orders: an attendant has the last shift's report in the panel of the shift. */
const OF_AUDITOR = ['shifts'];

/** The books that this person finds, by their names. */
const booksOf = ({ mayOrder }) => Object.keys(BOOKS).filter((book) => !mayOrder || !OF_AUDITOR.includes(book));

export class Books {
  /**
   * `view()` gives `{cabinet, official, mayOrder}`; `disputes` marks what is disputed, `past` looks up what is over, and `shift` shows the report of a
   * shift. `dialog` and `toast` are the page's.
   */
  constructor({ view, requests, disputes, past, shift, dialog, toast }) {
    Object.assign(this, { view, disputes });
    const letIn = new LetIn({ dialog, view, requests, toast, changed: () => this.#readAnew() });
    const listShifts = ({ shifts }) => closedShifts(shifts, this.view().cabinet.rules, (each) => shift.show(each));
    this.read = {
      shifts: new ReadBook(requests, { id: 'shifts', path: '/api/v1/shifts', list: listShifts }),
      'let-in': new ReadBook(requests, { id: 'let-in', path: '/api/v1/access', list: (data) => letIn.table(data.let_in) }),
    };
    /** How often a book was opened: what is read is read anew then. */
    this.opened = 0;
    byId('look-up').addEventListener('click', () => past.open());
    this.drawRounds = whenChanged((key, language) => fillRows(byId('rounds'), this.view().official.rounds.map((round) => this.#roundRow(round)), say('rounds.none')));
    this.drawDeals = whenChanged((key, language) => fillRows(byId('deals'), this.view().official.deals.map((deal) => this.#dealRow(deal)), say('deals.none')));
    this.drawMeters = whenChanged((key, language) => this.#drawMeters());
    this.drawTabs = whenChanged((book, language) => this.#drawTabs());
    this.book = 'games';
  }

  draw(language) {
    const { cabinet, official } = this.view();
    this.drawTabs(this.book, language);
    this.drawRounds(official.rounds.map((round) => `${round.round}/${round.settled_at}/${round.closed_at}/${round.seats.map((part) => part.staked)}`).join() + this.disputes.key(), language);
    byId('deals-panel').hidden = cabinet.tables.length === 0;
    this.drawDeals(official.deals.map((deal) => `${deal.table}/${deal.deal}`).join() + this.disputes.key(), language);
    this.drawMeters(JSON.stringify([official.meters, official.seats.map((line) => line.meters)]), language);
    this.read[this.book]?.draw(`${this.opened}/${official.last_shift?.number}`, language);
  }

  /** One button for each book; the book that is chosen lies open. */
  #drawTabs() {
    keep(byId('book-tabs'), booksOf(this.view()), (book) => book, (book) => this.#tab(book), (button, book) => {
      setText(button, say(BOOKS[book]));
      button.setAttribute('aria-pressed', String(book === this.book));
    });
    for (const page of byId('books').querySelectorAll('.book')) page.hidden = page.dataset.book !== this.book;
  }

  #tab(book) {
    const button = element('button', '', '', { type: 'button' });
    button.addEventListener('click', () => {
      this.book = book;
      this.#readAnew();
    });
    return button;
  }

  /** Draws the book that lies open, and reads it anew where it is one that is read. */
  #readAnew() {
    this.opened += 1;
    this.draw(currentLanguage());
  }

  #roundRow(round) {
    const row = roundRow(round, this.view().cabinet.rules);
    if (round.settled_at) this.disputes.mark(row, null, round.round, round.seats.map(({ seat }) => seat));
    return row;
  }

  #dealRow(deal) {
    const row = dealRow(deal, this.view().cabinet.rules, tablesOf(this.view()));
    this.disputes.mark(row, deal.table, deal.deal, [...new Set(deal.settlement.returns.map(({ seat }) => seat))]);
    return row;
  }

  #drawMeters() {
    const { cabinet, official } = this.view();
    const style = numberStyle();
    const show = (name, value) => digits(value, COUNTED.has(name) ? 0 : cabinet.rules.decimals, style);
    const heads = [cabinet.rules.currency, ...official.seats.map(({ seat }) => `${say('seat.word')} ${seat}`), say('meters.cabinet')];
    const rows = METERS.map((name) => [say(`meters.${name}`), ...official.seats.map((line) => show(name, line.meters[name])), show(name, official.meters[name])]);
    byId('meters').replaceChildren(table(heads, rows, 'meter-table'));
  }
}

/** Puts the rows into the list, or `none` where there are none; those that a person had opened stay open. */
function fillRows(list, rows, none) {
  const open = new Set([...list.querySelectorAll('details[open]')].map((each) => each.dataset.row));
  for (const row of rows) shownWhenOpened(row).open = open.has(row.dataset.row);
  list.replaceChildren(...(rows.length > 0 ? rows : [element('p', 'quiet', none)]));
}
