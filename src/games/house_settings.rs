//! What of a card game's rules a house sets for its own table, always within what the rules file allows.

use alloc::vec::Vec;

use super::timing::Timing;
use crate::model::{LimitKind, Money, StakeKind};

/// The values of a game's rules that a house may narrow and a jurisdiction restrict, each at its place in the rules.
#[derive(Debug)]
pub struct HouseSettings<'a> {
    /// What stakes are multiples of, where the rules say so; a price of one unit takes their place.
    pub steps: Vec<&'a mut Money>,
    /// The least and most of each stake for which the rules file has an amount. A stake that follows from another, such as a double, is
    /// not among them.
    pub stakes: Vec<StakeAmounts<'a>>,
    /// The most that is paid out, wherever these rules know such a limit; none where it holds nothing.
    pub payouts: Vec<(LimitKind, &'a mut Option<Money>)>,
    /// How long the parts of a round take.
    pub timing: &'a mut Timing,
}

/// The least and most of one kind of stake.
#[derive(Debug)]
pub struct StakeAmounts<'a> {
    /// Which.
    pub kind: StakeKind,
    /// The least.
    pub least: &'a mut Money,
    /// The most.
    pub most: &'a mut Money,
}
