//! The journal: what is not written here has not happened.
//!
//! Entries are numbered without a gap and chained by hash. Each is kept twice: in the store, a sled database for looking things
//! up, and in the mirror, plain append-only files. An entry is acknowledged when both are durable. Here live the record's
//! encoding, both copies, their comparison and repair at a start, checkpoints, signatures and verification. Here never live: the meaning of
//! an input, a clock, a retry of a failed write.

mod backup;
mod ballast;
mod base;
mod block;
mod checkpoint;
mod codec;
mod commit;
mod entry;
mod error;
mod files;
mod hex;
mod history;
mod mark;
mod milestones;
mod mirror;
mod private;
mod rebuild;
mod record;
mod recovery;
mod renewal;
mod salt;
mod signing;
mod store;
mod store_alone;
mod table;
#[cfg(test)]
mod tests;
mod trimming;
mod unproved;
mod verify;

pub use backup::copy_mirror;
pub use ballast::{Ballast, free_bytes};
pub use base::{Base, set_other_bases_aside};
pub use checkpoint::Checkpoint;
pub use commit::{Journal, Run};
pub use entry::{Entry, Hash, Head, Link, NotAHead, PAYLOAD_MOST};
pub use error::JournalError;
pub use files::{Paths, write_whole};
pub use history::{History, Piece};
pub use mark::{Marked, Marks};
pub use milestones::{MilestoneKeeper, Milestones};
pub use mirror::{Bookmark, MirrorReader};
pub use private::{Loose, close_alone, close_to_others, close_to_writers, keep_private, open_to_all, other_owner, set_aside_beside};
pub use rebuild::{Copy, mend_signed_heads, rebuild, set_journal_aside};
pub use record::{RELEASE, Record};
pub use recovery::Recovery;
pub use salt::Salts;
pub use signing::{
    CheckedExport, ExportFault, ExportWriter, Key, KeyAtStart, PublicKey, Signature, SignedHead, check_export, key_at_start, make_key,
    signed_heads,
};
pub use store_alone::StoreAlone;
pub use table::{Action, CASES, Case, MirrorState, Relation, StoreState, case_of};
pub use trimming::begin_trimming;
pub use verify::{Behind, Verified, verify};
