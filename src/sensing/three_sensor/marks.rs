//! The index pulses of the last turns, and whether they prove where pocket 0 is.
//!
//! The encoder only counts; the index alone says where the count begins. So a pulse of the index is believed for nothing but what others
//! say with it: one mark of the rotor comes back after every whole turn and together with a pulse of the encoder, and nothing else does.
//! A second mark, hum, a count that slipped and a mark that moved each break that rule, and while the rule is broken no number is told.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::doubt::Doubt;
use super::even::OneMark;
use super::mark_place::MarkPlace;
use super::parameters::RotorKeys;

/// For how many turns a pulse is remembered: as long as most spins take.
const TURNS_REMEMBERED: f64 = 12.0;

/// How many pulses are remembered at most; more are noise anyway.
const MARKS_MOST: usize = 48;

/// How often the mark must have been seen until it is believed.
const SIGHTINGS: usize = 3;

/// How often after the count was lost while the index was in doubt.
const SIGHTINGS_AFTER_DOUBT: usize = 12;

/// How often after the index was silent for turns before the mark was proved.
const SIGHTINGS_AFTER_SILENCE: usize = 8;

/// At how many sightings after the count was lost it is looked whether the mark has stayed where it was.
const SIGHTINGS_AFTER_LOSS: usize = 5;

/// How often a mark must have been seen beside a single pulse that stood exactly at a tooth, whenever that came: it may have been the true
/// mark, which was blocked for turns.
const SIGHTINGS_BESIDE_TOOTH: usize = 5;

/// The mark and the encoder's teeth are of one rotor, so that it stands at one place of its tooth for ever. By a single sighting before and
/// many after that place is known within so many encoder pulses; where it is another one, the mark or the disc has moved, and nobody knows
/// by how many teeth.
const SHIFTED_LEAST_PITCHES: f64 = 0.06;

/// A pulse that is longer than most by more than this factor has run into another one, and its middle is not that of the mark.
const WIDTHS_MADE_LONGER: f64 = 1.5;

/// Single pulses elsewhere that are no fault: dirt and sparks.
const STRAYS_MOST: usize = 3;

/// With more places than this at which pulses come again and again, they are no marks.
const PLACES_OF_MARKS: usize = 3;

/// How many gaps between pulses of the index alone must have been alike.
const GAPS_ALIKE: usize = 4;

/// So many pulses that are too long for a mark, within so many seconds of each other, are a line that is stuck or the wrong way round: what
/// it shows between them is no mark.
const LONG_PULSES_OF_NOISE: usize = 2;
const LONG_PULSES_SECONDS: f64 = 45.0;

/// A mark that was seen in less than every second one of so many turns, or more, is hardly seen.
const TURNS_HARDLY_SEEN: f64 = 8.0;

/// Where the mark was not seen for so many turns after the count had begun, nobody knows where it stood before.
const TURNS_UNSEEN: f64 = 2.5;

/// A pulse of the index.
#[derive(Clone, Copy, Debug)]
struct Mark {
    at: f64,
    width: f64,
    /// The encoder's count then, in pulses since it began, where that is known.
    count: Option<f64>,
    /// Whether that is known so exactly that the place in the tooth is.
    is_exact: bool,
}

/// What the pulses prove by now.
#[derive(Clone, Copy, Debug, Default)]
struct Verdict {
    /// The count at which the mark was seen last, and first.
    mark: Option<f64>,
    first: Option<f64>,
    is_sure: bool,
    doubt: Option<Doubt>,
    /// The mark has moved while the count was lost.
    has_moved: bool,
}

/// Whether the mark is where it was before the count was lost, by the pulses of before and since.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stay {
    Proved,
    /// What was seen is too little, or a spark may have been the mark.
    Unproved,
    Refuted,
}

/// Whether the mark stands at another place of its tooth than before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shift {
    None,
    /// Its oldest or its newest pulse does, which a spark may have made longer.
    Perhaps,
    Proved,
}

/// The pulses of the last turns.
#[derive(Clone, Debug)]
pub(super) struct Marks {
    pulses: f64,
    tolerance: f64,
    tolerance_part: f64,
    marks: VecDeque<Mark>,
    verdict: Verdict,
    /// What was in doubt when the count was lost.
    doubted_before: Option<Doubt>,
    /// The count at which a pulse came elsewhere than the mark had to, just after the count was lost.
    suspected_at: Option<f64>,
    /// Whether the count was ever lost.
    was_lost: bool,
    /// When the count was last lost after a time that is no whole number of the encoder's pitches.
    held_up_at: Option<f64>,
    /// When the newest pulses came that were too long for a mark.
    long: VecDeque<f64>,
    /// The count at which the mark was first seen since the count began.
    first_seen: Option<f64>,
    /// The count at which the mark was seen again and again since the count began, before anywhere else, proved or not. Launches do not forget
    /// it: where it comes elsewhere later, it has moved.
    first_place: Option<f64>,
    /// The count at which the mark was first proved since the count began: it stands there for ever. Launches do not forget it.
    stands_at: Option<f64>,
    /// Up to when the mark was proved to stand where it has stood ever since it was first proved. Launches do not forget that either: a mark
    /// that may have moved after this moment has to be proved by pulses that reach back to it.
    proved_until: Option<f64>,
    /// Whether pulses came at many places since the mark was proved: where some come at one place again, that is no second mark.
    is_noisy: bool,
    /// Whether the index was silent for turns before the mark was proved: what comes after that may be another one.
    was_silent: bool,
    /// Whether pulses came at many places before the mark was proved: it may have moved in between.
    began_in_noise: bool,
}

impl Marks {
    pub(super) const fn new(keys: &RotorKeys) -> Self {
        Self {
            pulses: keys.encoder_pulses as f64,
            tolerance: keys.index_tolerance_pitches,
            tolerance_part: keys.index_tolerance_part,
            marks: VecDeque::new(),
            verdict: Verdict { mark: None, first: None, is_sure: false, doubt: None, has_moved: false },
            doubted_before: None,
            suspected_at: None,
            was_lost: false,
            held_up_at: None,
            long: VecDeque::new(),
            first_seen: None,
            first_place: None,
            stands_at: None,
            proved_until: None,
            is_noisy: false,
            was_silent: false,
            began_in_noise: false,
        }
    }

    /// A pulse of the index, with the encoder's count where that is known, and whether it is known exactly.
    pub(super) fn add(&mut self, at: f64, width: f64, count: Option<f64>, is_exact: bool) {
        if self.marks.len() == MARKS_MOST {
            self.marks.pop_front();
        }
        self.marks.push_back(Mark { at, width, count, is_exact });
        if let Some(count) = count {
            let oldest = count - TURNS_REMEMBERED * self.pulses;
            let old = self.marks.iter().rposition(|mark| mark.count.is_some_and(|count| count < oldest));
            self.marks.drain(..old.map_or(0, |old| old + 1));
            let places = self.places();
            self.first_place = self.first_place.or_else(|| self.place_seen_first(&places));
            self.verdict = self.judged(&places, count);
            self.first_seen = self.first_seen.or(self.verdict.first);
            self.began_in_noise |= self.verdict.doubt == Some(Doubt::Noise) && !self.was_proved();
            self.is_noisy |= self.verdict.doubt == Some(Doubt::Noise);
            if self.verdict.is_sure {
                (self.is_noisy, self.was_silent) = (false, false);
                (self.doubted_before, self.suspected_at) = (None, None);
                self.stands_at = self.stands_at.or(self.verdict.mark);
                if self.verdict.mark == Some(count) {
                    self.proved_until = Some(at);
                }
            }
        }
    }

    /// The line was active for longer at `at` than a mark makes it.
    pub(super) fn add_long(&mut self, at: f64) {
        if self.long.len() == LONG_PULSES_OF_NOISE {
            self.long.pop_front();
        }
        self.long.push_back(at);
    }

    /// The index is heard again after it was silent for turns.
    pub(super) const fn note_silence(&mut self) {
        self.was_silent |= self.stands_at.is_none();
    }

    /// Whether the line was active for too long again and again.
    fn has_long_pulses(&self) -> bool {
        let newest = self.marks.back().map_or(f64::NEG_INFINITY, |mark| mark.at);
        let is_near = |oldest: &f64| newest - oldest <= LONG_PULSES_SECONDS;
        self.long.len() == LONG_PULSES_OF_NOISE && self.long.front().is_some_and(is_near)
    }

    /// The count is lost for the encoder paused until `at`, and not for a whole number of its pitches, as it does where pulses are missed: the
    /// rotor was held up, or the clock jumped. An index that comes evenly all the same has moved by as much.
    pub(super) const fn hold_up(&mut self, at: f64) {
        self.held_up_at = Some(at);
    }

    /// Whether that was so after the oldest pulse that is remembered.
    pub(super) fn was_held_up(&self) -> bool {
        self.held_up_at.is_some_and(|held_up| self.marks.front().is_some_and(|oldest| oldest.at < held_up))
    }

    /// Forgets the pulses before this moment, but for those that may still prove that the mark has stayed.
    pub(super) fn forget_before(&mut self, at: f64) {
        if self.has_to_be_proved_again() {
            return;
        }
        self.held_up_at = self.held_up_at.filter(|held_up| *held_up >= at);
        self.long.retain(|long| *long >= at);
        self.marks.retain(|mark| mark.at >= at);
    }

    /// Whether the mark was proved, and may have moved since.
    const fn has_to_be_proved_again(&self) -> bool {
        self.proved_until.is_some() && self.stands_at.is_none()
    }

    /// Whether pulses of one mark that begin at this moment reach back to when the mark was last proved, where it has to be proved again.
    fn reach_back(&self, first_at: f64) -> bool {
        self.stands_at.is_some() || self.proved_until.is_none_or(|until| first_at <= until)
    }

    /// Whether the mark was proved once, may have moved since, and nothing that is remembered could prove that it did not.
    pub(super) fn cannot_be_proved_again(&self) -> bool {
        let oldest = self.marks.front().map_or(f64::INFINITY, |oldest| oldest.at);
        self.has_to_be_proved_again() && !self.reach_back(oldest)
    }

    /// The times of what was seen so far are not to be compared with those of what comes: they prove nothing any more.
    pub(super) fn forget_times(&mut self) {
        self.lose_count();
        self.marks.clear();
        self.long.clear();
        self.held_up_at = None;
    }

    /// The encoder's count is lost: where the pulses were on it says nothing any more.
    pub(super) fn lose_count(&mut self) {
        self.was_lost |= self.marks.iter().any(|mark| mark.count.is_some());
        // A mark that was seen where it had been seen before may have been the true one, though it was not proved: another does not take its place.
        self.proved_until = self.proved_until.or_else(|| self.seen_again_at());
        // Whether the suspected pulse was the mark is not known any more.
        let suspicion = self.suspected_at.take().filter(|_| self.verdict.mark.is_none());
        self.doubted_before = self.verdict.doubt.or(suspicion.map(|_| Doubt::AgainstEncoder));
        self.verdict = Verdict { doubt: self.doubted_before, ..Verdict::default() };
        self.marks.iter_mut().for_each(|mark| mark.count = None);
        (self.first_seen, self.first_place, self.stands_at) = (None, None, None);
    }

    /// When the mark was last seen, where it was seen before at that place, and nothing speaks against it.
    fn seen_again_at(&self) -> Option<f64> {
        let place = self.verdict.mark.filter(|_| self.verdict.doubt.is_none())?;
        let is_there = |mark: &&Mark| mark.count.is_some_and(|count| self.apart(place, count).abs() <= self.tolerance * 2.0);
        self.marks.iter().rev().find(is_there).map(|mark| mark.at)
    }

    /// The count at which the mark was proved, as long as the count was not lost since.
    pub(super) const fn stands_at(&self) -> Option<f64> {
        self.stands_at
    }

    /// The mark must come at this count; anywhere, where that is `None`.
    pub(super) const fn must_stand_at(&mut self, stands_at: Option<f64>) {
        self.stands_at = stands_at;
    }

    /// Somebody has looked at the wheel: the mark may stand anywhere, and what was in doubt may have been put right. If it was not, the next
    /// turns show it again.
    pub(super) fn may_stand_anywhere(&mut self) {
        self.forget_place();
        self.marks.clear();
        self.long.clear();
        self.verdict = Verdict::default();
        (self.doubted_before, self.suspected_at, self.held_up_at, self.first_seen) = (None, None, None, None);
        (self.was_lost, self.is_noisy) = (false, false);
    }

    /// The rotor has stood still: somebody may have moved the mark meanwhile, its count means nothing any more, and neither does what was in
    /// doubt. When the pulses came stays known.
    pub(super) fn stand_still(&mut self) {
        self.lose_count();
        (self.doubted_before, self.verdict) = (None, Verdict::default());
        self.forget_place();
    }

    /// The pulses of which the count was lost say nothing any more.
    pub(super) fn forget_uncounted(&mut self) {
        self.marks.retain(|mark| mark.count.is_some());
    }

    /// The mark may have been moved by hand: where it stood before says nothing.
    pub(super) const fn forget_place(&mut self) {
        (self.first_place, self.stands_at, self.proved_until) = (None, None, None);
        (self.was_silent, self.began_in_noise) = (false, false);
    }

    /// A pulse of the index came elsewhere than before the count was lost, at this count: the mark has moved if it comes there again, and
    /// else it was a spark.
    pub(super) const fn suspect(&mut self, count: f64) {
        self.suspected_at = Some(count);
    }

    /// The count at which the mark was seen, once it was seen twice.
    pub(super) const fn mark(&self) -> Option<f64> {
        self.verdict.mark
    }

    /// Whether the mark is missed in more turns than it is seen in, up to this count.
    pub(super) fn is_hardly_seen(&self, counted: f64) -> bool {
        let Some(place) = self.verdict.mark else { return false };
        let seen = self.marks.iter().filter_map(|mark| mark.count).filter(|count| self.apart(place, *count).abs() <= self.tolerance);
        let (seen, first) = seen.fold((0.0, counted), |(seen, first), count| (seen + 1.0, count.min(first)));
        let turns = libm::round((counted - first) / self.pulses);
        turns >= TURNS_HARDLY_SEEN && seen * 2.0 < turns
    }

    /// What the pulses say against themselves.
    pub(super) fn doubt(&self) -> Option<Doubt> {
        let doubt = self.verdict.doubt.or_else(|| self.has_long_pulses().then_some(Doubt::Noise))?;
        Some(if doubt == Doubt::SecondMark && self.is_noisy { Doubt::Noise } else { doubt })
    }

    /// Whether the mark is proved.
    pub(super) fn is_sure(&self) -> bool {
        self.verdict.is_sure && !self.has_long_pulses()
    }

    /// Whether the mark has moved while the count was lost: what was seen of it before does not come evenly with what was seen after.
    pub(super) const fn has_moved(&self) -> bool {
        self.verdict.has_moved
    }

    /// Whether the mark is proved, and was itself seen between these two moments.
    pub(super) fn prove(&self, from: f64, until: f64) -> bool {
        let Some(place) = self.verdict.mark.filter(|_| self.is_sure()) else { return false };
        let seen = |mark: &Mark| mark.count.is_some_and(|count| self.apart(place, count).abs() <= self.tolerance);
        self.marks.iter().any(|mark| (from..=until).contains(&mark.at) && seen(mark))
    }

    /// Whether the mark was seen before this moment, where it is now or before the count was lost: a mark of which nothing is known from
    /// before may have been elsewhere then.
    pub(super) fn was_seen_before(&self, at: f64) -> bool {
        let is_it = |count: f64| self.verdict.mark.is_some_and(|place| self.apart(place, count).abs() <= self.tolerance);
        self.marks.iter().any(|mark| mark.at < at && mark.count.is_none_or(is_it))
    }

    /// Whether the index alone proves how the rotor turned between these two moments: turn after turn took as long as the one before, nothing
    /// but a single spark was seen on the line for turns, both moments lie between two pulses, and all of them come evenly.
    pub(super) fn prove_alone(&self, from: f64, until: f64) -> bool {
        if self.doubt().is_some() || self.marks.back().is_none_or(|newest| newest.at < until) {
            return false;
        }
        self.proved_alone().is_some_and(|first_at| first_at <= from)
    }

    /// Where turn after turn took as long as the one before up to the newest pulse, the first pulse of these.
    fn proved_alone(&self) -> Option<f64> {
        let longest = self.longest_clean();
        let newest_first = self.marks.iter().rev().map(|mark| mark.seen(longest));
        let mark = OneMark::look_back(newest_first, None, self.tolerance_part)?;
        let gaps = mark.pulses.len() - 1;
        let seldom_missing = gaps >= GAPS_ALIKE && mark.turns * 2 <= gaps * 3;
        let first_at = mark.pulses[0].0;
        let reaches_back = self.proved_until.is_none_or(|until| first_at <= until);
        (seldom_missing && reaches_back && mark.is_proved(self.evenly_turns())).then_some(first_at)
    }

    /// A pulse of the index came while the encoder is silent: the mark has stayed where turn after turn takes as long as the one before.
    pub(super) fn note_alone(&mut self, at: f64) {
        if self.doubt().is_none() && self.proved_alone().is_some() {
            self.proved_until = Some(at);
        }
    }

    /// Whether the index alone shows that the mark was moved: it comes evenly by now, and did not all the time.
    pub(super) fn show_moved_alone(&self) -> bool {
        let longest = self.longest_clean();
        let newest_first = self.marks.iter().rev().map(|mark| mark.seen(longest));
        let comes_again = |mark: &OneMark| mark.pulses.len() > GAPS_ALIKE;
        OneMark::look_back(newest_first, None, self.tolerance_part)
            .filter(comes_again)
            .is_some_and(|mark| mark.is_refuted(self.evenly_turns()))
    }

    /// Within so many turns the pulses of one mark come evenly.
    fn evenly_turns(&self) -> f64 {
        self.tolerance / 2.0 / self.pulses
    }

    /// Whether the mark, which is at this place now, is where it was before the count was lost: all pulses of before come evenly with the
    /// first ones of it since.
    fn stay(&self, place: f64) -> Stay {
        let has_stayed = if self.has_to_be_proved_again() { Stay::Unproved } else { Stay::Proved };
        let Some(lost) = self.marks.iter().rposition(|mark| mark.count.is_none()) else { return has_stayed };
        // A single pulse from before the count began may be a spark.
        if lost == 0 && !self.was_lost {
            return has_stayed;
        }
        if self.was_held_up() {
            return Stay::Unproved;
        }
        let since = self.marks.range(lost + 1..).filter_map(|mark| Some((mark, mark.count?)));
        let since = since.filter(|(_, count)| self.apart(place, *count).abs() <= self.tolerance * 2.0);
        let mut since: Vec<(&Mark, f64)> = since.take(SIGHTINGS_AFTER_LOSS).collect();
        since.reverse();
        let [(newest, count), (before, then), ..] = since[..] else { return Stay::Unproved };
        let turn = (newest.at - before.at) / libm::round((count - then) / self.pulses);
        let longest = self.longest_clean();
        let newest_first = since.iter().map(|(mark, _)| *mark).chain(self.marks.range(..=lost).rev()).map(|mark| mark.seen(longest));
        match OneMark::look_back(newest_first, Some(turn), self.tolerance_part) {
            Some(mark) if mark.is_proved(self.evenly_turns()) && self.reach_back(mark.pulses[0].0) => Stay::Proved,
            Some(mark) if mark.is_refuted(self.evenly_turns()) => Stay::Refuted,
            _ => Stay::Unproved,
        }
    }

    /// How far `b` lies from `a` on the rotor, in encoder pulses, either way.
    fn apart(&self, a: f64, b: f64) -> f64 {
        let turns = (b - a) / self.pulses;
        (turns - libm::round(turns)) * self.pulses
    }

    fn judged(&self, places: &[MarkPlace], newest: f64) -> Verdict {
        let again = || places.iter().filter(|place| place.sightings.len() > 1);
        let Some(mark) = again().max_by_key(|place| place.sightings.len()) else {
            let doubt = if places.len() > STRAYS_MOST + 1 { Some(Doubt::Noise) } else { self.doubted_before };
            return Verdict { doubt, ..Verdict::default() };
        };
        let (first, last) = (mark.first(), mark.last());
        let strays: Vec<&MarkPlace> = places.iter().filter(|place| place.sightings.len() == 1).collect();
        let others: Vec<&MarkPlace> = again().filter(|place| place.first() != first).collect();
        let by_turns = others.iter().all(|other| other.last() < first || other.first() > last);
        let is_suspected = self.suspected_at.is_some_and(|count| self.apart(mark.place, count).abs() <= self.tolerance * 2.0);
        let recalled = self.doubted_before.or(is_suspected.then_some(Doubt::AgainstEncoder));
        let recalled = recalled.filter(|_| mark.sightings.len() < SIGHTINGS_AFTER_DOUBT);
        let shift = self.shift(mark);
        let doubt = match others.len() {
            0 if strays.len() > STRAYS_MOST => Some(Doubt::Noise),
            // With so few sightings the mean is no better than one of them.
            0 if mark.sightings.len() >= SIGHTINGS && mark.off_tooth() > self.tolerance / 2.0 => Some(Doubt::AgainstEncoder),
            0 if shift == Shift::Proved || self.has_left(mark) => Some(Doubt::AgainstEncoder),
            0 => recalled,
            PLACES_OF_MARKS.. => Some(Doubt::Noise),
            _ if by_turns => Some(Doubt::AgainstEncoder),
            _ => Some(Doubt::SecondMark),
        };
        // What came at a tooth while the mark was not seen was the mark, and its count was lost and found by chance.
        let enough_seen = !strays.iter().any(|stray| stray.came_instead(mark, self.tolerance, self.pulses));
        // What stood at a tooth and was about as long may have been the true mark, which is seldom seen, or was there before it moved.
        let enough = strays.iter().all(|stray| {
            let after = mark.sightings.iter().filter(|count| **count > stray.place).count();
            stray.sightings_after(mark, self.tolerance).is_none_or(|least| stray.place > first && after >= least)
        });
        let is_seldom = mark.sightings.len() < SIGHTINGS_BESIDE_TOOTH;
        let enough = enough && !(is_seldom && strays.iter().any(|stray| stray.may_be_at_tooth(mark, self.tolerance)));
        // Before the mark was seen first only a spark may have been seen, and not two.
        let enough = enough && strays.iter().filter(|stray| stray.place < first).count() < 2;
        let turns = (newest - first) / self.pulses;
        let often = mark.sightings.len() as f64 * 2.0 >= turns;
        let was_unseen = self.first_seen.unwrap_or(first) > TURNS_UNSEEN * self.pulses && mark.sightings.len() < SIGHTINGS_AFTER_DOUBT;
        let was_unseen = was_unseen || self.was_silent && mark.sightings.len() < SIGHTINGS_AFTER_SILENCE;
        let is_seen = mark.sightings.len() >= SIGHTINGS && enough && enough_seen && often && !was_unseen;
        let stay = if is_seen { self.stay(mark.place) } else { Stay::Unproved };
        Verdict {
            mark: Some(last),
            first: Some(first),
            is_sure: doubt.is_none() && shift == Shift::None && stay == Stay::Proved,
            doubt,
            has_moved: stay == Stay::Refuted,
        }
    }

    /// Where the mark was seen first since the count began, once it was seen so often that it may be called one.
    fn place_seen_first(&self, places: &[MarkPlace]) -> Option<f64> {
        let mark = places.iter().max_by_key(|place| place.sightings.len())?;
        if mark.sightings.len() < SIGHTINGS {
            return None;
        }
        // A single pulse may have been the true mark, where the mark was not seen in the turn after it.
        let is_before = |stray: &MarkPlace| self.first_seen.is_some_and(|first| first - stray.place > self.pulses);
        let may_be_mark = |stray: &MarkPlace| stray.sightings.len() == 1 && stray.sightings_after(mark, self.tolerance).is_some();
        let before = places.iter().find(|stray| is_before(stray) && may_be_mark(stray));
        Some(before.unwrap_or(mark).place)
    }

    /// Whether the mark was proved since anything was known of it.
    const fn was_proved(&self) -> bool {
        self.stands_at.is_some() || self.proved_until.is_some()
    }

    /// Whether this is another place than that at which the mark was proved or seen first, on an encoder whose count was not lost since; or
    /// may be, for there was noise before it was proved.
    fn has_left(&self, mark: &MarkPlace) -> bool {
        let is_elsewhere = |stands_at: &f64| self.apart(*stands_at, mark.place).abs() > self.tolerance * 2.0;
        let places = || self.stands_at.iter().chain(&self.first_place);
        mark.sightings.len() >= SIGHTINGS && (self.began_in_noise || places().any(is_elsewhere))
    }

    /// Whether the mark stood at another place of its tooth before some sighting of it than from then on; perhaps, where its oldest or its
    /// newest pulse alone says so, or proved. A single pulse between others that was made longer by a spark moves nothing.
    fn shift(&self, place: &MarkPlace) -> Shift {
        let longest = self.longest_clean();
        let is_of_mark = |mark: &&Mark| mark.is_exact && mark.width <= longest;
        let counts = self.marks.iter().filter(is_of_mark).filter_map(|mark| mark.count);
        let offs: Vec<f64> = counts.map(|count| self.apart(place.place, count)).filter(|off| off.abs() <= self.tolerance * 2.0).collect();
        let without = |one: usize| is_shifted(&[&offs[..one], &offs[one + 1..]].concat());
        let newest = offs.len().saturating_sub(1);
        match is_shifted(&offs) && (1..newest).all(without) {
            true if without(0) && without(newest) => Shift::Proved,
            true => Shift::Perhaps,
            false => Shift::None,
        }
    }

    /// How long a pulse may be that has not run into another one, in seconds.
    fn longest_clean(&self) -> f64 {
        let mut widths: Vec<f64> = self.marks.iter().map(|mark| mark.width).collect();
        widths.sort_by(f64::total_cmp);
        widths.get(widths.len().saturating_sub(1) / 2).map_or(f64::INFINITY, |usual| usual * WIDTHS_MADE_LONGER)
    }

    /// The places of the rotor at which pulses came. One that has run into another one says at which place it came, and not where that is.
    fn places(&self) -> Vec<MarkPlace> {
        let longest = self.longest_clean();
        let mut places: Vec<MarkPlace> = Vec::new();
        for mark in self.marks.iter().filter(|mark| mark.width <= longest) {
            let Some(count) = mark.count else { continue };
            match self.near(&mut places, count) {
                Some(place) if count - place.last() > self.pulses / 2.0 => {
                    place.see(count, self.apart(place.place, count), mark.width);
                }
                Some(_) => {}
                None => places.push(MarkPlace::new(count, mark.width)),
            }
        }
        for mark in self.marks.iter().filter(|mark| mark.width > longest) {
            let Some(count) = mark.count else { continue };
            match self.near(&mut places, count) {
                Some(place) => place.see_about(count - self.apart(place.place, count), self.pulses / 2.0),
                None => places.push(MarkPlace::new(count, mark.width)),
            }
        }
        places
    }

    /// The place that this count is at.
    fn near<'a>(&self, places: &'a mut [MarkPlace], count: f64) -> Option<&'a mut MarkPlace> {
        places.iter_mut().find(|place| self.apart(place.place, count).abs() <= self.tolerance * 2.0)
    }
}

impl Mark {
    /// When it came, and whether that is exact: not so where the pulse is longer than this.
    const fn seen(&self, longest: f64) -> (f64, bool) {
        (self.at, self.width <= longest)
    }
}

/// Whether sightings that are so far from their place, in their order, were at another one before some of them than from then on.
fn is_shifted(offs: &[f64]) -> bool {
    (1..offs.len()).any(|shifted| {
        let (before, after) = offs.split_at(shifted);
        let part = 1.0 / before.len() as f64 + 1.0 / after.len() as f64;
        (mean(before) - mean(after)).abs() > SHIFTED_LEAST_PITCHES * libm::sqrt(part)
    })
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}
