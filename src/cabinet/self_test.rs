//! Self-tests: a part of the cabinet tests itself while no round is under way at its tables. They stand still meanwhile and go on as they were;
//! no money moves. One test runs at a time, and each leaves a record.
//!
//! Here never lives how a part is tested: its driver, or the daemon, knows that.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::Cabinet;
use super::table::Stage;
use crate::model::{
    CardSourceEvent, CardWish, Fact, FaultCode, Finding, OrderFailure, OrderNumber, PartView, Refusal, SelfTest, TableNumber, TestEnd,
    TestedPart, Timestamp,
};

/// The self-tests of a cabinet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct SelfTests {
    /// How many there have been.
    #[n(0)]
    count: u32,
    /// The newest of each part that was ever tested.
    #[n(1)]
    newest: Vec<SelfTest>,
    #[n(2)]
    running: Option<RunningTest>,
}

/// The test that runs, which is the newest of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
struct RunningTest {
    #[n(0)]
    part: TestedPart,
    /// When it has taken too long.
    #[n(1)]
    late_at: Timestamp,
    /// The number by which the card source knows it.
    #[n(2)]
    order: Option<OrderNumber>,
}

impl SelfTests {
    /// When the test that runs has taken too long.
    pub(super) fn wake_at(&self) -> Option<Timestamp> {
        self.running.map(|running| running.late_at)
    }

    /// The number of the test that runs and the part that tests itself.
    fn running(&self) -> Option<(u32, TestedPart)> {
        self.running.map(|running| (self.count, running.part))
    }

    /// The number of the wheel's test, while it runs.
    pub(super) fn of_wheel(&self) -> Option<u32> {
        self.running().filter(|(_, part)| *part == TestedPart::Wheel).map(|(number, _)| number)
    }

    /// What the card source of this table is told while it is tested.
    pub(super) fn card_wish(&self, table: TableNumber) -> Option<CardWish> {
        let running = self.running.filter(|running| running.part == TestedPart::CardSource(table))?;
        running.order.map(|number| CardWish::SelfTest { number })
    }

    fn newest_of(&self, part: TestedPart) -> Option<&SelfTest> {
        self.newest.iter().find(|test| test.part == part)
    }
}

impl Cabinet {
    /// The parts that can test themselves: the wheel, the card sources, what every cabinet has, and the doors and the lamp of this one.
    fn tested_parts(&self) -> impl Iterator<Item = TestedPart> + '_ {
        let with_cards = self.card_tables.iter().filter(|table| table.has_card_source());
        let between_players = self.player_tables.iter().filter(|table| table.has_card_source());
        let tables = with_cards.map(|table| table.number()).chain(between_players.map(|table| table.number()));
        let devices = core::iter::once(TestedPart::Wheel).chain(tables.map(TestedPart::CardSource));
        let housing = self.terms.housing.as_ref();
        let doors = housing.into_iter().flat_map(|housing| housing.numbered_doors().map(|(number, _)| TestedPart::Door(number)));
        let lamp = housing.filter(|housing| housing.has_lamp).map(|_| TestedPart::Lamp);
        devices.chain(TestedPart::OF_EVERY_CABINET).chain(doors).chain(lamp)
    }

    /// What the cabinet file calls the door that this part is.
    fn door_name(&self, part: TestedPart) -> Option<String> {
        let mut doors = self.terms.housing.as_ref()?.numbered_doors();
        doors.find(|(number, _)| part.door() == Some(*number)).map(|(_, name)| name.to_owned())
    }

    /// Has a part test itself.
    pub(super) fn begin_self_test(&mut self, name: &str, part: TestedPart, facts: &mut Vec<Fact>) -> Result<(), Refusal> {
        if !self.tested_parts().any(|known| known == part) {
            return Err(Refusal::PartUnknown);
        }
        self.check_may_test(part)?;
        let order = part.table().and_then(|number| {
            let of_cards = self.at_card_table(number, facts, |table, _| table.give_source_to_test());
            of_cards.or_else(|| self.at_player_table(number, facts, |table, _| table.give_source_to_test()))
        });
        let began_at = self.clock_offset().shown(self.at);
        let tests = &mut self.self_tests;
        tests.count += 1;
        tests.running = Some(RunningTest { part, late_at: self.at.after(part.test_most()), order });
        let test = SelfTest { number: tests.count, part, by: name.to_owned(), began_at, ended: None, seen: None };
        tests.newest.retain(|former| former.part != part);
        tests.newest.push(test);
        tests.newest.sort_by_key(|test| test.part);
        facts.push(Fact::SelfTestBegun { number: self.self_tests.count, part });
        self.hold_for_test(part, true, facts);
        Ok(())
    }

    /// A test begins only where no round is under way at the tables that would stand still, no attendant holds the table of the device, and no other test
    /// runs.
    fn check_may_test(&self, part: TestedPart) -> Result<(), Refusal> {
        if self.self_tests.running.is_some() {
            return Err(Refusal::SelfTestRuns);
        }
        let is_wheel_free = part.table().is_some() || self.is_wheel_free();
        let of_cards = self.card_tables.iter().filter(|table| stands_still(part, table.number()));
        let between_players = self.player_tables.iter().filter(|table| stands_still(part, table.number()));
        let are_tables_free = of_cards.into_iter().all(|table| table.is_free())
            && between_players.into_iter().all(|table| !table.is_dealing() && !table.is_drawing());
        if !(is_wheel_free && are_tables_free) {
            return Err(Refusal::RoundUnderWay);
        }
        // Who holds the table of a card device may have a hand in it.
        let lifecycle = |number| {
            let of_cards = self.card_table(number).map(|table| table.lifecycle());
            of_cards.or_else(|| self.player_table(number).map(|table| table.lifecycle()))
        };
        let is_held = |number| lifecycle(number).is_some_and(|lifecycle| lifecycle.holds.is_held_by_attendant());
        if part.table().is_some_and(is_held) { Err(Refusal::TableHeld) } else { Ok(()) }
    }

    /// Whether no bet lies at the wheel and no ball can run: after a spin that was broken off or void, and after a result, an attendant who holds
    /// the table sees to that.
    fn is_wheel_free(&self) -> bool {
        let is_seen_to = self.table.lifecycle.holds.is_held_by_attendant() || self.table.round == 0;
        let is_at_rest = match self.table.stage {
            Stage::Betting => self.table.no_spins.is_empty() || is_seen_to,
            Stage::Paid(_) | Stage::Broken => is_seen_to,
            Stage::Launching | Stage::OnRim | Stage::Falling => false,
        };
        is_at_rest && !self.has_bets()
    }

    /// The tables of the part stand still for a test, or go on as they were.
    fn hold_for_test(&mut self, part: TestedPart, is_tested: bool, facts: &mut Vec<Fact>) {
        let at = self.at;
        if part.table().is_none() {
            self.table.lifecycle.holds.test(is_tested, at);
        }
        self.at_card_tables(facts, |table, _| stands_still(part, table.number()), |table, _| table.hold_for_test(is_tested, at));
        self.at_player_tables(facts, |table, _| stands_still(part, table.number()), |table, _| table.hold_for_test(is_tested, at));
    }

    /// A part has tested itself. Findings of any test but the one that runs are ignored.
    pub(super) fn take_self_tested(&mut self, part: TestedPart, number: u32, findings: &[Finding], facts: &mut Vec<Fact>) {
        if self.self_tests.running() == Some((number, part)) {
            self.end_self_test(TestEnd::Done(findings.to_vec()), facts);
        }
    }

    /// A part has tested itself that no driver of a game's device tests: this was found, and this was seen.
    pub(super) fn take_house_tested(&mut self, number: u32, findings: &[Finding], seen: Option<&str>, facts: &mut Vec<Fact>) {
        let Some((_, part)) = self.house_test().filter(|(running, _)| *running == number) else { return };
        if let Some(test) = self.self_tests.newest.iter_mut().find(|test| test.number == number) {
            test.seen = seen.map(ToOwned::to_owned);
        }
        self.take_self_tested(part, number, findings, facts);
    }

    /// The card source of a table has said something that may end its test.
    pub(super) fn take_source_tested(&mut self, table: TableNumber, event: &CardSourceEvent, facts: &mut Vec<Fact>) {
        let of_table = self.self_tests.running.filter(|running| running.part == TestedPart::CardSource(table));
        let Some(order) = of_table.and_then(|running| running.order) else { return };
        let defect = |detail: &str| TestEnd::Done(alloc::vec![Finding { code: FaultCode::CardSourceDefect, detail: detail.into() }]);
        let end = match event {
            CardSourceEvent::SelfTested { number, passed: true } if *number == order => TestEnd::Done(Vec::new()),
            CardSourceEvent::SelfTested { number, .. } if *number == order => defect("the self-test was not passed"),
            CardSourceEvent::Failed { number, why: OrderFailure::Impossible } if *number == order => TestEnd::Impossible,
            CardSourceEvent::Failed { number, why } if *number == order => {
                defect(&alloc::format!("the self-test came to no end: {}", why.name()))
            }
            _ => return,
        };
        self.end_self_test(end, facts);
    }

    /// An attendant holds a table: somebody may have a hand in its device, which tests itself no more.
    pub(super) fn call_off_test_of(&mut self, part: TestedPart, facts: &mut Vec<Fact>) {
        if self.self_tests.running().is_some_and(|(_, running)| running == part) {
            self.end_self_test(TestEnd::CalledOff, facts);
        }
    }

    /// The test that runs may have taken too long.
    pub(super) fn give_up_late_test(&mut self, facts: &mut Vec<Fact>) {
        if self.self_tests.wake_at().is_some_and(|late_at| late_at <= self.at) {
            self.end_self_test(TestEnd::TimedOut, facts);
        }
    }

    /// The program has started: a test that ran has come to no end.
    pub(super) fn interrupt_self_test(&mut self, facts: &mut Vec<Fact>) {
        if self.self_tests.running.is_some() {
            self.end_self_test(TestEnd::Interrupted, facts);
        }
    }

    fn end_self_test(&mut self, end: TestEnd, facts: &mut Vec<Fact>) {
        let ended_at = self.clock_offset().shown(self.at);
        let tests = &mut self.self_tests;
        let (number, part) = tests.running().expect("a test ends that runs");
        tests.running = None;
        if let Some(test) = tests.newest.iter_mut().find(|test| test.number == number) {
            test.ended = Some((end.clone(), ended_at));
        }
        if let Some(table) = part.table().filter(|_| end != TestEnd::Impossible) {
            self.at_card_table(table, facts, |table, _| table.take_source_back());
            self.at_player_table(table, facts, |table, _| table.take_source_back());
        }
        facts.push(Fact::SelfTestEnded { number, part, end });
        self.hold_for_test(part, false, facts);
    }

    /// The parts that can test themselves, with their newest tests.
    pub(super) fn part_views(&self) -> Vec<PartView> {
        let view = |part| {
            let newest = self.self_tests.newest_of(part).cloned();
            PartView { part, name: self.door_name(part), can_be_tested: self.check_may_test(part).is_ok(), newest }
        };
        self.tested_parts().map(view).collect()
    }

    /// The part that is to test itself now and that the house itself tests, with the number of the test.
    #[must_use]
    pub fn house_test(&self) -> Option<(u32, TestedPart)> {
        self.self_tests.running().filter(|(_, part)| part.is_of_house())
    }
}

/// Whether a table other than the wheel's stands still while this part is tested: only its own, of a card source; all, of what they all need.
fn stands_still(part: TestedPart, table: TableNumber) -> bool {
    match part {
        TestedPart::Wheel => false,
        TestedPart::CardSource(tested) => tested == table,
        _ => true,
    }
}
