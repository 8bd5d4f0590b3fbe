//! What happened, in the words that a golden round expects it in.

use super::phrase::Phrase;
use super::{limits, name_of, tables};
use crate::model::{Fact, HandPayment, Money, RealityCheck, Seat, SeatSettlement, ShiftReport, Stake, Verdict, VoidReason};

/// Every sentence that is told of the wheel's table, of credit, of shifts, of hand pays, of locks and of disputes, and of what somebody asked for.
pub(super) const TOLD: &[Phrase<()>] = &[
    ("nothing", ()),
    ("refused REFUSAL", ()),
    ("repeated", ()),
    ("rules in force", ()),
    ("seat SEAT is credited AMOUNT", ()),
    ("seat SEAT is paid out AMOUNT", ()),
    ("round ROUND opens", ()),
    ("seat SEAT places AMOUNT", ()),
    ("seat SEAT places AMOUNT on POSITION...", ()),
    ("seat SEAT is refused the excess of AMOUNT", ()),
    ("seat SEAT gets back AMOUNT", ()),
    ("betting closes", ()),
    ("no spin WHY", ()),
    ("outcome POCKET", ()),
    ("round ROUND is void by CAUSE...", ()),
    ("seat SEAT staked AMOUNT", ()),
    ("seat SEAT returned AMOUNT", ()),
    ("seat SEAT net AMOUNT", ()),
    ("seat SEAT POSITION... returned AMOUNT", ()),
    ("held", ()),
    ("held by FAULT", ()),
    ("table goes on", ()),
    ("shift SHIFT opens with AMOUNT", ()),
    ("shift SHIFT took in AMOUNT", ()),
    ("shift SHIFT paid out AMOUNT", ()),
    ("shift SHIFT expects AMOUNT", ()),
    ("shift SHIFT closes with AMOUNT", ()),
    ("shift SHIFT is off by AMOUNT", ()),
    ("shift SHIFT corrected AMOUNT", ()),
    ("shift SHIFT paid AMOUNT by hand", ()),
    ("hand pay NUMBER of seat SEAT is due: AMOUNT", ()),
    ("hand pay NUMBER of seat SEAT is paid in cash", ()),
    ("hand pay NUMBER of seat SEAT goes to the credit", ()),
    ("seat SEAT is locked", ()),
    ("seat SEAT is unlocked", ()),
    ("session of seat SEAT begins", ()),
    ("session of seat SEAT ends", ()),
    ("seat SEAT has confirmed its age", ()),
    ("seat SEAT is told of COUNT minutes with AMOUNT staked and a result of AMOUNT", ()),
    ("seat SEAT has confirmed its reality check", ()),
    ("session of seat SEAT is limited to COUNT minutes", ()),
    ("time of seat SEAT is up", ()),
    ("dispute DISPUTE of seat SEAT opens", ()),
    ("dispute DISPUTE of seat SEAT is upheld with AMOUNT", ()),
    ("dispute DISPUTE of seat SEAT is rejected", ()),
];

/// The sentences that tell a fact.
pub(super) fn tell(fact: &Fact) -> Vec<String> {
    let sentence = match fact {
        Fact::RoundOpened { round } => format!("round {round} opens"),
        Fact::Placed { seat, stakes, refused } => return tell_placed(*seat, stakes, *refused),
        Fact::TakenBack { seat, stakes } => format!("seat {seat} gets back {}", total(stakes)),
        Fact::Closed { .. } => "betting closes".into(),
        Fact::NoSpin { reason, .. } => format!("no spin {}", reason.name()),
        Fact::Outcome { pocket, .. } => format!("outcome {pocket}"),
        Fact::Voided { round, reason } => format!("round {round} is void by {}", cause(reason)),
        Fact::Settled(settlement) => return tell_settled(settlement),
        Fact::CreditIn { seat, amount } => format!("seat {seat} is credited {amount}"),
        Fact::CreditOut { seat, amount } => format!("seat {seat} is paid out {amount}"),
        Fact::Held { fault: Some(fault), .. } => format!("held by {}", fault.name()),
        Fact::Held { fault: None, .. } => "held".into(),
        Fact::Resumed => "table goes on".into(),
        Fact::Table { fact, .. } => return tables::tell(fact),
        Fact::TermsInForce => "rules in force".into(),
        Fact::ShiftOpened { number, cash } => format!("shift {number} opens with {cash}"),
        Fact::ShiftClosed(report) => return tell_shift(report),
        Fact::AttendantCalled { number, seat, reason } => format!("call {number} of seat {seat} for an attendant: {}", reason.name()),
        Fact::SelfTestBegun { number, part } => format!("self-test {number} of {} begins", part.name()),
        Fact::SelfTestEnded { number, end, .. } => format!("self-test {number} is over: {}", end.name()),
        Fact::CallEnded { number, seat } => format!("call {number} of seat {seat} has ended"),
        Fact::SeatLocked { seat } => format!("seat {seat} is locked"),
        Fact::SeatUnlocked { seat } => format!("seat {seat} is unlocked"),
        Fact::PlaySessionBegan { seat } => format!("session of seat {seat} begins"),
        Fact::PlaySessionEnded { seat } => format!("session of seat {seat} ends"),
        Fact::AgeConfirmed { seat } => format!("seat {seat} has confirmed its age"),
        Fact::RealityCheckDue { seat, check: RealityCheck { minutes, staked, result } } => {
            format!("seat {seat} is told of {minutes} minutes with {staked} staked and a result of {result}")
        }
        Fact::RealityCheckConfirmed { seat } => format!("seat {seat} has confirmed its reality check"),
        Fact::PlaySessionLimited { seat, minutes } => format!("session of seat {seat} is limited to {minutes} minutes"),
        Fact::PlaySessionLimitReached { seat } => format!("time of seat {seat} is up"),
        Fact::LimitsSet { changes, .. } => return limits::tell(changes),
        Fact::LimitsLapsed { lapsed, .. } => return lapsed.iter().map(|limit| format!("limit {} lapses", limit.of.name())).collect(),
        Fact::HandPayDue { number, seat, amount, .. } => format!("hand pay {number} of seat {seat} is due: {amount}"),
        Fact::HandPaid { number, seat, how: HandPayment::Cash, .. } => format!("hand pay {number} of seat {seat} is paid in cash"),
        Fact::HandPaid { number, seat, how: HandPayment::Credit, .. } => format!("hand pay {number} of seat {seat} goes to the credit"),
        Fact::DisputeOpened { number, seat, .. } => format!("dispute {number} of seat {seat} opens"),
        Fact::DisputeDecided { number, seat, verdict: Verdict::Upheld { amount } } => {
            format!("dispute {number} of seat {seat} is upheld with {amount}")
        }
        Fact::DisputeDecided { number, seat, verdict: Verdict::Rejected } => format!("dispute {number} of seat {seat} is rejected"),
    };
    vec![sentence]
}

fn tell_placed(seat: Seat, stakes: &[Stake], refused: Money) -> Vec<String> {
    let mut told = vec![format!("seat {seat} places {}", total(stakes))];
    told.extend(stakes.iter().map(|stake| format!("seat {seat} places {} on {}", stake.amount, name_of(stake.position))));
    if refused.is_positive() {
        told.push(format!("seat {seat} is refused the excess of {refused}"));
    }
    told
}

fn tell_settled(settlement: &SeatSettlement) -> Vec<String> {
    let seat = settlement.seat;
    let mut told = vec![
        format!("seat {seat} staked {}", settlement.staked),
        format!("seat {seat} returned {}", settlement.returned),
        format!("seat {seat} net {}", settlement.returned - settlement.staked),
    ];
    told.extend(settlement.bets.iter().map(|bet| format!("seat {seat} {} returned {}", name_of(bet.position), bet.returned)));
    told
}

fn tell_shift(report: &ShiftReport) -> Vec<String> {
    let number = report.number;
    vec![
        format!("shift {number} took in {}", report.meters.credit_in),
        format!("shift {number} paid out {}", report.meters.credit_out),
        format!("shift {number} expects {}", report.cash_expected()),
        format!("shift {number} closes with {}", report.cash_counted),
        format!("shift {number} is off by {}", report.cash_difference()),
        format!("shift {number} corrected {}", report.meters.corrections),
        format!("shift {number} paid {} by hand", report.meters.hand_paid),
    ]
}

fn total(stakes: &[Stake]) -> Money {
    stakes.iter().map(|stake| stake.amount).sum()
}

fn cause(reason: &VoidReason) -> &'static str {
    match reason {
        VoidReason::Attendant { .. } => "attendant",
        VoidReason::Restart => "restart",
        VoidReason::TooManyNoSpins => "too many no spins",
    }
}
