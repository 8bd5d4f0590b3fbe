//! The server: connections, their limits, and an end in bounded time.

use std::io;
use std::net::TcpListener;
use std::sync::Arc;

use axum_server::Handle;
use hyper_util::rt::TokioTimer;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::connection::Doorkeeper;
use super::house::{House, Shared};
use super::routes::{ring, router};
use super::{metrics, presence};

/// The most bytes of a request's line and headers together.
const HEADER_BYTES: usize = 16 * 1024;

/// The most headers of a request.
const HEADERS: usize = 64;

/// Serves the house on `listener` until `stop` is cancelled. Then no connection is taken any more, WebSockets are closed with a
/// word, requests that wait for the cabinet may go on for [`super::Limits::grace`], and this returns within one and a half times that.
///
/// # Errors
/// What the operating system says about the listener.
pub async fn serve(listener: TcpListener, house: House, stop: CancellationToken) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let limits = house.limits.clone();
    let proxies = house.proxies.clone();
    let shared = Arc::new(Shared::new(house, stop.clone()));
    let doorkeeper = Doorkeeper::new(&limits, &proxies, shared.rates.clone(), shared.house.tls.as_ref(), stop.clone());
    let tasks = shared.tasks.clone();
    let handle = Handle::new();
    let mut server = axum_server::from_tcp(listener)?.acceptor(doorkeeper).handle(handle.clone());
    let timer = TokioTimer::new();
    server.http_builder().http1().timer(timer).header_read_timeout(limits.header_time).max_buf_size(HEADER_BYTES).max_headers(HEADERS);
    tasks.spawn(ring(shared.clone()));
    tasks.spawn(presence::follow(shared.clone()));
    tasks.spawn(metrics::follow(shared.clone()));
    let serving = server.serve(router(shared).into_make_service());
    tokio::pin!(serving);
    tokio::select! {
        ended = &mut serving => return ended,
        () = stop.cancelled() => {}
    }
    handle.graceful_shutdown(Some(limits.grace));
    tasks.close();
    let ended = timeout(limits.grace * 3 / 2, async {
        let (ended, ()) = tokio::join!(serving, tasks.wait());
        ended
    });
    // A connection that has not ended by now is cut off when the process ends.
    ended.await.unwrap_or(Ok(()))
}
