//! The banks of a deal: those of the play under way, and where the owners of equal hands are asked, those that earlier plays of it have left
//! (TPAM-8).
//!
//! Rule numbers TPAM are those of the digest `table-poker-am`.

use alloc::vec::Vec;

use smallvec::SmallVec;

use super::pots::{PutIn, SeatList, pots, uncalled};
use super::settle::Winners;
use crate::model::{Money, Pot, SEATS, Seat};

/// What lies between players who play for it more than once; nothing in the first play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Banks {
    /// What nobody matched in an earlier play.
    uncalled: Option<(Seat, Money)>,
    banks: Vec<Bank>,
}

/// A bank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bank {
    pub(super) amount: Money,
    /// Who could win it when it was played for last, clockwise from the button.
    pub(super) claimants: Vec<Seat>,
    standing: Standing,
    /// How often it was played for again.
    replays: u8,
}

/// How a bank stands.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Standing {
    /// It is played for.
    Open,
    /// These have equal hands, and are to be asked whether they divide it.
    Tied(SeatList),
    /// These have it.
    Won(Winners),
}

impl Bank {
    fn is_open(&self) -> bool {
        self.standing == Standing::Open
    }

    /// Whether it is between equal hands of nobody but these.
    fn is_between(&self, seats: &[Seat]) -> bool {
        matches!(&self.standing, Standing::Tied(tied) if tied.iter().all(|seat| seats.contains(seat)))
    }

    /// Who has it, or would have it if no hand changed any more; a bank with one claimant is his without being asked for (SPB-51).
    pub(super) fn winners(&self, winners: impl Fn(&[Seat]) -> Winners) -> Winners {
        match (&self.standing, &self.claimants[..]) {
            (Standing::Won(winners), _) => winners.clone(),
            (Standing::Tied(tied), _) => Winners { high: tied.clone(), low: SeatList::new() },
            (Standing::Open, [alone]) => Winners { high: SeatList::from_slice(&[*alone]), low: SeatList::new() },
            (Standing::Open, claimants) => winners(claimants),
        }
    }
}

impl Banks {
    /// With what these have put in in the play under way. It joins the bank that the same play for, else it lies by itself; what nobody had to
    /// match, such as the price of an opening, joins the first that is played for (TPAM-24, T2).
    #[must_use]
    pub fn with(&self, put_in: &[PutIn], dead: Money) -> Self {
        let live: SeatList = put_in.iter().filter(|each| each.is_live).map(|each| each.seat).collect();
        let mut all = self.clone();
        for bank in all.banks.iter_mut().filter(|bank| bank.is_open()) {
            bank.claimants.retain(|seat| live.contains(seat));
            // Where all of them have given up, it is as what a dead hand has put in above every live one.
            if bank.claimants.is_empty() {
                bank.claimants = live.to_vec();
            }
        }
        for Pot { amount, claimants } in pots(put_in) {
            match all.banks.iter_mut().find(|bank| bank.is_open() && bank.claimants == claimants) {
                Some(bank) => bank.amount = bank.amount + amount,
                None => all.banks.push(Bank { amount, claimants, standing: Standing::Open, replays: 0 }),
            }
        }
        if let Some(first) = all.banks.iter_mut().find(|bank| bank.is_open()) {
            first.amount = first.amount + dead;
        }
        all
    }

    /// The play under way is over: what nobody matched goes back to its owner (SPB-47), and each bank that was played for is won, or is
    /// between equal hands; one that was played for again so often is divided (TPAM-Q8).
    #[must_use]
    pub fn compared(&self, put_in: &[PutIn], dead: Money, replays_most: u8, winners: impl Fn(&[Seat]) -> Winners) -> Self {
        let unmatched = uncalled(put_in);
        let mut put_in: SmallVec<[PutIn; SEATS]> = SmallVec::from_slice(put_in);
        if let Some((seat, amount)) = unmatched {
            put_in.iter_mut().filter(|each| each.seat == seat).for_each(|each| each.amount = each.amount - amount);
        }
        let mut all = self.with(&put_in, dead);
        // Where something was unmatched once, nobody else who could win had chips left to bet in a later play.
        all.uncalled = all.uncalled.or(unmatched);
        for bank in all.banks.iter_mut().filter(|bank| bank.is_open()) {
            let winners = bank.winners(&winners);
            let is_asked = winners.high.len() > 1 && bank.replays < replays_most;
            bank.standing = if is_asked { Standing::Tied(winners.high) } else { Standing::Won(winners) };
        }
        all
    }

    /// Who is to be asked next whether they divide what lies between them: those of the first bank between equal hands.
    #[must_use]
    pub fn tied(&self) -> Option<&[Seat]> {
        self.banks.iter().find_map(|bank| if let Standing::Tied(tied) = &bank.standing { Some(&tied[..]) } else { None })
    }

    /// These divide what is between nobody but them.
    pub fn divide(&mut self, seats: &[Seat]) {
        for bank in self.banks.iter_mut().filter(|bank| bank.is_between(seats)) {
            bank.standing = Standing::Won(bank.winners(|_| Winners::default()));
        }
    }

    /// These play again for what is between nobody but them.
    pub fn play_again(&mut self, seats: &[Seat]) {
        for bank in self.banks.iter_mut().filter(|bank| bank.is_between(seats)) {
            bank.claimants = bank.winners(|_| Winners::default()).high.to_vec();
            (bank.standing, bank.replays) = (Standing::Open, bank.replays.saturating_add(1));
        }
    }

    /// What lies there: the banks, the main one first, and last what nobody matched.
    #[must_use]
    pub fn pots(self) -> Vec<Pot> {
        let unmatched = self.uncalled.map(|(seat, amount)| Pot { amount, claimants: [seat].into() });
        self.banks.into_iter().map(|Bank { amount, claimants, .. }| Pot { amount, claimants }).chain(unmatched).collect()
    }

    pub(super) const fn uncalled(&self) -> Option<(Seat, Money)> {
        self.uncalled
    }

    pub(super) fn all(&self) -> &[Bank] {
        &self.banks
    }

    /// All that lies in them, and what was unmatched.
    pub(super) fn total(&self) -> Money {
        self.banks.iter().map(|bank| bank.amount).chain(self.uncalled.map(|(_, amount)| amount)).sum()
    }
}
