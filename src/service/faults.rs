//! The faults that came, and when each was over.

use crate::model::{CardSourceEvent, Event, FaultCode, PastFault, TableNumber, Timestamp, What, WheelEvent, WheelHappening};

/// How many faults are kept, the newest of all.
const MOST: usize = 100;

/// The faults of all devices, oldest first.
#[derive(Debug, Default)]
pub(super) struct Gathered(Vec<PastFault>);

impl Gathered {
    /// Takes in what the input says of faults, if it does.
    pub(super) fn take(&mut self, at: Timestamp, what: &What) {
        match what {
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
        if self.0.len() == MOST {
            self.0.remove(0);
        }
        self.0.push(PastFault { table, code, detail: detail.into(), since, until: None });
    }

    /// The end of one fault is the end of all of its kind that were told before.
    fn clear(&mut self, table: Option<TableNumber>, code: FaultCode, at: Timestamp) {
        let ended = self.0.iter_mut().filter(|fault| fault.table == table && fault.code == code && fault.until.is_none());
        ended.for_each(|fault| fault.until = Some(at));
    }

    /// All of them.
    pub(super) fn newest_first(mut self) -> Vec<PastFault> {
        self.0.reverse();
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wheel(happening: WheelHappening) -> What {
        What::Event(Event::Wheel(WheelEvent { spin: None, happening, evidence: Vec::new() }))
    }

    fn cards(table: u8, event: CardSourceEvent) -> What {
        What::Event(Event::Cards { table: TableNumber(table), event })
    }

    /// Each fault as its table, code, beginning and end, newest first.
    #[track_caller]
    fn check(happened: Vec<What>, expected: &[(Option<u8>, FaultCode, u64, Option<u64>)]) {
        let mut gathered = Gathered::default();
        for (at, what) in (1..).zip(&happened) {
            gathered.take(Timestamp::from_microseconds(at), what);
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
    fn only_the_newest_faults_are_kept() {
        let many = (0..MOST + 1).map(|_| wheel(WheelHappening::Fault { code: FaultCode::Motor, detail: String::new() })).collect();
        let mut gathered = Gathered::default();
        for (at, what) in (1..).zip::<Vec<What>>(many) {
            gathered.take(Timestamp::from_microseconds(at), &what);
        }
        let told = gathered.newest_first();
        assert_eq!((told.len(), told[MOST - 1].since.microseconds()), (MOST, 2));
    }
}
