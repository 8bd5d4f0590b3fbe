//! `croupierctl service`: what the technician's page shows, of the cabinet that runs, for who is at the board and not at a page.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use super::Failure;
use super::ask::{Asking, Running, Session};
use super::line::print;
use super::runtime::{Ending, block_on};

/// How often the lines are asked for.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// How often it is said that somebody still looks: without that a session ends.
const STAY_EVERY: Duration = Duration::from_secs(60);

/// How often it is asked whether a game is open, and how the monitor's line is named that says so.
const ASK_EVERY: Duration = Duration::from_secs(1);
const SEATS_IN_GAMES: &str = "croupier_seats_in_games ";

/// What is looked at.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// What the cabinet thinks now: its tables with what each waits for, the faults that stand, the devices and what the last rounds have shown.
    Now(Asking),
    /// The wheel's lines as they come, one change or message a line, until the command is stopped. While the ball runs and bets are taken nothing is
    /// told; it is told afterwards. With `--table` the line of that table's card device, without the cards.
    Lines(Watching),
    /// Waits until no seat has a stake in a game that is not over, as an upgrade does before the program is started anew. It refuses no bet meanwhile:
    /// it waits for a moment between games. Nobody signs in.
    Idle(Idle),
}

/// For how long a moment between games is waited for.
#[derive(Debug, Args)]
pub(crate) struct Idle {
    /// Where the cabinet runs.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    ask: SocketAddr,
    /// The certificate of a cabinet that speaks TLS: the file that it was started with, or `tls-certificate.pem` in its directory.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Fails after so many seconds.
    #[arg(long, default_value_t = 300)]
    seconds: u32,
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
            Self::Idle(idle) => {
                let cabinet = Running::new(idle.ask, idle.certificate.as_deref())?;
                block_on(wait_until_idle(&cabinet, idle.seconds))??;
                Ok(String::new())
            }
        }
    }
}

/// Says how many seats are in games each time that this changes, until there are none.
async fn wait_until_idle(cabinet: &Running, seconds: u32) -> Result<(), Failure> {
    let mut ending = Ending::listen()?;
    let end = Instant::now() + Duration::from_secs(seconds.into());
    let mut told = None;
    loop {
        let seats = seats_in_games(&cabinet.say("/metrics")?)?;
        if told != Some(seats) {
            print(&json!({"seats_in_games": seats}))?;
        }
        told = Some(seats);
        if seats == 0 {
            return Ok(());
        }
        let games_open = || Failure::refused("games-open", format!("{seats} seats are still in games")).with("seats", seats);
        if Instant::now() >= end {
            return Err(games_open());
        }
        tokio::select! {
            () = ending.told() => return Err(games_open()),
            () = sleep(ASK_EVERY) => {}
        }
    }
}

/// How many seats are in games, by what a monitor collects.
fn seats_in_games(collected: &str) -> Result<u64, Failure> {
    let said = collected.lines().find_map(|line| line.strip_prefix(SEATS_IN_GAMES)).and_then(|value| value.parse::<f64>().ok());
    let said = said.ok_or_else(|| Failure::refused("no-answer", "/metrics: it does not say how many seats are in games"))?;
    Ok(said as u64)
}

/// One object: what everybody sees of the cabinet, and what technicians do.
fn now(session: &Session) -> Result<String, Failure> {
    let [cabinet, service] = [session.get("/api/v1/cabinet")?, session.get("/api/v1/service")?];
    Ok(format!("{}\n", json!({"cabinet": cabinet, "service": service})))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(collected: &str, expected: Option<u64>) {
        assert_eq!(seats_in_games(collected).ok(), expected, "{collected}");
    }

    #[test]
    fn a_monitor_says_how_many_seats_are_in_games() {
        check("# HELP croupier_seats_in_games How many\ncroupier_ready 1.0\ncroupier_seats_in_games 2.0\n# EOF\n", Some(2));
        check("croupier_seats_in_games 0.0\n# EOF\n", Some(0));
    }

    #[test]
    fn what_says_nothing_of_games_is_not_taken_for_a_moment_between_them() {
        check("croupier_ready 1.0\n# EOF\n", None);
        check("croupier_seats_in_games many\n", None);
        check("{\"reason\":\"too-many-requests\"}", None);
    }
}
