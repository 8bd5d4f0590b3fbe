//! `croupierctl spins`: every spin that was ever made, read from the mirror, also while the daemon writes.

mod bias;
mod drop_zone;
mod evidence;
mod list;

use clap::{Args, Subcommand};

use super::Failure;
use super::journal::Place;
use crate::diagnostics::Decoder;
use crate::journal::{JournalError, MirrorReader};
use crate::profiles::{Device, load_device};

/// What to show of the spins.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    list: list::Arguments,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Says whether the pockets win equally often, and what so many spins can show.
    Bias(bias::Arguments),
    /// Prints what the wheel's lines showed in a round, as a capture or an edge trace that `croupierctl wheel replay` reads; or its figures.
    Evidence(evidence::Arguments),
    /// Says where the ball left the rim in the last rounds, and whether that shows a wheel that does not stand level.
    DropZone(drop_zone::Arguments),
}

pub(super) fn run(arguments: Arguments) -> Result<String, Failure> {
    match arguments.command {
        None => list::run(&arguments.list),
        Some(Command::Bias(bias)) => bias::run(&bias),
        Some(Command::Evidence(evidence)) => evidence::run(&evidence),
        Some(Command::DropZone(drop_zone)) => drop_zone::run(&drop_zone),
    }
}

/// Decodes the spins of the wheel that this device is, or is told of by this device file.
fn decoder(device: &str) -> Result<Decoder, Failure> {
    Ok(match load_device(device)?.value {
        Device::ThreeSensor(parameters) => Decoder::new(Some(*parameters)),
        Device::Slingshot(_) => Decoder::new(None),
        Device::Shuffler(_) | Device::Shoe(_) => return Err(Failure::refused("no-wheel", format!("{device}: is no wheel"))),
    })
}

/// Where to begin reading so as to find all of `round`: rounds follow each other, so the segments are searched from the last.
fn start_of(reader: &MirrorReader, round: u64) -> Result<u64, JournalError> {
    for start in reader.starts().into_iter().rev() {
        if reader.read(start)?.is_some_and(|link| link.entry.round < round) {
            return Ok(start);
        }
    }
    Ok(1)
}

/// A figure as it is printed.
fn thousandths(value: f64) -> f64 {
    (value * 1e3).round() / 1e3
}
