//! `croupierctl journal verify`: nothing is believed. The chain of hashes and both copies are checked, and every step, with its
//! settlements, is computed again from the recorded bets and outcomes. A signed export is proved by the cabinet's key alone.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::signed::{self, Heads};
use super::{Place, Progress, Replayed, hex};
use crate::ctl::Failure;
use crate::journal::{Base, Behind, Copy, Head, JournalError, Link, PublicKey, Record, Verified, verify};
use crate::model::{Event, JournalDecision, JournalStep, What};

/// What to verify.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Check the chain and the copies only, and do not step the records again.
    #[arg(long)]
    chain_only: bool,
    /// A head that was taken off the board before, as `journal head` printed it: the journal must still contain it.
    #[arg(long, value_name = "NUMBER:HASH")]
    expect_head: Option<Head>,
    /// A signed export, proved without its cabinet; without it the journal itself is verified.
    #[arg(value_name = "FILE", requires = "key")]
    file: Option<PathBuf>,
    /// The cabinet's public key, as `journal key` printed it at the cabinet.
    #[arg(long, value_name = "PUBLIC")]
    key: Option<PublicKey>,
    #[command(flatten)]
    place: Place,
}

/// Says how far everything agrees, or names the first record that does not.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    if let (Some(file), Some(key)) = (&arguments.file, arguments.key) {
        return signed::verify(file, key, arguments.expect_head);
    }
    let heads = Heads::of(&arguments.place, arguments.key)?;
    let expected = arguments.expect_head;
    let (verified, base) = walk(&arguments.place, &heads, !arguments.chain_only, |link, _| match expected {
        Some(expected) => check_anchor(expected, link),
        None => Ok(()),
    })?;
    if let Some(expected) = expected.filter(|expected| expected.number > verified.head.number) {
        let (end, number) = (verified.head.number, expected.number);
        return Err(not_contained(expected, &format!("the journal ends with record {end}, so records up to {number} were taken away")));
    }
    let mut answer = json!({
        "verified": verified.head.number,
        "hash": verified.head.hash.to_string(),
        "head": verified.head.to_string(),
        "mirror": true,
        "store": verified.store,
        "steps": !arguments.chain_only,
        "signed": heads.told(),
        "meaning": meaning(&verified, !arguments.chain_only),
    });
    if let Some(base) = base {
        answer["begins_after"] = base;
    }
    if let Some(expected) = expected {
        answer["contains"] = expected.to_string().into();
    }
    if let Some(behind) = verified.behind {
        answer["behind"] = self::behind(behind);
    }
    if let Some(meaning) = torn(&verified) {
        answer["torn"] = json!({"copy": "the mirror", "meaning": meaning});
    }
    Ok(format!("{answer}\n"))
}

/// Reads both copies through, holds every record to the signed heads, steps it again where `steps` says so, and hands it to `each` with the cabinet
/// after it: what was verified, and what is known of the state with which a journal begins whose older records were removed.
///
/// # Errors
/// The first record that does not agree, or what `each` returns.
pub(super) fn walk(
    place: &Place,
    heads: &Heads,
    steps: bool,
    mut each: impl FnMut(&Link, &Replayed) -> Result<(), Failure>,
) -> Result<(Verified, Option<Value>), Failure> {
    let base = place.reader()?.base()?;
    let first_stepped = base.as_ref().map_or(0, |base| base.head().number) + 1;
    let mut replayed = Replayed::from(place.first_state()?);
    let progress = Progress::begin("verified");
    let (mut trimmed, mut disagreement) = (None, None);
    let mut take = |link: &Link| {
        progress.reached(link.entry.number);
        heads.check(link)?;
        if steps && link.entry.number >= first_stepped {
            let record = replayed.take(link)?;
            trimmed = trimming(&record, link).or(trimmed.take());
        }
        each(link, &replayed)
    };
    let verified = verify(&place.paths(), |link| {
        take(link).map_err(|failure| {
            let stopped = JournalError::Record(failure.to_string());
            disagreement = Some(failure);
            stopped
        })
    });
    if let Some(failure) = disagreement {
        return Err(failure);
    }
    let verified = verified?;
    heads.require_reached(verified.head)?;
    let base = base.map(|base| begins_after(&base, trimmed.as_ref().filter(|_| steps))).transpose()?;
    Ok((verified, base))
}

/// The decision to remove older records, where this record holds one, and the record's head.
fn trimming(record: &Record, link: &Link) -> Option<(JournalDecision, Head)> {
    match &record.input.what {
        What::Event(Event::JournalDecided(decision)) if decision.step == JournalStep::Trim => Some((decision.clone(), link.head())),
        _ => None,
    }
}

/// What is known of the state with which the journal begins; `trimmed` is the newest decision to remove records.
fn begins_after(base: &Base, trimmed: Option<&(JournalDecision, Head)>) -> Result<Value, Failure> {
    let number = base.head().number;
    let decided = trimmed.filter(|(decision, _)| (decision.number, decision.hash) == (number, base.head().hash.0));
    let mut told = json!({"removed": base.head().to_string(), "state_sha256": hex(&base.sha256())});
    let Some((decision, recorded)) = decided else {
        told["meaning"] =
            "no record confirms the state with which the journal begins. That is normal from the trimming to the next start of the \
                           cabinet, and with --chain-only, which reads no record"
                .into();
        return Ok(told);
    };
    if decision.state_sha256 != Some(base.sha256()) {
        let message = format!(
            "the state after record {number}, with which the journal begins, is not the one that record {} tells of",
            recorded.number
        );
        return Err(Failure::refused("base-changed", message).with("number", number));
    }
    told["confirmed_by"] = recorded.to_string().into();
    Ok(told)
}

/// What was checked, what was not and why, and whether that is normal.
fn meaning(verified: &Verified, steps: bool) -> String {
    let steps = if steps { "every step was computed again" } else { "no step was computed again, as --chain-only asks" };
    if verified.store {
        return format!("both copies, the store and the mirror, were read from the first record to the last and compared, and {steps}");
    }
    let store = if verified.is_held {
        "the store was not read, because another program has it open. That is normal while the daemon runs, which reads both copies through \
         itself; to have both read here, stop it and verify again"
    } else {
        "there is no store in this place. That is normal for a mirror alone, such as a backup; in a cabinet's own directory it is not, and \
         the next start makes the store anew from the mirror"
    };
    format!("the mirror was read from the first record to the last, and {steps}; {store}")
}

/// What the torn end of the mirror means, where nothing else has told it. While the daemon runs, it is a commit that is being written.
fn torn(verified: &Verified) -> Option<&'static str> {
    match verified {
        Verified { is_torn: false, .. } | Verified { is_held: true, .. } | Verified { behind: Some(_), .. } => None,
        Verified { store: true, .. } => Some(
            "the end came while the last commit was being written, as it may at a power cut; nobody had been told that it was done, nothing \
             is lost, and the next start cuts it off",
        ),
        _ => Some(
            "what stands behind the last record is no whole commit. After a power cut that is normal; without the store it cannot be told \
             from a last commit that was whole once and is damaged",
        ),
    }
}

/// Says plainly what is normal.
fn behind(Behind { copy, entries }: Behind) -> Value {
    let copy = if copy == Copy::Store { "the sled store" } else { "the mirror" };
    let meaning =
        "the end came between the two writes of the last commit, as it may at a power cut; nothing is lost, and the next start copies it";
    json!({"copy": copy, "records": entries, "meaning": meaning})
}

/// Whether the record of the expected head's number is the one that the head was taken of.
fn check_anchor(expected: Head, link: &Link) -> Result<(), Failure> {
    if link.entry.number != expected.number || link.hash == expected.hash {
        return Ok(());
    }
    Err(not_contained(
        expected,
        &format!("record {} has the hash {}, so the history up to it was written anew", link.entry.number, link.hash),
    ))
}

fn not_contained(expected: Head, why: &str) -> Failure {
    let message = format!("this is not the history that {expected} was taken of: {why}");
    Failure::refused("head-not-contained", message).with("expected", expected.to_string())
}
