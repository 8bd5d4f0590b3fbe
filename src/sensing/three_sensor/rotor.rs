//! Where the rotor stands at any moment, from its index and its encoder, and from either alone.

#[cfg(test)]
mod tests;

use super::doubt::Doubt;
use super::encoder::{Counted, Encoder, Step};
use super::even::whole_turns;
use super::marks::Marks;
use super::parameters::RotorKeys;
use super::places::Places;

/// For this many turns, by the encoder, the index may be missing.
const TURNS_WITHOUT_INDEX: f64 = 2.5;

/// After this many turns by the index alone without a pulse the rotor stands still.
const TURNS_UNHEARD: f64 = 2.3;

/// After the count was lost the index must come back after whole turns, as exactly as this, in turns; for so many turns that can be told.
const RETURN_TOLERANCE_TURNS: f64 = 0.03;
const TURNS_TO_RETURN: f64 = 6.0;
/// While the speed has changed by more than this part, it cannot.
const STEADY_PART: f64 = 0.02;

/// The longest pulse of the index, in turns: measured are 0.0016 to 0.004.
const INDEX_TURNS_MOST: f64 = 0.02;

/// The rotor.
#[derive(Clone, Debug)]
pub(super) struct Rotor {
    keys: RotorKeys,
    /// The newest places, while the count holds.
    places: Places,
    encoder: Encoder,
    /// How many pulses of the encoder have come since the last one of the index.
    since_index: f64,
    /// When the index was last heard again after it had been silent for turns.
    index_again_at: Option<f64>,
    /// It was told to turn the other way, and has not been seen to stand still since.
    turns_round: bool,
    /// It has stood still, and has not turned evenly since.
    has_stood: bool,
    /// What the pulses of the index prove, and the count at which the turns begin.
    marks: Marks,
    origin: Option<f64>,
    /// The last index that was where it must be, the turns then, and the time of a turn by it.
    index_at: Option<f64>,
    index_turns: f64,
    turn_seconds: Option<f64>,
    /// The count was lost or moved: readings before say nothing about readings after.
    moved: bool,
    /// How much turns differed from the one before, as a part of it: the lesser of the newest two, and the newest.
    varied: (f64, f64),
}

impl Rotor {
    pub(super) fn new(keys: RotorKeys) -> Self {
        Self {
            keys,
            places: Places::default(),
            encoder: Encoder::new(keys),
            since_index: 0.0,
            index_again_at: None,
            turns_round: false,
            has_stood: false,
            marks: Marks::new(&keys),
            origin: None,
            index_at: None,
            index_turns: 0.0,
            turn_seconds: None,
            moved: false,
            varied: (0.0, 0.0),
        }
    }

    /// Forgets the pulses of the index before this moment, so that a spin is judged by nothing that is not kept of it.
    pub(super) fn forget_index_before(&mut self, at: f64) {
        self.turns_round = false;
        self.marks.forget_before(at);
    }

    /// Somebody has looked at the wheel: the index may stand elsewhere from now on.
    pub(super) fn was_looked_at(&mut self) {
        self.marks.may_stand_anywhere();
    }

    /// Everything that was known is void: the rotor turns the other way.
    pub(super) fn restart(&mut self) {
        *self = Self { moved: true, encoder: self.encoder.anew(), ..Self::new(self.keys) };
    }

    /// The same, because it is driven the other way from now on. It still turns the old way for a while.
    pub(super) fn turn_round(&mut self) {
        self.restart();
        self.turns_round = true;
    }

    /// It may turn the other way from here on: a count beyond a standstill means nothing. But a line that was stuck, or edges that came
    /// late, look like a standstill: so it stays known when the index was seen, unless the rotor was to stand still, being turned round. By
    /// chance the mark can come there as if it had moved.
    fn stand_still(&mut self) {
        if self.turns_round {
            self.restart();
            self.has_stood = true;
            return;
        }
        self.miss_changes();
    }

    /// Changes of the lines were missed: nothing was counted for a while. When the index came before stays known.
    pub(super) fn miss_changes(&mut self) {
        self.marks.lose_count();
        self.begin_anew();
    }

    /// The times of the lines jumped: those of before are not to be compared with later ones.
    pub(super) fn mistrust_times(&mut self) {
        self.marks.forget_times();
        self.begin_anew();
    }

    /// Everything is void but what is known of the mark.
    fn begin_anew(&mut self) {
        let marks = core::mem::replace(&mut self.marks, Marks::new(&self.keys));
        *self = Self { moved: true, has_stood: self.has_stood, marks, encoder: self.encoder.anew(), ..Self::new(self.keys) };
    }

    /// A pulse of the encoder, by its middle.
    pub(super) fn encoder(&mut self, at: f64) {
        let Counted { step, was_held_up, has_stood } = self.encoder.pulse(at, self.index_at.is_some());
        if was_held_up {
            self.marks.hold_up(at);
        }
        match step {
            Step::Unknown => {}
            Step::Learnt => self.since_index += 1.0,
            Step::Pitches(pitches) => self.count(at, pitches),
            Step::Lost => self.lose(),
            Step::NearlyStill => self.nearly_stand_still(),
        }
        if has_stood {
            self.marks.stand_still();
            self.has_stood = true;
        }
    }

    /// The rotor nearly stands still, as gaps of the encoder in a row say; or its encoder shows few of its pulses.
    fn nearly_stand_still(&mut self) {
        let encoder = self.encoder.clone();
        self.stand_still();
        self.encoder = encoder;
    }

    /// The encoder has advanced by this many pulses.
    fn count(&mut self, at: f64, steps: f64) {
        self.since_index += steps;
        self.come_to_pace();
        let Some(origin) = self.origin else { return };
        let pulses = f64::from(self.keys.encoder_pulses);
        let since_index = self.index_at.map_or(0.0, |index| (at - index) / self.encoder.turn_seconds().unwrap_or(0.0));
        if since_index > self.keys.encoder_alone_turns {
            // No number is told by the encoder alone. It counts on all the same, so that the mark must come back where it stood.
            let stands_at = self.marks.stands_at().map(|stands_at| stands_at - self.encoder.counted());
            self.lose();
            self.marks.must_stand_at(stands_at);
            return;
        }
        self.places.push(at, (self.encoder.counted() - origin) / pulses);
    }

    /// Where the rotor comes to a standstill its mark may pass the sensor twice, and while it gathers speed no turn takes as long as the next.
    /// Pulses of before it turns evenly, of which the count was lost, say nothing: by chance they look like a mark that was moved.
    fn come_to_pace(&mut self) {
        if self.has_stood && self.encoder.is_even() {
            self.has_stood = false;
            self.marks.forget_uncounted();
        }
    }

    /// A pulse of the index, by its middle and its length. One that lasts too long is no mark: the line was stuck, or is the wrong way round.
    pub(super) fn index(&mut self, at: f64, width: f64) {
        let turn = self.encoder.turn_seconds().or(self.turn_seconds).unwrap_or(60.0 / self.keys.least_rpm);
        if width > turn * INDEX_TURNS_MOST {
            // Of a rotor that hardly turns, as one that is turned round, the true mark is seen for long as well.
            if self.count_at(at).is_some() && !self.encoder.hurries() {
                self.marks.add_long(at);
            }
            return;
        }
        if self.misses_index() {
            self.index_again_at = Some(at);
            self.marks.note_silence();
        }
        self.since_index = 0.0;
        let (count, is_exact) = self.count_at(at).unzip();
        if count.is_some() && self.encoder.hurries() {
            return;
        }
        self.marks.add(at, width, count, is_exact.unwrap_or(false));
        match count {
            Some(count) => self.index_on_count(at, count),
            None if self.encoder_is_silent(at) => {
                self.marks.note_alone(at);
                self.index_alone(at);
            }
            None => {}
        }
    }

    /// How far the encoder had counted at `at`, where it is heard, and whether that is exact.
    fn count_at(&self, at: f64) -> Option<(f64, bool)> {
        self.encoder.count_at(at).filter(|_| !self.encoder_is_silent(at))
    }

    /// An index while the encoder counts. The turns begin at the mark that was seen more often than any other.
    fn index_on_count(&mut self, at: f64, count: f64) {
        let is_elsewhere = |mark: f64, origin: f64| self.off_mark(mark, origin) > self.keys.index_tolerance_pitches;
        match (self.origin, self.marks.mark()) {
            (None, _) => {
                if self.comes_elsewhere(at) {
                    self.marks.suspect(count);
                }
                // Between a place by the index alone and one by the count there is none that is known.
                self.lose_places();
                self.begin_at(at, libm::round(count));
            }
            (Some(origin), Some(mark)) if is_elsewhere(mark, origin) => {
                self.lose_places();
                self.begin_at(at, libm::round(mark));
            }
            (Some(origin), _) if !is_elsewhere(count, origin) => self.believe(at, libm::round(self.turns_from(origin, count))),
            _ => {}
        }
    }

    /// Whether the index comes at another time than it must after the one before, by the turns before the count was lost.
    fn comes_elsewhere(&self, at: f64) -> bool {
        let (Some(before), Some(turn)) = (self.index_at, self.turn_seconds) else { return false };
        let turns = (at - before) / turn;
        let is_steady = self.turns_per_second().is_some_and(|speed| (speed * turn - 1.0).abs() <= STEADY_PART);
        is_steady && turns <= TURNS_TO_RETURN && (turns - libm::round(turns)).abs() > RETURN_TOLERANCE_TURNS
    }

    fn turns_from(&self, origin: f64, count: f64) -> f64 {
        (count - origin) / f64::from(self.keys.encoder_pulses)
    }

    /// How far a count is from whole turns after the origin, in encoder pulses.
    fn off_mark(&self, count: f64, origin: f64) -> f64 {
        let turns = self.turns_from(origin, count);
        (turns - libm::round(turns)).abs() * f64::from(self.keys.encoder_pulses)
    }

    /// The turns begin at this count, for the index was seen there: it and the encoder pulse that belongs to it are one place.
    fn begin_at(&mut self, at: f64, origin: f64) {
        let gap = self.index_at.map(|index| at - index);
        self.turn_seconds = gap.filter(|gap| self.may_be_turn(*gap)).or(self.turn_seconds);
        (self.origin, self.index_at, self.index_turns) = (Some(origin), Some(at), 0.0);
    }

    /// An index while the encoder is silent.
    fn index_alone(&mut self, at: f64) {
        match self.fits_turn(at) {
            Some(turns) => {
                let turns = self.index_turns + turns;
                self.believe(at, turns);
            }
            None => self.start_anew(at),
        }
    }

    /// How many whole turns lie between the last two pulses of the index, if they are whole ones: one, or two where one pulse is missing.
    fn fits_turn(&self, at: f64) -> Option<f64> {
        let gap = at - self.index_at?;
        let turn = self.turn_seconds.or(self.encoder.turn_seconds());
        let Some(turn) = turn else {
            // Nothing is known of the speed: any speed that the rotor may have is one turn.
            return self.may_be_turn(gap).then_some(1.0);
        };
        whole_turns(gap, turn, self.keys.index_tolerance_part, 2.0)
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
        self.places.push(at, turns);
    }

    /// The turns begin at this index, for nothing that was known fits it.
    fn start_anew(&mut self, at: f64) {
        self.turn_seconds = self.index_at.map(|index| at - index).filter(|gap| self.may_be_turn(*gap));
        self.lose();
        self.index_at = Some(at);
        self.index_turns = 0.0;
        self.places.push(at, 0.0);
    }

    fn may_be_turn(&self, gap: f64) -> bool {
        (60.0 / self.keys.most_rpm..=60.0 / self.keys.least_rpm).contains(&gap)
    }

    /// The encoder's count is lost.
    fn lose(&mut self) {
        self.encoder.lose_count();
        self.marks.lose_count();
        self.lose_places();
    }

    fn lose_places(&mut self) {
        self.places.clear();
        self.origin = None;
        self.moved = true;
    }

    /// Whether the encoder has given nothing for a quarter of a turn.
    pub(super) fn encoder_is_silent(&self, at: f64) -> bool {
        let turn = self.turn_seconds.unwrap_or(60.0 / self.keys.least_rpm);
        self.encoder.counted_at().is_none_or(|encoder| at - encoder > turn / 4.0)
    }

    /// How often the encoder was silent since this moment for too long to be counted on, and heard again.
    pub(super) fn silences_since(&self, from: f64) -> usize {
        self.encoder.silences_since(from)
    }

    /// Whether the index was silent for turns and was heard again since this moment.
    pub(super) fn missed_index_since(&self, from: f64) -> bool {
        self.index_again_at.is_some_and(|at| at >= from)
    }

    /// How far the rotor was before or behind its mean course at the most when the encoder was last counted, in teeth, where that is known.
    pub(super) fn uneven_teeth(&self) -> Option<f64> {
        self.encoder.uneven_teeth()
    }

    /// How far a tooth of the encoder's disc stands from its place, in teeth, where that is too far to tell a late index from one in time.
    pub(super) fn out_of_true(&self) -> Option<f64> {
        self.encoder.out_of_true()
    }

    /// Whether the index has given nothing for more turns than it may.
    pub(super) fn misses_index(&self) -> bool {
        self.turns_without_index() > TURNS_WITHOUT_INDEX
    }

    /// Whether the index misses more turns than it sees.
    pub(super) fn hardly_sees_index(&self) -> bool {
        self.origin.is_some() && self.marks.is_hardly_seen(self.encoder.counted())
    }

    /// For how many turns the index has given nothing, as the encoder counts them: while neither was heard, nothing is known to have turned.
    fn turns_without_index(&self) -> f64 {
        self.since_index / f64::from(self.keys.encoder_pulses)
    }

    /// How fast the rotor turns, in turns a second.
    pub(super) fn turns_per_second(&self) -> Option<f64> {
        let by_encoder = self.encoder.turn_seconds_or_slow().map(|seconds| 1.0 / seconds);
        let by_index = self.turn_seconds.map(|seconds| 1.0 / seconds);
        match (self.index_at, self.encoder.counted_at()) {
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
        match (self.index_at, self.encoder.counted_at(), self.turn_seconds) {
            (Some(index), Some(encoder), Some(turn)) if index > encoder => self.keys.still_seconds.max(turn * TURNS_UNHEARD),
            (Some(_), None, Some(turn)) => self.keys.still_seconds.max(turn * TURNS_UNHEARD),
            _ => self.keys.still_seconds,
        }
    }

    /// When the rotor last gave any pulse.
    pub(super) fn heard_at(&self) -> Option<f64> {
        match (self.index_at, self.encoder.counted_at()) {
            (Some(index), Some(encoder)) => Some(index.max(encoder)),
            (index, encoder) => index.or(encoder),
        }
    }

    /// What the pulses of the index prove.
    pub(super) const fn marks(&self) -> &Marks {
        &self.marks
    }

    /// Whether it is proved where the rotor stood between these two moments: by the index and the encoder, or by the index alone while
    /// the encoder is silent. The encoder alone proves nothing.
    pub(super) fn proves(&self, from: f64, until: f64) -> bool {
        if self.encoder_is_silent(until) { self.marks.prove_alone(from, until) } else { self.marks.prove(from, until) }
    }

    /// Whether the mark is seen to have moved, by the encoder's count or, while that is silent, by the index alone.
    pub(super) fn shows_moved_mark(&self) -> bool {
        let is_silent = self.heard_at().is_some_and(|at| self.encoder_is_silent(at));
        self.marks.doubt() == Some(Doubt::AgainstEncoder) || self.marks.has_moved() || is_silent && self.marks.show_moved_alone()
    }

    /// Whether the count was lost or moved since this was last asked.
    pub(super) fn take_moved(&mut self) -> bool {
        core::mem::take(&mut self.moved)
    }

    /// Up to when it is known where the rotor stood.
    pub(super) fn known_until(&self) -> Option<f64> {
        self.places.known_until()
    }

    /// How far the rotor had turned at `at`, a few seconds ago, by its speed since.
    pub(super) fn turns_back_at(&self, at: f64) -> Option<f64> {
        self.places.turns_back_at(at, self.turns_per_second()?)
    }

    /// How far the rotor had turned at `at`, between two places that are known.
    pub(super) fn turns_at(&self, at: f64) -> Option<f64> {
        self.places.turns_at(at)
    }
}
