// The result of the seat's round: the number, what was won, and which bets won.
import { calm, element } from './dom.js';
import { identityOf } from './layout.js';
import { money } from './money.js';
import { betName } from './felt.js';
import { winOf } from './settlement.js';
import { numberBadge } from './strip.js';
import { numberStyle, say } from './words.js';

const COUNTING_MILLISECONDS = 900;
/** How many winning bets are listed one by one. */
const LISTED = 5;

/** The identities of the places whose bets returned something. */
export function wonPlaces(part) {
  return new Set((part?.bets ?? []).filter((bet) => bet.returned > 0).map(identityOf));
}

/** Fills `box` with the result; `part` is the seat's own part of the round, or `null` where it had no bets. */
export function drawResult(box, outcome, part, rules) {
  const amount = (minor) => money(minor, rules, numberStyle());
  const head = element('div', 'result-head');
  const words = element('div', 'result-words');
  head.append(numberBadge(outcome.pocket, 'big'), words);
  box.replaceChildren(head);
  // A return that is not more than the stake is said, but not celebrated: it is no win.
  const won = part ? winOf(part) : 0;
  box.classList.toggle('win', won > 0);
  if (!part) {
    words.append(element('h2', '', say(`colour.${outcome.colour}`)), element('p', '', say('result.no-bets')));
  } else if (part.returned === 0) {
    words.append(element('h2', '', say('result.lost')), element('p', '', say('result.staked', { amount: amount(part.staked) })));
  } else {
    const sum = element('p', 'sum');
    const amounts = { returned: amount(part.returned), staked: amount(part.staked) };
    words.append(element('h2', '', say(won > 0 ? 'result.won' : 'result.returned')), sum);
    if (won > 0) countUp(sum, won, amount);
    else sum.textContent = amounts.returned;
    words.append(element('p', '', won > 0 ? say('result.returned-of', amounts) : say('result.of', { amount: amounts.staked })));
    box.append(returningBets(part, amount));
  }
}

/** What came back on each bet that did not lose. */
function returningBets(part, amount) {
  const list = element('ul', 'wins');
  const won = part.bets.filter((bet) => bet.returned > 0).sort((a, b) => b.returned - a.returned);
  for (const bet of won.slice(0, won.length > LISTED ? LISTED - 1 : LISTED)) {
    const item = element('li');
    item.append(element('span', '', betName(bet)), element('b', '', amount(bet.returned)));
    list.append(item);
  }
  if (won.length > LISTED) list.append(element('li', 'more', say('result.more', { count: won.length - LISTED + 1 })));
  return list;
}

/** Lets a shown amount grow to its value; whole numbers all the way, and at once for people who want no movement. */
function countUp(target, value, amount) {
  if (calm()) {
    target.textContent = amount(value);
    return;
  }
  const start = performance.now();
  const draw = (now) => {
    const share = Math.min(1, Math.max(0, (now - start) / COUNTING_MILLISECONDS));
    target.textContent = amount(share === 1 ? value : Math.floor(value * share * (2 - share)));
    if (share < 1 && target.isConnected) requestAnimationFrame(draw);
  };
  draw(start);
}

/** What a screen reader says about the result. */
export function resultWords(outcome, part, rules) {
  const number = `${outcome.pocket} ${say(`colour.${outcome.colour}`)}.`;
  if (!part) return number;
  if (part.returned === 0) return `${number} ${say('result.lost')}.`;
  const won = winOf(part);
  return `${number} ${say(won > 0 ? 'result.won' : 'result.returned')}: ${money(won > 0 ? won : part.returned, rules, numberStyle())}.`;
}
