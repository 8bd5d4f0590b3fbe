//! `croupierctl service capture`: the capture of the devices' lines, as by the technician's page.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde_json::json;

use crate::ctl::Failure;
use crate::ctl::ask::{Asking, Session};

const PATH: &str = "/api/v1/service/capture";

/// What becomes of the capture.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Starts it anew: what it held is forgotten. It holds the newest of what goes over the lines of all devices.
    Start(Asking),
    /// Stops it.
    Stop(Asking),
    /// Writes what it holds to a new file: of the wheel, which `wheel replay` reads again, or with `--table` of that table's card device, without
    /// the cards, which `shuffler replay` or `shoe replay` reads. While the ball runs and bets are taken that of the wheel is held back.
    Save(Saving),
}

/// Where to.
#[derive(Debug, Args)]
pub(crate) struct Saving {
    /// The file, which must not be there yet.
    file: PathBuf,
    /// The table whose deals come from the card device that was captured.
    #[arg(long, value_name = "NUMBER")]
    table: Option<u8>,
    #[command(flatten)]
    asking: Asking,
}

impl Command {
    pub(super) fn run(&self) -> Result<String, Failure> {
        match self {
            Self::Start(asking) => set(&asking.sign_in()?, true),
            Self::Stop(asking) => set(&asking.sign_in()?, false),
            Self::Save(saving) => save(saving),
        }
    }
}

/// Says what the capture holds then.
fn set(session: &Session, is_running: bool) -> Result<String, Failure> {
    Ok(format!("{}\n", session.order(PATH, &json!({"running": is_running}))?))
}

fn save(saving: &Saving) -> Result<String, Failure> {
    let asked = saving.table.map_or_else(|| PATH.to_owned(), |table| format!("{PATH}?table={table}"));
    let text = saving.asking.sign_in()?.text(&asked)?;
    write_new(&saving.file, &text).map_err(|error| Failure::unwritable(&saving.file, &error))?;
    Ok(format!("{}\n", json!({"file": saving.file.display().to_string(), "lines": text.lines().count()})))
}

fn write_new(path: &Path, text: &str) -> std::io::Result<()> {
    File::create_new(path)?.write_all(text.as_bytes())
}
