//! The inputs of a real board: waits for changes, drains the kernel's queues, and puts what they tell in order.

use std::time::Duration;

use super::order::Order;
use super::{Batch, Inputs, LineError, clock};
use crate::profiles::ReadingKeys;
use crate::sensing::three_sensor::{Change, Input};

/// How long the machine may seem to have slept between two waits without having slept: the two clocks are not read in one moment.
const SLEPT_LEAST: u64 = 20_000_000;

/// What the kernel tells of lines: the part of a driver that differs from board to board.
pub(super) trait Queues: Send {
    /// Waits until a queue has something, but not longer than `timeout`.
    fn wait(&mut self, timeout: Duration) -> Result<(), LineError>;

    /// Puts what the queues have into `order`; says whether they are empty now. It may stop before they are when there is a flood.
    fn drain(&mut self, order: &mut Order) -> Result<bool, LineError>;

    /// How every input stands at this moment.
    fn levels(&mut self, see: &mut dyn FnMut(Input, bool)) -> Result<(), LineError>;
}

/// Inputs that are listened to.
pub(super) struct Listening<Q> {
    queues: Q,
    order: Order,
    slept: u64,
    is_first: bool,
}

impl<Q: Queues> Listening<Q> {
    /// Listens to queues that have just been opened.
    pub(super) fn new(queues: Q, keys: ReadingKeys) -> Self {
        let order = Order::new(Duration::from_millis(keys.hold_back_milliseconds.into()));
        Self { queues, order, slept: clock::slept(), is_first: true }
    }

    /// Takes what the queues have, and gives the moment up to which everything has been taken.
    fn listen(&mut self) -> Result<u64, LineError> {
        // What was stamped before this moment is in a queue by now, or is waited for as long as changes are held back.
        let now = clock::now();
        if self.queues.drain(&mut self.order)? {
            self.look(now)?;
        } else {
            self.order.lose(now, "changes come faster than they can be read".into());
        }
        self.notice_sleep(now);
        Ok(now)
    }

    fn notice_sleep(&mut self, now: u64) {
        let slept = clock::slept();
        if slept > self.slept.saturating_add(SLEPT_LEAST) {
            self.order.lose(now, format!("the machine slept for {} ms", (slept - self.slept) / 1_000_000));
        }
        self.slept = self.slept.max(slept);
    }

    /// Looks at the levels themselves: a change that no queue has told of is found here.
    fn look(&mut self, now: u64) -> Result<(), LineError> {
        let Self { queues, order, is_first, .. } = self;
        let opening = std::mem::take(is_first);
        queues.levels(&mut |input, active| {
            if opening {
                order.opened(Change { at_nanoseconds: now, input, active });
            } else {
                order.look(input, active, now);
            }
        })
    }
}

impl<Q: Queues> Inputs for Listening<Q> {
    fn read(&mut self, timeout: Duration) -> Result<Batch, LineError> {
        let deadline = clock::now().saturating_add(u64::try_from(timeout.as_nanos()).unwrap_or(u64::MAX));
        loop {
            let now = clock::now();
            let until = if self.is_first { now } else { self.order.due().unwrap_or(deadline).min(deadline) };
            self.queues.wait(Duration::from_nanos(until.saturating_sub(now)))?;
            let heard = self.listen()?;
            let batch = self.order.give(heard);
            if !batch.signals.is_empty() || heard >= deadline {
                return Ok(batch);
            }
        }
    }
}
