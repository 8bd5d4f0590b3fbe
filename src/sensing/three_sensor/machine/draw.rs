//! Chance as an input: what is drawn for one launch.

/// Random bits for one launch, from the operating system's generator or from a seed. Drawn anew for each number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Draw(pub [u8; 32]);

/// What is drawn for a launch, by its place among the bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drawn {
    RotorSpeed,
    /// How much the speed is changed after the betting has ended, and when.
    Change,
    ChangeAfter,
    /// How strongly and how long the ball is blown, for each attempt.
    BlowPart(u32),
    BlowSeconds(u32),
}

impl Draw {
    /// The number of attempts that have bits of their own.
    pub(super) const ATTEMPTS: u32 = 6;

    /// A number from `least` to `most`, each equally likely.
    pub(super) fn between(&self, what: Drawn, least: f64, most: f64) -> f64 {
        let place = match what {
            Drawn::RotorSpeed => 0,
            Drawn::Change => 1,
            Drawn::ChangeAfter => 2,
            Drawn::BlowPart(attempt) => 4 + 2 * (attempt % Self::ATTEMPTS) as usize,
            Drawn::BlowSeconds(attempt) => 5 + 2 * (attempt % Self::ATTEMPTS) as usize,
        };
        let bits = u16::from_le_bytes([self.0[2 * place], self.0[2 * place + 1]]);
        least + (most - least) * f64::from(bits) / f64::from(u16::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_thing_has_bits_of_its_own_from_the_least_to_the_most() {
        let all = [Drawn::RotorSpeed, Drawn::Change, Drawn::ChangeAfter].into_iter();
        let attempts = (0..Draw::ATTEMPTS).flat_map(|attempt| [Drawn::BlowPart(attempt), Drawn::BlowSeconds(attempt)]);
        let all: alloc::vec::Vec<Drawn> = all.chain(attempts).collect();
        for what in &all {
            assert_eq!(Draw([0; 32]).between(*what, 14.0, 20.0), 14.0);
            assert_eq!(Draw([255; 32]).between(*what, 14.0, 20.0), 20.0);
        }
        for byte in 0..32 {
            let mut bits = [0; 32];
            bits[byte] = 255;
            let moved = all.iter().filter(|what| Draw(bits).between(**what, 0.0, 1.0) > 0.0).count();
            assert!(moved <= 1, "byte {byte} moves {moved} things");
        }
    }
}
