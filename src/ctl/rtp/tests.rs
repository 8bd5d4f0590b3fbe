//! The figures against those of the rule books.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, OnceLock};

use super::figure::{Count, Figure, Line};
use super::table::markdown;
use super::{Effort, baccarat, best_play, lines_of, print_strategy};
use crate::games::baccarat::{BonusRows, ByKind, EitherPair, Limits, Natural, NaturalTie, Rules};
use crate::games::card_game::CardGame;
use crate::games::top_card;
use crate::model::Odds;
use crate::profiles::{load_rules, parse_as};
use crate::sim::strategies::blackjack::StrategyFile;

const EFFORT: Effort = Effort { strategy: None, hands: 40_000, seed: 1, simulate: false };

/// Nothing is simulated.
const COUNTING: Effort = Effort { hands: 0, ..EFFORT };

/// Every bet of a shipped file. It is counted out once for all tests: that may take seconds.
fn counted(name: &str) -> Vec<Line> {
    static COUNTED: Mutex<BTreeMap<String, Arc<OnceLock<Vec<Line>>>>> = Mutex::new(BTreeMap::new());
    let of_name = COUNTED.lock().expect("nothing panics with the lock").entry(name.to_owned()).or_default().clone();
    of_name.get_or_init(|| lines_of(name, &COUNTING).expect("the shipped rules can be counted out")).clone()
}

/// Every bet of a shipped file with its count and its edge.
fn counts(name: &str) -> Vec<(String, Count, String)> {
    edges(counted(name).into_iter().map(|line| (line.bet.into_owned(), line.figure)))
}

fn edges(figures: impl IntoIterator<Item = (String, Figure)>) -> Vec<(String, Count, String)> {
    let counted = |(bet, figure): (String, Figure)| {
        let edge = format!("{:.4}", figure.edge_percent());
        let Figure::Counted(count) = figure else { panic!("{bet} was simulated") };
        (bet, count, edge)
    };
    figures.into_iter().map(counted).collect()
}

/// The edges of these bets, in percent, by `baccarat/am` with this change.
#[track_caller]
fn check(change: impl FnOnce(&mut Rules), expected: &[(&str, &str)]) {
    let mut rules: Rules = load_rules("baccarat/am").expect("a shipped rules file").value;
    change(&mut rules);
    let figures = baccarat::figures(&CardGame::Baccarat(rules.clone()), &rules);
    let found = edges(figures.into_iter().map(|(bet, figure)| (bet.into_owned(), figure)));
    let found: Vec<(&str, &str)> = found.iter().map(|(bet, _, edge)| (&**bet, &**edge)).collect();
    assert_eq!(found, expected);
}

/// Nothing is offered but the bonus bets.
fn bonus_bets_only(rules: &mut Rules) {
    let range = rules.limits.stake.tie;
    rules.limits.stake = ByKind { player_bonus: range, banker_bonus: range, ..ByKind::same(None) };
}

#[test]
fn every_bet_of_single_zero_roulette_returns_36_of_37() {
    for (bet, count, edge) in counts("roulette/by").into_iter().chain(counts("roulette/am")) {
        assert_eq!((count.returns(), edge.as_str()), ((36, 37), "2.7027"), "{bet}");
    }
}

#[test]
fn red_dog_keeps_2_7509_percent_of_the_ante_from_the_best_player() {
    let [(bet, count, edge)] = &counts("red-dog/am")[..] else { panic!("Red Dog has one bet") };
    assert_eq!((bet.as_str(), edge.as_str()), ("ante", "2.7509"));
    // What comes back: 24 of 169 pairs of ranks follow each other, 32 cards each way, and 31 of 415 cards make a pair, of which 384 of 414
    // third cards do not make three.
    let (of, consecutive, pairs) = (416 * 415 * 414, 24 * 32 * 32 * 414, 416 * 31 * 384);
    assert_eq!(count.returned * of, count.ways() * (consecutive + pairs));
}

/// As the digest has them of six packs; where a war wins next to nothing, the best player always folds.
#[test]
fn top_card_trump_keeps_2_8771_percent_from_who_goes_to_war_and_3_6977_from_who_folds() {
    let mut rules: top_card::Rules = load_rules("top-card/am").expect("a shipped rules file").value;
    let mut check = |war, expected| {
        rules.play.pays.war = war;
        let found =
            edges(best_play::figures(&CardGame::TopCard(rules.clone())).into_iter().map(|(bet, figure)| (bet.into_owned(), figure)));
        assert_eq!(found.iter().map(|(bet, _, edge)| (&**bet, &**edge)).collect::<Vec<_>>(), [("ante", expected)]);
    };
    check(Odds::to_one(1), "2.8771");
    check(Odds::new(1, 10_000).expect("odds"), "3.6977");
}

#[test]
fn the_table_beside_the_rules_files_is_what_the_tool_says() {
    let readme = include_str!("../../../device-profiles/rules/README.md");
    let shown: Vec<&str> = readme.lines().filter(|line| line.ends_with("| counting |")).collect();
    let names: BTreeSet<&str> = shown.iter().filter_map(|row| row.split('`').nth(1)).collect();
    let lines: Vec<Line> = names.iter().flat_map(|name| counted(name)).collect();
    let said = markdown(&lines);
    for row in &shown {
        assert!(said.lines().any(|line| line == *row), "the tool does not say {row}");
    }
    assert_eq!(names.len(), 17, "{names:?}");
}

/// Counted apart from the game by the shares of each symbol on each strip: 0.7301 by the lines, 0.2198 by the bonus.
#[test]
fn the_reels_return_between_94_and_96_percent() {
    let [(bet, count, edge)] = &counts("slot/am")[..] else { panic!("a line has one stake") };
    assert_eq!((bet.as_str(), count.returns(), edge.as_str()), ("main", (151_275_619, 159_252_480), "5.0089"));
}

#[test]
fn a_straight_that_returns_35_in_all_keeps_two_of_37() {
    let straight = counts("roulette/am-literal").into_iter().find(|(bet, ..)| bet == "straight").expect("straights are offered");
    assert_eq!((straight.1.returns(), straight.2.as_str()), ((35, 37), "5.4054"));
}

#[test]
fn a3_the_rounds_of_eight_packs() {
    let am = counts("baccarat/am");
    let of = |bet: &str| am.iter().find(|(known, ..)| known == bet).expect("the bet is offered").1;
    let (player, banker, tie) = (of("player"), of("banker"), of("tie"));
    assert_eq!(player.ways(), 4_998_398_275_503_360);
    assert_eq!((player.won, banker.won, tie.won), (2_230_518_282_592_256, 2_292_252_566_437_888, 475_627_426_473_216));
    assert_eq!((player.returned, player.lost), (tie.won, banker.won));
    let edges: Vec<(&str, &str)> = am.iter().map(|(bet, _, edge)| (bet.as_str(), edge.as_str())).collect();
    let expected = [
        ("player", "1.2351"),
        ("banker", "1.0579"),
        ("tie", "14.3596"),
        ("player-pair", "10.3614"),
        ("banker-pair", "10.3614"),
        ("perfect-pair", "8.0470"),
        ("either-pair", "13.7099"),
        ("player-bonus", "0.8646"),
        ("banker-bonus", "7.5860"),
    ];
    assert_eq!(edges, expected);
}

#[test]
fn a3_the_banker_without_commission() {
    let no_commission: Rules = load_rules("baccarat/am-no-commission").expect("a shipped rules file").value;
    let range = no_commission.limits.stake.banker;
    let offered = ByKind { banker: range, ..ByKind::same(None) };
    check(
        |rules| *rules = Rules { limits: Limits { stake: offered.clone(), ..no_commission.limits }, ..no_commission },
        &[("banker", "1.4581")],
    );
    let even = |rules: &mut Rules| {
        rules.limits.stake = offered;
        rules.play.pays.banker = rules.play.pays.player;
        rules.play.pays.banker_with_six = rules.play.pays.player;
    };
    check(even, &[("banker", "-1.2351")]);
}

#[test]
fn a3_bonus_bets_that_come_back_at_equal_naturals() {
    let push = |rules: &mut Rules| {
        bonus_bets_only(rules);
        rules.play.natural_tie = NaturalTie::Push;
    };
    check(push, &[("player-bonus", "2.6517"), ("banker-bonus", "9.3731")]);
}

#[test]
fn bqam_q9_the_house_would_lose_if_any_two_cards_were_a_natural() {
    let two_cards = |rules: &mut Rules| {
        bonus_bets_only(rules);
        rules.play.natural = Natural::TwoCards;
    };
    check(two_cards, &[("player-bonus", "-2.5317"), ("banker-bonus", "-2.7959")]);
}

#[test]
fn bqam_q10_the_house_would_lose_if_the_rows_were_totals() {
    let totals = |rules: &mut Rules| {
        bonus_bets_only(rules);
        rules.play.bonus_rows = BonusRows::Total;
    };
    check(totals, &[("player-bonus", "-187.1686"), ("banker-bonus", "-166.2540")]);
}

#[test]
fn bqam_q6_pays_out_three_times_the_stakes_with_suits_and_q8_keeps_94_percent_as_its_own_bet() {
    let other = |rules: &mut Rules| {
        let range = rules.limits.stake.tie;
        rules.limits.stake = ByKind { two_perfect_pairs: range, either_pair: range, ..ByKind::same(None) };
        rules.play.perfect_split_bets = true;
        rules.play.either_pair = EitherPair::PairOrSuit;
    };
    check(other, &[("two-perfect-pairs", "94.2774"), ("either-pair", "-211.0370")]);
}

#[test]
fn a_sample_holds_the_counted_return_in_its_interval() {
    let counted = counted("baccarat/am");
    let simulated = lines_of("baccarat/am", &Effort { simulate: true, ..EFFORT }).expect("it can be simulated");
    for (counted, simulated) in counted.iter().zip(&simulated) {
        let Figure::Simulated(sample) = &simulated.figure else { panic!("{} was counted", simulated.bet) };
        let apart = (counted.figure.return_percent() - sample.return_percent).abs();
        // One of nine intervals may well miss; none may miss by as much again.
        assert!(apart < 2.0 * sample.return_half_width_percent, "{}: {apart} apart, {sample:?}", counted.bet);
        assert!(sample.return_half_width_percent < 10.0 && sample.hands == EFFORT.hands, "{sample:?}");
    }
}

#[test]
fn a_strategy_from_a_file_is_refused_where_nobody_decides_anything() {
    let from_file = Effort { strategy: Some("mine.toml".to_owned()), ..COUNTING };
    for name in ["baccarat/am", "casino-holdem/by", "five-card/am", "roulette/am", "top-card/am"] {
        let refusal = lines_of(name, &from_file).expect_err("no strategy is read").to_string();
        assert!(refusal.contains("takes no strategy"), "{refusal}");
    }
}

/// The chart that was printed for the shipped rules: of 40,000 hands nine in ten lie within 4 percent of what it returns.
#[test]
fn house_poker_is_played_by_the_strategy_of_a_file_and_named_after_it() {
    for (name, file) in [("oasis/by", "tests/strategies/oasis-by.toml"), ("russian/by", "tests/strategies/russian-by.toml")] {
        let lines = lines_of(name, &Effort { strategy: Some(file.to_owned()), ..EFFORT }).expect("the file can be read");
        let Figure::Simulated(sample) = &lines[0].figure else { panic!("{} was counted", lines[0].bet) };
        assert_eq!((&*lines[0].bet, &*sample.strategy), ("ante", file));
        assert!((95.0..104.0).contains(&sample.return_percent), "{sample:?}");
    }
}

/// 2.16 % of the ante are published for this pay table; of so few hands nine in ten lie within 3 percent of it.
#[test]
fn casino_holdem_keeps_about_2_percent_of_the_ante_from_who_bets_what_is_worth_it() {
    let lines = lines_of("casino-holdem/by", &Effort { hands: 20_000, ..EFFORT }).expect("it can be simulated");
    let Figure::Simulated(sample) = &lines[0].figure else { panic!("{} was counted", lines[0].bet) };
    assert_eq!((&*lines[0].bet, &*sample.strategy), ("ante", "sampled play"));
    assert!((2.16 - sample.edge_percent).abs() < 2.0 * sample.edge_half_width_percent, "{sample:?}");
    // More than four in five hands are bet.
    assert!((2.60..2.68).contains(&sample.staked_per_first_stake), "{sample:?}");
}

/// With this pay table and without a bought card the game is Caribbean stud, of which is published that it keeps 5.22 % of the ante from the
/// best player, who bets 52 hands in 100. Hands that are worth as much either way are bet a little more often here.
#[test]
fn five_card_poker_with_the_table_of_caribbean_stud_keeps_about_5_percent_of_the_ante() {
    let mut rules: crate::games::five_card::Rules = load_rules("five-card/am-exchange").expect("a shipped rules file").value;
    rules.play.purchase = None;
    rules.limits.bonus = None;
    let effort = Effort { hands: 10_000, ..EFFORT };
    let figures = super::house_poker::figures(&CardGame::FiveCard(rules), &effort).expect("it can be simulated");
    let [(bet, Figure::Simulated(sample))] = &figures[..] else { panic!("one bet is simulated") };
    assert_eq!((&**bet, &*sample.strategy), ("ante", "sampled play"));
    assert!((5.22 - sample.edge_percent).abs() < 2.0 * sample.edge_half_width_percent, "{sample:?}");
    assert!((2.02..2.11).contains(&sample.staked_per_first_stake), "{sample:?}");
}

#[test]
fn a_strategy_that_is_not_there_is_named() {
    let from_file = Effort { strategy: Some("missing.toml".to_owned()), ..COUNTING };
    for name in ["blackjack/by", "oasis/by", "russian/by"] {
        let refusal = lines_of(name, &from_file).expect_err("there is no such file").to_string();
        assert!(refusal.contains("missing.toml: cannot be read"), "{refusal}");
    }
}

/// By the pay table and the published counts of five cards: 54,912 three of a kind at 10 to 1, 10,200 straights at 40, 5,108 flushes at
/// 50, 3,744 full houses at 70, 624 fours of a kind at 200, 36 straight flushes at 500 and 4 royal flushes at 1000, each with its stake.
#[test]
fn thb_14_oas_16_hpam_24_the_bonus_is_counted_out_of_all_five_cards() {
    let count = |name: &str| {
        let bonus = counted(name).pop().expect("there is a bonus");
        let Figure::Counted(count) = bonus.figure else { panic!("{} was simulated", bonus.bet) };
        (count.ways(), count.won, count.returned, count.returns())
    };
    const WON: u128 = 74_628;
    // 54,912 x 11 + 10,200 x 41 + 5,108 x 51 + 3,744 x 71 + 624 x 201 + 36 x 501 + 4 x 1,001 = 1,696,028.
    assert_eq!(count("oasis/by"), (2_598_960, WON, 0, (424_007, 649_740)));
    // HA-17: 123,552 times two pair come back: 1,819,580.
    assert_eq!(count("russian/by"), (2_598_960, WON, 123_552, (12_997, 18_564)));
    // THB-14: 123,552 two pair and a thirteenth of 1,098,240 pairs win as well, all of them 7 to 1: 282,660 x 8 = 2,261,280 of 2,598,960.
    assert_eq!(count("casino-holdem/by"), (2_598_960, WON + 123_552 + 84_480, 0, (1_346, 1_547)));
    // HPAM-24, the digest's example: from a flush on, 673,796 of 2,598,960; with a joker 7,804 flushes, 6,552 full houses, 3,120 fours of a
    // kind, 180 straight flushes, 24 royal flushes and 13 fives of a kind at 1500: 1,624,033 of 2,869,685.
    let from_a_flush_on = 5_108 + 3_744 + 624 + 36 + 4;
    assert_eq!(count("five-card/am"), (2_598_960, from_a_flush_on, 0, (168_449, 649_740)));
    let with_a_joker = 7_804 + 6_552 + 3_120 + 180 + 24 + 13;
    assert_eq!(count("five-card/am-joker"), (2_869_685, with_a_joker, 0, (1_624_033, 2_869_685)));
}

#[test]
fn the_best_strategy_is_printed_as_a_file_that_can_be_read_and_changed() {
    let printed = print_strategy(&["blackjack/by".to_owned()]).unwrap_or_else(|failure| failure.to_string());
    assert!(printed.contains("[pairs]\n10 = "), "{printed}");
    let read = parse_as("mine.toml", &printed, |file: StrategyFile| file.strategy());
    assert_eq!(read.ok().map(|strategy| strategy.to_string()), Some(printed));
    let refused = |names: &[&str]| print_strategy(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>()).is_err();
    assert!(refused(&["baccarat/am"]) && refused(&["blackjack/am", "blackjack/by"]));
}

#[test]
fn hi_lo_returns_the_better_first_guess_of_each_card_and_a_tie_bet_three_of_51_cards() {
    let found = counts("hi-lo/am");
    let told: Vec<(&str, (u128, u128))> = found.iter().map(|(bet, count, _)| (bet.as_str(), count.returns())).collect();
    // After an ace or a king the sure guess is at 1.00; after the eleven others the less likely one, or either, at 0.95 x 48 / f.
    assert_eq!((2 * 4_800 + 11 * 4_560) * 260, 13 * 4_800 * 249);
    assert_eq!(told, [("main", (249, 260)), ("tie on the first draw", (11, 17))]);
}

#[test]
fn video_poker_returns_what_is_published_for_its_table() {
    let found = counts("video-poker/am");
    let percents: Vec<(&str, String)> =
        found.iter().map(|(bet, count, _)| (bet.as_str(), format!("{:.6}", Figure::Counted(*count).return_percent()))).collect();
    assert_eq!(percents, [("main at the highest step", "99.543904".to_owned()), ("main below it", "98.373457".to_owned())]);
    assert!(found.iter().all(|(_, count, _)| count.ways() == 2_598_960 * 5 * 1_533_939));
}
