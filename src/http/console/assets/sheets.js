// What the seat's sheets are made of: the rules in force with the pay table and limits, and the lines of past rounds.
import { chipCount } from './calls.js';
import { element } from './dom.js';
import { betName } from './felt.js';
import { money } from './money.js';
import { noSpinWords } from './phase.js';
import { numberBadge } from './strip.js';
import { currentLanguage, has, numberStyle, say } from './words.js';

/** The head of a sheet with its title and a button that closes it. */
export function sheetHead(dialog, title) {
  const head = element('header', 'sheet-head');
  const close = element('button', 'close', '×', { type: 'button' });
  close.setAttribute('aria-label', say('sheet.close'));
  close.addEventListener('click', () => dialog.close());
  head.append(element('h2', '', title), close);
  dialog.setAttribute('aria-label', title);
  return head;
}

/** The body of a sheet, which the keyboard can scroll. */
export const sheetBody = (className = '') => element('div', `sheet-body ${className}`.trim(), undefined, { tabIndex: 0 });

/** A table with these heads and rows; a cell is a text or an element. */
export function table(heads, rows, className = '') {
  const made = element('table', className);
  const headRow = element('tr');
  for (const head of heads) headRow.append(element('th', '', head, { scope: 'col' }));
  const body = element('tbody');
  for (const row of rows) {
    const line = element('tr');
    for (const cell of row) {
      const data = element('td');
      data.append(cell);
      line.append(data);
    }
    body.append(line);
  }
  const top = element('thead');
  top.append(headRow);
  made.append(top, body);
  return made;
}

/** A kind of bet as the pay table names it; the even chances are called as their places are. */
function kindName(kind) {
  return say(has(`kind.${kind}`) ? `kind.${kind}` : `place.${kind}`);
}

/** The rules file in force with its digest, by which it can be told from any other. */
export function rulesName(words, sha256) {
  const name = element('p', 'print');
  name.append(element('span', '', words), element('code', '', sha256));
  return name;
}

/** Shows the rules in force. */
export function openRules(dialog, rules) {
  const style = numberStyle();
  const amount = (minor) => money(minor, rules, style);
  const rows = rules.bets.map(({ bet, returns, least, most }) => [
    kindName(bet),
    say('rules.to-one', { times: returns - 1 }),
    amount(least),
    amount(most),
  ]);
  const body = sheetBody();
  body.append(table([say('rules.bet'), say('rules.pays'), say('rules.least'), say('rules.most')], rows, 'pay-table'));
  body.append(element('p', '', say('rules.limits', { step: amount(rules.step), most: amount(rules.seat_most) })));
  if (rules.win_most !== null) body.append(element('p', '', say('rules.win-most', { most: amount(rules.win_most) })));
  if (rules.calls.length > 0) {
    const calls = rules.calls.map((call) => [say(`call.${call}`, { number: '' }).trim(), String(chipCount(call)), say(`call-rule.${call}`)]);
    body.append(table([say('rules.call'), say('rules.costs'), say('rules.places')], calls, 'call-table'));
  }
  const sentences = ['rules.zero', rules.open_while_ball_runs ? 'rules.close-running' : 'rules.close-countdown', 'rules.no-spin', 'rules.malfunction', 'rules.accepted'];
  body.append(...sentences.map((key) => element('p', '', say(key))));
  body.append(rulesName(say('rules.name', { name: rules.name, table: rules.pay_table }), rules.sha256));
  dialog.replaceChildren(sheetHead(dialog, say('rules.title')), body);
  if (!dialog.open) dialog.showModal();
}

/** A moment in the cabinet's record as a time of day, with the date where it is not today. */
export function timeOf(microseconds) {
  if (!microseconds) return '';
  const when = new Date(microseconds / 1000);
  const today = when.toDateString() === new Date().toDateString();
  const options = today ? { timeStyle: 'medium', hourCycle: 'h23' } : { dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' };
  return when.toLocaleString(currentLanguage(), options);
}

/** The line of a recalled round that is seen before it is opened: its number, its time and its end. */
export function roundSummary(round) {
  const summary = element('summary');
  const time = element('time', '', timeOf(round.settled_at ?? round.closed_at ?? round.opened_at));
  summary.append(element('span', 'round-number', `№ ${round.round}`), time, roundEnd(round));
  return summary;
}

/** How a recalled round ended, as an element. */
export function roundEnd(round) {
  if (round.outcome) return numberBadge(round.outcome.pocket);
  return element('span', 'tag', round.voided ? say('round.voided') : say('round.running'));
}

/** The bets of a part with what each returned. */
export function betList(part, rules) {
  const style = numberStyle();
  const list = element('ul', 'bet-list');
  for (const bet of part.bets) {
    const item = element('li', bet.returned > 0 ? 'won' : '');
    const staked = money(bet.stake, rules, style);
    const returned = bet.returned > 0 ? money(bet.returned, rules, style) : '–';
    item.append(element('span', '', betName(bet)), element('span', '', staked), element('b', '', returned));
    list.append(item);
  }
  return list;
}

/** What was won, or lost, with its sign. */
export const netWords = (net, rules) => element('b', net > 0 ? 'net plus' : 'net', `${net > 0 ? '+' : ''}${money(net, rules, numberStyle())}`);

/** A recalled round as a line that opens: the seat's own part of it, how it ended, and what else is to be said of it, as elements. */
export function roundLine(round, rules, marks = []) {
  const style = numberStyle();
  const part = round.seats[0];
  const details = element('details', 'round-row');
  const summary = roundSummary(round);
  if (part) {
    summary.append(element('span', '', say('round.staked', { amount: money(part.staked, rules, style) })));
    const net = part.returned - part.staked;
    if (round.settled_at) summary.append(netWords(net, rules));
    details.append(betList(part, rules));
  } else summary.append(element('span', 'quiet', say('round.no-bets')));
  summary.append(...marks);
  if (round.voided) details.append(element('p', 'quiet', say(`voided.${round.voided}`)));
  for (const reason of round.no_spins) details.append(element('p', 'quiet', `${say('no-spin.title')}: ${noSpinWords(reason)}`));
  details.prepend(summary);
  return details;
}

/** Has what a person opens in a list come into view. */
export function shownWhenOpened(row) {
  row.querySelector('summary').addEventListener('click', () => requestAnimationFrame(() => row.open && row.scrollIntoView({ block: 'nearest' })));
  return row;
}
