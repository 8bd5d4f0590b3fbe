//! The cabinet's signatures: its key, what it signs, and the heads that it has signed.
//!
//! A hash chain proves that records fit each other; a person who has the disk can write another chain that fits too. A head that is signed
//! can be made by the holder of the key alone. Signatures lie beside the chain and not in it: they say something about records and are no
//! input of the cabinet, a journal of an older release can be signed as it is, and one that is signed stays readable for a release that
//! knows nothing of signatures. None is lost for good with its file, because every later signature covers all records before it.
//!
//! **The key lies outside the copies of the journal**: beside the mark that the board keeps for itself (`--mark`), and in the data folder only
//! where there is no such mark. In the data folder it would be part of every backup, and everybody with a backup could sign; a copy that is
//! put back on another board would sign as this cabinet; and a folder put back from before the first signature would bring another key. A
//! key is never made anew while there is one, never logged, and no answer holds it.
//!
//! **What a signature does not prove**: that the cabinet recorded what happened. Who can read the key file, which is the program's own account
//! and the administrator of the board, can sign another history. Against that there are heads that have left the board before.

mod export;
mod heads;
mod key;

pub use export::{CheckedExport, ExportFault, ExportWriter, check_export};
pub(super) use heads::SIGNED_HEADS;
pub use heads::{SignedHead, signed_heads};
pub(super) use heads::{Signer, mend_signed_heads, set_signed_heads_aside};
pub use key::{Key, KeyAtStart, PublicKey, Signature, key_at_start, make_key};

use super::Head;

/// What is signed of a head: no other statement begins with these words.
const OF_HEAD: &[u8] = b"croupier journal head 1\n";

/// The statement that the journal stood at `head`.
fn statement_of(head: Head) -> Vec<u8> {
    [OF_HEAD, &head.number.to_be_bytes(), &head.hash.0].concat()
}
