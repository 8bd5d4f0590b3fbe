//! The JSON of one state of the views, made once and shared by everybody who watches.
//!
//! Here never lives a choice of who may see what: a reader's eyes are checked before they reach an edition.

use std::sync::{Arc, OnceLock};

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::access::hexadecimal;
use super::dto::{Cabinet, Official, SeatState};
use crate::desk::Views;
use crate::model::{SEATS, Seat, Timestamp};

/// Whose eyes look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Eyes {
    /// Everybody's.
    Public,
    /// Those of a seat.
    Seat(Seat),
    /// Those of an attendant who looks at a seat: everything of it but the cards that only its player may see.
    OverSeat(Seat),
    /// Those of officials.
    Officials,
}

/// One state of the views with its JSON.
pub(super) struct Edition {
    /// The views.
    pub(super) views: Arc<Views>,
    /// When the edition was made.
    made_at: Timestamp,
    /// The cabinet as JSON from after the first key, `now`, on: `"at":…}`.
    cabinet: String,
    /// The messages that tell of the change, by eyes.
    messages: [OnceLock<Utf8Bytes>; LOOKS],
    /// What names exactly this state, by eyes.
    tags: [OnceLock<String>; LOOKS],
}

/// How many kinds of eyes see something of their own.
const LOOKS: usize = SEATS * 2 + 2;

impl Eyes {
    const fn place(self) -> usize {
        match self {
            Self::Seat(seat) => seat.index(),
            Self::OverSeat(seat) => SEATS + seat.index(),
            Self::Public => SEATS * 2,
            Self::Officials => SEATS * 2 + 1,
        }
    }
}

impl Edition {
    /// The edition of these views, made at `now`.
    pub(super) fn new(views: Arc<Views>, now: Timestamp) -> Self {
        let whole = json(&Cabinet::new(&views.cabinet, now));
        let (_, cabinet) = whole.split_once(',').expect("a cabinet is written with `now` first and more keys after it");
        Self { made_at: now, cabinet: cabinet.into(), messages: Default::default(), tags: Default::default(), views }
    }

    /// The cabinet as JSON, sent at `now`.
    pub(super) fn cabinet(&self, now: Timestamp) -> String {
        format!("{{\"now\":{},{}", now.microseconds(), self.cabinet)
    }

    /// What these eyes may see as JSON, sent at `now`: `{"cabinet":…}`, with `"seat"` or `"official"` where they see more.
    pub(super) fn frame(&self, eyes: Eyes, now: Timestamp) -> String {
        let cabinet = self.cabinet(now);
        match eyes {
            Eyes::Public => format!("{{\"cabinet\":{cabinet}}}"),
            Eyes::Seat(seat) => {
                let seat = self.views.seats.get(seat.index()).map(SeatState::open);
                format!("{{\"cabinet\":{cabinet},\"seat\":{}}}", json(&seat))
            }
            Eyes::OverSeat(seat) => {
                let seat = self.views.seats.get(seat.index()).map(|seat| SeatState::closed(seat, &self.views.cabinet));
                format!("{{\"cabinet\":{cabinet},\"seat\":{}}}", json(&seat))
            }
            Eyes::Officials => format!("{{\"cabinet\":{cabinet},\"official\":{}}}", json(&Official::from(&self.views.official))),
        }
    }

    /// The message that tells these eyes of the change: the same bytes for all of them.
    pub(super) fn message(&self, eyes: Eyes) -> Utf8Bytes {
        self.messages[eyes.place()].get_or_init(|| self.frame(eyes, self.made_at).into()).clone()
    }

    /// The entity tag of what these eyes see. It is made of everything that is shown but the time: what is shown may change where no
    /// input has come, as it does when the journal has no room.
    pub(super) fn tag(&self, eyes: Eyes) -> &str {
        self.tags[eyes.place()].get_or_init(|| {
            let digest = Sha256::digest(self.frame(eyes, Timestamp::default()));
            format!("\"{}-{}\"", self.views.cabinet.number, hexadecimal(&digest[..8]))
        })
    }
}

/// The JSON of a value that is made of strings, numbers and lists only.
pub(super) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what is made of strings, numbers and lists can always be written as JSON")
}
