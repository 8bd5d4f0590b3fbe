//! The port of a wheel: those that are there are listed, and the wheel on it is asked what it is.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::dialogue::{Dialogue, chosen};
use crate::ctl::Failure;
use crate::ctl::runtime::block_on;
use crate::drivers::technician::talk;
use crate::drivers::wheel::WheelPort;
use crate::profiles::{self, Kind};
use crate::sensing::slingshot::Parameters;

/// How long a wheel may take to say something.
const PATIENCE: Duration = Duration::from_secs(4);

/// Asks for the port of this device, until there is a wheel or the person is content without one.
pub(super) fn ask(dialogue: &mut Dialogue<'_>, folder: &Path, device: &str) -> Result<PathBuf, Failure> {
    loop {
        let there = there(folder);
        if there.is_empty() {
            dialogue.say(format!("No port is in {}: is the adapter plugged in?", folder.display()))?;
        }
        let port = port(dialogue, &there)?;
        dialogue.say(format!("Listening to {} for {} s ...", port.display(), PATIENCE.as_secs()))?;
        match heard(&port, device)? {
            Ok(words) => {
                dialogue.say(format!("  The wheel is there: {words}."))?;
                return Ok(port);
            }
            Err(why) => dialogue.say(format!("  No wheel: {why}."))?,
        }
        if dialogue.agree("Take this port all the same", false)? {
            return Ok(port);
        }
    }
}

/// The ports in this folder, in order.
fn there(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut there: Vec<String> = entries.map(|entry| entry.path().display().to_string()).collect();
    there.sort_unstable();
    there
}

fn port(dialogue: &mut Dialogue<'_>, there: &[String]) -> Result<PathBuf, Failure> {
    dialogue.list(there)?;
    let usual = (!there.is_empty()).then_some("1");
    dialogue.ask("Port of the wheel, by its number or path", usual, |answer| {
        let by_number = chosen(answer, there).map(|place| there[place].clone());
        let path = by_number.or_else(|| answer.starts_with('/').then(|| answer.to_owned()));
        path.map(PathBuf::from).ok_or_else(|| "the number of a port, or a path that begins with /".to_owned())
    })
}

/// What the wheel on this port says of itself, or why there is none.
fn heard(port: &Path, device: &str) -> Result<Result<String, String>, Failure> {
    let device = profiles::load::<Parameters>(Kind::Device, device)?.value;
    let port = WheelPort { port: port.to_owned(), device, record: None, analyser: None, speed: 1, settled: None };
    let talk = match block_on(talk(&port, &[], |status| status.report.is_some(), PATIENCE, crate::ctl::port::now))? {
        Ok(talk) => talk,
        Err(error) => return Ok(Err(error.to_string())),
    };
    let unreadable = talk.status.unreadable_lines;
    Ok(talk.status.report.map_or_else(
        || Err(format!("nothing came that can be read, and {unreadable} lines that cannot")),
        |report| {
            let last = report.winning.map_or_else(|| "none".to_owned(), |pocket| pocket.number().to_string());
            Ok(format!(
                "state {}, last number {last}, rotor {}.{} rpm",
                report.state_name(),
                report.tenths_rpm / 10,
                report.tenths_rpm % 10
            ))
        },
    ))
}
