//! Where the rotor stands at any moment, from its index and its encoder, and from either alone.

use alloc::collections::VecDeque;

use super::parameters::RotorKeys;

/// How many places of the rotor are kept to look between them.
const PLACES: usize = 16;

/// How many gaps of the encoder must be like the one before until its pitch is believed.
const GAPS_ALIKE: u32 = 3;

/// After this many turns by the index alone without a pulse the rotor stands still.
const TURNS_UNHEARD: f64 = 2.3;

/// A moment, and how far the rotor had turned since the middle of pocket 0 faced the index.
#[derive(Clone, Copy, Debug)]
struct Place {
    at: f64,
    turns: f64,
}

/// The rotor.
#[derive(Clone, Debug)]
pub(super) struct Rotor {
    keys: RotorKeys,
    /// The newest places, while the count holds.
    places: VecDeque<Place>,
    /// The first pulse of the encoder that was seen.
    first_at: Option<f64>,
    /// The last encoder pulse that was counted, and the time between two.
    encoder_at: Option<f64>,
    pitch: Option<f64>,
    /// While the pitch is not known: the last gap, and how many before it were like it.
    trial: (f64, u32),
    /// The last index that was believed, the time of a turn by it, and an index that was not believed.
    index_at: Option<f64>,
    index_turns: f64,
    turn_seconds: Option<f64>,
    doubted_index: Option<f64>,
    /// Whether a second index has confirmed the count.
    confirmed: bool,
    /// The count was lost or moved: readings before say nothing about readings after.
    moved: bool,
    /// How much turns differed from the one before, as a part of it: the lesser of the newest two, and the newest.
    varied: (f64, f64),
}

impl Rotor {
    pub(super) fn new(keys: RotorKeys) -> Self {
        Self {
            keys,
            places: VecDeque::with_capacity(PLACES),
            first_at: None,
            encoder_at: None,
            pitch: None,
            trial: (0.0, 0),
            index_at: None,
            index_turns: 0.0,
            turn_seconds: None,
            doubted_index: None,
            confirmed: false,
            moved: false,
            varied: (0.0, 0.0),
        }
    }

    /// Everything that was known is void: the rotor turns the other way.
    pub(super) fn restart(&mut self) {
        *self = Self { moved: true, ..Self::new(self.keys) };
    }

    /// A pulse of the encoder, by its middle.
    pub(super) fn encoder(&mut self, at: f64) {
        self.first_at = self.first_at.or(Some(at));
        let Some(before) = self.encoder_at else {
            self.encoder_at = Some(at);
            return;
        };
        let gap = at - before;
        let Some(pitch) = self.pitch else {
            self.encoder_at = Some(at);
            self.learn_pitch(gap);
            return;
        };
        let steps = libm::round(gap / pitch);
        let off = gap / pitch - steps;
        if steps > f64::from(self.keys.encoder_gap_pulses) + 1.0 {
            self.encoder_at = Some(at);
            self.pitch = None;
            self.lose();
        } else if steps >= 1.0 && off.abs() <= self.keys.encoder_tolerance_pitches {
            self.encoder_at = Some(at);
            self.pitch = Some(pitch + (gap / steps - pitch) * 0.2);
            self.count(at, steps);
        } else if steps >= 2.0 {
            // Neither one nor two pitches: the pitch itself may be wrong, as it is when the first two pulses were one too many.
            self.encoder_at = Some(at);
            self.pitch = None;
            self.lose();
        }
    }

    /// The pitch is believed when several gaps in a row are alike: one that is missing a pulse, or has one too many, is not.
    fn learn_pitch(&mut self, gap: f64) {
        let (before, times) = self.trial;
        let alike = (gap - before).abs() <= before * self.keys.encoder_tolerance_pitches;
        self.trial = (gap, if alike { times + 1 } else { 0 });
        if self.trial.1 >= GAPS_ALIKE {
            self.pitch = Some(gap);
        }
    }

    /// The encoder has advanced by this many pulses.
    fn count(&mut self, at: f64, steps: f64) {
        let Some(last) = self.places.back().copied() else { return };
        let pulses = f64::from(self.keys.encoder_pulses);
        let since_index = self.index_at.map_or(0.0, |index| (at - index) / (self.pitch.unwrap_or(0.0) * pulses));
        if since_index > self.keys.encoder_alone_turns {
            self.lose();
            return;
        }
        // The index and the encoder pulse that belongs to it are one place.
        let turns = libm::round(last.turns * pulses) + steps;
        let expected = last.turns * pulses + (at - last.at) / self.pitch.unwrap_or(f64::INFINITY);
        let turns = if (turns - expected).abs() <= 0.5 { turns } else { libm::round(expected) };
        if at > last.at && turns > last.turns * pulses {
            self.push(Place { at, turns: turns / pulses });
        }
    }

    /// A pulse of the index, by its middle.
    pub(super) fn index(&mut self, at: f64) {
        let by_encoder = self.fits_encoder(at);
        let by_index = self.fits_turn(self.index_at, at);
        match (by_encoder, by_index) {
            (Some(turns), _) => self.believe(at, turns),
            (None, Some(turns)) if self.encoder_is_silent(at) => {
                self.believe(at, self.index_turns + turns);
            }
            (None, Some(_)) => self.start_anew(at),
            (None, None) if self.places.is_empty() => self.start_anew(at),
            (None, None) if self.fits_turn(self.doubted_index, at).is_some() => self.start_anew(at),
            (None, None) => self.doubted_index = Some(at),
        }
    }

    /// The whole turn at which the encoder's count expects the index now, if it does.
    fn fits_encoder(&self, at: f64) -> Option<f64> {
        let (last, pitch) = (self.places.back()?, self.pitch?);
        if self.encoder_is_silent(at) {
            return None;
        }
        let pulses = f64::from(self.keys.encoder_pulses);
        let expected = last.turns + (at - last.at) / (pitch * pulses);
        let whole = libm::round(expected);
        let fits = (expected - whole).abs() * pulses <= self.keys.index_tolerance_pitches;
        (fits && whole > 0.0).then_some(whole)
    }

    /// How many whole turns lie between two pulses of the index, if they are whole ones: one, or two where one pulse is missing.
    fn fits_turn(&self, before: Option<f64>, at: f64) -> Option<f64> {
        let gap = at - before?;
        let turn = self.turn_seconds.or(self.pitch.map(|pitch| pitch * f64::from(self.keys.encoder_pulses)));
        let Some(turn) = turn else {
            // Nothing is known of the speed: any speed that the rotor may have is one turn.
            return (60.0 / self.keys.most_rpm..=60.0 / self.keys.least_rpm).contains(&gap).then_some(1.0);
        };
        let turns = libm::round(gap / turn);
        let fits = (gap / turn - turns).abs() <= self.keys.index_tolerance_part * turns;
        ((1.0..=2.0).contains(&turns) && fits).then_some(turns)
    }

    fn believe(&mut self, at: f64, turns: f64) {
        let passed = turns - self.index_turns;
        if let Some(gap) = self.index_at.map(|index| at - index).filter(|_| passed >= 1.0) {
            let seconds = gap / passed;
            let differs = self.turn_seconds.map_or(0.0, |before| (seconds / before - 1.0).abs());
            self.varied = (differs.min(self.varied.1), differs);
            self.turn_seconds = Some(seconds);
        }
        self.index_at = Some(at);
        self.index_turns = turns;
        self.doubted_index = None;
        self.confirmed = true;
        if self.places.back().is_some_and(|last| at > last.at && turns > last.turns) {
            self.push(Place { at, turns });
        }
    }

    /// The count begins at this index.
    fn start_anew(&mut self, at: f64) {
        self.turn_seconds = self.index_at.map(|index| at - index).filter(|gap| self.may_be_turn(*gap));
        if !self.places.is_empty() {
            // The encoder said otherwise: its pitch is learnt anew as well.
            self.pitch = None;
            self.trial = (0.0, 0);
        }
        self.lose();
        self.index_at = Some(at);
        self.index_turns = 0.0;
        self.places.push_back(Place { at, turns: 0.0 });
    }

    fn may_be_turn(&self, gap: f64) -> bool {
        (60.0 / self.keys.most_rpm..=60.0 / self.keys.least_rpm).contains(&gap)
    }

    fn lose(&mut self) {
        self.places.clear();
        self.confirmed = false;
        self.moved = true;
        self.doubted_index = None;
    }

    fn push(&mut self, place: Place) {
        if self.places.len() == PLACES {
            self.places.pop_front();
        }
        self.places.push_back(place);
    }

    /// Whether the encoder has given nothing for a quarter of a turn.
    pub(super) fn encoder_is_silent(&self, at: f64) -> bool {
        let turn = self.turn_seconds.unwrap_or(60.0 / self.keys.least_rpm);
        self.encoder_at.is_none_or(|encoder| at - encoder > turn / 4.0)
    }

    /// For how many turns the index has given nothing, where the speed is known.
    pub(super) fn turns_without_index(&self, at: f64) -> f64 {
        match (self.index_at.or(self.first_at), self.turns_per_second()) {
            (Some(index), Some(speed)) => (at - index) * speed,
            _ => 0.0,
        }
    }

    /// How fast the rotor turns, in turns a second.
    pub(super) fn turns_per_second(&self) -> Option<f64> {
        let by_encoder = self.pitch.map(|pitch| 1.0 / (pitch * f64::from(self.keys.encoder_pulses)));
        let by_index = self.turn_seconds.map(|seconds| 1.0 / seconds);
        match (self.index_at, self.encoder_at) {
            (Some(index), Some(encoder)) if index > encoder + 2.0 => by_index.or(by_encoder),
            _ => by_encoder.or(by_index),
        }
    }

    /// How much two turns in a row differed from the one before each, as a part of it.
    pub(super) fn varied(&self) -> f64 {
        self.varied.0
    }

    /// For how long nothing may be heard before the rotor stands still: by the index alone that is two turns and a little, for one
    /// pulse may be missing.
    pub(super) fn still_after(&self) -> f64 {
        match (self.index_at, self.encoder_at, self.turn_seconds) {
            (Some(index), Some(encoder), Some(turn)) if index > encoder => self.keys.still_seconds.max(turn * TURNS_UNHEARD),
            (Some(_), None, Some(turn)) => self.keys.still_seconds.max(turn * TURNS_UNHEARD),
            _ => self.keys.still_seconds,
        }
    }

    /// When the rotor last gave any pulse.
    pub(super) fn heard_at(&self) -> Option<f64> {
        match (self.index_at, self.encoder_at) {
            (Some(index), Some(encoder)) => Some(index.max(encoder)),
            (index, encoder) => index.or(encoder),
        }
    }

    /// Whether the count stands and a later index has confirmed it.
    pub(super) fn is_confirmed(&self) -> bool {
        self.confirmed && !self.places.is_empty()
    }

    /// Whether the count was lost or moved since this was last asked.
    pub(super) fn take_moved(&mut self) -> bool {
        core::mem::take(&mut self.moved)
    }

    /// Up to when it is known where the rotor stood.
    pub(super) fn known_until(&self) -> Option<f64> {
        self.places.back().map(|place| place.at)
    }

    /// How far the rotor had turned at `at`, a few seconds ago, by its speed since.
    pub(super) fn turns_back_at(&self, at: f64) -> Option<f64> {
        let last = self.places.back()?;
        Some(last.turns - (last.at - at) * self.turns_per_second()?)
    }

    /// How far the rotor had turned at `at`, between two places that are known.
    pub(super) fn turns_at(&self, at: f64) -> Option<f64> {
        let after = self.places.iter().position(|place| place.at >= at)?;
        let (before, after) = (self.places.get(after.checked_sub(1)?)?, self.places.get(after)?);
        let part = (at - before.at) / (after.at - before.at);
        Some(before.turns + part * (after.turns - before.turns))
    }
}
