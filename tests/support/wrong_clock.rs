//! A daemon whose wall clock is wrong: a library that is loaded before every other says another time.

use std::fs::OpenOptions;
use std::io::Write;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::daemon::{Home, Links, PATIENCE};

/// Where a home keeps by how much its wall clock is wrong.
const WRONG_SECONDS: &str = "clock-wrong-seconds";

/// From the next start on the wall clock of this home is wrong by so many seconds.
pub(crate) fn set_wrong(home: &mut Home, seconds: i64) {
    let library = home.path("clock.so");
    if !library.exists() {
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/wrong_clock.c");
        let compiled = Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).args([source, "-ldl"]).status();
        assert!(compiled.expect("there is a C compiler").success(), "the clock compiles");
    }
    home.environment.push(("LD_PRELOAD".to_owned(), library.display().to_string()));
    home.environment.push(("CLOCK_WRONG_SECONDS".to_owned(), home.path(WRONG_SECONDS).display().to_string()));
    step(home, seconds);
}

/// From now on the wall clock of a home that was set wrong is wrong by so many seconds, also for a daemon that runs.
pub(crate) fn step(home: &Home, seconds: i64) {
    // The library looks at the file itself, so it is never cut short.
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(home.path(WRONG_SECONDS));
    file.and_then(|mut file| file.write_all(&seconds.to_ne_bytes())).expect("a file can be written");
}

/// Whether the cabinet's view shows that its clock was set.
pub(crate) fn is_stepped(cabinet: &Value) -> bool {
    tells_fault(cabinet, "clock-stepped")
}

/// Whether a table's view tells a fault of this code.
pub(crate) fn tells_fault(table: &Value, code: &str) -> bool {
    table["faults"].as_array().expect("faults are told").iter().any(|fault| fault["code"] == code)
}

/// An attendant has looked, and lets the wheel's table go on. `start` makes the orders' keys new; each says that it is newer than what is shown.
pub(crate) fn let_go_on(links: &Links, start: &str) {
    let since = Instant::now();
    for attempt in 0.. {
        let now = links.stranger().get("/api/v1/cabinet").json();
        let how = if now["hold"]["can_continue"] == true { "continue" } else { "respin" };
        let order = json!({"round": now["round"], "how": how}).to_string();
        let resumed = links.attendant().post("/api/v1/table/resume", &format!("after-{}.{start}-{attempt}", now["number"]), &order);
        if resumed.status == 200 {
            return;
        }
        // The wheel has yet to show itself.
        assert!(since.elapsed() < PATIENCE, "{start}: {}", resumed.body);
        std::thread::sleep(Duration::from_millis(100));
    }
}
