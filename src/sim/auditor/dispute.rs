//! Disputes in the auditor's own books: which games are over and who had a part in each, what was disputed of them, and what was decided.

use std::collections::BTreeMap;

use super::book::Book;
use super::facts::{is_order, require};
use super::shift::attendant;
use crate::model::{
    Command, DealSettlement, DisputeView, KeptGame, OfficialView, Order, PastCards, PastGame, Pocket, SEATS, Seat, SeatSettlement,
    SeatView, TableNumber, Verdict, What,
};

/// At least so many of the newest that are decided are shown, where there are so many.
const DECIDED_SHOWN: usize = 32;

/// What each seat staked in a game, and what came back; nothing where it had no part in it.
type Parts = [Option<(i64, i64)>; SEATS];

/// The games that are over, and the disputes, oldest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Disputes {
    over: BTreeMap<PastGame, Parts>,
    /// Where the ball lay in each of the rounds; `None` where it was void.
    pockets: BTreeMap<u64, Option<u8>>,
    /// Who was dealt in at a table between players, where a deal is under way.
    dealt_in: BTreeMap<TableNumber, Parts>,
    all: Vec<Dispute>,
}

/// A dispute.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Dispute {
    number: u32,
    seat: Seat,
    game: PastGame,
    by: String,
    note: String,
    /// What was decided, by whom, and why.
    ruling: Option<(Verdict, String, String)>,
}

impl Disputes {
    /// The seat's part in a round that is over, and where the ball lay; `None` where it was void.
    pub(super) fn note_round(&mut self, settlement: &SeatSettlement, pocket: Option<u8>) {
        self.pockets.insert(settlement.round, pocket);
        let part = (settlement.staked.minor(), settlement.returned.minor());
        let parts = self.over.entry(PastGame::Round(settlement.round)).or_default();
        parts[settlement.seat.index()] = Some(part);
    }

    /// Every seat's part in a deal that is over.
    pub(super) fn note_deal(&mut self, table: TableNumber, deal: u64, settlement: &DealSettlement) {
        self.over.insert(PastGame::Deal { table, deal }, parts_of(settlement));
    }

    /// These are dealt in at a table between players.
    pub(super) fn note_dealt_in(&mut self, table: TableNumber, players: impl Iterator<Item = Seat>) {
        let mut parts = Parts::default();
        players.for_each(|seat| parts[seat.index()] = Some((0, 0)));
        self.dealt_in.insert(table, parts);
    }

    /// What each of them has put in and got back in a deal that is over.
    pub(super) fn note_hand(&mut self, table: TableNumber, deal: u64, played: impl Iterator<Item = (Seat, i64, i64)>) {
        let mut parts = self.dealt_in.remove(&table).unwrap_or_default();
        played.for_each(|(seat, put_in, back)| parts[seat.index()] = Some((put_in, back)));
        self.over.insert(PastGame::Deal { table, deal }, parts);
    }

    fn part(&self, game: PastGame, seat: Seat) -> Option<(i64, i64)> {
        self.over.get(&game)?[seat.index()]
    }
}

impl Book {
    pub(super) fn enter_dispute_opened(&mut self, what: &What, number: u32, seat: Seat, game: PastGame) -> Result<(), String> {
        let note = match what {
            What::Command(Command { order: Order::OpenDispute { note, .. }, .. }) => note.clone(),
            _ => return Err("a dispute was opened that nobody had".into()),
        };
        let asked = Order::OpenDispute { seat, game, note: note.clone(), read: None };
        require(is_order(what, &asked), "nobody disputed this game for this seat")?;
        require(number as usize == self.disputes.all.len() + 1, "disputes are numbered without a gap")?;
        require(self.disputes.part(game, seat).is_some(), "a game was disputed that the seat had no part in")?;
        let is_known = self.disputes.all.iter().any(|dispute| dispute.seat == seat && dispute.game == game);
        require(!is_known, "a seat disputed a game twice")?;
        self.disputes.all.push(Dispute { number, seat, game, by: attendant(what), note, ruling: None });
        Ok(())
    }

    pub(super) fn enter_dispute_decided(&mut self, what: &What, number: u32, seat: Seat, verdict: Verdict) -> Result<(), String> {
        let note = match what {
            What::Command(Command { order: Order::DecideDispute { note, .. }, .. }) => note.clone(),
            _ => return Err("a dispute was decided by nobody".into()),
        };
        require(is_order(what, &Order::DecideDispute { dispute: number, verdict, note: note.clone() }), "nobody decided a dispute so")?;
        let place = (number as usize).checked_sub(1).filter(|place| *place < self.disputes.all.len());
        let dispute = &mut self.disputes.all[place.ok_or("a dispute was decided that nobody opened")?];
        require(dispute.ruling.is_none(), "a dispute was decided twice")?;
        require(dispute.seat == seat, "another seat's dispute was decided")?;
        dispute.ruling = Some((verdict, attendant(what), note));
        let amount = match verdict {
            Verdict::Upheld { amount } => amount.minor(),
            Verdict::Rejected => return Ok(()),
        };
        require(amount > 0, "a dispute was upheld and nothing paid")?;
        let own = self.seat(seat);
        own.credit += amount;
        own.corrections += amount;
        Ok(())
    }

    /// Compares the disputes with those that officials are shown: all that are open, the newest that are decided, and each game as it was.
    pub(super) fn compare_disputes(&self, view: &OfficialView) -> Result<(), String> {
        let shown: Vec<u32> = view.disputes.iter().map(|dispute| dispute.number).collect();
        require(shown.windows(2).all(|pair| pair[0] > pair[1]), "the disputes are not shown newest first")?;
        view.disputes.iter().try_for_each(|dispute| self.compare_dispute(dispute))?;
        let all = || self.disputes.all.iter();
        let open = all().filter(|dispute| dispute.ruling.is_none());
        let decided = all().rev().filter(|dispute| dispute.ruling.is_some()).take(DECIDED_SHOWN);
        let missing = open.chain(decided).map(|dispute| dispute.number).find(|number| !shown.contains(number));
        missing.map_or(Ok(()), |number| Err(format!("dispute {number} is not shown")))
    }

    pub(super) fn compare_dispute(&self, shown: &DisputeView) -> Result<(), String> {
        let place = (shown.number as usize).checked_sub(1).ok_or("disputes are numbered from 1")?;
        let own = self.disputes.all.get(place).ok_or("a dispute is shown that nobody opened")?;
        let ruling = shown.ruling.as_ref().map(|ruling| (ruling.verdict, ruling.by.clone(), ruling.note.clone()));
        let told = Dispute {
            number: shown.number,
            seat: shown.seat,
            game: shown.game,
            by: shown.opened_by.clone(),
            note: shown.note.clone(),
            ruling,
        };
        if told != *own {
            return Err(format!("the dispute {told:?} is shown, by the books {own:?}"));
        }
        let (game, parts) = kept(&shown.kept, shown.seat);
        require(game == own.game, "another game is kept than was disputed")?;
        if let KeptGame::Round(round) = &shown.kept {
            require(
                self.disputes.pockets.get(&round.round) == Some(&round.outcome.map(Pocket::number)),
                "a round is kept with another number",
            )?;
        }
        let mut was = *self.disputes.over.get(&game).ok_or("a game is kept that is not over")?;
        // Of a deal between players officials see the disputing seat's part alone, and no card that was not opened.
        if let KeptGame::Hand(hand) = &shown.kept {
            let is_closed = |own: &PastCards| own.down.iter().all(Option::is_none) || hand.shown.contains(&own.seat);
            require(hand.hands.iter().all(is_closed), "a closed card is shown for a dispute")?;
            was = Parts::default();
            was[shown.seat.index()] = self.disputes.part(game, shown.seat);
        }
        if parts != was {
            return Err(format!("{game:?} is kept as {parts:?}, and was {was:?}"));
        }
        Ok(())
    }

    /// Compares what a seat is shown of its disputes: all its own that officials are shown, and of each game its own part alone.
    pub(super) fn compare_disputes_of(&self, view: &SeatView, official: &OfficialView) -> Result<(), String> {
        let own: Vec<u32> = official.disputes.iter().filter(|dispute| dispute.seat == view.seat).map(|dispute| dispute.number).collect();
        require(view.disputes.iter().map(|dispute| dispute.number).eq(own), "a seat is shown other disputes than its own")?;
        view.disputes.iter().try_for_each(|dispute| {
            let (game, parts) = kept(&dispute.kept, view.seat);
            let mut expected = Parts::default();
            expected[view.seat.index()] = self.disputes.part(game, view.seat);
            require(game == dispute.game && parts == expected, "a seat is shown more of a disputed game than its own part")
        })
    }
}

/// A game that is kept, with everybody's part in it.
fn kept(game: &KeptGame, seat: Seat) -> (PastGame, Parts) {
    match game {
        KeptGame::Round(round) => {
            let mut parts = Parts::default();
            round.seats.iter().for_each(|part| parts[part.seat.index()] = Some((part.staked.minor(), part.returned.minor())));
            (PastGame::Round(round.round), parts)
        }
        KeptGame::Deal(deal) => (PastGame::Deal { table: deal.table, deal: deal.deal }, parts_of(&deal.settlement)),
        KeptGame::Hand(hand) => {
            let mut parts = Parts::default();
            let own = hand.stacks.iter().map(|stack| stack.part).find(|part| part.seat == seat);
            parts[seat.index()] = own.map(|own| (own.put_in.minor(), own.returned.minor()));
            (PastGame::Deal { table: hand.table, deal: hand.deal }, parts)
        }
    }
}

fn parts_of(settlement: &DealSettlement) -> Parts {
    let mut parts = Parts::default();
    for line in &settlement.returns {
        let (staked, returned) = parts[line.stake.seat.index()].get_or_insert_default();
        *staked += line.stake.amount.minor();
        *returned += line.returned.minor();
    }
    for cut in &settlement.cuts {
        if let Some((_, returned)) = &mut parts[cut.seat.index()] {
            *returned -= cut.amount.minor();
        }
    }
    parts
}
