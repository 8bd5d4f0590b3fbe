//! What a technician looks at first of one spin, as far as the lines of this wheel hold it: the rotor's speed, and the ball's laps where the
//! wheel speaks the extended protocol of the Mercury 360.

use super::message::Message;
use crate::model::SpinFigures;
use crate::sensing::capture::{Direction, parse};

/// Units of the lap time in one second.
const LAP_UNITS: f64 = 32_768.0;

/// Where the lap time stands among the fields of a status line.
const LAP_FIELD: usize = 10;

/// The figures of the spin of this capture; `None` where the text is no capture.
#[must_use]
pub fn figures(capture: &str) -> Option<SpinFigures> {
    let lines = parse(capture).ok()?;
    let mut figures = SpinFigures::default();
    let mut lap_before = None;
    for line in lines.iter().filter(|line| line.direction == Direction::From) {
        let Message::Status(report) = Message::parse(&line.line, false) else { continue };
        let rotor = Some(u32::from(report.tenths_rpm) * 10);
        match report.state {
            3 => figures.rotor_at_launch_centirpm = figures.rotor_at_launch_centirpm.or(rotor),
            4 => figures.rotor_at_close_centirpm = figures.rotor_at_close_centirpm.or(rotor),
            5 => figures.rotor_at_end_centirpm = rotor,
            _ => {}
        }
        // The same lap is told again until the next one is over.
        let lap = lap_units(&line.line).filter(|_| matches!(report.state, 3 | 4));
        if let Some(units) = lap.filter(|_| lap != lap_before) {
            let seconds = f64::from(units) / LAP_UNITS;
            figures.lap_milliseconds.push(libm::round(seconds * 1e3) as u32);
            if report.state == 4 && figures.ball_at_close_milliturns.is_none() && seconds > 0.0 {
                figures.ball_at_close_milliturns = Some(libm::round(1e3 / seconds) as u32);
            }
        }
        lap_before = lap.or(lap_before);
    }
    Some(figures)
}

/// The lap time of a status line in its units, where it has one.
fn lap_units(line: &str) -> Option<u32> {
    u32::from_str_radix(line.split(';').nth(LAP_FIELD)?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(capture: &str, expected: Option<SpinFigures>) {
        assert_eq!(figures(capture), expected);
    }

    #[test]
    fn the_rotors_speed_is_that_of_the_status_lines() {
        let capture = "0.0 < *X;2;001;  ;0;172;0\n0.5 < *X;3;001;  ;0;174;0\n1.0 < *X;3;001;  ;0;173;0\n1.2 > *X\n1.5 < *X;4;001;  ;0;170;0\n\
            2.0 < *X;5;001;17;0;166;0\n";
        let expected = SpinFigures {
            rotor_at_launch_centirpm: Some(1_740),
            rotor_at_close_centirpm: Some(1_700),
            rotor_at_end_centirpm: Some(1_660),
            ..SpinFigures::default()
        };
        check(capture, Some(expected));
    }

    #[test]
    fn laps_are_told_once_each_where_the_wheel_tells_them() {
        let capture = "0.0 < *X;3;001;  ;0;172;0;0012;01;1;08000;??\n0.5 < *X;3;001;  ;0;172;0;0012;01;1;08000;??\n\
            1.0 < *X;3;001;  ;0;172;0;0012;01;1;?????;??\n1.5 < *X;4;001;  ;0;172;0;0012;01;1;0A000;??\n";
        let found = figures(capture).expect("it is a capture");
        assert_eq!((found.lap_milliseconds, found.ball_at_close_milliturns), (vec![1_000, 1_250], Some(800)));
    }

    #[test]
    fn what_is_no_capture_has_no_figures() {
        check("t_ns,line,level", None);
        check("", Some(SpinFigures::default()));
    }
}
