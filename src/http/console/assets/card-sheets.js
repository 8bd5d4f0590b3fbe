// The sheets of a card table on the seat's console: what is staked there by which rules, and the seat's own deals.
import { noteWords, payTable } from './card-rules.js';
import { colourSwitch } from './card-side.js';
import { element } from './dom.js';
import { smallHands } from './hands.js';
import { ownMark } from './dispute-marks.js';
import { openHistory } from './history.js';
import { money } from './money.js';
import { ownPastForm } from './past-form.js';
import { fieldWords, reelWords, reelsOf } from './reels.js';
import { partOf } from './settlement.js';
import { netWords, rulesName, sheetBody, sheetHead, table as sheetTable, timeOf } from './sheets.js';
import { choiceWords, limitWords, lineWords, playedAs, tableName, voidWords } from './table-words.js';
import { currentLanguage, numberStyle, say } from './words.js';

/**
 * Shows the rules of a card table: how the game goes and the pay table, which `shelf` brings, all limits, and the switch of the suits' colours;
 * `onChange` draws the table.
 */
export async function openTableRules(dialog, table, rules, { shelf, onChange }) {
  const amount = (minor) => money(minor, rules, numberStyle());
  const rows = table.offers.map(({ stake, least, most }) => [say(`stake.${stake}`), amount(least), amount(most)]);
  const [body, game] = [sheetBody('table-rules'), element('div', 'game-rules')];
  const limits = table.limits.map((each) => element('p', '', limitWords(each, rules)));
  body.append(game, sheetTable([say('rules.bet'), say('rules.least'), say('rules.most')], rows, 'limit-table'), ...limits);
  body.append(...['rules.stake-back', 'rules.malfunction', 'rules.accepted'].map((key) => element('p', '', say(key))));
  body.append(colourSwitch(onChange), rulesName(say('deal.rules', { name: table.rules }), table.rules_sha256));
  dialog.replaceChildren(sheetHead(dialog, `${tableName(table)}: ${say('rules.title')}`), body);
  if (!dialog.open) dialog.showModal();
  game.append(...gameRules(await shelf.fetched(table)));
}

/** How a game goes and its pay table, as elements. */
function gameRules(told) {
  if (!told) return [element('p', 'quiet', say('rules.unread'))];
  const [notes, pays, list] = [element('section'), element('section'), element('ul', 'rule-notes')];
  list.append(...noteWords(told).map((words) => element('li', '', words)));
  notes.append(element('h3', '', say('rules.how')), list);
  pays.append(element('h3', '', say('rules.pay-table')), payTable(told));
  return [notes, pays];
}

/** Shows the seat's own part of its deals at a table: the last ones, `deals`, with their cards, and the earlier ones that `history` brings. */
export function openDeals(dialog, history, table, deals, { seat, disputes }, rules) {
  return openDealHistory(dialog, history, table, deals, (deal) => ownDeal(deal, table, seat, rules), disputes, rules);
}

/**
 * Shows the deals at a table: the `newest` and the earlier ones that `history` brings; `lineOf(deal)` draws one, which is marked where one of the
 * seat's `disputes` is about it.
 */
export function openDealHistory(dialog, history, table, newest, lineOf, disputes, rules) {
  const line = (deal) => {
    const row = lineOf(deal);
    row.querySelector('summary').append(...ownMark(disputes, table.table, deal.deal, rules));
    return row;
  };
  const words = { title: `${tableName(table)}: ${say('deals.title')}`, earlier: say('deals.earlier'), unread: say('deals.unread') };
  return openHistory(dialog, history, newest, line, words, (seek) => ownPastForm(rules, seek));
}

/**
 * The line of a deal that is seen before it is opened: its number, when it ended, what else is to be said in it, whether it was void, what was
 * put in, in words, and what was won, where that is one seat's.
 */
export function dealSummary(deal, { endedAt, tags = [], put, net }, rules) {
  const summary = element('summary');
  const said = deal.voided ? [...tags, say('round.voided')] : tags;
  summary.append(element('span', 'round-number', `№ ${deal.deal}`), element('time', '', timeOf(endedAt)));
  summary.append(...said.map((words) => element('span', 'tag', words)), element('span', '', put), ...(net === undefined ? [] : [netWords(net, rules)]));
  return summary;
}

/** What lies below a deal's line: its cards, or of an earlier one what was decided. */
export function dealCourse(deal, rules) {
  if (!deal.hands) return deal.choices.map((choice) => element('p', 'quiet', `${say('hand.box', { box: choice.box })}: ${choiceWords(choice)}`));
  const hands = element('div', 'table-hands');
  smallHands(hands, deal.hands, currentLanguage());
  const reels = reelsOf(deal);
  return reels ? [...reelTold(reels, rules), hands] : [hands];
}

/** What the reels of a deal showed, and what they paid. */
function reelTold(reels, rules) {
  const amount = (minor) => money(minor, rules, numberStyle());
  return [fieldWords(reels), ...reelWords(reels, amount)].map((words) => element('p', 'quiet', words));
}

/** A deal as a line that opens. Where the table had another name or game then, that is said in the line already. */
function ownDeal(deal, table, seat, rules) {
  const { staked, returned } = partOf(deal.settlement, seat);
  const row = element('details', 'round-row');
  const isOther = deal.table_name !== null && (deal.table_name !== table.name || deal.game !== table.game);
  const tags = isOther ? [tableName({ name: deal.table_name, game: deal.game })] : [];
  const put = say('round.staked', { amount: money(staked, rules, numberStyle()) });
  const list = element('ul', 'line-list');
  list.append(...deal.settlement.returns.map((line) => element('li', line.fate, lineWords(line, rules))));
  row.append(dealSummary(deal, { endedAt: deal.settled_at, tags, put, net: returned - staked }, rules));
  const played = playedAs(deal);
  if (played) row.append(element('p', 'quiet', played));
  if (deal.voided) row.append(element('p', 'quiet', voidWords(deal)));
  row.append(...dealCourse(deal, rules), list);
  return row;
}
