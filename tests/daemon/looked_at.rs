//! `croupierctl service`: a technician at the board looks at the running cabinet, and nobody without a PIN does.

use serde_json::Value;

use crate::access::{tell, tell_tool, until};
use crate::daemon::{Home, Links};

const PIN: &str = "482915";

/// What the tool says to a technician whose PIN is typed like this.
fn asked(links: &Links, words: &[&str], pin: &str) -> Result<Vec<Value>, String> {
    let address = links.address.to_string();
    let said = tell_tool(&[words, &["--ask", &address, "--by", "Anna"]].concat(), &format!("{pin}\n"))?;
    Ok(said.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect())
}

/// What a part says that tests itself as soon as no round is under way: the wheel plays on beside the test.
fn tested_between_rounds(links: &Links, part: &str) -> Value {
    let mut passed = None;
    until("no round is under way", || match asked(links, &["service", "test", part], PIN) {
        Ok(mut said) => passed.insert(said.remove(0)).is_object(),
        Err(error) => {
            assert!(error.contains("round-under-way"), "{error}");
            false
        }
    });
    passed.expect("it was tested")
}

#[test]
fn a_technician_at_the_board_sees_what_the_page_shows_and_the_lines_as_they_come() {
    let home = Home::new(20);
    let (links, daemon) = home.serve();
    tell(&home, &["access", "add", "Anna", "--role", "technician"], &format!("{PIN}\n")).expect("she is let in");
    until("the running cabinet knows Anna", || asked(&links, &["service", "now"], PIN).is_ok());
    let now = asked(&links, &["service", "now"], PIN).expect("she is answered").remove(0);
    assert_eq!(now["cabinet"]["rules"]["currency"], "BYN");
    assert!(now["service"]["devices"].as_array().is_some_and(|devices| !devices.is_empty()), "{now}");
    // The simulated wheel says something several times in a second of the house's.
    let lines = asked(&links, &["service", "lines", "--seconds", "2"], PIN).expect("she is answered");
    let is_message = |line: &Value| line["text"].is_string() && line["from_wheel"].is_boolean();
    assert!(lines.iter().any(is_message), "{lines:?}");
    let times: Vec<u64> = lines.iter().filter_map(|line| line["at_microseconds"].as_u64()).collect();
    assert!(times.is_sorted(), "{lines:?}");

    let passed = tested_between_rounds(&links, "journal");
    assert_eq!((&passed["end"], &passed["by"]), (&"passed".into(), &"Anna".into()), "{passed}");
    let now = asked(&links, &["service", "now"], PIN).expect("she is answered").remove(0);
    let journal = now["self_tests"].as_array().and_then(|parts| parts.iter().find(|part| part["part"] == "journal"));
    assert_eq!(journal.map(|part| &part["newest"]["end"]), Some(&"passed".into()), "{now}");
    assert!(now["house_faults"].is_array(), "{now}");
    let error = asked(&links, &["service", "test", "launcher"], PIN).expect_err("there is no such part");
    assert!(error.contains("bad-request"), "{error}");

    assert_eq!(asked(&links, &["service", "capture", "start"], PIN).expect("it is started")[0]["running"], true);
    asked(&links, &["service", "lines", "--seconds", "1"], PIN).expect("something comes meanwhile");
    assert_eq!(asked(&links, &["service", "capture", "stop"], PIN).expect("it is stopped")[0]["running"], false);
    let file = home.path("wheel.capture").to_str().expect("temporary paths are text").to_owned();
    // While the ball runs and bets are taken it is held back.
    until("the capture can be saved", || asked(&links, &["service", "capture", "save", &file], PIN).is_ok());
    assert!(std::fs::read_to_string(&file).is_ok_and(|text| text.lines().count() > 1), "{file}");
    let error = asked(&links, &["service", "capture", "save", &file], PIN).expect_err("the file is there");
    assert!(error.contains("unwritable-file") || error.contains("held-back"), "{error}");

    let error = asked(&links, &["service", "now"], "739164").expect_err("it is another PIN");
    assert!(error.contains("sign-in-wrong"), "{error}");
    daemon.stop();
    let error = asked(&links, &["service", "now"], PIN).expect_err("nobody is there");
    assert!(error.contains("no-answer"), "{error}");
    let steps = home.ask_lines("audit");
    let of = |event: &str| steps.iter().filter(|step| step["deed"]["event"] == event).count();
    assert!(of("signed-in") > 1 && of("signed-in") == of("signed-out"), "every session was ended: {steps:?}");
}
