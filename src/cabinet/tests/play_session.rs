//! Sessions of play: when they begin and end, what a player is asked to confirm, and when he stops.

use super::*;
use crate::games::roulette::Countdown;
use crate::model::{Confirmation, HandPayment, PlaySessionView, PlayerProtection, RealityCheck};

const NOTHING: PlayerProtection =
    PlayerProtection { age_least_years: None, reality_check_minutes: None, session_most_minutes: None, session_pause_minutes: 5 };
const CHECKED: PlayerProtection = PlayerProtection { reality_check_minutes: Some(60), ..NOTHING };
const OF_AGE: PlayerProtection = PlayerProtection { age_least_years: Some(21), ..NOTHING };

fn by(who: u8) -> Who {
    Who::Seat(seat(who))
}

fn confirm(what: Confirmation) -> Order {
    Order::Confirm(what)
}

fn limit(minutes: u32) -> Order {
    Order::LimitPlaySession { minutes }
}

fn pays_in(amount: i64) -> Order {
    Order::CreditIn { seat: seat(1), amount: Money::from_minor(amount) }
}

fn pays_out(amount: Option<i64>) -> Order {
    Order::CreditOut { seat: seat(1), amount: amount.map(Money::from_minor) }
}

/// Where nobody bets the wheel waits, so that hours may pass.
fn patient_terms() -> Terms {
    let mut rules = example::rules();
    rules.round.countdown = Countdown::FromFirstBet;
    terms(rules)
}

/// Betting is open, nobody has money, and this is asked for the protection of players.
fn protected(protection: Option<PlayerProtection>) -> Table {
    let terms = Terms { player_protection: protection, ..patient_terms() };
    let what = What::Event(Event::Terms { terms: terms.to_bytes() });
    let (cabinet, _) = Cabinet::begin(&Input { number: 1, at: START, what }).expect("the terms can be read");
    let mut table = Table { cabinet, now: START };
    table.wheel(None, WheelHappening::Opened);
    table
}

/// The same, and a session of seat 1, which has 1000.
fn in_session(protection: PlayerProtection) -> Table {
    let mut table = protected(Some(protection));
    table.done(attendant(), pays_in(1_000));
    table
}

impl Table {
    fn session(&self) -> Option<PlaySessionView> {
        let views = self.views();
        assert_eq!(views.seats[0].play_session, views.official.seats[0].play_session, "a seat and officials see the same");
        views.seats[0].play_session
    }

    /// So many minutes pass, with every wake-up that comes within them: what that brings about.
    fn minutes_pass(&mut self, minutes: u64) -> Vec<Fact> {
        let end = self.now.after(Span::from_seconds(minutes * 60));
        let mut facts = Vec::new();
        while self.cabinet.outstanding().wake_at.is_some_and(|at| at <= end) {
            facts.extend(self.wake());
        }
        self.now = end;
        facts
    }
}

fn check_of(minutes: u32, staked: i64, result: i64) -> RealityCheck {
    RealityCheck { minutes, staked: Money::from_minor(staked), result: Money::from_minor(result) }
}

fn is_due(minutes: u32, staked: i64, result: i64) -> Fact {
    Fact::RealityCheckDue { seat: seat(1), check: check_of(minutes, staked, result) }
}

#[test]
fn where_nobody_asks_for_protection_there_are_no_sessions() {
    let mut table = protected(None);
    let paid_in = table.done(attendant(), pays_in(1_000));
    assert_eq!(paid_in, [Fact::CreditIn { seat: seat(1), amount: Money::from_minor(1_000) }]);
    assert_eq!(table.minutes_pass(1_440), []);
    assert_eq!(table.session(), None);
    table.refused(player(), confirm(Confirmation::Age), Refusal::NothingToConfirm);
    table.refused(player(), limit(60), Refusal::NoPlaySession);
    table.done(player(), place(&[straight(1, 10)]));
}

#[test]
fn a_session_begins_with_the_first_money_and_ends_when_all_is_paid_out() {
    let mut table = protected(Some(NOTHING));
    assert!(table.done(attendant(), pays_in(1_000)).contains(&Fact::PlaySessionBegan { seat: seat(1) }));
    let began_at = table.now;
    let open = PlaySessionView { began_at, age_to_confirm: None, check: None, limit_minutes: None, ends_at: None, is_over: false };
    assert_eq!(table.session(), Some(open));
    assert!(!table.done(attendant(), pays_in(1_000)).contains(&Fact::PlaySessionBegan { seat: seat(1) }));
    assert!(!table.done(attendant(), pays_out(Some(1))).contains(&Fact::PlaySessionEnded { seat: seat(1) }));
    assert!(table.done(attendant(), pays_out(None)).contains(&Fact::PlaySessionEnded { seat: seat(1) }));
    assert_eq!(table.session(), None);
}

/// Seat 1 has lost everything, so many minutes pass, and it buys again: whether its session ended meanwhile.
#[track_caller]
fn check_pause(pause_minutes: u32, minutes: u64, has_ended: bool) {
    let mut table = in_session(PlayerProtection { session_pause_minutes: pause_minutes, ..NOTHING });
    let began_at = table.session().map(|session| session.began_at);
    table.minutes_pass(1);
    table.done(player(), place(&[straight(17, 500), straight(18, 500)]));
    let lost = table.spin_to(3);
    assert_eq!(table.credit(), 0);
    let facts = [lost, table.minutes_pass(minutes)].concat();
    assert_eq!(facts.contains(&Fact::PlaySessionEnded { seat: seat(1) }), has_ended, "{pause_minutes}, {minutes}: {facts:?}");
    table.done(attendant(), pays_in(10));
    assert_eq!(table.session().map(|session| session.began_at) == began_at, !has_ended);
}

#[test]
fn who_has_lost_everything_and_buys_again_soon_goes_on_with_his_session() {
    check_pause(5, 4, false);
    check_pause(5, 5, true);
    check_pause(0, 0, true);
}

#[test]
fn stakes_that_lie_keep_a_session() {
    let mut table = in_session(NOTHING);
    table.done(player(), place(&[straight(17, 500), straight(18, 500)]));
    assert_eq!(table.credit(), 0);
    assert!(table.session().is_some());
    assert!(!table.spin_to(17).contains(&Fact::PlaySessionEnded { seat: seat(1) }));
}

#[test]
fn before_the_first_stake_a_player_confirms_his_age() {
    let mut table = in_session(OF_AGE);
    assert_eq!(table.session().and_then(|session| session.age_to_confirm), Some(21));
    for order in [place(&[straight(1, 10)]), Order::Repeat] {
        table.refused(player(), order, Refusal::AgeNotConfirmed);
    }
    table.refused(by(2), confirm(Confirmation::Age), Refusal::NothingToConfirm);
    table.refused(attendant(), confirm(Confirmation::Age), Refusal::NotEntitled);
    assert_eq!(table.done(player(), confirm(Confirmation::Age)), [Fact::AgeConfirmed { seat: seat(1) }]);
    table.refused(player(), confirm(Confirmation::Age), Refusal::NothingToConfirm);
    table.done(player(), place(&[straight(1, 10)]));
    // The next player confirms his own.
    table.done(player(), Order::Clear);
    table.done(attendant(), pays_out(None));
    table.done(attendant(), pays_in(10));
    table.refused(player(), place(&[straight(1, 10)]), Refusal::AgeNotConfirmed);
}

#[test]
fn after_so_many_minutes_a_player_is_told_how_long_he_has_played_and_what_it_came_to() {
    let mut table = in_session(CHECKED);
    table.done(player(), place(&[straight(17, 100)]));
    table.spin_to(3);
    let facts = table.minutes_pass(59);
    assert!(!facts.iter().any(|fact| matches!(fact, Fact::RealityCheckDue { .. })), "{facts:?}");
    let facts = table.minutes_pass(1);
    assert!(facts.contains(&is_due(60, 100, -100)), "{facts:?}");
    assert_eq!(table.session().and_then(|session| session.check), Some(check_of(60, 100, -100)));
    table.refused(player(), place(&[straight(1, 10)]), Refusal::RealityCheckOpen);
    // While he does not look, none is added.
    assert!(!table.minutes_pass(200).iter().any(|fact| matches!(fact, Fact::RealityCheckDue { .. })));
    assert_eq!(table.done(player(), confirm(Confirmation::RealityCheck)), [Fact::RealityCheckConfirmed { seat: seat(1) }]);
    table.done(player(), place(&[straight(17, 100)]));
    table.spin_to(17);
    let facts = table.minutes_pass(60);
    assert!(facts.contains(&is_due(320, 200, 3_400)), "an hour after he confirmed: {facts:?}");
}

#[test]
fn what_is_paid_in_and_out_is_neither_won_nor_lost() {
    let mut table = in_session(CHECKED);
    table.done(attendant(), pays_in(5_000));
    table.done(attendant(), pays_out(Some(700)));
    table.done(player(), place(&[straight(17, 40)]));
    let facts = table.spin_to(17);
    assert!(facts.iter().any(|fact| matches!(fact, Fact::Settled(_))));
    assert!(table.minutes_pass(60).contains(&is_due(60, 40, 1_400)));
}

#[test]
fn a_win_that_is_paid_by_hand_is_won() {
    let terms = Terms { player_protection: Some(CHECKED), hand_pay_from: Some(Money::from_minor(350)), ..patient_terms() };
    let what = What::Event(Event::Terms { terms: terms.to_bytes() });
    let (cabinet, _) = Cabinet::begin(&Input { number: 1, at: START, what }).expect("the terms can be read");
    let mut table = Table { cabinet, now: START };
    table.wheel(None, WheelHappening::Opened);
    table.done(attendant(), pays_in(10));
    table.done(player(), place(&[straight(17, 10)]));
    table.spin_to(17);
    table.done(attendant(), pays_out(None));
    assert!(table.session().is_some(), "what waits for a hand pay is the player's");
    let paid = table.done(attendant(), Order::PayByHand { number: 1, how: HandPayment::Cash });
    assert!(paid.contains(&Fact::PlaySessionEnded { seat: seat(1) }), "{paid:?}");
    table.done(attendant(), pays_in(10));
    assert!(table.minutes_pass(60).contains(&is_due(60, 0, 0)), "the next player has won nothing");
}

#[test]
fn a_bet_under_way_is_played_to_its_end_and_is_not_lost_yet() {
    let mut table = in_session(PlayerProtection { session_most_minutes: Some(60), ..CHECKED });
    table.minutes_pass(59);
    table.done(player(), place(&[straight(17, 10)]));
    let spinning = table.minutes_pass(1);
    assert!(spinning.contains(&Fact::PlaySessionLimitReached { seat: seat(1) }), "{spinning:?}");
    assert!(table.views().seats[0].staked.is_positive());
    table.refused(player(), place(&[straight(17, 10)]), Refusal::SessionLimitReached);
    table.refused(player(), Order::Double, Refusal::SessionLimitReached);
    table.spin_to(17);
    assert_eq!(table.credit(), 1_350);
}

#[test]
fn when_his_time_is_up_a_player_is_paid_out_before_he_plays_again() {
    let mut table = in_session(PlayerProtection { session_most_minutes: Some(60), ..NOTHING });
    let session = table.session().expect("there is one");
    assert_eq!((session.limit_minutes, session.ends_at), (Some(60), Some(session.began_at.after(Span::from_seconds(3_600)))));
    assert!(table.minutes_pass(60).contains(&Fact::PlaySessionLimitReached { seat: seat(1) }));
    assert!(table.session().is_some_and(|session| session.is_over));
    table.refused(player(), place(&[straight(17, 10)]), Refusal::SessionLimitReached);
    table.refused(player(), limit(10), Refusal::SessionLimitReached);
    table.done(attendant(), pays_in(10));
    table.refused(player(), place(&[straight(17, 10)]), Refusal::SessionLimitReached);
    table.done(attendant(), pays_out(None));
    table.done(attendant(), pays_in(10));
    table.done(player(), place(&[straight(17, 10)]));
}

#[test]
fn a_player_limits_himself_and_only_ever_to_less() {
    let mut table = in_session(PlayerProtection { session_most_minutes: Some(120), ..NOTHING });
    for minutes in [0, 120, 1_440] {
        table.refused(player(), limit(minutes), Refusal::SessionLimitUnfit);
    }
    table.refused(by(2), limit(60), Refusal::NoPlaySession);
    table.refused(attendant(), limit(60), Refusal::NotEntitled);
    assert_eq!(table.done(player(), limit(90)), [Fact::PlaySessionLimited { seat: seat(1), minutes: 90 }]);
    table.refused(player(), limit(90), Refusal::SessionLimitUnfit);
    table.done(player(), limit(30));
    assert_eq!(table.session().and_then(|session| session.limit_minutes), Some(30));
    table.minutes_pass(29);
    table.done(player(), place(&[straight(17, 10)]));
    // Less than he has played already ends it at once.
    let facts = table.done(player(), limit(1));
    assert_eq!(facts.last(), Some(&Fact::PlaySessionLimitReached { seat: seat(1) }));
}

#[test]
fn without_a_law_a_player_may_limit_himself_to_a_day_at_most() {
    let mut table = in_session(NOTHING);
    table.refused(player(), limit(1_441), Refusal::SessionLimitUnfit);
    table.done(player(), limit(1_440));
}

#[test]
fn a_bet_that_comes_after_the_moment_of_a_check_comes_after_the_check() {
    let mut table = in_session(CHECKED);
    table.now = table.now.after(Span::from_seconds(3_600));
    assert_eq!(table.order(player(), None, place(&[straight(17, 10)])), Outcome::Overdue);
    table.event(Event::Wake);
    table.refused(player(), place(&[straight(17, 10)]), Refusal::RealityCheckOpen);
}

#[test]
fn an_attendants_lock_comes_before_what_a_session_asks() {
    let mut table = in_session(OF_AGE);
    table.done(attendant(), Order::LockSeat { seat: seat(1), reason: "a question".into() });
    table.refused(player(), place(&[straight(17, 10)]), Refusal::SeatLocked);
    table.done(player(), confirm(Confirmation::Age));
    table.refused(player(), place(&[straight(17, 10)]), Refusal::SeatLocked);
}

#[test]
fn a_session_outlives_a_restart_and_a_step_of_the_wall_clock() {
    let mut table = in_session(CHECKED);
    table.minutes_pass(30);
    table.cabinet = Cabinet::from_bytes(&table.cabinet.to_bytes()).expect("a checkpoint");
    let wall = Some(table.now.after(Span::from_seconds(7_200)));
    let started = Event::Started { version: "1".into(), wall, unproved_after: None, practice: Event::PRACTICE, identity: None };
    table.event(started);
    let shown = table.session().expect("it goes on").began_at;
    assert_eq!(shown, START.after(Span::from_seconds(7_200)), "as the wall clock shows it now");
    assert!(table.minutes_pass(29).iter().all(|fact| !matches!(fact, Fact::RealityCheckDue { .. })));
    assert!(table.minutes_pass(1).contains(&is_due(60, 0, 0)));
}

#[test]
fn a_player_who_was_paid_out_while_a_bet_lay_has_gone_when_it_is_lost() {
    let mut table = in_session(OF_AGE);
    table.done(player(), confirm(Confirmation::Age));
    table.done(player(), place(&[straight(17, 10)]));
    assert!(!table.done(attendant(), pays_out(None)).contains(&Fact::PlaySessionEnded { seat: seat(1) }));
    assert!(table.spin_to(3).contains(&Fact::PlaySessionEnded { seat: seat(1) }));
    // Where it wins, he has something to be paid again.
    let mut table = in_session(NOTHING);
    table.done(player(), place(&[straight(17, 10)]));
    table.done(attendant(), pays_out(None));
    assert!(!table.spin_to(17).contains(&Fact::PlaySessionEnded { seat: seat(1) }));
    assert!(table.done(attendant(), pays_out(None)).contains(&Fact::PlaySessionEnded { seat: seat(1) }));
}

#[test]
fn terms_that_ask_again_at_once_are_no_terms() {
    let asks = |protection| Terms { player_protection: Some(protection), ..patient_terms() }.to_bytes();
    assert!(Terms::from_bytes(&asks(CHECKED)).is_some());
    assert!(Terms::from_bytes(&asks(PlayerProtection { reality_check_minutes: Some(0), ..NOTHING })).is_none());
    assert!(Terms::from_bytes(&asks(PlayerProtection { session_most_minutes: Some(1_441), ..NOTHING })).is_none());
}

#[test]
fn terms_that_ask_for_protection_begin_and_end_the_sessions_of_who_plays() {
    let mut table = Table::open();
    let ask = |protection| Event::Terms { terms: Terms { player_protection: protection, ..terms(example::rules()) }.to_bytes() };
    assert!(table.event(ask(Some(OF_AGE))).contains(&Fact::PlaySessionBegan { seat: seat(1) }));
    table.refused(player(), place(&[straight(17, 10)]), Refusal::AgeNotConfirmed);
    assert!(table.event(ask(None)).contains(&Fact::PlaySessionEnded { seat: seat(1) }));
    table.done(player(), place(&[straight(17, 10)]));
}
