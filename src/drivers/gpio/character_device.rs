//! Lines of any board, by the kernel's character device: changes with the kernel's time stamps and numbers, one queue for each chip.

use std::collections::BTreeMap;
use std::time::Duration;

use gpiocdev::Request;
use gpiocdev::line::{self, EdgeDetection, EdgeKind, EventClock, Offset, Value, Values};
use gpiocdev::request::Builder;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::chip::{Chips, unusable};
use super::listening::Queues;
use super::order::{Order, QueuedChange};
use super::outputs::Pins;
use super::{LineError, clock};
use crate::profiles::{Bias, InputKeys, LineKeys, LineName, OutputKeys};
use crate::sensing::three_sensor::{Change, Input, Output};

/// Who holds the lines, as the kernel tells others.
const CONSUMER: &str = "croupier";

/// How many changes the kernel is asked to keep for each queue until they are read; it keeps no more of them.
const KERNEL_BUFFER: u32 = 1_024;

/// How many changes of one queue are read before time is looked at again.
const READ_MOST: usize = 4_096;

/// How many changes are read in one call.
const READ_AT_ONCE: usize = 64;

/// The lines of one chip that were asked for together.
pub(super) struct Held<P> {
    pub(super) chip: String,
    pub(super) request: Request,
    pub(super) lines: BTreeMap<Offset, P>,
}

/// The inputs, one request for each chip.
pub(super) struct InputLines(Vec<Held<Input>>);

/// The outputs, one request for each chip.
pub(super) struct OutputLines(Vec<Held<Output>>);

/// A line that is wanted.
pub(super) struct Wanted<'a, P> {
    purpose: P,
    used_as: &'static str,
    chip: &'a str,
    line: &'a LineName,
    /// Says how the line is to be used; the builder has it selected.
    configure: Box<dyn Fn(&mut Builder) + 'a>,
}

/// Asks the kernel for all lines: the inputs, and the outputs at their inactive level.
///
/// # Errors
/// The first chip or line that is not there, is held, or cannot be used.
pub(super) fn open(keys: &LineKeys) -> Result<(InputLines, OutputLines), LineError> {
    let mut chips = Chips::default();
    let inputs = keys.inputs().map(|(input, keys)| wanted_input((input, input.name()), keys, keys.debounce_microseconds)).collect();
    let outputs = keys.outputs().map(|(output, keys)| wanted_output((output, output.name()), keys)).collect();
    Ok((InputLines(hold(&mut chips, inputs)?), OutputLines(hold(&mut chips, outputs)?)))
}

/// An input, which the kernel debounces for so long, or not at all.
pub(super) fn wanted_input<'a, P>((purpose, used_as): (P, &'static str), keys: &'a InputKeys, debounce_microseconds: u32) -> Wanted<'a, P> {
    let configure = move |builder: &mut Builder| {
        builder.as_input().with_edge_detection(EdgeDetection::BothEdges).with_event_clock(EventClock::Monotonic);
        builder.with_bias(match keys.bias {
            Bias::Disabled => line::Bias::Disabled,
            Bias::PullUp => line::Bias::PullUp,
            Bias::PullDown => line::Bias::PullDown,
        });
        if debounce_microseconds > 0 {
            builder.with_debounce_period(Duration::from_micros(debounce_microseconds.into()));
        }
        level(builder, keys.active_low);
    };
    Wanted { purpose, used_as, chip: &keys.chip, line: &keys.line, configure: Box::new(configure) }
}

/// An output, which is inactive at first.
pub(super) fn wanted_output<'a, P>((purpose, used_as): (P, &'static str), keys: &'a OutputKeys) -> Wanted<'a, P> {
    let configure = move |builder: &mut Builder| {
        builder.as_output(Value::Inactive);
        level(builder, keys.active_low);
    };
    Wanted { purpose, used_as, chip: &keys.chip, line: &keys.line, configure: Box::new(configure) }
}

fn level(builder: &mut Builder, active_low: bool) {
    if active_low {
        builder.as_active_low();
    } else {
        builder.as_active_high();
    }
}

/// Asks for lines, all of one chip together.
pub(super) fn hold<P: Copy>(chips: &mut Chips, wanted: Vec<Wanted<'_, P>>) -> Result<Vec<Held<P>>, LineError> {
    let mut by_chip: BTreeMap<&str, Vec<&Wanted<'_, P>>> = BTreeMap::new();
    for line in &wanted {
        by_chip.entry(line.chip).or_default().push(line);
    }
    by_chip.into_iter().map(|(chip, wanted)| hold_on_chip(chips, chip, &wanted)).collect()
}

fn hold_on_chip<P: Copy>(chips: &mut Chips, name: &str, wanted: &[&Wanted<'_, P>]) -> Result<Held<P>, LineError> {
    let chip = chips.find(name)?;
    let mut builder = Request::builder();
    builder.on_chip(chip.path()).with_consumer(CONSUMER).with_kernel_event_buffer_size(KERNEL_BUFFER);
    let mut names = Vec::new();
    let mut lines = BTreeMap::new();
    for line in wanted {
        let offset = chip.line(line.line, line.used_as)?;
        (line.configure)(builder.with_line(offset));
        names.push((offset, line.used_as));
        lines.insert(offset, line.purpose);
    }
    let request = builder.request().map_err(|error| chip.refused(&names, &error))?;
    Ok(Held { chip: name.to_owned(), request, lines })
}

impl Queues for InputLines {
    fn wait(&mut self, timeout: Duration) -> Result<(), LineError> {
        wait(&self.0, timeout)
    }

    fn drain(&mut self, order: &mut Order) -> Result<bool, LineError> {
        let mut all = true;
        for (queue, held) in self.0.iter().enumerate() {
            all &= drain_one(held, |told, now| {
                let change = Change { at_nanoseconds: told.at_nanoseconds, input: told.purpose, active: told.active };
                order.tell(QueuedChange { queue, number: told.number, change }, now);
            })?;
        }
        Ok(all)
    }

    fn levels(&mut self, see: &mut dyn FnMut(Input, bool)) -> Result<(), LineError> {
        levels(&self.0, see)
    }
}

/// Waits until a queue has something, but not longer than `timeout`.
pub(super) fn wait<P>(all: &[Held<P>], timeout: Duration) -> Result<(), LineError> {
    let timeout = Timespec::try_from(timeout).unwrap_or(Timespec { tv_sec: 1, tv_nsec: 0 });
    let mut queues: Vec<PollFd<'_>> = all.iter().map(|held| PollFd::new(&held.request, PollFlags::IN)).collect();
    match poll(&mut queues, Some(&timeout)) {
        Ok(_) | Err(Errno::INTR) => {}
        Err(error) => return Err(gone(&all[0].chip, error.to_string())),
    }
    let dead = queues.iter().position(|queue| queue.revents().intersects(PollFlags::ERR | PollFlags::HUP | PollFlags::NVAL));
    dead.map_or(Ok(()), |place| Err(gone(&all[place].chip, "the chip is gone".into())))
}

/// How every input stands at this moment.
pub(super) fn levels<P: Copy>(all: &[Held<P>], see: &mut dyn FnMut(P, bool)) -> Result<(), LineError> {
    for held in all {
        let mut values = Values::default();
        held.request.values(&mut values).map_err(|error| unread(&held.chip, &error))?;
        for (offset, purpose) in &held.lines {
            if let Some(value) = values.get(*offset) {
                see(*purpose, value == Value::Active);
            }
        }
    }
    Ok(())
}

/// A change as a queue tells it.
pub(super) struct Told<P> {
    /// Of which line.
    pub(super) purpose: P,
    /// Its number in the queue.
    number: u32,
    at_nanoseconds: u64,
    active: bool,
}

/// Reads one queue until it is empty, or until there has been a flood; says whether it is empty. Each change is given with the moment at which it was read.
pub(super) fn drain_one<P: Copy>(held: &Held<P>, take: impl FnMut(Told<P>, u64)) -> Result<bool, LineError> {
    drain_queue(held, take).map_err(|error| unread(&held.chip, &error))
}

fn drain_queue<P: Copy>(held: &Held<P>, mut take: impl FnMut(Told<P>, u64)) -> gpiocdev::Result<bool> {
    let request = &held.request;
    let size = request.edge_event_u64_size();
    let mut buffer = vec![0; size * READ_AT_ONCE];
    for _ in 0..READ_MOST / READ_AT_ONCE {
        if !request.has_edge_event()? {
            return Ok(true);
        }
        let read = request.read_edge_events_into_slice(&mut buffer)?;
        let now = clock::now();
        for event in buffer[..read].chunks_exact(size) {
            let event = request.edge_event_from_slice(event)?;
            let Some(purpose) = held.lines.get(&event.offset).copied() else { continue };
            // Which is the rising edge says the kernel by what is active, not by what is high.
            let active = event.kind == EdgeKind::Rising;
            take(Told { purpose, number: event.seqno, at_nanoseconds: event.timestamp_ns, active }, now);
        }
    }
    Ok(false)
}

impl Pins for OutputLines {
    fn set(&mut self, output: Output, active: bool) -> Result<(), LineError> {
        let lines = self.0.iter().flat_map(|held| held.lines.iter().map(move |(offset, purpose)| (held, *offset, *purpose)));
        let value = if active { Value::Active } else { Value::Inactive };
        for (held, offset, _) in lines.filter(|(_, _, purpose)| *purpose == output) {
            let failed = |error| unusable(&held.chip, format!("line {offset} for `{}` cannot be driven", output.name()), &error);
            held.request.set_value(offset, value).map_err(failed)?;
        }
        Ok(())
    }
}

fn unread(chip: &str, error: &gpiocdev::Error) -> LineError {
    unusable(chip, "the lines cannot be read".into(), error)
}

fn gone(chip: &str, detail: String) -> LineError {
    LineError::Unusable { chip: chip.to_owned(), what: "the lines cannot be read".into(), detail }
}
