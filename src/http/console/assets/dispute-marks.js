// Where a dispute stands, in words: on the attendant's page and beside a seat's own rounds and deals.
import { element } from './dom.js';
import { money } from './money.js';
import { numberStyle, say } from './words.js';

/** The dispute of this seat about this game, or of any seat where `seat` is null; `undefined` where there is none. */
export function disputeOf(disputes, seat, table, game) {
  return disputes.find((each) => (seat === null || each.seat === undefined || each.seat === seat) && each.table === table && each.game === game);
}

/** Where a dispute stands, in words: open, or what was decided and paid. `verdict` is null as long as it is open. */
export function standingWords({ verdict, amount }, rules, style) {
  if (verdict === null) return say('dispute.is-open');
  return verdict === 'upheld' ? say('dispute.is-upheld', { amount: money(amount, rules, style) }) : say('dispute.is-rejected');
}

/** Where a dispute of a seat's own stands, as a mark beside its game; nothing where it disputes it not. */
export function ownMark(disputes, table, game, rules) {
  const dispute = disputeOf(disputes, null, table, game);
  return dispute ? [element('span', 'tag disputed', standingWords(dispute, rules, numberStyle()))] : [];
}
