// The round's phase, the ball's state and holds in words; shared by all pages.
import { has, say } from './words.js';

/** The phase in a few words. */
export function phaseWords(cabinet) {
  if (cabinet.phase === 'paid' && !cabinet.outcome) return say('phase.voided');
  if (cabinet.phase === 'ball-running' && !cabinet.betting_open) return say('phase.closed');
  return say(`phase.${cabinet.phase}`);
}

/** What the ball does, in words. */
export function ballWords(cabinet) {
  if (cabinet.phase === 'paid' && cabinet.outcome) return `${cabinet.outcome.pocket} ${say(`colour.${cabinet.outcome.colour}`)}`;
  if (cabinet.phase === 'held' || cabinet.phase === 'paid') return '';
  if (cabinet.ball_on_rim) return say(cabinet.betting_open ? 'ball.rim-open' : 'ball.rim');
  if (cabinet.phase === 'ball-running') return say('ball.launching');
  if (cabinet.phase === 'closed') return say('ball.falling');
  return say(cabinet.wheel_rests ? 'ball.wheel-rests' : 'ball.rest');
}

/** A fault's meaning in the person's language; the cabinet's own words for a fault that this page does not know. */
export function faultWords(fault, field) {
  const key = `fault.${fault.code}.${field}`;
  return has(key) ? say(key) : (fault[field === 'check' ? 'what_to_check' : 'meaning'] ?? fault.code);
}

/** Why a spin did not count. */
export function noSpinWords(reason) {
  return has(`no-spin.${reason}`) ? say(`no-spin.${reason}`) : reason;
}

/** The refusal's sentence in the person's language; a general one where this page does not know the name. */
export function refusalWords(answer) {
  if (answer.lost) return say('refusal.no-answer');
  const key = `refusal.${answer.reason}`;
  if (has(key)) return say(key);
  return say(answer.status < 500 ? 'refusal.bad-request' : 'refusal.no-answer');
}

/**
 * What must be known now, as `{kind, title, text}`, or `null`: a hold, a void round, a spin that did not count. With `seat` it
 * speaks of that seat's bets, without it of everybody's.
 */
export function noticeOf(cabinet, seat = null) {
  if (cabinet.hold) return { kind: 'hold', title: say('hold.title'), text: `${holdReason(cabinet.hold)} ${betsOnHold(cabinet, seat)}` };
  if (cabinet.phase === 'paid' && !cabinet.outcome) return { kind: 'void', title: say('void.title'), text: say('void.text') };
  if (cabinet.no_spins > 0 && cabinet.last_no_spin && cabinet.phase !== 'paid') {
    const text = cabinet.betting_open ? say('no-spin.open') : say('no-spin.closed');
    return { kind: 'no-spin', title: say('no-spin.title'), text: `${noSpinWords(cabinet.last_no_spin)} ${text}` };
  }
  return null;
}

/** Why a table is held, for the people in front of it. */
export function holdReason(hold) {
  if (hold.self_test) return say('hold.self-test');
  if (hold.fault && has(`fault.${hold.fault}.player`)) return say(`fault.${hold.fault}.player`);
  return say('hold.attendant');
}

/** What becomes of the bets while the table is held. */
function betsOnHold(cabinet, seat) {
  if (cabinet.voided) return `${say('void.title')} ${say('void.text')}`;
  if (seat ? seat.staked > 0 : cabinet.seats_playing > 0) return holdPromise(cabinet.hold);
  return seat ? say('hold.no-bets') : '';
}

function holdPromise(hold) {
  if (hold.can_continue) return say(hold.ends_by_itself ? 'hold.continues-itself' : 'hold.continues');
  return say('hold.undecided');
}
