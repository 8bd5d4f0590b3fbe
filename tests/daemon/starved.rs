//! No room for the journal while the table runs: the table stands still for everybody to see, and what was acknowledged is there
//! when there is room again.

use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::process::{Resource, Rlimit, prlimit};

use crate::client::Client;
use crate::daemon::{Daemon, Home, Links, PATIENCE, changed};
use crate::line::Line;

/// Orders that are taken before the room ends.
const BEFORE: usize = 40;

/// What was acknowledged: the order's key, and the number it was journalled under.
type Acknowledged = Vec<(String, serde_json::Value)>;

fn order(links: &Links, key: &str) -> crate::client::Answer {
    links.attendant().post("/api/v1/seats/1/credit-in", key, r#"{"amount":7}"#)
}

/// Has credit put on a seat until it is refused, which must be seen by everybody. After the first orders the room is `taken`.
fn play_until_refused(links: &Links, most: usize, taken: impl FnOnce()) -> Acknowledged {
    let mut live = links.stranger().watch("/api/v1/cabinet/live");
    live.see(|message| message["cabinet"]["betting_open"] == true);
    let mut acknowledged = Acknowledged::new();
    let mut taken = Some(taken);
    let refused = loop {
        let key = format!("key-{}", acknowledged.len());
        let answer = order(links, &key);
        match answer.status {
            200 => acknowledged.push((key, answer.json()["number"].clone())),
            _ => break answer,
        }
        if acknowledged.len() == BEFORE {
            taken.take().expect("so many orders are taken once")();
        }
        assert!(acknowledged.len() <= most, "an order was acknowledged that cannot have been written");
    };
    assert!(["unanswered", "out-of-service"].contains(&refused.reason().as_str()), "{}", refused.body);
    let held = live.see(|message| message["cabinet"]["phase"] == "held");
    let reason = held["cabinet"]["hold"]["reason"].as_str().unwrap_or_default().to_owned();
    assert!(reason.starts_with("Out of service: "), "{reason}");
    assert_eq!(links.stranger().get("/ready").status, 503);
    assert_eq!(order(links, "another").reason(), "out-of-service");
    let (key, number) = acknowledged.last().expect("orders were acknowledged");
    check_repeated(links, key, number);
    acknowledged
}

/// What was acknowledged is answered as it was, in service and out of it.
#[track_caller]
fn check_repeated(links: &Links, key: &str, number: &serde_json::Value) {
    let answer = order(links, key).json();
    assert_eq!((&answer["repeated"], &answer["number"]), (&true.into(), number), "{key}");
}

/// Everything that was acknowledged is there, once.
fn check_nothing_is_lost((links, daemon): (Links, Daemon), acknowledged: &Acknowledged) {
    acknowledged.iter().for_each(|(key, number)| check_repeated(&links, key, number));
    let credit = links.attendant().get("/api/v1/official").json()["seats"][0]["credit"].as_u64().expect("an amount");
    let least = 7 * acknowledged.len() as u64;
    // The order whose answer said nothing may have been the last that was written.
    assert!(credit == least || credit == least + 7, "{credit} instead of {least}");
    daemon.stop();
}

#[test]
fn a_journal_that_can_no_longer_grow_stops_the_table_and_loses_nothing() {
    let mut home = Home::new(20);
    // As on a full disk, a write is to fail instead of ending the process: the signal for that is ignored, as services do.
    home.wrapper = Some("trap '' XFSZ".to_owned());
    let (links, daemon) = home.serve();
    let acknowledged = play_until_refused(&links, BEFORE, || limit_files(&daemon));
    daemon.stop();

    home.wrapper = None;
    check_nothing_is_lost(home.serve(), &acknowledged);
}

/// Has credit put on a seat until it is not answered any more, because the house has ended. After the first orders the journal cannot grow.
fn play_until_it_ends(links: &Links, daemon: &Daemon) -> Acknowledged {
    links.stranger().watch("/api/v1/cabinet/live").see(|message| message["cabinet"]["betting_open"] == true);
    let mut acknowledged = Acknowledged::new();
    loop {
        let key = format!("key-{}", acknowledged.len());
        match links.attendant().try_post("/api/v1/seats/1/credit-in", &key, r#"{"amount":7}"#) {
            Ok(answer) if answer.status == 200 => acknowledged.push((key, answer.json()["number"].clone())),
            Ok(answer) => {
                assert!(["unanswered", "out-of-service"].contains(&answer.reason().as_str()), "{}", answer.body);
                return acknowledged;
            }
            Err(_) => return acknowledged,
        }
        if acknowledged.len() == BEFORE {
            limit_files(daemon);
        }
        assert!(acknowledged.len() <= BEFORE, "an order was acknowledged that cannot have been written");
    }
}

/// No file of this process can be written from now on.
fn limit_files(daemon: &Daemon) {
    let limit = Rlimit { current: Some(1), maximum: None };
    prlimit(Some(daemon.pid()), Resource::Fsize, limit).expect("a process may be limited by its parent");
}

#[test]
fn a_journal_that_fails_after_it_has_worked_for_long_ends_the_program_and_the_next_start_loses_nothing() {
    let mut home = Home::new(20);
    home.wrapper = Some("trap '' XFSZ".to_owned());
    home.arguments.push("--restart-after=0".to_owned());
    let (links, daemon) = home.serve();
    let acknowledged = play_until_it_ends(&links, &daemon);
    let (status, _) = daemon.wait();
    assert_eq!(status.code(), Some(75), "a service manager starts it anew: {status}\n{}", home.log());
    assert_eq!(acknowledged.len(), BEFORE);
    check_nothing_is_lost(home.serve(), &acknowledged);
    assert!(home.ask("journal verify").contains("\"verified\""));
}

#[test]
#[ignore = "fills the disk of the temporary files: .ci/run mounts a small one for it"]
fn a_full_disk_stops_the_table_and_the_reserve_starts_it_again() {
    let home = Home::new(20);
    let (links, daemon) = home.serve();
    let reserve = home.data().join("journal/ballast");
    assert!(reserve.exists());
    // The mirror writes where it has its room already; sled's next page needs some.
    let acknowledged = play_until_refused(&links, BEFORE + 200, || home.fill());
    daemon.stop();

    check_nothing_is_lost(home.serve(), &acknowledged);
    assert!(home.path("filler").exists() && !reserve.exists(), "the reserve was given up for this start");
    std::fs::remove_file(home.path("filler")).expect("it is ours");
    check_nothing_is_lost(home.serve(), &acknowledged);
}

#[test]
#[ignore = "fills the disk of the temporary files: .ci/run mounts a small one for it"]
fn a_disk_that_is_full_for_a_while_stops_the_table_for_that_while() {
    let home = Home::new(20);
    let (links, daemon) = home.serve();
    let mut acknowledged = play_until_refused(&links, BEFORE + 200, || home.fill());
    std::fs::remove_file(home.path("filler")).expect("it is ours");
    links.stranger().watch("/api/v1/cabinet/live").see(|message| message["cabinet"]["phase"] != "held");
    let later = order(&links, "later");
    assert_eq!(later.status, 200, "{}", later.body);
    acknowledged.push(("later".to_owned(), later.json()["number"].clone()));
    daemon.kill();
    check_nothing_is_lost(home.serve(), &acknowledged);
}

/// A home whose mirror has a first segment that is almost full: some orders later it needs the next one.
fn home_with_a_full_segment() -> Home {
    let home = Home::new(20);
    let (_, daemon) = home.serve();
    daemon.stop();
    let path = home.data().join("mirror/000001.mirror");
    let written = std::fs::read(&path).expect("there is a first segment").iter().rposition(|byte| *byte != 0).expect("it has a header");
    let segment = File::options().write(true).open(path).expect("it is ours");
    // A busy machine takes its time for the first order, and the wheel writes meanwhile.
    segment.set_len(written as u64 + (16 << 10)).expect("a file can be cut");
    home
}

/// Orders enough to fill what is left of the segment.
const TO_THE_NEXT_SEGMENT: usize = 100;

#[test]
fn a_segment_that_cannot_be_made_is_tried_again_and_the_table_goes_on() {
    let home = home_with_a_full_segment();
    let in_the_way = home.data().join("mirror/000002.unfinished");
    std::fs::create_dir(&in_the_way).expect("a folder can be made");
    let (links, daemon) = home.serve();
    let mut live = links.stranger().watch("/api/v1/cabinet/live");
    live.see(|message| message["cabinet"]["betting_open"] == true);
    let early = order(&links, "early");
    assert_eq!(early.status, 200, "{}", early.body);
    let early = early.json()["number"].clone();
    let (attendant, stranger) = (links.attendant(), links.stranger());
    let orders = std::thread::spawn(move || {
        let order = |place| {
            let mut key = format!("key-{place}");
            let send = |key: &str| attendant.post("/api/v1/seats/1/credit-in", key, r#"{"amount":7}"#);
            let mut answer = send(&key);
            if answer.status != 200 {
                // The record that did not fit was the wheel's or the clock's: no order waited, and this one came while the table stood.
                assert_eq!(answer.reason(), "out-of-service", "{key}: {}", answer.body);
                stranger.watch("/api/v1/cabinet/live").see(|message| message["cabinet"]["phase"] != "held");
                assert_eq!(send(&key).reason(), "out-of-service", "{key}: what was refused is not carried out later");
                key = format!("again-{place}");
                answer = send(&key);
            }
            assert_eq!(answer.status, 200, "{key}: {}", answer.body);
            let number = answer.json()["number"].clone();
            (key, number)
        };
        (0..TO_THE_NEXT_SEGMENT).map(order).collect::<Acknowledged>()
    });
    let held = live.see(|message| message["cabinet"]["phase"] == "held");
    let reason = held["cabinet"]["hold"]["reason"].as_str().unwrap_or_default().to_owned();
    assert!(reason.starts_with("Out of service: ") && reason.contains("000002.unfinished"), "{reason}");
    assert_eq!(links.stranger().get("/ready").status, 503);
    assert_eq!(order(&links, "meanwhile").reason(), "out-of-service");
    check_repeated(&links, "early", &early);
    std::fs::remove_dir(in_the_way).expect("it is empty");
    live.see(|message| message["cabinet"]["phase"] != "held");
    let mut acknowledged = orders.join().expect("the order that waited is answered, and all after it");
    acknowledged.push(("early".to_owned(), early));
    assert_eq!(links.stranger().get("/ready").status, 200);
    daemon.kill();
    check_nothing_is_lost(home.serve(), &acknowledged);
    assert!(home.ask("journal verify").contains("\"verified\""));
}

/// Asks on a connection that stays open: the status and the body of the answer.
fn ask_on(connection: &mut TcpStream, request: &str) -> (String, String) {
    connection.write_all(request.as_bytes()).expect("the house is open");
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        connection.read_exact(&mut byte).expect("the house answers");
        head.push(byte[0]);
    }
    let head = String::from_utf8(head).expect("a head is text").to_ascii_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).and_then(|length| length.parse().ok());
    let mut body = vec![0; length.expect("the answer says how long it is")];
    connection.read_exact(&mut body).expect("the house answers");
    (head.split(' ').nth(1).unwrap_or_default().to_owned(), String::from_utf8(body).expect("a body is text"))
}

/// Orders on a connection that stays open: the status of the answer.
fn order_on(connection: &mut TcpStream, attendant: &Client, key: &str) -> String {
    let head = attendant.head("POST", "/api/v1/seats/1/credit-in");
    let request = format!("{head}Idempotency-Key: {key}\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{{\"amount\":7}}");
    ask_on(connection, &request).0
}

/// The lowest limit under which the program starts.
const FEW_DESCRIPTORS: &str = "ulimit -n 160";

/// More strangers than the house has places for.
fn crowd(links: &Links) -> Vec<TcpStream> {
    let crowd: Vec<TcpStream> = (0..200).filter_map(|_| TcpStream::connect(links.address).ok()).collect();
    assert!(crowd.len() >= 100, "{} connections came through", crowd.len());
    crowd
}

#[test]
fn strangers_leave_the_journal_its_descriptors() {
    let mut home = home_with_a_full_segment();
    home.wrapper = Some(FEW_DESCRIPTORS.to_owned());
    let (links, daemon) = home.serve();
    let attendant = links.attendant();
    let mut connection = attendant.connect().expect("the house is open");
    assert_eq!(order_on(&mut connection, &attendant, "first"), "200");
    let crowd = crowd(&links);
    for place in 0..TO_THE_NEXT_SEGMENT {
        assert_eq!(order_on(&mut connection, &attendant, &format!("key-{place}")), "200", "order {place}\n{}", home.log());
    }
    assert!(home.data().join("mirror/000002.mirror").exists(), "the next segment was needed");
    drop(crowd);
    assert_eq!(links.stranger().get("/ready").status, 200);
    daemon.stop();
}

/// A wheel on this home's port that says it is on and turns.
fn wheel(home: &Home) -> Line {
    Line::start(home.path("port"), vec!["*X;2;001;  ;0;160;0\r\n".to_owned()], Duration::from_millis(100))
}

/// Strangers who come back as soon as the house hangs up, until they are told to leave.
fn press(address: SocketAddr, leave: &AtomicBool) {
    let is_held = |stranger: &mut TcpStream| stranger.read(&mut [0]).is_err_and(|error| error.kind() == ErrorKind::WouldBlock);
    let mut crowd: Vec<TcpStream> = Vec::new();
    while !leave.load(Ordering::Relaxed) {
        crowd.retain_mut(is_held);
        while crowd.len() < 200
            && let Ok(stranger) = TcpStream::connect_timeout(&address, Duration::from_millis(200))
        {
            stranger.set_nonblocking(true).expect("a connection need not block");
            crowd.push(stranger);
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Tells them to leave, also where the test fails.
struct Leave<'a>(&'a AtomicBool);

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Waits until the wheel is lost, or is not. It is asked on a connection that is open already, as a console's is: who comes now waits for a
/// place among the strangers.
fn wait_until_lost(connection: &mut TcpStream, attendant: &Client, lost: bool) {
    let since = Instant::now();
    loop {
        let (status, body) = ask_on(connection, &format!("{}\r\n", attendant.head("GET", "/api/v1/cabinet")));
        assert_eq!(status, "200", "{body}");
        let cabinet: serde_json::Value = serde_json::from_str(&body).expect("it is JSON");
        let faults = cabinet["faults"].to_string();
        if faults.contains("device-lost") == lost {
            return;
        }
        assert!(since.elapsed() < PATIENCE, "the port is {}: {faults}", if lost { "gone" } else { "there again" });
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn a_port_is_opened_again_while_strangers_hold_every_connection_they_can_get() {
    let mut home = Home::new(1);
    let serial = format!("\"serial\"\nport = \"{}\"", home.path("port").display());
    let file = home.write("cabinet.toml", &changed("cabinets/demo.toml", &[("driver", &serial)]));
    home.arguments = vec![format!("--cabinet={file}"), "--bench".to_owned()];
    home.wrapper = Some(FEW_DESCRIPTORS.to_owned());
    let mut port = wheel(&home);
    let (links, daemon) = home.serve();
    let attendant = links.attendant();
    let mut connection = attendant.connect().expect("the house is open");
    // So long as nobody has shown a token on it, it would give way as any stranger's does.
    wait_until_lost(&mut connection, &attendant, false);
    let leave = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| press(links.address, &leave));
        let _leave = Leave(&leave);
        for _ in 0..3 {
            wait_until_lost(&mut connection, &attendant, false);
            drop(port);
            wait_until_lost(&mut connection, &attendant, true);
            port = wheel(&home);
            wait_until_lost(&mut connection, &attendant, false);
            let open = std::fs::read_dir(format!("/proc/{}/fd", daemon.pid().as_raw_nonzero())).expect("the process is there").count();
            assert!(open > 40, "strangers hold their connections meanwhile: {open} descriptors");
        }
    });
    assert_eq!(order(&links, "after").status, 200);
    daemon.stop();
}
