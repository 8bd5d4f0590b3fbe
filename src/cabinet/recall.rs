//! The memory of the last rounds, complete with bets, for arguments and for the board.

use alloc::sync::Arc;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use crate::model::{LastRound, RoundRecall};

/// How many finished rounds are recalled whole; regulators ask for ten with the unfinished one.
const ROUNDS: usize = 16;

/// How many outcomes the board shows.
const OUTCOMES: usize = 100;

/// The last rounds, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct Recall {
    #[cbor(n(0), with = "crate::model::shared::list")]
    rounds: Vec<Arc<RoundRecall>>,
    #[n(1)]
    outcomes: Vec<LastRound>,
}

impl Recall {
    pub(super) fn remember(&mut self, round: RoundRecall) {
        if let Some(pocket) = round.outcome {
            keep_last(&mut self.outcomes, LastRound { round: round.round, pocket }, OUTCOMES);
        }
        keep_last(&mut self.rounds, Arc::new(round), ROUNDS);
    }

    /// The finished rounds, newest first.
    pub(super) fn rounds(&self) -> impl Iterator<Item = &Arc<RoundRecall>> {
        self.rounds.iter().rev()
    }

    /// The outcomes, newest first.
    pub(super) fn outcomes(&self) -> Vec<LastRound> {
        self.outcomes.iter().rev().copied().collect()
    }
}

pub(super) fn keep_last<T>(kept: &mut Vec<T>, newest: T, most: usize) {
    if kept.len() == most {
        kept.remove(0);
    }
    kept.push(newest);
}
