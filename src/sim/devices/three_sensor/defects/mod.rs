//! Every way in which a wheel on bare lines can lie: a written list, and what each does to a spin.
//!
//! A lie is told where it arises: by the rotor and its encoder's disc, by what lies on the rotor, by the pulses on a line, or by the
//! edges that the kernel hands over. Here never lives a guess of how a reader might see through it.
//!
//! Not in the list, because nothing on the lines can tell it from a good wheel: an index mark that was missing, or seen in one turn of ten,
//! before anybody looked, while another mark stands at a tooth of the encoder; a mark that slips before it was proved, where no ball lies in the
//! wheel whose pocket was told; a mark that slips together with the encoder's disc; three ball sensors that were all turned by the same angle.
//! Calibration with the ball fixed in zero finds those. Three ball sensors that are all late, and an index that is late by whole teeth, within
//! what a mark may stand beside its tooth: calibration finds them where the rotor is turned both ways, and so does the ball of the spin before.
//! A rotor that turns faster and slower by more than a seventh three times a turn, while its encoder was never heard. Two balls side by side,
//! which look like one; and a ball that hangs on the rotor where a pocket is, and falls into another one later: if it is seen there before the
//! next launch, the result is disputed.

mod edges;
mod list;
mod pulses;

pub use list::{Defect, Plausibility};

use super::ball::Flight;
use super::lines::Lines;
use super::noise::{Level, Noise};
use super::planned::Planned;
use super::rotor::Rotor;
use super::truth::{Script, Truth};
use super::{Bowl, Recorded, Rest, Session, Show, real};
use crate::model::{POCKETS, Pocket, WHEEL_ORDER};
use crate::sensing::three_sensor::{Edge, Line};
use crate::sim::chance::Chance;

/// The chance of the lies is a stream of its own, so that the spin beneath is the same with and without them.
const STREAM: u64 = 4;

/// One spin of a wheel that lies in these ways: the same seed, level and lies give the same spin. The truth has the pocket in which the
/// ball came to rest, where it did.
#[must_use]
pub fn lying_spin(seed: u64, level: Level, lies: &[Defect]) -> Recorded {
    let Session { edges, mut truths } = lying_spins(seed, level, lies, 1);
    Recorded { edges, truth: truths.remove(0) }
}

/// The same of so many spins on one rotor. The lies are of the wheel and not of a spin: they come anywhere in all of these. What a ball does
/// instead of coming to rest, and another ball, are of one of the spins.
pub(super) fn lying_spins(seed: u64, level: Level, lies: &[Defect], count: usize) -> Session {
    let (mut chance, mut false_chance) = (Chance::new(seed, 0), Chance::new(seed, STREAM));
    let script = lies.iter().map(|lie| lie.script()).find(|script| *script != Script::Plain).unwrap_or(Script::Plain);
    let lied_in = match script {
        // Nobody sets it going again.
        Script::RotorStops => count - 1,
        _ if count > 1 => false_chance.below(count as u64) as usize,
        _ => 0,
    };
    let mut rotor = Rotor::new(&mut chance);
    let mut spins: Vec<Planned> = Vec::new();
    for spin in 0..count {
        let begins = spins.last().map_or(0.0, |before| before.end);
        let script = if spin == lied_in { script } else { Script::Plain };
        spins.push(Planned::new(&mut chance, script, &Bowl::default(), rotor.clockwise, begins));
    }
    rotor.drive_back_before(&spins[..=lied_in]);
    rotor.suffer(script, &spins[lied_in]);
    rotor.drive_back_before(&spins);
    let last = spins[count - 1].flight.clone();
    lies.iter().for_each(|lie| lie.of_rotor(&mut rotor, &last, &mut false_chance));
    rotor.drive_back_before(&spins);
    let lines = Lines::new(Noise::new(level), Chance::new(seed, 1));
    let mut show = Show { lines, chance, rotor, spins, rests: Vec::new(), script };
    show.play();
    for lie in lies {
        let other = lie.on_rotor(lied_in, &mut show, &mut false_chance);
        // Where the ball was taken out, what was dropped in its place is the ball that lies there.
        show.rests[lied_in] = if script == Script::BallTaken { other.or(show.rests[lied_in]) } else { show.rests[lied_in] };
    }
    let edges = edges_of(&mut show, lies, &last, &mut false_chance);
    let truth = |(spin, rest): (&Planned, &Option<Rest>)| {
        Truth::new(spin.script, level, show.rotor.clockwise, &spin.flight, rest.map(|rest| rest.pocket), spin.end)
    };
    let truths = show.spins.iter().zip(&show.rests).map(truth).collect();
    Session { edges, truths }
}

/// A wheel that lies in these ways while its rotor turns with a ball fixed in zero, as it is calibrated: the same seed, level and lies show the
/// same edges. Defects about what a ball does show nothing here.
#[must_use]
pub fn lying_calibration(seed: u64, level: Level, lies: &[Defect]) -> Vec<Edge> {
    let (mut chance, mut false_chance) = (Chance::new(seed, 0), Chance::new(seed, STREAM));
    let mut rotor = Rotor::new(&mut chance);
    let turned = Planned::new(&mut chance, Script::Plain, &Bowl::default(), rotor.clockwise, 0.0);
    lies.iter().for_each(|lie| lie.of_rotor(&mut rotor, &turned.flight, &mut false_chance));
    let (lines, flight, end) = (Lines::new(Noise::new(level), Chance::new(seed, 1)), turned.flight.clone(), turned.end);
    let mut show = Show { lines, chance, rotor, spins: vec![turned], rests: Vec::new(), script: Script::Plain };
    show.rotor.show(&mut show.lines, end);
    show.carried(0.0, (35.0, 55.0), 0.05, end);
    edges_of(&mut show, lies, &flight, &mut false_chance)
}

/// The edges of what was shown, from the way the rotor is driven on, as the lines and the kernel make them that lie in these ways.
fn edges_of(show: &mut Show, lies: &[Defect], flight: &Flight, chance: &mut Chance) -> Vec<Edge> {
    let end = show.end();
    lies.iter().for_each(|lie| lie.on_lines(show, end, chance));
    let mut edges = vec![Edge { at_nanoseconds: 0, line: Line::RotorDirection, active: show.rotor.clockwise }];
    edges.extend(show.lines.edges(end, show.script));
    lies.iter().for_each(|lie| lie.on_edges(&mut edges, flight, end, chance));
    edges
}

/// A moment at which something goes wrong: anywhere between the start and a little before the end.
fn moment(end: f64, chance: &mut Chance) -> f64 {
    real(chance, 1.0, end - 3.0)
}

impl Defect {
    /// The spin beneath the lie.
    const fn script(self) -> Script {
        match self {
            Self::OldBallNewLost => Script::BallLeftWheel,
            Self::OldBallNotLaunched => Script::LaunchFailed,
            Self::ForeignObject => Script::ForeignObject,
            Self::BallHangs => Script::BallHung,
            Self::BallTaken => Script::BallTaken,
            Self::RotorStops => Script::RotorStops,
            Self::RotorVaries => Script::RotorVaries,
            _ => Script::Plain,
        }
    }

    /// What the rotor does, and the disc of its encoder.
    fn of_rotor(self, rotor: &mut Rotor, flight: &Flight, chance: &mut Chance) {
        let end = flight.left_rim + 12.0;
        match self {
            Self::RotorSticks => rotor.pause(moment(end, chance), real(chance, 0.05, 0.3)),
            Self::RotorSticksOften => {
                for _ in 0..chance.between(2, 8) {
                    rotor.pause(moment(end, chance), real(chance, 0.05, 0.3));
                }
            }
            Self::RotorDriven => rotor.drive(moment(end, chance), real(chance, 0.88, 1.12), real(chance, 0.5, 4.0)),
            Self::EncoderSlips => rotor.disc.slips.push(slip(end, chance)),
            Self::EncoderSlipsOften => (0..chance.between(2, 6)).for_each(|_| rotor.disc.slips.push(slip(end, chance))),
            Self::EncoderTeethMissing => {
                let first = chance.below(74) as u32;
                rotor.disc.missing = Some((first, first + chance.between(1, 8) as u32));
            }
            Self::EncoderEccentric => rotor.disc.eccentric = (real(chance, 0.05, 0.5), real(chance, 0.0, 1.0)),
            Self::EncoderOval => rotor.disc.lobes = (chance.between(2, 4) as f64, real(chance, 0.03, 0.3), real(chance, 0.0, 1.0)),
            Self::RotorSlow => rotor.turn_at(real(chance, 10.5, 14.0) / 60.0),
            Self::RotorFast => rotor.turn_at(real(chance, 20.0, 29.0) / 60.0),
            Self::EncoderOtherDisc => rotor.disc.teeth = [36.0, 37.0, 72.0, 73.0, 75.0, 148.0][chance.below(6) as usize],
            // Not before it was seen twice: what nobody ever saw elsewhere has not moved.
            Self::IndexMarkSlips => rotor.mark_slips = Some((real(chance, 9.0, end), real(chance, 0.005, 0.995))),
            _ => {}
        }
    }

    /// What else lies on the rotor in this spin; where another ball came to rest.
    fn on_rotor(self, spin: usize, show: &mut Show, chance: &mut Chance) -> Option<Rest> {
        let mut pocket = chance.below(POCKETS as u64) as usize;
        if self == Self::SecondBallLands {
            // Two balls side by side look like one: no nearer than that.
            let own = show.rests[spin].map_or(0, |rest| rest.pocket.place());
            pocket = (own + 2 + chance.below(POCKETS as u64 - 3) as usize) % POCKETS;
        }
        let place = pocket as f64 + real(chance, -0.25, 0.25);
        let (begins, end) = (show.spins[spin].begins, show.spins[spin].end);
        let other = Pocket::new(WHEEL_ORDER[pocket]).map(|pocket| Rest { pocket, place });
        match self {
            Self::OldBallNewLost | Self::OldBallStays | Self::OldBallNotLaunched => {
                // The ball of the spin before was not taken out.
                let old = spin.checked_sub(1).and_then(|before| show.rests[before]).or(other);
                show.carried(old.map_or(place, |old| old.place), (35.0, 55.0), begins.max(0.05), end);
                old
            }
            Self::SecondBallLands => {
                let settled = show.spins[spin].flight.left_rim + real(chance, 0.5, 6.0);
                show.carried(place, (35.0, 55.0), settled, end);
                other
            }
            Self::MarkOnRotor => {
                let width = real(chance, 5.0, 70.0);
                show.carried(place, (width, width + 5.0), 0.05, show.end());
                None
            }
            _ => None,
        }
    }
}

/// The disc lags behind the rotor or runs ahead of it: from when, by how many teeth, over how many teeth.
fn slip(end: f64, chance: &mut Chance) -> (f64, f64, f64) {
    let teeth = if chance.below(2) == 0 { chance.between(1, 6) as f64 } else { real(chance, 0.3, 6.0) };
    let over = real(chance, 2.5 * teeth, 2.5 * teeth + 40.0);
    (moment(end, chance), if chance.below(2) == 0 { teeth } else { -teeth }, over)
}
