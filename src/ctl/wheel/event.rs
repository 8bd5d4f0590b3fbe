//! A wheel's events as lines of JSON.

use serde::Serialize;
use serde_json::json;

use crate::model::{FaultCode, NoSpinReason, Pocket, Span, SpinFigures, WheelEvent, WheelHappening};

/// An event as a line of JSON.
#[derive(Default, Serialize)]
struct Line<'a> {
    /// Seconds from the start of the file, or of the watch.
    t: f64,
    event: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pocket: Option<Pocket>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<NoSpinReason>,
    /// The fault by the name that everybody knows who reads these lines, and its own name.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<FaultCode>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<FaultCode>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    degrees: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    within_degrees: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rotor_pocket: Option<Pocket>,
}

/// The event as JSON, `at` this time from the start.
pub(super) fn as_json(at: Span, event: &WheelEvent) -> String {
    let t = at.milliseconds() as f64 / 1_000.0;
    let mut line = Line { t, event: event.happening.name(), ..Line::default() };
    match &event.happening {
        WheelHappening::Result(pocket) => line.pocket = Some(*pocket),
        WheelHappening::NoSpin(reason) => line.reason = Some(*reason),
        WheelHappening::Fault { code, detail } => {
            (line.code, line.fault, line.detail) = (Some(code.family()), Some(*code), Some(detail.as_str()));
        }
        WheelHappening::FaultCleared(code) => (line.code, line.fault) = (Some(code.family()), Some(*code)),
        WheelHappening::LeftRim { degrees, pocket, within_degrees } => {
            (line.degrees, line.within_degrees, line.rotor_pocket) = (Some(*degrees), *within_degrees, *pocket);
        }
        WheelHappening::Opened
        | WheelHappening::Closed
        | WheelHappening::BallLaunched
        | WheelHappening::NoMoreBets
        | WheelHappening::SelfTested { .. }
        | WheelHappening::Silence => {}
    }
    serde_json::to_string(&line).expect("an event has no keys that JSON cannot hold")
}

/// The figures of a spin that is over, as JSON, `at` this time from the start.
pub(super) fn figures_as_json(at: Span, figures: &SpinFigures) -> String {
    json!({"t": at.milliseconds() as f64 / 1_000.0, "event": "figures", "figures": figures}).to_string()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::model::{RotorLineFigures, SensorFigures};

    /// What a technician looks at first, by its names: `wheel watch` prints it after each spin.
    #[test]
    fn the_figures_of_a_spin_are_told_with_all_their_names() {
        let (sensors, rotor_lines) = (vec![SensorFigures::default()], Some(RotorLineFigures::default()));
        let text = figures_as_json(Span::from_milliseconds(1_250), &SpinFigures { sensors, rotor_lines, ..SpinFigures::default() });
        let told: Value = serde_json::from_str(&text).expect("it is JSON");
        assert_eq!((&told["t"], &told["event"]), (&json!(1.25), &json!("figures")));
        let check = |told: &Value, expected: &[&str]| {
            let mut names: Vec<&str> = told.as_object().expect("an object").keys().map(String::as_str).collect();
            names.sort_unstable();
            assert_eq!(names, expected);
        };
        let figures = &told["figures"];
        let of_ball = ["ball_at_close_milliturns", "ball_at_drop_milliturns", "lap_milliseconds", "margin_millipockets"];
        let of_rotor = ["rotor_at_close_centirpm", "rotor_at_drop_centirpm", "rotor_at_end_centirpm", "rotor_at_launch_centirpm"];
        check(figures, &[&of_ball[..], &of_rotor, &["rotor_lines", "sensors"]].concat());
        check(&figures["sensors"][0], &["arc_centidegrees", "jitter_microseconds", "missed", "passes", "pocket_microseconds"]);
        let of_encoder = ["encoder_extra", "encoder_jitter_microseconds", "encoder_microseconds", "encoder_missed"];
        let of_index = ["index_extra", "index_microseconds", "index_missed", "index_off_millipitches", "index_pulses"];
        check(&figures["rotor_lines"], &[&of_encoder[..], &of_index].concat());
    }
}
