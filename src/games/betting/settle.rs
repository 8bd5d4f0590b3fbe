//! The end of a deal: the uncalled part, the pots one by one, the fee, and what each seat gets.

use alloc::vec::Vec;

use smallvec::SmallVec;

use super::banks::Banks;
use super::fee::Fee;
use super::pots::{OddUnits, PutIn, SeatList, halves, shares};
use crate::model::{Money, SEATS, Seat};

/// Who wins a pot, each list in the order in which odd units go.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Winners {
    /// The highest hands.
    pub high: SeatList,
    /// The lowest hands, where half of the pot is theirs; none where there is no low (TA-10).
    pub low: SeatList,
}

/// Which part of a pot was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The high half, or the whole where there is no low.
    High,
    /// The low half.
    Low,
}

/// What one seat wins of a pot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Who.
    pub seat: Seat,
    /// How much.
    pub amount: Money,
    /// By which hand.
    pub part: Part,
}

/// A pot that was paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PotPaid {
    /// What lay in it, before the fee.
    pub amount: Money,
    /// What the house took.
    pub fee: Money,
    /// Who could win it.
    pub claimants: Vec<Seat>,
    /// Who won what.
    pub shares: Vec<Share>,
}

/// How a deal's money came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settlement {
    /// What went back because nobody matched it.
    pub uncalled: Option<(Seat, Money)>,
    /// The pots, the main pot first.
    pub pots: Vec<PotPaid>,
    /// What each seat gets in all, the uncalled part among it, by the seat's place.
    pub returns: [Money; SEATS],
    /// What the house took in all.
    pub fee: Money,
}

/// What decides money when a deal ends.
#[derive(Clone, Copy, Debug)]
pub struct Dividing {
    /// Who gets odd units.
    pub odd: OddUnits,
    /// The smallest chip in play.
    pub unit: Money,
    /// The fee of the house.
    pub fee: Fee,
    /// What was paid besides, which nobody had to match.
    pub dead: Money,
    /// Whether the deal came to its second street.
    pub has_flop: bool,
}

/// Settles a deal: each pot is decided and divided by itself (SPB-52). `banks` are those that earlier plays of it have left (TPAM-8),
/// `put_in` what was put in since. `winners` says who of these claimants wins; a pot with one claimant is his without being asked for
/// (SPB-51). Where no seat is live, everybody gets back what he has put in.
///
/// # Panics
/// Where money would come from nowhere or be lost: a fault of this program.
#[must_use]
pub fn settle(banks: &Banks, put_in: &[PutIn], dividing: Dividing, winners: impl Fn(&[Seat]) -> Winners) -> Settlement {
    let staked: Money = put_in.iter().map(|each| each.amount).sum::<Money>() + dividing.dead + banks.total();
    // Nobody is asked any more.
    let banks = banks.compared(put_in, dividing.dead, 0, &winners);
    let mut settlement = Settlement { uncalled: banks.uncalled(), pots: Vec::new(), returns: [Money::ZERO; SEATS], fee: Money::ZERO };
    if let Some((seat, amount)) = settlement.uncalled {
        settlement.give(seat, amount);
    }
    if banks.all().is_empty() && settlement.uncalled.is_none() {
        put_in.iter().for_each(|each| settlement.give(each.seat, each.amount));
    }
    let amounts: SmallVec<[Money; SEATS]> = banks.all().iter().map(|bank| bank.amount).collect();
    let fees = dividing.fee.of_pots(&amounts, dividing.has_flop, dividing.unit);
    for (bank, fee) in banks.all().iter().zip(fees) {
        let shares = divided(bank.amount - fee, &bank.winners(&winners), dividing);
        let paid: Money = shares.iter().map(|share| share.amount).sum();
        assert_eq!(paid + fee, bank.amount, "a pot is paid out whole");
        shares.iter().for_each(|share| settlement.give(share.seat, share.amount));
        settlement.fee = settlement.fee + fee;
        settlement.pots.push(PotPaid { amount: bank.amount, fee, claimants: bank.claimants.clone(), shares });
    }
    let returned: Money = settlement.returns.iter().copied().sum();
    assert_eq!(returned + settlement.fee, staked, "what was put in is what comes back and the fee");
    settlement
}

/// A pot after its fee: halves where there is a low, each divided among its winners.
fn divided(amount: Money, winners: &Winners, dividing: Dividing) -> Vec<Share> {
    let Dividing { odd, unit, .. } = dividing;
    let (high, low) = if winners.low.is_empty() { (amount, Money::ZERO) } else { halves(amount, unit) };
    let of =
        |part, amount, seats: &[Seat]| shares(amount, seats, odd, unit).into_iter().map(move |(seat, amount)| Share { seat, amount, part });
    of(Part::High, high, &winners.high).chain(of(Part::Low, low, &winners.low)).collect()
}

impl Settlement {
    fn give(&mut self, seat: Seat, amount: Money) {
        let returned = &mut self.returns[seat.index()];
        *returned = *returned + amount;
    }
}
