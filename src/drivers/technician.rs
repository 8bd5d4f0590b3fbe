//! A talk with a device for a technician, while no cabinet drives it.
//!
//! Nothing that is asked of a wheel here starts or ends a game; an order to a shuffle machine ends its shoe.

use std::path::Path;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::Instant;
use tokio_serial::SerialStream;

use super::serial::{self, SerialError};
use super::wheel::WheelPort;
use crate::model::{Timestamp, WheelWish};
use crate::sensing::SerialMachine;
use crate::sensing::slingshot::{Answer, Question, Status, Wheel};

/// What a talk has brought.
#[derive(Clone, Debug, Default)]
pub struct Talk {
    /// What is known of the wheel.
    pub status: Status,
    /// The answers, in the order in which they came; where patience ended, some are missing.
    pub answers: Vec<(Question, Answer)>,
}

/// Opens the port, asks the questions and listens until all are answered and `enough` is known of the wheel, or `patience` ends.
/// A game that runs goes on; questions that would disturb it wait for its end.
///
/// # Errors
/// Where the port cannot be opened, or is gone in the middle of the talk.
pub async fn talk(
    port: &WheelPort,
    questions: &[Question],
    enough: impl Fn(&Status) -> bool,
    patience: Duration,
    clock: impl Fn() -> Timestamp,
) -> Result<Talk, SerialError> {
    let mut device = port.device.clone();
    // A technician looks at the operating mode; only a cabinet changes it.
    device.commands.needed_mode = 0;
    let mut wheel = Wheel::new(device);
    // The wish that orders nothing: what runs may come to its end.
    wheel.wish(WheelWish::Finish(0), clock());
    // What can be asked depends on the wheel's state, which its first line says.
    let mut to_ask = questions.iter();
    let mut talk = Talk::default();
    let is_over = |wheel: &mut Wheel| {
        talk.answers.extend(std::iter::from_fn(|| wheel.poll_answer()));
        talk.status.clone_from(wheel.status());
        if talk.status.report.is_some() {
            to_ask.by_ref().for_each(|question| wheel.ask(question.clone(), clock()));
        }
        // What happens in a game concerns a cabinet.
        while wheel.poll_event().is_some() {}
        talk.answers.len() >= questions.len() && enough(&talk.status)
    };
    converse(&mut wheel, &port.port, port.device.line.baud, patience, &clock, is_over).await?;
    Ok(talk)
}

/// Opens the port and drives the device on it until `is_over` or `patience` ends.
///
/// # Errors
/// Where the port cannot be opened, or is gone in the middle of the talk.
pub async fn converse<M: SerialMachine>(
    machine: &mut M,
    port: &Path,
    baud: u32,
    patience: Duration,
    clock: &impl Fn() -> Timestamp,
    mut is_over: impl FnMut(&mut M) -> bool,
) -> Result<(), SerialError> {
    let mut line = serial::open(port, baud)?;
    machine.device_found(clock());
    let deadline = Instant::now() + patience;
    while !is_over(machine) && Instant::now() < deadline {
        exchange(&mut line, machine, deadline, clock).await.map_err(|source| SerialError::Gone { path: port.to_owned(), source })?;
    }
    Ok(())
}

/// Sends what the device is to hear, and waits for what it says, for its next timer, or for the end of patience.
async fn exchange<M: SerialMachine>(
    line: &mut SerialStream,
    machine: &mut M,
    deadline: Instant,
    clock: &impl Fn() -> Timestamp,
) -> std::io::Result<()> {
    while let Some(bytes) = machine.poll_send() {
        line.write_all(&bytes).await?;
    }
    let wait = machine.next_wake().map(|at| Duration::from_micros(at.since(clock()).microseconds()));
    let until = wait.map_or(deadline, |wait| deadline.min(Instant::now() + wait));
    let mut buffer = [0; 512];
    match tokio::time::timeout_at(until, line.read(&mut buffer)).await {
        Ok(Ok(0)) => return Err(std::io::ErrorKind::UnexpectedEof.into()),
        Ok(read) => machine.received(&buffer[..read?], clock()),
        Err(_nothing_came) => machine.wake(clock()),
    }
    Ok(())
}
