//! Changes of who is let in, as JSON.

use serde_json::{Value, json};

use super::hex;
use crate::model::{AccessChange, AccessStep, Changer};

/// The change, with who made it.
pub(crate) fn change(change: &AccessChange) -> Value {
    let mut value = step(&change.what);
    value["event"] = change.what.name().into();
    value["at"] = change.at.microseconds().into();
    match &change.by {
        Changer::Person(name) => value["by"] = name.as_str().into(),
        Changer::Account(name) => value["by_account"] = name.as_str().into(),
        Changer::Cabinet => value["by"] = "the cabinet".into(),
        Changer::Console => value["by"] = "the console".into(),
        Changer::Two(first, second) => {
            value["by"] = first.as_str().into();
            value["second"] = second.as_str().into();
        }
    }
    value
}

fn step(step: &AccessStep) -> Value {
    match step {
        AccessStep::PersonAdded { name, role } | AccessStep::SignedIn { name, role } => json!({"name": name, "role": role.name()}),
        AccessStep::PinSet { name } | AccessStep::PersonRevoked { name } => json!({"name": name}),
        AccessStep::ConsoleRevoked { console } | AccessStep::ConsoleExpired { console } => json!({"console": console}),
        AccessStep::PairingOffered { seat } | AccessStep::PairingVoided { seat } => json!({"seat": seat.number()}),
        AccessStep::ConsolePaired { seat, console } => json!({"seat": seat.number(), "console": console}),
        AccessStep::SignedOut { name, why } => json!({"name": name, "why": why.name()}),
        AccessStep::LockedOut { name, wrong_pins, seconds } => json!({"name": name, "wrong_pins": wrong_pins, "seconds": seconds}),
        AccessStep::TwoPersonsSet { is_on } => json!({"is_on": is_on}),
        AccessStep::TermsApproved { sha256 } => json!({"sha256": hex(sha256)}),
    }
}
