//! How much is let in over the network.

use std::num::NonZeroU32;
use std::time::Duration;

use crate::model::SEATS;

/// How many requests may come: `per_second` on average and `burst` at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// Requests a second in the long run.
    pub per_second: NonZeroU32,
    /// Requests at once after a silence.
    pub burst: NonZeroU32,
}

/// How much is let in, how fast and for how long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes of a request's body.
    pub body_bytes: usize,
    /// Connections open at a time. When there are so many, the oldest stranger of the address that has the most gives way to a new one.
    pub connections: usize,
    /// Connections of strangers open at a time from one address; the oldest of them gives way to a new one.
    pub address_connections: usize,
    /// Connections of the holder of one token that give way to nobody.
    pub holder_connections: usize,
    /// How long a connection may take to send the headers of a request, or keep silent between two.
    pub header_time: Duration,
    /// How long a request may take in all.
    pub request_time: Duration,
    /// How long open requests may go on after the house was told to stop.
    pub grace: Duration,
    /// Requests with one token.
    pub token_rate: Rate,
    /// Requests without a valid token from one address.
    pub peer_rate: Rate,
    /// Questions of monitors, whether the process lives and is ready, without a valid token from one address. What comes more often is answered
    /// all the same, but is held back for half of `penalty`: a supervisor whose address somebody else floods from is never without an answer.
    pub monitor_rate: Rate,
    /// Handshakes of TLS from one address. One that comes too soon is held back for `penalty` before the processor is spent on it.
    pub handshake_rate: Rate,
    /// Orders of one person: the player at a seat, or an attendant. What is carried out stands in the journal for ever, 2 to 3 KB in both copies
    /// together, so nobody may order for long as fast as requests may come. A person who taps ten times a second is not held up for two minutes,
    /// and one who orders something every half a second never is; who does his worst writes half a gigabyte a day.
    pub order_rate: Rate,
    /// How long the answer to a request too many is held back: who does not wait by himself asks the less often for it.
    pub penalty: Duration,
    /// WebSockets open at a time for each seat.
    pub seat_sockets: usize,
    /// WebSockets open at a time for all attendants.
    pub attendant_sockets: usize,
    /// WebSockets open at a time for the public, shared out fairly between the addresses that ask for them.
    pub public_sockets: usize,
    /// How often a WebSocket is told the time.
    pub tick: Duration,
    /// How long a WebSocket's other end may give no sign of life, and anybody take for what is sent.
    pub silence: Duration,
    /// How long a seat that sits at a table between players may have no line and order nothing before it is taken to be absent.
    pub presence_grace: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        let rate = |per_second, burst| Rate {
            per_second: NonZeroU32::new(per_second).expect("the default rates are not zero"),
            burst: NonZeroU32::new(burst).expect("the default bursts are not zero"),
        };
        Self {
            body_bytes: 16 * 1024,
            connections: 1024,
            address_connections: 200,
            holder_connections: 64,
            header_time: Duration::from_secs(10),
            request_time: Duration::from_secs(10),
            grace: Duration::from_secs(1),
            token_rate: rate(50, 200),
            peer_rate: rate(100, 400),
            monitor_rate: rate(10, 40),
            handshake_rate: rate(20, 400),
            order_rate: rate(2, 1_000),
            penalty: Duration::from_secs(1),
            seat_sockets: 16,
            attendant_sockets: 32,
            public_sockets: 256,
            tick: Duration::from_secs(5),
            silence: Duration::from_secs(30),
            presence_grace: Duration::from_secs(20),
        }
    }
}

impl Limits {
    /// Connections that the holder of one token keeps, however few there are.
    pub(super) fn of_holder(&self) -> usize {
        self.holder_connections.min(self.connections / 8)
    }

    /// Connections that all trusted proxies together keep; theirs beyond that give way as strangers' do, until they show a token.
    pub(super) fn of_proxies(&self) -> usize {
        self.connections / 4
    }

    /// WebSockets of the public; connections are left to all seats and an attendant, and to those who come.
    pub(super) fn of_public(&self) -> usize {
        let of_consoles = (SEATS + 1) * self.of_holder();
        self.public_sockets.min(self.connections.saturating_sub(of_consoles)).min(self.connections / 2).max(1)
    }
}
