//! One deal: the first card, then guesses until the pot is collected or lost.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::Rules;
use super::guess::{Guess, Unseen, Way};
use super::rules::Play;
use crate::games::contract;
use crate::games::machine::BOX;
use crate::model::{
    BoxStake, Card, CardPlace, Choice, ChoiceKind, DealSettlement, Decision, Eyes, Face, HandView, Money, Odds, Offer, Offers, StakeKind,
    StakeReturn, Standing, Want, Win,
};

/// A deal of Draw Hi-Lo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    play: Play,
    /// The ante, then the bets on a tie; none where the deal was made to be looked at alone.
    stakes: Vec<BoxStake>,
    /// The first card, then every card that was drawn.
    cards: Vec<Card>,
    unseen: Unseen,
    /// What the ante has come to.
    pot: Money,
    /// How many guesses were right.
    steps: u8,
    /// What the right guesses added to the pot, where they did.
    wins: Vec<Win>,
    stage: Stage,
}

/// Where the deal stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The first card comes.
    First,
    /// A guess is waited for, or what else may be done before it.
    Deciding,
    /// The card comes that was guessed to be so.
    Drawing(Guess),
    /// The pot is collected.
    Collected,
    /// A guess was wrong.
    Lost,
}

impl Deal {
    /// A deal before its first card.
    #[must_use]
    pub fn new(rules: &Rules, stakes: &[BoxStake]) -> Self {
        let pot = stakes.first().map(|stake| stake.amount).unwrap_or_default();
        let (play, stakes) = (rules.play, stakes.to_vec());
        Self { play, stakes, cards: Vec::new(), unseen: Unseen::PACK, pot, steps: 0, wins: Vec::new(), stage: Stage::First }
    }

    fn ante(&self) -> Money {
        self.stakes.first().map(|stake| stake.amount).unwrap_or_default()
    }

    fn last_card(&self) -> Card {
        *self.cards.last().expect("a card lies before anything is guessed")
    }

    /// The number of the draw that comes next, from 0.
    fn next_draw(&self) -> u8 {
        (self.cards.len() - 1) as u8
    }

    fn guess(&self, way: Way) -> Option<Guess> {
        Guess::of(way, &self.unseen, self.last_card(), self.pot, self.ante(), &self.play)
    }

    /// The guesses that are offered, higher first.
    fn guesses(&self) -> impl Iterator<Item = Guess> {
        [Way::Higher, Way::Lower].into_iter().filter_map(|way| self.guess(way))
    }

    /// Whether a bet on a tie waits for its card.
    fn tie_waits(&self) -> bool {
        self.stakes.last().is_some_and(|stake| stake.kind == StakeKind::Tie && self.is_equal(stake).is_none())
    }

    /// Whether the card that this bet is on is of the rank of the one before; `None` where it has not come.
    fn is_equal(&self, bet: &BoxStake) -> Option<bool> {
        let draw = usize::from(bet.hand);
        self.cards.get(draw + 1).map(|card| card.rank() == self.cards[draw].rank())
    }

    fn tie_offer(&self) -> Option<Offer> {
        let can_come = self.unseen.equal(self.last_card()) > 0;
        let most = self.play.tie.most(self.ante()).filter(|_| can_come && !self.tie_waits())?;
        let step = self.play.tie.step_minor;
        Some(Offer::tie(step, most, step))
    }

    fn collect_offer(&self) -> Option<Offer> {
        (self.steps > 0 && !self.tie_waits()).then(|| Offer::returning(ChoiceKind::Collect, self.pot))
    }

    fn decision(&self) -> Decision {
        let seat = self.stakes.first().expect("a deal has a stake").seat;
        let guesses = self.guesses().map(|guess| guess.offer());
        let offers: Offers = guesses.chain(self.tie_offer()).chain(self.collect_offer()).collect();
        Decision { seat, place: BOX, hand: 0, offers, otherwise: self.otherwise() }
    }

    /// Silence collects where it may, and makes the likelier guess where not; of two as likely ones it guesses higher.
    fn otherwise(&self) -> Choice {
        let likelier = |one: Guess, other: Guess| if other.right > one.right { other } else { one };
        let guess = || self.guesses().reduce(likelier).expect("a decision offers a guess").way.choice();
        self.collect_offer().map_or_else(guess, |_| Choice::Collect)
    }

    fn take_drawn(&mut self, guess: Guess, card: Card) {
        let comes = guess.way.comes(self.last_card(), card);
        self.see(card);
        match comes {
            Ordering::Greater => self.win(guess),
            Ordering::Equal => {}
            Ordering::Less => return self.stage = Stage::Lost,
        }
        self.stage = self.stage_after_card();
    }

    fn see(&mut self, card: Card) {
        self.unseen.see(card);
        self.cards.push(card);
    }

    /// The pot comes to what was offered. A guess at 1.00, or one whose win is less than half a minor unit, adds nothing to it.
    fn win(&mut self, guess: Guess) {
        let amount = guess.pot - self.pot;
        let odds = Odds::new(guess.coefficient_hundredths - 100, 100).filter(|_| amount.is_positive());
        self.wins.extend(odds.map(|odds| Win { combination: None, odds, amount }));
        self.pot = guess.pot;
        self.steps += 1;
    }

    fn stage_after_card(&self) -> Stage {
        let goes_on = self.steps < self.play.steps_most && self.guesses().next().is_some();
        if goes_on { Stage::Deciding } else { Stage::Collected }
    }

    fn returned(&self, stake: BoxStake) -> StakeReturn {
        if stake.kind == StakeKind::Tie {
            return self.tie_returned(stake);
        }
        match self.stage {
            Stage::Lost => StakeReturn::lost(stake),
            _ if self.wins.is_empty() => StakeReturn::back(stake),
            _ => StakeReturn::won_all(stake, self.wins.clone()),
        }
    }

    fn tie_returned(&self, stake: BoxStake) -> StakeReturn {
        let odds = self.play.tie.odds;
        match self.is_equal(&stake) {
            Some(true) => StakeReturn::won(stake, Win { combination: None, odds, amount: self.play.tie.win_of(stake.amount) }),
            Some(false) => StakeReturn::lost(stake),
            None => StakeReturn::back(stake),
        }
    }

    fn settlement(&self) -> DealSettlement {
        DealSettlement { returns: self.stakes.iter().map(|stake| self.returned(*stake)).collect(), cuts: Vec::new() }
    }

    const fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Collected | Stage::Lost)
    }
}

impl contract::Deal for Deal {
    fn wants(&self) -> Want {
        match self.stage {
            Stage::First | Stage::Drawing(_) => Want::Card { to: CardPlace::Hand { place: BOX, hand: 0 }, face: Face::Up },
            Stage::Deciding => Want::Decision(self.decision()),
            Stage::Collected | Stage::Lost => Want::Settlement,
        }
    }

    fn take_card(&mut self, card: Card) {
        match self.stage {
            Stage::Drawing(guess) => self.take_drawn(guess, card),
            _ => {
                self.see(card);
                self.stage = self.stage_after_card();
            }
        }
    }

    fn take_choice(&mut self, choice: Choice) -> Vec<BoxStake> {
        let guess = |way| Stage::Drawing(self.guess(way).expect("the guess is offered"));
        match choice {
            Choice::Higher => self.stage = guess(Way::Higher),
            Choice::Lower => self.stage = guess(Way::Lower),
            Choice::Collect => self.stage = Stage::Collected,
            Choice::Tie(amount) => {
                let ante = *self.stakes.first().expect("a deal has a stake");
                let bet = BoxStake { hand: self.next_draw(), kind: StakeKind::Tie, amount, ..ante };
                self.stakes.push(bet);
                return alloc::vec![bet];
            }
            _ => panic!("Draw Hi-Lo has no such choice: {choice:?}"),
        }
        Vec::new()
    }

    /// The pot stands after a right guess, bets on a tie that were won stand, and so does what a wrong guess has ended.
    fn stands(&self) -> Option<DealSettlement> {
        let has_won_tie = self.stakes.iter().any(|stake| stake.kind == StakeKind::Tie && self.is_equal(stake) == Some(true));
        (self.steps > 0 || has_won_tie || self.is_over()).then(|| self.settlement())
    }

    fn stakes(&self) -> &[BoxStake] {
        &self.stakes
    }

    fn settle(&self) -> DealSettlement {
        assert!(self.is_over(), "a deal is settled when its pot is collected or lost");
        self.settlement()
    }

    /// Every card lies open.
    fn look(&self, _: Eyes) -> Vec<HandView> {
        alloc::vec![HandView {
            at: CardPlace::Hand { place: BOX, hand: 0 },
            cards: self.cards.iter().copied().map(Some).collect(),
            points: None,
            combinations: Vec::new(),
            standing: if self.is_over() { Standing::Decided } else { Standing::Playing },
        }]
    }
}
