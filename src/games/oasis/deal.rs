//! One round: stages, wants, take, settle, look.

use alloc::vec::Vec;

use minicbor::Decode;

use super::{Play, Rules};
use crate::games::contract;
use crate::games::house_poker::{HouseTable, Next, Outcome, PokerBox, bonus_return, half, has_game, insurance_return, won};
use crate::games::ranking::{CardSet, Strength};
use crate::model::{
    BoxStake, Card, Choice, ChoiceKind, Combination, DealSettlement, Decision, Eyes, HandView, Money, Offer, Offers, StakeKind,
    StakeReturn, Want,
};

/// A round of Oasis poker.
#[derive(Clone, Debug, PartialEq, Eq, Decode)]
pub struct Deal {
    #[n(0)]
    play: Play,
    #[n(1)]
    table: HouseTable,
}

impl Deal {
    /// A round before its first card.
    #[must_use]
    pub fn new(rules: &Rules, stakes: &[BoxStake]) -> Self {
        let play = rules.play;
        Self { play, table: HouseTable::new(stakes.to_vec(), play.dark_improvement, rules.limits.chip_minor) }
    }

    fn decision(&self, at: usize, is_first: bool) -> Decision {
        let of = &self.table.boxes()[at];
        let mut offers = Offers::new();
        if of.is_dark() {
            offers.push(Offer::free(ChoiceKind::Decline));
            offers.extend(exchanges(of));
            return self.table.decision(at, offers, Choice::Decline);
        }
        offers.push(Offer::free(ChoiceKind::Fold));
        offers.push(Offer::at(ChoiceKind::Bet, of.bet()));
        if !self.table.has(at, StakeKind::Insurance) {
            offers.extend(self.insurance(of));
            offers.extend(exchanges(of).filter(|_| is_first));
        }
        self.table.decision(at, offers, Choice::Fold)
    }

    /// Sentence 7.
    fn insurance(&self, of: &PokerBox) -> Option<Offer> {
        let combination = strength(&of.cards).combination();
        let pays = &self.play.pays;
        let most = self.play.insurance_most.of(pays.bet.win_of(of.bet(), combination), of.ante, pays);
        self.table.insurance(of, most).filter(|_| combination >= Combination::Straight)
    }

    /// Sentences 8 and 9.
    fn outcome(&self, of: &PokerBox, dealer: Strength) -> Outcome {
        match () {
            () if of.is_folded() => Outcome::Folded,
            () if !has_game(dealer) => Outcome::NoGame,
            () => Outcome::of(strength(&of.cards), dealer),
        }
    }

    fn returned(&self, of: &PokerBox, stake: BoxStake, dealer: Strength) -> StakeReturn {
        let outcome = self.outcome(of, dealer);
        let pays = &self.play.pays;
        match (stake.kind, outcome) {
            (StakeKind::Ante, Outcome::NoGame | Outcome::Higher) => won(stake, None, pays.ante),
            (StakeKind::Bet, Outcome::Higher) => {
                let combination = strength(&of.cards).combination();
                pays.bet.of(combination).map_or_else(|| StakeReturn::back(stake), |odds| won(stake, Some(combination), odds))
            }
            (StakeKind::Bet, Outcome::NoGame) | (StakeKind::Ante | StakeKind::Bet, Outcome::Equal) => StakeReturn::back(stake),
            (StakeKind::Insurance, _) => insurance_return(stake, dealer, outcome, pays.insurance),
            (StakeKind::Bonus, _) if of.is_folded() && !self.play.bonus_survives_pass => StakeReturn::lost(stake),
            (StakeKind::Bonus, _) => {
                let first_five = strength(&of.first_cards).combination();
                bonus_return(pays.bonus.of(first_five), stake, first_five)
            }
            (StakeKind::Exchange, _) => StakeReturn::kept(stake),
            _ => StakeReturn::lost(stake),
        }
    }
}

impl contract::Deal for Deal {
    fn wants(&self) -> Want {
        match self.table.next() {
            Next::Card(to, face) => Want::Card { to, face },
            Next::First(at) => Want::Decision(self.decision(at, true)),
            Next::Final(at) => Want::Decision(self.decision(at, false)),
            Next::Showdown => Want::Settlement,
        }
    }

    fn take_card(&mut self, card: Card) {
        self.table.take_card(card);
    }

    fn take_choice(&mut self, choice: Choice) -> Vec<BoxStake> {
        let (at, decision) = match self.table.next() {
            Next::First(at) => (at, self.decision(at, true)),
            Next::Final(at) => (at, self.decision(at, false)),
            _ => panic!("a decision is handed in only where one is wanted"),
        };
        let price = decision.offer_for(&choice).expect("only a choice that was offered is handed in").least;
        self.table.take_choice(at, choice, price)
    }

    fn stakes(&self) -> &[BoxStake] {
        self.table.stakes()
    }

    fn settle(&self) -> DealSettlement {
        assert!(self.table.next() == Next::Showdown, "a round is settled when everybody has decided");
        let dealer = strength(self.table.dealer());
        let returns = self.table.returns(|at, stake| self.returned(&self.table.boxes()[at], stake, dealer));
        let cuts = self.play.payout.cuts(self.table.places(), &returns);
        DealSettlement { returns, cuts }
    }

    fn look(&self, eyes: Eyes) -> Vec<HandView> {
        let boxes = self.table.boxes().iter().map(|of| self.table.look_at(of, eyes, &combination));
        boxes.chain([self.table.look_at_dealer(self.table.dealer(), &opens, &combination)]).collect()
    }
}

/// Sentence 5: one card for an ante, two for one and a half.
fn exchanges(of: &PokerBox) -> impl Iterator<Item = Offer> {
    let cards = of.cards.len() as u8;
    (1..=2).map(move |count| Offer::exchange(count, cards, price_of(count, of.ante)))
}

/// What the exchange of so many cards costs.
pub(super) fn price_of(cards: u8, ante: Money) -> Money {
    if cards == 1 { ante } else { ante + half(ante) }
}

fn strength(cards: &[Card]) -> Strength {
    CardSet::of(cards).strength()
}

fn opens(dealer: &[Card]) -> bool {
    has_game(strength(dealer))
}

/// The combination of a hand, if it makes one.
fn combination(cards: &[Card]) -> Vec<Combination> {
    let combination = strength(cards).combination();
    if combination == Combination::Nothing { Vec::new() } else { alloc::vec![combination] }
}
