//! The thread that reads the inputs: it waits in the kernel and hands over what came, without ever waiting for who takes it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::sync::mpsc::Sender;
use tokio::sync::mpsc::error::TrySendError;

use super::{Batch, Inputs, LineError, priority};
use crate::model::FaultCode;
use crate::sensing::three_sensor::{Change, Input, Signal};

/// How many signals may wait for a taker who is too slow. A wheel makes forty changes a second: this is minutes.
const WAITING_MOST: usize = 8_192;

/// How long to wait for room in a channel that is full.
const ROOM_AGAIN: Duration = Duration::from_millis(5);

/// The reading thread; dropping this ends it and gives the lines back.
pub struct Reader {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Reader {
    /// Reads the inputs on a thread of their own and hands every batch to `batches`. The last that is handed over is the error that ended
    /// the reading, if one did. When the channel is full, batches are joined until there is room; when there are too many of them they are
    /// given up, and a [`Signal::Lost`] says so.
    ///
    /// # Errors
    /// Where the thread cannot be started.
    pub fn start(inputs: Box<dyn Inputs>, wait: Duration, batches: Sender<Result<Batch, LineError>>) -> Result<Self, LineError> {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let work = move || {
            priority::real_time();
            read_until(inputs, wait, &batches, &stopped);
        };
        let thread = std::thread::Builder::new().name("wheel-inputs".into()).spawn(work);
        let thread = thread.map_err(|source| LineError::Thread { name: "wheel-inputs", source })?;
        Ok(Self { stop, thread: Some(thread) })
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A panic of that thread was reported when it happened.
            drop(thread.join());
        }
    }
}

fn read_until(mut inputs: Box<dyn Inputs>, wait: Duration, batches: &Sender<Result<Batch, LineError>>, stop: &AtomicBool) {
    let mut waiting = Waiting::default();
    while !stop.load(Ordering::Relaxed) && !batches.is_closed() {
        match inputs.read(wait) {
            Ok(batch) => waiting.add(batch),
            Err(error) => {
                if !waiting.0.signals.is_empty() {
                    hand_over(Ok(waiting.take()), batches, stop);
                }
                hand_over(Err(error), batches, stop);
                return;
            }
        }
        match batches.try_send(Ok(waiting.take())) {
            Ok(()) => {}
            Err(TrySendError::Full(batch)) => waiting.give_back(batch),
            Err(TrySendError::Closed(_)) => return,
        }
    }
}

/// Hands over what must arrive: there is nothing left to read that waiting could lose.
fn hand_over(mut last: Result<Batch, LineError>, batches: &Sender<Result<Batch, LineError>>, stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        match batches.try_send(last) {
            Err(TrySendError::Full(full)) => last = full,
            Ok(()) | Err(TrySendError::Closed(_)) => return,
        }
        std::thread::sleep(ROOM_AGAIN);
    }
}

/// What was read and has not been taken yet.
#[derive(Default)]
struct Waiting(Batch);

impl Waiting {
    fn add(&mut self, batch: Batch) {
        self.0.until_nanoseconds = batch.until_nanoseconds;
        self.0.signals.extend(batch.signals);
        if self.0.signals.len() > WAITING_MOST {
            self.give_up();
        }
    }

    /// Gives up what waits; how each line stands now is still told.
    fn give_up(&mut self) {
        let at_nanoseconds = self.0.until_nanoseconds;
        let changes = self.0.signals.iter().filter_map(|signal| if let Signal::Change(change) = signal { Some(*change) } else { None });
        let newest: BTreeMap<Input, Change> = changes.map(|change| (change.input, Change { at_nanoseconds, ..change })).collect();
        let detail = format!("more than {WAITING_MOST} signals of the lines waited to be taken and were given up");
        self.0.signals = vec![Signal::Lost { at_nanoseconds, code: FaultCode::DeviceLost, detail }];
        self.0.signals.extend(newest.into_values().map(Signal::Change));
    }

    fn take(&mut self) -> Batch {
        let until_nanoseconds = self.0.until_nanoseconds;
        std::mem::replace(&mut self.0, Batch { signals: Vec::new(), until_nanoseconds })
    }

    fn give_back(&mut self, batch: Result<Batch, LineError>) {
        if let Ok(batch) = batch {
            self.0 = batch;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(at_nanoseconds: u64) -> Signal {
        Signal::Change(Change { at_nanoseconds, input: Input::Door, active: at_nanoseconds % 2 == 1 })
    }

    #[test]
    fn what_nobody_takes_is_given_up_and_says_so() {
        let mut waiting = Waiting::default();
        for at in 1..=WAITING_MOST as u64 + 1 {
            waiting.add(Batch { signals: vec![change(at)], until_nanoseconds: at });
        }
        let batch = waiting.take();
        let until = WAITING_MOST as u64 + 1;
        assert_eq!(batch.until_nanoseconds, until);
        assert!(matches!(&batch.signals[..], [Signal::Lost { .. }, last] if *last == change(until)), "{:?}", batch.signals);
        assert!(waiting.take().signals.is_empty());
    }

    #[test]
    fn batches_wait_for_room_and_nothing_is_lost() {
        let mut waiting = Waiting::default();
        waiting.add(Batch { signals: vec![change(1)], until_nanoseconds: 1 });
        let full = waiting.take();
        waiting.give_back(Ok(full));
        waiting.add(Batch { signals: vec![change(2)], until_nanoseconds: 3 });
        assert_eq!(waiting.take(), Batch { signals: vec![change(1), change(2)], until_nanoseconds: 3 });
    }

    #[tokio::test]
    async fn the_error_that_ends_the_reading_is_the_last_that_is_handed_over() {
        let mut reads = 0;
        let lines = crate::drivers::gpio::simulated(
            move |_| {
                reads += 1;
                if reads > 2 { Err(LineError::Deserted) } else { Ok(Batch { signals: vec![change(reads)], until_nanoseconds: reads }) }
            },
            |_| Ok(()),
        );
        let (batches, mut taken) = tokio::sync::mpsc::channel(1);
        let _reader = Reader::start(lines.inputs, Duration::ZERO, batches).expect("the thread can be started");
        let mut signals = Vec::new();
        let error = loop {
            match taken.recv().await.expect("the error comes before the end") {
                Ok(batch) => signals.extend(batch.signals),
                Err(error) => break error,
            }
        };
        assert_eq!(signals, [change(1), change(2)]);
        assert_eq!(error.reason(), "deserted");
        assert!(taken.recv().await.is_none());
    }
}
