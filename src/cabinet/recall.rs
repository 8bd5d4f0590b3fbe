//! The memory of the last rounds, complete with bets, for arguments and for the board.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use minicbor::encode::Write;
use minicbor::{Decode, Decoder, Encode, Encoder, decode, encode};

use crate::model::{LastRound, RoundRecall, SEATS, Seat};

/// How many deals of a table are recalled whole; regulators ask for ten with the unfinished one.
pub(super) const DEALS: usize = 10;

/// How many finished rounds are recalled whole; regulators ask for ten with the unfinished one.
const ROUNDS: usize = 16;

/// How many outcomes the board shows.
const OUTCOMES: usize = 100;

/// Something that is over and may be recalled.
pub(super) trait Past {
    /// How a seat is shown it.
    type View;
    /// How officials are shown it; `()` where they are not.
    type Whole;

    /// As officials see it.
    fn whole(&self) -> Self::Whole;

    /// As this seat sees it; `None` where it had no part in it.
    fn part_of(&self, seat: Seat) -> Option<Self::View>;
}

/// Something that is over, with all its looks: they are made once and shared by every copy of the cabinet, because nothing of it changes
/// any more. A checkpoint holds only what they are made of, and only that is printed.
#[derive(Clone)]
pub(super) struct Recalled<P: Past>(Arc<Looks<P>>);

struct Looks<P: Past> {
    past: P,
    whole: Arc<P::Whole>,
    parts: [Option<Arc<P::View>>; SEATS],
}

impl<P: Past> Recalled<P> {
    pub(super) fn new(past: P) -> Self {
        let part = |seat: Seat| past.part_of(seat).map(Arc::new);
        let mut parts = [const { None }; SEATS];
        Seat::all().for_each(|seat| parts[seat.index()] = part(seat));
        Self(Arc::new(Looks { whole: Arc::new(past.whole()), parts, past }))
    }

    /// What is over.
    pub(super) fn past(&self) -> &P {
        &self.0.past
    }

    /// As officials see it.
    pub(super) fn whole(&self) -> Arc<P::Whole> {
        self.0.whole.clone()
    }

    /// As this seat sees it; `None` where it had no part in it.
    pub(super) fn part_of(&self, seat: Seat) -> Option<Arc<P::View>> {
        self.0.parts[seat.index()].clone()
    }
}

impl<P: Past + fmt::Debug> fmt::Debug for Recalled<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Recalled").field(self.past()).finish()
    }
}

impl<P: Past + PartialEq> PartialEq for Recalled<P> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.past() == other.past()
    }
}

impl<P: Past + Eq> Eq for Recalled<P> {}

impl<C, P: Past + Encode<C>> Encode<C> for Recalled<P> {
    fn encode<W: Write>(&self, e: &mut Encoder<W>, context: &mut C) -> Result<(), encode::Error<W::Error>> {
        self.past().encode(e, context)
    }
}

impl<'b, C, P: Past + Decode<'b, C>> Decode<'b, C> for Recalled<P> {
    fn decode(d: &mut Decoder<'b>, context: &mut C) -> Result<Self, decode::Error> {
        P::decode(d, context).map(Self::new)
    }
}

impl Past for RoundRecall {
    type View = Self;
    type Whole = Self;

    fn whole(&self) -> Self {
        self.clone()
    }

    fn part_of(&self, seat: Seat) -> Option<Self> {
        let own = self.seats.iter().find(|part| part.seat == seat)?;
        Some(Self { seats: alloc::vec![own.clone()], ..self.clone() })
    }
}

/// The last rounds, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct Recall {
    #[n(0)]
    rounds: Vec<Recalled<RoundRecall>>,
    #[n(1)]
    outcomes: Vec<LastRound>,
}

impl Recall {
    pub(super) fn remember(&mut self, round: RoundRecall) {
        if let Some(pocket) = round.outcome {
            keep_last(&mut self.outcomes, LastRound { round: round.round, pocket }, OUTCOMES);
        }
        keep_last(&mut self.rounds, Recalled::new(round), ROUNDS);
    }

    /// This record holds more evidence of the newest round: which that is.
    pub(super) fn add_evidence(&mut self, record: u64) -> Option<u64> {
        let mut past = self.rounds.pop()?.past().clone();
        past.evidence.push(record);
        let round = past.round;
        self.rounds.push(Recalled::new(past));
        Some(round)
    }

    /// The finished rounds, newest first.
    pub(super) fn rounds(&self) -> impl Iterator<Item = &Recalled<RoundRecall>> {
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
