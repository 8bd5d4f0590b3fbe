//! Cases of the digests: ranks, layers, and what a rules file may not say.

mod again;
mod mistakes;

use super::PlayerRules;
use super::deal::{Deal, Entry};
use super::draw::{Draw, Stand};
use super::open_cards::highest;
use super::pots::{PutIn, pots, uncalled};
use super::progress::{Next, Progress};
use super::rank::{Cards, high, low, strength};
use super::round::Round;
use super::rules::{Limit, Variant};
use super::seating::{Begun, Candidate, Carry, begin};
use crate::model::{BoxNumber, Card, CardPlace, Face, Money, Seat, TableAmounts};

const NAME: &str = "omaha-hi-lo/by";
const KEYS: &str = include_str!("../../../../device-profiles/betting/omaha-hi-lo/by.toml");

fn keys() -> toml::Table {
    KEYS.parse().expect("a shipped file")
}

fn amounts() -> TableAmounts {
    let money = Money::from_minor;
    let (small_blind, big_blind, most_bet) = (money(5), money(10), money(100));
    let (buy_in_least, buy_in_most) = (money(200), money(2_000));
    TableAmounts { small_blind, big_blind, most_bet, unit: money(1), buy_in_least, buy_in_most, ..TableAmounts::default() }
}

fn cards(names: &str) -> Vec<Card> {
    names.split_whitespace().map(|name| name.parse().expect("the name of a card")).collect()
}

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat's number")
}

#[test]
fn spg_w01_each_hand_beats_the_next() {
    let hands = "Ad Kd Qd Jd Td/Kc Qc Jc Tc 9c/6s 5s 4s 3s 2s/5h 4h 3h 2h Ah/Jc Js Jd Jh 6c/6d 6h 6s Kh Kc/Kc Tc 5c 3c 2c/Ad Kc Qs Jh Ts/\
                 6s 5h 4d 3d 2d/5s 4s 3s 2s Ah/9s 9c 9d Qh 4d/5s 5c Ac Ah Td/8h 8d Ks 4h 2h/Jd Ts 7h 5h 2c";
    let strengths: Vec<_> = hands.split('/').map(|hand| strength(&cards(hand), true)).collect();
    assert!(strengths.windows(2).all(|pair| pair[0] > pair[1]), "{strengths:?}");
}

#[test]
fn tpam_q26_without_the_wheel_the_ace_is_high_alone() {
    let of = |hand: &str| [true, false].map(|has_wheel| strength(&cards(hand), has_wheel).0);
    assert_eq!(of("As 2d 3h 4c 5s"), [4, 0]);
    assert_eq!(of("As 2s 3s 4s 5s"), [8, 5]);
    assert_eq!(of("6s 2d 3h 4c 5s"), [4, 4]);
    assert_eq!(of("As Kd Qh Jc Ts"), [4, 4]);
}

#[test]
fn tpam_q15_fewer_than_five_cards_make_no_straight_and_no_flush() {
    let hand = |own: &str| high(Variant::OpenStud5, true, &Cards { own: cards(own), board: Vec::new() });
    let ordered =
        ["9s 9d 9h 9c", "8s 8d 8h", "7c 7d 7s Ah Kc", "Qs Qd 5h 5c", "Js Jd Th Tc Ac", "Kh Kc 4s 3d 2c", "Ks Kd", "2s 2d 5c 6s 8d"];
    let below = ["Ah Jh 7h 4h", "Ks Qd", "Kh Jc", "8s 7d 6c 5h"];
    let strengths: Vec<_> = ordered.into_iter().chain(below).map(hand).collect();
    assert!(strengths.windows(2).all(|pair| pair[0] > pair[1]), "{strengths:?}");
    assert_eq!(hand("Ks Qd"), hand("Kh Qc"));
}

#[test]
fn po_1_po_3_omaha_uses_exactly_two_of_the_hand() {
    let hand = |own: &str, board: &str| high(Variant::Omaha, true, &Cards { own: cards(own), board: cards(board) });
    let board = "As Ks Qs Js 2d";
    assert!(hand("3s 4s 7c 8d", board) > hand("Ts 9d 9c 2h", board));
    let board = "7h 7d 7c 7s Kd";
    assert!(hand("Kh Ks 2c 3c", board) > hand("Ah Ad 5c 4c", board));
}

#[test]
fn pl_4_pl_6_the_low_half() {
    let rules = PlayerRules::read(NAME, &keys(), amounts()).expect("a shipped file");
    let of = |rules: &PlayerRules, own: &str, board: &str| low(rules, &Cards { own: cards(own), board: cards(board) });
    assert_eq!(of(&rules, "As 3s Jc Th", "2h 5c 8d Ks Qd"), Some(vec![8, 5, 3, 2, 1]));
    let strict = PlayerRules { low_rank_most: 7, ..rules.clone() };
    assert_eq!(of(&strict, "As 3s Jc Th", "2h 5c 8d Ks Qd"), None);
    assert_eq!(of(&rules, "As 2s Qc Th", "2h 3c 7d Ks 2d"), None);
    assert_eq!(of(&rules, "4h 5c Jd 9c", "2h 3c 7d Ks 2d"), Some(vec![7, 5, 4, 3, 2]));
}

#[test]
fn pw_9_the_uncalled_part_and_the_layers() {
    let put = |number: u8, amount: i64, is_live: bool| PutIn { seat: seat(number), amount, is_live };
    let mut put_in = [put(1, 50, true), put(2, 120, true), put(3, 300, true), put(4, 20, false)];
    assert_eq!(uncalled(&put_in), Some((seat(3), 180)));
    put_in[2].amount -= 180;
    let found: Vec<_> = pots(&put_in).into_iter().map(|pot| (pot.amount, pot.claimants.len())).collect();
    // The 20 of the folded one lie in the main pot: 3 times 50 and 20.
    assert_eq!(found, [(170, 3), (140, 2)]);
    // SPT-W18: what a dead hand has put in is in the pot.
    let absent = [put(1, 10, true), put(2, 20, false)];
    assert_eq!((uncalled(&absent), pots(&absent)[0].amount), (None, 30));
}

#[test]
fn spg_w25_the_highest_open_hand() {
    let mut rules = PlayerRules::read(NAME, &keys(), amounts()).expect("a shipped file");
    let first = |rules: &PlayerRules, one: &str, other: &str| highest(rules, seat(6), &[(seat(1), cards(one)), (seat(2), cards(other))]);
    assert_eq!(first(&rules, "Ad Kc", "As Kh"), Some(seat(1)));
    rules.open_ties_by_suit = true;
    let cases = [("Ad Kc", "As Kh", 2), ("9h 9c Kd", "9s 9d Ks", 2), ("2c 2d", "As Kd", 1), ("8s 9s Ts Js", "4h 4d 3c 2c", 2)];
    for (one, other, opens) in cases {
        assert_eq!(first(&rules, one, other), Some(seat(opens)), "{one} against {other}");
    }
    assert_eq!(first(&rules, "7c 7d 5h 5s", "6h 6d 6s 2c"), Some(seat(2)));
}

/// A round after the first one, in which seats 1, 2, .. make it so much; whether each is all-in with that.
fn round_of(rules: &PlayerRules, wagers: &[(i64, bool)]) -> Round {
    let mut round = Round::open(rules, 1, 4, false, seat(6), false);
    for (number, (total, is_all_in)) in (1..).zip(wagers) {
        round.wager(rules, seat(number), *total, *is_all_in);
    }
    round
}

#[test]
fn spb_w19_w20_w38_who_may_raise_again_after_short_all_ins() {
    let shipped = PlayerRules::read(NAME, &keys(), amounts()).expect("a shipped file");
    let of = |limit, is_cumulative, least: i64| {
        let mut rules = PlayerRules { limit, is_cumulative, ..shipped.clone() };
        (rules.amounts.big_blind, rules.amounts.small_bet) = (least, least);
        rules
    };
    // The first has bet 200 and seen one full wager; 380 is 180 above it, 420 is 220.
    for (last, is_cumulative, is_open) in [(380, true, false), (420, true, true), (380, false, false), (420, false, false)] {
        let rules = of(Limit::No, is_cumulative, 100);
        let seen = round_of(&rules, &[(200, false)]).made;
        let round = round_of(&rules, &[(200, false), (250, true), (last, true)]);
        assert_eq!(round.is_open_again(&rules, 200, seen), is_open, "W19, W20: {last} {is_cumulative}");
        // SPB-43: the least raise stays the last full one above.
        assert_eq!(round.wagers(&rules, 200, 5_000, 0).least, last + 200);
    }
    for (is_cumulative, least) in [(true, 26), (false, 20)] {
        let rules = of(Limit::Fixed, is_cumulative, 10);
        let seen = round_of(&rules, &[(10, false)]).made;
        let round = round_of(&rules, &[(10, false), (13, true), (16, true)]);
        assert_eq!(round.is_open_again(&rules, 10, seen), is_cumulative, "W38");
        assert_eq!(round.wagers(&rules, 0, 300, 0).least, least, "W38");
    }
}

/// After a bring-in of 8 and a completion to 10.
#[test]
fn spg_59_spb_39_who_has_called_a_large_bring_in_may_raise_a_completion() {
    let mut rules = PlayerRules::read(NAME, &keys(), amounts()).expect("a shipped file");
    (rules.variant, rules.limit, rules.is_cumulative) = (Variant::Stud7, Limit::Fixed, true);
    (rules.amounts.bring_in, rules.amounts.small_bet) = (8, 10);
    let mut round = Round::open(&rules, 0, 3, false, seat(6), false);
    let seen = round.made;
    round.wager(&rules, seat(1), 10, false);
    assert!(round.is_open_again(&rules, 8, seen));
    assert!(!round.is_open_again(&rules, 8, round.made), "it has seen it");
}

/// SPB-32: 37 is all that somebody had.
#[test]
fn spb_32_wagers_are_whole_units() {
    let mut rules = PlayerRules::read(NAME, &keys(), amounts()).expect("a shipped file");
    (rules.amounts.unit, rules.amounts.big_blind, rules.amounts.most_bet) = (5, 20, 100);
    for (limit, expected) in [(Limit::No, (60, 500)), (Limit::Pot, (60, 145)), (Limit::Spread, (60, 135))] {
        let rules = PlayerRules { limit, ..rules.clone() };
        let wagers = round_of(&rules, &[(20, false), (37, true)]).wagers(&rules, 0, 500, 74);
        assert_eq!((wagers.least, wagers.most), expected, "{limit:?}");
    }
}

/// After button, small and big blind, with who plays and who waits: button, small and big blind again, and who is dealt in.
fn begun_after(rules: &PlayerRules, last: [u8; 3], plays: &[u8], waits: &[u8]) -> (u8, u8, u8, Vec<u8>) {
    let [button, small, big] = last.map(seat);
    let carry = Carry { button: Some(button), blinds: Some((small, big)), is_drawn: false };
    let candidate = |seat: Seat| {
        let waits = waits.contains(&seat.number());
        (waits || plays.contains(&seat.number())).then_some(Candidate { seat, waits })
    };
    let candidates: Vec<Candidate> = Seat::all().filter_map(candidate).collect();
    let Begun { button, blinds, players } = begin(rules, carry, &candidates).expect("there are two");
    let (small, big) = blinds.expect("there are blinds");
    (button.number(), small.number(), big.number(), players.into_iter().map(Seat::number).collect())
}

#[test]
fn spt_w05_the_button_moves_when_one_has_gone() {
    let mut rules = PlayerRules::read(NAME, &keys(), amounts()).expect("a shipped file");
    for (is_dead, of_two, of_three) in [(true, (2, 3, 4), (2, 3, 4)), (false, (3, 4, 5), (2, 4, 5))] {
        rules.is_button_dead = is_dead;
        let of = |plays: &[u8]| {
            let (button, small, big, players) = begun_after(&rules, [1, 2, 3], plays, &[]);
            assert_eq!(players, plays);
            (button, small, big)
        };
        assert_eq!(of(&[1, 2, 3, 4, 5]), (2, 3, 4));
        assert_eq!(of(&[1, 3, 4, 5]), of_two, "the small blind has gone");
        assert_eq!(of(&[1, 2, 4, 5]), of_three, "the big blind has gone");
        assert_eq!(of(&[1, 2, 3, 4]), (2, 3, 4));
    }
}

#[test]
fn spt_w06_spb_a10_nobody_has_the_big_blind_twice() {
    let mut rules = PlayerRules::read(NAME, &keys(), amounts()).expect("a shipped file");
    rules.is_button_dead = true;
    for button_is_small_blind in [true, false] {
        rules.button_is_small_blind = button_is_small_blind;
        for (plays, small, big) in [([3, 5], 5, 3), ([1, 5], 5, 1), ([1, 3], 3, 1)] {
            let button = if button_is_small_blind { small } else { big };
            assert_eq!(begun_after(&rules, [1, 3, 5], &plays, &[]), (button, small, big, plays.to_vec()));
        }
    }
}

#[test]
fn who_waits_is_dealt_in_with_the_big_blind() {
    let mut rules = PlayerRules::read(NAME, &keys(), amounts()).expect("a shipped file");
    for button_is_small_blind in [true, false] {
        rules.button_is_small_blind = button_is_small_blind;
        assert_eq!(begun_after(&rules, [6, 1, 2], &[1, 2, 6], &[3, 4]), (1, 2, 3, vec![1, 2, 3, 6]));
        // With the third the blinds are those of three.
        assert_eq!(begun_after(&rules, [1, 3, 1], &[1, 3], &[2]), (3, 1, 2, vec![1, 2, 3]));
        assert_eq!(begun_after(&rules, [6, 1, 2], &[1], &[3, 4]), (1, 3, 4, vec![1, 3, 4]), "too few do not wait");
    }
}

#[test]
fn ta_16_the_tied_draw_again() {
    let (mut draw, seats) = (Draw::default(), [seat(1), seat(2), seat(3)]);
    for (who, name) in [(1, "Kh"), (2, "9d"), (3, "Ks"), (1, "3c"), (3, "Qd")] {
        assert_eq!(draw.stand(&seats, false), Stand::Next(seat(who)), "{name}");
        draw.cards.push((seat(who), cards(name)[0]));
    }
    assert_eq!(draw.stand(&seats, false), Stand::Winner(seat(3)));
}

#[test]
fn a_key_that_is_unknown_missing_or_says_something_else_is_an_error() {
    let check = |change: fn(&mut toml::Table), objection: &str| {
        let mut keys = keys();
        change(&mut keys);
        let said = PlayerRules::read(NAME, &keys, amounts()).expect_err(objection);
        assert!(said.contains(objection), "{said}");
    };
    check(|keys| drop(keys.insert("straddle".into(), true.into())), "does not know the key straddle");
    check(|keys| drop(keys.remove("opens")), "reads opens");
    check(|keys| drop(keys.insert("opens".into(), "none".into())), "does not know none of opens");
    let other = TableAmounts { buy_in_least: Money::from_minor(1), ..amounts() };
    assert!(PlayerRules::read(NAME, &keys(), other).is_err_and(|said| said.contains("sits down with")));
}

/// What comes next in a deal of Omaha between two who are both not there, when the hands of these are dead.
#[track_caller]
fn check_nobody_there(dead: &[u8], expected: &Next) {
    let rules = PlayerRules::read(NAME, &keys(), amounts()).expect("a shipped file");
    let came = |(card, number): (Card, u8)| Entry::Came(CardPlace::Hand { place: BoxNumber(number), hand: 0 }, Face::Down, card);
    let dealt = cards("2c 2d 3c 3d 4c 4d 5c 5d").into_iter().zip([1, 4].into_iter().cycle()).map(came);
    let killed = dead.iter().map(|number| Entry::Killed(seat(*number)));
    let posted = [Entry::Posted(seat(1), 5), Entry::Posted(seat(4), 10)].into_iter();
    let history = posted.chain(dealt).chain([Entry::Dealt(vec![seat(1), seat(4)])]).chain(killed).collect();
    let (button, blinds) = (seat(4), Some((seat(1), seat(4))));
    let deal = Deal { number: 1, button, blinds, players: vec![(seat(1), 100), (seat(4), 100)], history };
    assert_eq!(Progress::of(&rules, &deal).expect("it can have happened").next(), *expected);
}

#[test]
fn where_nobody_is_there_the_last_of_them_wins() {
    check_nobody_there(&[], &Next::Kill(vec![seat(1), seat(4)]));
    check_nobody_there(&[1], &Next::Settlement);
}
