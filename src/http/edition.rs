//! The JSON of one state of the views, made once and shared by everybody who watches.
//!
//! Here never lives a choice of who may see what: a reader's eyes are checked before they reach an edition.

use std::sync::{Arc, OnceLock};

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;

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
    messages: [OnceLock<Utf8Bytes>; SEATS * 2 + 2],
}

impl Edition {
    /// The edition of these views, made at `now`.
    pub(super) fn new(views: Arc<Views>, now: Timestamp) -> Self {
        let whole = json(&Cabinet::new(&views.cabinet, now));
        let (_, cabinet) = whole.split_once(',').expect("a cabinet is written with `now` first and more keys after it");
        Self { made_at: now, cabinet: cabinet.into(), messages: Default::default(), views }
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
        let place = match eyes {
            Eyes::Seat(seat) => seat.index(),
            Eyes::OverSeat(seat) => SEATS + seat.index(),
            Eyes::Public => SEATS * 2,
            Eyes::Officials => SEATS * 2 + 1,
        };
        self.messages[place].get_or_init(|| self.frame(eyes, self.made_at).into()).clone()
    }
}

/// The JSON of a value that is made of strings, numbers and lists only.
pub(super) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what is made of strings, numbers and lists can always be written as JSON")
}
