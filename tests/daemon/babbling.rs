//! A wheel whose line is flooded: it is held, the others go on, and the journal does not grow.

use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use serde_json::Value;

use crate::daemon::{Home, PATIENCE, changed};

/// A terminal on which a wheel says by turns that it is off and that it is on, as fast as 9600 bits a second allow.
struct Babbler {
    path: String,
    stop: Arc<AtomicBool>,
    talk: Option<std::thread::JoinHandle<()>>,
}

impl Babbler {
    fn start() -> Self {
        let line = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal can be had");
        grantpt(&line).and_then(|()| unlockpt(&line)).expect("it can be opened");
        let path = ptsname(&line, Vec::new()).expect("it has a name").into_string().expect("which is text");
        rustix::fs::fcntl_setfl(&line, rustix::fs::OFlags::NONBLOCK).expect("it need not block");
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let talk = std::thread::spawn(move || babble(&line, &stopped));
        Self { path, stop, talk: Some(talk) }
    }
}

impl Drop for Babbler {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(talk) = self.talk.take() {
            talk.join().expect("talking does not fail");
        }
    }
}

fn babble(line: &OwnedFd, stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        for text in ["*X;6;001;  ;0;000;0\r\n", "*X;2;001;  ;0;160;0\r\n"] {
            // Nobody listens now and then; a line goes on talking all the same.
            let _ = rustix::io::write(line, text.as_bytes());
            std::thread::sleep(Duration::from_millis(21));
        }
    }
}

#[test]
fn a_wheel_that_babbles_is_held_and_nobody_else_notices() {
    let wheel = Babbler::start();
    let mut home = Home::new(1);
    let serial = format!("\"serial\"\nport = \"{}\"", wheel.path);
    let file = home.write("cabinet.toml", &changed("cabinets/demo.toml", &[("driver", &serial)]));
    home.arguments = vec![format!("--cabinet={file}")];
    let (links, daemon) = home.serve();
    let number = || links.stranger().get("/api/v1/cabinet").json()["number"].as_u64().expect("inputs are counted");
    let faults = || links.stranger().get("/api/v1/cabinet").json()["faults"].to_string();
    let since = Instant::now();
    while !faults().contains("babbling") {
        assert!(since.elapsed() < PATIENCE, "the wheel is held: {}", faults());
        std::thread::sleep(Duration::from_millis(100));
    }
    let paid = links.attendant().post("/api/v1/seats/1/credit-in", "paid", r#"{"amount":10000}"#);
    assert_eq!(paid.status, 200, "{}", paid.body);
    let out = links.attendant().post("/api/v1/seats/1/credit-out", "out", r#"{"amount":10000}"#);
    assert_eq!(out.status, 200, "{}", out.body);
    let cabinet = links.stranger().get("/api/v1/cabinet").json();
    let phases: Vec<&Value> = cabinet["tables"].as_array().expect("card tables").iter().map(|table| &table["phase"]).collect();
    assert!(phases.iter().any(|phase| *phase == "staking"), "the card tables go on: {phases:?}");
    let (before, written) = (number(), Instant::now());
    while written.elapsed() < Duration::from_secs(5) {
        std::thread::sleep(Duration::from_millis(100));
        assert!(faults().contains("babbling"), "it stays held");
    }
    assert!(number() <= before + 20, "{} records in five seconds, while the wheel is not listened to", number() - before);
    daemon.stop();
    assert!(home.ask("journal export").lines().count() < 600);
}
