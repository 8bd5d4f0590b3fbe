//! The port of a device: those that are there are listed, and the device on it is asked what it is.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::dialogue::{Dialogue, chosen};
use crate::ctl::Failure;
use crate::ctl::port::now;
use crate::ctl::runtime::block_on;
use crate::drivers::technician::{converse, talk};
use crate::drivers::wheel::WheelPort;
use crate::profiles::{CardSourceKeys, Device, load_device};
use crate::sensing::SerialMachine;
use crate::sensing::card_source::{LineStatus, TECHNICIAN};
use crate::sensing::shoe::Shoe;
use crate::sensing::shuffler::Shuffler;
use crate::sensing::slingshot::{self, Wheel};

/// How long a device may take to say something.
const PATIENCE: Duration = Duration::from_secs(4);

/// What a device says of itself, or why there is none.
type Heard = Result<String, String>;

/// Asks for the port of this device, none of those that are taken, until there is a device or the person is content without one.
pub(super) fn ask(dialogue: &mut Dialogue<'_>, folder: &Path, taken: &[PathBuf], device: &str) -> Result<PathBuf, Failure> {
    let device = load_device(device)?.value;
    let name = name_of(&device);
    loop {
        let there = there(folder, taken);
        if there.is_empty() {
            dialogue.say(format!("No port that is free is in {}: is the adapter plugged in?", folder.display()))?;
        }
        let port = port(dialogue, name, &there, taken)?;
        dialogue.say(format!("Listening to {} for {} s ...", port.display(), PATIENCE.as_secs()))?;
        match heard(&port, &device)? {
            Ok(words) => {
                dialogue.say(format!("  The {name} is there: {words}."))?;
                return Ok(port);
            }
            Err(why) => dialogue.say(format!("  No {name}: {why}."))?,
        }
        if dialogue.agree("Take this port all the same", false)? {
            return Ok(port);
        }
    }
}

/// The port of a table's source of cards, where it has one.
pub(super) fn of(source: &CardSourceKeys) -> Option<PathBuf> {
    if let CardSourceKeys::Serial { port, .. } = source { Some(port.clone()) } else { None }
}

/// The free ports in this folder, in order.
fn there(folder: &Path, taken: &[PathBuf]) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut there: Vec<String> = entries.filter(|path| !is_taken(path, taken)).map(|path| path.display().to_string()).collect();
    there.sort_unstable();
    there
}

/// Whether it is one of these ports, by another of its names too.
fn is_taken(path: &Path, taken: &[PathBuf]) -> bool {
    let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    taken.iter().any(|other| real(other) == real(path))
}

fn port(dialogue: &mut Dialogue<'_>, name: &str, there: &[String], taken: &[PathBuf]) -> Result<PathBuf, Failure> {
    dialogue.list(there)?;
    let usual = (!there.is_empty()).then_some("1");
    dialogue.ask(&format!("Port of the {name}, by its number or path"), usual, |answer| {
        let by_number = chosen(answer, there).map(|place| there[place].clone());
        let path = by_number.or_else(|| answer.starts_with('/').then(|| answer.to_owned())).map(PathBuf::from);
        let path = path.ok_or("the number of a port, or a path that begins with /")?;
        if is_taken(&path, taken) { Err(format!("a port that is not taken already, as {answer} is")) } else { Ok(path) }
    })
}

fn name_of(device: &Device) -> &'static str {
    match device {
        Device::Slingshot(_) | Device::ThreeSensor(_) => Wheel::NAME,
        Device::Shuffler(_) => Shuffler::NAME,
        Device::Shoe(_) => Shoe::NAME,
    }
}

/// What the device on this port says of itself, or why there is none.
fn heard(port: &Path, device: &Device) -> Result<Heard, Failure> {
    match device {
        Device::Slingshot(device) => wheel_heard(port, device),
        Device::Shuffler(device) => source_heard(port, device.line.baud, Shuffler::new(device.clone(), TECHNICIAN), |shuffler| {
            let status = shuffler.status();
            (status.state.map(|state| state.word()), &status.line)
        }),
        Device::Shoe(device) => source_heard(port, device.line.baud, Shoe::new(device.clone(), TECHNICIAN), |shoe| {
            let status = shoe.status();
            (status.state.map(|state| state.word()), &status.line)
        }),
        Device::ThreeSensor(_) => Ok(Err("it is on bare lines".to_owned())),
    }
}

fn wheel_heard(port: &Path, device: &slingshot::Parameters) -> Result<Heard, Failure> {
    let port = WheelPort { port: port.to_owned(), device: device.clone(), record: None, analyser: None, speed: 1, settled: None };
    let talk = match block_on(talk(&port, &[], |status| status.report.is_some(), PATIENCE, now))? {
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

/// The same of a source of cards, of which `said` tells the state and the line. No card is said.
fn source_heard<M: SerialMachine>(
    port: &Path,
    baud: u32,
    mut machine: M,
    said: impl Fn(&M) -> (Option<&'static str>, &LineStatus),
) -> Result<Heard, Failure> {
    let is_over = |machine: &mut M| {
        // What happens at the device concerns a cabinet.
        while machine.poll_event().is_some() {}
        said(machine).0.is_some()
    };
    if let Err(error) = block_on(converse(&mut machine, port, baud, PATIENCE, &now, is_over))? {
        return Ok(Err(error.to_string()));
    }
    let (state, line) = said(&machine);
    let Some((state, identity)) = state.zip(line.identity.as_ref()) else {
        return Ok(Err(format!("nothing came that can be understood, and {} pieces that cannot", line.damaged_frames)));
    };
    Ok(Ok(format!("state {}, {} {}, serial number {}", state.to_lowercase(), identity.model, identity.firmware, identity.serial)))
}
