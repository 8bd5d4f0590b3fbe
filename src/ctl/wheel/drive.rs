//! How a technician says that outputs are to be driven: `OUTPUT=VALUE`, or `OUTPUT=VALUE@SECONDS` for a time.

use std::str::FromStr;

use crate::sensing::three_sensor::{Drive, Duty, Output};

/// One output, driven from the start on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Setting {
    output: Output,
    duty: Duty,
    /// For how long, in seconds; to the end where `None`.
    seconds: Option<f64>,
}

impl FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, value) = text.split_once('=').ok_or("expected OUTPUT=VALUE or OUTPUT=VALUE@SECONDS, such as blower=on@1.2")?;
        let names = || Output::ALL.map(Output::name).join(", ");
        let output = Output::named(name).ok_or_else(|| format!("{name}: expected one of {}", names()))?;
        let (value, seconds) = value.split_once('@').map_or((value, None), |(value, seconds)| (value, Some(seconds)));
        let duty = match value {
            "on" => Some(Duty::FULL),
            "off" => Some(Duty::OFF),
            thousandths => thousandths.parse().ok().filter(|thousandths| *thousandths <= 1_000).map(Duty::from_thousandths),
        };
        let duty = duty.ok_or_else(|| format!("{value}: expected on, off, or thousandths of the full strength, 0 to 1000"))?;
        let whole = matches!(output, Output::RotorMotor | Output::Blower) || duty == Duty::OFF || duty == Duty::FULL;
        if !whole {
            return Err(format!("{value}: {name} is on or off"));
        }
        let time = |text: &str| text.parse().ok().filter(|seconds: &f64| (0.0..=3_600.0).contains(seconds));
        let seconds = seconds.map(|text| time(text).ok_or_else(|| format!("{text}: expected seconds, 0 to 3600"))).transpose()?;
        Ok(Self { output, duty, seconds })
    }
}

/// How the outputs are driven this many seconds after the start.
pub(super) fn at(settings: &[Setting], seconds: f64) -> Drive {
    let mut drive = Drive::SAFE;
    for setting in settings.iter().filter(|setting| setting.seconds.is_none_or(|end| seconds < end)) {
        let is_on = setting.duty > Duty::OFF;
        match setting.output {
            Output::RotorMotor => drive.rotor_motor = setting.duty,
            Output::RotorDirection => drive.rotor_clockwise = is_on,
            Output::Blower => drive.blower = setting.duty,
            Output::BallRelease => drive.ball_release = is_on,
        }
    }
    drive
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(texts: &[&str], seconds: f64, expected: Result<Drive, &str>) {
        let settings: Result<Vec<Setting>, String> = texts.iter().map(|text| text.parse()).collect();
        assert_eq!(settings.map(|settings| at(&settings, seconds)), expected.map_err(String::from));
    }

    #[test]
    fn an_output_is_driven_to_the_end_or_for_its_time() {
        let texts = ["rotor-motor=300", "rotor-direction=on", "blower=on@1.5"];
        let spinning = Drive { rotor_motor: Duty::from_thousandths(300), rotor_clockwise: true, ..Drive::SAFE };
        check(&texts, 1.49, Ok(Drive { blower: Duty::FULL, ..spinning }));
        check(&texts, 1.5, Ok(spinning));
        check(&[], 0.0, Ok(Drive::SAFE));
    }

    #[test]
    fn a_setting_that_is_none_says_what_was_expected() {
        check(&["blower"], 0.0, Err("expected OUTPUT=VALUE or OUTPUT=VALUE@SECONDS, such as blower=on@1.2"));
        check(&["fan=on"], 0.0, Err("fan: expected one of rotor-motor, rotor-direction, blower, ball-release"));
        check(&["blower=1001"], 0.0, Err("1001: expected on, off, or thousandths of the full strength, 0 to 1000"));
        check(&["ball-release=500"], 0.0, Err("500: ball-release is on or off"));
        check(&["blower=on@-1"], 0.0, Err("-1: expected seconds, 0 to 3600"));
    }
}
