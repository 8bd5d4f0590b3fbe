//! Which hand is in which row, what is read from a file, and what a chart does.

use super::class::{CLASSES, class_of};
use super::deals::{Dealt, every_hand_of_five};
use super::draw::{DRAWS, draw_of};
use super::kept::given;
use super::{Chart, ChartFile};
use crate::games::card_game::CardGame;
use crate::model::{Card, Rank};
use crate::profiles::{load_card_game, parse_as};
use crate::sim::strategies::house_poker::BestPlay;
use crate::sim::strategies::house_poker::tests::{cards, chosen};

/// What `--print-strategy` printed.
const OASIS: &str = include_str!("../../../../../tests/strategies/oasis-by.toml");
const RUSSIAN: &str = include_str!("../../../../../tests/strategies/russian-by.toml");

fn game(name: &str) -> CardGame {
    load_card_game(name).expect("a shipped rules file").value
}

fn read(name: &str, text: &str) -> Result<Chart, String> {
    parse_as("mine.toml", text, |file: ChartFile| file.chart(&game(name))).map_err(|error| error.to_string())
}

/// The row of these cards against a queen.
#[track_caller]
fn check_class(own: &str, expected: &str) {
    assert_eq!(CLASSES[class_of(&cards(own), Rank::Queen)].name, expected, "{own}");
}

#[test]
fn every_hand_is_in_the_row_of_what_it_makes() {
    check_class("As Ks Qs Js Ts", "royal-flush");
    check_class("5s 4s 3s 2s As", "straight-flush");
    check_class("9s 9h 9d 9c 2s", "four-of-a-kind");
    check_class("9s 9h 9d 2c 2s", "full-house");
    check_class("As Ks 9s 4s 2s", "flush");
    check_class("As Kd Qh Jc Ts", "straight");
    check_class("9s 9h 9d Ac Qs", "three-of-a-kind");
    check_class("As Ah Ad Kc 2s", "three-of-a-kind-and-ace-king");
    check_class("As Ah Kd Kc 2s", "two-pair");
    check_class("9s 9h Ad Kc 2s", "pair-and-ace-king");
    check_class("As Ah Kd 4c 2s", "pair-and-ace-king");
    check_class("As Ah Qd 4c 2s", "pair-of-aces");
    check_class("Ts Th Qd 4c 2s", "pair-of-tens");
    check_class("2s 2h Qd 4c As", "pair-of-twos");
    check_class("As Kh Jd 4c 2s", "ace-king-jack");
    check_class("As Kh Td 4c 2s", "ace-king");
    check_class("As Qh Jd Tc 2s", "ace-high");
    check_class("Ks Qh Jd Tc 2s", "king-high");
    check_class("Qs Jh Td 9c 2s", "nothing");
}

#[test]
fn ace_king_with_a_card_of_the_dealers_rank_comes_before_ace_king_queen() {
    check_class("As Kh Qd 4c 2s", "ace-king-queen-or-jack-and-the-dealers-rank");
    assert_eq!(CLASSES[class_of(&cards("As Kh Td 4c 2s"), Rank::Ten)].name, "ace-king-and-the-dealers-rank");
    let against = |open| CLASSES[class_of(&cards("As Kh Qd 4c 2s"), open)].name;
    assert_eq!(Rank::ALL.map(against).iter().filter(|name| **name == "ace-king-queen").count(), 8);
}

#[test]
fn of_six_cards_the_best_five_say_the_row() {
    check_class("9s 9h 7d 7c 2s 2h", "two-pair");
    check_class("8s 7h 6d 5c 4s 4h", "straight");
    check_class("As Kh Jd 9c 4s 2h", "ace-king-jack");
}

/// The draw of these five cards and those that make it.
#[track_caller]
fn check_draw(own: &str, expected: &str) {
    let own = cards(own);
    let said = draw_of(&own, Rank::Queen).map(|(row, cards)| {
        let of_it = own.iter().enumerate().filter(|(at, _)| cards.has(*at));
        of_it.fold(format!("{}:", DRAWS[row].name), |said, (_, card)| format!("{said} {card}"))
    });
    assert_eq!(said.as_deref().unwrap_or("none"), expected);
}

#[test]
fn every_draw_is_in_its_row_with_its_cards() {
    check_draw("9s 9d 8s 7s 6s", "pair-and-four-to-a-straight-flush: 9s 8s 7s 6s");
    check_draw("9s 9d Ks 3s 6s", "pair-and-four-to-a-flush: 9s Ks 3s 6s");
    check_draw("8s 8d Ks 3s 6s", "pair-below-nines-and-four-to-a-flush: 8s Ks 3s 6s");
    check_draw("9s 9d 8h 7c 5s", "pair-and-four-to-an-inside-straight: 9s 8h 7c 5s");
    check_draw("9s 9d 8h 7c 6s", "pair-and-four-to-an-open-straight: 9s 8h 7c 6s");
    check_draw("As 2d Ks Qs Js", "ace-king-and-four-to-a-straight-flush: As Ks Qs Js");
    check_draw("As 2d Ks 9s Js", "ace-king-and-four-to-a-flush: As Ks 9s Js");
    check_draw("As Kd Qh Tc 2s", "ace-king-and-four-to-a-straight: As Kd Qh Tc");
    check_draw("5s 4s 3s As 9d", "four-to-a-straight-flush: 5s 4s 3s As");
    check_draw("Ks Js 8s 3s 4d", "four-to-a-flush: Ks Js 8s 3s");
    check_draw("2s 3d 4h 5c 9s", "four-to-an-open-straight: 2s 3d 4h 5c");
    check_draw("Ks Qd Jh Tc 2s", "four-to-an-open-straight: Ks Qd Jh Tc");
    check_draw("As Qd Jh Tc 2s", "ace-and-four-to-an-inside-straight: As Qd Jh Tc");
    check_draw("As 2d 3h 4c 9s", "ace-and-four-to-an-inside-straight: As 2d 3h 4c");
    check_draw("Ks Qd Jh 9c 2s", "king-and-four-to-an-inside-straight: Ks Qd Jh 9c");
    check_draw("8s 6d 5h 4c 2s", "double-inside-straight: 8s 6d 5h 4c 2s");
    // Two straights that want the same card are one chance.
    check_draw("9s 8d 7h 5c 4s", "four-to-an-inside-straight: 9s 8d 7h 5c");
    check_draw("9s 8d 6h 5c Ks", "four-to-an-inside-straight: 9s 8d 6h 5c");
    check_draw("9s 7s 5s Kh Jd", "three-to-a-straight-flush: 9s 7s 5s");
}

#[test]
fn what_is_complete_or_too_far_from_it_is_no_draw() {
    check_draw("9s 8s 7s 6s 5d", "none");
    check_draw("9s 9d Ah Qc Jd", "none");
    check_draw("9s 9d 9h 8s 7s", "none");
    check_draw("Ks Ad 2h 3c 9s", "none");
    check_draw("9s 7s 4s Kh Jd", "none");
}

/// The published counts of five cards; of each pair there are 84,480 hands, and 111,540 hands have four cards of a suit and no fifth.
#[test]
fn the_rows_have_as_many_hands_as_is_known() {
    let hands = every_hand_of_five();
    let of_class = |is: fn(&str) -> bool| -> f64 {
        hands.iter().filter(|hand| is(CLASSES[class_of(&hand.cards, Rank::Two)].name)).map(|hand| hand.ways).sum()
    };
    assert_eq!(hands.iter().map(|hand| hand.ways).sum::<f64>(), 2_598_960.0);
    assert_eq!(of_class(|name| name == "royal-flush"), 4.0);
    assert_eq!(of_class(|name| name == "straight-flush"), 36.0);
    assert_eq!(of_class(|name| name == "four-of-a-kind"), 624.0);
    assert_eq!(of_class(|name| name == "full-house"), 3_744.0);
    assert_eq!(of_class(|name| name == "flush"), 5_108.0);
    assert_eq!(of_class(|name| name == "straight"), 10_200.0);
    assert_eq!(of_class(|name| name.starts_with("three-of-a-kind")), 54_912.0);
    assert_eq!(of_class(|name| name == "two-pair"), 123_552.0);
    assert_eq!(of_class(|name| name.starts_with("pair")), 1_098_240.0);
    assert_eq!(of_class(|name| name == "pair-of-twos"), 84_480.0 - 10.0 * 384.0);
    let is_short_of_a_flush = |hand: &&Dealt| {
        draw_of(&hand.cards, Rank::Two).is_some_and(|(row, cards)| DRAWS[row].name.ends_with("flush") && cards.count() == 4)
    };
    assert_eq!(hands.iter().filter(is_short_of_a_flush).map(|hand| hand.ways).sum::<f64>(), 111_540.0 - STRAIGHTS_SHORT_OF_A_FLUSH);
}

/// Ten straights, in each of five places one card of another suit: four suits, three others.
const STRAIGHTS_SHORT_OF_A_FLUSH: f64 = 600.0;

/// The cards that leave when so many of these are exchanged.
#[track_caller]
fn check_given(own: &str, count: u8, expected: &str) {
    let own = cards(own);
    let choice = given(&own, count, draw_of(&own, Rank::Queen).map(|(_, cards)| cards));
    let left: Vec<String> = own.iter().enumerate().filter(|(at, _)| choice.has(*at)).map(|(_, card)| Card::to_string(card)).collect();
    assert_eq!(left.join(" "), expected);
}

#[test]
fn of_an_exchange_the_draw_stays_or_else_what_is_made_and_the_highest() {
    check_given("Ks Js 8s 3s 4d", 1, "4d");
    check_given("Ks Js 8s 3s 4d", 2, "3s 4d");
    check_given("9s 7s 5s Kh Jd", 2, "Kh Jd");
    check_given("9s 9d Ks 3s 6s", 1, "9d");
    check_given("9s 9d Ks 3s 6s", 3, "Ks 3s 6s");
    check_given("2s 2d Ah Kc 9d", 3, "Ah Kc 9d");
    check_given("2s 2d Ah Kc 9d", 2, "Kc 9d");
    check_given("2s 2d 2h Kc 9d", 1, "9d");
    check_given("4s 4d 2h 2c 9d", 1, "9d");
    check_given("As 7d 3h Kc 9d", 5, "As 7d 3h Kc 9d");
}

#[test]
fn a_printed_chart_is_read_back_as_itself() {
    assert_eq!(read("oasis/by", OASIS).map(|chart| chart.to_string()), Ok(OASIS.to_owned()));
    assert_eq!(read("russian/by", RUSSIAN).map(|chart| chart.to_string()), Ok(RUSSIAN.to_owned()));
}

#[test]
fn one_word_stands_for_all_cards_of_the_dealers() {
    let long = OASIS.replacen("two-pair = \"B\"", "two-pair = \"B B B B B B B B B B B B B\"", 1);
    assert_ne!(long, OASIS);
    assert_eq!(read("oasis/by", &long), read("oasis/by", OASIS));
}

/// What is said of the chart of Oasis poker with this mistake in it.
#[track_caller]
fn check_mistake(from: &str, to: &str, expected: &str) {
    let text = OASIS.replacen(from, to, 1);
    assert_ne!(text, OASIS);
    // The head is as long as it is; only from the table on it is counted.
    let head = OASIS.lines().take_while(|line| line.starts_with('#')).count();
    let said = read("oasis/by", &text).map_or_else(|said| said, |_| "good".to_owned());
    let (place, said) = said.split_once(": ").expect("a place and what is wrong");
    let line: usize = place.split(':').nth(1).and_then(|line| line.parse().ok()).expect("a line");
    assert_eq!(format!("{}: {said}", line - head), expected);
}

#[test]
fn a_mistake_in_a_chart_is_named_with_its_line_its_key_and_what_was_expected() {
    const WORDS: &str = "expected words of the letters I, 1, 2, each once at most, in the order of preference, and then B or F";
    let row = |key, found| format!("29: `hands.{key}`: {WORDS}, found {found:?}");
    check_mistake("two-pair = \"B\"", "two-pair = \"XB\"", &row("two-pair", "XB"));
    check_mistake("two-pair = \"B\"", "two-pair = \"3B\"", &row("two-pair", "3B"));
    check_mistake("two-pair = \"B\"", "two-pair = \"SB\"", &row("two-pair", "SB"));
    check_mistake("two-pair = \"B\"", "two-pair = \"B1\"", &row("two-pair", "B1"));
    check_mistake("two-pair = \"B\"", "two-pair = \"11B\"", &row("two-pair", "11B"));
    check_mistake("two-pair = \"B\"", "two-pair = \"1\"", &row("two-pair", "1"));
    check_mistake(
        "two-pair = \"B\"",
        "two-pair = \"B B\"",
        "29: `hands.two-pair`: expected one word for all cards of the dealer's, or thirteen for his 2 to ace, found 2",
    );
    check_mistake("two-pair = \"B\"\n", "", "20: `hands.two-pair`: expected this row as well: every class of hands has one");
    check_mistake("two-pair = \"B\"", "two-pair = 1", "29: `hands.two-pair`: expected text, not 1");
    check_mistake("\n[hands]\n", "\n[hand]\n[hands]\n", "20: `hand`: the key `hand` is unknown: expected `draws` or `hands`");
    let names = CLASSES.iter().map(|class| class.name).collect::<Vec<_>>().join(", ");
    check_mistake("two-pair =", "two-pairs =", &format!("29: `hands.two-pairs`: expected rows {names}"));
}

#[test]
fn what_a_game_never_offers_is_no_action_of_its_charts() {
    assert!(read("oasis/by", RUSSIAN).is_err_and(|said| said.contains("found \"SB\"")));
    let bought = OASIS.replacen("full-house = \"B\"", "full-house = \"GB\"", 1);
    assert!(read("oasis/by", &bought).is_err_and(|said| said.contains("`hands.full-house`")));
    assert_eq!(read("russian/by", &bought).map(|chart| chart.to_string()), Ok(bought));
}

/// All that the printed chart chooses.
#[track_caller]
fn check(name: &str, own: &str, dealer: &str, then: &str, expected: &str) {
    let text = if name == "oasis/by" { OASIS } else { RUSSIAN };
    let chart = read(name, text).expect("what was printed can be read");
    assert_eq!(chosen(&game(name), &chart, own, dealer, then), expected);
}

#[test]
fn the_first_action_that_is_offered_is_done() {
    check("oasis/by", "Ks Js 8s 3s 4d", "Kh Qd 7c 5d 9h", "2d", "exchange 4d, fold");
    check("oasis/by", "Ks Js 8s 3s 4d", "Kh Qd 7c 5d 9h", "2s", "exchange 4d, bet");
    check("oasis/by", "9s 9d 7h 4c 2s", "Kh Qd 7c 5d 3h", "", "bet");
    check("oasis/by", "Qs 9d 8h 4c 2s", "9h 5h Tc 5d Kh", "", "fold");
    check("oasis/by", "As Ks Qs Js Ts", "9h 9d 7c 5d Th", "", "insure 2000, bet");
    check("russian/by", "9s 9d 9h 9c 2s", "Kh Jd 7c 5d 3h", "", "bet, buy game");
    check("russian/by", "As Ad 7h 4c 2s", "Kh Jd 6c 5d 3h", "", "bet, decline");
    check("russian/by", "9s 9d 9h 7c 2s", "Kh Jd 6c 5d 3h", "4d 4c", "exchange 7c 2s, bet, buy game");
    check("russian/by", "As Ks Qs Js Ts", "9h 9d 7c 5d Th", "Ad", "sixth card, insure 2000, bet");
}

/// By hands that are in the same row as thousands of others: the chart of a few hands is worked out as that of all.
#[test]
fn a_cell_does_what_is_worth_most_to_its_hands_together() {
    let oasis = game("oasis/by");
    let play = BestPlay::of(&oasis).expect("a game of house poker");
    let dealt = |own: &str, ways| Dealt { cards: cards(own).try_into().expect("five cards"), ways };
    let hands = [dealt("Ks Js 8s 3s 4d", 1.0), dealt("9s 9d 7h 4c 2s", 1.0), dealt("As Kd 9h 4c 2s", 1.0)];
    let row = |hands: &[Dealt], name: &str| {
        let text = Chart::best_of(&oasis, &play, hands).to_string();
        text.lines().find_map(|line| line.strip_prefix(&format!("{name} = "))).map(|words| words.trim_matches('"').to_owned())
    };
    assert_eq!(row(&hands, "four-to-a-flush").as_deref(), Some("1F"));
    assert_eq!(row(&hands, "pair-of-nines").as_deref(), Some("B"));
    assert_eq!(row(&hands, "ace-king").as_deref(), Some("F"));
    let ace_king_queen = |ten_nine, three_two| {
        row(&[dealt("As Kd Qh Tc 9s", ten_nine), dealt("As Kd Qh 3c 2s", three_two)], "ace-king-queen").unwrap_or_default()
    };
    assert_eq!(ace_king_queen(1.0, 0.0), "B B B B B B B F F F F F F");
    assert_eq!(ace_king_queen(0.0, 1.0), "F");
    assert_eq!(ace_king_queen(1.0, 1.0), "B B B F F F F F F F F F F");
}
