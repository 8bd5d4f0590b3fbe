//! `croupierctl journal rebuild`: what the daemon does at a start, done by hand, or one copy made wholly anew from the other.
//! Nothing is deleted: what is replaced is set aside.

use clap::{Args, ValueEnum};
use serde_json::json;

use super::Place;
use crate::ctl::Failure;
use crate::journal::{
    Action, Copy, Journal, JournalError, Marks, Paths, Recovery, close_to_others, mend_signed_heads, rebuild, set_aside_beside,
};

/// What to rebuild.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Make the other copy wholly anew from this one, after it was read to the end. Without this, what a start would repair is repaired,
    /// and a copy that is damaged in its history is made anew where the other is whole.
    #[arg(long, value_enum)]
    from_copy: Option<From>,
    #[command(flatten)]
    place: Place,
}

/// The copy to believe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum From {
    /// The sled store.
    Store,
    /// The mirror.
    Mirror,
}

/// What a start would repair is repaired; then both copies are read from the first record to the last, and one that is damaged in the
/// middle is made anew from the other.
fn look_and_mend(paths: &Paths, marks: &Marks) -> Result<Recovery, Failure> {
    let (journal, mut report) = Journal::open_marked(paths, marks)?;
    let damaged: Vec<(Copy, JournalError)> = journal.history()?.filter_map(Result::err).collect();
    drop(journal);
    let mut found = damaged.into_iter();
    match (found.next(), found.next()) {
        (None, _) => {
            if report.action == Action::Use {
                report.meaning = "both are whole, from the first record to the last";
            }
            Ok(report)
        }
        (Some((copy, error)), None) => {
            let (source, meaning) = match copy {
                Copy::Store => (Copy::Mirror, "the store is damaged in its history, and was made anew from the mirror, which is whole"),
                Copy::Mirror => (Copy::Store, "the mirror is damaged in its history, and was made anew from the store, which is whole"),
            };
            let mended = rebuild(paths, marks, source)?;
            Ok(Recovery { meaning, details: vec![error.to_string()], ..mended })
        }
        (Some((_, one)), Some((_, other))) => {
            let message = format!("both copies are damaged in their history, and nothing was changed: {one}; {other}");
            Err(Failure::refused("journal-damaged", message))
        }
    }
}

/// Repairs, and says what was done.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let paths = arguments.place.paths();
    if !paths.journal.exists() && !paths.mirror.exists() {
        let path = paths.journal.display().to_string();
        return Err(Failure::refused("no-journal", format!("{path}: there is neither a store nor a mirror")).with("path", path));
    }
    arguments.place.require_owner()?;
    let marks = arguments.place.marks();
    // As the daemon does at its start: what stands in a journal is for its own account alone.
    let kept = [&paths.journal, &paths.mirror].into_iter().flat_map(|path| set_aside_beside(path).into_iter().chain([path.clone()]));
    let closed = kept.flat_map(|path| close_to_others(&path));
    let closed: Vec<String> = closed.map(|loose| loose.to_string()).collect();
    let mut report = match arguments.from_copy {
        None => look_and_mend(&paths, &marks)?,
        Some(From::Store) => rebuild(&paths, &marks, Copy::Store)?,
        Some(From::Mirror) => rebuild(&paths, &marks, Copy::Mirror)?,
    };
    if let Some(path) = mend_signed_heads(&paths)? {
        report.details.push("the file of signed heads was damaged; what is genuine of it was kept".to_owned());
        report.set_aside.push(path);
    }
    let set_aside: Vec<String> = report.set_aside.iter().map(|path| path.display().to_string()).collect();
    let answer = json!({
        "found": report.meaning,
        "details": report.details,
        "copied": report.copied,
        "set_aside": set_aside,
        "closed_to_others": closed,
        "unproved_after": report.unproved_after,
        "records": report.head.number,
        "hash": report.head.hash.to_string(),
    });
    Ok(format!("{answer}\n"))
}
