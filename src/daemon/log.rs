//! The log: structured, to standard error, so that standard output holds only the links.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;

use super::options::LogFormat;

/// Starts the log. `RUST_LOG` chooses what is written; by default everything of this program from information upwards.
pub(super) fn start(format: LogFormat) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn,croupier=info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match format {
        LogFormat::Text => log.with_ansi(std::io::stderr().is_terminal()).init(),
        LogFormat::Json => log.json().init(),
    }
}
