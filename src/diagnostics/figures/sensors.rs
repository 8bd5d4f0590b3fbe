//! How the sensors of a wheel on bare lines did in its spins since the program started, for monitors. Counted when a spin is over: while the ball runs
//! nothing here shows how the rotor turns.

use std::collections::BTreeMap;

use crate::model::{SensorFigures, SensorLine, SensorView, SpinFigures, Timestamp};

/// What the spins have shown of the sensors so far.
#[derive(Debug)]
pub struct SensorsTaken {
    /// When the newest spin that counts ended, or when counting began.
    until: Timestamp,
    sensors: BTreeMap<SensorLine, SensorView>,
}

impl SensorsTaken {
    /// Spins that end after `begun_at`, by the house's time, count.
    #[must_use]
    pub const fn since(begun_at: Timestamp) -> Self {
        Self { until: begun_at, sensors: BTreeMap::new() }
    }

    /// Takes in what the spin showed that ended at `at`; one that was read before, or that ended before counting began, is passed over.
    pub fn take(&mut self, at: Timestamp, figures: &SpinFigures) {
        if at <= self.until {
            return;
        }
        self.until = at;
        if let Some(lines) = &figures.rotor_lines {
            self.add(SensorLine::Index, None, lines.index_missed, Some(lines.index_extra), None);
            let jitter = lines.encoder_jitter_microseconds;
            self.add(SensorLine::Encoder, None, lines.encoder_missed, Some(lines.encoder_extra), jitter);
        }
        for (line, sensor) in SensorLine::BALLS.into_iter().zip(&figures.sensors) {
            let SensorFigures { passes, missed, jitter_microseconds, .. } = *sensor;
            self.add(line, Some(passes), missed, None, jitter_microseconds);
        }
    }

    fn add(&mut self, line: SensorLine, seen: Option<u32>, missed: u32, extra: Option<u32>, jitter_microseconds: Option<u32>) {
        let known = self.sensors.entry(line).or_insert_with(|| SensorView::new(line));
        let more = |count: Option<u64>, came: Option<u32>| came.map(|came| count.unwrap_or_default() + u64::from(came)).or(count);
        known.seen = more(known.seen, seen);
        known.missed += u64::from(missed);
        known.extra = more(known.extra, extra);
        known.jitter_microseconds = jitter_microseconds.or(known.jitter_microseconds);
    }

    /// Every sensor of which a spin has shown something.
    #[must_use]
    pub fn view(&self) -> Vec<SensorView> {
        self.sensors.values().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::RotorLineFigures;

    /// A sensor by its name: what it saw, missed, and showed too often, and its jitter in microseconds.
    type Told<'a> = (&'a str, Option<u64>, u64, Option<u64>, Option<u32>);

    /// What is told after these spins, each by the second at which it ended; counting began at second 10.
    #[track_caller]
    fn check(spins: &[(u64, &SpinFigures)], expected: &[Told<'_>]) {
        let second = |second: u64| Timestamp::from_microseconds(second * 1_000_000);
        let mut taken = SensorsTaken::since(second(10));
        spins.iter().for_each(|(at, figures)| taken.take(second(*at), figures));
        let told = |view: &SensorView| (view.line.name(), view.seen, view.missed, view.extra, view.jitter_microseconds);
        assert_eq!(taken.view().iter().map(told).collect::<Vec<_>>(), expected);
    }

    /// A spin in which ball sensor 2 saw so many passes, and missed one, with this jitter.
    fn seen(passes: u32, jitter_microseconds: Option<u32>) -> SpinFigures {
        let sensor = SensorFigures { passes, missed: 1, jitter_microseconds, ..SensorFigures::default() };
        SpinFigures { sensors: vec![SensorFigures::default(), sensor], ..SpinFigures::default() }
    }

    #[test]
    fn counts_of_spins_are_added_up_and_the_newest_jitter_is_told() {
        let first = ("ball-1", Some(0), 0, None, None);
        check(&[(11, &seen(12, Some(300))), (60, &seen(15, Some(420)))], &[first, ("ball-2", Some(27), 2, None, Some(420))]);
        check(&[(11, &seen(12, Some(300))), (60, &seen(15, None))], &[first, ("ball-2", Some(27), 2, None, Some(300))]);
    }

    #[test]
    fn index_and_encoder_tell_what_was_missing_and_what_was_too_much() {
        let lines = RotorLineFigures {
            index_pulses: 12,
            index_missed: 1,
            encoder_missed: 3,
            encoder_extra: 2,
            encoder_jitter_microseconds: Some(90),
            ..RotorLineFigures::default()
        };
        let spin = SpinFigures { rotor_lines: Some(lines), ..SpinFigures::default() };
        let expected = [("index", None, 2, Some(0), None), ("encoder", None, 6, Some(4), Some(90))];
        check(&[(11, &spin), (60, &spin)], &expected);
    }

    #[test]
    fn a_spin_of_before_the_start_or_that_is_read_again_does_not_count_twice() {
        let told = [("ball-1", Some(0), 0, None, None), ("ball-2", Some(5), 1, None, None)];
        let spin = seen(5, None);
        check(&[(9, &spin), (10, &spin), (11, &spin), (9, &spin), (11, &spin)], &told);
        check(&[(9, &spin)], &[]);
    }

    #[test]
    fn a_wheel_on_a_serial_line_has_no_sensors_to_tell_of() {
        check(&[(11, &SpinFigures { rotor_at_end_centirpm: Some(1_640), ..SpinFigures::default() })], &[]);
    }
}
