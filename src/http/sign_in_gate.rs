//! The way to try a PIN or a code: one at a time for everybody, and one at a time for each address, which waits after a wrong one. So a
//! flood from one address costs little of the processor and keeps nobody else out.

use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use tokio::sync::Semaphore;

use super::rates::network;

/// How many addresses may wait at a time.
const ADDRESSES_MOST: usize = 32;

/// The gate.
pub(super) struct SignInGate {
    /// The place for the one whose PIN is hashed.
    pub(super) one: Semaphore,
    waiting: Mutex<HashSet<IpAddr>>,
}

impl Default for SignInGate {
    fn default() -> Self {
        Self { one: Semaphore::new(1), waiting: Mutex::new(HashSet::new()) }
    }
}

impl SignInGate {
    /// A turn for this address; nothing where it has one already, or too many others wait.
    pub(super) fn enter(&self, address: IpAddr) -> Option<Turn<'_>> {
        let address = network(address);
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        (waiting.len() < ADDRESSES_MOST && waiting.insert(address)).then_some(Turn { gate: self, address })
    }
}

/// An address's turn, for as long as this lives.
pub(super) struct Turn<'a> {
    gate: &'a SignInGate,
    address: IpAddr,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.gate.waiting.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.address);
    }
}
