//! Records as JSON, for people and for other programs. Keys are in snake case, names in kebab-case, money in whole minor units,
//! times in microseconds since 1970.

use serde_json::{Map, Value, json};

use super::{limits, tables};
use crate::configuration::software_sha256;
use crate::ctl::{disputes, shifts};
use crate::journal::{Hash, Head, Link, Record};
use crate::model::{
    Bet, BetForm, Command, Event, Fact, Finding, JournalDecision, Order, Position, Resumption, SoftwareIdentity, Stake, TestedPart,
    Timestamp, VoidReason, What, WheelEvent, WheelHappening, Who, fingerprint,
};

/// A record with its place in the journal; `tells_card` where a card in it may be told. What cannot be decoded is shown as its bytes, so that nothing is ever hidden.
pub(super) fn link(link: &Link, tells_card: bool) -> Value {
    let mut value = json!({
        "number": link.entry.number,
        "at": link.entry.at.microseconds(),
        "round": link.entry.round,
        "hash": link.hash.to_string(),
    });
    match Record::decode(&link.entry.payload) {
        Ok(record) => {
            value["shown_at"] = record.shown(link.entry.at).microseconds().into();
            value["release"] = record.release.into();
            value["terms_sha256"] = hex(&record.terms_sha256).into();
            value["input"] = what(&record.input.what, tells_card);
            value["facts"] = record.facts.iter().map(fact).collect();
        }
        Err(error) => {
            value["error"] = error.to_string().into();
            value["payload"] = hex(&link.entry.payload).into();
        }
    }
    value
}

pub(in crate::ctl) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// An input without the cards in it.
pub(crate) fn input_as_json(input: &What) -> Value {
    what(input, false)
}

/// What a step brought about.
pub(crate) fn facts_as_json<'a>(facts: impl Iterator<Item = &'a Fact>) -> Value {
    facts.map(fact).collect()
}

fn what(what: &What, tells_card: bool) -> Value {
    match what {
        What::Command(command) => self::command(command),
        What::Event(event) => self::event(event, tells_card),
    }
}

fn command(command: &Command) -> Value {
    let mut value = order(&command.order);
    value["who"] = match &command.who {
        Who::Seat(seat) => json!({"seat": seat.number()}),
        Who::Attendant(name) => json!({"attendant": name}),
    };
    if let Some(key) = &command.key {
        value["key"] = key.as_str().into();
    }
    if let Some(round) = command.round {
        value["round"] = round.into();
    }
    value
}

fn order(order: &Order) -> Value {
    match order {
        Order::Place { bets } => json!({"command": "place", "bets": bets.iter().map(bet).collect::<Value>()}),
        Order::Undo => json!({"command": "undo"}),
        Order::Clear => json!({"command": "clear"}),
        Order::TakeBack(position) => json!({"command": "take-back", "position": self::position(*position)}),
        Order::Repeat => json!({"command": "repeat"}),
        Order::Double => json!({"command": "double"}),
        Order::CreditIn { seat, amount } => json!({"command": "credit-in", "seat": seat.number(), "amount": amount.minor()}),
        Order::CreditOut { seat, amount } => {
            json!({"command": "credit-out", "seat": seat.number(), "amount": amount.map(|amount| amount.minor())})
        }
        Order::Hold { reason } => json!({"command": "hold", "reason": reason}),
        Order::Resume(Resumption::Continue) => json!({"command": "resume", "how": "continue"}),
        Order::Resume(Resumption::Respin) => json!({"command": "resume", "how": "respin"}),
        Order::Void { reason } => json!({"command": "void", "reason": reason}),
        Order::CallNoSpin => json!({"command": "no-spin"}),
        Order::Table { table, order } => tables::order(*table, order),
        Order::ReturnStakes { seat } => json!({"command": "return-stakes", "seat": seat.number()}),
        Order::OpenShift { cash } => json!({"command": "open-shift", "cash": cash.minor()}),
        Order::CloseShift { cash } => json!({"command": "close-shift", "cash": cash.minor()}),
        Order::CallAttendant(reason) => json!({"command": "call-attendant", "reason": reason.name()}),
        Order::SelfTest(part) => of_part(json!({"command": "self-test"}), *part),
        Order::WithdrawCall => json!({"command": "withdraw-call"}),
        Order::AnswerCall { number } => json!({"command": "answer-call", "call": number}),
        Order::LockSeat { seat, reason } => json!({"command": "lock-seat", "seat": seat.number(), "reason": reason}),
        Order::UnlockSeat { seat } => json!({"command": "unlock-seat", "seat": seat.number()}),
        Order::Confirm(confirmation) => json!({"command": "confirm", "what": confirmation.name()}),
        Order::LimitPlaySession { minutes } => json!({"command": "limit-play-session", "minutes": minutes}),
        Order::SetLimits { table, limits: set } => json!({"command": "set-limits", "table": table, "limits": limits::set(set)}),
        Order::PayByHand { number, how } => json!({"command": "pay-by-hand", "hand_pay": number, "how": how.name()}),
        Order::OpenDispute { seat, game, note, read } => {
            let (table, game) = game.place();
            let mut said = json!({"command": "open-dispute", "seat": seat.number(), "table": table, "game": game, "note": note});
            if read.is_some() {
                said["read_in_journal"] = json!(true);
            }
            said
        }
        Order::DecideDispute { dispute, verdict, note } => {
            let (verdict, amount) = disputes::said(*verdict);
            json!({"command": "decide-dispute", "dispute": dispute, "verdict": verdict, "amount": amount, "note": note})
        }
    }
}

fn event(event: &Event, tells_card: bool) -> Value {
    match event {
        Event::Started { version, wall, unproved_after, practice, identity } => {
            let mut started = json!({"event": "started", "version": version, "wall": wall.map(Timestamp::microseconds)});
            if let Some(record) = unproved_after {
                started["unproved_after"] = json!(record);
            }
            if *practice > 0 {
                started["practice"] = json!(practice);
            }
            if let Some(identity) = identity {
                started["build"] = json!(identity.build);
                started["software"] = software(identity);
            }
            started
        }
        Event::WallClock { wall } => json!({"event": "wall-clock", "wall": wall.microseconds()}),
        Event::Terms { terms } => json!({"event": "terms", "bytes": hex(terms)}),
        Event::Wake => json!({"event": "wake"}),
        Event::JournalDecided(decision) => decided(decision),
        Event::Wheel(event) => wheel(event),
        Event::Cards { table, event } => tables::event(*table, event, tells_card),
        Event::OrderRefused { command, refusal, .. } => {
            json!({"event": "order-refused", "order": self::command(command), "refusal": refusal.name()})
        }
        Event::Presence { seat, is_here } => json!({"event": "presence", "seat": seat.number(), "here": is_here}),
        Event::SelfTested { number, findings, seen } => {
            let mut tested = json!({"event": "self-tested", "test": number, "findings": self::findings(findings)});
            if let Some(seen) = seen {
                tested["seen"] = json!(seen);
            }
            tested
        }
        Event::HouseFault { code, detail } => json!({"event": "house-fault", "fault": code.name(), "detail": detail}),
        Event::HouseFaultCleared(code) => json!({"event": "house-fault-cleared", "fault": code.name()}),
        Event::Access(change) => super::access::change(change),
        Event::Drawn { table, number, drawn } => json!({"event": "drawn", "table": table.0, "order": number, "values": drawn.0}),
    }
}

/// The program and the files of a start, and the digest that stands for all of them.
pub(in crate::ctl) fn software(identity: &SoftwareIdentity) -> Value {
    let digest = software_sha256(identity);
    let files = identity.files.iter().map(|file| json!({"name": file.name, "sha256": hex(&file.sha256)}));
    json!({
        "digest": hex(&digest),
        "fingerprint": fingerprint(&digest),
        "program_sha256": hex(&identity.program_sha256),
        "files": files.collect::<Value>(),
    })
}

/// A decision about the journal; the second person is named where there is one.
fn decided(decision: &JournalDecision) -> Value {
    let mut decided = json!({
        "event": "journal-decided",
        "step": decision.step.name(),
        "by": decision.by,
        "former": former(decision).to_string(),
        "at": decision.at.microseconds(),
    });
    if let Some(second) = &decision.second {
        decided["second"] = second.as_str().into();
    }
    if let Some(state) = &decision.state_sha256 {
        decided["state_sha256"] = hex(state).into();
    }
    decided
}

/// Where the journal stood that was decided about.
fn former(decision: &JournalDecision) -> Head {
    Head { number: decision.number, hash: Hash(decision.hash) }
}

/// What is said of a self-test, with the part that it is of.
fn of_part(mut said: Value, part: TestedPart) -> Value {
    said["part"] = json!(part.name());
    said["table"] = json!(part.table());
    if let Some(door) = part.door() {
        said["door"] = json!(door);
    }
    said
}

/// What a self-test found.
fn findings(findings: &[Finding]) -> Value {
    findings.iter().map(|finding| json!({"code": finding.code.name(), "detail": finding.detail})).collect()
}

fn wheel(event: &WheelEvent) -> Value {
    let mut value = json!({"event": event.happening.name(), "spin": event.spin});
    match &event.happening {
        WheelHappening::Result(pocket) => value["pocket"] = pocket.number().into(),
        WheelHappening::NoSpin(reason) => value["reason"] = reason.name().into(),
        WheelHappening::Fault { code, detail } => {
            value["code"] = code.name().into();
            value["detail"] = detail.as_str().into();
        }
        WheelHappening::SelfTested { number, findings } => {
            value["test"] = (*number).into();
            value["findings"] = self::findings(findings);
        }
        WheelHappening::FaultCleared(code) => value["code"] = code.name().into(),
        WheelHappening::LeftRim { degrees, pocket, within_degrees } => {
            value["degrees"] = (*degrees).into();
            value["within_degrees"] = (*within_degrees).into();
            value["rotor_pocket"] = pocket.map(|pocket| pocket.number()).into();
        }
        WheelHappening::Opened
        | WheelHappening::Closed
        | WheelHappening::BallLaunched
        | WheelHappening::NoMoreBets
        | WheelHappening::Silence => {}
    }
    if !event.evidence.is_empty() {
        value["evidence"] = String::from_utf8_lossy(&event.evidence).into();
    }
    value
}

fn bet(bet: &Bet) -> Value {
    match bet {
        Bet::Simple(stake) => self::stake(stake),
        Bet::Called(called) => {
            let mut value = json!({"bet": called.call.name(), "chip": called.chip.minor()});
            if let Some(pocket) = called.number {
                value["number"] = pocket.number().into();
            }
            value
        }
    }
}

fn stake(stake: &Stake) -> Value {
    serde_json::to_value(BetForm::from(*stake)).expect("a bet's form has no keys that JSON cannot hold")
}

fn stakes(stakes: &[Stake]) -> Value {
    stakes.iter().map(stake).collect()
}

fn position(position: Position) -> Value {
    let mut form = Map::new();
    if let Value::Object(keys) = stake(&Stake { position, amount: crate::model::Money::ZERO }) {
        form.extend(keys.into_iter().filter(|(key, _)| key != "stake"));
    }
    Value::Object(form)
}

/// A fact.
pub(super) fn fact(fact: &Fact) -> Value {
    match fact {
        Fact::RoundOpened { round } => json!({"fact": "round-opened", "round": round}),
        Fact::Placed { seat, stakes: placed, refused } => {
            json!({"fact": "placed", "seat": seat.number(), "bets": stakes(placed), "refused": refused.minor()})
        }
        Fact::TakenBack { seat, stakes: taken } => json!({"fact": "taken-back", "seat": seat.number(), "bets": stakes(taken)}),
        Fact::Closed { round } => json!({"fact": "closed", "round": round}),
        Fact::NoSpin { round, reason } => json!({"fact": "no-spin", "round": round, "reason": reason.name()}),
        Fact::Outcome { round, pocket } => json!({"fact": "outcome", "round": round, "pocket": pocket.number()}),
        Fact::Voided { round, reason } => voided(*round, reason),
        Fact::Settled(settled) => {
            let bets: Value = settled
                .bets
                .iter()
                .map(|bet| {
                    let mut value = stake(&Stake { position: bet.position, amount: bet.stake });
                    value["returned"] = bet.returned.minor().into();
                    value
                })
                .collect();
            let (staked, returned) = (settled.staked.minor(), settled.returned.minor());
            json!({"fact": "settled", "seat": settled.seat.number(), "round": settled.round, "staked": staked, "returned": returned, "bets": bets})
        }
        Fact::CreditIn { seat, amount } => json!({"fact": "credit-in", "seat": seat.number(), "amount": amount.minor()}),
        Fact::CreditOut { seat, amount } => json!({"fact": "credit-out", "seat": seat.number(), "amount": amount.minor()}),
        Fact::Held { fault, reason } => json!({"fact": "held", "fault": fault.map(|fault| fault.name()), "reason": reason}),
        Fact::Resumed => json!({"fact": "resumed"}),
        Fact::Table { table, fact } => tables::fact(*table, fact),
        Fact::TermsInForce => json!({"fact": "terms-in-force"}),
        Fact::ShiftOpened { number, cash } => json!({"fact": "shift-opened", "number": number, "cash": cash.minor()}),
        Fact::ShiftClosed(report) => {
            let mut value = shifts::as_json(report);
            value["fact"] = "shift-closed".into();
            value
        }
        Fact::AttendantCalled { number, seat, reason } => {
            json!({"fact": "attendant-called", "call": number, "seat": seat.number(), "reason": reason.name()})
        }
        Fact::SelfTestBegun { number, part } => of_part(json!({"fact": "self-test-begun", "test": number}), *part),
        Fact::SelfTestEnded { number, part, end } => {
            let ended = json!({"fact": "self-test-ended", "test": number, "end": end.name(), "findings": findings(end.findings())});
            of_part(ended, *part)
        }
        Fact::CallEnded { number, seat } => json!({"fact": "call-ended", "call": number, "seat": seat.number()}),
        Fact::SeatLocked { seat } => json!({"fact": "seat-locked", "seat": seat.number()}),
        Fact::SeatUnlocked { seat } => json!({"fact": "seat-unlocked", "seat": seat.number()}),
        Fact::PlaySessionBegan { seat } => json!({"fact": "play-session-began", "seat": seat.number()}),
        Fact::PlaySessionEnded { seat } => json!({"fact": "play-session-ended", "seat": seat.number()}),
        Fact::AgeConfirmed { seat } => json!({"fact": "age-confirmed", "seat": seat.number()}),
        Fact::RealityCheckDue { seat, check } => json!({
            "fact": "reality-check-due",
            "seat": seat.number(),
            "minutes": check.minutes,
            "staked": check.staked.minor(),
            "result": check.result.minor(),
        }),
        Fact::RealityCheckConfirmed { seat } => json!({"fact": "reality-check-confirmed", "seat": seat.number()}),
        Fact::PlaySessionLimited { seat, minutes } => json!({"fact": "play-session-limited", "seat": seat.number(), "minutes": minutes}),
        Fact::PlaySessionLimitReached { seat } => json!({"fact": "play-session-limit-reached", "seat": seat.number()}),
        Fact::LimitsSet { table, changes } => json!({"fact": "limits-set", "table": table, "changes": limits::changed(changes)}),
        Fact::LimitsLapsed { table, lapsed } => json!({"fact": "limits-lapsed", "table": table, "limits": limits::set(lapsed)}),
        Fact::HandPayDue { number, seat, game, amount } => {
            let (table, game) = game.place();
            json!({"fact": "hand-pay-due", "hand_pay": number, "seat": seat.number(), "table": table, "game": game, "amount": amount.minor()})
        }
        Fact::HandPaid { number, seat, amount, how } => {
            json!({"fact": "hand-paid", "hand_pay": number, "seat": seat.number(), "amount": amount.minor(), "how": how.name()})
        }
        Fact::DisputeOpened { number, seat, game } => {
            let (table, game) = game.place();
            json!({"fact": "dispute-opened", "dispute": number, "seat": seat.number(), "table": table, "game": game})
        }
        Fact::DisputeDecided { number, seat, verdict } => {
            let (verdict, amount) = disputes::said(*verdict);
            json!({"fact": "dispute-decided", "dispute": number, "seat": seat.number(), "verdict": verdict, "amount": amount})
        }
    }
}

fn voided(round: u64, reason: &VoidReason) -> Value {
    match reason {
        VoidReason::Attendant { name, reason } => {
            json!({"fact": "voided", "round": round, "reason": "attendant", "name": name, "words": reason})
        }
        VoidReason::Restart => json!({"fact": "voided", "round": round, "reason": "restart"}),
        VoidReason::TooManyNoSpins => json!({"fact": "voided", "round": round, "reason": "too-many-no-spins"}),
    }
}
