//! What may be staked before the deal, and the most it can return.

use croupier::games::blackjack::Rules;
use croupier::games::contract::CardRules as _;
use croupier::model::{Money, Refusal, StakeKind};

use super::case::{am, by, seat, stake, stakes};

/// Lays the stakes one after another, each by its own seat: the answer to the last of them.
#[track_caller]
fn check(rules: &Rules, placed: &str, expected: Result<(), Refusal>) {
    let mut placed = stakes(placed);
    let last = placed.pop().expect("a stake to be asked for");
    for (index, stake) in placed.iter().enumerate() {
        assert_eq!(rules.accept(&placed[..index], stake.seat, &[*stake]), Ok(()), "{stake:?}");
    }
    assert_eq!(rules.accept(&placed, last.seat, &[last]), expected);
}

/// A table with a minimum of 10 and a maximum of 60.
fn table() -> Rules {
    let mut rules = by();
    rules.limits.box_most_minor = Money::from_minor(60);
    rules
}

#[test]
fn bx_1_three_players_fill_a_box() {
    check(&table(), "1@3=10 2@3=20 3@3=30", Ok(()));
}

#[test]
fn bx_2_the_sum_of_a_box_is_limited() {
    check(&table(), "1@3=10 2@3=20 3@3=40", Err(Refusal::AboveMost));
    check(&table(), "1@3=10 2@3=20 3@4=40", Ok(()));
    check(&table(), "1@3=40 1@3=30", Err(Refusal::AboveMost));
}

#[test]
fn bx_3_no_fourth_player_on_a_box() {
    check(&table(), "1@3=10 2@3=10 3@3=10 4@3=10", Err(Refusal::BoxTaken));
    check(&table(), "1@3=10 2@3=10 3@3=10 2@3=10", Ok(()));
}

#[test]
fn bx_4_no_stake_below_the_minimum() {
    check(&table(), "1@3=4", Err(Refusal::BelowLeast));
    check(&table(), "1@3=5", Err(Refusal::AmountOffStep));
    check(&table(), "1@3=10 2@3=4", Err(Refusal::BelowLeast));
}

#[test]
fn bx_5_only_the_stakes_of_a_deal_that_began_are_in_it() {
    use croupier::games::contract::Deal as _;
    let played = super::case::play(&by(), "20", "Ts");
    assert_eq!(played.deal.stakes(), [stake(1, 1, 20)]);
}

#[test]
fn what_is_no_stake_on_a_box_is_refused() {
    let refusal = |change: fn(&mut croupier::model::BoxStake)| {
        let mut asked = stake(1, 1, 20);
        change(&mut asked);
        by().accept(&[], seat(1), &[asked]).err()
    };
    assert_eq!(refusal(|stake| stake.hand = 1), Some(Refusal::BetMalformed));
    assert_eq!(refusal(|stake| stake.kind = StakeKind::Insurance), Some(Refusal::BetNotOffered));
    assert_eq!(refusal(|stake| stake.place.0 = 0), Some(Refusal::BoxUnknown));
    assert_eq!(refusal(|stake| stake.place.0 = 8), Some(Refusal::BoxUnknown));
    assert_eq!(refusal(|stake| stake.amount = Money::ZERO), Some(Refusal::AmountNotPositive));
    assert_eq!(refusal(|stake| stake.amount = Money::from_minor(-20)), Some(Refusal::AmountNotPositive));
    assert_eq!(refusal(|stake| stake.amount = Money::from_minor(i64::MAX - 1)), Some(Refusal::AboveMost));
    assert_eq!(refusal(|_| {}), None);
}

#[test]
fn stakes_of_one_seat_on_one_box_become_one() {
    use croupier::games::contract::Deal as _;
    let played = super::case::play(&by(), "1@3=10 2@1=20 1@3=30", "Ts");
    assert_eq!(played.deal.stakes(), [stake(1, 3, 40), stake(2, 1, 20)]);
}

#[test]
fn the_most_that_can_return_is_four_doubled_hands_with_insurance() {
    // 4 hands of 200 that win 200 each, and insurance of 50 that wins 100.
    assert_eq!(am().return_most(&stakes("100")), Money::from_minor(1_750));
    assert_eq!(am().return_most(&stakes("100 100")), Money::from_minor(3_500));
}
