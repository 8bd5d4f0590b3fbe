//! One round: stages, wants, take, look.

use alloc::vec::Vec;

use minicbor::Decode;

use super::purchase::Purchases;
use super::{InsuranceMost, Play, Rules};
use crate::games::contract;
use crate::games::house_poker::{HouseTable, Next, PokerBox, has_game};
use crate::games::ranking::{CardSet, HandCombinations, combinations};
use crate::model::{
    BoxStake, Card, CardPlace, Choice, ChoiceKind, Combination, DealSettlement, Decision, Eyes, Face, HandView, Money, Offer, Offers,
    StakeKind, Want,
};

/// A round of Russian poker.
#[derive(Clone, Debug, PartialEq, Eq, Decode)]
pub struct Deal {
    #[n(0)]
    pub(super) play: Play,
    #[n(1)]
    pub(super) table: HouseTable,
    #[n(2)]
    pub(super) purchases: Purchases,
}

/// What is wanted next.
enum Wanted {
    Card(CardPlace, Face),
    First(usize),
    Final(usize),
    Purchase(usize),
    Settlement,
}

impl Deal {
    /// A round before its first card.
    #[must_use]
    pub fn new(rules: &Rules, stakes: &[BoxStake]) -> Self {
        let play = rules.play;
        let table = HouseTable::new(stakes.to_vec(), play.dark_improvement, rules.limits.chip_minor);
        let purchases = Purchases::none(table.boxes().len());
        Self { play, table, purchases }
    }

    fn wanted(&self) -> Wanted {
        let again = self.play.second_purchase;
        match self.table.next() {
            Next::Card(to, face) => Wanted::Card(to, face),
            Next::First(at) => Wanted::First(at),
            Next::Final(at) => Wanted::Final(at),
            Next::Showdown => match self.purchases.asked(&self.table, again) {
                Some(at) => Wanted::Purchase(at),
                None if self.purchases.wants_card(&self.table, again) => Wanted::Card(CardPlace::Dealer, Face::Up),
                None => Wanted::Settlement,
            },
        }
    }

    /// The decision that is wanted, if one is, and on which box.
    fn decision(&self) -> Option<(usize, Decision)> {
        let (at, offers, otherwise) = match self.wanted() {
            Wanted::First(at) => (at, self.first_offers(at), if self.is_dark(at) { Choice::Decline } else { Choice::Fold }),
            Wanted::Final(at) => (at, self.final_offers(at), Choice::Fold),
            Wanted::Purchase(at) => (at, self.purchase_offers(at), Choice::Decline),
            Wanted::Card(..) | Wanted::Settlement => return None,
        };
        Some((at, self.table.decision(at, offers, otherwise)))
    }

    fn is_dark(&self, at: usize) -> bool {
        self.table.boxes()[at].is_dark()
    }

    /// Sentence 5.
    fn first_offers(&self, at: usize) -> Offers {
        let of = &self.table.boxes()[at];
        if of.is_dark() {
            return core::iter::once(Offer::free(ChoiceKind::Decline)).chain(improvements(of)).collect();
        }
        let mut offers = self.final_offers(at);
        if !self.table.has(at, StakeKind::Insurance) {
            offers.extend(improvements(of));
        }
        offers
    }

    fn final_offers(&self, at: usize) -> Offers {
        let of = &self.table.boxes()[at];
        let mut offers = Offers::new();
        offers.push(Offer::free(ChoiceKind::Fold));
        offers.push(Offer::at(ChoiceKind::Bet, of.bet()));
        if !self.table.has(at, StakeKind::Insurance) {
            offers.extend(self.insurance(of));
        }
        offers
    }

    /// Sentence 6; never above the table's most payout.
    fn insurance(&self, of: &PokerBox) -> Option<Offer> {
        let hand = self.combinations(of);
        let win = |combination| self.play.pays.bet.win_of(of.bet(), combination);
        let first = win(hand.first.combination());
        let most = match self.play.insurance_most {
            InsuranceMost::FirstCombination => first,
            InsuranceMost::Both => first + hand.second.map_or(Money::ZERO, win),
        };
        let most = self.play.payout.box_most_minor.map_or(most, |payout| most.min(payout));
        self.table.insurance(of, most).filter(|_| hand.first.combination() >= Combination::ThreeOfAKind)
    }

    /// Sentence 7.
    fn purchase_offers(&self, at: usize) -> Offers {
        [Offer::free(ChoiceKind::Decline), Offer::at(ChoiceKind::BuyGame, self.table.boxes()[at].ante)].into_iter().collect()
    }

    pub(super) fn combinations(&self, of: &PokerBox) -> HandCombinations {
        combinations(&of.cards, self.play.doubles)
    }

    /// The combinations of a hand by their names: a dealer's five cards have one.
    fn names(&self, cards: &[Card], is_dealer: bool) -> Vec<Combination> {
        let HandCombinations { first, second } = combinations(cards, self.play.doubles);
        let first = Some(first.combination()).filter(|combination| *combination != Combination::Nothing);
        first.into_iter().chain(second.filter(|_| !is_dealer)).collect()
    }
}

impl contract::Deal for Deal {
    fn wants(&self) -> Want {
        match self.wanted() {
            Wanted::Card(to, face) => Want::Card { to, face },
            _ => self.decision().map_or(Want::Settlement, |(_, decision)| Want::Decision(decision)),
        }
    }

    fn take_card(&mut self, card: Card) {
        if self.table.next() != Next::Showdown {
            return self.table.take_card(card);
        }
        assert!(self.purchases.wants_card(&self.table, self.play.second_purchase), "a card is handed in only where one is wanted");
        self.purchases.take_card(&self.table, card);
        self.table.count_card();
    }

    fn take_choice(&mut self, choice: Choice) -> Vec<BoxStake> {
        let (at, decision) = self.decision().expect("a decision is handed in only where one is wanted");
        let price = decision.offer_for(&choice).expect("only a choice that was offered is handed in").least;
        match (choice, self.table.next()) {
            (Choice::BuyGame, _) => self.purchases.buy(at),
            (Choice::Decline, Next::Showdown) => self.purchases.decline(at),
            _ => {}
        }
        self.table.take_choice(at, choice, price)
    }

    fn stakes(&self) -> &[BoxStake] {
        self.table.stakes()
    }

    fn settle(&self) -> DealSettlement {
        assert!(matches!(self.wanted(), Wanted::Settlement), "a round is settled when everybody has decided");
        let returns = self.table.returns(|at, stake| self.returned(at, stake));
        let cuts = self.play.payout.cuts(self.table.places(), &returns);
        DealSettlement { returns, cuts }
    }

    fn look(&self, eyes: Eyes) -> Vec<HandView> {
        let names = |cards: &[Card]| self.names(cards, false);
        let has_game = |cards: &[Card]| has_game(CardSet::of(cards).strength());
        let of_dealer = |cards: &[Card]| self.names(cards, true);
        let boxes = self.table.boxes().iter().map(|of| self.table.look_at(of, eyes, &names));
        let dealer = self.table.look_at_dealer(self.purchases.hand(&self.table), &has_game, &of_dealer);
        boxes.chain([dealer]).collect()
    }
}

/// Sentence 5: a sixth card, or one to five new ones.
fn improvements(of: &PokerBox) -> impl Iterator<Item = Offer> {
    let (ante, cards) = (of.ante, of.cards.len() as u8);
    let exchanges = (1..=cards).map(move |count| Offer::exchange(count, cards, ante));
    core::iter::once(Offer::at(ChoiceKind::SixthCard, ante)).chain(exchanges)
}
