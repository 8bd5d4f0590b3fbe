//! Rounds of the wheel that are over soon: a round of a real table takes 45 s.

use croupier::cabinet::Terms;

/// The terms of the demo cabinet with the shortest rounds, and the longest patience with the wheel, that rules may have.
pub(crate) fn quick_terms() -> Terms {
    let mut terms = super::terms::demo_terms();
    let round = &mut terms.roulette.round;
    (round.betting_seconds, round.pause_seconds, round.spins_per_hour_most) = (5, 1, 240);
    (round.spin_most_seconds, round.open_after_launch_most_seconds) = (900, 60);
    round.open_while_ball_runs = true;
    terms
}
