//! What a wheel on bare lines does while it is lived with: mostly nothing but its work, and now and then for a while one of the things that
//! go wrong with such a wheel, or two of them.

use super::live::{INPUTS, Mishaps, RotorMishap};
use super::real;
use crate::sim::chance::{Chance, Rate};

/// How long one mood lasts, in milliseconds.
const LEAST_MILLISECONDS: u64 = 3_000;
const MOST_MILLISECONDS: u64 = 40_000;

/// How often a mood of a wheel is a bad one, where its faults come as often as on real wheels.
const BAD_PER_MILLION: u32 = 10_000;

/// How often a bad mood has two mishaps.
const SECOND_MISHAP: Rate = Rate::per_million(250_000);

/// How many kinds of mishaps there are here.
const KINDS: u64 = 13;

/// The moods of one wheel.
#[derive(Clone, Debug)]
pub struct Moods {
    chance: Chance,
    bad: Rate,
    /// When the next one comes, in nanoseconds.
    until: u64,
}

impl Moods {
    /// Moods that are bad so many times as often as those of real wheels.
    #[must_use]
    pub const fn new(chance: Chance, times: u32) -> Self {
        Self { chance, bad: Rate::per_million(BAD_PER_MILLION.saturating_mul(times)), until: 0 }
    }

    /// What may go wrong from now on, where that changes now.
    pub(super) fn at(&mut self, now: u64) -> Option<Mishaps> {
        if now < self.until {
            return None;
        }
        self.until = now + self.chance.between(LEAST_MILLISECONDS, MOST_MILLISECONDS) * 1_000_000;
        let mut mishaps = Mishaps::default();
        if self.chance.happens(self.bad) {
            self.add_to(&mut mishaps);
            if self.chance.happens(SECOND_MISHAP) {
                self.add_to(&mut mishaps);
            }
        }
        Some(mishaps)
    }

    fn add_to(&mut self, mishaps: &mut Mishaps) {
        const ALWAYS: Rate = Rate::per_million(1_000_000);
        let input = INPUTS[self.chance.below(INPUTS.len() as u64) as usize];
        match self.chance.below(KINDS) {
            0 => mishaps.launch_fails = ALWAYS,
            1 => mishaps.flies_out = ALWAYS,
            2 => mishaps.rotor = RotorMishap::HeldFast,
            3 => mishaps.rotor = RotorMishap::Drags,
            4 => mishaps.rotor = RotorMishap::Races,
            5 => mishaps.rotor = RotorMishap::Surges,
            6 => mishaps.rotor = RotorMishap::Backwards,
            7 => mishaps.dead = Some(input),
            8 => mishaps.hums = Some(input),
            9 => mishaps.babbles = Some(input),
            10 => mishaps.second_mark = Some(real(&mut self.chance, 0.01, 0.99)),
            11 => mishaps.teeth = Some([36.0, 72.0, 73.0, 75.0, 148.0][self.chance.below(5) as usize]),
            _ => mishaps.moved = Some((self.chance.below(3) as usize, real(&mut self.chance, 3.0, 30.0) / 360.0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of so many moods are bad, of a wheel whose faults come so many times as often as on real ones.
    fn bad(times: u32) -> usize {
        let mut moods = Moods::new(Chance::new(1, 0), times);
        let mut now = 0;
        let drawn = std::iter::from_fn(|| {
            let mishaps = moods.at(now)?;
            assert!(moods.at(moods.until - 1).is_none(), "it lasts for a while");
            now = moods.until;
            Some(format!("{mishaps:?}"))
        });
        let good = format!("{:?}", Mishaps::default());
        drawn.take(1_000).filter(|mishaps| *mishaps != good).count()
    }

    #[test]
    fn moods_are_as_bad_as_they_are_asked_to_be() {
        assert_eq!(bad(0), 0);
        assert!((2..=25).contains(&bad(1)), "{}", bad(1));
        assert!((430..=570).contains(&bad(50)), "{}", bad(50));
        assert_eq!(bad(100), 1_000);
    }

    #[test]
    fn everything_that_can_go_wrong_does() {
        let mut moods = Moods::new(Chance::new(2, 0), 100);
        let mut seen = [false; 8];
        let mut rotors = std::collections::BTreeSet::new();
        for _ in 0..1_000 {
            let mishaps = moods.at(moods.until).expect("it is time");
            let Mishaps { launch_fails, flies_out, rotor, dead, hums, babbles, second_mark, teeth, moved, .. } = mishaps;
            rotors.insert(format!("{rotor:?}"));
            let is = [
                launch_fails != Rate::NEVER,
                flies_out != Rate::NEVER,
                dead.is_some(),
                hums.is_some(),
                babbles.is_some(),
                second_mark.is_some(),
                teeth.is_some(),
                moved.is_some(),
            ];
            seen.iter_mut().zip(is).for_each(|(seen, is)| *seen |= is);
        }
        assert_eq!((seen, rotors.len()), ([true; 8], 6), "{rotors:?}");
    }
}
