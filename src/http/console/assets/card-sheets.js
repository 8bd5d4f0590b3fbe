// The sheets of a card table on the seat's console: what is staked there by which rules, and the seat's own last deals.
import { colourSwitch } from './card-side.js';
import { element } from './dom.js';
import { smallHands } from './hands.js';
import { money } from './money.js';
import { rulesName, sheetHead, table as sheetTable, timeOf } from './sheets.js';
import { limitWords, lineWords, returnedTo, tableName, voidWords } from './table-words.js';
import { currentLanguage, numberStyle, say } from './words.js';

/** Shows the stakes of a card table with what they pay and all limits, and the switch of the suits' colours; `onChange` draws the table. */
export function openTableRules(dialog, table, rules, onChange) {
  const amount = (minor) => money(minor, rules, numberStyle());
  const rows = table.offers.map(({ stake, odds, least, most }) => [say(`stake.${stake}`), odds ?? say('rules.by-cards'), amount(least), amount(most)]);
  const heads = [say('rules.bet'), say('rules.pays'), say('rules.least'), say('rules.most')];
  const body = element('div', 'sheet-body');
  const limits = table.limits.map((each) => element('p', '', limitWords(each, rules)));
  body.append(sheetTable(heads, rows, 'pay-table'), ...limits, ...['rules.malfunction', 'rules.accepted'].map((key) => element('p', '', say(key))));
  body.append(colourSwitch(onChange), rulesName(say('deal.rules', { name: table.rules }), table.rules_sha256));
  dialog.replaceChildren(sheetHead(dialog, `${tableName(table)}: ${say('rules.title')}`), body);
  if (!dialog.open) dialog.showModal();
}

/** Shows the seat's own part of its last deals at a table. */
export function openDeals(dialog, table, deals, seat, rules) {
  const body = element('div', 'sheet-body rounds');
  body.append(...deals.map((deal) => ownDeal(deal, seat, rules)));
  if (deals.length === 0) body.append(element('p', 'quiet', say('rounds.none')));
  dialog.replaceChildren(sheetHead(dialog, `${tableName(table)}: ${say('deals.title')}`), body);
  if (!dialog.open) dialog.showModal();
}

function ownDeal(deal, seat, rules) {
  const amount = (minor) => money(minor, rules, numberStyle());
  const staked = deal.settlement.returns.reduce((sum, line) => sum + line.amount, 0);
  const net = returnedTo(deal.settlement, seat) - staked;
  const row = element('details', 'round-row');
  const summary = element('summary');
  summary.append(element('span', 'round-number', `№ ${deal.deal}`), element('time', '', timeOf(deal.settled_at)));
  if (deal.voided) summary.append(element('span', 'tag', say('round.voided')));
  summary.append(element('span', '', say('round.staked', { amount: amount(staked) })), element('b', net > 0 ? 'net plus' : 'net', `${net > 0 ? '+' : ''}${amount(net)}`));
  const hands = element('div', 'table-hands');
  smallHands(hands, deal.hands, currentLanguage());
  const list = element('ul', 'line-list');
  list.append(...deal.settlement.returns.map((line) => element('li', line.fate, lineWords(line, rules))));
  row.append(summary);
  if (deal.voided) row.append(element('p', 'quiet', voidWords(deal)));
  row.append(hands, list);
  return row;
}
