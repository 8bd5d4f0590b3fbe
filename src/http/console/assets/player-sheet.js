// The sheets of a table between players on the seat's console: what may be wagered by which rules, and the deals of the seat.
import { dealSummary, openDealHistory } from './card-sheets.js';
import { colourSwitch } from './card-side.js';
import { element } from './dom.js';
import { money } from './money.js';
import { actedWords, resultLines } from './player-words.js';
import { rulesName, sheetBody, sheetHead, table as sheetTable } from './sheets.js';
import { playedAs, tableName, voidWords } from './table-words.js';
import { numberStyle, say } from './words.js';

const AMOUNTS = ['ante', 'small_blind', 'big_blind', 'bring_in', 'small_bet', 'big_bet', 'most_bet', 'unit', 'buy_in_least', 'buy_in_most'];

/** Shows the rules of a table between players; `onChange` draws the table. */
export function openPlayerRules(dialog, table, rules, onChange) {
  const known = AMOUNTS.filter((key) => table.amounts[key] > 0);
  const rows = known.map((key) => [say(`poker.amount.${key}`), money(table.amounts[key], rules, numberStyle())]);
  const body = sheetBody('table-rules');
  body.append(element('p', '', say(`poker.limit.${table.limit}`)), sheetTable([say('poker.amounts'), ''], rows, 'limit-table'));
  body.append(...['poker.rule.stakes', 'poker.rule.leave', 'poker.rule.time', 'rules.malfunction', 'rules.accepted'].map((key) => element('p', '', say(key))));
  body.append(colourSwitch(onChange), rulesName(say('deal.rules', { name: table.rules }), table.rules_sha256));
  dialog.replaceChildren(sheetHead(dialog, `${tableName(table)}: ${say('rules.title')}`), body);
  if (!dialog.open) dialog.showModal();
}

/** Shows the deals at a table in which the seat was dealt in, as `history` brings them: what everybody did, and what the seat put in and got back. */
export function openHands(dialog, history, table, seat, rules) {
  return openDealHistory(dialog, history, table, [], (hand) => handLine(hand, seat, rules));
}

/** A deal as a line that opens. */
function handLine(hand, seat, rules) {
  const [row, course] = [element('details', 'round-row'), element('ul', 'line-list')];
  const put = say('poker.put-in', { amount: money(hand.put_in, rules, numberStyle()) });
  const summary = dealSummary(hand, { endedAt: hand.ended_at, put, net: hand.returned - hand.put_in }, rules);
  course.append(...hand.course.map((wager) => element('li', wager.seat === seat ? 'own' : '', wagerWords(wager, rules))));
  const results = resultLines({ result: hand.result, places: [] }, rules).map((words) => element('p', '', words));
  row.append(summary, element('p', 'quiet', playedAs(hand)), course, ...results);
  if (hand.voided) row.append(element('p', 'quiet', `${voidWords(hand)} ${say('poker.void')}`.trim()));
  return row;
}

/** What a seat did, or had to put in. */
function wagerWords(wager, rules) {
  const paid = money(wager.paid, rules, numberStyle());
  const did = wager.action ? actedWords(wager, rules) : `${say('poker.did.posted')} ${paid}`;
  const price = wager.action === 'call' ? ` ${paid}` : '';
  return `${say('seat.word')} ${wager.seat}: ${did}${price}${wager.by_default ? ` (${say('poker.by-default')})` : ''}`;
}
