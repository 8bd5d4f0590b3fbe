//! The memory of idempotency keys: a command that comes twice under one key is done once, also across a restart, and an attendant's that was
//! refused stays refused.
//!
//! The memory is bounded, so a key may be forgotten. A command under a key that may be one of the forgotten is refused: it is never done
//! twice. What shows that it is none of them is the round that it names, or the number of the newest input that its client had seen, with which its key begins.

use alloc::sync::Arc;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use crate::model::{Command, Key, Refusal, Timestamp, Who};

/// How many keys are remembered for each person: with one command a second this is more than four minutes of retries.
const REMEMBERED: usize = 256;

/// How many keys of payments are remembered for each attendant. A tablet that was out of reach may ask hours later for what it
/// asked then, and other tablets have paid under the same name meanwhile: this is more than a payment every 45 seconds for a day.
const PAYMENTS_REMEMBERED: usize = 2_048;

/// How a key begins that says after which input it was made: `after-1234.` and what the client likes.
const AFTER: &str = "after-";

/// The keys of the newest commands. Copies of a cabinet share them: they are thousands on a busy day, and each has two texts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct Keys {
    #[cbor(n(0), with = "crate::model::shared::list")]
    commands: Vec<Arc<Remembered>>,
    /// Those that put credit on a seat or paid it out: they are the ones that cost money when they are done twice, for neither the
    /// end of a round nor a balance stops them. A checkpoint of an older release has none.
    #[cbor(n(1), default, with = "crate::model::shared::list")]
    payments: Vec<Arc<Remembered>>,
    /// Whether commands under forgotten keys are refused: from the first start on that a release recorded that does so.
    #[cbor(default)]
    #[n(2)]
    refuses_forgotten: bool,
    /// Until when the keys of some persons are forgotten.
    #[cbor(default)]
    #[n(3)]
    forgotten: Vec<Forgotten>,
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
    /// When it was done; zero where an older release remembered it.
    #[cbor(default)]
    #[n(4)]
    at: Timestamp,
    /// Why it was refused, where it was not done.
    #[n(5)]
    refusal: Option<Refusal>,
    /// Whether it is to stay refused once this is forgotten, too. Older releases carried it out then.
    #[cbor(default)]
    #[n(6)]
    stays_refused: bool,
}

/// The newest of a person's keys that are not remembered any more.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
struct Forgotten {
    #[n(0)]
    who: Who,
    #[n(1)]
    is_of_payments: bool,
    /// The input that carried it out.
    #[n(2)]
    number: u64,
    /// When.
    #[n(3)]
    at: Timestamp,
    /// Whether it is the newest of the refused ones among the orders that are no payments, which are told apart because those that were done may
    /// come again.
    #[cbor(default)]
    #[n(4)]
    is_of_refused: bool,
}

impl Forgotten {
    /// Whose key it is, and of which orders: of each the newest is known.
    fn whose(&self) -> (&Who, bool, bool) {
        (&self.who, self.is_of_payments, self.is_of_refused)
    }
}

/// What is known of a command's key.
pub(super) enum Known {
    /// Nothing: the command is new, or has no key.
    New,
    /// The same command was done as this input.
    Done(u64),
    /// The same command was refused.
    Refused(Refusal),
    /// Another command had this key.
    Other,
    /// The key may be one that was forgotten.
    Forgotten,
}

impl Keys {
    /// What is known of the command's key after the `newest` input; `opened_at` is when the round or deal was opened that it names. An order that
    /// `may_come_again` under a forgotten key is refused for one that was refused before alone.
    pub(super) fn look_up(&self, command: &Command, newest: u64, opened_at: Option<Timestamp>, may_come_again: bool) -> Known {
        let Some(key) = &command.key else { return Known::New };
        let mut known = self.commands.iter().chain(&self.payments);
        match known.find(|remembered| remembered.key == *key && remembered.who == command.who) {
            None if self.may_be_forgotten(command, key, newest, opened_at, may_come_again) => Known::Forgotten,
            None => Known::New,
            Some(remembered) if remembered.fingerprint != fingerprint(command) => Known::Other,
            Some(remembered) => remembered.refusal.map_or(Known::Done(remembered.number), Known::Refused),
        }
    }

    /// Whether a command under this key may have been answered before, and the key was forgotten: then it is not done again. A hold may come
    /// again, for a table that is held twice is held; but not one that was refused before.
    fn may_be_forgotten(&self, command: &Command, key: &str, newest: u64, opened_at: Option<Timestamp>, may_come_again: bool) -> bool {
        let is_of_payments = command.order.is_payment();
        let is_of_refused = !is_of_payments && !command.order.is_a_players();
        let matters = |of_refused: bool| of_refused == is_of_refused || (is_of_refused && !may_come_again);
        let is_it = |forgotten: &&Forgotten| {
            let (who, of_payments, of_refused) = forgotten.whose();
            *who == command.who && of_payments == is_of_payments && matters(of_refused)
        };
        let Some(forgotten) = self.forgotten.iter().filter(is_it).max_by_key(|forgotten| forgotten.number) else { return false };
        let made_later = made_after(key).is_some_and(|number| forgotten.number < number && number <= newest);
        // An order that names its round cannot have come before that round.
        let is_of_later_round = !is_of_payments && opened_at.is_some_and(|opened_at| forgotten.at < opened_at);
        !made_later && !is_of_later_round
    }

    /// Whether there is an answer under this person's key.
    pub(super) fn has(&self, who: &Who, key: &str) -> bool {
        self.commands.iter().chain(&self.payments).any(|remembered| remembered.key == key && remembered.who == *who)
    }

    /// Remembers that the command was done as input `number`.
    pub(super) fn remember(&mut self, command: &Command, number: u64, at: Timestamp) {
        self.keep(command, None, number, at);
    }

    /// Remembers that the command was refused, as input `number` says; whether it stays refused also when that is forgotten. The first answer
    /// under a key stands.
    pub(super) fn remember_refused(&mut self, command: &Command, (refusal, stays): (Refusal, bool), number: u64, at: Timestamp) {
        if command.key.as_ref().is_some_and(|key| !self.has(&command.who, key)) {
            self.keep(command, Some((refusal, stays)), number, at);
        }
    }

    fn keep(&mut self, command: &Command, refused: Option<(Refusal, bool)>, number: u64, at: Timestamp) {
        let Some(key) = command.key.clone() else { return };
        let is_of_payments = command.order.is_payment();
        let (keys, most) = if is_of_payments { (&mut self.payments, PAYMENTS_REMEMBERED) } else { (&mut self.commands, REMEMBERED) };
        let of_person = |remembered: &Arc<Remembered>| remembered.who == command.who;
        let oldest =
            if keys.iter().filter(|remembered| of_person(remembered)).count() >= most { keys.iter().position(of_person) } else { None };
        let forgotten = oldest.map(|oldest| keys.remove(oldest));
        let (refusal, stays_refused) = refused.map_or((None, false), |(refusal, stays)| (Some(refusal), stays));
        let fingerprint = fingerprint(command);
        keys.push(Arc::new(Remembered { who: command.who.clone(), key, fingerprint, number, at, refusal, stays_refused }));
        let Some(forgotten) = forgotten else { return };
        let is_of_refused = forgotten.stays_refused && !is_of_payments;
        if self.refuses_forgotten || is_of_refused {
            let Remembered { number, at, .. } = *forgotten;
            self.forget(Forgotten { who: forgotten.who.clone(), is_of_payments, number, at, is_of_refused });
        }
    }

    fn forget(&mut self, newest: Forgotten) {
        self.forgotten.retain(|other| other.whose() != newest.whose());
        self.forgotten.push(newest);
    }

    /// From input `number` on commands under forgotten keys are refused. Whose memory is full then may have lost keys before.
    pub(super) fn refuse_forgotten(&mut self, number: u64, at: Timestamp) {
        if core::mem::replace(&mut self.refuses_forgotten, true) {
            return;
        }
        let without_time = self.commands.iter_mut().chain(&mut self.payments).filter(|remembered| remembered.at == Timestamp::default());
        without_time.for_each(|remembered| Arc::make_mut(remembered).at = at);
        for (keys, most, is_of_payments) in [(&self.commands, REMEMBERED, false), (&self.payments, PAYMENTS_REMEMBERED, true)] {
            let count = |who: &Who| keys.iter().filter(|remembered| remembered.who == *who).count();
            let mut full: Vec<Who> = keys.iter().map(|remembered| remembered.who.clone()).collect();
            full.sort_unstable();
            full.dedup();
            full.retain(|who| count(who) >= most);
            self.forgotten.extend(full.into_iter().map(|who| Forgotten { who, is_of_payments, number, at, is_of_refused: false }));
        }
    }
}

/// The number of the newest input that the client had seen when it made the key, where the key begins with it.
fn made_after(key: &str) -> Option<u64> {
    key.strip_prefix(AFTER)?.split_once('.')?.0.parse().ok()
}

/// FNV-1a over the encoding of the order, as its giver wishes it, and its round. It only tells an honest client that it used a key for something else; it protects nothing.
fn fingerprint(command: &Command) -> u64 {
    let bytes = minicbor::to_vec((command.round, &*command.order.as_wished())).expect("encoding to memory cannot fail");
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
