//! The lifecycle of a table of any kind: how long its stage runs, when its device is late, what makes it stand still, when it is to be woken.
//!
//! Here never lives which stages a table has, or what happens when one is over: each kind of table says so.

use minicbor::decode::{self, Decoder};
use minicbor::{Decode, Encode};

use super::holds::Holds;
use crate::model::{Span, Timestamp};

/// The lifecycle of one table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct Lifecycle {
    /// The time of the stage, while it ends by itself: a countdown, a decision, a ball on which bets are taken, a pause.
    #[n(0)]
    pub(super) running: Option<Running>,
    /// When the device has taken too long over what it was asked for: a spin, a card.
    #[n(1)]
    pub(super) late_at: Option<Timestamp>,
    #[n(2)]
    pub(super) holds: Holds,
    /// Whether the table was held when that was followed last.
    #[n(3)]
    stands_still: bool,
}

/// From when to when a stage runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct Running {
    #[n(0)]
    pub(super) began_at: Timestamp,
    #[n(1)]
    pub(super) ends_at: Timestamp,
}

impl Lifecycle {
    /// The lifecycle of a table whose device has yet to show itself.
    pub(super) fn new(at: Timestamp) -> Self {
        Self { holds: Holds::new(at), stands_still: true, ..Self::default() }
    }

    /// When the table wants to be woken.
    pub(super) fn wake_at(&self) -> Option<Timestamp> {
        [self.running.map(|running| running.ends_at), self.late_at].into_iter().flatten().min()
    }

    /// Whether a moment has come that the table wants to be woken at.
    pub(super) fn is_due(&self, now: Timestamp) -> bool {
        self.wake_at().is_some_and(|moment| moment <= now)
    }

    /// Whether the time of the stage is over.
    pub(super) fn is_over(&self, now: Timestamp) -> bool {
        self.running.is_some_and(|running| running.ends_at <= now)
    }

    /// Whether the device has just become late; that is said once.
    pub(super) fn take_late(&mut self, now: Timestamp) -> bool {
        self.late_at.take_if(|moment| *moment <= now).is_some()
    }

    /// From now on the stage runs for so long.
    pub(super) const fn run(&mut self, now: Timestamp, length: Span) {
        self.running = Some(Running { began_at: now, ends_at: now.after(length) });
    }

    /// A countdown, or the time of a decision: one that runs goes on; where it is not wanted, or the table is held, none runs.
    pub(super) fn count_down(&mut self, is_wanted: bool, now: Timestamp, length: Span) {
        if !is_wanted || self.holds.is_held() {
            self.running = None;
        } else if self.running.is_none() {
            self.run(now, length);
        }
    }

    /// Shows the result for so long, unless the table is held.
    pub(super) fn pause(&mut self, now: Timestamp, length: Span) {
        self.running = None;
        self.count_down(true, now, length);
    }

    /// The table waits for no moment.
    pub(super) const fn stop(&mut self) {
        self.running = None;
        self.late_at = None;
    }

    /// The program has started: nothing is awaited any more, and the device has yet to show itself.
    pub(super) fn take_start(&mut self, at: Timestamp) {
        self.holds.take_start(at);
        self.stop();
    }

    /// Whether the table has come to stand still, or may go on, since that was followed last.
    pub(super) fn has_to_follow_hold(&self) -> bool {
        self.holds.is_held() != self.stands_still
    }

    /// Follows the hold; whether the table stands still now.
    pub(super) fn follow_hold(&mut self) -> bool {
        self.stands_still = self.holds.is_held();
        self.stands_still
    }
}

/// Decodes a table of this release, or of an older one, which kept four things among the fields of the table itself, at these places: when
/// the stage began, when it ends, when the device is late, the holds.
pub(super) fn decode_table<'b, C, T: Decode<'b, C>>(
    d: &mut Decoder<'b>,
    context: &mut C,
    lifecycle: impl FnOnce(&mut T) -> &mut Lifecycle,
    [began_at, ends_at, late_at, holds]: [u64; 4],
) -> Result<T, decode::Error> {
    let fields = d.clone();
    let mut table = T::decode(d, context)?;
    if let Some(holds) = field::<Holds>(&fields, holds)? {
        let began_at = field(&fields, began_at)?;
        let running = field(&fields, ends_at)?.map(|ends_at| Running { began_at: began_at.unwrap_or(ends_at), ends_at });
        *lifecycle(&mut table) = Lifecycle { running, late_at: field(&fields, late_at)?, stands_still: holds.is_held(), holds };
    }
    Ok(table)
}

/// What stands at this place of a list of fields.
fn field<'b, T: Decode<'b, ()>>(fields: &Decoder<'b>, place: u64) -> Result<Option<T>, decode::Error> {
    let mut fields = fields.clone();
    if fields.array()?.is_none_or(|count| count <= place) {
        return Ok(None);
    }
    (0..place).try_for_each(|_| fields.skip())?;
    fields.decode()
}
