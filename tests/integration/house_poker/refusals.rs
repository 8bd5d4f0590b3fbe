//! What is refused, before the deal and in its course (`house-poker-by` section 6.4).

use croupier::games::card_game::CardGame;
use croupier::games::contract::CardRules as _;
use croupier::games::house_poker::BonusStake;
use croupier::model::{BoxNumber, BoxStake, Money, Refusal, StakeKind};

use super::round::{begin, lay, oasis, russian, seat, stakes, try_choice};

const NO_GAME: &str = "Qh Jd 8c 5s 3d";
const GAME: &str = "9h 9s 7d 5c 3h";

fn oasis_game() -> CardGame {
    CardGame::Oasis(oasis())
}

fn russian_game() -> CardGame {
    CardGame::Russian(russian())
}

#[track_caller]
fn check_laid(game: &CardGame, boxes: &[(u8, &str)], expected: Result<(), Refusal>) {
    assert_eq!(lay(game, boxes).map(|_| ()), expected, "{boxes:?}");
}

/// After `play` on one box of seat 1, this decision is refused.
#[track_caller]
fn check_choice(game: &CardGame, stakes: &str, hand: &str, dealer: &str, (play, word): (&str, &str), refusal: Option<Refusal>) {
    let mut deal = begin(game, &[(1, stakes, hand)], dealer, play);
    let before = deal.clone();
    assert_eq!(try_choice(&mut deal, word).err(), refusal, "{hand} {play} {word}");
    assert!(refusal.is_none() || deal == before, "a refused decision changes nothing");
}

#[test]
fn hw_4_light_antes_are_equal() {
    check_laid(&oasis_game(), &[(1, "ante 10"), (1, "ante 20")], Err(Refusal::StakeUnequal));
}

#[test]
fn hw_30_a_cutting_card_is_refused_for_the_pack_is_shuffled_before_every_deal() {
    let mut rules = oasis();
    rules.shoe.behind_cut = 4;
    let expected = "as many as the pack holds: the cards are shuffled before every deal (HPC-14)";
    assert_eq!(rules.problems(), [("shoe.behind_cut".to_owned(), expected.to_owned())]);
}

#[test]
fn hw_5_and_6_dark_antes_differ_where_the_house_wants_it() {
    let boxes = [(1, "ante 10"), (1, "ante 10"), (1, "ante 10, bet 20")];
    check_laid(&oasis_game(), &boxes, Err(Refusal::StakeUnequal));
    check_laid(&oasis_game(), &[(1, "ante 10"), (1, "ante 10"), (1, "ante 20, bet 40")], Ok(()));
    let mut rules = oasis();
    rules.boxes.dark_must_differ = false;
    check_laid(&CardGame::Oasis(rules), &boxes, Ok(()));
}

#[test]
fn hw_7_and_8_only_so_many_boxes_are_light() {
    check_laid(&oasis_game(), &[(1, "ante 10"), (1, "ante 10"), (1, "ante 10")], Err(Refusal::TooManyLightBoxes));
    check_laid(&russian_game(), &[(1, "ante 10"), (1, "ante 10")], Err(Refusal::TooManyLightBoxes));
    check_laid(&russian_game(), &[(1, "ante 10"), (2, "ante 10"), (1, "ante 10, bet 20")], Ok(()));
}

#[test]
fn oas_3_light_boxes_are_side_by_side() {
    check_laid(&oasis_game(), &[(1, "ante 10"), (2, "ante 10"), (1, "ante 10")], Err(Refusal::TooManyLightBoxes));
    check_laid(&oasis_game(), &[(2, "ante 10"), (1, "ante 10"), (1, "ante 10")], Ok(()));
}

#[test]
fn hw_9_to_13_of_oasis() {
    let (game, trips, straight) = (&oasis_game(), "Tc Td Ts 7h 2c", "Tc 9d 8s 7h 6c");
    check_choice(game, "ante 10", trips, GAME, ("-", "exchange:123"), Some(Refusal::ChoiceNotOffered));
    check_choice(game, "ante 10", trips, GAME, ("-", "insure:10"), Some(Refusal::ChoiceNotOffered));
    check_choice(game, "ante 10", straight, GAME, ("-", "insure:81"), Some(Refusal::AboveMost));
    check_choice(game, "ante 10", straight, GAME, ("-", "insure:80"), None);
    check_choice(game, "ante 10", straight, GAME, ("-", "insure:9"), Some(Refusal::BelowLeast));
    check_choice(game, "ante 10", straight, GAME, ("insure:80", "insure:10"), Some(Refusal::ChoiceNotOffered));
    check_choice(game, "ante 10", straight, GAME, ("insure:80", "exchange:1"), Some(Refusal::ChoiceNotOffered));
}

#[test]
fn hw_11_insurance_on_two_pair() {
    check_choice(&russian_game(), "ante 10", "Tc Td 7s 7h 2c", GAME, ("-", "insure:10"), Some(Refusal::ChoiceNotOffered));
}

#[test]
fn ha_3_insurance_is_placed_in_whole_chips() {
    let chip = Money::from_minor(5);
    let mut of_oasis = oasis();
    of_oasis.limits.chip_minor = chip;
    let of_russian = |most: Option<i64>| {
        let mut rules = russian();
        (rules.limits.chip_minor, rules.play.payout.box_most_minor) = (chip, most.map(Money::from_minor));
        CardGame::Russian(rules)
    };
    for (game, hand) in [(CardGame::Oasis(of_oasis), "Tc 9d 8s 7h 6c"), (of_russian(None), "Tc Td Ts 7h 2c")] {
        check_choice(&game, "ante 10", hand, NO_GAME, ("-", "insure:15"), None);
        check_choice(&game, "ante 10", hand, NO_GAME, ("-", "insure:12"), Some(Refusal::AmountOffStep));
    }
    // A most payout that no chips make up is not reached.
    check_choice(&of_russian(Some(52)), "ante 10", "Tc Td Ts 7h 2c", NO_GAME, ("-", "insure:50"), None);
    check_choice(&of_russian(Some(52)), "ante 10", "Tc Td Ts 7h 2c", NO_GAME, ("-", "insure:55"), Some(Refusal::AboveMost));
}

#[test]
fn hw_14_and_15_insurance_is_before_the_bet() {
    let straight = "Tc 9d 8s 7h 6c";
    check_choice(&oasis_game(), "ante 10", straight, GAME, ("bet", "insure:10"), Some(Refusal::NotYourTurn));
    check_choice(&russian_game(), "ante 10", straight, NO_GAME, ("bet", "insure:10"), Some(Refusal::ChoiceNotOffered));
}

#[test]
fn hw_16_one_improvement_a_box() {
    let hand = "Tc 9d 7s 4h 2c";
    check_choice(&russian_game(), "ante 10", hand, GAME, ("sixth Kd", "exchange:1"), Some(Refusal::ChoiceNotOffered));
    check_choice(&russian_game(), "ante 10", hand, GAME, ("exchange:1 Kd", "sixth"), Some(Refusal::ChoiceNotOffered));
    check_choice(&oasis_game(), "ante 10", hand, GAME, ("exchange:1 Kd", "exchange:1"), Some(Refusal::ChoiceNotOffered));
}

#[test]
fn hw_18_a_dark_box_cannot_pass() {
    let hand = "Tc 9d 7s 4h 2c";
    check_choice(&oasis_game(), "ante 10, bet 20", hand, GAME, ("-", "fold"), Some(Refusal::NotYourTurn));
    check_choice(&russian_game(), "ante 10, bet 20", hand, NO_GAME, ("-", "fold"), Some(Refusal::ChoiceNotOffered));
}

#[test]
fn hw_23_and_24_the_dealers_game_is_for_sale_only_at_russian_poker_and_on_no_game() {
    let hand = "Tc Td Ts 7h 2c";
    check_choice(&oasis_game(), "ante 10", hand, NO_GAME, ("bet", "buy"), Some(Refusal::NotYourTurn));
    check_choice(&russian_game(), "ante 10", hand, "Ah Ks 7d 5c 3h", ("bet", "buy"), Some(Refusal::NotYourTurn));
}

#[test]
fn rus_7_a_game_is_sold_to_those_who_play() {
    check_choice(&russian_game(), "ante 10", "Tc Td Ts 7h 2c", NO_GAME, ("fold", "buy"), Some(Refusal::NotYourTurn));
}

#[test]
fn stakes_lie_beside_what_they_need_and_on_ones_own_box() {
    check_laid(&oasis_game(), &[(1, "bonus 10")], Err(Refusal::StakeMissing));
    check_laid(&oasis_game(), &[(1, "bet 20")], Err(Refusal::StakeMissing));
    check_laid(&russian_game(), &[(1, "ante 10, insurance 10")], Err(Refusal::StakeMissing));
    check_laid(&oasis_game(), &[(1, "ante 10, bet 20, insurance 10")], Err(Refusal::BetNotOffered));
    check_laid(&oasis_game(), &[(1, "main 10")], Err(Refusal::BetNotOffered));
    check_laid(
        &russian_game(),
        &[(1, "ante 10"), (2, "ante 10"), (3, "ante 10"), (4, "ante 10"), (5, "ante 10")],
        Err(Refusal::BoxUnknown),
    );
    let game = oasis_game();
    let lie = lay(&game, &[(1, "ante 10")]).expect("an ante is taken");
    let other = BoxStake { seat: seat(2), ..lie[0] };
    assert_eq!(game.rules().accept(&lie, seat(2), &[other]), Err(Refusal::BoxTaken));
    assert_eq!(game.rules().accept(&[], seat(1), &[other]), Err(Refusal::BetMalformed));
    let second_hand = BoxStake { hand: 1, ..lie[0] };
    assert_eq!(game.rules().accept(&[], seat(1), &[second_hand]), Err(Refusal::BetMalformed));
    assert_eq!(game.rules().accept(&[], seat(1), &[BoxStake { place: BoxNumber(0), ..lie[0] }]), Err(Refusal::BoxUnknown));
}

#[test]
fn hpc_4_the_bet_is_two_antes() {
    check_laid(&oasis_game(), &[(1, "ante 10, bet 16")], Err(Refusal::StakeUnequal));
    check_laid(&oasis_game(), &[(1, "ante 10, bet 12, bet 8")], Ok(()));
}

#[test]
fn ha_3_and_hpc_5_amounts() {
    let mut rules = oasis();
    rules.limits.chip_minor = Money::from_minor(5);
    rules.limits.ante.least = Money::from_minor(20);
    rules.limits.ante.most = Money::from_minor(100);
    let game = CardGame::Oasis(rules);
    check_laid(&game, &[(1, "ante 25")], Err(Refusal::AmountOffStep));
    check_laid(&game, &[(1, "ante 10")], Err(Refusal::BelowLeast));
    check_laid(&game, &[(1, "ante 10, ante 10")], Ok(()));
    check_laid(&game, &[(1, "ante 110")], Err(Refusal::AboveMost));
    check_laid(&game, &[(1, "ante 0")], Err(Refusal::AmountNotPositive));
    check_laid(&game, &[(1, "ante -20")], Err(Refusal::AmountNotPositive));
    check_laid(&game, &[(1, "ante 9223372036854775800, ante 9223372036854775800")], Err(Refusal::AboveMost));
}

#[test]
fn ha_28_the_bonus_is_half_an_ante_or_as_on_the_plate() {
    check_laid(&russian_game(), &[(1, "ante 10, bonus 5")], Ok(()));
    check_laid(&russian_game(), &[(1, "ante 10, bonus 4")], Err(Refusal::StakeUnequal));
    check_laid(&oasis_game(), &[(1, "ante 10, bonus 4")], Ok(()));
    let mut rules = oasis();
    rules.limits.bonus = Some(BonusStake::HalfAnte);
    check_laid(&CardGame::Oasis(rules.clone()), &[(1, "ante 10, bonus 4")], Err(Refusal::StakeUnequal));
    rules.limits.bonus = None;
    check_laid(&CardGame::Oasis(rules.clone()), &[(1, "ante 10, bonus 5")], Err(Refusal::BetNotOffered));
    assert!(CardGame::Oasis(rules).rules().offers().iter().all(|offer| offer.kind != StakeKind::Bonus));
}

#[test]
fn ha_25_a_dark_insurance_is_one_to_six_antes() {
    check_laid(&russian_game(), &[(1, "ante 10, bet 20, insurance 60")], Ok(()));
    check_laid(&russian_game(), &[(1, "ante 10, bet 20, insurance 61")], Err(Refusal::AboveMost));
    check_laid(&russian_game(), &[(1, "ante 10, bet 20, insurance 9")], Err(Refusal::BelowLeast));
}

#[test]
fn rus_18_an_ante_that_is_raised_is_not_above_its_insurance() {
    let game = russian_game();
    let lie = lay(&game, &[(1, "ante 10, bet 20, insurance 10")]).expect("the stakes of the case are taken");
    let check = |more: &str, expected| assert_eq!(game.rules().accept(&lie, seat(1), &stakes(1, 1, more)), expected, "{more}");
    check("ante 2, bet 4", Err(Refusal::BelowLeast));
    check("ante 2, bet 4, insurance 1", Err(Refusal::BelowLeast));
    check("ante 2, bet 4, insurance 2", Ok(()));
}
