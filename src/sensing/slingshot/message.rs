//! What one line of the wheel means. Every field is checked: a line that is not exactly right is not read at all.

use alloc::borrow::ToOwned;
use alloc::string::String;

use crate::model::Pocket;

/// A status line: `*X;<state>;<spin>;<win>;<warn>;<speed>;<dir>`, each field of fixed width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// 1 before the game, 2 place bets and launch, 3 ball on the rim, 4 no more bets, 5 winning number, 6 off, 7 locked.
    pub state: u8,
    /// The spin counter, 0 to 256.
    pub counter: u16,
    /// The last winning number; none before the first one.
    pub winning: Option<Pocket>,
    /// The warning bits, 0 to 15.
    pub warnings: u8,
    /// The rotor's speed in tenths of a revolution a minute, 0 to 999.
    pub tenths_rpm: u16,
    /// Whether the rotor turns clockwise, seen from above.
    pub clockwise: bool,
}

/// A line that answers a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The command's letter (or sign: `*) NO` has been seen).
    pub command: char,
    /// What follows it, without the spaces around.
    pub body: String,
}

/// One line of the wheel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// The wheel's status.
    Status(Report),
    /// The bare winning number, which stands on a line of its own.
    Bare(Pocket),
    /// An answer to a command, or a self-test code the wheel gives by itself.
    Reply(Reply),
    /// A line that is damaged, or that this dialect does not know.
    Unknown,
}

/// How wide a status line is.
const STATUS_WIDTH: usize = 19;

impl Message {
    /// Reads a line. `trimmed` says that it may have lost the spaces around it, as in the logs of some hosts: only then is a
    /// single digit a number.
    #[must_use]
    pub fn parse(line: &str, trimmed: bool) -> Self {
        if !line.is_ascii() {
            return Self::Unknown;
        }
        match line.strip_prefix('*') {
            None => bare(line, trimmed).map_or(Self::Unknown, Self::Bare),
            Some(rest) if rest.starts_with('X') => Report::parse(line).map_or(Self::Unknown, Self::Status),
            Some(rest) => reply(rest).map_or(Self::Unknown, Self::Reply),
        }
    }
}

impl Report {
    /// What the state is called.
    #[must_use]
    pub const fn state_name(&self) -> &'static str {
        match self.state {
            1 => "before the game",
            2 => "place bets",
            3 => "ball on the rim",
            4 => "no more bets",
            5 => "winning number",
            6 => "off",
            _ => "locked",
        }
    }

    /// Reads a status line, with or without the five fields that the extended protocol of the Mercury 360 adds.
    fn parse(line: &str) -> Option<Self> {
        let status = line.get(..STATUS_WIDTH)?;
        let more = &line[STATUS_WIDTH..];
        if !(more.is_empty() || is_extension(more)) {
            return None;
        }
        let mut fields = status.strip_prefix("*X;")?.split(';');
        let mut field = |width: usize| fields.next().filter(|text| text.len() == width);
        let report = Self {
            state: number(field(1)?).filter(|state| (1..=7).contains(state))? as u8,
            counter: number(field(3)?).filter(|counter| *counter <= 256)?,
            winning: winning(field(2)?)?,
            warnings: u8::from_str_radix(field(1)?, 16).ok()?,
            tenths_rpm: number(field(3)?)?,
            clockwise: match field(1)? {
                "0" => true,
                "1" => false,
                _ => return None,
            },
        };
        fields.next().is_none().then_some(report)
    }
}

/// `;<4 hex flags>;<2 hex spins>;<ball direction ?/0/1>;<5 hex lap time>;<ball pocket or ??>`.
fn is_extension(text: &str) -> bool {
    let hex = |text: &str| text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let unknown = |text: &str| text.bytes().all(|byte| byte == b'?');
    let Some(text) = text.strip_prefix(';') else { return false };
    let mut fields = text.split(';');
    let mut has = |width: usize, check: &dyn Fn(&str) -> bool| fields.next().is_some_and(|text| text.len() == width && check(text));
    has(4, &hex)
        && has(2, &hex)
        && has(1, &|text| matches!(text, "?" | "0" | "1"))
        && has(5, &|text| hex(text) || unknown(text))
        && has(2, &|text| unknown(text) || padded(text).is_some())
        && fields.next().is_none()
}

/// The winning field: `Some(None)` for two blanks.
fn winning(text: &str) -> Option<Option<Pocket>> {
    if text == "  " { Some(None) } else { padded(text).map(Some) }
}

/// A number in two columns: ` 9`, `27`, never `09`.
fn padded(text: &str) -> Option<Pocket> {
    let digits = text.strip_prefix(' ').unwrap_or(text);
    if text.len() != 2 || (digits.len() == 2 && digits.starts_with('0')) {
        return None;
    }
    Pocket::new(u8::try_from(number(digits)?).ok()?)
}

fn bare(line: &str, trimmed: bool) -> Option<Pocket> {
    match line.len() {
        1 if trimmed => Pocket::new(u8::try_from(number(line)?).ok()?),
        _ => padded(line),
    }
}

/// Digits only: no sign, no space.
fn number(text: &str) -> Option<u16> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

/// The command's letter, then nothing or a space and the answer.
fn reply(rest: &str) -> Option<Reply> {
    let mut characters = rest.chars();
    let command = characters.next()?;
    let body = characters.as_str();
    (body.is_empty() || body.starts_with(' ')).then(|| Reply { command, body: body.trim().to_owned() })
}
