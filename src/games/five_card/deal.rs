//! One round: stages, wants, take, look.

use alloc::vec::Vec;

use super::{BoughtCard, Play, Rules};
use crate::games::contract::{self, UnexpectedCard};
use crate::games::house_poker::{HouseTable, Next};
use crate::games::ranking::{CardSet, JokerHand};
use crate::model::{
    BoxNumber, BoxStake, Card, CardPlace, Choice, ChoiceKind, Combination, DealSettlement, Decision, Eyes, HandView, Offer, Offers, Want,
};

/// A round of five-card poker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    pub(super) play: Play,
    pub(super) table: HouseTable,
    /// Whether the dealer has a wrong number of cards that cannot be put right, so that no hand counts.
    pub(super) is_dealer_void: bool,
}

impl Deal {
    /// A round before its first card.
    #[must_use]
    pub fn new(rules: &Rules, stakes: &[BoxStake]) -> Self {
        let table = HouseTable::new(stakes.to_vec(), false, rules.limits.step_minor).box_by_box();
        Self { play: rules.play, table, is_dealer_void: false }
    }

    /// The decision that is wanted, if one is, and on which box.
    fn decision(&self) -> Option<(usize, Decision)> {
        let (at, purchase) = match self.table.next() {
            Next::First(at) => (at, self.play.purchase),
            Next::Final(at) => (at, None),
            Next::Card(..) | Next::Showdown => return None,
        };
        let of = &self.table.boxes()[at];
        let bought = purchase.map(|purchase| match purchase.card {
            BoughtCard::Exchange => Offer::exchange(1, of.cards.len() as u8, of.ante),
            BoughtCard::SixthCard => Offer::at(ChoiceKind::SixthCard, of.ante),
        });
        let offers = [Offer::free(ChoiceKind::Fold), Offer::at(ChoiceKind::Bet, of.bet())].into_iter().chain(bought);
        let offers: Offers = offers.map(|offer| offer.giving_up(self.given_up(of, offer.kind))).collect();
        Some((at, self.table.decision(at, offers, Choice::Fold)))
    }

    /// How strong the best five of these cards are.
    pub(super) fn strength(&self, cards: &[Card]) -> JokerHand {
        JokerHand::of(CardSet::of(cards), self.play.ranking.straights())
    }

    pub(super) fn combination(&self, cards: &[Card]) -> Combination {
        self.strength(cards).strength.combination()
    }

    /// Whether the dealer qualifies with these cards.
    pub(super) fn qualifies(&self, cards: &[Card]) -> bool {
        self.combination(cards) >= self.play.dealer_from.combination()
    }
}

impl contract::Deal for Deal {
    fn wants(&self) -> Want {
        match self.table.next() {
            Next::Card(to, face) => Want::Card { to, face },
            _ => self.decision().map_or(Want::Settlement, |(_, decision)| Want::Decision(decision)),
        }
    }

    fn take_card(&mut self, card: Card) {
        self.table.take_card(card);
    }

    fn take_choice(&mut self, choice: Choice) -> Vec<BoxStake> {
        let (at, decision) = self.decision().expect("a decision is handed in only where one is wanted");
        let price = decision.offer_for(&choice).expect("only a choice that was offered is handed in").least;
        self.table.take_choice(at, choice, price)
    }

    fn miss_box(&mut self, place: BoxNumber) -> UnexpectedCard {
        self.void_hand(place)
    }

    fn expose_card(&mut self) -> UnexpectedCard {
        self.expose_dealers_card()
    }

    fn lay_too_many(&mut self, place: BoxNumber) -> UnexpectedCard {
        self.void_hand(place)
    }

    fn can_be_wrong(&self, at: CardPlace) -> bool {
        match at {
            CardPlace::Hand { place, .. } => self.table.boxes().iter().any(|of| of.place == place && !of.is_void),
            _ => at == CardPlace::Dealer,
        }
    }

    fn wrong_count(&mut self, at: CardPlace, cards: u8) -> UnexpectedCard {
        match at {
            CardPlace::Hand { place, .. } => self.void_hand(place),
            _ => self.count_dealer(cards),
        }
    }

    fn stakes(&self) -> &[BoxStake] {
        self.table.stakes()
    }

    fn paid(&self) -> DealSettlement {
        DealSettlement { returns: self.void_lines(), cuts: Vec::new() }
    }

    fn settle(&self) -> DealSettlement {
        assert!(self.table.next() == Next::Showdown, "a round is settled when everybody has decided");
        self.settled()
    }

    fn look(&self, eyes: Eyes) -> Vec<HandView> {
        let names = |cards: &[Card]| Some(self.combination(cards)).filter(|named| *named != Combination::Nothing).into_iter().collect();
        let boxes = self.table.boxes().iter().map(|of| self.table.look_at(of, eyes, &names));
        let dealer = self.table.look_at_dealer(self.table.dealer(), &|cards: &[Card]| self.qualifies(cards), &names);
        boxes.chain([dealer]).collect()
    }
}
