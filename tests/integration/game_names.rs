//! A game is known to itself alone. Outside its folder, the auditor's reading of it, its scenarios and its words, its name stands in the files of
//! this list and in no other: what a new game has to be added to is seen here. Comments, tests and examples of the HTTP document are left out.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The files that name a game which is not theirs, each with the reason. The list may become shorter.
const NAMED: &[(&str, &str)] = &[
    ("ctl/rtp/house_poker.rs", "how a game is counted: no mechanism tells it yet"),
    ("ctl/rtp/mod.rs", "likewise"),
    ("games/card_game.rs", "the list of games"),
    ("games/first_releases.rs", "journals of the first releases hold these four games field by field"),
    ("games/mod.rs", "the rooms of the games"),
    ("games/written.rs", "a key that came later than a journal"),
    ("http/console/assets/table-words.js", "the combination called blackjack"),
    ("model/outcome.rs", "the combination called blackjack"),
    ("sim/auditor/cards/clerk.rs", "the auditor's list of games"),
    ("sim/auditor/cards/mod.rs", "the auditor's rooms"),
    ("sim/auditor/cards/poker/dealing_order.rs", "the auditor reads two games in one room"),
    ("sim/auditor/cards/poker/decisions.rs", "likewise"),
    ("sim/auditor/cards/poker/house.rs", "likewise"),
    ("sim/auditor/cards/poker/mod.rs", "likewise"),
    ("sim/auditor/cards/poker/rules.rs", "likewise"),
    ("sim/auditor/cards/poker/settle.rs", "likewise"),
    ("sim/strategies/house_poker/sampled.rs", "the best player of a game, for what it returns"),
    ("sim/strategies/house_poker/strategy.rs", "likewise"),
    ("sim/strategies/house_poker/terms.rs", "likewise"),
    ("sim/strategies/mod.rs", "the room of a best player"),
];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).expect("the source can be listed").map(|entry| entry.expect("an entry").path()) {
        let is_source = path.extension().is_some_and(|extension| extension == "rs" || extension == "js");
        match path.is_dir() {
            true if path.file_name().is_some_and(|name| name != "words") => files(&path, found),
            false if is_source => found.push(path),
            _ => {}
        }
    }
}

/// The names of the games, as the list of games has them.
fn games(list: &str) -> Vec<String> {
    let names = list.lines().filter_map(|line| line.strip_prefix("    \"")?.split_once("\" ")).map(|(name, _)| name.to_owned());
    names.collect()
}

/// What of a file is code: no comment, no example of the document, no test at its end.
fn code_of(text: &str) -> String {
    let is_code = |line: &&str| !["//", "/*", "*", "#[schema(", "\"///"].iter().any(|mark| line.trim_start().starts_with(mark));
    let end = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    text[..end].lines().filter(is_code).collect::<Vec<_>>().join("\n")
}

/// The games that this file names though it is none of theirs.
fn named_in<'a>(path: &str, text: &str, games: &'a [String]) -> Vec<&'a str> {
    // `red-dog`, `red_dog`, `RedDog` and `red dog` are one name.
    let plain = |text: &str| text.to_lowercase().replace(['-', '_', ' '], "");
    let code = plain(&code_of(text));
    let is_own = |game: &str| plain(path).split('/').any(|part| part.trim_end_matches(".rs") == plain(game));
    games.iter().map(String::as_str).filter(|game| code.contains(&plain(game)) && !is_own(game)).collect()
}

#[test]
fn no_file_but_those_of_the_list_names_a_game_that_is_not_its_own() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let games = games(&fs::read_to_string(root.join("games/card_game.rs")).expect("the list of games"));
    assert!(games.len() >= 7, "{games:?}");
    let mut all = Vec::new();
    files(&root, &mut all);
    let mut found = BTreeSet::new();
    for file in all {
        let path = file.strip_prefix(&root).expect("it lies below the source").to_string_lossy().into_owned();
        if path.contains("/tests/") || path.ends_with("tests.rs") {
            continue;
        }
        let named = named_in(&path, &fs::read_to_string(&file).expect("the source can be read"), &games);
        if !named.is_empty() {
            println!("{path} names {}", named.join(", "));
            found.insert(path);
        }
    }
    let listed: BTreeSet<String> = NAMED.iter().map(|(path, _)| (*path).to_owned()).collect();
    assert_eq!(found.difference(&listed).collect::<Vec<_>>(), [""; 0], "these name a game that is not theirs");
    assert_eq!(listed.difference(&found).collect::<Vec<_>>(), [""; 0], "these name none any more: take them off the list");
}

#[test]
fn a_name_is_found_however_it_is_written_and_not_in_comments_tests_or_its_own_folder() {
    let games = ["red-dog".to_owned()];
    let check = |path: &str, text: &str, named: &[&str]| assert_eq!(named_in(path, text, &games), named, "{path}: {text}");
    check("ctl/a.rs", "CardGame::RedDog(rules) => 1,", &["red-dog"]);
    check("ctl/a.rs", "use crate::games::red_dog;", &["red-dog"]);
    check("http/console/assets/a.js", "if (game === 'red-dog') x();", &["red-dog"]);
    check("ctl/a.rs", "// As at Red Dog.\n    /// At Red Dog.\n    #[schema(example = \"red-dog\")]", &[]);
    check("ctl/a.rs", "fn a() {}\n#[cfg(test)]\nmod tests {\n    use crate::games::red_dog;", &[]);
    check("games/red_dog/deal.rs", "use super::red_dog::Rules;", &[]);
    check("sim/auditor/cards/red_dog/mod.rs", "RedDog", &[]);
}
