//! What lies on the rotor while the launched ball cannot lie there yet: another ball, or something else that is as wide.
//!
//! A ball on the rim lies nowhere, and neither does one that was last seen there too fast to fall, or only just now.

use alloc::collections::VecDeque;

use super::parameters::{Ball, Reading};
use super::reader::{apart, is_long, place_of};
use super::rim::Pass;
use super::rotor::Rotor;

/// So many wide pulses at one place of the rotor are something that lies there.
const PULSES_OF_ONE: usize = 3;

/// In more turns than these a ball that lies there would be seen more than once.
const TURNS_OF_CHANCE: f64 = 2.0;

/// How many pulses are kept; nine of them end the spin in any case.
const KEPT_MOST: usize = 16;

/// Something wide that a sensor saw, and where on the rotor, in pockets, where that is known.
#[derive(Clone, Copy, Debug)]
struct Wide {
    at: f64,
    place: Option<f64>,
}

/// The newest wide pulses that were not the ball's on the rim.
#[derive(Clone, Debug, Default)]
pub(super) struct Lying {
    waiting: VecDeque<Pass>,
    wide: VecDeque<Wide>,
}

impl Lying {
    /// A sensor saw something that is not the ball on the rim.
    pub(super) fn add(&mut self, pass: Pass, keys: &Reading) {
        if is_long(pass, keys) {
            if self.waiting.len() + self.wide.len() == KEPT_MOST && self.wide.pop_front().is_none() {
                self.waiting.pop_front();
            }
            self.waiting.push_back(pass);
        }
    }

    /// The rotor's count has moved: places before are none beside those after.
    pub(super) fn unsettle(&mut self) {
        self.wide.iter_mut().for_each(|wide| wide.place = None);
    }

    /// The launched ball began to run at this moment: what was seen before may have been the ball itself.
    pub(super) fn forget_before(&mut self, runs_from: f64) {
        self.waiting.retain(|pass| pass.at >= runs_from);
        self.wide.retain(|wide| wide.at >= runs_from);
    }

    /// Finds the places of those pulses for which it is known by now where the rotor stood.
    pub(super) fn read(&mut self, rotor: &Rotor, clockwise: bool, ball: &Ball, keys: &Reading) {
        while let Some(pass) = self.waiting.front().copied() {
            if rotor.known_until().is_none_or(|until| until < pass.at) {
                break;
            }
            self.waiting.pop_front();
            let place = rotor.turns_at(pass.at).map(|turns| place_of(pass, turns, clockwise, ball, keys));
            self.wide.push_back(Wide { at: pass.at, place });
        }
    }

    /// Whether something lay there before this moment, from which on the launched ball may lie.
    pub(super) fn is_something(&self, before: f64, keys: &Reading) -> bool {
        let places = || self.wide.iter().filter(|wide| wide.at < before).filter_map(|wide| wide.place);
        places().any(|place| places().filter(|other| is_near(place, *other, keys)).count() >= PULSES_OF_ONE)
    }

    /// Whether a ball that is read at this place may have lain there before the moment from which on the launched one may, during so many
    /// turns of the rotor.
    pub(super) fn may_have_lain(&self, place: f64, before: f64, turns: f64, keys: &Reading) -> bool {
        // What has no place may have been at this one.
        let is_there = |wide: &&Wide| wide.at < before && wide.place.is_none_or(|other| is_near(place, other, keys));
        let waiting = self.waiting.iter().filter(|pass| pass.at < before).count();
        let times = self.wide.iter().filter(is_there).count() + waiting;
        times > usize::from(turns > TURNS_OF_CHANCE)
    }
}

fn is_near(place: f64, other: f64, keys: &Reading) -> bool {
    apart(place, other).abs() <= keys.agreement_pockets
}
