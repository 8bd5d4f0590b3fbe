//! What is told of a change: exactly that, to whom it concerns, the same bytes for all who see the same.

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde_json::Value;

use super::super::edition::{Edition, Eyes};
use super::follow::follow;
use super::harness::{NOW, secret, views};
use super::table::{deal, seat_table, secret_card, table};
use crate::desk::Views;
use crate::model::{
    Card, DealRecall, HoldView, LastRound, Money, Pocket, Seat, SeatTableView, TableNumber, TablePhase, TableView, Timestamp,
};

const AT: Timestamp = Timestamp::from_microseconds(NOW);

fn everybody() -> impl Iterator<Item = Eyes> {
    [Eyes::Public, Eyes::Officials].into_iter().chain(Seat::all().map(Eyes::Seat)).chain(Seat::all().map(Eyes::OverSeat))
}

fn parse(text: &str) -> Value {
    serde_json::from_str(text).expect("it is JSON")
}

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("there are six seats")
}

fn public(views: &mut Views) -> &mut TableView {
    Arc::make_mut(&mut views.cabinet.tables[0])
}

fn own(views: &mut Views, place: usize) -> &mut SeatTableView {
    Arc::make_mut(&mut views.seats[place].tables[0])
}

/// Whether a message to these eyes may name what only this seat's player, or only he and the officials, may see.
fn may_tell(eyes: Eyes, of: Seat) -> (bool, bool) {
    let is_player = eyes == Eyes::Seat(of);
    (is_player, is_player || eyes == Eyes::OverSeat(of) || eyes == Eyes::Officials)
}

/// A reader who was told of the views before this change, and is told of the change, knows what a new reader is told. A message is at most
/// so many bytes long, and tells nothing that is hidden from its eyes.
#[track_caller]
fn check(what: &str, change: impl Fn(&mut Views), most: usize) {
    let before = Edition::new(Arc::new(views()), false, AT, None);
    let known: Vec<_> = everybody().map(|eyes| (eyes, before.told(eyes), parse(&before.whole(eyes, AT)))).collect();
    let mut changed = Views::clone(&before.views);
    change(&mut changed);
    let after = Edition::new(Arc::new(changed), false, AT, Some(&before));
    for (eyes, told, mut state) in known {
        let news = after.news(eyes, &told).expect("there is a new edition");
        follow(&mut state, &parse(&news));
        assert_eq!(state, parse(&after.whole(eyes, AT)), "{what} for {eyes:?}: {news}");
        assert!(news.len() <= most, "{what} for {eyes:?}: {} bytes: {news}", news.len());
        for of in Seat::all() {
            let (cards, money) = may_tell(eyes, of);
            assert!(cards || !news.contains(&format!("\"{}\"", secret_card(of))), "{what}: {eyes:?} is told the card of seat {of}: {news}");
            assert!(money || !news.contains(&secret(of).to_string()), "{what}: {eyes:?} is told the money of seat {of}: {news}");
        }
    }
}

#[test]
fn a_change_leads_from_what_was_told_to_what_is_told_now() {
    let hold =
        HoldView { fault: None, reason: "a card fell".into(), since: AT, can_continue: true, ends_by_itself: false, is_self_test: false };
    let outcome = |round| LastRound { round, pocket: Pocket::new(9).expect("9 is a pocket") };
    let card = Card::from_index(50);
    check("nothing", |_| {}, 120);
    check("an input", |views| views.cabinet.number += 1, 140);
    check("a hold of the wheel", |views| views.cabinet.hold = Some(hold.clone()), 300);
    check("an outcome", |views| views.cabinet.last.insert(0, outcome(12)), 240);
    check("the first of the outcomes is forgotten", |views| views.cabinet.last = vec![outcome(13), outcome(12)], 240);
    check("no outcome at all", |views| views.cabinet.last.clear(), 240);
    check("other rules", |views| Arc::make_mut(&mut views.cabinet.rules).currency = "GEL".into(), 800);
    check("a credit", |views| views.seats[2].credit = Money::from_minor(7), 200);
    check("a bet is taken back", |views| views.seats[2].bets.clear(), 200);
    check("the phase of a table", |views| public(views).phase = TablePhase::Paid, 200);
    check("the hold of a table", |views| public(views).hold = Some(hold.clone()), 300);
    check("a card that everybody sees", |views| public(views).hands[4].cards[0] = card, 500);
    check("a card that its player sees", |views| own(views, 4).hands[4].cards.push(card), 500);
    check("a decision that nobody waits for any more", |views| own(views, 2).offers.clear(), 200);
    check("a deal", |views| own(views, 2).deals.insert(0, Arc::new(deal(seat(3), Some(secret_card(seat(3)))))), 700);
    check("a deal of the books", |views| views.official.deals.insert(0, Arc::new(deal(seat(3), None))), 700);
    check("another table", |views| views.cabinet.tables.push(Arc::new(TableView { table: TableNumber(3), ..table() })), 4_000);
    check("no table", |views| views.cabinet.tables.clear(), 160);
    let third = |seat| Arc::new(SeatTableView { table: TableNumber(3), ..seat_table(seat) });
    check("another table of a seat", |views| views.seats[5].tables.push(third(seat(6))), 6_000);
}

#[test]
fn a_machine_is_shown_to_its_seat_and_to_officials_and_to_nobody_else() {
    let machine = TableNumber::of_machine(0, seat(3));
    let mut views = views();
    views.cabinet.tables.push(Arc::new(TableView { table: machine, ..table() }));
    let own = |seat| Arc::new(SeatTableView { table: machine, ..seat_table(seat) });
    views.seats.iter_mut().for_each(|view| view.tables.push(own(view.seat)));
    let edition = Edition::new(Arc::new(views), false, AT, None);
    for eyes in everybody() {
        let is_shown = edition.whole(eyes, AT).contains("\"table\":43");
        let may_look = eyes == Eyes::Officials || [Eyes::Seat(seat(3)), Eyes::OverSeat(seat(3))].contains(&eyes);
        assert_eq!(is_shown, may_look, "{eyes:?}");
    }
}

#[test]
fn who_is_behind_is_told_all_that_has_changed_since() {
    let first = Edition::new(Arc::new(views()), false, AT, None);
    let mut changed = Views::clone(&first.views);
    changed.seats[2].credit = Money::from_minor(7);
    let second = Edition::new(Arc::new(changed.clone()), false, AT, Some(&first));
    public(&mut changed).phase = TablePhase::Paid;
    let third = Edition::new(Arc::new(changed), false, AT, Some(&second));
    for eyes in everybody() {
        let (told, mut state) = (first.told(eyes), parse(&first.whole(eyes, AT)));
        assert_eq!(first.news(eyes, &told), None, "there is nothing new");
        follow(&mut state, &parse(&third.news(eyes, &told).expect("there is")));
        assert_eq!(state, parse(&third.whole(eyes, AT)), "{eyes:?}");
    }
}

/// Changes something; what, the word says.
fn shake(views: &mut Views, word: usize) {
    let (place, of) = (word / 16 % 6, seat(u8::try_from(word / 16 % 6 + 1).expect("a seat")));
    let old = |deal_number| Arc::new(DealRecall { deal: deal_number, ..deal(of, None) });
    let number = views.cabinet.number + 1;
    views.cabinet.number = number;
    match word % 8 {
        0 => views.cabinet.last.insert(0, LastRound { round: number, pocket: Pocket::new(9).expect("9 is a pocket") }),
        1 => views.cabinet.last.truncate(3),
        2 => views.seats[place].credit = Money::from_minor(i64::try_from(word).expect("a word is small")),
        3 => public(views).deal = number,
        4 => public(views).hands.rotate_left(1),
        5 => own(views, place).deals.insert(0, old(number)),
        6 => own(views, place).deals.truncate(2),
        _ => own(views, place).hands.swap(0, place),
    }
    if word % 64 == 63 {
        // A table is set up, or taken away.
        let is_there = views.cabinet.tables.len() > 1;
        let third = (!is_there).then(|| Arc::new(TableView { table: TableNumber(3), ..table() }));
        views.cabinet.tables.truncate(1);
        views.cabinet.tables.extend(third);
    }
}

#[test]
fn a_reader_knows_what_is_shown_after_any_changes_and_however_late_he_is() {
    let mut chance = ChaCha8Rng::seed_from_u64(12_345);
    let mut word = || usize::try_from(chance.next_u32()).expect("a place is at least as wide");
    let mut edition = Edition::new(Arc::new(views()), false, AT, None);
    let mut readers: Vec<_> = everybody().map(|eyes| (eyes, edition.told(eyes), parse(&edition.whole(eyes, AT)))).collect();
    for _ in 0..200 {
        let mut changed = Views::clone(&edition.views);
        (0..=word() % 3).for_each(|_| shake(&mut changed, word()));
        edition = Edition::new(Arc::new(changed), false, AT, Some(&edition));
        let fresh = Edition::new(edition.views.clone(), false, AT, None);
        for (eyes, told, state) in readers.iter_mut().filter(|_| word() % 3 != 0) {
            let news = edition.news(*eyes, told).expect("there is a new edition");
            follow(state, &parse(&news));
            *told = edition.told(*eyes);
            assert_eq!(state["cabinet"], parse(&fresh.cabinet(AT)), "{eyes:?}: {news}");
            assert_eq!(*state, parse(&edition.whole(*eyes, AT)), "{eyes:?}: {news}");
            assert_eq!(edition.frame(*eyes, AT), fresh.frame(*eyes, AT), "{eyes:?}: what was written before is what would be written now");
        }
    }
}

#[test]
fn one_change_is_written_once_and_shared_by_all_who_see_the_same() {
    let before = Edition::new(Arc::new(views()), false, AT, None);
    let after = Edition::new(Arc::new(Views::clone(&before.views)), false, AT, Some(&before));
    for eyes in everybody() {
        let [first, second] = [after.news(eyes, &before.told(eyes)), after.news(eyes, &before.told(eyes))].map(Option::unwrap_or_default);
        assert_eq!(first.as_ptr(), second.as_ptr(), "{eyes:?}");
        let [now, later] = [0, 5].map(|later| after.frame(eyes, Timestamp::from_microseconds(NOW + later)));
        assert_eq!(later, now.replacen(&NOW.to_string(), &(NOW + 5).to_string(), 1), "only the time of sending differs");
    }
}
