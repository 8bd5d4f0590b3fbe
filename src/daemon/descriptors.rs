//! How many descriptors the process may have, and what of them connections get. The journal, the devices and the readers of the mirror always
//! find one: strangers can take up connections, but not these.

use anyhow::Context;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// What connections leave to everything else: the program holds about thirty descriptors before anybody has connected, and the journal's next
/// file, a port that is opened again and a page that reads the mirror take theirs from the rest.
const RESERVED: u64 = 128;

/// So many connections a cabinet cannot do without: six seats, the board and the attendant, each with a page that watches and orders beside it,
/// and as many again for pages that are loaded anew.
const CONNECTIONS_LEAST: u64 = 32;

/// The most connections at a time, however high the limit.
const CONNECTIONS_MOST: u64 = 1024;

/// Under a lower limit the program does not start.
const LIMIT_LEAST: u64 = RESERVED + CONNECTIONS_LEAST;

/// Under a lower limit there are fewer connections than there could be.
const LIMIT_PLENTY: u64 = RESERVED + CONNECTIONS_MOST;

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
    let connections = connections_under(limit).with_context(|| {
        format!(
            "the limit of open files is {limit}: raise it to {LIMIT_LEAST} at least, better to {LIMIT_PLENTY} (`ulimit -n`, `LimitNOFILE=`); \
             {RESERVED} are kept for the journal and the devices, and fewer than {CONNECTIONS_LEAST} connections are no use"
        )
    })?;
    if connections < CONNECTIONS_MOST {
        tracing::warn!(limit, connections, "the limit of open files leaves few connections to the consoles");
    }
    Ok(usize::try_from(connections).unwrap_or(usize::MAX))
}

/// How many connections may be open at a time under this limit; `None` where it is too low.
fn connections_under(limit: u64) -> Option<u64> {
    (limit >= LIMIT_LEAST).then(|| (limit - RESERVED).min(CONNECTIONS_MOST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_leave_descriptors_to_everything_else_under_every_limit_that_is_taken() {
        let check = |limit: u64, connections: Option<u64>| assert_eq!(connections_under(limit), connections, "a limit of {limit}");
        check(0, None);
        check(64, None);
        check(123, None);
        check(159, None);
        check(160, Some(32));
        check(256, Some(128));
        check(1_024, Some(896));
        check(1_151, Some(1_023));
        check(1_152, Some(1_024));
        check(4_096, Some(1_024));
        check(u64::MAX, Some(1_024));
    }

    #[test]
    fn the_service_has_descriptors_for_all_connections_and_everything_else() {
        let unit = include_str!("../../systemd/croupierd.service");
        let limit = unit.lines().find_map(|line| line.strip_prefix("LimitNOFILE=")).and_then(|limit| limit.parse().ok());
        let limit: u64 = limit.expect("the unit sets one limit");
        assert!(limit >= LIMIT_PLENTY, "the unit allows {limit} open files, and {LIMIT_PLENTY} are needed");
    }
}
