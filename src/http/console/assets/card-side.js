// What stands beside a card table's cloth: what each stake of the seat returned, why the table waits, the limits, the cards left.
import { payTable } from './card-rules.js';
import { hasFourColours, setFourColours } from './cards.js';
import { element } from './dom.js';
import { digits, money } from './money.js';
import { partOf, winOf } from './settlement.js';
import { lineWords, tableName } from './table-words.js';
import { isMachine } from './tables.js';
import { numberStyle, say } from './words.js';

/** Fills the panel for the eyes of this seat; `told` are the rules of the table where they are here. */
export function drawSide(side, table, { seat, rules, told, onChange }) {
  const isMine = (line) => line.seat === seat;
  // Until the deal is settled: what was paid at once.
  const result = table.settlement ?? table.paid;
  const lines = result.returns.filter(isMine);
  const cuts = result.cuts.filter(isMine);
  const part = lines.length > 0 ? partOf(result, seat) : null;
  const parts = [element('h2', '', tableName(table))];
  if (part) parts.push(lineList(lines, cuts, rules, boxWord(table)), sumBox(part, rules));
  else parts.push(limits(table, rules));
  // A machine has its pay table on it, always.
  if (told && (!part || isMachine(table))) parts.push(payTable(told));
  const left = `№ ${table.deal} · ${say('deal.cards-left', { count: table.cards_left })}`;
  const foot = element('footer', 'side-foot');
  foot.append(
    element('p', 'quiet', table.last_of_shoe && table.phase !== 'staking' ? `${left} · ${say('deal.last-of-shoe')}` : left),
    element('p', 'quiet', say('deal.rules', { name: table.rules })),
    colourSwitch(onChange),
  );
  const focused = document.activeElement?.classList.contains('colours') && side.contains(document.activeElement);
  side.replaceChildren(...parts, foot);
  if (focused) side.querySelector('.colours').focus();
  side.classList.toggle('win', part !== null && winOf(part) > 0);
  side.classList.toggle('with-lines', lines.length > 0);
}

/** What a box of this table is called: where there are reels, it is a line of them. */
const boxWord = ({ pieces }) => (pieces.some(({ piece }) => piece === 'reels') ? 'reels.box' : 'hand.box');

function lineList(lines, cuts, rules, word) {
  const several = new Set([...lines, ...cuts].map(({ box }) => box)).size > 1;
  const head = ({ box, hand }) => [several ? say(word, { box }) : '', hand > 0 ? say('hand.number', { number: hand + 1 }) : ''].filter(Boolean).join(' ');
  const list = element('ul', 'lines');
  for (const line of lines) {
    const item = element('li', line.fate);
    item.append(element('span', '', [head(line), lineWords(line, rules)].filter(Boolean).join(': ')));
    if (line.fate !== 'waiting') item.append(element('b', '', money(line.returned, rules, numberStyle())));
    list.append(item);
  }
  for (const cut of cuts) list.append(element('li', 'lost', say('fate.cut', { amount: money(cut.amount, rules, numberStyle()) })));
  return list;
}

/** What came back, of what was staked and is settled. */
function sumBox({ staked, returned }, rules) {
  const amount = (minor) => money(minor, rules, numberStyle());
  const box = element('div', 'sum');
  box.append(element('span', '', say('result.returned')), element('b', '', amount(returned)), element('small', '', say('result.of', { amount: amount(staked) })));
  return box;
}

/** What may be staked on a box, from the least to the most, and what else is limited. */
function limits(table, rules) {
  const amount = (minor) => digits(minor, rules.decimals, numberStyle());
  const list = element('table', 'limits');
  list.append(element('caption', '', say('rules.limits-in', { currency: rules.currency })));
  for (const offer of table.offers) {
    const row = element('tr');
    row.append(element('th', '', say(`stake.${offer.stake}`), { scope: 'row' }), element('td', '', `${amount(offer.least)} – ${amount(offer.most)}`));
    list.append(row);
  }
  for (const { limit, most } of table.limits) {
    const row = element('tr');
    row.append(element('th', '', say(`limit.${limit}`), { scope: 'row' }), element('td', '', amount(most)));
    list.append(row);
  }
  return list;
}

/** The switch between two and four colours of suits; red and black alone are hard to tell apart for some. */
export function colourSwitch(onChange) {
  const button = element('button', 'colours', say('card.four-colours'), { type: 'button' });
  const draw = () => button.setAttribute('aria-pressed', String(hasFourColours()));
  button.addEventListener('click', () => {
    setFourColours(!hasFourColours());
    draw();
    onChange();
  });
  draw();
  return button;
}
