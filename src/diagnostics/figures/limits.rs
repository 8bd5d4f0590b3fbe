//! Between which values a figure is in order, as the device file of the wheel has it.

use std::collections::BTreeMap;

use crate::model::{Figure, FigureLimits};
use crate::sensing::three_sensor::Parameters;

/// The limits of a wheel on bare lines. One on a serial port judges its figures itself, and says nothing of how.
#[must_use]
pub fn figure_limits(parameters: Option<&Parameters>) -> BTreeMap<Figure, FigureLimits> {
    let Some(Parameters { rotor, ball, closing, reading, wear, .. }) = parameters else { return BTreeMap::new() };
    let part = |value: f64, parts: f64| Some((value * parts).round() as u32);
    let between = |least, most| FigureLimits { least, most };
    let speed = between(part(rotor.least_rpm, 100.0), part(rotor.most_rpm, 100.0));
    let of_rotor = [Figure::RotorSpeed, Figure::RotorAtLaunch, Figure::RotorAtClose, Figure::RotorAtDrop].map(|figure| (figure, speed));
    let lap = between(part(1.0 / ball.most_turns_per_second, 1e3), part(1.0 / ball.least_turns_per_second, 1e3));
    let drop = between(part(ball.least_turns_per_second, 1e3), part(closing.leave_most_turns_per_second, 1e3));
    let pulse = between(part(reading.width_least_milliseconds, 1e3), part(reading.width_most_milliseconds, 1e3));
    let most = |most: Option<u32>| between(None, most);
    let others = [
        (Figure::LapTime, lap),
        (Figure::BallAtDrop, drop),
        (Figure::PocketMargin, between(part(reading.margin_pockets, 1e3), None)),
        (Figure::SensorArc, between(part(ball.arc_least_degrees, 100.0), part(ball.arc_most_degrees, 100.0))),
        (Figure::PocketPulse, pulse),
        (Figure::IndexOffset, between(None, part(rotor.index_tolerance_pitches, 1e3))),
        (Figure::MissedPasses, most(wear.missed_passes_part.and_then(|most| part(most, 1e3)))),
        (Figure::SensorJitter, most(wear.sensor_jitter_milliseconds.and_then(|most| part(most, 1e3)))),
        (Figure::EncoderJitter, most(wear.encoder_jitter_milliseconds.and_then(|most| part(most, 1e3)))),
        (Figure::IndexMissed, most(wear.index_missed)),
        (Figure::IndexExtra, most(wear.index_extra)),
        (Figure::EncoderMissed, most(wear.encoder_missed)),
        (Figure::EncoderExtra, most(wear.encoder_extra)),
    ];
    let judged = |(_, limits): &(Figure, FigureLimits)| *limits != FigureLimits::default();
    of_rotor.into_iter().chain(others).filter(judged).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::toml_keys::read_text;

    #[test]
    fn the_limits_of_a_wheel_on_bare_lines_are_those_of_its_device_file() {
        let text = include_str!("../../../device-profiles/devices/three-sensor-gpio.toml");
        let parameters: Parameters = read_text(text).expect("the shipped file is one of a wheel");
        let limits = figure_limits(Some(&parameters));
        let of = |figure| limits.get(&figure).map(|limits| (limits.least, limits.most));
        assert_eq!(of(Figure::RotorSpeed), Some((Some(1_000), Some(3_000))));
        assert_eq!(of(Figure::PocketMargin), Some((Some(120), None)));
        assert_eq!(of(Figure::MissedPasses), Some((None, Some(200))));
        assert_eq!(of(Figure::SensorJitter), Some((None, Some(1_000))));
        assert_eq!(of(Figure::IndexMissed), Some((None, Some(1))));
        assert_eq!(of(Figure::IndexExtra), Some((None, Some(0))));
        assert_eq!(of(Figure::EncoderPulse), None);
        assert_eq!(figure_limits(None), BTreeMap::new());
    }

    #[test]
    fn a_device_file_without_limits_of_wear_judges_none_of_their_figures() {
        let text = include_str!("../../../device-profiles/devices/three-sensor-gpio.toml");
        let (before, _) = text.split_once("[wear]").expect("the shipped file has them");
        let limits = figure_limits(Some(&read_text(before).expect("the rest is whole")));
        assert_eq!((limits.get(&Figure::MissedPasses), limits.get(&Figure::EncoderExtra)), (None, None));
        assert!(limits.contains_key(&Figure::RotorSpeed));
    }
}
