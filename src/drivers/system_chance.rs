//! The operating system's chance, by which cards and draws come that no device brings. There is no other: no seed, no generator of our own.

/// Sixteen bits of the operating system's chance.
pub(super) fn random_word() -> Result<u16, getrandom::Error> {
    let mut word = [0; 2];
    getrandom::fill(&mut word)?;
    Ok(u16::from_ne_bytes(word))
}
