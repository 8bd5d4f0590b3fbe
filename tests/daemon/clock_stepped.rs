//! A wall clock that is years wrong at a start: the wheel's table stands until an attendant has looked, and every later start is sane.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::client::Client;
use crate::daemon::{Home, Links, PATIENCE};
use crate::wrong_clock::{is_stepped, let_go_on, set_wrong, step};

/// Ten years.
const YEARS_SECONDS: i64 = 315_576_000;

fn cabinet(links: &Links) -> Value {
    links.stranger().get("/api/v1/cabinet").json()
}

/// By how many seconds what people are shown differs from the wall clock of this test.
fn shown_seconds(cabinet: &Value) -> i64 {
    let microseconds = cabinet["now"].as_i64().expect("the cabinet tells the time");
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("it is after 1970");
    microseconds / 1_000_000 - i64::try_from(now.as_secs()).expect("a small number")
}

/// The table stands, and says why; credit is paid in and out all the same. An attendant lets it go on.
fn stands_until_an_attendant_has_looked(links: &Links, start: &str) {
    let cabinet_now = cabinet(links);
    assert!(is_stepped(&cabinet_now), "{start}: {cabinet_now}");
    assert_eq!(
        (&cabinet_now["betting_open"], &cabinet_now["hold"]["ends_by_itself"]),
        (&false.into(), &false.into()),
        "{start}: {cabinet_now}"
    );
    for order in ["credit-in", "credit-out"] {
        let paid = links.attendant().post(&format!("/api/v1/seats/1/{order}"), &format!("{start}-{order}"), r#"{"amount":100}"#);
        assert_eq!(paid.status, 200, "{start}: {}", paid.body);
    }
    let_go_on(links, start);
    assert!(!is_stepped(&cabinet(links)), "{start}: the fault has gone");
}

/// The moments of what is over, in the order of their numbers: rounds as `round`, deals as `deal`.
fn moments(past: &Value, kind: &str) -> Vec<(Value, Value, Value)> {
    let past = past.as_array().expect("a list").iter().filter(|each| !each["settled_at"].is_null());
    let mut moments: Vec<_> = past.map(|each| (each[kind].clone(), each["opened_at"].clone(), each["settled_at"].clone())).collect();
    moments.sort_by_key(|(number, ..)| number.as_u64());
    moments
}

/// Every page that shows what is over says the same moments as the live view.
fn check_pages(links: &Links, start: &str) {
    let live = links.seat(1).get("/api/v1/seats/1").json()["seat"].clone();
    let rounds = links.seat(1).get("/api/v1/seats/1/rounds").json();
    assert_eq!(moments(&rounds["rounds"], "round"), moments(&live["rounds"], "round"), "{start}");
    let deals = links.seat(1).get("/api/v1/seats/1/tables/1/deals").json();
    assert_eq!(moments(&deals["deals"], "deal"), moments(&live["tables"][0]["deals"], "deal"), "{start}");
    assert!(!deals["deals"].as_array().expect("a list").is_empty(), "{start}");
    let service = links.attendant().get("/api/v1/service").json();
    let traced = moments(&service["past"]["rounds"], "round");
    let official = links.attendant().get("/api/v1/rounds").json();
    let voided = moments(&official["rounds"], "round");
    assert!(!voided.is_empty() && voided.iter().all(|round| traced.contains(round)), "{start}: {voided:?} in {traced:?}");
}

/// Seat 1 bets and stakes, and both are void at once: so there is a round and a deal that are over.
fn void_a_round_and_a_deal(links: &Links, start: &str) {
    let (seat, attendant) = (links.seat(1), links.attendant());
    let post = |client: &Client, path: &str, what: &str, body: Value| {
        let done = client.post(path, &format!("{start}-{what}"), &body.to_string());
        assert_eq!(done.status, 200, "{start}: {what}: {}", done.body);
    };
    post(&attendant, "/api/v1/seats/1/credit-in", "in", json!({"amount": 10_000}));
    let now = wait_for(|| Some(cabinet(links)).filter(|now| now["betting_open"] == true && now["tables"][0]["phase"] == "staking"));
    let (round, deal) = (&now["round"], &now["tables"][0]["deal"]);
    post(&seat, "/api/v1/seats/1/bets", "bet", json!({"round": round, "bets": [{"bet": "red", "stake": 500}]}));
    post(&attendant, "/api/v1/table/void", "void", json!({"round": round, "reason": "a test"}));
    let stakes = json!({"deal": deal, "stakes": [{"box": 1, "stake": "player", "amount": 1_000}]});
    post(&seat, "/api/v1/seats/1/tables/1/stakes", "stake", stakes);
    post(&attendant, "/api/v1/tables/1/void", "void-deal", json!({"deal": deal, "reason": "a test", "new_shoe": false}));
}

#[test]
fn pages_of_the_past_show_the_moments_that_the_live_view_showed_whatever_the_clock_did() {
    let mut home = Home::new(1);
    for (start, ahead) in [("right", 0), ("ahead", YEARS_SECONDS), ("right-again", 0)] {
        home.environment.clear();
        if ahead != 0 {
            set_wrong(&mut home, ahead);
        }
        let (links, daemon) = home.serve();
        if start != "right" {
            stands_until_an_attendant_has_looked(&links, start);
        }
        void_a_round_and_a_deal(&links, start);
        check_pages(&links, start);
        let read_at = wait_for(|| links.attendant().get("/api/v1/official").json()["journal"]["read_at"].as_i64());
        let now = cabinet(&links)["now"].as_i64().expect("the time is told");
        assert!((now - read_at).abs() < 120_000_000, "{start}: the journal was read at {read_at}, and it is {now}");
        daemon.stop();
    }
    home.ask("journal verify");
}

#[test]
fn a_clock_that_is_set_while_the_program_runs_is_a_fault_at_once_and_shown_as_it_is() {
    let mut home = Home::new(1);
    set_wrong(&mut home, 0);
    let (links, daemon) = home.serve();
    assert!(!is_stepped(&cabinet(&links)));
    step(&home, 7_200);
    wait_for(|| Some(cabinet(&links)).filter(is_stepped));
    assert!((shown_seconds(&cabinet(&links)) - 7_200).abs() < 60, "people are shown the board's clock");
    step(&home, -7_200);
    wait_for(|| Some(cabinet(&links)).filter(|now| (shown_seconds(now) + 7_200).abs() < 60));
    stands_until_an_attendant_has_looked(&links, "set");
    // Back to the right time: a step of its own, for the one before was looked at.
    step(&home, 0);
    wait_for(|| Some(cabinet(&links)).filter(is_stepped));
    stands_until_an_attendant_has_looked(&links, "right-again");
    daemon.stop();
    home.ask("journal verify");
}

/// What is there as soon as it is.
fn wait_for<T>(look: impl Fn() -> Option<T>) -> T {
    let since = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(since.elapsed() < PATIENCE, "what was waited for does not come");
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn a_clock_ten_years_ahead_at_one_start_is_seen_and_cleared_and_later_starts_are_sane() {
    let mut home = Home::new(1);
    let (links, daemon) = home.serve();
    assert!(!is_stepped(&cabinet(&links)));
    daemon.stop();

    set_wrong(&mut home, YEARS_SECONDS);
    let (links, daemon) = home.serve();
    stands_until_an_attendant_has_looked(&links, "ahead");
    assert!((shown_seconds(&cabinet(&links)) - YEARS_SECONDS).abs() < 60, "people are shown the board's clock");
    daemon.kill();

    let (links, daemon) = home.serve();
    assert!(!is_stepped(&cabinet(&links)), "nothing was set since");
    daemon.stop();

    home.environment.clear();
    let (links, daemon) = home.serve();
    stands_until_an_attendant_has_looked(&links, "right-again");
    daemon.kill();

    let (links, daemon) = home.serve();
    let cabinet = cabinet(&links);
    assert!(!is_stepped(&cabinet), "the wrong start is forgotten");
    assert!(shown_seconds(&cabinet).abs() < 60, "what is shown is the time: {cabinet}");
    daemon.stop();
    home.ask("journal verify");
}
