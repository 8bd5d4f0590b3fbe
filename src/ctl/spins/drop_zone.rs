//! `croupierctl spins drop-zone`: where the ball left the rim in the last rounds, and how the wheel stands.

use clap::Args;
use serde_json::json;

use super::{Place, decoder, thousandths};
use crate::ctl::Failure;
use crate::diagnostics::drop_zone;

/// Which spins to look at.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Over how many rounds, the newest of all.
    #[arg(long, value_name = "COUNT", default_value_t = 1_000)]
    last: usize,
    /// The wheel, a device with three ball sensors: one that is shipped, or a device file.
    #[arg(long, value_name = "NAME-OR-FILE", default_value = "three-sensor-gpio")]
    device: String,
    #[command(flatten)]
    place: Place,
}

/// One JSON object: where the balls left and how exactly that is known, at what speed, and how the wheel stands.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let reader = arguments.place.reader()?;
    let head = reader.head()?;
    let measured = decoder(&arguments.device)?.drop_zone(&reader, arguments.last)?;
    let shown = drop_zone(&measured);
    let degrees = |turns: f64| (turns * 3_600.0).round() / 10.0;
    let place =
        |left: &crate::sensing::three_sensor::Left| json!({"degrees": degrees(left.turns), "within_degrees": degrees(left.within_turns)});
    let tilt = measured.tilt.map(|tilt| {
        json!({
            "degrees": thousandths(tilt.degrees),
            "standard_error_degrees": thousandths(tilt.error_degrees),
            "highest_at_degrees": degrees(tilt.highest_at_turns),
            "spins": tilt.spins,
            "chance_on_a_level_wheel": tilt.chance,
            "told": tilt.is_told(),
        })
    });
    let value = json!({
        "spins": shown.spins,
        "tilted": shown.tilted,
        "tilt": tilt,
        "uneven_by_chance": measured.chance,
        "leaving_turns_per_second": {"mean": thousandths(measured.speed.mean), "standard_error": thousandths(measured.speed.error),
            "scatter": thousandths(measured.speed.scatter)},
        "seen_falling_part": thousandths(measured.speed.seen_falling_part),
        "within_degrees": shown.within_degrees,
        "milliballs_by_5_degrees": shown.milliballs,
        "places": measured.places.iter().map(place).collect::<Vec<_>>(),
        "head": head.to_string(),
    });
    Ok(format!("{value}\n"))
}
