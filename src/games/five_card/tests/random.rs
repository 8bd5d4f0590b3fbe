//! Rounds at random: what always holds, in all four games and with mistakes.

use super::*;
use crate::games::recorded::RecordedDeal;
use crate::model::{CardPlace, ChoiceKind, Fate};

/// One round of several boxes, with a wrong hand now and then.
fn play(rules: &Rules, seed: u64) {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut draw = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    let boxes: Vec<(u8, String)> =
        (0..1 + draw(7)).map(|_| (1 + draw(6) as u8, format!("ante {}, bonus {}", 20 + draw(9), 1 + draw(9)))).collect();
    let laid: Vec<(u8, &str)> = boxes.iter().map(|(seat, stakes)| (*seat, stakes.as_str())).collect();
    let lie = lay(rules, &laid).expect("they are taken");
    let most = rules.return_most(&lie);
    let game = CardGame::FiveCard(rules.clone());
    let mut deal = RecordedDeal::new(&game, lie);
    let mut pack: Vec<Card> = rules.shoe.pack.cards().collect();
    let mut paid = deal.paid();
    let settlement = loop {
        let now = deal.paid();
        assert!(paid.beyond(&now).returns.is_empty(), "what is paid stays so");
        paid = now;
        match deal.wants() {
            Want::Card { .. } => deal.take_card(pack.swap_remove(draw(pack.len()))),
            Want::Decision(_) if draw(25) == 0 => {
                let at = if draw(3) == 0 { CardPlace::Dealer } else { CardPlace::Hand { place: BoxNumber(1 + draw(7) as u8), hand: 0 } };
                if deal.can_be_wrong(at) && deal.wrong_count(at, [3, 4, 6][draw(3)]) == crate::games::contract::UnexpectedCard::Voids {
                    break rules.early_payments().void(deal.stakes(), &deal.paid());
                }
            }
            Want::Decision(decision) => {
                let offer = decision.offers[draw(decision.offers.len())];
                let choice = Choice::of(offer.kind, offer.least, CardChoice(1 << draw(5)));
                assert!(decision.offer_for(&choice).is_ok() && offer.kind != ChoiceKind::Insure);
                deal.take_choice(choice);
            }
            Want::Window(_) | Want::Fresh | Want::Chance(_) => unreachable!("one box decides after the other, and there is one shuffle"),
            Want::Settlement => break deal.settle(),
        }
        let bytes = minicbor::to_vec(&deal).expect("encoding to memory cannot fail");
        assert_eq!(
            minicbor::decode::<RecordedDeal>(&bytes).ok().as_ref(),
            Some(&deal),
            "seed {seed}: it is dealt again from what it was given"
        );
    };
    let settled: Vec<BoxStake> = settlement.returns.iter().map(|line| line.stake).collect();
    assert_eq!(settled, deal.stakes(), "seed {seed}");
    for line in &settlement.returns {
        let expected = match line.fate {
            Fate::Won => line.stake.amount + line.wins.iter().map(|win| win.amount).sum::<Money>(),
            Fate::Returned => line.stake.amount,
            Fate::Compensated => line.stake.amount + rules.play.mistakes.penalty(line.stake.amount),
            Fate::Lost | Fate::Kept => Money::ZERO,
            fate => panic!("seed {seed}: {fate:?}"),
        };
        assert_eq!(line.returned, expected, "seed {seed}");
    }
    assert!(returned(&settlement) <= most.minor(), "seed {seed}: {} is more than {most}", returned(&settlement));
}

#[test]
fn every_round_settles_every_stake_once_and_returns_no_more_than_was_said() {
    for text in [FIVE, EXCHANGE, SIX, JOKER] {
        let rules = rules(text);
        (0..150).for_each(|seed| play(&rules, seed));
    }
}
