//! How much longer everybody else waits while one address floods the house with bad requests.

use std::io::{Read, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::client::Client;
use crate::daemon::{Home, Links};

/// Threads that flood, each with one request after the other.
const FLOODERS: usize = 8;

/// How long is measured at a stretch, without a flood and with one in turn, so that a busy machine slows both alike.
const STRETCH: Duration = Duration::from_millis(1_500);

/// How many pairs of stretches; the middle one of their ratios counts.
const PAIRS: usize = 9;

/// Sends bad requests, each on a connection of its own, until told to stop: guessed tokens and what is no request at all, in turn.
fn flood(client: &Client, stop: &AtomicBool, sent: &AtomicU64) {
    let guess = format!("{}Authorization: Bearer guess\r\nConnection: close\r\n\r\n", client.head("GET", "/api/v1/me"));
    for request in [guess.as_str(), "nonsense\r\n\r\n"].iter().cycle() {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        // A house that hangs up has answered as well.
        if let Ok(mut stream) = client.connect() {
            let _ = stream.write_all(request.as_bytes()).and_then(|()| stream.read_to_end(&mut Vec::new()));
        }
        sent.fetch_add(1, Ordering::Relaxed);
    }
}

/// How long requests took, one after the other, for a stretch.
fn measure(mut ask: impl FnMut()) -> Vec<Duration> {
    let since = Instant::now();
    let mut waits = Vec::new();
    while since.elapsed() < STRETCH {
        let asked = Instant::now();
        ask();
        waits.push(asked.elapsed());
        // As a page does, it waits a little before it asks again: the house itself limits how often.
        std::thread::sleep(Duration::from_millis(25));
    }
    waits.sort();
    waits
}

/// The wait that so many in a hundred do not exceed.
fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    sorted[(sorted.len() - 1) * percent / 100]
}

/// The same measure while the house is flooded, and how many bad requests came.
fn measure_flooded(links: &Links, ask: impl FnMut()) -> (Vec<Duration>, u64) {
    let (stop, sent) = (AtomicBool::new(false), AtomicU64::new(0));
    let waits = std::thread::scope(|scope| {
        for _ in 0..FLOODERS {
            scope.spawn(|| flood(&links.stranger(), &stop, &sent));
        }
        let waits = measure(ask);
        stop.store(true, Ordering::Relaxed);
        waits
    });
    (waits, sent.into_inner())
}

/// How many times longer a request of this kind takes in a flood: the middle wait of each stretch against that of the calm one before it, and
/// of these ratios the middle one.
fn compare(links: &Links, what: &str, mut ask: impl FnMut()) -> f64 {
    let (mut ratios, mut calm, mut flooded, mut sent) = (Vec::new(), Vec::new(), Vec::new(), 0);
    for _ in 0..PAIRS {
        let before = measure(&mut ask);
        let (within, bad) = measure_flooded(links, &mut ask);
        ratios.push(percentile(&within, 50).as_secs_f64() / percentile(&before, 50).as_secs_f64());
        calm.extend(before);
        flooded.extend(within);
        sent += bad;
    }
    for waits in [&mut calm, &mut flooded] {
        waits.sort();
    }
    ratios.sort_by(f64::total_cmp);
    let [p50, p99] = [50, 99].map(|percent| format!("{:?} -> {:?}", percentile(&calm, percent), percentile(&flooded, percent)));
    let rate = sent as f64 / (STRETCH.as_secs_f64() * PAIRS as f64);
    eprintln!("{what}: {:.2} times ({ratios:.2?}), p50 {p50}, p99 {p99}, {rate:.0} bad requests a second", ratios[PAIRS / 2]);
    ratios[PAIRS / 2]
}

#[test]
#[ignore = "measures for three minutes, on a machine that does nothing else: cargo test --release --test daemon flooded -- --ignored --nocapture"]
fn a_flood_of_bad_requests_makes_nobody_wait_twice_as_long() {
    let mut home = Home::new(50);
    let (links, daemon) = home.serve();
    // Some past, for a technician to be shown.
    links.attendant().watch("/api/v1/official/live").see(|message| message["cabinet"]["round"].as_u64() > Some(40));
    daemon.stop();
    home.arguments = vec!["--wheel-seed=7".to_owned()];
    let (links, daemon) = home.serve();
    let attendant = links.attendant();
    let ok = |status: u16| assert_eq!(status, 200);
    let mut orders = 0;
    let ratios = [
        compare(&links, "the page that reads the journal", || ok(attendant.get("/api/v1/service").status)),
        compare(&links, "the books", || ok(attendant.get("/api/v1/official").status)),
        compare(&links, "an order", || {
            orders += 1;
            ok(attendant.post("/api/v1/seats/1/credit-in", &format!("key-{orders}"), r#"{"amount":7}"#).status);
        }),
    ];
    assert!(ratios.iter().all(|ratio| *ratio < 2.0), "{ratios:?}");
    daemon.stop();
}
