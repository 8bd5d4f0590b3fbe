//! Texas hold'em against the house as `house-poker-by` sections 1 and 2 have it, once more: where each card goes, who decides and sees what,
//! what is settled before the last two cards, and what every stake returns.

mod hand;
mod rules;
mod settle;

pub(super) use rules::read;

use rules::Rules;

use super::clerk::DealClerk;
use super::expected_turn::{ExpectedTurn, Offered};
use super::{Chosen, Settled};
use crate::model::{BoxNumber, BoxStake, Card, CardPlace, Choice, ChoiceKind, Face, Seat, StakeKind};

/// How many of the board's cards come before the decisions (THB-2), and how many in all.
const FIRST: usize = 3;
const BOARD: usize = 5;

/// A deal. A card that nobody asked for makes it void (HRB-30).
#[derive(Clone, Debug, PartialEq, Eq)]
struct Deal {
    rules: Rules,
    /// In the order in which they were laid, and after those the bets in the order of the decisions.
    stakes: Vec<BoxStake>,
    /// From the left.
    boxes: Vec<PlayedBox>,
    dealer: Vec<Card>,
    board: Vec<Card>,
}

/// A box with an ante.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PlayedBox {
    seat: Seat,
    place: BoxNumber,
    ante: i64,
    has_bonus: bool,
    /// The bet lay before the deal (HPC-6).
    is_dark: bool,
    cards: Vec<Card>,
    /// Whether it plays on or was passed, once that is decided.
    plays: Option<bool>,
}

impl PlayedBox {
    fn new(ante: &BoxStake, laid: &[BoxStake]) -> Self {
        let lies = |kind| laid.iter().any(|stake| stake.place == ante.place && stake.kind == kind);
        let (has_bonus, is_dark) = (lies(StakeKind::Bonus), lies(StakeKind::Bet));
        let BoxStake { seat, place, amount, .. } = *ante;
        Self { seat, place, ante: amount.minor(), has_bonus, is_dark, cards: Vec::new(), plays: is_dark.then_some(true) }
    }

    const fn at(&self) -> CardPlace {
        CardPlace::Hand { place: self.place, hand: 0 }
    }

    fn is_in_play(&self) -> bool {
        self.plays == Some(true)
    }

    fn has_passed(&self) -> bool {
        self.plays == Some(false)
    }
}

impl Deal {
    fn new(rules: Rules, laid: &[BoxStake]) -> Self {
        let antes = laid.iter().filter(|stake| stake.kind == StakeKind::Ante);
        let mut boxes: Vec<PlayedBox> = antes.map(|ante| PlayedBox::new(ante, laid)).collect();
        boxes.sort_by_key(|of| of.place);
        Self { rules, stakes: laid.to_vec(), boxes, dealer: Vec::new(), board: Vec::new() }
    }

    fn of(&self, place: BoxNumber) -> Option<&PlayedBox> {
        self.boxes.iter().find(|of| of.place == place)
    }

    /// THB-2: one card to each box from the left and to the dealer, and once more.
    fn next_closed(&self) -> Option<CardPlace> {
        let of_round = |had: usize| {
            let of = self.boxes.iter().find(|of| of.cards.len() <= had).map(PlayedBox::at);
            of.or((self.dealer.len() <= had).then_some(CardPlace::Dealer))
        };
        of_round(0).or_else(|| of_round(1))
    }

    /// HRB-18: nobody touches cards while they are dealt.
    fn is_dealt(&self) -> bool {
        self.board.len() >= FIRST
    }

    /// From the left, box by box; a dark box decides nothing (HPC-6).
    fn first_undecided(&self) -> Option<&PlayedBox> {
        self.boxes.iter().find(|of| self.is_dealt() && of.plays.is_none())
    }

    fn are_decided(&self) -> bool {
        self.is_dealt() && self.boxes.iter().all(|of| of.plays.is_some())
    }

    /// THB-2: the dealer has opened, against somebody.
    fn is_shown_down(&self) -> bool {
        self.board.len() == BOARD && self.boxes.iter().any(PlayedBox::is_in_play)
    }

    /// Whether the bonus of a box was looked at when the last box had decided (THB-14). That of a passed box is not where the house takes it
    /// with the ante (HA-5), and a dark box is opened after the dealer, as everywhere (HA-30, HRB-19).
    fn is_opened_for_bonus(&self, of: &PlayedBox) -> bool {
        let plays = !of.has_passed() || self.rules.bonus_survives_pass;
        self.are_decided() && of.has_bonus && !of.is_dark && plays
    }
}

impl DealClerk for Deal {
    fn next_card(&self) -> Option<(CardPlace, Face)> {
        if let Some(to) = self.next_closed() {
            return Some((to, Face::Down));
        }
        let goes_on = self.are_decided() && self.boxes.iter().any(PlayedBox::is_in_play);
        let most = if goes_on { BOARD } else { FIRST };
        (self.board.len() < most).then_some((CardPlace::Board, Face::Up))
    }

    fn asked(&self) -> Vec<ExpectedTurn> {
        let choices = |ante: i64| vec![Offered::free(ChoiceKind::Fold), Offered::at(ChoiceKind::Bet, 2 * ante)];
        let asks = |of: &PlayedBox| ExpectedTurn { seat: of.seat, place: of.place, hand: 0, choices: choices(of.ante) };
        self.first_undecided().map(asks).into_iter().collect()
    }

    fn take(&mut self, to: CardPlace, face: Face, card: Card) -> Result<(), String> {
        self.may_take(to, face)?;
        match to {
            CardPlace::Dealer => self.dealer.push(card),
            CardPlace::Board => self.board.push(card),
            _ => self.boxes.iter_mut().filter(|of| of.at() == to).for_each(|of| of.cards.push(card)),
        }
        Ok(())
    }

    /// THB-2, THB-3, HPC-9: the dealer's hand and those that play when the dealer opens; before it those with a bonus; the board always.
    fn is_open_at(&self, at: CardPlace) -> Option<bool> {
        Some(match at {
            CardPlace::Hand { place, .. } => {
                self.of(place).is_some_and(|of| self.is_opened_for_bonus(of) || (of.is_in_play() && self.is_shown_down()))
            }
            CardPlace::Dealer => self.is_shown_down(),
            _ => true,
        })
    }

    /// HPC-11: his first box when all is dealt, and each other one when he has decided on those before it; a dark one never (HPC-10).
    fn is_seen_by(&self, seat: Seat, place: BoxNumber) -> bool {
        let of = self.of(place).filter(|of| of.seat == seat && !of.is_dark);
        let mut before = self.boxes.iter().filter(|other| other.seat == seat && other.place < place);
        of.is_some() && self.is_dealt() && before.all(|other| other.plays.is_some())
    }

    fn chose(&mut self, chosen: &Chosen<'_>) -> Result<(), String> {
        let asked = self.asked().pop().ok_or("a decision that nobody was asked for")?;
        let bets = chosen.choice == Choice::Bet;
        let placed = chosen.placed(bets.then_some(StakeKind::Bet), asked.price(chosen)?)?;
        self.boxes.iter_mut().filter(|of| of.place == chosen.place).for_each(|of| of.plays = Some(bets));
        self.stakes.extend(placed);
        Ok(())
    }

    fn settle(&self) -> Result<Settled, String> {
        self.may_settle()?;
        self.settled(self.stakes.clone())
    }

    fn due_beyond(&self, paid: &[BoxStake]) -> Result<Settled, String> {
        self.settled(self.stakes.iter().filter(|stake| self.is_over(stake) && !paid.contains(stake)).copied().collect())
    }

    fn payments_stand(&self) -> bool {
        self.rules.payments_stand
    }
}

#[cfg(test)]
mod tests;
