//! Tests of what pages have in common, by the rounds of the wheel.

use super::*;
use crate::diagnostics::played::{Played, newest, seat, second};
use crate::model::{Money, PageRequest, RoundRecall, TableNumber};

/// Eight rounds of seats 1 and 3, of which each takes more than a segment, with the records that opened them.
fn eight_long_rounds() -> (Played, Vec<u64>) {
    let mut played = Played::new();
    let opened = (1..=8).map(|round| {
        let opened = played.record(round, vec![Fact::RoundOpened { round }]);
        (0..9).for_each(|nth| played.fill(round * 10 + nth));
        played.settle(round, &[1, 3]);
        opened
    });
    let opened = opened.collect();
    (played, opened)
}

fn ask(played: &Played, sought: Sought) -> Page<RoundRecall> {
    rounds_of(&played.reader(), None, &PageRequest { sought, before: None, count: 10 }).expect("the mirror can be read")
}

fn numbers(page: &Page<RoundRecall>) -> Vec<u64> {
    page.entries.iter().map(|round| round.round).collect()
}

/// The number of the newest record that was read for the page.
fn newest_read(page: &Page<RoundRecall>) -> u64 {
    page.head.split_once(':').and_then(|(number, _)| number.parse().ok()).expect("something was read")
}

#[test]
fn a_round_is_found_by_its_number_and_what_came_long_after_it_is_not_read() {
    let (played, opened) = eight_long_rounds();
    for number in 1..=8 {
        let page = ask(&played, Sought { number: Some(number), ..Sought::default() });
        assert_eq!((numbers(&page), page.next), (vec![number], None));
        if let Some(&later) = opened.get(number as usize + 1) {
            assert!(newest_read(&page) < later, "round {number}: read up to {}", page.head);
        }
    }
    for number in [0, 9] {
        let page = ask(&played, Sought { number: Some(number), ..Sought::default() });
        assert_eq!((numbers(&page), page.next), (vec![], None), "there is no round {number}");
    }
}

#[test]
fn rounds_are_found_by_the_moment_at_which_they_began_and_what_came_long_after_it_is_not_read() {
    let (played, opened) = eight_long_rounds();
    let page = ask(&played, Sought { from: Some(second(opened[3])), until: Some(second(opened[4])), ..Sought::default() });
    assert_eq!((numbers(&page), page.next), (vec![5, 4], None));
    assert!(newest_read(&page) < opened[6], "read up to {}", page.head);
    let page = ask(&played, Sought { until: Some(second(opened[2] + 1)), ..Sought::default() });
    assert_eq!(numbers(&page)[0], 3, "it began before, and was settled after that");
    let page = ask(&played, Sought { until: Some(second(opened[0] - 1)), ..Sought::default() });
    assert_eq!((numbers(&page), page.next), (vec![], None));
}

#[test]
fn moments_are_those_that_the_wall_clock_showed() {
    let mut played = Played::new();
    played.set_clock(3_600);
    (1..=3).for_each(|round| played.round(round, &[1]));
    let page = ask(&played, Sought { from: Some(second(3_603)), until: Some(second(3_604)), ..Sought::default() });
    assert_eq!((numbers(&page), page.back_to), (vec![2], Some(second(3_601))));
}

#[test]
fn the_house_sees_all_parts_and_the_rounds_that_nobody_played() {
    let mut played = Played::new();
    played.round(1, &[]);
    played.round(2, &[1, 3]);
    let page = ask(&played, Sought::default());
    assert_eq!(numbers(&page), [2, 1]);
    let parts: Vec<u8> = page.entries[0].seats.iter().map(|part| part.seat.number()).collect();
    assert_eq!(parts, [1, 3]);
}

#[test]
fn rounds_are_found_by_a_seat_and_by_an_amount() {
    let mut played = Played::new();
    (1..=6).for_each(|round| played.round(round, if round % 2 == 0 { &[1, 3] } else { &[1] }));
    assert_eq!(numbers(&ask(&played, Sought { seat: Some(seat(3)), ..Sought::default() })), [6, 4, 2]);
    // Each has staked 100 and got 200 back.
    let amount = |minor| Some(Money::from_minor(minor));
    assert_eq!(numbers(&ask(&played, Sought { seat: Some(seat(3)), least: amount(200), ..Sought::default() })), [6, 4, 2]);
    assert_eq!(numbers(&ask(&played, Sought { least: amount(101), most: amount(199), ..Sought::default() })), [0; 0]);
}

#[test]
fn for_a_table_where_nothing_was_ever_played_no_page_reads_more_than_two_segments() {
    let (played, _) = eight_long_rounds();
    let (segments, mut pages, mut before) = (played.reader().starts().len(), 0, None);
    let mut back_to = None;
    loop {
        let page = deals_of(&played.reader(), None, TableNumber(1), &newest(before, 10)).expect("the mirror can be read");
        assert_eq!(page.entries, []);
        assert!(back_to.is_none() || page.back_to < back_to, "a page goes on before the last one");
        (pages, before, back_to) = (pages + 1, page.next, page.back_to);
        if before.is_none() {
            break;
        }
    }
    assert!(pages * SEGMENTS >= segments, "{pages} pages of {segments} segments");
    assert_eq!(back_to, Some(second(1)));
}

/// Of segments of which each lies before what is sought (`b`) or behind it (`a`), or does not tell (`.`), the first one behind it.
fn check(segments: &str, expected: usize) {
    let tells = |segment: usize| match segments.as_bytes()[segment] {
        b'.' => Ok(None),
        told => Ok(Some(told == b'a')),
    };
    assert_eq!(first_behind(segments.len(), tells).expect("nothing is read"), expected, "{segments}");
}

#[test]
fn the_first_segment_behind_what_is_sought_is_found_where_some_do_not_tell() {
    check("", 0);
    check("a", 0);
    check("b", 1);
    check("bbbaa", 3);
    check("bbbbbbba", 7);
    check("b..a", 1);
    check("b...", 1);
    check("....", 0);
    check(".b.a", 2);
}

#[test]
fn too_many_segments_that_do_not_tell_may_all_hold_what_is_sought() {
    check(&".".repeat(40), 40);
    check(&format!("{}{}", ".".repeat(40), "a".repeat(41)), 40);
}
