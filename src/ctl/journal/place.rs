//! Where the journal is that a command is about.

use std::path::PathBuf;

use clap::Args;

use crate::ctl::Failure;
use crate::journal::{MirrorReader, Paths};

/// Where the journal is.
#[derive(Debug, Args)]
pub(crate) struct Place {
    /// The daemon's directory; the journal is in `journal` and `mirror` below it.
    #[arg(long, value_name = "DIR", env = "STATE_DIRECTORY", default_value = "croupier-data")]
    data: PathBuf,
    /// The directory of the store, where it is another.
    #[arg(long, value_name = "DIR")]
    journal: Option<PathBuf>,
    /// The directory of the mirror, where it is another.
    #[arg(long, value_name = "DIR")]
    mirror: Option<PathBuf>,
}

impl Place {
    /// Both directories.
    pub(crate) fn paths(&self) -> Paths {
        Paths {
            journal: self.journal.clone().unwrap_or_else(|| self.data.join("journal")),
            mirror: self.mirror.clone().unwrap_or_else(|| self.data.join("mirror")),
        }
    }

    /// The mirror, which must be there.
    pub(crate) fn reader(&self) -> Result<MirrorReader, Failure> {
        let directory = self.paths().mirror;
        let reader = MirrorReader::open(&directory)?;
        if reader.starts().is_empty() {
            let directory = directory.display().to_string();
            return Err(Failure::refused("no-journal", format!("{directory}: there is no mirror here")).with("path", directory));
        }
        Ok(reader)
    }
}
