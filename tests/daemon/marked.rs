//! A cabinet that has been in service: it never begins anew by itself, and never goes on from an older journal as if nothing had been
//! after it. A named person may decide either, and that is recorded.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::daemon::{Home, Links};

const PAYMENTS: i64 = 40;

/// A home that has been in service: so many payments of 7 to seat 1, then an end in good order.
fn in_service() -> Home {
    let home = Home::new(20);
    pay(&home, 0..PAYMENTS);
    home
}

fn pay(home: &Home, keys: std::ops::Range<i64>) {
    let (links, daemon) = home.serve();
    for key in keys {
        let paid = links.attendant().post("/api/v1/seats/1/credit-in", &format!("key-{key}"), r#"{"amount":7}"#);
        assert_eq!(paid.status, 200, "{}", paid.body);
    }
    daemon.stop();
}

fn credit(links: &Links) -> i64 {
    links.attendant().get("/api/v1/official").json()["seats"][0]["credit"].as_i64().expect("an amount")
}

fn remove(home: &Home, name: &str) {
    let path = home.data().join(name);
    if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }.expect("it is there");
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("writable");
    for item in fs::read_dir(from).expect("readable").map(|item| item.expect("readable").path()) {
        let target = to.join(item.file_name().expect("it has a name"));
        let kind = fs::symlink_metadata(&item).expect("it is there");
        if kind.is_dir() {
            copy(&item, &target);
        } else if kind.is_file() {
            fs::copy(&item, &target).expect("it can be copied");
        }
    }
}

/// The store is gone, and so is the end of the mirror: the last `records` of it are zeros.
fn cut_off(home: &Home, records: u64) {
    remove(home, "journal/sled");
    let segment = home.data().join("mirror/000001.mirror");
    let mut bytes = fs::read(&segment).expect("there is a mirror");
    let starts: Vec<usize> = bytes.windows(4).enumerate().filter(|(_, word)| word == b"CMT1").map(|(start, _)| start).collect();
    let first_number = |start: usize| u64::from_be_bytes(bytes[start + 16..start + 24].try_into().expect("eight bytes"));
    let last = first_number(*starts.last().expect("there are commits"));
    let from = *starts.iter().find(|start| first_number(**start) > last - records).expect("there are so many");
    bytes[from..].fill(0);
    fs::write(segment, bytes).expect("writable");
}

/// The cabinet stays out of service, for a reason that holds these words: the reason.
#[track_caller]
fn check_refused(home: &Home, words: &[&str]) -> String {
    let (links, daemon) = home.serve();
    let ready = links.stranger().get("/ready");
    assert_eq!(ready.status, 503, "{}", ready.body);
    let detail = ready.json()["detail"].as_str().unwrap_or_default().to_owned();
    assert!(words.iter().all(|word| detail.contains(word)), "{words:?} in {detail}");
    daemon.stop();
    detail
}

/// Runs the command for this step just as the reason told it, by Ada.
fn do_as_told(reason: &str, step: &str) {
    let told = reason.split('`').find(|words| words.starts_with(&format!("croupierctl journal {step} "))).expect("it is told");
    let words = told.split(' ').skip(1).map(|word| if word == "NAME" { "Ada" } else { word });
    let done = Command::new(env!("CARGO_BIN_EXE_croupierctl")).args(words).output().expect("it can be run");
    assert!(done.status.success(), "{told}: {}", String::from_utf8_lossy(&done.stderr));
}

/// A home whose journal has a second mark, on another disk, and its place.
fn with_second_mark() -> (Home, PathBuf) {
    let mut home = Home::new(20);
    let mark = home.path("board/mark");
    home.arguments.push(format!("--mark={}", mark.display()));
    pay(&home, 0..3);
    (home, mark)
}

/// The decisions about the journal that stand in it.
fn decisions(home: &Home) -> Vec<Value> {
    let records = home.ask("journal export");
    let records = records.lines().map(|line| serde_json::from_str::<Value>(line).expect("a record")["input"].take());
    records.filter(|input| input["event"] == "journal-decided").collect()
}

#[test]
fn without_its_journal_it_stays_out_of_service_until_a_named_person_begins_a_new_one() {
    let home = in_service();
    remove(&home, "journal");
    remove(&home, "mirror");
    for _ in 0..2 {
        check_refused(&home, &["has been in service", "journal begin --by", "set"]);
    }
    assert!(!home.data().join("mirror/000001.mirror").exists(), "nothing was begun");
    let begun: Value = serde_json::from_str(&home.ask("journal begin --by Ada")).expect("an object");
    let (links, daemon) = home.serve();
    assert_eq!((links.stranger().get("/ready").status, credit(&links)), (200, 0));
    daemon.stop();
    pay(&home, 0..1);
    let recorded = decisions(&home);
    assert_eq!(recorded.len(), 1, "it is recorded once: {recorded:?}");
    assert_eq!((&recorded[0]["step"], &recorded[0]["by"]), (&"begin".into(), &"Ada".into()));
    assert_eq!(recorded[0]["former"], begun["former"]);
}

#[test]
fn the_access_file_alone_shows_that_there_was_a_journal() {
    let home = in_service();
    ["journal", "mirror", "mark"].iter().for_each(|name| remove(&home, name));
    check_refused(&home, &["has been in service", "access.toml", "journal begin --by"]);
}

#[test]
fn acknowledged_records_that_are_in_neither_copy_are_missed() {
    let home = in_service();
    cut_off(&home, 6);
    let before = fs::read(home.data().join("mirror/000001.mirror")).expect("there is a mirror");
    check_refused(&home, &["are missing in both copies", "journal go-on --by"]);
    assert!(before == fs::read(home.data().join("mirror/000001.mirror")).expect("there is a mirror"), "nothing was changed");
    home.ask("journal go-on --by Bela");
    let (links, daemon) = home.serve();
    assert_eq!(links.stranger().get("/ready").status, 200);
    let left = credit(&links);
    assert!((0..PAYMENTS * 7).contains(&left), "{left}");
    daemon.stop();
    let recorded = decisions(&home);
    assert_eq!(recorded.len(), 1);
    assert_eq!((&recorded[0]["step"], &recorded[0]["by"]), (&"go-on".into(), &"Bela".into()));
}

/// One copy is lost, and of the other what was recorded since the mark was followed up last.
#[test]
fn where_the_last_seconds_may_be_missing_play_waits_until_an_attendant_has_looked() {
    let home = in_service();
    let (links, daemon) = home.serve();
    let mark = fs::read(home.data().join("mark")).expect("there is a mark");
    for key in PAYMENTS..PAYMENTS + 6 {
        let paid = links.attendant().post("/api/v1/seats/1/credit-in", &format!("key-{key}"), r#"{"amount":7}"#);
        assert_eq!(paid.status, 200, "{}", paid.body);
    }
    daemon.kill();
    fs::write(home.data().join("mark"), mark).expect("writable");
    cut_off(&home, 6);
    let stands = |links: &Links| links.attendant().get("/api/v1/cabinet").json()["faults"].to_string().contains("journal-end-unproved");
    // Another start, which finds both copies whole, ends nothing.
    for _ in 0..2 {
        let (links, daemon) = home.serve();
        assert_eq!(links.stranger().get("/ready").status, 200);
        assert!(stands(&links), "{}", links.attendant().get("/api/v1/cabinet").body);
        daemon.stop();
    }
    assert!(home.log().contains("nothing proves that nothing was recorded after this record"), "{}", home.log());
    let (links, daemon) = home.serve();
    let round = links.attendant().get("/api/v1/cabinet").json()["round"].clone();
    let resumed =
        links.attendant().post("/api/v1/table/resume", "looked", &serde_json::json!({"round": round, "how": "continue"}).to_string());
    assert_eq!(resumed.status, 200, "{}", resumed.body);
    assert!(!stands(&links));
    daemon.stop();
}

#[test]
fn an_older_copy_of_the_whole_folder_is_not_taken_for_the_newest() {
    let (home, mark) = with_second_mark();
    copy(&home.data(), &home.path("older"));
    pay(&home, 3..6);
    remove(&home, "");
    copy(&home.path("older"), &home.data());
    check_refused(&home, &["are missing in both copies", &mark.to_string_lossy()]);
}

#[test]
fn with_a_second_mark_the_command_that_is_told_begins_the_journal_and_one_that_forgets_the_mark_does_not() {
    let (home, mark) = with_second_mark();
    remove(&home, "journal");
    remove(&home, "mirror");
    check_refused(&home, &["has been in service"]);
    home.ask("journal begin --by Bela");
    let reason = check_refused(&home, &["has been in service", &mark.to_string_lossy()]);
    do_as_told(&reason, "begin");
    let (links, daemon) = home.serve();
    assert_eq!((links.stranger().get("/ready").status, credit(&links)), (200, 0));
    daemon.stop();
    let recorded = decisions(&home);
    assert_eq!(
        recorded.iter().map(|decision| decision["by"].as_str()).collect::<Vec<_>>(),
        [Some("Ada")],
        "what was forgotten never counted"
    );
    let (_, daemon) = home.serve();
    daemon.stop();
}

#[test]
fn with_a_second_mark_the_command_that_is_told_lets_the_journal_go_on() {
    let (home, _) = with_second_mark();
    cut_off(&home, 3);
    let reason = check_refused(&home, &["are missing in both copies"]);
    do_as_told(&reason, "go-on");
    let (links, daemon) = home.serve();
    assert_eq!(links.stranger().get("/ready").status, 200);
    daemon.stop();
}

#[test]
fn one_mark_of_two_that_is_missing_is_said_and_made_anew() {
    let (home, mark) = with_second_mark();
    let said = |home: &Home| home.log().matches("a mark of the journal is missing").count();
    assert_eq!(said(&home), 0);
    for (count, lost) in [(1, mark), (2, home.data().join("mark"))] {
        fs::remove_file(&lost).expect("it is there");
        let (links, daemon) = home.serve();
        assert_eq!(credit(&links), 3 * 7);
        daemon.stop();
        assert!(lost.exists());
        assert_eq!(said(&home), count, "{}", home.log());
    }
}

#[test]
fn another_account_decides_nothing_for_the_daemon_could_not_open_what_it_made() {
    let home = in_service();
    let is_root = rustix::process::geteuid().is_root();
    let data = if is_root { home.data() } else { PathBuf::from("/") };
    if is_root {
        std::os::unix::fs::chown(&data, Some(12_345), None).expect("root may do that");
    }
    for words in ["journal begin --by Ada", "journal go-on --by Ada", "journal rebuild"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupierctl"));
        let output = command.args(words.split(' ')).arg("--data").arg(&data).args(["--mirror", "/", "--journal", "/"]).output();
        let error: Value = serde_json::from_slice(&output.expect("it can be run").stderr).expect("the error is JSON");
        assert_eq!(error["error"]["reason"], "other-account", "{words}: {error}");
    }
}

#[test]
fn another_cabinets_journal_is_not_taken_for_its_own() {
    let (home, other) = (in_service(), in_service());
    let mark = fs::read_to_string(home.data().join("mark")).expect("there is a mark");
    assert!(mark.contains("\nstopped 000000000000"), "it ended in good order: {mark}");
    // The other journal is long enough, so that only the hash tells.
    pay(&other, PAYMENTS..PAYMENTS + 20);
    for name in ["journal", "mirror"] {
        remove(&home, name);
        copy(&other.data().join(name), &home.data().join(name));
    }
    check_refused(&home, &["another journal", "differs"]);
}

/// The data folder of a release before marks, as that release left it.
fn of_a_release_before_marks() -> Home {
    let home = Home::new(1);
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/journals/2026-11-22-b048629/data.tar.gz");
    let folder = home.data().parent().expect("a home").to_owned();
    let unpacked = Command::new("tar").arg("-xzf").arg(kept).arg("-C").arg(folder).status();
    assert!(unpacked.expect("tar can be run").success());
    assert!(!home.data().join("mark").exists());
    home
}

#[test]
fn a_journal_of_a_release_before_marks_is_taken_once_and_that_is_said() {
    let home = of_a_release_before_marks();
    let said = |home: &Home| home.log().matches("it had no mark").count();
    assert_eq!(said(&home), 0);
    for _ in 0..2 {
        let (links, daemon) = home.serve();
        assert!(credit(&links) > 0);
        daemon.kill();
        assert_eq!(said(&home), 1);
    }
    assert!(home.data().join("mark").exists());
}

/// A backup that forgot the mark, or a hand that removed it: what was paid out since would be credit again.
#[test]
fn an_older_copy_of_journal_and_mirror_without_the_mark_is_not_taken_for_one_of_a_release_before_marks() {
    let home = in_service();
    copy(&home.data(), &home.path("older"));
    let (links, daemon) = home.serve();
    let paid = links.attendant().post("/api/v1/seats/1/credit-out", "out", r#"{"amount":280}"#);
    assert_eq!(paid.status, 200, "{}", paid.body);
    daemon.stop();
    for name in ["journal", "mirror"] {
        remove(&home, name);
        copy(&home.path("older").join(name), &home.data().join(name));
    }
    remove(&home, "mark");
    let mut reason = String::new();
    for _ in 0..2 {
        reason = check_refused(&home, &["mark is missing", "nobody can tell whether the journal", "journal go-on --by"]);
    }
    assert!(!home.data().join("mark").exists(), "nothing was changed");
    do_as_told(&reason, "go-on");
    let (links, daemon) = home.serve();
    assert_eq!((links.stranger().get("/ready").status, credit(&links)), (200, PAYMENTS * 7), "a named person answers for it");
    daemon.stop();
    assert_eq!(decisions(&home).len(), 1);
}

/// What `journal begin` answers with these further words, or its error.
fn begin(home: &Home, words: &str) -> Result<Value, Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupierctl"));
    command.args(["journal", "begin", "--by", "Ada"]).args(words.split_whitespace()).arg("--data").arg(home.data());
    let output = command.output().expect("it can be run");
    let read = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).expect("it prints JSON");
    if output.status.success() { Ok(read(&output.stdout)) } else { Err(read(&output.stderr)["error"].take()) }
}

/// The journal is given up only by who names that its seats have `held`; then the former one is known to have ended with `former`.
#[track_caller]
fn check_given_up(home: &Home, held: i64, former: &Value) {
    for words in ["", "--giving-up 1"] {
        let error = begin(home, words).expect_err("seats have credit");
        assert_eq!((&error["reason"], &error["minor_units"]), (&"holds-credit".into(), &held.into()), "{error}");
    }
    let begun = begin(home, &format!("--giving-up {held}")).expect("the sum is named");
    assert_eq!(begun["former"], *former, "the mark may be seconds behind, the copies are not");
    let (links, daemon) = home.serve();
    assert_eq!(credit(&links), 0);
    daemon.stop();
}

fn head(home: &Home) -> Value {
    let head: Value = serde_json::from_str(&home.ask("journal head")).expect("an object");
    head["head"].clone()
}

/// One copy is put back as it was before the newest payments; the data folder as it was then lies in `older`.
fn put_back(home: &Home, name: &str) {
    remove(home, name);
    copy(&home.path("older").join(name), &home.data().join(name));
}

/// The credit of seat 1 after three more payments, of a home whose data from before them is kept in `older`.
fn with_older_copy() -> (Home, i64) {
    let home = in_service();
    copy(&home.data(), &home.path("older"));
    pay(&home, PAYMENTS..PAYMENTS + 3);
    (home, (PAYMENTS + 3) * 7)
}

#[test]
fn a_whole_journal_is_not_given_up_with_the_players_money_unless_the_sum_is_named() {
    let home = in_service();
    let head = head(&home);
    check_given_up(&home, PAYMENTS * 7, &head);
}

#[test]
fn where_the_mirror_is_gone_the_store_says_what_would_be_given_up() {
    let home = in_service();
    let head = head(&home);
    remove(&home, "mirror");
    check_given_up(&home, PAYMENTS * 7, &head);
}

#[test]
fn where_the_store_is_gone_the_mirror_says_what_would_be_given_up() {
    let home = in_service();
    let head = head(&home);
    remove(&home, "journal");
    check_given_up(&home, PAYMENTS * 7, &head);
}

#[test]
fn the_copy_that_came_farther_says_what_would_be_given_up() {
    for older in ["mirror", "journal"] {
        let (home, held) = with_older_copy();
        let head = head(&home);
        put_back(&home, older);
        // The marks are no help: they may be gone, or seconds behind.
        fs::copy(home.path("older/mark"), home.data().join("mark")).expect("it can be copied");
        check_given_up(&home, held, &head);
    }
}

#[test]
fn what_a_damaged_mirror_still_tells_is_not_given_up_unnamed() {
    let home = in_service();
    cut_off(&home, 6);
    let error = begin(&home, "").expect_err("seats have credit");
    let held = error["minor_units"].as_i64().expect("an amount");
    assert!(error["reason"] == "holds-credit" && (1..PAYMENTS * 7).contains(&held), "{error}");
}

#[test]
fn a_journal_that_a_daemon_has_is_not_given_up() {
    let home = in_service();
    let (_, daemon) = home.serve();
    let error = begin(&home, &format!("--giving-up {}", PAYMENTS * 7)).expect_err("it is in use");
    assert_eq!(error["reason"], "journal-in-use", "{error}");
    daemon.stop();
}

#[test]
fn nothing_is_decided_about_a_journal_that_is_whole_or_was_never_there() {
    let refused = |home: &Home, words: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupierctl"));
        let output = command.args(words.split(' ')).arg("--data").arg(home.data()).output().expect("it can be run");
        assert_eq!(output.status.code(), Some(2), "{words}");
        let error: Value = serde_json::from_slice(&output.stderr).expect("the error is JSON");
        error["error"]["reason"].as_str().expect("a reason").to_owned()
    };
    assert_eq!(refused(&in_service(), "journal go-on --by Ada"), "nothing-lost");
    assert_eq!(refused(&in_service(), "journal begin"), "usage");
    assert_eq!(refused(&Home::new(1), "journal begin --by Ada"), "no-journal");
}
