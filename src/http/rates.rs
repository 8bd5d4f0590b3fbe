//! How often somebody may ask: by token where it is valid, by address where there is none; and how often a person may give orders.

use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicU32, Ordering};

use governor::clock::{Clock, DefaultClock};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};

use super::limits::{Limits, Rate};
use crate::model::Who;

/// After how many strangers' requests the addresses that have fallen silent are forgotten.
const SWEEP: u32 = 4096;

type Counter<K, C> = RateLimiter<K, DefaultKeyedStateStore<K>, C, NoOpMiddleware<<C as Clock>::Instant>>;

/// The counters.
pub(super) struct Rates<C: Clock = DefaultClock> {
    tokens: Counter<usize, C>,
    peers: Counter<IpAddr, C>,
    monitors: Counter<IpAddr, C>,
    handshakes: Counter<IpAddr, C>,
    orders: Counter<Who, C>,
    strangers: AtomicU32,
}

impl Rates {
    pub(super) fn new(limits: &Limits) -> Self {
        Self::by(limits, &DefaultClock::default())
    }
}

impl<C: Clock + Clone> Rates<C> {
    fn by(limits: &Limits, clock: &C) -> Self {
        Self {
            tokens: counter(limits.token_rate, clock),
            peers: counter(limits.peer_rate, clock),
            monitors: counter(limits.monitor_rate, clock),
            handshakes: counter(limits.handshake_rate, clock),
            orders: counter(limits.order_rate, clock),
            strangers: AtomicU32::new(0),
        }
    }

    /// Whether the holder of the token at this place may ask once more now.
    pub(super) fn token_may(&self, place: usize) -> bool {
        self.tokens.check_key(&place).is_ok()
    }

    /// Whether somebody without a valid token may ask once more now from this address.
    pub(super) fn peer_may(&self, address: IpAddr) -> bool {
        self.forget_silent();
        self.peers.check_key(&network(address)).is_ok()
    }

    /// The same of what monitors ask.
    pub(super) fn monitor_may(&self, address: IpAddr) -> bool {
        self.forget_silent();
        self.monitors.check_key(&network(address)).is_ok()
    }

    /// Whether one more handshake of TLS may be made now with somebody at this address.
    pub(super) fn handshake_may(&self, address: IpAddr) -> bool {
        self.forget_silent();
        self.handshakes.check_key(&network(address)).is_ok()
    }

    /// Whether this person may give one more order now.
    pub(super) fn order_may(&self, who: &Who) -> bool {
        self.orders.check_key(who).is_ok()
    }

    fn forget_silent(&self) {
        if self.strangers.fetch_add(1, Ordering::Relaxed) % SWEEP == SWEEP - 1 {
            self.peers.retain_recent();
            self.monitors.retain_recent();
            self.handshakes.retain_recent();
            self.tokens.retain_recent();
            self.orders.retain_recent();
        }
    }
}

fn counter<K: Clone + Eq + Hash, C: Clock + Clone>(rate: Rate, clock: &C) -> Counter<K, C> {
    RateLimiter::dashmap_with_clock(Quota::per_second(rate.per_second).allow_burst(rate.burst), clock.clone())
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

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::time::Duration;

    use governor::clock::FakeRelativeClock;

    use super::*;
    use crate::model::Seat;

    const HOUR_SECONDS: u32 = 3_600;

    fn player(number: u8) -> Who {
        Who::Seat(Seat::new(number).expect("six seats"))
    }

    /// How many orders of a seat are taken that come this often in so many seconds of virtual time, and how many come.
    fn taken(each: Duration, seconds: u32) -> (u32, u32) {
        let clock = FakeRelativeClock::default();
        let rates = Rates::by(&Limits::default(), &clock);
        let come = u32::try_from(Duration::from_secs(seconds.into()).as_micros() / each.as_micros()).expect("few orders");
        let taken = (0..come).filter(|_| {
            clock.advance(each);
            rates.order_may(&player(1))
        });
        (u32::try_from(taken.count()).expect("as many"), come)
    }

    #[track_caller]
    fn all_are_taken(each: Duration, seconds: u32) {
        let (taken, come) = taken(each, seconds);
        assert_eq!(taken, come, "one each {each:?} for {seconds} s");
    }

    #[test]
    fn chips_tapped_ten_times_a_second_for_two_minutes_are_all_taken() {
        all_are_taken(Duration::from_millis(100), 120);
        // As fast as requests may come at all, for a while.
        all_are_taken(Duration::from_millis(20), 20);
    }

    #[test]
    fn a_game_at_a_machine_every_half_a_second_is_never_held_up() {
        all_are_taken(Duration::from_millis(500), 24 * HOUR_SECONDS);
    }

    #[test]
    fn who_orders_as_fast_as_he_can_for_a_day_has_two_orders_a_second_carried_out() {
        let (taken, come) = taken(Duration::from_millis(20), 24 * HOUR_SECONDS);
        assert_eq!(come, 50 * 24 * HOUR_SECONDS);
        let sustained = 2 * 24 * HOUR_SECONDS;
        assert!((sustained..=sustained + 1_001).contains(&taken), "{taken}");
    }

    #[test]
    fn each_person_has_a_rate_of_his_own_and_after_a_silence_it_is_whole_again() {
        let clock = FakeRelativeClock::default();
        let rates = Rates::by(&Limits::default(), &clock);
        let at_once = |who: &Who| (0..2_000).filter(|_| rates.order_may(who)).count();
        assert_eq!((at_once(&player(1)), at_once(&player(2)), at_once(&Who::Attendant("Ada".into()))), (1_000, 1_000, 1_000));
        clock.advance(Duration::from_secs(10));
        assert_eq!(at_once(&player(1)), 20);
        clock.advance(Duration::from_secs(500));
        assert_eq!(at_once(&player(1)), 1_000);
    }

    #[test]
    fn a_monitor_that_asks_every_second_never_comes_too_often_whatever_else_its_address_asks() {
        let clock = FakeRelativeClock::default();
        let rates = Rates::by(&Limits::default(), &clock);
        let address = IpAddr::from(Ipv4Addr::new(192, 0, 2, 1));
        for second in 0..HOUR_SECONDS {
            while rates.peer_may(address) {}
            // Two addresses, several monitors.
            assert!((0..8).all(|_| rates.monitor_may(address)), "second {second}");
            clock.advance(Duration::from_secs(1));
        }
        assert_eq!((0..1_000).filter(|_| rates.monitor_may(address)).count(), 40);
    }
}
