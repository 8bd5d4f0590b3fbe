//! A wheel as the cabinet hears it: what it says about a spin, when, and what can go wrong with that. Every word is drawn from the seed.

use std::collections::BTreeMap;

use super::options::Options;
use super::self_tests::{findings, test_length};
use crate::model::{FaultCode, NoSpinReason, Remedy, Span, SpinNumber, Timestamp, WheelEvent, WheelHappening, WheelWish};
use crate::sim::chance::{Chance, Rate};

/// The wheel.
pub(super) struct Wheel {
    chance: Chance,
    faults: Rate,
    babble: Rate,
    /// What it will say and when; the second part of the key keeps words of one moment in order.
    plan: BTreeMap<(Timestamp, u64), WheelEvent>,
    planned: u64,
    /// The newest launch it has acted on.
    acted: SpinNumber,
    /// The newest self-test it has begun.
    tested: u32,
    /// Whether the ball of that launch runs.
    launched: bool,
    /// Whether it is off because that was wanted.
    is_off: bool,
}

impl Wheel {
    pub(super) fn new(chance: Chance, options: &Options, now: Timestamp) -> Self {
        let plan = BTreeMap::new();
        let mut wheel = Self {
            chance,
            faults: options.wheel_faults,
            babble: options.wheel_babble,
            plan,
            planned: 0,
            acted: 0,
            tested: 0,
            launched: false,
            is_off: false,
        };
        wheel.say(now.after(Span::from_seconds(1)), None, WheelHappening::Opened);
        wheel
    }

    /// When it will say something next.
    pub(super) fn next_at(&self) -> Option<Timestamp> {
        self.plan.keys().next().map(|(at, _)| *at)
    }

    /// What it says until `now`.
    pub(super) fn due(&mut self, now: Timestamp) -> Vec<WheelEvent> {
        let later = self.plan.split_off(&(now, u64::MAX));
        let due: Vec<WheelEvent> = core::mem::replace(&mut self.plan, later).into_values().collect();
        self.launched |= due.iter().any(|event| event.happening == WheelHappening::BallLaunched && event.spin == Some(self.acted));
        due
    }

    /// What the cabinet wants of it now; whether that is that it rests, and was not before.
    pub(super) fn wish(&mut self, wish: WheelWish, now: Timestamp) -> bool {
        let is_off = wish == WheelWish::Off;
        let is_turned = core::mem::replace(&mut self.is_off, is_off) != is_off;
        if is_turned {
            self.turn(is_off, now);
        }
        match wish {
            WheelWish::Launch(spin) if spin > self.acted => self.launch(spin, now),
            WheelWish::Ready if !self.launched && self.forget_spin() => {
                self.say(now.after(Span::from_milliseconds(300)), Some(self.acted), WheelHappening::NoSpin(NoSpinReason::CalledOff));
            }
            WheelWish::Void => drop(self.forget_spin()),
            WheelWish::SelfTest(number) if number > self.tested => self.test(number, now),
            _ => {}
        }
        if self.chance.happens(self.babble) {
            self.babble(now);
        }
        is_off && is_turned
    }

    /// The program that listened has died: what it said meanwhile is lost, and it introduces itself again.
    pub(super) fn heard_anew(&mut self, now: Timestamp) {
        if self.chance.below(2) == 0 {
            self.plan.clear();
        }
        let at = self.in_seconds(now, 1, 5);
        self.say(at, None, WheelHappening::Opened);
    }

    /// From now on nothing fails any more, and what stood is over.
    pub(super) fn calm(&mut self, now: Timestamp) {
        (self.faults, self.babble) = (Rate::NEVER, Rate::NEVER);
        self.plan.clear();
        self.say(now, None, WheelHappening::Opened);
        FaultCode::ALL.into_iter().for_each(|code| self.say(now, None, WheelHappening::FaultCleared(code)));
    }

    /// It goes off or on, and says so when it is, after everything that it was about to say.
    fn turn(&mut self, off: bool, now: Timestamp) {
        let at = self.in_seconds(words_end(&self.plan).max(now), 1, 20);
        self.say(at, None, if off { WheelHappening::Closed } else { WheelHappening::Opened });
    }

    fn test(&mut self, number: u32, now: Timestamp) {
        self.forget_spin();
        self.tested = number;
        let (at, findings) = (now.after(test_length(&mut self.chance)), findings(&mut self.chance));
        self.say(at, None, WheelHappening::SelfTested { number, findings });
    }

    fn launch(&mut self, spin: SpinNumber, now: Timestamp) {
        self.forget_spin();
        (self.acted, self.launched) = (spin, false);
        let launched_at = self.in_seconds(now, 2, 9);
        let closed_at = self.in_seconds(launched_at, 3, 6);
        let result_at = self.in_seconds(closed_at, 15, 28);
        let pocket = self.chance.pocket();
        if !self.chance.happens(self.faults) {
            self.say(launched_at, Some(spin), WheelHappening::BallLaunched);
            self.say(closed_at, Some(spin), WheelHappening::NoMoreBets);
            self.say(result_at, Some(spin), WheelHappening::Result(pocket));
            return;
        }
        let words = [
            (launched_at, WheelHappening::BallLaunched),
            (closed_at, WheelHappening::NoMoreBets),
            (result_at, WheelHappening::Result(pocket)),
        ];
        match self.chance.below(6) {
            0 => self.say_with_gaps(spin, words),
            1 => self.say_twice(spin, words),
            2 => self.break_off(spin, words),
            3 => self.switch_off(spin, words),
            _ => self.call_off(spin, words),
        }
    }

    /// One or more of the words are lost on the line.
    fn say_with_gaps(&mut self, spin: SpinNumber, words: [(Timestamp, WheelHappening); 3]) {
        for (at, happening) in words {
            if self.chance.below(3) != 0 {
                self.say(at, Some(spin), happening);
            }
        }
    }

    /// Every word comes twice, and another number after the first.
    fn say_twice(&mut self, spin: SpinNumber, words: [(Timestamp, WheelHappening); 3]) {
        for (at, happening) in words {
            self.say(at, Some(spin), happening.clone());
            let again = self.in_seconds(at, 0, 4);
            self.say(again, Some(spin), happening);
        }
        let (at, pocket) = (self.in_seconds(words_end(&self.plan), 0, 12), self.chance.pocket());
        self.say(at, Some(spin), WheelHappening::Result(pocket));
    }

    /// A fault ends the spin somewhere, and is over after a while.
    fn break_off(&mut self, spin: SpinNumber, words: [(Timestamp, WheelHappening); 3]) {
        let end = self.say_some(spin, words);
        let code = FaultCode::ALL[self.chance.below(FaultCode::ALL.len() as u64) as usize];
        self.say(end, Some(spin), WheelHappening::Fault { code, detail: "drawn".into() });
        if code.remedy() == Remedy::Itself {
            let over = self.in_seconds(end, 1, 90);
            self.say(over, None, WheelHappening::FaultCleared(code));
        }
    }

    fn switch_off(&mut self, spin: SpinNumber, words: [(Timestamp, WheelHappening); 3]) {
        let end = self.say_some(spin, words);
        self.say(end, None, WheelHappening::Closed);
        let open = self.in_seconds(end, 1, 90);
        self.say(open, None, WheelHappening::Opened);
    }

    fn call_off(&mut self, spin: SpinNumber, words: [(Timestamp, WheelHappening); 3]) {
        let end = self.say_some(spin, words);
        let reason = NoSpinReason::ALL[self.chance.below(7) as usize];
        self.say(end, Some(spin), WheelHappening::NoSpin(reason));
    }

    /// Says the first of the words; the moment after them.
    fn say_some(&mut self, spin: SpinNumber, words: [(Timestamp, WheelHappening); 3]) -> Timestamp {
        let count = self.chance.below(3) as usize;
        let end = words[count].0;
        words.into_iter().take(count).for_each(|(at, happening)| self.say(at, Some(spin), happening));
        end
    }

    /// Anything at all, of any spin.
    fn babble(&mut self, now: Timestamp) {
        let near = [self.acted, self.acted, self.acted.saturating_sub(1), self.acted + 1, 0, u64::MAX][self.chance.below(6) as usize];
        let spin = (self.chance.below(7) != 0).then_some(near);
        let code = FaultCode::ALL[self.chance.below(FaultCode::ALL.len() as u64) as usize];
        let happening = match self.chance.below(9) {
            0 => WheelHappening::Opened,
            1 => WheelHappening::Closed,
            2 => WheelHappening::BallLaunched,
            3 => WheelHappening::NoMoreBets,
            4 => WheelHappening::Result(self.chance.pocket()),
            5 => WheelHappening::NoSpin(NoSpinReason::ALL[self.chance.below(7) as usize]),
            6 => WheelHappening::Fault { code, detail: String::new() },
            7 => WheelHappening::FaultCleared(code),
            _ => WheelHappening::Silence,
        };
        if happening == WheelHappening::Closed {
            let open = self.in_seconds(now, 1, 40);
            self.say(open, None, WheelHappening::Opened);
        }
        if let WheelHappening::Fault { code, .. } = happening {
            let over = self.in_seconds(now, 1, 40);
            self.say(over, None, WheelHappening::FaultCleared(code));
        }
        let at = self.in_seconds(now, 0, 20);
        self.say(at, spin, happening);
    }

    /// Drops what it would still say of the newest spin; whether there was anything.
    fn forget_spin(&mut self) -> bool {
        let before = self.plan.len();
        self.plan.retain(|_, event| event.spin != Some(self.acted));
        self.launched = false;
        self.plan.len() != before
    }

    fn say(&mut self, at: Timestamp, spin: Option<SpinNumber>, happening: WheelHappening) {
        self.planned += 1;
        let evidence = spin.map(|spin| spin.to_be_bytes().to_vec()).unwrap_or_default();
        self.plan.insert((at, self.planned), WheelEvent { spin, happening, evidence });
    }

    fn in_seconds(&mut self, from: Timestamp, least: u64, most: u64) -> Timestamp {
        from.after(self.chance.milliseconds(least * 1_000, most * 1_000))
    }
}

/// The moment of the last word planned.
fn words_end(plan: &BTreeMap<(Timestamp, u64), WheelEvent>) -> Timestamp {
    plan.keys().next_back().map_or(Timestamp::default(), |(at, _)| *at)
}
