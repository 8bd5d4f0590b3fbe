//! The worked cases of the digest on its machine SLOT-TEST, the risk game, faults, and what may be staked.

use alloc::collections::BTreeMap;

use super::{Risk, RiskBy, RiskPart, Rules};
use crate::games::card_game::{CardDeal, CardGame};
use crate::games::contract::{CardRules, Deal as _};
use crate::model::toml_keys::read_text;
use crate::model::{
    BoxNumber, BoxStake, Card, CardChoice, Choice, ChoiceKind, DealSettlement, Drawn, Eyes, Fate, Money, Piece, Reels, Refusal, Seat,
    StakeKind, Symbol, Want,
};

/// The digest's example machine, for tests alone: 3 lines (middle, top, bottom), total per line 5, 20, 100 times for three, four, five equal.
/// The strips are all there can be in three rows, so that every field of the cases can be drawn.
const SLOT_TEST: &str = r#"
source = "baccarat-and-quick-cards-am, example machine SLOT-TEST"
pay_table = "SLOT-TEST"
[shoe]
packs = 1
burn = 0
burn_at_change = 0
cut_least = 0
behind_cut = 52
[course]
betting_seconds = 0
decision_seconds = 300
card_most_seconds = 60
pause_seconds = 120
restart_in_deal = "continue"
redeal = false
[limits]
step_minor = 1
main = { least = 1, most = 1_000 }
[play]
rows = 3
strips = [STRIP, STRIP, STRIP, STRIP, STRIP]
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

const SYMBOLS: [(char, Symbol); 5] =
    [('c', Symbol::Cherry), ('b', Symbol::Bell), ('s', Symbol::Seven), ('l', Symbol::Lemon), ('*', Symbol::Star)];

fn symbol(letter: char) -> Symbol {
    SYMBOLS.iter().find(|(own, _)| *own == letter).expect("the case names symbols").1
}

/// Every three symbols, one after the other.
fn strip() -> Vec<Symbol> {
    let all = || SYMBOLS.iter().map(|(_, symbol)| *symbol);
    all().flat_map(|first| all().flat_map(move |second| all().flat_map(move |third| [first, second, third]))).collect()
}

fn rules_with(change: impl FnOnce(&mut Rules)) -> Rules {
    let names: Vec<String> = strip().into_iter().map(|symbol| format!("{:?}", <&str>::from(symbol))).collect();
    let mut rules: Rules = read_text(&SLOT_TEST.replace("STRIP", &format!("[{}]", names.join(", ")))).expect("rules");
    assert_eq!(rules.problems(), []);
    change(&mut rules);
    rules
}

fn stake(line: u8, amount: i64) -> BoxStake {
    let seat = Seat::new(3).expect("the case names a seat");
    BoxStake { seat, place: BoxNumber(line), hand: 0, kind: StakeKind::Main, amount: Money::from_minor(amount) }
}

fn staked(lines: u8, amount: i64) -> Vec<BoxStake> {
    (1..=lines).map(|line| stake(line, amount)).collect()
}

/// The stops with which these rows are seen, five letters each from the top.
fn stops(rows: &[&str]) -> Drawn {
    let strip = strip();
    let column = |nth: usize| rows.iter().map(|row| symbol(row.chars().nth(nth).expect("five columns"))).collect::<Vec<_>>();
    let stop = |seen: Vec<Symbol>| strip.windows(3).position(|window| window == seen).expect("every three symbols are on the strip");
    Drawn((0..5).map(|nth| stop(column(nth)) as u16).collect())
}

/// The draw of a run: the pointer, then the open symbols.
fn run(rules: &Rules, letters: &str) -> Drawn {
    let bonus = rules.play.bonus.as_ref().expect("the machine has a bonus");
    let place = |(nth, letter): (usize, char)| {
        let places = if nth == 0 { &bonus.perimeter } else { &bonus.middle };
        places.iter().position(|own| *own == symbol(letter)).expect("the symbol is there") as u16
    };
    Drawn(letters.chars().enumerate().map(place).collect())
}

fn offered(deal: &CardDeal) -> Vec<ChoiceKind> {
    match deal.wants() {
        Want::Decision(decision) => decision.offers.iter().map(|offer| offer.kind).collect(),
        _ => Vec::new(),
    }
}

/// Plays these words: `spin TOP MIDDLE BOTTOM` with a letter for each column, `run POINTEROPEN`, `collect`, `whole`, `half`, `double`, `red`,
/// `black`, `beat`, `pick 2`, and cards.
fn played(rules: &Rules, stakes: &[BoxStake], words: &str) -> CardDeal {
    let mut deal = CardGame::Slot(rules.clone()).deal(stakes);
    for word in words.split(", ") {
        let parts: Vec<&str> = word.split(' ').collect();
        let choice = match parts[..] {
            ["spin", top, middle, bottom] => {
                draw(&mut deal, &stops(&[top, middle, bottom]));
                continue;
            }
            ["run", letters] => {
                draw(&mut deal, &run(rules, letters));
                continue;
            }
            ["collect"] => Choice::Collect,
            ["whole"] => Choice::Risk,
            ["half"] => Choice::RiskHalf,
            ["double"] => Choice::RiskDouble,
            ["red"] => Choice::Red,
            ["black"] => Choice::Black,
            ["beat"] => Choice::Beat,
            ["pick", place] => Choice::Pick(CardChoice(1 << (place.parse::<u8>().expect("a place") - 1))),
            _ => {
                parts.iter().for_each(|name| deal.take_card(name.parse::<Card>().expect("the case names cards")));
                continue;
            }
        };
        assert!(offered(&deal).contains(&choice.kind()), "{word} is not offered in {words}: {:?}", deal.wants());
        deal.take_choice(choice);
        if deal.wants() == Want::Fresh {
            deal.take_fresh();
        }
    }
    deal
}

fn draw(deal: &mut CardDeal, drawn: &Drawn) {
    let Want::Chance(urn) = deal.wants() else { panic!("no draw is wanted but {:?}", deal.wants()) };
    assert!(urn.holds(drawn), "{urn:?}");
    deal.take_drawn(drawn);
}

fn in_all(settlement: &DealSettlement) -> [i64; 2] {
    let sum = |amounts: &mut dyn Iterator<Item = Money>| amounts.sum::<Money>().minor();
    let returns = &settlement.returns;
    for line in returns {
        let wins: Money = line.wins.iter().map(|win| win.amount).sum();
        assert!(line.fate != Fate::Won || line.returned == line.stake.amount + wins, "a win tells all that comes back: {line:?}");
    }
    [sum(&mut returns.iter().map(|line| line.stake.amount)), sum(&mut returns.iter().map(|line| line.returned))]
}

/// Checks how much was staked in all, and how much comes back.
#[track_caller]
fn check_with(rules: &Rules, lines: u8, amount: i64, words: &str, expected: [i64; 2]) {
    let deal = played(rules, &staked(lines, amount), words);
    assert_eq!(deal.wants(), Want::Settlement, "{words}");
    assert_eq!(in_all(&deal.settle()), expected, "{words}");
}

#[track_caller]
fn check(lines: u8, words: &str, expected: [i64; 2]) {
    check_with(&rules_with(|_| ()), lines, 10, words, expected);
}

/// Three bells on the middle line, 50 for 10.
const WIN: &str = "spin lclsc bbbcs cslbl";

#[test]
fn bqam_80_to_83_g1_a_line_pays_three_equal_symbols() {
    check(3, &format!("{WIN}, collect"), [30, 50]);
}

#[test]
fn bqam_82_g2_wins_are_added() {
    check(3, "spin ccccs lslcb sssbl, collect", [30, 250]);
}

#[test]
fn bqam_81_g3_a_line_that_was_not_chosen_does_not_win() {
    check(1, "spin bbbbb lclsc csclb", [10, 0]);
    check(2, "spin bbbbb lclsc csclb, collect", [20, 1_000]);
}

#[test]
fn bqam_q83_g4_a_win_starts_in_the_first_column_and_the_longest_row_counts_alone() {
    check(3, "spin lclsc cbbbb sclbl", [30, 0]);
    check(3, "spin lclsc bbbbc sclbl, collect", [30, 200]);
    check(3, "spin lclsc bbcbb sclbl", [30, 0]);
    check(3, "spin llllc lllls sclbl", [30, 0]);
}

#[test]
fn bqam_64_83_84_g5_g6_the_risk_game_by_a_card() {
    check(3, &format!("{WIN}, whole, beat, 5d 9h 2c 3c 4c, pick 1, collect"), [30, 100]);
    check(3, &format!("{WIN}, half, beat, 5d 3h 9c 9d 9s, pick 1, collect"), [30, 25]);
    check(3, &format!("{WIN}, half, beat, 5d 9h 2c 3c 4c, pick 1, collect"), [30, 75]);
    check(3, &format!("{WIN}, whole, beat, 5d 3h 9c 9d 9s, pick 1"), [30, 0]);
}

#[test]
fn bqam_83_84_g7_g8_double_takes_as_much_from_the_credit_as_the_win() {
    check(3, &format!("{WIN}, double, red, 9h, collect"), [80, 200]);
    check(3, &format!("{WIN}, double, black, 9h"), [80, 0]);
    check(3, &format!("{WIN}, double, beat, 5d 5h 9c 9d 9s, pick 1, collect"), [80, 100]);
}

#[test]
fn bqam_q85_g9_half_of_an_odd_win_is_rounded_down() {
    let odd = |lost: &str, expected| {
        let rules = rules_with(|rules| rules.play.pays.get_mut(&Symbol::Bell).expect("it pays").three = 51);
        check_with(&rules, 1, 1, &format!("{WIN}, half, {lost}, collect"), expected);
    };
    odd("red, 9s", [1, 26]);
    odd("red, 9h", [1, 76]);
    odd("red, 9s, half, red, 9s", [1, 13]);
    odd("red, 9s, half, red, 9d", [1, 39]);
}

#[test]
fn bqam_85_g10_the_risk_game_may_be_stopped_at_any_time() {
    check(3, &format!("{WIN}, whole, red, 9h, whole, red, 2d, collect"), [30, 200]);
    check(3, &format!("{WIN}, collect"), [30, 50]);
}

#[test]
fn bqam_86_g11_to_g13_the_bonus_pays_the_total_stake_where_the_pointers_symbol_lies_open() {
    check(3, "spin *clsc c*lbs sl*bl, run bcbs, collect", [30, 150]);
    check(3, "spin *clsc c*lbs sl*bl, run scbc", [30, 0]);
    check(3, "spin *clsc c*lbs sl**l, run ccbs, run bcsc, collect", [30, 60]);
    check(3, "spin *clsc c*lbs sl***, run cccc, run cccc, run cccc, collect", [30, 180]);
    check(3, "spin **ls* **lbs sl*bl, run cccc, run cccc, run cccc, collect", [30, 180]);
    check(3, "spin *clsc c*lbs slbbl", [30, 0]);
}

#[test]
fn bqam_82_lines_and_bonus_are_added() {
    check(3, "spin *c*sc bbb*s slcbl, run bcbs, collect", [30, 200]);
}

#[test]
fn bqam_q87_an_equal_card_changes_nothing_and_does_not_count() {
    let equal = "whole, beat, 5d 5h 9c 9d 9s, pick 1, ";
    check(3, &format!("{WIN}, {}collect", equal.repeat(7)), [30, 50]);
    check(3, &format!("{WIN}, half, beat, 5d 5h 9c 9d 9s, pick 1, collect"), [30, 50]);
}

#[test]
fn bqam_q74_after_five_rounds_that_were_won_the_win_is_collected() {
    let round = "whole, red, 9h, ";
    check(3, format!("{WIN}, {}", round.repeat(5)).trim_end_matches(", "), [30, 1_600]);
}

#[test]
fn bqam_83_offers_are_the_parts_that_the_rules_have_and_the_limit_allows() {
    let offers = |change: fn(&mut Risk)| {
        let rules = rules_with(|rules| change(&mut rules.play.risk));
        offered(&played(&rules, &staked(3, 10), WIN))
    };
    use ChoiceKind::{Collect, Risk as Whole, RiskDouble, RiskHalf};
    assert_eq!(offers(|_| ()), [Collect, Whole, RiskHalf, RiskDouble]);
    assert_eq!(offers(|risk| risk.parts = vec![RiskPart::Half]), [Collect, RiskHalf]);
    assert_eq!(offers(|risk| risk.most_minor = Some(Money::from_minor(200))), [Collect, Whole, RiskHalf, RiskDouble]);
    assert_eq!(offers(|risk| risk.most_minor = Some(Money::from_minor(199))), [Collect, Whole, RiskHalf]);
    assert_eq!(offers(|risk| risk.most_minor = Some(Money::from_minor(99))), [Collect, RiskHalf]);
    assert_eq!(offers(|risk| risk.most_minor = Some(Money::from_minor(74))), []);
    assert_eq!(offers(|risk| risk.doublings_most = 0), []);
}

#[test]
fn bqam_84_where_there_is_one_way_to_play_it_is_not_asked_for() {
    let asked = |by: &[RiskBy]| {
        let rules = rules_with(|rules| rules.play.risk.by = by.to_vec());
        let deal = played(&rules, &staked(3, 10), &format!("{WIN}, whole"));
        (offered(&deal), matches!(deal.wants(), Want::Card { .. }))
    };
    assert_eq!(asked(&[RiskBy::Card]), (vec![], true));
    assert_eq!(asked(&[RiskBy::Colour]), (vec![ChoiceKind::Red, ChoiceKind::Black], false));
    assert_eq!(asked(&[RiskBy::Colour, RiskBy::Card]).0, [ChoiceKind::Red, ChoiceKind::Black, ChoiceKind::Beat]);
}

#[test]
fn bqam_83_what_a_round_costs_and_returns_is_told_before_it() {
    let told = |words: &str| match played(&rules_with(|_| ()), &staked(3, 10), words).wants() {
        Want::Decision(decision) => decision.offers.iter().map(|offer| [offer.least.minor(), offer.returns.minor()]).collect::<Vec<_>>(),
        want => panic!("a decision, not {want:?}"),
    };
    assert_eq!(told(WIN), [[0, 50], [0, 100], [0, 75], [50, 200]]);
    assert_eq!(told(&format!("{WIN}, half")), [[0, 75]; 3]);
    assert_eq!(told(&format!("{WIN}, double")), [[0, 200]; 3]);
}

#[test]
fn bqam_85_silence_collects_says_red_and_picks_the_first_card() {
    let otherwise = |words: &str| match played(&rules_with(|_| ()), &staked(3, 10), words).wants() {
        Want::Decision(decision) => decision.otherwise,
        want => panic!("a decision, not {want:?}"),
    };
    assert_eq!(otherwise(WIN), Choice::Collect);
    assert_eq!(otherwise(&format!("{WIN}, whole")), Choice::Red);
    assert_eq!(otherwise(&format!("{WIN}, whole, beat, 5d 3h 9c 9d 9s")), Choice::Pick(CardChoice(1)));
}

#[test]
fn bqam_q88_g14_g15_what_is_recorded_stands_and_nothing_before_it() {
    let stands = |words: &str| {
        let rules = rules_with(|_| ());
        let deal = if words.is_empty() { CardGame::Slot(rules).deal(&staked(3, 10)) } else { played(&rules, &staked(3, 10), words) };
        deal.stands().map(|settlement| in_all(&settlement))
    };
    assert_eq!(stands(""), None);
    assert_eq!(stands("spin ccccs lslcb sssbl"), Some([30, 250]));
    assert_eq!(stands(&format!("{WIN}, whole, beat, 5d 3h")), Some([30, 50]));
    assert_eq!(stands(&format!("{WIN}, half")), Some([30, 50]));
    assert_eq!(stands(&format!("{WIN}, whole, red, 9h, half, red")), Some([30, 100]));
    // What was laid beside the win for a round that was not decided comes back.
    assert_eq!(stands(&format!("{WIN}, double, red")), Some([80, 100]));
    // While bonus runs are missing, what was won stands where it is no less than the stakes.
    assert_eq!(stands("spin *clsc c*lbs sl*bl"), None);
    assert_eq!(stands("spin *c*sc bbb*s slcbl"), Some([30, 50]));
    assert_eq!(stands("spin *clsc c*lbs sl**l, run ccbs"), Some([30, 60]));
}

/// What each stake returns, with its fate.
fn lines_of(lines: u8, words: &str) -> Vec<(StakeKind, Fate, i64)> {
    let settlement = played(&rules_with(|_| ()), &staked(lines, 10), words).settle();
    in_all(&settlement);
    settlement.returns.iter().map(|line| (line.stake.kind, line.fate, line.returned.minor())).collect()
}

#[test]
fn each_line_returns_its_own_win_and_the_first_that_wins_tells_bonus_and_risk() {
    use Fate::{Lost, Returned, Surrendered, Won};
    use StakeKind::{Double, Main};
    let two = "spin ccccs lslcb sssbl";
    assert_eq!(lines_of(3, &format!("{two}, collect")), [(Main, Lost, 0), (Main, Won, 200), (Main, Won, 50)]);
    assert_eq!(lines_of(3, &format!("{two}, whole, red, 9h, collect")), [(Main, Lost, 0), (Main, Won, 450), (Main, Won, 50)]);
    assert_eq!(lines_of(3, &format!("{two}, half, red, 9s, collect")), [(Main, Lost, 0), (Main, Won, 125), (Main, Lost, 0)]);
    assert_eq!(
        lines_of(3, &format!("{WIN}, double, red, 9h, collect")),
        [(Main, Won, 150), (Main, Lost, 0), (Main, Lost, 0), (Double, Returned, 50)]
    );
    assert_eq!(
        lines_of(3, &format!("{WIN}, double, red, 9h, half, red, 9s, half, red, 9s, half, red, 9s, half, red, 9s, collect")),
        [(Main, Won, 13), (Main, Lost, 0), (Main, Lost, 0), (Double, Lost, 0)]
    );
    assert_eq!(
        lines_of(1, &format!("{WIN}, {}collect", "half, red, 9s, ".repeat(3))),
        [(Main, Surrendered, 7)],
        "50, 25, 13, 7: less than was staked"
    );
    assert_eq!(lines_of(3, "spin *clsc c*lbs sl*bl, run bcbs, collect"), [(Main, Won, 150), (Main, Lost, 0), (Main, Lost, 0)]);
}

#[test]
fn bqam_80_nothing_of_a_field_is_seen_before_its_draw() {
    let rules = rules_with(|_| ());
    let reels = |deal: &CardDeal| -> Reels {
        let [Piece::Reels(reels)] = &deal.pieces()[..] else { panic!("a machine has reels") };
        reels.clone()
    };
    let deal = CardGame::Slot(rules.clone()).deal(&staked(2, 10));
    let before = reels(&deal);
    assert_eq!((before.columns.len(), before.lines.len(), before.runs.len(), before.runs_left), (0, 2, 0, 0));
    let after = reels(&played(&rules, &staked(2, 10), "spin *c*sc bbb*s slcbl"));
    assert_eq!(after.columns[0], [Symbol::Star, Symbol::Bell, Symbol::Seven]);
    let lines: Vec<_> = after.lines.iter().map(|line| (line.symbols, line.pays.minor())).collect();
    assert_eq!(lines, [(3, 50), (0, 0)]);
    assert_eq!((after.runs.len(), after.runs_left), (0, 1));
    let run = reels(&played(&rules, &staked(2, 10), "spin *c*sc bbb*s slcbl, run bcbs")).runs;
    assert_eq!((run[0].pointer, run[0].pays.minor()), (Symbol::Bell, 100));
    assert!(deal.look(Eyes::Public).is_empty());
}

#[test]
fn bqam_84_the_card_of_the_colour_game_lies_open_and_closed_cards_of_the_other_are_never_shown() {
    let look = |words: &str| {
        let hands = played(&rules_with(|_| ()), &staked(3, 10), words).look(Eyes::Public);
        hands[0].cards.iter().map(|card| card.map_or("--".to_owned(), |card| card.to_string())).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(look(&format!("{WIN}, whole, red, 9h")), "9h");
    assert_eq!(look(&format!("{WIN}, whole, beat, 5d 9h 2c 3c 4c")), "5d -- -- -- --");
    assert_eq!(look(&format!("{WIN}, whole, beat, 5d 9h 2c 3c 4c, pick 2")), "5d -- 2c -- --");
}

#[test]
fn bqam_80_the_same_is_staked_on_the_first_lines() {
    let rules = rules_with(|rules| {
        (rules.limits.step_minor, rules.limits.main.least) = (Money::from_minor(10), Money::from_minor(20));
        rules.limits.main.most = Money::from_minor(50);
    });
    let check = |asked: &[BoxStake], expected| assert_eq!(rules.accept(&[], stake(1, 1).seat, asked), expected, "{asked:?}");
    check(&staked(1, 20), Ok(()));
    check(&staked(3, 50), Ok(()));
    check(&staked(4, 50), Err(Refusal::BoxUnknown));
    check(&[stake(0, 50)], Err(Refusal::BoxUnknown));
    check(&[stake(2, 50)], Err(Refusal::StakeMissing));
    check(&[stake(1, 50), stake(3, 50)], Err(Refusal::StakeMissing));
    check(&[stake(1, 50), stake(2, 40)], Err(Refusal::StakeUnequal));
    check(&[stake(2, 50), stake(1, 50)], Ok(()));
    check(&staked(3, 60), Err(Refusal::AboveMost));
    check(&staked(3, 25), Err(Refusal::AmountOffStep));
    check(&staked(3, 10), Err(Refusal::BelowLeast));
    check(&[BoxStake { kind: StakeKind::Double, ..stake(1, 50) }], Err(Refusal::BetNotOffered));
    check(&[BoxStake { hand: 1, ..stake(1, 50) }], Err(Refusal::BetMalformed));
}

#[test]
fn the_most_that_can_return_is_bounded_by_the_best_lines_the_best_bonus_and_the_risk_game() {
    let most = |lines, change: fn(&mut Rules)| rules_with(change).return_most(&staked(lines, 10)).minor();
    assert_eq!(most(1, |rules| rules.play.risk.doublings_most = 0), 10 * (100 + 3 * 20));
    assert_eq!(most(3, |rules| rules.play.risk.doublings_most = 0), 30 * (100 + 3 * 20));
    assert_eq!(most(3, |_| ()), 30 * 160 * 1_024);
    assert_eq!(most(3, |rules| rules.play.risk.parts = vec![RiskPart::Whole, RiskPart::Half]), 30 * 160 * 32);
    assert_eq!(most(3, |rules| rules.play.risk.most_minor = Some(Money::from_minor(5_000))), 5_000);
    assert_eq!(most(3, |rules| rules.play.risk.most_minor = Some(Money::from_minor(900))), 4_800);
}

#[test]
fn rules_that_contradict_themselves_are_refused() {
    let check = |change: fn(&mut Rules), key: &str| {
        let problems = rules_with(change).problems();
        assert_eq!(problems.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>(), [key]);
    };
    check(|rules| rules.play.rows = 0, "play.rows");
    check(|rules| _ = rules.play.strips.pop(), "play.strips");
    check(|rules| rules.play.strips[2].clear(), "play.strips");
    check(|rules| rules.play.lines.clear(), "play.lines");
    check(|rules| rules.play.lines.push(vec![3, 0, 0, 0, 0]), "play.lines");
    check(|rules| rules.play.lines.push(vec![0; 4]), "play.lines");
    check(|rules| rules.play.lines.push(vec![0; 5]), "play.lines");
    check(|rules| rules.play.pays.get_mut(&Symbol::Bell).expect("it pays").five = 10_001, "play.pays");
    check(|rules| rules.play.bonus.as_mut().expect("a bonus").open = 0, "play.bonus.open");
    check(|rules| rules.play.bonus.as_mut().expect("a bonus").perimeter.clear(), "play.bonus.perimeter");
    check(|rules| rules.play.bonus.as_mut().expect("a bonus").coefficients = BTreeMap::new(), "play.bonus.coefficients");
    check(|rules| rules.play.risk.doublings_most = 11, "play.risk.doublings_most");
    check(|rules| rules.play.risk.parts.clear(), "play.risk.parts");
    check(|rules| rules.play.risk.by = vec![RiskBy::Card; 2], "play.risk.by");
}

#[test]
fn rules_are_read_back_from_the_journal() {
    for game in [rules_with(|_| ()), rules_with(|rules| rules.play.bonus = None)].map(CardGame::Slot) {
        let bytes = minicbor::to_vec(&game).expect("encoding to memory cannot fail");
        assert_eq!(minicbor::decode::<CardGame>(&bytes).ok(), Some(game));
    }
}

/// Every stop of five short strips with one line, by deals of the game itself: how many times the stake comes back.
#[test]
fn what_is_counted_out_is_what_the_deals_return() {
    let short = |letters: [&str; 5]| letters.map(|letters| letters.chars().map(symbol).collect::<Vec<_>>()).to_vec();
    let rules = rules_with(|rules| {
        rules.play.strips = short(["cb*c", "c*bcs", "ccb*", "*cb", "bc*"]);
        let bonus = rules.play.bonus.as_mut().expect("a bonus");
        (bonus.perimeter, bonus.open, bonus.middle) = (vec![Symbol::Cherry, Symbol::Bell], 1, vec![Symbol::Bell, Symbol::Lemon]);
        rules.play.risk.doublings_most = 0;
    });
    let mut found: BTreeMap<u32, u128> = BTreeMap::new();
    walk(&CardGame::Slot(rules.clone()).deal(&staked(1, 1)), 64, &mut found);
    assert_eq!(found.values().sum::<u128>(), 4 * 5 * 4 * 3 * 3 * 64);
    assert_eq!(rules.play.ways_of_one_line(), found);
    assert!(found.len() > 4, "{found:?}");
}

/// Every draw from here, with the ways of the bonus runs that are not drawn.
fn walk(deal: &CardDeal, ways: u128, found: &mut BTreeMap<u32, u128>) {
    let Want::Chance(urn) = deal.wants() else {
        let [_, returned] = in_all(&deal.settle());
        *found.entry(returned as u32).or_default() += ways;
        return;
    };
    let of_run = if urn.places().len() == 5 { 1 } else { urn.places().iter().map(|values| u128::from(*values)).product() };
    let mut drawn = Drawn(vec![0; urn.places().len()]);
    loop {
        let mut next = deal.clone();
        next.take_drawn(&drawn);
        walk(&next, ways / of_run, found);
        let Some(place) = (0..urn.places().len()).find(|place| drawn.0[*place] + 1 < urn.places()[*place]) else { return };
        drawn.0[place] += 1;
        drawn.0[..place].fill(0);
    }
}
