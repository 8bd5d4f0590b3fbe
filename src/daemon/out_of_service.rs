//! What is shown while nothing can be written: the last state that is known to be durable, standing still.

use std::sync::Arc;

use crate::model::{HoldView, Offers, PhaseView, TablePhase, Views};

/// These views as out of service, with the reason.
#[must_use]
pub(super) fn out_of_service(mut views: Views, reason: &str) -> Views {
    let cabinet = &mut views.cabinet;
    cabinet.phase = PhaseView::Held;
    cabinet.betting_open = false;
    cabinet.ends_at = None;
    let reason = format!("Out of service: {reason}");
    cabinet.hold =
        Some(HoldView { fault: None, reason, since: cabinet.at, can_continue: false, ends_by_itself: false, is_self_test: false });
    for table in cabinet.tables.iter_mut().map(Arc::make_mut) {
        table.phase = TablePhase::Held;
        table.ends_at = None;
        table.turns.clear();
        table.hold.clone_from(&cabinet.hold);
    }
    views.seats.iter_mut().flat_map(|seat| &mut seat.tables).for_each(|table| Arc::make_mut(table).offers = Offers::default());
    views
}
