//! What may be staked, what a house may narrow, and keys out of their range.

use super::{Refusal, Rules, lay, rules_with, seat, stakes};
use crate::games::card_game::CardGame;
use crate::games::contract::CardRules;
use crate::games::early_payments::EarlyPayments;
use crate::model::{LimitKind, Money, Odds, StakeKind};

#[track_caller]
fn check_laid(change: impl FnOnce(&mut Rules), boxes: &[(u8, &str)], expected: Result<(), Refusal>) {
    assert_eq!(lay(&rules_with(change), boxes).map(drop), expected, "{boxes:?}");
}

#[test]
fn hw_19_to_22_the_bonus_and_what_is_not_taken() {
    let least_5 = |rules: &mut Rules| rules.limits.bonus.as_mut().expect("a bonus is taken").least = Money::from_minor(5);
    let check = |laid, expected| check_laid(least_5, &[(1, laid)], expected);
    check("ante 10, bonus 10", Ok(()));
    check("bonus 5, ante 10", Ok(()));
    check("ante 10, bonus 15", Err(Refusal::AboveMost));
    check("ante 10, bonus 4", Err(Refusal::BelowLeast));
    check("bonus 5", Err(Refusal::StakeMissing));
    check("ante 10, insurance 10", Err(Refusal::BetNotOffered));
    check("ante 10, purchase 10", Err(Refusal::BetNotOffered));
    check("ante 10, bet 20", Err(Refusal::BetNotOffered));
    check_laid(|rules| rules.limits.bonus = None, &[(1, "ante 10, bonus 10")], Err(Refusal::BetNotOffered));
    let most_8 = |rules: &mut Rules| rules.limits.bonus.as_mut().expect("a bonus is taken").most = Some(Money::from_minor(8));
    check_laid(most_8, &[(1, "ante 10, bonus 9")], Err(Refusal::AboveMost));
}

#[test]
fn thb_13_a_bonus_may_grow_with_its_ante() {
    let rules = rules_with(|_| ());
    let lie = stakes(1, 1, "ante 10, bonus 10");
    let more = |text| rules.accept(&lie, seat(1), &stakes(1, 1, text));
    assert_eq!(more("bonus 5"), Err(Refusal::AboveMost));
    assert_eq!(more("bonus 5, ante 5"), Ok(()));
}

#[test]
fn hpc_15_a_player_may_have_every_free_box_with_any_antes() {
    let all = [(1, "ante 10"), (2, "ante 30"), (1, "ante 20"), (1, "ante 10"), (3, "ante 5"), (1, "ante 7")];
    check_laid(|_| (), &all, Ok(()));
    let seven = [&all[..], &[(1, "ante 10")]].concat();
    check_laid(|_| (), &seven, Err(Refusal::BoxUnknown));
    let rules = rules_with(|_| ());
    assert_eq!(rules.accept(&stakes(1, 1, "ante 10"), seat(2), &stakes(2, 1, "ante 10")), Err(Refusal::BoxTaken));
}

#[test]
fn hpc_5_the_ante_lies_in_steps_between_the_tables_least_and_most() {
    let narrowed = |rules: &mut Rules| {
        rules.limits.step_minor = Money::from_minor(5);
        (rules.limits.ante.least, rules.limits.ante.most) = (Money::from_minor(10), Money::from_minor(50));
    };
    check_laid(narrowed, &[(1, "ante 50")], Ok(()));
    check_laid(narrowed, &[(1, "ante 12")], Err(Refusal::AmountOffStep));
    check_laid(narrowed, &[(1, "ante 5")], Err(Refusal::BelowLeast));
    check_laid(narrowed, &[(1, "ante 55")], Err(Refusal::AboveMost));
}

#[test]
fn ha_7_a_dark_box_has_a_bet_of_two_antes_where_the_house_knows_dark_boxes() {
    let dark = |rules: &mut Rules| rules.boxes.dark = true;
    check_laid(dark, &[(1, "ante 10, bet 20"), (1, "ante 10")], Ok(()));
    check_laid(dark, &[(1, "ante 10, bet 10")], Err(Refusal::StakeUnequal));
    check_laid(dark, &[(1, "bet 20")], Err(Refusal::StakeMissing));
}

#[test]
fn what_a_console_offers() {
    let offered = |change: fn(&mut Rules)| {
        let offer = |offer: crate::model::StakeOffer| {
            let odds = offer.odds.map(|odds| odds.to_string()).unwrap_or_default();
            format!("{} {} to {} by {} {odds}", <&str>::from(offer.kind), offer.least, offer.most, offer.step).trim().to_owned()
        };
        rules_with(change).offers().into_iter().map(offer).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(offered(|_| ()), "ante 1 to 100000000 by 1, bonus 1 to 100000000 by 1 7:1");
    let other = |rules: &mut Rules| (rules.limits.bonus, rules.boxes.dark) = (None, true);
    assert_eq!(offered(other), "ante 1 to 100000000 by 1, bet 2 to 200000000 by 2");
}

#[test]
fn a_house_narrows_ante_and_bonus_and_sets_most_payouts() {
    let mut rules = rules_with(|_| ());
    let house_settings = rules.house_settings();
    let stakes: Vec<_> = house_settings.stakes.iter().map(|stake| (stake.kind, stake.least.minor(), stake.most.minor())).collect();
    assert_eq!(stakes, [(StakeKind::Ante, 1, 100_000_000), (StakeKind::Bonus, 1, 100_000_000)]);
    assert_eq!(house_settings.steps.len(), 2);
    let most = [900, 400].map(Money::from_minor);
    for ((_, payout), most) in house_settings.payouts.into_iter().zip(most) {
        *payout = Some(most);
    }
    let told: Vec<_> = CardGame::CasinoHoldem(rules.clone()).limits().iter().map(|limit| (limit.kind, limit.most.minor())).collect();
    assert_eq!(told, [(LimitKind::BoxWin, 900), (LimitKind::BonusWin, 400)]);
    assert_eq!(rules.problems(), []);
}

#[test]
fn wrong_keys_are_named() {
    let check = |change: fn(&mut Rules), key: &str| {
        let named: Vec<String> = rules_with(change).problems().into_iter().map(|(key, _)| key).collect();
        assert_eq!(named, [key]);
    };
    check(|rules| rules.shoe.behind_cut = 10, "shoe.behind_cut");
    check(|rules| (rules.shoe.packs, rules.shoe.behind_cut) = (2, 104), "shoe.packs");
    check(|rules| rules.timing.decision_seconds = 4, "course.decision_seconds");
    check(|rules| rules.boxes.boxes = 7, "boxes.boxes");
    check(|rules| rules.boxes.boxes = 0, "boxes.boxes");
    check(|rules| rules.limits.step_minor = Money::ZERO, "limits.step_minor");
    check(|rules| rules.limits.ante.most = Money::from_minor(10_000_000_001), "limits.ante");
    check(|rules| rules.limits.bonus.as_mut().expect("a bonus").least = Money::ZERO, "limits.bonus");
    check(|rules| rules.limits.bonus.as_mut().expect("a bonus").most = Some(Money::ZERO), "limits.bonus");
    check(|rules| rules.play.payments_in_void = EarlyPayments::None, "play.payments_in_void");
    check(|rules| rules.play.payout.box_most_minor = Some(Money::ZERO), "play.payout.box_most_minor");
    check(|rules| rules.play.pays.bonus = Odds::new(3, 2).expect("odds"), "play.pays.bonus");
    check(|rules| rules.play.pays.no_game_low = Odds::to_one(2_001), "play.pays.no_game_low");
    check(|rules| rules.play.pays.ante.flush = Odds::new(3, 2).expect("odds"), "play.pays.ante");
    check(|rules| rules.play.pays.ante.ace_king = Some(Odds::to_one(1)), "play.pays.ante.ace_king");
    assert_eq!(rules_with(|_| ()).problems(), []);
}

#[test]
fn the_most_that_can_return_is_every_stake_and_the_best_row() {
    let most = |change: fn(&mut Rules), text| rules_with(change).return_most(&stakes(1, 1, text)).minor();
    // 30 that was staked, 1000 and 20 that it wins.
    assert_eq!(most(|_| (), "ante 10"), 1_050);
    assert_eq!(most(|_| (), "ante 10, bonus 10"), 1_130);
    assert_eq!(most(|rules| rules.boxes.dark = true, "ante 10, bet 20"), 1_050);
    assert_eq!(most(|rules| rules.play.payout.box_most_minor = Some(Money::from_minor(500)), "ante 10, bonus 10"), 610);
    assert_eq!(most(|rules| rules.play.payout.bonus_most_minor = Some(Money::from_minor(50)), "ante 10, bonus 10"), 1_110);
    assert_eq!(most(|rules| rules.play.pays.no_game_low = Odds::to_one(200), "ante 10"), 2_050);
}
