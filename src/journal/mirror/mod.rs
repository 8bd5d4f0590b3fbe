//! The mirror: the journal once more, in plain append-only files that need no database to be read. It can rebuild the store,
//! and the store can rebuild it.
//!
//! **Faults that a mirror survives**, and why:
//!
//! * A write cut at any byte, by a crash or a power cut: the commit's checksum fails and nothing sound follows it, so it is
//!   cut off and overwritten with zeros. It had not been acknowledged.
//! * Any flipped bit in any commit but the last: the checksum or the hash fails while later commits are sound, so it is known
//!   that something acknowledged is damaged; the segment is rebuilt from the store.
//! * A flipped bit in the last commit looks like a torn write. It is cut off, and comes back from the store, which has it.
//! * A lost or damaged header, a lost segment, a lost mirror: as damage; rebuilt from the store.
//!
//! **Not survived:** the same entry damaged in the mirror and in the store. Then the journal is refused.

mod frame;
mod reader;
mod scan;
mod segment;
mod writer;

pub(super) use frame::bytes as frame_bytes;
pub(super) use reader::Commits;
pub use reader::{Bookmark, MirrorReader};
pub(super) use scan::{Beginnings, Scanned, Sound, scan};
pub(super) use writer::{MirrorWriter, remove_before, set_all_aside, set_damaged_aside};
