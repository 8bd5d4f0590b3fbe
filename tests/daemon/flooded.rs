//! How much longer everybody else waits while one address floods the house with bad requests.
//!
//! Who floods is on this machine too, and takes its processor: of a few cores that is most of what a flood costs, and a real one comes from
//! elsewhere. So each wait in a flood is held against one while the same flood goes to a decoy, which answers as often as the house does, and
//! holds the others up as long, but does nothing for it. What is left is what the house itself spends on the flood. A calm machine is measured
//! as well, and told beside it.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::access::until;
use crate::client::Client;
use crate::daemon::{Daemon, Home, Links, PATIENCE};

/// Threads that flood, each with one request after the other.
const FLOODERS: usize = 8;

/// How long is measured at a stretch, on a calm machine, with a flood elsewhere and with one here in turn, so that a busy machine slows all
/// of them alike.
const STRETCH: Duration = Duration::from_millis(1_500);

/// How many rounds of stretches; the middle one of their ratios counts.
const ROUNDS: usize = 9;

/// What the house answers an address at once, and every second: its limits for strangers; and how long it holds up the rest.
const AT_ONCE: f64 = 400.0;
const EACH_SECOND: f64 = 100.0;
const HELD_UP: Duration = Duration::from_secs(1);

/// Bad requests: guessed tokens and what is no request at all.
fn guesses(client: &Client) -> Vec<String> {
    vec![
        format!("{}Authorization: Bearer guess\r\nConnection: close\r\n\r\n", client.head("GET", "/api/v1/me")),
        "nonsense\r\n\r\n".to_owned(),
    ]
}

/// Guessed PINs and codes. Those who flood send them at the same time, at one address.
fn secrets(client: &Client) -> Vec<String> {
    let bodies = [("/api/v1/sign-in", r#"{"name":"anna","pin":"482915"}"#), ("/api/v1/pair", r#"{"code":"12345678"}"#)];
    let request = |(path, body): (&str, &str)| {
        let (head, length) = (client.head("POST", path), body.len());
        format!("{head}Connection: close\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}")
    };
    bodies.into_iter().map(request).collect()
}

/// Sends these requests in turn, each on a connection of its own, until told to stop.
fn flood(client: &Client, requests: &[String], stop: &AtomicBool, sent: &AtomicU64) {
    for request in requests.iter().cycle() {
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

/// What the kernel counts a process's time in, for programs of any of its machines.
const TICKS_PER_SECOND: f64 = 100.0;

/// How long a process has had the processor, in seconds.
pub(crate) fn processor_seconds(daemon: &Daemon) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", daemon.pid().as_raw_nonzero())).expect("the process is there");
    let fields: Vec<&str> = stat.rsplit(") ").next().expect("a process has a state").split(' ').collect();
    let ticks = |place: usize| fields[place].parse::<u64>().expect("a number");
    (ticks(11) + ticks(12)) as f64 / TICKS_PER_SECOND
}

/// Other work on the machine does not change these counts, so every machine checks them; the waits of the others are measured below.
#[test]
fn a_flood_of_bad_requests_is_answered_at_the_rate_of_one_address_and_everybody_else_is_served() {
    let home = Home::new(1);
    let (links, daemon) = home.serve();
    let (attendant, house) = (links.attendant(), links.stranger());
    let requests = [guesses(&house), secrets(&house)].concat();
    let (stop, sent) = (AtomicBool::new(false), AtomicU64::new(0));
    let (began, spent_before) = (Instant::now(), processor_seconds(&daemon));
    std::thread::scope(|scope| {
        for _ in 0..FLOODERS {
            scope.spawn(|| flood(&house, &requests, &stop, &sent));
        }
        let _leave = Leave(&stop);
        let mut orders = 0;
        while began.elapsed() < Duration::from_secs(6) || sent.load(Ordering::Relaxed) < AT_ONCE as u64 {
            for path in ["/api/v1/service", "/api/v1/official"] {
                assert_eq!(attendant.get(path).status, 200, "{path}");
            }
            orders += 1;
            assert_eq!(attendant.post("/api/v1/seats/1/credit-in", &format!("key-{orders}"), r#"{"amount":7}"#).status, 200);
            std::thread::sleep(Duration::from_millis(100));
        }
    });
    let seconds = began.elapsed().as_secs_f64();
    let (sent, spent) = (sent.into_inner() as f64, processor_seconds(&daemon) - spent_before);
    let most = AT_ONCE + EACH_SECOND * seconds + FLOODERS as f64 * (seconds / HELD_UP.as_secs_f64() + 1.0);
    assert!(sent <= most, "{sent} bad requests were answered in {seconds:.1} s, at most {most:.0} should be");
    println!("{sent} bad requests were answered in {seconds:.1} s, for which the house had the processor for {spent:.2} s");
    assert!(spent < seconds / 2.0, "the house had the processor for {spent:.2} of {seconds:.1} s");
    daemon.stop();
}

/// A thousand connections of one address on which every second one begins to say this and never ends it, while the others say nothing.
pub(crate) fn half_open(client: &Client, beginning: &[u8]) -> Vec<TcpStream> {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).expect("as many as may be");
    let open = |number: usize| {
        let mut stream = client.connect().expect("the house is open");
        if number.is_multiple_of(2) {
            // An older one that had to leave cannot be written to.
            let _ = stream.write_all(beginning);
        }
        stream
    };
    (0..1_000).map(open).collect()
}

/// They come from the address of the consoles themselves, which makes it worse for these.
#[test]
fn a_thousand_half_open_requests_delay_no_round() {
    let home = Home::new(30);
    let (links, daemon) = home.serve();
    let attendant = links.attendant();
    let round = || attendant.get("/api/v1/cabinet").json()["round"].as_u64().expect("there is a round");
    let before = round();
    let open = half_open(&attendant, b"POST /api/v1/seats/1/bets HTTP/1.1\r\nHost: cabinet\r\nContent-Le");
    let since = Instant::now();
    until("rounds are played meanwhile", || round() > before + 1);
    for seat in 1..=6 {
        let path = format!("/api/v1/seats/{seat}/credit-in");
        assert_eq!(attendant.post(&path, &format!("half-{seat}"), r#"{"amount":7}"#).status, 200);
    }
    assert!(since.elapsed() < PATIENCE, "{:?}", since.elapsed());
    drop(open);
    daemon.stop();
}

/// Tells those who flood to stop, also where the test fails.
pub(crate) struct Leave<'a>(pub(crate) &'a AtomicBool);

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A house in name only. It runs until the test ends.
struct Decoy {
    listener: TcpListener,
    /// How many requests may be answered at once, as of this moment.
    answers: Mutex<(f64, Instant)>,
}

impl Decoy {
    /// Opens one; its address.
    fn open() -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
        let address = listener.local_addr().expect("it has an address");
        let decoy: &Self = Box::leak(Box::new(Self { listener, answers: Mutex::new((AT_ONCE, Instant::now())) }));
        for _ in 0..FLOODERS {
            std::thread::spawn(|| decoy.serve());
        }
        address
    }

    fn serve(&self) {
        while let Ok((stream, _)) = self.listener.accept() {
            // Who hangs up needs no answer.
            let _ = self.answer(stream);
        }
    }

    fn answer(&self, mut stream: TcpStream) -> std::io::Result<()> {
        let mut request = [0; 512];
        let _ = stream.read(&mut request)?;
        if !self.may() {
            std::thread::sleep(HELD_UP);
        }
        stream.write_all(b"HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
    }

    fn may(&self) -> bool {
        let mut answers = self.answers.lock().expect("nobody panics");
        let left = (answers.0 + answers.1.elapsed().as_secs_f64() * EACH_SECOND).min(AT_ONCE);
        *answers = (if left >= 1.0 { left - 1.0 } else { left }, Instant::now());
        left >= 1.0
    }
}

/// As a page does, it waits a little before it asks again: the house itself limits how often. Orders it may give less often for long.
const PAUSE: Duration = Duration::from_millis(25);
const PAUSE_OF_ORDERS: Duration = Duration::from_millis(75);

/// How long requests took, one after the other with a pause in between, for a stretch.
fn measure(pause: Duration, mut ask: impl FnMut()) -> Vec<Duration> {
    let since = Instant::now();
    let mut waits = Vec::new();
    while since.elapsed() < STRETCH {
        let asked = Instant::now();
        ask();
        waits.push(asked.elapsed());
        std::thread::sleep(pause);
    }
    waits.sort();
    waits
}

/// The wait that so many in a hundred do not exceed.
fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    sorted[(sorted.len() - 1) * percent / 100]
}

/// The same measure while somebody is flooded, and how many bad requests came.
fn measure_flooded(flooded: &Client, pause: Duration, ask: impl FnMut()) -> (Vec<Duration>, u64) {
    let requests = guesses(flooded);
    let (stop, sent) = (AtomicBool::new(false), AtomicU64::new(0));
    let waits = std::thread::scope(|scope| {
        for _ in 0..FLOODERS {
            scope.spawn(|| flood(flooded, &requests, &stop, &sent));
        }
        let waits = measure(pause, ask);
        stop.store(true, Ordering::Relaxed);
        waits
    });
    (waits, sent.into_inner())
}

/// What was measured of all stretches of one kind.
#[derive(Default)]
struct Waits {
    all: Vec<Duration>,
    middles: Vec<f64>,
    sent: u64,
}

impl Waits {
    fn add(&mut self, (waits, sent): (Vec<Duration>, u64)) {
        self.middles.push(percentile(&waits, 50).as_secs_f64());
        self.all.extend(waits);
        self.all.sort();
        self.sent += sent;
    }

    /// How many times longer the middle waits are than those of the stretches just before: the middle one of these ratios, and all of them.
    fn against(&self, before: &Self) -> (f64, Vec<f64>) {
        let mut ratios: Vec<f64> = self.middles.iter().zip(&before.middles).map(|(wait, before)| wait / before).collect();
        ratios.sort_by(f64::total_cmp);
        (ratios[ratios.len() / 2], ratios)
    }

    fn text(&self) -> String {
        let rate = self.sent as f64 / (STRETCH.as_secs_f64() * ROUNDS as f64);
        format!("p50 {:?}, p99 {:?}, {rate:.0} bad requests a second", percentile(&self.all, 50), percentile(&self.all, 99))
    }
}

/// How many times longer a request of this kind takes in a flood of the house than in one of the decoy.
fn compare(links: &Links, decoy: SocketAddr, what: &str, pause: Duration, mut ask: impl FnMut()) -> f64 {
    let (house, decoy) = (links.stranger(), Client::new(decoy, None));
    let (mut calm, mut elsewhere, mut here) = (Waits::default(), Waits::default(), Waits::default());
    for _ in 0..ROUNDS {
        calm.add((measure(pause, &mut ask), 0));
        elsewhere.add(measure_flooded(&decoy, pause, &mut ask));
        here.add(measure_flooded(&house, pause, &mut ask));
    }
    let ((ratio, ratios), (whole, _)) = (here.against(&elsewhere), here.against(&calm));
    eprintln!("{what}: {ratio:.2} times as long as with the flood elsewhere ({ratios:.2?}), {whole:.2} times as long as with none");
    for (when, waits) in [("calm", &calm), ("flood elsewhere", &elsewhere), ("flood here", &here)] {
        eprintln!("    {when}: {}", waits.text());
    }
    ratio
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
    let (attendant, decoy) = (links.attendant(), Decoy::open());
    let ok = |status: u16| assert_eq!(status, 200);
    let mut orders = 0;
    let ratios = [
        compare(&links, decoy, "the page that reads the journal", PAUSE, || ok(attendant.get("/api/v1/service").status)),
        compare(&links, decoy, "the books", PAUSE, || ok(attendant.get("/api/v1/official").status)),
        compare(&links, decoy, "an order", PAUSE_OF_ORDERS, || {
            orders += 1;
            ok(attendant.post("/api/v1/seats/1/credit-in", &format!("key-{orders}"), r#"{"amount":7}"#).status);
        }),
    ];
    assert!(ratios.iter().all(|ratio| *ratio < 2.0), "{ratios:?}");
    daemon.stop();
}
