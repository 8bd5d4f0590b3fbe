//! Video poker as `baccarat-and-quick-cards-am` section F has it, once more: one exchange, what the hand wins, and the risk game.

mod rules;

pub(super) use rules::read;

use rules::{Rules, Win};

use super::clerk::DealClerk;
use super::expected_turn::{ExpectedTurn, Offered};
use super::line::{Line, pips, require};
use super::{Chosen, Settled};
use crate::model::{BoxNumber, BoxStake, Card, CardChoice, CardPlace, Choice, ChoiceKind, Face};

/// How many cards a hand has, and how many closed ones there are to pick from.
const HAND: usize = 5;
const CLOSED: u8 = 4;

const AT_HAND: CardPlace = CardPlace::Hand { place: BoxNumber(1), hand: 0 };

/// A deal. A card that nobody asked for, or that does not come, ends it: with the stake back, or with the win that stands.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Deal {
    rules: Rules,
    stake: BoxStake,
    /// The places of the hand from the left; none where a card lies turned down, to be changed.
    hand: Vec<Option<Card>>,
    is_exchanged: bool,
    /// What stands once the hand is complete; none where it is lost, or nothing was won.
    win: Option<Win>,
    risk: Risk,
}

/// Where the risk game is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Risk {
    /// The hand is not complete.
    NotYet,
    /// To collect or to risk.
    Asked(Laid),
    /// The cards of the next round are to be shuffled.
    Shuffling(Laid),
    /// The cards of a round are dealt, and then one is picked.
    Round(Laid),
    Over(Laid),
}

/// The cards of one round: the open one, then the closed ones; and which of those was picked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Laid {
    cards: Vec<Card>,
    picked: Option<usize>,
}

impl Laid {
    /// Everybody sees the open card and the picked one.
    fn seen(&self) -> Vec<Option<Card>> {
        let is_seen = |at: usize| at == 0 || Some(at) == self.picked;
        self.cards.iter().enumerate().map(|(at, card)| is_seen(at).then_some(*card)).collect()
    }
}

impl Deal {
    const fn new(rules: Rules, stake: BoxStake) -> Self {
        Self { rules, stake, hand: Vec::new(), is_exchanged: false, win: None, risk: Risk::NotYet }
    }

    /// BQAM-62: what the hand wins, once nothing is missing from it.
    fn complete(&mut self) {
        let cards: Vec<Card> = self.hand.iter().flatten().copied().collect();
        if self.is_exchanged && cards.len() == HAND {
            self.win = self.rules.win(&cards, self.stake.amount.minor());
            self.ask(Laid::default());
        }
    }

    /// BQAM-63, BQAM-Q74: what stands is collected or risked where it may be.
    fn ask(&mut self, laid: Laid) {
        let may_risk = self.win.is_some_and(|win| self.rules.may_risk(&win));
        self.risk = if may_risk { Risk::Asked(laid) } else { Risk::Over(laid) };
    }

    /// BQAM-61, BQAM-Q72: the marked cards are turned down.
    fn exchange(&mut self, marked: CardChoice) {
        for (at, card) in self.hand.iter_mut().enumerate() {
            card.take_if(|_| marked.has(at));
        }
        self.is_exchanged = true;
        self.complete();
    }

    /// BQAM-64: a higher card doubles, an equal one changes nothing, a lower one loses.
    fn pick(&mut self, picked: CardChoice) -> Result<(), String> {
        let Risk::Round(mut laid) = core::mem::replace(&mut self.risk, Risk::NotYet) else {
            return Err("a card was picked of none".into());
        };
        let at = (1..=usize::from(CLOSED)).find(|at| picked.has(at - 1)).ok_or("no card was picked")?;
        laid.picked = Some(at);
        self.win = match pips(laid.cards[at]).cmp(&pips(laid.cards[0])) {
            core::cmp::Ordering::Greater => self.win.map(Win::doubled),
            core::cmp::Ordering::Equal => self.win,
            core::cmp::Ordering::Less => None,
        };
        self.ask(laid);
        Ok(())
    }

    fn settled(&self) -> Settled {
        let line = self.win.map_or(Line::GONE, |win| win.line());
        Settled { lines: vec![line], stakes: vec![self.stake], cuts: Vec::new() }
    }

    const fn laid(&self) -> Option<&Laid> {
        match &self.risk {
            Risk::NotYet => None,
            Risk::Asked(laid) | Risk::Shuffling(laid) | Risk::Round(laid) | Risk::Over(laid) => Some(laid),
        }
    }
}

impl DealClerk for Deal {
    fn next_card(&self) -> Option<(CardPlace, Face)> {
        match &self.risk {
            Risk::NotYet => {
                let is_missing = if self.is_exchanged { self.hand.contains(&None) } else { self.hand.len() < HAND };
                is_missing.then_some((AT_HAND, Face::Up))
            }
            Risk::Round(laid) if laid.cards.is_empty() => Some((CardPlace::Board, Face::Up)),
            Risk::Round(laid) if laid.cards.len() <= usize::from(CLOSED) => Some((CardPlace::Board, Face::Down)),
            _ => None,
        }
    }

    fn asked(&self) -> Vec<ExpectedTurn> {
        let choices = match &self.risk {
            Risk::NotYet if self.hand.len() == HAND && !self.is_exchanged => vec![Offered::exchange_any(HAND as u8)],
            Risk::Asked(_) => {
                let won = self.win.map_or(0, |win| win.amount());
                vec![Offered::returning(ChoiceKind::Collect, won), Offered::returning(ChoiceKind::Risk, 2 * won)]
            }
            Risk::Round(laid) if laid.cards.len() > usize::from(CLOSED) => vec![Offered::pick(CLOSED)],
            _ => return Vec::new(),
        };
        vec![ExpectedTurn { seat: self.stake.seat, place: self.stake.place, hand: 0, choices }]
    }

    fn take(&mut self, to: CardPlace, face: Face, card: Card) -> Result<(), String> {
        self.may_take(to, face)?;
        if let Risk::Round(laid) = &mut self.risk {
            laid.cards.push(card);
            return Ok(());
        }
        match self.hand.iter_mut().find(|card| card.is_none()) {
            Some(place) => *place = Some(card),
            None => self.hand.push(Some(card)),
        }
        self.complete();
        Ok(())
    }

    fn shows(&self, at: CardPlace) -> Option<Vec<Option<Card>>> {
        match at {
            AT_HAND => Some(self.hand.clone()),
            CardPlace::Board => Some(self.laid().map(Laid::seen).unwrap_or_default()),
            _ => Some(Vec::new()),
        }
    }

    fn wants_fresh(&self) -> bool {
        matches!(self.risk, Risk::Shuffling(_))
    }

    fn take_fresh(&mut self) {
        self.risk = Risk::Round(Laid::default());
    }

    fn stands(&self) -> Option<Settled> {
        matches!(self.risk, Risk::Asked(_) | Risk::Shuffling(_) | Risk::Round(_)).then(|| self.settled())
    }

    fn chose(&mut self, chosen: &Chosen<'_>) -> Result<(), String> {
        let asked = self.asked().pop().ok_or("a decision that nobody was asked for")?;
        asked.price(chosen)?;
        require(chosen.stakes.is_empty(), format_args!("{:?} placed {:?}", chosen.choice, chosen.stakes))?;
        match chosen.choice {
            Choice::Exchange(marked) => self.exchange(marked),
            Choice::Pick(picked) => self.pick(picked)?,
            Choice::Risk => self.risk = Risk::Shuffling(self.laid().cloned().unwrap_or_default()),
            _ => self.risk = Risk::Over(self.laid().cloned().unwrap_or_default()),
        }
        Ok(())
    }

    fn settle(&self) -> Result<Settled, String> {
        let is_over = matches!(self.risk, Risk::Over(_));
        require(
            is_over,
            format_args!("a deal was settled while {:?} was to come, or it was the turn of {:?}", self.next_card(), self.asked()),
        )?;
        Ok(self.settled())
    }
}

#[cfg(test)]
mod tests;
