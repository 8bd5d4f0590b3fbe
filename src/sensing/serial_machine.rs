//! What every device on a serial line has in common: bytes, time and wishes go in, bytes and events come out.

use alloc::string::String;
use alloc::vec::Vec;

use crate::model::{CardSourceEvent, CardWish, Timestamp};

/// A device on a serial line, as a machine without a port.
///
/// Call [`Self::received`] with the bytes that came, [`Self::wake`] at [`Self::next_wake`], and after each call send what
/// [`Self::poll_send`] gives and pass on what [`Self::poll_event`] gives. Times never go backwards.
pub trait SerialMachine {
    /// What can be wanted of it.
    type Wish: Copy;
    /// What it can say.
    type Event;
    /// What is known of it.
    type Status: Clone + PartialEq;

    /// What people call it, such as `wheel`.
    const NAME: &'static str;

    /// What is wanted now. Saying the same again changes nothing.
    fn wish(&mut self, wish: Self::Wish, now: Timestamp);

    /// Bytes came from the device.
    fn received(&mut self, bytes: &[u8], now: Timestamp);

    /// The port is open (again). Nothing is known to be well before the device is heard.
    fn device_found(&mut self, now: Timestamp);

    /// The port is gone.
    fn device_lost(&mut self, now: Timestamp, detail: &str);

    /// The device says more than one that works can: its port was closed, and is opened again later.
    fn device_babbles(&mut self, now: Timestamp, detail: &str);

    /// Time has passed.
    fn wake(&mut self, now: Timestamp);

    /// When to call [`Self::wake`] at the latest.
    #[must_use]
    fn next_wake(&self) -> Option<Timestamp>;

    /// The next bytes to send.
    fn poll_send(&mut self) -> Option<Vec<u8>>;

    /// The next thing that happened.
    fn poll_event(&mut self) -> Option<Self::Event>;

    /// How much evidence an event carries, in bytes.
    #[must_use]
    fn evidence_bytes(_event: &Self::Event) -> usize {
        0
    }

    /// Whether an event is of no game: that the device is there or gone, a fault or its end.
    #[must_use]
    fn is_of_no_game(event: &Self::Event) -> bool;

    /// What is known of the device just now.
    #[must_use]
    fn status(&self) -> &Self::Status;

    /// What of a line, without its end, may be kept in a record; a device with secrets keeps them out here.
    #[must_use]
    fn recorded(line: &[u8]) -> String {
        String::from_utf8_lossy(line).into_owned()
    }
}

/// A device on a serial line that a card table's cards come from.
pub trait CardSourceMachine: SerialMachine<Wish = CardWish, Event = CardSourceEvent> {
    /// The numbers of its dialect, as the device file gives them.
    type Parameters;

    /// One of which nothing is known yet, asked for the journal that `host` names.
    #[must_use]
    fn asked_by(host: u32, parameters: Self::Parameters) -> Self;

    /// Bits a second on its line.
    #[must_use]
    fn baud(parameters: &Self::Parameters) -> u32;
}

/// Whether a device can be heard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LinkState {
    /// Nothing was ever heard of it.
    #[default]
    Unknown,
    /// It speaks.
    Heard,
    /// It has been silent for too long.
    Silent,
    /// Its port is gone.
    Lost,
}
