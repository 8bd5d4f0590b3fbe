//! How many descriptors the process may have, and what of them connections get. The journal, the devices and whoever reads the mirror always
//! find one: strangers can take up connections, but not these.

use anyhow::ensure;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// With a lower limit the program does not start: it holds about thirty descriptors before anybody has connected.
const LIMIT_LEAST: u64 = 64;

/// What connections leave to everything else, where the limit is not so low that they get half of it.
const RESERVED: u64 = 128;

/// The most connections at a time, however high the limit.
const CONNECTIONS_MOST: u64 = 1024;

/// Raises the process's own limit as far as the system lets it, and tells how many connections may be open at a time under it.
///
/// # Errors
/// Where the limit is too low to run at all.
pub(super) fn connections() -> anyhow::Result<usize> {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current != maximum {
        // Where it may not be raised, what is in force is what counts.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    }
    let limit = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    ensure!(limit >= LIMIT_LEAST, "the limit of open files is {limit}: at least {LIMIT_LEAST} are needed (`ulimit -n`, `LimitNOFILE=`)");
    let connections = connections_under(limit);
    if connections < CONNECTIONS_MOST {
        tracing::warn!(limit, connections, "the limit of open files leaves few connections to the consoles");
    }
    Ok(usize::try_from(connections).unwrap_or(usize::MAX))
}

/// How many connections may be open at a time under this limit.
fn connections_under(limit: u64) -> u64 {
    limit.saturating_sub(RESERVED).max(limit / 2).min(CONNECTIONS_MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_leave_descriptors_to_everything_else() {
        for (limit, connections) in [(64, 32), (128, 64), (256, 128), (1024, 896), (1152, 1024), (4096, 1024), (u64::MAX, 1024)] {
            assert_eq!(connections_under(limit), connections, "a limit of {limit}");
        }
    }
}
