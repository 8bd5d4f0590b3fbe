//! What every stake returns.

use alloc::vec::Vec;

use super::BlackjackTakes;
use super::deal::{Deal, Hand, HandState};
use crate::games::counting::{CountedCards, MOST};
use crate::games::early_payments::{EarlyPayments, Forfeits};
use crate::model::{BoxStake, Card, Combination, Cut, DealSettlement, Fate, Money, Odds, Rank, StakeKind, StakeReturn, Win};

/// What becomes of a stake, prizes apart.
#[derive(Clone, Copy)]
enum Verdict {
    Wins(Option<Combination>, Odds),
    Back,
    Waits,
    Lost,
    Surrendered,
}

impl Deal {
    pub(super) fn settlement(&self) -> DealSettlement {
        let returns: Vec<StakeReturn> = (0..self.stakes.len()).map(|index| self.stake_return(index)).collect();
        self.cut(returns)
    }

    fn cut(&self, returns: Vec<StakeReturn>) -> DealSettlement {
        let cuts = self.limits.win_most_minor.map(|most| cuts(&returns, most)).unwrap_or_default();
        DealSettlement { returns, cuts }
    }

    /// What is paid or taken before the deal is over.
    pub(super) fn early_payments(&self) -> DealSettlement {
        let (pays, takes) = (self.pays_early(), self.play.forfeits_in_void == Forfeits::Stand);
        let is_over = |index: &usize| (pays && self.is_paid_early(*index)) || (takes && self.is_forfeit(*index));
        let over = (0..self.stakes.len()).filter(is_over);
        self.cut(over.map(|index| self.stake_return(index)).collect())
    }

    /// A stake on a hand that is over 21 (BJB-17, BJAM-15; face down it is seen later, BA-24), or was given up where that is final (BA-12,
    /// BJAM-Q10). Insurance is against the dealer alone and lies on (BJB-20, BJAM-Q13), also where his second card has lost it
    /// already (BJB-29): that is taken with everything else, and a void in between gives it back.
    fn is_forfeit(&self, index: usize) -> bool {
        let stake = &self.stakes[index];
        let is_over = match self.hand_of(stake).state {
            HandState::Bust => true,
            HandState::Surrendered => self.play.surrender.is_some_and(|rules| rules.is_final),
            HandState::Playing | HandState::Stands | HandState::SitsOut => false,
        };
        is_over && stake.kind != StakeKind::Insurance
    }

    /// Whether anything is paid before the deal is over.
    pub(super) fn pays_early(&self) -> bool {
        self.play.blackjack.payments_in_void != EarlyPayments::None
    }

    /// Even money (BJAM-27, BJB-30), and a blackjack to which the croupier has come and that the dealer's cards cannot touch (section 5 of
    /// `blackjack-by`, BW-1).
    fn is_paid_early(&self, index: usize) -> bool {
        let stake = &self.stakes[index];
        if index < usize::from(self.players) && self.took_even_money(index as u8) {
            return true;
        }
        let hand = self.hand_of(stake);
        let is_blackjack = hand.state == HandState::Stands && self.is_blackjack(hand) && stake.kind != StakeKind::Insurance;
        is_blackjack && self.pays_blackjack_at_once()
    }

    /// What comes back to everybody together: the sum of the settlement, without writing it down. The deal is over.
    #[must_use]
    pub fn returned(&self) -> Money {
        let is_plain = self.limits.win_most_minor.is_none() && self.play.prizes.all().iter().all(Option::is_none);
        if is_plain {
            return (0..self.stakes.len()).map(|index| self.plainly_returned(index)).sum();
        }
        let settlement = self.settlement();
        let returned: Money = settlement.returns.iter().map(|line| line.returned).sum();
        returned - settlement.cuts.iter().map(|cut| cut.amount).sum()
    }

    /// What a stake returns, prizes apart.
    fn plainly_returned(&self, index: usize) -> Money {
        let amount = self.stakes[index].amount;
        match self.verdict(index) {
            Verdict::Wins(_, odds) => amount + odds.win_of(amount, self.play.rounding),
            Verdict::Back => amount,
            Verdict::Lost | Verdict::Waits => Money::ZERO,
            Verdict::Surrendered => self.half_of(amount),
        }
    }

    /// Half of a stake that is given up, rounded by the rules (BJAM-Q22).
    fn half_of(&self, amount: Money) -> Money {
        Odds::HALF.win_of(amount, self.play.rounding)
    }

    fn stake_return(&self, index: usize) -> StakeReturn {
        let stake = self.stakes[index];
        let win = |combination, odds: Odds| Win { combination, odds, amount: odds.win_of(stake.amount, self.play.rounding) };
        let (fate, of_verdict) = match self.verdict(index) {
            Verdict::Wins(combination, odds) => (Fate::Won, Some(win(combination, odds))),
            Verdict::Back => (Fate::Returned, None),
            Verdict::Waits => (Fate::Waiting, None),
            Verdict::Lost => (Fate::Lost, None),
            Verdict::Surrendered => (Fate::Surrendered, None),
        };
        let mut wins: Vec<Win> = of_verdict.into_iter().chain(self.prizes(&stake, win)).collect();
        wins.sort_by_key(|win| core::cmp::Reverse(win.amount));
        let won: Money = wins.iter().map(|win| win.amount).sum();
        let base = match fate {
            Fate::Won | Fate::Returned => stake.amount,
            Fate::Surrendered => self.half_of(stake.amount),
            _ => Money::ZERO,
        };
        StakeReturn { stake, fate, wins, returned: base + won }
    }

    fn verdict(&self, index: usize) -> Verdict {
        let stake = &self.stakes[index];
        if stake.kind == StakeKind::Insurance {
            return self.verdict_on_insurance(stake);
        }
        let hand = self.hand_of(stake);
        match hand.state {
            HandState::SitsOut => Verdict::Waits,
            HandState::Surrendered if self.takes_surrendered() => Verdict::Lost,
            HandState::Surrendered => Verdict::Surrendered,
            HandState::Bust => Verdict::Lost,
            HandState::Stands | HandState::Playing if self.is_blackjack(hand) => self.verdict_on_blackjack(index),
            HandState::Stands | HandState::Playing => self.verdict_on_count(hand, stake.kind),
        }
    }

    /// The hand that a stake is for.
    fn hand_of(&self, stake: &BoxStake) -> &Hand {
        let is_it = |hand: &&Hand| hand.place == stake.place && hand.number == stake.hand;
        self.hands.iter().find(is_it).expect("every stake is placed on a hand that there is")
    }

    /// It wins where the dealer has a blackjack, and else it is lost (BJAM-26, BJB-29). That of a box which sits out comes back: it was laid
    /// against this deal's dealer, so there is nothing for it to wait for.
    fn verdict_on_insurance(&self, stake: &BoxStake) -> Verdict {
        match self.hand_of(stake).state {
            HandState::SitsOut => Verdict::Back,
            _ if self.dealer.is_ace_and_ten() => Verdict::Wins(None, self.play.pays.insurance),
            _ => Verdict::Lost,
        }
    }

    /// Whether a blackjack of the dealer takes what was to come back of given-up hands (BJAM-Q10, BA-12).
    fn takes_surrendered(&self) -> bool {
        self.play.surrender.is_some_and(|rules| !rules.is_final) && self.dealer.is_ace_and_ten()
    }

    /// BJAM-13, BJAM-27, BJB-9, BJB-30.
    fn verdict_on_blackjack(&self, index: usize) -> Verdict {
        let pays = &self.play.pays;
        if index < usize::from(self.players) && self.took_even_money(index as u8) {
            Verdict::Wins(Some(Combination::Blackjack), pays.even_money)
        } else if self.dealer.is_ace_and_ten() {
            Verdict::Back
        } else {
            Verdict::Wins(Some(Combination::Blackjack), pays.blackjack)
        }
    }

    /// BJAM-14 to BJAM-17, BJB-10, BJB-17 to BJB-19, BA-24.
    fn verdict_on_count(&self, hand: &Hand, kind: StakeKind) -> Verdict {
        let (own, dealer) = (hand.points().points, self.dealer.points().points);
        if own > MOST {
            return Verdict::Lost;
        }
        if self.dealer.is_ace_and_ten() {
            let comes_back = self.play.dealer.blackjack_takes == BlackjackTakes::OriginalOnly && kind != StakeKind::Main;
            return if comes_back { Verdict::Back } else { Verdict::Lost };
        }
        match own.cmp(&dealer) {
            _ if dealer > MOST => Verdict::Wins(None, self.play.pays.win),
            core::cmp::Ordering::Greater => Verdict::Wins(None, self.play.pays.win),
            core::cmp::Ordering::Equal => Verdict::Back,
            core::cmp::Ordering::Less => Verdict::Lost,
        }
    }

    /// The prizes on the first stake of a box that was not split (BJAM-28).
    fn prizes(&self, stake: &BoxStake, win: impl Fn(Option<Combination>, Odds) -> Win) -> impl Iterator<Item = Win> {
        let prizes = &self.play.prizes;
        let hand = if stake.kind == StakeKind::Main { Some(self.hand_of(stake)) } else { None };
        let hand = hand.filter(|hand| !hand.is_of_split && matches!(hand.state, HandState::Stands));
        let cards = hand.map_or(&CountedCards::NONE, |hand| &hand.cards);
        let holds = [
            (Combination::ThreeSevens, prizes.three_sevens, is_three_sevens(cards)),
            (Combination::SixCards, prizes.six_cards, cards.len() >= 6 && cards.points().points <= MOST),
            (Combination::SixSevenEight, prizes.six_seven_eight, is_six_seven_eight(cards)),
            (Combination::SuitedBlackjack, prizes.suited_blackjack, cards.is_ace_and_ten() && is_of_one_suit(cards)),
        ];
        let won = move |(combination, odds, holds): (Combination, Option<Odds>, bool)| {
            odds.filter(|_| holds).map(|odds| win(Some(combination), odds))
        };
        holds.into_iter().filter_map(won)
    }
}

fn is_three_sevens(cards: &[Card]) -> bool {
    cards.len() == 3 && cards.iter().all(|card| card.rank() == Rank::Seven)
}

fn is_six_seven_eight(cards: &[Card]) -> bool {
    let has = |rank| cards.iter().any(|card| card.rank() == rank);
    cards.len() == 3 && has(Rank::Six) && has(Rank::Seven) && has(Rank::Eight) && is_of_one_suit(cards)
}

fn is_of_one_suit(cards: &[Card]) -> bool {
    cards.iter().all(|card| card.suit() == cards[0].suit())
}

/// What is above the most that one stake wins, for each seat and box (BA-16).
fn cuts(returns: &[StakeReturn], most: Money) -> Vec<Cut> {
    let mut cuts: Vec<Cut> = Vec::new();
    for StakeReturn { stake, wins, .. } in returns {
        let BoxStake { seat, place, .. } = *stake;
        let won: Money = wins.iter().map(|win| win.amount).sum();
        if won <= most {
            continue;
        }
        let amount = won - most;
        match cuts.iter_mut().find(|cut| cut.seat == seat && cut.place == place) {
            Some(cut) => cut.amount = cut.amount + amount,
            None => cuts.push(Cut { seat, place, amount }),
        }
    }
    cuts
}
