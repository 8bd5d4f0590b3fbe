//! `croupierctl shoe status`: a card-reading shoe on a port, while no daemon has it.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde_json::json;

use crate::ctl::runtime::block_on;
use crate::ctl::{Failure, port};
use crate::drivers::technician::converse;
use crate::profiles::{self, Kind};
use crate::sensing::SerialMachine;
use crate::sensing::card_source::TECHNICIAN;
use crate::sensing::shoe::{Parameters, Shoe};

/// Which shoe to ask.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The port, such as `/dev/serial/by-id/...`.
    #[arg(long, value_name = "PATH")]
    port: PathBuf,
    /// The shoe: a shipped device such as `shoe`, or a device file.
    #[arg(long, default_value = "shoe", value_name = "NAME-OR-FILE")]
    device: String,
    /// How long to wait for the shoe, in seconds.
    #[arg(long, default_value_t = 10, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=3_600))]
    patience: u64,
}

/// What the shoe says about itself; no card that was drawn, and none that is to come.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let device = profiles::load::<Parameters>(Kind::Device, &arguments.device)?.value;
    let baud = device.line.baud;
    let mut shoe = Shoe::new(device, TECHNICIAN);
    let is_over = |shoe: &mut Shoe| {
        // What happens at the shoe concerns a cabinet.
        while shoe.poll_event().is_some() {}
        shoe.status().state.is_some()
    };
    let patience = Duration::from_secs(arguments.patience);
    block_on(converse(&mut shoe, &arguments.port, baud, patience, &port::now, is_over))?
        .map_err(|error| port::failure(&error, &arguments.port))?;
    let status = shoe.status();
    let (Some(identity), Some(state), Some(load)) = (&status.line.identity, status.state, status.load) else {
        let message = "nothing that can be understood came: is the shoe switched on, and is this its port?";
        return Err(port::no_answer(&arguments.port, message).with("damaged_frames", status.line.damaged_frames));
    };
    let fault = state.fault();
    let value = json!({
        "model": identity.model,
        "firmware": identity.firmware,
        "serial": identity.serial,
        "state": state.word().to_lowercase(),
        "fault": fault,
        "meaning": fault.map(|fault| fault.meaning()),
        "check": fault.map(|fault| fault.what_to_check()),
        "packs": load.packs,
        "drawn": load.drawn,
        "shoe": load.name.map(|name| name.to_string()),
        "cut_after": load.cut,
        "damaged_frames": status.line.damaged_frames,
    });
    Ok(format!("{value}\n"))
}
