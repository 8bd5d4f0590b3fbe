//! `croupierctl simulate`: scenarios of the whole cabinet from a seed, with an auditor looking on.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::Failure;
use crate::journal::{Entry, Journal, Paths, Record};
use crate::sim::scenario::{Onlooker, Recorded, Report, Trouble, scenario};

/// How many records of a scenario are appended together.
const RECORDS_AT_ONCE: usize = 256;

/// What to simulate.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The seed; the same seed is the same scenario.
    #[arg(long)]
    seed: u64,
    /// How many spins have a result.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    spins: u64,
    /// A rules file that the auditor knows; drawn from the seed where it is not given.
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,
    /// Keeps the journal of the scenario in this new directory, as a daemon keeps its own, for trying what reads one.
    #[arg(long, value_name = "DIR")]
    keep_in: Option<PathBuf>,
}

/// What a scenario came to.
#[derive(Serialize)]
struct Summary<'a> {
    seed: u64,
    rules: &'a str,
    counts: &'a BTreeMap<String, u64>,
    /// SHA-256 of the cabinet's bytes at the end.
    state_sha256: String,
}

/// Plays the scenario twice, and says what both came to; how far it is goes to standard error.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let mut keeper = arguments.keep_in.as_deref().map(Keeper::open).transpose()?;
    let first = play(arguments, "first", keeper.as_mut())?;
    keeper.map_or(Ok(()), Keeper::close)?;
    let second = play(arguments, "second", None)?;
    if first != second {
        return Err(Failure::ours("not-repeatable", format!("seed {} came to two different ends", arguments.seed)));
    }
    let digest = Sha256::digest(&first.bytes);
    let state_sha256 = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let summary = Summary { seed: first.seed, rules: &first.rules, counts: &first.counts, state_sha256 };
    let text = serde_json::to_string(&summary).expect("numbers and names can always be written as JSON");
    Ok(format!("{text}\n"))
}

fn play(arguments: &Arguments, which: &'static str, keeper: Option<&mut Keeper>) -> Result<Report, Failure> {
    let mut looking_on = LookingOn { which, spins: arguments.spins, keeper };
    scenario(arguments.seed, arguments.spins, arguments.rules.as_deref(), &mut looking_on).map_err(|trouble| {
        let message = trouble.to_string();
        match trouble {
            Trouble::Objection { seed, objection } => {
                Failure::ours("auditor-objects", message).with("seed", seed).with("input", objection.input)
            }
            Trouble::Wrong { seed, input, .. } => Failure::ours("wrong", message).with("seed", seed).with("input", input),
            Trouble::Rules(_) => Failure::refused("unknown-profile", message),
        }
    })
}

/// Says how far the scenario is, and keeps its journal where that is wanted.
struct LookingOn<'a> {
    which: &'static str,
    spins: u64,
    keeper: Option<&'a mut Keeper>,
}

impl Onlooker for LookingOn<'_> {
    fn spins_made(&mut self, spins: u64) {
        eprintln!("{} run: {spins} of {} spins", self.which, self.spins);
    }

    fn recorded(&mut self, recorded: Recorded) {
        if let Some(keeper) = &mut self.keeper {
            keeper.take(recorded);
        }
    }
}

/// The journal of a scenario on its way to the disk.
struct Keeper {
    journal: Journal,
    waiting: Vec<Entry>,
    /// What the disk said first.
    failure: Option<Failure>,
}

impl Keeper {
    fn open(folder: &Path) -> Result<Self, Failure> {
        if folder.exists() {
            let message = format!("{}: expected a directory that does not exist yet", folder.display());
            return Err(Failure::refused("directory-exists", message).with("path", folder.display().to_string()));
        }
        let (journal, _) = Journal::open(&Paths { journal: folder.join("journal"), mirror: folder.join("mirror") })?;
        Ok(Self { journal, waiting: Vec::new(), failure: None })
    }

    fn take(&mut self, recorded: Recorded) {
        let Recorded { input, facts, round, rules_sha256 } = recorded;
        let (number, at) = (input.number, input.at);
        let payload = Record::bare(input, facts, rules_sha256).encode();
        self.waiting.push(Entry { number, at, round, payload });
        if self.waiting.len() == RECORDS_AT_ONCE {
            self.append();
        }
    }

    fn append(&mut self) {
        let entries = std::mem::take(&mut self.waiting);
        if self.failure.is_none() {
            let written = self.journal.make_room(&entries).and_then(|()| self.journal.append(entries));
            self.failure = written.err().map(Failure::from);
        }
    }

    fn close(mut self) -> Result<(), Failure> {
        self.append();
        self.failure.map_or(Ok(()), Err)
    }
}
