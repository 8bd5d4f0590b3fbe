//! What happened at a card table, in the words that a golden round expects it in.

use super::phrase::Phrase;
use crate::model::{BoxStake, Cut, Fate, Seat, StakeReturn, TableFact};

/// Every sentence that is told of a card table alone.
pub(super) const TOLD: &[Phrase<()>] = &[
    ("deal DEAL opens", ()),
    ("seat SEAT stakes AMOUNT STAKE on box BOX", ()),
    ("seat SEAT has waited with AMOUNT STAKE on box BOX", ()),
    ("seat SEAT gets back AMOUNT STAKE on box BOX", ()),
    ("no more stakes", ()),
    ("seat SEAT box BOX CHOICE by choice", ()),
    ("seat SEAT box BOX CHOICE by the rules", ()),
    ("seat SEAT HAND STAKE won and returned AMOUNT", ()),
    ("seat SEAT HAND STAKE is returned and returned AMOUNT", ()),
    ("seat SEAT HAND STAKE is lost and returned AMOUNT", ()),
    ("seat SEAT HAND STAKE is surrendered and returned AMOUNT", ()),
    ("seat SEAT HAND STAKE is kept and returned AMOUNT", ()),
    ("seat SEAT HAND STAKE waits for the next deal and returned AMOUNT", ()),
    ("seat SEAT HAND STAKE is compensated and returned AMOUNT", ()),
    ("seat SEAT box BOX is cut by AMOUNT", ()),
    ("seat SEAT HAND STAKE is paid AMOUNT at once", ()),
    ("seat SEAT HAND STAKE is lost at once", ()),
    ("seat SEAT pays back AMOUNT of AMOUNT", ()),
    ("deal DEAL is void by CAUSE", ()),
    ("fresh cards", ()),
    ("the croupier has changed", ()),
    ("goes on", ()),
];

/// The sentences that tell a fact of a card table.
pub(super) fn tell(fact: &TableFact) -> Vec<String> {
    match fact {
        TableFact::Opened { deal } => vec![format!("deal {deal} opens")],
        TableFact::Staked(stakes) => stakes.iter().map(|stake| format!("seat {} stakes {}", stake.seat, lying(stake))).collect(),
        TableFact::Waited(stakes) => stakes.iter().map(|stake| format!("seat {} has waited with {}", stake.seat, lying(stake))).collect(),
        TableFact::TakenBack(stakes) => stakes.iter().map(|stake| format!("seat {} gets back {}", stake.seat, lying(stake))).collect(),
        TableFact::Closed { .. } => vec!["no more stakes".into()],
        TableFact::Chosen { seat, place, choice, by_default, .. } => {
            let whose = if *by_default { "by the rules" } else { "by choice" };
            vec![format!("seat {seat} box {} {} {whose}", place.0, name(&choice.kind()))]
        }
        TableFact::Settled { settlement, .. } => {
            let mut told: Vec<String> = settlement.returns.iter().map(tell_return).collect();
            told.extend(settlement.cuts.iter().map(tell_cut));
            told.extend(
                Seat::all()
                    .filter(|seat| settlement.returns.iter().any(|line| line.stake.seat == *seat))
                    .map(|seat| format!("seat {seat} returned {}", settlement.returned_to(seat))),
            );
            told
        }
        TableFact::Paid { settlement, .. } => {
            settlement.returns.iter().map(tell_early).chain(settlement.cuts.iter().map(tell_cut)).collect()
        }
        TableFact::PaidBack { seat, due, amount } => vec![format!("seat {seat} pays back {amount} of {due}")],
        TableFact::Voided { deal, reason, .. } => vec![format!("deal {deal} is void by {}", reason.name())],
        TableFact::Shuffled => vec!["fresh cards".into()],
        TableFact::Held { fault: Some(fault), .. } => vec![format!("held by {}", fault.name())],
        TableFact::Held { fault: None, .. } => vec!["held".into()],
        TableFact::Resumed => vec!["goes on".into()],
        TableFact::TermsInForce => vec!["rules in force".into()],
        TableFact::CroupierChanged => vec!["the croupier has changed".into()],
        // No golden round has a table between players.
        TableFact::BetweenPlayers(_) => Vec::new(),
    }
}

fn lying(stake: &BoxStake) -> String {
    format!("{} {} on box {}", stake.amount, name(&stake.kind), stake.place.0)
}

fn tell_return(line: &StakeReturn) -> String {
    let StakeReturn { stake, fate, returned, .. } = line;
    let fate = match fate {
        Fate::Won => "won",
        Fate::Returned => "is returned",
        Fate::Lost => "is lost",
        Fate::Surrendered => "is surrendered",
        Fate::Kept => "is kept",
        Fate::Void => "is void",
        Fate::Compensated => "is compensated",
        Fate::Waiting => "waits for the next deal",
    };
    format!("{} {fate} and returned {returned}", whose(stake))
}

/// What is paid or taken before the deal is over.
fn tell_early(line: &StakeReturn) -> String {
    let whose = whose(&line.stake);
    if line.fate == Fate::Lost { format!("{whose} is lost at once") } else { format!("{whose} is paid {} at once", line.returned) }
}

/// A stake by its seat, its hand and its kind.
fn whose(stake: &BoxStake) -> String {
    let hand = if stake.hand == 0 { String::new() } else { format!(" hand {}", stake.hand + 1) };
    format!("seat {} box {}{hand} {}", stake.seat, stake.place.0, name(&stake.kind))
}

fn tell_cut(cut: &Cut) -> String {
    format!("seat {} box {} is cut by {}", cut.seat, cut.place.0, cut.amount)
}

/// A word of the model as its JSON has it.
pub(super) fn name(word: &impl serde::Serialize) -> String {
    match serde_json::to_value(word) {
        Ok(serde_json::Value::String(name)) => name,
        _ => unreachable!("the words of a table are written as one word"),
    }
}
