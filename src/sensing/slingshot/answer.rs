//! What the wheel's answers to technicians mean.

use alloc::string::String;
use alloc::vec::Vec;

use super::message::Reply;
use super::question::Question;
use super::self_test::SelfTestCode;

/// An answer to a [`Question`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Done.
    Done,
    /// The wheel refused.
    Refused,
    /// The wheel has no time for it now.
    Busy,
    /// It cannot be asked in the state in which the wheel is, or not at all.
    NotNow,
    /// No answer came.
    NoReply,
    /// The answer as the wheel wrote it.
    Text(String),
    /// How the wheel is set up.
    Setup(Setup),
    /// What the self-test found.
    SelfTest(Vec<SelfTestCode>),
    /// The chi-square of the numbers so far and the percentage, as the wheel wrote them.
    ChiSquare {
        /// The statistic.
        statistic: String,
        /// The percentage.
        percent: String,
    },
    /// A count for each pocket.
    Table(Counters),
}

/// The answer to [`Question::Setup`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The wheel's state, 1 to 7.
    pub state: u8,
    /// Whether the status protocol is on.
    pub protocol_on: bool,
    /// Games an hour.
    pub games_per_hour: u32,
    /// The operating mode, a sum of bits.
    pub mode: u32,
}

/// The answer to [`Question::Wins`] and [`Question::Misfires`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counters {
    /// The total.
    pub total: u32,
    /// A count for each pocket, in the wheel's own order.
    pub counts: Vec<u32>,
}

impl Answer {
    /// What `reply` answers to `question`; `None` where it is no answer to it.
    pub(super) fn of(question: &Question, reply: &Reply) -> Option<Self> {
        if reply.command != question.letter() {
            return None;
        }
        match reply.body.as_str() {
            "OK" => return Some(Self::Done),
            "NO" => return Some(Self::Refused),
            "BUSY" if !matches!(question, Question::SelfTest) => return Some(Self::Busy),
            _ => {}
        }
        let text = || Self::Text(reply.body.clone());
        match question {
            Question::Parameter(letter) => {
                let (found, values) = reply.body.split_once(' ')?;
                found.eq_ignore_ascii_case(letter.encode_utf8(&mut [0; 4])).then(|| Self::Text(values.trim().into()))
            }
            Question::SetParameter(..) | Question::KeepParameters => None,
            Question::Setup => setup(&reply.body).map(Self::Setup),
            Question::ChiSquare => {
                let (statistic, percent) = reply.body.split_once(' ')?;
                Some(Self::ChiSquare { statistic: statistic.into(), percent: percent.trim().into() })
            }
            Question::Wins | Question::Misfires => table(&reply.body).map(Self::Table),
            Question::SelfTest => codes(&reply.body).map(Self::SelfTest),
            Question::Identify | Question::Firmware | Question::Version | Question::Mode(_) | Question::Calibrate => Some(text()),
        }
    }
}

/// The codes of a `*F` line; `None` where it holds something else, such as `BUSY`.
pub(super) fn codes(body: &str) -> Option<Vec<SelfTestCode>> {
    let codes: Option<Vec<SelfTestCode>> = words(body).map(|word| word.parse().ok().map(SelfTestCode)).collect();
    codes.filter(|codes| !codes.is_empty())
}

fn setup(body: &str) -> Option<Setup> {
    let numbers: Vec<u32> = words(body).map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let &[state @ 1..=7, protocol, games_per_hour, mode] = numbers.as_slice() else { return None };
    Some(Setup { state: state as u8, protocol_on: protocol != 0, games_per_hour, mode })
}

fn table(body: &str) -> Option<Counters> {
    let numbers: Vec<u32> = words(body).map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let (&total, counts) = numbers.split_first()?;
    Some(Counters { total, counts: counts.to_vec() })
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', ',', ';']).filter(|word| !word.is_empty())
}
