//! Club poker: who is asked to buy cards, and what they cost (TPAM-22 to TPAM-24).

use super::after;
use super::progress::Progress;
use crate::model::{BettingAction, Card, CardChoice, Seat};

/// The buying of cards: who has answered, and how many new cards the last of them is still to get.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sale {
    answered: Vec<Seat>,
    missing: u8,
}

/// How many cards may be bought of how many, and what each costs.
pub(super) type Buyable = (u8, u8, i64);

impl Progress<'_> {
    pub(super) fn open_sale(&mut self) {
        self.begin_questions();
        self.sale = Some(Sale::default());
    }

    pub(super) fn close_sale(&mut self) {
        self.sale = None;
        self.end_questions(None);
    }

    /// Who gets the next new card.
    pub(super) fn is_served(&self) -> Option<Seat> {
        self.sale.as_ref().filter(|sale| sale.missing > 0).and_then(|sale| sale.answered.last().copied())
    }

    /// TPAM-Q4: in seat order, each once. Who has nothing left can buy nothing.
    pub(super) fn buyer(&self) -> Option<Seat> {
        let sale = self.sale.as_ref()?;
        let can = |seat: &Seat| self.player(*seat).is_some_and(|player| player.is_live && player.stack > 0);
        after(self.deal.button).filter(can).find(|seat| !sale.answered.contains(seat))
    }

    /// What the seat that is asked may buy: as much as it can pay for.
    pub(super) fn buyable(&self, seat: Seat) -> Option<Buyable> {
        let player = self.player(seat).filter(|_| self.buyer() == Some(seat))?;
        let (price, most) = (self.rules.amounts.ante, self.rules.exchange?.most);
        let most = most.min(player.stack / price);
        let count = |of: usize| u8::try_from(of).expect("a hand has few cards");
        (most > 0).then(|| (u8::try_from(most).expect("at most three"), count(player.down.len()), price))
    }

    /// A seat did this when it was asked to buy cards, and paid so much.
    pub(super) fn take_purchase(&mut self, seat: Seat, action: BettingAction, paid: i64) -> Result<(), String> {
        let buyable = self.buyable(seat);
        let cost = |cards: CardChoice| {
            let (most, of, price) = buyable?;
            let is_offered = (1..=most).contains(&cards.count()) && (usize::from(of)..8).all(|place| !cards.has(place));
            is_offered.then(|| i64::from(cards.count()) * price)
        };
        let expected = match action {
            BettingAction::Fold | BettingAction::Pass => Some(0),
            BettingAction::Exchange(cards) => cost(cards),
            _ => None,
        };
        if expected != Some(paid) {
            return Err(format!("seat {seat} paid {paid} for {action:?} when cards were bought, and may buy {buyable:?}"));
        }
        let bought = action.cards().map_or(0, CardChoice::count);
        self.sale.iter_mut().for_each(|sale| {
            sale.answered.push(seat);
            sale.missing = bought;
        });
        if let (Some(player), Some(cards)) = (self.player_mut(seat), action.cards()) {
            (player.total, player.stack) = (player.total + paid, player.stack - paid);
            (player.for_bank, player.bought) = (player.for_bank + paid, bought);
            let kept = player.down.iter().enumerate().filter(|(place, _)| !cards.has(*place));
            player.down = kept.map(|(_, card)| *card).collect();
        }
        if action == BettingAction::Fold {
            self.fold(seat);
        }
        Ok(())
    }

    /// TPAM-23: one new card for each that was returned, after those that were kept.
    pub(super) fn take_bought(&mut self, seat: Seat, card: Card) {
        self.sale.iter_mut().for_each(|sale| sale.missing -= 1);
        if let Some(player) = self.player_mut(seat) {
            player.down.push(card);
        }
    }
}
