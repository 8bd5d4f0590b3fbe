//! Connections before their first request: what hyper leaves unbounded is bounded here.
//!
//! A server that also knows HTTP/2 reads the first bytes to find out which one is spoken, and waits for them without end. So
//! the first bytes are timed here, and HTTP/2, whose connections would know none of the limits for HTTP/1, is hung up on. Nor does
//! hyper mind who asks and never takes the answer, so what is being sent is timed here as well.
//!
//! Who connects is unknown until a request has shown a token. So a stranger's connection is let in as long as there is a place, and gives
//! it up when somebody newer needs it; a console that has shown its token keeps its own. Strangers can shut nobody out. A handshake of TLS is
//! made by who has a place already, within the same time in which the first request must have come.

use std::io::{self, ErrorKind, IoSlice};
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Extension;
use axum::middleware::AddExtension;
use axum_server::accept::Accept;
use rustls::ServerConfig;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep, sleep_until, timeout, timeout_at};
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};
use tower_layer::Layer;

use super::bare::{Instead, not_tls, whole};
use super::house::Tls;
use super::limits::Limits;
use super::proxies::{Network, is_trusted};
use super::rates::{Rates, network};
use super::shares::{Place, Places, Yielding};
use super::transport::{Transport, client_hello, refuse, speaks_tls};

/// What every connection of HTTP/2 begins with, and no request of HTTP/1.
const HTTP2: [u8; 4] = *b"PRI ";

/// The holder that the connections of trusted proxies count for; the others are the tokens by their places.
const PROXIES: usize = usize::MAX;

/// The holder that the open WebSockets of the public count for, which have shares of their own.
pub(super) const BOARDS: usize = usize::MAX - 1;

/// Accepts a bounded number of connections.
#[derive(Clone)]
pub(super) struct Doorkeeper {
    places: Arc<Places>,
    proxies: Arc<[Network]>,
    of_proxies: usize,
    rates: Arc<Rates>,
    header_time: Duration,
    silence: Duration,
    penalty: Duration,
    tls: Option<Arc<ServerConfig>>,
    insists_seconds: Option<u32>,
    stop: CancellationToken,
}

impl Doorkeeper {
    /// A doorkeeper who keeps these limits, and counts what is no request by these rates. Where there are settings for TLS, nothing else is
    /// spoken. Once `stop` is cancelled, no handshake goes on.
    pub(super) fn new(limits: &Limits, proxies: &[Network], rates: Arc<Rates>, tls: Option<&Tls>, stop: CancellationToken) -> Self {
        let places = Places::new(limits.connections, limits.address_connections, Yielding::Oldest);
        let &Limits { header_time, silence, penalty, .. } = limits;
        let of_proxies = limits.of_proxies();
        let (insists_seconds, tls) = (tls.map(|tls| tls.insists_seconds), tls.map(|tls| tls.settings.clone()));
        Self { places, proxies: proxies.into(), of_proxies, rates, header_time, silence, penalty, tls, insists_seconds, stop }
    }

    async fn admit(&self, stream: TcpStream) -> io::Result<Connection> {
        let peer = stream.peer_addr()?;
        let place = self.places.take(network(peer.ip())).ok_or(ErrorKind::QuotaExceeded)?;
        if is_trusted(&self.proxies, peer.ip()) {
            place.hold(PROXIES, self.of_proxies);
        }
        stream.set_nodelay(true)?;
        let local = stream.local_addr()?.ip();
        let deadline = Instant::now() + self.header_time;
        let stream = match &self.tls {
            None => Transport::Plain(stream),
            Some(settings) => tokio::select! {
                () = place.leave().cancelled() => return Err(ErrorKind::ConnectionAborted.into()),
                () = self.stop.cancelled() => return Err(ErrorKind::ConnectionAborted.into()),
                secure = timeout_at(deadline, self.secure(stream, peer.ip(), settings)) => secure??,
            },
        };
        let leave = Box::pin(place.leave().clone().cancelled_owned());
        let door = Arc::new(Door { peer, local, insists_seconds: self.insists_seconds, place });
        let opening = Opening { deadline: Box::pin(sleep_until(deadline)), first: [0; HTTP2.len()], count: 0 };
        let (rates, penalty, silence) = (self.rates.clone(), self.penalty, self.silence);
        Ok(Connection { stream, opening: Some(opening), silence, sending: None, instead: None, rates, penalty, leave, door })
    }

    /// Makes the handshake of TLS. Who says nothing, or not all of what a client says first, costs nothing but a place.
    async fn secure(&self, mut stream: TcpStream, peer: IpAddr, settings: &Arc<ServerConfig>) -> io::Result<Transport> {
        if !speaks_tls(&stream).await? {
            if !self.rates.peer_may(peer) {
                sleep(self.penalty).await;
            }
            let _ = timeout(self.penalty, refuse(&mut stream, &not_tls())).await;
            return Err(io::Error::new(ErrorKind::InvalidData, "no TLS is spoken"));
        }
        let hello = client_hello(stream).await?;
        // A proxy makes many handshakes, for many consoles.
        if !is_trusted(&self.proxies, peer) && !self.rates.handshake_may(peer) {
            sleep(self.penalty).await;
        }
        Ok(Transport::Tls(Box::new(hello.into_stream(settings.clone()).await?)))
    }
}

/// The two ends of a connection, and its place among all.
pub(super) struct Door {
    /// Who has connected: a visitor, or a proxy.
    pub(super) peer: SocketAddr,
    /// The address of this machine that was connected to.
    pub(super) local: IpAddr,
    /// For how long browsers are told to come over TLS alone, where this program speaks it.
    pub(super) insists_seconds: Option<u32>,
    /// The place, which a visitor who has shown a token may keep.
    pub(super) place: Place,
}

impl Door {
    /// Whether TLS is spoken on it.
    pub(super) const fn is_secure(&self) -> bool {
        self.insists_seconds.is_some()
    }
}

impl<S: Send + 'static> Accept<TcpStream, S> for Doorkeeper {
    type Stream = Connection;
    type Service = AddExtension<S, Arc<Door>>;
    type Future = Pin<Box<dyn Future<Output = io::Result<(Connection, Self::Service)>> + Send>>;

    fn accept(&self, stream: TcpStream, service: S) -> Self::Future {
        let doorkeeper = self.clone();
        Box::pin(async move {
            let connection = doorkeeper.admit(stream).await?;
            let service = Extension(connection.door.clone()).layer(service);
            Ok((connection, service))
        })
    }
}

/// A connection with its place among all.
pub(super) struct Connection {
    stream: Transport,
    opening: Option<Opening>,
    silence: Duration,
    /// By when the other end must have taken everything that is being sent, once it has made us wait.
    sending: Option<Pin<Box<Sleep>>>,
    /// What goes out in the place of an error that hyper raises by itself.
    instead: Option<Instead>,
    rates: Arc<Rates>,
    penalty: Duration,
    /// Is ready when somebody else needs the place more.
    leave: Pin<Box<WaitForCancellationFutureOwned>>,
    door: Arc<Door>,
}

impl Connection {
    /// Hangs up on who was told to leave, however busily he speaks.
    fn stays(&self) -> io::Result<()> {
        if self.door.place.leave().is_cancelled() { Err(ErrorKind::ConnectionAborted.into()) } else { Ok(()) }
    }

    /// Ends the wait for somebody who takes nothing, or too little of it.
    fn wait<T>(&mut self, written: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            return written;
        }
        if self.leave.as_mut().poll(context).is_ready() {
            return Poll::Ready(Err(ErrorKind::ConnectionAborted.into()));
        }
        let silence = self.silence;
        ready!(self.sending.get_or_insert_with(|| Box::pin(sleep(silence))).as_mut().poll(context));
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
    }

    /// Sends what stands in the place of `bytes`; `None` where they go out as they are.
    fn send_instead(&mut self, bytes: &[u8], context: &mut Context<'_>) -> Option<Poll<io::Result<usize>>> {
        if self.instead.is_none() {
            let answer = whole(bytes)?;
            let held_back = if self.rates.peer_may(self.door.peer.ip()) { Duration::ZERO } else { self.penalty };
            self.instead = Some(Instead::new(answer, bytes.len(), held_back));
        }
        let sent = self.instead.as_mut()?.poll_send(Pin::new(&mut self.stream), context);
        if sent.is_ready() {
            self.instead = None;
        }
        Some(self.wait(sent, context))
    }
}

/// A connection's first bytes.
struct Opening {
    deadline: Pin<Box<Sleep>>,
    first: [u8; HTTP2.len()],
    count: usize,
}

impl Opening {
    /// Takes note of bytes that were read, and tells whether the opening is over.
    fn note(&mut self, read: &[u8]) -> io::Result<bool> {
        let wanted = read.len().min(self.first.len() - self.count);
        self.first[self.count..self.count + wanted].copy_from_slice(&read[..wanted]);
        self.count += wanted;
        if self.first == HTTP2 {
            return Err(io::Error::new(ErrorKind::InvalidData, "HTTP/2 is not spoken here"));
        }
        Ok(self.count == self.first.len() || read.is_empty())
    }
}

impl AsyncRead for Connection {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        self.stays()?;
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if read.is_pending() && self.leave.as_mut().poll(context).is_ready() {
            return Poll::Ready(Err(ErrorKind::ConnectionAborted.into()));
        }
        let Some(opening) = &mut self.opening else { return read };
        if read.is_pending() {
            ready!(opening.deadline.as_mut().poll(context));
            return Poll::Ready(Err(ErrorKind::TimedOut.into()));
        }
        if opening.note(&buffer.filled()[before..])? {
            self.opening = None;
        }
        read
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.stays()?;
        if let Some(sent) = self.send_instead(bytes, context) {
            return sent;
        }
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.wait(written, context)
    }

    /// Hyper flushes when it has nothing left to write: then everything is sent, but for what TLS still holds.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        if flushed.is_ready() {
            self.sending = None;
        }
        self.wait(flushed, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let shut = Pin::new(&mut self.stream).poll_shutdown(context);
        self.wait(shut, context)
    }

    fn poll_write_vectored(mut self: Pin<&mut Self>, context: &mut Context<'_>, slices: &[IoSlice<'_>]) -> Poll<io::Result<usize>> {
        self.stays()?;
        // A head without a body is handed over in one piece.
        if let [head] = slices
            && let Some(sent) = self.send_instead(head, context)
        {
            return sent;
        }
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.wait(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
