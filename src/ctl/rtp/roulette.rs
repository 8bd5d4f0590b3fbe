//! Roulette: the 37 pockets, each equally likely.

use super::figure::{Count, Figure, Figures};
use crate::games::roulette::{Rules, positions, returned};
use crate::model::{BetKind, Fate, POCKETS, Pocket, Stake};

/// Every kind of bet that the rules offer.
pub(super) fn figures(rules: &Rules) -> Figures {
    rules.offered().map(|kind| (kind.name().into(), Figure::Counted(count(rules, kind)))).collect()
}

/// All positions of a kind in all pockets, at the least stake.
fn count(rules: &Rules, kind: BetKind) -> Count {
    let amount = rules.limits.of(kind).least;
    let mut count = Count::default();
    let of_kind = positions().into_iter().filter(|position| position.kind == kind);
    for (position, number) in of_kind.flat_map(|position| (0..POCKETS as u8).map(move |number| (position, number))) {
        let pocket = Pocket::new(number).expect("a number below 37 is a pocket");
        let settled = returned(rules, Stake { position, amount }, pocket);
        let fate = if settled.returned.is_zero() { Fate::Lost } else { Fate::Won };
        count.add(fate, amount.minor(), settled.returned.minor(), 1);
    }
    count
}
