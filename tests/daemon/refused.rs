//! What it cannot start with: it says why, each thing in one line, and ends, or stays out of service where a person must look at the journal.

use std::net::TcpListener;

use serde_json::Value;

use crate::daemon::{Daemon, Home, Links, changed};

/// The start fails with one line that holds all of these words, and nothing is touched.
fn check(home: &Home, words: &[&str]) {
    check_each(home, &[words]);
}

/// The start fails with one line for each thing that is wrong, which holds all of these words, and nothing is touched.
fn check_each(home: &Home, lines: &[&[&str]]) {
    let (status, output, log) = home.fail();
    assert_eq!(status.code(), Some(1), "{log}");
    assert_eq!(output, "", "no links are printed");
    assert_eq!(log.lines().count(), lines.len(), "{log}");
    for (line, words) in log.lines().zip(lines) {
        assert!(line.contains("ERROR") && words.iter().all(|word| line.contains(word)), "{words:?} in {log}");
    }
    assert!(!log.contains("panicked") && !log.contains("backtrace"), "{log}");
}

/// A home with the demo's cabinet file, changed.
fn with_cabinet(changes: &[(&str, &str)]) -> Home {
    let mut home = Home::new(1);
    let file = home.write("cabinet.toml", &changed("cabinets/demo.toml", changes));
    home.arguments = vec![format!("--cabinet={file}")];
    home
}

#[test]
fn a_port_in_use_is_said() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let mut home = Home::new(1);
    home.listen = taken.local_addr().expect("it has an address").to_string();
    check(&home, &["cannot listen on", &home.listen, "in use"]);
}

#[test]
fn ram_w34_a_unit_price_out_of_range_is_refused_with_file_key_and_expectation() {
    let home = with_cabinet(&[("unit_price_minor", "0")]);
    let chips = ["cabinet.toml", "`money.chips_minor`", "multiples of money.unit_price_minor"];
    check_each(&home, &[&["cabinet.toml", "`money.unit_price_minor`", "expected", "above 0"], &chips]);
    let home = with_cabinet(&[("unit_price_minor", "1_000_001"), ("chips_minor", "[1_000_001]")]);
    check(&home, &["cabinet.toml", "`money.unit_price_minor`", "expected 1 to 1000000"]);
}

#[test]
fn bad_files_are_refused_before_anything_is_touched() {
    let bad = |key, value, words: &[&str]| {
        let home = with_cabinet(&[(key, value)]);
        check(&home, words);
        assert!(!home.data().exists(), "nothing is touched");
    };
    bad("unit_price_minor", "\"much\"", &["cabinet.toml:", "`money.unit_price_minor`"]);
    bad("rules", "\"roulette/nowhere\"", &["rules", "roulette/nowhere", "roulette/by"]);
    bad("device", "\"slingshot-9\"", &["device", "slingshot-9", "slingshot-2"]);
    bad("seat_most_minor", "1_000_000_001", &["cabinet.toml", "`limits.seat_most_minor`", "expected at most 1000000000"]);
    bad("driver", "\"telepathic\"", &["cabinet.toml:", "telepathic"]);
    let mut home = Home::new(1);
    home.arguments = vec!["--cabinet=/no/such/cabinet.toml".to_owned()];
    check(&home, &["/no/such/cabinet.toml", "cannot be read"]);
}

/// The demo's second card table has a simulated shuffle machine: what it gives would be staked at the wheel.
#[test]
fn a_real_wheel_beside_a_simulated_shuffler_is_refused_in_service_with_what_to_do() {
    let home = with_cabinet(&[("driver", "\"serial\"\nport = \"/dev/ttyUSB0\"")]);
    check(&home, &["`wheel.driver` is serial and `card_table[1].source.driver` is simulated", "share the credit", "`--bench`"]);
    assert!(!home.data().exists(), "nothing is touched");
}

#[test]
fn faults_are_asked_only_of_a_wheel_that_can_have_them() {
    let mut home = Home::new(1);
    home.arguments = vec!["--cabinet=three-sensor-gpio".to_owned(), "--wheel-faults=1".to_owned()];
    check(&home, &["--wheel-faults is only for a simulated wheel"]);
    home.arguments = vec!["--cabinet=slingshot-serial".to_owned(), "--wheel-faults=1".to_owned()];
    check(&home, &["--wheel-faults is only for a simulated wheel"]);
}

#[test]
fn a_defect_is_made_only_of_a_simulated_wheel_on_bare_lines() {
    let mut home = Home::new(1);
    for cabinet in ["three-sensor-gpio", "slingshot-serial", "demo"] {
        home.arguments = vec![format!("--cabinet={cabinet}"), "--wheel-defect=/tmp/defect".to_owned()];
        check(&home, &["--wheel-defect is only for a simulated wheel on bare lines"]);
    }
}

#[test]
fn doors_are_opened_only_where_they_are_simulated() {
    let mut home = Home::new(1);
    for cabinet in ["three-sensor-gpio", "demo"] {
        home.arguments = vec![format!("--cabinet={cabinet}"), "--open-doors=/tmp/open".to_owned()];
        check(&home, &["--open-doors is only for simulated doors"]);
    }
}

#[test]
fn a_limit_of_open_files_without_the_reserve_is_refused_with_what_to_do_and_one_more_is_enough() {
    let mut home = Home::new(1);
    for limit in [64, 123, 159] {
        home.wrapper = Some(format!("ulimit -n {limit}"));
        check(&home, &[&format!("the limit of open files is {limit}: raise it to 160"), "`ulimit -n`", "`LimitNOFILE=`"]);
    }
    home.wrapper = Some("ulimit -n 160".to_owned());
    let (links, daemon) = home.serve();
    assert_eq!(links.stranger().get("/ready").status, 200);
    daemon.stop();
}

#[test]
fn only_one_daemon_serves_a_journal() {
    let home = Home::new(20);
    let (links, daemon) = home.serve();
    let (status, output, log) = home.fail();
    assert_eq!((status.code(), output.as_str()), (Some(1), ""), "{log}");
    assert!(log.contains("is in use by another process"), "{log}");
    assert!(home.data().join("wheel").exists(), "the first one's wheel is left alone");
    assert_eq!(links.stranger().get("/ready").status, 200);
    daemon.stop();
}

/// A start with a journal that cannot be used: pages come, nothing is accepted, and the reason is shown everywhere.
fn out_of_service(home: &mut Home, words: &[&str]) -> (Links, Daemon) {
    home.arguments.push("--log=json".to_owned());
    let (links, daemon) = home.serve();
    let ready = links.stranger().get("/ready");
    assert_eq!((ready.status, ready.reason().as_str()), (503, "not-ready"), "{}", ready.body);
    let detail = ready.json()["detail"].as_str().unwrap_or_default().to_owned();
    assert!(words.iter().all(|word| detail.contains(word)), "{words:?} in {detail}");
    let bet = links.seat(1).post("/api/v1/seats/1/bets", "k", r#"{"bets":[{"bet":"red","stake":500}],"round":1}"#);
    assert_eq!((bet.status, bet.reason().as_str()), (409, "out-of-service"), "{}", bet.body);
    let paid = links.attendant().post("/api/v1/seats/1/credit-in", "k", r#"{"amount":1000}"#);
    assert_eq!((paid.status, paid.reason().as_str()), (409, "out-of-service"), "{}", paid.body);
    assert_eq!(links.stranger().get("/board").status, 200);
    let cabinet = links.stranger().get("/api/v1/cabinet").json();
    assert_eq!((&cabinet["phase"], &cabinet["betting_open"]), (&Value::from("held"), &Value::from(false)));
    let reason = cabinet["hold"]["reason"].as_str().unwrap_or_default().to_owned();
    assert!(words.iter().all(|word| reason.contains(word)), "{words:?} in {reason}");
    let log = home.log();
    let entries = log.lines().filter(|line| line.starts_with('{'));
    let entries: Vec<Value> = entries.map(|line| serde_json::from_str(line).expect("a line of the log is JSON")).collect();
    assert!(entries.iter().any(|entry| entry["level"] == "ERROR"), "{log}");
    (links, daemon)
}

#[test]
fn garbage_in_both_copies_leaves_it_out_of_service_and_the_garbage_as_it_is() {
    let mut home = Home::new(20);
    let (_, daemon) = home.serve();
    daemon.stop();
    let files = [home.data().join("journal/sled/db"), home.data().join("mirror/000001.mirror")];
    for file in &files {
        // A little is left of the mirror's beginning, so that there is something to be damaged.
        let mut bytes = std::fs::read(file).expect("the file is there");
        bytes.iter_mut().enumerate().filter(|(place, _)| place % 3 == 0).for_each(|(_, byte)| *byte ^= 0x5a);
        std::fs::write(file, bytes).expect("the file can be written");
    }
    let mirror = std::fs::read(&files[1]).expect("the file is there");
    let (_, daemon) = out_of_service(&mut home, &["mirror is damaged"]);
    daemon.stop();
    assert!(std::fs::read(&files[1]).expect("the file is there") == mirror, "nothing was written over it");
}

#[test]
fn a_journal_that_cannot_be_written_leaves_it_out_of_service() {
    let mut home = Home::new(20);
    std::fs::create_dir(home.data()).expect("a folder can be made");
    std::fs::write(home.data().join("journal"), "a file stands where the folder should be").expect("a file can be written");
    let (_, daemon) = out_of_service(&mut home, &["cannot create", "journal"]);
    daemon.stop();
}

#[test]
fn the_command_line_of_the_service_is_understood() {
    let unit = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/systemd/croupierd.service")).expect("there is a unit");
    let line = unit.lines().find_map(|line| line.strip_prefix("ExecStart=/usr/bin/croupierd ")).expect("it starts the program");
    assert!(line.contains("/etc/croupier/cabinet.toml"), "{line}");
    // As the service manager does it: with what the unit says where the house says nothing, and with what it shows as the house's.
    for whose in ["Environment=", "# "] {
        let variable = |name: &str| {
            unit.lines().find_map(|line| line.strip_prefix(whose)?.strip_prefix(name)?.strip_prefix('=')).expect("it is there")
        };
        let arguments = line
            .replace("/etc/croupier/cabinet.toml", "/no/such/cabinet.toml")
            .replace("${CROUPIER_LISTEN}", variable("CROUPIER_LISTEN"))
            .replace("$CROUPIER_OPTIONS", variable("CROUPIER_OPTIONS"));
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_croupierd")).args(arguments.split_whitespace()).output();
        let log = String::from_utf8(output.expect("the program can be started").stderr).expect("the log is text");
        let said: Value = serde_json::from_str(&log).expect("one line of JSON");
        assert_eq!(said["level"], "ERROR");
        assert!(log.contains("/no/such/cabinet.toml: cannot be read"), "{log}");
    }
}
