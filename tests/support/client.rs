//! A small HTTP/1 client: one connection a request, and WebSockets that are read, and give the signs of life they are asked for.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

use crate::follow::follow;

/// So long an answer is waited for. On a machine that does much else a disk may hold a daemon up for many seconds; one that hangs is
/// noticed all the same.
const ANSWER: Duration = Duration::from_secs(60);

/// Somebody who asks.
#[derive(Clone)]
pub(crate) struct Client {
    address: SocketAddr,
    token: Option<String>,
}

/// What came back.
pub(crate) struct Answer {
    /// The status.
    pub(crate) status: u16,
    /// The whole body.
    pub(crate) body: String,
}

impl Answer {
    /// The body as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The name of a refusal or problem.
    pub(crate) fn reason(&self) -> String {
        self.json()["reason"].as_str().unwrap_or_default().to_owned()
    }
}

impl Client {
    /// A client of this house.
    pub(crate) fn new(address: SocketAddr, token: Option<String>) -> Self {
        Self { address, token }
    }

    /// A connection on which nothing was said yet.
    pub(crate) fn connect(&self) -> io::Result<TcpStream> {
        let stream = TcpStream::connect(self.address)?;
        stream.set_read_timeout(Some(ANSWER))?;
        stream.set_write_timeout(Some(ANSWER))?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    /// The head of a request, without the empty line at its end.
    pub(crate) fn head(&self, method: &str, path: &str) -> String {
        let authorization = self.token.as_ref().map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
        format!("{method} {path} HTTP/1.1\r\nHost: {}\r\n{authorization}", self.address)
    }

    fn exchange(&self, request: &str) -> io::Result<Answer> {
        let mut stream = self.connect()?;
        stream.write_all(request.as_bytes())?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let cut = || io::Error::new(io::ErrorKind::UnexpectedEof, "the answer is cut off");
        let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(cut)?;
        let length =
            head.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length:").map(|text| text.trim().to_owned()));
        if length.is_some_and(|length| length.parse() != Ok(body.len())) {
            return Err(cut());
        }
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(cut)?;
        Ok(Answer { status, body: body.to_owned() })
    }

    /// Asks; an error where no whole answer came.
    pub(crate) fn try_get(&self, path: &str) -> io::Result<Answer> {
        self.exchange(&format!("{}Connection: close\r\n\r\n", self.head("GET", path)))
    }

    /// Asks.
    pub(crate) fn get(&self, path: &str) -> Answer {
        self.try_get(path).unwrap_or_else(|error| panic!("GET {path}: {error}"))
    }

    /// Orders, under an idempotency key; an error where no whole answer came: then it is not known what happened.
    pub(crate) fn try_post(&self, path: &str, key: &str, body: &str) -> io::Result<Answer> {
        let head = self.head("POST", path);
        let length = body.len();
        self.exchange(&format!(
            "{head}Connection: close\r\nIdempotency-Key: {key}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        ))
    }

    /// Orders.
    pub(crate) fn post(&self, path: &str, key: &str, body: &str) -> Answer {
        self.try_post(path, key, body).unwrap_or_else(|error| panic!("POST {path}: {error}"))
    }

    /// Opens a WebSocket.
    pub(crate) fn watch(&self, path: &str) -> Live {
        let mut stream = self.connect().expect("the house is open");
        let protocols = match &self.token {
            Some(token) => format!("croupier.v2, bearer.{token}"),
            None => "croupier.v2".to_owned(),
        };
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: {protocols}\r\n\r\n",
            self.address
        );
        stream.write_all(request.as_bytes()).expect("the house takes a request");
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).expect("the house answers");
            head.push(byte[0]);
        }
        let head = String::from_utf8_lossy(&head);
        assert!(head.starts_with("HTTP/1.1 101"), "{head}");
        Live { stream, known: Value::Null }
    }
}

/// An open WebSocket.
pub(crate) struct Live {
    stream: TcpStream,
    /// The state as it was told.
    known: Value,
}

impl Live {
    /// The next message of JSON; `None` where the house closes.
    pub(crate) fn next(&mut self) -> Option<Value> {
        loop {
            let mut start = [0; 2];
            self.stream.read_exact(&mut start).ok()?;
            let length = match start[1] & 0x7f {
                126 => u64::from(u16::from_be_bytes(self.take()?)),
                127 => u64::from_be_bytes(self.take()?),
                length => u64::from(length),
            };
            let mut payload = vec![0; usize::try_from(length).ok()?];
            self.stream.read_exact(&mut payload).ok()?;
            match start[0] & 0x0f {
                1 => {
                    let message = serde_json::from_slice(&payload).ok()?;
                    follow(&mut self.known, &message);
                    return Some(message);
                }
                8 => return None,
                // Who does not answer a ping for half a minute is taken for gone.
                9 => self.pong(&payload)?,
                _ => {}
            }
        }
    }

    /// Answers a ping as a browser does by itself: with its payload, masked, here by zeros.
    fn pong(&mut self, payload: &[u8]) -> Option<()> {
        let length = u8::try_from(payload.len()).ok().filter(|length| *length < 126)?;
        let frame = [&[0x8a, 0x80 | length, 0, 0, 0, 0], payload].concat();
        self.stream.write_all(&frame).ok()
    }

    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let mut bytes = [0; N];
        self.stream.read_exact(&mut bytes).ok()?;
        Some(bytes)
    }

    /// The next state, with the message that told of it.
    pub(crate) fn next_state(&mut self) -> (Value, Value) {
        loop {
            let message = self.next().expect("the house is open");
            if message.get("cabinet").is_some() {
                return (self.known.clone(), message);
            }
        }
    }

    /// The first state that is as wanted.
    pub(crate) fn see(&mut self, mut wanted: impl FnMut(&Value) -> bool) -> Value {
        loop {
            let (state, _) = self.next_state();
            if wanted(&state) {
                return state;
            }
        }
    }
}
