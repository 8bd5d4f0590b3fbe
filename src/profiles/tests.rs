//! The loader's errors, and a walk over every shipped file.

use serde::Deserialize;

use crate::games::roulette::Rules;

use super::{CabinetFile, Checked, Jurisdiction, Kind, Problem, ProfileError, list, load, load_device, parse};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Toy {
    limits: Limits,
    #[serde(default)]
    steps: Vec<Limits>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Limits {
    silence_seconds: u32,
}

impl Checked for Toy {
    fn check(&self) -> Result<(), Problem> {
        let expect = |key: String, limits: &Limits| match limits.silence_seconds {
            1..=60 => Ok(()),
            _ => Err(Problem { key, expected: "1 to 60 seconds".to_owned() }),
        };
        expect("limits.silence_seconds".to_owned(), &self.limits)?;
        self.steps.iter().enumerate().try_for_each(|(index, limits)| expect(format!("steps.{index}.silence_seconds"), limits))
    }
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let said = parse::<Toy>("toy.toml", text).map_or_else(|error| error.to_string(), |_| "good".to_owned());
    assert_eq!(said, expected);
}

#[test]
fn every_error_names_file_line_column_key_and_what_was_expected() {
    check("[limits]\nsilence_seconds = 5\n", "good");
    check("[limits]\nsilence_seconds = 0\n", "toy.toml:2:19: `limits.silence_seconds`: expected 1 to 60 seconds");
    check("[limits]\nsilence_seconds = \"5\"\n", "toy.toml:2:19: `limits.silence_seconds`: invalid type: string \"5\", expected u32");
    check(
        "[limits]\nsilence_second = 5\n",
        "toy.toml:2:1: `limits.silence_second`: unknown field `silence_second`, expected `silence_seconds`",
    );
    check("# nothing\n[limits]\n", "toy.toml:2:1: `limits`: missing field `silence_seconds`");
    check(
        "[limits]\nsilence_seconds = 5\n[[steps]]\nsilence_seconds = 5\n[[steps]]\nsilence_seconds = 61\n",
        "toy.toml:6:19: `steps.1.silence_seconds`: expected 1 to 60 seconds",
    );
}

#[test]
fn text_that_is_not_toml_is_named_with_its_place() {
    let error = parse::<Toy>("toy.toml", "[limits]\nsilence_seconds = = 5\n").expect_err("this is not TOML").to_string();
    assert!(error.starts_with("toy.toml:2:"), "{error}");
}

#[test]
fn a_name_that_is_not_shipped_says_which_names_are() {
    let error = load::<Toy>(Kind::Device, "../devices/slingshot-2").expect_err("this is not a shipped name");
    assert!(matches!(&error, ProfileError::Unknown { shipped, .. } if *shipped == list(Kind::Device)), "{error}");
    let error = load::<Toy>(Kind::Rules, "/nowhere/at-all.toml").expect_err("there is no such file").to_string();
    assert!(error.starts_with("/nowhere/at-all.toml: cannot be read"), "{error}");
}

#[test]
fn a_file_on_the_disk_is_read_with_its_hash() {
    let file = tempfile::Builder::new().suffix(".toml").tempfile().expect("a temporary file can be made");
    std::fs::write(file.path(), "[limits]\nsilence_seconds = 5\n").expect("the temporary file can be written");
    let path = file.path().to_str().expect("the temporary folder has a readable name");
    let profile = load::<Toy>(Kind::Rules, path).expect("the file is good");
    assert_eq!((profile.value.limits.silence_seconds, profile.name.as_str()), (5, path));
    assert_ne!(profile.sha256, [0; 32]);
}

#[test]
fn every_shipped_file_can_be_loaded_by_its_name() {
    for kind in Kind::ALL {
        for name in list(kind) {
            let loaded = match kind {
                Kind::Device => load_device(&name).map(|_| ()),
                Kind::Rules => load::<Rules>(kind, &name).map(|_| ()),
                Kind::Jurisdiction => load::<Jurisdiction>(kind, &name).map(|_| ()),
                Kind::Cabinet => load::<CabinetFile>(kind, &name).map(|_| ()),
            };
            loaded.unwrap_or_else(|error| panic!("{kind} {name}: {error}"));
        }
    }
}
