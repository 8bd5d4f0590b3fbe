//! The daemon in the cabinet.

use std::process::ExitCode;

fn main() -> ExitCode {
    croupier::daemon::main()
}
