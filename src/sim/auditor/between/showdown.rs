//! Whose hands are opened at the end of a deal.

use std::collections::BTreeSet;

use super::after;
use super::pots::Pot;
use super::progress::Progress;
use super::settlement::Hands;
use crate::model::Seat;

/// SPB-55 to SPB-59, TA-19: who shows. Nobody where one is left (SPB-57). Who may muck shows too where he wants his hand to be opened always.
pub(super) fn shown(progress: &Progress<'_>, pots: &[Pot], hands: &Hands, opens_always: &[Seat]) -> BTreeSet<Seat> {
    let live = progress.live();
    if live.len() <= 1 {
        return BTreeSet::new();
    }
    if progress.rules.opens_all || progress.is_betting_over {
        return live.into_iter().collect();
    }
    let mut shown = BTreeSet::new();
    let willing = live.iter().copied().filter(|seat| opens_always.contains(seat)).collect::<Vec<Seat>>();
    for seat in order(progress, &live) {
        let may_win = pots.iter().filter(|pot| pot.claimants.contains(&seat)).any(|pot| {
            let open: Vec<Seat> = pot.claimants.iter().copied().filter(|other| shown.contains(other)).collect();
            hands.is_unbeaten(seat, &open)
        });
        if may_win {
            shown.insert(seat);
        }
    }
    shown.extend(willing);
    shown
}

/// SPB-55, SPB-A17: from the last wager of the last round on; where there was none from the first after the button, at the studs from the
/// highest open hand.
fn order(progress: &Progress<'_>, live: &[Seat]) -> Vec<Seat> {
    let is_stud = progress.rules.variant.brings_in() || progress.rules.variant.is_of_decree();
    let first = progress.last_wager.filter(|seat| live.contains(seat)).or_else(|| progress.highest_open().filter(|_| is_stud));
    match first {
        Some(first) => core::iter::once(first).chain(after(first).filter(|seat| *seat != first && live.contains(seat))).collect(),
        None => live.to_vec(),
    }
}
