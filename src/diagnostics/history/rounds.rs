//! The rounds of the wheel.

use super::{Search, Told, page};
use crate::journal::{JournalError, MirrorReader};
use crate::model::{ClockOffset, Fact, Page, PageRequest, PastPart, RoundRecall, Seat, SeatRecall, Timestamp};

/// The settled rounds, newest first: for the eyes of a seat those in which it had bets, with its own part alone. They come without the places of
/// the wheel's raw lines.
///
/// # Errors
/// Where the mirror cannot be read.
pub fn rounds_of(reader: &MirrorReader, eyes: Option<Seat>, asked: &PageRequest) -> Result<Page<RoundRecall>, JournalError> {
    page(reader, &Rounds { eyes }, asked)
}

/// The rounds: all of them, or those of a seat.
pub(super) struct Rounds {
    pub(super) eyes: Option<Seat>,
}

impl Told for RoundRecall {
    fn number(&self) -> u64 {
        self.round
    }

    fn began_at(&self) -> Timestamp {
        self.opened_at
    }

    fn parts(&self) -> Vec<PastPart> {
        self.seats.iter().map(|part| PastPart { seat: part.seat, put_in: part.staked, returned: part.returned }).collect()
    }
}

impl Search for Rounds {
    type Found = RoundRecall;

    fn is_told_by(&self, fact: &Fact) -> bool {
        match fact {
            Fact::Settled(settlement) => self.eyes.is_none_or(|seat| seat == settlement.seat),
            Fact::RoundOpened { .. } | Fact::Closed { .. } | Fact::NoSpin { .. } | Fact::Outcome { .. } | Fact::Voided { .. } => true,
            _ => false,
        }
    }

    fn open(&self, at: Timestamp, fact: &Fact) -> Option<RoundRecall> {
        if let Fact::RoundOpened { round } = fact { Some(opened(*round, at)) } else { None }
    }

    fn add(&self, round: &mut RoundRecall, at: Timestamp, fact: Fact) {
        match fact {
            Fact::Closed { .. } => round.closed_at = Some(at),
            // Betting goes on, unless the same record closes it again.
            Fact::NoSpin { reason, .. } => {
                round.no_spins.push(reason);
                round.closed_at = None;
            }
            Fact::Outcome { pocket, .. } => (round.outcome, round.settled_at) = (Some(pocket), Some(at)),
            Fact::Voided { reason, .. } => (round.voided, round.settled_at) = (Some(reason), Some(at)),
            Fact::Settled(settlement) => round.seats.push(SeatRecall::from(&settlement).into()),
            _ => {}
        }
    }

    fn show(&self, round: &mut RoundRecall, offset: ClockOffset) {
        let moments = [&mut round.closed_at, &mut round.settled_at].into_iter().flatten();
        moments.chain([&mut round.opened_at]).for_each(|at| *at = offset.shown(*at));
    }

    fn is_wanted(&self, round: &RoundRecall) -> bool {
        round.settled_at.is_some() && (self.eyes.is_none() || !round.seats.is_empty())
    }
}

fn opened(round: u64, at: Timestamp) -> RoundRecall {
    RoundRecall {
        round,
        opened_at: at,
        closed_at: None,
        settled_at: None,
        outcome: None,
        voided: None,
        no_spins: Vec::new(),
        seats: Vec::new(),
        evidence: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::played::{Played, newest, seat, second};
    use crate::model::{BetKind, BetReturn, Money, NoSpinReason, Numbers, Pocket, Position, RoundBet, SeatSettlement, Stake, VoidReason};

    fn red() -> Position {
        Position { kind: BetKind::Red, numbers: Numbers::NONE }
    }

    fn settlement(round: u64, number: u8) -> Fact {
        let (stake, returned) = (Money::from_minor(100), Money::from_minor(200));
        let bets = vec![BetReturn { position: red(), stake, returned }];
        Fact::Settled(SeatSettlement { seat: seat(number), round, staked: stake, returned, bets })
    }

    impl Played {
        /// A whole round in which these seats had bets.
        pub(in crate::diagnostics) fn round(&mut self, round: u64, seats: &[u8]) {
            self.record(round, vec![Fact::RoundOpened { round }]);
            self.settle(round, seats);
        }

        pub(in crate::diagnostics) fn settle(&mut self, round: u64, seats: &[u8]) {
            let outcome = Fact::Outcome { round, pocket: Pocket::new(14).expect("a pocket") };
            self.record(round, [outcome].into_iter().chain(seats.iter().map(|number| settlement(round, *number))).collect());
        }

        fn page(&self, before: Option<u64>, count: usize) -> Page<RoundRecall> {
            rounds_of(&self.reader(), Some(seat(3)), &newest(before, count)).expect("the mirror can be read")
        }

        /// The rounds of every page, page by page.
        fn pages(&self, count: usize) -> Vec<Vec<u64>> {
            self.numbers(|before| self.page(before, count), |round| round.round)
        }
    }

    #[test]
    fn rounds_without_him_do_not_push_a_players_own_out() {
        let mut played = Played::new();
        (1..=300).for_each(|round| played.round(round, if [5, 100].contains(&round) { &[1, 3] } else { &[1] }));
        assert_eq!(played.pages(10), [[100, 5]]);
    }

    #[test]
    fn a_page_goes_on_where_the_one_before_it_ended() {
        let mut played = Played::new();
        (1..=7).for_each(|round| played.round(round, &[3]));
        assert_eq!(played.pages(3), [vec![7, 6, 5], vec![4, 3, 2], vec![1]]);
        assert_eq!(played.pages(7), [vec![7, 6, 5, 4, 3, 2, 1], vec![]]);
    }

    #[test]
    fn a_page_names_the_head_of_the_journal_that_it_is_part_of() {
        let mut played = Played::new();
        assert_eq!(played.page(None, 1).head, "");
        (1..=3).for_each(|round| played.round(round, &[3]));
        let newest = played.page(None, 1);
        assert_eq!(newest.head, played.head_at(6));
        let before = newest.next;
        played.round(4, &[3]);
        // An earlier page is read up to the record that it begins before.
        assert_eq!(played.page(before, 1).head, played.head_at(5));
        assert_eq!(played.page(None, 1).head, played.head_at(8));
    }

    #[test]
    fn a_round_that_is_not_settled_is_none_of_the_past() {
        let mut played = Played::new();
        assert_eq!(played.pages(3), [[0_u64; 0]]);
        played.round(1, &[3]);
        played.record(2, vec![Fact::RoundOpened { round: 2 }]);
        assert_eq!(played.pages(3), [[1]]);
        played.settle(2, &[3]);
        assert_eq!(played.pages(3), [[2, 1]]);
    }

    #[test]
    fn a_round_is_whole_whichever_segments_it_lies_in() {
        let mut played = Played::new();
        // Each round is longer than half a segment, so that many have their ends in two of them.
        for round in 1..=9 {
            let opened = played.record(round, vec![Fact::RoundOpened { round }]);
            (0..5).for_each(|_| played.fill(round));
            played.settle(round, &[3]);
            let newest = played.page(None, 1).entries.remove(0);
            assert_eq!((newest.round, newest.opened_at), (round, second(opened)));
        }
        let pages = played.pages(100);
        assert_eq!(pages.concat(), [9, 8, 7, 6, 5, 4, 3, 2, 1]);
        assert!(pages.len() > 2, "no page reads more than two segments: {pages:?}");
    }

    #[test]
    fn a_round_longer_than_a_page_reads_is_read_to_its_beginning() {
        let mut played = Played::new();
        played.round(1, &[3]);
        let opened = played.record(2, vec![Fact::RoundOpened { round: 2 }]);
        (0..25).for_each(|_| played.fill(2));
        played.settle(2, &[3]);
        let newest = played.page(None, 1);
        assert_eq!((newest.entries[0].opened_at, newest.next), (second(opened), Some(opened)));
        assert_eq!(played.pages(5), [[2, 1]]);
    }

    #[test]
    fn the_moments_of_a_round_are_those_that_the_wall_clock_showed_at_its_end() {
        let mut played = Played::new();
        let opened = played.record(1, vec![Fact::RoundOpened { round: 1 }]);
        let closed = played.record(1, vec![Fact::Closed { round: 1 }]);
        played.set_clock(3_600);
        played.settle(1, &[3]);
        let shown = |number: u64| second(number + 3_600);
        let round = played.page(None, 1).entries.remove(0);
        assert_eq!((round.opened_at, round.closed_at, round.settled_at), (shown(opened), Some(shown(closed)), Some(shown(closed + 1))));
        played.set_clock(0);
        played.round(2, &[3]);
        assert_eq!(played.page(None, 2).entries[1], round, "a clock that is set later changes nothing of it");
    }

    #[test]
    fn a_round_is_recalled_with_all_that_became_of_it() {
        let mut played = Played::new();
        let reason = VoidReason::Attendant { name: "anna".into(), reason: "the ball is gone".into() };
        played.record(1, vec![Fact::RoundOpened { round: 1 }]);
        played.record(1, vec![Fact::Closed { round: 1 }]);
        played.record(1, vec![Fact::NoSpin { round: 1, reason: NoSpinReason::TooFewLaps }]);
        let settled = vec![Fact::Voided { round: 1, reason: reason.clone() }, settlement(1, 2), settlement(1, 3)];
        played.record(1, settled);
        let own = SeatRecall {
            round: 1,
            seat: seat(3),
            staked: Money::from_minor(100),
            returned: Money::from_minor(200),
            bets: vec![RoundBet { stake: Stake { position: red(), amount: Money::from_minor(100) }, returned: Money::from_minor(200) }],
        };
        let expected = RoundRecall {
            settled_at: Some(second(4)),
            voided: Some(reason),
            no_spins: vec![NoSpinReason::TooFewLaps],
            seats: vec![own.into()],
            ..opened(1, second(1))
        };
        assert_eq!(played.page(None, 9).entries, [expected]);
    }
}
