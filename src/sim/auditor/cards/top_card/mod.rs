//! Top Card Trump as `baccarat-and-quick-cards-am` section D has it, once more: who is asked, which cards a war brings, and what ante and war
//! return.

use std::sync::Arc;

use super::antes::{Antes, Limits, Raise};
use super::clerk::{Clerk, DealClerk};
use super::expected_turn::ExpectedTurn;
use super::keys::{Keys, Ratio};
use super::line::{Line, Won, pips};
use super::{Chosen, Settled};
use crate::model::{BoxStake, Card, CardPlace, Choice, Face, StakeKind};

/// BQAM-43.
const WAR: Raise = Raise { by: Choice::War, kind: StakeKind::War, otherwise: Choice::Fold };

/// BQAM-43: so many cards are laid aside unseen before the two of a war.
const CLOSED: usize = 3;

/// Reads the rules of one house.
pub(super) fn read(keys: &Keys<'_>) -> Result<Arc<dyn Clerk>, String> {
    Ok(Arc::new(Rules::read(keys)?))
}

/// The rules that differ from house to house.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rules {
    limits: Limits,
    /// BQAM-Q41: in a war the dealer has his open card first; otherwise the player.
    dealer_first_in_war: bool,
    /// BQAM-Q42.
    halves_up: bool,
    /// BQAM-Q40.
    higher: Ratio,
    /// BQAM-44.
    war: Ratio,
}

impl Rules {
    fn read(keys: &Keys<'_>) -> Result<Self, String> {
        Ok(Self {
            limits: Limits::read(keys)?,
            dealer_first_in_war: keys.is("play.war_first", "dealer", "player")?,
            halves_up: keys.is("play.rounding", "half-up", "floor")?,
            higher: keys.odds("play.pays.ante")?,
            war: keys.odds("play.pays.war")?,
        })
    }
}

impl Clerk for Rules {
    /// BQAM-40, BQAM-Q43: before the deal nothing lies but an ante, on the box of the seat's own number.
    fn check_laid(&self, lying: &[BoxStake]) -> Result<(), String> {
        self.limits.check_laid(lying)
    }

    fn begin(&self, laid: &[BoxStake]) -> Result<Box<dyn DealClerk>, String> {
        Ok(Box::new(Deal::new(self.clone(), laid)))
    }

    /// BQAM-Q44: a seat that is silent folds.
    fn is_default(&self, choice: Choice) -> bool {
        choice == Choice::Fold
    }
}

/// A deal. Any malfunction voids it (HRAM-30, P12).
#[derive(Clone, Debug, PartialEq, Eq)]
struct Deal {
    rules: Rules,
    /// What lies open before each side: the first card, and after three closed ones that of the war.
    player: Vec<Card>,
    dealer: Vec<Card>,
    /// How many cards were laid aside unseen.
    closed: usize,
    antes: Antes,
}

impl Deal {
    fn new(rules: Rules, laid: &[BoxStake]) -> Self {
        Self { rules, player: Vec::new(), dealer: Vec::new(), closed: 0, antes: Antes::new(WAR, laid) }
    }

    /// The numbers on the two cards of the first turn, or of the war, once both lie.
    fn pair(&self, turn: usize) -> Option<(u8, u8)> {
        Some((pips(*self.player.get(turn)?), pips(*self.dealer.get(turn)?)))
    }

    /// BQAM-41.
    fn is_tie(&self) -> bool {
        self.pair(0).is_some_and(|(player, dealer)| player == dealer)
    }

    /// BQAM-43: where somebody goes to war, once all have decided.
    fn next_of_war(&self) -> Option<(CardPlace, Face)> {
        let is_fought = self.is_tie() && self.antes.are_decided() && self.antes.has_raise();
        if is_fought && self.closed < CLOSED {
            return Some((CardPlace::Discard, Face::Down));
        }
        let sides = [(CardPlace::Dealer, self.dealer.len()), (CardPlace::Player, self.player.len())];
        let mut in_order = if self.rules.dealer_first_in_war { sides } else { [sides[1], sides[0]] }.into_iter();
        in_order.find(|(_, cards)| is_fought && *cards < 2).map(|(place, _)| (place, Face::Up))
    }

    /// What one stake returns.
    fn line(&self, stake: &BoxStake) -> Result<Line, String> {
        let (rules, amount) = (&self.rules, stake.amount.minor());
        let won = |odds| Line::wins(Won::of(amount, odds, rules.halves_up, None));
        let (player, dealer) = self.pair(0).ok_or("a deal was settled without two cards")?;
        if player != dealer {
            return Ok(if player > dealer { won(rules.higher) } else { Line::GONE });
        }
        // BQAM-42.
        if !self.antes.has_raised(stake.place) {
            return Ok(Line::part(Ratio { win: 1, per: 2 }.of(amount, rules.halves_up)));
        }
        let (player, dealer) = self.pair(1).ok_or("a war was settled without its two cards")?;
        Ok(match stake.kind {
            // BQAM-45; BQAM-46 gives a second tie to the player.
            _ if player < dealer => Line::GONE,
            StakeKind::War => won(rules.war),
            _ => Line::BACK,
        })
    }
}

impl DealClerk for Deal {
    fn next_card(&self) -> Option<(CardPlace, Face)> {
        match (self.player.len(), self.dealer.len()) {
            (0, _) => Some((CardPlace::Player, Face::Up)),
            (_, 0) => Some((CardPlace::Dealer, Face::Up)),
            _ => self.next_of_war(),
        }
    }

    /// BQAM-41: all at once, where the two cards are equal.
    fn asked(&self) -> Vec<ExpectedTurn> {
        if self.is_tie() { self.antes.asked() } else { Vec::new() }
    }

    fn take(&mut self, to: CardPlace, face: Face, card: Card) -> Result<(), String> {
        self.may_take(to, face)?;
        match to {
            CardPlace::Player => self.player.push(card),
            CardPlace::Dealer => self.dealer.push(card),
            _ => self.closed += 1,
        }
        Ok(())
    }

    fn chose(&mut self, chosen: &Chosen<'_>) -> Result<(), String> {
        let asked = self.asked();
        self.antes.chose(&asked, chosen)
    }

    fn settle(&self) -> Result<Settled, String> {
        self.may_settle()?;
        self.antes.settled(|stake| self.line(stake))
    }
}

#[cfg(test)]
mod tests;
