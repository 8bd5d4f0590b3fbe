//! The log: structured, to standard error, so that standard output holds only the links.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;

use super::options::LogFormat;

/// Starts the log. `RUST_LOG` chooses what is written; by default everything of this program from information upwards.
pub(super) fn start(format: LogFormat) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn,croupier=info"));
    // A log that cannot be written, on a full disk say, must not be complained about on the same broken stream: that would panic.
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).log_internal_errors(false);
    match format {
        LogFormat::Text => log.with_ansi(std::io::stderr().is_terminal()).init(),
        LogFormat::Json => log.json().init(),
    }
}
