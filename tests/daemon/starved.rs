//! No room for the journal while the table runs: the table stands still for everybody to see, and what was acknowledged is there
//! when there is room again.

use std::fs::File;
use std::io::{ErrorKind, Write};

use rustix::process::{Resource, Rlimit, prlimit};

use crate::daemon::{Daemon, Home, Links};

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
    acknowledged
}

/// Everything that was acknowledged is there, once.
fn check_nothing_is_lost((links, daemon): (Links, Daemon), acknowledged: &Acknowledged) {
    for (key, number) in acknowledged {
        let answer = order(&links, key).json();
        assert_eq!((&answer["repeated"], &answer["number"]), (&true.into(), number), "{key}");
    }
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
    let acknowledged = play_until_refused(&links, BEFORE, || {
        let limit = Rlimit { current: Some(1), maximum: None };
        prlimit(Some(daemon.pid()), Resource::Fsize, limit).expect("a process may be limited by its parent");
    });
    daemon.stop();

    home.wrapper = None;
    check_nothing_is_lost(home.serve(), &acknowledged);
}

#[test]
#[ignore = "fills the disk of the temporary files: .ci/run mounts a small one for it"]
fn a_full_disk_stops_the_table_and_the_reserve_starts_it_again() {
    let home = Home::new(20);
    let (links, daemon) = home.serve();
    let reserve = home.data().join("journal/ballast");
    assert!(reserve.exists());
    // The mirror writes where it has its room already; sled's next page needs some.
    let acknowledged = play_until_refused(&links, BEFORE + 200, || fill(&home));
    daemon.stop();

    check_nothing_is_lost(home.serve(), &acknowledged);
    assert!(home.path("filler").exists() && !reserve.exists(), "the reserve was given up for this start");
    std::fs::remove_file(home.path("filler")).expect("it is ours");
    check_nothing_is_lost(home.serve(), &acknowledged);
}

/// Takes all the room there is.
fn fill(home: &Home) {
    let mut filler = File::create(home.path("filler")).expect("a file can be made");
    for piece in [1 << 20, 1 << 12, 1] {
        let full = (0..1 << 10).find_map(|_| filler.write_all(&vec![0; piece]).err());
        assert_eq!(full.expect("this disk is small").kind(), ErrorKind::StorageFull);
    }
}
