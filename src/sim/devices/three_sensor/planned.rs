//! What is settled of a spin before anything of it is shown: its ball, and when things happen.

use super::ball::Flight;
use super::bowl::Bowl;
use super::real;
use super::truth::Script;
use crate::sim::chance::Chance;

/// One spin of a rotor; times in seconds.
#[derive(Clone, Debug)]
pub(super) struct Planned {
    /// What this spin is like.
    pub(super) script: Script,
    /// When it begins: the ball of the spin before is taken out then.
    pub(super) begins: f64,
    pub(super) flight: Flight,
    /// For how long the ball is blown.
    pub(super) blown_seconds: f64,
    /// When the ball has come to rest, if it does.
    pub(super) settled: f64,
    /// When it ends: its ball lies where it came to rest until then.
    pub(super) end: f64,
}

impl Planned {
    pub(super) fn new(chance: &mut Chance, script: Script, bowl: &Bowl, driven_clockwise: bool, begins: f64) -> Self {
        let flight = Flight::new(chance, script, bowl, driven_clockwise).later(begins);
        let blown_seconds = real(chance, 0.8, 1.2);
        let settled = flight.left_rim + real(chance, 1.2, 4.5);
        let end = match script {
            Script::BallLeftWheel | Script::LaunchFailed => flight.left_rim + 30.0,
            _ => settled + real(chance, 21.0, 25.0),
        };
        Self { script, begins, flight, blown_seconds, settled, end }
    }
}
