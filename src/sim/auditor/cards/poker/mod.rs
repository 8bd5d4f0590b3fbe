//! Oasis and Russian poker as `house-poker-by` has them, once more: what is bought, who has the better hand, what each stake returns.

mod dealing_order;
mod decisions;
mod house;
mod limits;
pub(super) mod rank;
mod rules;
mod settle;

pub(super) use house::{read_oasis, read_russian};
pub(super) use rules::Rules;

use super::line::require;
use crate::model::{BoxNumber, BoxStake, Card, Seat, StakeKind};

/// A deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Deal {
    rules: Rules,
    /// In the order in which they were laid, and after those the ones laid since.
    stakes: Vec<BoxStake>,
    boxes: Vec<PokerBox>,
    dealer: Dealer,
}

/// A box.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PokerBox {
    seat: Seat,
    place: BoxNumber,
    /// The bet lay before the deal (HPC-6).
    is_dark: bool,
    cards: Vec<Card>,
    /// The first five, on which the bonus plays.
    first_five: Vec<Card>,
    /// How many cards it has still to get for what it bought.
    owed: usize,
    has_improved: bool,
    /// A dark box that might have bought cards has not (HA-12).
    has_declined_cards: bool,
    has_folded: bool,
    has_bet: bool,
    /// Whether it buys the dealer's game, once that was asked.
    buys_game: Option<bool>,
}

/// The dealer's hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Dealer {
    /// As it was dealt.
    cards: Vec<Card>,
    /// The card that stayed when the game was bought.
    came: Option<Card>,
}

/// The dealer's hand as it is when the game was bought, with what was thrown away for it (RUS-19).
struct Bought {
    kept: Vec<Card>,
    thrown: Card,
    came: Option<Card>,
}

impl Deal {
    /// # Errors
    /// Stakes before the deal that cannot lie together.
    pub(super) fn new(rules: Rules, laid: &[BoxStake]) -> Result<Self, String> {
        let antes = laid.iter().filter(|stake| stake.kind == StakeKind::Ante);
        let mut boxes: Vec<PokerBox> = antes.map(|ante| PokerBox::new(ante, laid)).collect();
        boxes.sort_by_key(|of| of.place);
        let deal = Self { rules, stakes: laid.to_vec(), boxes, dealer: Dealer::default() };
        deal.boxes.iter().try_for_each(|of| deal.check_laid(of))?;
        Ok(deal)
    }

    /// HPC-4: the bet is two antes; HA-23, HA-25: only a dark box is insured before the deal, and for so much at most.
    fn check_laid(&self, of: &PokerBox) -> Result<(), String> {
        let [ante, bet, insurance] = [StakeKind::Ante, StakeKind::Bet, StakeKind::Insurance].map(|kind| self.lies(of.place, kind));
        require(!of.is_dark || bet == 2 * ante, "a bet that is not two antes")?;
        let most = match &self.rules.game {
            rules::Game::Russian { dark_insurance: Some(dark), .. } if of.is_dark => dark.antes_most * ante,
            _ => 0,
        };
        require(
            insurance == 0 || (ante..=most).contains(&insurance),
            format_args!("an insurance of {insurance} before the deal, where {:?} lie", self.stakes),
        )
    }

    /// What lies of one kind on a box.
    fn lies(&self, place: BoxNumber, kind: StakeKind) -> i64 {
        self.stakes.iter().filter(|stake| stake.place == place && stake.kind == kind).map(|stake| stake.amount.minor()).sum()
    }
}

impl PokerBox {
    fn new(ante: &BoxStake, laid: &[BoxStake]) -> Self {
        let is_dark = laid.iter().any(|stake| stake.place == ante.place && stake.kind == StakeKind::Bet);
        Self {
            seat: ante.seat,
            place: ante.place,
            is_dark,
            cards: Vec::new(),
            first_five: Vec::new(),
            owed: 0,
            has_improved: false,
            has_declined_cards: false,
            has_folded: false,
            has_bet: is_dark,
            buys_game: None,
        }
    }

    /// Its bet stands, and it has not passed.
    const fn is_in_play(&self) -> bool {
        self.has_bet && !self.has_folded
    }

    fn has_bought_game(&self) -> bool {
        self.buys_game == Some(true)
    }
}

#[cfg(test)]
mod tests;
