//! The key of a cabinet, its public part, and signatures, each as the text that stands in files and on the screen.

use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use ed25519_dalek::{Signer as _, SigningKey, VerifyingKey};
use sha2::{Digest, Sha256};

use super::{signed_heads, statement_of};
use crate::journal::error::At;
use crate::journal::files::write_whole;
use crate::journal::hex::{Hex, unhex};
use crate::journal::{Head, JournalError, Marks, Paths};
use crate::model::fingerprint;

const TITLE: &str = "croupier signing key 1\n";

/// What the text of a public key begins with.
const KIND: &str = "ed25519:";

/// The secret key of a cabinet.
pub struct Key(SigningKey);

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key of {}", self.public())
    }
}

impl Key {
    /// The key that these 32 bytes of chance make; nothing else may ever know them.
    #[must_use]
    pub fn of_chance(chance: &[u8; 32]) -> Self {
        Self(SigningKey::from_bytes(chance))
    }

    /// The key of the cabinet that these marks watch over; `None` where it has none.
    ///
    /// # Errors
    /// [`JournalError::Io`] where it cannot be read; [`JournalError::Key`] where the file holds no key.
    pub fn of_marks(marks: &Marks) -> Result<Option<Self>, JournalError> {
        for path in &marks.keys {
            match fs::read_to_string(path) {
                Ok(text) => return parse(&text).map(Some).ok_or_else(|| JournalError::Key { path: path.clone() }),
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) if error.kind() == ErrorKind::InvalidData => return Err(JournalError::Key { path: path.clone() }),
                Err(error) => return Err(error).at("read", path),
            }
        }
        Ok(None)
    }

    /// The part that everybody may know.
    #[must_use]
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key())
    }

    /// The statement that the journal stood at `head`, signed.
    #[must_use]
    pub fn sign_head(&self, head: Head) -> Signature {
        self.sign(&statement_of(head))
    }

    /// Any other statement, signed. Its first words must be its own.
    pub(in crate::journal) fn sign(&self, statement: &[u8]) -> Signature {
        Signature(self.0.sign(statement).to_bytes())
    }
}

/// Makes the key of a cabinet of these 32 bytes of chance, where it has none: its file, for the program's own account alone. `None` where there is
/// a key already, or the cabinet keeps none.
///
/// # Errors
/// Where the file cannot be written, or there is one that cannot be read: then nothing is changed.
pub fn make_key(marks: &Marks, chance: &[u8; 32]) -> Result<Option<PathBuf>, JournalError> {
    let Some(path) = marks.keys.first() else { return Ok(None) };
    if Key::of_marks(marks)?.is_some() {
        return Ok(None);
    }
    write(path, chance)?;
    Ok(Some(path.clone()))
}

/// What a start finds of the cabinet's key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyAtStart {
    /// It is there.
    There(PublicKey),
    /// There was none, and nothing was signed yet: it is made, in this file.
    Made(PublicKey, PathBuf),
    /// There is none, and heads of this journal were signed with one: no other is made before a person says so.
    Lost,
    /// The cabinet keeps none.
    Unasked,
}

/// The cabinet's key at a start. It is made of these 32 bytes of chance where there is none and nothing of this journal is signed.
///
/// # Errors
/// As [`make_key`]; [`JournalError::Io`] where the signed heads cannot be read, or a first start can make no mark.
pub fn key_at_start(marks: &Marks, paths: &Paths, chance: &[u8; 32]) -> Result<KeyAtStart, JournalError> {
    if let Some(key) = Key::of_marks(marks)? {
        return Ok(KeyAtStart::There(key.public()));
    }
    if !signed_heads(&paths.mirror)?.is_empty() {
        return Ok(KeyAtStart::Lost);
    }
    marks.make_at_first_start(paths)?;
    let made = make_key(marks, chance)?;
    Ok(made.map_or(KeyAtStart::Unasked, |path| KeyAtStart::Made(Key::of_chance(chance).public(), path)))
}

fn write(path: &Path, secret: &[u8; 32]) -> Result<(), JournalError> {
    write_whole(path, format!("{TITLE}{}\n", Hex(secret)).as_bytes())
}

fn parse(text: &str) -> Option<Key> {
    let secret = unhex(text.strip_prefix(TITLE)?.strip_suffix('\n')?)?;
    Some(Key::of_chance(&secret))
}

/// The public part of a cabinet's key: `ed25519:` and 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PublicKey(VerifyingKey);

impl PublicKey {
    /// Its 32 bytes.
    #[must_use]
    pub fn bytes(&self) -> [u8; 32] {
        self.0.to_bytes()
    }

    /// What people compare: the first 16 bytes of the SHA-256 of its 32 bytes, in groups of four hexadecimal digits.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        fingerprint(&Sha256::digest(self.bytes()).into())
    }

    /// Whether the holder of this key has signed that the journal stood at `head`.
    #[must_use]
    pub fn has_signed_head(&self, head: Head, signature: &Signature) -> bool {
        self.has_signed(&statement_of(head), signature)
    }

    /// Whether the holder of this key has signed this statement.
    pub(in crate::journal) fn has_signed(&self, statement: &[u8], signature: &Signature) -> bool {
        self.0.verify_strict(statement, &ed25519_dalek::Signature::from_bytes(&signature.0)).is_ok()
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{KIND}{}", Hex(self.0.as_bytes()))
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What a [`PublicKey`] is read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a cabinet's public key is `ed25519:` and 64 hexadecimal digits, as `croupierctl journal key` prints it")]
pub struct NotAKey;

impl FromStr for PublicKey {
    type Err = NotAKey;

    fn from_str(text: &str) -> Result<Self, NotAKey> {
        let bytes = text.strip_prefix(KIND).and_then(unhex).ok_or(NotAKey)?;
        // A weak key is one for which anybody can sign.
        VerifyingKey::from_bytes(&bytes).ok().filter(|key| !key.is_weak()).map(Self).ok_or(NotAKey)
    }
}

/// A signature: 128 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature([u8; 64]);

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Hex(&self.0), f)
    }
}

impl FromStr for Signature {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        unhex(text).map(Self).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::journal::Hash;

    fn marks(folder: &Path, names: &[&str]) -> Marks {
        Marks { keys: names.iter().map(|name| folder.join(name)).collect(), ..Marks::none() }
    }

    #[test]
    fn a_key_is_made_once_and_for_its_own_account_alone() {
        let home = tempfile::tempdir().expect("a folder can be made");
        let marks = marks(home.path(), &["board/signing-key", "signing-key"]);
        assert!(Key::of_marks(&marks).expect("nothing is wrong").is_none());
        assert_eq!(make_key(&marks, &[7; 32]).expect("writable"), Some(marks.keys[0].clone()));
        assert_eq!(make_key(&marks, &[8; 32]).expect("writable"), None, "it has one");
        let key = Key::of_marks(&marks).expect("readable").expect("it is there");
        assert_eq!(key.public(), Key::of_chance(&[7; 32]).public());
        let mode = fs::metadata(&marks.keys[0]).expect("it is there").permissions().mode() & 0o777;
        assert_eq!(mode, 0o600);
    }

    #[test]
    fn a_key_that_was_made_in_the_data_folder_stays_the_key_when_the_board_gets_a_mark() {
        let home = tempfile::tempdir().expect("a folder can be made");
        make_key(&marks(home.path(), &["signing-key"]), &[7; 32]).expect("writable");
        let later = marks(home.path(), &["board/signing-key", "signing-key"]);
        assert_eq!(make_key(&later, &[8; 32]).expect("writable"), None);
        assert_eq!(Key::of_marks(&later).expect("readable").expect("it is there").public(), Key::of_chance(&[7; 32]).public());
    }

    #[test]
    fn a_key_file_that_holds_no_key_is_an_error_and_is_never_written_over() {
        let home = tempfile::tempdir().expect("a folder can be made");
        let marks = marks(home.path(), &["signing-key"]);
        let sound = format!("{TITLE}{}\n", Hex(&[7; 32]));
        for text in ["", "garbage", &sound[..sound.len() - 1], &sound.replace('7', "x"), &format!("{sound} ")] {
            fs::write(&marks.keys[0], text).expect("writable");
            assert!(matches!(make_key(&marks, &[8; 32]), Err(JournalError::Key { .. })), "{text:?}");
            assert_eq!(fs::read_to_string(&marks.keys[0]).expect("readable"), text);
        }
    }

    /// RFC 8032, section 7.1, test 1.
    #[test]
    fn the_key_is_the_one_that_rfc_8032_makes_of_the_same_bytes() {
        let secret: [u8; 32] = unhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60").expect("digits");
        let public = "ed25519:d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
        assert_eq!(Key::of_chance(&secret).public().to_string(), public);
        let signature = "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b";
        assert_eq!(Key::of_chance(&secret).sign(b"").to_string(), signature);
    }

    #[test]
    fn nothing_that_is_printed_of_a_key_holds_its_secret() {
        let said = format!("{:?}", Key::of_chance(&[7; 32]));
        assert!(!said.contains(&Hex(&[7; 32]).to_string()) && said.contains("ed25519:"), "{said}");
    }

    #[test]
    fn a_public_key_is_read_as_it_is_written_and_no_other_text_is() {
        let key = Key::of_chance(&[7; 32]).public();
        assert_eq!(key.to_string().parse(), Ok(key));
        let bare = key.to_string().replace(KIND, "");
        // The neutral point: every signature of a certain form fits it.
        let weak = format!("{KIND}01{}", "00".repeat(31));
        for text in ["", "ed25519:", &bare, &format!("{KIND}{}", &bare[1..]), &format!("{key} "), &weak] {
            assert_eq!(text.parse::<PublicKey>(), Err(NotAKey), "{text}");
        }
    }

    #[test]
    fn a_signature_is_of_one_head_by_one_key() {
        let (key, other) = (Key::of_chance(&[7; 32]), Key::of_chance(&[8; 32]));
        let head = Head { number: 4, hash: Hash([3; 32]) };
        let signature = key.sign_head(head);
        assert_eq!(signature.to_string().parse(), Ok(signature));
        assert!(key.public().has_signed_head(head, &signature));
        assert!(!other.public().has_signed_head(head, &signature));
        assert!(!key.public().has_signed_head(Head { number: 5, ..head }, &signature));
        assert!(!key.public().has_signed_head(Head { hash: Hash([4; 32]), ..head }, &signature));
        for bit in 0..512 {
            let mut bytes = signature.0;
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert!(!key.public().has_signed_head(head, &Signature(bytes)), "bit {bit}");
        }
    }
}
