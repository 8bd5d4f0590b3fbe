//! The terms in force at a card table, with the sheet of its rules, which is made once for all views.
//!
//! Nobody changes terms that are in force: there is no way to them but to read. A checkpoint holds the terms alone.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Deref;

use minicbor::encode::Write;
use minicbor::{Decode, Decoder, Encode, Encoder, decode, encode};

use super::CardTerms;
use crate::model::{RuleSheet, TableLimit};

/// Terms with the sheet of their rules. A copy of a table shares them.
#[derive(Clone, Debug)]
pub(super) struct InForce(Arc<Sheeted>);

#[derive(Debug)]
struct Sheeted {
    terms: CardTerms,
    sheet: Arc<RuleSheet>,
    limits: Vec<TableLimit>,
}

impl InForce {
    pub(super) fn new(terms: CardTerms) -> Self {
        let sheet = Arc::new(terms.game.rules().sheet());
        let limits = terms.game.limits();
        Self(Arc::new(Sheeted { terms, sheet, limits }))
    }

    /// The limits beyond the least and the most of the stakes.
    pub(super) fn limits(&self) -> &[TableLimit] {
        &self.0.limits
    }

    /// The rules as a player reads them.
    pub(super) fn sheet(&self) -> Arc<RuleSheet> {
        self.0.sheet.clone()
    }
}

impl Deref for InForce {
    type Target = CardTerms;

    fn deref(&self) -> &CardTerms {
        &self.0.terms
    }
}

impl PartialEq for InForce {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.terms == other.0.terms
    }
}

impl Eq for InForce {}

impl<C> Encode<C> for InForce {
    fn encode<W: Write>(&self, e: &mut Encoder<W>, context: &mut C) -> Result<(), encode::Error<W::Error>> {
        self.0.terms.encode(e, context)
    }
}

impl<'b, C> Decode<'b, C> for InForce {
    fn decode(d: &mut Decoder<'b>, context: &mut C) -> Result<Self, decode::Error> {
        CardTerms::decode(d, context).map(Self::new)
    }
}
