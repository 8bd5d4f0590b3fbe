//! What games share in which every seat lays one ante on the box of its own number: what may lie, and the one decision that all boxes take at
//! once, to lay as much once more or not.
//!
//! Here never lives what a card means, or what a stake returns.

use super::expected_turn::{ExpectedTurn, Offered};
use super::keys::Keys;
use super::limits::Range;
use super::line::{Line, require};
use super::{Chosen, Settled};
use crate::model::{BoxNumber, BoxStake, Choice, StakeKind};

/// How much an ante may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    step: i64,
    ante: Range,
}

impl Limits {
    pub(super) fn read(keys: &Keys<'_>) -> Result<Self, String> {
        Ok(Self { step: keys.number("limits.step_minor")?, ante: Range::read(keys, "limits.ante")? })
    }

    /// BQAM-20, BQAM-Q24, BQAM-40, BQAM-Q43: before the deal nothing lies but an ante, on the box of the seat's own number.
    pub(super) fn check_laid(&self, lying: &[BoxStake]) -> Result<(), String> {
        for stake in lying {
            let BoxStake { seat, place, kind, amount, .. } = *stake;
            require(kind == StakeKind::Ante, format_args!("{kind:?} lies before the deal"))?;
            require(place.0 == seat.number(), format_args!("seat {seat} has staked on box {}", place.0))?;
            self.ante.check(amount.minor(), self.step, "ante")?;
        }
        Ok(())
    }
}

/// What the boxes decide: the choice that lays the ante once more, as what it lies there, and the one that lays nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Raise {
    pub(super) by: Choice,
    pub(super) kind: StakeKind,
    pub(super) otherwise: Choice,
}

impl Raise {
    fn choices(self, ante: i64) -> Vec<Offered> {
        vec![Offered::at(self.by.kind(), ante), Offered::free(self.otherwise.kind())]
    }
}

/// The stakes of a deal, and who has not decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Antes {
    raise: Raise,
    /// The antes, and after them the raises in the order in which they were placed.
    stakes: Vec<BoxStake>,
    /// In the order of their boxes.
    undecided: Vec<BoxStake>,
}

impl Antes {
    pub(super) fn new(raise: Raise, laid: &[BoxStake]) -> Self {
        let mut undecided = laid.to_vec();
        undecided.sort_by_key(|ante| ante.place);
        Self { raise, stakes: laid.to_vec(), undecided }
    }

    pub(super) fn are_decided(&self) -> bool {
        self.undecided.is_empty()
    }

    /// Whether somebody has raised.
    pub(super) fn has_raise(&self) -> bool {
        self.stakes.iter().any(|stake| stake.kind == self.raise.kind)
    }

    pub(super) fn has_raised(&self, place: BoxNumber) -> bool {
        self.stakes.iter().any(|stake| stake.kind == self.raise.kind && stake.place == place)
    }

    /// All at once, in the order of their boxes.
    pub(super) fn asked(&self) -> Vec<ExpectedTurn> {
        let choices = |ante: &BoxStake| self.raise.choices(ante.amount.minor());
        self.undecided.iter().map(|ante| ExpectedTurn { seat: ante.seat, place: ante.place, hand: 0, choices: choices(ante) }).collect()
    }

    /// One of those who are asked has decided.
    pub(super) fn chose(&mut self, asked: &[ExpectedTurn], chosen: &Chosen<'_>) -> Result<(), String> {
        let own = asked.iter().find(|asked| asked.of() == chosen.of());
        let own = own.ok_or_else(|| format!("seat {} decided, and there were asked {asked:?}", chosen.seat))?;
        let kind = (chosen.choice == self.raise.by).then_some(self.raise.kind);
        let placed = chosen.placed(kind, own.price(chosen)?)?;
        self.undecided.retain(|ante| (ante.seat, ante.place) != (chosen.seat, chosen.place));
        self.stakes.extend(placed);
        Ok(())
    }

    /// What each stake returns.
    pub(super) fn settled(&self, line: impl FnMut(&BoxStake) -> Result<Line, String>) -> Result<Settled, String> {
        let lines = self.stakes.iter().map(line).collect::<Result<_, _>>()?;
        Ok(Settled { lines, stakes: self.stakes.clone(), cuts: Vec::new() })
    }
}
