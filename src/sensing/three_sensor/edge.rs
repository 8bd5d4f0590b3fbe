//! One change of one line, as the kernel or a trace gives it.

/// A line of the wheel, in or out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Line {
    /// The rotor's index: one pulse a turn, while the middle of pocket 0 faces it.
    RotorIndex,
    /// The rotor's encoder: evenly spaced pulses, the first together with the index.
    RotorEncoder,
    /// Ball sensor 1, 2 or 3, by its place 0, 1 or 2.
    Ball(u8),
    /// Which way the rotor is driven: active is clockwise seen from above.
    RotorDirection,
    /// The blower that launches the ball.
    Blower,
}

impl Line {
    /// Every line, in the order of the edge traces.
    pub const ALL: [Self; 7] =
        [Self::RotorIndex, Self::RotorEncoder, Self::Ball(0), Self::Ball(1), Self::Ball(2), Self::RotorDirection, Self::Blower];

    /// The line's name in edge traces and cabinet files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RotorIndex => "rotor-index",
            Self::RotorEncoder => "rotor-encoder",
            Self::Ball(0) => "ball-1",
            Self::Ball(1) => "ball-2",
            Self::Ball(_) => "ball-3",
            Self::RotorDirection => "rotor-direction",
            Self::Blower => "blower",
        }
    }

    /// The line of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|line| line.name() == name)
    }
}

/// A line became active or inactive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// When, in nanoseconds of a clock that does not run backwards.
    pub at_nanoseconds: u64,
    /// Which line.
    pub line: Line,
    /// Whether it is active from now on.
    pub active: bool,
}
