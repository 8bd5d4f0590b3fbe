//! The line from a simulated wheel, with everything that real lines do to what is sent on them.

use std::collections::VecDeque;

use super::behaviour::{Behaviour, Fault, Moment};
use crate::model::{Span, Timestamp};
use crate::sim::chance::Chance;

/// How many bytes wait for a host that does not read before the rest is lost.
const BUFFER_BYTES: usize = 4_095;

/// Where in a status line its three digits of speed stand.
const SPEED_PLACE: core::ops::Range<usize> = 14..17;

/// The line.
#[derive(Clone, Debug)]
pub(super) struct Line {
    luck: Chance,
    wire: VecDeque<u8>,
    /// The rest of a line that was interrupted.
    interrupted: Vec<u8>,
    /// How many bytes of the next line are missing.
    missing: usize,
    silent_until: Option<Timestamp>,
    held: Vec<u8>,
}

impl Line {
    /// A line with nothing on it.
    pub(super) fn new(seed: u64) -> Self {
        Self {
            luck: Chance::new(seed, 4),
            wire: VecDeque::new(),
            interrupted: Vec::new(),
            missing: 0,
            silent_until: None,
            held: Vec::new(),
        }
    }

    /// Sends a status line; says which faults came over it.
    pub(super) fn send_status(&mut self, text: &str, now: Timestamp, moment: Moment, behaviour: &Behaviour) -> Vec<Fault> {
        let mut faults = Vec::new();
        self.resume();
        let mut bytes = text.as_bytes().to_vec();
        if self.comes(Fault::SpeedNonsense, moment, behaviour, &mut faults) && bytes.len() >= SPEED_PLACE.end {
            let nonsense = format!("{:03}", self.luck.between(601, 999));
            bytes.splice(SPEED_PLACE, nonsense.bytes());
        }
        for (fault, least, most) in [(Fault::Silence, 1_000, 30_000), (Fault::LongSilence, 120_000, 150_000)] {
            if self.comes(fault, moment, behaviour, &mut faults) {
                self.silent_until = Some(now.after(self.luck.milliseconds(least, most)));
            }
        }
        self.send_damaged(bytes, moment, behaviour, &mut faults);
        faults
    }

    /// Sends a reply or a bare number.
    pub(super) fn send(&mut self, text: &str) {
        self.put(text.as_bytes());
        self.put(b"\r\n");
        self.resume();
    }

    fn comes(&mut self, fault: Fault, moment: Moment, behaviour: &Behaviour, faults: &mut Vec<Fault>) -> bool {
        let comes = self.luck.happens(behaviour.rate(fault)) || behaviour.scripted(fault, moment);
        if comes {
            faults.push(fault);
        }
        comes
    }

    fn send_damaged(&mut self, mut bytes: Vec<u8>, moment: Moment, behaviour: &Behaviour, faults: &mut Vec<Fault>) {
        let damages = [Fault::Lost, Fault::Garbled, Fault::Merged, Fault::Cut, Fault::Spliced, Fault::Interleaved];
        let damage = damages.into_iter().find(|fault| self.comes(*fault, moment, behaviour, faults));
        let place = self.luck.between(1, bytes.len() as u64) as usize;
        match damage {
            Some(Fault::Lost) => return,
            Some(Fault::Garbled) => bytes[place - 1] = self.luck.below(256) as u8,
            Some(Fault::Merged) => return self.put(&bytes[..place]),
            Some(Fault::Cut) => {
                bytes.drain(..place.min(bytes.len() - 1));
            }
            Some(Fault::Spliced) => {
                self.put(&bytes[..place]);
                self.missing = self.luck.between(1, bytes.len() as u64) as usize;
                return;
            }
            Some(Fault::Interleaved) => {
                self.put(&bytes[..place]);
                self.interrupted = bytes[place..].to_vec();
                self.interrupted.extend_from_slice(b"\r\n");
                return;
            }
            _ => {}
        }
        self.put(&bytes);
        self.put(b"\r\n");
    }

    fn resume(&mut self) {
        let rest = core::mem::take(&mut self.interrupted);
        self.put(&rest);
    }

    fn put(&mut self, bytes: &[u8]) {
        let skipped = self.missing.min(bytes.len());
        self.missing -= skipped;
        let bytes = &bytes[skipped..];
        if self.silent_until.is_some() {
            let room = BUFFER_BYTES.saturating_sub(self.held.len());
            self.held.extend_from_slice(&bytes[..room.min(bytes.len())]);
        } else {
            self.wire.extend(bytes);
        }
    }

    /// When a silence ends.
    pub(super) const fn due(&self) -> Option<Timestamp> {
        self.silent_until
    }

    /// Ends a silence that is over at `now`: everything held comes at once.
    pub(super) fn wake(&mut self, now: Timestamp) {
        if self.silent_until.is_some_and(|until| until <= now) {
            self.silent_until = None;
            self.wire.extend(core::mem::take(&mut self.held));
        }
    }

    /// Everything on its way is lost.
    pub(super) fn clear(&mut self) {
        self.wire.clear();
        self.held.clear();
        self.interrupted.clear();
        self.missing = 0;
        self.silent_until = None;
    }

    /// The bytes that arrive now.
    pub(super) fn take(&mut self) -> Vec<u8> {
        self.wire.drain(..).collect()
    }
}

/// The time from one status line to the next as measured: about 0.5 s, now and then half of it.
pub(super) fn status_interval(luck: &mut Chance) -> Span {
    if luck.below(100) == 0 { luck.milliseconds(248, 312) } else { luck.milliseconds(490, 510) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "*X;4;012;31;0;146;1";
    const SECOND: &str = "*X;5;012; 9;0;146;1";

    /// What arrives of two lines when `fault` comes over the first, with a reply between them if there is one.
    fn sent(seed: u64, fault: Option<Fault>, reply: Option<&str>) -> String {
        let moment = Moment::of_launch(1);
        let behaviour = Behaviour { script: fault.map(|fault| (moment, fault)).into_iter().collect(), ..Behaviour::default() };
        let mut line = Line::new(seed);
        line.send_status(FIRST, Timestamp::default(), moment, &behaviour);
        reply.into_iter().for_each(|reply| line.send(reply));
        line.send_status(SECOND, Timestamp::default(), Moment::of_launch(2), &behaviour);
        line.take().into_iter().map(char::from).collect()
    }

    /// The one piece that is missing of what would have been sent.
    fn missing(seed: u64, fault: Fault) -> String {
        let (whole, sent) = (sent(seed, None, None), sent(seed, Some(fault), None));
        let head = whole.bytes().zip(sent.bytes()).take_while(|(a, b)| a == b).count();
        let gone = whole.len() - sent.len();
        let place = (0..=head).rev().find(|&place| whole[..place] == sent[..place] && whole[place + gone..] == sent[place..]);
        let place = place.expect("what arrives is what was sent without one piece");
        whole[place..place + gone].to_owned()
    }

    #[test]
    fn each_fault_takes_its_piece_of_the_line() {
        for seed in 0..200 {
            assert_eq!(missing(seed, Fault::Lost).len(), FIRST.len() + 2);
            let merged = missing(seed, Fault::Merged);
            assert!((2..=FIRST.len() + 1).contains(&merged.len()) && merged.contains('\r'), "{merged:?}");
            let cut = missing(seed, Fault::Cut);
            assert!((1..FIRST.len()).contains(&cut.len()) && !cut.contains('\n'), "{cut:?}");
            let spliced = missing(seed, Fault::Spliced);
            assert!(spliced.len() > 2 && spliced.contains('\n'), "{spliced:?}");
        }
    }

    #[test]
    fn one_byte_of_a_garbled_line_is_another_one() {
        let whole = sent(0, None, None);
        let differing = |seed| {
            let garbled = sent(seed, Some(Fault::Garbled), None);
            assert_eq!(garbled.chars().count(), whole.len());
            whole.chars().zip(garbled.chars()).filter(|(a, b)| a != b).count()
        };
        let counts: Vec<_> = (0..200).map(differing).collect();
        assert!(counts.iter().all(|&count| count <= 1) && counts.contains(&1));
    }

    #[test]
    fn an_interrupted_line_goes_on_behind_the_reply() {
        for seed in 0..50 {
            let sent = sent(seed, Some(Fault::Interleaved), Some("*u OK"));
            assert_eq!(sent.replacen("*u OK\r\n", "", 1), format!("{FIRST}\r\n{SECOND}\r\n"));
            assert!(!sent.starts_with(&format!("{FIRST}\r")), "{sent:?}");
        }
    }

    #[test]
    fn a_silence_ends_in_a_burst_and_the_buffer_is_not_endless() {
        let moment = Moment::of_launch(1);
        let behaviour = Behaviour { script: vec![(moment, Fault::LongSilence)], ..Behaviour::default() };
        let mut line = Line::new(1);
        line.send_status(FIRST, Timestamp::default(), moment, &behaviour);
        (0..300).for_each(|_| line.send(SECOND));
        assert_eq!(line.take(), b"");
        line.wake(line.due().expect("the silence ends"));
        assert_eq!(line.take().len(), BUFFER_BYTES);
    }
}
