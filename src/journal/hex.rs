//! Bytes as hexadecimal digits, and back: hashes, keys, signatures, payloads.

use std::fmt;

/// Bytes as hexadecimal digits.
pub(super) struct Hex<'a>(pub(super) &'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Bytes of lower-case hexadecimal digits, as many as there are.
pub(super) fn unhex_all(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let bytes = pairs.iter().map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?)).collect::<Option<_>>();
    bytes.filter(|_| rest.is_empty())
}

/// Exactly so many bytes of hexadecimal digits.
pub(super) fn unhex<const BYTES: usize>(text: &str) -> Option<[u8; BYTES]> {
    let mut bytes = [0; BYTES];
    let are_digits = text.len() == 2 * BYTES && text.bytes().all(|digit| digit.is_ascii_hexdigit());
    for (place, byte) in bytes.iter_mut().enumerate() {
        let digits = text.get(2 * place..2 * place + 2).filter(|_| are_digits)?;
        *byte = u8::from_str_radix(digits, 16).ok()?;
    }
    Some(bytes)
}
