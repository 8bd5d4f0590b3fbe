//! Figures that are worked out when they are first asked for, and known from then on.

use std::sync::atomic::{AtomicU64, Ordering};

/// So many figures. Two threads that ask for one at the same time work out the same.
pub(super) struct Known(Box<[AtomicU64]>);

/// No figure is this one: it is not a number.
const UNKNOWN: u64 = u64::MAX;

impl Known {
    /// Nothing is known of so many.
    pub(super) fn nothing_of(count: usize) -> Self {
        Self((0..count).map(|_| AtomicU64::new(UNKNOWN)).collect())
    }

    /// The figure at this place.
    pub(super) fn at(&self, place: usize, work_out: impl FnOnce() -> f64) -> f64 {
        let known = self.0[place].load(Ordering::Relaxed);
        if known != UNKNOWN {
            return f64::from_bits(known);
        }
        let figure = work_out();
        self.0[place].store(figure.to_bits(), Ordering::Relaxed);
        figure
    }
}
