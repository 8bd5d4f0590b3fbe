//! The ball that lies in the wheel while no spin runs, and whether it contradicts the newest result.
//!
//! Nothing else shows a mark that was moved while the rotor was turned round or while the program was not there: the ball has stayed where it
//! was, and is read elsewhere. So after such a time no ball is launched before the old one was read again, if it can be read at all.

use alloc::format;

use super::edge::Line;
use super::faults::Cure;
use super::reader::{Finding, Reader, apart};
use super::rim::Pass;
use super::wheel::Wheel;
use crate::model::{FaultCode, Pocket, SpinNumber, WHEEL_ORDER, WheelEvent, WheelHappening};

/// A ball moves no farther than this within its pocket while the rotor is turned round, in pockets. A mark that moves by one tooth of the
/// encoder moves every place by half a pocket.
const MOVES_MOST_POCKETS: f64 = 0.35;

/// How far from the middle of its pocket a ball may rest, in pockets.
const BESIDE_MIDDLE_MOST_POCKETS: f64 = 0.3;

/// For so long after the rotor's count was lost a launch waits for the ball to be read again, in seconds.
const READ_AGAIN_WITHIN_SECONDS: f64 = 60.0;

/// What is read of the ball that lies in the wheel.
#[derive(Clone, Debug)]
pub(super) struct AtRest {
    reader: Reader,
    /// The newest result, until another ball may run or somebody may have moved the ball.
    told: Option<StandingResult>,
}

/// A result that the ball still shows.
#[derive(Clone, Copy, Debug)]
struct StandingResult {
    /// Of which spin it is.
    spin: Option<SpinNumber>,
    pocket: Pocket,
    /// Where the ball lay, in pockets clockwise from the middle of zero, and within how many pockets that is known.
    place: f64,
    known_within: f64,
    /// Since when the ball has to be read again, in seconds; `None` where it was.
    to_be_read_since: Option<f64>,
    /// It was contradicted; that is said once.
    is_disputed: bool,
}

impl AtRest {
    pub(super) const fn new() -> Self {
        Self { reader: Reader::new(), told: None }
    }

    /// What was read so far was of something else.
    pub(super) fn clear(&mut self) {
        self.reader.clear();
    }

    /// The rotor's count was lost or moved at this moment, in seconds.
    pub(super) fn unsettle(&mut self, at: f64) {
        self.reader.unsettle();
        self.told.iter_mut().for_each(|told| told.to_be_read_since = Some(at));
    }

    /// The ball was read here and told as the result of this spin.
    pub(super) fn tell(&mut self, spin: Option<SpinNumber>, pocket: Pocket, place: Option<f64>) {
        let (place, known_within) = place.map_or((middle(pocket), BESIDE_MIDDLE_MOST_POCKETS), |place| (place, 0.0));
        self.told = Some(StandingResult { spin, pocket, place, known_within, to_be_read_since: None, is_disputed: false });
        self.reader.clear();
    }

    /// This was settled when the program ended: the ball must lie there still.
    pub(super) fn hold_to(&mut self, spin: SpinNumber, pocket: Pocket) {
        self.tell(Some(spin), pocket, None);
        self.unsettle(0.0);
    }

    /// Another ball may run, or somebody may have moved this one.
    pub(super) const fn forget(&mut self) {
        self.told = None;
    }

    /// Whether the ball has to be read again before another one runs, at `now` in seconds.
    pub(super) fn has_to_be_read(&self, now: f64) -> bool {
        let since = self.told.and_then(|told| told.to_be_read_since);
        since.is_some_and(|since| now - since < READ_AGAIN_WITHIN_SECONDS)
    }

    /// The ball was read at this place. The result that it contradicts, if it does.
    fn compare(&mut self, place: f64) -> Option<StandingResult> {
        let told = self.told.as_mut().filter(|told| !told.is_disputed)?;
        told.is_disputed = apart(told.place, place).abs() > MOVES_MOST_POCKETS + told.known_within;
        told.to_be_read_since = None;
        Some(*told).filter(|told| told.is_disputed)
    }
}

/// The place of the middle of a pocket.
fn middle(pocket: Pocket) -> f64 {
    pocket.place() as f64
}

impl Wheel {
    /// A sensor saw something while no spin runs.
    pub(super) fn seen_at_rest(&mut self, pass: Pass) {
        self.line_noise.no_ball_on_rim(pass.sensor, pass.at);
        if self.looks_at_rest() {
            self.at_rest.reader.add(pass);
        }
    }

    /// Whether it means anything where the ball lies while no spin runs: there is a result that it may contradict, or a fault of which that
    /// shows whether it is over.
    fn looks_at_rest(&self) -> bool {
        self.at_rest.told.is_some() || self.faults.may_show_at_rest()
    }

    /// No spin runs. A ball that all three sensors see in one pocket is there, and none of them is at fault.
    pub(super) fn read_at_rest(&mut self) {
        let (parameters, rotor) = (&self.parameters, &self.rotor);
        let Some(clockwise) = self.clockwise.filter(|_| self.looks_at_rest()) else { return };
        let reader = &mut self.at_rest.reader;
        reader.read(rotor, clockwise, &parameters.ball, &parameters.reading);
        let finding = reader.finding(rotor, &parameters.ball, &parameters.reading);
        let place = reader.place_at_rest(rotor, &parameters.reading);
        if let Some(Finding::Pocket(_)) = finding {
            self.clear(Cure::shows_at_rest);
        }
        if let Some((place, told)) = place.and_then(|place| Some((place, self.at_rest.compare(place)?))) {
            self.dispute(told, place);
        }
    }

    /// The ball lies here, which is not where it was read: the result stays and is disputed, with the edges that show it. No ball is
    /// launched before somebody has looked: the mark may have moved.
    fn dispute(&mut self, told: StandingResult, place: f64) {
        let (number, apart) = (told.pocket.number(), apart(told.place, place));
        let nearest = WHEEL_ORDER[libm::round(place) as usize % WHEEL_ORDER.len()];
        let detail = if nearest == number {
            format!("{number} was told, and after that the ball was read {apart:.2} pockets from its place")
        } else {
            format!("{number} was told, and after that the ball was read in {nearest}")
        };
        let happening = WheelHappening::Fault { code: FaultCode::ResultDisputed, detail };
        self.tell_of(WheelEvent { spin: told.spin, happening, evidence: self.evidence_at_rest() });
        let index = Line::RotorIndex.name();
        let detail =
            format!("{index} comes {apart:.2} pockets from where it came, by the ball that lies in the wheel, unless somebody moved that");
        self.rotor_fault(FaultCode::RotorIndexAgainstEncoder, Cure::Looked, detail);
    }
}
