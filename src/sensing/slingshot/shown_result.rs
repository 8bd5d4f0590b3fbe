//! A result that was told, and what the wheel shows of it afterwards: it must go on showing that number until another ball has fallen.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::counter::advance;
use super::message::Report;
use super::parameters::Parameters;
use super::wheel::Wheel;
use crate::model::{FaultCode, Pocket, SpinNumber, Timestamp, WheelEvent, WheelHappening};
use crate::sensing::capture::{self, Direction};

/// So many lines must show something else: a single one may be damaged.
const LINES_FOR_A_CONTRADICTION: u8 = 2;

/// And so many that another ball runs.
const LINES_OF_ANOTHER: u8 = 2;

/// A result that was settled before this program started, and the raw lines that it was proved by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The spin that it was the result of.
    pub spin: SpinNumber,
    /// The number.
    pub pocket: Pocket,
    /// The lines, as the event that told it has them.
    pub evidence: Vec<u8>,
}

/// The newest result, while the wheel must show it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShownResult {
    number: Option<SpinNumber>,
    counter: u16,
    pocket: Pocket,
    contradicting_lines: u8,
    /// How many lines have shown that another ball runs; the wheel shows the number until that one falls.
    lines_of_another: u8,
    /// The newest line since, at first the one that proved it.
    newest: Report,
}

impl ShownResult {
    pub(super) const fn new(number: Option<SpinNumber>, counter: u16, pocket: Pocket, proved_by: Report) -> Self {
        Self { number, counter, pocket, contradicting_lines: 0, lines_of_another: 0, newest: proved_by }
    }

    const fn another_runs(&self) -> bool {
        self.lines_of_another >= LINES_OF_ANOTHER
    }

    /// Counts a line that contradicts it; whether there are enough of them.
    const fn is_contradicted(&mut self) -> bool {
        self.contradicting_lines = self.contradicting_lines.saturating_add(1);
        self.contradicting_lines >= LINES_FOR_A_CONTRADICTION
    }

    /// Takes in a line, and notes what it says of another ball.
    fn note(&mut self, report: &Report) {
        self.newest = *report;
        let is_of_another = matches!(report.state, 3 | 4) && report.counter != self.counter;
        self.lines_of_another = self.lines_of_another.saturating_add(u8::from(is_of_another));
    }
}

impl Wheel {
    /// Compares a status line with the result that was told last.
    pub(super) fn compare_with_told(&mut self, report: &Report) {
        let Some(told) = &mut self.told else { return };
        told.note(report);
        if told.another_runs() && !matches!(report.state, 3 | 4) {
            self.told = None;
            return;
        }
        // A wheel may count the spin while it still shows it as the newest, but no further: in between a ball must run.
        let counts_others = report.state == 5 && advance(told.counter, report.counter, &self.parameters.counter) > 1;
        let shows_it = report.winning == Some(told.pocket);
        if shows_it && !counts_others || !told.is_contradicted() {
            return;
        }
        if shows_it {
            self.contradict_told(&format!("the status lines show it under spin counter {}", report.counter));
        } else {
            let shown = report.winning.map_or_else(|| String::from("no number"), |pocket| format!("{pocket}"));
            self.contradict_told(&format!("the status lines show {shown}"));
        }
    }

    /// The first line after silence: the wheel is held to its last result only where no ball can have fallen unseen. It shows a number. It counts
    /// as it counted, and if it shows one that fell it showed one before; or it showed one that fell, has counted that spin, and waits.
    pub(super) fn hold_to_told_over_silence(&mut self, report: &Report) {
        let counting = &self.parameters.counter;
        self.told = self.told.filter(|ShownResult { counter, newest, .. }| {
            let stands = newest.counter == report.counter && (report.state != 5 || newest.state == 5);
            let waits = newest.state == 5 && matches!(report.state, 1 | 2) && advance(*counter, report.counter, counting) == 1;
            report.winning.is_some() && (stands || waits)
        });
    }

    /// The same wheel, held to a result that was settled before this program started, as it is held to one over silence. Lines that do not
    /// prove that result say nothing of what the wheel must show.
    #[must_use]
    pub fn held_to(mut self, settled: &Settled) -> Self {
        let told = told_by(&self.parameters, &settled.evidence).filter(|told| told.pocket == settled.pocket);
        self.told = told.map(|told| ShownResult { number: Some(settled.spin), ..told });
        self
    }

    /// Compares a bare number, which belongs to the spin whose number the wheel shows. It is sent with the winning line; of a wheel that waits
    /// it is a line like others.
    pub(super) fn compare_bare_with_told(&mut self, pocket: Pocket) {
        let Some(told) = self.told.as_mut().filter(|told| !told.another_runs() && told.pocket != pocket) else { return };
        let is_contradicted = match self.status.state() {
            Some(5) => true,
            Some(1 | 2) => told.is_contradicted(),
            _ => false,
        };
        if is_contradicted {
            self.contradict_told(&format!("a bare number says {pocket}"));
        }
    }

    /// The result stays what it was; that it is contradicted is said once, with the lines that do so.
    fn contradict_told(&mut self, by: &str) {
        let Some(told) = self.told.take() else { return };
        let detail = format!("{} was told as the result of spin counter {}, and now {by}", told.pocket, told.counter);
        let happening = WheelHappening::Fault { code: FaultCode::ResultDisputed, detail };
        self.events.push_back(WheelEvent { spin: told.number, happening, evidence: self.evidence.copy() });
    }

    /// What the wheel counted and showed before says nothing about what it counts and shows next.
    pub(super) fn forget_results(&mut self) {
        self.baseline.forget();
        self.told = None;
    }
}

/// The result that these lines prove, by the very code that it was told by.
fn told_by(parameters: &Parameters, evidence: &[u8]) -> Option<ShownResult> {
    let lines = capture::parse(core::str::from_utf8(evidence).ok()?).ok()?;
    let mut wheel = Wheel::new(parameters.clone());
    for line in lines {
        let now = Timestamp::default().after(line.at);
        match line.direction {
            Direction::From => wheel.received_line(&line.line, now),
            Direction::To => wheel.overheard_line(&line.line, now),
        }
    }
    wheel.told
}
