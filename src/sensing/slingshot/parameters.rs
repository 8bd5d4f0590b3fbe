//! Every number of the dialect, as the device file gives it; nothing here has a default.

use alloc::vec::Vec;

use serde::Deserialize;

use crate::model::Span;
use crate::sensing::parameters::{Case, outside};
use crate::sensing::{DeviceParameters, Dialect, Wrong};

/// What one kind of wheel is like. The keys are those of `device-profiles/devices/*.toml`, where each is explained.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameters {
    /// Says that the file is one of this family.
    pub dialect: Dialect,
    /// Who launches the ball.
    pub launched_by: LaunchedBy,
    /// The serial line.
    pub line: LineFormat,
    /// The spin counter.
    pub counter: Counting,
    /// What the bits of the warning digit mean, and how long each is let pass.
    pub warnings: Warnings,
    /// How long the wheel may be silent or stay in one state.
    pub limits: Limits,
    /// The speeds at which the rotor can turn.
    pub rotor: Rotor,
    /// How commands are repeated.
    pub commands: CommandTimes,
}

/// Who launches the ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LaunchedBy {
    /// The wheel, when it is told to; it takes commands for power, launching and voiding.
    Wheel,
    /// A dealer, when the dealer likes; the wheel takes no commands that change a game.
    Dealer,
}

/// The serial line and what is kept of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineFormat {
    /// Bits a second, 8 data bits, no parity, 1 stop bit.
    pub baud: u32,
    /// The longest line that is taken, in bytes; a longer one is thrown away up to its end.
    pub longest_bytes: usize,
    /// How long without a status line until one is asked for, in milliseconds.
    pub poll_after_milliseconds: u64,
    /// The most evidence that is kept of one spin, in bytes.
    pub evidence_bytes: usize,
}

/// The spin counter of the status line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counting {
    /// Its least value, which follows the most.
    pub least: u16,
    /// Its greatest value.
    pub most: u16,
    /// Whether it may already have advanced while the wheel shows the winning number.
    pub may_advance_with_result: bool,
}

/// The two meanings of the warning digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Warnings {
    /// 1 ball not seen, 2 ball turns with the rotor, 4 sensor or motor fault, 8 launch failed.
    Slingshot {
        /// How long bit 8 may stand before the launch has failed.
        launch_failed_seconds: u64,
        /// How long bit 1 may stand while the ball runs before it is missing.
        ball_missing_seconds: u64,
    },
    /// 1 rotor outside its limits (the game goes on), 2 ball turns with the rotor, 4 rim sensor error, 8 the game is void.
    Mercury,
}

impl Warnings {
    /// The bits that end a running spin as soon as they last: a number that comes with them is not believed.
    #[must_use]
    pub const fn end_a_spin(self) -> u8 {
        match self {
            Self::Slingshot { .. } => 2 | 4,
            Self::Mercury => 2 | 4 | 8,
        }
    }

    /// The warning bits in words.
    #[must_use]
    pub fn words(self, bits: u8) -> Vec<&'static str> {
        let words = match self {
            Self::Slingshot { .. } => {
                [(1, "ball not seen"), (2, "ball turns with the rotor"), (4, "sensor, motor or encoder fault"), (8, "launch failed")]
            }
            Self::Mercury => {
                [(1, "rotor outside its limits"), (2, "ball turns with the rotor"), (4, "rim sensor error"), (8, "the game is void")]
            }
        };
        words.into_iter().filter(|(bit, _)| bits & bit != 0).map(|(_, word)| word).collect()
    }
}

/// How long the wheel may be silent, and how long it may stay in each state while a spin is wanted or running.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Without any status line.
    pub silence_seconds: u64,
    /// In state 1, before the game.
    pub before_game_seconds: u64,
    /// In state 2, from the launch command to the ball on the rim.
    pub launch_seconds: u64,
    /// In state 3, the ball on the rim.
    pub rim_seconds: u64,
    /// In state 4, no more bets.
    pub no_more_bets_seconds: u64,
    /// The least time from the first line of state 4 to the first of state 5: what comes sooner are old lines, all at once.
    pub least_no_more_bets_seconds: u64,
    /// In state 5, the winning number.
    pub winning_seconds: u64,
    /// In state 6, off, after the command to switch on; and in state 7.
    pub off_seconds: u64,
}

/// The speeds at which the rotor can turn, in tenths of a revolution a minute as the status line gives them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rotor {
    /// The least while a ball runs.
    pub least_tenths_rpm: u16,
    /// The most at any time.
    pub most_tenths_rpm: u16,
    /// How long a speed outside these may stand before the motor is at fault, and one inside before it is well again.
    pub wrong_seconds: u64,
}

/// How commands are repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandTimes {
    /// How long an answer may take before the command is sent again.
    pub reply_milliseconds: u64,
    /// How long to wait after a refusal before asking again.
    pub retry_milliseconds: u64,
    /// How often one command is sent in all.
    pub tries: u8,
    /// How long between two attempts to switch the wheel on or off.
    pub power_retry_seconds: u64,
    /// How long the self-test may take.
    pub self_test_seconds: u64,
    /// The bits of the operating mode that must be set: 2 the user starts the game, 128 a status line every half second.
    pub needed_mode: u32,
}

impl DeviceParameters for Parameters {
    fn wrong(&self) -> Vec<Wrong> {
        let dialect = self.dialect.other_than(Dialect::Slingshot).into_iter();
        dialect.chain(self.ranges().into_iter().chain(self.warning_ranges()).filter_map(outside)).collect()
    }
}

impl Parameters {
    fn warning_ranges(&self) -> Vec<Case<u64>> {
        let Warnings::Slingshot { launch_failed_seconds, ball_missing_seconds } = self.warnings else { return Vec::new() };
        [
            ("warnings.slingshot.launch_failed_seconds", launch_failed_seconds, 1, 60, "seconds"),
            ("warnings.slingshot.ball_missing_seconds", ball_missing_seconds, 1, 60, "seconds"),
        ]
        .into()
    }

    fn ranges(&self) -> [Case<u64>; 23] {
        let Self { line, counter, limits, rotor, commands, .. } = self;
        let rotor_most = u64::from(rotor.most_tenths_rpm).saturating_sub(1);
        [
            ("line.baud", line.baud.into(), 1_200, 921_600, "bits a second"),
            ("line.longest_bytes", line.longest_bytes as u64, 80, 4_096, "bytes"),
            ("line.poll_after_milliseconds", line.poll_after_milliseconds, 100, 60_000, "milliseconds"),
            ("line.evidence_bytes", line.evidence_bytes as u64, 4_096, 1_048_576, "bytes"),
            ("counter.least", counter.least.into(), 0, 1, "spins"),
            ("counter.most", counter.most.into(), 15, 999, "spins"),
            ("limits.silence_seconds", limits.silence_seconds, 1, 60, "seconds"),
            ("limits.before_game_seconds", limits.before_game_seconds, 1, 3_600, "seconds"),
            ("limits.launch_seconds", limits.launch_seconds, 1, 3_600, "seconds"),
            ("limits.rim_seconds", limits.rim_seconds, 1, 600, "seconds"),
            ("limits.no_more_bets_seconds", limits.no_more_bets_seconds, 1, 600, "seconds"),
            ("limits.least_no_more_bets_seconds", limits.least_no_more_bets_seconds, 0, 60, "seconds"),
            ("limits.winning_seconds", limits.winning_seconds, 1, 600, "seconds"),
            ("limits.off_seconds", limits.off_seconds, 1, 3_600, "seconds"),
            ("rotor.most_tenths_rpm", rotor.most_tenths_rpm.into(), 1, 999, "tenths of a revolution a minute"),
            ("rotor.least_tenths_rpm", rotor.least_tenths_rpm.into(), 0, rotor_most, "tenths of a revolution a minute"),
            ("rotor.wrong_seconds", rotor.wrong_seconds, 1, 60, "seconds"),
            ("commands.reply_milliseconds", commands.reply_milliseconds, 100, 60_000, "milliseconds"),
            ("commands.retry_milliseconds", commands.retry_milliseconds, 100, 60_000, "milliseconds"),
            ("commands.tries", commands.tries.into(), 1, 20, "times"),
            ("commands.power_retry_seconds", commands.power_retry_seconds, 1, 600, "seconds"),
            ("commands.self_test_seconds", commands.self_test_seconds, 1, 400, "seconds"),
            ("commands.needed_mode", commands.needed_mode.into(), 0, 65_535, "(a sum of mode bits)"),
        ]
    }

    /// How long the wheel may stay in this state while a spin is wanted or running.
    pub(super) const fn longest_in(&self, state: u8) -> Span {
        Span::from_seconds(match state {
            1 => self.limits.before_game_seconds,
            2 => self.limits.launch_seconds,
            3 => self.limits.rim_seconds,
            4 => self.limits.no_more_bets_seconds,
            5 => self.limits.winning_seconds,
            _ => self.limits.off_seconds,
        })
    }
}
