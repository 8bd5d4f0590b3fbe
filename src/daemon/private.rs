//! What the program keeps is for its own account alone; what an earlier release, a hand or a copy left open to others is closed at the
//! start, and said.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::card_sources::beside;
use super::links::FILES;
use super::options::Options;
use crate::diagnostics::FIGURES_FILE;
use crate::drivers::put_aside;
use crate::journal::{Loose, close_alone, close_to_others, close_to_writers, open_to_all, other_owner, set_aside_beside};
use crate::model::TableNumber;
use crate::tls::{CERTIFICATE_FILE, KEY_FILE};

/// The program keeps its data in folders of its own account alone. Files that another account had made in them, as `root` does when it starts
/// the program once by hand, would put the service out of service.
///
/// # Errors
/// Where a folder belongs to another account.
pub(super) fn require_owner(options: &Options) -> anyhow::Result<()> {
    let paths = options.paths();
    let folders = [&options.data, &paths.journal, &paths.mirror];
    let Some((folder, owner)) = folders.into_iter().find_map(|folder| Some((folder, other_owner(folder)?))) else { return Ok(()) };
    anyhow::bail!(
        "{} belongs to account {owner}, and this is another: start the program as that account, as `sudo --user=#{owner} croupierd` does, or name \
         another folder with `--data`",
        folder.display()
    )
}

/// Closes everything that the program keeps to other accounts. Other things may lie in the folder of the data: they are left alone.
pub(super) fn close(options: &Options, tables: impl Iterator<Item = TableNumber>) {
    let tables: Vec<TableNumber> = tables.collect();
    let of_data = ["journal", "mirror", "milestones", FIGURES_FILE, CERTIFICATE_FILE, KEY_FILE]
        .into_iter()
        .chain(FILES)
        .map(|name| options.data.join(name));
    let records = options.record.iter().flat_map(|record| records(record, &tables));
    let paths = options.paths();
    // Beside a folder of the data they lie in the data's own folder, which is closed; but that may have been open before.
    let set_aside = [&paths.journal, &paths.mirror].into_iter().flat_map(|folder| set_aside_beside(folder));
    let kept =
        of_data.chain([paths.mirror.clone()]).chain(set_aside).chain(options.marks().files).chain(options.marks().keys).chain(records);
    let loose: Vec<Loose> = close_alone(&options.data).into_iter().chain(kept.flat_map(|path| close_to_others(&path))).collect();
    let (closed, failed) = told(loose);
    if let Some(closed) = closed {
        tracing::warn!("other accounts could open these, and cannot any more; what they saw before, they have seen: {closed}");
    }
    if let Some(failed) = failed {
        tracing::error!("other accounts can open these, the cards that lie face down among them: {failed}");
    }
    let around = folders_around(options);
    let (closed, failed) = told(around.iter().filter_map(|folder| close_to_writers(folder)).collect());
    if let Some(closed) = closed {
        tracing::warn!(
            "other accounts could remove what lies in these folders, the journal or its mark among it, and cannot any more: {closed}"
        );
    }
    if let Some(failed) = failed {
        tracing::error!("other accounts can remove what lies in these folders, the journal or its mark among it: {failed}");
    }
    let open: Vec<String> = folders_above(options, &around).iter().filter_map(|folder| open_to_all(folder)).collect();
    if !open.is_empty() {
        let open = open.join(", ");
        tracing::error!(
            "every account can put another folder in the place of the cabinet's, for these folders above it are open to all: {open}; close them, \
             as `chmod o-w` does, or keep the data elsewhere"
        );
    }
}

/// The folders farther out, and the one around the record: others may have put them there for more than this program, so they are only told.
fn folders_above(options: &Options, around: &BTreeSet<PathBuf>) -> BTreeSet<PathBuf> {
    let kept = options.record.iter().chain([&options.data]).filter_map(|path| std::path::absolute(path).ok());
    let inside: Vec<PathBuf> = kept.chain(around.iter().cloned()).collect();
    inside.iter().flat_map(|path| path.ancestors().skip(1)).map(Path::to_owned).collect()
}

/// The folders outside that of the data in which the journal, its mirror, its marks and the signing key lie.
fn folders_around(options: &Options) -> BTreeSet<PathBuf> {
    let (paths, marks) = (options.paths(), options.marks());
    let kept = [paths.journal, paths.mirror].into_iter().chain(marks.files).chain(marks.keys);
    let folders = kept.filter_map(|path| Some(std::path::absolute(path).ok()?.parent()?.to_owned()));
    let data = std::path::absolute(&options.data).ok();
    folders.filter(|folder| Some(folder) != data.as_ref()).collect()
}

/// The raw record of the wheel's line and those of the card sources, each with the one that was put aside.
fn records(record: &Path, tables: &[TableNumber]) -> impl Iterator<Item = PathBuf> {
    let of_tables = tables.iter().map(|table| beside(record, *table));
    std::iter::once(record.to_owned()).chain(of_tables).flat_map(|record| [put_aside(&record), record])
}

/// Those that were mended, and those that could not be, as a list each; nothing where there are none.
fn told(loose: Vec<Loose>) -> (Option<String>, Option<String>) {
    let list = |loose: Vec<Loose>| loose.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let (closed, failed): (Vec<Loose>, Vec<Loose>) = loose.into_iter().partition(|loose| loose.failed.is_none());
    (Some(list(closed)).filter(|list| !list.is_empty()), Some(list(failed)).filter(|list| !list.is_empty()))
}
