//! Words of the rule books in the journal: a stake, a choice and a combination stand there by their names.
//!
//! The first releases wrote the place of a word in its list instead. Their journals are read for ever, so new words go to the end of
//! their list.

/// Writes an enumeration without content by the names of its values.
macro_rules! written_by_name {
    ($type:ty) => {
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
    };
}

pub(super) use written_by_name;

use core::str::FromStr;

use minicbor::Decoder;
use minicbor::data::Type;
use minicbor::decode::Error;
use strum::VariantArray;

/// The value that stands here, by its name or, in a journal of the first releases, by its place in the list.
///
/// # Errors
/// Where the bytes are no such value.
pub(super) fn read<T: FromStr + VariantArray + Copy>(d: &mut Decoder<'_>) -> Result<T, Error> {
    if d.datatype()? == Type::String {
        return d.str()?.parse().map_err(|_| Error::message("a word that this release does not know"));
    }
    let (Some(2), place, Some(0)) = (d.array()?, d.u32()?, d.array()?) else {
        return Err(Error::message("a value without content is expected"));
    };
    let value = usize::try_from(place).ok().and_then(|place| T::VARIANTS.get(place));
    value.copied().ok_or_else(|| Error::message("no value has this place"))
}
