//! What the service manager is told, and when.

use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::daemon::Home;

#[test]
fn the_service_manager_is_told_ready_when_it_is_and_then_at_the_asked_rhythm() {
    let mut home = Home::new(20);
    home.environment.push(("WATCHDOG_USEC".to_owned(), "1000000".to_owned()));
    let mut daemon = home.start();
    let links = daemon.links().expect("links are printed");
    // The watchdog is fed from the start on; being ready is another thing.
    while !daemon.told().contains("READY=1") {}
    assert_eq!(links.stranger().get("/ready").status, 200, "it is ready when it says so");
    let mut gaps = Vec::new();
    let mut last = Instant::now();
    while gaps.len() < 5 {
        if daemon.told().contains("WATCHDOG=1") {
            gaps.push(last.elapsed());
            last = Instant::now();
        }
    }
    assert!(gaps.iter().all(|gap| *gap < Duration::from_secs(1)), "{gaps:?}");
    assert!(gaps.iter().sum::<Duration>() > Duration::from_millis(1_500), "twice in its time, not more: {gaps:?}");
    daemon.signal(Signal::TERM);
    daemon.wait_until_told("STOPPING=1");
    assert_eq!(daemon.wait().0.code(), Some(0));
}
