//! A game that looks at nothing but the ranks of a few cards: every deal counted out, each decision taken as it returns most.

use super::count::{Face, STAKE, every_card, faces, orders};
use super::figure::{Count, Figure, Figures, first_bet, name};
use crate::games::card_game::{CardDeal, CardGame};
use crate::games::contract::Deal;
use crate::model::{BoxNumber, BoxStake, Card, CardChoice, CardPlace, Choice, DealSettlement, Decision, Offer, Seat, Want};

/// More cards than are seen in a deal of such a game.
const CARDS_MOST: u8 = 6;

/// The bet that a deal begins with, played as it returns most.
///
/// # Panics
/// Where more than [`CARDS_MOST`] cards are seen in the deal.
pub(super) fn figures(game: &CardGame) -> Figures {
    let kind = first_bet(game);
    let first = BoxStake { seat: Seat::new(1).expect("1 is a seat"), place: BoxNumber(1), hand: 0, kind, amount: STAKE };
    let mut faces = faces(game.rules().shoe().packs, Card::rank);
    let played = Played { tried: |decision| decision.offers.iter().map(at_least).collect(), settled: of_deal };
    let count = played.best(&game.deal(&[first]), &mut faces, CARDS_MOST, 1);
    vec![(name(kind), Figure::Counted(count))]
}

/// Which choices are tried, and what is counted of a settled deal that can come in so many ways.
pub(super) struct Played {
    pub(super) tried: fn(&Decision) -> Vec<Choice>,
    pub(super) settled: fn(&DealSettlement, u128) -> Count,
}

/// The choice of this offer, of the amounts the least.
pub(super) fn at_least(offer: &Offer) -> Choice {
    Choice::of(offer.kind, offer.least, CardChoice::default())
}

/// Everything that is staked in the deal; the first stake of it is what it began with.
pub(super) fn of_deal(settlement: &DealSettlement, ways: u128) -> Count {
    let mut count = Count::default();
    count.add_deal(settlement.returns[0].stake.amount.minor(), settlement, ways);
    count
}

impl Played {
    /// All that can come of a deal from here, with the number of ways in which it can.
    pub(super) fn best(&self, deal: &CardDeal, faces: &mut [Face], cards: u8, ways: u128) -> Count {
        match deal.wants() {
            // A card that is laid aside unseen is as good as one that stays in the shoe: whichever it is, nobody knows of it.
            Want::Card { to: CardPlace::Discard, .. } => {
                let mut next = deal.clone();
                next.take_card(faces[0].card);
                self.best(&next, faces, cards, ways)
            }
            Want::Card { .. } => {
                let mut sum = Count::default();
                every_card(deal, faces, cards, |next, faces, cards, left| sum = sum.plus(self.best(next, faces, cards, ways * left)));
                sum
            }
            Want::Decision(decision) => self.every_choice(deal, &decision, faces, cards, ways),
            Want::Window(window) => self.every_choice(deal, &window.open[0].1, faces, cards, ways),
            Want::Fresh | Want::Chance(_) => panic!("a deal of several shuffles or draws cannot be counted out"),
            Want::Settlement => {
                let rest = orders(faces.iter().map(|face| face.left).sum(), cards);
                (self.settled)(&deal.settle(), ways * rest)
            }
        }
    }

    /// The choice that leaves the player most; the first of several that leave as much.
    fn every_choice(&self, deal: &CardDeal, decision: &Decision, faces: &mut [Face], cards: u8, ways: u128) -> Count {
        let mut counts = (self.tried)(decision).into_iter().map(|choice| {
            let mut next = deal.clone();
            next.decide(decision, choice);
            self.best(&next, faces, cards, ways)
        });
        let first = counts.next().expect("a decision offers something");
        counts.fold(first, |most, other| if other.gain_minor() > most.gain_minor() { other } else { most })
    }
}
