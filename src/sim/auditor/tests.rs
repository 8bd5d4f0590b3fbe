//! The auditor objects to what cannot be: an auditor who never objects proves nothing.

mod play_session;
mod self_test;
mod stake_limits;

use super::{Book, House, PayTable};
use crate::model::{
    Bet, BetForm, BetReturn, CallReason, Command, DisputeView, Event, Fact, HandPayment, Input, KeptGame, MetersView, Money, Order,
    PastGame, Pocket, RoundRecall, Seat, SeatRecall, SeatSettlement, ShiftOfSeat, ShiftReport, Stake, Timestamp, Verdict, VoidReason, What,
    WheelEvent, WheelHappening, Who,
};

fn house() -> House {
    House {
        table: PayTable::NineRows,
        step: 1,
        seat_most: 1_000,
        position_least: 1,
        position_most: 500,
        exposure_most: 5_000,
        win_most: None,
        reopens: true,
        refunds: false,
        no_spins_most: 3,
        hand_pay_from: None,
        player_protection: None,
        card_tables: Vec::new(),
        machines: Vec::new(),
        player_tables: Vec::new(),
    }
}

fn seat() -> Seat {
    Seat::all().next().expect("there are seats")
}

fn stake(bet: &str, numbers: Option<Vec<u8>>, amount: i64) -> Stake {
    let form = BetForm { bet: bet.into(), numbers, stake: Some(amount), ..BetForm::default() };
    match form.bet() {
        Ok(Bet::Simple(stake)) => stake,
        other => panic!("{other:?}"),
    }
}

fn place(stakes: &[Stake]) -> What {
    let bets = stakes.iter().copied().map(Bet::Simple).collect();
    What::Command(Command { who: Who::Seat(seat()), key: None, round: None, order: Order::Place { bets } })
}

fn placed(stakes: &[Stake]) -> Fact {
    Fact::Placed { seat: seat(), stakes: stakes.to_vec(), refused: Money::ZERO }
}

fn wheel(happening: WheelHappening) -> What {
    What::Event(Event::Wheel(WheelEvent { spin: Some(1), happening, evidence: Vec::new() }))
}

fn result(number: u8) -> What {
    wheel(WheelHappening::Result(Pocket::new(number).expect("a pocket")))
}

fn outcome(number: u8) -> Fact {
    Fact::Outcome { round: 1, pocket: Pocket::new(number).expect("a pocket") }
}

fn settled(stake: Stake, returned: i64) -> Fact {
    let (amount, returned) = (stake.amount, Money::from_minor(returned));
    let bets = vec![BetReturn { position: stake.position, stake: amount, returned }];
    Fact::Settled(SeatSettlement { seat: seat(), round: 1, staked: amount, returned, bets })
}

/// The books of a round that is open, with 100 on the seat's credit, and after that what `more` says.
fn book(more: &[(What, Vec<Fact>)]) -> Book {
    let mut book = Book::new(house());
    let amount = Money::from_minor(100);
    let order = Order::CreditIn { seat: seat(), amount };
    let credit = What::Command(Command { who: Who::Attendant("a".into()), key: None, round: None, order });
    let opened = (wheel(WheelHappening::Opened), vec![Fact::Resumed, Fact::RoundOpened { round: 1 }]);
    let steps = [opened, (credit, vec![Fact::CreditIn { seat: seat(), amount }])];
    for (what, facts) in steps.iter().chain(more) {
        book.enter(&input(what.clone()), facts).expect("the books so far are right");
    }
    book
}

fn input(what: What) -> Input {
    Input { number: 7, at: Timestamp::default(), what }
}

/// After `more`, `facts` said to follow from `what` are objected to in these words.
fn check(more: &[(What, Vec<Fact>)], what: What, facts: &[Fact], objection: &str) {
    let objected = book(more).enter(&input(what), facts).expect_err(objection);
    assert!(objected.objection.contains(objection), "{objected}");
}

#[test]
fn a_bet_that_cannot_have_been_taken() {
    let ten = stake("red", None, 10);
    let closed = (wheel(WheelHappening::NoMoreBets), vec![Fact::Closed { round: 1 }]);
    check(core::slice::from_ref(&closed), place(&[ten]), &[placed(&[ten])], "after the close");
    check(&[], place(&[ten]), &[placed(&[stake("red", None, 11)])], "other stakes");
    check(&[], place(&[ten]), &[], "did not do");
    check(&[], What::Event(Event::Wake), &[placed(&[ten])], "did not ask");
    let much = stake("red", None, 101);
    check(&[], place(&[much]), &[placed(&[much])], "credit does not cover");
    let nowhere = stake("split", Some(vec![1, 5]), 10);
    check(&[], place(&[nowhere]), &[placed(&[nowhere])], "not offered");
    let trio = stake("street", Some(vec![0, 1, 2]), 10);
    check(&[], place(&[trio]), &[placed(&[trio])], "not offered");
}

#[test]
fn a_settlement_that_cannot_be() {
    let ten = stake("straight", Some(vec![17]), 10);
    let steps = [(place(&[ten]), vec![placed(&[ten])]), (wheel(WheelHappening::NoMoreBets), vec![Fact::Closed { round: 1 }])];
    check(&steps, result(17), &[outcome(17), settled(ten, 350)], "returned 350, not 360");
    check(&steps, result(17), &[outcome(18), settled(ten, 0)], "another outcome");
    check(&steps, result(17), &[outcome(17)], "was not settled");
    check(&steps, result(17), &[settled(ten, 360)], "without an outcome");
    check(&steps, result(17), &[outcome(17), settled(ten, 360), settled(ten, 360)], "settled twice");
    check(&steps, What::Event(Event::Wake), &[outcome(17), settled(ten, 360)], "no wheel said");
    check(&steps[..1], result(17), &[outcome(17), settled(ten, 360)], "while betting was open");
    let void = Fact::Voided { round: 1, reason: VoidReason::TooManyNoSpins };
    check(&steps, result(17), &[void, settled(ten, 10)], "for no reason");
    let over = [steps[0].clone(), steps[1].clone(), (result(17), vec![outcome(17), settled(ten, 360)])];
    check(&over, result(17), &[outcome(17)], "an outcome already");
}

#[test]
fn money_that_nobody_moved() {
    let amount = Money::from_minor(5);
    check(&[], What::Event(Event::Wake), &[Fact::CreditIn { seat: seat(), amount }], "nobody put");
    check(&[], What::Event(Event::Wake), &[Fact::CreditOut { seat: seat(), amount }], "nobody asked");
    let ten = stake("red", None, 10);
    let steps = [(place(&[ten]), vec![placed(&[ten])])];
    check(&steps, What::Event(Event::Wake), &[Fact::TakenBack { seat: seat(), stakes: vec![ten] }], "nobody asked");
}

#[test]
fn a_command_that_was_meant_for_another_round() {
    let ten = stake("red", None, 10);
    let steps = [(place(&[ten]), vec![placed(&[ten])])];
    let late = Command { who: Who::Seat(seat()), key: None, round: Some(2), order: Order::Undo };
    check(&steps, What::Command(late), &[Fact::TakenBack { seat: seat(), stakes: vec![ten] }], "for another round");
}

fn by_attendant(order: Order) -> What {
    What::Command(Command { who: Who::Attendant("a".into()), key: None, round: None, order })
}

fn opens(cash: i64) -> What {
    by_attendant(Order::OpenShift { cash: Money::from_minor(cash) })
}

fn closes(cash: i64) -> What {
    by_attendant(Order::CloseShift { cash: Money::from_minor(cash) })
}

fn shift_opened(number: u32, cash: i64) -> Fact {
    Fact::ShiftOpened { number, cash: Money::from_minor(cash) }
}

/// What a shift came to in which 30 came in at the first seat, which had 100 before, closed with 530 in the drawer.
fn report() -> ShiftReport {
    let meters = MetersView { credit_in: Money::from_minor(30), ..MetersView::default() };
    let first = ShiftOfSeat { seat: seat(), meters, holds: Money::from_minor(130) };
    let others = Seat::all().skip(1).map(|seat| ShiftOfSeat { seat, meters: MetersView::default(), holds: Money::ZERO });
    ShiftReport {
        number: 1,
        opened_by: "a".into(),
        opened_at: Timestamp::default(),
        closed_by: "a".into(),
        closed_at: Timestamp::default(),
        cash_at_open: Money::from_minor(500),
        cash_counted: Money::from_minor(530),
        meters,
        fees: Money::ZERO,
        seats: core::iter::once(first).chain(others).collect(),
    }
}

#[test]
fn a_shift_that_tells_other_figures_than_the_books() {
    let amount = Money::from_minor(30);
    let paid_in = (by_attendant(Order::CreditIn { seat: seat(), amount }), vec![Fact::CreditIn { seat: seat(), amount }]);
    let steps = [(opens(500), vec![shift_opened(1, 500)]), paid_in];
    book(&[steps[0].clone(), steps[1].clone(), (closes(530), vec![Fact::ShiftClosed(report())])]);
    let wrong = |change: fn(&mut ShiftReport), objection: &str| {
        let mut report = report();
        change(&mut report);
        check(&steps, closes(530), &[Fact::ShiftClosed(report)], objection);
    };
    wrong(|report| report.number = 2, "another shift");
    wrong(|report| report.opened_by = "b".into(), "somebody else opened");
    wrong(|report| report.closed_by = "b".into(), "somebody else closed");
    wrong(|report| report.cash_at_open = Money::from_minor(501), "opened with other cash");
    wrong(|report| report.cash_counted = Money::from_minor(531), "nobody closed");
    wrong(|report| report.seats[0].meters.credit_in = Money::from_minor(31), "the shift tells");
    wrong(|report| report.seats[1].meters.credit_out = Money::from_minor(1), "the shift tells");
    wrong(|report| report.seats[0].meters.staked = Money::from_minor(1), "the shift tells");
    wrong(|report| report.seats[0].meters.corrections = Money::from_minor(1), "the shift tells");
    wrong(|report| report.seats[0].holds = Money::from_minor(131), "by the books 130");
    wrong(|report| _ = report.seats.pop(), "each seat");
    wrong(|report| report.meters.credit_in = Money::from_minor(31), "the sums");
    wrong(|report| report.meters.games = 1, "other rounds");
    wrong(|report| report.fees = Money::from_minor(1), "other fees");
}

#[test]
fn a_shift_that_nobody_opened_or_closed() {
    check(&[], What::Event(Event::Wake), &[shift_opened(1, 5)], "nobody opened");
    check(&[], opens(5), &[shift_opened(1, 6)], "nobody opened");
    check(&[], opens(5), &[shift_opened(2, 5)], "without a gap");
    check(&[], opens(5), &[], "did not do");
    check(&[], opens(-5), &[shift_opened(1, -5)], "less than no cash");
    check(&[], closes(530), &[Fact::ShiftClosed(report())], "none was open");
    let open = [(opens(500), vec![shift_opened(1, 500)])];
    check(&open, opens(5), &[shift_opened(2, 5)], "while one was open");
    check(&open, What::Event(Event::Wake), &[Fact::ShiftClosed(report())], "nobody closed");
    check(&open, closes(5), &[], "did not do");
}

fn opens_dispute(round: u64) -> What {
    by_attendant(Order::OpenDispute { seat: seat(), game: PastGame::Round(round), note: "n".into(), read: None })
}

fn dispute_opened(number: u32, round: u64) -> Fact {
    Fact::DisputeOpened { number, seat: seat(), game: PastGame::Round(round) }
}

fn decides(dispute: u32, verdict: Verdict) -> What {
    by_attendant(Order::DecideDispute { dispute, verdict, note: "n".into() })
}

fn decided(number: u32, verdict: Verdict) -> Fact {
    Fact::DisputeDecided { number, seat: seat(), verdict }
}

const FIVE: Verdict = Verdict::Upheld { amount: Money::from_minor(5) };

/// The first seat has lost 10 on red in round 1.
fn lost() -> Vec<(What, Vec<Fact>)> {
    let red = stake("red", None, 10);
    let end = vec![Fact::Closed { round: 1 }, outcome(2), settled(red, 0)];
    vec![(place(&[red]), vec![placed(&[red])]), (result(2), end)]
}

#[test]
fn a_dispute_that_nobody_had_or_decided() {
    let over = lost();
    check(&over, What::Event(Event::Wake), &[dispute_opened(1, 1)], "nobody had");
    check(&over, opens_dispute(1), &[dispute_opened(1, 2)], "nobody disputed this");
    check(&over, opens_dispute(1), &[dispute_opened(2, 1)], "without a gap");
    check(&over, opens_dispute(2), &[dispute_opened(1, 2)], "had no part in");
    check(&over, opens_dispute(1), &[], "did not do");
    check(&over, decides(1, FIVE), &[decided(1, FIVE)], "nobody opened");
    check(&over, decides(0, FIVE), &[decided(0, FIVE)], "nobody opened");
    let open = [over, vec![(opens_dispute(1), vec![dispute_opened(1, 1)])]].concat();
    check(&open, opens_dispute(1), &[dispute_opened(2, 1)], "twice");
    check(&open, What::Event(Event::Wake), &[decided(1, FIVE)], "by nobody");
    check(&open, decides(1, Verdict::Rejected), &[decided(1, FIVE)], "decided a dispute so");
    check(&open, decides(1, FIVE), &[], "did not do");
    let nothing = Verdict::Upheld { amount: Money::ZERO };
    check(&open, decides(1, nothing), &[decided(1, nothing)], "nothing paid");
    let other = Fact::DisputeDecided { number: 1, seat: Seat::all().nth(1).expect("there are six"), verdict: FIVE };
    check(&open, decides(1, FIVE), &[other], "another seat's");
    let over = [open, vec![(decides(1, FIVE), vec![decided(1, FIVE)])]].concat();
    check(&over, decides(1, FIVE), &[decided(1, FIVE)], "decided twice");
}

/// Whether the books agree with dispute 1 where its round is shown with this number and this stake of the seat.
fn compares(number: u8, staked: i64) -> Result<(), String> {
    let at = Timestamp::default();
    let part = SeatRecall { round: 1, seat: seat(), staked: Money::from_minor(staked), returned: Money::ZERO, bets: Vec::new() };
    let round = RoundRecall {
        round: 1,
        opened_at: at,
        closed_at: Some(at),
        settled_at: Some(at),
        outcome: Pocket::new(number),
        voided: None,
        no_spins: Vec::new(),
        seats: vec![part.into()],
        evidence: Vec::new(),
    };
    let (opened_by, note, game, kept) = ("a".into(), "n".into(), PastGame::Round(1), KeptGame::Round(round.into()));
    let shown = DisputeView { number: 1, game, seat: seat(), opened_by, opened_at: at, note, ruling: None, kept };
    let open = [lost(), vec![(opens_dispute(1), vec![dispute_opened(1, 1)])]].concat();
    book(&open).compare_dispute(&shown)
}

#[test]
fn a_disputed_round_that_is_kept_otherwise_than_it_was() {
    assert_eq!(compares(2, 10), Ok(()));
    assert!(compares(3, 10).is_err_and(|objection| objection.contains("another number")));
    assert!(compares(2, 11).is_err_and(|objection| objection.contains("is kept as")));
}

/// A book of a house that pays wins of 10 and more by hand, in which the first seat has won 10 on red in round 1.
fn won() -> (Book, Vec<Fact>) {
    let mut book = Book::new(House { hand_pay_from: Some(10), ..house() });
    let red = stake("red", None, 10);
    let before = [
        (wheel(WheelHappening::Opened), vec![Fact::RoundOpened { round: 1 }]),
        (by_attendant(Order::CreditIn { seat: seat(), amount: Money::from_minor(100) }), vec![credited(100)]),
        (place(&[red]), vec![placed(&[red])]),
    ];
    for (what, facts) in before {
        enter(&mut book, what, &facts).expect("this is as it should be");
    }
    (book, vec![Fact::Closed { round: 1 }, outcome(1), settled(red, 20)])
}

fn credited(amount: i64) -> Fact {
    Fact::CreditIn { seat: seat(), amount: Money::from_minor(amount) }
}

fn enter(book: &mut Book, what: What, facts: &[Fact]) -> Result<(), String> {
    let input = Input { number: 9, at: Timestamp::default(), what };
    book.enter(&input, facts).map_err(|objection| objection.objection)
}

fn due(number: u32, amount: i64) -> Fact {
    Fact::HandPayDue { number, seat: seat(), game: PastGame::Round(1), amount: Money::from_minor(amount) }
}

fn paid(number: u32, amount: i64, how: HandPayment) -> Fact {
    Fact::HandPaid { number, seat: seat(), amount: Money::from_minor(amount), how }
}

#[test]
fn a_win_that_is_not_held_back_or_not_paid_as_it_was() {
    let ends = |last: &[Fact], objection: &str| {
        let (mut book, end) = won();
        let said = enter(&mut book, result(1), &[end, last.to_vec()].concat()).expect_err("it is wrong");
        assert!(said.contains(objection), "{said}");
    };
    ends(&[], "not held back");
    ends(&[due(1, 9)], "another amount");
    ends(&[due(2, 10)], "without a gap");
    ends(&[due(1, 10), due(2, 10)], "for no win");
    let check = |how: HandPayment, fact: Fact, objection: &str| {
        let (mut book, end) = won();
        enter(&mut book, result(1), &[end, vec![due(1, 10)]].concat()).expect("this is as it should be");
        let red = stake("red", None, 10);
        enter(&mut book, What::Event(Event::Wake), &[Fact::RoundOpened { round: 2 }]).expect("this is as it should be");
        let locked = enter(&mut book.clone(), place(&[red]), &[placed(&[red])]).expect_err("it is locked");
        assert!(locked.contains("waits for a hand pay"), "{locked}");
        let order = by_attendant(Order::PayByHand { number: 1, how });
        match enter(&mut book, order, &[fact]) {
            Ok(()) => assert_eq!(objection, ""),
            Err(said) => assert!(!objection.is_empty() && said.contains(objection), "{said}"),
        }
    };
    check(HandPayment::Cash, paid(1, 10, HandPayment::Cash), "");
    check(HandPayment::Credit, paid(1, 10, HandPayment::Credit), "");
    check(HandPayment::Cash, paid(1, 10, HandPayment::Credit), "nobody paid so");
    check(HandPayment::Cash, paid(1, 11, HandPayment::Cash), "another amount");
    check(HandPayment::Cash, paid(2, 10, HandPayment::Cash), "nobody paid so");
    check(HandPayment::Cash, Fact::Resumed, "did not do");
}

/// Calls for an attendant: each step is what was ordered and what was told of it.
#[test]
fn a_call_that_nobody_made_or_ended_or_that_is_shown_wrongly() {
    let by_player = |order| What::Command(Command { who: Who::Seat(seat()), key: None, round: None, order });
    let calls = |reason| by_player(Order::CallAttendant(reason));
    let called = |number, reason| Fact::AttendantCalled { number, seat: seat(), reason };
    let ended = |number| Fact::CallEnded { number, seat: seat() };
    let amount = Money::from_minor(10);
    let credit = || (by_attendant(Order::CreditIn { seat: seat(), amount }), vec![Fact::CreditIn { seat: seat(), amount }]);
    let pays_out = |more: &[Fact]| {
        let paid = Fact::CreditOut { seat: seat(), amount };
        (by_attendant(Order::CreditOut { seat: seat(), amount: None }), [&[paid], more].concat())
    };
    let help = || (calls(CallReason::Help), vec![called(1, CallReason::Help)]);
    let check = |steps: &[(What, Vec<Fact>)], objection: &str| {
        let mut book = Book::new(house());
        let said = steps.iter().try_for_each(|(what, facts)| enter(&mut book, what.clone(), facts));
        match said {
            Ok(()) => assert_eq!(objection, ""),
            Err(said) => assert!(!objection.is_empty() && said.contains(objection), "{said}"),
        }
    };
    check(&[help(), (by_player(Order::WithdrawCall), vec![ended(1)])], "");
    check(&[help(), (by_attendant(Order::AnswerCall { number: 1 }), vec![ended(1)])], "");
    check(&[credit(), help(), pays_out(&[ended(1)])], "");
    check(&[(What::Event(Event::Wake), vec![called(1, CallReason::Help)])], "nobody at this seat called");
    check(&[(calls(CallReason::Help), vec![called(2, CallReason::Help)])], "without a gap");
    check(&[(calls(CallReason::Help), Vec::new())], "did not do");
    check(&[(calls(CallReason::CashOut), vec![called(1, CallReason::CashOut)])], "without credit");
    check(&[help(), (calls(CallReason::Help), vec![called(2, CallReason::Help)])], "twice");
    check(&[help(), (by_attendant(Order::AnswerCall { number: 1 }), vec![ended(2)])], "did not wait");
    check(&[help(), (by_attendant(Order::AnswerCall { number: 2 }), vec![ended(1)])], "by itself");
    check(&[help(), (What::Event(Event::Wake), vec![ended(1)])], "by itself");
    check(&[credit(), help(), pays_out(&[])], "waits whose credit is paid out");
}

#[test]
fn a_lock_that_nobody_ordered_or_that_does_not_hold() {
    let locks = || by_attendant(Order::LockSeat { seat: seat(), reason: "n".into() });
    let unlocks = || by_attendant(Order::UnlockSeat { seat: seat() });
    let (locked, unlocked, ten) = (Fact::SeatLocked { seat: seat() }, Fact::SeatUnlocked { seat: seat() }, stake("red", None, 10));
    let nobody = || What::Event(Event::Wake);
    check(&[], nobody(), core::slice::from_ref(&locked), "nobody locked");
    check(&[], locks(), &[], "did not do");
    check(&[], unlocks(), core::slice::from_ref(&unlocked), "was not locked");
    let standing = [(locks(), vec![locked.clone()])];
    check(&standing, locks(), &[locked], "locked twice");
    check(&standing, nobody(), core::slice::from_ref(&unlocked), "nobody unlocked");
    check(&standing, unlocks(), &[], "did not do");
    check(&standing, place(&[ten]), &[placed(&[ten])], "an attendant has locked");
    book(&[standing[0].clone(), (unlocks(), vec![unlocked]), (place(&[ten]), vec![placed(&[ten])])]);
}
