//! Lines of a Raspberry Pi's header, by rppal: levels in the registers, changes by interrupts that carry the kernel's time stamps and
//! numbers, one queue for each line.
//!
//! The registers know no owner, so the kernel is asked first who holds a line. Not tried on a board here: off a Raspberry Pi opening is an
//! error, and that is what the tests see.

use std::time::Duration;

use rppal::gpio::{Error, Event, Gpio, InputPin, Level, OutputPin, Trigger};

use super::chip::Chips;
use super::listening::Queues;
use super::order::{Order, QueuedChange};
use super::outputs::Pins;
use super::{LineError, clock};
use crate::profiles::{Bias, InputKeys, LineDriver, LineKeys, LineName, OutputKeys};
use crate::sensing::three_sensor::{Change, Input, Output};

/// The chips that a Raspberry Pi's header is on, by their labels.
const HEADERS: [&str; 3] = ["pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1"];

/// How many changes are read before time is looked at again.
const READ_MOST: usize = 4_096;

/// An input's pin.
struct Read {
    input: Input,
    pin: InputPin,
    chip: String,
    active_low: bool,
}

/// An output's pin.
struct Driven {
    output: Output,
    pin: OutputPin,
    active_low: bool,
}

/// The inputs.
pub(super) struct InputPins {
    gpio: Gpio,
    pins: Vec<Read>,
    /// What woke a wait and has not been told yet.
    woken: Option<(u8, Event)>,
}

/// The outputs.
pub(super) struct OutputPins(Vec<Driven>);

/// Opens all lines, the outputs at their inactive level.
///
/// # Errors
/// Off a Raspberry Pi, and for the first line that is not there, is held, or cannot be used.
pub(super) fn open(keys: &LineKeys) -> Result<(InputPins, OutputPins), LineError> {
    let gpio = Gpio::new().map_err(|error| not_here(error.to_string()))?;
    let mut chips = Chips::default();
    let mut pins = Vec::new();
    for (input, keys) in keys.inputs() {
        pins.push(read(&gpio, &mut chips, input, keys)?);
    }
    let mut driven = Vec::new();
    for (output, keys) in keys.outputs() {
        driven.push(drive(&gpio, &mut chips, output, keys)?);
    }
    Ok((InputPins { gpio, pins, woken: None }, OutputPins(driven)))
}

fn read(gpio: &Gpio, chips: &mut Chips, input: Input, keys: &InputKeys) -> Result<Read, LineError> {
    let pin = pin(gpio, chips, &keys.chip, &keys.line, input.name())?;
    let mut pin = match keys.bias {
        Bias::Disabled => pin.into_input(),
        Bias::PullUp => pin.into_input_pullup(),
        Bias::PullDown => pin.into_input_pulldown(),
    };
    let debounce = (keys.debounce_microseconds > 0).then(|| Duration::from_micros(keys.debounce_microseconds.into()));
    let failed = |error| unusable(&keys.chip, format!("line {} for `{}` gives no interrupts", keys.line, input.name()), &error);
    pin.set_interrupt(Trigger::Both, debounce).map_err(failed)?;
    Ok(Read { input, pin, chip: keys.chip.clone(), active_low: keys.active_low })
}

fn drive(gpio: &Gpio, chips: &mut Chips, output: Output, keys: &OutputKeys) -> Result<Driven, LineError> {
    let pin = pin(gpio, chips, &keys.chip, &keys.line, output.name())?;
    let pin = if keys.active_low { pin.into_output_high() } else { pin.into_output_low() };
    Ok(Driven { output, pin, active_low: keys.active_low })
}

/// The pin of a line that nobody holds.
fn pin(gpio: &Gpio, chips: &mut Chips, chip: &str, line: &LineName, used_as: &'static str) -> Result<rppal::gpio::Pin, LineError> {
    if !HEADERS.contains(&chip) {
        return Err(not_here(format!("`{used_as}` is on the chip {chip:?}, and the header's lines are on {}", HEADERS.join(", "))));
    }
    let LineName::Offset(number) = line else {
        return Err(not_here(format!("`{used_as}` is given by the name {line}, and rppal knows numbers only")));
    };
    let found = chips.find(chip)?;
    found.line(line, used_as)?;
    found.is_free(*number, used_as)?;
    // The header has fewer lines than a byte has numbers.
    let number = u8::try_from(*number).unwrap_or(u8::MAX);
    gpio.get(number).map_err(|error| unusable(chip, format!("line {line} for `{used_as}` cannot be had"), &error))
}

impl Queues for InputPins {
    fn wait(&mut self, timeout: Duration) -> Result<(), LineError> {
        if self.woken.is_none() {
            // Less than a millisecond is none for rppal, and waiting must not become spinning.
            self.woken = self.poll(timeout.max(Duration::from_millis(1)))?;
        }
        Ok(())
    }

    fn drain(&mut self, order: &mut Order) -> Result<bool, LineError> {
        for _ in 0..READ_MOST {
            let next = match self.woken.take() {
                Some(woken) => Some(woken),
                None => self.poll(Duration::ZERO)?,
            };
            let Some((number, event)) = next else { return Ok(true) };
            let Some(read) = self.pins.iter().find(|read| read.pin.pin() == number) else { continue };
            let at_nanoseconds = u64::try_from(event.timestamp.as_nanos()).unwrap_or(u64::MAX);
            let active = (event.trigger == Trigger::RisingEdge) != read.active_low;
            let change = Change { at_nanoseconds, input: read.input, active };
            order.tell(QueuedChange { queue: usize::from(number), number: event.seqno, change }, clock::now());
        }
        Ok(false)
    }

    fn levels(&mut self, see: &mut dyn FnMut(Input, bool)) -> Result<(), LineError> {
        for read in &self.pins {
            see(read.input, (read.pin.read() == Level::High) != read.active_low);
        }
        Ok(())
    }
}

impl InputPins {
    /// The next change of any pin, by its number.
    fn poll(&self, timeout: Duration) -> Result<Option<(u8, Event)>, LineError> {
        let pins: Vec<&InputPin> = self.pins.iter().map(|read| &read.pin).collect();
        match self.gpio.poll_interrupts(&pins, false, Some(timeout)) {
            Ok(event) => Ok(event.map(|(pin, event)| (pin.pin(), event))),
            Err(Error::Io(error)) if error.kind() == std::io::ErrorKind::Interrupted => Ok(None),
            Err(error) => Err(unusable(self.pins.first().map_or("", |read| &read.chip), "the lines cannot be read".into(), &error)),
        }
    }
}

impl Pins for OutputPins {
    fn set(&mut self, output: Output, active: bool) -> Result<(), LineError> {
        for driven in self.0.iter_mut().filter(|driven| driven.output == output) {
            driven.pin.write(Level::from(active != driven.active_low));
        }
        Ok(())
    }
}

fn not_here(detail: String) -> LineError {
    LineError::NotThisBoard { driver: LineDriver::Rppal.name(), detail }
}

fn unusable(chip: &str, what: String, error: &Error) -> LineError {
    LineError::Unusable { chip: chip.to_owned(), what, detail: error.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profiles::{WheelKeys, load_cabinet};

    #[test]
    fn off_a_raspberry_pi_opening_is_an_error_that_says_so() {
        let file = load_cabinet("three-sensor-gpio").expect("the shipped cabinet is good");
        let WheelKeys::Lines { lines, .. } = file.value.wheel else { panic!("the cabinet has lines") };
        // On a Raspberry Pi this test has nothing to say.
        let Err(error) = open(&lines) else { return };
        assert_eq!(error.to_string(), "the driver \"rppal\" cannot be used here: Unknown Raspberry Pi model");
    }
}
