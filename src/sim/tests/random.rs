//! Evenings as chance has them at one table between players of each shipped rules file, the auditor looking on after each step.

use super::seen::Seen;
use crate::model::{CardPlace, CardSourceEvent, CardWish, OpenedBySeat};
use crate::profiles::{Kind, list};
use crate::sim::evening::{Choices, Evening, Seeded, Setting, Step, audit, book, of_source};

/// An evening of so many steps, to none of which the auditor objects; what came in it.
pub(super) fn evening(setting: &Setting, seed: u64, steps: usize) -> Seen {
    let (mut evening, mut book) = (Evening::begin(setting, Seeded(seed)), book(setting));
    let (mut seen, mut before) = (Seen::default(), evening.views());
    for _ in 0..steps {
        let Some(step) = evening.step() else {
            seen.refused += 1;
            continue;
        };
        audit(&mut book, &step)
            .unwrap_or_else(|objection| panic!("{} seed {seed}: {objection}: {:?} {:?}", setting.rules, step.input.what, step.facts));
        seen.take(&step, &before);
        before = step.views;
    }
    seen
}

/// Evenings of these files, with and without an ante.
fn evenings(is_of: impl Fn(&str) -> bool, seeds: u64, steps: usize) -> Seen {
    let mut seen = Seen::default();
    for rules in list(Kind::Betting).iter().filter(|name| is_of(name)) {
        for seed in 1..=seeds {
            let (ante, unit) = (i64::from(seed % 2 == 0), if seed % 3 == 0 { 5 } else { 1 });
            seen.add(evening(&Setting::new(rules, ante, unit), seed, steps));
        }
    }
    println!("{seen:?}");
    seen
}

#[test]
fn the_auditor_has_nothing_to_object_to_at_holdem_tables() {
    let seen = evenings(|name| name.starts_with("holdem"), 4, 2_500);
    assert!(seen.deals > 1_000, "{seen:?}");
    // No hand of hold'em is low.
    let never: Vec<_> = seen.awkward().into_iter().filter(|(_, times)| *times == 0).map(|(what, _)| what).collect();
    assert_eq!(never, ["lows", "both halves to one"], "{seen:?}");
}

#[test]
fn the_auditor_has_nothing_to_object_to_at_omaha_and_stud_tables() {
    let seen = evenings(|name| !name.starts_with("holdem"), 4, 2_000);
    assert!(seen.deals > 1_000, "{seen:?}");
    let never: Vec<_> = seen.awkward().into_iter().filter(|(_, times)| *times == 0).collect();
    assert!(never.is_empty(), "{never:?}: {seen:?}");
}

#[test]
fn tpam_45_players_stop_taking_cards_and_the_auditor_has_nothing_to_object_to() {
    let seen = evenings(|name| name.starts_with("open-"), 4, 2_000);
    assert!(seen.deals > 100 && seen.stopped > 100 && seen.side_pots > 10 && seen.fees > 100, "{seen:?}");
}

#[test]
fn tpam_35_and_tpam_36_players_pay_for_openings_or_not_and_the_auditor_has_nothing_to_object_to() {
    let seen = evenings(|name| name.starts_with("texas"), 20, 2_000);
    assert!(seen.deals > 100 && seen.paid_openings > 300 && seen.passed > 200 && seen.split_pots > 3 && seen.fees > 100, "{seen:?}");
    assert!(seen.divided > 8 && seen.replays > 3, "TPAM-8: {seen:?}");
    assert_eq!((seen.side_pots, seen.uncalled), (0, 0), "there is one bank: {seen:?}");
    let mut spread = Setting::new("texas/am", 10, 1);
    spread.set("betting.limit", "spread".into());
    spread.set("trading.equalise", true.into());
    spread.set("trading.final_round", true.into());
    let seen = evening(&spread, 5, 4_000);
    assert!(seen.deals > 20 && seen.paid_openings > 60 && seen.passed > 40, "{seen:?}");
}

#[test]
fn tpam_23_players_buy_cards_or_not_and_the_auditor_has_nothing_to_object_to() {
    let seen = evenings(|name| name.starts_with("club"), 6, 2_000);
    assert!(seen.deals > 60 && seen.bought > 200 && seen.passed > 60 && seen.side_pots > 3 && seen.fees > 60, "{seen:?}");
    let mut early = Setting::new("club/am", 10, 1);
    early.set("exchange.pre_round", true.into());
    early.set("exchange.cards_most", 2.into());
    let seen = evening(&early, 5, 4_000);
    assert!(seen.deals > 20 && seen.bought > 40 && seen.passed > 10, "{seen:?}");
}

/// The cabinet plays by another key of the rules file than the auditor has read: it objects. `betting.reopens` is not here: it takes
/// several short all-ins in one round to tell its values apart, nor is `equal_hands`: equal hands hardly come twice in a deal; the cases of
/// the digest do that (`auditor::between::tests`). The next test has the keys of what is paid.
#[test]
fn every_key_of_play_is_read() {
    let cases: &[(&str, &str, toml::Value)] = &[
        ("omaha-hi-lo/by", "low_rank_most", 7.into()),
        ("holdem/sport-no-limit", "opens", "all".into()),
        ("holdem/sport-no-limit", "betting.check_is_action", false.into()),
        ("holdem/sport-no-limit", "betting.heads_up", "literal".into()),
        ("holdem/sport-no-limit", "betting.time_over", "fold".into()),
        ("holdem/sport-no-limit", "restart_in_deal", "void".into()),
        ("holdem/sport-no-limit", "seating.button", "next-player".into()),
        ("holdem/sport-no-limit", "seating.absent", "not-dealt-in".into()),
        ("holdem/sport-pot-limit", "betting.short_blind", "actual".into()),
        ("holdem/sport-fixed-limit", "betting.raises_most", 4.into()),
        ("holdem/sport-fixed-limit", "betting.cap_ends", "never".into()),
        ("stud7/sport-fixed-limit", "open_ties", "place".into()),
        ("stud7/sport-fixed-limit", "open_pair_doubles", false.into()),
        ("stud5/by", "open_ties", "suit".into()),
        ("open-stud5/am", "betting.raises_most", 1.into()),
        ("open-stud7/am", "wheel", false.into()),
        ("club/am", "exchange.pre_round", true.into()),
        ("club/am", "exchange.cards_most", 2.into()),
        ("texas/am", "trading.final_round", true.into()),
        ("texas/am", "betting.limit", "spread".into()),
    ];
    let mut unseen = Vec::new();
    for (rules, path, value) in cases {
        let told = Setting::new(rules, 0, 1);
        let mut played = told.clone();
        played.set(path, value.clone());
        if !(1..=16).any(|seed| objects(&played, &told, seed)) {
            unseen.push(format!("{rules} with {path} = {value}"));
        }
    }
    assert!(unseen.is_empty(), "this is played, and nobody objects: {unseen:#?}");
    // A low half is paid to a hand above the most that the rules file names.
    let played = Setting::new("omaha-hi-lo/by", 0, 1);
    let mut told = played.clone();
    told.set("low_rank_most", 7.into());
    assert!((1..=8).any(|seed| objects(&played, &told, seed)), "an eight is low where a seven is the most");
}

/// The cabinet pays by another key of the rules file than the auditor has read: it objects to the payment, without a look at what is shown.
#[test]
fn every_key_of_what_is_paid_is_read() {
    let check = |rules: &str, path: &str, value: toml::Value, expected: &str| {
        let told = Setting::new(rules, 5, 1);
        let mut played = told.clone();
        played.set(path, value);
        assert_eq!(objection_to_what_happens(&told, &told, 1), None, "{rules}");
        let objection = (1..=16).find_map(|seed| objection_to_what_happens(&played, &told, seed));
        assert!(objection.as_ref().is_some_and(|objection| objection.contains(expected)), "{rules} with {path}: {objection:?}");
    };
    check("holdem/by", "fee.rate.percent-hundredths", 499.into(), "the fee of pot");
    check("holdem/by", "fee.without_flop", false.into(), "the fee of pot");
    check("holdem/by", "fee.most_minor", 1.into(), "the fee of pot");
    check("holdem/sport-no-limit", "fee.rate.flat-minor", 1.into(), "the fee of pot");
    check("holdem/by", "odd_units", "all-to-first".into(), " went to ");
}

#[test]
fn who_sits_out_too_early_or_too_late_is_seen() {
    for (told, played) in [(1, 2), (2, 1), (1, 0), (0, 1)] {
        let of = |absent_after| Setting { absent_after, ..Setting::new("holdem/by", 0, 1) };
        assert!((1..=8).any(|seed| objects(&of(played), &of(told), seed)), "{told} and {played}");
    }
}

#[test]
fn who_sits_out_after_too_few_or_too_many_missed_deals_is_seen() {
    for (told, played) in [(1, 2), (2, 1), (1, 0), (0, 1)] {
        let of = |absent_after_deals| Setting { absent_after_deals, ..Setting::new("holdem/by", 0, 1) };
        assert!((1..=8).any(|seed| objects(&of(played), &of(told), seed)), "{told} and {played}");
    }
}

#[test]
fn the_auditor_has_nothing_to_object_to_at_tables_that_seats_open() {
    let mut seen = Seen::default();
    for (seed, rules) in (1..).zip(["holdem/by", "holdem/sport-no-limit", "omaha/sport-pot-limit", "stud5/by"]) {
        let opened_by_seat = Some(OpenedBySeat { seats_most: 4, closes_after_seconds: 30 });
        seen.add(evening(&Setting { opened_by_seat, ..Setting::new(rules, 0, 1) }, seed, 3_000));
    }
    println!("{seen:?}");
    assert!(seen.opened > 20 && seen.closed > 20 && seen.deals > 100, "{seen:?}");
}

#[test]
fn who_opens_a_table_otherwise_than_the_house_says_is_seen() {
    for (told, played) in [(4, 5), (5, 4)] {
        let of = |seats_most| Setting {
            opened_by_seat: Some(OpenedBySeat { seats_most, closes_after_seconds: 30 }),
            ..Setting::new("holdem/by", 0, 1)
        };
        assert!((1..=8).any(|seed| objects(&of(played), &of(told), seed)), "{told} and {played}");
    }
    let of = |closes_after_seconds| Setting {
        opened_by_seat: Some(OpenedBySeat { seats_most: 4, closes_after_seconds }),
        ..Setting::new("holdem/by", 0, 1)
    };
    assert!((1..=8).any(|seed| objects(&of(30), &of(40), seed)), "it closes too early");
}

#[test]
fn a_hand_that_may_be_shown_too_long_or_too_short_a_time_is_seen() {
    for (told, played) in [(4, 3), (0, 4), (4, 0)] {
        let of = |show_seconds| Setting { show_seconds, ..Setting::new("holdem/by", 0, 1) };
        assert!((1..=8).any(|seed| objects(&of(played), &of(told), seed)), "{told} and {played}");
    }
}

/// Whether the auditor, who has read one thing, objects where another is played.
pub(super) fn objects(played: &Setting, told: &Setting, seed: u64) -> bool {
    let (mut evening, mut book) = (Evening::begin(played, Seeded(seed)), book(told));
    (0..2_000).any(|_| evening.step().is_some_and(|step| audit(&mut book, &step).is_err()))
}

/// What the auditor, who has read one thing, objects to in what happens where another is played; he looks at nothing that is shown.
fn objection_to_what_happens(played: &Setting, told: &Setting, seed: u64) -> Option<String> {
    let (mut evening, mut book) = (Evening::begin(played, Seeded(seed)), book(told));
    (0..2_000).find_map(|_| {
        let step = step_to_equal_hands(&mut evening)?;
        let number = step.input.number;
        let entered = book.enter(&step.input, &step.facts).and_then(|()| book.enter_wishes(number, &step.wishes));
        entered.and_then(|()| book.enter_draws(number, &[])).err().map(|objection| objection.objection)
    })
}

/// What happens next, where the board is a royal flush, so that everybody who shows a hand plays the board.
fn step_to_equal_hands(evening: &mut Evening) -> Option<Step> {
    const BOARD: [&str; 5] = ["As", "Ks", "Qs", "Js", "Ts"];
    let CardWish::Card { number, to, remaining, .. } = evening.wish() else { return evening.step() };
    let first = u16::try_from(evening.choices.below(52)).expect("it is small");
    let mut cards = (first..first + 52).filter_map(|word| remaining.pick(word));
    let is_for_board = matches!(to, CardPlace::Board);
    let card = cards.find(|card| BOARD.contains(&card.to_string().as_str()) == is_for_board).expect("the pack suffices");
    evening.give(of_source(CardSourceEvent::Card { number, card }))
}
