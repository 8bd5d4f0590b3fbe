//! How a choice is written into the journal: the name of its kind, its amount, and the places of the cards that it names.
//!
//! The first releases wrote the place of the kind in its list, and what it names. Their journals are read for ever.

use alloc::vec::Vec;

use minicbor::data::Type;
use minicbor::decode::{self, Decode, Decoder};
use minicbor::encode::{self, Encode, Encoder, Write};

use super::by_name::OfFirstReleases as _;
use super::{CardChoice, Choice, ChoiceKind, Money};

impl<C> Encode<C> for Choice {
    fn encode<W: Write>(&self, e: &mut Encoder<W>, context: &mut C) -> Result<(), encode::Error<W::Error>> {
        let amount = self.amount().unwrap_or(Money::ZERO);
        let cards = self.cards();
        let places: Vec<u8> = (0..8).filter(|place| cards.has(usize::from(*place))).collect();
        e.array(3)?;
        self.kind().encode(e, context)?;
        amount.encode(e, context)?;
        places.encode(e, context)
    }
}

impl<'b, C> Decode<'b, C> for Choice {
    fn decode(d: &mut Decoder<'b>, context: &mut C) -> Result<Self, decode::Error> {
        d.array()?;
        if d.datatype()? != Type::String {
            return numbered(d, context);
        }
        let (kind, amount, places) = (d.decode_with(context)?, d.decode_with(context)?, Vec::<u8>::decode(d, context)?);
        let cards = places.into_iter().try_fold(0, |cards, place| Some(cards | 1_u8.checked_shl(place.into())?));
        let cards = cards.ok_or_else(|| decode::Error::message("a hand has no such place"))?;
        Ok(Self::of(kind, amount, CardChoice(cards)))
    }
}

/// A choice of the first releases, after the beginning of its array.
fn numbered<'b, C>(d: &mut Decoder<'b>, context: &mut C) -> Result<Choice, decode::Error> {
    let kind = ChoiceKind::at_place(d.u32()?).ok_or_else(|| decode::Error::message("no choice has this place"))?;
    let names_something = d.array()? == Some(1);
    Ok(match kind {
        ChoiceKind::Insure if names_something => Choice::Insure(d.decode_with(context)?),
        ChoiceKind::Exchange if names_something => Choice::Exchange(d.decode_with(context)?),
        ChoiceKind::Insure | ChoiceKind::Exchange => return Err(decode::Error::message("it names nothing")),
        _ if names_something => return Err(decode::Error::message("it names something")),
        kind => Choice::of(kind, Money::ZERO, CardChoice::default()),
    })
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    /// The bytes in which the first releases wrote a choice, and those in which it is written now.
    #[track_caller]
    fn check(choice: Choice, first: &[u8], now: &[u8]) {
        assert_eq!(minicbor::to_vec(choice).expect("encoded"), now, "{choice:?}");
        for bytes in [first, now] {
            assert_eq!(minicbor::decode::<Choice>(bytes).map_err(|error| error.to_string()), Ok(choice), "{bytes:x?}");
        }
    }

    #[test]
    fn a_choice_is_written_by_its_name_and_read_by_its_number_too() {
        check(Choice::Stand, b"\x82\x01\x80", b"\x83\x65stand\x00\x80");
        check(Choice::Insure(Money::from_minor(5)), b"\x82\x07\x81\x05", b"\x83\x66insure\x05\x80");
        check(Choice::Exchange(CardChoice(0b1_0001)), b"\x82\x0c\x81\x11", b"\x83\x68exchange\x00\x82\x00\x04");
        check(Choice::BuyGame, b"\x82\x0e\x80", b"\x83\x68buy-game\x00\x80");
    }

    #[test]
    fn a_choice_that_came_later_is_written_and_read_by_its_name_alone() {
        let check = |choice: Choice, now: &[u8]| {
            assert_eq!(minicbor::to_vec(choice).expect("encoded"), now, "{choice:?}");
            assert_eq!(minicbor::decode::<Choice>(now).map_err(|error| error.to_string()), Ok(choice), "{now:x?}");
        };
        check(Choice::Higher, b"\x83\x66higher\x00\x80");
        check(Choice::Lower, b"\x83\x65lower\x00\x80");
        check(Choice::Tie(Money::from_minor(20)), b"\x83\x63tie\x14\x80");
    }

    #[test]
    fn what_is_no_choice_is_not_read_as_one() {
        for bytes in
            [&b"\x82\x01\x81\x05"[..], b"\x82\x07\x80", b"\x82\x0f\x80", b"\x83\x65stood\x00\x80", b"\x83\x65stand\x00\x81\x08", b"\x80"]
        {
            assert!(minicbor::decode::<Choice>(bytes).is_err(), "{bytes:x?}");
        }
    }
}
