//! SIGTERM: quick, content, and nothing to repair at the next start.

use std::io::{Read, Write};
use std::time::Duration;

use crate::daemon::Home;

#[test]
fn sigterm_ends_it_in_under_two_seconds_whatever_is_open_and_leaves_nothing_to_repair() {
    let home = Home::new(20);
    let (links, daemon) = home.serve();
    let mut live = links.stranger().watch("/api/v1/cabinet/live");
    let mut seat = links.seat(1).watch("/api/v1/seats/1/live");
    let _official = links.attendant().watch("/api/v1/official/live");
    live.see(|message| message["cabinet"]["betting_open"] == true);
    seat.see(|message| message["seat"]["seat"] == 1);
    // A request of which half the head came, one of which half the body came, and readers that take nothing of many answers.
    let mut half_head = links.seat(1).connect().expect("the house is open");
    half_head.write_all(b"GET /api/v1/ca").expect("the house listens");
    let mut half_body = links.seat(2).connect().expect("the house is open");
    let head = links.seat(2).head("POST", "/api/v1/seats/2/bets");
    let body = "Idempotency-Key: half\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"bets\": [";
    half_body.write_all(format!("{head}{body}").as_bytes()).expect("the house listens");
    let slow: Vec<_> = (0..4)
        .map(|_| {
            let mut slow = links.stranger().connect().expect("the house is open");
            let request = format!("{}\r\n", links.stranger().head("GET", "/api/v1/openapi.json"));
            slow.write_all(request.repeat(40).as_bytes()).expect("the house listens");
            slow
        })
        .collect();

    let took = daemon.stop();
    assert!(took < Duration::from_secs(2), "{took:?}");
    let mut rest = Vec::new();
    assert!(half_body.read_to_end(&mut rest).is_err() || !rest.starts_with(b"HTTP/1.1 200"), "half an order is none");
    drop(slow);
    assert!(live.next().is_none_or(|message| message.get("cabinet").is_some()), "the public is told nothing odd");

    let (_, daemon) = home.serve();
    let log = home.log();
    let starts: Vec<&str> = log.lines().filter(|line| line.contains("action=")).collect();
    assert_eq!(starts.len(), 2, "{log}");
    assert!(starts[1].contains("action=Use") && starts[1].contains("torn_bytes=0"), "{}", starts[1]);
    assert!(!log.contains("WARN"), "{log}");
    daemon.stop();
}

#[test]
fn nobody_reading_what_it_prints_or_logs_does_not_stop_it() {
    let mut home = Home::new(20);
    home.wrapper = Some("exec >/dev/full 2>/dev/full".to_owned());
    let daemon = home.start();
    daemon.wait_until_told("READY=1");
    daemon.stop();
}

#[test]
fn a_test_that_fails_leaves_no_daemon_behind() {
    let home = Home::new(1);
    let (_, daemon) = home.serve();
    let pid = daemon.pid();
    let failed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(move || {
        let _watched = daemon;
        std::panic::resume_unwind(Box::new("a test that fails"));
    }));
    assert!(failed.is_err());
    assert!(rustix::process::test_kill_process(pid).is_err(), "the process is gone");
}
