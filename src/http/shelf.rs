//! What was written of views that are shared: a value that is shown again, the very same one, is not written again.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// For so many editions something stays that is not shown.
const EDITIONS_KEPT: u64 = 256;

/// Written things by the place of what they were written from.
pub(super) struct Shelf<W> {
    edition: u64,
    written: Mutex<HashMap<usize, Written<W>>>,
}

/// Something written.
struct Written<W> {
    /// What it was written from: as long as that is held, nothing else has its place.
    _from: Arc<dyn Any + Send + Sync>,
    /// The edition it was shown in last.
    shown: u64,
    text: W,
}

impl<W: Clone> Shelf<W> {
    /// The shelf of this edition, with what stands on the `former` one, which is empty after that.
    pub(super) fn after(former: Option<&Self>, edition: u64) -> Self {
        let mut written = former.map(|former| std::mem::take(&mut *former.lock())).unwrap_or_default();
        if edition.is_multiple_of(EDITIONS_KEPT) {
            written.retain(|_, written| written.shown + EDITIONS_KEPT > edition);
        }
        Self { edition, written: Mutex::new(written) }
    }

    /// What was written of the value, or `write` writes of it now. One kind of value is always written in one way.
    pub(super) fn written<T: Any + Send + Sync>(&self, value: &Arc<T>, write: impl FnOnce(&T) -> W) -> W {
        let place = Arc::as_ptr(value).addr();
        if let Some(written) = self.lock().get_mut(&place) {
            written.shown = self.edition;
            return written.text.clone();
        }
        let text = write(value);
        let written = Written { _from: value.clone(), shown: self.edition, text: text.clone() };
        self.lock().insert(place, written);
        text
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<usize, Written<W>>> {
        // What stands on the shelf is whole at every moment, so a panic elsewhere leaves it right.
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
