//! Disputes: an attendant opens one about a game that is over, and decides it. The game is kept as it was recalled until then, however many
//! are played meanwhile.
//!
//! Where a dispute is upheld, its amount goes from the house to the seat's credit; what was settled stays as it was settled.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::Cabinet;
use super::card_table::Finished;
use super::player_tables::FinishedHand;
use super::recall::{Past, Recalled};
use crate::model::{DisputeView, Fact, KeptGame, Order, PastGame, Refusal, RoundRecall, Ruling, Seat, Timestamp, Verdict};

/// So many disputes may be open at once.
const OPEN_MOST: usize = 32;

/// So many that are decided are shown. More are kept only as long as their game could be disputed once more. Older ones stand in the journal.
const DECIDED_SHOWN: usize = 32;

/// The disputes that are open, and those that were decided last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct Disputes {
    /// How many were opened.
    #[n(0)]
    count: u32,
    /// Oldest first.
    #[n(1)]
    kept: Vec<Recalled<Dispute>>,
}

/// One dispute with its game.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
struct Dispute {
    #[n(0)]
    number: u32,
    #[n(1)]
    seat: Seat,
    #[n(2)]
    opened_by: String,
    /// By the wall clock.
    #[n(3)]
    opened_at: Timestamp,
    #[n(4)]
    note: String,
    #[n(5)]
    ruling: Option<Ruling>,
    #[n(6)]
    game: Frozen,
}

/// A game as it was recalled when it was disputed.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
enum Frozen {
    #[n(0)]
    Round(#[n(0)] RoundRecall),
    #[n(1)]
    Deal(#[n(0)] Finished),
    #[n(2)]
    Hand(#[n(0)] FinishedHand),
}

impl Frozen {
    const fn number(&self) -> PastGame {
        match self {
            Self::Round(round) => PastGame::Round(round.round),
            Self::Deal(deal) => PastGame::Deal { table: deal.table, deal: deal.deal },
            Self::Hand(hand) => PastGame::Deal { table: hand.table(), deal: hand.deal() },
        }
    }

    fn has_part(&self, seat: Seat) -> bool {
        self.part_of(seat).is_some()
    }

    /// The game as officials see it where this seat disputes it.
    fn whole(&self, seat: Seat) -> KeptGame {
        match self {
            Self::Round(round) => KeptGame::Round(Arc::new(round.whole())),
            Self::Deal(deal) => KeptGame::Deal(Arc::new(deal.whole())),
            Self::Hand(hand) => KeptGame::Hand(Arc::new(hand.disputed_by(seat).expect("who disputes a deal was dealt in"))),
        }
    }

    /// The game with the cards that everybody has seen.
    fn as_all_saw(&self) -> KeptGame {
        match self {
            Self::Round(round) => KeptGame::Round(Arc::new(round.whole())),
            Self::Deal(deal) => KeptGame::Deal(Arc::new(deal.whole())),
            Self::Hand(hand) => KeptGame::Hand(Arc::new(hand.seen_by(None))),
        }
    }

    fn part_of(&self, seat: Seat) -> Option<KeptGame> {
        Some(match self {
            Self::Round(round) => KeptGame::Round(Arc::new(round.part_of(seat)?)),
            Self::Deal(deal) => KeptGame::Deal(Arc::new(deal.part_of(seat)?)),
            Self::Hand(hand) => KeptGame::Hand(Arc::new(hand.disputed_by(seat)?)),
        })
    }
}

impl Dispute {
    fn look(&self, kept: KeptGame) -> DisputeView {
        DisputeView {
            number: self.number,
            game: self.game.number(),
            seat: self.seat,
            opened_by: self.opened_by.clone(),
            opened_at: self.opened_at,
            note: self.note.clone(),
            ruling: self.ruling.clone(),
            kept,
        }
    }

    const fn is_open(&self) -> bool {
        self.ruling.is_none()
    }
}

impl Past for Dispute {
    type View = DisputeView;
    type Whole = DisputeView;

    fn whole(&self) -> DisputeView {
        self.look(self.game.whole(self.seat))
    }

    /// What the disputing seat sees of it; `None` for every other seat.
    fn part_of(&self, seat: Seat) -> Option<DisputeView> {
        let own = self.game.part_of(seat).filter(|_| self.seat == seat)?;
        Some(self.look(own))
    }
}

impl Disputes {
    /// All of them as officials see them, newest first.
    pub(super) fn all(&self) -> Vec<Arc<DisputeView>> {
        self.kept.iter().rev().map(Recalled::whole).collect()
    }

    /// Those of the seat as it sees them, newest first.
    pub(super) fn of(&self, seat: Seat) -> Vec<Arc<DisputeView>> {
        self.kept.iter().rev().filter_map(|dispute| dispute.part_of(seat)).collect()
    }

    /// This record holds more evidence of a round that may be disputed.
    pub(super) fn add_evidence(&mut self, round: u64, record: u64) {
        for dispute in &mut self.kept {
            if dispute.past().game.number() != PastGame::Round(round) {
                continue;
            }
            let mut past = dispute.past().clone();
            if let Frozen::Round(recalled) = &mut past.game {
                recalled.evidence.push(record);
            }
            *dispute = Recalled::new(past);
        }
    }

    fn is_known(&self, seat: Seat, game: PastGame) -> bool {
        self.kept.iter().map(Recalled::past).any(|dispute| dispute.seat == seat && dispute.game.number() == game)
    }

    fn open_count(&self) -> usize {
        self.kept.iter().filter(|dispute| dispute.past().is_open()).count()
    }

    fn place_of_open(&self, number: u32) -> Option<usize> {
        self.kept.iter().position(|dispute| dispute.past().number == number && dispute.past().is_open())
    }

    /// Forgets the oldest that are decided, beyond those that are shown, where `may_go` says that nobody can dispute their game any more.
    fn forget(&mut self, may_go: impl Fn(PastGame) -> bool) {
        let mut surplus = self.kept.len().saturating_sub(self.open_count() + DECIDED_SHOWN);
        self.kept.retain(|dispute| {
            let past = dispute.past();
            let goes = surplus > 0 && !past.is_open() && may_go(past.game.number());
            surplus -= usize::from(goes);
            !goes
        });
    }
}

/// A note says something, on one line, and not too much of it.
pub(super) fn check_note(note: &str) -> Result<(), Refusal> {
    let is_said = !note.trim().is_empty() && note.chars().count() <= Order::NOTE_MOST;
    if is_said && !note.chars().any(char::is_control) { Ok(()) } else { Err(Refusal::NoteUnfit) }
}

impl Cabinet {
    pub(super) fn open_dispute(
        &mut self,
        name: &str,
        seat: Seat,
        game: PastGame,
        note: &str,
        facts: &mut Vec<Fact>,
    ) -> Result<(), Refusal> {
        check_note(note)?;
        let frozen = self.game_that_is_over(game)?;
        if !frozen.has_part(seat) {
            return Err(Refusal::NotInGame);
        }
        if self.disputes.is_known(seat, game) {
            return Err(Refusal::AlreadyDisputed);
        }
        if self.disputes.open_count() >= OPEN_MOST {
            return Err(Refusal::TooManyDisputes);
        }
        self.disputes.count += 1;
        let number = self.disputes.count;
        let opened_at = self.clock_offset().shown(self.at);
        let dispute = Dispute { number, seat, opened_by: name.to_owned(), opened_at, note: note.to_owned(), ruling: None, game: frozen };
        self.disputes.kept.push(Recalled::new(dispute));
        facts.push(Fact::DisputeOpened { number, seat, game });
        Ok(())
    }

    pub(super) fn decide_dispute(
        &mut self,
        name: &str,
        number: u32,
        verdict: Verdict,
        note: &str,
        facts: &mut Vec<Fact>,
    ) -> Result<(), Refusal> {
        check_note(note)?;
        let place = self.disputes.place_of_open(number).ok_or(Refusal::DisputeNotOpen)?;
        let mut dispute = self.disputes.kept[place].past().clone();
        let seat = dispute.seat;
        if let Some(amount) = verdict.amount() {
            self.check_growth(seat, amount, self.ledger.meters(seat).corrections)?;
            self.ledger.correct(seat, amount);
        }
        let at = self.clock_offset().shown(self.at);
        dispute.ruling = Some(Ruling { verdict, by: name.to_owned(), at, note: note.to_owned() });
        self.disputes.kept[place] = Recalled::new(dispute);
        let mut disputes = core::mem::take(&mut self.disputes);
        disputes.forget(|game| self.game_that_is_over(game).is_err());
        self.disputes = disputes;
        facts.push(Fact::DisputeDecided { number, seat, verdict });
        Ok(())
    }

    /// A game that is over and still recalled, with the cards that everybody has seen.
    #[must_use]
    pub fn past_game(&self, game: PastGame) -> Option<KeptGame> {
        self.game_that_is_over(game).ok().map(|game| game.as_all_saw())
    }

    /// The game as it is recalled.
    fn game_that_is_over(&self, game: PastGame) -> Result<Frozen, Refusal> {
        match game {
            PastGame::Round(number) => {
                let round = self.recall.rounds().map(Recalled::past).find(|round| round.round == number);
                round.cloned().map(Frozen::Round).ok_or(Refusal::GameUnknown)
            }
            PastGame::Deal { table, deal } => {
                let of_house = self.card_table(table).map(|table| table.finished_deal(deal).cloned().map(Frozen::Deal));
                let of_players = || self.player_table(table).map(|table| table.finished_hand(deal).cloned().map(Frozen::Hand));
                of_house.or_else(of_players).ok_or(Refusal::TableUnknown)?.ok_or(Refusal::GameUnknown)
            }
        }
    }
}
