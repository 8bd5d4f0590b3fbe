//! PINs: what one must be, and what is kept of it.
//!
//! A PIN has few digits, so a person who has the access file can find it out by trying them all; what protects it is that the file is
//! closed to other accounts, and that the cabinet takes few tries (`attempts.rs`). The cost of a try is what a small board's processor does
//! in half a second.

use std::fmt;

use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};

/// How many digits a PIN has at least and at most.
const DIGITS: std::ops::RangeInclusive<usize> = 6..=12;

/// The memory that a try takes, in KiB.
const MEMORY_KIBIBYTES: u32 = 32 * 1024;

/// How often that memory is passed over.
const PASSES: u32 = 3;

/// How many random bytes go into the hash beside the PIN.
const SALT_BYTES: usize = 16;

/// A PIN as a person has typed it. It is printed nowhere.
pub struct Pin(String);

/// Why something typed is no PIN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAPin {
    /// It has other characters than digits, or too few or too many.
    #[error("a PIN is 6 to 12 digits")]
    Form,
    /// It is one of those that are tried first.
    #[error("this PIN is too easy to guess: its digits are all the same, repeat a short group, or count up or down")]
    Easy,
}

impl Pin {
    /// A new PIN, which must not be one of those that are tried first.
    ///
    /// # Errors
    /// Why it cannot be one.
    pub fn new(typed: &str) -> Result<Self, NotAPin> {
        let digits = typed.as_bytes();
        if !DIGITS.contains(&digits.len()) || !digits.iter().all(u8::is_ascii_digit) {
            return Err(NotAPin::Form);
        }
        let counts = |step: u8| digits.windows(2).all(|pair| (pair[0] - b'0' + step) % 10 == pair[1] - b'0');
        let repeats = (1..=digits.len() / 2)
            .any(|length| digits.len().is_multiple_of(length) && digits.chunks(length).all(|part| part == &digits[..length]));
        if repeats || counts(1) || counts(9) {
            return Err(NotAPin::Easy);
        }
        Ok(Self(typed.to_owned()))
    }

    /// What is kept of it: argon2id with a salt of its own, as a PHC string.
    ///
    /// # Errors
    /// Where the operating system gives no random numbers.
    pub fn hash(&self) -> Result<String, getrandom::Error> {
        let mut salt = [0; SALT_BYTES];
        getrandom::fill(&mut salt)?;
        let hash = hasher().hash_password_with_salt(self.0.as_bytes(), &salt);
        Ok(hash.expect("the salt and the costs are within what argon2 takes").to_string())
    }
}

impl fmt::Debug for Pin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pin")
    }
}

/// Whether what was typed is the PIN of this hash. It takes as long where it is not, and where there is no hash, for then nobody has this name.
pub(super) fn is_right(typed: &str, kept: Option<&str>) -> bool {
    // Something that cannot be a PIN is compared as well, so that the time says nothing; but nobody may have megabytes hashed.
    let typed = typed.get(..typed.len().min(64)).unwrap_or_default();
    match kept {
        Some(kept) => hasher().verify_password(typed.as_bytes(), kept).is_ok(),
        None => {
            let mut out = [0; 32];
            let spent = hasher().hash_password_into(typed.as_bytes(), &[0; SALT_BYTES], &mut out);
            std::hint::black_box((spent.is_ok(), out));
            false
        }
    }
}

/// Whether this is the hash of a PIN, as [`Pin::hash`] writes it.
pub(super) fn is_hash(kept: &str) -> bool {
    kept.starts_with("$argon2id$") && argon2::PasswordHash::new(kept).is_ok_and(|hash| hash.hash.is_some() && hash.salt.is_some())
}

fn hasher() -> Argon2<'static> {
    let costs = Params::new(MEMORY_KIBIBYTES, PASSES, 1, None).expect("the costs are within what argon2 takes");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, costs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(typed: &str, wanted: Result<(), NotAPin>) {
        assert_eq!(Pin::new(typed).map(drop), wanted, "{typed}");
    }

    #[test]
    fn a_pin_is_six_to_twelve_digits_that_are_not_tried_first() {
        check("482915", Ok(()));
        check("482915773201", Ok(()));
        check("48291", Err(NotAPin::Form));
        check("4829157732011", Err(NotAPin::Form));
        check("48291a", Err(NotAPin::Form));
        check("", Err(NotAPin::Form));
        check("٤٨٢٩١٥", Err(NotAPin::Form));
        check("000000", Err(NotAPin::Easy));
        check("123456", Err(NotAPin::Easy));
        check("567890", Err(NotAPin::Easy));
        check("987654", Err(NotAPin::Easy));
        check("121212", Err(NotAPin::Easy));
        check("481481", Err(NotAPin::Easy));
    }

    #[test]
    fn a_pin_is_kept_as_a_salted_argon2id_hash_that_only_it_fits() {
        let pin = Pin::new("482915").expect("a PIN");
        let (one, other) = (pin.hash().expect("random numbers"), pin.hash().expect("random numbers"));
        assert!(one.starts_with("$argon2id$v=19$m=32768,t=3,p=1$"), "{one}");
        assert!(one != other && is_hash(&one) && !one.contains("482915"));
        assert!(is_right("482915", Some(&one)) && is_right("482915", Some(&other)));
        for wrong in ["482914", "48291", "4829150", ""] {
            assert!(!is_right(wrong, Some(&one)), "{wrong}");
        }
        assert!(!is_right("482915", None));
        assert_eq!(format!("{pin:?}"), "Pin");
    }
}
