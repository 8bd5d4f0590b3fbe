//! What the keys of a rules file change, and which of their values are refused.

use super::super::{BoughtCard, DealerFrom, ExposedCard};
use super::*;
use crate::games::ranking::JokerYields;
use crate::model::toml_keys::read_text;
use crate::model::{Odds, Pack, Rounding};

const J15: (&str, &str) = ("9s Jk Ac 7h 2d", "9h 9c 5s 4c 3s");

#[test]
fn hpam_q12_case_m16_the_natural_pair_wins_whatever_its_rank() {
    let strict = rules_with(JOKER, |rules| rules.play.ranking.joker_yields_at = Some(JokerYields::SameCategory));
    check(&strict, "ante 100", J15.0, J15.1, "bet", ("ante 0, bet 0", 300, 0));
    check(&rules(JOKER), "ante 100", J15.0, J15.1, "bet", ("ante 200, bet 400 (pair 1:1)", 300, 600));
}

#[test]
fn hpam_q7_case_m17_the_bonus_plays_on_the_cards_dealt() {
    let lenient = rules_with(SIX, |rules| rules.play.purchase.as_mut().expect("a sixth card is sold").bonus_survives = true);
    let lines = "ante 200, bonus 2550 (flush 50:1), sixth-card 0, bet 1200 (flush 5:1)";
    check(&lenient, "ante 100, bonus 50", "Kh Th 7h 4h 2h Ah", "9s 8d 7c 6d 5s", "six bet", (lines, 450, 3950));
    // Six cards make a flush, the five dealt did not.
    let lost = "ante 200, bonus 0, sixth-card 0, bet 1200 (flush 5:1)";
    check(&lenient, "ante 100, bonus 50", "Kh Th 7h 4h 2s Ah", "9s 8d 7c 6d 5s", "six bet", (lost, 450, 1400));
}

#[test]
fn hpam_q9_case_m18_the_lowest_straight_is_an_ace_high() {
    let none = rules_with(FIVE, |rules| rules.play.ranking.wheel = false);
    check(&none, "ante 100", "As 2d 3h 4c 5s", "Kh Kd Qc 8s 3d", "bet", ("ante 0, bet 0", 300, 0));
}

#[test]
fn hpam_q14_the_bonus_of_a_surrendered_flush() {
    let lenient = rules_with(FIVE, |rules| rules.play.bonus_survives_pass = true);
    let flush = "Kh Th 7h 4h 2h";
    check(&lenient, "ante 100, bonus 50", flush, "9s 8d 7c 6d 5s", "fold", ("ante 0, bonus 2550 (flush 50:1)", 150, 2550));
    check(&rules(FIVE), "ante 100, bonus 50", flush, "9s 8d 7c 6d 5s", "fold", ("ante 0, bonus 0", 150, 0));
}

#[test]
fn hpam_20_the_dealer_qualifies_from_a_pair_on() {
    let high = rules_with(FIVE, |rules| rules.play.dealer_from = DealerFrom::Pair);
    check(&high, "ante 100", "9s 9d Kc 7h 2d", "Ad Kh Js 8c 4s", "bet", ("ante 200, bet 200", 300, 400));
}

#[test]
fn hpam_q2_ace_king_without_a_row_wins_the_ante_alone() {
    let none = rules_with(FIVE, |rules| rules.play.pays.bet.ace_king = None);
    check(&none, "ante 100", "As Kd 9c 7h 2s", "Ah Kc 8d 5s 3h", "bet", ("ante 200, bet 200", 300, 400));
}

#[test]
fn hpam_q28_a_house_that_pays_no_more_than_so_much() {
    let cut = |cap: i64| {
        let rules = rules_with(FIVE, |rules| rules.play.payout.box_most_minor = Some(Money::from_minor(cap)));
        returned(&played(&rules, &[box_of(1, "5s 5d 5h 5c Ks")], "Ah Ad Ac 7s 7d", "bet").settle())
    };
    assert_eq!((cut(6100), cut(6099), cut(50)), (6400, 6399, 350));
}

#[test]
fn hpam_8_hpam_q24_hpam_q29_what_is_taken_before_the_deal() {
    let take = |change: fn(&mut Rules), boxes: &[(u8, &str)]| lay(&rules_with(FIVE, change), boxes).map(|_| ());
    let as_it_is = |boxes: &[(u8, &str)]| take(|_| {}, boxes);
    assert_eq!(as_it_is(&[(1, "ante 100, bonus 50"), (1, "ante 30"), (2, "ante 1")]), Ok(()));
    assert_eq!(as_it_is(&[(1, "ante 100, bonus 51")]), Err(Refusal::AboveMost));
    assert_eq!((as_it_is(&[(1, "ante 25, bonus 12")]), as_it_is(&[(1, "ante 25, bonus 13")])), (Ok(()), Err(Refusal::AboveMost)));
    assert_eq!(as_it_is(&[(1, "bonus 5")]), Err(Refusal::StakeMissing));
    assert_eq!(as_it_is(&[(1, "ante 100, bet 200")]), Err(Refusal::BetNotOffered));
    assert_eq!(as_it_is(&[(1, "ante 0")]), Err(Refusal::AmountNotPositive));
    let equal = |boxes: &[(u8, &str)]| take(|rules| rules.boxes.equal_antes = true, boxes);
    assert_eq!((equal(&[(1, "ante 5"), (2, "ante 6")]), equal(&[(1, "ante 5"), (1, "ante 6")])), (Ok(()), Err(Refusal::StakeUnequal)));
    assert_eq!(take(|rules| rules.limits.bonus = None, &[(1, "ante 100, bonus 5")]), Err(Refusal::BetNotOffered));
}

/// The key that is found wrong once the rules are changed so.
#[track_caller]
fn check_wrong(text: &str, change: impl FnOnce(&mut Rules), expected: &str) {
    let found: Vec<String> = rules_with(text, change).problems().into_iter().map(|(key, _)| key).collect();
    assert_eq!(found, [expected]);
}

#[test]
fn a_value_out_of_its_range_is_named_by_its_key() {
    for text in [FIVE, EXCHANGE, SIX, JOKER] {
        assert_eq!(rules(text).problems(), []);
    }
    check_wrong(FIVE, |rules| rules.boxes.boxes = 8, "boxes.boxes");
    check_wrong(FIVE, |rules| rules.boxes.boxes = 0, "boxes.boxes");
    check_wrong(JOKER, |rules| rules.shoe.behind_cut = 52, "shoe.behind_cut");
    check_wrong(FIVE, |rules| (rules.shoe.pack, rules.shoe.behind_cut) = (Pack::WithJoker, 53), "play.ranking.joker_yields_at");
    check_wrong(JOKER, |rules| rules.play.ranking.joker_yields_at = None, "play.ranking.joker_yields_at");
    check_wrong(FIVE, |rules| rules.play.ranking.joker_yields_at = Some(JokerYields::SameRank), "play.ranking.joker_yields_at");
    check_wrong(FIVE, |rules| rules.play.pays.bet.five_of_a_kind = Some(Odds::to_one(9)), "play.pays.bet.five_of_a_kind");
    check_wrong(JOKER, |rules| rules.play.pays.bonus.five_of_a_kind = None, "play.pays.bonus.five_of_a_kind");
    check_wrong(FIVE, |rules| rules.play.pays.bonus.flush = Odds::to_one(2001), "play.pays.bonus");
    check_wrong(FIVE, |rules| rules.limits.bonus.as_mut().expect("a bonus").least = Money::ZERO, "limits.bonus");
    check_wrong(FIVE, |rules| rules.limits.ante.least = Money::ZERO, "limits.ante");
}

#[test]
fn rules_are_written_and_read_back_with_every_value() {
    let changed = rules_with(JOKER, |rules| {
        rules.play.mistakes.rounding = Rounding::Floor;
        rules.play.mistakes.exposed_card = ExposedCard::PlaysOn;
        rules.play.purchase.as_mut().expect("a card is sold").card = BoughtCard::SixthCard;
    });
    for rules in [changed, rules(FIVE)] {
        let text = toml::to_string(&rules).expect("rules have a form in TOML");
        assert_eq!(read_text::<Rules>(&text).ok(), Some(rules));
    }
}
