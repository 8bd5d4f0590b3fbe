//! Where the ball lies in the rotor: readings of the three sensors, and whether they agree.

use alloc::collections::VecDeque;

use super::parameters::{Ball, Reading};
use super::rim::Pass;
use super::rotor::Rotor;
use crate::model::{POCKETS, Pocket, WHEEL_ORDER};

/// How many passes may wait until it is known where the rotor stood.
const WAITING: usize = 64;

/// Of so many readings one may say otherwise where the ball lies: a spark, or a bounce of the contact.
const OTHERWISE_ONE_IN: u32 = 5;

/// How far inside the edges of its pocket the ball must be by the mean of its readings, in pockets: balls rest up to 0.3 from the middle, and
/// what shifts every reading alike, such as an index that is late by less than a tooth of the encoder, shows in nothing else.
const MARGIN_OF_MEAN_POCKETS: f64 = 0.19;

/// The same while the encoder is silent: where it showed before that the rotor turns evenly, and where nothing is known of that. A rotor that
/// turns faster and slower three times a turn shifts the readings of all three sensors alike.
const MARGIN_BY_INDEX_ALONE_POCKETS: f64 = 0.22;
const MARGIN_BY_INDEX_ALONE_UNKNOWN_POCKETS: f64 = 0.32;

/// A rotor is even where it is no farther than this before or behind its mean course, in teeth of the encoder.
const EVEN_MOST_TEETH: f64 = 0.15;

/// The same where the encoder's disc runs out of true: an index that is late may then be taken for one a whole tooth later, which is half a
/// pocket, and a ball that rests 0.3 from the middle must not be read beyond the edge.
const MARGIN_BY_WOBBLING_ENCODER_POCKETS: f64 = 0.36;

/// A ball on the rotor, seen by one sensor.
#[derive(Clone, Copy, Debug)]
struct Seen {
    sensor: u8,
    /// When, in seconds, and the rotor's turns then.
    at: f64,
    turns: f64,
    /// Where on the rotor, in pockets clockwise from the middle of zero, 0 to 37.
    place: f64,
    /// Whether the pulse is as long as that of a ball in a pocket.
    long: bool,
}

/// Readings of one place, without another in between.
#[derive(Clone, Copy, Debug)]
struct Run {
    first: Seen,
    /// When it was last seen, in seconds, and the rotor's turns then.
    last_at: f64,
    last_turns: f64,
    /// How often each sensor saw it, and the rotor's turns when it last did.
    counts: [u32; 3],
    seen_turns: [f64; 3],
    /// How often in all a sensor did not see it in a turn between two in which it did.
    unseen: u32,
    /// The mean place, beside that of the first reading.
    drift: f64,
    readings: u32,
    /// How many of the readings did not lie well inside a pocket.
    outside: u32,
    /// The pocket in which the newest readings lie well inside, by its place on the wheel, how often each sensor read it, and since when.
    pocket: Option<usize>,
    agreed: [u32; 3],
    agreed_since: f64,
    /// The pocket in which the readings lie but for a few, how often each sensor read it, since when, and how many readings said otherwise.
    mostly: Option<usize>,
    mostly_agreed: [u32; 3],
    mostly_since: f64,
    otherwise: u32,
}

/// What one sensor read for itself, for naming one that contradicts the others.
#[derive(Clone, Copy, Debug, Default)]
struct Own {
    place: f64,
    times: u32,
}

/// What the readings say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Finding {
    /// All three sensors have read this pocket often enough.
    Pocket(Pocket),
    /// The ball is carried round and lies in no pocket.
    Hung,
    /// This sensor does not see what the two others see.
    Silent(u8),
    /// This sensor reads another pocket than the two others.
    Contradicts(u8),
    /// The readings agree if the rotor turns the other way than it is driven.
    Backwards,
}

/// Reads where the ball lies.
#[derive(Clone, Debug)]
pub(super) struct Reader {
    waiting: VecDeque<Pass>,
    run: Option<Run>,
    /// The run before the newest reading that did not agree: one stray pulse does not make a resting ball another one.
    before: Option<Run>,
    own: [Own; 3],
    /// Readings that agreed neither with those before nor with what the sensor had read itself.
    pub(super) changes: u32,
    /// Whether anything was read since the reader was cleared.
    pub(super) read_at: Option<f64>,
}

impl Reader {
    pub(super) const fn new() -> Self {
        Self { waiting: VecDeque::new(), run: None, before: None, own: [Own { place: 0.0, times: 0 }; 3], changes: 0, read_at: None }
    }

    /// The ball runs on the rim: what was read was something else.
    pub(super) fn clear(&mut self) {
        *self = Self::new();
    }

    /// The rotor's count has moved: what was read says nothing any more.
    pub(super) fn unsettle(&mut self) {
        self.run = None;
        self.before = None;
        self.own = [Own::default(); 3];
    }

    /// A pulse that may be a ball on the rotor.
    pub(super) fn add(&mut self, pass: Pass) {
        if self.waiting.len() == WAITING {
            self.waiting.pop_front();
            self.unsettle();
        }
        self.waiting.push_back(pass);
    }

    /// Reads what waits and can be read by now. Says how many pulses were read.
    pub(super) fn read(&mut self, rotor: &Rotor, clockwise: bool, ball: &Ball, keys: &Reading) -> u32 {
        let mut read = 0;
        while let Some(pass) = self.waiting.front().copied() {
            if rotor.known_until().is_none_or(|until| until < pass.at) {
                break;
            }
            self.waiting.pop_front();
            let Some(turns) = rotor.turns_at(pass.at) else {
                self.unsettle();
                continue;
            };
            let place = place_of(pass, turns, clockwise, ball, keys);
            self.take(Seen { sensor: pass.sensor.min(2), at: pass.at, turns, place, long: is_long(pass, keys) }, keys);
            self.read_at = Some(pass.at);
            read += 1;
        }
        read
    }

    fn take(&mut self, seen: Seen, keys: &Reading) {
        let sensor = usize::from(seen.sensor);
        let own = &mut self.own[sensor];
        *own = if own.times > 0 && apart(own.place, seen.place).abs() <= keys.agreement_pockets {
            Own { place: own.place, times: own.times + 1 }
        } else {
            Own { place: seen.place, times: 1 }
        };
        let agrees_with_itself = own.times > 1;
        if let Some(run) = self.run.as_mut().filter(|run| run.agrees(&seen, keys)) {
            run.add(&seen, keys);
            return;
        }
        // The pocket has to be read anew all the same: no reading of another may lie between those that make a number.
        let was_stray = self.run.is_none_or(|run| run.readings == 1);
        if let Some(before) = self.before.take().filter(|before| was_stray && before.agrees(&seen, keys)) {
            self.run = Some(before.resumed(&seen, keys));
            return;
        }
        // Sensors that each read one place over and over see one ball: they stand wrongly, or the rotor turns the wrong way.
        self.changes += u32::from(self.run.is_some() && !agrees_with_itself);
        self.before = self.run.replace(Run::new(seen, keys));
    }

    /// What the readings say by now.
    pub(super) fn finding(&self, rotor: &Rotor, ball: &Ball, keys: &Reading) -> Option<Finding> {
        let run = self.run?;
        let required = keys.required_turns;
        if let Some((place, since)) = run.in_pocket(required) {
            let is_proved = run.keeps_time()
                && margin(rotor, run.last_at).is_some_and(|margin| run.is_inside(margin))
                && rotor.proves(since, run.last_at);
            return if is_proved { Pocket::new(WHEEL_ORDER[place]).map(Finding::Pocket) } else { None };
        }
        let turned = run.last_turns - run.first.turns;
        if turned >= keys.hung_turns && run.outside * 2 > run.readings {
            return Some(Finding::Hung);
        }
        if turned >= f64::from(required) + 1.5 {
            let unseen = |sensor: &usize| run.counts[*sensor] == 0;
            let seen = run.counts.iter().filter(|count| **count >= required).count();
            if let Some(silent) = (0..3).find(unseen).filter(|_| seen == 2) {
                return Some(Finding::Silent(silent as u8));
            }
        }
        self.disagreement(ball, keys)
    }

    /// Each sensor agrees with itself, and they do not agree with each other.
    fn disagreement(&self, ball: &Ball, keys: &Reading) -> Option<Finding> {
        if self.own.iter().any(|own| own.times <= keys.required_turns) {
            return None;
        }
        let same = |a: f64, b: f64| apart(a, b).abs() <= keys.agreement_pockets;
        let agree = |a: usize, b: usize| same(self.own[a].place, self.own[b].place);
        let odd = [(0, 1, 2), (0, 2, 1), (1, 2, 0)].into_iter().find(|(a, b, c)| agree(*a, *b) && !agree(*a, *c) && !agree(*b, *c));
        if let Some((.., odd)) = odd {
            return Some(Finding::Contradicts(odd as u8));
        }
        let backwards = |sensor: usize| {
            let stands = ball.sensor_degrees[sensor] / 360.0 * POCKETS as f64 + keys.offset_pockets;
            around(2.0 * stands - self.own[sensor].place)
        };
        let all = same(backwards(0), backwards(1)) && same(backwards(0), backwards(2));
        (all && !agree(0, 1)).then_some(Finding::Backwards)
    }

    /// Where the ball lies on the rotor, in pockets.
    pub(super) fn place(&self) -> Option<f64> {
        self.run.map(|run| around(run.first.place + run.drift))
    }

    /// Where on the rotor the ball was read by all three sensors turn after turn, in a pocket or not, while it is proved how the rotor stood.
    pub(super) fn place_at_rest(&self, rotor: &Rotor, keys: &Reading) -> Option<f64> {
        let run = self.run?;
        let is_read = run.counts.iter().all(|count| *count >= keys.required_turns);
        (is_read && run.keeps_time() && rotor.proves(run.first.at, run.last_at)).then(|| around(run.first.place + run.drift))
    }

    /// How often the same place was read in a row.
    pub(super) fn settled(&self) -> u32 {
        self.run.map_or(0, |run| run.counts.iter().sum())
    }

    /// The sensors that have read nothing in the run, as far as two others have.
    pub(super) fn unseen(&self) -> Option<u8> {
        let run = self.run?;
        let unseen = (0..3_usize).find(|sensor| run.counts[*sensor] == 0)?;
        (run.counts.iter().filter(|count| **count >= 2).count() == 2).then_some(unseen as u8)
    }
}

impl Run {
    fn new(seen: Seen, keys: &Reading) -> Self {
        let mut run = Self {
            first: seen,
            last_at: seen.at,
            last_turns: seen.turns,
            unseen: 0,
            counts: [0; 3],
            seen_turns: [f64::NEG_INFINITY; 3],
            drift: 0.0,
            readings: 0,
            outside: 0,
            pocket: None,
            agreed: [0; 3],
            agreed_since: seen.at,
            mostly: None,
            mostly_agreed: [0; 3],
            mostly_since: seen.at,
            otherwise: 0,
        };
        run.add(&seen, keys);
        run
    }

    fn agrees(&self, seen: &Seen, keys: &Reading) -> bool {
        apart(around(self.first.place + self.drift), seen.place).abs() <= keys.agreement_pockets
    }

    /// The pocket that each sensor has read so often without another reading in between; or once more, with one reading in five that said
    /// otherwise. And since when, in seconds.
    fn in_pocket(&self, required: u32) -> Option<(usize, f64)> {
        let read = |agreed: &[u32; 3], times| agreed.iter().all(|count| *count >= times);
        let without = self.pocket.filter(|_| read(&self.agreed, required)).map(|pocket| (pocket, self.agreed_since));
        let few_otherwise = self.otherwise * OTHERWISE_ONE_IN <= self.readings + self.otherwise;
        let mostly = self.mostly.filter(|_| few_otherwise && read(&self.mostly_agreed, required + 1));
        without.or(mostly.map(|pocket| (pocket, self.mostly_since)))
    }

    /// Whether the ball came past each sensor once a turn, as the turns were counted. Where it came past in every second one only, there
    /// were half as many turns.
    fn keeps_time(&self) -> bool {
        let again: u32 = self.counts.iter().map(|count| count.saturating_sub(1)).sum();
        self.unseen < again
    }

    /// Whether the ball lies so far inside the edges of its pocket, by the mean of its readings.
    fn is_inside(&self, margin_pockets: f64) -> bool {
        let place = self.first.place + self.drift;
        (place - libm::round(place)).abs() <= 0.5 - margin_pockets
    }

    /// The same run after a stray reading: what was read of its pocket does not count any more.
    fn resumed(mut self, seen: &Seen, keys: &Reading) -> Self {
        self.pocket = None;
        self.agreed = [0; 3];
        self.otherwise += 1;
        self.add(seen, keys);
        self
    }

    fn add(&mut self, seen: &Seen, keys: &Reading) {
        let sensor = usize::from(seen.sensor);
        let pocket = inside(seen, keys);
        self.outside += u32::from(pocket.is_none());
        if pocket != self.pocket || pocket.is_none() {
            self.pocket = pocket;
            (self.agreed, self.agreed_since) = ([0; 3], seen.at);
        }
        if pocket.is_none() {
            self.otherwise += 1;
        } else if pocket != self.mostly {
            (self.mostly, self.mostly_agreed, self.mostly_since) = (pocket, [0; 3], seen.at);
        }
        // A ball passes a sensor once a turn; what comes sooner is the same pass again.
        let since = seen.turns - self.seen_turns[sensor];
        if since > 0.5 {
            self.unseen += if since.is_finite() { libm::round(since) as u32 - 1 } else { 0 };
            self.counts[sensor] += 1;
            self.agreed[sensor] += u32::from(pocket.is_some());
            self.mostly_agreed[sensor] += u32::from(pocket.is_some());
            self.seen_turns[sensor] = seen.turns;
        }
        (self.last_at, self.last_turns) = (seen.at, seen.turns);
        self.readings += 1;
        self.drift += (apart(self.first.place, seen.place) - self.drift) / f64::from(self.readings);
    }
}

/// How far inside its pocket a ball must be that was last seen at `at`, in pockets; `None` where no place proves a pocket.
fn margin(rotor: &Rotor, at: f64) -> Option<f64> {
    if !rotor.encoder_is_silent(at) {
        return Some(if rotor.out_of_true().is_some() { MARGIN_BY_WOBBLING_ENCODER_POCKETS } else { MARGIN_OF_MEAN_POCKETS });
    }
    match rotor.uneven_teeth() {
        Some(teeth) if teeth > EVEN_MOST_TEETH => None,
        Some(_) => Some(MARGIN_BY_INDEX_ALONE_POCKETS),
        None => Some(MARGIN_BY_INDEX_ALONE_UNKNOWN_POCKETS),
    }
}

/// The pocket in which a ball that was seen here lies well inside, by its place on the wheel.
fn inside(seen: &Seen, keys: &Reading) -> Option<usize> {
    let nearest = libm::round(seen.place);
    let well = (seen.place - nearest).abs() <= 0.5 - keys.margin_pockets;
    (seen.long && well).then_some(nearest as usize % POCKETS)
}

/// Where on the rotor that was which a sensor saw when the rotor had turned so far, in pockets clockwise from the middle of zero, 0 to 37.
pub(super) fn place_of(pass: Pass, turns: f64, clockwise: bool, ball: &Ball, keys: &Reading) -> f64 {
    let sensor = ball.sensor_degrees[usize::from(pass.sensor.min(2))] / 360.0;
    place_on_rotor(sensor - if clockwise { turns } else { -turns }, keys.offset_pockets)
}

/// Whether a pulse is as long as that of a ball in a pocket.
pub(super) fn is_long(pass: Pass, keys: &Reading) -> bool {
    (keys.width_least_milliseconds..=keys.width_most_milliseconds).contains(&(pass.width * 1e3))
}

/// Where something is on the rotor, in pockets clockwise from the middle of zero, 0 to 37: it is so many turns clockwise of the index.
pub(super) fn place_on_rotor(turns: f64, offset_pockets: f64) -> f64 {
    around(turns * POCKETS as f64 + offset_pockets)
}

/// The pocket that is nearest to there.
pub(super) fn pocket_near(turns: f64, offset_pockets: f64) -> Option<Pocket> {
    Pocket::new(WHEEL_ORDER[libm::round(place_on_rotor(turns, offset_pockets)) as usize % POCKETS])
}

/// A place on the wheel, 0 to 37.
fn around(place: f64) -> f64 {
    let pockets = POCKETS as f64;
    place - pockets * libm::floor(place / pockets)
}

/// How far `b` lies clockwise from `a`, -18.5 to 18.5.
pub(super) fn apart(a: f64, b: f64) -> f64 {
    around(b - a + POCKETS as f64 / 2.0) - POCKETS as f64 / 2.0
}
