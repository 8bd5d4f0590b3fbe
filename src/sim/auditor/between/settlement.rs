//! Who wins how much of each pot (SPB-51 to SPB-53, OHL-1 to OHL-6, TPC-11 to TPC-15).

use std::collections::BTreeMap;

use super::again::{Bank, Fate, joined, without};
use super::pots::{Pot, PutIn, pots, uncalled};
use super::progress::Progress;
use super::rank::{self, Cards, Strength};
use super::rules::Fee;
use super::{after, require, showdown};
use crate::model::{Combination, Money, PotPayment, PotsSettlement, Seat};

/// What each live hand is worth.
#[derive(Clone, Debug, Default)]
pub(super) struct Hands {
    high: BTreeMap<Seat, Strength>,
    low: BTreeMap<Seat, Vec<u8>>,
}

impl Hands {
    pub(super) fn of(progress: &Progress<'_>, live: &[Seat]) -> Self {
        if live.len() <= 1 {
            return Self::default();
        }
        let high = live
            .iter()
            .map(|seat| (*seat, rank::high(progress.rules.variant, progress.rules.has_wheel, &cards(progress, *seat))))
            .collect();
        let low = live.iter().filter_map(|seat| Some((*seat, rank::low(progress.rules, &cards(progress, *seat))?))).collect();
        Self { high, low }
    }

    pub(super) fn best_high(&self, claimants: &[Seat]) -> Vec<Seat> {
        let best = claimants.iter().filter_map(|seat| self.high.get(seat)).max();
        claimants.iter().copied().filter(|seat| self.high.get(seat) == best).collect()
    }

    fn best_low(&self, claimants: &[Seat]) -> Vec<Seat> {
        match claimants.iter().filter_map(|seat| self.low.get(seat)).min() {
            Some(best) => claimants.iter().copied().filter(|seat| self.low.get(seat) == Some(best)).collect(),
            None => Vec::new(),
        }
    }

    /// Whether none of these has beaten it, high or low.
    pub(super) fn is_unbeaten(&self, seat: Seat, open: &[Seat]) -> bool {
        let all: Vec<Seat> = open.iter().copied().chain([seat]).collect();
        self.best_high(&all).contains(&seat) || self.best_low(&all).contains(&seat)
    }
}

/// The cards that a seat's hand is made of.
pub(super) fn cards(progress: &Progress<'_>, seat: Seat) -> Cards {
    let own = progress.player(seat).map(|player| [player.down.as_slice(), &player.up].concat()).unwrap_or_default();
    Cards { own, board: progress.usable(seat) }
}

/// What a hand makes once five cards lie, or its player takes no more.
pub(super) fn made(progress: &Progress<'_>, seat: Seat) -> Option<Combination> {
    let player = progress.player(seat).filter(|player| player.is_live)?;
    let is_whole = player.has_stopped || player.down.len() + player.up.len() + progress.board.len() >= 5;
    rank::combination(progress.rules.variant, progress.rules.has_wheel, &cards(progress, seat)).filter(|_| is_whole)
}

/// What of these contributions others had to match.
fn staked(progress: &Progress<'_>, put_in: &[PutIn]) -> Vec<PutIn> {
    put_in.iter().map(|of| PutIn { amount: of.amount - for_bank(progress, of.seat), ..*of }).collect()
}

/// TPAM-24: the price of cards goes into the bank, and nobody has to match it.
fn for_bank(progress: &Progress<'_>, seat: Seat) -> i64 {
    progress.player(seat).map_or(0, |player| player.for_bank)
}

/// What lies there with these contributions of this play; what is for the bank lies in the main pot (C1). Where players trade there is one bank
/// for all whose hand lives (TPAM-7, T2, T7).
pub(super) fn banks_of(progress: &Progress<'_>, put_in: &[PutIn]) -> Vec<Bank> {
    let (layers, bank) = if progress.rules.variant.trades() {
        (Vec::new(), put_in.iter().map(|of| of.amount).sum())
    } else {
        let bank = put_in.iter().map(|of| for_bank(progress, of.seat)).sum();
        (pots(&staked(progress, put_in)), bank)
    };
    joined(&progress.left.banks, &progress.live(), layers, bank)
}

/// What nobody has matched, taken out of these contributions. TPAM-35: what is paid for an opening is for the bank, and nobody has to match it.
pub(super) fn take_uncalled(progress: &Progress<'_>, put_in: &mut [PutIn]) -> Option<(Seat, i64)> {
    let uncalled = uncalled(&staked(progress, put_in)).filter(|_| !progress.rules.variant.trades());
    without(put_in, uncalled);
    uncalled
}

/// Who won how much; whether it is of the low half.
type Shares = BTreeMap<(Seat, bool), i64>;

/// What each has put in in this play, clockwise from the button.
pub(super) fn put_in(progress: &Progress<'_>) -> Vec<PutIn> {
    let of = |seat| progress.player(seat).map(|player| PutIn { seat, amount: player.total - player.before, is_live: player.is_live });
    after(progress.deal.button).filter_map(of).collect()
}

/// What each seat put in and gets back, and what the house takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Paid {
    pub(super) put_in: BTreeMap<Seat, i64>,
    pub(super) back: BTreeMap<Seat, i64>,
    pub(super) fee: i64,
}

/// Whether this is what the deal comes to, where these want their hands to be opened at every showdown.
///
/// # Errors
/// What differs.
pub(super) fn check(progress: &Progress<'_>, told: &PotsSettlement, told_shown: &[Seat], opens_always: &[Seat]) -> Result<Paid, String> {
    let mut left = put_in(progress);
    let mut back: BTreeMap<Seat, i64> = BTreeMap::new();
    let total = |of: &PutIn| (of.seat, progress.player(of.seat).map_or(0, |player| player.total));
    let put: BTreeMap<Seat, i64> = left.iter().map(total).collect();
    let uncalled = take_uncalled(progress, &mut left).or(progress.left.uncalled);
    let told_uncalled = told.uncalled.map(|(seat, amount)| (seat, amount.minor()));
    require(told_uncalled == uncalled, format_args!("{told_uncalled:?} went back uncalled, and not {uncalled:?}"))?;
    back.extend(uncalled);
    let banks = banks_of(progress, &left);
    let pots: Vec<Pot> = banks.iter().map(|bank| bank.pot.clone()).collect();
    let hands = Hands::of(progress, &progress.live());
    require(told.pots.len() == pots.len(), format_args!("there are {} pots, and {} were paid", pots.len(), told.pots.len()))?;
    let fees = fees(progress, &pots);
    for (nth, ((bank, fee), told)) in banks.iter().zip(&fees).zip(&told.pots).enumerate() {
        let shares = divide(progress, bank, bank.pot.amount - fee, &hands);
        check_pot(nth, &bank.pot, *fee, &shares, told)?;
        shares.into_iter().for_each(|((seat, _), amount)| *back.entry(seat).or_default() += amount);
    }
    let fees: i64 = fees.iter().sum();
    back.retain(|_, amount| *amount > 0);
    let told_back: BTreeMap<Seat, i64> = told.returns.iter().map(|(seat, amount)| (*seat, amount.minor())).collect();
    let is_same = told_back == back && told.returns.len() == back.len();
    require(is_same, format_args!("{told_back:?} were returned, and not {back:?}"))?;
    require(told.fee == Money::from_minor(fees), format_args!("the house took {} in all, and not {fees}", told.fee))?;
    // SPB-54: nothing is made and nothing lost.
    require(put.values().sum::<i64>() == back.values().sum::<i64>() + fees, "more or less was paid than lay in the pots")?;
    let shown = showdown::shown(progress, &pots, &hands, opens_always);
    let is_shown = told_shown.len() == shown.len() && told_shown.iter().all(|seat| shown.contains(seat));
    require(is_shown, format_args!("the hands of {told_shown:?} were opened, and not of {shown:?}"))?;
    Ok(Paid { put_in: put, back, fee: fees })
}

fn check_pot(nth: usize, pot: &Pot, fee: i64, shares: &Shares, told: &PotPayment) -> Result<(), String> {
    let mut claimants = told.claimants.clone();
    let mut expected = pot.claimants.clone();
    claimants.sort_unstable();
    expected.sort_unstable();
    require(told.amount.minor() == pot.amount, format_args!("pot {nth} is {}, and not {}", told.amount, pot.amount))?;
    require(claimants == expected, format_args!("{claimants:?} may win pot {nth}, and not {expected:?}"))?;
    require(told.fee.minor() == fee, format_args!("the fee of pot {nth} is {}, and not {fee}", told.fee))?;
    let told_shares: Shares = told.shares.iter().map(|share| ((share.seat, share.is_low), share.amount.minor())).collect();
    let is_same = told_shares == *shares && told.shares.len() == shares.len();
    require(is_same, format_args!("pot {nth} went to {told_shares:?}, and not {shares:?}"))
}

/// Who wins what of a bank after its fee.
fn divide(progress: &Progress<'_>, Bank { pot, fate, .. }: &Bank, rest: i64, hands: &Hands) -> Shares {
    let mut shares = Shares::new();
    if let Fate::Has(winners) = fate {
        share(progress, winners, rest, false, &mut shares);
        return shares;
    }
    if let [only] = pot.claimants[..] {
        shares.insert((only, false), rest);
        return shares;
    }
    let low = hands.best_low(&pot.claimants);
    // TA-11: the odd unit goes to the high half; TA-10: without a low hand all does.
    let low_half = if low.is_empty() { 0 } else { progress.rules.amounts.in_units(rest / 2) };
    share(progress, &hands.best_high(&pot.claimants), rest - low_half, false, &mut shares);
    share(progress, &low, low_half, true, &mut shares);
    shares
}

/// What the house takes of each pot. A rate is rounded down to the smallest chip for each pot by itself (TPC-11, TA-13).
///
/// The digests know no flat fee, nor studs without a flop. As the cabinet says of its keys, a flat fee is one sum for the deal, from the main
/// pot on, as far as the pots reach; and where nothing is taken without a flop, nothing is taken at the studs before the second street.
fn fees(progress: &Progress<'_>, pots: &[Pot]) -> Vec<i64> {
    let rules = progress.rules;
    if progress.rounds < 2 && !rules.fee_without_flop {
        return vec![0; pots.len()];
    }
    let rate = |amount: i64, hundredths: i64| {
        let fee = i64::try_from(i128::from(amount) * i128::from(hundredths) / 10_000).expect("a part of an amount");
        rules.amounts.in_units(fee)
    };
    let full = |pot: &Pot| match rules.fee {
        Fee::Rate(hundredths) => rate(pot.amount, hundredths),
        Fee::Flat(_) => pot.amount,
    };
    let mut left = match rules.fee {
        Fee::Rate(_) => i64::MAX,
        Fee::Flat(sum) => sum,
    };
    left = left.min(rules.fee_most.unwrap_or(i64::MAX));
    let take = |pot: &Pot| {
        let fee = full(pot).min(left);
        left -= fee;
        fee
    };
    pots.iter().map(take).collect()
}

/// SPB-53: equal parts, and the odd units in their order. Who wins a pot wins it though its fee has left nothing of it (TPC-12, TPC-15).
///
/// Of less than a unit the digests say nothing: as at the cabinet it goes to the first.
fn share(progress: &Progress<'_>, winners: &[Seat], amount: i64, is_low: bool, shares: &mut Shares) {
    let rules = progress.rules;
    if winners.is_empty() {
        return;
    }
    let units = rules.amounts.in_units(amount);
    let each = rules.amounts.in_units(units / winners.len() as i64);
    let mut odd_units = units - each * winners.len() as i64;
    let mut splinter = amount - units;
    for seat in odd_order(progress, winners) {
        let odd = if rules.one_odd_unit_each { odd_units.min(rules.amounts.unit) } else { odd_units };
        odd_units -= odd;
        shares.insert((seat, is_low), each + odd + core::mem::take(&mut splinter));
    }
}

/// Clockwise from the button (TPAM-Q7); at the studs of the house and the sport by the highest card (SPB-A13, TA-11).
fn odd_order(progress: &Progress<'_>, winners: &[Seat]) -> Vec<Seat> {
    let mut order = winners.to_vec();
    if progress.rules.variant.brings_in() {
        order.sort_by_key(|seat| core::cmp::Reverse(rank::high_card(progress.rules, &cards(progress, *seat))));
    }
    order
}
