//! How a simulated wheel behaves: its dialect, what falls, and which faults come how often or when.

use std::collections::BTreeMap;

use crate::model::Pocket;
use crate::sim::chance::Rate;

/// Which wheel is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Make {
    /// The automatic wheel: the host starts a game, air launches the ball.
    #[default]
    SlingShot2,
    /// The wheel a dealer spins: nobody can start it from outside, and its warning bits mean something else.
    Mercury360,
}

/// Something that goes wrong, on the wheel or on its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// The ball does not get going at the first try; the wheel warns (8), turns the rotor round and launches again.
    LaunchFailed,
    /// No try gets the ball going: the wheel warns (8) for four minutes, then switches itself off.
    Jammed,
    /// The ball is launched the way the rotor turns; the wheel sees it at once (2, then 8) and launches again.
    SameDirection,
    /// The ball runs the way the rotor turns, the wheel warns (2) and plays on: the host has to void the game.
    SameDirectionPlayed,
    /// The sensors miss the ball for one turn: a single line warns (1).
    BallUnseenOnce,
    /// The sensors miss the ball for 6 to 20 s (1), then see it again; the game is good.
    BallUnseenLong,
    /// The ball is not seen any more (1): it left the wheel. The wheel stops itself after 75 s.
    BallLost,
    /// A sensor fails (4) while the ball runs: the wheel stops itself and keeps the warning.
    SensorFailed,
    /// The rotor's speed runs away, the warning (1) flickers, and the wheel stops itself without a warning left.
    RotorRunaway,
    /// The wheel stays in state 4 without any warning, then stops itself.
    Stuck,
    /// A failed launch or a voided game counts as a game: the counter advances once more.
    CounterSkip,
    /// The bare winning number is not sent.
    BareLost,
    /// The bare winning number is another one than that of the status lines.
    BareContradicts,
    /// The line is pulled out in the middle of a game and comes back after 2 to 20 s; the wheel plays on.
    LineLost,
    /// The wheel loses power in the middle of a game and boots: counter and last number are forgotten.
    PowerLost,
    /// A command is refused (`NO` or `BUSY`) although it could be done.
    Refused,
    /// A reply comes two to three status lines late.
    ReplyLate,
    /// A reply does not come.
    ReplyLost,
    /// A line is broken off and the next one follows in its place.
    Merged,
    /// The head of a line is missing.
    Cut,
    /// The bytes from the middle of a line to the middle of the next are missing, line end included.
    Spliced,
    /// A reply or a bare number stands in the middle of a line.
    Interleaved,
    /// A line is missing.
    Lost,
    /// A byte of a line is another one.
    Garbled,
    /// The speed in a line is nonsense.
    SpeedNonsense,
    /// Nothing comes for 1 to 30 s, then all of it at once, and what is too much for the buffer is missing.
    Silence,
    /// Nothing comes for more than two minutes, then all of it at once.
    LongSilence,
}

impl Fault {
    /// Every fault there is.
    pub const ALL: [Self; 27] = [
        Self::LaunchFailed,
        Self::Jammed,
        Self::SameDirection,
        Self::SameDirectionPlayed,
        Self::BallUnseenOnce,
        Self::BallUnseenLong,
        Self::BallLost,
        Self::SensorFailed,
        Self::RotorRunaway,
        Self::Stuck,
        Self::CounterSkip,
        Self::BareLost,
        Self::BareContradicts,
        Self::LineLost,
        Self::PowerLost,
        Self::Refused,
        Self::ReplyLate,
        Self::ReplyLost,
        Self::Merged,
        Self::Cut,
        Self::Spliced,
        Self::Interleaved,
        Self::Lost,
        Self::Garbled,
        Self::SpeedNonsense,
        Self::Silence,
        Self::LongSilence,
    ];

    /// The fault's name on the command line and in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::LaunchFailed => "launch-failed",
            Self::Jammed => "jammed",
            Self::SameDirection => "same-direction",
            Self::SameDirectionPlayed => "same-direction-played",
            Self::BallUnseenOnce => "ball-unseen-once",
            Self::BallUnseenLong => "ball-unseen-long",
            Self::BallLost => "ball-lost",
            Self::SensorFailed => "sensor-failed",
            Self::RotorRunaway => "rotor-runaway",
            Self::Stuck => "stuck",
            Self::CounterSkip => "counter-skip",
            Self::BareLost => "bare-lost",
            Self::BareContradicts => "bare-contradicts",
            Self::LineLost => "line-lost",
            Self::PowerLost => "power-lost",
            Self::Refused => "refused",
            Self::ReplyLate => "reply-late",
            Self::ReplyLost => "reply-lost",
            Self::Merged => "merged",
            Self::Cut => "cut",
            Self::Spliced => "spliced",
            Self::Interleaved => "interleaved",
            Self::Lost => "lost",
            Self::Garbled => "garbled",
            Self::SpeedNonsense => "speed-nonsense",
            Self::Silence => "silence",
            Self::LongSilence => "long-silence",
        }
    }

    /// The fault of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|fault| fault.name() == name)
    }

    /// How often the fault was seen on real wheels: per game for those of the wheel, per line for those of the line, per
    /// reply for those of replies. Where the records show a fault without a rate, the rate is a guess on the high side.
    #[must_use]
    pub const fn field_rate(self) -> Rate {
        Rate::per_million(match self {
            Self::LaunchFailed | Self::BareLost => 20_000,
            Self::SameDirection | Self::BallUnseenOnce => 10_000,
            Self::SensorFailed | Self::BallUnseenLong => 4_000,
            Self::Jammed | Self::SameDirectionPlayed | Self::RotorRunaway => 2_000,
            Self::BallLost | Self::Stuck | Self::LineLost | Self::PowerLost | Self::BareContradicts => 1_000,
            Self::CounterSkip => 300_000,
            Self::Refused => 2_000,
            Self::ReplyLate => 100_000,
            Self::ReplyLost => 5_000,
            Self::Merged | Self::Cut | Self::Lost => 1_000,
            Self::Spliced | Self::Interleaved | Self::SpeedNonsense => 300,
            Self::Garbled | Self::Silence => 100,
            Self::LongSilence => 5,
        })
    }
}

/// A moment at which a fault is wanted: in launch number `launch` (the first is 1) and, for a fault of the line, on the
/// `line`-th status line (from 0) sent in `state` of that launch. A fault of the wheel looks at the launch alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment {
    /// The number of the launch; 0 is the time before the first.
    pub launch: u64,
    /// The state digit of the status line.
    pub state: u8,
    /// Which of the status lines of that state.
    pub line: u32,
}

impl Moment {
    /// Somewhere in launch number `launch`, for a fault of the wheel.
    #[must_use]
    pub const fn of_launch(launch: u64) -> Self {
        Self { launch, state: 0, line: 0 }
    }
}

/// How a simulated wheel behaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Behaviour {
    /// Which wheel it is.
    pub make: Make,
    /// How often each fault comes; a fault that is not named does not.
    pub rates: BTreeMap<Fault, Rate>,
    /// Faults that come at a moment, besides those that come by chance.
    pub script: Vec<(Moment, Fault)>,
    /// What falls in the first launches; after these it is drawn.
    pub outcomes: Vec<Pocket>,
    /// What the spin counter shows when the wheel is switched on: 1 on a real wheel.
    pub first_counter: u16,
    /// The number of the last game before, as a wheel shows it that was not switched off.
    pub last_pocket: Option<Pocket>,
    /// Whether the wheel already runs when the simulation starts.
    pub running: bool,
    /// The operating mode (`*o`): a bit sum, see the wheel's guide. 1158 is a working wheel's: the host starts each game.
    pub mode: u32,
    /// Whether a voided game is launched again by the wheel itself, without the host asking.
    pub respins_by_itself: bool,
}

impl Default for Behaviour {
    /// A wheel without a fault, switched off, as it comes up after power on.
    fn default() -> Self {
        Self {
            make: Make::SlingShot2,
            rates: BTreeMap::new(),
            script: Vec::new(),
            outcomes: Vec::new(),
            first_counter: 1,
            last_pocket: None,
            running: false,
            mode: 1158,
            respins_by_itself: false,
        }
    }
}

impl Behaviour {
    /// A wheel with every fault as often as it was seen on real wheels.
    #[must_use]
    pub fn field() -> Self {
        Self { rates: Fault::ALL.into_iter().map(|fault| (fault, fault.field_rate())).collect(), ..Self::default() }
    }

    /// A wheel with every fault `times` as often as on real wheels.
    #[must_use]
    pub fn harsh(times: u32) -> Self {
        let often = |fault: Fault| Rate::per_million(fault.field_rate().times_per_million().saturating_mul(times));
        Self { rates: Fault::ALL.into_iter().map(|fault| (fault, often(fault))).collect(), ..Self::default() }
    }

    /// How often `fault` comes by chance.
    #[must_use]
    pub fn rate(&self, fault: Fault) -> Rate {
        self.rates.get(&fault).copied().unwrap_or_default()
    }

    /// Whether the script wants `fault` at `moment`.
    #[must_use]
    pub fn scripted(&self, fault: Fault, moment: Moment) -> bool {
        self.script.contains(&(moment, fault))
    }
}
