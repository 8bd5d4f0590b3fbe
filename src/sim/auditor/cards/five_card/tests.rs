//! The worked cases of the five-card pokers as the auditor reckons them, and its objections to what the digest does not know.

mod at_the_table;
mod cases;
mod wrong_count;

use cases::Case;

use super::super::TableRules;
use super::super::keys::Keys;
use super::super::table::{CardTable, Moved};
use super::*;
use crate::model::{CardChoice, Choice, ChoiceKind, Combination, Money};
use crate::sim::auditor::cards::clerk::{Clerk as _, DealClerk as _};
use crate::sim::auditor::cards::expected_turn::Offered;
use crate::sim::auditor::cards::{Chosen, Mistake};

/// What all four games share, apart from every shipped file.
const RULES: &str = r#"
shoe = { packs = 1 }
course = { decision_seconds = 30, restart_in_deal = "void", redeal = false }
boxes = { boxes = 7, equal_antes = false }
limits = { step_minor = 1, ante = { least = 1, most = 1000 }, bonus = { step_minor = 1, least = 1 } }
[play]
dealer_from = "ace-king"
bonus_survives_pass = false
ranking = { wheel = true }
mistakes = { rounding = "half-up", price_comes_back = true, surrendered_too = true, exposed_card = "void" }
payout = { cap_on = "net-winnings", bonus_in_cap = false }
[play.pays]
ante = "1:1"
"#;

/// A game of the digest: what is bought in it, whether the pack has a joker, and the rows of its two pay tables from Ace-King, or one pair, on.
struct Game {
    purchase: &'static str,
    has_joker: bool,
    bet: &'static [i64],
}

const FIVE_CARD: Game = Game { purchase: "", has_joker: false, bet: &[2, 2, 3, 4, 5, 6, 8, 30, 75, 125] };
const EXCHANGE: Game = Game { purchase: "exchange", has_joker: false, bet: &[1, 1, 2, 3, 4, 5, 7, 20, 50, 100] };
const SIX_CARD: Game = Game { purchase: "sixth-card", ..EXCHANGE };
const JOKER: Game = Game { purchase: "exchange", has_joker: true, bet: &[1, 2, 3, 4, 5, 7, 15, 35, 75, 150] };

/// BONUS-EX, from a flush on.
const BONUS: [i64; 6] = [50, 70, 200, 500, 1_000, 1_500];

const ROWS: [&str; 11] = [
    "ace_king",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
    "five_of_a_kind",
];

/// The rules of a game with other values at these paths, written as TOML.
fn keys(game: &Game, changes: &[(&str, &str)]) -> toml::Table {
    let mut text = RULES.to_owned();
    let mut rows = |table: &str, names: &[&str], odds: &[i64]| {
        text += &format!("[play.pays.{table}]\n");
        names.iter().zip(odds).for_each(|(name, odds)| text += &format!("{name} = \"{odds}:1\"\n"));
    };
    rows("bet", &ROWS[usize::from(game.has_joker)..], game.bet);
    rows("bonus", &ROWS[5..if game.has_joker { 11 } else { 10 }], &BONUS);
    if !game.purchase.is_empty() {
        text += &format!("[play.purchase]\ncard = \"{}\"\nbonus_survives = false\n", game.purchase);
    }
    let mut keys: toml::Table = text.parse().expect("the rules are TOML");
    let of_joker =
        [("shoe.pack", "\"52-cards-and-joker\""), ("play.dealer_from", "\"pair\""), ("play.ranking.joker_yields_at", "\"same-rank\"")];
    for (path, value) in of_joker.iter().filter(|_| game.has_joker).chain(changes) {
        let value = format!("value = {value}").parse::<toml::Table>().expect("the change is TOML")["value"].clone();
        let (path, last) = path.rsplit_once('.').expect("a key of a table");
        let of = path.split('.').fold(&mut keys, |table, part| table[part].as_table_mut().expect("a table"));
        of.insert(last.into(), value);
    }
    keys
}

fn rules(game: &Game, changes: &[(&str, &str)]) -> Rules {
    Rules::read(&Keys::new(&keys(game, changes))).expect("the rules are read")
}

fn seat_of(number: u8) -> Seat {
    Seat::new(number).expect("the case names a seat")
}

fn on(seat: u8, place: u8, kind: StakeKind, amount: i64) -> BoxStake {
    BoxStake { seat: seat_of(seat), place: BoxNumber(place), hand: 0, kind, amount: Money::from_minor(amount) }
}

/// An ante of 100 of a seat on a box.
fn ante(seat: u8, place: u8) -> BoxStake {
    on(seat, place, StakeKind::Ante, 100)
}

fn bonus(seat: u8, place: u8) -> BoxStake {
    on(seat, place, StakeKind::Bonus, 50)
}

fn dealt(game: &Game, changes: &[(&str, &str)], laid: &[BoxStake], names: &str) -> Deal {
    let rules = rules(game, changes);
    rules.check_laid(laid).expect("the stakes may lie");
    let mut deal = Deal::new(rules, laid);
    draw(&mut deal, names);
    deal
}

/// These cards come, each where one is wanted.
fn draw(deal: &mut Deal, names: &str) {
    for name in names.split_whitespace() {
        let (to, face) = deal.next_card().expect("a card is wanted");
        deal.take(to, face, name.parse().expect("the case names cards")).expect("it is wanted there");
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
    let lies = deal.stakes.iter().find(|stake| stake.place.0 == place).expect("an ante lies there").amount.minor();
    check(deal, (seat, place), Choice::Bet, &[on(seat, place, StakeKind::Bet, 2 * lies)], "");
}

#[track_caller]
fn folds(deal: &mut Deal, seat: u8, place: u8) {
    check(deal, (seat, place), Choice::Fold, &[], "");
}

fn exchange(place: u8) -> Choice {
    Choice::Exchange(CardChoice(1 << place))
}

/// A worked case, played to its end with an ante of 100.
fn played(game: &Game, changes: &[(&str, &str)], case: &Case) -> Deal {
    let (no, own, dealer, bought, raises, of_bonus, ..) = *case;
    let laid: Vec<BoxStake> = [ante(1, 1)].into_iter().chain((of_bonus > 0).then(|| bonus(1, 1))).collect();
    let mut deal = dealt(game, changes, &laid, &format!("{own} {dealer}"));
    match bought.split_once(' ') {
        Some((given, new)) => {
            let at = own.split(' ').position(|card| card == given).unwrap_or_else(|| panic!("{no}: the box holds no {given}"));
            check(&mut deal, (1, 1), exchange(at as u8), &[on(1, 1, StakeKind::Exchange, 100)], "");
            draw(&mut deal, new);
        }
        None if !bought.is_empty() => {
            check(&mut deal, (1, 1), Choice::SixthCard, &[on(1, 1, StakeKind::SixthCard, 100)], "");
            draw(&mut deal, bought);
        }
        None => {}
    }
    if raises {
        plays(&mut deal, 1, 1)
    } else {
        folds(&mut deal, 1, 1)
    }
    deal
}

/// What comes back of ante, raise and bonus, what of a price, and the net result, after what is cut.
fn returned(deal: &Deal) -> ([i64; 3], i64, i64) {
    let settled = deal.settle().expect("the deal is over");
    let of = |kind| {
        let lines = settled.lines.iter().zip(&settled.stakes).filter(|(_, stake)| stake.kind == kind);
        lines.map(|(line, stake)| line.returned(stake.amount.minor())).sum::<i64>()
    };
    let main = [StakeKind::Ante, StakeKind::Bet, StakeKind::Bonus].map(of);
    let price = of(StakeKind::Exchange) + of(StakeKind::SixthCard);
    let staked: i64 = settled.stakes.iter().map(|stake| stake.amount.minor()).sum();
    let cut: i64 = settled.cuts.iter().map(|cut| cut.2).sum();
    (main, price, main.iter().sum::<i64>() + price - staked - cut)
}

#[track_caller]
fn check_cases(game: &Game, cases: &[Case]) {
    for case in cases {
        assert_eq!(returned(&played(game, &[], case)), (case.6, 0, case.7), "{}", case.0);
    }
}

fn case(no: &str) -> &'static Case {
    let all = cases::FIVE.iter().chain(&cases::EXCHANGE).chain(&cases::SIX).chain(&cases::JOKER);
    all.into_iter().find(|case| case.0 == no).expect("the digest has this case")
}

#[test]
fn p1_to_p28_the_worked_cases_of_five_cards() {
    check_cases(&FIVE_CARD, &cases::FIVE);
}

#[test]
fn e1_to_e19_the_worked_cases_with_exchange() {
    check_cases(&EXCHANGE, &cases::EXCHANGE);
}

#[test]
fn x1_to_x19_the_worked_cases_of_six_cards() {
    check_cases(&SIX_CARD, &cases::SIX);
}

#[test]
fn j1_to_j25_the_worked_cases_with_a_joker() {
    check_cases(&JOKER, &cases::JOKER);
}

#[test]
fn hpam_23_each_row_pays_its_own_hand_and_is_told_by_its_name() {
    let rows = [
        ("ace_king", "P2", Combination::AceKing),
        ("pair", "P3", Combination::Pair),
        ("two_pair", "P4", Combination::TwoPair),
        ("three_of_a_kind", "P5", Combination::ThreeOfAKind),
        ("straight", "P6", Combination::Straight),
        ("flush", "P7", Combination::Flush),
        ("full_house", "P8", Combination::FullHouse),
        ("four_of_a_kind", "P9", Combination::FourOfAKind),
        ("straight_flush", "P10", Combination::StraightFlush),
        ("royal_flush", "P11", Combination::RoyalFlush),
    ];
    for (row, ..) in rows {
        let key = format!("play.pays.bet.{row}");
        for (other, no, combination) in rows {
            let settled = played(&FIVE_CARD, &[(&key, "\"999:1\"")], case(no)).settle().expect("the deal is over");
            let [of_ante, of_bet] = &settled.lines[..] else { panic!("two stakes lay") };
            assert_eq!(of_bet.won() == 199_800, other == row, "{row} and {other}");
            assert_eq!((of_ante.wins[0].combination, of_bet.wins[0].combination), (None, Some(combination)), "{no}");
        }
    }
    let poker = played(&JOKER, &[], case("J23")).settle().expect("the deal is over");
    let named: Vec<_> = poker.lines.iter().map(|line| line.wins[0].combination).collect();
    assert_eq!(named, [None, Some(Combination::FiveOfAKind), Some(Combination::FiveOfAKind)]);
}

#[test]
fn hpam_20_hpam_q14_hpam_q9_what_a_house_may_set() {
    let line = |game, changes: &[(&str, &str)], no| returned(&played(game, changes, case(no)));
    // M18, M16, M17.
    assert_eq!(line(&FIVE_CARD, &[("play.ranking.wheel", "false")], "P28"), ([0, 0, 0], 0, -300));
    assert_eq!(line(&JOKER, &[("play.ranking.joker_yields_at", "\"same-category\"")], "J15"), ([0, 0, 0], 0, -300));
    assert_eq!(line(&SIX_CARD, &[("play.purchase.bonus_survives", "true")], "X19"), ([200, 1_200, 2_550], 0, 3_500));
    assert_eq!(line(&EXCHANGE, &[("play.purchase.bonus_survives", "true")], "E18"), ([200, 1_600, 0], 0, 1_350));
    let ends_at_flush = ("X19", "Kh Th 7h 4h 2h", "9s 8d 7c 6d 5s", "Ah", false, 50, [0, 0, 2_550], 2_300);
    let both = [("play.purchase.bonus_survives", "true"), ("play.bonus_survives_pass", "true")];
    assert_eq!(returned(&played(&SIX_CARD, &both, &ends_at_flush)).0, [0, 0, 2_550]);
    assert_eq!(returned(&played(&SIX_CARD, &both[..1], &ends_at_flush)).0, [0, 0, 0]);
    assert_eq!(returned(&played(&SIX_CARD, &both[1..], &ends_at_flush)).0, [0, 0, 0]);
    assert_eq!(line(&FIVE_CARD, &[("play.pays.ante", "\"2:1\"")], "P4"), ([300, 800, 0], 0, 800));
    assert_eq!(line(&FIVE_CARD, &[("play.pays.ante", "\"2:1\"")], "P12"), ([300, 200, 0], 0, 200));
    assert_eq!(line(&FIVE_CARD, &[("play.dealer_from", "\"pair\"")], "P3"), ([200, 200, 0], 0, 100));
    assert_eq!(line(&FIVE_CARD, &[("play.dealer_from", "\"pair\"")], "P4"), ([200, 800, 0], 0, 700));
    assert_eq!(line(&JOKER, &[("play.dealer_from", "\"ace-king\"")], "J2"), ([0, 0, 0], 0, -300));
    // Ace-King has no row there: the raise comes back.
    let ace_king = ("J2", "As Kd Jc 7h 2s", "Ah Kc Td 5s 3h", "", true, 0, [200, 200, 0], 100);
    assert_eq!(returned(&played(&JOKER, &[("play.dealer_from", "\"ace-king\"")], &ace_king)).0, [200, 200, 0]);
    let trips = [("play.pays.bonus.three_of_a_kind", "\"3:1\"")];
    assert_eq!(line(&FIVE_CARD, &trips, "P22"), ([200, 1_000, 200], 0, 1_050));
}

#[test]
fn hpam_q28_the_most_that_is_paid_out() {
    let net = |changes: &[(&str, &str)], no| returned(&played(&FIVE_CARD, changes, case(no))).2;
    let most = ("play.payout.box_most_minor", "1000");
    assert_eq!(net(&[most], "P11"), 1_000);
    assert_eq!(net(&[most], "P26"), 51_000);
    assert_eq!(net(&[most, ("play.payout.bonus_in_cap", "true")], "P26"), 1_000);
    assert_eq!(net(&[most, ("play.payout.bonus_most_minor", "300")], "P26"), 1_300);
    assert_eq!(net(&[most], "P5"), 900);
    assert_eq!(net(&[("play.payout.box_most_minor", "900"), ("play.payout.cap_on", "\"total-returned\"")], "P4"), 600);
}

#[test]
fn hpam_7_hpam_8_hpam_q24_what_may_lie() {
    let said = |changes: &[(&str, &str)], laid: &[BoxStake]| rules(&FIVE_CARD, changes).check_laid(laid).err().unwrap_or_default();
    let beside = |of_ante, of_bonus| [on(1, 1, StakeKind::Ante, of_ante), on(1, 1, StakeKind::Bonus, of_bonus)];
    assert_eq!(said(&[], &beside(100, 50)), "");
    // M12, M13.
    assert!(said(&[], &beside(100, 51)).contains("51 lies as bonus"));
    assert!(said(&[], &beside(25, 13)).contains("13 lies as bonus"));
    assert_eq!(said(&[], &beside(25, 12)), "");
    assert!(said(&[("limits.bonus.most", "20")], &beside(100, 21)).contains("21 lies as bonus"));
    assert!(said(&[], &beside(1_001, 50)).contains("1001 lies as ante"));
    assert!(said(&[], &[bonus(1, 1)]).contains("without an ante on box 1"));
    assert!(said(&[], &[ante(1, 8)]).contains("there is no box 8"));
    assert!(said(&[], &[ante(1, 1), bonus(2, 1)]).contains("two players are on box 1"));
    // M14.
    assert!(said(&[], &[ante(1, 1), on(1, 1, StakeKind::Bet, 200)]).contains("lies before the deal"));
    let differ = [ante(1, 1), ante(2, 3), on(1, 2, StakeKind::Ante, 50)];
    assert_eq!(said(&[], &differ), "");
    assert!(said(&[("boxes.equal_antes", "true")], &differ).contains("the antes of one player differ"));
    assert_eq!(said(&[("boxes.equal_antes", "true")], &[ante(1, 1), ante(1, 2), on(2, 3, StakeKind::Ante, 50)]), "");
}

#[test]
fn a_key_that_the_auditor_does_not_know_and_a_value_without_meaning_are_not_passed_over() {
    for game in [&FIVE_CARD, &EXCHANGE, &SIX_CARD, &JOKER] {
        assert!(TableRules::read("five-card", &keys(game, &[])).is_ok());
    }
    for (path, value) in [
        ("play.dealer_from", "\"queen\""),
        ("play.mistakes.rounding", "\"up\""),
        ("play.mistakes.exposed_card", "\"redeal\""),
        ("play.ranking.joker_yields_at", "\"same-rank\""),
        ("play.side_bet", "true"),
        ("play.pays.bet.nothing", "\"1:1\""),
        ("play.pays.bonus.two_pair", "\"1:1\""),
        ("shoe.pack", "\"36-cards\""),
    ] {
        assert!(TableRules::read("five-card", &keys(&FIVE_CARD, &[(path, value)])).is_err(), "{path}");
    }
}

#[test]
fn hpam_9_where_each_card_goes() {
    let hand = |place| CardPlace::Hand { place: BoxNumber(place), hand: 0 };
    let laid = [ante(1, 4), ante(2, 1)];
    let mut deal = dealt(&FIVE_CARD, &[], &laid, "");
    let mut places = Vec::new();
    for card in crate::model::Card::all().take(15) {
        let (to, face) = deal.next_card().expect("a card is wanted");
        places.push((to, face));
        deal.take(to, face, card).expect("it is wanted there");
    }
    use crate::model::Face::{Down, Up};
    let five = |to| [(to, Down); 5];
    let mut expected = [five(hand(1)), five(hand(4)), five(CardPlace::Dealer)].concat();
    expected[14].1 = Up;
    assert_eq!((places, deal.next_card()), (expected, None));
}

#[test]
fn hpam_11_to_hpam_13_hpam_29_hpam_q21_who_decides_when_and_on_what() {
    let choices =
        |deal: &Deal| deal.asked().into_iter().map(|asked| (asked.seat.number(), asked.place.0, asked.choices)).collect::<Vec<_>>();
    let first = [Offered::free(ChoiceKind::Fold), Offered::at(ChoiceKind::Bet, 200)];
    let with = |third| first.into_iter().chain([third]).collect::<Vec<_>>();
    let laid = [ante(1, 1), ante(2, 2), ante(1, 3)];
    let names = "9s 8d 7h 6c Ks Kh Th 7c 4h 2s Js Jd Jh 3c 9d Qh Qd Qc 4s 2h";
    let (exchanged, sixth) = (on(1, 1, StakeKind::Exchange, 100), on(1, 1, StakeKind::SixthCard, 100));
    assert_eq!(choices(&dealt(&FIVE_CARD, &[], &laid, names)), [(1, 1, first.to_vec())]);
    assert_eq!(choices(&dealt(&SIX_CARD, &[], &laid, names)), [(1, 1, with(Offered::at(ChoiceKind::SixthCard, 100)))]);
    let mut deal = dealt(&EXCHANGE, &[], &laid, names);
    assert_eq!(choices(&deal), [(1, 1, with(Offered::exchange(1, 5, 100)))]);
    check(&mut deal, (2, 2), Choice::Fold, &[], "it was the turn of seat 1");
    check(&mut deal, (1, 3), Choice::Fold, &[], "on hand 0 of box 1");
    check(&mut deal, (1, 1), Choice::SixthCard, &[sixth], "was not offered");
    check(&mut deal, (1, 1), Choice::Exchange(CardChoice(0b11)), &[exchanged], "was not offered");
    check(&mut deal, (1, 1), exchange(5), &[exchanged], "was not offered");
    check(&mut deal, (1, 1), exchange(4), &[], "and not");
    check(&mut deal, (1, 1), exchange(4), &[on(1, 1, StakeKind::Exchange, 200)], "and not");
    check(&mut deal, (1, 1), exchange(4), &[exchanged], "");
    // HPAM-Q22, HPAM-Q23: the card comes before anybody decides.
    assert_eq!((choices(&deal), deal.next_card()), (vec![], Some((deal.boxes[0].at(), crate::model::Face::Down))));
    check(&mut deal, (1, 1), Choice::Fold, &[], "nobody was asked for");
    draw(&mut deal, "5s");
    assert_eq!(choices(&deal), [(1, 1, first.to_vec())]);
    check(&mut deal, (1, 1), Choice::Bet, &[on(1, 1, StakeKind::Bet, 150)], "and not");
    plays(&mut deal, 1, 1);
    folds(&mut deal, 2, 2);
    assert_eq!(choices(&deal), [(1, 3, with(Offered::exchange(1, 5, 100)))]);
    assert!(deal.settle().is_err_and(|said| said.contains("it was the turn of")));
    folds(&mut deal, 1, 3);
    let settled = deal.settle().expect("the deal is over");
    assert_eq!(settled.stakes, [ante(1, 1), ante(2, 2), ante(1, 3), exchanged, on(1, 1, StakeKind::Bet, 200)]);
}

#[test]
fn hpam_10_hpam_15_hpam_29_who_sees_which_hand() {
    let hand = |place| CardPlace::Hand { place: BoxNumber(place), hand: 0 };
    let laid = [ante(1, 1), ante(2, 2), ante(1, 3)];
    let mut deal = dealt(&FIVE_CARD, &[], &laid, "9s 8d 7h 6c Ks Kh Th 7c 4h 2s Js Jd Jh 3c 9d Qh Qd Qc 4s");
    let seen = |deal: &Deal| {
        let all = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (3, 1)];
        all.into_iter().filter(|(seat, place)| deal.is_seen_by(seat_of(*seat), BoxNumber(*place))).collect::<Vec<_>>()
    };
    assert_eq!(seen(&deal), []);
    draw(&mut deal, "2h");
    assert_eq!(seen(&deal), [(1, 1), (2, 2)]);
    // M9, M11.
    folds(&mut deal, 1, 1);
    assert_eq!(seen(&deal), [(1, 1), (1, 3), (2, 2)]);
    plays(&mut deal, 2, 2);
    assert_eq!([1, 2, 3].map(|place| deal.is_open_at(hand(place))), [Some(false); 3]);
    assert_eq!(deal.is_open_at(CardPlace::Dealer), None);
    folds(&mut deal, 1, 3);
    assert_eq!([1, 2, 3].map(|place| deal.is_open_at(hand(place))), [Some(false), Some(true), Some(false)]);
    assert_eq!(deal.is_open_at(CardPlace::Dealer), Some(true));
    // HPAM-Q25.
    let mut deal = dealt(&FIVE_CARD, &[], &laid[..1], "9s 8d 7h 6c Ks Qh Qd Qc 4s 2h");
    folds(&mut deal, 1, 1);
    assert_eq!((deal.is_open_at(CardPlace::Dealer), deal.is_open_at(hand(1))), (None, Some(false)));
}
