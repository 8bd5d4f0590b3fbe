//! A console that loses its line while its seat sits at a table between players: the others see it, one that reloads is never missed, and after a
//! start nobody is taken to be absent before the grace is over.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::Live;
use crate::daemon::{Home, Links};

const TABLE: u64 = 17;
const SEATS: [usize; 3] = [1, 2, 3];
/// How long a line may be lost, in the cabinet file of this test.
const GRACE: Duration = Duration::from_secs(3);

fn home() -> Home {
    let mut home = Home::new(1);
    let demo = std::fs::read_to_string("device-profiles/cabinets/demo.toml").expect("the demo's file is shipped");
    let cabinet = home.write("cabinet.toml", &format!("{demo}\n[presence]\ngrace_seconds = {}\n", GRACE.as_secs()));
    home.arguments.extend(["--cabinet".to_owned(), cabinet]);
    home
}

fn console(links: &Links, seat: usize) -> Live {
    links.seat(seat).watch(&format!("/api/v1/seats/{seat}/live"))
}

/// Whether the seat is shown to be absent from the table; `None` where it does not sit.
fn is_absent(state: &Value, seat: usize) -> Option<bool> {
    let table = state["cabinet"]["player_tables"].as_array()?.iter().find(|table| table["table"] == TABLE)?;
    table["places"].as_array()?.iter().find(|place| place["seat"] == seat)?["absent"].as_bool()
}

/// The seat gets credit and sits down with so much of it at the first table between players.
pub(crate) fn sit_down(links: &Links, seat: usize, stack: i64) {
    links.attendant().post(&format!("/api/v1/seats/{seat}/credit-in"), &format!("paid-{seat}"), r#"{"amount":100000}"#);
    let page = links.seat(seat).get(&format!("/api/v1/seats/{seat}")).json();
    let tables = page["cabinet"]["player_tables"].as_array().expect("there are tables");
    let deal = &tables.iter().find(|table| table["table"] == TABLE).expect("the table is there")["deal"];
    let body = json!({"deal": deal, "amount": stack}).to_string();
    let answer = links.seat(seat).post(&format!("/api/v1/seats/{seat}/tables/{TABLE}/join"), &format!("join-{seat}"), &body);
    assert_eq!(answer.status, 200, "{}", answer.body);
}

#[test]
fn who_loses_his_line_is_seen_to_be_absent_and_who_reloads_never_is() {
    let home = home();
    let (links, daemon) = home.serve();
    let mut onlooker = console(&links, 1);
    let (lost, mut reloaded) = (console(&links, 2), console(&links, 3));
    SEATS.into_iter().for_each(|seat| sit_down(&links, seat, 40_000));
    onlooker.see(|state| is_absent(state, 2) == Some(false));
    let lost_at = Instant::now();
    drop(lost);
    for _ in 0..5 {
        drop(reloaded);
        reloaded = console(&links, 3);
    }
    let state = onlooker.see(|state| is_absent(state, 2) == Some(true));
    assert!(lost_at.elapsed() >= GRACE, "the grace was given");
    assert_eq!((is_absent(&state, 1), is_absent(&state, 3)), (Some(false), Some(false)));
    let back = console(&links, 2);
    onlooker.see(|state| is_absent(state, 2) == Some(false));

    // After a kill nobody is absent at once; who does not come back is after the grace.
    daemon.kill();
    drop((onlooker, reloaded, back));
    let (links, daemon) = home.serve();
    let served_at = Instant::now();
    let (mut onlooker, _other) = (console(&links, 1), console(&links, 3));
    let (first, _) = onlooker.next_state();
    assert_eq!(SEATS.map(|seat| is_absent(&first, seat)), [Some(false); 3]);
    let state = onlooker.see(|state| is_absent(state, 2) == Some(true));
    assert!(served_at.elapsed() + Duration::from_millis(500) >= GRACE, "the grace was given: {:?}", served_at.elapsed());
    assert_eq!((is_absent(&state, 1), is_absent(&state, 3)), (Some(false), Some(false)));
    daemon.stop();

    let presence = |record: &Value| {
        let input = &record["input"];
        (input["event"] == "presence").then(|| (input["seat"].as_u64(), input["here"].as_bool()))
    };
    let told: Vec<_> = home.ask_lines("journal export").iter().filter_map(presence).collect();
    assert_eq!(told, [(Some(2), Some(false)), (Some(2), Some(true)), (Some(2), Some(false))]);
}
