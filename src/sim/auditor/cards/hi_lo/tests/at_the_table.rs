//! A deal of Draw Hi-Lo in the auditor's books: the Tie bets that come in its middle, what time decides, and what a fault leaves.

use super::super::super::table::{CardTable, Moved};
use super::*;
use crate::model::{
    CardSourceEvent, CardWish, Command, Composition, DealSettlement, DealVoid, Deck, DeckCount, Event, Fate, Odds, Order, OrderFailure,
    StakeForm, StakeReturn, TableFact, TableNumber, TableOrder, Timestamp, VoidReason, What, Who, Win,
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

/// The first seat's machine, and the numbers of the newest order and of the newest turn.
#[derive(Clone)]
struct Machine {
    table: CardTable,
    order: u64,
    turn: u32,
}

impl Machine {
    /// The cards are shuffled, and 100 lies.
    fn begun() -> Self {
        let rules = TableRules::read("hi-lo", &keys("")).expect("the rules are read");
        let mut table = CardTable::of_seat(NUMBER, rules, seat());
        table.enter(&wake(), &TableFact::Opened { deal: 1 }).expect("the first deal opens");
        let mut machine = Self { table, order: 1, turn: 0 };
        machine.table.told(&CardWish::Shuffle { number: 1, deck: Deck::plain(1) }).expect("cards may be shuffled");
        let form = StakeForm { place: BoxNumber(1), kind: StakeKind::Main, amount: Money::from_minor(100) };
        machine.is(&says(CardSourceEvent::Shuffled { number: 1, count: DeckCount::complete(1) }), &[TableFact::Shuffled]).is(
            &ordered(Who::Seat(seat()), TableOrder::Stake(vec![form])),
            &[TableFact::Staked(vec![ante(100)]), TableFact::Closed { deal: 1 }],
        )
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

    /// What an input brought is objected to in these words, or not at all where there are none; the books stay as they were.
    #[track_caller]
    fn check(&self, what: &What, facts: &[TableFact], objection: &str) {
        let said = self.clone().enter(what, facts).err().unwrap_or_default();
        assert!(said.contains(objection) && said.is_empty() == objection.is_empty(), "{what:?}: {said:?}");
    }

    /// The next card is ordered.
    fn orders(mut self) -> Self {
        self.order += 1;
        let wish =
            CardWish::Card { number: self.order, shoe: 1, to: AT_HAND, face: Face::Up, remaining: Composition::of_packs(1), taken: 0 };
        self.table.told(&wish).expect("a card may be wanted there");
        self
    }

    fn comes(&self, name: &str) -> What {
        says(CardSourceEvent::Card { number: self.order, card: card(name) })
    }

    fn deals(self, name: &str) -> Self {
        let ordered = self.orders();
        let comes = ordered.comes(name);
        ordered.is(&comes, &[])
    }

    fn choice(&self, choice: Choice) -> What {
        ordered(Who::Seat(seat()), TableOrder::Choose { turn: self.turn + 1, choice })
    }

    fn chooses(mut self, choice: Choice, stakes: &[BoxStake]) -> Self {
        let what = self.choice(choice);
        self.turn += 1;
        self.is(&what, &[chosen(choice, stakes)])
    }
}

fn chosen(choice: Choice, stakes: &[BoxStake]) -> TableFact {
    TableFact::Chosen { seat: seat(), place: BoxNumber(1), hand: 0, choice, stakes: stakes.to_vec(), by_default: false }
}

fn by_time(choice: Choice) -> TableFact {
    TableFact::Chosen { seat: seat(), place: BoxNumber(1), hand: 0, choice, stakes: Vec::new(), by_default: true }
}

fn settled(returns: &[StakeReturn]) -> TableFact {
    let settlement = DealSettlement { returns: returns.to_vec(), cuts: Vec::new() };
    TableFact::Settled { deal: 1, settlement, played: None }
}

fn voided(reason: DealVoid, stakes: &[BoxStake]) -> TableFact {
    let settlement = DealSettlement { returns: stakes.iter().copied().map(StakeReturn::void).collect(), cuts: Vec::new() };
    TableFact::Voided { deal: 1, reason, settlement, played: None }
}

/// A stake that won in these steps: so many hundredths of so much at a time.
fn won(stake: BoxStake, steps: &[(u32, u32, i64)]) -> StakeReturn {
    let win = |&(win, per, amount): &(u32, u32, i64)| Win {
        combination: None,
        odds: Odds::new(win, per).expect("odds"),
        amount: Money::from_minor(amount),
    };
    let amount: i64 = steps.iter().map(|step| step.2).sum();
    let returned = stake.amount + Money::from_minor(amount);
    StakeReturn { stake, fate: Fate::Won, wins: steps.iter().map(win).collect(), returned }
}

fn attendant_voids() -> What {
    ordered(Who::Attendant("a".into()), TableOrder::Void { reason: "r".into(), new_shoe: false })
}

fn by_attendant() -> DealVoid {
    DealVoid::Round(VoidReason::Attendant { name: "a".into(), reason: "r".into() })
}

#[test]
fn bqam_33_the_pot_is_settled_when_it_is_collected() {
    let asked = Machine::begun().deals("7s").chooses(Choice::Higher, &[]).deals("Jd").chooses(Choice::Lower, &[]).deals("4d");
    let collects = asked.choice(Choice::Collect);
    let with = |line: StakeReturn| [chosen(Choice::Collect, &[]), settled(&[line])];
    asked.check(&collects, &with(won(ante(100), &[(90, 100, 90), (14, 100, 27)])), "");
    asked.check(&collects, &with(won(ante(100), &[(90, 100, 90), (14, 100, 26)])), "it is Won with");
    asked.check(&collects, &with(won(ante(100), &[(117, 100, 117)])), "it is Won with");
    asked.check(&collects, &with(StakeReturn::lost(ante(100))), "it is Won with");
    asked.check(&wake(), &[settled(&[won(ante(100), &[(90, 100, 90), (14, 100, 27)])])], "the turn of");
    let moved = asked.clone().enter(&collects, &with(won(ante(100), &[(90, 100, 90), (14, 100, 27)]))).expect("so it is");
    assert_eq!(moved, [Moved::Ended(seat(), 100, 217)]);
}

#[test]
fn bqam_34_a_wrong_guess_ends_the_deal_with_its_card_and_tie_bets_are_paid() {
    let drawn = Machine::begun().deals("7s").chooses(amount(20), &[tie(0, 20)]).chooses(Choice::Higher, &[]).deals("7d");
    let guessed = drawn.chooses(amount(30), &[tie(1, 30)]).chooses(Choice::Higher, &[]).orders();
    let comes = guessed.comes("3d");
    let lines = [StakeReturn::lost(ante(100)), won(tie(0, 20), &[(10, 1, 200)]), StakeReturn::lost(tie(1, 30))];
    guessed.check(&comes, &[settled(&lines)], "");
    guessed.check(&comes, &[settled(&lines[..2])], "were settled, and");
    guessed.check(&comes, &[settled(&[lines[0].clone(), StakeReturn::back(tie(0, 20)), lines[2].clone()])], "it is Won with");
    let moved = guessed.clone().enter(&comes, &[settled(&lines)]).expect("so it is");
    assert_eq!(moved, [Moved::Ended(seat(), 150, 220)]);
    // An equal card ends nothing.
    guessed.check(&guessed.comes("7h"), &[], "");
    guessed.check(&guessed.comes("7h"), &[settled(&lines)], "the turn of");
}

#[test]
fn a_tie_bet_moves_money_under_the_number_of_its_draw() {
    let mut asked = Machine::begun().deals("7s").chooses(Choice::Higher, &[]).deals("Jd");
    let bets = asked.choice(amount(20));
    asked.check(&bets, &[chosen(amount(20), &[tie(0, 20)])], "a Tie bet placed");
    asked.check(&bets, &[chosen(amount(20), &[])], "a Tie bet placed");
    let moved = asked.enter(&bets, &[chosen(amount(20), &[tie(1, 20)])]).expect("so it is");
    assert_eq!((moved, asked.table.staked(seat())), (vec![Moved::Laid(seat(), 20)], 120));
}

#[test]
fn time_makes_the_likelier_guess_and_collects_what_is_there() {
    let late = |mut machine: Machine| {
        machine.table.note_time(Timestamp::from_microseconds(300_000_000));
        machine
    };
    let begun = late(Machine::begun().deals("8s"));
    begun.check(&wake(), &[by_time(Choice::Lower)], "");
    begun.check(&wake(), &[by_time(Choice::Higher)], "was decided for a seat");
    let right = Machine::begun().deals("8s").chooses(Choice::Lower, &[]).deals("3d");
    right.check(&wake(), &[by_time(Choice::Collect)], "before it was");
    let collected = [by_time(Choice::Collect), settled(&[won(ante(100), &[(62, 100, 62)])])];
    late(right.clone()).check(&wake(), &collected, "");
    late(right.clone()).check(&wake(), &[by_time(Choice::Higher)], "was decided for a seat");
    let waits = late(right.chooses(amount(20), &[tie(1, 20)]));
    waits.check(&wake(), &[by_time(Choice::Higher)], "");
    waits.check(&wake(), &collected, "was decided for a seat");
}

#[test]
fn h17_a_fault_before_a_right_guess_gives_the_stakes_back() {
    let asked = Machine::begun().deals("7s").chooses(amount(20), &[tie(0, 20)]);
    let stakes = [ante(100), tie(0, 20)];
    asked.check(&attendant_voids(), &[voided(by_attendant(), &stakes)], "");
    asked.check(&attendant_voids(), &[voided(by_attendant(), &stakes[..1])], "were settled, and");
    asked.check(&attendant_voids(), &[settled(&stakes.map(StakeReturn::back))], "a deal was settled while");
    let guessed = asked.chooses(Choice::Higher, &[]).orders();
    let failed = says(CardSourceEvent::Failed { number: guessed.order, why: OrderFailure::Unreadable });
    guessed.check(&failed, &[voided(DealVoid::NoCard(OrderFailure::Unreadable), &stakes)], "");
    guessed.check(&failed, &[], "stayed in play");
}

#[test]
fn h17_what_stands_when_a_fault_comes_is_paid() {
    let tied = Machine::begun().deals("7s").chooses(amount(20), &[tie(0, 20)]).chooses(Choice::Higher, &[]).deals("7d");
    let waits = tied.clone().chooses(amount(30), &[tie(1, 30)]);
    let guessed = waits.clone().chooses(Choice::Lower, &[]).orders();
    let paid = [StakeReturn::back(ante(100)), won(tie(0, 20), &[(10, 1, 200)]), StakeReturn::back(tie(1, 30))];
    tied.check(&attendant_voids(), &[settled(&paid[..2])], "");
    tied.check(&attendant_voids(), &[voided(by_attendant(), &[ante(100), tie(0, 20)])], "whose result stood");
    for machine in [&waits, &guessed] {
        machine.check(&attendant_voids(), &[settled(&paid)], "");
        machine.check(&attendant_voids(), &[settled(&[paid[0].clone(), paid[1].clone(), StakeReturn::lost(tie(1, 30))])], "it is Returned");
        let unasked = says(CardSourceEvent::Unasked { card: Some(card("9c")) });
        machine.check(&unasked, &[settled(&paid)], "");
        machine.check(&unasked, &[], "stayed in play");
    }
    let right = Machine::begun().deals("7s").chooses(Choice::Higher, &[]).deals("Jd").chooses(Choice::Lower, &[]).orders();
    let pot = won(ante(100), &[(90, 100, 90)]);
    right.check(&attendant_voids(), &[settled(std::slice::from_ref(&pot))], "");
    right.check(&attendant_voids(), &[voided(by_attendant(), &[ante(100)])], "whose result stood");
    right.check(&right.comes("Jd"), &[settled(std::slice::from_ref(&pot))], "");
    right.check(
        &What::Event(Event::Started { version: "v".into(), wall: None, unproved_after: None, practice: Event::PRACTICE, identity: None }),
        &[settled(&[pot])],
        "",
    );
}
