//! What a technician can ask of the wheel. Nothing here changes a game.

use alloc::format;
use alloc::string::String;

/// A question to the wheel, or a setting of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Who are you? Only while the wheel is off, because at other times the same command starts a game.
    Identify,
    /// The firmware, short.
    Firmware,
    /// The firmware and maker in full.
    Version,
    /// State, protocol, games an hour and operating mode.
    Setup,
    /// One parameter, by its lower-case letter.
    Parameter(char),
    /// Sets one parameter: its lower-case letter and its values. It is lost when the wheel is switched off.
    SetParameter(char, String),
    /// Keeps the parameters over a power-off.
    KeepParameters,
    /// Sets the operating mode, a sum of bits; the wheel keeps it.
    Mode(u32),
    /// Tests itself. Only while the wheel is off; takes minutes.
    SelfTest,
    /// Calibrates the sensors, with the ball fixed in zero. Only while the wheel is off.
    Calibrate,
    /// How likely the numbers so far are on a fair wheel.
    ChiSquare,
    /// How often each pocket won.
    Wins,
    /// How often each pocket was missed.
    Misfires,
}

impl Question {
    /// The line to send, without its end.
    pub(super) fn line(&self) -> String {
        match self {
            Self::Identify => "*K".into(),
            Self::Firmware => "*S".into(),
            Self::Version => "*V".into(),
            Self::Setup => "*O".into(),
            Self::Parameter(letter) => format!("*T {}", letter.to_ascii_uppercase()),
            Self::SetParameter(letter, values) => format!("*T {} {values}", letter.to_ascii_lowercase()),
            Self::KeepParameters => "*T f".into(),
            Self::Mode(sum) => format!("*o {sum}"),
            Self::SelfTest => "*F".into(),
            Self::Calibrate => "*C".into(),
            Self::ChiSquare => "*w".into(),
            Self::Wins => "*W".into(),
            Self::Misfires => "*M".into(),
        }
    }

    /// The letter with which an answer begins.
    pub(super) const fn letter(&self) -> char {
        match self {
            Self::Identify => 'K',
            Self::Firmware => 'S',
            Self::Version => 'V',
            Self::Setup => 'O',
            Self::Parameter(_) | Self::SetParameter(..) | Self::KeepParameters => 'T',
            Self::Mode(_) => 'o',
            Self::SelfTest => 'F',
            Self::Calibrate => 'C',
            Self::ChiSquare => 'w',
            Self::Wins => 'W',
            Self::Misfires => 'M',
        }
    }

    /// Whether it may only be asked while the wheel is off.
    pub(super) const fn only_when_off(&self) -> bool {
        matches!(self, Self::Identify | Self::SelfTest | Self::Calibrate)
    }

    /// Whether the wheel takes minutes to answer it, which says nothing of the line.
    pub(super) const fn takes_minutes(&self) -> bool {
        matches!(self, Self::SelfTest | Self::Calibrate)
    }

    /// Whether what would be sent is one plain line: a value with a line end or another command in it is not.
    pub(super) fn is_sound(&self) -> bool {
        match self {
            Self::Parameter(letter) => letter.is_ascii_alphabetic(),
            Self::SetParameter(letter, values) => {
                letter.is_ascii_alphabetic()
                    && !values.is_empty()
                    && values.len() <= 64
                    && values.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b' ' | b'.' | b'-'))
            }
            Self::Mode(sum) => *sum <= 65_535,
            _ => true,
        }
    }
}
