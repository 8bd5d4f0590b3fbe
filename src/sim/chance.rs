//! Chance from a seed: the same seed and the same questions give the same answers, for ever and on every machine.

use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::model::{POCKETS, Pocket, Span};

/// A stream of chance. Streams of one seed with different numbers know nothing of each other, so that a question added to
/// one does not change the answers of another.
#[derive(Clone, Debug)]
pub struct Chance(ChaCha12Rng);

/// How often something happens: times in a million chances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rate(u32);

impl Rate {
    /// Never.
    pub const NEVER: Self = Self(0);

    /// `times` in a million; more than a million is always.
    #[must_use]
    pub const fn per_million(times: u32) -> Self {
        Self(if times > 1_000_000 { 1_000_000 } else { times })
    }

    /// The rate of a part of one: 0.01 is once in a hundred. `None` where it is not between 0 and 1.
    #[must_use]
    pub fn from_part(part: f64) -> Option<Self> {
        (0.0..=1.0).contains(&part).then(|| Self((part * 1_000_000.0).round() as u32))
    }

    /// Times in a million.
    #[must_use]
    pub const fn times_per_million(self) -> u32 {
        self.0
    }
}

impl Chance {
    /// Stream number `stream` of `seed`.
    #[must_use]
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut generator = ChaCha12Rng::seed_from_u64(seed);
        generator.set_stream(stream);
        Self(generator)
    }

    /// A number from 0 to `bound` - 1, each equally likely: what lies above the last whole multiple of `bound` is drawn again,
    /// because a plain remainder would favour the small numbers. A bound of 0 gives 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        if bound < 2 {
            return 0;
        }
        let multiples_end = u64::MAX - u64::MAX % bound;
        loop {
            let drawn = self.0.next_u64();
            if drawn < multiples_end {
                return drawn % bound;
            }
        }
    }

    /// A quick stream that begins where chance has it.
    pub fn quick(&mut self) -> QuickChance {
        let mut seed = <Xoshiro256PlusPlus as SeedableRng>::Seed::default();
        self.0.fill_bytes(&mut seed);
        QuickChance(Xoshiro256PlusPlus::from_seed(seed))
    }

    /// A number from `least` to `most`, both included.
    pub fn between(&mut self, least: u64, most: u64) -> u64 {
        least + self.below(most.saturating_sub(least).saturating_add(1))
    }

    /// A time from `least` to `most`, both included, in milliseconds.
    pub fn milliseconds(&mut self, least: u64, most: u64) -> Span {
        Span::from_milliseconds(self.between(least, most))
    }

    /// Whether something of this rate happens now. A rate of nothing draws nothing.
    pub fn happens(&mut self, rate: Rate) -> bool {
        rate != Rate::NEVER && self.below(1_000_000) < u64::from(rate.0)
    }

    /// A pocket, each equally likely.
    pub fn pocket(&mut self) -> Pocket {
        Pocket::new(self.below(POCKETS as u64) as u8).expect("a number below 37 is a pocket")
    }
}

/// A stream of chance for cards, of which simulations draw hundreds of millions: as even, and not made to keep secrets.
#[derive(Clone, Debug)]
pub struct QuickChance(Xoshiro256PlusPlus);

impl QuickChance {
    /// A place from 0 to `count` - 1, each equally likely, without a division but once in a million draws or so. A count of 0
    /// gives 0.
    pub fn place(&mut self, count: u32) -> u32 {
        // The upper half of the product is the place; what of the lower half lies below the remainder would favour some places.
        let mut product = u64::from(self.0.next_u32()) * u64::from(count);
        if (product as u32) < count {
            let remainder = count.wrapping_neg() % count;
            while (product as u32) < remainder {
                product = u64::from(self.0.next_u32()) * u64::from(count);
            }
        }
        (product >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pocket_is_equally_likely() {
        let mut chance = Chance::new(1, 0);
        let draws = 370_000_u64;
        let mut seen = [0_u64; POCKETS];
        for _ in 0..draws {
            seen[usize::from(chance.pocket().number())] += 1;
        }
        let expected = (draws / POCKETS as u64) as f64;
        let chi_square: f64 = seen.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum();
        // 36 degrees of freedom: one fair wheel in a thousand exceeds 67.99.
        assert!(chi_square < 67.99, "chi-square {chi_square}");
    }

    #[test]
    fn every_place_is_equally_likely() {
        let mut chance = Chance::new(2, 0).quick();
        let mut seen = [0_i64; 52];
        (0..520_000).for_each(|_| seen[chance.place(52) as usize] += 1);
        let chi_square: i64 = seen.iter().map(|count| (count - 10_000).pow(2)).sum::<i64>() / 10_000;
        // 51 degrees of freedom: one fair shoe in a thousand exceeds 87.97.
        assert!(chi_square < 88, "chi-square {chi_square}");
        assert_eq!((chance.place(1), chance.place(0)), (0, 0));
    }

    #[test]
    fn a_seed_gives_the_same_answers_and_streams_are_apart() {
        let draw = |seed, stream| {
            let mut chance = Chance::new(seed, stream);
            [chance.below(1_000), chance.below(1_000), chance.below(1_000)]
        };
        assert_eq!(draw(7, 0), draw(7, 0));
        assert_ne!(draw(7, 0), draw(7, 1));
        assert_ne!(draw(7, 0), draw(8, 0));
    }

    #[test]
    fn a_rate_is_kept_at_its_ends() {
        let mut chance = Chance::new(3, 0);
        assert!((0..1_000).all(|_| chance.happens(Rate::per_million(u32::MAX))));
        assert!((0..1_000).all(|_| !chance.happens(Rate::NEVER)));
        assert_eq!(Rate::from_part(0.25), Some(Rate::per_million(250_000)));
        assert_eq!(Rate::from_part(1.5), None);
        assert_eq!(Rate::from_part(f64::NAN), None);
    }
}
