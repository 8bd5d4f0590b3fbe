//! The software identity: each start records the program and the files it ran with, as the tool prints them of the files on the disk.

use std::fs;

use serde_json::{Value, json};

use crate::daemon::{Home, changed};

/// The home with a cabinet file and a rules file of the house's own, and the paths of both.
fn home() -> (Home, String, String) {
    let mut home = Home::new(20);
    let rules = home.write("rules.toml", &changed("rules/roulette/by.toml", &[]));
    let cabinet = home.write("cabinet.toml", &changed("cabinets/demo.toml", &[("rules", &format!("{rules:?}"))]));
    home.arguments.push(format!("--cabinet={cabinet}"));
    (home, cabinet, rules)
}

/// What the technician's page is told of the software of a start.
fn serve_once(home: &Home) -> Value {
    let (links, daemon) = home.serve();
    let shown = links.attendant().get("/api/v1/service").json()["software"].take();
    daemon.stop();
    shown
}

/// What the tool prints of the software on the disk.
fn printed(home: &Home, cabinet: &str) -> Value {
    home.ask_lines(&format!("identity {cabinet} --program {}", env!("CARGO_BIN_EXE_croupierd")))[0]["software"].take()
}

/// The SHA-256 of one file of an identity.
fn sha256_of<'a>(software: &'a Value, name: &str) -> &'a Value {
    let files = software["files"].as_array().expect("there are files");
    &files.iter().find(|file| file["name"] == name).unwrap_or_else(|| panic!("{name} in {software:#}"))["sha256"]
}

#[test]
fn each_start_records_what_the_tool_prints_and_names_the_file_that_has_changed() {
    let (home, cabinet, rules) = home();
    let first = printed(&home, &cabinet);
    let seen = serve_once(&home);
    for key in ["digest", "fingerprint", "program_sha256", "files"] {
        assert_eq!(seen[key], first[key], "{key}");
    }
    assert_eq!(seen["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(printed(&home, &cabinet), first, "a start changes nothing");

    let text = fs::read_to_string(&rules).expect("it is there");
    fs::write(&rules, format!("{text}\n# The house has changed it.\n")).expect("it can be written");
    let second = printed(&home, &cabinet);
    assert_ne!(second["digest"], first["digest"]);
    assert_ne!(sha256_of(&second, &rules), sha256_of(&first, &rules));
    assert_eq!(sha256_of(&second, "cabinet"), sha256_of(&first, "cabinet"));
    serve_once(&home);
    serve_once(&home);

    let starts = home.ask_lines("identity --starts");
    let recorded: Vec<(&Value, &Value)> = starts.iter().map(|start| (&start["software"], &start["changed"])).collect();
    assert_eq!(recorded, [(&first, &Value::Null), (&second, &json!([rules])), (&second, &json!([]))]);
    assert!(starts.iter().all(|start| start["version"] == env!("CARGO_PKG_VERSION")), "{starts:?}");
    let record = &home.ask_lines(&format!("journal show {}", starts[1]["record"]))[0];
    assert_eq!(record["input"]["software"], second, "the record itself says the same");
}

#[test]
fn the_listing_is_one_line_a_file_and_the_program_another_line() {
    let (home, cabinet, _) = home();
    let software = printed(&home, &cabinet);
    let listing = home.ask(&format!("identity {cabinet} --sums"));
    let line = |sha256: &Value, name: &str| format!("{}  {name}", sha256.as_str().expect("digits"));
    let mut expected = vec![line(&software["program_sha256"], "croupierd")];
    let files = software["files"].as_array().expect("there are files");
    expected.extend(files.iter().map(|file| line(&file["sha256"], file["name"].as_str().expect("a name"))));
    let mut lines: Vec<&str> = listing.lines().collect();
    lines.sort_unstable();
    expected.sort_unstable();
    assert_eq!(lines, expected);
}

#[test]
fn another_program_has_another_digest_and_the_same_files() {
    let (home, cabinet, _) = home();
    let (software, other) = (printed(&home, &cabinet), home.write("other", "another program"));
    let other = home.ask_lines(&format!("identity {cabinet} --program {other}"))[0]["software"].take();
    assert_eq!(other["files"], software["files"]);
    assert_ne!((&other["digest"], &other["program_sha256"]), (&software["digest"], &software["program_sha256"]));
    let missing = home.path("missing").display().to_string();
    let error = home.try_ask(&format!("identity {cabinet} --program {missing}")).expect_err("there is no such program");
    assert!(error.contains("unreadable-file") && error.contains(&missing), "{error}");
}
