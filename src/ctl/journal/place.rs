//! Where the journal is that a command is about.

use std::path::{Path, PathBuf};

use super::Progress;
use crate::access::ACCESS_FILE;
use crate::cabinet::Cabinet;
use crate::ctl::Failure;
use crate::journal::{Head, Link, Marks, MirrorReader, Paths, other_owner};
use clap::Args;

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
    /// A further file in which the daemon keeps the journal's mark, beside the one in its directory.
    #[arg(long, value_name = "FILE")]
    mark: Option<PathBuf>,
}

/// The account that writes in this folder must be the one that owns it: what another one makes the daemon could not open.
pub(crate) fn require_owner(data: &Path) -> Result<(), Failure> {
    let Some(owner) = other_owner(data) else { return Ok(()) };
    let path = data.display().to_string();
    let message = format!("{path}: belongs to account {owner}, and this is another; run this command as account {owner}");
    Err(Failure::refused("other-account", message).with("path", path))
}

/// The cabinet before the first record that is read of this mirror; `None` where that is the very first one.
///
/// # Errors
/// Where the state in place of older records is damaged, or this release cannot take it.
pub(super) fn first_state(reader: &MirrorReader) -> Result<Option<Cabinet>, Failure> {
    let Some(base) = reader.base()? else { return Ok(None) };
    let number = base.head().number;
    let state = Cabinet::from_state(&base.state.bytes, number);
    let message = || format!("this release cannot read the state after record {number}, with which the journal begins");
    state.map(Some).ok_or_else(|| Failure::refused("base-unreadable", message()).with("number", number))
}

impl Place {
    /// Both directories.
    pub(crate) fn paths(&self) -> Paths {
        Paths {
            journal: self.journal.clone().unwrap_or_else(|| self.data.join("journal")),
            mirror: self.mirror.clone().unwrap_or_else(|| self.data.join("mirror")),
        }
    }

    /// The words that name the same place to another command.
    pub(crate) fn as_words(&self) -> Vec<String> {
        let (data, paths) = (&self.data, self.paths());
        let named = [
            ("--data", Some(data)),
            ("--journal", Some(&paths.journal)),
            ("--mirror", Some(&paths.mirror)),
            ("--mark", self.mark.as_ref()),
        ];
        let named = named.into_iter().filter_map(|(key, path)| Some([key.to_owned(), path?.display().to_string()]));
        named.flatten().collect()
    }

    /// The daemon's directory.
    pub(crate) fn data(&self) -> &Path {
        &self.data
    }

    /// The file of those who are let in.
    pub(crate) fn access_file(&self) -> PathBuf {
        self.data.join(ACCESS_FILE)
    }

    /// The marks that watch over the journal.
    pub(crate) fn marks(&self) -> Marks {
        Marks::of_data(&self.data, &self.paths(), self.mark.as_slice())
    }

    /// The account that writes here must be the one that owns the data.
    pub(crate) fn require_owner(&self) -> Result<(), Failure> {
        require_owner(&self.data)
    }

    /// The cabinet as it was before the first record that is read: where older records were removed, as they had left it; `None` where none were.
    ///
    /// # Errors
    /// Where the state cannot be read.
    pub(crate) fn first_state(&self) -> Result<Option<Cabinet>, Failure> {
        first_state(&self.reader()?)
    }

    /// Reads the journal from its first record on, or where older ones were removed from the first one that follows [`Place::first_state`], and says on the way how far it has come, as `what` is done, such as `read`: the head of
    /// what was read.
    ///
    /// # Errors
    /// Where there is no journal, a record cannot be read, or `each` fails.
    pub(crate) fn read_through(&self, what: &'static str, mut each: impl FnMut(&Link) -> Result<(), Failure>) -> Result<Head, Failure> {
        let progress = Progress::begin(what);
        let reader = self.reader()?;
        let mut head = reader.base()?.map_or(Head::START, |base| base.head());
        for link in reader.range(head.number + 1, u64::MAX) {
            let link = link?;
            progress.reached(link.entry.number);
            each(&link)?;
            head = link.head();
        }
        Ok(head)
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
