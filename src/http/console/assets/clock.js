// The countdown: a ring that empties and the seconds that are left, by the cabinet's clock.
import { calm, setText } from './dom.js';

/** The colour of the ring changes when fewer seconds are left. */
const LAST_SECONDS = 5;

export class Countdown {
  /** `hand` is the ring's circle (its `pathLength` is 100), `figures` the text, `now()` the cabinet's clock in microseconds. */
  constructor(hand, figures, now) {
    this.hand = hand;
    this.figures = figures;
    this.now = now;
    this.beganAt = null;
    this.endsAt = null;
    setInterval(() => this.#draw(), 100);
  }

  /** What is counted down: a stretch with its beginning and its end, both `null` where there is none. */
  set({ began_at: beganAt, ends_at: endsAt }) {
    if (endsAt === this.endsAt && beganAt === this.beganAt) return;
    Object.assign(this, { beganAt, endsAt });
    this.#draw();
  }

  /** The part of the ring that is still full, from 0 to 1. For people who want no movement it empties by whole seconds. */
  left() {
    if (this.endsAt === null) return 0;
    const left = calm() ? this.seconds() * 1000000 : this.endsAt - this.now();
    return Math.min(1, Math.max(0, left / Math.max(this.endsAt - this.beganAt, 1)));
  }

  /** The seconds left, rounded up; `null` where nothing is counted down. */
  seconds() {
    return this.endsAt === null ? null : Math.max(0, Math.ceil((this.endsAt - this.now()) / 1000000));
  }

  #draw() {
    const seconds = this.seconds();
    setText(this.figures, seconds === null ? '' : String(seconds));
    const offset = (100 - this.left() * 100).toFixed(1);
    if (offset !== this.offset) this.hand.style.strokeDashoffset = offset;
    this.offset = offset;
    this.hand.classList.toggle('late', seconds !== null && seconds <= LAST_SECONDS);
  }
}
