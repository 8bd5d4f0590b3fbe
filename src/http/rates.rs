//! How often somebody may ask: by token where it is valid, by address where there is none.

use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicU32, Ordering};

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::limits::{Limits, Rate};

/// After how many strangers' requests the addresses that have fallen silent are forgotten.
const SWEEP: u32 = 4096;

/// The counters.
pub(super) struct Rates {
    tokens: DefaultKeyedRateLimiter<usize>,
    peers: DefaultKeyedRateLimiter<IpAddr>,
    strangers: AtomicU32,
}

impl Rates {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            tokens: RateLimiter::keyed(quota(limits.token_rate)),
            peers: RateLimiter::keyed(quota(limits.peer_rate)),
            strangers: AtomicU32::new(0),
        }
    }

    /// Whether the holder of the token at this place may ask once more now.
    pub(super) fn token_may(&self, place: usize) -> bool {
        self.tokens.check_key(&place).is_ok()
    }

    /// Whether somebody without a valid token may ask once more now from this address.
    pub(super) fn peer_may(&self, address: IpAddr) -> bool {
        if self.strangers.fetch_add(1, Ordering::Relaxed) % SWEEP == SWEEP - 1 {
            self.peers.retain_recent();
        }
        self.peers.check_key(&network(address)).is_ok()
    }
}

fn quota(rate: Rate) -> Quota {
    Quota::per_second(rate.per_second).allow_burst(rate.burst)
}

/// One household holds a whole /64 of IPv6 addresses, so they count as one.
pub(super) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}
