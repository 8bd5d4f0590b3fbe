//! The symbols of reels.

use minicbor::decode::{self, Decode, Decoder};
use minicbor::encode::{self, Encode, Encoder, Write};
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

/// A symbol on a strip. The consoles draw each by its name, and it stands in journals by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, IntoStaticStr, EnumString, VariantArray)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[expect(missing_docs, reason = "each name is the symbol")]
pub enum Symbol {
    Cherry,
    Lemon,
    Orange,
    Plum,
    Melon,
    Bell,
    Bar,
    Seven,
    Star,
}

impl<C> Encode<C> for Symbol {
    fn encode<W: Write>(&self, e: &mut Encoder<W>, _: &mut C) -> Result<(), encode::Error<W::Error>> {
        e.str(self.into())?.ok()
    }
}

impl<'b, C> Decode<'b, C> for Symbol {
    fn decode(d: &mut Decoder<'b>, _: &mut C) -> Result<Self, decode::Error> {
        d.str()?.parse().map_err(|_| decode::Error::message("a symbol that this release does not know"))
    }
}
