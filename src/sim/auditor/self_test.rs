//! Self-tests in the auditor's own books: which test runs, that somebody of the house ordered it, that it moves nothing, and that it ended by what
//! its part said, by its time, or by a start.

use super::book::Book;
use super::facts::{is_order, require};
use crate::model::{
    CardSourceEvent, Event, Fact, Finding, OfficialView, Seat, TableNumber, TestEnd, TestedPart, Timestamp, What, WheelEvent,
    WheelHappening,
};

/// How long a device may test itself, and what is no device, in microseconds.
const DEVICE_MOST: u64 = 420_000_000;
const HOUSE_MOST: u64 = 60_000_000;

/// The self-tests.
#[derive(Clone, Debug, Default)]
pub(super) struct SelfTests {
    now: Timestamp,
    count: u32,
    running: Option<(TestedPart, Timestamp)>,
    /// The newest of each part: its number, and how it ended.
    newest: Vec<(TestedPart, u32, Option<TestEnd>)>,
}

impl Book {
    pub(super) fn note_time_of_tests(&mut self, now: Timestamp) {
        self.tests.now = now;
    }

    pub(super) fn enter_self_test(&mut self, what: &What, number: u32, part: TestedPart) -> Result<(), String> {
        require(is_order(what, &crate::model::Order::SelfTest(part)), "nobody ordered this self-test")?;
        require(self.tests.running.is_none(), "two self-tests run at once")?;
        require(number == self.tests.count + 1, "self-tests are numbered without a gap")?;
        let tests = &mut self.tests;
        (tests.count, tests.running) = (number, Some((part, tests.now)));
        tests.newest.retain(|(tested, ..)| *tested != part);
        tests.newest.push((part, number, None));
        Ok(())
    }

    pub(super) fn enter_self_test_ended(&mut self, what: &What, number: u32, part: TestedPart, end: &TestEnd) -> Result<(), String> {
        let tests = &mut self.tests;
        let (running, began_at) = tests.running.take().ok_or("a self-test ended that did not run")?;
        require((running, number) == (part, tests.count), "another self-test ended than ran")?;
        let took = tests.now.since(began_at).microseconds();
        let most = if matches!(part, TestedPart::Wheel | TestedPart::CardSource(_)) { DEVICE_MOST } else { HOUSE_MOST };
        let may = match end {
            TestEnd::TimedOut => *what == What::Event(Event::Wake) && took >= most,
            TestEnd::Interrupted => matches!(what, What::Event(Event::Started { .. })),
            TestEnd::Impossible => matches!(what, What::Event(Event::Cards { event: CardSourceEvent::Failed { .. }, .. })),
            TestEnd::Done(findings) => is_said(what, number, part, findings),
        };
        require(may, "a self-test ended as nobody said")?;
        if let Some(newest) = tests.newest.iter_mut().find(|(_, of, _)| *of == number) {
            newest.2 = Some(end.clone());
        }
        Ok(())
    }

    /// After the facts of an input: a start has ended every test, and while one runs nothing is played at its tables.
    pub(super) fn check_self_test(&self, what: &What, facts: &[Fact]) -> Result<(), String> {
        let Some((part, _)) = self.tests.running else { return Ok(()) };
        require(!matches!(what, What::Event(Event::Started { .. })), "a self-test outlived the program")?;
        if part.table().is_none() {
            let has_bet = Seat::all().any(|seat| self.seats[seat.index()].on_layout() != 0);
            let is_settled = facts.iter().any(|fact| matches!(fact, Fact::Outcome { .. } | Fact::NoSpin { .. }));
            require(!has_bet && !is_settled, "the wheel was played while it stood still for a self-test")?;
        }
        let is_tested = |number: &TableNumber| match part {
            TestedPart::Wheel => false,
            TestedPart::CardSource(table) => table == *number,
            _ => true,
        };
        let mut of_cards = self.tables.iter().filter(|(number, _)| is_tested(number));
        let lies = of_cards.any(|(_, table)| Seat::all().any(|seat| table.staked(seat) != 0));
        let is_dealing = self.player_tables.iter().any(|(number, table)| is_tested(number) && table.is_dealing());
        require(!lies && !is_dealing, "a table was played while it stood still for a self-test")
    }

    /// Compares the tests with what people of the house are shown.
    pub(super) fn compare_self_tests(&self, view: &OfficialView) -> Result<(), String> {
        let shown = view.self_tests.iter().filter_map(|part| part.newest.as_ref());
        let shown: Vec<_> = shown.map(|test| (test.part, test.number, test.ended.as_ref().map(|(end, _)| end.clone()))).collect();
        let is_known = |test| self.tests.newest.contains(test);
        require(shown.len() == self.tests.newest.len() && shown.iter().all(is_known), "other self-tests are shown than were ordered")?;
        let offered = view.self_tests.iter().any(|part| part.can_be_tested);
        require(!offered || self.tests.running.is_none(), "a self-test is offered while another runs")
    }
}

/// Whether the part itself said that its test found this.
fn is_said(what: &What, of: u32, part: TestedPart, found: &[Finding]) -> bool {
    let What::Event(event) = what else { return false };
    match (part, event) {
        (TestedPart::Wheel, Event::Wheel(WheelEvent { happening: WheelHappening::SelfTested { number, findings }, .. })) => {
            *number == of && findings == found
        }
        (TestedPart::CardSource(tested), Event::Cards { table, event: CardSourceEvent::SelfTested { passed, .. } }) => {
            tested == *table && *passed == found.is_empty()
        }
        (TestedPart::CardSource(tested), Event::Cards { table, event: CardSourceEvent::Failed { .. } }) => {
            tested == *table && !found.is_empty()
        }
        (TestedPart::Wheel | TestedPart::CardSource(_), _) => false,
        (_, Event::SelfTested { number, findings }) => *number == of && findings == found,
        _ => false,
    }
}
