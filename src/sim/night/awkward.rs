//! The awkward things of the card games by name, so that a night in which one never happens is seen.

use crate::model::{BoxNumber, Choice, DealSettlement, Fate, StakeKind, StakeReturn, TableFact};

/// What of a fact is worth counting, besides that it happened.
pub(super) fn in_fact(fact: &TableFact) -> Vec<String> {
    match fact {
        TableFact::Staked(stakes) => {
            let laid = |kind| stakes.iter().filter(move |stake| stake.kind == kind);
            let dark = laid(StakeKind::Bet).map(|_| "dark box".into());
            dark.chain(laid(StakeKind::Insurance).map(|_| "dark box insured".into())).collect()
        }
        // The second hand that a box is split into has the number 1.
        TableFact::Chosen { choice: Choice::Split, stakes, .. } if stakes.iter().any(|stake| stake.hand > 1) => {
            vec!["split again".into()]
        }
        TableFact::Settled { settlement, .. } => in_settlement(settlement),
        _ => Vec::new(),
    }
}

fn in_settlement(settlement: &DealSettlement) -> Vec<String> {
    let lines = settlement.returns.iter();
    let cuts = settlement.cuts.iter().map(|_| "win cut".to_owned());
    lines.clone().flat_map(in_line).chain(lines.filter_map(|ante| in_box(ante, settlement))).chain(cuts).collect()
}

fn in_line(line: &StakeReturn) -> Vec<String> {
    let kind = line.stake.kind;
    let fate = format!("{kind:?} {:?}", line.fate);
    let wins = line.wins.iter().map(|win| match win.combination {
        Some(combination) => format!("{kind:?} pays {combination:?} {}", win.odds),
        None => format!("{kind:?} pays {}", win.odds),
    });
    let both = (line.wins.len() > 1).then(|| format!("{kind:?} pays twice"));
    core::iter::once(fate).chain(wins).chain(both).collect()
}

/// What the antes and bets of a box of house poker say together.
fn in_box(ante: &StakeReturn, settlement: &DealSettlement) -> Option<String> {
    let on_box = |kind: StakeKind, place: BoxNumber| {
        settlement.returns.iter().find(move |line| line.stake.kind == kind && line.stake.place == place)
    };
    let place = ante.stake.place;
    let bet = on_box(StakeKind::Bet, place).filter(|_| ante.stake.kind == StakeKind::Ante)?;
    if on_box(StakeKind::Purchase, place).is_some() {
        return Some(format!("game bought, bet {:?}", bet.fate));
    }
    (ante.fate == Fate::Won && bet.fate == Fate::Returned).then(|| "dealer has no game".into())
}
