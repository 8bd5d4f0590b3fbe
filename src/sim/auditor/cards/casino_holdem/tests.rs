//! The worked cases of Texas hold'em against the house as the auditor reckons them, and its objections to what the digest does not know.

use super::super::TableRules;
use super::super::keys::Keys;
use super::super::table::{CardTable, Moved};
use super::hand::Hand;
use super::*;
use crate::model::{
    CardSourceEvent, CardWish, Combination, Command, Composition, Cut, DealSettlement, DealVoid, Event, Money, Odds, Order, OrderFailure,
    Span, StakeForm, StakeReturn, TableFact, TableNumber, TableOrder, Timestamp, What, Who, Win,
};
use crate::sim::auditor::cards::clerk::Clerk as _;

/// The digest's own table, apart from every shipped file.
const RULES: &str = r#"
shoe = { packs = 1 }
course = { decision_seconds = 30, restart_in_deal = "void", redeal = true }
boxes = { boxes = 6, dark = false }
limits = { step_minor = 1, ante = { least = 1, most = 1000 }, bonus = { step_minor = 1, least = 1 } }
[play]
bonus_survives_pass = true
payments_in_void = "stand"
forfeits_in_void = "come-back"
payout = { cap_on = "net-winnings", bonus_in_cap = false }
[play.pays]
bet = "1:1"
bonus = "7:1"
no_game_low = "1:1"
[play.pays.ante]
pair = "1:1"
two_pair = "1:1"
three_of_a_kind = "1:1"
straight = "1:1"
flush = "2:1"
full_house = "3:1"
four_of_a_kind = "10:1"
straight_flush = "20:1"
royal_flush = "100:1"
"#;

const NUMBER: TableNumber = TableNumber(1);

/// The rules with other values at these paths, written as TOML.
fn keys(changes: &[(&str, &str)]) -> toml::Table {
    let mut keys: toml::Table = RULES.parse().expect("the rules are TOML");
    for (path, value) in changes {
        let value = format!("value = {value}").parse::<toml::Table>().expect("the change is TOML")["value"].clone();
        let (path, last) = path.rsplit_once('.').expect("a key of a table");
        let of = path.split('.').fold(&mut keys, |table, part| table[part].as_table_mut().expect("a table"));
        of.insert(last.into(), value);
    }
    keys
}

fn rules(changes: &[(&str, &str)]) -> Rules {
    Rules::read(&Keys::new(&keys(changes))).expect("the rules are read")
}

fn cards(names: &str) -> Vec<Card> {
    names.split_whitespace().map(|name| name.parse().expect("the case names cards")).collect()
}

fn seat_of(number: u8) -> Seat {
    Seat::new(number).expect("the case names a seat")
}

fn on(seat: u8, place: u8, kind: StakeKind, amount: i64) -> BoxStake {
    BoxStake { seat: seat_of(seat), place: BoxNumber(place), hand: 0, kind, amount: Money::from_minor(amount) }
}

/// An ante of 10 of a seat on a box.
fn ante(seat: u8, place: u8) -> BoxStake {
    on(seat, place, StakeKind::Ante, 10)
}

fn bet(seat: u8, place: u8) -> BoxStake {
    on(seat, place, StakeKind::Bet, 20)
}

fn bonus(seat: u8, place: u8, amount: i64) -> BoxStake {
    on(seat, place, StakeKind::Bonus, amount)
}

fn dealt(changes: &[(&str, &str)], laid: &[BoxStake], names: &str) -> Deal {
    let rules = rules(changes);
    rules.check_laid(laid).expect("the stakes may lie");
    let mut deal = Deal::new(rules, laid);
    draw(&mut deal, names);
    deal
}

/// These cards come, each where one is wanted.
fn draw(deal: &mut Deal, names: &str) {
    for card in cards(names) {
        let (to, face) = deal.next_card().expect("a card is wanted");
        deal.take(to, face, card).expect("it is wanted there");
    }
}

/// A decision with the stake that it places is objected to in these words, or not at all where there are none.
#[track_caller]
fn check(deal: &mut Deal, (seat, place): (u8, u8), choice: Choice, placed: &[BoxStake], objection: &str) {
    let chosen = Chosen { seat: seat_of(seat), place: BoxNumber(place), hand: 0, choice, stakes: placed };
    let said = deal.chose(&chosen).err().unwrap_or_default();
    assert!(said.contains(objection) && said.is_empty() == objection.is_empty(), "{choice:?}: {said:?}");
}

#[track_caller]
fn plays(deal: &mut Deal, seat: u8, place: u8) {
    check(deal, (seat, place), Choice::Bet, &[bet(seat, place)], "");
}

#[track_caller]
fn passes(deal: &mut Deal, seat: u8, place: u8) {
    check(deal, (seat, place), Choice::Fold, &[], "");
}

/// A deal of one box with an ante of 10 and a bonus of so much, played to its end; the player bets, or passes.
fn played(changes: &[(&str, &str)], [player, board, dealer]: [&str; 3], bets: bool, of_bonus: i64) -> Deal {
    let laid: Vec<BoxStake> = [ante(1, 1)].into_iter().chain((of_bonus > 0).then(|| bonus(1, 1, of_bonus))).collect();
    let (player, dealer): (Vec<&str>, Vec<&str>) = (player.split(' ').collect(), dealer.split(' ').collect());
    let (first, last) = board.split_at(9);
    let mut deal = dealt(changes, &laid, &format!("{} {} {} {} {first}", player[0], dealer[0], player[1], dealer[1]));
    if bets {
        plays(&mut deal, 1, 1);
        draw(&mut deal, last);
    } else {
        passes(&mut deal, 1, 1);
    }
    deal
}

/// What comes back of the ante, the bet and the bonus, and what is cut of it.
fn returned(deal: &Deal) -> ([i64; 3], i64) {
    let settled = deal.settle().expect("the deal is over");
    let of = |kind| {
        let lines = settled.lines.iter().zip(&settled.stakes).filter(|(_, stake)| stake.kind == kind);
        lines.map(|(line, stake)| line.returned(stake.amount.minor())).sum::<i64>()
    };
    let cut = settled.cuts.iter().map(|cut| cut.2).sum();
    ([StakeKind::Ante, StakeKind::Bet, StakeKind::Bonus].map(of), cut)
}

/// A row of the digest's worked cases: number, player, board, dealer, whether the player bets, the bonus; what comes back of ante, bet and
/// bonus.
type Case = (u8, [&'static str; 3], bool, i64, [i64; 3]);

const CASES: [Case; 26] = [
    (1, ["7c 2d", "Ks 9h 4d 2c 5h", "Jc 8s"], false, 0, [0, 0, 0]),
    (2, ["Kd 7c", "Ks 9h 4d 2c 5h", "Jc 8s"], true, 0, [20, 20, 0]),
    (3, ["Ah 8h", "Kh 9h 4d 2h 6c", "Jc 7s"], true, 0, [30, 20, 0]),
    (4, ["Ac Qd", "Ks 9h 3d 2c 6h", "3c 8s"], true, 0, [20, 20, 0]),
    (5, ["3c 8d", "Ks Qh 3d 7c 2h", "2c 9s"], true, 0, [20, 20, 0]),
    (6, ["5c Qd", "Ks 9h 4d 2c 5h", "4c 8s"], true, 0, [20, 40, 0]),
    (7, ["Ac 8d", "4s 4h Kd 9c 2s", "Qc Jd"], true, 0, [20, 40, 0]),
    (8, ["Kd 9c", "Ks 9h 4d 2c 6h", "Qc 4s"], true, 0, [20, 40, 0]),
    (9, ["9d 9c", "Ks 9h 4d 2c 6h", "Kc 7s"], true, 0, [20, 40, 0]),
    (10, ["8c 7d", "Ks 6h 5d 4c Qh", "Kc 2s"], true, 0, [20, 40, 0]),
    (11, ["Ah 8h", "Kh 9h 4d 2h 6c", "Kc 7s"], true, 0, [30, 40, 0]),
    (12, ["9d 9c", "Ks 9h Kd 2c 6h", "Ac Qs"], true, 0, [40, 40, 0]),
    (13, ["9d 9c", "Ks 9h 9s 2c 6h", "Kc Kd"], true, 0, [110, 40, 0]),
    (14, ["8h 7h", "Ks 6h 5h 4h Qd", "Kc Kd"], true, 0, [210, 40, 0]),
    (15, ["Ah Kh", "Qh Jh Th 4c 4d", "Qc Qd"], true, 0, [1010, 40, 0]),
    (16, ["Kd 7c", "Ks 9h 4d 2c 5h", "Ac As"], true, 0, [0, 0, 0]),
    (17, ["2c 3d", "Ts Jh Qd Kc Ah", "9c 9d"], true, 0, [10, 20, 0]),
    (18, ["7c 6d", "As Ah Kd Kc Qs", "Jc 3d"], true, 0, [10, 20, 0]),
    (19, ["Ac 8d", "8s Kh 6d 4c 2h", "Qc 8c"], true, 0, [20, 40, 0]),
    (20, ["Ac 7d", "As 9h 4d 9c 2h", "9s 6c"], true, 5, [0, 0, 40]),
    (21, ["Kc 7d", "Ks 9h 4d 8c 2h", "9s 6c"], true, 5, [20, 40, 0]),
    (22, ["Ac 7c", "Kc 9c 4c 8d 2h", "9s 6h"], true, 10, [30, 40, 80]),
    (23, ["9c 4d", "As Ah 7d Kc 2h", "Qs Jc"], true, 10, [0, 0, 80]),
    (24, ["Kc Kd", "9s 6h 3d Tc Ah", "9c Ad"], true, 10, [0, 0, 0]),
    (25, ["9c 4d", "As Ah 7d Kc 2h", "Qs Jc"], false, 10, [0, 0, 80]),
    (26, ROYAL, true, 10, [1010, 40, 80]),
];

const ROYAL: [&str; 3] = ["Ah Kh", "Qh Jh Th 4c 4d", "Qc Qd"];
const FULL_HOUSE: [&str; 3] = ["9d 9c", "Ks 9h Kd 2c 6h", "Ac Qs"];
const FLUSH_AT_ONCE: [&str; 3] = ["Ac 7c", "Kc 9c 4c 8d 2h", "9s 6h"];

#[test]
fn tw_1_to_tw_26_the_worked_cases() {
    for (case, hands, bets, of_bonus, amounts) in CASES {
        assert_eq!(returned(&played(&[], hands, bets, of_bonus)), (amounts, 0), "TW-{case}");
    }
}

#[test]
fn tw_26_the_most_that_is_paid_out() {
    let most = "play.payout.box_most_minor";
    let of_bonus = "play.payout.bonus_most_minor";
    let inside = ("play.payout.bonus_in_cap", "true");
    let total = ("play.payout.cap_on", "\"total-returned\"");
    let cut = |changes: &[(&str, &str)], hands, bonus| returned(&played(changes, hands, true, bonus)).1;
    assert_eq!(cut(&[(most, "500")], ROYAL, 10), 520);
    assert_eq!(cut(&[(most, "500"), inside], ROYAL, 10), 590);
    assert_eq!(cut(&[(most, "50"), inside], ROYAL, 10), 1_040);
    assert_eq!(cut(&[(most, "1020")], ROYAL, 10), 0);
    assert_eq!(cut(&[(of_bonus, "50")], FLUSH_AT_ONCE, 10), 20);
    assert_eq!(cut(&[(of_bonus, "30"), (most, "50"), inside], FLUSH_AT_ONCE, 10), 60);
    // 10 and 30, 20 and 20 come back: never less than the stakes.
    assert_eq!(cut(&[(most, "80"), total], FULL_HOUSE, 0), 0);
    assert_eq!(cut(&[(most, "79"), total], FULL_HOUSE, 0), 1);
    assert_eq!(cut(&[(most, "20"), total], FULL_HOUSE, 0), 50);
    assert_eq!(cut(&[(most, "20"), total], ["2c 3d", "Ts Jh Qd Kc Ah", "9c 9d"], 0), 0);
    assert_eq!(cut(&[(most, "40"), total], ["Ah 8h", "Kh 9h 4d 2h 6c", "Jc 7s"], 0), 10);
    // What is cut of a bonus is cut when it is paid.
    let mut deal = dealt(&[(of_bonus, "50")], &[ante(1, 1), bonus(1, 1, 10)], "Ac 9s 7c 6h Kc 9c 4c");
    plays(&mut deal, 1, 1);
    assert_eq!(deal.due_beyond(&[]).expect("it can be reckoned").cuts, [(seat_of(1), BoxNumber(1), 20)]);
}

#[test]
fn ha_4_ha_5_thb_8_thb_12_thb_14_what_a_house_may_set() {
    let line = |changes: &[(&str, &str)], hands, bets, of_bonus| returned(&played(changes, hands, bets, of_bonus)).0;
    let [threes, twos, kings] = [CASES[3].1, CASES[4].1, CASES[1].1];
    let low = [("play.pays.no_game_low", "\"2:1\"")];
    assert_eq!(line(&low, threes, true, 0), [30, 20, 0]);
    assert_eq!(line(&low, twos, true, 0), [30, 20, 0]);
    assert_eq!(line(&low, kings, true, 0), [20, 20, 0]);
    assert_eq!(line(&[("play.pays.bet", "\"2:1\"")], CASES[5].1, true, 0), [20, 60, 0]);
    assert_eq!(line(&[("play.pays.bonus", "\"10:1\"")], CASES[21].1, true, 10), [30, 40, 110]);
    let lost = [("play.bonus_survives_pass", "false")];
    assert_eq!(line(&lost, CASES[24].1, false, 10), [0, 0, 0]);
    assert_eq!(line(&lost, CASES[21].1, true, 10), [30, 40, 80]);
}

#[test]
fn thb_12_each_row_pays_its_own_combination() {
    let rows = [
        ("pair", 5),
        ("two_pair", 7),
        ("three_of_a_kind", 8),
        ("straight", 9),
        ("flush", 10),
        ("full_house", 11),
        ("four_of_a_kind", 12),
        ("straight_flush", 13),
        ("royal_flush", 14),
    ];
    for (row, case) in rows {
        let key = format!("play.pays.ante.{row}");
        for (other, at) in rows {
            let [of_ante, ..] = returned(&played(&[(&key, "\"50:1\"")], CASES[at].1, true, 0)).0;
            assert_eq!(of_ante == 510, other == row, "{row} and {other}");
        }
        // The win is told under the name of its row, and that of a bet under none.
        let settled = played(&[], CASES[case].1, true, 0).settle().expect("the deal is over");
        let named: Vec<Option<Combination>> = settled.lines.iter().map(|line| line.wins[0].combination).collect();
        assert_eq!(named[1], None);
        assert_eq!(named[0].map(|name| format!("{name:?}")), Some(row.split('_').map(capital).collect()));
    }
}

fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    format!("{}{rest}", first.to_uppercase())
}

/// The best of these seven cards is this, and it is as high as the best of those, or higher, or lower.
#[track_caller]
fn compare(own: &str, combination: Combination, other: &str, is: core::cmp::Ordering) {
    let hand = |names: &str| Hand::best(&cards(names)[..2], &cards(names)[2..]);
    let (own, other) = (hand(own), hand(other));
    assert_eq!((own.combination, own.compare(&other)), (combination, is), "{own:?} and {other:?}");
}

#[test]
fn hpc_2_hpc_3_thb_5_the_best_five_of_seven() {
    use Combination::{Flush, FourOfAKind, FullHouse, Nothing, Pair, Straight, StraightFlush, TwoPair};
    use core::cmp::Ordering::{Equal, Greater, Less};
    compare("9d 9c 9h 8s 8d 2s Ks", FullHouse, "8c 8h 9h 8s 8d 2s Ks", Less);
    compare("Kd Kc Ks As Ah Qs 8h", FullHouse, "Ad 8c Ks As Ah Qs 8h", Less);
    compare("5d 5c Ks Kh 9c 9d Ac", TwoPair, "6d 6c Ks Kh 9c 9d Ac", Equal);
    compare("Qd Qc Ks 9h 9c 3d 2c", TwoPair, "Kh 3h Ks 9h 9c 3d 2c", Less);
    compare("Ad 2c 3h 4s 5d Ks 9h", Straight, "6d 7c 3h 4s 5d Ks 9h", Less);
    compare("Qd Kc Ah 2s 3d 7s 9h", Nothing, "Qh Js Ah 2s 3d 7s 9h", Greater);
    compare("2h 3h Ah Kh 9h 8h 6h", Flush, "4d 4c Ah Kh 9h 8h 6h", Equal);
    compare("9h 8c 7h 6h 5h Kh Ks", Flush, "4d 4c 7h 6h 5h Kh Ks", Greater);
    compare("Ah 2h 3h 4h 5h Kh Ks", StraightFlush, "Qh Jh 3h 4h 5h Kh Ks", Greater);
    compare("Ac 2d 9s 9h 9d 9c 3h", FourOfAKind, "Kd Qd 9s 9h 9d 9c 3h", Greater);
    compare("Ac 2d 9s 9h 9d 9c 3h", FourOfAKind, "Ad Qd 9s 9h 9d 9c 3h", Equal);
    compare("8c 5d 8s Ah Kd Jc 2s", Pair, "8d 4d 8s Ah Kd Jc 2s", Equal);
    compare("8c 5d 8s Ah Kd 3c 2s", Pair, "8d 4d 8s Ah Kd 3c 2s", Greater);
}

#[test]
fn thb_6_where_the_dealer_has_game() {
    let is_game = |dealer: &str, board: &str| Hand::best(&cards(dealer), &cards(board)).reaches_pair_of(4);
    let cases = [
        ("Ad Kc", "2s 5d 9h 8c Jh", false),
        ("3c Ad", "Ks 3d 9h 8c Jh", false),
        ("3c 2d", "Ks 3d 2h 9c Jh", true),
        ("4c 8s", "Ks 9h 4d 2c 5h", true),
        ("Qc Jd", "4s 4h Kd 9c 2s", true),
        ("3c 3h", "Ks 3d 9h 8c Jh", true),
    ];
    for (dealer, board, game) in cases {
        assert_eq!(is_game(dealer, board), game, "{dealer} and {board}");
    }
}

#[test]
fn thb_14_ha_6_which_bonus_wins() {
    let wins = |five: &str| Hand::of_five(&cards(five)).reaches_pair_of(14);
    for five in
        ["Ac 7d As 9h 4d", "9c 4d As Ah 7d", "3c 2d 3s 2h 9c", "5c 7d 2s 2h 2c", "Ac 2d 3s 4h 5c", "Ac 7c Kc 9c 4c", "9c 9d 9s 9h 4s"]
    {
        assert!(wins(five), "{five}");
    }
    for five in ["Ac Kd 9s 5h 2c", "Kc Kd 9s 6h 3d", "Ac 7d Ks Kh 2c", "6c 2d 3s 4h 7c", "Ac 7c Kc 9c 8d"] {
        assert!(!wins(five), "{five}");
    }
}

/// Three boxes, of seats 1, 2 and 1 once more.
fn three_boxes() -> [BoxStake; 3] {
    [ante(1, 4), ante(2, 3), ante(1, 1)]
}

#[test]
fn thb_2_card_by_card_from_the_left_and_the_dealer_last() {
    let mut deal = dealt(&[], &three_boxes(), "");
    let hand = |place| CardPlace::Hand { place: BoxNumber(place), hand: 0 };
    let round = [hand(1), hand(3), hand(4), CardPlace::Dealer].map(|to| (to, Face::Down));
    let closed = round.iter().chain(&round).copied();
    let expected: Vec<(CardPlace, Face)> = closed.chain([(CardPlace::Board, Face::Up); 3]).collect();
    for (expected, name) in expected.iter().zip("Kd 9d Ah Qc 7c 9c 8h 4s Ks 9h 4d".split(' ')) {
        assert_eq!(deal.next_card(), Some(*expected));
        let (to, face) = *expected;
        let other = if face == Face::Up { Face::Down } else { Face::Up };
        assert!(deal.clone().take(to, other, cards(name)[0]).is_err(), "{to:?} the other way up");
        draw(&mut deal, name);
    }
    assert_eq!(deal.next_card(), None, "box 1 is asked");
    passes(&mut deal, 1, 1);
    plays(&mut deal, 2, 3);
    assert_eq!(deal.next_card(), None, "box 4 is asked");
    passes(&mut deal, 1, 4);
    assert_eq!(deal.next_card(), Some((CardPlace::Board, Face::Up)));
    assert!(deal.clone().settle().expect_err("two cards must come").contains("still to come"));
    draw(&mut deal, "2c 6h");
    assert_eq!((deal.next_card(), deal.asked()), (None, Vec::new()));
    let mut all_pass = dealt(&[], &[ante(1, 1)], "Kd Qc 7c 4s Ks 9h 4d");
    assert!(all_pass.settle().expect_err("box 1 is asked").contains("the turn of"));
    passes(&mut all_pass, 1, 1);
    assert_eq!(all_pass.next_card(), None, "nobody plays on");
}

#[test]
fn hpc_11_hw_25_box_by_box_and_who_looks_when() {
    let sees = |deal: &Deal, seat, places: [u8; 3]| places.map(|place| deal.is_seen_by(seat_of(seat), BoxNumber(place)));
    let mut deal = dealt(&[], &three_boxes(), "Kd 9d Ah Qc 7c 9c 8h 4s Ks 9h");
    assert_eq!((sees(&deal, 1, [1, 3, 4]), deal.asked()), ([false; 3], Vec::new()), "a card is still to be dealt");
    check(&mut deal.clone(), (1, 1), Choice::Bet, &[bet(1, 1)], "nobody was asked for");
    draw(&mut deal, "4d");
    assert_eq!((sees(&deal, 1, [1, 3, 4]), sees(&deal, 2, [1, 3, 4])), ([true, false, false], [false, true, false]));
    check(&mut deal.clone(), (2, 3), Choice::Bet, &[bet(2, 3)], "it was the turn of seat 1");
    check(&mut deal.clone(), (1, 4), Choice::Fold, &[], "on hand 0 of box 1");
    check(&mut deal.clone(), (1, 1), Choice::Bet, &[], "placed []");
    check(&mut deal.clone(), (1, 1), Choice::Bet, &[on(1, 1, StakeKind::Bet, 19)], "placed");
    check(&mut deal.clone(), (1, 1), Choice::Fold, &[bet(1, 1)], "placed");
    // HW-22.
    for choice in [Choice::BuyGame, Choice::Insure(Money::from_minor(10)), Choice::SixthCard, Choice::War, Choice::Decline] {
        check(&mut deal.clone(), (1, 1), choice, &[], "was not offered");
    }
    passes(&mut deal, 1, 1);
    assert_eq!(sees(&deal, 1, [1, 3, 4]), [true, false, true], "he has decided on the one before");
    check(&mut deal.clone(), (1, 4), Choice::Fold, &[], "it was the turn of seat 2");
    plays(&mut deal, 2, 3);
    passes(&mut deal, 1, 4);
    check(&mut deal, (1, 4), Choice::Fold, &[], "nobody was asked for");
}

/// At which of boxes 1, 2, 3 and the dealer's everybody looks.
fn open(deal: &Deal) -> [bool; 4] {
    let hand = |place| CardPlace::Hand { place: BoxNumber(place), hand: 0 };
    [hand(1), hand(2), hand(3), CardPlace::Dealer].map(|at| deal.is_open_at(at).expect("the game says so of every place"))
}

/// Boxes 1 and 3 with a bonus, and box 2 without one; the first wins it, and the third does not.
fn with_bonus(changes: &[(&str, &str)]) -> Deal {
    let laid = [ante(1, 1), bonus(1, 1, 5), ante(2, 2), ante(3, 3), bonus(3, 3, 10)];
    dealt(changes, &laid, "Ac Kd 9d Qs 7d 7c 5d Jc As 9h 4d")
}

#[test]
fn thb_2_thb_3_what_lies_open_to_everybody() {
    let mut deal = with_bonus(&[]);
    assert_eq!(deal.is_open_at(CardPlace::Board), Some(true));
    plays(&mut deal, 1, 1);
    plays(&mut deal, 2, 2);
    assert_eq!(open(&deal), [false; 4]);
    let mut all_play = deal.clone();
    plays(&mut all_play, 3, 3);
    assert_eq!(open(&all_play), [true, false, true, false]);
    draw(&mut all_play, "2h");
    assert_eq!(open(&all_play), [true, false, true, false]);
    draw(&mut all_play, "4c");
    assert_eq!(open(&all_play), [true; 4]);
    passes(&mut deal, 3, 3);
    assert_eq!(open(&deal), [true, false, true, false], "HA-5: the bonus of a passed box plays");
    // A passed box without a bonus stays closed, and the dealer's cards where nobody plays.
    let mut passed = with_bonus(&[("play.bonus_survives_pass", "false")]);
    passes(&mut passed, 1, 1);
    passes(&mut passed, 2, 2);
    plays(&mut passed, 3, 3);
    draw(&mut passed, "2h 4c");
    assert_eq!(open(&passed), [false, false, true, true]);
    let mut nobody = with_bonus(&[]);
    (1..=3).for_each(|number| passes(&mut nobody, number, number));
    assert_eq!((open(&nobody), nobody.next_card()), ([true, false, true, false], None));
}

/// What is over before the end, beyond nothing: the stakes and what they return.
fn over(deal: &Deal) -> Vec<(u8, StakeKind, i64)> {
    let due = deal.due_beyond(&[]).expect("it can be reckoned");
    due.stakes.iter().zip(&due.lines).map(|(stake, line)| (stake.place.0, stake.kind, line.returned(stake.amount.minor()))).collect()
}

#[test]
fn thb_14_hx_3_what_is_settled_before_the_last_two_cards() {
    use StakeKind::{Ante, Bonus};
    for (word, stand) in [("\"stand\"", true), ("\"come-back\"", false)] {
        let mut deal = with_bonus(&[("play.forfeits_in_void", word)]);
        plays(&mut deal, 1, 1);
        assert_eq!(over(&deal), [], "the others are still to decide");
        passes(&mut deal, 2, 2);
        assert_eq!(over(&deal), if stand { vec![(2, Ante, 0)] } else { vec![] }, "THB-3: the box is finished");
        passes(&mut deal, 3, 3);
        let all = if stand { vec![(1, Bonus, 40), (2, Ante, 0), (3, Ante, 0), (3, Bonus, 0)] } else { vec![(1, Bonus, 40)] };
        assert_eq!(over(&deal), all);
        assert_eq!(deal.due_beyond(&[bonus(1, 1, 5)]).expect("it can be reckoned").stakes.len(), all.len() - 1);
        draw(&mut deal, "2h 4c");
        assert_eq!(over(&deal), all);
        let settled = deal.settle().expect("the deal is over");
        assert_eq!(settled.lines[1].returned(5), 40, "the settlement says the same of it");
    }
    assert!(rules(&[]).payments_stand && !rules(&[("play.payments_in_void", "\"come-back\"")]).payments_stand);
}

#[test]
fn ha_7_hpc_6_hw_18_dark_boxes() {
    let dark = [("boxes.dark", "true")];
    // HA-30: the bonus of a dark box is settled when it is opened, after the dealer.
    let laid = [ante(1, 1), bet(1, 1), bonus(1, 1, 10), ante(1, 2), ante(2, 3), bonus(2, 3, 10)];
    let mut deal = dealt(&dark, &laid, "Ac 9d Ad Qs 7d 2c 7c Jc As 9h 4d");
    let seen = |deal: &Deal| [1, 2].map(|place| deal.is_seen_by(seat_of(1), BoxNumber(place)));
    assert_eq!(seen(&deal), [false, true]);
    check(&mut deal.clone(), (1, 1), Choice::Fold, &[], "on hand 0 of box 2");
    passes(&mut deal, 1, 2);
    plays(&mut deal, 2, 3);
    assert_eq!((over(&deal), open(&deal), seen(&deal)), (vec![(3, StakeKind::Bonus, 80)], [false, false, true, false], [false, true]));
    draw(&mut deal, "2h Qd");
    assert_eq!(open(&deal), [true, false, true, true]);
    let settled = deal.settle().expect("the deal is over");
    let returns: Vec<i64> = settled.lines.iter().zip(&settled.stakes).map(|(line, stake)| line.returned(stake.amount.minor())).collect();
    assert_eq!(returns, [20, 40, 80, 0, 20, 80, 40]);
    // Where only dark boxes play nobody is asked.
    let alone = dealt(&dark, &[ante(1, 1), bet(1, 1)], "Kd Ac 7c As Ks 9h 4d");
    assert_eq!((alone.asked(), alone.next_card()), (Vec::new(), Some((CardPlace::Board, Face::Up))));
}

#[test]
fn hw_19_to_hw_22_what_may_lie_before_the_deal() {
    let minimum = [("limits.step_minor", "2"), ("limits.ante.least", "10"), ("limits.bonus.least", "5"), ("limits.bonus.step_minor", "5")];
    let said = |changes: &[(&str, &str)], stakes: &[BoxStake]| rules(changes).check_laid(stakes).err().unwrap_or_default();
    let check = |stakes: &[BoxStake], objection: &str| {
        let said = said(&minimum, stakes);
        assert!(said.contains(objection) && said.is_empty() == objection.is_empty(), "{stakes:?}: {said:?}");
    };
    check(&[ante(1, 1), bonus(1, 1, 10), ante(2, 6), on(1, 3, StakeKind::Ante, 40)], "");
    check(&[ante(1, 1), bonus(1, 1, 15)], "15 lies as bonus");
    check(&[on(1, 1, StakeKind::Ante, 20), bonus(1, 1, 4)], "4 lies as bonus");
    check(&[on(1, 1, StakeKind::Ante, 20), bonus(1, 1, 8)], "in steps of 5");
    check(&[bonus(1, 1, 5)], "without an ante");
    check(&[ante(1, 1), bonus(1, 2, 5)], "without an ante on box 2");
    check(&[ante(1, 1), bonus(2, 1, 5)], "two players are on box 1");
    check(&[ante(1, 1), on(1, 1, StakeKind::Insurance, 10)], "lies before the deal");
    check(&[ante(1, 1), on(1, 1, StakeKind::Purchase, 10)], "lies before the deal");
    check(&[ante(1, 1), bet(1, 1)], "knows no dark boxes");
    check(&[ante(1, 7)], "there is no box 7");
    check(&[on(1, 1, StakeKind::Ante, 8)], "8 lies as ante");
    check(&[on(1, 1, StakeKind::Ante, 11)], "in steps of 2");
    check(&[on(1, 1, StakeKind::Ante, 1_002)], "1002 lies as ante");
    let dark = [("boxes.dark", "true")];
    assert_eq!(said(&dark, &[ante(1, 1), bet(1, 1)]), "");
    assert!(said(&dark, &[ante(1, 1), on(1, 1, StakeKind::Bet, 10)]).contains("a bet of 10"));
    let mut without = keys(&[]);
    without["limits"].as_table_mut().expect("a table").remove("bonus");
    let without = Rules::read(&Keys::new(&without)).expect("the rules are read");
    assert!(without.check_laid(&[ante(1, 1), bonus(1, 1, 5)]).expect_err("none is taken").contains("takes no bonus"));
}

#[test]
fn a_key_that_the_auditor_does_not_know_and_a_value_without_meaning_are_not_passed_over() {
    let read = |path, value| TableRules::read("casino-holdem", &keys(&[(path, value)])).err().unwrap_or_default();
    assert_eq!(read("play.bonus_survives_pass", "true"), "");
    assert_eq!(read("play.payout.bonus_most_minor", "5"), "");
    assert!(read("play.insurance_most", "\"bet-win\"").contains("does not know the key play.insurance_most"));
    assert!(read("boxes.light_most", "2").contains("does not know the key boxes.light_most"));
    assert!(read("limits.bonus.top", "2").contains("does not know the key limits.bonus.top"));
    assert!(read("play.pays.ante.ace_king", "\"1:1\"").contains("does not know the key play.pays.ante.ace_king"));
    assert!(read("play.payments_in_void", "\"sometimes\"").contains("play.payments_in_void"));
    assert!(read("play.payout.cap_on", "\"wins\"").contains("play.payout.cap_on"));
}

mod at_the_table;
