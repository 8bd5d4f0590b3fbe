//! The tool of technicians, auditors and tests.

use std::process::ExitCode;

fn main() -> ExitCode {
    croupier::ctl::run()
}
