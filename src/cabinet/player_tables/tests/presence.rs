//! Seats whose console has lost its line: who sees it, what they are decided for, and when they sit out.

use super::*;
use crate::model::PlaceView;

/// A table where a seat sits out after so many deals that it missed.
fn dealt(rules: &str, absent_after_deals: u16, stacks: &[i64]) -> Room {
    Room::dealt_by(PlayerTableTerms { absent_after_deals, ..table_terms(rules) }, stacks)
}

impl Room {
    fn presence(&mut self, number: u8, is_here: bool) -> Vec<PlayerTableFact> {
        self.event(Event::Presence { seat: seat(number), is_here })
    }

    /// The seat as everybody sees it.
    fn place(&self, number: u8) -> PlaceView {
        let views = self.cabinet.views(self.cabinet.rules_view().into());
        let mut places = views.cabinet.player_tables[0].places.iter();
        places.find(|place| place.seat == seat(number)).expect("it sits").clone()
    }

    /// Everybody but the absent one checks or calls; his time runs out. Until the deal is over.
    fn plays_without(&mut self, absent: u8) -> Vec<PlayerTableFact> {
        let mut facts = Vec::new();
        while let Some((asked, _)) = self.asked() {
            facts.extend(if asked == seat(absent) { self.wakes_and_deals() } else { self.stays(asked) });
        }
        facts
    }

    fn wakes_and_deals(&mut self) -> Vec<PlayerTableFact> {
        let mut facts = self.wake();
        facts.extend(self.deal());
        facts
    }

    fn stays(&mut self, asked: Seat) -> Vec<PlayerTableFact> {
        let view = self.cabinet.player_table_view(TABLE, Eyes::Seat(asked)).expect("the table is there");
        let is_free = view.offers.expect("it is asked").call.is_zero();
        self.acts(asked.number(), if is_free { BettingAction::Check } else { BettingAction::Call })
    }
}

fn lost(number: u8) -> PlayerTableFact {
    PlayerTableFact::Presence { seat: seat(number), is_here: false }
}

fn back(number: u8) -> PlayerTableFact {
    PlayerTableFact::Presence { seat: seat(number), is_here: true }
}

fn sat_out(facts: &[PlayerTableFact], number: u8) -> bool {
    facts.contains(&PlayerTableFact::SatOut { seat: seat(number), is_out: true })
}

#[test]
fn a_lost_line_is_told_once_and_everybody_sees_it() {
    let mut room = dealt("holdem/by", 2, &[1_000; 3]);
    assert_eq!(room.presence(2, true), [], "it was never gone");
    assert_eq!(room.presence(2, false), [lost(2)]);
    assert!(room.place(2).is_absent && !room.place(1).is_absent);
    assert_eq!(room.presence(2, false), []);
    assert_eq!(room.presence(2, true), [back(2)]);
    assert!(!room.place(2).is_absent);
    assert_eq!(room.presence(5, false), [], "nobody sits there");
}

#[test]
fn who_sits_down_or_goes_is_not_absent() {
    let mut room = dealt("holdem/by", 2, &[1_000; 3]);
    room.orders(4, PlayerTableOrder::Join { put: money(500) });
    room.presence(4, false);
    room.orders(4, PlayerTableOrder::Leave);
    room.orders(4, PlayerTableOrder::Join { put: money(500) });
    assert!(!room.place(4).is_absent);
}

#[test]
fn after_a_start_nobody_is_absent_until_it_is_told_again() {
    let mut room = dealt("holdem/by", 2, &[1_000; 3]);
    room.presence(2, false);
    room.restart();
    room.source(CardSourceEvent::Opened);
    assert!(!room.place(2).is_absent);
    assert_eq!(room.presence(2, false), [lost(2)]);
}

/// SPB-61: at each step of a deal one vanishes; he is asked as ever, has his whole time, and checks or folds then. No chip is lost.
fn vanishes(rules: &str, absent: u8, step: usize) {
    let mut room = dealt(rules, 1, &[1_000; 3]);
    for _ in 0..step {
        let Some((asked, _)) = room.asked() else { return };
        room.stays(asked);
    }
    if room.asked().is_none() {
        return;
    }
    room.presence(absent, false);
    let facts = room.plays_without(absent);
    let of_absent = facts.iter().filter_map(|fact| match fact {
        PlayerTableFact::Acted { seat, action, by_default, .. } if seat.number() == absent => Some((*action, *by_default)),
        _ => None,
    });
    for (action, by_default) in of_absent {
        assert!(by_default && matches!(action, BettingAction::Check | BettingAction::Fold), "{rules} {absent} {step}: {action:?}");
    }
    assert!(sat_out(&facts, absent), "{rules} {absent} {step}: {facts:?}");
    let settled = facts.iter().position(|fact| matches!(fact, PlayerTableFact::Settled { .. }));
    let out = facts.iter().position(|fact| matches!(fact, PlayerTableFact::SatOut { .. }));
    assert!(settled < out, "after the deal: {facts:?}");
    let all: i64 = room.credits().iter().chain(&room.stacks()).sum();
    assert_eq!(all + room.cabinet.ledger.fees().minor(), 60_000);
    // The others play on without him; he comes back by saying so.
    assert!(room.place(absent).is_out && room.place(absent).is_absent);
    room.presence(absent, true);
    assert!(room.place(absent).is_out, "a line alone does not deal him in");
    room.orders(absent, PlayerTableOrder::SitOut { is_out: false });
    assert!(!room.place(absent).is_out);
}

#[test]
fn spb_61_one_vanishes_at_every_step_of_a_deal() {
    for rules in ["holdem/by", "holdem/sport-no-limit", "omaha-hi-lo/by", "stud7/by"] {
        for (absent, step) in (1..=3).flat_map(|absent| (0..16).map(move |step| (absent, step))) {
            vanishes(rules, absent, step);
        }
    }
}

#[test]
fn who_is_back_before_the_deal_ends_has_missed_nothing() {
    let mut room = dealt("holdem/by", 1, &[1_000; 3]);
    room.presence(1, false);
    room.presence(1, true);
    assert!(!sat_out(&room.plays_without(6), 1));
}

#[test]
fn only_deals_in_a_row_count_and_a_void_one_does_not() {
    let mut room = dealt("holdem/by", 2, &[1_000; 3]);
    room.presence(1, false);
    assert!(!sat_out(&room.plays_without(1), 1));
    room.begin();
    room.attends(TableOrder::Void { reason: "lights".into(), new_shoe: false });
    assert!(!room.place(1).is_out);
    room.begin();
    room.presence(1, true);
    room.presence(1, false);
    assert!(!sat_out(&room.plays_without(1), 1), "it was here in between");
    room.begin();
    assert!(sat_out(&room.plays_without(1), 1));
}

#[test]
fn who_says_that_he_is_back_though_his_line_is_lost_is_dealt_in_again() {
    let mut room = dealt("holdem/sport-no-limit", 1, &[1_000; 3]);
    room.presence(1, false);
    room.plays_without(1);
    room.orders(1, PlayerTableOrder::SitOut { is_out: false });
    assert!(!room.place(1).is_out);
}

#[test]
fn where_the_house_says_never_as_in_older_journals_nobody_sits_out_for_a_lost_line() {
    let mut room = dealt("holdem/by", 0, &[1_000; 3]);
    room.presence(1, false);
    for _ in 0..4 {
        assert!(!sat_out(&room.plays_without(1), 1));
        room.begin();
    }
}
