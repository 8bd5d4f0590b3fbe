//! `croupierctl setup`: asks what a cabinet is to be like, shows ports and lines as they are, and writes a cabinet file that the daemon's own
//! parser has read. Here never lives a rule of what such a file may say: that is `configuration`.

mod answers;
mod dialogue;
mod housing;
mod lines;
mod money;
mod ports;
mod start;
mod tables;
#[cfg(test)]
mod tests;

use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use clap::Args;

use super::Failure;
use super::access::FirstOwner;
use crate::access::{ACCESS_FILE, FIRST_ACCESS_FILE, Refused, person_name};
use crate::configuration::{Configuration, TermsErrors, require_alike};
use crate::model::SEATS;
use crate::profiles::{self, Device, Kind, load_card_game, load_device};
use answers::{Answers, WheelAnswer};
use dialogue::Dialogue;
use lines::Board;
use start::{Start, Written};

/// Where the cabinet file is written.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The cabinet file to write.
    #[arg(default_value = "cabinet.toml")]
    file: PathBuf,
    /// Takes the place of a file that is there.
    #[arg(long)]
    force: bool,
    /// The daemon's directory. Where it is named and the cabinet has never been started, the first owner is asked for as well.
    #[arg(long, value_name = "DIR", env = "STATE_DIRECTORY")]
    data: Option<PathBuf>,
}

/// Everybody may read a cabinet file, its writer alone may change it: root writes it, the account of the service reads it, and it holds no secret.
const READ_BY_ALL: u32 = 0o644;

/// The folder whose names of ports stay the same.
const PORTS: &str = "/dev/serial/by-id";

/// Asks at the terminal, or reads the answers line by line from standard input; the questions go to standard error.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let file = &arguments.file;
    if file.exists() && !arguments.force {
        let message = format!("{}: there is such a file already; `--force` takes its place", file.display());
        return Err(Failure::refused("file-exists", message));
    }
    let has_been_asked = |data: &PathBuf| [ACCESS_FILE, FIRST_ACCESS_FILE].into_iter().any(|name| data.join(name).exists());
    let new_data = arguments.data.as_ref().filter(|data| !has_been_asked(data));
    let (text, start, owner) = {
        let (mut input, mut output) = (io::stdin().lock(), io::stderr().lock());
        let mut dialogue = Dialogue::new(&mut input, &mut output);
        let (text, start) = talk(&mut dialogue, &lines::Real, Path::new(PORTS))?;
        let name = new_data.map(|_| first_owner(&mut dialogue)).transpose()?.flatten();
        (text, start, name.zip(new_data))
    };
    let owner = owner.map(|(name, data)| FirstOwner::ask(&name, data)).transpose()?;
    let is_let_in = owner.is_some();
    owner.map(FirstOwner::let_in).transpose()?;
    write_whole(file, &text)?;
    Ok(start.next(&Written { file, data: arguments.data.as_deref(), is_let_in }))
}

/// The name of the first owner; none where that is left for later.
fn first_owner(dialogue: &mut Dialogue<'_>) -> Result<Option<String>, Failure> {
    let question = "Name of the first owner, who signs in with a PIN, or none";
    let named = dialogue.ask_at_end(question, "none", |answer| match (answer, person_name(answer)) {
        ("none", _) => Ok(None),
        (_, None) => Err(Refused::NotAName.to_string()),
        (_, name) => Ok(name),
    })?;
    Ok(named.flatten())
}

/// Asks everything, and returns the text of a cabinet file that was read and found good, and how the daemon is started with it.
fn talk(dialogue: &mut Dialogue<'_>, board: &dyn Board, ports: &Path) -> Result<(String, Start), Failure> {
    let mut answers = begun(dialogue)?;
    until_good(dialogue, &mut answers, |dialogue, answers| tables::games(dialogue, ports).map(|games| answers.games = games))?;
    tables::between_players(dialogue, ports, &mut answers)?;
    let taken = answers.ports();
    until_good(dialogue, &mut answers, |dialogue, answers| wheel(dialogue, board, ports, &taken).map(|wheel| answers.wheel = wheel))?;
    until_good(dialogue, &mut answers, |dialogue, answers| {
        answers.housing = housing::ask(dialogue, board, &answers.wheel)?;
        Ok(())
    })?;
    let network = start::ask_network(dialogue)?;
    let text = answers.file();
    let is_bench = read_back(&text)?.is_ok_and(|configuration| require_alike(&configuration.file, false).is_err());
    Ok((text, Start { is_bench, network }))
}

/// Asks for name, rules and money; the wheel is a simulated one until it is asked for.
fn begun(dialogue: &mut Dialogue<'_>) -> Result<Answers, Failure> {
    dialogue.say("An empty answer takes what stands in brackets.")?;
    dialogue.say(format!("A cabinet has {SEATS} seats; once it runs, a console is paired with each of them, as docs/access.md says."))?;
    let name = dialogue.ask("Name of the cabinet", Some("Roulette"), name_of)?;
    let rules = one_of(dialogue, "Rules of the roulette table", &rules_of_roulette())?;
    let jurisdiction = one_of(dialogue, "Jurisdiction", &profiles::list(Kind::Jurisdiction))?;
    let simulated = WheelAnswer::Simulated(devices(|device| matches!(device, Device::Slingshot(_))).remove(0));
    loop {
        let money = money::ask(dialogue)?;
        let (name, rules, jurisdiction, wheel) = (name.clone(), rules.clone(), jurisdiction.clone(), simulated.clone());
        let answers = Answers { name, rules, jurisdiction, money, wheel, games: Vec::new(), player_tables: Vec::new(), housing: None };
        if is_good(dialogue, &answers)? {
            return Ok(answers);
        }
    }
}

/// Asks until the daemon would take the file.
fn until_good(
    dialogue: &mut Dialogue<'_>,
    answers: &mut Answers,
    mut ask: impl FnMut(&mut Dialogue<'_>, &mut Answers) -> Result<(), Failure>,
) -> Result<(), Failure> {
    loop {
        ask(dialogue, answers)?;
        if is_good(dialogue, answers)? {
            return Ok(());
        }
    }
}

fn name_of(answer: &str) -> Result<String, String> {
    if answer.is_empty() { Err("a name".to_owned()) } else { Ok(answer.to_owned()) }
}

fn one_of(dialogue: &mut Dialogue<'_>, question: &str, among: &[String]) -> Result<String, Failure> {
    Ok(among[dialogue.choose(question, among, None)?].clone())
}

/// The shipped rules of card games are those that a card game can be read from; the others are of the wheel's table.
fn rules_of_roulette() -> Vec<String> {
    profiles::list(Kind::Rules).into_iter().filter(|rules| load_card_game(rules).is_err()).collect()
}

/// The shipped devices of one sort.
fn devices(is_meant: impl Fn(&Device) -> bool) -> Vec<String> {
    profiles::list(Kind::Device).into_iter().filter(|name| load_device(name).is_ok_and(|device| is_meant(&device.value))).collect()
}

fn wheel(dialogue: &mut Dialogue<'_>, board: &dyn Board, ports: &Path, taken: &[PathBuf]) -> Result<WheelAnswer, Failure> {
    let kinds = ["simulated, for a workbench", "on a serial port", "on bare lines of the board"].map(str::to_owned);
    let is_serial = |device: &Device| matches!(device, Device::Slingshot(_));
    let is_bare = |device: &Device| matches!(device, Device::ThreeSensor(_));
    match dialogue.choose("The wheel is", &kinds, None)? {
        0 => one_of(dialogue, "Which wheel is simulated", &devices(|device| is_serial(device) || is_bare(device)))
            .map(WheelAnswer::Simulated),
        1 => {
            let device = one_of(dialogue, "Which wheel is it", &devices(is_serial))?;
            let port = ports::ask(dialogue, ports, taken, &device)?;
            Ok(WheelAnswer::Serial(device, port))
        }
        _ => {
            let device = devices(is_bare).remove(0);
            Ok(WheelAnswer::Lines(device, lines::ask(dialogue, board)?))
        }
    }
}

/// Whether the daemon would take such a file; what is wrong with it is said.
fn is_good(dialogue: &mut Dialogue<'_>, answers: &Answers) -> Result<bool, Failure> {
    match read_back(&answers.file())? {
        Ok(_) => Ok(true),
        Err(errors) => {
            dialogue.say("That does not go together:")?;
            errors.iter().try_for_each(|error| dialogue.say(format!("  {error}")))?;
            Ok(false)
        }
    }
}

/// Reads the text as the daemon reads a file.
fn read_back(text: &str) -> Result<Result<Configuration, TermsErrors>, Failure> {
    let unwritten = |error: io::Error| Failure::ours("no-room", format!("cannot write a file to try: {error}"));
    let folder = tempfile::tempdir().map_err(unwritten)?;
    let file = folder.path().join("cabinet.toml");
    fs::write(&file, text).map_err(unwritten)?;
    Ok(Configuration::read(&file.display().to_string()))
}

/// Writes the file under another name beside it first: a file that is there stays whole until the new one is.
fn write_whole(file: &Path, text: &str) -> Result<(), Failure> {
    let unwritten = |error: io::Error| Failure::unwritable(file, &error);
    let beside = file.with_extension("toml.new");
    let mut new = OpenOptions::new().write(true).create(true).truncate(true).open(&beside).map_err(unwritten)?;
    new.set_permissions(Permissions::from_mode(READ_BY_ALL)).map_err(unwritten)?;
    new.write_all(text.as_bytes()).and_then(|()| new.sync_all()).map_err(unwritten)?;
    fs::rename(&beside, file).map_err(unwritten)
}
