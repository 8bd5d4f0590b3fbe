// The countdown: a ring that empties and the seconds that are left, by the cabinet's clock.
import { setText } from './dom.js';

/** The colour of the ring changes when fewer seconds are left. */
const LAST_SECONDS = 5;

export class Countdown {
  /** `hand` is the ring's circle (its `pathLength` is 100), `figures` the text, `now()` the cabinet's clock in microseconds. */
  constructor(hand, figures, now) {
    this.hand = hand;
    this.figures = figures;
    this.now = now;
    this.endsAt = null;
    this.whole = 1;
    setInterval(() => this.#draw(), 100);
  }

  /** The moment that is counted down to, or `null`. */
  set(endsAt) {
    if (endsAt === this.endsAt) return;
    this.endsAt = endsAt;
    // The contract names the end and not the length, so the ring is full at the moment when the end became known.
    this.whole = endsAt === null ? 1 : Math.max(endsAt - this.now(), 1);
    this.#draw();
  }

  /** The seconds left, rounded up; `null` where nothing is counted down. */
  seconds() {
    return this.endsAt === null ? null : Math.max(0, Math.ceil((this.endsAt - this.now()) / 1000000));
  }

  #draw() {
    const seconds = this.seconds();
    setText(this.figures, seconds === null ? '' : String(seconds));
    const left = seconds === null ? 0 : Math.min(1, Math.max(0, (this.endsAt - this.now()) / this.whole));
    const offset = (100 - left * 100).toFixed(1);
    if (offset !== this.offset) this.hand.style.strokeDashoffset = offset;
    this.offset = offset;
    this.hand.classList.toggle('late', seconds !== null && seconds <= LAST_SECONDS);
  }
}
