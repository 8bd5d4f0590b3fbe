//! `croupierctl wheel calibrate`: the offset of all readings, from an edge trace of a wheel that turns with the ball fixed in zero.

use clap::Args;
use serde_json::json;

use crate::ctl::Failure;
use crate::profiles::{self, Device};
use crate::sensing::three_sensor::{Calibrated, Calibration, Line};
use crate::sensing::trace;

/// What to calibrate by.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The wheel: a shipped device such as `three-sensor-gpio`, or a device file.
    #[arg(long, default_value = "three-sensor-gpio", value_name = "NAME-OR-FILE")]
    device: String,
    /// An edge trace of some turns of the rotor with the ball fixed in zero.
    file: String,
}

/// Prints what was found, with the key to put into the device file.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let Device::ThreeSensor(parameters) = profiles::load_device(&arguments.device)?.value else {
        let message = format!("{}: only a wheel on bare lines is calibrated here; others do it themselves", arguments.device);
        return Err(Failure::refused("not-on-bare-lines", message));
    };
    let file = arguments.file.as_str();
    let text = std::fs::read_to_string(file).map_err(|error| Failure::unreadable(file, &error))?;
    let bad =
        |error: trace::TraceError| Failure::refused("bad-trace", format!("{file}: {error}")).with("file", file).with("line", error.line);
    let mut calibration = Calibration::new(*parameters);
    trace::parse(&text).map_err(bad)?.into_iter().for_each(|edge| calibration.edge(edge));
    let found = calibration.outcome().map_err(|error| Failure::refused("not-calibrated", error.to_string()))?;
    Ok(as_json(&found))
}

fn as_json(found: &Calibrated) -> String {
    let rounded = |pockets: f64| (pockets * 1e3).round() / 1e3;
    let sensors = (0_u8..).zip(found.sensors).map(|(sensor, seen)| {
        json!({
            "sensor": Line::Ball(sensor).name(),
            "passes": seen.passes,
            "off_pockets": rounded(seen.off_pockets),
            "spread_pockets": rounded(seen.spread_pockets),
        })
    });
    let value = json!({
        "offset_pockets": rounded(found.offset_pockets),
        "sensors": sensors.collect::<Vec<_>>(),
        "table": "reading",
        "key": format!("offset_pockets = {:.3}", found.offset_pockets),
    });
    format!("{value}\n")
}
