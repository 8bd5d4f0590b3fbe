//! Texts that are secret: what is wrong with one is told without it, because an error may be shown, logged or passed on.

use std::fmt;

use serde::de::{Deserializer, Error, Visitor};

/// For a field that holds a secret text.
pub(super) fn secret<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    // Asked for a text, the reader of JSON would put a number that it finds into its error itself.
    deserializer.deserialize_any(SecretVisitor)
}

/// The readings of a visitor to which these values come where something else is expected: they are refused, and told without the value.
macro_rules! refused_untold {
    ($($visit:ident: $value:ty),+) => {$(
        fn $visit<E: serde::de::Error>(self, _: $value) -> Result<Self::Value, E> {
            Err(E::custom(format_args!("expected {}", &self as &dyn serde::de::Expected)))
        }
    )+};
}
pub(super) use refused_untold;

struct SecretVisitor;

impl Visitor<'_> for SecretVisitor {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text in quotation marks")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }

    refused_untold!(visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64);
}

#[cfg(test)]
mod tests {
    use super::super::{Object, PairForm, SignInForm};

    /// What is said about a sign-in, or a pairing, with this in the place of the secret.
    fn check(secret: &str, expected: &str) {
        let sign_in = serde_json::from_str::<Object<SignInForm>>(&format!(r#"{{"name":"Anna","pin":{secret}}}"#)).err();
        let pair = serde_json::from_str::<Object<PairForm>>(&format!(r#"{{"code":{secret}}}"#)).err();
        for error in [sign_in.map(|error| error.to_string()), pair.map(|error| error.to_string())] {
            let error = error.unwrap_or_else(|| panic!("{secret} was read"));
            assert_eq!(error.split(" at line ").next(), Some(expected), "{secret}");
        }
    }

    #[test]
    fn a_secret_that_is_all_that_was_sent_is_not_told() {
        for secret in ["482915", "-482915", "482915.5", "true", "\"482915\""] {
            let error = serde_json::from_str::<Object<SignInForm>>(secret).err().unwrap_or_else(|| panic!("{secret} was read")).to_string();
            assert_eq!(error.split(" at line ").next(), Some("expected an object"), "{secret}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_secret_is_told_without_it() {
        for secret in ["482915", "-482915", "482915.5", "true"] {
            check(secret, "expected a text in quotation marks");
        }
        check("[482915]", "invalid type: sequence, expected a text in quotation marks");
        check("{\"4\":82915}", "invalid type: map, expected a text in quotation marks");
        check("null", "invalid type: null, expected a text in quotation marks");
    }
}
