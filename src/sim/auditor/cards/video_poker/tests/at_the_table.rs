//! A machine's table in the auditor's books: whose it is, the shuffle in the middle of a deal, and what a fault leaves.

use super::super::super::table::{CardTable, Moved};
use super::*;
use crate::model::{
    CardSourceEvent, CardWish, Command, Composition, DealSettlement, DealVoid, DeckCount, Event, Fate, Odds, Order, OrderFailure,
    StakeForm, StakeReturn, TableFact, TableNumber, TableOrder, VoidReason, What, Who, Win,
};

/// The first seat's table.
const NUMBER: TableNumber = TableNumber(41);

fn ordered(who: Who, order: TableOrder) -> What {
    What::Command(Command { who, key: None, round: None, order: Order::Table { table: NUMBER, order } })
}

fn says(event: CardSourceEvent) -> What {
    What::Event(Event::Cards { table: NUMBER, event })
}

fn wake() -> What {
    What::Event(Event::Wake)
}

/// A table at which the first seat plays, and the number of the newest order.
#[derive(Clone)]
struct Machine {
    table: CardTable,
    order: u64,
}

impl Machine {
    /// The first seat has bought in and may stake.
    fn begun() -> Self {
        let rules = TableRules::read("video-poker", &keys("")).expect("the rules are read");
        let mut table = CardTable::of_seat(NUMBER, rules, seat());
        table.enter(&wake(), &TableFact::Opened { deal: 1 }).expect("the first deal opens");
        Self { table, order: 0 }
    }

    /// What an input brought is objected to in these words, or not at all where there are none; the books stay as they were.
    #[track_caller]
    fn check(&self, what: &What, facts: &[TableFact], objection: &str) {
        let said = self.clone().enter(what, facts).err().unwrap_or_default();
        assert!(said.contains(objection) && said.is_empty() == objection.is_empty(), "{what:?}: {said:?}");
    }

    fn enter(&mut self, what: &What, facts: &[TableFact]) -> Result<Vec<Moved>, String> {
        self.table.enter_input(what, &facts.iter().collect::<Vec<_>>())?;
        let mut moved = Vec::new();
        for fact in facts {
            moved.extend(self.table.enter(what, fact)?);
        }
        self.table.check_paid().map(|()| moved)
    }

    fn is(mut self, what: &What, facts: &[TableFact]) -> Self {
        self.enter(what, facts).expect("so it may be");
        self
    }

    /// What is wanted of the card source next.
    fn wants(&mut self, wish: impl Fn(u64) -> CardWish) -> Result<(), String> {
        self.order += 1;
        self.table.told(&wish(self.order))
    }

    fn shuffles(mut self) -> Self {
        self.wants(shuffle).expect("cards may be shuffled");
        let number = self.order;
        self.is(&says(CardSourceEvent::Shuffled { number, count: DeckCount::complete(1) }), &[TableFact::Shuffled])
    }

    fn stakes(self) -> Self {
        self.is(&staking(seat()), &[TableFact::Staked(vec![stake(10)]), TableFact::Closed { deal: 1 }])
    }

    fn deals(mut self, to: CardPlace, face: Face, names: &str) -> Self {
        for card in cards(names) {
            self.wants(|number| card_wish(number, to, face)).expect("a card may be wanted there");
            let number = self.order;
            self = self.is(&says(CardSourceEvent::Card { number, card }), &[]);
        }
        self
    }

    fn chooses(self, turn: u32, choice: Choice) -> Self {
        let chosen = chosen(seat(), choice);
        self.is(&ordered(Who::Seat(seat()), TableOrder::Choose { turn, choice }), &[chosen])
    }

    /// The first seat holds a flush of 10, which is worth 60, and is asked whether it risks it.
    fn with_flush() -> Self {
        let dealt = Self::begun().shuffles().stakes().deals(AT_HAND, Face::Up, "Kh Th 7h 4h Ah");
        dealt.chooses(1, Choice::Exchange(CardChoice(0)))
    }

    /// The first round lies there.
    fn laid() -> Self {
        let open = Self::with_flush().chooses(2, Choice::Risk).shuffles().deals(CardPlace::Board, Face::Up, "7h");
        open.deals(CardPlace::Board, Face::Down, "Jc 2c 3c Kh")
    }
}

fn shuffle(number: u64) -> CardWish {
    CardWish::Shuffle { number, deck: crate::model::Deck::plain(1) }
}

fn card_wish(number: u64, to: CardPlace, face: Face) -> CardWish {
    CardWish::Card { number, shoe: 1, to, face, remaining: Composition::of_packs(1), taken: 0 }
}

fn staking(seat: Seat) -> What {
    let form = StakeForm { place: BoxNumber(1), kind: StakeKind::Main, amount: Money::from_minor(10) };
    ordered(Who::Seat(seat), TableOrder::Stake(vec![form]))
}

fn chosen(seat: Seat, choice: Choice) -> TableFact {
    TableFact::Chosen { seat, place: BoxNumber(1), hand: 0, choice, stakes: Vec::new(), by_default: false }
}

fn settled(line: StakeReturn) -> TableFact {
    TableFact::Settled { deal: 1, settlement: DealSettlement { returns: vec![line], cuts: Vec::new() }, played: None }
}

fn voided(reason: DealVoid) -> TableFact {
    let settlement = DealSettlement { returns: vec![StakeReturn::void(stake(10))], cuts: Vec::new() };
    TableFact::Voided { deal: 1, reason, settlement, played: None }
}

fn win(combination: Option<Combination>, times: u32, amount: i64) -> Win {
    Win { combination, odds: Odds::to_one(times), amount: Money::from_minor(amount) }
}

/// A flush of 10, and what the risk game made of it.
fn flush(more: Option<Win>) -> StakeReturn {
    let wins: Vec<Win> = [win(Some(Combination::Flush), 5, 50)].into_iter().chain(more).collect();
    let returned = wins.iter().map(|win| win.amount).fold(Money::from_minor(10), |sum, amount| sum + amount);
    StakeReturn { stake: stake(10), fate: Fate::Won, wins: wins.into_iter().collect(), returned }
}

fn second() -> Seat {
    Seat::all().nth(1).expect("there are seats")
}

#[test]
fn nobody_but_its_seat_stakes_at_a_machine_and_the_stake_begins_the_deal() {
    let machine = Machine::begun().shuffles();
    let facts = |stakes: &[BoxStake]| [TableFact::Staked(stakes.to_vec()), TableFact::Closed { deal: 1 }];
    machine.check(&staking(seat()), &facts(&[stake(10)]), "");
    machine.check(&staking(second()), &facts(&[BoxStake { seat: second(), ..stake(10) }]), "at the machine of");
    machine.check(&staking(second()), &facts(&[stake(10)]), "did not ask for");
    machine.check(&staking(seat()), &facts(&[stake(10)])[..1], "did not begin with it");
    let dealt = machine.stakes().deals(AT_HAND, Face::Up, "Kh Th 7h 4h Ah");
    let keeps = Choice::Exchange(CardChoice(0));
    let others = ordered(Who::Seat(second()), TableOrder::Choose { turn: 1, choice: keeps });
    dealt.check(&others, &[chosen(second(), keeps)], "it was the turn of seat 1");
}

#[test]
fn bqam_q71_a_deal_begins_with_fresh_cards() {
    let over = Machine::with_flush();
    let collects = ordered(Who::Seat(seat()), TableOrder::Choose { turn: 2, choice: Choice::Collect });
    let mut again = over.is(&collects, &[chosen(seat(), Choice::Collect), settled(flush(None))]);
    let facts = [TableFact::Opened { deal: 2 }, TableFact::Staked(vec![stake(10)]), TableFact::Closed { deal: 2 }];
    again.enter(&staking(seat()), &facts).expect("the next stake is taken while the result is shown");
    let wanted = |mut machine: Machine| machine.wants(|number| card_wish(number, AT_HAND, Face::Up)).err().unwrap_or_default();
    assert!(wanted(again.clone()).contains("not fresh"));
    assert_eq!(wanted(again.shuffles()), "");
}

#[test]
fn bqam_q73_cards_are_shuffled_for_a_round_of_the_risk_game_and_never_else() {
    let shuffled = |number| says(CardSourceEvent::Shuffled { number, count: DeckCount::complete(1) });
    let mut asked = Machine::with_flush();
    asked.check(&shuffled(99), &[TableFact::Shuffled], "in the middle of a deal");
    assert!(asked.clone().wants(shuffle).expect_err("nothing is risked").contains("in the middle of a deal"));
    asked = asked.chooses(2, Choice::Risk);
    let board = |number| card_wish(number, CardPlace::Board, Face::Up);
    assert!(asked.clone().wants(board).is_err(), "the cards are not fresh yet");
    // The hand's seven of hearts is among the fresh cards again.
    let open = asked.shuffles().deals(CardPlace::Board, Face::Up, "7h");
    assert!(open.clone().wants(shuffle).is_err(), "a round has begun");
    assert!(open.clone().wants(board).is_err(), "four lie down");
}

#[test]
fn bqam_64_a_win_that_was_doubled_is_settled_when_it_is_collected() {
    let doubled = Machine::laid().chooses(3, Choice::Pick(CardChoice(0b1000)));
    let choice = Choice::Collect;
    let collects = ordered(Who::Seat(seat()), TableOrder::Choose { turn: 4, choice });
    let with = |line| [chosen(seat(), choice), settled(line)];
    doubled.check(&collects, &with(flush(Some(win(None, 1, 60)))), "");
    doubled.check(&collects, &with(flush(None)), "it is Won with");
    doubled.check(&collects, &with(flush(Some(win(None, 3, 180)))), "it is Won with");
    doubled.check(&wake(), &[settled(flush(Some(win(None, 1, 60))))], "the turn of");
    let moved = doubled.clone().enter(&collects, &with(flush(Some(win(None, 1, 60))))).expect("so it is");
    assert_eq!(moved, [Moved::Ended(seat(), 10, 120)]);
    let lost = ordered(Who::Seat(seat()), TableOrder::Choose { turn: 3, choice: Choice::Pick(CardChoice(0b0010)) });
    let picks = chosen(seat(), Choice::Pick(CardChoice(0b0010)));
    Machine::laid().check(&lost, &[picks.clone(), settled(StakeReturn::lost(stake(10)))], "");
    Machine::laid().check(&lost, &[picks, settled(flush(None))], "it is Lost");
}

fn attendant_voids() -> What {
    ordered(Who::Attendant("a".into()), TableOrder::Void { reason: "r".into(), new_shoe: false })
}

fn by_attendant() -> DealVoid {
    DealVoid::Round(VoidReason::Attendant { name: "a".into(), reason: "r".into() })
}

#[test]
fn d19_a_fault_before_the_hand_is_complete_gives_the_stake_back() {
    let dealt = Machine::begun().shuffles().stakes().deals(AT_HAND, Face::Up, "Kh Th 7h 4h Ah");
    let mut drawing = dealt.clone().chooses(1, Choice::Exchange(CardChoice(1)));
    drawing.wants(|number| card_wish(number, AT_HAND, Face::Up)).expect("a card may be wanted there");
    let number = drawing.order;
    for machine in [&dealt, &drawing] {
        machine.check(&attendant_voids(), &[voided(by_attendant())], "");
        machine.check(&attendant_voids(), &[settled(StakeReturn::back(stake(10)))], "a deal was settled while");
        machine.check(&wake(), &[voided(by_attendant())], "for no reason");
    }
    let failed = says(CardSourceEvent::Failed { number, why: OrderFailure::Unreadable });
    drawing.check(&failed, &[voided(DealVoid::NoCard(OrderFailure::Unreadable))], "");
    drawing.check(&failed, &[settled(flush(None))], "stayed in play");
}

#[test]
fn a_win_that_stands_when_a_fault_comes_is_paid() {
    let mut laying = Machine::with_flush().chooses(2, Choice::Risk).shuffles();
    laying.wants(|number| card_wish(number, CardPlace::Board, Face::Up)).expect("a card may be wanted there");
    let (asked, laid) = (Machine::with_flush(), Machine::laid());
    for machine in [&asked, &laying, &laid] {
        machine.check(&attendant_voids(), &[settled(flush(None))], "");
        machine.check(&attendant_voids(), &[voided(by_attendant())], "whose result stood");
        machine.check(&attendant_voids(), &[settled(flush(Some(win(None, 1, 60))))], "it is Won with");
        machine.check(&wake(), &[settled(flush(None))], "a deal was settled while");
        let unasked = says(CardSourceEvent::Unasked { card: Some("9c".parse().expect("the name of a card")) });
        machine.check(&unasked, &[settled(flush(None))], "");
        machine.check(&unasked, &[], "stayed in play");
        machine.check(
            &What::Event(Event::Started {
                version: "v".into(),
                wall: None,
                unproved_after: None,
                practice: Event::PRACTICE,
                identity: None,
            }),
            &[settled(flush(None))],
            "",
        );
    }
    // While the cards are shuffled none of them is in play.
    let shuffling = Machine::with_flush().chooses(2, Choice::Risk);
    shuffling.check(&attendant_voids(), &[settled(flush(None))], "");
    shuffling.check(&says(CardSourceEvent::Unasked { card: None }), &[settled(flush(None))], "a deal was settled while");
    shuffling.check(&says(CardSourceEvent::Unasked { card: None }), &[], "");
    let number = laying.order;
    for why in [OrderFailure::Unreadable, OrderFailure::ShoeGone] {
        laying.check(&says(CardSourceEvent::Failed { number, why }), &[settled(flush(None))], "");
    }
    laying.check(&says(CardSourceEvent::Failed { number, why: OrderFailure::Unreadable }), &[], "stayed in play");
    // Once picked, nothing of the round can be undone.
    let doubled = laid.chooses(3, Choice::Pick(CardChoice(0b1000)));
    doubled.check(&attendant_voids(), &[settled(flush(None))], "it is Won with");
    doubled.check(&attendant_voids(), &[settled(flush(Some(win(None, 1, 60))))], "");
}
