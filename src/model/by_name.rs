//! Words of the rule books in the journal: a stake, a choice and a combination stand there by their names.
//!
//! The first releases wrote the place of a word in its list instead. Their journals are read for ever, so a new word stands behind the last
//! of theirs.

/// Writes an enumeration without content by the names of its values; `last` is the last one that the first releases knew.
macro_rules! written_by_name {
    ($type:ty, $last:path) => {
        impl<C> minicbor::Encode<C> for $type {
            fn encode<W: minicbor::encode::Write>(
                &self,
                e: &mut minicbor::Encoder<W>,
                _: &mut C,
            ) -> Result<(), minicbor::encode::Error<W::Error>> {
                e.str(self.into())?.ok()
            }
        }

        impl<'b, C> minicbor::Decode<'b, C> for $type {
            fn decode(d: &mut minicbor::Decoder<'b>, _: &mut C) -> Result<Self, minicbor::decode::Error> {
                crate::model::by_name::read(d)
            }
        }

        impl crate::model::by_name::OfFirstReleases for $type {
            const COUNT: usize = $last as usize + 1;
        }
    };
}

pub(super) use written_by_name;

use core::str::FromStr;

use minicbor::Decoder;
use minicbor::data::Type;
use minicbor::decode::Error;
use strum::VariantArray;

/// A list of words whose first ones may stand in a journal by their places.
pub(super) trait OfFirstReleases: VariantArray + Copy {
    /// How many of them the first releases knew.
    const COUNT: usize;

    /// The one at this place of their list.
    fn at_place(place: u32) -> Option<Self> {
        let place = usize::try_from(place).ok().filter(|place| *place < Self::COUNT)?;
        Self::VARIANTS.get(place).copied()
    }
}

/// The value that stands here, by its name or, in a journal of the first releases, by its place in the list.
///
/// # Errors
/// Where the bytes are no such value.
pub(super) fn read<T: FromStr + OfFirstReleases>(d: &mut Decoder<'_>) -> Result<T, Error> {
    if d.datatype()? == Type::String {
        return d.str()?.parse().map_err(|_| Error::message("a word that this release does not know"));
    }
    let (Some(2), place, Some(0)) = (d.array()?, d.u32()?, d.array()?) else {
        return Err(Error::message("a value without content is expected"));
    };
    T::at_place(place).ok_or_else(|| Error::message("no value has this place"))
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::*;
    use crate::model::{ChoiceKind, Combination, StakeKind, Standing};

    /// The words of a list by the places at which the first releases wrote them, as those releases had them.
    #[track_caller]
    fn check<T: OfFirstReleases + Into<&'static str>>(of_first_releases: &str) {
        let words: Vec<&str> = (0..=255).map_while(T::at_place).map(Into::into).collect();
        assert_eq!(words.join(" "), String::from(of_first_releases));
    }

    #[test]
    fn the_places_of_the_first_releases_mean_for_ever_what_they_meant() {
        check::<StakeKind>(
            "main ante bet bonus insurance double split exchange sixth-card purchase player banker tie player-pair banker-pair perfect-pair \
             either-pair player-bonus banker-bonus two-perfect-pairs",
        );
        check::<ChoiceKind>(
            "hit stand double double-blind split surrender even-money insure decline follow fold bet exchange sixth-card buy-game",
        );
        check::<Combination>(
            "nothing ace-king pair two-pair three-of-a-kind straight flush full-house four-of-a-kind straight-flush royal-flush blackjack \
             natural perfect-pair two-perfect-pairs three-sevens six-cards six-seven-eight suited-blackjack",
        );
        check::<Standing>("playing stands bust folded surrendered decided no-game");
    }
}
