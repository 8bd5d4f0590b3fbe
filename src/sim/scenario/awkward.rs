//! The awkward things of the card games by name, so that a scenario in which one never happens is seen.

use crate::model::{
    BettingAction, BoxNumber, Choice, DealSettlement, Fate, Money, PlayerTableFact, PotPayment, PotsSettlement, StakeKind, StakeReturn,
    TableFact,
};

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

/// What of a fact at a table between players is worth counting.
pub(super) fn between_players(fact: &PlayerTableFact) -> Vec<String> {
    let one = |what: &str| vec![what.to_owned()];
    match fact {
        PlayerTableFact::Joined { .. } => one("joined"),
        PlayerTableFact::ToppedUp { .. } => one("topped up"),
        PlayerTableFact::SatOut { is_out, .. } => one(if *is_out { "sat out" } else { "back" }),
        PlayerTableFact::IsLeaving { .. } => one("leaving in a deal"),
        PlayerTableFact::Left { back, .. } => one(if back.is_zero() { "left with nothing" } else { "left" }),
        PlayerTableFact::ButtonDrawn { .. } => one("button drawn"),
        PlayerTableFact::Began { players, .. } => one(if players.len() == 2 { "heads-up" } else { "deal of several" }),
        PlayerTableFact::Posted { .. } => one("posted"),
        PlayerTableFact::Killed { .. } => one("dead hand"),
        PlayerTableFact::PlaysAgain { seats } => one(if seats.len() == 2 { "replay of two" } else { "replay of several" }),
        PlayerTableFact::Acted { action, by_default, .. } => one(&acted(*action, *by_default)),
        PlayerTableFact::Settled { settlement, shown, .. } => {
            let closed = shown.is_empty().then(|| "settled without a showdown".to_owned());
            in_pots(settlement).into_iter().chain(closed).chain(["settled".to_owned()]).collect()
        }
        PlayerTableFact::Voided { .. } => one("void"),
        PlayerTableFact::Opened { .. } => one("opened by a seat"),
        PlayerTableFact::Closed => one("closed"),
        PlayerTableFact::Presence { is_here, .. } => one(if *is_here { "line back" } else { "line lost" }),
        PlayerTableFact::Showed { .. } => one("hand shown after the deal"),
        PlayerTableFact::Exposed { stays, .. } => one(if *stays { "shown card stays" } else { "shown card replaced" }),
        PlayerTableFact::ExtraCard => one("extra card"),
        PlayerTableFact::Boxed => one("boxed card"),
        PlayerTableFact::FlopTakenBack => one("flop taken back"),
        PlayerTableFact::StubShuffled => one("stub shuffled"),
        PlayerTableFact::WrongCount { .. } => one("hand dead by its cards"),
        PlayerTableFact::HourPaid { .. } => one("hour paid"),
        PlayerTableFact::MucksSet { is_automatic, .. } => one(if *is_automatic { "mucks again" } else { "opens always" }),
    }
}

fn acted(action: BettingAction, by_default: bool) -> String {
    format!("{}{}", action.name(), if by_default { " by default" } else { "" })
}

fn in_pots(settlement: &PotsSettlement) -> Vec<String> {
    let is_split = |pot: &PotPayment, is_low| pot.shares.iter().filter(|share| share.is_low == is_low).count() > 1;
    let amounts = |pot: &PotPayment| pot.shares.iter().map(|share| share.amount).collect::<Vec<Money>>();
    let is_uneven = |pot: &PotPayment| pot.shares.len() > 1 && amounts(pot).windows(2).any(|pair| pair[0] != pair[1]);
    let seen = [
        ("uncalled part", settlement.uncalled.is_some()),
        ("side pot", settlement.pots.len() > 1),
        ("two side pots", settlement.pots.len() > 2),
        ("split pot", settlement.pots.iter().any(|pot| is_split(pot, false))),
        ("low half", settlement.pots.iter().any(|pot| pot.shares.iter().any(|share| share.is_low))),
        ("split low half", settlement.pots.iter().any(|pot| is_split(pot, true))),
        ("odd unit", settlement.pots.iter().any(is_uneven)),
        ("fee", settlement.fee.is_positive()),
    ];
    seen.into_iter().filter(|(_, is_seen)| *is_seen).map(|(what, _)| what.to_owned()).collect()
}
