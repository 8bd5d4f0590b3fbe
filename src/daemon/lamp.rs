//! The cabinet's lamp: lit, blinking or dark as the cabinet wants it, and tested by a person who looks at it.
//!
//! Here never lives what it is lit for.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use super::self_test::Wanted;
use crate::cabinet::{LampWish, lamp_wish};
use crate::drivers::gpio::{LampLine, LineError};
use crate::model::{Event, FaultCode, Finding, TestedPart, Views};
use crate::profiles::LampKeys;

/// How long the lamp is on, and how long it is off, when it blinks.
const HALF_BLINK: Duration = Duration::from_millis(500);

/// For so many half blinks nothing may have been wrong with a lamp that failed until that is over: a minute, so that one that fails now and then does
/// not fill the journal.
const WELL_AFTER: u32 = 120;

/// How the lamp goes on and off in its test.
const TEST: [bool; 6] = [true, false, true, false, true, false];

/// Lights the lamp or puts it out, and says what its line shows then.
type Set = Box<dyn FnMut(bool) -> Result<bool, LineError> + Send>;
/// Opens its line.
type Open = Box<dyn FnMut() -> Result<Set, LineError> + Send>;

/// The lamp of a cabinet.
pub(super) struct Lamp {
    open: Open,
    line: Option<Set>,
    /// How it was switched last.
    is_lit: Option<bool>,
    /// Whether the blinking lamp is lit now.
    blink: bool,
    /// The test that runs, by its number, and how far it has come.
    test: Option<(u32, usize)>,
    /// For how many half blinks nothing was wrong since a fault was told; `None` where none stands.
    well_for: Option<u32>,
}

impl Lamp {
    /// The lamp of the cabinet file.
    pub(super) fn of(keys: &LampKeys) -> Self {
        let open: Open = match keys.output.clone() {
            Some(output) => Box::new(move || {
                let mut line = LampLine::open(&output)?;
                Ok(Box::new(move |is_lit| line.set(is_lit)))
            }),
            None => Box::new(|| Ok(Box::new(Ok))),
        };
        Self::new(open)
    }

    const fn new(open: Open) -> Self {
        Self { open, line: None, is_lit: None, blink: false, test: None, well_for: None }
    }

    /// This test is wanted, or none; that of another part is none of the lamp.
    fn want_test(&mut self, wanted: Wanted) {
        self.test = wanted.filter(|(_, part)| *part == TestedPart::Lamp).map(|(number, _)| (number, 0));
        if self.test.is_some() {
            // Every level of the test is one that its line is given.
            self.is_lit = None;
        }
    }

    /// Half a blink goes by: what the house is to be told.
    fn step(&mut self, wish: LampWish) -> Vec<Event> {
        self.blink = !self.blink;
        let tested = self.test.map(|(_, step)| TEST[step]);
        let is_lit = tested.unwrap_or(match wish {
            LampWish::Dark => false,
            LampWish::Lit => true,
            LampWish::Blinking => self.blink,
        });
        let wrong = self.show(is_lit).err();
        let told = self.tell(wrong.as_deref());
        self.go_on_with_test(wrong).into_iter().chain(told).collect()
    }

    /// Switches the lamp, where it was last switched otherwise or could not be.
    fn show(&mut self, is_lit: bool) -> Result<(), String> {
        if self.is_lit == Some(is_lit) {
            return Ok(());
        }
        self.is_lit = None;
        let mut line = match self.line.take() {
            Some(line) => line,
            None => (self.open)().map_err(|error| error.to_string())?,
        };
        let shown = line(is_lit).map_err(|error| error.to_string())?;
        self.line = Some(line);
        if shown != is_lit {
            let word = |is_lit| if is_lit { "active" } else { "inactive" };
            return Err(format!("its line was made {} and is {}", word(is_lit), word(shown)));
        }
        self.is_lit = Some(is_lit);
        Ok(())
    }

    /// Says what is wrong, once, and that it is over when nothing was wrong for a minute.
    fn tell(&mut self, wrong: Option<&str>) -> Option<Event> {
        let code = FaultCode::LampDefect;
        match (wrong, self.well_for) {
            (Some(detail), None) => {
                self.well_for = Some(0);
                Some(Event::HouseFault { code, detail: detail.to_owned() })
            }
            (Some(_), Some(_)) => {
                self.well_for = Some(0);
                None
            }
            (None, Some(steps)) if steps + 1 >= WELL_AFTER => {
                self.well_for = None;
                Some(Event::HouseFaultCleared(code))
            }
            (None, Some(steps)) => {
                self.well_for = Some(steps + 1);
                None
            }
            (None, None) => None,
        }
    }

    /// The test, where one runs, is over once the lamp has been switched as often as it is, or could not be.
    fn go_on_with_test(&mut self, wrong: Option<String>) -> Option<Event> {
        let (number, step) = self.test?;
        let is_over = wrong.is_some() || step + 1 == TEST.len();
        self.test = (!is_over).then_some((number, step + 1));
        let seen = format!("the line took each of {} levels and showed it; look whether the lamp lit three times", TEST.len());
        let seen = wrong.is_none().then_some(seen);
        let findings = wrong.into_iter().map(|detail| Finding { code: FaultCode::LampDefect, detail }).collect();
        is_over.then_some(Event::SelfTested { number, findings, seen })
    }
}

/// Shows what the cabinet wants, `times` as fast as in life, and tells `events` what is new, until `stop`; then the lamp is dark.
pub(super) async fn run(
    mut lamp: Lamp,
    times: u32,
    views: watch::Receiver<Arc<Views>>,
    (mut tests, events): (watch::Receiver<Wanted>, mpsc::Sender<Event>),
    stop: CancellationToken,
) {
    let mut ticks = interval(HALF_BLINK / times.max(1));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while stop.run_until_cancelled(ticks.tick()).await.is_some() {
        if tests.has_changed().unwrap_or(false) {
            lamp.want_test(*tests.borrow_and_update());
        }
        let wish = lamp_wish(&views.borrow());
        for event in lamp.step(wish) {
            tracing::info!(?event, "lamp");
            // Where the deciding thread is gone, nobody waits for it.
            let _ = events.send(event).await;
        }
    }
    // A program that has ended leaves a dark lamp.
    drop(lamp.show(false));
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// Which levels the line of a lamp took.
    type Taken = Arc<Mutex<Vec<bool>>>;

    /// A lamp whose line stays as it is once it was switched so often.
    fn lamp(works_for: usize) -> (Lamp, Taken) {
        let taken = Taken::default();
        let levels = taken.clone();
        let open: Open = Box::new(move || {
            let levels = levels.clone();
            Ok(Box::new(move |is_lit| {
                let mut levels = levels.lock().expect("no test panics here");
                levels.push(is_lit);
                Ok(if levels.len() > works_for { !is_lit } else { is_lit })
            }))
        });
        (Lamp::new(open), taken)
    }

    fn taken(taken: &Taken) -> Vec<bool> {
        std::mem::take(&mut *taken.lock().expect("no test panics here"))
    }

    #[test]
    fn it_is_switched_only_where_it_is_to_stand_otherwise() {
        let (mut lamp, levels) = lamp(usize::MAX);
        let mut check = |wish, steps: usize, expected: &[bool]| {
            for _ in 0..steps {
                assert_eq!(lamp.step(wish), []);
            }
            assert_eq!(taken(&levels), expected, "{wish:?}");
        };
        check(LampWish::Dark, 3, &[false]);
        check(LampWish::Lit, 3, &[true]);
        check(LampWish::Dark, 2, &[false]);
        check(LampWish::Blinking, 4, &[true, false, true, false]);
        check(LampWish::Lit, 2, &[true]);
    }

    #[test]
    fn a_lamp_that_cannot_be_switched_is_told_once_and_is_well_after_a_minute() {
        let (mut lamp, levels) = lamp(1);
        assert_eq!(lamp.step(LampWish::Dark), []);
        let detail = "its line was made active and is inactive".to_owned();
        assert_eq!(lamp.step(LampWish::Lit), [Event::HouseFault { code: FaultCode::LampDefect, detail }]);
        for _ in 0..10 {
            assert_eq!(lamp.step(LampWish::Lit), []);
        }
        // Its line takes what it is given again.
        taken(&levels);
        for _ in 1..WELL_AFTER {
            assert_eq!(lamp.step(LampWish::Lit), []);
        }
        assert_eq!(lamp.step(LampWish::Lit), [Event::HouseFaultCleared(FaultCode::LampDefect)]);
        assert_eq!(taken(&levels), [true]);
    }

    #[test]
    fn its_line_is_asked_for_until_it_can_be_had() {
        let mut tries = 0;
        let mut lamp = Lamp::new(Box::new(move || {
            tries += 1;
            if tries < 3 { Err(LineError::Deserted) } else { Ok(Box::new(Ok)) }
        }));
        assert_eq!(lamp.step(LampWish::Lit).len(), 1);
        assert_eq!((lamp.step(LampWish::Lit), lamp.is_lit), (vec![], None));
        assert_eq!((lamp.step(LampWish::Lit), lamp.is_lit), (vec![], Some(true)));
    }

    #[test]
    fn its_test_lights_it_three_times_and_a_person_has_to_look() {
        let (mut lamp, levels) = lamp(usize::MAX);
        lamp.step(LampWish::Dark);
        lamp.want_test(Some((7, TestedPart::Lamp)));
        for _ in 0..5 {
            assert_eq!(lamp.step(LampWish::Dark), []);
        }
        let seen = Some("the line took each of 6 levels and showed it; look whether the lamp lit three times".to_owned());
        assert_eq!(lamp.step(LampWish::Dark), [Event::SelfTested { number: 7, findings: vec![], seen }]);
        assert_eq!(taken(&levels), [false, true, false, true, false, true, false]);
        assert_eq!(lamp.step(LampWish::Dark), []);
    }

    #[test]
    fn its_test_is_not_passed_where_its_line_shows_something_else() {
        let (mut lamp, _) = lamp(2);
        lamp.want_test(Some((7, TestedPart::Lamp)));
        lamp.step(LampWish::Dark);
        lamp.step(LampWish::Dark);
        let detail = || "its line was made active and is inactive".to_owned();
        let findings = vec![Finding { code: FaultCode::LampDefect, detail: detail() }];
        let told =
            [Event::SelfTested { number: 7, findings, seen: None }, Event::HouseFault { code: FaultCode::LampDefect, detail: detail() }];
        assert_eq!(lamp.step(LampWish::Dark), told);
        lamp.want_test(Some((8, TestedPart::Disk)));
        assert_eq!(lamp.test, None);
    }
}
