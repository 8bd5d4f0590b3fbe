//! Where the button and the blinds go, case by case.

use alloc::string::String;
use alloc::vec::Vec;

use super::*;
use crate::games::betting::HeadsUp;
use crate::model::{SEATS, Seat};

fn seat(number: char) -> Seat {
    number.to_digit(10).and_then(|number| Seat::new(number as u8)).expect("the case names a seat")
}

/// `plays` and `waits` name seats, such as `1346`.
fn stands(plays: &str, waits: &str) -> [Stand; SEATS] {
    let mut stands = [Stand::Away; SEATS];
    plays.chars().for_each(|name| stands[seat(name).index()] = Stand::Plays);
    waits.chars().for_each(|name| stands[seat(name).index()] = Stand::Waits);
    stands
}

/// Button, small and big blind as `234`; a small blind that nobody posts is in brackets, as is an empty button's seat; then who is dealt in.
fn told(next: Option<Next>) -> String {
    let Some(Next { markers, players }) = next else { return "none".into() };
    let name = |seat: Seat| {
        let number = seat.number();
        if players.contains(&seat) { alloc::format!("{number}") } else { alloc::format!("({number})") }
    };
    let mut named: Vec<String> = alloc::vec![name(markers.button)];
    if let Some((small, big)) = markers.blinds {
        named.extend([name(small), name(big)]);
    }
    alloc::format!("{} of {}", named.join(" "), players.iter().map(|seat| alloc::format!("{seat}")).collect::<String>())
}

fn last(markers: &str) -> Markers {
    let seats: Vec<Seat> = markers.chars().map(seat).collect();
    let blinds = seats.get(1).copied().zip(seats.get(2).copied());
    Markers { button: seats[0], blinds }
}

#[track_caller]
fn check(rule: ButtonRule, heads_up: HeadsUp, markers: &str, plays: &str, waits: &str, expected: &str) {
    assert_eq!(told(next_deal(rule, heads_up, last(markers), &stands(plays, waits))), expected);
}

const SPORT: (ButtonRule, HeadsUp) = (ButtonRule::Dead, HeadsUp::ButtonIsSmallBlind);
const LITERAL: (ButtonRule, HeadsUp) = (ButtonRule::NextPlayer, HeadsUp::Literal);

#[track_caller]
fn sport(markers: &str, plays: &str, waits: &str, expected: &str) {
    check(SPORT.0, SPORT.1, markers, plays, waits, expected);
}

#[track_caller]
fn literal(markers: &str, plays: &str, waits: &str, expected: &str) {
    check(LITERAL.0, LITERAL.1, markers, plays, waits, expected);
}

#[test]
fn spt_w05_the_button_may_lie_dead() {
    sport("123", "12345", "", "2 3 4 of 12345");
    sport("123", "1345", "", "(2) 3 4 of 1345");
    sport("123", "1245", "", "2 (3) 4 of 1245");
    sport("123", "1234", "", "2 3 4 of 1234");
}

#[test]
fn spt_w05_the_button_goes_to_the_next_player() {
    literal("123", "12345", "", "2 3 4 of 12345");
    literal("123", "1345", "", "3 4 5 of 1345");
    literal("123", "1245", "", "2 4 5 of 1245");
    literal("123", "1234", "", "2 3 4 of 1234");
}

#[test]
fn spt_w06_nobody_posts_the_big_blind_twice_when_two_are_left() {
    sport("135", "35", "", "5 5 3 of 35");
    sport("135", "15", "", "5 5 1 of 15");
    sport("135", "13", "", "3 3 1 of 13");
}

#[test]
fn spt_33_two_become_three_without_a_second_big_blind() {
    // The button and small blind 1, the big blind 3; 5 comes in as the big blind, and not where it would lie before it.
    sport("113", "13", "5", "1 3 5 of 135");
    sport("113", "13", "2", "3 3 1 of 13");
    sport("331", "13", "2", "3 1 2 of 123");
}

#[test]
fn spt_32_who_missed_a_deal_waits_for_the_big_blind() {
    sport("123", "1235", "4", "2 3 4 of 12345");
    sport("123", "1345", "2", "(2) 3 4 of 1345");
    sport("456", "2345", "1", "5 (6) 1 of 12345");
}

#[test]
fn tpc_4_who_missed_a_deal_waits_for_the_big_blind() {
    literal("123", "1235", "4", "2 3 4 of 12345");
    literal("123", "1245", "3", "2 4 5 of 1245");
    literal("612", "126", "34", "1 2 3 of 1236");
}

#[test]
fn ta_1_the_seat_after_the_button_posts_the_small_blind_of_two_too() {
    literal("131", "13", "", "3 1 3 of 13");
    literal("313", "13", "", "1 3 1 of 13");
    literal("131", "13", "2", "3 1 2 of 123");
}

#[test]
fn where_too_few_play_who_waits_is_dealt_in() {
    sport("135", "1", "3", "3 3 1 of 13");
    sport("135", "", "234", "3 4 2 of 234");
    literal("135", "1", "34", "3 4 1 of 134");
    sport("135", "1", "", "none");
}

#[test]
fn ta_14_at_the_studs_the_button_alone_moves() {
    literal("1", "136", "", "3 of 136");
    literal("6", "136", "", "1 of 136");
}

#[test]
fn tpc_3_the_drawn_button_deals_everybody_in() {
    let first = |button, plays, waits| told(first_deal(HeadsUp::ButtonIsSmallBlind, true, seat(button), &stands(plays, waits)));
    assert_eq!(first('3', "136", ""), "3 6 1 of 136");
    assert_eq!(first('2', "13", ""), "3 3 1 of 13");
    assert_eq!(first('2', "1", ""), "none");
}

/// Players come and go: the big blind has moved, nobody waits for ever, and who is dealt in is at least two.
#[test]
fn spt_33_the_big_blind_moves_always_and_comes_to_who_waits() {
    let mut word = 7u64;
    let mut chance = |below: u64| {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (word >> 33) % below
    };
    for (rule, heads_up) in [SPORT, LITERAL, (ButtonRule::NextPlayer, HeadsUp::ButtonIsSmallBlind), (ButtonRule::Dead, HeadsUp::Literal)] {
        let mut now = last("123");
        let (mut stands, mut waited) = ([Stand::Plays; SEATS], [0; SEATS]);
        for _ in 0..20_000 {
            for stand in &mut stands {
                *stand = match (chance(12), *stand) {
                    (0, _) => Stand::Away,
                    (1..=3, Stand::Away) => Stand::Waits,
                    (_, stand) => stand,
                };
            }
            let Some(next) = next_deal(rule, heads_up, now, &stands) else { continue };
            let (small, big) = next.markers.blinds.expect("there are blinds");
            assert!(next.players.contains(&big) && small != big, "{next:?}");
            assert!(next.players.len() == 2 || next.markers.button != small && next.markers.button != big, "{next:?}");
            if rule == ButtonRule::Dead {
                assert_ne!(now.blinds.map(|(_, big)| big), Some(big), "nobody posts it twice in a row");
            }
            for seat in Seat::all() {
                let is_in = next.players.contains(&seat);
                let waits = stands[seat.index()] == Stand::Waits && !is_in;
                waited[seat.index()] = if waits { waited[seat.index()] + 1 } else { 0 };
                assert!(waited[seat.index()] <= 12, "{seat} waits for ever");
                if is_in {
                    assert_ne!(stands[seat.index()], Stand::Away);
                    stands[seat.index()] = Stand::Plays;
                }
            }
            now = next.markers;
        }
    }
}
