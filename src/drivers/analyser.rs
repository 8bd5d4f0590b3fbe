//! The logic analyser: the newest samples of a device's lines, for a technician who looks on, and a capture that he starts and stops.
//!
//! Here lives how much is kept. Here never live what a sample means, and a card: what a card device says comes without it (see `SerialMachine::recorded`).

use std::collections::VecDeque;
use std::mem::size_of;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::model::{CaptureView, LineSample, LineSamples, Seen, Timestamp};
use crate::sensing::capture::Direction;
use crate::sensing::three_sensor::{Drive, Duty, Lane, Output, Signal};

/// How much of the newest samples is kept for who looks on: some six minutes of a wheel on bare lines.
const NEWEST_BYTES: usize = 1 << 20;

/// How much a capture holds: an hour and a half of a wheel on bare lines.
const CAPTURE_BYTES: usize = 16 << 20;

/// The same of a card device: some minutes of its questions and answers, and a capture of some hours.
const NEWEST_BYTES_OF_CARDS: usize = 256 << 10;
const CAPTURE_BYTES_OF_CARDS: usize = 4 << 20;

/// What the lines of one device have shown.
#[derive(Debug)]
pub struct LogicAnalyser {
    kept: Mutex<Kept>,
}

#[derive(Debug)]
struct Kept {
    newest: Ring,
    capture: Ring,
    is_capturing: bool,
    until_nanoseconds: u64,
    /// How the outputs are driven, once that is known.
    drive: Option<Drive>,
}

impl Default for LogicAnalyser {
    fn default() -> Self {
        Self::keeping(NEWEST_BYTES, CAPTURE_BYTES)
    }
}

impl LogicAnalyser {
    /// Of a card device, of which a cabinet may have many.
    #[must_use]
    pub fn of_cards() -> Self {
        Self::keeping(NEWEST_BYTES_OF_CARDS, CAPTURE_BYTES_OF_CARDS)
    }

    fn keeping(newest_bytes: usize, capture_bytes: usize) -> Self {
        let kept = Kept {
            newest: Ring::new(newest_bytes),
            capture: Ring::new(capture_bytes),
            is_capturing: false,
            until_nanoseconds: 0,
            drive: None,
        };
        Self { kept: Mutex::new(kept) }
    }

    /// A bare line gave this signal.
    pub(super) fn signal(&self, signal: &Signal) {
        let seen = match signal {
            Signal::Change(change) => change_of(Lane::In(change.input), change.active),
            Signal::Lost { detail, .. } => Seen::Lost(detail.clone()),
        };
        self.kept().keep(LineSample { at_nanoseconds: signal.at_nanoseconds(), seen });
    }

    /// The outputs are driven like this from now on.
    pub(super) fn drive(&self, at_nanoseconds: u64, drive: Drive) {
        let mut kept = self.kept();
        let before = kept.drive.replace(drive);
        for output in Output::ALL {
            if before.map(|before| is_active(before, output)) != Some(is_active(drive, output)) {
                kept.keep(driven(at_nanoseconds, drive, output));
            }
        }
    }

    /// A line of text went over a serial line.
    pub(super) fn message(&self, at: Timestamp, direction: Direction, text: String) {
        let seen = Seen::Message { is_from_wheel: direction == Direction::From, text };
        let at_nanoseconds = nanoseconds(at);
        self.kept().keep(LineSample { at_nanoseconds, seen });
        self.reach(at_nanoseconds);
    }

    /// The lines are gone, or nobody listens to them.
    pub(super) fn lost(&self, at_nanoseconds: u64, why: &str) {
        self.kept().keep(LineSample { at_nanoseconds, seen: Seen::Lost(why.to_owned()) });
    }

    /// Everything that happened up to here is known: no sample of an earlier moment will come.
    pub(super) fn reach(&self, at_nanoseconds: u64) {
        let mut kept = self.kept();
        kept.until_nanoseconds = kept.until_nanoseconds.max(at_nanoseconds);
    }

    /// At most so many samples from this place on; from the newest ones on where no place is named.
    #[must_use]
    pub fn samples(&self, from: Option<u64>, most: usize) -> LineSamples {
        let kept = self.kept();
        let found = kept.newest.from(from, most);
        // Of an answer that was cut, the rest is told by the next one.
        let told_until = found.samples.last().filter(|_| found.next < kept.newest.end()).map(|last| last.at_nanoseconds);
        let until_nanoseconds = told_until.map_or(kept.until_nanoseconds, |told| told.min(kept.until_nanoseconds));
        LineSamples { until_nanoseconds, ..found }
    }

    /// Begins a capture, with how the outputs are driven then. One that was there is forgotten.
    pub fn start_capture(&self) {
        let mut kept = self.kept();
        kept.capture = Ring::new(kept.capture.most_bytes);
        kept.is_capturing = true;
        let (at_nanoseconds, drive) = (kept.until_nanoseconds, kept.drive);
        let outputs = drive.into_iter().flat_map(|drive| Output::ALL.map(|output| driven(at_nanoseconds, drive, output)));
        outputs.for_each(|sample| kept.capture.push(sample));
    }

    /// Ends the capture, and keeps it.
    pub fn stop_capture(&self) {
        self.kept().is_capturing = false;
    }

    /// What the capture holds.
    #[must_use]
    pub fn capture(&self) -> CaptureView {
        let kept = self.kept();
        let ring = &kept.capture;
        let at = |sample: Option<&LineSample>| sample.map_or(0, |sample| sample.at_nanoseconds);
        CaptureView {
            is_running: kept.is_capturing,
            samples: ring.samples.len() as u64,
            forgotten: ring.first,
            length_nanoseconds: at(ring.samples.back()).saturating_sub(at(ring.samples.front())),
        }
    }

    /// The samples of the capture, oldest first.
    #[must_use]
    pub fn captured(&self) -> Vec<LineSample> {
        self.kept().capture.samples.iter().cloned().collect()
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        // A panic leaves whole samples.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn keep(&mut self, sample: LineSample) {
        if self.is_capturing {
            self.capture.push(sample.clone());
        }
        self.newest.push(sample);
    }
}

fn change_of(lane: Lane, active: bool) -> Seen {
    // There are thirteen lanes.
    Seen::Change { lane: lane.place() as u8, active }
}

fn driven(at_nanoseconds: u64, drive: Drive, output: Output) -> LineSample {
    LineSample { at_nanoseconds, seen: change_of(Lane::Out(output), is_active(drive, output)) }
}

fn is_active(drive: Drive, output: Output) -> bool {
    drive.duty(output) > Duty::OFF
}

/// The lines' clock of a serial line is the house's.
pub(super) const fn nanoseconds(at: Timestamp) -> u64 {
    at.microseconds().saturating_mul(1_000)
}

/// Samples up to so many bytes; the oldest make room.
#[derive(Debug)]
struct Ring {
    most_bytes: usize,
    bytes: usize,
    /// The place of the oldest sample: how many came before it.
    first: u64,
    samples: VecDeque<LineSample>,
}

impl Ring {
    const fn new(most_bytes: usize) -> Self {
        Self { most_bytes, bytes: 0, first: 0, samples: VecDeque::new() }
    }

    fn push(&mut self, sample: LineSample) {
        self.bytes += bytes(&sample);
        self.samples.push_back(sample);
        while self.bytes > self.most_bytes
            && let Some(oldest) = self.samples.pop_front()
        {
            self.bytes -= bytes(&oldest);
            self.first += 1;
        }
    }

    /// The place of the sample that comes next.
    fn end(&self) -> u64 {
        self.first + self.samples.len() as u64
    }

    /// A place that has not come yet is one of a former start, so its samples are those of no ring here.
    fn from(&self, from: Option<u64>, most: usize) -> LineSamples {
        let end = self.end();
        let newest = end.saturating_sub(most as u64).max(self.first);
        let from = from.filter(|from| *from <= end).unwrap_or(newest);
        let begin = from.max(self.first);
        let samples: Vec<_> = self.samples.iter().skip((begin - self.first) as usize).take(most).cloned().collect();
        LineSamples { next: begin + samples.len() as u64, forgotten: begin - from, samples, until_nanoseconds: 0 }
    }
}

/// How much of the memory a sample takes.
fn bytes(sample: &LineSample) -> usize {
    let text = match &sample.seen {
        Seen::Change { .. } => 0,
        Seen::Lost(text) | Seen::Message { text, .. } => text.len(),
    };
    size_of::<LineSample>() + text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::FaultCode;
    use crate::sensing::three_sensor::{Change, Input};

    fn change(at_nanoseconds: u64) -> Signal {
        Signal::Change(Change { at_nanoseconds, input: Input::Ball(0), active: at_nanoseconds.is_multiple_of(2) })
    }

    fn times(samples: &[LineSample]) -> Vec<u64> {
        samples.iter().map(|sample| sample.at_nanoseconds).collect()
    }

    /// An analyser that has room for four changes, and ten in a capture.
    fn small() -> LogicAnalyser {
        LogicAnalyser::keeping(4 * size_of::<LineSample>(), 10 * size_of::<LineSample>())
    }

    #[test]
    fn who_looks_on_is_given_what_came_since_and_told_how_much_was_forgotten() {
        let analyser = small();
        let check = |from, most, expected: &[u64], forgotten, next| {
            let found = analyser.samples(from, most);
            assert_eq!((times(&found.samples).as_slice(), found.forgotten, found.next), (expected, forgotten, next), "{from:?}, {most}");
        };
        check(None, 3, &[], 0, 0);
        (1..=3).for_each(|at| analyser.signal(&change(at)));
        check(None, 2, &[2, 3], 0, 3);
        check(Some(0), 9, &[1, 2, 3], 0, 3);
        check(Some(0), 2, &[1, 2], 0, 2);
        check(Some(2), 2, &[3], 0, 3);
        check(Some(3), 2, &[], 0, 3);
        (4..=7).for_each(|at| analyser.signal(&change(at)));
        check(Some(1), 9, &[4, 5, 6, 7], 2, 7);
        check(Some(8), 2, &[6, 7], 0, 7);
    }

    #[test]
    fn time_goes_on_where_nothing_is_seen_and_never_back() {
        let analyser = small();
        analyser.signal(&change(5));
        analyser.reach(9);
        analyser.reach(7);
        analyser.lost(8, "the lines are gone");
        let found = analyser.samples(None, 9);
        assert_eq!(found.until_nanoseconds, 9);
        assert_eq!(found.samples[1].seen, Seen::Lost("the lines are gone".into()));
    }

    #[test]
    fn nothing_is_called_known_that_is_told_later() {
        let analyser = LogicAnalyser::default();
        let until = |from, most| analyser.samples(from, most).until_nanoseconds;
        (3..=6).for_each(|at| analyser.signal(&change(at)));
        assert_eq!(until(None, 9), 0, "one of the same moment may come yet");
        analyser.drive(6, Drive::SAFE);
        analyser.reach(6);
        assert_eq!(until(None, 9), 6);
        assert_eq!(until(Some(0), 2), 4, "the third is in the next answer");
    }

    #[test]
    fn a_capture_holds_what_came_between_its_start_and_its_end_and_no_more_than_it_may() {
        let analyser = small();
        assert_eq!(analyser.capture(), CaptureView::default());
        analyser.signal(&change(1));
        analyser.start_capture();
        (2..=4).for_each(|at| analyser.signal(&change(at)));
        analyser.stop_capture();
        analyser.signal(&change(5));
        assert_eq!(times(&analyser.captured()), [2, 3, 4]);
        assert_eq!(analyser.capture(), CaptureView { is_running: false, samples: 3, forgotten: 0, length_nanoseconds: 2 });
        analyser.start_capture();
        (6..=17).for_each(|at| analyser.signal(&change(at)));
        assert_eq!(times(&analyser.captured()), Vec::from_iter(8..=17));
        assert_eq!(analyser.capture(), CaptureView { is_running: true, samples: 10, forgotten: 2, length_nanoseconds: 9 });
    }

    #[test]
    fn an_output_is_seen_where_it_is_driven_otherwise_than_before_and_where_a_capture_begins() {
        let analyser = LogicAnalyser::default();
        let seen = |samples: Vec<LineSample>| {
            Vec::from_iter(samples.into_iter().map(|LineSample { at_nanoseconds, seen }| (at_nanoseconds, seen)))
        };
        let output = |output, active| change_of(Lane::Out(output), active);
        analyser.drive(5, Drive::SAFE);
        analyser.drive(7, Drive { rotor_motor: Duty::from_thousandths(300), ..Drive::SAFE });
        analyser.drive(8, Drive { rotor_motor: Duty::from_thousandths(310), ..Drive::SAFE });
        let all_off = Output::ALL.map(|each| (5, output(each, false)));
        let expected = [all_off.as_slice(), &[(7, output(Output::RotorMotor, true))]].concat();
        assert_eq!(seen(analyser.samples(None, 9).samples), expected);
        analyser.reach(9);
        analyser.start_capture();
        assert_eq!(seen(analyser.captured()), Output::ALL.map(|each| (9, output(each, each == Output::RotorMotor))));
    }

    #[test]
    fn a_long_text_takes_the_place_of_many_changes() {
        let analyser = small();
        (1..=4).for_each(|at| analyser.signal(&change(at)));
        analyser.message(Timestamp::from_microseconds(7), Direction::To, "x".repeat(2 * size_of::<LineSample>()));
        assert_eq!(times(&analyser.samples(None, 9).samples), [4, 7_000]);
        analyser.message(Timestamp::from_microseconds(8), Direction::From, "x".repeat(4 * size_of::<LineSample>()));
        assert_eq!(times(&analyser.samples(None, 9).samples), [0; 0], "one that has no room at all is forgotten at once");
        analyser.signal(&Signal::Lost { at_nanoseconds: 9_000, code: FaultCode::DeviceLost, detail: "2 changes".into() });
        assert_eq!(analyser.samples(None, 9).samples[0].seen, Seen::Lost("2 changes".into()));
    }
}
