// The card tables on the attendant's page: where each deal stands, what holds it, and the orders an attendant has there.
import { confirmation, reason } from './ask.js';
import { cardDrawing } from './cards.js';
import { element } from './dom.js';
import { faultWords } from './phase.js';
import { lineWords, placeWords, tableName, tablePhase, voidWords } from './table-words.js';
import { timeOf } from './sheets.js';
import { say } from './words.js';

/** The panel of a card table; `give(path, body, done)` sends an order, `locked` switches its buttons off. */
export function tablePanel(table, { dialog, give, locked }) {
  const panel = element('article', 'panel table-card');
  const head = element('header');
  head.append(element('h3', '', `${table.table}. ${tableName(table)}`), element('span', 'tag', tablePhase(table, null)));
  panel.append(head, element('p', 'quiet', `№ ${table.deal} · ${say('deal.cards-left', { count: table.cards_left })}`));
  if (table.hold) panel.append(holdBox(table.hold));
  panel.append(...table.faults.map(faultBox), hands(table), buttons(table, dialog, give, locked));
  return panel;
}

function holdBox(hold) {
  const box = element('div', 'hold');
  box.append(element('strong', '', `${say('hold.title')} ${timeOf(hold.since)}`), element('p', 'quiet', hold.reason));
  box.append(element('p', '', say(hold.ends_by_itself ? 'control.ends-by-itself' : 'control.needs-you')));
  return box;
}

/** A fault with its meaning and what to check. */
export function faultBox(fault) {
  const box = element('article', 'fault');
  const check = element('p', 'check');
  check.append(element('b', '', `${say('faults.check')} `), faultWords(fault, 'check'));
  box.append(element('strong', '', `${fault.code} · ${timeOf(fault.since)}`), element('p', '', faultWords(fault, 'meaning')), check, element('code', '', fault.detail));
  return box;
}

function hands(table) {
  const row = element('div', 'table-hands');
  for (const hand of table.hands) {
    const box = element('div', 'small-hand');
    const cards = element('div', 'hand-cards');
    cards.append(...hand.cards.map(cardDrawing));
    box.append(element('span', 'quiet', placeWords(hand.at)), cards);
    row.append(box);
  }
  return row;
}

function buttons(table, dialog, give, locked) {
  const { deal } = table;
  const name = tableName(table);
  const path = `tables/${table.table}`;
  const ready = ['reason.cards', 'reason.dispute', 'reason.player', 'reason.pause'].map((key) => say(key));
  const waits = table.hold !== null && !table.hold.ends_by_itself;
  const orders = [
    ['control.hold', !waits, async () => {
      const why = await reason(dialog, `${name}: ${say('control.hold')}`, say('control.hold-deal'), ready, say('control.hold'));
      if (why) await give(`${path}/hold`, { reason: why }, say('control.hold-done'));
    }],
    ['control.resume', waits, () => give(`${path}/resume`, {}, say('control.resume-done'))],
    ['control.misdeal', table.stakes.length > 0 && !table.settlement, () => voidDeal(false)],
    ['control.defective', table.stakes.length > 0 && !table.settlement, () => voidDeal(true)],
    ['control.shuffle', !table.last_of_shoe, async () => {
      const sure = await confirmation(dialog, `${name}: ${say('control.shuffle')}`, say('control.shuffle-text'), say('control.shuffle'));
      if (sure) await give(`${path}/shuffle`, { deal }, say('control.shuffle-done'));
    }],
  ];
  async function voidDeal(fresh) {
    const key = fresh ? 'control.defective' : 'control.misdeal';
    const why = await reason(dialog, `${name}: ${say(key)}`, say('control.void-deal', { deal }), ready, say(key), true);
    if (why) await give(`${path}/void`, { deal, reason: why, new_shoe: fresh }, say('control.void-done', { round: deal }));
  }
  const box = element('div', 'orders');
  for (const [key, may, press] of orders) {
    const button = element('button', key.endsWith('misdeal') || key.endsWith('defective') ? 'danger' : '', say(key), { type: 'button', disabled: locked || !may });
    button.setAttribute('aria-label', `${name}: ${say(key)}`);
    button.addEventListener('click', press);
    box.append(button);
  }
  return box;
}

/** A deal of the past with what every stake returned. */
export function dealRow(deal, rules) {
  const row = element('details', 'round-row');
  const summary = element('summary');
  summary.append(element('span', 'round-number', `№ ${deal.table}/${deal.deal}`), element('time', '', timeOf(deal.settled_at)), element('span', '', deal.rules));
  if (deal.voided) summary.append(element('span', 'tag', say('round.voided')));
  row.append(summary);
  if (deal.voided) row.append(element('p', 'quiet', voidWords(deal)));
  row.append(hands(deal));
  const list = element('ul', 'bet-list');
  for (const line of deal.settlement.returns) list.append(element('li', line.fate, `${say('seat.word')} ${line.seat}, ${say('hand.box', { box: line.box })}: ${lineWords(line, rules)}`));
  row.append(list);
  return row;
}
