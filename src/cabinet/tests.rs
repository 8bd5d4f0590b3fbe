//! The cabinet in literal cases. The course of whole rounds is told in `tests/rounds`; here stands what a croupier would not say:
//! bytes, keys, the order of refusals, the moment between a time and its wake-up.

extern crate std;

mod attendant_call;
mod dispute;
mod forgotten_keys;
mod hand_pay;
mod house_faults;
mod lamp;
mod lasting_hold;
mod play_session;
mod refused_keys;
mod rest;
mod seat_lock;
mod self_test;
mod settled;
mod shift;
mod stake_limits;
mod wall;

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::{Cabinet, Outcome, ReplayError, Terms, TermsMissing, replay};
use crate::games::roulette::{Rules, example};
use crate::model::{
    Bet, BetKind, Command, Event, Fact, FaultCode, Input, Money, NoSpinReason, Numbers, Order, PhaseView, Position, Refusal, Resumption,
    Seat, Span, Stake, Timestamp, What, WheelEvent, WheelHappening, WheelWish, Who,
};

const START: Timestamp = Timestamp::from_microseconds(1_000_000_000);

fn terms(rules: Rules) -> Terms {
    Terms {
        rules_name: "roulette/test".into(),
        rules_sha256: [7; 32],
        roulette: rules,
        currency: "XTS".into(),
        decimals: 2,
        chips: vec![Money::from_minor(1)],
        credit_most: Money::from_minor(1_000_000),
        files: Vec::new(),
        card_tables: Vec::new(),
        fittings: None,
        machines: Vec::new(),
        player_tables: Vec::new(),
        hand_pay_from: None,
        wheel_rest: None,
        player_protection: None,
        housing: None,
    }
}

/// A cabinet and its time.
struct Table {
    cabinet: Cabinet,
    now: Timestamp,
}

impl Table {
    fn new(rules: Rules) -> Self {
        let what = What::Event(Event::Terms { terms: terms(rules).to_bytes() });
        let (cabinet, _) = Cabinet::begin(&Input { number: 1, at: START, what }).expect("the terms can be read");
        Self { cabinet, now: START }
    }

    /// Betting is open in round 1, and seat 1 has 1000.
    fn open() -> Self {
        Self::open_under(example::rules())
    }

    fn open_under(rules: Rules) -> Self {
        let mut table = Self::new(rules);
        table.wheel(None, WheelHappening::Opened);
        let amount = Money::from_minor(1_000);
        table.done(attendant(), Order::CreditIn { seat: seat(1), amount });
        table
    }

    fn step(&mut self, what: What) -> Outcome {
        self.cabinet.step(&Input { number: self.cabinet.number() + 1, at: self.now, what })
    }

    fn order(&mut self, who: Who, key: Option<&str>, order: Order) -> Outcome {
        self.order_in(None, who, key, order)
    }

    fn order_in(&mut self, round: Option<u64>, who: Who, key: Option<&str>, order: Order) -> Outcome {
        self.step(What::Command(Command { who, key: key.map(String::from), round, order }))
    }

    fn done(&mut self, who: Who, order: Order) -> Vec<Fact> {
        match self.order(who, None, order) {
            Outcome::Done(step) => step.facts,
            other => panic!("{other:?}"),
        }
    }

    /// The order is refused for this reason, and nothing changes.
    fn refused(&mut self, who: Who, order: Order, expected: Refusal) {
        self.refused_in(None, who, order, expected);
    }

    fn refused_in(&mut self, round: Option<u64>, who: Who, order: Order, expected: Refusal) {
        let before = self.cabinet.clone();
        assert_eq!(self.order_in(round, who, None, order.clone()), Outcome::Refused(expected), "{order:?}");
        assert_eq!(self.cabinet, before, "a refused order changes nothing");
    }

    fn event(&mut self, event: Event) -> Vec<Fact> {
        match self.step(What::Event(event)) {
            Outcome::Done(step) => step.facts,
            other => panic!("events are never refused: {other:?}"),
        }
    }

    fn wheel(&mut self, spin: Option<u64>, happening: WheelHappening) -> Vec<Fact> {
        self.event(Event::Wheel(WheelEvent { spin, happening, evidence: Vec::new() }))
    }

    /// The next moment that the cabinet waits for comes.
    fn wake(&mut self) -> Vec<Fact> {
        self.now = self.cabinet.outstanding().wake_at.expect("the cabinet waits for a moment");
        self.event(Event::Wake)
    }

    /// The ball is launched, as soon as it is wanted, and lies in this pocket: what that brings about.
    fn spin_to(&mut self, number: u8) -> Vec<Fact> {
        while !matches!(self.cabinet.outstanding().wheel, WheelWish::Launch(_)) {
            self.wake();
        }
        let WheelWish::Launch(spin) = self.cabinet.outstanding().wheel else { unreachable!("it was just seen") };
        self.wheel(Some(spin), WheelHappening::BallLaunched);
        self.wheel(Some(spin), WheelHappening::NoMoreBets);
        self.wheel(Some(spin), WheelHappening::Result(crate::model::Pocket::new(number).expect("a pocket")))
    }

    fn credit(&self) -> i64 {
        self.views().seats[0].credit.minor()
    }

    fn views(&self) -> crate::model::Views {
        self.cabinet.views(self.cabinet.rules_view().into())
    }
}

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat of the cabinet")
}

fn player() -> Who {
    Who::Seat(seat(1))
}

fn attendant() -> Who {
    Who::Attendant("Anna".into())
}

fn straight(number: u8, amount: i64) -> Bet {
    Bet::Simple(Stake {
        position: Position { kind: BetKind::Straight, numbers: Numbers::NONE.with(number) },
        amount: Money::from_minor(amount),
    })
}

fn place(bets: &[Bet]) -> Order {
    Order::Place { bets: bets.to_vec() }
}

#[test]
fn a_cabinet_begins_with_terms_and_with_nothing_else() {
    let begin = |what| Cabinet::begin(&Input { number: 1, at: START, what }).map(|_| ());
    assert_eq!(begin(What::Event(Event::Wake)), Err(TermsMissing));
    assert_eq!(begin(What::Event(Event::Terms { terms: vec![1, 2, 3] })), Err(TermsMissing));
    let mut impossible = terms(example::rules());
    impossible.roulette.limits.step_minor = Money::ZERO;
    assert_eq!(begin(What::Event(Event::Terms { terms: impossible.to_bytes() })), Err(TermsMissing), "a step of nothing");
    let mut endless = terms(example::rules());
    endless.credit_most = Money::from_minor(i64::MAX);
    assert_eq!(begin(What::Event(Event::Terms { terms: endless.to_bytes() })), Err(TermsMissing), "a credit beyond the books");
}

#[test]
fn refusals_come_in_their_order() {
    let mut table = Table::open();
    let much = straight(1, 2_000);
    // Each order has every later fault as well.
    table.done(attendant(), Order::Hold { reason: "a question".into() });
    table.refused_in(Some(9), attendant(), place(&[much]), Refusal::NotEntitled);
    table.refused_in(Some(9), player(), Order::CallNoSpin, Refusal::NotEntitled);
    table.refused_in(Some(9), player(), place(&[much]), Refusal::OtherRound);
    table.refused_in(Some(9), attendant(), Order::CallNoSpin, Refusal::OtherRound);
    table.refused_in(Some(1), player(), place(&[much]), Refusal::TableHeld);
    table.refused_in(Some(1), attendant(), Order::CallNoSpin, Refusal::WrongPhase);
    table.done(attendant(), Order::Resume(Resumption::Continue));
    table.refused(player(), place(&[]), Refusal::BetMalformed);
    let nowhere = |amount| {
        let position = Position { kind: BetKind::Split, numbers: Numbers::NONE.with(1).with(5) };
        Bet::Simple(Stake { position, amount: Money::from_minor(amount) })
    };
    table.refused(player(), place(&[nowhere(-1)]), Refusal::PositionUnknown);
    table.refused(player(), place(&[straight(1, 0)]), Refusal::AmountNotPositive);
    table.refused(player(), place(&[straight(1, i64::MIN)]), Refusal::AmountNotPositive);
    table.refused(player(), place(&[straight(1, i64::MAX)]), Refusal::AboveMost);
    table.refused(player(), place(&[straight(1, 1_001)]), Refusal::AboveMost);
    table.refused(player(), place(&(1..=6).map(|number| straight(number, 1_000)).collect::<Vec<_>>()), Refusal::AboveSeatMost);
    table.refused(player(), place(&[straight(1, 1_000), straight(2, 1)]), Refusal::CreditTooSmall);
    assert_eq!(table.credit(), 1_000);
}

#[test]
fn a_key_is_one_command_of_one_person() {
    let mut table = Table::open();
    let first = table.order(player(), Some("k"), place(&[straight(1, 10)]));
    assert!(matches!(first, Outcome::Done(_)));
    let number = table.cabinet.number();
    assert_eq!(table.order(player(), Some("k"), place(&[straight(1, 10)])), Outcome::Repeated { number });
    assert_eq!(table.order(player(), Some("k"), place(&[straight(1, 11)])), Outcome::Refused(Refusal::KeyReused));
    assert_eq!(table.credit(), 990);
    // Another person's key of the same name is another key.
    let amount = Money::from_minor(5);
    assert!(matches!(table.order(attendant(), Some("k"), Order::CreditIn { seat: seat(1), amount }), Outcome::Done(_)));
    // The memory is in the checkpoint.
    table.cabinet = Cabinet::from_bytes(&table.cabinet.to_bytes()).expect("a checkpoint");
    assert_eq!(table.order(player(), Some("k"), place(&[straight(1, 10)])), Outcome::Repeated { number });
    // A refused command has used up no key.
    assert_eq!(table.order(player(), Some("l"), place(&[straight(2, 1_001)])), Outcome::Refused(Refusal::AboveMost));
    assert!(matches!(table.order(player(), Some("l"), place(&[straight(2, 10)])), Outcome::Done(_)));
}

/// Sends an order under each of the keys, of which so many are remembered.
#[track_caller]
fn check_keys(who: &Who, order: &Order, remembered: usize) {
    let mut table = Table::open();
    let send = |table: &mut Table, key: usize| table.order(who.clone(), Some(&alloc::format!("{key}")), order.clone());
    for key in 0..=remembered {
        assert!(matches!(send(&mut table, key), Outcome::Done(_)), "{key}");
    }
    table.cabinet = Cabinet::from_bytes(&table.cabinet.to_bytes()).expect("a checkpoint");
    assert!(matches!(send(&mut table, 1), Outcome::Repeated { .. }));
    assert!(matches!(send(&mut table, 0), Outcome::Done(_)), "the oldest is forgotten");
}

#[test]
fn the_newest_256_keys_of_each_person_are_remembered() {
    check_keys(&player(), &place(&[straight(1, 1)]), 256);
}

#[test]
fn the_newest_2048_payments_of_each_attendant_are_remembered() {
    check_keys(&attendant(), &Order::CreditIn { seat: seat(2), amount: Money::from_minor(1) }, 2_048);
}

#[test]
fn no_number_of_other_orders_makes_a_payment_forgotten() {
    let mut table = Table::open();
    let pay = Order::CreditIn { seat: seat(2), amount: Money::from_minor(1) };
    assert!(matches!(table.order(attendant(), Some("paid"), pay.clone()), Outcome::Done(_)));
    for key in 0..300 {
        let hold = Order::Hold { reason: "a look".into() };
        assert!(matches!(table.order(attendant(), Some(&alloc::format!("{key}")), hold), Outcome::Done(_)));
        table.done(attendant(), Order::Resume(Resumption::Continue));
    }
    assert!(matches!(table.order(attendant(), Some("paid"), pay), Outcome::Repeated { .. }));
}

#[test]
fn a_checkpoint_of_a_release_that_kept_all_keys_together_is_read() {
    let mut table = Table::open();
    table.order(player(), Some("k"), place(&[straight(1, 10)]));
    let keys = minicbor::to_vec(&table.cabinet.keys).expect("encoding to memory cannot fail");
    // The list of the fields without those that came later: an empty list, a no, and an empty list.
    assert_eq!((keys[0], &keys[keys.len() - 3..]), (0x84, [0x80, 0xf4, 0x80].as_slice()));
    let older = [&[0x81], &keys[1..keys.len() - 3]].concat();
    assert_eq!(minicbor::decode::<super::keys::Keys>(&older).expect("it is read"), table.cabinet.keys);
}

#[test]
fn ram_w32_a_moment_that_has_come_counts_before_whatever_comes_then_or_later() {
    let mut rules = example::rules();
    rules.round.open_while_ball_runs = false;
    let mut table = Table::open_under(rules);
    let ends_at = table.cabinet.outstanding().wake_at.expect("the countdown runs");
    table.now = Timestamp::from_microseconds(ends_at.microseconds() - 1);
    table.done(player(), place(&[straight(1, 10)]));
    for late in [Span::from_microseconds(0), Span::from_microseconds(1), Span::from_seconds(3600)] {
        let mut table = Table { cabinet: table.cabinet.clone(), now: ends_at.after(late) };
        let before = table.cabinet.clone();
        assert_eq!(table.order(player(), None, place(&[straight(1, 10)])), Outcome::Overdue);
        assert_eq!(table.order(attendant(), None, Order::ReturnStakes { seat: seat(1) }), Outcome::Overdue);
        let launched = Event::Wheel(WheelEvent { spin: Some(1), happening: WheelHappening::BallLaunched, evidence: Vec::new() });
        assert_eq!(table.step(What::Event(launched)), Outcome::Overdue, "an event waits as well");
        assert_eq!(table.cabinet, before, "nothing has changed");
        assert!(table.event(Event::Wake).contains(&Fact::Closed { round: 1 }));
        table.refused(player(), place(&[straight(1, 10)]), Refusal::BettingClosed);
        table.refused(player(), Order::Undo, Refusal::BettingClosed);
        table.refused(attendant(), Order::ReturnStakes { seat: seat(1) }, Refusal::BettingClosed);
        assert_eq!(table.credit(), 990);
    }
}

#[test]
fn hc_23_a_start_after_the_end_of_the_countdown_goes_on_with_betting() {
    let mut rules = example::rules();
    rules.round.open_while_ball_runs = false;
    let mut table = Table::open_under(rules);
    table.done(player(), place(&[straight(1, 10)]));
    table.now = table.now.after(Span::from_seconds(3600));
    table.event(Event::Started { version: "1".into(), wall: None, unproved_after: None, practice: Event::PRACTICE, identity: None });
    table.wheel(None, WheelHappening::Opened);
    assert!(table.views().cabinet.betting_open, "nobody could play while the program was not there");
    table.done(player(), Order::Undo);
    assert_eq!(table.credit(), 1_000);
}

#[test]
fn a_wheel_switched_off_in_a_spin_leaves_no_moment_to_wait_for() {
    let mut table = Table::open();
    table.wake();
    table.wheel(Some(1), WheelHappening::BallLaunched);
    assert!(table.cabinet.outstanding().wake_at.is_some());
    table.wheel(None, WheelHappening::Closed);
    let outstanding = table.cabinet.outstanding();
    assert_eq!((outstanding.wake_at, outstanding.wheel), (None, WheelWish::Void));
    let since = table.views().cabinet.hold.expect("the table is held").since;
    table.now = table.now.after(Span::from_seconds(5));
    table.event(Event::Wake);
    assert_eq!(table.views().cabinet.hold.expect("the table is held").since, since, "it stays closed since then");
}

/// A fault ends the spin after the close: what an attendant who wants another one is told, and what is wanted of the wheel then.
#[track_caller]
fn check_respin_after(code: FaultCode, expected: Option<Refusal>) {
    let mut table = Table::open();
    table.wake();
    table.wheel(Some(1), WheelHappening::BallLaunched);
    table.wheel(Some(1), WheelHappening::NoMoreBets);
    table.wheel(Some(1), WheelHappening::Fault { code, detail: "it was seen".into() });
    assert_eq!(table.cabinet.outstanding().wheel, WheelWish::Void);
    if let Some(refusal) = expected {
        return table.refused(attendant(), Order::Resume(Resumption::Respin), refusal);
    }
    table.done(attendant(), Order::Resume(Resumption::Respin));
    assert_eq!(table.cabinet.outstanding().wheel, WheelWish::Launch(2));
    assert_eq!(table.views().cabinet.hold.expect("the fault stands").fault, Some(code));
    // The ball runs, and that shows that the fault is over.
    table.wheel(Some(2), WheelHappening::BallLaunched);
    table.wheel(None, WheelHappening::FaultCleared(code));
    assert_eq!(table.views().cabinet.hold, None);
    table.wheel(Some(2), WheelHappening::NoMoreBets);
    table.wheel(Some(2), WheelHappening::Result(crate::model::Pocket::new(7).expect("a pocket")));
    assert_eq!(table.views().cabinet.phase, PhaseView::Paid);
}

#[test]
fn an_attendant_may_have_a_fault_tried_that_another_spin_shows_to_be_over() {
    check_respin_after(FaultCode::Sensor, None);
    check_respin_after(FaultCode::BallMissing, None);
    check_respin_after(FaultCode::LaunchFailed, None);
    check_respin_after(FaultCode::RotorWrongWay, None);
    check_respin_after(FaultCode::Motor, Some(Refusal::TableHeld));
    check_respin_after(FaultCode::RotorTooSlow, Some(Refusal::TableHeld));
    check_respin_after(FaultCode::LidOpen, Some(Refusal::TableHeld));
}

#[test]
fn the_round_that_the_wheel_turns_for_stays_while_its_bets_stand() {
    let mut table = Table::open();
    table.done(player(), place(&[straight(7, 10)]));
    let check = |table: &Table, expected: u64, when: &str| assert_eq!(table.cabinet.outstanding().round, expected, "{when}");
    check(&table, 1, "while bets are taken");
    table.wake();
    check(&table, 1, "while the ball is launched");
    table.wheel(Some(1), WheelHappening::BallLaunched);
    table.wheel(Some(1), WheelHappening::NoSpin(NoSpinReason::BallLeftWheel));
    check(&table, 1, "after a spin that did not count");
    table.wake();
    table.wheel(Some(2), WheelHappening::BallLaunched);
    table.cabinet = Cabinet::from_bytes(&table.cabinet.to_bytes()).expect("a checkpoint");
    check(&table, 1, "after the program ended");
    table.event(Event::Started { version: "1".into(), wall: None, unproved_after: None, practice: Event::PRACTICE, identity: None });
    table.wheel(None, WheelHappening::Opened);
    check(&table, 1, "after it was started again");
    table.wake();
    let WheelWish::Launch(spin) = table.cabinet.outstanding().wheel else { panic!("the ball is wanted") };
    table.wheel(Some(spin), WheelHappening::BallLaunched);
    table.wheel(Some(spin), WheelHappening::NoMoreBets);
    check(&table, 1, "while the ball falls");
    table.wheel(Some(spin), WheelHappening::Result(crate::model::Pocket::new(7).expect("a pocket")));
    check(&table, 2, "when the bets are settled");
    table.wake();
    check(&table, 2, "when the next bets are taken");
}

#[test]
fn no_ball_is_launched_while_an_attendant_holds_the_table() {
    let mut table = Table::open();
    table.wake();
    assert_eq!(table.cabinet.outstanding().wheel, WheelWish::Launch(1));
    table.done(attendant(), Order::Hold { reason: "a hand in the wheel".into() });
    assert_eq!(table.cabinet.outstanding().wheel, WheelWish::Ready);
    assert_eq!(table.cabinet.outstanding().wake_at, None, "a launch that waits has no end");
    table.done(attendant(), Order::Resume(Resumption::Continue));
    assert_eq!(table.cabinet.outstanding().wheel, WheelWish::Launch(2), "a wheel acts once on each number");
    assert!(table.cabinet.outstanding().wake_at.is_some());
}

#[test]
fn asking_changes_nothing_and_bytes_hold_everything() {
    let mut table = Table::open();
    table.done(player(), place(&[straight(7, 10)]));
    for round in 0..3 {
        let copy = Cabinet::from_bytes(&table.cabinet.to_bytes()).expect("a checkpoint");
        assert_eq!(copy, table.cabinet, "round {round}");
        assert_eq!(copy.outstanding(), table.cabinet.outstanding());
        assert_eq!(copy.views(copy.rules_view().into()), table.views());
        table.wake();
        if let WheelWish::Launch(spin) = table.cabinet.outstanding().wheel {
            table.wheel(Some(spin), WheelHappening::BallLaunched);
            table.wheel(Some(spin), WheelHappening::NoMoreBets);
            let pocket = crate::model::Pocket::new(7).expect("a pocket");
            table.wheel(Some(spin), WheelHappening::Result(pocket));
            assert_eq!(table.views().cabinet.phase, PhaseView::Paid);
        }
    }
}

#[test]
fn a_checkpoint_that_was_damaged_is_no_checkpoint_or_balances() {
    let mut table = Table::open();
    table.done(player(), place(&[straight(7, 10)]));
    let bytes = table.cabinet.to_bytes();
    for place in 0..bytes.len() {
        assert!(Cabinet::from_bytes(&bytes[..place]).is_none(), "cut at {place}");
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x10;
        // No matter what is read of it, reading never panics.
        let _ = Cabinet::from_bytes(&damaged);
    }
}

#[test]
fn replaying_comes_to_the_same_and_says_what_does_not_follow() {
    let first = Input { number: 1, at: START, what: What::Event(Event::Terms { terms: terms(example::rules()).to_bytes() }) };
    let wake = |number, at| Input { number, at, what: What::Event(Event::Wake) };
    let mut cabinet = None;
    assert_eq!(replay(&mut cabinet, &wake(1, START)), Err(ReplayError::TermsMissing));
    assert!(replay(&mut cabinet, &first).is_ok());
    assert_eq!(replay(&mut cabinet, &wake(3, START)), Err(ReplayError::OutOfOrder));
    assert_eq!(replay(&mut cabinet, &wake(2, Timestamp::default())), Err(ReplayError::OutOfOrder));
    let order = Command { who: player(), key: None, round: None, order: Order::Undo };
    let refused = Input { number: 2, at: START, what: What::Command(order) };
    assert_eq!(replay(&mut cabinet, &refused), Err(ReplayError::Refused));
    assert!(replay(&mut cabinet, &wake(2, START)).is_ok());
}

#[test]
fn hrb_9_new_terms_wait_until_no_bet_lies_on_the_layout() {
    let mut table = Table::open();
    table.done(player(), place(&[straight(7, 10)]));
    let mut rules = example::rules();
    rules.pay_table = "another".into();
    let event = Event::Terms { terms: terms(rules).to_bytes() };
    assert_eq!(table.event(event), []);
    assert_eq!(table.cabinet.terms().roulette.pay_table, "a test");
    table.done(attendant(), Order::Void { reason: "the end".into() });
    assert_eq!(table.wake(), [Fact::TermsInForce, Fact::RoundOpened { round: 2 }]);
    assert_eq!(table.cabinet.terms().roulette.pay_table, "another");
    // Terms that cannot be read, or make no sense, change nothing.
    assert_eq!(table.event(Event::Terms { terms: vec![0] }), []);
    let mut impossible = terms(example::rules());
    impossible.roulette.returns.straight = Some(1_000);
    assert_eq!(table.event(Event::Terms { terms: impossible.to_bytes() }), []);
    assert_eq!(table.cabinet.terms().roulette.pay_table, "another");
}

#[test]
fn what_a_repeat_would_place_follows_the_terms_in_force() {
    let mut table = Table::open();
    let mut check = |seven: i64, most: i64, expected: usize| {
        table.done(player(), place(&[straight(7, seven)]));
        table.done(attendant(), Order::Void { reason: "the end".into() });
        let mut rules = example::rules();
        rules.limits.position.straight.most = Money::from_minor(most);
        table.event(Event::Terms { terms: terms(rules).to_bytes() });
        table.wake();
        assert_eq!(table.views().seats[0].repeat.len(), expected, "{seven} where {most} is the most");
    };
    check(10, 1_000, 1);
    check(10, 9, 0);
    check(9, 9, 1);
}

#[test]
fn ram_q19_money_is_not_put_where_a_win_would_overflow_it() {
    let mut table = Table::open();
    table.done(player(), place(&[straight(7, 1_000)]));
    let put = |minor| Order::CreditIn { seat: seat(1), amount: Money::from_minor(minor) };
    table.refused(attendant(), put(1_000_000 - 36_000 + 1), Refusal::AboveCreditMost);
    table.refused(attendant(), put(i64::MAX), Refusal::AboveCreditMost);
    table.done(attendant(), put(1_000_000 - 36_000));
    let chance = |kind| {
        let position = Position::outside(kind, None).expect("an even chance");
        place(&[Bet::Simple(Stake { position, amount: Money::from_minor(1) })])
    };
    table.refused(player(), chance(BetKind::Red), Refusal::AboveCreditMost);
    table.done(player(), chance(BetKind::Black));
}

#[test]
fn the_last_ten_rounds_and_the_unfinished_one_are_recalled_with_their_bets() {
    let mut table = Table::open();
    for round in 1..=12 {
        assert_eq!(table.cabinet.round(), round);
        table.done(player(), place(&[straight(7, 1)]));
        table.done(attendant(), Order::Void { reason: "the end".into() });
        table.wake();
    }
    table.done(player(), place(&[straight(8, 2)]));
    let rounds = table.views().official.rounds;
    assert!(rounds.len() >= 11, "{}", rounds.len());
    assert!(rounds.iter().take(11).all(|round| round.seats.len() == 1 && round.seats[0].bets.len() == 1));
    assert_eq!((rounds[0].round, rounds[0].settled_at, rounds[1].round), (13, None, 12));
}
