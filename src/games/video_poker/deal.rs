//! One deal: five cards, the exchange, and the risk game with what was won.

use alloc::vec::Vec;

use super::Rules;
use super::rules::{Play, paid};
use crate::games::cards::Cards;
use crate::games::contract;
use crate::games::machine::BOX;
use crate::games::ranking::{CardSet, Strength};
use crate::games::risk::{Picked, Round};
use crate::model::{
    BoxStake, Card, CardChoice, CardPlace, Choice, ChoiceKind, DealSettlement, Decision, Eyes, Face, HandView, Money, Odds, Offer, Offers,
    StakeReturn, Standing, Want, Win,
};

/// How many cards a hand has.
const HAND: u8 = 5;

/// A deal of video poker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    play: Play,
    /// The one stake; none where the deal was made to be looked at alone.
    stakes: Vec<BoxStake>,
    is_highest_step: bool,
    hand: Cards,
    stage: Stage,
    /// How often the win was doubled.
    doublings: u8,
    /// The newest round of the risk game.
    round: Option<Round>,
}

/// Where the deal stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The hand is dealt; then it waits for the exchange.
    Dealt,
    /// New cards come to these places of the hand.
    Drawing(CardChoice),
    /// The win may be collected or put at risk.
    Won,
    /// The win is at risk; fresh cards come first.
    Shuffling,
    /// The win is at risk in a round.
    AtRisk,
    /// The win is collected.
    Collected,
    /// There is nothing to collect.
    Lost,
}

impl Deal {
    /// A deal before its first card.
    #[must_use]
    pub fn new(rules: &Rules, stakes: &[BoxStake]) -> Self {
        let is_highest_step = stakes.first().is_some_and(|stake| stake.amount == rules.limits.main.most);
        let (play, stakes) = (rules.play, stakes.to_vec());
        Self { play, stakes, is_highest_step, hand: Cards::NONE, stage: Stage::Dealt, doublings: 0, round: None }
    }

    fn strength(&self) -> Strength {
        CardSet::of(&self.hand).strength()
    }

    /// How many times the stake the hand pays.
    fn times(&self) -> u32 {
        self.play.pays.times(self.strength(), self.is_highest_step)
    }

    /// What the hand has won with everything that was doubled, the stake in it.
    fn won(&self) -> Money {
        let dealt: Money = self.stakes.iter().map(|stake| paid(stake.amount, self.times())).sum();
        (0..self.doublings).fold(dealt, |won, _| won + won)
    }

    /// The hand is complete, or a round has left something to collect: what may be done with it.
    fn stage_after_win(&self) -> Stage {
        match self.won() {
            won if won.is_zero() => Stage::Lost,
            won if self.play.risk.takes(won, self.doublings) => Stage::Won,
            _ => Stage::Collected,
        }
    }

    fn decision(&self, offers: Offers, otherwise: Choice) -> Want {
        let seat = self.stakes.first().expect("a deal has a stake").seat;
        Want::Decision(Decision { seat, place: BOX, hand: 0, offers, otherwise })
    }

    fn end_exchange_if_drawn(&mut self) {
        if self.stage == Stage::Drawing(CardChoice(0)) {
            self.stage = self.stage_after_win();
        }
    }

    fn pick(&mut self, cards: CardChoice) {
        let round = self.round.as_mut().expect("a card is picked in a round");
        match round.pick(cards.0.trailing_zeros() as usize) {
            Picked::Doubles => self.doublings += 1,
            Picked::Leaves => {}
            Picked::Loses => return self.stage = Stage::Lost,
        }
        self.stage = self.stage_after_win();
    }

    /// What the stake returns where the win that stands is collected.
    fn collected(&self) -> DealSettlement {
        DealSettlement { returns: self.stakes.iter().map(|stake| self.returned(*stake)).collect(), cuts: Vec::new() }
    }

    fn returned(&self, stake: BoxStake) -> StakeReturn {
        let times = self.times();
        if times == 0 {
            return StakeReturn::lost(stake);
        }
        let doubled = (1 << self.doublings) - 1;
        let of_hand = Odds::new(times - 1, 1).map(|odds| Win {
            combination: Some(self.strength().combination()),
            odds,
            amount: paid(stake.amount, times - 1),
        });
        let of_risk = Odds::new(doubled, 1).map(|odds| Win { combination: None, odds, amount: paid(paid(stake.amount, times), doubled) });
        let wins: Vec<Win> = of_hand.into_iter().chain(of_risk).collect();
        if wins.is_empty() { StakeReturn::back(stake) } else { StakeReturn::won_all(stake, wins) }
    }

    fn look_at_hand(&self) -> HandView {
        let open = if let Stage::Drawing(left) = self.stage { left } else { CardChoice(0) };
        let is_complete = self.hand.len() == usize::from(HAND) && open.count() == 0;
        let pays = is_complete && self.times() > 0;
        HandView {
            at: CardPlace::Hand { place: BOX, hand: 0 },
            cards: self.hand.iter().enumerate().map(|(place, card)| (!open.has(place)).then_some(*card)).collect(),
            points: None,
            combinations: pays.then(|| self.strength().combination()).into_iter().collect(),
            standing: if matches!(self.stage, Stage::Dealt | Stage::Drawing(_)) { Standing::Playing } else { Standing::Decided },
        }
    }
}

impl contract::Deal for Deal {
    fn wants(&self) -> Want {
        let card = Want::Card { to: CardPlace::Hand { place: BOX, hand: 0 }, face: Face::Up };
        match self.stage {
            Stage::Dealt if self.hand.len() < usize::from(HAND) => card,
            Stage::Dealt => self.decision([Offer::exchange_any(HAND)].into_iter().collect(), Choice::Exchange(CardChoice(0))),
            Stage::Drawing(_) => card,
            Stage::Won => {
                let won = self.won();
                let offers = [Offer::returning(ChoiceKind::Collect, won), Offer::returning(ChoiceKind::Risk, won + won)];
                self.decision(offers.into_iter().collect(), Choice::Collect)
            }
            Stage::Shuffling => Want::Fresh,
            Stage::AtRisk => {
                let round = self.round.as_ref().expect("a win is at risk in a round");
                round.wants(|offers, otherwise| self.decision(offers, otherwise))
            }
            Stage::Collected | Stage::Lost => Want::Settlement,
        }
    }

    fn take_card(&mut self, card: Card) {
        match &mut self.stage {
            Stage::Drawing(left) => {
                let place = left.0.trailing_zeros();
                left.0 &= !(1 << place);
                self.hand.replace(place as usize, card);
                self.end_exchange_if_drawn();
            }
            Stage::AtRisk => self.round.as_mut().expect("a win is at risk in a round").take_card(card),
            _ => self.hand.push(card),
        }
    }

    fn take_choice(&mut self, choice: Choice) -> Vec<BoxStake> {
        match choice {
            Choice::Exchange(cards) => {
                self.stage = Stage::Drawing(cards);
                self.end_exchange_if_drawn();
            }
            Choice::Collect => self.stage = Stage::Collected,
            Choice::Risk => self.stage = Stage::Shuffling,
            Choice::Pick(cards) => self.pick(cards),
            _ => panic!("video poker has no such choice: {choice:?}"),
        }
        Vec::new()
    }

    fn take_fresh(&mut self) {
        self.round = Some(Round::new());
        self.stage = Stage::AtRisk;
    }

    fn stands(&self) -> Option<DealSettlement> {
        matches!(self.stage, Stage::Won | Stage::Shuffling | Stage::AtRisk).then(|| self.collected())
    }

    fn stakes(&self) -> &[BoxStake] {
        &self.stakes
    }

    fn settle(&self) -> DealSettlement {
        match self.stage {
            Stage::Collected => self.collected(),
            Stage::Lost => DealSettlement { returns: self.stakes.iter().copied().map(StakeReturn::lost).collect(), cuts: Vec::new() },
            _ => panic!("a deal is settled when its win is collected or lost"),
        }
    }

    /// The machine is its seat's own: nobody else looks at it, so all its eyes see the same.
    fn look(&self, _: Eyes) -> Vec<HandView> {
        core::iter::once(self.look_at_hand()).chain(self.round.as_ref().map(Round::look)).collect()
    }
}
