//! The two-person rule: to give a journal up, to restore one, to play by other rules and to let people in takes two people with their PINs.

use std::fs;

use serde_json::{Value, json};

use crate::access::{tell, tell_tool};
use crate::daemon::{Home, changed};

const ANNA: &str = "482915";
const BELA: &str = "739164";
const CARL: &str = "905127";
/// In upper or lower case: the record has the names as they were given.
const BOTH: [&str; 4] = ["--by", "anna", "--and", "BELA"];

/// A home with the demo's cabinet file, changed like this from now on.
fn use_file(home: &mut Home, changes: &[(&str, &str)]) {
    let file = home.write("cabinet.toml", &changed("cabinets/demo.toml", changes));
    home.arguments.retain(|argument| !argument.starts_with("--cabinet="));
    home.arguments.push(format!("--cabinet={file}"));
}

/// A cabinet that has been started once, with an owner, a technician and an auditor, where the rule is on.
fn with_rule() -> Home {
    let mut home = Home::new(1);
    use_file(&mut home, &[]);
    assert_eq!(reason_not_ready(&home), None);
    for (name, role, pin) in [("Anna", "owner", ANNA), ("Bela", "technician", BELA), ("Carl", "auditor", CARL)] {
        told(&home, &["access", "add", name, "--role", role], &[pin]);
    }
    check_refused(&home, "two-persons-needed", &["access", "two-persons", "on"], &[]);
    let said = told_by_both(&home, &["access", "two-persons", "on"]);
    assert_eq!(said, json!({"two_persons": true, "by": "Anna", "second": "Bela"}));
    home
}

/// Why the cabinet is out of service; `None` where it is in service.
fn reason_not_ready(home: &Home) -> Option<String> {
    let (links, daemon) = home.serve();
    let ready = links.stranger().get("/ready");
    daemon.stop();
    (ready.status != 200).then(|| ready.json()["detail"].as_str().unwrap_or_default().to_owned())
}

fn typed(pins: &[&str]) -> String {
    pins.iter().map(|pin| format!("{pin}\n")).collect()
}

#[track_caller]
fn told(home: &Home, words: &[&str], pins: &[&str]) -> Value {
    let said = tell(home, words, &typed(pins)).unwrap_or_else(|error| panic!("{words:?}: {error}"));
    serde_json::from_str(&said).expect("it prints JSON")
}

#[track_caller]
fn told_by_both(home: &Home, words: &[&str]) -> Value {
    told(home, &[words, &BOTH].concat(), &[ANNA, BELA])
}

#[track_caller]
fn check_refused(home: &Home, reason: &str, words: &[&str], pins: &[&str]) {
    let error = tell(home, words, &typed(pins)).expect_err("it is refused");
    assert!(error.contains(&format!("\"{reason}\"")), "{words:?}: {error}");
}

/// What of this name stands in the journal.
fn recorded(home: &Home, event: &str) -> Vec<Value> {
    home.ask_lines("journal export").into_iter().map(|mut record| record["input"].take()).filter(|input| input["event"] == event).collect()
}

#[test]
fn two_different_people_are_two_of_whom_one_is_an_owner_and_none_an_auditor() {
    let home = with_rule();
    let off = ["access", "two-persons", "off"];
    let check = |reason: &str, by: &str, and: &str, pins: [&str; 2]| {
        check_refused(&home, reason, &[&off[..], &["--by", by, "--and", and]].concat(), &pins);
    };
    check("two-persons-refused", "Anna", "Anna", [ANNA, ANNA]);
    check("two-persons-refused", "Anna", "Bela", [ANNA, ANNA]);
    check("two-persons-refused", "Anna", "Carl", [ANNA, CARL]);
    check("two-persons-refused", "Anna", "Dora", [ANNA, BELA]);
    check_refused(&home, "two-persons-needed", &off, &[]);
    told(&home, &[&["access", "add", "Dora", "--role", "attendant"], &BOTH[..]].concat(), &[ANNA, BELA, "615283"]);
    check("two-persons-refused", "Bela", "Dora", [BELA, "615283"]);
    assert_eq!(told(&home, &[&off[..], &["--by", "Dora", "--and", "Anna"]].concat(), &["615283", ANNA])["two_persons"], false);
    assert_eq!(reason_not_ready(&home), None);
    let set = recorded(&home, "two-persons-set");
    let set: Vec<[&Value; 3]> = set.iter().map(|step| [&step["is_on"], &step["by"], &step["second"]]).collect();
    assert_eq!(set, [[&json!(true), &json!("Anna"), &json!("Bela")], [&json!(false), &json!("Dora"), &json!("Anna")]]);
}

#[test]
fn nobody_alone_makes_himself_a_second_person() {
    let home = with_rule();
    check_refused(&home, "two-persons-needed", &["access", "add", "Dora", "--role", "owner"], &["615283"]);
    check_refused(&home, "two-persons-needed", &["access", "pin", "Bela"], &["615283"]);
    assert_eq!(told(&home, &[&["access", "pin", "Bela"], &BOTH[..]].concat(), &[ANNA, BELA, "615283"]), json!({"pin_set": "Bela"}));
    let revoked = tell(&home, &["access", "revoke", "Bela"], "").expect_err("no two would be left");
    assert!(revoked.contains("no two would be left"), "{revoked}");
    assert_eq!(told(&home, &["access", "revoke", "Carl"], &[]), json!({"revoked": "Carl"}));
    assert_eq!(reason_not_ready(&home), None);
    let set = recorded(&home, "pin-set");
    assert_eq!((&set[0]["by"], &set[0]["second"], &set[0]["name"]), (&json!("Anna"), &json!("Bela"), &json!("Bela")), "{set:?}");
    let deeds = home.ask_lines("audit --by Bela");
    assert!(deeds.iter().any(|deed| deed["deed"]["event"] == "pin-set" && deed["person"] == "Anna and Bela"), "{deeds:?}");
}

#[test]
fn other_rules_are_played_by_once_two_people_have_approved_them() {
    let mut home = with_rule();
    assert_eq!(reason_not_ready(&home), None, "with the same rules it starts as before");
    use_file(&mut home, &[("credit_most_minor", "90_000_000")]);
    let reason = reason_not_ready(&home).expect("it is out of service");
    assert!(reason.contains("two-person rule") && reason.contains("access two-persons approve CABINET --by NAME --and NAME"), "{reason}");
    // The same file under another name.
    let file = home.write("approved.toml", &changed("cabinets/demo.toml", &[("credit_most_minor", "90_000_000")]));
    check_refused(&home, "two-persons-needed", &["access", "two-persons", "approve", &file], &[]);
    let approved = told_by_both(&home, &["access", "two-persons", "approve", &file]);
    assert_eq!(reason_not_ready(&home), None);
    use_file(&mut home, &[("credit_most_minor", "80_000_000")]);
    assert!(reason_not_ready(&home).is_some(), "it was another file that they approved");
    use_file(&mut home, &[("credit_most_minor", "90_000_000")]);
    assert_eq!(reason_not_ready(&home), None);
    let steps = recorded(&home, "terms-approved");
    assert_eq!((steps.len(), &steps[0]["sha256"], &steps[0]["second"]), (1, &approved["approved"], &json!("Bela")), "{steps:?}");
}

#[test]
fn a_journal_is_given_up_and_restored_by_two_people() {
    let home = with_rule();
    let backups = home.path("backups").display().to_string();
    let backup = told(&home, &["journal", "backup", &backups], &[])["backup"].as_str().expect("a folder").to_owned();
    for folder in ["journal", "mirror"] {
        fs::remove_dir_all(home.data().join(folder)).expect("it is there");
    }
    assert!(reason_not_ready(&home).is_some_and(|reason| reason.contains("journal begin --by")));
    check_refused(&home, "two-persons-needed", &["journal", "begin", "--by", "Anna"], &[]);
    check_refused(&home, "two-persons-refused", &[&["journal", "begin"], &BOTH[..]].concat(), &[ANNA, CARL]);
    let begun = told_by_both(&home, &["journal", "begin"]);
    assert_eq!((&begun["by"], &begun["second"]), (&json!("Anna"), &json!("Bela")));
    assert!(
        reason_not_ready(&home).is_some_and(|reason| reason.contains("two-person rule")),
        "other rules do not come in by a new journal"
    );
    let file = home.path("cabinet.toml").display().to_string();
    told_by_both(&home, &["access", "two-persons", "approve", &file]);
    assert_eq!(reason_not_ready(&home), None);
    let decided = recorded(&home, "journal-decided");
    assert_eq!((decided.len(), &decided[0]["by"], &decided[0]["second"]), (1, &json!("Anna"), &json!("Bela")), "{decided:?}");

    let other = Home::new(1);
    check_refused(&other, "two-persons-needed", &["journal", "restore", &backup, "--by", "Anna"], &[]);
    assert!(!other.data().join("mirror").exists(), "nothing was restored");
    let restored = told_by_both(&other, &["journal", "restore", &backup]);
    assert_eq!((&restored["by"], &restored["second"]), (&json!("Anna"), &json!("Bela")));
    assert!(!other.ask("journal verify").is_empty());
}

#[test]
fn a_journal_knows_the_rule_where_its_access_file_is_not_named() {
    let home = with_rule();
    assert_eq!(reason_not_ready(&home), None, "the start records the rule");
    let [journal, mirror, mark] = ["journal", "mirror", "mark"].map(|name| home.data().join(name).display().to_string());
    let elsewhere = home.path("elsewhere").display().to_string();
    let place = ["--data", &elsewhere, "--journal", &journal, "--mirror", &mirror, "--mark", &mark];
    let alone = |words: &[&str]| tell_tool(&[words, &place].concat(), "").expect_err("one person alone");
    let refused = alone(&["journal", "begin", "--by", "Eve"]);
    assert!(refused.contains("\"no-access-file\""), "{refused}");
    assert_eq!(reason_not_ready(&home), None, "nothing was set aside");
}

#[test]
fn where_the_rule_is_off_a_second_person_is_recorded_all_the_same() {
    let home = with_rule();
    told_by_both(&home, &["access", "two-persons", "off"]);
    let mut home = home;
    use_file(&mut home, &[("credit_most_minor", "90_000_000")]);
    assert_eq!(reason_not_ready(&home), None);
    fs::remove_dir_all(home.data().join("journal")).expect("it is there");
    fs::remove_dir_all(home.data().join("mirror")).expect("it is there");
    let alone = told(&home, &["journal", "begin", "--by", "Anna"], &[]);
    assert_eq!((&alone["by"], &alone["second"]), (&json!("Anna"), &Value::Null));
}
