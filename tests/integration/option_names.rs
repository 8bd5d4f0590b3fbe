//! The same option has the same name in every command, and the same name means the same in every command, the daemon's own included.

use std::collections::{BTreeMap, BTreeSet};

use clap::{Arg, Command, CommandFactory};

/// The options whose words differ from command to command, because each says what it does with them. What stands here is the one meaning, in
/// words that every command has. The list may become shorter.
const MEANINGS: &[(&str, &str)] = &[
    ("and", "second person"),
    ("as-table", "in Markdown instead of JSON"),
    ("ask", "Where the cabinet runs"),
    ("bench", "workbench"),
    ("by", "person"),
    ("cabinet", "The cabinet"),
    ("certificate", "The certificate of a cabinet that speaks TLS"),
    ("data", "The daemon's directory"),
    ("device", "a device file"),
    ("fault", "fault and how often it comes"),
    ("last", "the newest of all"),
    ("mark", "A further file"),
    ("mirror", "The directory of the mirror"),
    ("packs", "packs"),
    ("patience", "How long to wait for the"),
    ("port", "The port"),
    ("rules", "rules"),
    ("seconds", "Ends after so many seconds"),
    ("seed", "The seed"),
    ("spins", "spin"),
    ("table", "deals"),
];

/// An option of a command.
struct Named {
    command: String,
    option: String,
    help: String,
    /// What the option is given: nothing, or what stands between angle brackets. Where a file may be named as well, the rest counts.
    value: Option<String>,
}

impl Named {
    fn of(command: &str, option: &Arg) -> Option<Self> {
        let help = option.get_long_help().or(option.get_help())?.to_string();
        let names =
            || option.get_value_names().map_or_else(|| vec![option.get_id().as_str()], |names| names.iter().map(|name| &**name).collect());
        let value = option.get_action().takes_values().then(|| names().join(" ").to_uppercase().replace("-OR-FILE", ""));
        Some(Self { command: command.to_owned(), option: option.get_long()?.to_owned(), help, value })
    }
}

fn walk(command: &Command, path: &str, found: &mut Vec<Named>) {
    let path = format!("{path} {}", command.get_name());
    found.extend(command.get_arguments().filter_map(|option| Named::of(&path, option)));
    command.get_subcommands().for_each(|command| walk(command, &path, found));
}

/// Every option of both programs.
fn options() -> Vec<Named> {
    let mut found = Vec::new();
    walk(&croupier::ctl::command_line(), "", &mut found);
    walk(&croupier::daemon::Options::command(), "", &mut found);
    assert!(found.len() > 100, "{} options", found.len());
    found
}

/// The options by name.
fn by_name(options: &[Named]) -> BTreeMap<&str, Vec<&Named>> {
    let mut by_name = BTreeMap::<&str, Vec<&Named>>::new();
    options.iter().for_each(|named| by_name.entry(&named.option).or_default().push(named));
    by_name
}

#[test]
fn an_option_is_given_the_same_kind_of_value_everywhere() {
    for (option, all) in by_name(&options()) {
        let values: BTreeSet<_> = all.iter().map(|named| &named.value).collect();
        let told: Vec<_> = all.iter().map(|named| (&named.command, &named.value)).collect();
        assert_eq!(values.len(), 1, "--{option}: {told:?}");
    }
}

#[test]
fn an_option_means_the_same_everywhere() {
    let meanings: BTreeMap<&str, &str> = MEANINGS.iter().copied().collect();
    for (option, all) in by_name(&options()) {
        let words: BTreeSet<_> = all.iter().map(|named| &named.help).collect();
        let told: Vec<_> = all.iter().map(|named| (&named.command, &named.help)).collect();
        match meanings.get(option) {
            Some(meaning) => assert!(words.iter().all(|words| words.contains(meaning)), "--{option} means {meaning:?}: {told:?}"),
            None => assert_eq!(words.len(), 1, "--{option}: {told:?}"),
        }
    }
}

#[test]
fn no_meaning_is_listed_without_need() {
    let options = options();
    let by_name = by_name(&options);
    for (option, _) in MEANINGS {
        let words: BTreeSet<_> = by_name.get(option).into_iter().flatten().map(|named| &named.help).collect();
        assert!(words.len() > 1, "--{option} has the same words everywhere");
    }
}

#[test]
fn one_meaning_has_one_name() {
    let mut names = BTreeMap::<String, BTreeSet<String>>::new();
    for named in options() {
        names.entry(named.help).or_default().insert(named.option);
    }
    names.retain(|_, names| names.len() > 1);
    assert!(names.is_empty(), "{names:?}");
}

#[test]
fn a_table_for_people_and_the_number_of_a_table_have_their_own_names() {
    let options = options();
    let names =
        |is_meant: fn(&Named) -> bool| options.iter().filter(|named| is_meant(named)).map(|named| &*named.option).collect::<BTreeSet<_>>();
    assert_eq!(names(|named| named.help.contains("Markdown")), BTreeSet::from(["as-table"]));
    assert!(options.iter().filter(|named| named.option == "table").all(|named| named.value.as_deref() == Some("NUMBER")));
}
