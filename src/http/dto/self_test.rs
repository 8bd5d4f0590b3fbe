//! Self-tests: the parts that can test themselves, what their newest tests have found, and the body of the order for one.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::hold::fault_codes;
use crate::http::problem::Problem;
use crate::model::{FaultCode, Finding, Order, PartView, SelfTest, TableNumber, TestEnd, TestedPart};

/// A part of the cabinet that can test itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum Part {
    /// The wheel.
    Wheel,
    /// The card source of a table.
    CardSource,
    /// The journal.
    Journal,
    /// The disk under the journal.
    Disk,
    /// The clock of the board.
    Clock,
    /// The way from a console to the cabinet.
    Network,
    /// A door of the cabinet.
    Door,
    /// The cabinet's lamp.
    Lamp,
}

impl From<TestedPart> for Part {
    fn from(part: TestedPart) -> Self {
        match part {
            TestedPart::Wheel => Self::Wheel,
            TestedPart::CardSource(_) => Self::CardSource,
            TestedPart::Journal => Self::Journal,
            TestedPart::Disk => Self::Disk,
            TestedPart::Clock => Self::Clock,
            TestedPart::Network => Self::Network,
            TestedPart::Door(_) => Self::Door,
            TestedPart::Lamp => Self::Lamp,
        }
    }
}

/// How a self-test ended.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum Ending {
    /// Nothing is wrong.
    Passed,
    /// Something is wrong.
    Failed,
    /// Nothing came in time.
    TimedOut,
    /// The program has ended in the middle of it.
    Interrupted,
    /// The device has no self-test.
    Impossible,
    /// An attendant held the table of the device that was tested.
    CalledOff,
}

impl From<&TestEnd> for Ending {
    fn from(end: &TestEnd) -> Self {
        match end {
            TestEnd::Done(findings) if findings.is_empty() => Self::Passed,
            TestEnd::Done(_) => Self::Failed,
            TestEnd::TimedOut => Self::TimedOut,
            TestEnd::Interrupted => Self::Interrupted,
            TestEnd::Impossible => Self::Impossible,
            TestEnd::CalledOff => Self::CalledOff,
        }
    }
}

/// What a self-test found to be wrong.
#[derive(Serialize, ToSchema)]
struct TestFinding {
    /// Which fault it is.
    #[schema(schema_with = fault_codes)]
    code: FaultCode,
    /// What was seen.
    #[schema(example = "21 (ball sensor 0 cannot see the ball)")]
    detail: String,
    /// What the fault means, for a technician.
    meaning: &'static str,
    /// What to look at first.
    what_to_check: &'static str,
}

impl From<&Finding> for TestFinding {
    fn from(Finding { code, detail }: &Finding) -> Self {
        Self { code: *code, detail: detail.clone(), meaning: code.meaning(), what_to_check: code.what_to_check() }
    }
}

/// A self-test.
#[derive(Serialize, ToSchema)]
struct PartTest {
    /// Its number.
    #[schema(example = 3)]
    test: u32,
    /// Who ordered it.
    by: String,
    /// When it began.
    began_at: u64,
    /// When it ended; null while it runs.
    #[schema(required)]
    ended_at: Option<u64>,
    /// How it ended; null while it runs.
    #[schema(required)]
    end: Option<Ending>,
    /// What it found to be wrong.
    findings: Vec<TestFinding>,
    /// What was seen of a door or of the lamp; null of other parts, and while it runs.
    #[schema(required, example = "it opened after 3.2 s and closed after 5.0 s; 2 bounces")]
    seen: Option<String>,
}

impl From<&SelfTest> for PartTest {
    fn from(test: &SelfTest) -> Self {
        let end = test.ended.as_ref().map(|(end, _)| end);
        Self {
            test: test.number,
            by: test.by.clone(),
            began_at: test.began_at.microseconds(),
            ended_at: test.ended.as_ref().map(|(_, at)| at.microseconds()),
            end: end.map(Ending::from),
            findings: end.map(TestEnd::findings).unwrap_or_default().iter().map(TestFinding::from).collect(),
            seen: test.seen.clone(),
        }
    }
}

/// A part of the cabinet with its newest self-test.
#[derive(Serialize, ToSchema)]
pub(super) struct PartState {
    /// The part.
    part: Part,
    /// The table of a card source; null of other parts.
    #[schema(required)]
    table: Option<u8>,
    /// The number of a door; null of other parts.
    #[schema(required)]
    door: Option<u8>,
    /// What the cabinet file calls a door; null of other parts.
    #[schema(required)]
    name: Option<String>,
    /// Whether its test would be begun now.
    can_be_tested: bool,
    /// Its newest test; null where it was never tested.
    #[schema(required)]
    newest: Option<PartTest>,
}

impl From<&PartView> for PartState {
    fn from(view: &PartView) -> Self {
        Self {
            part: view.part.into(),
            table: view.part.table().map(|table| table.0),
            door: view.part.door(),
            name: view.name.clone(),
            can_be_tested: view.can_be_tested,
            newest: view.newest.as_ref().map(PartTest::from),
        }
    }
}

/// Which part is to test itself.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"part": "wheel", "table": null, "door": null}))]
pub(in crate::http) struct SelfTestForm {
    /// The part.
    part: Part,
    /// The table of a card source; null of other parts.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required, example = json!(null))]
    table: Option<u8>,
    /// The number of a door; left out of other parts.
    #[serde(default)]
    #[schema(example = json!(null))]
    door: Option<u8>,
}

impl SelfTestForm {
    pub(in crate::http) fn order(&self) -> Result<Order, Problem> {
        let part = match (self.part, self.table, self.door) {
            (Part::Wheel, None, None) => TestedPart::Wheel,
            (Part::CardSource, Some(table), None) => TestedPart::CardSource(TableNumber(table)),
            (Part::Journal, None, None) => TestedPart::Journal,
            (Part::Disk, None, None) => TestedPart::Disk,
            (Part::Clock, None, None) => TestedPart::Clock,
            (Part::Network, None, None) => TestedPart::Network,
            (Part::Door, None, Some(number)) => TestedPart::Door(number),
            (Part::Lamp, None, None) => TestedPart::Lamp,
            (Part::CardSource, None, _) => return Err(Problem::bad("`table`: expected the table of the card source")),
            (Part::Door, _, None) => return Err(Problem::bad("`door`: expected the number of the door")),
            (Part::CardSource, Some(_), Some(_)) => return Err(Problem::bad("`door`: expected null, for this part is no door")),
            (_, Some(_), _) => return Err(Problem::bad("`table`: expected null, for only a card source stands at a table")),
            (_, None, Some(_)) => return Err(Problem::bad("`door`: expected null, for this part is no door")),
        };
        Ok(Order::SelfTest(part))
    }
}
