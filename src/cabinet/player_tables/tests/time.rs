//! The time of a decision: the time bank, and who is taken to be absent (SPB-60, SPB-61).

use super::*;
use crate::games::betting::TimeOver;
use crate::model::Span;

/// A table where a decision has 20 seconds, with this time bank; after two decisions that the time took a seat sits out.
fn dealt(full_seconds: u16, gain_seconds: u16, stacks: &[i64]) -> Room {
    let time_bank = TimeBank { full_seconds, gain_seconds };
    Room::dealt_by(PlayerTableTerms { time_bank, absent_after_decisions: 2, ..table_terms("holdem/by") }, stacks)
}

impl Room {
    fn later(&mut self, seconds: u64) {
        self.now = self.now.after(Span::from_seconds(seconds));
    }

    /// What this seat has left in seconds, and whether the seat that is asked draws on its own.
    fn time_bank(&self, number: u8) -> (u64, bool) {
        let views = self.cabinet.views(self.cabinet.rules_view().into());
        let table = &views.cabinet.player_tables[0];
        let place = table.places.iter().find(|place| place.seat == seat(number)).expect("it sits");
        (place.time_bank.microseconds() / 1_000_000, table.is_on_time_bank)
    }

    fn asked_number(&self) -> u8 {
        self.asked().expect("somebody is asked").0.number()
    }
}

fn is_by_default(facts: &[PlayerTableFact]) -> bool {
    matches!(facts[0], PlayerTableFact::Acted { by_default: true, .. })
}

fn sat_out(facts: &[PlayerTableFact], number: u8) -> bool {
    facts.contains(&PlayerTableFact::SatOut { seat: seat(number), is_out: true })
}

#[test]
fn when_the_time_is_over_the_time_bank_is_drawn_on_and_what_was_not_used_stays() {
    let mut room = dealt(60, 0, &[1_000; 3]);
    let asked = room.asked_number();
    assert_eq!(room.time_bank(asked), (60, false));
    assert_eq!(room.wake(), []);
    assert_eq!((room.asked_number(), room.time_bank(asked)), (asked, (60, true)));
    room.later(25);
    let facts = room.acts(asked, BettingAction::Call);
    assert!(!is_by_default(&facts));
    assert_eq!(room.time_bank(asked), (35, false));
}

#[test]
fn who_has_used_his_time_bank_up_is_decided_for() {
    let mut room = dealt(60, 0, &[1_000; 3]);
    let (asked, asked_at) = (room.asked_number(), room.now);
    assert_eq!(room.wake(), []);
    assert!(is_by_default(&room.wake()));
    assert_eq!((room.now.since(asked_at), room.time_bank(asked)), (Span::from_seconds(80), (0, false)));
}

#[test]
fn each_deal_gives_some_of_it_back_and_never_more_than_it_holds() {
    let mut room = dealt(60, 15, &[1_000; 3]);
    let asked = room.asked_number();
    assert_eq!(room.time_bank(asked), (60, false), "it is full");
    room.wake();
    room.later(20);
    room.acts(asked, BettingAction::Fold);
    let last = room.asked_number();
    room.acts(last, BettingAction::Fold);
    assert_eq!(room.time_bank(asked), (40, false));
    room.begin();
    assert_eq!((room.time_bank(asked), room.time_bank(last)), ((55, false), (60, false)));
}

#[test]
fn a_hold_takes_only_what_was_drawn_until_then_and_a_restart_nothing() {
    let mut room = dealt(60, 0, &[1_000; 3]);
    let asked = room.asked_number();
    room.wake();
    room.later(10);
    room.attends(TableOrder::Hold { reason: "lights".into() });
    room.later(500);
    room.attends(TableOrder::Resume);
    assert_eq!((room.asked_number(), room.time_bank(asked)), (asked, (50, false)));
    room.wake();
    room.later(10);
    room.restart();
    room.source(CardSourceEvent::Opened);
    assert_eq!((room.asked_number(), room.time_bank(asked)), (asked, (50, false)));
}

/// Nobody could play while the program was not there: new terms come with its start, just before it.
#[test]
fn where_a_start_brings_new_terms_the_time_decides_nothing() {
    let mut room = dealt(0, 0, &[1_000; 3]);
    let asked = room.asked_number();
    room.later(500);
    assert_eq!(room.event(Event::Terms { terms: terms(vec![table_terms("holdem/by")]).to_bytes() }), []);
    room.restart();
    room.source(CardSourceEvent::Opened);
    assert_eq!(room.asked_number(), asked);
    assert!(is_by_default(&room.wake()), "it has its whole time from then on");
}

/// A decision has 30 seconds, and the time bank is the minute of the clock and its countdown. Two see the flop; who is asked faces nothing,
/// or a bet of 200.
fn on_the_clock(faces_bet: bool, time_over: Option<TimeOver>) -> Room {
    let time_bank = TimeBank { full_seconds: 70, gain_seconds: 0 };
    let mut terms = PlayerTableTerms { decision_seconds: 30, time_bank, ..table_terms("holdem/by") };
    terms.rules.house.betting.time_over = time_over;
    let mut room = Room::dealt_by(terms, &[1_000; 2]);
    room.acts(room.asked_number(), BettingAction::Call);
    room.acts(room.asked_number(), BettingAction::Check);
    if faces_bet {
        room.acts(room.asked_number(), BettingAction::Bet(money(200)));
    }
    room
}

/// The player's `action` counts at 99.9 seconds; at 100 seconds it comes too late, and the time does `by_time` for him.
#[track_caller]
fn check_clock(faces_bet: bool, time_over: Option<TimeOver>, action: BettingAction, by_time: BettingAction) {
    let mut room = on_the_clock(faces_bet, time_over);
    let asked = room.asked_number();
    assert_eq!(room.wake(), [], "the clock is called");
    room.now = room.now.after(Span::from_milliseconds(69_900));
    assert!(!is_by_default(&room.acts(asked, action)), "{action:?}");
    let mut room = on_the_clock(faces_bet, time_over);
    let ((asked, turn), asked_at) = (room.asked().expect("somebody is asked"), room.now);
    assert_eq!(room.wake(), [], "the clock is called");
    room.now = asked_at.after(Span::from_seconds(100));
    let act = TableOrder::BetweenPlayers(PlayerTableOrder::Act { turn, action });
    let late = room.command(Who::Seat(asked), Order::Table { table: TABLE, order: act });
    assert_eq!(room.step(late), Outcome::Overdue, "{action:?}");
    let expected = PlayerTableFact::Acted { seat: asked, action: by_time, paid: Money::ZERO, by_default: true };
    assert_eq!((room.wake().first(), room.now.since(asked_at)), (Some(&expected), Span::from_seconds(100)));
}

#[test]
fn spb_w42_at_99_9_seconds_an_action_is_taken_and_at_100_the_time_folds_or_checks() {
    check_clock(true, None, BettingAction::Call, BettingAction::Fold);
    check_clock(false, None, BettingAction::Bet(money(200)), BettingAction::Check);
}

#[test]
fn spb_w42_where_the_house_has_it_the_time_folds_who_owes_nothing_too() {
    check_clock(false, Some(TimeOver::Fold), BettingAction::Bet(money(200)), BettingAction::Fold);
    check_clock(false, Some(TimeOver::Check), BettingAction::Bet(money(200)), BettingAction::Check);
}

/// Two play; one misses the first decision of the first deal, and is asked again in the second, where he may check.
fn missed_once() -> (Room, u8) {
    let mut room = dealt(0, 0, &[1_000; 2]);
    let absent = room.asked_number();
    let facts = room.wake();
    assert!(is_by_default(&facts) && !sat_out(&facts, absent), "{facts:?}");
    room.begin();
    let other = room.asked_number();
    assert_ne!(other, absent, "the button has moved");
    room.acts(other, BettingAction::Call);
    assert_eq!(room.asked_number(), absent);
    (room, absent)
}

#[test]
fn from_whom_the_time_takes_two_decisions_in_a_row_sits_out() {
    let (mut room, absent) = missed_once();
    let facts = room.wake();
    assert!(is_by_default(&facts) && sat_out(&facts, absent), "{facts:?}");
}

#[test]
fn who_decides_in_between_has_missed_nothing() {
    let (mut room, absent) = missed_once();
    room.acts(absent, BettingAction::Check);
    while room.asked_number() != absent {
        room.acts(room.asked_number(), BettingAction::Check);
    }
    let facts = room.wake();
    assert!(is_by_default(&facts) && !sat_out(&facts, absent), "{facts:?}");
}

#[test]
fn who_comes_back_has_missed_nothing() {
    let (mut room, absent) = missed_once();
    room.orders(absent, PlayerTableOrder::SitOut { is_out: true });
    room.orders(absent, PlayerTableOrder::SitOut { is_out: false });
    let facts = room.wake();
    assert!(is_by_default(&facts) && !sat_out(&facts, absent), "{facts:?}");
}

#[test]
fn where_the_house_says_never_nobody_is_taken_to_be_absent() {
    let mut room = Room::dealt("holdem/by", &[1_000; 2]);
    for _ in 0..6 {
        let asked = room.asked_number();
        assert!(!sat_out(&room.wake(), asked));
        room.begin();
    }
}
