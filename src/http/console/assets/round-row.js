// A round with all seats' parts as a line that opens, as the house sees it.
import { element } from './dom.js';
import { money } from './money.js';
import { noSpinWords } from './phase.js';
import { betList, roundSummary } from './sheets.js';
import { numberStyle, say } from './words.js';

/** The line of a round. */
export function roundRow(round, rules) {
  const amount = (minor) => money(minor, rules, numberStyle());
  const row = element('details', 'round-row');
  row.dataset.row = String(round.round);
  const summary = roundSummary(round);
  const sum = (field) => round.seats.reduce((total, part) => total + part[field], 0);
  summary.append(element('span', '', say('round.staked', { amount: amount(sum('staked')) })));
  if (round.settled_at) summary.append(element('span', 'net', say('round.returned', { amount: amount(sum('returned')) })));
  row.append(summary);
  if (round.voided) row.append(element('p', 'quiet', `${say(`voided.${round.voided}`)} ${round.void_reason ?? ''}`));
  for (const each of round.no_spins) row.append(element('p', 'quiet', `${say('no-spin.title')} ${noSpinWords(each)}`));
  for (const part of round.seats) {
    const staked = say('round.staked', { amount: amount(part.staked) });
    const returned = say('round.returned', { amount: amount(part.returned) });
    row.append(element('h3', 'part-head', `${say('seat.word')} ${part.seat}: ${staked} · ${returned}`), betList(part, rules));
  }
  return row;
}
