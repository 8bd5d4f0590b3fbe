//! A simulated card-reading shoe and the person who draws from it: what is shown is drawn, after the time that people take, with the
//! mistakes that people make and the faults that shoes, cards and lines have.
//!
//! Nothing says which card comes next. Here never live: a clock, a port, and anything of `sensing`: what reads these bytes shares no code
//! with what makes them.

mod behaviour;
mod truth;

pub use behaviour::{Behaviour, Fault, Per};
pub use truth::{Deed, ShoeTruth};

use std::collections::BTreeMap;

use super::SimulatedDevice;
use super::line::Line;
use super::packs::Packs;
use crate::model::{Span, Timestamp};
use crate::sim::chance::Chance;

/// What the shoe shows to the dealer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    Nothing,
    Card { number: u16, face_up: bool },
    Load { packs: u8 },
}

/// What the dealer does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// Draws what is shown.
    Draw,
    /// Draws a card, no matter what is shown.
    DrawAnyway,
    Load {
        packs: u8,
    },
    CloseCover,
}

/// A simulated shoe with its dealer. It has no clock: every call says what time it is, and times must not go backwards.
#[derive(Clone, Debug)]
pub struct SimulatedShoe {
    behaviour: Behaviour,
    packs: Packs,
    line: Line,
    luck: Chance,
    shown: Shown,
    next: Option<(Timestamp, Next)>,
    cover_is_open: bool,
    /// How the loading is called, as the cabinet has said.
    name: Option<String>,
    /// How many packs it is, as the dealer has set; 0 before the first one.
    packs_set: u8,
    /// What was read of every card that was drawn of it.
    drawn: Vec<String>,
    cut: Option<u16>,
    /// How often each kind of moment has come at which a fault may come.
    moments: BTreeMap<Per, u64>,
    /// Faults that came since the dealer's last deed.
    faults: Vec<Fault>,
    gone_until: Option<Timestamp>,
    truth: Vec<ShoeTruth>,
}

impl SimulatedDevice for SimulatedShoe {
    type Truth = ShoeTruth;

    fn received(&mut self, bytes: &[u8], now: Timestamp) {
        self.wake(now);
        if !self.connected() {
            return;
        }
        for body in self.line.bodies(bytes) {
            // What follows a failure of the power or the line is not heard.
            if self.connected() {
                self.hear(&body, now);
            }
        }
    }

    fn next_wake(&self) -> Option<Timestamp> {
        [self.gone_until, self.line.due(), self.next.map(|(at, _)| at)].into_iter().flatten().min()
    }

    fn wake(&mut self, now: Timestamp) {
        if self.gone_until.is_some_and(|until| until <= now) {
            self.gone_until = None;
        }
        self.line.wake(now);
        while let Some((_, next)) = self.next.take_if(|(at, _)| *at <= now) {
            self.act(next, now);
        }
    }

    fn poll_send(&mut self) -> Vec<u8> {
        if self.connected() { self.line.take() } else { Vec::new() }
    }

    fn connected(&self) -> bool {
        self.gone_until.is_none()
    }

    fn take_truth(&mut self) -> Vec<ShoeTruth> {
        core::mem::take(&mut self.truth)
    }
}

impl SimulatedShoe {
    /// A shoe that is not loaded, whose chances all come from `seed`. Its shuffles are a stream of their own.
    #[must_use]
    pub fn new(seed: u64, behaviour: Behaviour) -> Self {
        Self {
            packs: Packs::new(seed, 8),
            line: Line::new(seed),
            luck: Chance::new(seed, 2),
            shown: Shown::Nothing,
            next: None,
            cover_is_open: false,
            name: None,
            packs_set: 0,
            drawn: Vec::new(),
            cut: None,
            moments: BTreeMap::new(),
            faults: Vec::new(),
            gone_until: None,
            truth: Vec::new(),
            behaviour,
        }
    }

    /// The line is pulled out and comes back after a while; the dealer goes on.
    pub fn pull(&mut self, now: Timestamp, span: Span) {
        self.line.clear();
        self.gone_until = Some(now.after(span));
    }

    // What the cabinet says.

    fn hear(&mut self, body: &str, now: Timestamp) {
        let words: Vec<&str> = body.split(' ').collect();
        match words.as_slice() {
            ["WHO"] => self.say(&format!("SHOE 1 {} 1.0 SN0001", self.behaviour.model), now),
            ["WANT", wanted @ ..] => {
                let Some(shown) = shown(wanted) else { return };
                self.shown = shown;
                self.follow(now);
                self.say_state(now);
            }
            ["NAME", name] => {
                if self.is_fresh() {
                    self.name = Some((*name).to_owned());
                }
                self.say_state(now);
            }
            ["TELL", number] => {
                if let Some(number) = number.parse().ok().filter(|number| (1..=self.drawn.len()).contains(number)) {
                    self.say_card(number, now);
                }
            }
            _ => {}
        }
    }

    fn is_fresh(&self) -> bool {
        self.packs_set > 0 && self.name.is_none() && self.drawn.is_empty()
    }

    fn say_state(&mut self, now: Timestamp) {
        let word = match self.packs.left() {
            _ if self.cover_is_open => "COVER",
            0 => "EMPTY",
            _ => "READY",
        };
        let name = self.name.as_deref().unwrap_or("-");
        let cut = self.cut.map_or("-".to_owned(), |cut| cut.to_string());
        let state = format!("STATE {word} {name} {} {} {cut}", self.packs_set, self.drawn.len());
        self.say(&state, now);
    }

    fn say_card(&mut self, number: usize, now: Timestamp) {
        let name = self.name.as_deref().unwrap_or("-");
        let line = format!("DRAWN {name} {number} {}", self.drawn[number - 1]);
        self.say(&line, now);
    }

    /// Sends a line, with what lines do to it.
    fn say(&mut self, body: &str, now: Timestamp) {
        let faults = self.faults_of(Per::Line);
        if faults.contains(&Fault::Unplugged) {
            let span = self.luck.milliseconds(2_000, 20_000);
            return self.pull(now, span);
        }
        if self.connected() {
            self.line.send(body, &faults.into_iter().filter_map(Fault::of_line).collect::<Vec<_>>(), now);
        }
    }

    // What the dealer does.

    /// The dealer looks at what is shown, unless a hand is on something already.
    fn follow(&mut self, now: Timestamp) {
        if self.next.is_some() {
            return;
        }
        match self.shown {
            Shown::Card { number, .. } if self.drawn.len() < usize::from(number) => {
                let most = self.behaviour.draw_milliseconds.saturating_mul(2);
                let wait = self.luck.milliseconds(self.behaviour.draw_milliseconds, most);
                self.next = Some((now.after(wait), Next::Draw));
            }
            Shown::Load { packs } if !self.is_fresh() => {
                let wait = Span::from_milliseconds(self.behaviour.pack_milliseconds.saturating_mul(packs.into()));
                self.next = Some((now.after(wait), Next::Load { packs }));
            }
            _ => {}
        }
    }

    fn act(&mut self, next: Next, now: Timestamp) {
        match next {
            Next::Draw if matches!(self.shown, Shown::Card { number, .. } if self.drawn.len() < usize::from(number)) => {
                self.draw_as_shown(now);
            }
            // It is not wanted any more.
            Next::Draw => {}
            Next::DrawAnyway => self.draw(&[], now),
            Next::CloseCover => {
                self.cover_is_open = false;
                self.say_state(now);
                self.follow(now);
            }
            Next::Load { packs } => self.load(packs, now),
        }
    }

    fn draw_as_shown(&mut self, now: Timestamp) {
        let faults = self.faults_of(Per::Card);
        if faults.contains(&Fault::CoverOpen) {
            self.cover_is_open = true;
            self.next = Some((now.after(self.luck.milliseconds(2_000, 8_000)), Next::CloseCover));
            return self.say_state(now);
        }
        if faults.contains(&Fault::Slow) {
            self.next = Some((now.after(self.luck.milliseconds(25_000, 60_000)), Next::DrawAnyway));
            return;
        }
        self.draw(&faults, now);
        if faults.contains(&Fault::OneTooMany) {
            self.next = Some((now.after(self.luck.milliseconds(200, 900)), Next::DrawAnyway));
        }
        if faults.contains(&Fault::PowerLost) {
            let span = self.luck.milliseconds(2_000, 10_000);
            self.pull(now, span);
        }
    }

    fn draw(&mut self, faults: &[Fault], now: Timestamp) {
        let cards = if faults.contains(&Fault::CardTwice) { self.packs.deal_again() } else { self.packs.deal(1) };
        let Some(drawn) = cards.first().copied() else { return self.say_state(now) };
        let card = drawn.filter(|_| !faults.contains(&Fault::Foreign));
        let is_read = !faults.contains(&Fault::Unreadable);
        self.drawn.push(match card {
            _ if !is_read => "??".to_owned(),
            Some(card) => card.to_string(),
            None => "XX".to_owned(),
        });
        let number = self.drawn.len();
        let place = u16::try_from(number).expect("a shoe holds a few hundred cards");
        let face_up = match self.shown {
            Shown::Card { number, face_up } if number >= place => Some(face_up),
            _ => None,
        };
        self.record(Deed::Drawn { number: place, card, is_read, face_up }, now);
        self.say_card(number, now);
        if self.behaviour.cut_after == Some(place) {
            self.cut = Some(place);
            self.say_state(now);
        }
    }

    fn load(&mut self, packs: u8, now: Timestamp) {
        let faults = self.faults_of(Per::Load);
        let defects: Vec<_> = faults.iter().copied().filter_map(Fault::defect).collect();
        // A person who loads a shoe counts nothing.
        let _ = self.packs.shuffle(packs, &defects);
        self.packs_set = if faults.contains(&Fault::WrongPacks) { (packs - 1).max(1) } else { packs };
        self.name = None;
        self.drawn.clear();
        self.cut = None;
        self.record(Deed::Loaded { packs }, now);
        self.say_state(now);
    }

    fn record(&mut self, deed: Deed, at: Timestamp) {
        let faults = core::mem::take(&mut self.faults);
        self.truth.push(ShoeTruth { at, deed, faults });
    }

    /// The faults that come at this moment.
    fn faults_of(&mut self, per: Per) -> Vec<Fault> {
        let count = self.moments.entry(per).or_default();
        *count += 1;
        let moment = *count;
        let mut coming = Vec::new();
        for fault in Fault::ALL.into_iter().filter(|fault| fault.per() == per) {
            if self.behaviour.faults.comes(&mut self.luck, fault, moment) {
                coming.push(fault);
            }
        }
        self.faults.extend(&coming);
        coming
    }
}

/// What these words ask the shoe to show; none where they mean nothing.
fn shown(words: &[&str]) -> Option<Shown> {
    Some(match words {
        ["NOTHING"] => Shown::Nothing,
        ["CARD", number, _place, face @ ("UP" | "DOWN")] => Shown::Card { number: number.parse().ok()?, face_up: *face == "UP" },
        ["LOAD", packs] => Shown::Load { packs: packs.parse().ok().filter(|packs| (1..=8).contains(packs))? },
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
