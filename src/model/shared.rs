//! How shared values are written into checkpoints: as themselves, for what is shared is a matter of memory alone.

/// One shared value.
pub mod one {
    use alloc::sync::Arc;

    use minicbor::decode::{self, Decode, Decoder};
    use minicbor::encode::{self, Encode, Encoder, Write};

    /// Writes the value.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn encode<T: Encode<C>, C, W: Write>(value: &Arc<T>, e: &mut Encoder<W>, context: &mut C) -> Result<(), encode::Error<W::Error>> {
        value.as_ref().encode(e, context)
    }

    /// Reads the value.
    ///
    /// # Errors
    /// Where the bytes are no such value.
    pub fn decode<'b, T: Decode<'b, C>, C>(d: &mut Decoder<'b>, context: &mut C) -> Result<Arc<T>, decode::Error> {
        T::decode(d, context).map(Arc::new)
    }
}

/// Lists of shared values.
pub mod list {
    use alloc::sync::Arc;
    use alloc::vec::Vec;

    use minicbor::decode::{self, Decode, Decoder};
    use minicbor::encode::{self, Encode, Encoder, Write};

    /// Writes the list.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn encode<T: Encode<C>, C, W: Write>(list: &[Arc<T>], e: &mut Encoder<W>, context: &mut C) -> Result<(), encode::Error<W::Error>> {
        e.array(list.len() as u64)?;
        list.iter().try_for_each(|shared| shared.encode(e, context))
    }

    /// Reads the list.
    ///
    /// # Errors
    /// Where the bytes are not such a list.
    pub fn decode<'b, T: Decode<'b, C>, C>(d: &mut Decoder<'b>, context: &mut C) -> Result<Vec<Arc<T>>, decode::Error> {
        let list: Vec<T> = Vec::decode(d, context)?;
        Ok(list.into_iter().map(Arc::new).collect())
    }
}

/// Shared values that may be absent.
pub mod optional {
    use alloc::sync::Arc;

    use minicbor::decode::{self, Decode, Decoder};
    use minicbor::encode::{self, Encode, Encoder, Write};

    /// Writes the value or its absence.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn encode<T: Encode<C>, C, W: Write>(
        value: &Option<Arc<T>>,
        e: &mut Encoder<W>,
        context: &mut C,
    ) -> Result<(), encode::Error<W::Error>> {
        value.as_deref().encode(e, context)
    }

    /// Reads the value or its absence.
    ///
    /// # Errors
    /// Where the bytes are neither.
    pub fn decode<'b, T: Decode<'b, C>, C>(d: &mut Decoder<'b>, context: &mut C) -> Result<Option<Arc<T>>, decode::Error> {
        Ok(Option::<T>::decode(d, context)?.map(Arc::new))
    }
}
