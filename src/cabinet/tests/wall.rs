//! The wall clock is set: what that does to play, to what is shown, and to the order of time.

use super::*;
use crate::model::FaultView;

const DAY_SECONDS: i64 = 24 * 3_600;

/// The wall clock at this moment, so many seconds ahead of the house's own time.
fn wall(table: &Table, seconds: i64) -> Timestamp {
    Timestamp::from_microseconds(table.now.microseconds().saturating_add_signed(seconds * 1_000_000))
}

impl Table {
    /// The program starts while the wall clock is so many seconds ahead, and the wheel shows itself.
    fn start(&mut self, seconds: i64) -> Vec<Fact> {
        let wall = Some(wall(self, seconds));
        let mut facts =
            self.event(Event::Started { version: "1".into(), wall, unproved_after: None, practice: Event::PRACTICE, identity: None });
        facts.extend(self.wheel(None, WheelHappening::Opened));
        facts
    }

    fn set_clock(&mut self, seconds: i64) -> Vec<Fact> {
        let wall = wall(self, seconds);
        self.event(Event::WallClock { wall })
    }

    fn clock_fault(&self) -> Option<FaultView> {
        self.views().cabinet.faults.into_iter().find(|fault| fault.code == FaultCode::ClockStepped)
    }

    /// What is shown as the time of the newest input, in seconds ahead of the house's own.
    fn shown_ahead(&self) -> i64 {
        self.views().cabinet.at.microseconds().cast_signed().wrapping_sub(self.now.microseconds().cast_signed()) / 1_000_000
    }
}

/// A wall clock that was right goes by so many seconds while the program runs: whether that is a fault, and what is shown then.
#[track_caller]
fn check_step(seconds: i64, is_fault: bool, shown: i64) {
    let mut table = Table::open();
    table.start(20 * DAY_SECONDS);
    assert!(table.clock_fault().is_some(), "the first start tells a clock that is not the one of the journal");
    table.done(attendant(), Order::Resume(Resumption::Continue));
    table.set_clock(20 * DAY_SECONDS + seconds);
    assert_eq!((table.clock_fault().is_some(), table.shown_ahead() - 20 * DAY_SECONDS), (is_fault, shown), "{seconds}");
}

#[test]
fn a_step_of_the_wall_clock_is_a_fault_and_a_drift_is_not() {
    check_step(0, false, 0);
    check_step(9, false, 0);
    check_step(-9, false, 0);
    check_step(10, false, 10);
    check_step(-60, false, -60);
    check_step(-61, true, -61);
    check_step(3_600, false, 3_600);
    check_step(3_601, true, 3_601);
    check_step(-20 * DAY_SECONDS, true, -20 * DAY_SECONDS);
}

#[test]
fn one_start_ten_years_ahead_holds_the_table_until_an_attendant_has_looked_and_leaves_no_trace_in_what_is_shown_later() {
    let years = 3_650 * DAY_SECONDS;
    let mut table = Table::open();
    assert_eq!(table.start(0), [Fact::Held { fault: None, reason: "The wheel is not running.".into() }, Fact::Resumed]);
    let facts = table.start(years);
    assert!(matches!(facts.as_slice(), [Fact::Held { fault: Some(FaultCode::ClockStepped), .. }]), "{facts:?}");
    assert_eq!(table.clock_fault().expect("it stands").detail, "the wall clock went forward by 315360000 seconds");
    table.refused(player(), place(&[straight(1, 10)]), Refusal::TableHeld);
    // Another start with the same clock ends nothing.
    table.start(years);
    assert!(table.clock_fault().is_some());
    assert_eq!(table.shown_ahead(), years);
    assert_eq!(table.done(attendant(), Order::Resume(Resumption::Continue)), [Fact::Resumed]);
    assert_eq!((table.clock_fault(), table.shown_ahead()), (None, years));
    // Somebody sets it right: that is a step too, and what is shown is the truth at once.
    let facts = table.set_clock(0);
    assert!(matches!(facts.as_slice(), [Fact::Held { fault: Some(FaultCode::ClockStepped), .. }]), "{facts:?}");
    assert_eq!(table.shown_ahead(), 0);
    table.done(attendant(), Order::Resume(Resumption::Continue));
    table.done(player(), place(&[straight(1, 10)]));
    table.wake();
    table.wheel(Some(1), WheelHappening::BallLaunched);
    // A ball that runs runs on.
    table.set_clock(-years);
    table.set_clock(0);
    table.wheel(Some(1), WheelHappening::NoMoreBets);
    table.wheel(Some(1), WheelHappening::Result(crate::model::Pocket::new(1).expect("a pocket")));
    let settled_at = table.views().official.rounds[0].settled_at;
    assert_eq!(settled_at, Some(table.now), "a round is recalled by the time that was shown");
    table.refused(attendant(), Order::Resume(Resumption::Respin), Refusal::WrongPhase);
}

/// As after a crash with which one copy of the journal was lost.
#[test]
fn an_unproved_end_of_the_journal_holds_the_table_until_an_attendant_has_looked() {
    let mut table = Table::open();
    let start = |unproved_after| Event::Started {
        version: "1".into(),
        wall: Some(START),
        unproved_after,
        practice: Event::PRACTICE,
        identity: None,
    };
    let facts = table.event(start(Some(64)));
    assert!(matches!(facts.as_slice(), [Fact::Held { fault: Some(FaultCode::JournalEndUnproved), .. }]), "{facts:?}");
    let faults = table.views().cabinet.faults;
    assert_eq!(faults[0].detail, "of the journal's two copies one was lost; what was recorded just after record 64 may be missing");
    table.refused(player(), place(&[straight(1, 10)]), Refusal::TableHeld);
    // Another start, at which both copies are whole, ends nothing.
    table.event(start(None));
    assert_eq!(table.views().cabinet.faults.len(), 1);
    table.done(attendant(), Order::Resume(Resumption::Continue));
    assert!(table.views().cabinet.faults.is_empty());
}

/// The wall clock is set to so many seconds ahead, one after the other, and nobody looks meanwhile; what the fault says then.
#[track_caller]
fn check_words(ahead: &[i64], words: &str) {
    let mut table = Table::open();
    let right = 20 * DAY_SECONDS;
    table.start(right);
    table.done(attendant(), Order::Resume(Resumption::Continue));
    ahead.iter().for_each(|seconds| _ = table.set_clock(right + seconds));
    let fault = table.clock_fault().expect("it stands");
    assert_eq!(fault.detail, words);
    table.cabinet = Cabinet::from_bytes(&table.cabinet.to_bytes()).expect("a checkpoint");
    assert_eq!(table.clock_fault(), Some(fault));
    // Looked at, and set once more: the difference is counted from there.
    table.done(attendant(), Order::Resume(Resumption::Continue));
    let last = ahead.last().expect("it was set");
    table.set_clock(right + last - 61);
    assert_eq!(table.clock_fault().expect("it stands").detail, "the wall clock went back by 61 seconds");
}

#[test]
fn a_clock_that_is_set_again_while_nobody_has_looked_is_told_by_how_far_it_is_from_where_it_was() {
    check_words(&[7_200], "the wall clock went forward by 7200 seconds");
    check_words(&[7_200, -7_200], "the wall clock went back by 7200 seconds");
    check_words(&[-3_600, -3_700], "the wall clock went back by 3700 seconds");
    check_words(&[7_200, 7_230], "the wall clock went forward by 7230 seconds");
    check_words(&[7_200, 5], "the wall clock was set, and set back again");
}

#[test]
fn starts_of_older_releases_told_no_wall_clock() {
    let mut table = Table::open();
    table.event(Event::Started { version: "1".into(), wall: None, unproved_after: None, practice: 0, identity: None });
    assert_eq!((table.clock_fault(), table.shown_ahead()), (None, 0));
    let bytes = table.cabinet.to_bytes();
    // The list of the fields without its last thirteen: no difference, none before, no table between players, no practice, no shifts, no disputes, no
    // hand pays, no calls for an attendant, no self-tests, no locked seats, no sessions of play, no limits, no faults of the house.
    let last = [0, 0xf6, 0x80, 0, 0x83, 0xf6, 0, 0x80, 0x83, 0, 0x80, 0x80, 0x82, 0, 0x80, 0x82, 0, 0x80, 0x82, 0, 0x80, 0x81, 0x80];
    let sessions = [0x81, 0x86, 0xf6, 0xf6, 0xf6, 0xf6, 0xf6, 0xf6];
    let (limits, faults) = ([0x82, 0x80, 0x80], [0x81, 0x80]);
    let end = bytes.len() - last.len() - sessions.len() - limits.len() - faults.len();
    assert_eq!((bytes[0], &bytes[end..]), (0x97, &[&last[..], &sessions, &limits, &faults].concat()[..]));
    let older = [&[0x8a], &bytes[1..end]].concat();
    assert_eq!(Cabinet::from_bytes(&older).as_ref(), Some(&table.cabinet));
}
