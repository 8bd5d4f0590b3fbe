//! The keys of the rules file, what is refused, and what no cards can bring about.

use alloc::vec::Vec;

use super::{BankerThirdCard, BonusPays, BonusRows, EitherPair, Natural, NaturalsStop, PairBy, Play, Rules, example};
use crate::games::card_game::{CardDeal, CardGame};
use crate::games::contract::{CardRules, Deal};
use crate::games::range::BetRange;
use crate::games::recorded::RecordedDeal;
use crate::model::{BoxNumber, BoxStake, Card, CardPlace, Combination, Eyes, Money, Odds, Refusal, Seat, StakeKind, Standing, Want};

const ALL: [StakeKind; 10] = [
    StakeKind::Player,
    StakeKind::Banker,
    StakeKind::Tie,
    StakeKind::PlayerPair,
    StakeKind::BankerPair,
    StakeKind::PerfectPair,
    StakeKind::TwoPerfectPairs,
    StakeKind::EitherPair,
    StakeKind::PlayerBonus,
    StakeKind::BankerBonus,
];

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("the case names a seat")
}

fn stake(kind: StakeKind, amount: i64) -> BoxStake {
    BoxStake { seat: seat(1), place: BoxNumber(1), hand: 0, kind, amount: Money::from_minor(amount) }
}

fn rules_with(change: impl FnOnce(&mut Play)) -> Rules {
    let mut rules = example::rules();
    change(&mut rules.play);
    if rules.play.perfect_split_bets {
        rules.limits.stake.two_perfect_pairs = rules.limits.stake.tie;
    }
    assert_eq!(rules.problems(), [], "the rules of the case make sense");
    rules
}

/// A round dealt with these cards in the order in which they come: Player, Banker, Player, Banker, and the further cards.
fn dealt(rules: &Rules, stakes: &[BoxStake], cards: &str) -> CardDeal {
    let mut deal = CardGame::Baccarat(rules.clone()).deal(stakes);
    for name in cards.split_whitespace() {
        assert!(matches!(deal.wants(), Want::Card { .. }), "{name} is wanted");
        deal.take_card(name.parse().expect("the case names cards"));
    }
    assert_eq!(deal.wants(), Want::Settlement);
    deal
}

/// 100 on this bet returns so much when these cards come, by rules with this change.
#[track_caller]
fn check(change: impl FnOnce(&mut Play), cards: &str, kind: StakeKind, returned: i64) {
    let deal = dealt(&rules_with(change), &[stake(kind, 100)], cards);
    assert_eq!(deal.settle().returns[0].returned.minor(), returned);
}

#[test]
fn bqam_q1_banker_without_commission() {
    let even = |play: &mut Play| play.pays.banker = Odds::to_one(1);
    check(even, "4s 9h Kd Tc", StakeKind::Banker, 200);
    check(even, "3s 6d Kd Jc 7c Tc", StakeKind::Banker, 195);
}

#[test]
fn bqam_q2_only_the_given_lines() {
    let given = |play: &mut Play| play.banker_third_card = BankerThirdCard::GivenLines;
    // A Banker with 2 does not draw after a Player that stood, one with 3 does, and none does after a Player that drew.
    check(given, "6s 2h Kd Tc", StakeKind::Player, 200);
    check(given, "6s 3h Kd Tc 4c", StakeKind::Banker, 195);
    check(given, "2s Th Kd Jc 3d", StakeKind::Player, 200);
}

#[test]
fn bqam_q3_only_two_naturals_stop() {
    let both = |play: &mut Play| play.naturals_stop = NaturalsStop::Both;
    check(both, "4s 8h Kd Tc 5c", StakeKind::Player, 200);
    check(both, "8s 3h Kd Tc 6c", StakeKind::Banker, 195);
    check(both, "8s 9h Kd Tc", StakeKind::Banker, 195);
}

#[test]
fn bqam_q6_two_cards_of_one_suit_count_as_either_pair() {
    let suit = |play: &mut Play| play.either_pair = EitherPair::PairOrSuit;
    check(suit, "9s 7h Ks Tc", StakeKind::EitherPair, 600);
    check(suit, "9s 7h Kd Th", StakeKind::EitherPair, 600);
    check(suit, "9s 7h Kd Tc", StakeKind::EitherPair, 0);
    check(|_| (), "9s 7h Ks Tc", StakeKind::EitherPair, 0);
}

#[test]
fn bqam_q7_two_cards_of_one_suit_win_and_are_not_called_a_pair() {
    let combination = |cards: &str| {
        let rules = rules_with(|play| play.either_pair = EitherPair::PairOrSuit);
        let settlement = dealt(&rules, &[stake(StakeKind::EitherPair, 100)], cards).settle();
        settlement.returns[0].wins[0].combination
    };
    assert_eq!(combination("9s 7h Ks Tc"), None);
    assert_eq!(combination("9s 7h 9d Tc"), Some(Combination::Pair));
}

#[test]
fn bqam_q7_a_pair_by_value() {
    let value = |play: &mut Play| play.pair_by = PairBy::Value;
    check(value, "Ks 8h Qd Kc", StakeKind::PlayerPair, 1_200);
    check(value, "9s Th Kd Jc", StakeKind::BankerPair, 1_200);
    check(|_| (), "Ks 8h Qd Kc", StakeKind::PlayerPair, 0);
}

#[test]
fn bqam_q8_two_perfect_pairs_as_a_bet_of_their_own() {
    let split = |play: &mut Play| play.perfect_split_bets = true;
    check(split, "4s 9h 4s 9h", StakeKind::PerfectPair, 2_600);
    check(split, "4s 9h 4s 9h", StakeKind::TwoPerfectPairs, 20_100);
    check(split, "4s 9h 4s Kh", StakeKind::TwoPerfectPairs, 0);
}

#[test]
fn bqam_q9_any_two_cards_are_a_natural() {
    let two = |play: &mut Play| play.natural = Natural::TwoCards;
    check(two, "7s 6h Kd Tc", StakeKind::PlayerBonus, 200);
    check(|_| (), "7s 6h Kd Tc", StakeKind::PlayerBonus, 0);
    check(two, "6s 6h Kd Tc", StakeKind::BankerBonus, 200);
}

#[test]
fn bqam_q10_the_rows_count_the_winners_total() {
    let total = |play: &mut Play| play.bonus_rows = BonusRows::Total;
    check(total, "7s 6h Kd Tc", StakeKind::PlayerBonus, 700);
    check(total, "2s Th Kd Jc Ad 2c", StakeKind::PlayerBonus, 0);
}

#[test]
fn bqam_q11_a_bonus_wins_only_with_eight_or_nine() {
    let heading = |play: &mut Play| play.bonus_needs_eight_or_nine = true;
    check(heading, "7s 2h Kd Tc 8d", StakeKind::PlayerBonus, 0);
    check(heading, "5s 2h Kd Jc 3d 8c", StakeKind::PlayerBonus, 1_100);
}

/// What the rules of the tests, changed in this way, say to `asked` of seat 1 beside a tie stake of 60 of the same seat.
#[track_caller]
fn check_accept(change: impl FnOnce(&mut Rules), asked: &[BoxStake], expected: Result<(), Refusal>) {
    let mut rules = example::rules();
    change(&mut rules);
    assert_eq!(rules.accept(&[stake(StakeKind::Tie, 60)], seat(1), asked), expected);
}

#[test]
fn every_bet_may_be_placed_alone_or_together() {
    let rules = example::rules();
    for offer in rules.offers() {
        assert_eq!(rules.accept(&[], seat(1), &[stake(offer.kind, 100)]), Ok(()), "{:?}", offer.kind);
    }
    check_accept(|_| (), &[stake(StakeKind::Player, 100), stake(StakeKind::Banker, 100)], Ok(()));
}

#[test]
fn what_is_not_offered_is_refused() {
    check_accept(|_| (), &[stake(StakeKind::TwoPerfectPairs, 100)], Err(Refusal::BetNotOffered));
    check_accept(|_| (), &[stake(StakeKind::Ante, 100)], Err(Refusal::BetNotOffered));
    check_accept(|rules| rules.limits.stake.banker = None, &[stake(StakeKind::Banker, 100)], Err(Refusal::BetNotOffered));
    check_accept(|_| (), &[BoxStake { hand: 1, ..stake(StakeKind::Tie, 100) }], Err(Refusal::BetMalformed));
}

#[test]
fn a_seat_has_the_box_of_its_own_number() {
    let on = |place: u8| [BoxStake { place: BoxNumber(place), ..stake(StakeKind::Tie, 100) }];
    check_accept(|_| (), &on(2), Err(Refusal::BoxTaken));
    check_accept(|_| (), &on(0), Err(Refusal::BoxUnknown));
    check_accept(|_| (), &on(7), Err(Refusal::BoxUnknown));
}

#[test]
fn bqam_q14_a_side_bet_that_needs_a_main_bet() {
    let mut rules = example::rules();
    rules.side_bets_need_main = true;
    let pair = stake(StakeKind::PlayerPair, 100);
    assert_eq!(rules.accept(&[], seat(1), &[pair]), Err(Refusal::StakeMissing));
    assert_eq!(rules.accept(&[stake(StakeKind::Player, 100)], seat(1), &[pair]), Ok(()));
    assert_eq!(rules.accept(&[], seat(1), &[pair, stake(StakeKind::Tie, 100)]), Ok(()));
    let others = BoxStake { seat: seat(2), place: BoxNumber(2), ..stake(StakeKind::Player, 100) };
    assert_eq!(rules.accept(&[others], seat(1), &[pair]), Err(Refusal::StakeMissing));
}

#[test]
fn amounts_are_positive_on_the_step_and_within_the_limits_of_the_bet() {
    let narrow = |rules: &mut Rules| {
        rules.limits.step_minor = Money::from_minor(5);
        rules.limits.stake.tie = Some(BetRange { least: Money::from_minor(50), most: Money::from_minor(200) });
        rules.limits.stake.player = rules.limits.stake.tie;
    };
    check_accept(narrow, &[stake(StakeKind::Tie, 0)], Err(Refusal::AmountNotPositive));
    check_accept(narrow, &[stake(StakeKind::Tie, -100)], Err(Refusal::AmountNotPositive));
    check_accept(narrow, &[stake(StakeKind::Tie, 11)], Err(Refusal::AmountOffStep));
    check_accept(narrow, &[stake(StakeKind::Player, 45)], Err(Refusal::BelowLeast));
    // Stakes of one kind add up: 60 lie on the tie already.
    check_accept(narrow, &[stake(StakeKind::Tie, 5)], Ok(()));
    check_accept(narrow, &[stake(StakeKind::Tie, 140)], Ok(()));
    check_accept(narrow, &[stake(StakeKind::Tie, 100), stake(StakeKind::Tie, 45)], Err(Refusal::AboveMost));
    check_accept(narrow, &[stake(StakeKind::Tie, i64::MAX - i64::MAX % 5)], Err(Refusal::AboveMost));
}

#[test]
fn the_odds_of_an_offer_are_said_where_only_one_thing_wins_it() {
    let odds = |rules: &Rules, kind| rules.offers().into_iter().find(|offer| offer.kind == kind).and_then(|offer| offer.odds);
    let rules = example::rules();
    assert_eq!(odds(&rules, StakeKind::Banker), Odds::new(19, 20));
    assert_eq!(odds(&rules, StakeKind::PerfectPair), None);
    let six = rules_with(|play| play.pays.banker = Odds::to_one(1));
    assert_eq!(odds(&six, StakeKind::Banker), None);
}

#[test]
fn hands_are_seen_as_they_stand() {
    let standing = |cards: &str| {
        let mut deal = CardGame::Baccarat(example::rules()).deal(&[]);
        cards.split_whitespace().for_each(|name| deal.take_card(name.parse().expect("the case names cards")));
        let [player, banker] = deal.look(Eyes::Public).try_into().expect("there are two hands");
        assert_eq!((player.at, banker.at), (CardPlace::Player, CardPlace::Banker));
        (player.standing, banker.standing)
    };
    assert_eq!(standing(""), (Standing::Playing, Standing::Playing));
    assert_eq!(standing("2s Th 2d Jc"), (Standing::Playing, Standing::Stands));
    assert_eq!(standing("2s Th 2d Jc 5d"), (Standing::Stands, Standing::Playing));
    assert_eq!(standing("2s Th 2d Jc 5d 4c"), (Standing::Decided, Standing::Decided));
}

/// Numbers without pattern from a seed (the generator of Numerical Recipes).
fn numbers(seed: u32) -> impl FnMut(u32) -> u32 {
    let mut state = seed;
    move |below| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % below
    }
}

/// Rules with every choice drawn.
fn any_rules(draw: &mut impl FnMut(u32) -> u32) -> Rules {
    rules_with(|play| {
        play.naturals_stop = [NaturalsStop::Either, NaturalsStop::Both][draw(2) as usize];
        play.banker_third_card = [BankerThirdCard::Tableau, BankerThirdCard::GivenLines][draw(2) as usize];
        play.pair_by = [PairBy::Rank, PairBy::Value][draw(2) as usize];
        play.either_pair = [EitherPair::Pair, EitherPair::PairOrSuit][draw(2) as usize];
        play.natural = [Natural::EightOrNine, Natural::TwoCards][draw(2) as usize];
        play.bonus_rows = [BonusRows::Margin, BonusRows::Total][draw(2) as usize];
        play.natural_tie = [super::NaturalTie::Pay, super::NaturalTie::Push][draw(2) as usize];
        play.perfect_two_strict = draw(2) == 0;
        play.perfect_split_bets = draw(2) == 0;
        play.bonus_needs_eight_or_nine = draw(2) == 0;
        play.pays.bonus = BonusPays { by_4: Odds::to_one(1 + draw(40)), ..play.pays.bonus };
    })
}

#[test]
fn whatever_cards_come_the_round_ends_within_six_and_returns_no_more_than_was_announced() {
    let mut draw = numbers(1);
    for _ in 0..3_000 {
        let rules = any_rules(&mut draw);
        let mut draw_stake = |kind| (draw(3) > 0).then(|| stake(kind, 1 + i64::from(draw(10_000))));
        let asked: Vec<BoxStake> = ALL.into_iter().filter_map(&mut draw_stake).collect();
        if rules.accept(&[], seat(1), &asked).is_err() {
            continue;
        }
        let mut deal = RecordedDeal::new(&CardGame::Baccarat(rules.clone()), asked.clone());
        let mut cards = 0;
        while let Want::Card { .. } = deal.wants() {
            deal.take_card(Card::from_index(draw(52) as usize).expect("there are 52 cards"));
            let bytes = minicbor::to_vec(&deal).expect("encoding to memory cannot fail");
            assert_eq!(minicbor::decode::<RecordedDeal>(&bytes).ok().as_ref(), Some(&deal), "a deal is read back after any card");
            cards += 1;
        }
        assert!((4..=6).contains(&cards), "{cards} cards");
        let settlement = deal.settle();
        assert!(settlement.returns.iter().map(|line| line.stake).eq(asked.iter().copied()), "every stake is settled once");
        assert!(settlement.returned_to(seat(1)) <= rules.return_most(&asked), "{deal:?}");
        assert_eq!(settlement.returned_to(seat(2)), Money::ZERO);
    }
}
