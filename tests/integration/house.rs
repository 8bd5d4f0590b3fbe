//! The order of the house: which room may use which, how long a file may be, and which words never stand in the source.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Each room with the rooms it may use besides itself. Arrows point inwards only.
const ROOMS: &[(&str, &[&str])] = &[
    ("model", &[]),
    ("games", &["model"]),
    ("cabinet", &["model", "games"]),
    ("sensing", &["model"]),
    ("journal", &["model"]),
    ("diagnostics", &["model", "journal", "sensing"]),
    ("profiles", &["model", "games", "sensing"]),
    ("configuration", &["model", "games", "cabinet", "sensing", "profiles"]),
    ("drivers", &["model", "sensing", "profiles"]),
    ("access", &["model"]),
    ("desk", &["model"]),
    ("tls", &["model", "access"]),
    ("http", &["model", "access", "desk"]),
    (
        "ctl",
        &["model", "access", "games", "profiles", "configuration", "journal", "diagnostics", "cabinet", "sensing", "drivers", "sim", "tls"],
    ),
    ("sim", &["model", "games", "cabinet", "sensing", "journal", "profiles", "drivers", "desk", "daemon"]),
    (
        "daemon",
        &[
            "model",
            "access",
            "games",
            "cabinet",
            "sensing",
            "journal",
            "diagnostics",
            "profiles",
            "configuration",
            "drivers",
            "desk",
            "http",
            "sim",
            "tls",
        ],
    ),
    ("bin", &["ctl", "daemon"]),
    ("lib", &[]),
];

/// A source file is shorter than this; a longer one is two rooms.
const LINES_MOST: usize = 600;

/// Names of places: the rules of a place are data, never code.
const PLACES: &[&str] = &["armenia", "belarus", "minsk", "yerevan", "tbilisi", "wiesbaden"];

fn source_files(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).expect("the source can be listed").map(|entry| entry.expect("the source can be listed")) {
        let path = entry.path();
        if path.is_dir() {
            source_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Every source file by its path below `src`, with its text.
fn sources() -> BTreeMap<PathBuf, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    source_files(&root, &mut files);
    let below = |path: &PathBuf| path.strip_prefix(&root).expect("the file lies below the source").to_owned();
    files.iter().map(|path| (below(path), fs::read_to_string(path).expect("the source can be read"))).collect()
}

fn room_of(path: &Path) -> String {
    let first = path.components().next().expect("a path has a first part").as_os_str().to_string_lossy().into_owned();
    first.trim_end_matches(".rs").to_owned()
}

/// The rooms a text names by `crate::room`, `use crate::{a, b}` included.
fn rooms_named(text: &str) -> Vec<String> {
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let mut rooms = Vec::new();
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code: String = code.collect::<Vec<_>>().join("\n");
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            Some(list) => rooms.extend(list.split('}').next().unwrap_or("").split(',').map(|item| word(item.trim()))),
            None => rooms.push(word(rest)),
        }
    }
    rooms.retain(|room| ROOMS.iter().any(|(known, _)| known == room));
    rooms
}

#[test]
fn arrows_point_inwards_only() {
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        let room = room_of(&path);
        let (_, may_use) = ROOMS.iter().find(|(known, _)| *known == room).unwrap_or_else(|| panic!("{} is in no room", path.display()));
        for used in rooms_named(&text) {
            if used != room && !may_use.contains(&used.as_str()) {
                wrong.push(format!("{}: {room} may not use {used}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_arrow_test_sees_arrows() {
    let named = rooms_named("use crate::model::Money;\nuse crate::{cabinet, games::roulette};\n// crate::http\nlet x = crate::journal::X;");
    assert_eq!(named, ["model", "cabinet", "games", "journal"]);
}

#[test]
fn the_auditor_shares_no_code_with_the_cabinet_or_the_games() {
    let auditor: Vec<_> = sources().into_iter().filter(|(path, _)| path.to_string_lossy().contains("auditor")).collect();
    assert!(!auditor.is_empty(), "there is an auditor");
    for (path, text) in auditor {
        let named = rooms_named(&text);
        let shared: Vec<_> = named.iter().filter(|room| ["cabinet", "games"].contains(&room.as_str())).collect();
        assert!(shared.is_empty(), "{} uses {shared:?}", path.display());
    }
}

/// The three rooms of the simulation, with the rooms of the house that each may use.
const SIMULATED: &[(&str, &[&str])] = &[
    ("devices", &["model", "sensing", "profiles", "drivers"]),
    ("auditor", &["model", "profiles"]),
    ("strategies", &["model", "games", "profiles"]),
];

#[test]
fn no_room_of_the_simulation_uses_the_others_or_the_daemon() {
    for (room, may_use) in SIMULATED {
        let folder = Path::new("sim").join(room);
        let texts: Vec<_> = sources().into_iter().filter(|(path, _)| path.starts_with(&folder)).collect();
        assert!(texts.len() > 5, "there is a room of {room}");
        let others: Vec<String> = SIMULATED.iter().filter(|(other, _)| other != room).map(|(other, _)| format!("sim::{other}")).collect();
        for (path, text) in texts {
            let named = rooms_named(&text);
            let wrong: Vec<_> = named.iter().filter(|used| *used != "sim" && !may_use.contains(&used.as_str())).collect();
            assert!(wrong.is_empty(), "{} uses {wrong:?}", path.display());
            assert!(others.iter().all(|other| !text.contains(other)), "{} uses another room", path.display());
        }
    }
}

#[test]
fn no_source_file_is_longer_than_a_room() {
    let long: Vec<_> =
        sources().into_iter().map(|(path, text)| (text.lines().count(), path)).filter(|(lines, _)| *lines > LINES_MOST).collect();
    assert!(long.is_empty(), "{long:?}");
}

#[test]
fn no_place_is_named_in_the_source() {
    for (path, text) in sources() {
        let text = text.to_lowercase();
        let named: Vec<_> = PLACES.iter().filter(|place| text.contains(*place)).collect();
        assert!(named.is_empty(), "{} names {named:?}", path.display());
    }
}

#[test]
fn every_module_says_what_it_is() {
    let silent: Vec<_> = sources().into_iter().filter(|(_, text)| !text.starts_with("//!")).map(|(path, _)| path).collect();
    assert!(silent.is_empty(), "{silent:?}");
}
