//! The wheel of a house: each is driven by another driver, and lies in ways of its own.

/// A simulated wheel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Wheel {
    /// On a serial line.
    Serial,
    /// Three ball sensors and a rotor on bare lines.
    BareLines,
}

impl Wheel {
    /// The wheel of the house of this seed: by turns one and the other.
    pub(crate) const fn of(seed: u64) -> Self {
        if seed.is_multiple_of(2) { Self::BareLines } else { Self::Serial }
    }

    /// The cabinet file with this wheel in place of the demo's.
    pub(crate) fn built_into(self, cabinet: &str) -> String {
        let demo = "device = \"slingshot-2\"";
        assert!(cabinet.contains(demo), "the demo has a wheel on a serial line");
        match self {
            Self::Serial => cabinet.to_owned(),
            Self::BareLines => cabinet.replacen(demo, "device = \"three-sensor-gpio\"", 1),
        }
    }

    /// How many times as often as on a real one its faults come where devices lie. On bare lines each lasts for a while, and so many more are
    /// needed that one of them is met in a short life.
    pub(crate) const fn faults(self) -> u32 {
        match self {
            Self::Serial => 20,
            Self::BareLines => 60,
        }
    }
}
