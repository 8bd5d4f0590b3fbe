//! Disputes: an attendant opens one about a game that is over, and decides it. The game is kept as it was recalled until then, however many
//! are played meanwhile. A game that is not recalled any more is read in the journal by the program and comes with the order.
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
use crate::model::{
    Command, DisputeView, Fact, GameRead, KeptGame, Order, PastGame, Refusal, RoundRecall, Ruling, Seat, Timestamp, Verdict, Who,
};

/// So many disputes may be open at once.
const OPEN_MOST: usize = 32;

/// So many that are decided are shown. Of older ones only what they were about is known; all of them stand in the journal.
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
    /// What was disputed and decided before those, in order: no seat disputes a game twice, however old it is. Releases up to 0.1.22 kept none.
    #[cbor(default)]
    #[n(2)]
    forgotten: Vec<Forgotten>,
}

/// What a dispute was about that is not kept any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Encode, Decode)]
struct Forgotten {
    #[n(0)]
    game: PastGame,
    #[n(1)]
    seat: Seat,
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

/// A game as it was recalled when it was disputed, or as it was read then.
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
    /// The game that was read; `None` where it is another one, or nothing that this release can read.
    fn read(read: &GameRead, game: PastGame) -> Option<Self> {
        let GameRead::Found(bytes) = read else { return None };
        minicbor::decode(bytes).ok().filter(|frozen: &Self| frozen.number() == game)
    }

    /// The same game, which holds the cards alone that everybody has seen.
    fn closed(self) -> Self {
        match self {
            Self::Round(round) => Self::Round(round),
            Self::Deal(deal) => Self::Deal(deal.closed()),
            Self::Hand(hand) => Self::Hand(hand.closed()),
        }
    }

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

    /// The game as this seat may look back at it at any age: its own part, and the cards that everybody has seen; of a deal between players its own
    /// cards too, where its player `has_stayed` at the table.
    fn looked_back_at(self, seat: Seat, has_stayed: bool) -> Option<KeptGame> {
        match self {
            Self::Hand(hand) if has_stayed => Past::part_of(&hand, seat).map(Arc::new).map(KeptGame::Hand),
            game => game.closed().part_of(seat),
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
        let is_kept = self.kept.iter().map(Recalled::past).any(|dispute| dispute.seat == seat && dispute.game.number() == game);
        is_kept || self.forgotten.binary_search(&Forgotten { game, seat }).is_ok()
    }

    const fn lacks_some(&self) -> bool {
        self.kept.len() + self.forgotten.len() < self.count as usize
    }

    fn note(&mut self, seat: Seat, game: PastGame) {
        if !self.is_known(seat, game) {
            self.forgotten.push(Forgotten { game, seat });
            self.forgotten.sort_unstable();
        }
    }

    fn open_count(&self) -> usize {
        self.kept.iter().filter(|dispute| dispute.past().is_open()).count()
    }

    fn place_of_open(&self, number: u32) -> Option<usize> {
        self.kept.iter().position(|dispute| dispute.past().number == number && dispute.past().is_open())
    }

    /// Forgets the oldest that are decided, beyond those that are shown, but for what they were about.
    fn forget(&mut self) {
        let mut surplus = self.kept.len().saturating_sub(self.open_count() + DECIDED_SHOWN);
        let forgotten = &mut self.forgotten;
        self.kept.retain(|dispute| {
            let past = dispute.past();
            let goes = surplus > 0 && !past.is_open();
            surplus -= usize::from(goes);
            forgotten.extend(goes.then(|| Forgotten { game: past.game.number(), seat: past.seat }));
            !goes
        });
        self.forgotten.sort_unstable();
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
        read: Option<&GameRead>,
        facts: &mut Vec<Fact>,
    ) -> Result<(), Refusal> {
        check_note(note)?;
        if self.disputes.is_known(seat, game) {
            return Err(Refusal::AlreadyDisputed);
        }
        let was_read = || read.and_then(|read| Frozen::read(read, game));
        let frozen = self.game_that_is_over(game).or_else(|refusal| was_read().ok_or(refusal))?;
        if !frozen.has_part(seat) {
            return Err(Refusal::NotInGame);
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
        self.disputes.forget();
        facts.push(Fact::DisputeDecided { number, seat, verdict });
        Ok(())
    }

    /// Whether there were disputes of which nothing is known any more: releases up to 0.1.22 left them out of their checkpoints.
    #[must_use]
    pub const fn lacks_disputes(&self) -> bool {
        self.disputes.lacks_some()
    }

    /// The journal says that this seat disputed this game.
    pub fn note_disputed(&mut self, seat: Seat, game: PastGame) {
        self.disputes.note(seat, game);
    }

    /// A game that is over and still recalled, with the cards that everybody has seen.
    #[must_use]
    pub fn past_game(&self, game: PastGame) -> Option<KeptGame> {
        self.game_that_is_over(game).ok().map(|game| game.as_all_saw())
    }

    /// The same as this seat may look back at it; `None` where it had no part in it. It sees its own closed cards only of a deal between players since
    /// which its player `has_stayed` at the table: elsewhere another may have sat there.
    #[must_use]
    pub fn past_game_of(&self, seat: Seat, has_stayed: bool, game: PastGame) -> Option<KeptGame> {
        self.game_that_is_over(game).ok()?.looked_back_at(seat, has_stayed)
    }

    /// The game with the cards that everybody has seen, in the cabinet's own encoding, to come with a dispute about it.
    #[must_use]
    pub fn read_game(&self, game: PastGame) -> Option<GameRead> {
        let frozen = self.game_that_is_over(game).ok()?.closed();
        Some(GameRead::Found(minicbor::to_vec(frozen).expect("encoding to memory cannot fail")))
    }

    /// The game that has to be read before this command is carried out: one that is not recalled any more and that nobody has read for it yet.
    #[must_use]
    pub fn game_to_read(&self, command: &Command) -> Option<PastGame> {
        let Order::OpenDispute { seat, game, note, read: None } = &command.order else { return None };
        let is_open_to_giver = matches!(command.who, Who::Attendant(_)) && self.answer_without_step(command).is_none();
        let is_unfit = check_note(note).is_err() || self.disputes.is_known(*seat, *game);
        (is_open_to_giver && !is_unfit && self.game_that_is_over(*game).is_err()).then_some(*game)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What landed releases read for disputes, one game a line: the release, the kind of game, and its encoding.
    const READ: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/journals/read-games");

    /// It stands in their journals for ever.
    #[test]
    fn what_a_landed_release_has_read_for_a_dispute_is_read_by_every_later_one() {
        let lines = std::fs::read_to_string(READ).expect("the file is there");
        let mut kinds = Vec::new();
        for line in lines.lines() {
            let [_, kind, digits] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("expected three words: {line}") };
            let byte = |place: usize| u8::from_str_radix(&digits[place..place + 2], 16).expect("hexadecimal digits");
            let bytes: Vec<u8> = (0..digits.len()).step_by(2).map(byte).collect();
            let frozen: Frozen = minicbor::decode(&bytes).unwrap_or_else(|error| panic!("{error}: {line}"));
            assert!(Frozen::read(&GameRead::Found(bytes), frozen.number()).is_some(), "{line}");
            kinds.push(kind.to_owned());
        }
        kinds.sort();
        kinds.dedup();
        assert_eq!(kinds, ["deal", "hand", "round"]);
    }

    #[test]
    fn disputes_that_an_older_release_forgot_are_known_once_the_journal_has_told_them() {
        let mut disputes = Disputes { count: 2, ..Disputes::default() };
        let told = [(Seat::new(6), PastGame::Round(7)), (Seat::new(1), PastGame::Round(3))];
        for (seat, game) in told.into_iter().chain(told) {
            let seat = seat.expect("there are six");
            disputes.note(seat, game);
            assert!(disputes.is_known(seat, game));
        }
        assert!(!disputes.is_known(Seat::new(1).expect("there are six"), PastGame::Round(7)), "another seat's");
        assert!(!disputes.lacks_some() && disputes.forgotten.len() == 2, "each is known once");
        assert!(Disputes { count: 3, ..disputes }.lacks_some());
    }
}
