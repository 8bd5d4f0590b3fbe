//! The technicians of a scenario who have parts of the cabinet test themselves, and what the journal, the disk, the clock, the network, the doors and the lamp find.
//! What they order and find is drawn from the seed, by a stream of its own.

use crate::model::{Command, Event, FaultCode, Finding, OfficialView, Order, Span, TableNumber, TestedPart, Timestamp, Who};
use crate::sim::chance::Chance;

/// The technicians, and the parts that are no devices.
pub(super) struct SelfTests {
    chance: Chance,
    /// Whether there are any at all: in most scenarios the tables play undisturbed.
    are_there: bool,
    /// The newest test that was begun.
    begun: u32,
    /// When it ends.
    ends_at: Option<Timestamp>,
}

impl SelfTests {
    pub(super) fn new(mut chance: Chance) -> Self {
        let are_there = chance.below(6) == 0;
        Self { chance, are_there, begun: 0, ends_at: None }
    }

    /// An order, which mostly fits what is shown.
    pub(super) fn order(&mut self, shown: &OfficialView) -> Option<Command> {
        if !self.are_there || self.chance.below(20) != 0 {
            return None;
        }
        let offered: Vec<TestedPart> = shown.self_tests.iter().filter(|part| part.can_be_tested).map(|part| part.part).collect();
        let any = [
            TestedPart::Wheel,
            TestedPart::CardSource(TableNumber(self.chance.below(60) as u8)),
            TestedPart::Disk,
            TestedPart::Door(self.chance.below(5) as u8),
        ];
        let part = if offered.is_empty() || self.chance.below(6) == 0 {
            any[self.chance.below(4) as usize]
        } else {
            offered[self.chance.below(offered.len() as u64) as usize]
        };
        Some(Command { who: Who::Attendant("technician".into()), key: None, round: None, order: Order::SelfTest(part) })
    }

    /// What is to test itself now, if it is no device. One test in eight never comes to an end.
    pub(super) fn wish(&mut self, wanted: Option<(u32, TestedPart)>, now: Timestamp) {
        let Some((number, _)) = wanted.filter(|(number, _)| *number > self.begun) else { return };
        self.begun = number;
        let ends_at = now.after(self.chance.milliseconds(200, 20_000));
        self.ends_at = (self.chance.below(8) != 0).then_some(ends_at);
    }

    /// When a test ends.
    pub(super) fn next_at(&self) -> Option<Timestamp> {
        self.ends_at
    }

    /// What a test has found that ends by now.
    pub(super) fn due(&mut self, now: Timestamp) -> Option<Event> {
        self.ends_at.take_if(|ends_at| *ends_at <= now)?;
        // Now and then somebody tells of another test.
        let number = if self.chance.below(10) == 0 { self.begun + 1 } else { self.begun };
        let seen = (self.chance.below(3) == 0).then(|| "drawn".to_owned());
        Some(Event::SelfTested { number, findings: findings(&mut self.chance), seen })
    }

    /// The program that waited has died.
    pub(super) fn heard_anew(&mut self) {
        self.ends_at = None;
    }
}

/// What a test finds: mostly nothing.
pub(super) fn findings(chance: &mut Chance) -> Vec<Finding> {
    let count = [0, 0, 0, 1, 2][chance.below(5) as usize];
    let finding = |_| Finding { code: FaultCode::ALL[chance.below(FaultCode::ALL.len() as u64) as usize], detail: "drawn".into() };
    (0..count).map(finding).collect()
}

/// How long a device tests itself; longer than it may, now and then.
pub(super) fn test_length(chance: &mut Chance) -> Span {
    if chance.below(6) == 0 { Span::from_seconds(500) } else { chance.milliseconds(2_000, 60_000) }
}
