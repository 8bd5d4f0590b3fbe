//! The way to try a PIN or a code: one at a time for everybody, and one at a time for each address, which waits after a wrong one, in nobody's
//! way. So a flood from one address costs little of the processor and keeps nobody else out.

use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::{Semaphore, SemaphorePermit};

use super::rates::network;

/// How many addresses may wait at a time for their PIN to be hashed.
const ADDRESSES_MOST: usize = 32;

/// The gate.
pub(super) struct SignInGate {
    /// The place for the one whose PIN is hashed.
    pub(super) one: Semaphore,
    /// The places of those that wait for it.
    many: Semaphore,
    /// The addresses that have a turn.
    turns: Mutex<HashSet<IpAddr>>,
}

impl Default for SignInGate {
    fn default() -> Self {
        Self { one: Semaphore::new(1), many: Semaphore::new(ADDRESSES_MOST), turns: Mutex::default() }
    }
}

impl SignInGate {
    /// A turn for this address; nothing where it has one already, or too many others wait.
    pub(super) fn enter(&self, address: IpAddr) -> Option<Passage<'_>> {
        let place = self.many.try_acquire().ok()?;
        let address = network(address);
        let is_its_first = self.turns().insert(address);
        // A turn is made only for whom there is one: the end of a refused one would end the other's.
        is_its_first.then(|| Passage { gate: self, address, place: Some(place) })
    }

    fn turns(&self) -> MutexGuard<'_, HashSet<IpAddr>> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An address's turn, for as long as this lives.
pub(super) struct Passage<'a> {
    gate: &'a SignInGate,
    address: IpAddr,
    place: Option<SemaphorePermit<'a>>,
}

impl Passage<'_> {
    /// The PIN was tried: others may wait in its place, while the address itself still has its turn.
    pub(super) fn give_place_back(&mut self) {
        self.place = None;
    }
}

impl Drop for Passage<'_> {
    fn drop(&mut self) {
        self.gate.turns().remove(&self.address);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    #[test]
    fn an_address_has_one_turn_at_a_time_and_a_refused_one_takes_nobodys() {
        let gate = SignInGate::default();
        let first = gate.enter(address(1)).expect("nobody waits");
        assert!(gate.enter(address(1)).is_none(), "it has a turn");
        assert!(gate.enter(address(1)).is_none(), "who was refused has not taken it away");
        assert!(gate.enter(address(2)).is_some(), "another address has its own");
        drop(first);
        assert!(gate.enter(address(1)).is_some(), "its turn is over");
    }

    #[test]
    fn no_more_addresses_wait_than_may() {
        let gate = SignInGate::default();
        let mut turns: Vec<_> = (1..=32).map(|last| gate.enter(address(last)).expect("there is a place")).collect();
        assert!(gate.enter(address(33)).is_none() && gate.enter(address(33)).is_none());
        turns.pop();
        assert!(gate.enter(address(33)).is_some());
    }

    #[test]
    fn who_was_wrong_waits_in_nobodys_place() {
        let gate = SignInGate::default();
        let mut turns: Vec<_> = (1..=32).map(|last| gate.enter(address(last)).expect("there is a place")).collect();
        turns.iter_mut().for_each(Passage::give_place_back);
        assert!(gate.enter(address(1)).is_none(), "it has its turn still");
        assert!(gate.enter(address(33)).is_some());
    }
}
