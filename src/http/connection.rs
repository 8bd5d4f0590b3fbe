//! Connections before their first request: what hyper leaves unbounded is bounded here.
//!
//! A server that also knows HTTP/2 reads the first bytes to find out which one is spoken, and waits for them without end. So
//! the first bytes are timed here, and HTTP/2, whose connections would know none of the limits for HTTP/1, is hung up on. Nor does
//! hyper mind who asks and never takes the answer, so what is being sent is timed here as well.

use std::collections::HashMap;
use std::io::{self, ErrorKind, IoSlice};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum_server::accept::Accept;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

use super::limits::Limits;
use super::rates::network;

/// What every connection of HTTP/2 begins with, and no request of HTTP/1.
const HTTP2: [u8; 4] = *b"PRI ";

/// Accepts a bounded number of connections, and from each address no more than its share.
#[derive(Clone)]
pub(super) struct Doorkeeper {
    places: Arc<Places>,
    header_time: Duration,
    silence: Duration,
}

impl Doorkeeper {
    /// A doorkeeper who keeps these limits.
    pub(super) fn new(limits: &Limits) -> Self {
        let places = Places { most: limits.connections, most_of_address: limits.address_connections, taken: Mutex::default() };
        Self { places: Arc::new(places), header_time: limits.header_time, silence: limits.silence }
    }

    fn admit(&self, stream: TcpStream) -> io::Result<Connection> {
        let place = Place::take(&self.places, network(stream.peer_addr()?.ip())).ok_or(ErrorKind::QuotaExceeded)?;
        stream.set_nodelay(true)?;
        let opening = Opening { deadline: Box::pin(sleep(self.header_time)), first: [0; HTTP2.len()], count: 0 };
        Ok(Connection { stream, opening: Some(opening), silence: self.silence, sending: None, _place: place })
    }
}

/// The places for connections.
struct Places {
    most: usize,
    most_of_address: usize,
    taken: Mutex<Taken>,
}

/// How many places are taken.
#[derive(Default)]
struct Taken {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

impl Places {
    fn taken(&self) -> MutexGuard<'_, Taken> {
        // The counts are changed whole, so those that a panic leaves are right.
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place that is taken for as long as this lives.
struct Place {
    places: Arc<Places>,
    address: IpAddr,
}

impl Place {
    fn take(places: &Arc<Places>, address: IpAddr) -> Option<Self> {
        let mut taken = places.taken();
        let of_address = taken.by_address.get(&address).copied().unwrap_or_default();
        if taken.all >= places.most || of_address >= places.most_of_address {
            return None;
        }
        taken.all += 1;
        taken.by_address.insert(address, of_address + 1);
        Some(Self { places: places.clone(), address })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        taken.all -= 1;
        match taken.by_address.get_mut(&self.address) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(taken.by_address.remove(&self.address)),
        }
    }
}

impl<S> Accept<TcpStream, S> for Doorkeeper {
    type Stream = Connection;
    type Service = S;
    type Future = std::future::Ready<io::Result<(Connection, S)>>;

    fn accept(&self, stream: TcpStream, service: S) -> Self::Future {
        std::future::ready(self.admit(stream).map(|connection| (connection, service)))
    }
}

/// A connection with its place among all.
pub(super) struct Connection {
    stream: TcpStream,
    opening: Option<Opening>,
    silence: Duration,
    /// By when the other end must have taken everything that is being sent, once it has made us wait.
    sending: Option<Pin<Box<Sleep>>>,
    _place: Place,
}

impl Connection {
    /// Ends the wait for somebody who takes nothing, or too little of it.
    fn wait<T>(&mut self, written: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            return written;
        }
        let silence = self.silence;
        ready!(self.sending.get_or_insert_with(|| Box::pin(sleep(silence))).as_mut().poll(context));
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
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
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
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
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.wait(written, context)
    }

    /// Hyper flushes when it has nothing left to write: then everything is sent.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.sending = None;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(mut self: Pin<&mut Self>, context: &mut Context<'_>, slices: &[IoSlice<'_>]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.wait(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
