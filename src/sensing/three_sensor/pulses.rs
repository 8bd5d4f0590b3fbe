//! From edges to pulses: chatter is bridged, glitches are dropped.

use super::parameters::Pulses;

/// A pulse, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pulse {
    /// When the line became active.
    pub(super) rise: u64,
    /// When it became inactive for good.
    pub(super) fall: u64,
}

impl Pulse {
    /// The middle of the pulse in seconds: what a sensor shows is there, whichever way and however fast it passes. Where a wheel's index is
    /// adjusted so that zero faces it when the pulse begins, that is half a pulse, at most 0.06 of a pocket, and half of what the balls of
    /// the traces at hand lie beside the middle of their pockets; the calibrated offset takes it up.
    pub(super) fn middle(self) -> f64 {
        seconds(self.rise) + self.width() / 2.0
    }

    /// Its length in seconds.
    pub(super) fn width(self) -> f64 {
        seconds(self.fall.saturating_sub(self.rise))
    }
}

/// Nanoseconds as seconds.
pub(super) fn seconds(nanoseconds: u64) -> f64 {
    nanoseconds as f64 / 1e9
}

/// Seconds as nanoseconds; what is negative is nothing.
pub(super) fn nanoseconds(seconds: f64) -> u64 {
    (seconds * 1e9) as u64
}

/// Makes pulses of one line's edges.
#[derive(Clone, Copy, Debug)]
pub(super) struct Debouncer {
    gap: u64,
    shortest: u64,
    /// Whether the line is active.
    active: bool,
    rise: u64,
    /// When it became inactive, while a gap may still be bridged.
    fall: Option<u64>,
}

impl Debouncer {
    pub(super) fn new(keys: &Pulses) -> Self {
        let [gap, shortest] =
            [keys.bridged_gap_milliseconds, keys.shortest_milliseconds].map(|milliseconds| nanoseconds(milliseconds / 1e3));
        Self { gap, shortest, active: false, rise: 0, fall: None }
    }

    /// An edge. What was due before it must have been taken with [`Debouncer::take`].
    pub(super) fn edge(&mut self, at: u64, active: bool) {
        if active == self.active {
            return;
        }
        self.active = active;
        if !active {
            self.fall = Some(at);
        } else if self.fall.take().is_none() {
            self.rise = at;
        }
    }

    /// When the pulse that has ended counts as ended.
    pub(super) fn due(&self) -> Option<u64> {
        self.fall.map(|fall| fall.saturating_add(self.gap))
    }

    /// The pulse that counts as ended by now, if it is one.
    pub(super) fn take(&mut self, now: u64) -> Option<Pulse> {
        self.due().filter(|due| *due <= now)?;
        let fall = self.fall.take()?;
        let pulse = Pulse { rise: self.rise, fall };
        (fall.saturating_sub(self.rise) >= self.shortest).then_some(pulse)
    }

    /// Since when the line has been active.
    pub(super) fn active_since(&self) -> Option<u64> {
        self.active.then_some(self.rise)
    }
}
