//! What can be done at a card table by the rules: a choice that is offered, stakes that fit together, a card that can still come. Which of
//! several it is, the one who plays says: by chance, by turns, by the bytes of a fuzzer.
//!
//! Here never lives: a rule of a game; what may be done is read off what the table offers and wants.

use crate::model::{
    BoxNumber, Card, CardChoice, CardSourceEvent, CardWish, Choice, Composition, DeckCount, Money, Offer, OrderFailure, StakeForm,
    StakeKind, StakeOffer,
};

/// Says which of so many it is, counted from 0; it is asked only where there is one at least.
pub trait Pick: FnMut(u64) -> u64 {}

impl<F: FnMut(u64) -> u64> Pick for F {}

/// A choice that this offer covers: of the amounts the least, the most or one between them, of the cards any.
pub fn choice(offer: &Offer, pick: &mut impl Pick) -> Choice {
    let amount = if offer.kind.names_amount() { amount(offer, pick) } else { offer.least };
    Choice::of(offer.kind, amount, cards(offer, pick))
}

fn amount(offer: &Offer, pick: &mut impl Pick) -> Money {
    let [least, most, step] = [offer.least, offer.most, offer.step].map(Money::minor);
    match pick(3) {
        0 => offer.least,
        1 => offer.most,
        _ => {
            let steps = ((most - least) / step).clamp(0, i64::from(u32::MAX)) as u64;
            Money::from_minor(least + step * pick(steps + 1) as i64)
        }
    }
}

/// So many cards of the hand as are to be named, those before which one is left out as `pick` says.
fn cards(offer: &Offer, pick: &mut impl Pick) -> CardChoice {
    let mut bits = 0_u8;
    let mut wanted = offer.cards_least;
    if offer.cards > wanted {
        wanted += pick(u64::from(offer.cards - wanted) + 1) as u8;
    }
    for place in 0..offer.of {
        let to_come = offer.of - place;
        let is_named = wanted == to_come || (wanted > 0 && pick(u64::from(to_come)) < u64::from(wanted));
        bits |= u8::from(is_named) << place;
        wanted -= u8::from(is_named);
    }
    CardChoice(bits)
}

/// Stakes on one box that fit together: of each kind on offer that is wanted as much as goes with a first stake of `first`. `is_wanted` is
/// told the place of the kind among the offers too.
pub fn stakes(
    offers: &[StakeOffer],
    place: BoxNumber,
    first: Money,
    mut is_wanted: impl FnMut(usize, StakeKind) -> bool,
) -> Vec<StakeForm> {
    let wanted = offers.iter().enumerate().filter(|(nth, offer)| is_wanted(*nth, offer.kind)).map(|(_, offer)| offer);
    wanted.map(|offer| StakeForm { place, kind: offer.kind, amount: beside(offer, first) }).collect()
}

/// The same on each of so many lines of a machine, of which line n is box n.
#[must_use]
pub fn lines(offers: &[StakeOffer], lines: u8, amount: Money) -> Vec<StakeForm> {
    (1..=lines).flat_map(|line| stakes(offers, BoxNumber(line), amount, |nth, _| nth == 0)).collect()
}

/// A bet is two antes, a bonus half of one where the table's plate does not ask for more; everything else is as large as the first stake.
fn beside(offer: &StakeOffer, first: Money) -> Money {
    match offer.kind {
        StakeKind::Bet => first + first,
        StakeKind::Bonus => Money::from_minor(first.minor() / 2).max(offer.least),
        _ => first,
    }
}

/// A card that is left, each as likely to be picked as it is often there; none where the shoe is empty.
pub fn card(remaining: &Composition, pick: &mut impl Pick) -> Option<Card> {
    let total = u64::from(remaining.total());
    if total == 0 {
        return None;
    }
    let mut place = pick(total);
    Card::every().find(|card| {
        let count = u64::from(remaining.count(*card));
        let is_it = place < count;
        place = place.saturating_sub(count);
        is_it
    })
}

/// What a card source that never fails, but for its self-test, says to a wish; nothing where nothing is ordered.
pub fn carried_out(wish: &CardWish, pick: &mut impl Pick) -> Option<CardSourceEvent> {
    Some(match *wish {
        CardWish::Ready => return None,
        CardWish::Shuffle { number, deck } => CardSourceEvent::Shuffled { number, count: DeckCount::complete(deck) },
        CardWish::Card { number, remaining, .. } => match card(&remaining, pick) {
            Some(card) => CardSourceEvent::Card { number, card },
            None => CardSourceEvent::Failed { number, why: OrderFailure::Empty },
        },
        // Most pass; a shoe has no self-test.
        CardWish::SelfTest { number } if pick(3) > 0 => CardSourceEvent::SelfTested { number, passed: pick(4) > 0 },
        CardWish::Verify { number, .. } | CardWish::Eject { number } | CardWish::SelfTest { number } => {
            CardSourceEvent::Failed { number, why: OrderFailure::Impossible }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ChoiceKind;

    const LEAST: Money = Money::from_minor(3);
    const MOST: Money = Money::from_minor(9);

    /// No matter what is picked, the offer covers it.
    #[track_caller]
    fn check(offer: Offer) {
        for seed in 0..200 {
            let mut picked = seed;
            let mut pick = |count: u64| {
                picked = picked * 31 + 7;
                picked % count
            };
            let choice = choice(&offer, &mut pick);
            assert!(offer.covers(&choice), "{offer:?} does not cover {choice:?}");
        }
    }

    #[test]
    fn whatever_is_picked_an_offer_covers_its_choice() {
        check(Offer::free(ChoiceKind::Stand));
        check(Offer::insure(LEAST, MOST, LEAST));
        check(Offer::insure(LEAST, MOST, Money::from_minor(1)));
        check(Offer::insure(MOST, MOST, MOST));
        check(Offer::tie(LEAST, MOST, LEAST));
        (1..=5).for_each(|count| check(Offer::exchange(count, 5, LEAST)));
    }

    #[test]
    fn every_card_that_is_left_is_picked_and_no_other() {
        let king: Card = "Kd".parse().expect("the name of a card");
        let without = Composition::of_packs(1).without(king).expect("a pack has every card");
        let picked: Vec<Card> = (0..51).filter_map(|place| card(&without, &mut |_| place)).collect();
        assert_eq!(picked, Card::all().filter(|card| *card != king).collect::<Vec<_>>());
        assert_eq!(card(&Composition::of_packs(0), &mut |_| 0), None);
    }
}
