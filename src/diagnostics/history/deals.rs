//! The deals at a card table, as the journal's facts tell of them. No card is looked at: which of them a seat may see, the cabinet says.

use super::{Search, Told, page};
use crate::journal::{JournalError, MirrorReader};
use crate::model::{
    ClockOffset, DealSettlement, DealVoid, Fact, Page, PageRequest, PastChoice, PastDeal, PastPart, PlayedAs, Seat, TableFact, TableNumber,
    Timestamp,
};

/// The deals at this table that are over, newest first: for the eyes of a seat those in which it had stakes, with its own part alone.
///
/// # Errors
/// Where the mirror cannot be read.
pub fn deals_of(
    reader: &MirrorReader,
    eyes: Option<Seat>,
    table: TableNumber,
    asked: &PageRequest,
) -> Result<Page<PastDeal>, JournalError> {
    page(reader, &Deals { eyes, table }, asked)
}

/// The deals of one table: all of them, or those of a seat.
pub(super) struct Deals {
    pub(super) eyes: Option<Seat>,
    pub(super) table: TableNumber,
}

impl Told for PastDeal {
    fn number(&self) -> u64 {
        self.deal
    }

    fn began_at(&self) -> Timestamp {
        self.opened_at
    }

    fn parts(&self) -> Vec<PastPart> {
        let settlement = &self.settlement;
        let part = |seat| PastPart { seat, put_in: settlement.staked_by(seat), returned: settlement.returned_to(seat) };
        Seat::all().filter(|seat| settlement.returns.iter().any(|line| line.stake.seat == *seat)).map(part).collect()
    }
}

impl Deals {
    /// What the fact tells of this table.
    fn at_table<'a>(&self, fact: &'a Fact) -> Option<&'a TableFact> {
        match fact {
            Fact::Table { table, fact } if *table == self.table => Some(fact),
            _ => None,
        }
    }

    fn end(&self, deal: &mut PastDeal, at: Timestamp, played: Option<&PlayedAs>, settlement: &DealSettlement, voided: Option<&DealVoid>) {
        deal.settled_at = at;
        deal.played = played.cloned();
        deal.settlement = self.eyes.map_or_else(|| settlement.clone(), |seat| settlement.part_of(seat));
        deal.voided = voided.cloned();
    }
}

impl Search for Deals {
    type Found = PastDeal;

    fn is_told_by(&self, fact: &Fact) -> bool {
        match self.at_table(fact) {
            Some(TableFact::Chosen { seat, .. }) => self.eyes.is_none_or(|eyes| eyes == *seat),
            Some(TableFact::Opened { .. } | TableFact::Settled { .. } | TableFact::Voided { .. }) => true,
            _ => false,
        }
    }

    fn open(&self, at: Timestamp, fact: &Fact) -> Option<PastDeal> {
        let Some(TableFact::Opened { deal }) = self.at_table(fact) else { return None };
        Some(PastDeal {
            table: self.table,
            deal: *deal,
            played: None,
            opened_at: at,
            settled_at: at,
            choices: Vec::new(),
            settlement: DealSettlement::default(),
            voided: None,
        })
    }

    fn add(&self, deal: &mut PastDeal, at: Timestamp, fact: Fact) {
        match self.at_table(&fact) {
            Some(TableFact::Chosen { seat, place, hand, choice, by_default, .. }) => {
                let (kind, cards) = (choice.kind(), choice.cards().count());
                let choice = PastChoice { seat: *seat, place: *place, hand: *hand, choice: kind, cards, by_default: *by_default };
                deal.choices.push(choice);
            }
            Some(TableFact::Settled { settlement, played, .. }) => self.end(deal, at, played.as_ref(), settlement, None),
            Some(TableFact::Voided { reason, settlement, played, .. }) => {
                self.end(deal, at, played.as_ref(), settlement, Some(reason));
            }
            _ => {}
        }
    }

    fn show(&self, deal: &mut PastDeal, offset: ClockOffset) {
        [&mut deal.opened_at, &mut deal.settled_at].into_iter().for_each(|at| *at = offset.shown(*at));
    }

    /// A deal that is under way has settled nothing yet.
    fn is_wanted(&self, deal: &PastDeal) -> bool {
        !deal.settlement.returns.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::played::{Played, newest, seat, second};
    use crate::model::Choice;
    use crate::model::{BoxNumber, BoxStake, CardChoice, ChoiceKind, Money, Odds, StakeKind, StakeReturn, Win};

    const TABLE: TableNumber = TableNumber(2);

    fn at(table: TableNumber, fact: TableFact) -> Fact {
        Fact::Table { table, fact }
    }

    fn stake(number: u8) -> BoxStake {
        BoxStake { seat: seat(number), place: BoxNumber(number), hand: 0, kind: StakeKind::Main, amount: Money::from_minor(500) }
    }

    fn won(number: u8) -> StakeReturn {
        StakeReturn::won(stake(number), Win { combination: None, odds: Odds::to_one(1), amount: Money::from_minor(500) })
    }

    fn settlement(seats: &[u8]) -> DealSettlement {
        DealSettlement { returns: seats.iter().map(|number| won(*number)).collect(), cuts: Vec::new() }
    }

    fn played_as(table_name: &str, game: &str, rules_name: &str) -> PlayedAs {
        PlayedAs { table_name: table_name.into(), game: game.into(), rules_name: rules_name.into() }
    }

    impl Played {
        /// A whole deal in which these seats had stakes.
        fn deal(&mut self, table: TableNumber, deal: u64, seats: &[u8]) {
            self.record(0, vec![at(table, TableFact::Opened { deal })]);
            self.settle_deal(table, deal, seats);
        }

        fn settle_deal(&mut self, table: TableNumber, deal: u64, seats: &[u8]) {
            self.record(0, vec![at(table, TableFact::Settled { deal, settlement: settlement(seats), played: None })]);
        }

        fn deals(&self, before: Option<u64>, count: usize) -> Page<PastDeal> {
            deals_of(&self.reader(), Some(seat(3)), TABLE, &newest(before, count)).expect("the mirror can be read")
        }

        fn pages_of_deals(&self, count: usize) -> Vec<Vec<u64>> {
            self.numbers(|before| self.deals(before, count), |deal| deal.deal)
        }
    }

    #[test]
    fn deals_without_him_and_those_of_other_tables_do_not_push_a_players_own_out() {
        let mut played = Played::new();
        for deal in 1..=300 {
            played.deal(TABLE, deal, if [5, 100].contains(&deal) { &[1, 3] } else { &[1] });
            played.deal(TableNumber(1), deal, &[3]);
        }
        assert_eq!(played.pages_of_deals(10), [[100, 5]]);
    }

    #[test]
    fn a_page_of_deals_goes_on_where_the_one_before_it_ended() {
        let mut played = Played::new();
        (1..=7).for_each(|deal| played.deal(TABLE, deal, &[3]));
        assert_eq!(played.pages_of_deals(3), [vec![7, 6, 5], vec![4, 3, 2], vec![1]]);
    }

    #[test]
    fn a_deal_that_is_under_way_is_none_of_the_past() {
        let mut played = Played::new();
        played.deal(TABLE, 1, &[3]);
        played.record(0, vec![at(TABLE, TableFact::Opened { deal: 2 })]);
        played.record(0, vec![at(TABLE, TableFact::Staked(vec![stake(3)]))]);
        assert_eq!(played.pages_of_deals(3), [[1]]);
        played.settle_deal(TABLE, 2, &[3]);
        assert_eq!(played.pages_of_deals(3), [[2, 1]]);
    }

    #[test]
    fn a_deal_is_whole_whichever_segments_it_lies_in() {
        let mut played = Played::new();
        for deal in 1..=6 {
            let opened = played.record(0, vec![at(TABLE, TableFact::Opened { deal })]);
            (0..5).for_each(|_| played.fill(deal));
            played.settle_deal(TABLE, deal, &[3]);
            let newest = played.deals(None, 1).entries.remove(0);
            assert_eq!((newest.deal, newest.opened_at), (deal, second(opened)));
        }
        let pages = played.pages_of_deals(100);
        assert_eq!(pages.concat(), [6, 5, 4, 3, 2, 1]);
        assert!(pages.len() > 1, "no page reads more than two segments: {pages:?}");
    }

    #[test]
    fn the_moments_of_a_deal_are_those_that_the_wall_clock_showed_at_its_end() {
        let mut played = Played::new();
        played.set_clock(-1);
        played.record(0, vec![at(TABLE, TableFact::Opened { deal: 1 })]);
        played.set_clock(3_600);
        played.settle_deal(TABLE, 1, &[3]);
        played.set_clock(0);
        played.deal(TABLE, 2, &[3]);
        let moments: Vec<_> = played.deals(None, 2).entries.iter().map(|deal| (deal.opened_at, deal.settled_at)).collect();
        assert_eq!(moments, [(second(3), second(4)), (second(3_601), second(3_602))]);
    }

    #[test]
    fn a_deal_keeps_the_names_under_which_it_was_played_and_one_of_an_older_release_has_none() {
        let names = [None, Some(played_as("Gold", "baccarat", "baccarat/am")), Some(played_as("Blue", "oasis", "oasis/by"))];
        let mut played = Played::new();
        for (deal, played_as) in (1..).zip(names.clone()) {
            let settled = TableFact::Settled { deal, settlement: settlement(&[3]), played: played_as };
            played.record(0, vec![at(TABLE, TableFact::Opened { deal })]);
            played.record(0, vec![at(TABLE, settled)]);
        }
        let recalled: Vec<_> = played.deals(None, 9).entries.into_iter().rev().map(|deal| deal.played).collect();
        assert_eq!(recalled, names);
    }

    #[test]
    fn a_deal_is_recalled_with_the_seats_own_choices_and_stakes_and_nobody_elses() {
        let mut played = Played::new();
        let chosen = |number: u8, choice, by_default| {
            at(TABLE, TableFact::Chosen { seat: seat(number), place: BoxNumber(number), hand: 0, choice, stakes: Vec::new(), by_default })
        };
        played.record(0, vec![at(TABLE, TableFact::Opened { deal: 9 })]);
        played.record(0, vec![chosen(1, Choice::Double, false)]);
        played.record(0, vec![chosen(3, Choice::Exchange(CardChoice(0b1_0001)), false)]);
        played.record(0, vec![chosen(3, Choice::Stand, true)]);
        let void = TableFact::Voided {
            deal: 9,
            reason: DealVoid::Misdeal,
            settlement: settlement(&[1, 3]),
            played: Some(played_as("Gold", "baccarat", "baccarat/am")),
        };
        played.record(0, vec![at(TABLE, void)]);
        let choice = |choice, cards, by_default| PastChoice { seat: seat(3), place: BoxNumber(3), hand: 0, choice, cards, by_default };
        let expected = PastDeal {
            table: TABLE,
            deal: 9,
            played: Some(played_as("Gold", "baccarat", "baccarat/am")),
            opened_at: second(1),
            settled_at: second(5),
            choices: vec![choice(ChoiceKind::Exchange, 2, false), choice(ChoiceKind::Stand, 0, true)],
            settlement: settlement(&[3]),
            voided: Some(DealVoid::Misdeal),
        };
        assert_eq!(played.deals(None, 9).entries, [expected]);
    }
}
