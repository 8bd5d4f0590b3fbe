//! Several spins of one wheel, one after the other, on a rotor that turns on between them.

use super::defects::{Defect, lying_spins};
use super::noise::Level;
use super::truth::Truth;
use crate::sensing::three_sensor::Edge;

/// How many spins there are in a session.
pub const SESSION_SPINS: usize = 3;

/// The spins of a session as their lines showed them, and what really happened.
#[derive(Clone, Debug)]
pub struct Session {
    /// The edges of all of them, in the order of time.
    pub edges: Vec<Edge>,
    /// What happened in each; times are those of the session.
    pub truths: Vec<Truth>,
}

/// Spins of one wheel that lies in these ways, or in none: the same seed, level and lies give the same session. The ball of each lies until
/// it is taken out, 2.5 to 4 s before the next is launched, and a motor keeps the rotor's speed.
#[must_use]
pub fn lying_session(seed: u64, level: Level, lies: &[Defect]) -> Session {
    lying_spins(seed, level, lies, SESSION_SPINS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sensing::three_sensor::Line;

    /// The speed of a rotor that a session may have, in turns a minute: it runs down by a little more than two in a spin.
    const RPM: std::ops::Range<f64> = 11.0..20.5;

    /// When the line became active, in seconds.
    fn rises(session: &Session, line: Line) -> Vec<f64> {
        let rises = session.edges.iter().filter(|edge| edge.line == line && edge.active);
        rises.map(|edge| edge.at_nanoseconds as f64 / 1e9).collect()
    }

    #[test]
    fn the_rotor_of_a_session_turns_on_evenly_between_its_spins() {
        for seed in 0..20 {
            let session = lying_session(seed, Level::Clean, &[]);
            let rises = rises(&session, Line::RotorEncoder);
            let pitches: Vec<f64> = rises.windows(2).map(|pair| pair[1] - pair[0]).collect();
            let rpm = |pitch: &f64| 60.0 / (pitch * 74.0);
            assert!(pitches.iter().all(|pitch| RPM.contains(&rpm(pitch))), "seed {seed}");
            assert!(pitches.windows(2).all(|pair| (pair[1] / pair[0] - 1.0).abs() < 0.01), "seed {seed}");
        }
    }

    #[test]
    fn every_ball_lies_until_it_is_taken_out_before_the_next_is_launched() {
        for seed in 0..20 {
            let session = lying_session(seed, Level::Clean, &[]);
            let launches: Vec<f64> = session.truths.iter().map(|truth| truth.launch_s).collect();
            assert_eq!(rises(&session, Line::Blower).len(), SESSION_SPINS);
            for (truth, next) in session.truths.iter().zip(&launches[1..]) {
                assert!(truth.rested.is_some() && (2.0..4.5).contains(&(next - truth.end_s)), "seed {seed}: {truth:?}");
                let seen = [0, 1, 2].map(|sensor| rises(&session, Line::Ball(sensor))).concat();
                assert!(seen.iter().any(|at| (truth.end_s - 3.0..truth.end_s).contains(at)), "seed {seed}: its ball lies");
                assert!(!seen.iter().any(|at| (truth.end_s + 0.1..*next).contains(at)), "seed {seed}: nothing lies");
            }
        }
    }
}
