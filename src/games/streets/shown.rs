//! Which hands lie open at the end of a deal.

use alloc::vec::Vec;

use super::hand::{Hand, HandWants};
use super::house::OpensHands;
use super::variant::ForcedBets;
use crate::model::Seat;

impl Hand {
    /// The seats whose closed cards lie open for everybody: none before the betting is over.
    #[must_use]
    pub fn shown(&self) -> Vec<Seat> {
        let live = self.showdown();
        if live.len() < 2 {
            return Vec::new();
        }
        let with_chips = self.live().filter(|(_, player)| player.stack.is_positive() && !player.stands_aside).count();
        let is_deciding = matches!(self.wants(), HandWants::Decision(_)) && !self.is_compared();
        // Who has chips may still pay for an opening where nobody else can.
        let may_still_pay = self.house().variant.forced() == ForcedBets::Stake;
        let is_run_out = with_chips <= 1 && !is_deciding && (self.street() > 0 && !may_still_pay || self.is_compared());
        match (is_run_out, self.is_compared(), self.opens()) {
            (true, ..) | (_, true, OpensHands::All) => live,
            (_, true, OpensHands::Unbeaten) => self.unbeaten(&live),
            (_, false, _) => Vec::new(),
        }
    }

    /// In this order, those who would win a pot among the ones who have shown (SPB-55, SPB-56).
    fn unbeaten(&self, in_order: &[Seat]) -> Vec<Seat> {
        let pots = self.settle().pots;
        let mut shown: Vec<Seat> = Vec::new();
        for seat in in_order {
            let can_win = pots.iter().filter(|pot| pot.claimants.contains(seat)).any(|pot| {
                let mut among: Vec<Seat> = shown.iter().copied().filter(|other| pot.claimants.contains(other)).collect();
                among.push(*seat);
                let winners = self.winners(&among);
                winners.high.contains(seat) || winners.low.contains(seat)
            });
            if can_win {
                shown.push(*seat);
            }
        }
        shown
    }
}
