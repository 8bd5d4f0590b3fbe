//! The worked cases of the slot-type machine as the auditor reckons them, and its objections to what cannot be.

use super::super::TableRules;
use super::super::clerk::Clerk as _;
use super::super::keys::Keys;
use super::super::line::{End, Line};
use super::super::machine::cases::{changed, check_choice, draw, seat};
use super::*;

mod at_the_table;

/// The digest's machine SLOT-TEST, apart from every shipped file: the middle line, then the top and the bottom.
const RULES: &str = r#"
shoe = { packs = 1 }
course = { decision_seconds = 300, restart_in_deal = "void", redeal = false }
limits = { step_minor = 1, main = { least = 1, most = 1000 } }
[play]
rows = 3
lines = [[1, 1, 1, 1, 1], [0, 0, 0, 0, 0], [2, 2, 2, 2, 2]]
[play.pays]
cherry = { three = 5, four = 20, five = 100 }
bell = { three = 5, four = 20, five = 100 }
seven = { three = 5, four = 20, five = 100 }
[play.bonus]
symbol = "star"
perimeter = ["cherry", "bell", "seven"]
open = 3
middle = ["cherry", "bell", "seven"]
coefficients = { cherry = 2, bell = 5, seven = 20 }
[play.risk]
doublings_most = 5
parts = ["whole", "half", "double"]
by = ["card", "colour"]
"#;

/// Fields that the strips hold one after the other, column by column from top to bottom. `B` is the bonus symbol.
const FIELDS: [&str; 10] = [
    "pbo lbp obl pco lsp",
    "cps cls cos cpl olp",
    "bpo blp bol bpo blp",
    "pco lbp obl pbo lbp",
    "Bpo lBp olB pol lpo",
    "Bpo lBp olB pBl lpo",
    "Bpo lBp olB pBl Bpo",
    "plo lop opl plo lop",
    "Bco lcp ocB pBl lpo",
    "Bso Bsp Bsl Bso BsB",
];

/// The fields by what they show.
const THREE_BELLS: usize = 0;
const TOP_AND_BOTTOM: usize = 1;
const FIVE_BELLS_ON_TOP: usize = 2;
const NOT_FROM_THE_FIRST: usize = 3;
const THREE_STARS: usize = 4;
const FOUR_STARS: usize = 5;
const FIVE_STARS: usize = 6;
const NOTHING: usize = 7;
const THREE_CHERRIES_AND_STARS: usize = 8;
const FIVE_SEVENS_AND_SIX_STARS: usize = 9;

fn name(letter: char) -> &'static str {
    match letter {
        'c' => "cherry",
        'b' => "bell",
        's' => "seven",
        'p' => "plum",
        'l' => "lemon",
        'o' => "orange",
        'B' => "star",
        other => panic!("{other} is no symbol of the cases"),
    }
}

fn strips() -> toml::Value {
    let column = |place: usize| {
        let cells = FIELDS.iter().filter_map(|field| field.split(' ').nth(place)).flat_map(str::chars);
        toml::Value::Array(cells.map(|letter| name(letter).into()).collect())
    };
    toml::Value::Array((0..5).map(column).collect())
}

/// The digest's rules with a table of them changed.
fn keys(change: &str) -> toml::Table {
    let mut keys: toml::Table = RULES.parse().expect("the rules are TOML");
    keys["play"].as_table_mut().expect("a table").insert("strips".into(), strips());
    changed(keys, change)
}

fn rules(change: &str) -> Rules {
    Rules::read(&Keys::new(&keys(change))).expect("the rules are read")
}

fn stake(line: u8, kind: StakeKind, amount: i64) -> BoxStake {
    BoxStake { seat: seat(), place: BoxNumber(line), hand: 0, kind, amount: Money::from_minor(amount) }
}

fn on_lines(lines: u8, amount: i64) -> Vec<BoxStake> {
    (1..=lines).map(|line| stake(line, StakeKind::Main, amount)).collect()
}

/// A spin with the same on so many lines that shows this field, and these bonus runs.
fn spin(change: &str, lines: u8, amount: i64, field: usize, runs: &[[u16; 4]]) -> Deal {
    let mut deal = Deal::new(rules(change), on_lines(lines, amount));
    deal.take_drawn(&[field as u16 * 3; 5]).expect("the reels turn");
    for run in runs {
        deal.take_drawn(run).expect("a run is to come");
    }
    deal
}

/// Three bells on the only line, which come to 50.
fn fifty(change: &str) -> Deal {
    spin(change, 1, 10, THREE_BELLS, &[])
}

/// A choice is objected to in these words, or not at all where there are none; for double the win what it costs is paid in.
#[track_caller]
fn check(deal: &mut Deal, choice: Choice, objection: &str) {
    let paid_in: Vec<BoxStake> = match choice {
        Choice::RiskDouble => vec![stake(1, StakeKind::Double, deal.win)],
        _ => Vec::new(),
    };
    check_choice(deal, choice, &paid_in, objection);
}

#[track_caller]
fn choose(deal: &mut Deal, choice: Choice) {
    check(deal, choice, "");
}

/// A round by the colour of this card.
#[track_caller]
fn by_colour(deal: &mut Deal, part: Choice, colour: Choice, card: &str) {
    choose(deal, part);
    choose(deal, colour);
    assert!(deal.wants_fresh() && deal.next_card().is_none(), "the risk game has fresh cards");
    deal.take_fresh();
    draw(deal, card);
}

/// A round against the first of these cards.
#[track_caller]
fn by_card(deal: &mut Deal, part: Choice, board: &str, picked: u8) {
    choose(deal, part);
    choose(deal, Choice::Beat);
    deal.take_fresh();
    draw(deal, board);
    choose(deal, Choice::Pick(CardChoice(1 << (picked - 1))));
}

fn returned(settled: &Settled) -> i64 {
    settled.lines.iter().zip(&settled.stakes).map(|(line, stake)| line.returned(stake.amount.minor())).sum()
}

/// What the deal returns when all is collected.
#[track_caller]
fn collected(mut deal: Deal) -> i64 {
    if !deal.asked().is_empty() {
        choose(&mut deal, Choice::Collect);
    }
    returned(&deal.settle().expect("the deal is over"))
}

#[test]
fn g1_to_g4_what_the_lines_win() {
    assert_eq!(collected(spin("", 3, 10, THREE_BELLS, &[])), 50, "G1");
    assert_eq!(collected(spin("", 3, 10, TOP_AND_BOTTOM, &[])), 250, "G2");
    assert_eq!(collected(spin("", 1, 10, FIVE_BELLS_ON_TOP, &[])), 0, "G3");
    assert_eq!(collected(spin("", 2, 10, FIVE_BELLS_ON_TOP, &[])), 1_000, "the longest only");
    assert_eq!(collected(spin("", 1, 10, NOT_FROM_THE_FIRST, &[])), 0, "G4");
    assert_eq!(collected(spin("", 3, 10, NOTHING, &[])), 0);
    // A strip has no end: its first symbol follows the last.
    let mut deal = Deal::new(rules(""), on_lines(3, 10));
    deal.take_drawn(&[29; 5]).expect("the reels turn");
    let first_column = &deal.field.as_ref().expect("the field is drawn")[0];
    assert_eq!(first_column[..], [Symbol::Orange, Symbol::Plum, Symbol::Bell]);
}

#[test]
fn g11_to_g13_the_bonus_runs() {
    assert_eq!(collected(spin("", 3, 10, THREE_STARS, &[[1, 1, 0, 1]])), 150, "G11");
    assert_eq!(collected(spin("", 3, 10, THREE_STARS, &[[2, 0, 1, 1]])), 0, "G12");
    assert_eq!(collected(spin("", 3, 10, FOUR_STARS, &[[0, 0, 1, 1], [1, 0, 0, 2]])), 60, "G13");
    assert_eq!(collected(spin("", 3, 10, FIVE_STARS, &[[0, 0, 1, 1], [1, 0, 1, 2], [2, 2, 2, 2]])), 810);
    let won = [[0, 0, 1, 1]; 3];
    assert_eq!(collected(spin("", 2, 10, FIVE_SEVENS_AND_SIX_STARS, &won)), 1_000 + 3 * 40, "BQAM-82");
    assert_eq!(collected(spin("bonus = { symbol = \"melon\" }", 3, 10, FIVE_STARS, &[])), 0);
}

#[test]
fn bqam_q82_the_field_is_drawn_and_then_each_run() {
    let mut deal = Deal::new(rules(""), on_lines(3, 10));
    assert_eq!((deal.next_draw(), deal.next_card(), deal.asked().len()), (Some(vec![30; 5]), None, 0));
    assert!(deal.settle().expect_err("nothing is drawn").contains("Drawing"));
    deal.take_drawn(&[FOUR_STARS as u16 * 3; 5]).expect("the reels turn");
    assert_eq!((deal.next_draw(), deal.asked().len(), deal.reels().runs_left), (Some(vec![3; 4]), 0, 2));
    deal.take_drawn(&[1, 1, 0, 0]).expect("a run is to come");
    assert_eq!((deal.next_draw(), deal.reels().runs_left), (Some(vec![3; 4]), 1));
    deal.take_drawn(&[2, 1, 0, 0]).expect("a run is to come");
    assert_eq!((deal.next_draw(), deal.asked().len(), deal.reels().runs_left), (None, 1, 0));
    assert!(deal.take_drawn(&[2, 1, 0, 0]).expect_err("all is drawn").contains("nothing was to be"));
}

#[test]
fn g5_to_g10_the_risk_game() {
    use Choice::{Black, Red, Risk, RiskDouble, RiskHalf};
    let by = |part: Choice, board: &str| {
        let mut deal = fifty("");
        by_card(&mut deal, part, board, 1);
        collected(deal)
    };
    let told = |part: Choice, card: &str| {
        let mut deal = fifty("");
        by_colour(&mut deal, part, Red, card);
        collected(deal)
    };
    assert_eq!(by(Risk, "5d 9h 2c 3c 4c"), 100, "G5");
    assert_eq!(by(RiskHalf, "5d 3h 2c 3c 4c"), 25, "G6");
    assert_eq!(told(RiskDouble, "9h"), 200, "G7");
    assert_eq!(told(RiskDouble, "9s"), 0, "G8");
    assert_eq!((told(Risk, "2d"), told(Risk, "2c"), told(RiskHalf, "9h"), told(RiskHalf, "9c")), (100, 0, 75, 25));
    assert_eq!((by(Risk, "5d 5h 2c 3c 4c"), by(RiskHalf, "5d 5h 2c 3c 4c"), by(RiskDouble, "5d 5h 2c 3c 4c")), (50, 50, 100), "BQAM-Q87");
    // The ace is above the king, and the two below everything (BQAM-Q73).
    assert_eq!((by(Risk, "Kd As 2c 3c 4c"), by(Risk, "Ad Ks 2c 3c 4c"), by(Risk, "3d 2s 5c 4c 4d")), (100, 0, 0));
    let mut odd = spin("pays.bell = { three = 3, four = 20, five = 100 }", 1, 17, THREE_BELLS, &[]);
    by_colour(&mut odd, RiskHalf, Black, "9h");
    assert_eq!(collected(odd), 26, "G9");
    let mut twice = fifty("");
    by_colour(&mut twice, Risk, Black, "9s");
    by_colour(&mut twice, Risk, Red, "9h");
    assert_eq!(collected(twice), 200, "G10");
}

/// What is offered, with what it costs and brings.
#[track_caller]
fn check_offers(deal: &Deal, expected: &[(ChoiceKind, i64, i64)]) {
    let offered: Vec<Offered> = deal.asked().pop().map(|asked| asked.choices).unwrap_or_default();
    let expected: Vec<Offered> = expected.iter().map(|(kind, price, returns)| Offered::at_bringing(*kind, *price, *returns)).collect();
    assert_eq!(offered, expected);
}

#[test]
fn bqam_83_what_is_offered_and_what_it_costs_and_brings() {
    use ChoiceKind::{Beat, Black, Collect, Red, Risk, RiskDouble, RiskHalf};
    let (collect, whole, half, double) = ((Collect, 0, 50), (Risk, 0, 100), (RiskHalf, 0, 75), (RiskDouble, 50, 200));
    check_offers(&fifty(""), &[collect, whole, half, double]);
    check_offers(&fifty("risk = { parts = [\"half\"] }"), &[collect, half]);
    check_offers(&fifty("risk = { most_minor = 199 }"), &[collect, whole, half]);
    check_offers(&fifty("risk = { most_minor = 200 }"), &[collect, whole, half, double]);
    check_offers(&fifty("risk = { most_minor = 99 }"), &[collect, half]);
    check_offers(&fifty("risk = { most_minor = 74 }"), &[]);
    check_offers(&fifty("risk = { doublings_most = 0 }"), &[]);
    let one = spin("pays.bell = { three = 1, four = 20, five = 100 }", 1, 1, THREE_BELLS, &[]);
    check_offers(&one, &[(Collect, 0, 1), (Risk, 0, 2), (RiskDouble, 1, 4)]);
    let mut how = fifty("");
    choose(&mut how, Choice::RiskHalf);
    check_offers(&how, &[(Red, 0, 75), (Black, 0, 75), (Beat, 0, 75)]);
    check(&mut how, Choice::Collect, "was not offered");
    check(&mut how, Choice::Pick(CardChoice(1)), "was not offered");
    let mut told = fifty("risk = { by = [\"colour\"] }");
    choose(&mut told, Choice::RiskDouble);
    check_offers(&told, &[(Red, 0, 200), (Black, 0, 200)]);
    let mut by = fifty("risk = { by = [\"card\"] }");
    choose(&mut by, Choice::Risk);
    assert!(by.asked().is_empty() && by.wants_fresh(), "nobody is asked where there is one way");
}

#[test]
fn bqam_q74_how_often_a_win_is_doubled() {
    let check = |change: &str, rounds: &[(Choice, &str)], may_go_on: bool, comes_to: i64| {
        let mut deal = fifty(change);
        rounds.iter().for_each(|(part, card)| by_colour(&mut deal, *part, Choice::Red, card));
        assert_eq!((!deal.asked().is_empty(), collected(deal)), (may_go_on, comes_to), "{change}, {rounds:?}");
    };
    let (won, lost_half) = ((Choice::Risk, "9h"), (Choice::RiskHalf, "9s"));
    check("", &[won; 4], true, 800);
    check("", &[won; 5], false, 1_600);
    check("risk = { doublings_most = 1 }", &[lost_half, lost_half, won], false, 26);
    check("risk = { doublings_most = 1 }", &[lost_half, lost_half], true, 13);
    let mut equal = fifty("risk = { doublings_most = 1 }");
    by_card(&mut equal, Choice::Risk, "7d 7c 2c 3c 4c", 1);
    assert_eq!(equal.asked().len(), 1, "an equal card is no doubling");
}

/// What each stake returns, with the amounts of its wins and their odds.
#[track_caller]
fn check_settled(deal: &Deal, expected: &[(End, i64, &str)]) {
    let settled = deal.settled_with(deal.win);
    let told = |(line, stake): (&Line, &BoxStake)| {
        let wins: Vec<String> = line.wins.iter().map(|won| format!("{} at {}", won.amount, won.odds)).collect();
        (line.end, line.returned(stake.amount.minor()), wins.join(", "))
    };
    let told: Vec<_> = settled.lines.iter().zip(&settled.stakes).map(told).collect();
    let expected: Vec<_> = expected.iter().map(|(end, amount, wins)| (*end, *amount, (*wins).to_owned())).collect();
    assert_eq!(told, expected);
}

#[test]
fn bqam_82_every_stake_is_settled_by_itself_and_the_risk_game_with_the_first_that_won() {
    use End::{ComesBack, Gone, Part, Wins};
    let two = || spin("", 3, 10, TOP_AND_BOTTOM, &[]);
    let gone = (Gone, 0, "");
    check_settled(&two(), &[gone, (Wins, 200, "190 at 19:1"), (Wins, 50, "40 at 4:1")]);
    let mut won = two();
    by_colour(&mut won, Choice::Risk, Choice::Red, "9h");
    check_settled(&won, &[gone, (Wins, 450, "250 at 1:1, 190 at 19:1"), (Wins, 50, "40 at 4:1")]);
    let mut half = two();
    by_colour(&mut half, Choice::RiskHalf, Choice::Red, "9s");
    check_settled(&half, &[gone, (Wins, 125, "115 at 1:1"), gone]);
    // The bonus is paid with the first line that has won, and else with the first; it is told by the stake of that line.
    check_settled(&spin("", 3, 10, THREE_STARS, &[[1, 1, 0, 1]]), &[(Wins, 150, "140 at 14:1"), gone, gone]);
    check_settled(&spin("", 1, 10, THREE_CHERRIES_AND_STARS, &[[1, 1, 0, 1]]), &[(Wins, 100, "50 at 5:1, 40 at 4:1")]);
    let mut double = fifty("");
    by_colour(&mut double, Choice::RiskDouble, Choice::Red, "9h");
    check_settled(&double, &[(Wins, 150, "100 at 1:1, 40 at 4:1"), (ComesBack, 50, "")]);
    for (halves, expected) in [
        (1, [(Wins, 50, "40 at 4:1"), (ComesBack, 50, "")]),
        (2, [(Wins, 50, "40 at 4:1"), gone]),
        (3, [(Wins, 25, "15 at 1:1"), gone]),
        (4, [(Wins, 13, "3 at 1:1"), gone]),
        (5, [(Part(7), 7, ""), gone]),
    ] {
        let mut lost = double.clone();
        (0..halves).for_each(|_| by_colour(&mut lost, Choice::RiskHalf, Choice::Red, "9s"));
        check_settled(&lost, &expected);
    }
}

#[test]
fn g14_g15_what_stands_when_the_deal_cannot_go_on() {
    let stands = |deal: &Deal| deal.stands().map(|settled| returned(&settled));
    assert_eq!(stands(&Deal::new(rules(""), on_lines(3, 10))), None, "G14");
    assert_eq!(stands(&spin("", 3, 10, TOP_AND_BOTTOM, &[])), Some(250), "G15");
    // A run is still to be drawn.
    assert_eq!(stands(&spin("", 3, 10, THREE_STARS, &[])), None);
    assert_eq!(stands(&spin("", 1, 10, THREE_CHERRIES_AND_STARS, &[])), Some(50));
    assert_eq!(stands(&spin("", 1, 10, FOUR_STARS, &[[0, 0, 1, 1]])), Some(20));
    // It stands where it is as much as the stakes.
    let two_times = "pays.cherry = { three = 2, four = 20, five = 100 }";
    assert_eq!(stands(&spin(two_times, 2, 10, THREE_CHERRIES_AND_STARS, &[])), Some(20));
    assert_eq!(stands(&spin(two_times, 3, 10, THREE_CHERRIES_AND_STARS, &[])), None);
    // What was paid in for a round that has not come to its end comes back with the win before it.
    for (part, comes_back) in [(Choice::Risk, 50), (Choice::RiskHalf, 50), (Choice::RiskDouble, 100)] {
        let mut deal = fifty("");
        choose(&mut deal, part);
        assert_eq!(stands(&deal), Some(comes_back), "{part:?} before it is told how");
        choose(&mut deal, Choice::Beat);
        assert_eq!(stands(&deal), Some(comes_back), "{part:?} while the cards are shuffled");
        deal.take_fresh();
        draw(&mut deal, "5d 3c 2c 4c 6c");
        assert_eq!(stands(&deal), Some(comes_back), "{part:?} before the pick");
    }
    let mut won = fifty("");
    by_colour(&mut won, Choice::RiskDouble, Choice::Red, "9h");
    choose(&mut won, Choice::RiskDouble);
    assert_eq!(stands(&won), Some(400));
}

#[test]
fn bqam_80_the_same_lies_on_each_of_the_first_lines() {
    let rules = rules("limits = { step_minor = 5, main = { least = 10, most = 50 } }");
    let said = |stakes: &[BoxStake]| rules.check_laid(stakes).err().unwrap_or_default();
    assert_eq!((said(&on_lines(1, 10)), said(&on_lines(3, 50))), (String::new(), String::new()));
    let main = |line, amount| stake(line, StakeKind::Main, amount);
    assert!(said(&[]).contains("nothing lies"));
    assert!(said(&[main(2, 10)]).contains("not on the first ones"));
    assert!(said(&[main(1, 10), main(3, 10)]).contains("not on the first ones"));
    assert!(said(&[main(1, 10), main(2, 15)]).contains("not the same"));
    assert!(said(&on_lines(4, 10)).contains("there are 3 lines"));
    assert!(said(&on_lines(2, 5)).contains("5 lies as stake of a line"));
    assert!(said(&on_lines(1, 12)).contains("in steps of 5"));
    assert!(said(&[stake(1, StakeKind::Ante, 10)]).contains("Ante lies before the deal"));
}

#[test]
fn what_is_done_for_a_player_who_is_silent() {
    let mut deal = fifty("");
    let defaults = |deal: &Deal| {
        let all = [
            Choice::Collect,
            Choice::Risk,
            Choice::Red,
            Choice::Black,
            Choice::Beat,
            Choice::Pick(CardChoice(1)),
            Choice::Pick(CardChoice(2)),
        ];
        all.into_iter().filter(|choice| deal.rules.is_default(*choice) && deal.is_default_now(*choice)).collect::<Vec<_>>()
    };
    assert_eq!(defaults(&deal), [Choice::Collect]);
    choose(&mut deal, Choice::Risk);
    assert_eq!(defaults(&deal), [Choice::Red]);
    choose(&mut deal, Choice::Beat);
    deal.take_fresh();
    draw(&mut deal, "5d 3c 2c 4c 6c");
    assert_eq!(defaults(&deal), [Choice::Pick(CardChoice(1))]);
}

#[test]
fn bqam_84_of_the_closed_cards_only_the_picked_one_is_seen() {
    let seen = |deal: &Deal| {
        let cards = deal.shows(CardPlace::Board).expect("it is shown card by card");
        cards.iter().map(|card| card.map_or("??".to_owned(), |card| card.to_string())).collect::<Vec<_>>().join(" ")
    };
    let mut deal = fifty("");
    choose(&mut deal, Choice::Risk);
    choose(&mut deal, Choice::Beat);
    deal.take_fresh();
    assert_eq!((deal.next_card(), seen(&deal)), (Some((CardPlace::Board, Face::Up)), String::new()));
    draw(&mut deal, "7d");
    assert_eq!(deal.next_card(), Some((CardPlace::Board, Face::Down)));
    draw(&mut deal, "Jc 2c 3c 4c");
    assert_eq!((deal.next_card(), seen(&deal)), (None, "7d ?? ?? ?? ??".to_owned()));
    for wrong in [0, 0b11, 0b1_0000] {
        check(&mut deal.clone(), Choice::Pick(CardChoice(wrong)), "was not offered");
    }
    choose(&mut deal, Choice::Pick(CardChoice(0b10)));
    assert_eq!(seen(&deal), "7d ?? 2c ?? ??");
    let mut told = fifty("");
    by_colour(&mut told, Choice::Risk, Choice::Black, "2s");
    assert_eq!(seen(&told), "2s");
}

#[test]
fn a_key_that_the_auditor_does_not_know_is_not_passed_over() {
    let read = |change: &str| TableRules::read("slot", &keys(change)).err().unwrap_or_default();
    assert_eq!(read(""), "");
    assert!(read("risk = { thirds = true }").contains("does not know the key play.risk.thirds"));
    assert!(read("risk = { parts = [\"third\"] }").contains("play.risk.parts"));
    assert!(read("risk = { by = [\"dice\"] }").contains("play.risk.by"));
    assert!(read("risk = { doublings_most = -1 }").contains("no count"));
    assert!(read("pays.bell = { six = 500 }").contains("does not know the key play.pays.bell.six"));
    assert!(read("pays.joker = { five = 500 }").contains("joker is no symbol"));
    assert!(read("bonus = { lives = 3 }").contains("does not know the key play.bonus.lives"));
    assert!(read("bonus = { symbol = \"joker\" }").contains("joker is no symbol"));
}
