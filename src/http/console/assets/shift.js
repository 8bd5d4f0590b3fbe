// The shift on the attendant's page: the cash in the drawer against the meters, from its open to its close, and the report that prints.
import { amountOf, confirmation } from './ask.js';
import { byId, element, setText, whenChanged } from './dom.js';
import { digits, money } from './money.js';
import { momentOf, pairs, printButton, signatures } from './report.js';
import { sheetBody, sheetHead, table } from './sheets.js';
import { numberStyle, say } from './words.js';

/** What a report tells of each seat and of the cabinet: amounts, and counts. */
const AMOUNTS = ['credit_in', 'credit_out', 'staked', 'returned'];
const COUNTS = ['games', 'voids', 'attendant_payments'];
const BESIDE_PLAY = ['corrections', 'hand_paid', 'hourly_fees'];

/** What the drawer comes to when so much is counted: the amount with its sign; nothing has none. */
export function differenceWords(difference, rules, style) {
  return `${difference > 0 ? '+' : ''}${money(difference, rules, style)}`;
}

/** The rows of a report's table: each seat, and the cabinet at last. */
export function reportRows(shift, rules, style) {
  const cells = (meters, holds) => [
    ...AMOUNTS.map((name) => digits(meters[name], rules.decimals, style)),
    ...COUNTS.map((name) => digits(meters[name], 0, style)),
    ...BESIDE_PLAY.map((name) => digits(meters[name], rules.decimals, style)),
    digits(holds, rules.decimals, style),
  ];
  const holds = shift.seats.reduce((sum, line) => sum + line.holds, 0);
  const seats = shift.seats.map((line) => [`${say('seat.word')} ${line.seat}`, ...cells(line.meters, line.holds)]);
  return [...seats, [say('meters.cabinet'), ...cells(shift.meters, holds)]];
}

export class Shift {
  /** `view()` gives `{cabinet, official, mayOrder}`, `order(lane, path, body, done)` sends an order and says what came of it. */
  constructor({ dialog, view, order }, report, requests) {
    Object.assign(this, { dialog, view, order, report, requests });
    /** The number of the shift that is being closed here. */
    this.closing = null;
    this.drawFigures = whenChanged((shift, language) => this.#drawFigures());
    byId('open-shift').addEventListener('click', () => this.#open());
    byId('close-shift').addEventListener('click', () => this.#close());
    byId('show-shift').addEventListener('click', () => this.show(this.view().official.last_shift));
  }

  #amount(minor) {
    return money(minor, this.view().cabinet.rules, numberStyle());
  }

  #difference(minor) {
    return differenceWords(minor, this.view().cabinet.rules, numberStyle());
  }

  async #open() {
    const { rules } = this.view().cabinet;
    const title = say('shift.open');
    const cash = await amountOf(this.dialog, say('shift.open-cash'), rules, { least: 0, yes: title });
    if (cash === null) return;
    const amount = this.#amount(cash);
    const sure = await confirmation(this.dialog, title, say('shift.open-sure', { amount }), title);
    if (sure) await this.order('shift', 'table/open-shift', { cash }, say('shift.open-done'));
  }

  async #close() {
    const { rules } = this.view().cabinet;
    const title = say('shift.close');
    const cash = await amountOf(this.dialog, say('shift.close-cash'), rules, { least: 0, yes: title });
    // Another console may have closed it meanwhile.
    const { shift } = this.view().official;
    if (cash === null || shift === null) return;
    const difference = cash - shift.cash_expected;
    const told = { counted: this.#amount(cash), expected: this.#amount(shift.cash_expected), difference: this.#difference(difference) };
    const text = difference === 0 ? say('shift.close-sure', told) : `${say('shift.close-sure', told)} ${say('shift.count-again')}`;
    const sure = await confirmation(this.dialog, title, text, title, difference !== 0);
    if (!sure) return;
    this.closing = shift.number;
    const isDone = await this.order('shift', 'table/close-shift', { cash }, say('shift.close-done', { number: shift.number }));
    if (!isDone) this.closing = null;
    else this.#showClosed();
  }

  /** Shows the report of the shift that was closed here, once it is in view. */
  #showClosed() {
    const closed = this.view().official.last_shift;
    if (this.closing === null || closed?.number !== this.closing) return;
    this.closing = null;
    if (!this.dialog.open) this.show(closed);
  }

  /** Draws the panel; `locked` switches the orders off. */
  draw(locked, language) {
    const { official, mayOrder } = this.view();
    const { shift, last_shift: last } = official;
    if (mayOrder) this.#drawOrders(shift !== null, locked);
    byId('show-shift').hidden = last === null;
    if (last !== null) setText(byId('show-shift'), say('shift.report', { number: last.number }));
    this.drawFigures(JSON.stringify([shift, last?.number]), language);
    if (!locked) this.#showClosed();
  }

  #drawOrders(isOpen, locked) {
    byId('open-shift').hidden = isOpen;
    byId('close-shift').hidden = !isOpen;
    for (const id of ['open-shift', 'close-shift']) byId(id).disabled = locked;
  }

  #drawFigures() {
    const { shift, last_shift: last } = this.view().official;
    const figures = [];
    if (shift) {
      figures.push([say('shift.number'), String(shift.number)], [say('shift.opened-by'), shift.opened_by], [say('shift.opened'), momentOf(shift.opened_at)]);
      figures.push([say('shift.cash-at-open'), this.#amount(shift.cash_at_open)], [say('shift.paid-in'), this.#amount(shift.meters.credit_in)]);
      figures.push([say('shift.paid-out'), this.#amount(shift.meters.credit_out)], [say('shift.expected'), this.#amount(shift.cash_expected)]);
    } else if (last) {
      figures.push([say('shift.last'), String(last.number)], [say('shift.closed-by'), last.closed_by], [say('shift.closed'), momentOf(last.closed_at)]);
      figures.push([say('shift.counted'), this.#amount(last.cash_counted)], [say('shift.difference'), this.#difference(last.cash_difference)]);
    }
    byId('shift-figures').replaceChildren(...(shift ? [] : [element('p', 'quiet', say('shift.none'))]), ...(figures.length > 0 ? [pairs('figures', figures)] : []));
  }

  /** Opens the report of a closed shift, to be read, printed and saved. */
  async show(shift) {
    const { rules } = this.view().cabinet;
    const style = numberStyle();
    const body = sheetBody('shift-report');
    const people = [
      [say('shift.opened-by'), `${shift.opened_by}, ${momentOf(shift.opened_at)}`],
      [say('shift.closed-by'), `${shift.closed_by}, ${momentOf(shift.closed_at)}`],
    ];
    const cash = [
      [say('shift.cash-at-open'), this.#amount(shift.cash_at_open)],
      [say('shift.paid-in'), this.#amount(shift.meters.credit_in)],
      [say('shift.paid-out'), this.#amount(shift.meters.credit_out)],
      ...(shift.meters.hand_paid === 0 ? [] : [[say('meters.hand_paid'), this.#amount(shift.meters.hand_paid)]]),
      [say('shift.expected'), this.#amount(shift.cash_expected)],
      [say('shift.counted'), this.#amount(shift.cash_counted)],
      [say('shift.difference'), this.#difference(shift.cash_difference)],
      ...(shift.fees === 0 ? [] : [[say('shift.fees'), this.#amount(shift.fees)]]),
    ];
    const heads = [rules.currency, ...[...AMOUNTS, ...COUNTS, ...BESIDE_PLAY].map((name) => say(`meters.${name}`)), say('shift.holds')];
    const seats = element('div', 'scroll', undefined, { tabIndex: 0 });
    seats.append(table(heads, reportRows(shift, rules, style), 'meter-table seats-table'));
    body.append(pairs('figures', people), pairs('figures', cash), seats, signatures(shift.closed_by, say('shift.checked-by')));
    const foot = element('footer', 'ask-foot');
    foot.append(printButton());
    this.report.replaceChildren(sheetHead(this.report, say('shift.title-of', { number: shift.number })), body, foot);
    if (!this.report.open) this.report.showModal();
    const text = await this.requests.readText(`/api/v1/shifts/${shift.number}/report.csv`);
    foot.prepend(text === null ? element('p', 'quiet', say('shift.no-file')) : saveLink(text, shift.number));
  }
}

function saveLink(text, number) {
  const link = element('a', 'page-link', say('shift.save'), { download: `shift-${number}.csv` });
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  return link;
}
