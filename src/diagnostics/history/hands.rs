//! The deals at a table between players, as the journal's facts tell of them. No card is looked at.

use super::{Search, Told, page};
use crate::journal::{JournalError, MirrorReader};
use crate::model::{
    ClockOffset, DealEnd, Fact, Money, Page, PageRequest, PastHand, PastPart, PastStack, PastWager, PlayerTableFact, Seat, TableFact,
    TableNumber, Timestamp,
};

/// The deals at this table between players that are over, newest first: for the eyes of a seat those in which it was dealt in. What each put in and
/// did, all have seen.
///
/// # Errors
/// Where the mirror cannot be read.
pub fn hands_of(
    reader: &MirrorReader,
    eyes: Option<Seat>,
    table: TableNumber,
    asked: &PageRequest,
) -> Result<Page<PastHand>, JournalError> {
    page(reader, &Hands { eyes, table }, asked)
}

/// The deals of one table between players: all of them, or those of a seat.
pub(super) struct Hands {
    pub(super) eyes: Option<Seat>,
    pub(super) table: TableNumber,
}

impl Told for PastHand {
    fn number(&self) -> u64 {
        self.deal
    }

    fn began_at(&self) -> Timestamp {
        self.began_at
    }

    fn parts(&self) -> Vec<PastPart> {
        self.stacks.iter().map(|stack| stack.part).collect()
    }
}

impl Hands {
    /// What the fact tells of this table.
    fn at_table<'a>(&self, fact: &'a Fact) -> Option<&'a PlayerTableFact> {
        match fact {
            Fact::Table { table, fact: TableFact::BetweenPlayers(fact) } if *table == self.table => Some(fact),
            _ => None,
        }
    }
}

fn put_in(hand: &mut PastHand, wager: PastWager) {
    if let Some(stack) = hand.stacks.iter_mut().find(|stack| stack.part.seat == wager.seat) {
        stack.part.put_in = stack.part.put_in + wager.paid;
    }
    hand.course.push(wager);
}

fn give_back(hand: &mut PastHand, returns: &[(Seat, Money)]) {
    for PastStack { part, .. } in &mut hand.stacks {
        part.returned = returns.iter().find(|(seat, _)| *seat == part.seat).map_or(Money::ZERO, |(_, amount)| *amount);
    }
}

/// The stacks with which a deal began, in the order of the seats.
fn stacks_of(players: &[(Seat, Money)]) -> Vec<PastStack> {
    let stack =
        |&(seat, brought): &(Seat, Money)| PastStack { brought, part: PastPart { seat, put_in: Money::ZERO, returned: Money::ZERO } };
    let mut stacks: Vec<PastStack> = players.iter().map(stack).collect();
    stacks.sort_by_key(|stack| stack.part.seat);
    stacks
}

impl Search for Hands {
    type Found = PastHand;

    fn is_told_by(&self, fact: &Fact) -> bool {
        use PlayerTableFact::{Acted, Began, Posted, Settled, Showed, Voided};
        matches!(self.at_table(fact), Some(Began { .. } | Posted { .. } | Acted { .. } | Settled { .. } | Showed { .. } | Voided { .. }))
    }

    fn open(&self, at: Timestamp, fact: &Fact) -> Option<PastHand> {
        let Some(PlayerTableFact::Began { deal, players, .. }) = self.at_table(fact) else { return None };
        Some(PastHand {
            table: self.table,
            deal: *deal,
            played: None,
            began_at: at,
            ended_at: at,
            stacks: stacks_of(players),
            course: Vec::new(),
            shown: Vec::new(),
            end: None,
            board: Vec::new(),
            hands: Vec::new(),
            earlier: Vec::new(),
        })
    }

    fn add(&self, hand: &mut PastHand, at: Timestamp, fact: Fact) {
        match self.at_table(&fact) {
            Some(PlayerTableFact::Posted { seat, amount }) => {
                put_in(hand, PastWager { seat: *seat, action: None, paid: *amount, by_default: false, street: None });
            }
            Some(PlayerTableFact::Acted { seat, action, paid, by_default }) => {
                put_in(hand, PastWager { seat: *seat, action: Some(*action), paid: *paid, by_default: *by_default, street: None });
            }
            Some(PlayerTableFact::Settled { settlement, shown, played, .. }) => {
                (hand.ended_at, hand.played) = (at, Some(played.clone()));
                give_back(hand, &settlement.returns);
                hand.shown.clone_from(shown);
                hand.end = Some(DealEnd::Paid(settlement.clone()));
            }
            Some(PlayerTableFact::Showed { seat }) => hand.shown.push(*seat),
            Some(PlayerTableFact::Voided { reason, back, played, .. }) => {
                (hand.ended_at, hand.played) = (at, Some(played.clone()));
                give_back(hand, back);
                hand.end = Some(DealEnd::Void(reason.clone()));
            }
            _ => {}
        }
    }

    fn show(&self, hand: &mut PastHand, offset: ClockOffset) {
        [&mut hand.began_at, &mut hand.ended_at].into_iter().for_each(|at| *at = offset.shown(*at));
    }

    fn is_wanted(&self, hand: &PastHand) -> bool {
        hand.end.is_some() && self.eyes.is_none_or(|seat| hand.stack_of(seat).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::played::{Played, newest, seat, second};
    use crate::model::{BettingAction, DealVoid, OrderFailure, PlayedAs, PotsSettlement};

    const TABLE: TableNumber = TableNumber(17);

    const fn minor(amount: i64) -> Money {
        Money::from_minor(amount)
    }

    fn at(table: TableNumber, fact: PlayerTableFact) -> Fact {
        Fact::Table { table, fact: TableFact::BetweenPlayers(fact) }
    }

    fn amounts(amounts: &[(u8, i64)]) -> Vec<(Seat, Money)> {
        amounts.iter().map(|(number, amount)| (seat(*number), minor(*amount))).collect()
    }

    fn played_as() -> PlayedAs {
        PlayedAs { table_name: "Holdem".into(), game: "holdem".into(), rules_name: "holdem/by".into() }
    }

    fn began(deal: u64, players: &[(u8, i64)]) -> PlayerTableFact {
        PlayerTableFact::Began { deal, button: seat(1), blinds: None, players: amounts(players) }
    }

    fn settlement(returns: &[(u8, i64)]) -> PotsSettlement {
        PotsSettlement { uncalled: None, pots: Vec::new(), returns: amounts(returns), fee: minor(1) }
    }

    fn settled(deal: u64, returns: &[(u8, i64)]) -> PlayerTableFact {
        PlayerTableFact::Settled { deal, settlement: settlement(returns), shown: vec![seat(1)], played: played_as() }
    }

    fn stack(number: u8, brought: i64, put_in: i64, returned: i64) -> PastStack {
        PastStack { brought: minor(brought), part: PastPart { seat: seat(number), put_in: minor(put_in), returned: minor(returned) } }
    }

    fn hands(played: &Played) -> Vec<PastHand> {
        hands_of(&played.reader(), Some(seat(3)), TABLE, &newest(None, 10)).expect("the mirror can be read").entries
    }

    #[test]
    fn a_hand_tells_what_everybody_did_and_what_the_seat_put_in_and_got_back() {
        let mut played = Played::new();
        let acted =
            |number, action, paid| PlayerTableFact::Acted { seat: seat(number), action, paid: minor(paid), by_default: number == 1 };
        played.record(
            0,
            vec![at(TABLE, began(4, &[(1, 80), (3, 90)])), at(TABLE, PlayerTableFact::Posted { seat: seat(3), amount: minor(10) })],
        );
        played.record(0, vec![at(TABLE, acted(3, BettingAction::RaiseTo(minor(30)), 20))]);
        played.record(0, vec![at(TABLE, acted(1, BettingAction::Fold, 0)), at(TABLE, settled(4, &[(3, 29)]))]);
        let wager =
            |number, action, paid, by_default| PastWager { seat: seat(number), action, paid: minor(paid), by_default, street: None };
        let expected = PastHand {
            table: TABLE,
            deal: 4,
            played: Some(played_as()),
            began_at: second(1),
            ended_at: second(3),
            stacks: vec![stack(1, 80, 0, 0), stack(3, 90, 30, 29)],
            course: vec![
                wager(3, None, 10, false),
                wager(3, Some(BettingAction::RaiseTo(minor(30))), 20, false),
                wager(1, Some(BettingAction::Fold), 0, true),
            ],
            shown: vec![seat(1)],
            end: Some(DealEnd::Paid(settlement(&[(3, 29)]))),
            board: Vec::new(),
            hands: Vec::new(),
            earlier: Vec::new(),
        };
        assert_eq!(hands(&played), [expected]);
    }

    #[test]
    fn a_void_deal_is_told_and_what_is_under_way_or_another_tables_or_without_the_seat_is_not() {
        let mut played = Played::new();
        let reason = DealVoid::NoCard(OrderFailure::Empty);
        let void = PlayerTableFact::Voided { deal: 1, reason: reason.clone(), back: amounts(&[(3, 10)]), played: played_as() };
        played.record(0, vec![at(TABLE, began(1, &[(1, 80), (3, 90)])), at(TABLE, void)]);
        played.record(0, vec![at(TABLE, began(2, &[(1, 80), (2, 90)])), at(TABLE, settled(2, &[(2, 9)]))]);
        let other = TableNumber(18);
        played.record(0, vec![at(other, began(9, &[(1, 80), (3, 90)])), at(other, settled(9, &[(3, 9)]))]);
        played.record(0, vec![at(TABLE, began(3, &[(1, 80), (3, 90)]))]);
        let found = hands(&played);
        assert_eq!(
            found.iter().map(|hand| (hand.deal, hand.stacks[1].part.returned, hand.end.clone())).collect::<Vec<_>>(),
            [(1, minor(10), Some(DealEnd::Void(reason)))]
        );
    }
}
