//! The range of every key of the device file, and the few that depend on each other.

use alloc::format;
use alloc::vec::Vec;

use super::parameters::Parameters;
use crate::sensing::parameters::{self, outside};
use crate::sensing::{DeviceParameters, Dialect, Wrong};

/// A key, its value, the least and the greatest it may be, and their unit.
type Case = parameters::Case<f64>;

/// By so many times of what a pass may lie beside its course the widest gap between the sensors must be wider than the narrowest.
const UNEVEN_LEAST_TOLERANCES: f64 = 3.0;

impl DeviceParameters for Parameters {
    fn wrong(&self) -> Vec<Wrong> {
        let cases = [&self.signal_cases()[..], &self.ball_cases()[..], &self.reading_cases()[..], &self.drive_cases()[..]].concat();
        let ranges = cases.into_iter().chain(self.wear_cases()).filter_map(outside);
        let together = [self.sensors_too_near(), self.sensors_too_even(), self.blown_again_too_late()].into_iter().flatten();
        self.dialect.other_than(Dialect::ThreeSensor).into_iter().chain(ranges).chain(together).collect()
    }
}

impl Parameters {
    fn signal_cases(&self) -> [Case; 13] {
        let (pulses, rotor) = (&self.pulses, &self.rotor);
        [
            ("pulses.bridged_gap_milliseconds", pulses.bridged_gap_milliseconds, 0.0, 5.0, "milliseconds"),
            ("pulses.shortest_milliseconds", pulses.shortest_milliseconds, 0.0, 5.0, "milliseconds"),
            ("rotor.encoder_pulses", f64::from(rotor.encoder_pulses), 8.0, 1_024.0, "pulses a turn"),
            ("rotor.least_rpm", rotor.least_rpm, 1.0, 60.0, "turns a minute"),
            ("rotor.most_rpm", rotor.most_rpm, rotor.least_rpm, 60.0, "turns a minute"),
            ("rotor.wrong_seconds", rotor.wrong_seconds, 0.5, 60.0, "seconds"),
            ("rotor.still_seconds", rotor.still_seconds, 0.2, 60.0, "seconds"),
            ("rotor.varies_part", rotor.varies_part, 0.01, 1.0, "of a turn"),
            ("rotor.encoder_tolerance_pitches", rotor.encoder_tolerance_pitches, 0.05, 0.4, "pitches"),
            ("rotor.encoder_gap_pulses", f64::from(rotor.encoder_gap_pulses), 0.0, 20.0, "pulses"),
            ("rotor.index_tolerance_pitches", rotor.index_tolerance_pitches, 0.05, 0.45, "pitches"),
            ("rotor.index_tolerance_part", rotor.index_tolerance_part, 0.001, 0.1, "of a turn"),
            ("rotor.encoder_alone_turns", rotor.encoder_alone_turns, 0.0, 100.0, "turns"),
        ]
    }

    fn ball_cases(&self) -> [Case; 19] {
        let (ball, closing) = (&self.ball, &self.closing);
        [
            ("ball.arc_least_degrees", ball.arc_least_degrees, 0.5, 20.0, "degrees"),
            ("ball.arc_most_degrees", ball.arc_most_degrees, ball.arc_least_degrees, 20.0, "degrees"),
            ("ball.least_turns_per_second", ball.least_turns_per_second, 0.1, 1.0, "turns a second"),
            ("ball.most_turns_per_second", ball.most_turns_per_second, 1.0, 5.0, "turns a second"),
            ("ball.course_tolerance_turns", ball.course_tolerance_turns, 0.001, 0.02, "turns"),
            ("ball.next_tolerance_turns", ball.next_tolerance_turns, 0.005, 0.15, "turns"),
            ("ball.silent_passes", f64::from(ball.silent_passes), 2.0, 50.0, "passes"),
            ("ball.least_laps", ball.least_laps, 0.0, 10.0, "laps"),
            ("ball.blown_at_degrees", ball.blown_at_degrees, 0.0, 360.0, "degrees"),
            ("ball.blown_within_degrees", ball.blown_within_degrees, 0.0, 180.0, "degrees"),
            ("ball.direction_pulses", f64::from(ball.direction_pulses), 4.0, 30.0, "pulses"),
            ("ball.rim_radius_metres", ball.rim_radius_metres, 0.1, 0.6, "metres"),
            ("closing.laps", closing.laps, 0.0, 10.0, "laps"),
            ("closing.margin_laps", closing.margin_laps, 0.0, 5.0, "laps"),
            ("closing.leave_most_turns_per_second", closing.leave_most_turns_per_second, 0.2, 1.5, "turns a second"),
            ("closing.deceleration_least", closing.deceleration_least, 0.005, 1.0, "turns a second each second"),
            ("closing.deceleration_most", closing.deceleration_most, closing.deceleration_least, 2.0, "turns a second each second"),
            ("closing.noise_turns", closing.noise_turns, 0.0, 0.05, "turns"),
            ("limits.evidence_edges", self.limits.evidence_edges as f64, 1_000.0, 1_000_000.0, "edges"),
        ]
    }

    fn reading_cases(&self) -> [Case; 13] {
        let (reading, limits) = (&self.reading, &self.limits);
        [
            ("reading.offset_pockets", reading.offset_pockets, -37.0, 37.0, "pockets"),
            ("reading.required_turns", f64::from(reading.required_turns), 2.0, 20.0, "turns"),
            ("reading.margin_pockets", reading.margin_pockets, 0.05, 0.45, "pockets"),
            ("reading.agreement_pockets", reading.agreement_pockets, 0.02, 0.4, "pockets"),
            ("reading.width_least_milliseconds", reading.width_least_milliseconds, 1.0, 500.0, "milliseconds"),
            ("reading.width_most_milliseconds", reading.width_most_milliseconds, reading.width_least_milliseconds, 500.0, "milliseconds"),
            ("reading.hung_turns", reading.hung_turns, 1.0, 20.0, "turns"),
            ("reading.foreign_pulses", f64::from(reading.foreign_pulses), 3.0, 100.0, "pulses"),
            ("limits.launch_seconds", limits.launch_seconds, 1.0, 60.0, "seconds"),
            ("limits.rim_seconds", limits.rim_seconds, 5.0, 600.0, "seconds"),
            ("limits.reading_seconds", limits.reading_seconds, 5.0, 600.0, "seconds"),
            ("limits.ball_lost_seconds", limits.ball_lost_seconds, 1.0, 60.0, "seconds"),
            ("limits.stuck_seconds", limits.stuck_seconds, 0.2, 60.0, "seconds"),
        ]
    }

    fn drive_cases(&self) -> [Case; 25] {
        let (motor, launch, guards, rotor) = (&self.motor, &self.launch, &self.guards, &self.rotor);
        let change = motor.change_most_rpm;
        let (blow_part, blow_seconds) = (launch.blow_least_part, launch.blow_least_seconds);
        [
            ("motor.full_rpm", motor.full_rpm, motor.most_rpm, 200.0, "turns a minute"),
            ("motor.most_part", motor.most_part, 0.05, 1.0, "of all the time"),
            ("motor.brake_part", motor.brake_part, 0.0, motor.most_part, "of all the time"),
            ("motor.gain", motor.gain, 0.01, 2.0, "a second"),
            ("motor.change_most_rpm", change, 0.0, 5.0, "turns a minute"),
            // No matter what is drawn, the rotor stays within the speeds that are no fault.
            ("motor.least_rpm", motor.least_rpm, rotor.least_rpm + change, rotor.most_rpm - change, "turns a minute"),
            ("motor.most_rpm", motor.most_rpm, motor.least_rpm, rotor.most_rpm - change, "turns a minute"),
            ("motor.tolerance_rpm", motor.tolerance_rpm, 0.05, 3.0, "turns a minute"),
            ("motor.spin_up_seconds", motor.spin_up_seconds, 2.0, 300.0, "seconds"),
            ("motor.rest_seconds", motor.rest_seconds, 1.0, 600.0, "seconds"),
            ("motor.change_least_seconds", motor.change_least_seconds, 0.0, 10.0, "seconds"),
            ("motor.change_most_seconds", motor.change_most_seconds, motor.change_least_seconds, 10.0, "seconds"),
            ("launch.release_seconds", launch.release_seconds, 0.05, 10.0, "seconds"),
            ("launch.settle_seconds", launch.settle_seconds, 0.0, 10.0, "seconds"),
            ("launch.blow_least_part", blow_part, 0.05, 1.0, "of full"),
            ("launch.blow_most_part", launch.blow_most_part, blow_part, 1.0, "of full"),
            ("launch.blow_least_seconds", blow_seconds, 0.05, 5.0, "seconds"),
            ("launch.blow_most_seconds", launch.blow_most_seconds, blow_seconds, 5.0, "seconds"),
            ("launch.ball_seconds", launch.ball_seconds, launch.blow_most_seconds, 60.0, "seconds"),
            ("launch.retries", f64::from(launch.retries), 0.0, 5.0, "times"),
            ("launch.again_seconds", launch.again_seconds, 5.0, 3_600.0, "seconds"),
            ("launch.rest_seconds", launch.rest_seconds, 0.0, 120.0, "seconds"),
            ("guards.open_milliseconds", guards.open_milliseconds, 0.0, 200.0, "milliseconds"),
            ("guards.shut_milliseconds", guards.shut_milliseconds, 0.0, 10_000.0, "milliseconds"),
            ("limits.launch_seconds", self.limits.launch_seconds, launch.ball_seconds, 60.0, "seconds"),
        ]
    }

    fn wear_cases(&self) -> impl Iterator<Item = Case> {
        let wear = &self.wear;
        let parts = [
            ("wear.missed_passes_part", wear.missed_passes_part, 1.0, "of the passes"),
            ("wear.sensor_jitter_milliseconds", wear.sensor_jitter_milliseconds, 100.0, "milliseconds"),
            ("wear.encoder_jitter_milliseconds", wear.encoder_jitter_milliseconds, 100.0, "milliseconds"),
            ("wear.index_missed", wear.index_missed.map(f64::from), 1_000.0, "times a spin"),
            ("wear.index_extra", wear.index_extra.map(f64::from), 1_000.0, "times a spin"),
            ("wear.encoder_missed", wear.encoder_missed.map(f64::from), 10_000.0, "times a spin"),
            ("wear.encoder_extra", wear.encoder_extra.map(f64::from), 10_000.0, "times a spin"),
        ];
        parts.into_iter().filter_map(|(key, value, most, unit)| Some((key, value?, 0.0, most, unit)))
    }

    /// A launch that is tried again must be tried before it counts as failed.
    fn blown_again_too_late(&self) -> Option<Wrong> {
        let launch = &self.launch;
        let again = launch.ball_seconds + launch.release_seconds + launch.settle_seconds;
        let is_in_time = launch.retries == 0 || again < self.limits.launch_seconds;
        let expected = || format!("more than {again} seconds, when the ball is blown again");
        (!is_in_time).then(|| Wrong { key: "limits.launch_seconds", expected: expected() })
    }

    /// Three angles that rise, none of them near another: what lies together cannot say which way a ball runs.
    fn sensors_too_near(&self) -> Option<Wrong> {
        let [first, second, third] = self.ball.sensor_degrees;
        let apart = |gap: f64| (30.0..=300.0).contains(&gap);
        let are_apart = apart(second - first) && apart(third - second) && apart(first + 360.0 - third);
        let are_good = (0.0..360.0).contains(&first) && third < 360.0 && are_apart;
        let expected = "three rising angles from 0 to 360, at least 30 degrees apart";
        (!are_good).then(|| Wrong { key: "ball.sensor_degrees", expected: expected.into() })
    }

    /// Sensors that stand evenly show a ball as well where each is plugged in one place on, and every number would be another one.
    fn sensors_too_even(&self) -> Option<Wrong> {
        let [first, second, third] = self.ball.sensor_degrees;
        let gaps = [second - first, third - second, first + 360.0 - third];
        let widest = gaps.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let least = self.ball.course_tolerance_turns * UNEVEN_LEAST_TOLERANCES * 360.0;
        let is_even = widest - gaps.into_iter().fold(f64::INFINITY, f64::min) < least;
        let expected = || {
            format!(
                "angles of which the widest gap is at least {least:.1} degrees wider than the narrowest: three times ball.course_tolerance_turns"
            )
        };
        is_even.then(|| Wrong { key: "ball.sensor_degrees", expected: expected() })
    }
}
