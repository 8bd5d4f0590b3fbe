//! Whether the wheel's spin counter has gone on as it must since the last result.
//!
//! The rule: since the last accepted result the counter must have advanced by at least one, and by at most one more than the number
//! of *episodes* since then: spins that were voided or ended by a fault, launches that failed or went the wrong way (however
//! briefly), and relaunches of the wheel's own accord. Real wheels count some of these and not others (a launch that failed for five seconds was seen not to be counted, and
//! counters were seen to skip after a relaunch), so exactly one is too strict, and any advance at all would let a missed game pass
//! for the one that was bet on. A counter that has not advanced is the old result shown again.

use super::parameters::Counting;

/// The counter at the last accepted result, and what has happened since.
#[derive(Clone, Debug, Default)]
pub(super) struct Baseline {
    /// None after silence, loss of the device, power off and at first sight: the next spin is the new baseline.
    last: Option<u16>,
    episodes: u16,
}

impl Baseline {
    /// Something happened that the wheel may or may not have counted as a spin.
    pub(super) fn episode(&mut self) {
        self.episodes = self.episodes.saturating_add(1);
    }

    /// What the wheel counted before says nothing about what it counts next.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }

    /// A result was accepted at this count.
    pub(super) fn accepted(&mut self, counter: u16) {
        *self = Self { last: Some(counter), episodes: 0 };
    }

    /// Whether a result at this count can be the next one; otherwise by how much it advanced and how much it may have.
    pub(super) fn admits(&self, counter: u16, counting: &Counting) -> Result<(), (u16, u16)> {
        let Some(last) = self.last else { return Ok(()) };
        let advance = advance(last, counter, counting);
        let most = self.episodes.saturating_add(1);
        if (1..=most).contains(&advance) { Ok(()) } else { Err((advance, most)) }
    }
}

/// How far the counter went from `from` to `to`, over its end if need be.
pub(super) fn advance(from: u16, to: u16, counting: &Counting) -> u16 {
    let values = i32::from(counting.most) - i32::from(counting.least) + 1;
    // A damaged line may name a count that the wheel does not have.
    (i32::from(to) - i32::from(from)).rem_euclid(values) as u16
}
