//! `croupierctl identity`: which software a cabinet is to run, of the files on the disk, and which it ran, of each start in the journal. Both
//! are told alike, so that anybody can compare them.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::Failure;
use super::journal::{Place, hex, lines_or_head, software};
use crate::configuration::{BUILD, Configuration, file_sha256};
use crate::journal::{Link, RELEASE, Record};
use crate::model::{Event, SoftwareIdentity, What};

/// The file that this tool was started from.
const OWN_FILE: &str = "/proc/self/exe";

/// Of what.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The cabinet file: a path, or a shipped name such as `demo`.
    #[arg(required_unless_present = "starts", conflicts_with = "starts")]
    cabinet: Option<String>,
    /// What the journal recorded at each start, and what had changed since the one before.
    #[arg(long)]
    starts: bool,
    /// The file of the daemon; the `croupierd` beside this tool where not given.
    #[arg(long, value_name = "FILE", conflicts_with = "starts")]
    program: Option<PathBuf>,
    /// The listing whose SHA-256 is the digest, as `sha256sum` writes it.
    #[arg(long, conflicts_with = "starts")]
    sums: bool,
    #[command(flatten)]
    place: Place,
}

/// One JSON object, or the listing; of a journal one object a line.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let Some(cabinet) = &arguments.cabinet else { return starts(&arguments.place) };
    let program = arguments.program.clone().map_or_else(beside_itself, Ok)?;
    let files = Configuration::read(cabinet)?.files();
    let identity = SoftwareIdentity { program_sha256: sha256_of(&program)?, files, build: None };
    if arguments.sums {
        return Ok(identity.listing());
    }
    let tool = json!({"version": RELEASE, "build": BUILD, "sha256": hex(&sha256_of(Path::new(OWN_FILE))?)});
    Ok(format!("{}\n", json!({"program": program.display().to_string(), "software": software(&identity), "tool": tool})))
}

/// The daemon that was installed with this tool.
fn beside_itself() -> Result<PathBuf, Failure> {
    let own = std::env::current_exe().map_err(|error| Failure::unreadable(OWN_FILE, &error))?;
    Ok(own.with_file_name(SoftwareIdentity::PROGRAM))
}

fn sha256_of(path: &Path) -> Result<[u8; 32], Failure> {
    file_sha256(path).map_err(|error| Failure::unreadable(&path.display().to_string(), &error))
}

/// A line for each start in the journal.
fn starts(place: &Place) -> Result<String, Failure> {
    let (mut lines, mut former) = (String::new(), None);
    let head = place.read_through("read", |link| {
        let record = Record::decode(&link.entry.payload)?;
        if let What::Event(Event::Started { version, identity, .. }) = &record.input.what {
            lines.push_str(&format!("{}\n", start(link, &record, version, identity.as_ref(), former.as_ref())));
            former = identity.clone().or_else(|| former.take());
        }
        Ok(())
    })?;
    Ok(lines_or_head(lines, head))
}

/// A start; `former` is the newest identity that was recorded before it.
fn start(link: &Link, record: &Record, version: &str, identity: Option<&SoftwareIdentity>, former: Option<&SoftwareIdentity>) -> Value {
    json!({
        "record": link.entry.number,
        "at": record.shown(link.entry.at).microseconds(),
        "version": version,
        "build": identity.and_then(|identity| identity.build.as_deref()),
        "software": identity.map(software),
        "changed": identity.zip(former).map(|(identity, former)| identity.changed_since(former)),
        "head": link.head().to_string(),
    })
}
