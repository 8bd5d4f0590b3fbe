//! The desk: hand in a command, get the answer, watch the views. It is all that HTTP knows of the inside.
//!
//! Here never lives a decision: the deciding thread behind the desk makes them all, one after the other.

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot, watch};

pub use crate::model::Views;
use crate::model::{Command, PastGame, Refusal, Seat};

/// The answer to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Done and durable, as input number `number`. The views already show it.
    Accepted {
        /// The journal's number of the command.
        number: u64,
        /// Whether it had been done before under the same idempotency key, so that nothing moved now.
        repeated: bool,
    },
    /// Refused; nothing has changed.
    Refused(Refusal),
    /// Nothing is known of it, and nothing has changed: it was asked only for what it had been answered before.
    New,
    /// Nothing has changed: the cabinet does not recall the game that it is about. What the journal holds of that game has to come with it.
    GameToRead(PastGame),
}

/// A command on its way to the deciding thread, with the slip its answer comes back on.
pub struct Slip {
    /// The command.
    pub command: Command,
    /// Whether it may be carried out; else it is only asked for the answer that it had before under its key.
    pub may_be_new: bool,
    /// Where the answer goes; dropped unanswered when the deciding thread ends.
    pub answer: oneshot::Sender<Answer>,
}

/// A question for the raw lines that one record of the journal holds.
pub struct Search {
    /// The record's number.
    pub number: u64,
    /// Where the lines go, as the text of a capture or a trace; empty where the record holds none.
    pub found: oneshot::Sender<Vec<u8>>,
}

/// Word that a seat's console has lost its line, or has one again, on its way to the deciding thread.
pub struct PresenceSlip {
    /// Which seat.
    pub seat: Seat,
    /// Whether its console has a line.
    pub is_here: bool,
    /// Answers once the journal holds the change; dropped where it does not.
    pub answer: oneshot::Sender<Answer>,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// The house is closed: what was asked was not taken in, and nothing was done.
    #[error("the cabinet is stopping")]
    Closed,
    /// What was asked was taken in, and then the house closed or its journal failed: a command may or may not have been carried
    /// out. The same idempotency key tells after the next start.
    #[error("the cabinet did not answer")]
    Unknown,
}

/// The desk's outer side; clones share it.
#[derive(Clone)]
pub struct Desk {
    slips: mpsc::Sender<Slip>,
    searches: mpsc::Sender<Search>,
    presence: mpsc::Sender<PresenceSlip>,
    views: watch::Receiver<Arc<Views>>,
}

impl Desk {
    /// A desk whose slips go to `slips`, whose searches go to `searches`, whose word of presence goes to `presence`, and whose views come from
    /// `views`.
    #[must_use]
    pub fn new(
        slips: mpsc::Sender<Slip>,
        searches: mpsc::Sender<Search>,
        presence: mpsc::Sender<PresenceSlip>,
        views: watch::Receiver<Arc<Views>>,
    ) -> Self {
        Self { slips, searches, presence, views }
    }

    /// Hands in a command and waits until it is refused or durable.
    ///
    /// # Errors
    /// [`NoAnswer`] where the deciding thread has ended or its journal has failed.
    pub async fn order(&self, command: Command) -> Result<Answer, NoAnswer> {
        self.hand_in(command, true).await
    }

    /// Asks for the answer that a command had before under its key, and carries nothing out: [`Answer::New`] where it had none.
    ///
    /// # Errors
    /// As [`Desk::order`].
    pub async fn recall(&self, command: Command) -> Result<Answer, NoAnswer> {
        self.hand_in(command, false).await
    }

    async fn hand_in(&self, command: Command, may_be_new: bool) -> Result<Answer, NoAnswer> {
        let (answer, answered) = oneshot::channel();
        self.slips.send(Slip { command, may_be_new, answer }).await.map_err(|_| NoAnswer::Closed)?;
        answered.await.map_err(|_| NoAnswer::Unknown)
    }

    /// Says that a seat's console has lost its line, or has one again, and waits until that is durable; the views already show it then.
    ///
    /// # Errors
    /// As [`Desk::order`].
    pub async fn tell_presence(&self, seat: Seat, is_here: bool) -> Result<(), NoAnswer> {
        let (answer, answered) = oneshot::channel();
        self.presence.send(PresenceSlip { seat, is_here, answer }).await.map_err(|_| NoAnswer::Closed)?;
        answered.await.map(|_| ()).map_err(|_| NoAnswer::Unknown)
    }

    /// Looks up the raw lines that record `number` of the journal holds, as text; nothing where it holds none.
    ///
    /// # Errors
    /// [`NoAnswer`] where the deciding thread has ended.
    pub async fn evidence(&self, number: u64) -> Result<Vec<u8>, NoAnswer> {
        let (found, answered) = oneshot::channel();
        self.searches.send(Search { number, found }).await.map_err(|_| NoAnswer::Closed)?;
        answered.await.map_err(|_| NoAnswer::Unknown)
    }

    /// The newest views.
    #[must_use]
    pub fn views(&self) -> Arc<Views> {
        self.views.borrow().clone()
    }

    /// A receiver that is told of every change of the views.
    #[must_use]
    pub fn watch(&self) -> watch::Receiver<Arc<Views>> {
        self.views.clone()
    }
}
