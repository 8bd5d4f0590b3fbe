//! Strangers who open connections without end, from other addresses than the consoles, and guess PINs and codes there, several at once.

use std::io::{self, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::net::TcpSocket;

use crate::players::Chance;

/// Opens up to `most` connections, keeps them, and talks rubbish on some of them, until the strangers are to leave.
pub(crate) fn crowd(house: SocketAddr, most: usize, seed: u64, leave: &AtomicBool) {
    let mut chance = Chance(seed);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime can be made");
    let mut open: Vec<TcpStream> = Vec::new();
    while !leave.load(Ordering::Relaxed) {
        if open.len() < most
            && let Ok(mut stream) = runtime.block_on(connect(house, chance.below(20)))
        {
            match chance.below(6) {
                // What the house answers is of no interest.
                0 => drop(stream.write_all(b"GET /api/v1/ca")),
                1 => drop(stream.write_all(&[0xff; 100])),
                2 => drop(stream.write_all(b"GET /api/v1/cabinet HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")),
                3 => drop(stream.write_all(guess("sign-in", r#"{"name":"anna","pin":"482915"}"#).as_bytes())),
                4 => drop(stream.write_all(guess("pair", r#"{"code":"12345678"}"#).as_bytes())),
                _ => {}
            }
            open.push(stream);
        } else {
            std::thread::sleep(Duration::from_millis(5));
            let gone = usize::try_from(chance.below(open.len().max(1) as u64)).expect("few");
            if gone < open.len() {
                open.swap_remove(gone);
            }
        }
    }
}

/// A guessed PIN or code.
fn guess(what: &str, body: &str) -> String {
    let length = body.len();
    format!("POST /api/v1/{what} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}")
}

/// A connection from the stranger's own address, of which the loopback has many.
async fn connect(house: SocketAddr, stranger: u64) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::from(([127, 0, 1, u8::try_from(stranger + 1).unwrap_or(1)], 0)))?;
    let connected = tokio::time::timeout(Duration::from_millis(200), socket.connect(house));
    let stream = connected.await.map_err(|_| io::ErrorKind::TimedOut)??.into_std()?;
    stream.set_nonblocking(false)?;
    stream.set_write_timeout(Some(Duration::from_millis(200)))?;
    Ok(stream)
}
