//! `croupierctl service idle`: waits for a moment between games, without signing in.

use std::time::Duration;

use clap::Args;
use serde_json::json;
use tokio::time::{Instant, sleep};

use crate::ctl::Failure;
use crate::ctl::ask::{Asked, Running};
use crate::ctl::line::print;
use crate::ctl::runtime::{Ending, block_on};

/// How often it is asked whether a game is open, and how the monitor's line is named that says so.
const ASK_EVERY: Duration = Duration::from_secs(1);
const PLAYERS_IN_GAMES: &str = "croupier_players_in_games ";

/// For how long a moment between games is waited for.
#[derive(Debug, Args)]
pub(crate) struct Idle {
    #[command(flatten)]
    asked: Asked,
    /// Ends after so many seconds, and fails then.
    #[arg(long, default_value_t = 300)]
    seconds: u32,
}

impl Idle {
    pub(super) fn run(&self) -> Result<String, Failure> {
        block_on(wait_until_idle(&self.asked.running()?, self.seconds))??;
        Ok(String::new())
    }
}

/// Says how many players are in games each time that this changes, until there are none.
async fn wait_until_idle(cabinet: &Running, seconds: u32) -> Result<(), Failure> {
    let mut ending = Ending::listen()?;
    let end = Instant::now() + Duration::from_secs(seconds.into());
    let mut told = None;
    loop {
        let players = players_in_games(&cabinet.say("/metrics")?)?;
        if told != Some(players) {
            print(&json!({"players_in_games": players}))?;
        }
        told = Some(players);
        if players == 0 {
            return Ok(());
        }
        let games_open = || Failure::refused("games-open", format!("{players} players are still in games")).with("players", players);
        if Instant::now() >= end {
            return Err(games_open());
        }
        tokio::select! {
            () = ending.told() => return Err(games_open()),
            () = sleep(ASK_EVERY) => {}
        }
    }
}

/// How many players are in games, by what a monitor collects.
fn players_in_games(collected: &str) -> Result<u64, Failure> {
    let said = collected.lines().find_map(|line| line.strip_prefix(PLAYERS_IN_GAMES)).and_then(|value| value.parse::<f64>().ok());
    let said = said.ok_or_else(|| Failure::refused("no-answer", "/metrics: it does not say how many players are in games"))?;
    Ok(said as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(collected: &str, expected: Option<u64>) {
        assert_eq!(players_in_games(collected).ok(), expected, "{collected}");
    }

    #[test]
    fn a_monitor_says_how_many_players_are_in_games() {
        check("# HELP croupier_players_in_games How many\ncroupier_ready 1.0\ncroupier_players_in_games 2.0\n# EOF\n", Some(2));
        check("croupier_players_in_games 0.0\n# EOF\n", Some(0));
    }

    #[test]
    fn what_says_nothing_of_games_is_not_taken_for_a_moment_between_them() {
        check("croupier_ready 1.0\n# EOF\n", None);
        check("croupier_players_in_games many\n", None);
        check("{\"reason\":\"too-many-requests\"}", None);
    }
}
