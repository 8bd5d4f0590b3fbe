// The sheets of a table between players on the seat's console: what may be wagered by which rules, and the deals of the seat.
import { dealSummary, openDealHistory } from './card-sheets.js';
import { colourSwitch } from './card-side.js';
import { element } from './dom.js';
import { endOfHand, ownCards, playsOf, streetsOf } from './hand-history.js';
import { layCards } from './hands.js';
import { money } from './money.js';
import { actedWords, amountRows, feeRows, potLines, voidDealWords } from './player-words.js';
import { rulesName, sheetBody, sheetHead, table as sheetTable } from './sheets.js';
import { playedAs, tableName } from './table-words.js';
import { numberStyle, say } from './words.js';

/** Shows the rules of a table between players; `onChange` draws the table. */
export function openPlayerRules(dialog, table, rules, onChange) {
  const rows = [...amountRows(table, rules), ...amountRows(table, rules, ['unit', 'buy_in_least', 'buy_in_most']), ...feeRows(table, rules)];
  const body = sheetBody('table-rules');
  body.append(element('p', '', say(`poker.${table.trades ? 'trading' : 'limit'}.${table.limit}`)), sheetTable([say('poker.amounts'), ''], rows, 'limit-table'));
  const hours = table.fee.hourly === null ? [] : ['poker.rule.hour'];
  const stops = table.lets_stop ? ['poker.rule.stop'] : [];
  const trades = table.trades ? ['poker.rule.trade'] : [];
  const buys = table.exchanges ? ['poker.rule.exchange'] : [];
  const divides = table.asks_to_divide ? ['poker.rule.divide'] : [];
  const straights = table.wheel ? [] : ['poker.rule.no-wheel'];
  const time = table.trades ? 'poker.rule.trade-time' : table.time_folds ? 'poker.rule.time-folds' : 'poker.rule.time';
  body.append(...['poker.rule.stakes', ...hours, ...stops, ...trades, ...buys, ...divides, ...straights, 'poker.rule.leave', time, 'poker.rule.line', 'poker.rule.show', 'rules.malfunction', 'rules.accepted'].map((key) => element('p', '', say(key))));
  body.append(colourSwitch(onChange), rulesName(say('deal.rules', { name: table.rules }), table.rules_sha256));
  dialog.replaceChildren(sheetHead(dialog, `${tableName(table)}: ${say('rules.title')}`), body);
  if (!dialog.open) dialog.showModal();
}

/**
 * Shows the deals at a table in which the seat was dealt in: the last ones, `hands`, with their cards, and the earlier ones that `history`
 * brings.
 */
export function openHands(dialog, history, table, hands, { seat, disputes }, rules) {
  return openDealHistory(dialog, history, table, hands, (hand) => handLine(hand, seat, rules, seat), disputes, rules);
}

/** A deal of a seat as a line that opens; `mine` is the seat that is called "you", if any. */
export function handLine(hand, seat, rules, mine = null) {
  const { put_in: putIn, returned } = hand.stacks.find((stack) => stack.seat === seat);
  const put = say('poker.put-in', { amount: money(putIn, rules, numberStyle()) });
  const summary = dealSummary(hand, { endedAt: hand.ended_at, put, net: returned - putIn }, rules);
  summary.querySelector('time').after(cardRow(ownCards(hand, seat)), cardRow(hand.board));
  return handRow(hand, summary, mine, rules);
}

/** A deal as the house sees it, as a line that opens: `put` says in it what was put in. */
export function wholeHandLine(hand, put, rules) {
  const amount = (minor) => money(minor, rules, numberStyle());
  const row = handRow(hand, dealSummary(hand, { endedAt: hand.ended_at, put }, rules), null, rules);
  const heads = ['seat.word', 'past.brought', 'past.put-in', 'past.returned'].map((key) => say(key));
  const lines = hand.stacks.map((stack) => [String(stack.seat), amount(stack.brought), amount(stack.put_in), amount(stack.returned)]);
  row.append(sheetTable(heads, lines, 'stack-table'));
  return row;
}

function handRow(hand, summary, mine, rules) {
  const row = element('details', 'round-row');
  const plays = playsOf(hand);
  const told = plays.flatMap((play, nth) => playTold(play, plays.length > 1 ? say('poker.play', { number: nth + 1 }) : null, mine, rules));
  row.append(summary, element('p', 'quiet', playedAs(hand)), ...told, resultTold(hand, rules));
  return row;
}

/** One play of a deal: its name where there are several, the hands and the streets. */
function playTold(play, name, seat, rules) {
  const streets = element('div', 'past-streets');
  streets.append(...streetsOf(play).map((street) => streetTold(street, seat, rules)));
  return [...(name ? [element('h3', '', name)] : []), handsTold(play, seat), streets];
}

function cardRow(cards) {
  const row = element('div', 'past-cards');
  layCards(row, cards);
  row.hidden = cards.length === 0;
  return row;
}

const nameOf = (seat, mine) => (seat === mine ? say('poker.you') : `${say('seat.word')} ${seat}`);

/** The hands of all who were dealt in, as the seat may see them. */
function handsTold(hand, mine) {
  const row = element('div', 'past-hands');
  row.hidden = hand.hands.length === 0;
  row.append(...hand.hands.map((each) => handTold(each, endOfHand(each, hand), mine)));
  return row;
}

function handTold({ seat, down, up, combination }, end, mine) {
  const box = element('section', seat === mine ? 'past-hand own' : 'past-hand');
  box.append(element('b', '', nameOf(seat, mine)), cardRow([...down, ...up]));
  if (combination) box.append(element('span', 'made', say(`combination.${combination}`)));
  if (end) box.append(element('span', 'quiet', say(end)));
  return box;
}

/** A street: its name with the cards that came on it, and what was put in and done. */
function streetTold({ name, cards, wagers }, mine, rules) {
  const [street, list] = [element('section', 'past-street'), element('ul')];
  if (name) street.append(element('h3', '', say(`poker.street.${name}`)), cardRow(cards));
  list.append(...wagers.map((wager) => element('li', wager.seat === mine ? 'own' : '', wagerWords(wager, mine, rules))));
  if (wagers.length > 0) street.append(list);
  return street;
}

/** What a seat did, or had to put in. */
function wagerWords(wager, mine, rules) {
  const paid = money(wager.paid, rules, numberStyle());
  const did = wager.action ? actedWords(wager, rules) : `${say('poker.did.posted')} ${paid}`;
  const price = wager.action === 'call' ? ` ${paid}` : '';
  return `${nameOf(wager.seat, mine)}: ${did}${price}${wager.by_default ? ` (${say('poker.by-default')})` : ''}`;
}

/** The pots with their fees and winners, or why everybody got back what he had put in. */
function resultTold(hand, rules) {
  const list = element('ul', 'past-result');
  const lines = hand.result ? potLines(hand.result, rules) : [voidDealWords(hand)];
  list.append(...lines.map((words) => element('li', '', words)));
  return list;
}
