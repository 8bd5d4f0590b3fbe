//! Writes the manual pages of both programs and their commands into a folder: `cargo run --example manual -- FOLDER`.

use std::path::PathBuf;

use clap::CommandFactory;

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(std::env::args_os().nth(1).ok_or_else(|| std::io::Error::other("expected a folder"))?);
    std::fs::create_dir_all(&folder)?;
    clap_mangen::generate_to(croupier::daemon::Options::command(), &folder)?;
    clap_mangen::generate_to(croupier::ctl::command_line(), &folder)
}
