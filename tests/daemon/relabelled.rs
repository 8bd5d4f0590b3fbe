//! A start with another cabinet file than before: what it would re-label is refused while there is money, and said to everybody.

use serde_json::Value;

use crate::daemon::{Daemon, Home, Links, changed};

/// A home with the demo's cabinet file, in which seat 1 has 12,345 minor units of credit.
fn home_with_credit() -> Home {
    let mut home = Home::new(20);
    use_file(&mut home, &[]);
    let (links, daemon) = home.serve();
    assert_eq!(links.attendant().post("/api/v1/seats/1/credit-in", "paid", r#"{"amount":12345}"#).status, 200);
    daemon.kill();
    home
}

/// From now on the home starts with the demo's cabinet file, changed like this.
fn use_file(home: &mut Home, changes: &[(&str, &str)]) {
    let file = home.write("cabinet.toml", &changed("cabinets/demo.toml", changes));
    home.arguments.retain(|argument| !argument.starts_with("--cabinet="));
    home.arguments.push(format!("--cabinet={file}"));
}

fn credit(links: &Links) -> i64 {
    links.attendant().get("/api/v1/official").json()["seats"][0]["credit"].as_i64().expect("an amount")
}

/// The cabinet is out of service with a reason that holds these words; its money is shown as it was, and none moves.
fn check_refused((links, daemon): (Links, Daemon), money: i64, words: &[&str]) {
    let ready = links.stranger().get("/ready");
    assert_eq!(ready.status, 503, "{}", ready.body);
    let detail = ready.json()["detail"].as_str().unwrap_or_default().to_owned();
    assert!(words.iter().all(|word| detail.contains(word)), "{words:?} in {detail}");
    let cabinet = links.stranger().get("/api/v1/cabinet").json();
    assert_eq!((&cabinet["rules"]["currency"], &cabinet["rules"]["decimals"]), (&Value::from("BYN"), &Value::from(2)), "{cabinet:#}");
    assert_eq!(credit(&links), money);
    let paid = links.attendant().post("/api/v1/seats/1/credit-out", "refused", r#"{"amount":12345}"#);
    assert_eq!((paid.status, paid.reason().as_str()), (409, "out-of-service"), "{}", paid.body);
    daemon.stop();
}

#[test]
fn another_currency_is_refused_even_when_all_was_paid_out_and_taken_by_a_new_journal() {
    let mut home = home_with_credit();
    let changes = [("currency", "\"USD\""), ("decimals", "0")];
    use_file(&mut home, &changes);
    check_refused(home.serve(), 12_345, &["money.currency", "USD", "BYN", "12345", "former cabinet file", "journal begin --by NAME"]);

    use_file(&mut home, &[]);
    let (links, daemon) = home.serve();
    assert_eq!(links.attendant().post("/api/v1/seats/1/credit-out", "out", r#"{"amount":12345}"#).status, 200);
    daemon.stop();

    // The meters and the round in the seat's history would become 12,345 USD.
    use_file(&mut home, &changes);
    check_refused(
        home.serve(),
        0,
        &["money.currency", "money.decimals", "12345 minor units of credit in", "journal begin --by NAME --data"],
    );

    let begun: Value = serde_json::from_str(&home.ask("journal begin --by Ada")).expect("an object");
    let set_aside = begun["set_aside"].to_string();
    let kept = ["/000001.mirror.broken-1", "/signed-heads.broken-1", "/sled.broken-1"];
    assert_eq!(begun["set_aside"].as_array().map(Vec::len), Some(kept.len()), "the former journal is kept: {begun}");
    assert!(kept.iter().all(|name| set_aside.contains(name)), "the former journal is kept with its signatures: {begun}");
    let (links, daemon) = home.serve();
    assert_eq!(links.stranger().get("/ready").status, 200);
    let rules = links.stranger().get("/api/v1/cabinet").json()["rules"].clone();
    assert_eq!((&rules["currency"], &rules["decimals"]), (&Value::from("USD"), &Value::from(0)));
    let meters = links.attendant().get("/api/v1/official").json()["meters"]["credit_in"].clone();
    assert_eq!(meters, Value::from(0));
    daemon.stop();
}

#[test]
fn another_wheel_is_refused_while_there_is_credit() {
    let mut home = home_with_credit();
    use_file(&mut home, &[("device", "\"three-sensor-gpio\"")]);
    check_refused(home.serve(), 12_345, &["`wheel`", "simulated slingshot-2", "simulated three-sensor-gpio"]);
}

#[test]
fn another_wheel_in_the_same_device_file_is_refused_while_there_is_credit_and_the_former_text_goes_on() {
    let mut home = Home::new(20);
    let device = format!("{:?}", home.write("wheel.toml", &changed("devices/slingshot-2.toml", &[])));
    use_file(&mut home, &[("device", &device)]);
    let (links, daemon) = home.serve();
    assert_eq!(links.attendant().post("/api/v1/seats/1/credit-in", "paid", r#"{"amount":12345}"#).status, 200);
    daemon.kill();
    home.write("wheel.toml", &changed("devices/three-sensor-gpio.toml", &[]));
    let families = ["`wheel`", "(slingshot, SHA-256 ", "(three-sensor, SHA-256 ", "the files that it names as they were"];
    check_refused(home.serve(), 12_345, &families);
    home.write("wheel.toml", &changed("devices/slingshot-2.toml", &[]));
    let (links, daemon) = home.serve();
    assert_eq!((links.stranger().get("/ready").status, credit(&links)), (200, 12_345));
    daemon.stop();
}
