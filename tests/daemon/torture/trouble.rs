//! What goes wrong in a life.

/// The trouble of one life; all of them end with a kill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Trouble {
    /// Nothing but the kill.
    Kill,
    /// Killed again and again while it starts.
    KilledStarts,
    /// Stopped for a while (SIGSTOP), as a suspended machine is.
    Stopped,
    /// Few descriptors, and strangers who open connections without end.
    Descriptors,
    /// No room left on the disk.
    FullDisk,
    /// A wall clock that is years wrong.
    WrongClock,
    /// No more memory than it has.
    Memory,
    /// A second daemon on the same folder.
    SecondDaemon,
    /// Bits of one copy of the journal were changed while nobody ran.
    FlippedBits,
    /// A file of one copy is shorter than it was.
    CutFile,
    /// A file of one copy is gone.
    LostFile,
    /// One copy is gone.
    LostCopy,
    /// One copy is gone when it starts after the kill: nothing but the other tells where the journal ended.
    KilledAndLostCopy,
    /// The wheel and the machines that bring cards have every fault often.
    LyingDevices,
}

impl Trouble {
    /// What shows that it took effect. Each of them must be seen in a run, or the trouble proved nothing.
    pub(crate) const fn effects(self) -> &'static [&'static str] {
        match self {
            Self::Kill => &["was killed while orders were on their way"],
            Self::KilledStarts => &["was killed before it was ready"],
            Self::Stopped => &["stood still, and answered afterwards"],
            Self::Descriptors => &["gave strangers every place, and kept its own"],
            Self::FullDisk => &["went out of service for want of room"],
            Self::WrongClock => &["told that its clock was set"],
            Self::Memory => &["ran out of memory"],
            Self::SecondDaemon => &["was refused the folder of another"],
            Self::FlippedBits => &["found changed bits"],
            Self::CutFile => &["found a file cut"],
            Self::LostFile => &["found a file gone"],
            Self::LostCopy => &["found a copy gone"],
            Self::KilledAndLostCopy => &["told that its end is unproved"],
            Self::LyingDevices => &["told a fault of its wheel", "told a fault of a source of cards"],
        }
    }

    /// Every trouble there is.
    pub(crate) const ALL: [Self; 14] = [
        Self::Kill,
        Self::KilledStarts,
        Self::Stopped,
        Self::Descriptors,
        Self::FullDisk,
        Self::WrongClock,
        Self::Memory,
        Self::SecondDaemon,
        Self::FlippedBits,
        Self::CutFile,
        Self::LostFile,
        Self::LostCopy,
        Self::KilledAndLostCopy,
        Self::LyingDevices,
    ];
}
