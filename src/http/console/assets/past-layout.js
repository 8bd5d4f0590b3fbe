// A past round's layout as a picture: the chips that lay, the winning number and the chips that won.
import { drawing } from './dom.js';
import { Felt } from './felt.js';
import { identityOf } from './layout.js';
import { wonPlaces } from './result.js';
import { say } from './words.js';

/** A row less wide than this, in pixels, has the layout on its end, so that its numbers can be read. */
const UPRIGHT_BELOW = 680;

/** What lay on each place, all parts of a round together, by the place's identity. */
export function chipsOf(parts) {
  const chips = new Map();
  for (const bet of parts.flatMap(({ bets }) => bets)) chips.set(identityOf(bet), (chips.get(identityOf(bet)) ?? 0) + bet.stake);
  return chips;
}

/** The number that a round is settled by; `null` where there is none, as in a voided round. */
export const pocketOf = (round) => (round.voided ? null : (round.outcome?.pocket ?? null));

/** The picture of a round's layout, for a room of this width in pixels. */
function pictureOf(round, rules, width) {
  const shape = width < UPRIGHT_BELOW ? 'slim' : 'low';
  const svg = drawing('svg', { class: 'felt past-felt', role: 'img', 'data-shape': shape });
  const felt = new Felt(svg);
  // The table may have offered places then that it does not offer now.
  const lay = round.seats.flatMap(({ bets }) => bets.map(({ bet }) => ({ bet })));
  felt.build(shape, { ...rules, bets: [...rules.bets, ...lay] });
  felt.setChips(chipsOf(round.seats));
  const pocket = pocketOf(round);
  felt.setOutcome(pocket, pocket === null ? new Set() : new Set(round.seats.flatMap((part) => [...wonPlaces(part)])));
  const end = pocket === null ? '' : `, ${pocket} ${say(`colour.${round.outcome.colour}`)}`;
  svg.setAttribute('aria-label', `${say('felt.label')}: № ${round.round}${end}`);
  return svg;
}

/** Has the layout of a round drawn below its line when its `row` is opened for the first time. */
export function withLayout(row, round, rules) {
  const draw = () => {
    if (!row.open || row.querySelector('.past-felt')) return;
    row.querySelector('summary').after(pictureOf(round, rules, row.clientWidth));
  };
  row.addEventListener('toggle', draw);
  return row;
}
