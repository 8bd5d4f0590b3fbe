//! The memory of idempotency keys: a command that comes twice under one key is done once, also across a restart.

use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use crate::model::{Command, Key, Order, Who};

/// How many keys are remembered for each person: with one command a second this is more than four minutes of retries.
const REMEMBERED: usize = 256;

/// How many keys of payments are remembered for each attendant. A tablet that was out of reach may ask hours later for what it
/// asked then, and other tablets have paid under the same name meanwhile: this is more than a payment every 45 seconds for a day.
const PAYMENTS_REMEMBERED: usize = 2_048;

/// The keys of the newest commands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct Keys {
    #[n(0)]
    commands: Vec<Remembered>,
    /// Those that put credit on a seat or paid it out: they are the ones that cost money when they are done twice, for neither the
    /// end of a round nor a balance stops them. A checkpoint of an older release has none.
    #[cbor(default)]
    #[n(1)]
    payments: Vec<Remembered>,
}

#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
struct Remembered {
    #[n(0)]
    who: Who,
    #[n(1)]
    key: Key,
    #[n(2)]
    fingerprint: u64,
    #[n(3)]
    number: u64,
}

/// What is known of a command's key.
pub(super) enum Known {
    /// Nothing: the command is new, or has no key.
    New,
    /// The same command was done as this input.
    Done(u64),
    /// Another command had this key.
    Other,
}

impl Keys {
    pub(super) fn look_up(&self, command: &Command) -> Known {
        let Some(key) = &command.key else { return Known::New };
        let mut known = self.commands.iter().chain(&self.payments);
        match known.find(|remembered| remembered.key == *key && remembered.who == command.who) {
            None => Known::New,
            Some(remembered) if remembered.fingerprint == fingerprint(command) => Known::Done(remembered.number),
            Some(_) => Known::Other,
        }
    }

    pub(super) fn remember(&mut self, command: &Command, number: u64) {
        let Some(key) = command.key.clone() else { return };
        let (keys, most) = match command.order {
            Order::CreditIn { .. } | Order::CreditOut { .. } => (&mut self.payments, PAYMENTS_REMEMBERED),
            _ => (&mut self.commands, REMEMBERED),
        };
        let of_person = |remembered: &Remembered| remembered.who == command.who;
        if keys.iter().filter(|remembered| of_person(remembered)).count() >= most
            && let Some(oldest) = keys.iter().position(of_person)
        {
            keys.remove(oldest);
        }
        keys.push(Remembered { who: command.who.clone(), key, fingerprint: fingerprint(command), number });
    }
}

/// FNV-1a over the encoding of the order and its round. It only tells an honest client that it used a key for something else; it protects nothing.
fn fingerprint(command: &Command) -> u64 {
    let bytes = minicbor::to_vec((command.round, &command.order)).expect("encoding to memory cannot fail");
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
