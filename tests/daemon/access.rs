//! People, PINs and consoles, from the tool at the board to the page and into the journal.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::daemon::{Home, Links, PATIENCE};

const PIN: &str = "482915";

/// What `croupierctl` prints about this home, with this on its standard input.
pub(crate) fn tell(home: &Home, words: &[&str], input: &str) -> Result<String, String> {
    let data = home.data().display().to_string();
    tell_tool(&[words, &["--data", &data]].concat(), input)
}

/// What `croupierctl` prints, with this on its standard input.
pub(crate) fn tell_tool(words: &[&str], input: &str) -> Result<String, String> {
    let mut tool = Command::new(env!("CARGO_BIN_EXE_croupierctl"));
    tool.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = tool.spawn().expect("it can be run");
    // A tool that refuses its arguments reads nothing.
    let _ = child.stdin.take().expect("it has an input").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("it prints text");
    if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
}

fn sign_in(links: &Links, name: &str, pin: &str) -> Answer {
    links.stranger().post("/api/v1/sign-in", "x", &json!({"name": name, "pin": pin}).to_string())
}

fn token(answer: &Answer) -> String {
    answer.json()["token"].as_str().unwrap_or_else(|| panic!("{}", answer.body)).to_owned()
}

/// Waits until it is so.
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn audit(home: &Home) -> Vec<Value> {
    home.ask("audit").lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}

#[test]
fn a_person_is_let_in_orders_and_is_revoked_and_the_journal_says_who_did_what() {
    let home = Home::new(1);
    let (links, daemon) = home.serve();
    assert!(tell(&home, &["access", "add", "Anna", "--role", "owner"], "123456\n").is_err_and(|error| error.contains("pin-refused")));
    tell(&home, &["access", "add", "Anna", "--role", "owner"], &format!("{PIN}\n")).expect("she is let in");
    until("the running cabinet knows Anna", || sign_in(&links, "anna", PIN).status == 200);
    let anna = token(&sign_in(&links, "anna", PIN));
    let client = Client::new(links.address, Some(anna.clone()));
    assert_eq!(client.get("/api/v1/me").json()["role"], "owner");
    assert_eq!(client.post("/api/v1/seats/2/credit-in", "a", r#"{"amount":5000}"#).status, 200);

    let code: Value = serde_json::from_str(&tell(&home, &["access", "pair", "3"], "").expect("a code")).expect("JSON");
    let paired = |code: &Value| links.stranger().post("/api/v1/pair", "x", &json!({"code": code["code"]}).to_string());
    let mut console = paired(&code);
    // The cabinet looks at the file a few times a second.
    until("the console is paired", || {
        if console.status != 200 {
            console = paired(&code);
        }
        console.status == 200
    });
    let console = Client::new(links.address, Some(token(&console)));
    assert_eq!(console.get("/api/v1/seats/3").status, 200);
    assert_eq!(console.get("/api/v1/seats/4").status, 403);
    let listed = tell(&home, &["access", "list"], "").expect("the file can be read");
    let name = listed.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")).find(|line| line["by"] == "console");
    let name = name.expect("it is listed")["name"].as_str().expect("a name").to_owned();
    tell(&home, &["access", "revoke", &name], "").expect("it is there");
    until("the console is let in no more", || console.get("/api/v1/seats/3").status == 401);
    tell(&home, &["access", "revoke", "Anna"], "").expect("she is there");
    until("Anna is let in no more", || client.get("/api/v1/me").status == 401);

    let steps =
        |audit: &[Value]| audit.iter().map(|line| line["deed"]["event"].clone()).filter(|event| !event.is_null()).collect::<Vec<_>>();
    until("everything is recorded", || steps(&audit(&home)).contains(&json!("person-revoked")));
    let audit = audit(&home);
    for step in ["person-added", "signed-in", "pairing-offered", "console-paired", "console-revoked", "person-revoked"] {
        assert!(steps(&audit).contains(&json!(step)), "{step}: {audit:?}");
    }
    let credit = audit.iter().find(|line| line["deed"]["command"] == "credit-in").expect("the order is listed");
    assert_eq!((&credit["person"], &credit["deed"]["amount"]), (&json!("Anna"), &json!(5000)));
    let added = audit.iter().find(|line| line["deed"]["event"] == "person-added").expect("it is listed");
    assert!(added["person"].as_str().is_some_and(|person| person.starts_with("account ")), "{added}");
    let kept = || std::fs::read_to_string(home.data().join("access.toml")).expect("the file is there");
    until("what is recorded is taken out of the file", || !kept().contains("[[change]]"));
    daemon.stop();
    for text in [home.log(), kept(), home.ask("journal export"), home.ask("audit")] {
        assert!(!text.contains(PIN) && !text.contains(&anna), "no PIN and no token is told");
    }
    home.ask("journal verify");
}

#[test]
fn a_person_who_changes_at_the_board_who_is_let_in_shows_the_pin_and_is_recorded_by_name() {
    let home = Home::new(1);
    let (_links, daemon) = home.serve();
    let done = |words: &str, pins: &[&str]| tell(&home, &words.split(' ').collect::<Vec<_>>(), &pins.join("\n"));
    let check_refused = |words: &str, pins: &[&str], why: &str| {
        let error = done(words, pins).expect_err("it is refused");
        assert!(error.contains(why), "{words}: {error}");
    };
    let (boris, carl) = ("615283", "739164");
    done("access add Anna --role owner", &[PIN]).expect("the account lets her in");
    done("access add Boris --role attendant --by Anna", &[PIN, boris]).expect("an owner lets him in");
    done("access add Carl --role auditor --by anna", &[PIN, carl]).expect("an owner lets him in");
    done("access pair 2 --by Boris", &[boris]).expect("an attendant has a console paired");
    check_refused("access pair 2 --by Carl", &[carl], "may not do this");
    check_refused("access pair 2 --by Anna", &[carl], "a name or a PIN is wrong");
    check_refused("access pair 2 --by Dora", &[PIN], "a name or a PIN is wrong");
    check_refused("access add Dora --role owner --by Boris", &[boris, PIN], "may not do this");
    check_refused("access revoke Carl --by Boris", &[boris], "may not do this");
    done("access revoke Carl --by Anna", &[PIN]).expect("an owner revokes");
    until("everything is recorded", || audit(&home).iter().any(|line| line["deed"]["event"] == "person-revoked"));
    daemon.stop();
    let audit = audit(&home);
    let by = |event: &str| -> Vec<&str> {
        let of_event = audit.iter().filter(|line| line["deed"]["event"] == event);
        of_event.map(|line| line["person"].as_str().expect("a person").split(' ').next().expect("a word")).collect()
    };
    let recorded = ["person-added", "pairing-offered", "person-revoked"].map(by);
    assert_eq!(recorded, [vec!["account", "Anna", "Anna"], vec!["Boris"], vec!["Anna"]]);
}

/// The answers of `croupierctl setup` for a workbench, and what comes after them.
fn set_up(home: &Home, rest: &str) -> Result<String, String> {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("cabinet.toml").display().to_string();
    tell(home, &["setup", &file], &format!("Cabinet 7\nroulette/am\nam\namd\n0\n100\n\n\n\n\n1\n1\n\n\nno\n{rest}"))
}

#[test]
fn the_first_owner_is_made_by_setup_and_has_the_consoles_paired() {
    let home = Home::new(1);
    assert!(set_up(&home, "Anna\n123456\n").is_err_and(|error| error.contains("pin-refused")), "a PIN that is tried first");
    assert!(set_up(&home, &format!("seat-1\n{PIN}\n")).is_err_and(|error| error.contains("access-refused")), "a link has this name");
    let said = set_up(&home, &format!("Anna\n{PIN}\n")).expect("it is written");
    assert!(said.contains("The first owner signs in at `/attendant`"), "{said}");
    assert!(!set_up(&home, "").expect("it is not asked again").contains("first owner"));
    let waiting = home.data().join("access-at-first-start.toml");
    let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&waiting).expect("she waits").permissions());
    assert_eq!(mode & 0o777, 0o600);

    let (links, daemon) = home.serve();
    assert!(!waiting.exists());
    let anna = token(&sign_in(&links, "Anna", PIN));
    let client = Client::new(links.address, Some(anna.clone()));
    assert_eq!(client.get("/api/v1/me").json()["role"], "owner");
    let code = client.post("/api/v1/seats/3/pairing", "a", "").json()["code"].clone();
    let console = token(&links.stranger().post("/api/v1/pair", "x", &json!({"code": code}).to_string()));
    assert_eq!(Client::new(links.address, Some(console.clone())).get("/api/v1/seats/3").status, 200);
    assert_eq!(tell(&home, &["access", "list"], "").expect("it is there").lines().count(), 2, "Anna and the console, and no link");
    daemon.stop();
    // What a setup on another board left behind lets nobody in.
    std::fs::write(&waiting, "not an access file").expect("it can be written");
    // The next start knows her still, and the journal who let her in.
    let (links, daemon) = home.serve();
    assert!(!waiting.exists());
    assert_eq!(sign_in(&links, "Anna", PIN).status, 200);
    assert_eq!(Client::new(links.address, Some(console)).get("/api/v1/seats/3").status, 200);
    daemon.stop();
    let audit = audit(&home);
    let added = audit.iter().find(|line| line["deed"]["event"] == "person-added").expect("it is listed");
    assert!(added["person"].as_str().is_some_and(|person| person.starts_with("account ")), "{added}");
    for text in [home.log(), home.ask("audit"), said] {
        assert!(!text.contains(PIN) && !text.contains(&anna), "no PIN and no token is told");
    }
}

#[test]
fn no_secret_of_those_who_are_let_in_stands_in_a_bundle() {
    // So long that no time and no amount has its digits by chance.
    let pin = "482915730164";
    let home = Home::new(1);
    let (links, daemon) = home.serve();
    tell(&home, &["access", "add", "Anna", "--role", "owner"], &format!("{pin}\n")).expect("she is let in");
    until("the running cabinet knows Anna", || sign_in(&links, "anna", pin).status == 200);
    let session = token(&sign_in(&links, "anna", pin));
    let code: Value = serde_json::from_str(&tell(&home, &["access", "pair", "3"], "").expect("a code")).expect("JSON");
    let code = code["code"].as_str().expect("a text").to_owned();
    let kept = std::fs::read_to_string(home.data().join("access.toml")).expect("the file is there");
    let file = home.path("support.tar.gz");
    home.ask(&format!("bundle {} --cabinet demo --ask {}", file.display(), links.address));
    daemon.stop();
    let unpacked = Command::new("tar").arg("-xzOf").arg(&file).output().expect("tar can be run").stdout;
    let told = String::from_utf8_lossy(&unpacked);
    assert!(told.contains(&format!("\"release\":\"{}\"", env!("CARGO_PKG_VERSION"))), "it is a bundle: {told}");
    // Hashes of PINs, tokens and codes are the long texts of that file.
    let hashes: Vec<&str> = kept.split('"').skip(1).step_by(2).filter(|text| text.len() >= 32).collect();
    assert!(hashes.len() >= 8, "seven links and a person are let in: {kept}");
    let key = std::fs::read_to_string(home.data().join("signing-key")).expect("the cabinet signs");
    let digits = key.lines().last().expect("it has a key").to_owned();
    assert_eq!(digits.len(), 64, "the key is written in hexadecimal digits");
    for secret in [pin, &session, &code, &digits, &digits.to_uppercase()].into_iter().chain(hashes).chain(links.tokens()) {
        assert!(!told.contains(secret), "{secret} stands in the bundle");
    }
}
