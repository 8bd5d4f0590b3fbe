//! Chains drawn at random, in which nothing panics and no limit is passed.

use super::*;

/// Numbers that follow from a seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % count
    }
}

fn rules_of(dice: &mut Dice) -> Rules {
    rules_with(|rules| {
        rules.play.return_percent = [1, 50, 95, 100][dice.below(4) as usize];
        rules.play.steps_most = [1, 2, 10, 20][dice.below(4) as usize];
        rules.play.times_most = [12, 40, 10_000][dice.below(3) as usize];
        rules.play.tie.is_offered = dice.below(8) > 0;
        rules.play.tie.step_minor = Money::from_minor([1, 3, 100][dice.below(3) as usize]);
    })
}

/// A choice of those offered; a guess mostly follows the cards, so that chains grow long.
fn choice_of(offers: &[Offer], dice: &mut Dice) -> Choice {
    let offer = offers[dice.below(offers.len() as u64) as usize];
    match offer.kind {
        ChoiceKind::Tie => Choice::Tie(if dice.below(2) == 0 { offer.least } else { offer.most }),
        ChoiceKind::Collect if dice.below(8) > 0 => choice_of(offers, dice),
        kind => Choice::of(kind, Money::ZERO, crate::model::CardChoice(0)),
    }
}

/// The next card: one that makes the guess right, or is equal, where there is one and the dice say so.
fn card_of(pack: &mut Vec<Card>, last: Option<Card>, dice: &mut Dice) -> Card {
    let equal = last.and_then(|last| pack.iter().position(|card| card.rank() == last.rank())).filter(|_| dice.below(3) == 0);
    let place = equal.unwrap_or_else(|| dice.below(pack.len() as u64) as usize);
    pack.swap_remove(place)
}

/// Plays a deal to its end; how many cards came.
fn play(seed: u64) -> usize {
    let mut dice = Dice(seed);
    let rules = rules_of(&mut dice);
    assert_eq!(rules.problems(), [], "seed {seed}");
    let ante = stake([1, 7, 100, Money::MOST.minor()][dice.below(4) as usize]);
    let most = rules.return_most(&[ante]);
    let mut deal = CardGame::HiLo(rules).deal(&[ante]);
    let (mut pack, mut last, mut cards): (Vec<Card>, _, _) = (Card::all().collect(), None, 0);
    loop {
        let stands = deal.stands();
        let is_each_once = |settlement: &crate::model::DealSettlement| {
            deal.stakes().iter().eq(settlement.returns.iter().map(|line| &line.stake)) && settlement.returned_to(ante.seat) <= most
        };
        assert!(stands.as_ref().is_none_or(is_each_once), "seed {seed}: {stands:?}");
        match deal.wants() {
            Want::Card { .. } => {
                let card = card_of(&mut pack, last, &mut dice);
                (last, cards) = (Some(card), cards + 1);
                deal.take_card(card);
            }
            Want::Decision(decision) => {
                assert!(decision.offers.iter().any(|offer| offer.covers(&decision.otherwise)), "seed {seed}: {decision:?}");
                assert!(decision.offers.iter().any(|offer| offer.coefficient_hundredths >= 100), "seed {seed}: {decision:?}");
                assert!(decision.offers.iter().all(|offer| offer.returns <= most), "seed {seed}: {decision:?}");
                let choice = if dice.below(10) == 0 { decision.otherwise } else { choice_of(&decision.offers, &mut dice) };
                deal.take_choice(choice);
            }
            Want::Settlement => {
                assert!(is_each_once(&deal.settle()), "seed {seed}: {:?} of {most}", deal.settle());
                assert_eq!(deal.stands(), Some(deal.settle()), "seed {seed}");
                return cards;
            }
            want => panic!("seed {seed}: {want:?}"),
        }
    }
}

#[test]
fn whatever_is_guessed_a_deal_ends_and_returns_no_more_than_was_said() {
    let longest = (0..20_000).map(play).max();
    assert!(longest >= Some(15), "{longest:?}");
}
