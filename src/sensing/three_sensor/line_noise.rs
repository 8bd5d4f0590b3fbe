//! Pulses of the encoder and of the ball sensors that nothing on the wheel has given: hum, sparks, the pulses of another line.
//!
//! What the index shows is judged by `marks`, for it decides where pocket 0 is. Here nothing is decided of a spin: a line is named, so
//! that somebody looks at its cable.

use alloc::collections::VecDeque;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::edge::Line;

/// Over how long pulses are counted, in seconds. Of single sparks a bad line of a good wheel shows one in a hundred seconds.
const SECONDS: f64 = 10.0;

/// So many pulses of no cause within that time are noise.
const PULSES_OF_NOISE: usize = 6;

/// So many pulses that two ball lines show at once are of one cause: a ball comes from one sensor to the next.
const PULSES_TOGETHER: usize = 3;

/// As near as this, in seconds, two pulses are one.
const AT_ONCE_SECONDS: f64 = 0.001;

/// A pulse of the encoder is compared with the middle one of so many before, by the gap before it and by its width.
const COMPARED: usize = 9;

/// A gap that is a smaller part of the one in the middle has a pulse at its end that is one too many. Where pulses are missing the middle
/// one may be two pitches long.
const SHORT_GAP_PART: f64 = 0.45;

/// The teeth of a disc differ less than by this factor. What runs into a tooth's pulse makes it wider, and what comes between is another width.
const WIDTHS_ALIKE: f64 = 1.8;

/// How many moments are kept of one kind.
const KEPT_MOST: usize = 64;

/// A line that shows pulses of no cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Noisy {
    /// The encoder shows pulses between its own.
    Encoder,
    /// This ball sensor, 0 to 2, shows more pulses than any ball gives it and the others.
    Ball(u8),
    /// These two ball sensors show the same pulses.
    Same(u8, u8),
}

impl Noisy {
    /// What was seen, with the name of the line.
    pub(super) fn detail(self) -> String {
        match self {
            Self::Encoder => format!("{} shows pulses between those of its teeth", Line::RotorEncoder.name()),
            Self::Ball(sensor) => format!("{} shows pulses that no ball gives", Line::Ball(sensor).name()),
            Self::Same(one, other) => {
                format!("{} and {} show the same pulses at once", Line::Ball(one).name(), Line::Ball(other).name())
            }
        }
    }
}

/// Moments of the last seconds.
#[derive(Clone, Debug)]
struct Recent(VecDeque<f64>);

impl Recent {
    const fn new() -> Self {
        Self(VecDeque::new())
    }

    fn add(&mut self, at: f64) {
        if self.0.len() == KEPT_MOST {
            self.0.pop_front();
        }
        self.0.push_back(at);
    }

    /// How many of them lie within the last seconds before `now`.
    fn count(&self, now: f64) -> usize {
        self.0.iter().rev().take_while(|at| now - **at <= SECONDS).count()
    }
}

/// What the lines have shown that nothing gives.
#[derive(Clone, Debug)]
pub(super) struct LineNoise {
    /// The longest gap of an encoder that is compared, in seconds: while a rotor starts or stops, each gap is unlike the one before.
    longest_gap: f64,
    /// The newest pulses of the encoder, with their widths, and when one was unlike those before.
    encoder: VecDeque<(f64, f64)>,
    unlike: Recent,
    /// When the encoder was last noisy.
    encoder_noisy_at: Option<f64>,
    /// When each ball sensor last saw something, and when each saw what was no ball on the rim.
    last: [Option<f64>; 3],
    no_ball: [Recent; 3],
    /// When two of them saw something at once, by the third.
    together: [Recent; 3],
}

impl LineNoise {
    /// Of a wheel on whose slowest rotor the pulses of the encoder come so many seconds apart.
    pub(super) const fn new(longest_gap: f64) -> Self {
        Self {
            longest_gap,
            encoder: VecDeque::new(),
            unlike: Recent::new(),
            encoder_noisy_at: None,
            last: [None; 3],
            no_ball: [const { Recent::new() }; 3],
            together: [const { Recent::new() }; 3],
        }
    }

    /// What was heard before is void.
    pub(super) fn forget(&mut self) {
        *self = Self::new(self.longest_gap);
    }

    /// A pulse of the encoder, by its middle and its width in seconds.
    pub(super) fn encoder(&mut self, at: f64, width: f64) {
        if self.encoder.len() == COMPARED {
            if self.is_unlike(at, width) {
                self.unlike.add(at);
                self.encoder_noisy_at = self.of_encoder(at).map(|_| at).or(self.encoder_noisy_at);
            }
            self.encoder.pop_front();
        }
        self.encoder.push_back((at, width));
    }

    /// Whether a pulse of the encoder is unlike those before it.
    fn is_unlike(&self, at: f64, width: f64) -> bool {
        let gaps = self.encoder.iter().zip(self.encoder.iter().skip(1)).map(|((before, _), (at, _))| at - before);
        let gap = self.encoder.back().map_or(0.0, |(last, _)| at - last);
        let (usual_gap, usual_width) = (middle(gaps), middle(self.encoder.iter().map(|(_, width)| *width)));
        let is_wide_or_narrow = !(usual_width / WIDTHS_ALIKE..=usual_width * WIDTHS_ALIKE).contains(&width);
        usual_gap <= self.longest_gap && (gap < usual_gap * SHORT_GAP_PART || is_wide_or_narrow)
    }

    /// A ball sensor saw something, at a moment in seconds.
    pub(super) fn ball(&mut self, sensor: u8, at: f64) {
        for other in (0..3_u8).filter(|other| *other != sensor) {
            if self.last[usize::from(other)].is_some_and(|last| (at - last).abs() <= AT_ONCE_SECONDS) {
                self.together[usize::from(3 - sensor - other)].add(at);
            }
        }
        self.last[usize::from(sensor)] = Some(at);
    }

    /// What it saw was not the ball on the rim.
    pub(super) fn no_ball_on_rim(&mut self, sensor: u8, at: f64) {
        self.no_ball[usize::from(sensor)].add(at);
    }

    /// Whether the encoder shows pulses of no cause at `now`.
    pub(super) fn of_encoder(&self, now: f64) -> Option<Noisy> {
        (self.unlike.count(now) >= PULSES_OF_NOISE).then_some(Noisy::Encoder)
    }

    /// Whether it has shown them at some moment from `from` on: what was counted then is not what the rotor turned.
    pub(super) fn of_encoder_since(&self, from: f64) -> Option<Noisy> {
        self.encoder_noisy_at.is_some_and(|at| at >= from).then_some(Noisy::Encoder)
    }

    /// Whether a ball line does. What lies on the rotor or runs in the wheel comes past all three sensors equally often.
    pub(super) fn of_balls(&self, now: f64) -> Option<Noisy> {
        let same = (0..3).find(|third| self.together[*third].count(now) >= PULSES_TOGETHER);
        if let Some((one, other)) = same.map(|third| [(1, 2), (0, 2), (0, 1)][third]) {
            return Some(Noisy::Same(one, other));
        }
        let counts = [0, 1, 2].map(|sensor: usize| self.no_ball[sensor].count(now));
        let more = |sensor: &usize| {
            let others = counts[(sensor + 1) % 3].max(counts[(sensor + 2) % 3]);
            counts[*sensor] >= others + PULSES_OF_NOISE
        };
        (0..3).find(more).map(|sensor| Noisy::Ball(sensor as u8))
    }
}

/// The one in the middle, the greater of two.
fn middle(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The longest gap of 74 teeth at ten turns a minute, in seconds.
    const LONGEST_GAP: f64 = 0.081;

    /// What the encoder shows with these pulses in milliseconds beside its own, one in 50 ms over 12 s of which one in `missing` is not seen.
    #[track_caller]
    fn check_encoder(beside: impl Iterator<Item = u64>, missing: u64, expected: Option<Noisy>) {
        let mut pulses: Vec<u64> = (0..240).filter(|tooth| tooth % missing != 1).map(|tooth| tooth * 50).chain(beside).collect();
        pulses.sort_unstable();
        let mut noise = LineNoise::new(LONGEST_GAP);
        pulses.into_iter().for_each(|at| noise.encoder(at as f64 / 1e3, 0.012));
        assert_eq!(noise.of_encoder(12.0), expected);
    }

    #[test]
    fn an_encoder_with_pulses_between_its_own_is_noisy() {
        check_encoder((0..12).map(|pulse| pulse * 1_000 + 513), 999, Some(Noisy::Encoder));
        check_encoder((0..600).map(|pulse| pulse * 20 + 3), 999, Some(Noisy::Encoder));
    }

    #[test]
    fn one_that_misses_pulses_or_shows_a_spark_is_not() {
        check_encoder([].into_iter(), 2, None);
        check_encoder([].into_iter(), 3, None);
        check_encoder([2_013, 5_520, 9_939].into_iter(), 50, None);
    }

    #[test]
    fn an_encoder_that_starts_and_stops_is_not() {
        let (mut noise, mut at) = (LineNoise::new(LONGEST_GAP), 0.0);
        for gap in (0..40).map(|tooth| 0.05 * f64::powi(1.12, 20 - i32::abs(tooth - 20))).cycle().take(120) {
            at += gap;
            noise.encoder(at, gap / 4.0);
        }
        assert_eq!(noise.of_encoder(at), None);
    }

    #[test]
    fn an_encoder_whose_pulses_are_now_and_then_wider_or_narrower_is_noisy() {
        for width in [0.003, 0.060] {
            let mut noise = LineNoise::new(LONGEST_GAP);
            (0..240).for_each(|tooth| noise.encoder(f64::from(tooth) * 0.05, if tooth % 20 == 7 { width } else { 0.012 }));
            assert_eq!(noise.of_encoder(12.0), Some(Noisy::Encoder));
        }
    }

    #[test]
    fn of_an_encoder_it_is_known_when_it_was_noisy() {
        let mut noise = LineNoise::new(LONGEST_GAP);
        (0..800).map(|pulse| f64::from(pulse) * 0.05).for_each(|at| noise.encoder(at, if at < 5.0 && at > 1.0 { 0.003 } else { 0.012 }));
        assert_eq!(noise.of_encoder(40.0), None);
        assert_eq!((noise.of_encoder_since(1.0), noise.of_encoder_since(20.0)), (Some(Noisy::Encoder), None));
    }

    #[test]
    fn noise_that_is_over_is_forgotten() {
        let mut noise = LineNoise::new(LONGEST_GAP);
        (0..20).for_each(|pulse| noise.no_ball_on_rim(1, f64::from(pulse) * 0.1));
        assert_eq!((noise.of_balls(2.0), noise.of_balls(13.0)), (Some(Noisy::Ball(1)), None));
    }

    /// What the ball lines show with these pulses, of a sensor at a time in seconds.
    #[track_caller]
    fn check_balls(pulses: &[(u8, f64)], expected: Option<Noisy>) {
        let mut noise = LineNoise::new(LONGEST_GAP);
        for (sensor, at) in pulses {
            noise.ball(*sensor, *at);
            noise.no_ball_on_rim(*sensor, *at);
        }
        assert_eq!(noise.of_balls(10.0), expected);
    }

    /// Something comes past all three sensors, every so many seconds.
    fn passes(every: f64) -> Vec<(u8, f64)> {
        (0..)
            .map(|pass| (pass % 3, f64::from(pass) * every / 3.0))
            .take_while(|(_, at)| *at < 10.0)
            .map(|(sensor, at)| (sensor as u8, at))
            .collect()
    }

    #[test]
    fn what_comes_past_all_three_sensors_is_no_noise() {
        check_balls(&passes(3.7), None);
        check_balls(&passes(0.8), None);
        // One of them sees nothing.
        check_balls(&passes(0.8).into_iter().filter(|(sensor, _)| *sensor != 1).collect::<Vec<_>>(), None);
    }

    #[test]
    fn a_line_with_more_pulses_than_the_others_is_noisy() {
        let hum = (0..7).map(|pulse| (2, f64::from(pulse) * 1.3 + 0.1));
        check_balls(&hum.clone().collect::<Vec<_>>(), Some(Noisy::Ball(2)));
        check_balls(&passes(3.7).into_iter().chain(hum).collect::<Vec<_>>(), Some(Noisy::Ball(2)));
    }

    #[test]
    fn two_lines_that_show_the_same_pulses_are_named() {
        let doubled = passes(3.7).into_iter().flat_map(|(sensor, at)| [(sensor, at), (1, at + 0.000_2)]);
        check_balls(&doubled.filter(|(sensor, _)| *sensor != 2).collect::<Vec<_>>(), Some(Noisy::Same(0, 1)));
    }
}
