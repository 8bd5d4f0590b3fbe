//! Which software a start ran: the program and the files that say what it plays and on what, each by the SHA-256 of its bytes.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;

use minicbor::{Decode, Encode};

use super::input::NamedHash;

/// The program and the files that a start ran with.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct SoftwareIdentity {
    /// SHA-256 of the program's own file.
    #[cbor(n(0), with = "minicbor::bytes")]
    pub program_sha256: [u8; 32],
    /// The cabinet file, and every file that it names.
    #[n(1)]
    pub files: Vec<NamedHash>,
    /// The commit that the program was built from; `None` where the build was not told.
    #[n(2)]
    pub build: Option<String>,
}

impl SoftwareIdentity {
    /// The name of the program's line in [`Self::listing`].
    pub const PROGRAM: &'static str = "croupierd";

    /// One line for the program and each file, ordered by name: the SHA-256, two spaces, the name, as `sha256sum` writes them. The SHA-256 of
    /// this text stands for the whole.
    #[must_use]
    pub fn listing(&self) -> String {
        let mut text = String::new();
        for (name, sha256) in self.lines() {
            let _ = writeln!(text, "{}  {name}", hexadecimal(sha256));
        }
        text
    }

    /// The names of the lines that are in one listing and not in the other, in order.
    #[must_use]
    pub fn changed_since(&self, former: &Self) -> Vec<String> {
        let (lines, former) = (self.lines(), former.lines());
        let names: BTreeSet<&str> = lines.symmetric_difference(&former).map(|(name, _)| *name).collect();
        names.into_iter().map(ToString::to_string).collect()
    }

    fn lines(&self) -> BTreeSet<(&str, &[u8])> {
        let program = (Self::PROGRAM, &self.program_sha256[..]);
        self.files.iter().map(|file| (&*file.name, &file.sha256[..])).chain([program]).collect()
    }
}

/// What technicians are shown of the software that runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoftwareView {
    /// The release.
    pub version: &'static str,
    /// The program and its files.
    pub identity: SoftwareIdentity,
    /// SHA-256 of the listing of them.
    pub digest: [u8; 32],
}

/// What people compare of a SHA-256: its first 16 bytes, in groups of four hexadecimal digits.
#[must_use]
pub fn fingerprint(sha256: &[u8; 32]) -> String {
    let groups: Vec<String> = sha256[..16].chunks(2).map(hexadecimal).collect();
    groups.join("-")
}

fn hexadecimal(bytes: &[u8]) -> String {
    let mut digits = String::new();
    for byte in bytes {
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Event, Timestamp};

    fn identity(program: u8, files: &[(&str, u8)]) -> SoftwareIdentity {
        let files = files.iter().map(|(name, byte)| NamedHash { name: (*name).to_owned(), sha256: [*byte; 32] }).collect();
        SoftwareIdentity { program_sha256: [program; 32], files, build: None }
    }

    fn started(identity: Option<SoftwareIdentity>) -> Event {
        let wall = Some(Timestamp::from_microseconds(5));
        Event::Started { version: "1".to_owned(), wall, unproved_after: None, practice: Event::PRACTICE, identity }
    }

    #[test]
    fn a_listing_has_a_line_for_the_program_and_each_file_in_the_order_of_their_names() {
        let line = |byte: &str, name: &str| format!("{}  {name}\n", byte.repeat(32));
        let expected = [line("01", "cabinet"), line("ab", "croupierd"), line("02", "rules/roulette/by")].concat();
        let check = |files: &[(&str, u8)]| assert_eq!(identity(0xab, files).listing(), expected);
        check(&[("cabinet", 1), ("rules/roulette/by", 2)]);
        check(&[("rules/roulette/by", 2), ("cabinet", 1)]);
        // Two tables may be played by one file.
        check(&[("rules/roulette/by", 2), ("cabinet", 1), ("rules/roulette/by", 2)]);
    }

    #[test]
    fn what_has_changed_is_named_and_nothing_else() {
        let former = identity(9, &[("cabinet", 1), ("rules.toml", 2)]);
        let check = |now: &SoftwareIdentity, expected: &[&str]| assert_eq!(now.changed_since(&former), expected);
        check(&former, &[]);
        check(&identity(9, &[("rules.toml", 2), ("cabinet", 1)]), &[]);
        check(&identity(9, &[("cabinet", 1), ("rules.toml", 3)]), &["rules.toml"]);
        check(&identity(8, &[("cabinet", 1), ("rules.toml", 2)]), &["croupierd"]);
        check(&identity(9, &[("cabinet", 3), ("other.toml", 2)]), &["cabinet", "other.toml", "rules.toml"]);
    }

    #[test]
    fn a_changed_file_changes_its_line_alone() {
        let (former, now) = (identity(9, &[("a", 1), ("b", 2)]).listing(), identity(9, &[("a", 1), ("b", 3)]).listing());
        let changed: Vec<&str> = now.lines().filter(|line| !former.contains(line)).collect();
        assert_eq!((now.lines().count(), changed), (3, vec![&*format!("{}  b", "03".repeat(32))]));
    }

    #[test]
    fn a_start_of_a_release_that_recorded_no_identity_is_one_without() {
        #[derive(Encode)]
        enum Older {
            #[n(0)]
            Started {
                #[n(0)]
                version: String,
                #[n(1)]
                wall: Option<Timestamp>,
                #[n(2)]
                unproved_after: Option<u64>,
                #[n(3)]
                practice: u16,
            },
        }
        let wall = Some(Timestamp::from_microseconds(5));
        let older = Older::Started { version: "1".to_owned(), wall, unproved_after: None, practice: Event::PRACTICE };
        let older = minicbor::to_vec(older).expect("it can be encoded");
        assert_eq!(minicbor::decode::<Event>(&older).expect("it can be decoded"), started(None));
        assert_eq!(minicbor::to_vec(started(None)).expect("it can be encoded"), older);
    }

    #[test]
    fn a_start_keeps_its_identity() {
        let mut kept = identity(9, &[("cabinet", 1)]);
        kept.build = Some("f948".to_owned());
        let bytes = minicbor::to_vec(started(Some(kept.clone()))).expect("it can be encoded");
        assert_eq!(minicbor::decode::<Event>(&bytes).expect("it can be decoded"), started(Some(kept)));
    }

    #[test]
    fn people_compare_half_of_a_digest() {
        let mut sha256 = [0xee; 32];
        sha256[..4].copy_from_slice(&[0x21, 0xfe, 0x31, 0xdf]);
        assert_eq!(fingerprint(&sha256), "21fe-31df-eeee-eeee-eeee-eeee-eeee-eeee");
    }
}
