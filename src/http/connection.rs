//! Connections before their first request: what hyper leaves unbounded is bounded here.
//!
//! A server that also knows HTTP/2 reads the first bytes to find out which one is spoken, and waits for them without end. So
//! the first bytes are timed here, and HTTP/2, whose connections would know none of the limits for HTTP/1, is hung up on.

use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum_server::accept::Accept;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Sleep, sleep};

/// What every connection of HTTP/2 begins with, and no request of HTTP/1.
const HTTP2: [u8; 4] = *b"PRI ";

/// Accepts a bounded number of connections.
#[derive(Clone)]
pub(super) struct Doorkeeper {
    places: Arc<Semaphore>,
    patience: Duration,
}

impl Doorkeeper {
    /// A doorkeeper for `places` connections at a time, who waits for the first word of each for `patience`.
    pub(super) fn new(places: usize, patience: Duration) -> Self {
        Self { places: Arc::new(Semaphore::new(places)), patience }
    }

    fn admit(&self, stream: TcpStream) -> io::Result<Connection> {
        let place = self.places.clone().try_acquire_owned().map_err(|_| io::Error::from(ErrorKind::QuotaExceeded))?;
        stream.set_nodelay(true)?;
        let opening = Opening { deadline: Box::pin(sleep(self.patience)), first: [0; HTTP2.len()], count: 0 };
        Ok(Connection { stream, opening: Some(opening), _place: place })
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
    _place: OwnedSemaphorePermit,
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
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(mut self: Pin<&mut Self>, context: &mut Context<'_>, slices: &[IoSlice<'_>]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
