//! The faults that came, how often, and when and by what each was over.
//!
//! Here lives what the records say: what devices told, and what a table was held for. What stands now the cabinet knows, and shows it.

mod history;

pub use history::FaultHistory;

use std::collections::{BTreeMap, BTreeSet};

use crate::journal::Record;
use crate::model::{
    CardSourceEvent, ClockOffset, Event, Fact, FaultCode, FaultEnd, FaultTally, Order, PastFault, Remedy, TableFact, TableNumber,
    TableOrder, Timestamp, What, WheelEvent, WheelHappening,
};

/// How many faults are kept, the newest of all.
const MOST: usize = 100;

/// A device: the source of a table's cards, or the wheel; and a fault of it.
type Standing = (Option<TableNumber>, FaultCode);

/// The faults of all devices, oldest first.
#[derive(Debug, Default)]
struct Gathered {
    faults: Vec<Kept>,
    tallies: BTreeMap<FaultCode, Tally>,
    standing: BTreeSet<Standing>,
    /// Those of them that no device told.
    of_house: BTreeSet<Standing>,
    since: Option<Timestamp>,
    until: Option<Timestamp>,
    /// By how much the wall clock is ahead now.
    offset: ClockOffset,
}

/// A fault, by the house's own time.
#[derive(Clone, Debug)]
struct Kept {
    fault: PastFault,
    /// By how much the wall clock was ahead when it was over.
    offset: Option<ClockOffset>,
}

#[derive(Debug)]
struct Tally {
    times: u64,
    last: Kept,
}

impl Gathered {
    /// Takes in what the record says of faults, if it does.
    fn take(&mut self, record: &Record) {
        self.offset = record.clock_offset.unwrap_or_default();
        let at = record.input.at;
        self.since.get_or_insert(at);
        self.until = Some(at);
        match &record.input.what {
            What::Event(event) => self.take_event(event, at),
            What::Command(command) => self.take_order(&command.order, at),
        }
        record.facts.iter().for_each(|fact| self.take_fact(fact, at));
    }

    fn take_event(&mut self, event: &Event, at: Timestamp) {
        match event {
            Event::Wheel(WheelEvent { happening, .. }) => match happening {
                WheelHappening::Fault { code, detail } => self.raise(None, *code, detail, at),
                WheelHappening::FaultCleared(code) => self.clear(None, *code, at),
                _ => {}
            },
            Event::Cards { table, event } => match event {
                CardSourceEvent::Fault { code, detail } => self.raise(Some(*table), *code, detail, at),
                CardSourceEvent::FaultCleared(code) => self.clear(Some(*table), *code, at),
                _ => {}
            },
            Event::HouseFault { code, detail } => self.raise(None, *code, detail, at),
            Event::HouseFaultCleared(code) => self.clear(None, *code, at),
            Event::Started { .. } => self.end(at, FaultEnd::Start, |(_, code)| code.remedy() == Remedy::Itself),
            _ => {}
        }
    }

    /// An attendant who lets a table go on, or voids what is played at it, has decided on what waited for that; at the wheel's table, on an
    /// unproved end of the journal for all tables.
    fn take_order(&mut self, order: &Order, at: Timestamp) {
        let table = match order {
            Order::Resume(_) | Order::Void { .. } => None,
            Order::Table { table, order: TableOrder::Resume } => Some(*table),
            _ => return,
        };
        let of_house = self.of_house.clone();
        let waited = |standing: Standing| standing.1.remedy() == Remedy::Attendant || of_house.contains(&standing);
        let is_for_all = |standing: Standing| table.is_none() && standing.1 == FaultCode::JournalEndUnproved;
        self.end(at, FaultEnd::Attendant, |standing| (standing.0 == table || is_for_all(standing)) && waited(standing));
    }

    /// A fault that no device told, but for which a table is held.
    fn take_fact(&mut self, fact: &Fact, at: Timestamp) {
        let (standing, reason) = match fact {
            Fact::Held { fault: Some(code), reason } => ((None, *code), reason),
            Fact::Table { table, fact: TableFact::Held { fault: Some(code), reason } } => ((Some(*table), *code), reason),
            _ => return,
        };
        if !self.standing.contains(&standing) {
            self.raise(standing.0, standing.1, reason, at);
            self.of_house.insert(standing);
        }
    }

    fn raise(&mut self, table: Option<TableNumber>, code: FaultCode, detail: &str, since: Timestamp) {
        if self.faults.len() == MOST {
            self.faults.remove(0);
        }
        let kept = Kept { fault: PastFault { table, code, detail: detail.into(), since, until: None, ended_by: None }, offset: None };
        self.faults.push(kept.clone());
        if self.standing.insert((table, code)) {
            let times = self.tallies.get(&code).map_or(0, |tally| tally.times) + 1;
            self.tallies.insert(code, Tally { times, last: kept });
        }
    }

    /// The device says that its fault is over; one on which an attendant has to decide stands all the same.
    fn clear(&mut self, table: Option<TableNumber>, code: FaultCode, at: Timestamp) {
        self.end(at, FaultEnd::Device, |standing| standing == (table, code) && code.remedy() == Remedy::Itself);
    }

    /// The end of one fault is the end of all of its kind that were told before.
    fn end(&mut self, at: Timestamp, by: FaultEnd, is_over: impl Fn(Standing) -> bool) {
        let offset = self.offset;
        let last = self.tallies.values_mut().map(|tally| &mut tally.last);
        let stood = |kept: &&mut Kept| kept.fault.until.is_none() && is_over((kept.fault.table, kept.fault.code));
        for kept in self.faults.iter_mut().chain(last).filter(stood) {
            (kept.fault.until, kept.fault.ended_by, kept.offset) = (Some(at), Some(by), Some(offset));
        }
        self.standing.retain(|standing| !is_over(*standing));
        self.of_house.retain(|standing| !is_over(*standing));
    }

    /// All of them, with the moments that were shown when they were over; of those that stand, the moments that are shown now.
    fn newest_first(&self) -> Vec<PastFault> {
        self.faults.iter().rev().map(|kept| self.shown(kept)).collect()
    }

    /// How often each fault came that did.
    fn tallies(&self) -> Vec<FaultTally> {
        self.tallies.values().map(|tally| FaultTally { times: tally.times, last: self.shown(&tally.last) }).collect()
    }

    /// Since when faults are counted.
    fn since(&self) -> Option<Timestamp> {
        self.since.map(|since| self.offset.shown(since))
    }

    /// Up to when they are counted.
    fn until(&self) -> Option<Timestamp> {
        self.until.map(|until| self.offset.shown(until))
    }

    fn shown(&self, Kept { fault, offset }: &Kept) -> PastFault {
        let offset = offset.unwrap_or(self.offset);
        PastFault { since: offset.shown(fault.since), until: fault.until.map(|at| offset.shown(at)), ..fault.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Command, Input, Resumption, Who};

    fn wheel(happening: WheelHappening) -> What {
        What::Event(Event::Wheel(WheelEvent { spin: None, happening, evidence: Vec::new() }))
    }

    fn cards(table: u8, event: CardSourceEvent) -> What {
        What::Event(Event::Cards { table: TableNumber(table), event })
    }

    fn record(number: u64, what: What, clock_offset: Option<ClockOffset>) -> Record {
        let input = Input { number, at: Timestamp::from_microseconds(number), what };
        Record { clock_offset, ..Record::bare(input, Vec::new(), [0; 32]) }
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
    fn a_fault_of_the_house_stands_until_it_is_told_to_be_over_or_the_program_starts() {
        let low = || What::Event(Event::HouseFault { code: FaultCode::DiskNearlyFull, detail: "300 MiB are free".into() });
        let over = What::Event(Event::HouseFaultCleared(FaultCode::DiskNearlyFull));
        let started = Event::Started { version: "1".into(), wall: None, unproved_after: None, practice: Event::PRACTICE, identity: None };
        check(
            vec![low(), over, low(), What::Event(started)],
            &[(None, FaultCode::DiskNearlyFull, 3, Some(4)), (None, FaultCode::DiskNearlyFull, 1, Some(2))],
        );
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

    /// Each fault that came as how often it did and what ended it last.
    #[track_caller]
    fn check_tallies(happened: Vec<(What, Vec<Fact>)>, expected: &[(FaultCode, u64, Option<FaultEnd>)]) {
        let mut gathered = Gathered::default();
        for (number, (what, facts)) in (1..).zip(happened) {
            gathered.take(&Record { facts, ..record(number, what, None) });
        }
        let brief = |tally: FaultTally| (tally.last.code, tally.times, tally.last.ended_by);
        assert_eq!(gathered.tallies().into_iter().map(brief).collect::<Vec<_>>(), expected);
        assert_eq!(gathered.since(), Some(Timestamp::from_microseconds(1)));
    }

    fn told(happening: WheelHappening) -> (What, Vec<Fact>) {
        (wheel(happening), Vec::new())
    }

    fn fault(code: FaultCode) -> (What, Vec<Fact>) {
        told(WheelHappening::Fault { code, detail: "seen".into() })
    }

    fn resumed() -> (What, Vec<Fact>) {
        let who = Who::Attendant("anna".into());
        (What::Command(Command { who, key: None, round: None, order: Order::Resume(Resumption::Continue) }), Vec::new())
    }

    fn started() -> (What, Vec<Fact>) {
        (
            What::Event(Event::Started {
                version: "1".into(),
                wall: None,
                unproved_after: None,
                practice: Event::PRACTICE,
                identity: None,
            }),
            Vec::new(),
        )
    }

    #[test]
    fn a_fault_that_is_told_again_while_it_stands_has_not_come_again() {
        let motor = || fault(FaultCode::Motor);
        let over = || told(WheelHappening::FaultCleared(FaultCode::Motor));
        check_tallies(vec![motor(), motor()], &[(FaultCode::Motor, 1, None)]);
        check_tallies(vec![motor(), over(), motor(), over()], &[(FaultCode::Motor, 2, Some(FaultEnd::Device))]);
    }

    #[test]
    fn what_waits_for_an_attendant_is_ended_by_him_alone_and_all_else_by_a_start_too() {
        let disputed = || fault(FaultCode::ResultDisputed);
        let over = || told(WheelHappening::FaultCleared(FaultCode::ResultDisputed));
        check_tallies(vec![disputed(), over(), started()], &[(FaultCode::ResultDisputed, 1, None)]);
        check_tallies(vec![disputed(), resumed()], &[(FaultCode::ResultDisputed, 1, Some(FaultEnd::Attendant))]);
        check_tallies(vec![fault(FaultCode::Motor), resumed()], &[(FaultCode::Motor, 1, None)]);
        check_tallies(vec![fault(FaultCode::Motor), started()], &[(FaultCode::Motor, 1, Some(FaultEnd::Start))]);
    }

    #[test]
    fn a_decision_at_the_wheel_ends_an_unproved_end_at_every_table_and_the_next_one_is_told_again() {
        let code = FaultCode::JournalEndUnproved;
        let at_card_table = Fact::Table { table: TableNumber(1), fact: TableFact::Held { fault: Some(code), reason: "why".into() } };
        let held = || (started().0, vec![Fact::Held { fault: Some(code), reason: "why".into() }, at_card_table.clone()]);
        check_tallies(vec![held(), resumed()], &[(code, 2, Some(FaultEnd::Attendant))]);
        check_tallies(vec![held(), resumed(), held()], &[(code, 4, None)]);
    }

    #[test]
    fn a_fault_that_no_device_told_is_known_by_the_table_that_is_held_for_it() {
        let held = |code| vec![Fact::Held { fault: Some(code), reason: "why".into() }];
        let stepped = (What::Event(Event::Wake), held(FaultCode::ClockStepped));
        check_tallies(vec![stepped, resumed()], &[(FaultCode::ClockStepped, 1, Some(FaultEnd::Attendant))]);
        let (what, _) = fault(FaultCode::LidOpen);
        check_tallies(vec![(what, held(FaultCode::LidOpen))], &[(FaultCode::LidOpen, 1, None)]);
    }
}
