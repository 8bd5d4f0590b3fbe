//! The documents: each command in them is run, and the list of faults is that of the program.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use clap::error::ErrorKind;
use serde_json::Value;

use crate::simulated::Simulation;

/// What a block of commands begins with: those that are run to their end, those for which a device must be there, those of the board's own system,
/// which `tests/package/guest.sh` runs, and those in a tree of the program itself.
const RUN: &str = "sh";
const WITH_A_WHEEL: &str = "sh with a wheel";
const ON_THE_BOARD: &str = "sh on the board";
const IN_THE_TREE: &str = "sh in the tree";
/// The folder in which every account may write; here it is the one of the cabinet.
const FOR_EVERYBODY: &str = "/tmp/";
/// What a port begins with in the documents; the device follows.
const PORT: &str = "/dev/serial/by-id/usb-";

fn documents() -> Vec<(String, String)> {
    let files = fs::read_dir("docs").expect("there are documents").map(|entry| entry.expect("they can be listed").path());
    let documents = files.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    documents.map(|path| (path.display().to_string(), fs::read_to_string(&path).expect("a document is text"))).collect()
}

/// The commands of a document, each with what its block begins with.
fn commands(text: &str) -> Vec<(&str, &str)> {
    let (mut found, mut block) = (Vec::new(), None);
    for line in text.lines().map(str::trim) {
        block = match (block, line.strip_prefix("```")) {
            (None, Some(kind)) => Some(kind),
            (Some(_), Some(_)) => None,
            (Some(kind), None) => {
                found.push((kind, line));
                Some(kind)
            }
            (None, None) => None,
        };
    }
    found
}

/// A folder with a cabinet that has been played at.
pub(crate) struct Cabinet(pub(crate) tempfile::TempDir);

impl Cabinet {
    /// The data folder of the newest release that is kept, and a cabinet file.
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let landed = fs::read_to_string("tests/journals/landed").expect("the list of releases is there");
        let newest = landed.lines().last().and_then(|line| line.split(' ').next()).expect("a release has landed");
        let data = format!("tests/journals/{newest}/data.tar.gz");
        let unpacked = Command::new("tar").arg("-xzf").arg(data).arg("-C").arg(folder.path()).status();
        assert!(unpacked.expect("tar can be run").success(), "{newest}: the data folder is unpacked");
        fs::rename(folder.path().join("data"), folder.path().join("croupier-data")).expect("it is there");
        let shipped = "device-profiles/cabinets/three-sensor-gpio.toml";
        fs::copy(shipped, folder.path().join("cabinet.toml")).expect("the shipped file is there");
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("there is room for a file");
        write("wheel.trace", "t_ns,line,level\n0,rotor-index,1\n");
        write("shuffler.capture", "0.000 > :Q001 ID#25FDFDFA;\n");
        write("shoe.capture", "0.000 < :DRAWN CAFE0001-1 9 ??#????????;\n");
        Self(folder)
    }

    pub(crate) fn run(&self, words: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupierctl"));
        command.args(words.split_whitespace()).current_dir(self.0.path()).env_remove("STATE_DIRECTORY");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("croupierctl can be run");
        let mut input = child.stdin.take().expect("its input is piped");
        // A PIN, for the commands that ask for one; the others do not read it.
        let _ = std::io::Write::write_all(&mut input, b"731946\n731946\n");
        drop(input);
        child.wait_with_output().expect("it ends")
    }

    /// What the words do with a simulated device on the port that they name; none where they name no port.
    fn run_with_device(&self, words: &str) -> Option<Output> {
        let device = words.split_once(PORT)?.1.split(' ').next()?;
        let link = self.0.path().join(device);
        let simulation = Simulation::start(device, &link, &["--speed", "50"]);
        let output = self.run(&words.replace(&format!("{PORT}{device}"), device));
        simulation.end(&link);
        Some(output)
    }

    /// The words of a document, with what its reader has written down before.
    fn filled_in(&self, words: &str) -> String {
        let told = |words: &str, key: &str| {
            let said: Value = serde_json::from_slice(&self.run(words).stdout).expect("it prints JSON");
            said[key].as_str().expect("it says that").to_owned()
        };
        let words = words.replace(FOR_EVERYBODY, "");
        let words = if words.contains("KEY") { words.replace("KEY", &told("journal key", "key")) } else { words };
        if words.contains("HEAD") { words.replace("HEAD", &told("journal head", "head")) } else { words }
    }
}

#[test]
fn every_command_of_the_documents_does_what_it_says() {
    let mut ran = 0;
    for (path, text) in documents() {
        let cabinet = Cabinet::new();
        for (kind, line) in commands(&text) {
            if [ON_THE_BOARD, IN_THE_TREE].contains(&kind) {
                continue;
            }
            let words = line.strip_prefix("croupierctl ").unwrap_or_else(|| panic!("{path}: {line}: a block of {kind:?}"));
            let with_device = if kind == WITH_A_WHEEL { cabinet.run_with_device(words) } else { None };
            let is_done = kind == RUN || with_device.is_some();
            let output = with_device.unwrap_or_else(|| cabinet.run(&cabinet.filled_in(words)));
            let said = String::from_utf8_lossy(&output.stderr);
            match kind {
                _ if is_done => assert!(output.status.success(), "{path}: {line}: {said}"),
                // Here are no bare lines: the command is understood all the same.
                WITH_A_WHEEL => assert!(!output.status.success() && !said.contains("\"usage\""), "{path}: {line}: {said}"),
                kind => panic!("{path}: {line}: a block of {kind:?}"),
            }
            ran += 1;
        }
    }
    assert!(ran > 40, "only {ran} commands were found");
}

/// What stands in a line of text as a command of the tool: where it begins with the tool's name and, in the list of all commands, first in its row.
fn named_in_text(text: &str) -> impl Iterator<Item = &str> {
    let code = text.lines().flat_map(|line| line.split('`').skip(1).step_by(2)).filter_map(|code| code.strip_prefix("croupierctl "));
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let is_list = text.starts_with("# croupierctl\n");
    code.chain(rows.filter(move |_| is_list))
}

/// What nobody could type: a command or an option that the tool does not have.
fn is_unknown(words: &str) -> bool {
    let own = words.split(' ').map(|word| word.trim_matches(['[', ']'])).take_while(|word| !["<", "|", ">"].contains(word));
    let parsed = croupier::ctl::command_line().try_get_matches_from(std::iter::once("croupierctl").chain(own));
    parsed.is_err_and(|error| matches!(error.kind(), ErrorKind::InvalidSubcommand | ErrorKind::UnknownArgument))
}

#[test]
fn every_command_that_a_document_names_in_its_text_is_one_of_the_tool() {
    let mut found = 0;
    for (path, text) in documents() {
        for words in named_in_text(&text) {
            assert!(!is_unknown(words), "{path}: `croupierctl {words}`");
            found += 1;
        }
    }
    assert!(found > 80, "only {found} commands were found");
    assert!(is_unknown("journal trimm FILE") && is_unknown("journal trim FILE --keep-weeks 4") && !is_unknown("journal show"));
}

/// The blocks for the board are run in a machine: each has something in it by which the machine's script names it, or opens a browser and no more.
#[test]
fn every_block_for_the_board_is_one_that_the_packages_machine_runs() {
    let script = fs::read_to_string("tests/package/guest.sh").expect("the script is there");
    let named = script.lines().filter_map(|line| line.trim().strip_prefix("documented "));
    let named: Vec<&str> = named.filter_map(|name| name.strip_prefix('"')?.split('"').next()).collect();
    let mut blocks = 0;
    for (path, text) in documents() {
        for block in text.split(&format!("```{ON_THE_BOARD}\n")).skip(1).filter_map(|rest| rest.split("```").next()) {
            let is_run = path == "docs/builder.md" && named.iter().any(|name| block.contains(name));
            assert!(is_run || block.lines().all(|line| line.starts_with("chromium ")), "{path}: nothing runs\n{block}");
            blocks += 1;
        }
    }
    assert!(blocks >= named.len() && named.len() >= 4, "{blocks} blocks, {named:?}");
}

#[test]
fn the_technicians_list_holds_every_fault() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_croupierctl")).args(["faults", "--catalogue", "--as-table"]).output().expect("it can be run");
    let list = String::from_utf8(output.stdout).expect("it prints text");
    let text = fs::read_to_string("docs/technician.md").expect("the document is there");
    assert!(text.ends_with(&list), "docs/technician.md ends with what `croupierctl faults --catalogue --as-table` prints:\n{list}");
}

#[test]
fn every_file_that_a_document_names_is_there() {
    let readme = ("README.md".to_owned(), fs::read_to_string("README.md").expect("it is there"));
    for (path, text) in documents().into_iter().chain([readme]) {
        let folder = Path::new(&path).parent().expect("a file lies in a folder");
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next()).filter(|link| !link.contains("://"));
        for link in links {
            assert!(folder.join(link).exists(), "{path}: {link}");
        }
    }
}
