//! A capture of a device's lines as text: a trace of bare lines, or a capture of a serial line. `croupierctl` reads both again: `wheel replay`,
//! `shuffler replay`, `shoe replay`.

use std::fmt::Write;

use crate::model::{LineSample, Seen, Span};
use crate::sensing::capture::{Direction, write_line};
use crate::sensing::three_sensor::{Edge, Lane};
use crate::sensing::trace;

/// The samples as text, with times from the first of them on. What the format has no row for stands in it as a comment: the safety switches, the motor, and
/// why something is not known.
#[must_use]
pub fn captured_text(samples: &[LineSample], is_on_lines: bool) -> String {
    let start = samples.first().map_or(0, |sample| sample.at_nanoseconds);
    let mut text = if is_on_lines { trace::write(&[]) } else { String::new() };
    for sample in samples {
        let at_nanoseconds = sample.at_nanoseconds.saturating_sub(start);
        match &sample.seen {
            Seen::Change { lane, active } => write_change(&mut text, at_nanoseconds, *lane, *active),
            // Writing to a string cannot fail.
            Seen::Lost(reason) => drop(writeln!(text, "# {at_nanoseconds},lost,{}", on_one_line(reason))),
            Seen::Message { is_from_wheel, text: line } => {
                let direction = if *is_from_wheel { Direction::From } else { Direction::To };
                write_line(&mut text, Span::from_microseconds(at_nanoseconds / 1_000), direction, &on_one_line(line));
            }
        }
    }
    text
}

fn write_change(text: &mut String, at_nanoseconds: u64, lane: u8, active: bool) {
    let Some(lane) = Lane::all().nth(usize::from(lane)) else { return };
    match lane.line() {
        Some(line) => text.push_str(&trace::row(&Edge { at_nanoseconds, line, active })),
        None => drop(writeln!(text, "# {at_nanoseconds},{},{}", lane.name(), u8::from(active))),
    }
}

fn on_one_line(text: &str) -> String {
    text.replace(['\r', '\n'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sensing::capture;
    use crate::sensing::three_sensor::{Input, Output};

    fn sample(at_nanoseconds: u64, seen: Seen) -> LineSample {
        LineSample { at_nanoseconds, seen }
    }

    #[test]
    fn what_bare_lines_have_shown_is_a_trace_with_comments() {
        let change = |at, lane: Lane, active| sample(at, Seen::Change { lane: lane.place() as u8, active });
        let samples = [
            change(1_000, Lane::In(Input::RotorIndex), true),
            change(1_500, Lane::In(Input::Door), true),
            sample(1_600, Seen::Lost("2 changes\nwere lost".into())),
            change(2_000, Lane::In(Input::Ball(2)), false),
            change(3_000, Lane::Out(Output::Blower), true),
            change(3_000, Lane::Out(Output::RotorMotor), true),
        ];
        let text = captured_text(&samples, true);
        assert_eq!(
            text,
            "t_ns,line,level\n0,rotor-index,1\n# 500,door,1\n# 600,lost,2 changes were lost\n1000,ball-3,0\n2000,blower,1\n# 2000,rotor-motor,1\n"
        );
        assert_eq!(trace::parse(&text).map(|edges| edges.len()), Ok(3));
        assert_eq!(captured_text(&[], true), "t_ns,line,level\n");
    }

    #[test]
    fn what_went_over_a_serial_line_is_a_capture() {
        let message = |at, is_from_wheel, text: &str| sample(at, Seen::Message { is_from_wheel, text: text.into() });
        let samples = [
            message(5_000_000_000, true, "*X;1;000;24;0;144;0"),
            sample(5_100_000_000, Seen::Lost("the port is gone".into())),
            message(7_500_000_000, false, "*T M"),
        ];
        let text = captured_text(&samples, false);
        assert_eq!(text, "0.000 < *X;1;000;24;0;144;0\n# 100000000,lost,the port is gone\n2.500 > *T M\n");
        assert_eq!(capture::parse(&text).map(|lines| lines.len()), Ok(2));
    }
}
