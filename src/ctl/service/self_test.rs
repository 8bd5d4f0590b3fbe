//! `croupierctl service test`: a part of the running cabinet tests itself, as by the technician's page.

use clap::Args;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use super::{LOOK_EVERY, STAY_EVERY};
use crate::ctl::Failure;
use crate::ctl::ask::{Asking, Session};
use crate::ctl::line::print;
use crate::ctl::runtime::{Ending, block_on};

/// Which part, and who orders it.
#[derive(Debug, Args)]
pub(crate) struct Testing {
    /// The part, as the technician's page and `GET /api/v1/official` name it: `wheel`, `card-source`, `journal`, `disk`, `clock`, `network`, `door`,
    /// `lamp`.
    part: String,
    /// The table whose deals come from the card device that tests itself.
    #[arg(long, value_name = "NUMBER")]
    table: Option<u8>,
    /// The door that a person opens and closes, from 1 in the order of the cabinet file.
    #[arg(long, value_name = "NUMBER")]
    door: Option<u8>,
    #[command(flatten)]
    asking: Asking,
}

impl Testing {
    pub(super) fn run(&self) -> Result<String, Failure> {
        let session = self.asking.sign_in()?;
        let former = self.newest(&session)?["test"].as_u64();
        session.order("/api/v1/service/self-test", &json!({"part": self.part, "table": self.table, "door": self.door}))?;
        block_on(self.wait(&session, former))??;
        Ok(String::new())
    }

    /// The newest test of the part; nothing where it was never tested.
    fn newest(&self, session: &Session) -> Result<Value, Failure> {
        let official = session.get("/api/v1/official")?;
        let mut parts = official["self_tests"].as_array().into_iter().flatten();
        let is = |part: &Value, key: &str, number: Option<u8>| part[key].as_u64() == number.map(u64::from);
        let is_own = |part: &&Value| part["part"] == self.part.as_str() && is(part, "table", self.table) && is(part, "door", self.door);
        Ok(parts.find(is_own).map_or(Value::Null, |part| part["newest"].clone()))
    }

    /// Waits for the end of the test that came after this one, and says what was found. Who ends the command lets the test go on.
    async fn wait(&self, session: &Session, former: Option<u64>) -> Result<(), Failure> {
        let mut ending = Ending::listen()?;
        let mut stayed = Instant::now();
        loop {
            let test = self.newest(session)?;
            if test["test"].as_u64() > former && !test["end"].is_null() {
                print(&test)?;
                return passed(&test);
            }
            if stayed.elapsed() > STAY_EVERY {
                session.stay()?;
                stayed = Instant::now();
            }
            tokio::select! {
                () = ending.told() => return Err(Failure::refused("test-goes-on", "nobody waits for the test any more; it goes on")),
                () = sleep(LOOK_EVERY) => {}
            }
        }
    }
}

/// Fails where something is wrong, or where the test has come to no end of its own.
fn passed(test: &Value) -> Result<(), Failure> {
    if test["end"] == "passed" {
        return Ok(());
    }
    let end = test["end"].as_str().unwrap_or("unknown");
    Err(Failure::refused("self-test", format!("the test has ended as {end}")).with("end", end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(end: &str, is_passed: bool) {
        assert_eq!(passed(&json!({"test": 3, "end": end})).is_ok(), is_passed, "{end}");
    }

    #[test]
    fn a_test_that_found_something_or_came_to_no_end_fails() {
        check("passed", true);
        check("failed", false);
        check("timed-out", false);
        check("called-off", false);
    }
}
