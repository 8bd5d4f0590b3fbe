//! An input as a script: which of its bytes are steps of their own, and how time passes between them.

use croupier::model::Timestamp;
use croupier::sensing::SerialMachine;

/// The steps of an input: each byte below `alone`; where there are `pairs`, the byte `alone` with the one after it; and all that comes
/// until the next of these.
pub fn steps(mut rest: &[u8], alone: u8, pairs: bool) -> impl Iterator<Item = &[u8]> {
    let commands = alone + u8::from(pairs);
    std::iter::from_fn(move || {
        let first = *rest.first()?;
        let length = match first {
            _ if first < alone => 1,
            _ if first < commands => 2.min(rest.len()),
            _ => rest.iter().position(|byte| *byte < commands).unwrap_or(rest.len()),
        };
        let (step, later) = rest.split_at(length);
        rest = later;
        Some(step)
    })
}

/// Wakes a device until nothing is due any more, and hands on what it sends.
pub fn wake<M: SerialMachine>(machine: &mut M, now: Timestamp, mut sent: impl FnMut(Vec<u8>)) {
    for _ in 0..64 {
        if machine.next_wake().is_none_or(|wake| wake > now) {
            return;
        }
        machine.wake(now);
        std::iter::from_fn(|| machine.poll_send()).for_each(&mut sent);
    }
    panic!("the {} wants to be woken again and again at the same moment", M::NAME);
}
