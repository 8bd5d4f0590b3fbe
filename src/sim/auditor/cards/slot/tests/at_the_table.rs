//! A spin in the auditor's books: draws that are ordered, come, or cannot have been drawn.

use super::super::super::table::{CardTable, Moved};
use super::*;
use crate::model::{
    CardSourceEvent, CardWish, ChanceOrder, Command, DealSettlement, DealVoid, Deck, DeckCount, Drawn, Event, Fate, Order, StakeForm,
    StakeReturn, TableFact, TableNumber, TableOrder, Urn, VoidReason, What, Who, Win,
};

/// The first seat's table.
const NUMBER: TableNumber = TableNumber(41);

fn ordered(who: Who, order: TableOrder) -> What {
    What::Command(Command { who, key: None, round: None, order: Order::Table { table: NUMBER, order } })
}

fn drawn(number: u64, values: &[u16]) -> What {
    What::Event(Event::Drawn { table: NUMBER, number, drawn: Drawn(values.to_vec()) })
}

fn order(number: u64, places: &[u16]) -> ChanceOrder {
    ChanceOrder { table: NUMBER, number, urn: Urn::of(places.to_vec()) }
}

fn attendant_voids() -> What {
    ordered(Who::Attendant("Ada".into()), TableOrder::Void { reason: "r".into(), new_shoe: false })
}

/// The first seat's machine.
#[derive(Clone)]
struct Machine(CardTable);

impl Machine {
    /// The cards are shuffled, and 10 lies on one line.
    fn staked() -> Self {
        let rules = TableRules::read("slot", &keys("")).expect("the rules are read");
        let mut table = CardTable::of_seat(NUMBER, rules, seat());
        let wake = What::Event(Event::Wake);
        table.enter(&wake, &TableFact::Opened { deal: 1 }).expect("the first deal opens");
        table.enter(&wake, &TableFact::Resumed).expect("the source is there");
        table.told(&CardWish::Shuffle { number: 1, deck: Deck::plain(1) }).expect("cards may be shuffled");
        let form = StakeForm { place: BoxNumber(1), kind: StakeKind::Main, amount: Money::from_minor(10) };
        let shuffled = CardSourceEvent::Shuffled { number: 1, count: DeckCount::complete(1) };
        Self(table).is(&What::Event(Event::Cards { table: NUMBER, event: shuffled }), &[TableFact::Shuffled]).is(
            &ordered(Who::Seat(seat()), TableOrder::Stake(vec![form])),
            &[TableFact::Staked(on_lines(1, 10)), TableFact::Closed { deal: 1 }],
        )
    }

    /// The reels turn.
    fn spinning() -> Self {
        let mut machine = Self::staked();
        machine.0.told_draw(Some(&order(2, &[30; 5]))).expect("the field is to be drawn");
        machine
    }

    /// The reels have shown this field.
    fn showing(field: usize) -> Self {
        Self::spinning().is(&drawn(2, &[field as u16 * 3; 5]), &[])
    }

    fn enter(&mut self, what: &What, facts: &[TableFact]) -> Result<Vec<Moved>, String> {
        self.0.enter_input(what, &facts.iter().collect::<Vec<_>>())?;
        let mut moved = Vec::new();
        for fact in facts {
            moved.extend(self.0.enter(what, fact)?);
        }
        self.0.check_paid().map(|()| moved)
    }

    fn is(mut self, what: &What, facts: &[TableFact]) -> Self {
        self.enter(what, facts).expect("so it may be");
        self
    }

    /// What an input brought is objected to in these words, or not at all where there are none; the books stay as they were.
    #[track_caller]
    fn check(&self, what: &What, facts: &[TableFact], objection: &str) {
        let said = self.clone().enter(what, facts).err().unwrap_or_default();
        assert!(said.contains(objection) && said.is_empty() == objection.is_empty(), "{what:?}: {said:?}");
    }

    /// The draw that is told to be wanted is objected to in these words, or not at all where there are none.
    #[track_caller]
    fn check_draw(&self, order: Option<ChanceOrder>, objection: &str) {
        let said = self.clone().0.told_draw(order.as_ref()).err().unwrap_or_default();
        assert!(said.contains(objection) && said.is_empty() == objection.is_empty(), "{order:?}: {said:?}");
    }
}

fn settled(returns: &[StakeReturn]) -> TableFact {
    TableFact::Settled { deal: 1, settlement: DealSettlement { returns: returns.to_vec(), cuts: Vec::new() }, played: None }
}

fn voided(reason: DealVoid) -> TableFact {
    let stake = stake(1, StakeKind::Main, 10);
    let returns = vec![StakeReturn { stake, fate: Fate::Void, wins: Vec::new(), returned: stake.amount }];
    TableFact::Voided { deal: 1, reason, settlement: DealSettlement { returns, cuts: Vec::new() }, played: None }
}

fn by_attendant() -> DealVoid {
    DealVoid::Round(VoidReason::Attendant { name: "Ada".into(), reason: "r".into() })
}

/// Three bells are told to have returned this much.
fn won(amount: i64) -> TableFact {
    let win = Win { combination: None, odds: "4:1".parse().expect("odds"), amount: Money::from_minor(amount - 10) };
    let returned = Money::from_minor(amount);
    settled(&[StakeReturn { stake: stake(1, StakeKind::Main, 10), fate: Fate::Won, wins: vec![win], returned }])
}

#[test]
fn a_draw_is_ordered_once_it_is_to_come_and_no_other() {
    let staked = Machine::staked();
    staked.check_draw(Some(order(2, &[30; 5])), "");
    staked.check_draw(Some(order(2, &[30; 4])), "is to come");
    staked.check_draw(Some(order(2, &[30, 30, 30, 30, 29])), "is to come");
    staked.check_draw(Some(order(1, &[30; 5])), "under the number 1");
    let spinning = Machine::spinning();
    spinning.check_draw(Some(order(2, &[30; 5])), "");
    spinning.check_draw(Some(order(1, &[30; 5])), "under the number 1");
    spinning.check_draw(None, "none is ordered");
    let bells = Machine::showing(THREE_BELLS);
    bells.check_draw(None, "");
    bells.check_draw(Some(order(3, &[30; 5])), "is to come");
    let stars = Machine::showing(THREE_STARS);
    stars.check_draw(Some(order(3, &[3; 4])), "");
    stars.check_draw(Some(order(2, &[3; 4])), "under the number 2");
    stars.check_draw(Some(order(3, &[30; 5])), "is to come");
    stars.check_draw(None, "none is ordered");
}

#[test]
fn what_cannot_have_been_drawn_voids_and_what_nobody_waits_for_does_nothing() {
    let spinning = Machine::spinning();
    for wrong in [&[0, 0, 0, 0][..], &[0; 6], &[0, 0, 30, 0, 0]] {
        spinning.check(&drawn(2, wrong), &[voided(DealVoid::DefectiveDraw)], "");
        spinning.check(&drawn(2, wrong), &[], "stayed in play");
    }
    spinning.check(&drawn(2, &[0; 5]), &[], "");
    spinning.check(&drawn(2, &[0; 5]), &[voided(DealVoid::DefectiveDraw)], "for no reason");
    spinning.check(&drawn(3, &[0; 4]), &[], "");
    spinning.check(&drawn(3, &[0; 4]), &[voided(DealVoid::DefectiveDraw)], "nobody waited for");
    let bells = Machine::showing(THREE_BELLS);
    bells.check(&drawn(2, &[3; 5]), &[], "");
    bells.check(&drawn(2, &[3; 5]), &[voided(DealVoid::DefectiveDraw)], "nobody waited for");
}

#[test]
fn g14_g15_before_the_field_is_drawn_the_stake_comes_back_and_then_the_win_stands() {
    Machine::spinning().check(&attendant_voids(), &[voided(by_attendant())], "");
    let bells = Machine::showing(THREE_BELLS);
    bells.check(&attendant_voids(), &[won(50)], "");
    bells.check(&attendant_voids(), &[won(40)], "it is Won with");
    bells.check(&attendant_voids(), &[voided(by_attendant())], "whose result stood");
    let stars = Machine::showing(THREE_STARS);
    stars.check(&attendant_voids(), &[voided(by_attendant())], "");
    let collects = ordered(Who::Seat(seat()), TableOrder::Choose { turn: 1, choice: Choice::Collect });
    let collected = TableFact::Chosen { seat: seat(), place: AT, hand: 0, choice: Choice::Collect, stakes: Vec::new(), by_default: false };
    bells.check(&collects, &[collected.clone(), won(50)], "");
    stars.check(&collects, &[collected, won(50)], "nobody was asked for");
}

#[test]
fn bqam_86_the_reels_are_shown_as_they_were_drawn() {
    let shown = |machine: &Machine, reels: Reels| machine.0.check_pieces(&[Piece::Reels(reels)]).err().unwrap_or_default();
    let line = |symbols: u8, pays: i64| vec![ReelLine { rows: vec![1; 5], symbols, pays: Money::from_minor(pays) }];
    let none = Reels { lines: line(0, 0), ..Reels::default() };
    let columns = |field: usize| rules("").field(&[field as u16 * 3; 5]);
    assert_eq!(shown(&Machine::spinning(), none.clone()), "");
    assert!(shown(&Machine::spinning(), Reels { columns: columns(THREE_BELLS), ..none.clone() }).contains("everybody sees"));
    let bells = Reels { columns: columns(THREE_BELLS), lines: line(3, 50), ..Reels::default() };
    assert_eq!(shown(&Machine::showing(THREE_BELLS), bells.clone()), "");
    let other_field = Reels { columns: columns(NOTHING), ..bells.clone() };
    let other_win = Reels { lines: line(3, 40), ..bells.clone() };
    for wrong in [none, other_field, other_win, Reels { runs_left: 1, ..bells }] {
        assert!(shown(&Machine::showing(THREE_BELLS), wrong).contains("everybody sees"));
    }
    let stars = Reels { columns: columns(THREE_STARS), lines: line(0, 0), runs_left: 1, ..Reels::default() };
    assert_eq!(shown(&Machine::showing(THREE_STARS), stars), "");
}
