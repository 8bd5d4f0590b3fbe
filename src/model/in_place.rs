//! How short lists that are kept in place are written into checkpoints: like any other list.

use minicbor::decode::{self, Decode, Decoder};
use minicbor::encode::{self, Encode, Encoder, Write};
use smallvec::{Array, SmallVec};

/// Writes the list.
///
/// # Errors
/// Those of the writer.
pub fn encode<A: Array, C, W: Write>(list: &SmallVec<A>, e: &mut Encoder<W>, context: &mut C) -> Result<(), encode::Error<W::Error>>
where
    A::Item: Encode<C>,
{
    list.as_slice().encode(e, context)
}

/// Reads the list.
///
/// # Errors
/// Where the bytes are not such a list.
pub fn decode<'b, A: Array, C>(d: &mut Decoder<'b>, context: &mut C) -> Result<SmallVec<A>, decode::Error>
where
    A::Item: Decode<'b, C>,
{
    d.array_iter_with(context)?.collect()
}
