// Disputes on the attendant's page: one is opened at a round or a deal that is over, decided with a note, and has a report that prints.
import { amountOf, confirmation, reason } from './ask.js';
import { byId, element, whenChanged } from './dom.js';
import { smallHands } from './hands.js';
import { money } from './money.js';
import { disputeOf, standingWords } from './dispute-marks.js';
import { momentOf, pairs, printButton, signatures } from './report.js';
import { handLine } from './player-sheet.js';
import { betList, roundEnd, sheetBody, sheetHead, shownWhenOpened, table } from './sheets.js';
import { lineWords, tableName, voidWords } from './table-words.js';
import { everyTableOf } from './tables.js';
import { currentLanguage, numberStyle, say } from './words.js';

const standing = ({ ruling }) => ({ verdict: ruling?.verdict ?? null, amount: ruling?.amount ?? null });

export class Disputes {
  /** `view()` gives `{cabinet, official, mayOrder}`, `order(lane, path, body, done)` sends an order and says what came of it. */
  constructor({ dialog, view, order }, report, requests) {
    Object.assign(this, { dialog, view, order, report, requests });
    this.drawList = whenChanged((disputes, locked, language) => this.#drawList(locked));
  }

  #words(dispute) {
    return standingWords(standing(dispute), this.view().cabinet.rules, numberStyle());
  }

  /** A game in words. */
  #game({ table: number, game }) {
    if (number === null) return say('dispute.round', { number: game });
    const named = everyTableOf(this.view()).find((each) => each.table === number);
    return say('dispute.deal', { number: game, table: named ? tableName(named) : String(number) });
  }

  /** What tells whether the marks beside the games have to be drawn anew. */
  key() {
    return this.view().official.disputes.map(({ dispute, ruling }) => `${dispute}${ruling ? '+' : ''}`).join();
  }

  /**
   * Puts into the row of a game that is over what is disputed of it, and for who may open a dispute a button for every other seat that had a part in
   * it.
   */
  mark(row, table, game, seats) {
    const { official, mayOrder } = this.view();
    const about = official.disputes.filter((each) => each.table === table && each.game === game);
    if (about.length > 0) row.querySelector('summary').append(element('span', 'tag disputed', about.map((each) => this.#words(each)).join(', ')));
    if (!mayOrder) return;
    const foot = element('div', 'dispute-buttons');
    for (const seat of seats.filter((each) => !disputeOf(about, each, table, game))) {
      const button = element('button', '', say('dispute.open', { seat }), { type: 'button' });
      button.addEventListener('click', () => this.open({ seat, table, game }));
      foot.append(button);
    }
    if (foot.children.length > 0) row.querySelector('summary').after(foot);
  }

  /** Asks what the dispute of this seat about this game is about, and opens it. */
  async open({ seat, table, game }) {
    const title = say('dispute.open', { seat });
    const text = say('dispute.open-text', { game: this.#game({ table, game }), seat });
    const note = await reason(this.dialog, title, text, [say('dispute.ready-bet'), say('dispute.ready-result'), say('dispute.ready-paid')], title);
    if (note) await this.order('disputes', `seats/${seat}/open-dispute`, { table, game, note }, say('dispute.open-done'));
  }

  async #uphold(dispute) {
    const { rules } = this.view().cabinet;
    const title = say('dispute.uphold');
    const amount = await amountOf(this.dialog, say('dispute.amount', { seat: dispute.seat }), rules, { yes: title });
    if (!amount) return;
    const told = { number: dispute.dispute, seat: dispute.seat, amount: money(amount, rules, numberStyle()) };
    const note = await reason(this.dialog, title, say('dispute.uphold-text', told), [], title);
    if (!note) return;
    const sure = await confirmation(this.dialog, title, say('dispute.uphold-sure', told), title);
    if (sure) await this.#decide(dispute, { verdict: 'upheld', amount, note });
  }

  async #reject(dispute) {
    const title = say('dispute.reject');
    const note = await reason(this.dialog, title, say('dispute.reject-text', { number: dispute.dispute }), [], title);
    if (note) await this.#decide(dispute, { verdict: 'rejected', amount: null, note });
  }

  #decide({ dispute }, decision) {
    return this.order('disputes', 'table/decide-dispute', { dispute, ...decision }, say('dispute.decide-done', { number: dispute }));
  }

  /** Draws the panel; `locked` switches the orders off. */
  draw(locked, language) {
    const { disputes } = this.view().official;
    byId('disputes-panel').hidden = disputes.length === 0;
    this.drawList(JSON.stringify(disputes), locked, language);
  }

  #drawList(locked) {
    const { disputes } = this.view().official;
    const open = new Set([...byId('disputes').querySelectorAll('details[open]')].map((each) => each.dataset.row));
    const rows = disputes.map((dispute) => this.#row(dispute, locked));
    for (const row of rows) row.open = open.has(row.dataset.row);
    byId('disputes').replaceChildren(...rows);
  }

  #row(dispute, locked) {
    const row = element('details', 'round-row');
    row.dataset.row = String(dispute.dispute);
    const summary = element('summary');
    const mark = element('span', dispute.ruling ? 'tag' : 'tag disputed', this.#words(dispute));
    summary.append(element('span', 'round-number', `№ ${dispute.dispute}`), element('time', '', momentOf(dispute.opened_at)));
    summary.append(element('span', '', `${say('seat.word')} ${dispute.seat}`), element('span', '', this.#game(dispute)), mark);
    const foot = element('div', 'dispute-buttons');
    const button = (words, press, isLocked) => {
      const made = element('button', '', words, { type: 'button', disabled: isLocked });
      made.addEventListener('click', press);
      foot.append(made);
    };
    if (!dispute.ruling && this.view().mayOrder) {
      button(say('dispute.uphold'), () => this.#uphold(dispute), locked);
      button(say('dispute.reject'), () => this.#reject(dispute), locked);
    }
    button(say('dispute.report'), () => this.#show(dispute.dispute), false);
    row.append(summary, foot, ...this.#notes(dispute).map(([who, note]) => element('p', 'quiet', `${who}: ${note}`)));
    return shownWhenOpened(row);
  }

  /** Who said what about it: at its opening, and at its end. */
  #notes({ opened_by, opened_at, note, ruling }) {
    const notes = [[`${opened_by}, ${momentOf(opened_at)}`, note]];
    if (ruling) notes.push([`${ruling.by}, ${momentOf(ruling.at)}`, ruling.note]);
    return notes;
  }

  /** Opens the report of a dispute, to be read and printed. */
  async #show(number) {
    const { ok, data } = await this.requests.read('/api/v1/disputes');
    const found = ok ? data.disputes.find(({ dispute }) => dispute.dispute === number) : undefined;
    const body = sheetBody('dispute-report');
    if (found) this.#fill(body, found, data.head);
    else body.append(element('p', 'quiet', say('dispute.unread')));
    const foot = element('footer', 'ask-foot');
    if (found) foot.append(printButton());
    this.report.replaceChildren(sheetHead(this.report, say('dispute.title-of', { number })), body, foot);
    if (!this.report.open) this.report.showModal();
  }

  #fill(body, { dispute, round, deal, hand }, head) {
    const { rules } = this.view().cabinet;
    const told = [[say('dispute.seat'), String(dispute.seat)], [say('dispute.game'), this.#game(dispute)], [say('dispute.standing'), this.#words(dispute)]];
    body.append(pairs('figures', told), pairs('figures notes', this.#notes(dispute)));
    if (round) this.#fillRound(body, round, rules);
    if (deal) fillDeal(body, deal, rules);
    if (hand) fillHand(body, hand, dispute.seat, rules);
    body.append(signatures(say('dispute.of-house'), say('dispute.of-player')), element('p', 'quiet head', say('rounds.head', { head })));
  }

  #fillRound(body, round, rules) {
    const amount = (minor) => money(minor, rules, numberStyle());
    const outcome = element('p', 'round-outcome');
    outcome.append(roundEnd(round));
    body.append(outcome);
    for (const part of round.seats) {
      const sums = `${say('round.staked', { amount: amount(part.staked) })} · ${say('round.returned', { amount: amount(part.returned) })}`;
      body.append(element('h3', 'part-head', `${say('seat.word')} ${part.seat}: ${sums}`), betList(part, rules));
    }
  }
}

/** A deal between players, with the cards that everybody has seen. */
function fillHand(body, hand, seat, rules) {
  const row = handLine(hand, seat, rules);
  row.open = true;
  body.append(row);
}

function fillDeal(body, deal, rules) {
  if (deal.voided) body.append(element('p', '', voidWords(deal)));
  const hands = element('div', 'table-hands');
  smallHands(hands, deal.hands, currentLanguage());
  const lines = deal.settlement.returns.map((line) => [`${say('seat.word')} ${line.seat}`, say('hand.box', { box: line.box }), lineWords(line, rules)]);
  body.append(hands, table([say('dispute.seat'), '', ''], lines));
}
