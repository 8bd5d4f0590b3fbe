//! Who is let in: links, paired consoles, people with their PINs, and the sessions of those who have signed in.
//!
//! Here lives the access file, which the daemon and `croupierctl access` both change under one lock, and what of it counts now. Here never
//! lives what a role may do (`http/rights.rs`), or a plain token, code or PIN for longer than the moment in which it is made or compared.

mod attempts;
mod edit;
mod file;
mod holder;
mod live;
mod pin;
mod session;
mod store;
#[cfg(test)]
mod tests;
mod two_persons;

pub use edit::{Contents, Letting, PAIRING_SECONDS, Refused, person_name};
pub use file::AccessError;
pub use holder::{Credential, Holder, hexadecimal};
pub use live::{Access, Known, Paired, SignInRefused, SignedIn};
pub use pin::{NotAPin, Pin};
pub use session::SessionTerms;
pub use store::{change, make, read, take_over, write_private};
pub use two_persons::{Shown, Two};

/// The name of the access file in the folder of the data.
pub const ACCESS_FILE: &str = "access.toml";

/// The name of the one that `croupierctl setup` makes beside it before the first start, with the first owner and nobody else: at that start it
/// becomes the access file. Another name, because an access file without a journal says that the journal was lost.
pub const FIRST_ACCESS_FILE: &str = "access-at-first-start.toml";
