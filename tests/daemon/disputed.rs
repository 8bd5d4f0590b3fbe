//! A wheel that shows another number for the spin that was settled, after the program was started anew: the result stays, and the next round
//! waits for an attendant. And a round that the cabinet recalls no more, which a player disputes.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::Client;
use crate::daemon::{Daemon, Home, Links, PATIENCE, changed};
use crate::line::Line;
use crate::players::quick_home;

/// Plays until a number is settled and kills the house at once; the round, its number, and the newest line of the wheel that shows it.
fn settled_and_killed(home: &Home) -> (u64, u64, String) {
    let (links, daemon) = home.serve();
    let paid = links.stranger().watch("/api/v1/cabinet/live").see(|message| message["cabinet"]["outcome"]["pocket"].is_number());
    daemon.kill();
    let number = |value: &Value| value.as_u64().expect("a number");
    let (round, pocket) = (number(&paid["cabinet"]["round"]), number(&paid["cabinet"]["outcome"]["pocket"]));
    let evidence = home.ask(&format!("spins evidence {round}"));
    let line = evidence.lines().rev().find_map(|line| line.split_once("< ").filter(|(_, line)| line.starts_with("*X;5;")));
    (round, pocket, line.expect("the wheel showed the number").1.to_owned())
}

/// The same line with another number.
fn with_number(line: &str, pocket: u64) -> String {
    let mut fields: Vec<String> = line.split(';').map(str::to_owned).collect();
    fields[3] = format!("{pocket:>2}");
    format!("{}\r\n", fields.join(";"))
}

/// Starts the house once more; with a real wheel the links are printed at the first start only.
fn serve_again(home: &Home) -> (Client, Daemon) {
    let daemon = home.start();
    let address = loop {
        let told = daemon.told();
        if let Some(address) = told.lines().find_map(|line| line.strip_prefix("STATUS=Serving on ")) {
            break address.parse().expect("an address");
        }
    };
    (Client::new(address, None), daemon)
}

#[test]
fn a_number_that_was_settled_stays_and_is_disputed_where_the_wheel_shows_another_one_after_a_start() {
    // The house's clock is the board's throughout, or a start would find that it was set.
    let mut home = Home::new(1);
    let rules = format!("{:?}", home.write("rules.toml", &changed("rules/roulette/by.toml", &[("betting_seconds", "5")])));
    let simulated = home.write("simulated.toml", &changed("cabinets/demo.toml", &[("rules", &rules)]));
    home.arguments.extend([format!("--cabinet={simulated}"), "--wheel-speed=30".to_owned()]);
    let (round, pocket, line) = settled_and_killed(&home);
    let serial = format!("\"serial\"\nport = \"{}\"", home.path("port").display());
    let file = home.write("cabinet.toml", &changed("cabinets/demo.toml", &[("rules", &rules), ("driver", &serial)]));
    home.arguments = vec![format!("--cabinet={file}"), "--bench".to_owned()];
    for (shown, is_disputed) in [(pocket, false), ((pocket + 1) % 37, true)] {
        let _wheel = Line::start(home.path("port"), vec![with_number(&line, shown)], Duration::from_millis(100));
        let (stranger, daemon) = serve_again(&home);
        let since = Instant::now();
        let cabinet = loop {
            let cabinet = stranger.get("/api/v1/cabinet").json();
            let is_heard = cabinet["hold"].is_null() && since.elapsed() > Duration::from_secs(1);
            if cabinet["faults"].to_string().contains("result-disputed") || (!is_disputed && is_heard) {
                break cabinet;
            }
            assert!(since.elapsed() < PATIENCE, "{shown} is shown and {pocket} was settled: {cabinet:#}");
            std::thread::sleep(Duration::from_millis(50));
        };
        assert_eq!(cabinet["faults"].to_string().contains("result-disputed"), is_disputed, "{cabinet:#}");
        let last = cabinet["last"].as_array().and_then(|last| last.iter().find(|last| last["round"] == round)).expect("it is recalled");
        assert_eq!(last["pocket"], pocket, "the result stays: {last}");
        if is_disputed {
            assert_eq!(cabinet["hold"]["ends_by_itself"], false, "an attendant is waited for: {cabinet:#}");
        }
        // Not stopped in good order: what is known stands in the journal.
        daemon.kill();
    }
}

/// Seat 1 stakes on red in the round that is open: which that is.
fn stake(links: &Links) -> u64 {
    links.attendant().post("/api/v1/seats/1/credit-in", "paid", r#"{"amount":100000}"#);
    let live = links.stranger().watch("/api/v1/cabinet/live").see(|message| message["cabinet"]["betting_open"] == true);
    let round = live["cabinet"]["round"].as_u64().expect("a number");
    let body = json!({"round": round, "bets": [{"bet": "red", "stake": 700}]});
    let answer = links.seat(1).post("/api/v1/seats/1/bets", "staked", &body.to_string());
    assert_eq!(answer.status, 200, "{}", answer.body);
    round
}

/// Waits until the house recalls newer rounds alone.
fn wait_until_forgotten(links: &Links, round: u64) {
    let official = links.attendant().watch("/api/v1/official/live").see(|message| {
        let recalled = message["official"]["rounds"].as_array();
        recalled.is_some_and(|rounds| !rounds.is_empty() && rounds.iter().all(|recalled| recalled["round"].as_u64() > Some(round)))
    });
    assert!(official["official"]["disputes"].as_array().is_some_and(Vec::is_empty));
}

#[test]
fn a_round_that_is_recalled_no_more_is_disputed_upheld_and_paid_and_outlives_the_daemon() {
    let home = quick_home(|cabinet| cabinet);
    let (links, daemon) = home.serve();
    let round = stake(&links);
    wait_until_forgotten(&links, round);
    let truth = links.attendant().get(&format!("/api/v1/past/rounds?number={round}")).json()["rounds"][0].clone();
    let open = |links: &Links, seat: u8, game: u64, key: &str| {
        let body = json!({"table": null, "game": game, "note": "he says that it was red"});
        links.attendant().post(&format!("/api/v1/seats/{seat}/open-dispute"), key, &body.to_string())
    };
    let opened = open(&links, 1, round, "opened");
    assert_eq!(opened.status, 200, "{}", opened.body);
    assert_eq!(open(&links, 1, round, "opened").json()["repeated"], true);
    assert_eq!(open(&links, 1, round, "again").reason(), "already-disputed");
    assert_eq!(open(&links, 2, round, "another-seat").reason(), "not-in-game");
    assert_eq!(open(&links, 1, 1_000_000, "no-such-round").reason(), "game-unknown");
    let kept = |links: &Links| links.attendant().get("/api/v1/disputes").json()["disputes"][0].clone();
    let before = kept(&links);
    assert_eq!(before["round"], truth, "it is kept as it was looked up");
    let credit = |links: &Links| links.seat(1).get("/api/v1/seats/1").json()["seat"]["credit"].as_i64().expect("an amount");
    let had = credit(&links);
    let upheld = json!({"dispute": 1, "verdict": "upheld", "amount": 1400, "note": "the film shows it"}).to_string();
    let answer = links.attendant().post("/api/v1/table/decide-dispute", "decided", &upheld);
    assert_eq!((answer.status, credit(&links)), (200, had + 1400), "{}", answer.body);
    daemon.kill();
    let (links, daemon) = home.serve();
    let after = kept(&links);
    assert_eq!((&after["round"], &after["dispute"]["ruling"]["amount"]), (&before["round"], &json!(1400)));
    assert_eq!(links.attendant().post("/api/v1/table/decide-dispute", "decided", &upheld).json()["repeated"], true);
    assert_eq!((open(&links, 1, round, "once-more").reason().as_str(), credit(&links)), ("already-disputed", had + 1400));
    daemon.stop();
    assert_eq!(home.ask_lines("journal verify")[0]["steps"], true);
}
