//! `croupierctl wheel replay`: a capture or an edge trace through the very code that drives the live wheel, in the capture's own time.

use clap::Args;

use super::edges;
use super::event::as_json;
use crate::ctl::Failure;
use crate::model::{Span, Timestamp, WheelEvent};
use crate::profiles::{self, Device};
use crate::sensing::SerialMachine;
use crate::sensing::capture::{self, CaptureLine, Direction};
use crate::sensing::slingshot::{Parameters, Wheel};
use crate::sensing::trace;

/// What to replay.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The wheel it is of: a shipped device such as `slingshot-2` or `three-sensor-gpio`, or a device file.
    #[arg(long, value_name = "NAME-OR-FILE")]
    device: String,
    /// The capture, or the edge trace.
    file: String,
}

/// Replays the file: one event a line, its time in seconds from the file's start.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let device = profiles::load_device(&arguments.device)?;
    let file = arguments.file.as_str();
    let bytes = std::fs::read(file).map_err(|error| Failure::unreadable(file, &error))?;
    // What a damaged line looks like does not matter, as long as it stays damaged.
    let text = String::from_utf8_lossy(&bytes);
    let events = match device.value {
        Device::Slingshot(parameters) => {
            let lines = capture::parse(&text).map_err(|error| Failure::bad_line("bad-capture", file, error.line, error.expected))?;
            events(parameters, &lines)
        }
        Device::ThreeSensor(parameters) => {
            let edges = trace::parse(&text).map_err(|error| Failure::bad_line("bad-trace", file, error.line, error.expected))?;
            edges::events(*parameters, &edges)
        }
        Device::Shuffler(_) | Device::Shoe(_) => return Err(Failure::refused("no-wheel", format!("{}: is no wheel", arguments.device))),
    };
    Ok(events.iter().map(|(at, event)| format!("{}\n", as_json(*at, event))).collect())
}

/// The events of a capture. The wheel's timers run between the lines, and stop with the last one: what would have happened after
/// it is not known.
fn events(parameters: Parameters, lines: &[CaptureLine]) -> Vec<(Span, WheelEvent)> {
    let start = Timestamp::default();
    let mut wheel = Wheel::new(parameters);
    let mut events = Vec::new();
    for line in lines {
        let now = start.after(line.at);
        while let Some(due) = wheel.next_wake().filter(|due| *due <= now) {
            wheel.wake(due);
            collect(&mut wheel, due.since(start), &mut events);
        }
        match line.direction {
            Direction::From => wheel.received_line(&line.line, now),
            Direction::To => wheel.overheard_line(&line.line, now),
        }
        collect(&mut wheel, line.at, &mut events);
    }
    events
}

fn collect(wheel: &mut Wheel, at: Span, events: &mut Vec<(Span, WheelEvent)>) {
    events.extend(std::iter::from_fn(|| wheel.poll_event()).map(|event| (at, event)));
}
