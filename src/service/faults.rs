//! The faults that came, and when each was over.

use crate::journal::Record;
use crate::model::{CardSourceEvent, ClockOffset, Event, FaultCode, PastFault, TableNumber, Timestamp, What, WheelEvent, WheelHappening};

/// How many faults are kept, the newest of all.
const MOST: usize = 100;

/// The faults of all devices, oldest first.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    faults: Vec<Kept>,
    /// By how much the wall clock is ahead now.
    offset: ClockOffset,
}

/// A fault, by the house's own time.
#[derive(Debug)]
struct Kept {
    fault: PastFault,
    /// By how much the wall clock was ahead when it was over.
    offset: Option<ClockOffset>,
}

impl Gathered {
    /// Takes in what the record says of faults, if it does.
    pub(super) fn take(&mut self, record: &Record) {
        self.offset = record.clock_offset.unwrap_or_default();
        let at = record.input.at;
        match &record.input.what {
            What::Event(Event::Wheel(WheelEvent { happening, .. })) => match happening {
                WheelHappening::Fault { code, detail } => self.raise(None, *code, detail, at),
                WheelHappening::FaultCleared(code) => self.clear(None, *code, at),
                _ => {}
            },
            What::Event(Event::Cards { table, event }) => match event {
                CardSourceEvent::Fault { code, detail } => self.raise(Some(*table), *code, detail, at),
                CardSourceEvent::FaultCleared(code) => self.clear(Some(*table), *code, at),
                _ => {}
            },
            _ => {}
        }
    }

    fn raise(&mut self, table: Option<TableNumber>, code: FaultCode, detail: &str, since: Timestamp) {
        if self.faults.len() == MOST {
            self.faults.remove(0);
        }
        self.faults.push(Kept { fault: PastFault { table, code, detail: detail.into(), since, until: None }, offset: None });
    }

    /// The end of one fault is the end of all of its kind that were told before.
    fn clear(&mut self, table: Option<TableNumber>, code: FaultCode, at: Timestamp) {
        let is_over = |Kept { fault, .. }: &&mut Kept| fault.table == table && fault.code == code && fault.until.is_none();
        for kept in self.faults.iter_mut().filter(is_over) {
            (kept.fault.until, kept.offset) = (Some(at), Some(self.offset));
        }
    }

    /// All of them, with the moments that were shown when they were over; of those that stand, the moments that are shown now.
    pub(super) fn newest_first(&self) -> Vec<PastFault> {
        let shown = |Kept { fault, offset }: &Kept| {
            let offset = offset.unwrap_or(self.offset);
            PastFault { since: offset.shown(fault.since), until: fault.until.map(|at| offset.shown(at)), ..fault.clone() }
        };
        self.faults.iter().rev().map(shown).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Input;

    fn wheel(happening: WheelHappening) -> What {
        What::Event(Event::Wheel(WheelEvent { spin: None, happening, evidence: Vec::new() }))
    }

    fn cards(table: u8, event: CardSourceEvent) -> What {
        What::Event(Event::Cards { table: TableNumber(table), event })
    }

    fn record(number: u64, what: What, clock_offset: Option<ClockOffset>) -> Record {
        let input = Input { number, at: Timestamp::from_microseconds(number), what };
        Record { input, facts: Vec::new(), terms_sha256: [0; 32], clock_offset, release: None }
    }

    /// Each fault as its table, code, beginning and end, newest first.
    #[track_caller]
    fn check(happened: Vec<What>, expected: &[(Option<u8>, FaultCode, u64, Option<u64>)]) {
        check_shown(happened.into_iter().map(|what| (what, None)).collect(), expected);
    }

    /// The same where the wall clock is ahead by so many microseconds in each record, if it says so.
    #[track_caller]
    fn check_shown(happened: Vec<(What, Option<i64>)>, expected: &[(Option<u8>, FaultCode, u64, Option<u64>)]) {
        let mut gathered = Gathered::default();
        for (number, (what, ahead)) in (1..).zip(happened) {
            gathered.take(&record(number, what, ahead.map(ClockOffset::from_microseconds)));
        }
        let told = gathered.newest_first();
        let brief = |fault: &PastFault| {
            (fault.table.map(|table| table.0), fault.code, fault.since.microseconds(), fault.until.map(Timestamp::microseconds))
        };
        assert_eq!(told.iter().map(brief).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_fault_stands_until_its_own_device_says_that_it_is_over() {
        let jam = || CardSourceEvent::Fault { code: FaultCode::CardJam, detail: "three attempts".into() };
        check(
            vec![cards(1, jam()), cards(2, jam()), cards(2, CardSourceEvent::FaultCleared(FaultCode::CardJam))],
            &[(Some(2), FaultCode::CardJam, 2, Some(3)), (Some(1), FaultCode::CardJam, 1, None)],
        );
    }

    #[test]
    fn a_fault_that_comes_again_has_two_lines() {
        let lost = || wheel(WheelHappening::Fault { code: FaultCode::DeviceLost, detail: "no port".into() });
        let over = || wheel(WheelHappening::FaultCleared(FaultCode::DeviceLost));
        check(
            vec![lost(), over(), lost(), wheel(WheelHappening::Opened), over()],
            &[(None, FaultCode::DeviceLost, 3, Some(5)), (None, FaultCode::DeviceLost, 1, Some(2))],
        );
    }

    #[test]
    fn the_moments_of_a_fault_are_those_that_the_wall_clock_showed_when_it_was_over_or_shows_now() {
        let lost = || wheel(WheelHappening::Fault { code: FaultCode::DeviceLost, detail: "no port".into() });
        let over = || wheel(WheelHappening::FaultCleared(FaultCode::DeviceLost));
        check_shown(
            vec![(lost(), None), (over(), Some(100)), (lost(), Some(100)), (wheel(WheelHappening::Opened), Some(5_000))],
            &[(None, FaultCode::DeviceLost, 5_003, None), (None, FaultCode::DeviceLost, 101, Some(102))],
        );
    }

    #[test]
    fn only_the_newest_faults_are_kept() {
        let many = (0..MOST + 1).map(|_| wheel(WheelHappening::Fault { code: FaultCode::Motor, detail: String::new() })).collect();
        let mut gathered = Gathered::default();
        for (number, what) in (1..).zip::<Vec<What>>(many) {
            gathered.take(&record(number, what, None));
        }
        let told = gathered.newest_first();
        assert_eq!((told.len(), told[MOST - 1].since.microseconds()), (MOST, 2));
    }
}
