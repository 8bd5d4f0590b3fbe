//! `croupierctl journal verify`: nothing is believed. The chain of hashes and both copies are checked, and every step, with its
//! settlements, is computed again from the recorded bets and outcomes. A signed export is proved by the cabinet's key alone.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::signed::{self, Heads};
use super::{Place, Progress, Replayed, hex};
use crate::ctl::Failure;
use crate::journal::{Base, Behind, Copy, Head, JournalError, Link, Marks, PublicKey, Record, Verified, verify};
use crate::model::{Event, JournalStep, What};

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
    let (verified, base) = walk(&arguments.place, &heads, !arguments.chain_only, |link, _, _| match expected {
        Some(expected) => check_anchor(expected, link),
        None => Ok(()),
    })?;
    if let Some(expected) = expected.filter(|expected| expected.number <= verified.before.number && *expected != verified.before) {
        let removed = verified.before.number;
        let why = format!(
            "records up to {removed} were removed, so it is for their export to show: `journal verify FILE --key PUBLIC --expect-head {expected}`"
        );
        return Err(not_contained(expected, &why));
    }
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
        "signed": heads.told(verified.before),
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

/// Reads both copies through, holds every record to the signed heads, steps it again where `steps` says so, and hands it to `each` with what it
/// records and the cabinet after it: what was verified, and what is known of the state with which a journal begins whose older records were removed.
///
/// # Errors
/// The first record that does not agree, or what `each` returns.
pub(super) fn walk(
    place: &Place,
    heads: &Heads,
    steps: bool,
    mut each: impl FnMut(&Link, Option<&Record>, &Replayed) -> Result<(), Failure>,
) -> Result<(Verified, Option<Value>), Failure> {
    let base = place.reader()?.base()?;
    let first_stepped = base.as_ref().map_or(0, |base| base.head().number) + 1;
    let mut replayed = Replayed::from(place.first_state()?);
    let progress = Progress::begin("verified");
    let (mut confirmed, mut disagreement) = (Vec::new(), None);
    let mut take = |link: &Link| {
        progress.reached(link.entry.number);
        heads.check(link)?;
        let is_stepped = steps && link.entry.number >= first_stepped;
        let record = is_stepped.then(|| replayed.take(link)).transpose()?;
        confirmed.extend(record.as_ref().and_then(|record| Confirmation::of(record, link)));
        each(link, record.as_ref(), &replayed)
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
    heads.check_before(verified.before)?;
    heads.require_reached(verified.head)?;
    let base = base.map(|base| begins_after(&base, steps.then_some(&confirmed), &place.marks())).transpose()?;
    Ok((verified, base))
}

/// A person's decision by which a journal begins with a state.
struct Confirmation {
    /// The last record that the state takes the place of, where the decision was to remove records.
    number: Option<u64>,
    state_sha256: [u8; 32],
    /// The head of the record that tells of it.
    head: Head,
}

impl Confirmation {
    fn of(record: &Record, link: &Link) -> Option<Self> {
        let What::Event(Event::JournalDecided(decision)) = &record.input.what else { return None };
        let number = (decision.step == JournalStep::Trim).then_some(decision.number);
        Some(Self { number, state_sha256: decision.state_sha256?, head: link.head() })
    }
}

/// What is known of the state with which the journal begins; no confirmation where no record was read.
fn begins_after(base: &Base, confirmed: Option<&Vec<Confirmation>>, marks: &Marks) -> Result<Value, Failure> {
    let (number, state_sha256) = (base.head().number, base.sha256());
    let mut told = json!({"removed": base.head().to_string(), "state_sha256": hex(&state_sha256)});
    let Some(confirmed) = confirmed else { return Ok(told) };
    if let Some(confirmation) = confirmed.iter().find(|confirmation| confirmation.state_sha256 == state_sha256) {
        told["confirmed_by"] = confirmation.head.to_string().into();
        return Ok(told);
    }
    if let Some(other) = confirmed.iter().find(|confirmation| confirmation.number == Some(number)) {
        let message = format!(
            "the state after record {number}, with which the journal begins, is not the one that record {} tells of",
            other.head.number
        );
        return Err(Failure::refused("base-changed", message).with("number", number));
    }
    told["meaning"] = match marks.decision() {
        Some(decision) if decision.state_sha256 == Some(state_sha256) => {
            "the decision to begin with this state stands in the marks; the next start of the cabinet records it"
        }
        None if marks.made().is_none() => {
            "no record confirms the state with which the journal begins. That is normal for a copy that was made between a trimming and the next start"
        }
        _ => {
            let message = format!("no record and no mark confirms the state after record {number}, with which the journal begins");
            return Err(Failure::refused("base-unconfirmed", message).with("number", number));
        }
    }
    .into();
    Ok(told)
}

/// What was checked, what was not and why, and whether that is normal.
fn meaning(verified: &Verified, steps: bool) -> String {
    let first = if verified.before == Head::START { "the first record" } else { "the first record that is left" };
    let steps = if steps { "every step was computed again" } else { "no step was computed again, as --chain-only asks" };
    if verified.store {
        return format!("both copies, the store and the mirror, were read from {first} to the last and compared, and {steps}");
    }
    let store = if verified.is_held {
        "the store was not read, because another program has it open. That is normal while the daemon runs, which reads both copies through \
         itself; to have both read here, stop it and verify again"
    } else {
        "there is no store in this place. That is normal for a mirror alone, such as a backup; in a cabinet's own directory it is not, and \
         the next start makes the store anew from the mirror"
    };
    format!("the mirror was read from {first} to the last, and {steps}; {store}")
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
