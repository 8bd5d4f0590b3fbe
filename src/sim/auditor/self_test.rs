//! Self-tests in the auditor's own books: which test runs, that somebody of the house ordered it, that it moves nothing, and that it ended by what
//! its part said, by its time, or by a start.

use super::book::Book;
use super::facts::{is_order, require};
use crate::model::{
    CabinetView, CardSourceEvent, CardWish, Command, Event, Fact, Finding, OfficialView, Order, OrderFailure, PartView, Seat, SelfTest,
    TableNumber, TableOrder, TestEnd, TestedPart, Timestamp, What, WheelEvent, WheelHappening, Who,
};

/// How long a device may test itself, a door, and what is neither, in microseconds.
const DEVICE_MOST: u64 = 420_000_000;
const DOOR_MOST: u64 = 90_000_000;
const HOUSE_MOST: u64 = 60_000_000;

/// The self-tests.
#[derive(Clone, Debug, Default)]
pub(super) struct SelfTests {
    now: Timestamp,
    count: u32,
    running: Option<(TestedPart, Timestamp)>,
    /// The number by which the card source that is tested was told so.
    order: Option<u64>,
    newest: Vec<Newest>,
}

/// The newest test of a part, as people of the house are shown it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Newest {
    part: TestedPart,
    number: u32,
    by: String,
    end: Option<TestEnd>,
    seen: Option<String>,
}

impl From<&SelfTest> for Newest {
    fn from(test: &SelfTest) -> Self {
        let end = test.ended.as_ref().map(|(end, _)| end.clone());
        Self { part: test.part, number: test.number, by: test.by.clone(), end, seen: test.seen.clone() }
    }
}

impl Book {
    pub(super) fn note_time_of_tests(&mut self, now: Timestamp) {
        self.tests.now = now;
    }

    pub(super) fn enter_self_test(&mut self, what: &What, number: u32, part: TestedPart) -> Result<(), String> {
        require(is_order(what, &Order::SelfTest(part)), "nobody ordered this self-test")?;
        require(self.tests.running.is_none(), "two self-tests run at once")?;
        require(number == self.tests.count + 1, "self-tests are numbered without a gap")?;
        let What::Command(Command { who: Who::Attendant(by), .. }) = what else { return Err("nobody ordered this self-test".into()) };
        let tests = &mut self.tests;
        (tests.count, tests.running, tests.order) = (number, Some((part, tests.now)), None);
        tests.newest.retain(|test| test.part != part);
        tests.newest.push(Newest { part, number, by: by.clone(), end: None, seen: None });
        Ok(())
    }

    pub(super) fn enter_self_test_ended(&mut self, what: &What, number: u32, part: TestedPart, end: &TestEnd) -> Result<(), String> {
        let tests = &mut self.tests;
        let (running, began_at) = tests.running.take().ok_or("a self-test ended that did not run")?;
        require((running, number) == (part, tests.count), "another self-test ended than ran")?;
        let may = match end {
            TestEnd::TimedOut => *what == What::Event(Event::Wake) && is_late(part, began_at, tests.now),
            TestEnd::Interrupted => matches!(what, What::Event(Event::Started { .. })),
            TestEnd::CalledOff => is_hold(what, part),
            TestEnd::Impossible => tests.said(what, part).is_some_and(|said| said == Said::Impossible),
            TestEnd::Done(findings) => tests.said(what, part).is_some_and(|said| said.is_of(findings)),
        };
        require(may, "a self-test ended as nobody said")?;
        if let Some(newest) = tests.newest.iter_mut().find(|newest| newest.number == number) {
            newest.end = Some(end.clone());
            newest.seen = seen_in(what);
        }
        Ok(())
    }

    /// After the facts of an input: a start has ended every test, and while one runs nothing is played at its tables.
    pub(super) fn check_self_test(&self, what: &What, facts: &[Fact]) -> Result<(), String> {
        let Some((part, began_at)) = self.tests.running else { return Ok(()) };
        require(!matches!(what, What::Event(Event::Started { .. })), "a self-test outlived the program")?;
        require(self.tests.said(what, part).is_none(), "a part has tested itself, and its test goes on")?;
        let is_late = is_late(part, began_at, self.tests.now);
        require(!is_late || *what != What::Event(Event::Wake), "a self-test goes on after its time")?;
        require(!is_hold(what, part), "a device tests itself while somebody may have a hand in it")?;
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
        let shown: Vec<Newest> = view.self_tests.iter().filter_map(|part| part.newest.as_ref()).map(Newest::from).collect();
        let is_known = |test| self.tests.newest.contains(test);
        require(shown.len() == self.tests.newest.len() && shown.iter().all(is_known), "other self-tests are shown than were ordered")?;
        let has_bet = Seat::all().any(|seat| self.seats[seat.index()].on_layout() != 0);
        let is_wrong = |part: &PartView| self.tests.running.is_some() || (part.part.table().is_none() && has_bet);
        let is_offered = view.self_tests.iter().any(|part| part.can_be_tested && is_wrong(part));
        require(!is_offered, "a self-test is offered that may not begin")
    }

    /// Everybody is shown that the wheel stands still for a self-test exactly while it does.
    pub(super) fn compare_test_hold(&self, view: &CabinetView) -> Result<(), String> {
        let is_shown = view.hold.as_ref().is_some_and(|hold| hold.is_self_test);
        let stands_still = self.tests.running.is_some_and(|(part, _)| part.table().is_none());
        require(is_shown == stands_still, "a self-test of the wheel is shown that does not run, or is not")
    }

    /// A card source is told to test itself under this number.
    pub(super) fn note_test_wish(&mut self, table: TableNumber, wish: &CardWish) -> Result<(), String> {
        let CardWish::SelfTest { number } = wish else { return Ok(()) };
        let is_tested = self.tests.running.is_some_and(|(part, _)| part == TestedPart::CardSource(table));
        require(is_tested, "a card source is told to test itself, and nobody ordered that")?;
        self.tests.order = Some(*number);
        Ok(())
    }
}

/// What a part said of its test.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Said {
    Found(Vec<Finding>),
    /// Only whether it has passed.
    Passed(bool),
    Impossible,
}

impl Said {
    fn is_of(&self, findings: &[Finding]) -> bool {
        match self {
            Self::Found(found) => found == findings,
            Self::Passed(has_passed) => *has_passed == findings.is_empty(),
            Self::Impossible => false,
        }
    }
}

impl SelfTests {
    /// What the part that is tested says of the newest test with this input, if anything.
    fn said(&self, what: &What, part: TestedPart) -> Option<Said> {
        let What::Event(event) = what else { return None };
        match (part, event) {
            (TestedPart::Wheel, Event::Wheel(WheelEvent { happening: WheelHappening::SelfTested { number, findings }, .. })) => {
                (*number == self.count).then(|| Said::Found(findings.clone()))
            }
            (TestedPart::CardSource(tested), Event::Cards { table, event }) if tested == *table => self.said_by_source(event),
            (TestedPart::Wheel | TestedPart::CardSource(_), _) => None,
            (_, Event::SelfTested { number, findings, .. }) => (*number == self.count).then(|| Said::Found(findings.clone())),
            _ => None,
        }
    }

    fn said_by_source(&self, event: &CardSourceEvent) -> Option<Said> {
        match event {
            CardSourceEvent::SelfTested { number, passed } if Some(*number) == self.order => Some(Said::Passed(*passed)),
            CardSourceEvent::Failed { number, why: OrderFailure::Impossible } if Some(*number) == self.order => Some(Said::Impossible),
            CardSourceEvent::Failed { number, .. } if Some(*number) == self.order => Some(Said::Passed(false)),
            _ => None,
        }
    }
}

/// What was seen in the test that this input ends, where it says that.
fn seen_in(what: &What) -> Option<String> {
    let What::Event(Event::SelfTested { seen, .. }) = what else { return None };
    seen.clone()
}

/// Whether a test that began then has taken longer than it may.
fn is_late(part: TestedPart, began_at: Timestamp, now: Timestamp) -> bool {
    let most = match part {
        TestedPart::Wheel | TestedPart::CardSource(_) => DEVICE_MOST,
        TestedPart::Door(_) => DOOR_MOST,
        _ => HOUSE_MOST,
    };
    now.since(began_at).microseconds() >= most
}

/// Whether an attendant holds the table of the device that is tested.
fn is_hold(what: &What, part: TestedPart) -> bool {
    let What::Command(Command { who: Who::Attendant(_), order, .. }) = what else { return false };
    match order {
        Order::Hold { .. } => part == TestedPart::Wheel,
        Order::Table { table, order: TableOrder::Hold { .. } } => part == TestedPart::CardSource(*table),
        _ => false,
    }
}
