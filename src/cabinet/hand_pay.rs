//! Hand pays: where the house has set an amount, a win of that much or more in one round or deal does not go to the credit. It lies beside it, and
//! its seat stakes nothing more, until an attendant has paid it in cash or put it on the credit (`sas` section 11, a handpay and its reset).
//!
//! What lies on a felt already is played to its end: a seat that is locked decides in the deals that are under way, and keeps every stake (see
//! `seat_lock`).

use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::Cabinet;
use crate::model::{Fact, HandPay, HandPayment, Money, PastGame, Refusal, Seat, TableFact};

/// The hand pays that wait for an attendant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct HandPays {
    /// How many there have been.
    #[n(0)]
    count: u32,
    /// Oldest first.
    #[n(1)]
    waiting: Vec<HandPay>,
}

impl HandPays {
    /// Those that wait, oldest first.
    pub(super) fn waiting(&self) -> &[HandPay] {
        &self.waiting
    }

    /// Whether the seat waits for one.
    pub(super) fn locks(&self, seat: Seat) -> bool {
        self.waiting.iter().any(|pay| pay.seat == seat)
    }
}

impl Cabinet {
    /// Takes every win that these facts tell of and that has to be paid by hand off the credit, and tells of it.
    pub(super) fn hold_back_wins(&mut self, facts: &mut Vec<Fact>) {
        let Some(least) = self.terms.hand_pay_from else { return };
        let wins: Vec<_> = facts.iter().flat_map(wins).filter(|(.., win)| *win >= least).collect();
        for (seat, game, win) in wins {
            // What a deal paid before its end may be staked elsewhere by now.
            let amount = win.min(self.ledger.credit(seat));
            if !amount.is_positive() {
                continue;
            }
            self.ledger.hold_back(seat, amount);
            self.hand_pays.count += 1;
            let number = self.hand_pays.count;
            let since = self.clock_offset().shown(self.at);
            self.hand_pays.waiting.push(HandPay { number, seat, game, amount, since });
            facts.push(Fact::HandPayDue { number, seat, game, amount });
        }
    }

    pub(super) fn pay_by_hand(&mut self, number: u32, how: HandPayment, facts: &mut Vec<Fact>) -> Result<(), Refusal> {
        let place = self.hand_pays.waiting.iter().position(|pay| pay.number == number).ok_or(Refusal::NoHandPay)?;
        let HandPay { seat, amount, .. } = self.hand_pays.waiting.remove(place);
        match how {
            HandPayment::Cash => self.ledger.pay_by_hand(seat, amount),
            HandPayment::Credit => self.ledger.release(seat, amount),
        }
        facts.push(Fact::HandPaid { number, seat, amount, how });
        Ok(())
    }
}

/// What each seat has won by this fact in a game of the house, and in which. Between players the house pays nobody.
fn wins(fact: &Fact) -> Vec<(Seat, PastGame, Money)> {
    match fact {
        Fact::Settled(settlement) => {
            alloc::vec![(settlement.seat, PastGame::Round(settlement.round), settlement.returned - settlement.staked)]
        }
        Fact::Table { table, fact: TableFact::Settled { deal, settlement, .. } } => {
            let game = PastGame::Deal { table: *table, deal: *deal };
            Seat::all().map(|seat| (seat, game, settlement.returned_to(seat) - settlement.staked_by(seat))).collect()
        }
        _ => Vec::new(),
    }
}
