//! A place of the rotor at which pulses of the index came, and whether a single pulse beside it may have been the mark.
//!
//! Here never lives which place is the mark: that is judged from all of them.

use alloc::vec::Vec;

/// How often the mark must have been seen after a single pulse that could have been another mark, for it stood at a tooth of the encoder.
const SIGHTINGS_AFTER_STRAY: usize = 4;

/// How often after one that stood exactly at a tooth and differs from the mark by no more than this factor in its length.
const SIGHTINGS_AFTER_TWIN: usize = 6;
const WIDTHS_OF_TWINS: f64 = 2.0;

/// The pulses of two marks differ by more than this factor in their length, or may be of one.
const WIDTHS_ALIKE: f64 = 2.5;

/// Up to this factor in length a single pulse that stood exactly at a tooth may have been the true mark.
const WIDTHS_AT_TOOTH: f64 = 4.0;

/// A single pulse so far from the mark's place of its tooth was not the mark.
const OFF_PLACE_OF_TOOTH: f64 = 0.1;

/// Where two sightings of the mark in a row lie so many turns apart, it was not seen in between.
const TURNS_OF_MISSED_MARK: f64 = 1.5;

/// Pulses at one place of the rotor.
#[derive(Clone, Debug)]
pub(super) struct MarkPlace {
    /// In encoder pulses from where the count began, as a mean; it may run over the end of a turn.
    pub(super) place: f64,
    /// The count at each sighting, one a turn.
    pub(super) sightings: Vec<f64>,
    /// How long the pulses were, in seconds, as a mean.
    width: f64,
}

impl MarkPlace {
    /// A place at which this is the first pulse.
    pub(super) fn new(count: f64, width: f64) -> Self {
        Self { place: count, sightings: Vec::from([count]), width }
    }

    pub(super) fn first(&self) -> f64 {
        self.sightings.first().copied().unwrap_or_default()
    }

    pub(super) fn last(&self) -> f64 {
        self.sightings.last().copied().unwrap_or_default()
    }

    /// Adds a sighting that is newer than all, so far from the place, in encoder pulses.
    pub(super) fn see(&mut self, count: f64, off: f64, width: f64) {
        self.sightings.push(count);
        let sightings = self.sightings.len() as f64;
        self.place += off / sightings;
        self.width += (width - self.width) / sightings;
    }

    /// Adds a sighting that is not exact, in the order of time, unless one lies nearer to it than this.
    pub(super) fn see_about(&mut self, count: f64, least_apart: f64) {
        let later = self.sightings.partition_point(|sighting| *sighting < count);
        let is_apart = |sighting: &f64| (sighting - count).abs() > least_apart;
        if self.sightings[..later].last().is_none_or(is_apart) && self.sightings[later..].first().is_none_or(is_apart) {
            self.sightings.insert(later, count);
        }
    }

    /// How far it is from a pulse of the encoder, by all sightings or by the newest two: a mark that slips leaves its tooth at once, and
    /// its mean only later.
    pub(super) fn off_tooth(&self) -> f64 {
        let newest = match self.sightings[..] {
            [.., before, last] => f64::midpoint(before - libm::round(before), last - libm::round(last)),
            _ => 0.0,
        };
        off_tooth(self.place).max(newest.abs())
    }

    /// Whether this single pulse stood exactly at a tooth, and was not much longer or shorter than the mark.
    pub(super) fn may_be_at_tooth(&self, mark: &Self, tolerance: f64) -> bool {
        off_tooth(self.place) <= tolerance / 4.0 && self.is_as_long(mark, WIDTHS_AT_TOOTH)
    }

    /// How often the mark must have been seen after this single pulse, where the pulse could have been of another mark.
    pub(super) fn sightings_after(&self, mark: &Self, tolerance: f64) -> Option<usize> {
        if off_tooth(self.place) <= tolerance / 4.0 && self.is_as_long(mark, WIDTHS_OF_TWINS) {
            return Some(SIGHTINGS_AFTER_TWIN);
        }
        (self.stands_alike(mark, OFF_PLACE_OF_TOOTH) && self.is_as_long(mark, WIDTHS_ALIKE)).then_some(SIGHTINGS_AFTER_STRAY)
    }

    /// Whether this single pulse came instead of the mark: about as long, at the same place of a tooth, in a turn of so many encoder pulses
    /// in which the mark was not seen.
    pub(super) fn came_instead(&self, mark: &Self, tolerance: f64, pulses: f64) -> bool {
        let sightings = || mark.sightings.iter().zip(mark.sightings.iter().skip(1));
        let was_missed =
            |(before, after): (&f64, &f64)| (*before..*after).contains(&self.place) && after - before > TURNS_OF_MISSED_MARK * pulses;
        self.stands_alike(mark, tolerance / 2.0) && self.is_as_long(mark, WIDTHS_ALIKE) && sightings().any(was_missed)
    }

    /// Whether the length of this single pulse differs from that of the mark by no more than this factor.
    fn is_as_long(&self, mark: &Self, factor: f64) -> bool {
        (1.0 / factor..=factor).contains(&(self.width / mark.width))
    }

    /// Whether this single pulse stood at the same place of its tooth as the mark does, within so many encoder pulses.
    fn stands_alike(&self, mark: &Self, within: f64) -> bool {
        off_tooth(self.place - mark.place) <= within
    }
}

/// How far this count is from a pulse of the encoder.
fn off_tooth(count: f64) -> f64 {
    (count - libm::round(count)).abs()
}
