//! Devices that lie: the demo's cabinet with machines that bring cards, and how often each of their faults comes.

/// How often each fault of a machine that brings cards comes where devices lie.
const CARD_FAULTS: &str =
    r#"["jam=0.01", "unreadable=0.005", "foreign=0.005", "garbled=0.01", "line-lost=0.002", "power-lost=0.002", "noise=0.02"]"#;
const SHOE_FAULTS: &str =
    r#"["one-too-many=0.01", "unreadable=0.005", "foreign=0.005", "garbled=0.01", "unplugged=0.002", "power-lost=0.002", "noise=0.02"]"#;

/// The demo's cabinet with a simulated shoe, which does not lie, at its first card table.
pub(crate) fn with_shoe(cabinet: &str) -> String {
    let shoe = "driver = \"simulated\"\ndevice = \"shoe\"\nseed = 5\npack_milliseconds = 2_000\nfaults = []";
    cabinet.replacen("driver = \"virtual\"", shoe, 1)
}

/// The same cabinet where its shoe and the shuffler after it lie.
pub(crate) fn lying(cabinet: &str) -> String {
    let lying = cabinet.replacen("faults = []", &format!("faults = {SHOE_FAULTS}"), 1);
    lying.replacen("faults = []", &format!("faults = {CARD_FAULTS}"), 1)
}
