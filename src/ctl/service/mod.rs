//! `croupierctl service`: what the technician's page shows and orders, of the cabinet that runs, for who is at the board and not at a page.

mod capture;
mod idle;
mod self_test;

use std::time::Duration;

use clap::{Args, Subcommand};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use super::Failure;
use super::ask::{Asking, Session};
use super::line::print;
use super::runtime::{Ending, block_on};

/// How often the cabinet is asked for what is new.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// How often it is said that somebody still looks: without that a session ends.
const STAY_EVERY: Duration = Duration::from_secs(60);

/// What is looked at or ordered.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// What the cabinet thinks now: its tables with what each waits for, the faults that stand, the devices, what the last rounds have shown, and what
    /// each part found when it last tested itself.
    Now(Asking),
    /// The wheel's lines as they come, one change or message a line, until the command is stopped. While the ball runs and bets are taken nothing is
    /// told; it is told afterwards. With `--table` the line of that table's card device, without the cards.
    Lines(Watching),
    /// Has a part of the cabinet test itself, waits for what it finds, and fails where something is wrong.
    Test(self_test::Testing),
    /// Starts or stops the capture of the devices' lines, or saves what it holds.
    #[command(subcommand)]
    Capture(capture::Command),
    /// Waits until no seat has a stake in a game that is not over, as an upgrade does before the program is started anew. It refuses no bet meanwhile:
    /// it waits for a moment between games. Nobody signs in.
    Idle(idle::Idle),
}

/// For how long the lines are looked at.
#[derive(Debug, Args)]
pub(crate) struct Watching {
    #[command(flatten)]
    asking: Asking,
    /// The table whose deals come from the card device that is looked at.
    #[arg(long, value_name = "NUMBER")]
    table: Option<u8>,
    /// Ends after so many seconds.
    #[arg(long)]
    seconds: Option<u32>,
}

impl Command {
    pub(super) fn run(&self) -> Result<String, Failure> {
        match self {
            Self::Now(asking) => now(&asking.sign_in()?),
            Self::Lines(watching) => {
                let session = watching.asking.sign_in()?;
                block_on(watch(&session, watching))??;
                Ok(String::new())
            }
            Self::Test(testing) => testing.run(),
            Self::Capture(capture) => capture.run(),
            Self::Idle(idle) => idle.run(),
        }
    }
}

/// One object: what everybody sees of the cabinet, what technicians do, and what the page tells of the house and of the self-tests.
fn now(session: &Session) -> Result<String, Failure> {
    let [cabinet, service] = [session.get("/api/v1/cabinet")?, session.get("/api/v1/service")?];
    let official = session.get("/api/v1/official")?;
    let [faults, tests] = ["house_faults", "self_tests"].map(|key| &official[key]);
    Ok(format!("{}\n", json!({"cabinet": cabinet, "service": service, "house_faults": faults, "self_tests": tests})))
}

async fn watch(session: &Session, watching: &Watching) -> Result<(), Failure> {
    let mut ending = Ending::listen()?;
    let mut stayed = Instant::now();
    let end = watching.seconds.map(|seconds| stayed + Duration::from_secs(seconds.into()));
    let mut look = Look { table: watching.table, ..Look::default() };
    while end.is_none_or(|end| Instant::now() < end) {
        if stayed.elapsed() > STAY_EVERY {
            session.stay()?;
            stayed = Instant::now();
        }
        look.show(&session.get(&look.path())?)?;
        tokio::select! {
            () = ending.told() => break,
            () = sleep(LOOK_EVERY) => {}
        }
    }
    Ok(())
}

/// How far the lines were looked at.
#[derive(Default)]
struct Look {
    table: Option<u8>,
    next: Option<u64>,
    is_held_back: bool,
}

impl Look {
    fn path(&self) -> String {
        let asked = [("table", self.table.map(u64::from)), ("from", self.next)];
        let asked: Vec<String> = asked.iter().filter_map(|(key, value)| Some(format!("{key}={}", (*value)?))).collect();
        let mark = if asked.is_empty() { "" } else { "?" };
        format!("/api/v1/service/lines{mark}{}", asked.join("&"))
    }

    /// Prints what is new, in the order in which it came.
    fn show(&mut self, lines: &Value) -> Result<(), Failure> {
        let is_held_back = lines["held_back"] == true;
        if is_held_back != self.is_held_back {
            print(&json!({"held_back": is_held_back}))?;
        }
        self.is_held_back = is_held_back;
        self.next = lines["next"].as_u64().or(self.next);
        if lines["forgotten"].as_u64().is_some_and(|forgotten| forgotten > 0) {
            print(&json!({"forgotten": lines["forgotten"]}))?;
        }
        let mut new: Vec<Value> = ["changes", "messages", "lost"].iter().flat_map(|key| list(lines, key)).cloned().collect();
        new.sort_by_key(|sample| sample["at_microseconds"].as_u64());
        new.iter_mut().for_each(|sample| name_lane(sample, &lines["lanes"]));
        new.iter().try_for_each(print)
    }
}

fn list<'a>(lines: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    lines[key].as_array().into_iter().flatten()
}

/// A line is told by its name, and not by its place.
fn name_lane(sample: &mut Value, lanes: &Value) {
    if let Some(lane) = sample["lane"].as_u64().and_then(|place| usize::try_from(place).ok()) {
        sample["lane"] = lanes[lane].clone();
    }
}
