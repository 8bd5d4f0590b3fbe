//! `croupierctl service test`: a part of the running cabinet tests itself, as by the technician's page.

use std::time::Duration;

use clap::Args;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::ctl::Failure;
use crate::ctl::ask::{Asking, Session};
use crate::ctl::line::print;
use crate::ctl::runtime::{Ending, block_on};

/// How often it is asked whether the test has ended.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// How often it is said that somebody still looks: without that a session ends.
const STAY_AFTER_LOOKS: u32 = 240;

/// Which part, and who orders it.
#[derive(Debug, Args)]
pub(crate) struct Testing {
    /// The part, as the technician's page and `GET /api/v1/official` name it: `wheel`, `card-source`, `journal`, `disk`, `clock`, `network`.
    part: String,
    /// The table whose deals come from the card device that tests itself.
    #[arg(long, value_name = "NUMBER")]
    table: Option<u8>,
    #[command(flatten)]
    asking: Asking,
}

impl Testing {
    pub(super) fn run(&self) -> Result<String, Failure> {
        let session = self.asking.sign_in()?;
        let former = self.newest(&session)?["test"].as_u64();
        session.order("/api/v1/service/self-test", &json!({"part": self.part, "table": self.table}))?;
        block_on(self.wait(&session, former))??;
        Ok(String::new())
    }

    /// The newest test of the part; nothing where it was never tested.
    fn newest(&self, session: &Session) -> Result<Value, Failure> {
        let official = session.get("/api/v1/official")?;
        let parts = official["self_tests"].as_array().into_iter().flatten();
        let mut own = parts.filter(|part| part["part"] == self.part.as_str() && part["table"].as_u64() == self.table.map(u64::from));
        Ok(own.next().map_or(Value::Null, |part| part["newest"].clone()))
    }

    /// Waits for the end of the test that came after this one, and says what was found. Who ends the command lets the test go on.
    async fn wait(&self, session: &Session, former: Option<u64>) -> Result<(), Failure> {
        let mut ending = Ending::listen()?;
        for look in 1_u32.. {
            let test = self.newest(session)?;
            if test["test"].as_u64() > former && !test["end"].is_null() {
                print(&test)?;
                return passed(&test);
            }
            if look.is_multiple_of(STAY_AFTER_LOOKS) {
                session.stay()?;
            }
            tokio::select! {
                () = ending.told() => break,
                () = sleep(LOOK_EVERY) => {}
            }
        }
        Err(Failure::refused("test-goes-on", "nobody waits for the test any more; it goes on"))
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
