//! The commands of `croupierctl`, one file each.
//!
//! Here live arguments, reading files and writing JSON lines. Here never lives a rule: every command goes through the same code as
//! the daemon. A command returns what it has to say; nothing is written before the whole of it is known to be right.

mod access;
mod ask;
mod audit;
mod betting;
mod bundle;
mod card_replay;
mod cards;
mod certificate;
mod disputes;
mod failure;
mod fault_words;
mod faults;
mod figures;
mod hand_histories;
mod hands;
mod identity;
mod journal;
mod line;
mod meters;
pub mod play;
mod port;
mod private;
mod reader;
mod rtp;
mod runtime;
mod service;
pub mod settle;
mod setup;
mod shifts;
mod shoe;
mod shuffler;
mod simulate;
mod simulation;
mod spins;
mod two_persons;
mod validate;
mod verdict;
mod wheel;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};

pub use failure::Failure;

use crate::journal::keep_private;

/// The tool of technicians, auditors and tests.
#[derive(Debug, Parser)]
#[command(name = "croupierctl", version, about)]
struct Arguments {
    /// The result and errors as JSON, on a terminal too, as they are where a program reads them.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

/// What can be done, in alphabetical order.
#[derive(Debug, Subcommand)]
enum Command {
    /// Who is let in: people with their roles and PINs, links, paired consoles.
    #[command(subcommand)]
    Access(access::Command),
    /// Who did what: the orders of people of the house, and every change of who is let in.
    Audit(audit::Arguments),
    /// Plays deals of poker between players, one JSON object a line, from standard input.
    Betting(betting::Arguments),
    /// One file for a person who is to help from far away: the program, the board, faults, the last spins with their evidence.
    Bundle(bundle::Arguments),
    /// Cards: how hands rank.
    #[command(subcommand)]
    Cards(cards::Command),
    /// The certificate that the cabinet has made for its consoles, with the fingerprint that people compare.
    Certificate(certificate::Arguments),
    /// The disputes about rounds and deals, and how each was decided.
    Disputes(disputes::Arguments),
    /// Faults: how often and when last, what ended each, what it means and what to check.
    Faults(faults::Arguments),
    /// How the figures of the devices went over the last hour, day or month: count, least, mean and most, step by step.
    Figures(figures::Arguments),
    /// The deals of card tables that have ended, with cards, decisions and settlement.
    Hands(hands::Arguments),
    /// The program and every file that it plays by, each by its SHA-256, to be compared with what the journal recorded at each start.
    Identity(identity::Arguments),
    /// The journal: show, export, verify, rebuild.
    #[command(subcommand)]
    Journal(journal::Command),
    /// The meters of the cabinet and of every seat, computed again from the journal.
    Meters(meters::Arguments),
    /// Plays a golden round and prints what happened.
    Play(play::Arguments),
    /// The return to player of every bet: counted out where that can be done, otherwise simulated.
    Rtp(rtp::Arguments),
    /// What a technician looks at, of the cabinet that runs: what it thinks now, and the wheel's lines as they come.
    #[command(subcommand)]
    Service(service::Command),
    /// Settles roulette rounds, one JSON object a line, from standard input.
    Settle(settle::Arguments),
    /// Asks what a cabinet is to be like, shows the ports and lines that are there, and writes a cabinet file.
    Setup(setup::Arguments),
    /// The shifts that were closed: cash against meters, and the report of each.
    Shifts(shifts::Arguments),
    /// Card-reading shoes: ask one, replay what one has said, simulate one.
    #[command(subcommand)]
    Shoe(shoe::Command),
    /// Shuffle machines: ask one, let one shuffle, replay what one has said, simulate one.
    #[command(subcommand)]
    Shuffler(shuffler::Command),
    /// Plays a seeded scenario of the whole cabinet, twice, with an auditor looking on.
    Simulate(simulate::Arguments),
    /// The spins that were made, and the evidence of each.
    Spins(spins::Arguments),
    /// Checks a cabinet file and every file that it names, as the daemon does at its start: everything that is wrong, or what is offered
    /// where.
    Validate(validate::Arguments),
    /// Wheels: ask one, replay what one has said, simulate one.
    #[command(subcommand)]
    Wheel(wheel::Command),
}

impl Command {
    /// Whether cards of a house's deals stand in what it prints.
    const fn tells_cards(&self) -> bool {
        matches!(self, Self::Hands(_) | Self::Journal(journal::Command::Export(_) | journal::Command::Show(_)))
    }
}

/// The command line with everything that it explains, for the manual pages.
#[must_use]
pub fn command_line() -> clap::Command {
    Arguments::command()
}

/// Runs the command of the program's arguments.
#[must_use]
pub fn run() -> ExitCode {
    if has_json_flag(std::env::args_os()) {
        reader::write_json();
    }
    let arguments = match parsed(std::env::args_os()) {
        Ok(arguments) => arguments,
        Err(error) => return failure::report_usage(&error),
    };
    keep_private();
    if arguments.command.tells_cards() {
        private::close_output();
    }
    match said(arguments.command).and_then(|output| print(&output)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// Options that ask for the result as something other than JSON.
const OTHER_FORMS: [&str; 5] = ["as_table", "csv", "html", "pem", "phh"];

/// Whether JSON is asked for, of a command line that may be wrong in other ways.
fn has_json_flag(words: impl IntoIterator<Item = OsString>) -> bool {
    words.into_iter().skip(1).take_while(|word| word != "--").any(|word| word == "--json")
}

/// The arguments that these words say. JSON and another form of the result are not asked for together.
fn parsed(words: impl IntoIterator<Item = OsString>) -> Result<Arguments, clap::Error> {
    let mut command = Arguments::command();
    let matches = command.try_get_matches_from_mut(words)?;
    if matches.get_flag("json")
        && let Some(other) = other_form(&matches)
    {
        let message = format!("--json goes without --{}, which asks for another form", other.replace('_', "-"));
        return Err(command.error(ErrorKind::ArgumentConflict, message));
    }
    Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// The option by which these words, or those of the command in them, ask for another form than JSON.
fn other_form(matches: &ArgMatches) -> Option<&'static str> {
    let own = OTHER_FORMS.into_iter().find(|id| matches!(matches.try_get_one::<bool>(id), Ok(Some(true))));
    own.or_else(|| matches.subcommand().and_then(|(_, matches)| other_form(matches)))
}

/// What a command has to say.
fn said(command: Command) -> Result<String, Failure> {
    match command {
        Command::Access(command) => command.run(),
        Command::Audit(arguments) => audit::run(&arguments),
        Command::Betting(arguments) => betting::run(&arguments),
        Command::Bundle(arguments) => bundle::run(&arguments),
        Command::Cards(command) => command.run(),
        Command::Certificate(arguments) => certificate::run(&arguments),
        Command::Disputes(arguments) => disputes::run(&arguments),
        Command::Faults(arguments) => faults::run(&arguments),
        Command::Figures(arguments) => figures::run(&arguments),
        Command::Hands(arguments) => hands::run(&arguments),
        Command::Identity(arguments) => identity::run(&arguments),
        Command::Journal(command) => command.run(),
        Command::Meters(arguments) => meters::run(&arguments),
        Command::Play(arguments) => play::run(&arguments),
        Command::Rtp(arguments) => rtp::run(&arguments),
        Command::Service(command) => command.run(),
        Command::Settle(arguments) => settle::run(&arguments),
        Command::Setup(arguments) => setup::run(&arguments),
        Command::Shifts(arguments) => shifts::run(&arguments),
        Command::Shoe(command) => command.run(),
        Command::Shuffler(command) => command.run(),
        Command::Simulate(arguments) => simulate::run(&arguments),
        Command::Spins(arguments) => spins::run(arguments),
        Command::Validate(arguments) => validate::run(&arguments),
        Command::Wheel(command) => command.run(),
    }
}

/// What the command of these words has to say, which are of a command that tells no cards.
fn said_without_cards(words: &[String]) -> Result<String, Failure> {
    let program = "croupierctl".to_owned();
    let arguments =
        Arguments::try_parse_from(std::iter::once(&program).chain(words)).map_err(|error| Failure::refused("usage", error.to_string()))?;
    assert!(!arguments.command.tells_cards(), "no card leaves the house in what this makes");
    said(arguments.command)
}

/// Writes a command's output. A reader that has seen enough and closes the pipe is no failure.
fn print(output: &str) -> Result<(), Failure> {
    match io::stdout().lock().write_all(output.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::ours("output", format!("cannot write the output: {error}")))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether these words ask for JSON, as the command line and as a glance at it say; or why they are refused.
    fn check(words: &str, expected: Result<bool, ErrorKind>) {
        let words = || words.split(' ').map(OsString::from);
        assert_eq!(parsed(words()).map(|arguments| arguments.json).map_err(|error| error.kind()), expected);
        assert_eq!(has_json_flag(words()), expected.unwrap_or(true));
    }

    #[test]
    fn json_is_asked_for_before_or_after_the_command() {
        check("croupierctl --json faults", Ok(true));
        check("croupierctl faults --json", Ok(true));
        check("croupierctl journal verify --json", Ok(true));
        check("croupierctl faults --as-table", Ok(false));
        check("croupierctl play -- --json", Ok(false));
    }

    #[test]
    fn json_and_another_form_are_not_asked_for_together() {
        check("croupierctl --json faults --as-table", Err(ErrorKind::ArgumentConflict));
        check("croupierctl disputes report 1 --html --json", Err(ErrorKind::ArgumentConflict));
        check("croupierctl hands --phh --json", Err(ErrorKind::ArgumentConflict));
        check("croupierctl --json nothing", Err(ErrorKind::InvalidSubcommand));
    }

    #[test]
    fn the_command_line_is_sound() {
        command_line().debug_assert();
    }
}
