//! One spin, from the ball on the rim to the end of it, and what its lines are worth.

use alloc::format;
use alloc::string::String;

use super::counter::advance;
use super::message::Report;
use super::parameters::Counting;
use crate::model::{Pocket, SpinNumber, Timestamp};

/// How many status lines in a row must show the number.
const LINES_FOR_A_RESULT: u8 = 2;

/// How many lines must contradict the spin before they are believed: a single one may be two lines run together.
const LINES_FOR_A_CONTRADICTION: u8 = 2;

/// A launch that was asked for and whose ball does not run yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaunchRequest {
    /// The number of the wish; none where a capture shows that somebody asked.
    pub(super) number: Option<SpinNumber>,
    /// Since when the wheel has had to launch.
    pub(super) since: Timestamp,
    /// A fault has ended the attempt; when the fault is over the attempt begins anew.
    pub(super) failed: bool,
    /// The spin counter when the wheel was commanded to launch; none while it was not.
    pub(super) commanded_at: Option<u16>,
}

impl LaunchRequest {
    pub(super) const fn new(number: Option<SpinNumber>, since: Timestamp) -> Self {
        Self { number, since, failed: false, commanded_at: None }
    }
}

/// A spin whose ball runs or has run.
#[derive(Clone, Debug)]
pub(super) struct Spin {
    pub(super) number: Option<SpinNumber>,
    pub(super) counter: u16,
    /// No more bets was said.
    pub(super) closed: bool,
    /// When it was said.
    pub(super) closed_at: Timestamp,
    /// It has its end: a result, a no-spin or a fault. Nothing that its lines show from here on counts.
    pub(super) over: bool,
    /// The wheel was told to void it.
    pub(super) voided: bool,
    /// Every warning bit that was seen.
    pub(super) warned: u8,
    /// The newest lines in a row that name another spin, and all winning lines that do.
    odd_lines: u8,
    odd_winning_lines: u8,
    shown: Option<Pocket>,
    /// How many winning lines in a row show it.
    shown_lines: u8,
    blank_lines: u8,
    bare: Option<Pocket>,
    bare_contradicts: bool,
}

/// What the lines so far are worth.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// More lines are needed.
    Wait,
    /// The number is certain, as far as this spin's own lines go.
    Certain(Pocket),
    /// The lines contradict each other.
    Disputed(String),
}

impl Spin {
    pub(super) const fn new(number: Option<SpinNumber>, counter: u16, over: bool) -> Self {
        Self {
            number,
            counter,
            closed: false,
            closed_at: Timestamp::from_microseconds(0),
            over,
            voided: false,
            warned: 0,
            odd_lines: 0,
            odd_winning_lines: 0,
            shown: None,
            shown_lines: 0,
            blank_lines: 0,
            bare: None,
            bare_contradicts: false,
        }
    }

    /// Takes in the bare number of this spin.
    pub(super) fn bare(&mut self, pocket: Pocket) {
        self.bare_contradicts |= self.bare.is_some_and(|bare| bare != pocket);
        self.bare = Some(pocket);
    }

    pub(super) const fn has_bare(&self) -> bool {
        self.bare.is_some()
    }

    /// Whether this winning line and the bare number of this spin agree.
    pub(super) fn has_bare_of(&self, report: &Report) -> bool {
        !self.bare_contradicts && self.bare.is_some() && self.bare == report.winning
    }

    /// Whether a single winning line and the bare number name one pocket, and nothing contradicts them: one thing more must confirm it.
    pub(super) fn awaits_confirmation(&self) -> bool {
        let agree = self.shown.is_some() && self.bare == self.shown && !self.bare_contradicts;
        !self.over && agree && self.shown_lines == 1 && self.blank_lines == 0 && self.odd_winning_lines == 0
    }

    /// The pocket that awaits confirmation, where this line of a wheel that waits for its next game confirms it: the wheel has counted
    /// the spin as over and shows its number.
    pub(super) fn confirmed_by(&self, report: &Report, counting: &Counting) -> Option<Pocket> {
        let counted = matches!(report.state, 1 | 2) && advance(self.counter, report.counter, counting) == 1;
        self.shown.filter(|shown| counted && self.awaits_confirmation() && report.winning == Some(*shown))
    }

    /// Takes in a status line in state 3, 4 or 5.
    pub(super) fn line(&mut self, report: &Report, counting: &Counting) -> Verdict {
        self.warned |= report.warnings;
        if !self.is_counted_as_this(report, counting) {
            self.odd_lines += 1;
            self.odd_winning_lines += u8::from(report.state == 5);
            self.shown_lines = 0;
            if self.odd_lines.max(self.odd_winning_lines) < LINES_FOR_A_CONTRADICTION {
                return Verdict::Wait;
            }
            return Verdict::Disputed(format!("the spin counter went from {} to {} within the spin", self.counter, report.counter));
        }
        self.odd_lines = 0;
        if report.state == 5 { self.winning_line(report) } else { Verdict::Wait }
    }

    fn winning_line(&mut self, report: &Report) -> Verdict {
        let Some(pocket) = report.winning else {
            self.blank_lines += 1;
            let disputed = self.blank_lines >= LINES_FOR_A_CONTRADICTION || self.shown.is_some();
            return if disputed { Verdict::Disputed("the wheel shows state 5 without a number".into()) } else { Verdict::Wait };
        };
        if let Some(shown) = self.shown.filter(|shown| *shown != pocket) {
            return Verdict::Disputed(format!("the status lines show {shown} and {pocket}"));
        }
        self.shown = Some(pocket);
        self.shown_lines += 1;
        if self.shown_lines < LINES_FOR_A_RESULT || self.blank_lines > 0 {
            return if self.blank_lines > 0 { Verdict::Disputed("the number came and went".into()) } else { Verdict::Wait };
        }
        match self.bare {
            _ if self.bare_contradicts => Verdict::Disputed("two bare numbers contradict each other".into()),
            Some(bare) if bare != pocket => Verdict::Disputed(format!("the bare number is {bare}, the status lines show {pocket}")),
            _ => Verdict::Certain(pocket),
        }
    }

    fn is_counted_as_this(&self, report: &Report, counting: &Counting) -> bool {
        let step = advance(self.counter, report.counter, counting);
        step == 0 || (step == 1 && report.state == 5 && counting.may_advance_with_result)
    }
}
