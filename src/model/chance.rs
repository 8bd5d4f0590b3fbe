//! Chance that is no card: what is drawn from, and what was drawn.
//!
//! It is ordered like a card: one order with one number has one answer, and the answer is held against what could come. Here never lives
//! chance: where the words to draw by come from is the daemon's business.

use core::fmt;

use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::{OrderNumber, TableNumber};

/// What is drawn from: some places, each with so many equally likely values, counted from 0. Draws at two places do not depend on each
/// other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Urn(Vec<u16>);

/// One value for each place of an [`Urn`], counted from 0.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
#[cbor(transparent)]
pub struct Drawn(#[n(0)] pub Vec<u16>);

/// One order for a draw at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChanceOrder {
    /// The table that wants it.
    pub table: TableNumber,
    /// The number of the order, among those that the table gives its card source; the answer names it.
    pub number: OrderNumber,
    /// What is drawn from.
    pub urn: Urn,
}

impl Urn {
    /// Places with so many values each.
    ///
    /// # Panics
    /// Where a place has no value: rules that say so are refused when they are read.
    #[must_use]
    pub fn of(places: Vec<u16>) -> Self {
        assert!(places.iter().all(|values| *values > 0), "every place has a value to be drawn");
        Self(places)
    }

    /// How many values each place has.
    #[must_use]
    pub fn places(&self) -> &[u16] {
        &self.0
    }

    /// Whether this can have been drawn here: a value for each place, and no place has fewer.
    #[must_use]
    pub fn holds(&self, drawn: &Drawn) -> bool {
        self.0.len() == drawn.0.len() && self.0.iter().zip(&drawn.0).all(|(values, drawn)| drawn < values)
    }

    /// Draws by these words of 16 equally likely bits. A word that would favour a value is thrown away.
    ///
    /// # Errors
    /// The error of `word`, which draws nothing then.
    pub fn draw<E>(&self, mut word: impl FnMut() -> Result<u16, E>) -> Result<Drawn, E> {
        let one = |values: &u16| loop {
            let (word, values) = (u32::from(word()?), u32::from(*values));
            let whole = (1 << 16) / values * values;
            if word < whole {
                return Ok((word % values) as u16);
            }
        };
        self.0.iter().map(one).collect::<Result<_, E>>().map(Drawn)
    }
}

impl fmt::Debug for Drawn {
    /// What was drawn is not told: a log may be read before the draw is recorded.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Drawn({} values)", self.0.len())
    }
}

#[cfg(test)]
mod tests {
    use core::convert::Infallible;

    use super::*;

    #[test]
    fn an_urn_holds_one_value_for_each_place_and_none_beyond() {
        let urn = Urn::of([3, 1, 40].into());
        let check = |drawn: &[u16], is_held: bool| assert_eq!(urn.holds(&Drawn(drawn.into())), is_held, "{drawn:?}");
        check(&[2, 0, 39], true);
        check(&[0, 0, 0], true);
        check(&[3, 0, 0], false);
        check(&[0, 1, 0], false);
        check(&[0, 0, 40], false);
        check(&[0, 0], false);
        check(&[0, 0, 0, 0], false);
    }

    #[test]
    fn a_word_that_would_favour_a_value_is_thrown_away() {
        // Of 65,536 words the last whole multiple of 24 ends at 65,520; a place with one value takes any word.
        let mut words = [65_535, 65_520, 65_519, 65_535, 25].into_iter();
        let drawn = Urn::of([24, 1, 24].into()).draw(|| Ok::<_, Infallible>(words.next().expect("no more words are needed")));
        let Ok(drawn) = drawn;
        assert_eq!(drawn.0, [23, 0, 1]);
    }

    #[test]
    fn every_value_has_as_many_words_as_any_other() {
        for values in [1, 2, 3, 24, 1_000, u16::MAX] {
            let mut counts = alloc::vec![0_u32; values.into()];
            for word in 0..=u16::MAX {
                // A word that is thrown away asks for another, which this one then refuses.
                let mut words = core::iter::once(word);
                if let Ok(Drawn(drawn)) = Urn::of([values].into()).draw(|| words.next().ok_or(())) {
                    counts[usize::from(drawn[0])] += 1;
                }
            }
            assert!(counts.iter().all(|count| *count == counts[0] && *count > 0), "{values}");
        }
    }

    #[test]
    fn no_debug_text_tells_a_draw() {
        assert_eq!(alloc::format!("{:?}", Drawn([17, 4].into())), "Drawn(2 values)");
    }
}
