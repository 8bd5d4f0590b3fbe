//! What the program keeps is for its own account alone; what an earlier release, a hand or a copy left open to others is closed at the
//! start, and said.

use std::path::{Path, PathBuf};

use super::card_sources::beside;
use super::links::FILES;
use super::options::Options;
use crate::drivers::put_aside;
use crate::journal::{Loose, close_alone, close_to_others, other_owner, set_aside_beside};
use crate::model::TableNumber;

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
pub(super) fn close(options: &Options, card_tables: usize) {
    let of_data = ["journal", "mirror"].into_iter().chain(FILES).map(|name| options.data.join(name));
    let records = options.record.iter().flat_map(|record| records(record, card_tables));
    let paths = options.paths();
    // Beside a folder of the data they lie in the data's own folder, which is closed; but that may have been open before.
    let set_aside = [&paths.journal, &paths.mirror].into_iter().flat_map(|folder| set_aside_beside(folder));
    let kept =
        of_data.chain([paths.mirror.clone()]).chain(set_aside).chain(options.marks().files).chain(options.marks().keys).chain(records);
    let loose: Vec<Loose> = close_alone(&options.data).into_iter().chain(kept.flat_map(|path| close_to_others(&path))).collect();
    let (closed, failed): (Vec<Loose>, Vec<Loose>) = loose.into_iter().partition(|loose| loose.failed.is_none());
    if !closed.is_empty() {
        let told = told(&closed);
        tracing::warn!("other accounts could open these, and cannot any more; what they saw before, they have seen: {told}");
    }
    if !failed.is_empty() {
        let told = told(&failed);
        tracing::error!("other accounts can open these, the cards that lie face down among them: {told}");
    }
}

/// The raw record of the wheel's line and those of the card sources, each with the one that was put aside.
fn records(record: &Path, card_tables: usize) -> impl Iterator<Item = PathBuf> {
    let of_tables = (1..=TableNumber::MOST).take(card_tables).map(|number| beside(record, TableNumber(number)));
    std::iter::once(record.to_owned()).chain(of_tables).flat_map(|record| [put_aside(&record), record])
}

fn told(loose: &[Loose]) -> String {
    loose.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
