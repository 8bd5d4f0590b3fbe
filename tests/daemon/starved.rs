//! No room for the journal while the table runs: the table stands still for everybody to see, and what was acknowledged is there
//! when there is room again.

use rustix::process::{Resource, Rlimit, prlimit};

use crate::daemon::Home;

#[test]
fn a_journal_that_can_no_longer_grow_stops_the_table_and_loses_nothing() {
    let mut home = Home::new(20);
    // As on a full disk, a write is to fail instead of ending the process: the signal for that is ignored, as services do.
    home.wrapper = Some("trap '' XFSZ".to_owned());
    let (links, daemon) = home.serve();
    let mut live = links.stranger().watch("/api/v1/cabinet/live");
    live.see(|message| message["cabinet"]["betting_open"] == true);
    let mut acknowledged = Vec::new();
    let refused = loop {
        let key = format!("key-{}", acknowledged.len());
        let answer = links.attendant().post("/api/v1/seats/1/credit-in", &key, r#"{"amount":7}"#);
        match answer.status {
            200 => acknowledged.push((key, answer.json()["number"].clone())),
            _ => break answer,
        }
        if acknowledged.len() == 40 {
            let limit = Rlimit { current: Some(1), maximum: None };
            prlimit(Some(daemon.pid()), Resource::Fsize, limit).expect("a process may be limited by its parent");
        }
        assert!(acknowledged.len() <= 40, "an order was acknowledged that cannot have been written");
    };
    assert!(["unanswered", "out-of-service"].contains(&refused.reason().as_str()), "{}", refused.body);
    let held = live.see(|message| message["cabinet"]["phase"] == "held");
    let reason = held["cabinet"]["hold"]["reason"].as_str().unwrap_or_default().to_owned();
    assert!(reason.starts_with("Out of service: "), "{reason}");
    assert_eq!(links.stranger().get("/ready").status, 503);
    let again = links.attendant().post("/api/v1/seats/1/credit-in", "another", r#"{"amount":7}"#);
    assert_eq!(again.reason(), "out-of-service");
    daemon.stop();

    home.wrapper = None;
    let (links, daemon) = home.serve();
    for (key, number) in &acknowledged {
        let answer = links.attendant().post("/api/v1/seats/1/credit-in", key, r#"{"amount":7}"#).json();
        assert_eq!((&answer["repeated"], &answer["number"]), (&true.into(), number), "{key}");
    }
    let credit = links.attendant().get("/api/v1/official").json()["seats"][0]["credit"].as_u64().expect("an amount");
    let least = 7 * acknowledged.len() as u64;
    // The order whose answer said nothing may have been the last that was written.
    assert!(credit == least || credit == least + 7, "{credit} instead of {least}");
    daemon.stop();
}
