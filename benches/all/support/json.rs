//! Numbers out of the house's JSON, without reading all of it.

/// The number behind `key`, as in `"round":12`, the first time it stands in the text.
pub(crate) fn number_of(text: &str, key: &str) -> Option<u64> {
    let (_, behind) = text.split_once(&format!("\"{key}\":"))?;
    let digits = behind.find(|character: char| !character.is_ascii_digit()).unwrap_or(behind.len());
    behind[..digits].parse().ok()
}
