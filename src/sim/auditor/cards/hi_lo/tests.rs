//! The worked cases of Draw Hi-Lo as the auditor reckons them, and its objections to what cannot be.

use super::super::TableRules;
use super::super::clerk::Clerk as _;
use super::super::keys::Keys;
use super::super::machine::cases::{changed, check_choice, seat};
use super::*;

mod at_the_table;

/// The digest's own choices, apart from every shipped file.
const RULES: &str = r#"
shoe = { packs = 1 }
course = { decision_seconds = 300, restart_in_deal = "void", redeal = false }
limits = { step_minor = 1, main = { least = 1, most = 1000 } }
play = { return_percent = 95, steps_most = 10, times_most = 1000, tie = { is_offered = true, odds = "10:1", step_minor = 1 } }
"#;

/// The digest's rules with keys of a table changed.
fn keys(change: &str) -> toml::Table {
    changed(RULES.parse().expect("the rules are TOML"), change)
}

fn rules(change: &str) -> Rules {
    Rules::read(&Keys::new(&keys(change))).expect("the rules are read")
}

fn ante(amount: i64) -> BoxStake {
    BoxStake { seat: seat(), place: BoxNumber(1), hand: 0, kind: StakeKind::Main, amount: Money::from_minor(amount) }
}

fn tie(draw: u8, amount: i64) -> BoxStake {
    BoxStake { hand: draw, kind: StakeKind::Tie, ..ante(amount) }
}

fn card(name: &str) -> Card {
    name.parse().expect("the case names cards")
}

fn amount(minor: i64) -> Choice {
    Choice::Tie(Money::from_minor(minor))
}

/// Plays these words: a card, `h` or `l` for a guess, `c` to collect, and a number for a Tie bet.
#[track_caller]
fn played(change: &str, staked: i64, words: &str) -> Deal {
    let mut deal = Deal::new(rules(change), ante(staked));
    for word in words.split_whitespace() {
        match word {
            "h" => check_choice(&mut deal, Choice::Higher, &[], ""),
            "l" => check_choice(&mut deal, Choice::Lower, &[], ""),
            "c" => check_choice(&mut deal, Choice::Collect, &[], ""),
            _ if word.parse::<i64>().is_ok() => {
                let minor = word.parse().expect("a number");
                let placed = tie(deal.draw() as u8, minor);
                check_choice(&mut deal, amount(minor), &[placed], "");
            }
            _ => {
                let (to, face) = deal.next_card().expect("a card is wanted");
                deal.take(to, face, card(word)).expect("it is wanted there");
            }
        }
    }
    deal
}

/// What each stake of a deal that is over returns, the ante first.
#[track_caller]
fn returned(change: &str, staked: i64, words: &str) -> Vec<i64> {
    amounts(&played(change, staked, words).settle().expect("the deal is over"))
}

fn amounts(settled: &Settled) -> Vec<i64> {
    settled.lines.iter().zip(&settled.stakes).map(|(line, stake)| line.returned(stake.amount.minor())).collect()
}

/// What may be chosen, with the coefficient and what comes back.
fn choices(deal: &Deal) -> Vec<Offered> {
    let mut choices: Vec<Offered> = deal.asked().into_iter().flat_map(|asked| asked.choices).collect();
    choices.sort_unstable();
    choices
}

#[track_caller]
fn check_choices(change: &str, words: &str, expected: &[Offered]) {
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(choices(&played(change, 100, words)), expected, "{change} {words}");
}

fn higher(hundredths: i64, returns: i64) -> Offered {
    Offered::multiplying(ChoiceKind::Higher, hundredths, returns)
}

fn lower(hundredths: i64, returns: i64) -> Offered {
    Offered::multiplying(ChoiceKind::Lower, hundredths, returns)
}

fn collect(returns: i64) -> Offered {
    Offered::returning(ChoiceKind::Collect, returns)
}

const TIE: Offered = Offered::tie(1, 100, 1);

#[test]
fn h1_to_h16_the_worked_cases() {
    let cases: [(&str, &[i64]); 14] = [
        ("7s h Jd c", &[190]),
        ("7s l Jd", &[0]),
        ("7s h Jd l 4d c", &[217]),
        ("7s h Jd h Qc c", &[1_060]),
        ("7s 20 h 7d h Jd c", &[190, 220]),
        ("7s 20 h 7d h 3d", &[0, 220]),
        ("7s 20 h Jd c", &[190, 0]),
        ("7s 20 h 3d", &[0, 0]),
        ("As h 9d c", &[100]),
        ("2s l Ad c", &[1_140]),
        ("Qs h Kd c", &[1_140]),
        ("3s h Qd l 4d h Jd l 5d h Td l 2d h Qc l 3d h Jc 10 l Jh l 4c", &[387, 110]),
        ("Ks l 5d c", &[100]),
        ("7s h 7d h 9c c", &[190]),
    ];
    for (words, expected) in cases {
        assert_eq!(returned("", 100, words), expected, "{words}");
    }
}

#[test]
fn bqam_q30_the_first_card_coefficients_of_the_digest() {
    let highers = [100, 103, 114, 126, 142, 162, 190, 228, 285, 380, 570, 1_140, 0];
    let lowers = [0, 1_140, 570, 380, 285, 228, 190, 162, 142, 126, 114, 103, 100];
    for (rank, (h, l)) in "A23456789TJQK".chars().zip(highers.into_iter().zip(lowers)) {
        let guesses = [(h > 0).then(|| higher(h, h)), (l > 0).then(|| lower(l, l))].into_iter().flatten();
        check_choices("", &format!("{rank}s"), &guesses.chain([TIE]).collect::<Vec<_>>());
    }
}

#[test]
fn bqam_q30_the_coefficient_counts_what_is_unseen() {
    check_choices("", "7s h Jd", &[higher(558, 1_060), lower(114, 217), collect(190), TIE]);
    check_choices("", "7s h 7d", &[higher(190, 190), lower(190, 190), TIE]);
    check_choices("", "Jd l 7s", &[higher(194, 221), lower(186, 212), collect(114), TIE]);
    check_choices("play = { return_percent = 100 }", "Qs", &[higher(1_200, 1_200), lower(109, 109), TIE]);
    check_choices("play = { return_percent = 1 }", "7s h Jd", &[higher(100, 100), lower(100, 100), collect(100), TIE]);
}

#[test]
fn bqam_q33_how_long_and_how_high_a_chain_goes() {
    assert_eq!(returned("play = { steps_most = 1 }", 100, "7s h 7d h Jd"), [190]);
    check_choices("play = { steps_most = 2 }", "7s h 7d h Jd", &[higher(546, 1_037), lower(115, 219), collect(190), TIE]);
    check_choices("play = { times_most = 12 }", "7s h Jd h Qc", &[lower(104, 1_102), collect(1_060), TIE]);
    assert_eq!(returned("play = { times_most = 12 }", 100, "7s h Jd h Qc l 9c"), [1_102]);
    check_choices("play = { most_minor = 1653 }", "Qs h Kd l 5d", &[higher(145, 1_653), collect(1_140), TIE]);
    assert_eq!(returned("play = { most_minor = 1652 }", 100, "Qs h Kd l 5d"), [1_140]);
    check_choices("play = { return_percent = 100, times_most = 12 }", "Qs h Kd", &[lower(100, 1_200), collect(1_200), TIE]);
}

#[test]
fn bqam_q36_after_each_step_the_nearest_unit() {
    assert_eq!(returned("", 50, "2s h 3d c"), [52]);
    assert_eq!(returned("", 50, "2s h 3d l Ad c"), [331]);
    assert_eq!(returned("", 1, "9s l 4d c"), [1]);
    assert_eq!(returned("tie = { odds = \"3:2\" }", 100, "7s 5 h 7d h 8d c"), [190, 13]);
}

/// The wins as they are told: what is won, at which odds.
#[track_caller]
fn check_wins(words: &str, expected: &[(i64, &str)]) {
    check_wins_of(100, words, expected);
}

#[track_caller]
fn check_wins_of(staked: i64, words: &str, expected: &[(i64, &str)]) {
    let settled = played("", staked, words).settle().expect("the deal is over");
    let wins: Vec<_> = settled.lines[0].wins.iter().map(|won| (won.amount, won.odds.to_string())).collect();
    assert_eq!(wins, expected.iter().map(|(amount, odds)| (*amount, (*odds).to_owned())).collect::<Vec<_>>());
}

#[test]
fn bqam_q32_every_right_guess_is_a_win_on_the_pot_before_it() {
    check_wins("7s h Jd l 4d c", &[(90, "90:100"), (27, "14:100")]);
    check_wins("As h 7d h 7s h Jd c", &[(86, "86:100")]);
    check_wins("Ks l 5d c", &[]);
    check_wins_of(8, "2s h Jd l 3d c", &[(1, "14:100")]);
    assert_eq!(played("", 100, "Ks l 5d").settled().lines, [Line::BACK]);
}

#[test]
fn h13_a_tie_bet_is_followed_by_a_guess_and_is_for_one_draw() {
    check_choices("", "7s 20", &[higher(190, 190), lower(190, 190)]);
    check_choices("", "7s h Jd 20", &[higher(558, 1_060), lower(114, 217)]);
    let mut deal = played("", 100, "7s 20");
    check_choice(&mut deal, Choice::Collect, &[], "was not offered");
    check_choice(&mut deal, amount(20), &[tie(0, 20)], "was not offered");
    let mut deal = played("", 100, "7s 20 h Jd");
    check_choice(&mut deal.clone(), amount(20), &[tie(0, 20)], "a Tie bet placed");
    check_choice(&mut deal.clone(), amount(20), &[tie(1, 10)], "a Tie bet placed");
    check_choice(&mut deal.clone(), amount(20), &[], "a Tie bet placed");
    check_choice(&mut deal.clone(), amount(101), &[tie(1, 101)], "was not offered");
    check_choice(&mut deal.clone(), amount(0), &[tie(1, 0)], "was not offered");
    check_choice(&mut deal.clone(), Choice::Higher, &[tie(1, 20)], "placed");
    check_choice(&mut deal, amount(100), &[tie(1, 100)], "");
    check_choice(&mut deal, Choice::Higher, &[], "");
    check_choice(&mut deal, Choice::Higher, &[], "nobody was asked for");
}

#[test]
fn bqam_q35_what_a_tie_bet_may_be() {
    check_choices("tie = { step_minor = 15 }", "7s", &[higher(190, 190), lower(190, 190), Offered::tie(15, 90, 15)]);
    check_choices("tie = { step_minor = 101 }", "7s", &[higher(190, 190), lower(190, 190)]);
    check_choices("", "7s h 7d h 7h", &[higher(190, 190), lower(190, 190), TIE]);
    check_choices("", "7s h 7d h 7h h 7c", &[higher(190, 190), lower(190, 190)]);
    check_choices("tie = { is_offered = false }", "7s h Jd", &[higher(558, 1_060), lower(114, 217), collect(190)]);
}

#[test]
fn h9_h13_what_is_not_offered_is_not_chosen() {
    check_choice(&mut played("", 100, "Ks"), Choice::Higher, &[], "was not offered");
    check_choice(&mut played("", 100, "As"), Choice::Lower, &[], "was not offered");
    check_choice(&mut played("", 100, "7s"), Choice::Collect, &[], "was not offered");
    check_choice(&mut played("", 100, "7s h 7d"), Choice::Collect, &[], "was not offered");
    check_choice(&mut played("", 100, "7s h 7d"), Choice::Stand, &[], "was not offered");
    check_choice(&mut played("", 100, "7s h"), Choice::Lower, &[], "nobody was asked for");
    check_choice(&mut Deal::new(rules(""), ante(100)), Choice::Lower, &[], "nobody was asked for");
}

#[test]
fn where_nothing_but_equal_cards_is_left_the_pot_is_paid() {
    let cards: Vec<String> = "A23456789TJQ".chars().flat_map(|rank| "sdhc".chars().map(move |suit| format!("{rank}{suit}"))).collect();
    let words = cards.join(" h ");
    assert_eq!(returned("play = { steps_most = 20 }", 100, &format!("{words} h Kd")), [100]);
    // One step fewer than the ranks above the ace: the chain is over with the first queen.
    let to_first_queen = cards[..45].join(" h ");
    assert_eq!(returned("play = { steps_most = 11 }", 100, &to_first_queen), [100]);
}

/// What stands in the middle of the deal; nothing where a fault makes it void.
#[track_caller]
fn check_stands(words: &str, expected: Option<&[i64]>) {
    let stands = played("", 100, words).stands().map(|settled| amounts(&settled));
    assert_eq!(stands.as_deref(), expected, "{words}");
}

#[test]
fn h17_what_stands_where_a_fault_ends_the_deal() {
    ["", "7s", "7s 20", "7s 20 h", "7s h 7d", "7s h 7d 20", "7s h 7d 20 h"].iter().for_each(|words| check_stands(words, None));
    check_stands("7s 20 h 7d", Some(&[100, 220]));
    check_stands("7s 20 h 7d 30", Some(&[100, 220, 30]));
    check_stands("7s 20 h 7d 30 l", Some(&[100, 220, 30]));
    check_stands("7s h Jd", Some(&[190]));
    check_stands("7s 20 h Jd 30 l", Some(&[190, 0, 30]));
    check_stands("7s h Jd l Jc", Some(&[190]));
    check_stands("Ks l 5d", Some(&[100]));
    check_stands("7s 20 l Jd", Some(&[0, 0]));
    check_stands("7s h Jd h 4d", Some(&[0]));
}

#[test]
fn what_is_done_for_a_player_who_is_silent() {
    let check = |words: &str, expected: Choice| {
        let deal = played("", 100, words);
        for choice in [Choice::Higher, Choice::Lower, Choice::Collect, amount(20)] {
            assert_eq!(deal.is_default_now(choice), choice == expected, "{words}: {choice:?}");
        }
    };
    check("6s", Choice::Higher);
    check("7s", Choice::Higher);
    check("8s", Choice::Lower);
    check("As", Choice::Higher);
    check("Ks 20", Choice::Lower);
    check("8s h 8d", Choice::Lower);
    check("7s h Jd", Choice::Collect);
    check("7s h Jd 20", Choice::Lower);
    check("Jd l 7s 20", Choice::Lower);
    check("Jd l 7s 20 h 7d", Choice::Collect);
    let rules = rules("");
    assert!([Choice::Higher, Choice::Lower, Choice::Collect].iter().all(|choice| rules.is_default(*choice)));
    assert!([amount(1), Choice::Stand, Choice::Risk].iter().all(|choice| !rules.is_default(*choice)));
}

#[test]
fn every_drawn_card_is_seen() {
    let seen = |words: &str| {
        let cards = played("", 100, words).shows(AT_HAND).expect("it is shown card by card");
        cards.iter().map(|card| card.map_or("??".to_owned(), |card| card.to_string())).collect::<Vec<_>>().join(" ")
    };
    assert_eq!((seen(""), seen("7s 20 h"), seen("7s h Jd l 4d")), (String::new(), "7s".to_owned(), "7s Jd 4d".to_owned()));
    let deal = played("", 100, "7s");
    assert!(deal.next_card().is_none(), "a guess is waited for");
    assert!(deal.settle().expect_err("nothing is guessed").contains("the turn of"));
}

#[test]
fn bqam_30_one_ante_in_steps_lies_on_the_only_box() {
    let rules = rules("limits = { step_minor = 5, main = { least = 5, most = 1000 } }");
    let said = |stakes: &[BoxStake]| rules.check_laid(stakes).err().unwrap_or_default();
    assert_eq!((said(&[ante(5)]), said(&[ante(1_000)])), (String::new(), String::new()));
    assert!(said(&[ante(1_005)]).contains("1005 lies as stake"));
    assert!(said(&[ante(12)]).contains("in steps of 5"));
    assert!(said(&[ante(5), tie(0, 5)]).contains("other than one stake"));
    assert!(said(&[BoxStake { place: BoxNumber(2), ..ante(5) }]).contains("there is no box 2"));
    assert!(said(&[tie(0, 5)]).contains("Tie lies before the deal"));
}

#[test]
fn a_key_that_the_auditor_does_not_know_is_not_passed_over() {
    let read = |change: &str| TableRules::read("hi-lo", &keys(change)).err().unwrap_or_default();
    assert_eq!((read(""), read("play = { most_minor = 20000 }")), (String::new(), String::new()));
    assert!(read("tie = { least_minor = 1 }").contains("does not know the key play.tie.least_minor"));
    assert!(read("play = { bottom = 1 }").contains("does not know the key play.bottom"));
    assert!(read("play = { steps_most = -1 }").contains("no count"));
    assert!(read("shoe = { packs = 2 }").contains("expects 1"));
}
