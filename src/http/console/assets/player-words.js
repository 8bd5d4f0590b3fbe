// A table between players in words.
import { cardWords } from './cards.js';
import { potName } from './hand-history.js';
import { money } from './money.js';
import { holdReason } from './phase.js';
import { timeBankOf } from './player-table.js';
import { timeOf } from './sheets.js';
import { has, numberStyle, say } from './words.js';

const amount = (minor, rules) => money(minor, rules, numberStyle());

/** What a player did, as it stands at his place; `trades` where a call pays for an opening. */
export function actedWords({ action, amount: total, cards }, rules, trades = false) {
  if (action === 'exchange') return say('poker.did.exchange', { count: cards });
  const words = say(trades && action === 'call' ? 'poker.did.pay' : `poker.did.${action}`);
  return total === null ? words : `${words} ${amount(total, rules)}`;
}

/** The phase in a few words. */
export function playerPhase(table, mine) {
  if (table.phase === 'dealing' && table.turn) {
    const words = table.turn.seat === mine ? say('deal.your-turn') : say('deal.turn', { seat: table.turn.seat });
    return table.turn.on_time_bank ? `${words} · ${say('poker.time-bank')}` : words;
  }
  if (table.phase === 'pause' && table.voided) return say('deal.void');
  return say(`poker.phase.${table.phase}`);
}

/** What the player at this place has besides the time of a decision; nothing where that is nothing. */
export function timeBankWords(table, place) {
  const seconds = timeBankOf(table, place);
  return seconds > 0 ? say('poker.time-bank-left', { seconds }) : '';
}

/** What must be known now, as `{kind, title, text}`, or `null`. */
export function playerNotice(table) {
  if (table.hold) return { kind: 'hold', title: say('hold.title'), text: `${holdReason(table.hold)} ${say('poker.hold')}` };
  return table.voided ? { kind: 'void', title: say('deal.void'), text: voidDealWords(table) } : null;
}

/** Why a deal is void, and that everybody got back what he had put in. */
export function voidDealWords({ voided }) {
  const key = `deal-void.${voided}`;
  return `${has(key) ? say(key) : ''} ${say('poker.void')}`.trim();
}

/** What the house takes, as rows of `[what, how much]`; none where it takes nothing. */
export function feeRows({ fee }, rules) {
  const rows = [
    ['poker.fee.of-pot', fee.percent_hundredths > 0 && `${new Intl.NumberFormat(numberStyle(), { maximumFractionDigits: 2 }).format(fee.percent_hundredths / 100)} %`],
    ['poker.fee.of-deal', fee.of_deal > 0 && amount(fee.of_deal, rules)],
    ['poker.fee.most', fee.most_of_deal !== null && (fee.percent_hundredths > 0 || fee.of_deal > 0) && amount(fee.most_of_deal, rules)],
    ['poker.fee.no-flop', !fee.without_flop && (fee.percent_hundredths > 0 || fee.of_deal > 0) && amount(0, rules)],
    ['poker.fee.hour', fee.hourly !== null && amount(fee.hourly, rules)],
  ];
  return rows.filter(([, words]) => words).map(([key, words]) => [say(key), words]);
}

const AMOUNTS = ['ante', 'small_blind', 'big_blind', 'bring_in', 'small_bet', 'big_bet', 'most_bet'];

/** What is put in and bet at the table, as rows of `[what, how much]`. */
export const amountRows = (table, rules, names = AMOUNTS) =>
  names.filter((name) => table.amounts[name] > 0).map((name) => [say(`poker.amount.${name}`), amount(table.amounts[name], rules)]);

/** What is played for at the table and what the house takes, in one line (TPC-11). */
export const conditionWords = (table, rules) => [...amountRows(table, rules), ...feeRows(table, rules)].map((row) => row.join(': ')).join(' · ');

/** Until when the seat has paid for its hour at the table; nothing where nothing is taken by the hour, or the hour is over. */
export function paidUntilWords({ fee }, { paid_until: until }, now) {
  return fee.hourly !== null && until !== null && until > now ? say('poker.paid-until', { time: timeOf(until) }) : '';
}

/** That a seat sits out because its stack does not reach for its next hour; nothing where it does. */
export function unpaidHourWords({ fee }, place, own, rules, now) {
  const owes = fee.hourly !== null && (own.paid_until === null || own.paid_until <= now);
  return owes && place?.sits_out && place.stack < fee.hour_needs ? say('poker.hour-unpaid', { amount: amount(fee.hourly, rules) }) : '';
}

/** Who won what, a line for each seat that got something, and another one for what its low hand got; the part that nobody called apart. */
export function resultLines(table, rules) {
  if (!table.result) return [];
  const { pots, uncalled, fee } = table.result;
  const shares = pots.flatMap((pot) => pot.shares);
  const [won, wonLow] = [sumsOf(shares.filter(({ low }) => !low)), sumsOf(shares.filter(({ low }) => low))];
  const made = (seat) => table.places.find((place) => place.seat === seat)?.combination;
  const lines = [...won].map(([seat, sum]) => {
    const words = say('poker.wins', { seat, amount: amount(sum, rules) });
    return made(seat) ? `${words}: ${say(`combination.${made(seat)}`)}` : words;
  });
  for (const [seat, sum] of wonLow) lines.push(`${say('poker.wins', { seat, amount: amount(sum, rules) })}: ${say('poker.low')}`);
  if (uncalled) lines.push(say('poker.uncalled', { seat: uncalled.seat, amount: amount(uncalled.amount, rules) }));
  if (fee > 0) lines.push(say('poker.fee', { amount: amount(fee, rules) }));
  return lines;
}

/** Who won and how much in all, for the few words that the board has room for. */
export function winnerLines(table, rules) {
  const won = sumsOf(table.result?.pots.flatMap(({ shares }) => shares) ?? []);
  return [...won].map(([seat, sum]) => say('poker.wins', { seat, amount: amount(sum, rules) }));
}

/** What each seat got of these shares. */
function sumsOf(shares) {
  const sums = new Map();
  for (const { seat, amount: part } of shares) sums.set(seat, (sums.get(seat) ?? 0) + part);
  return sums;
}

/** The pots of a deal that was paid, the main pot first, each with its fee and who won how much of it; the part that nobody called apart. */
export function potLines({ pots, uncalled }, rules) {
  const lines = pots.map((pot, index) => {
    const [key, values] = potName(index, pots.length);
    const won = pot.shares.map((share) => `${say('poker.wins', { seat: share.seat, amount: amount(share.amount, rules) })}${share.low ? ` (${say('poker.low')})` : ''}`);
    const fee = pot.fee > 0 ? [say('poker.fee', { amount: amount(pot.fee, rules) })] : [];
    return [`${say(key, values)} ${amount(pot.amount, rules)}`, ...won, ...fee].join(' · ');
  });
  if (uncalled) lines.push(say('poker.uncalled', { seat: uncalled.seat, amount: amount(uncalled.amount, rules) }));
  return lines;
}

/** What a screen reader says of the table: the result, or whose turn it is with one's own cards and what may be done. */
export function playerTableWords(table, own, mine, rules) {
  const phase = playerPhase(table, mine);
  if (table.result) return [phase, ...resultLines(table, rules)].join('. ');
  if (!own?.offers) return phase;
  const place = own.places.find(({ seat }) => seat === mine);
  const cards = [...place.down, ...place.up].map(cardWords).join(', ');
  const middle = place.usable ?? table.board;
  const board = middle.length > 0 ? `${say('hand.board')}: ${middle.map(cardWords).join(', ')}` : '';
  const { call } = own.offers;
  const price = call > 0 ? say(own.offers.pass ? 'poker.to-pay' : 'poker.to-call', { amount: amount(call, rules) }) : '';
  const division = own.offers.divide ? say('poker.to-divide') : '';
  return [phase, cards, board, price, division].filter(Boolean).join('. ');
}
