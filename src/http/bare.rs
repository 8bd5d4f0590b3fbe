//! The errors that hyper raises by itself, before there is a request to route: it answers them with a head and no body. Here they get the
//! body that every other error has.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::http::StatusCode;
use tokio::io::AsyncWrite;
use tokio::time::{Sleep, sleep};

use super::problem::{Problem, Reason};

/// The whole answer for a head that hyper made up for an error of its own; `None` where `bytes` are anything else.
pub(super) fn whole(bytes: &[u8]) -> Option<Vec<u8>> {
    let head = bytes.strip_prefix(b"HTTP/1.1 4").or_else(|| bytes.strip_prefix(b"HTTP/1.0 4")).and(std::str::from_utf8(bytes).ok())?;
    let lines = head.strip_suffix("\r\n\r\n").filter(|lines| !lines.contains("\r\n\r\n"))?;
    let has =
        |name: &str| lines.split("\r\n").skip(1).any(|line| line.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name)));
    if !has("content-length: 0") || has("content-type:") {
        return None;
    }
    let status = lines.split(' ').nth(1)?.parse::<u16>().ok().and_then(|status| StatusCode::from_u16(status).ok())?;
    let reason = Reason::OWN.into_iter().find(|reason| reason.status() == status).unwrap_or(Reason::BadRequest);
    let body = Problem::from(reason).text();
    let kept = lines.split("\r\n").filter(|line| !line.to_ascii_lowercase().starts_with("content-length:"));
    let mut answer = kept.collect::<Vec<_>>().join("\r\n");
    answer += "\r\ncontent-type: application/problem+json\r\ncache-control: no-store\r\nx-content-type-options: nosniff";
    answer += &format!("\r\ncontent-length: {}\r\n\r\n{body}", body.len());
    Some(answer.into_bytes())
}

/// The whole answer for somebody who speaks HTTP where TLS is spoken.
pub(super) fn not_tls() -> Vec<u8> {
    let body = Problem::bad("TLS is spoken here: the address begins with `https://`.").text();
    let head = "HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-type: application/problem+json\r\ncache-control: no-store\r\n\
        x-content-type-options: nosniff";
    format!("{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

/// An answer that goes out in the place of the head that hyper has handed over.
pub(super) struct Instead {
    answer: Vec<u8>,
    sent: usize,
    /// How many bytes hyper has handed over.
    handed: usize,
    /// Until when it is held back.
    held_back: Pin<Box<Sleep>>,
}

impl Instead {
    /// This answer in the place of `handed` bytes, after a while.
    pub(super) fn new(answer: Vec<u8>, handed: usize, held_back: Duration) -> Self {
        Self { answer, sent: 0, handed, held_back: Box::pin(sleep(held_back)) }
    }

    /// Goes on sending; when all is sent, hyper is told that what it handed over is.
    pub(super) fn poll_send(&mut self, mut stream: Pin<&mut impl AsyncWrite>, context: &mut Context<'_>) -> Poll<io::Result<usize>> {
        ready!(self.held_back.as_mut().poll(context));
        while self.sent < self.answer.len() {
            match ready!(stream.as_mut().poll_write(context, &self.answer[self.sent..]))? {
                0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                sent => self.sent += sent,
            }
        }
        Poll::Ready(Ok(self.handed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &str, reason: Option<&str>) {
        let answer = whole(bytes.as_bytes()).map(|answer| String::from_utf8(answer).expect("an answer is text"));
        let found = answer.as_deref().map(|answer| {
            let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
            assert!(head.contains(&format!("content-length: {}", body.len())) && !head.contains("content-length: 0"), "{head}");
            let body: serde_json::Value = serde_json::from_str(body).expect("a body is JSON");
            body["reason"].as_str().expect("a problem has a reason").to_owned()
        });
        assert_eq!(found.as_deref(), reason, "{bytes}");
    }

    #[test]
    fn a_bare_error_is_told_as_what_it_is() {
        check("HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\ndate: x\r\n\r\n", Some("headers-too-large"));
        check("HTTP/1.1 414 URI Too Long\r\ncontent-length: 0\r\n\r\n", Some("address-too-long"));
        check("HTTP/1.0 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", Some("bad-request"));
    }

    #[test]
    fn an_answer_of_our_own_goes_out_as_it_is() {
        check("HTTP/1.1 404 Not Found\r\ncontent-type: application/problem+json\r\ncontent-length: 2\r\n\r\n{}", None);
        check("HTTP/1.1 404 Not Found\r\ncontent-type: text/plain\r\ncontent-length: 0\r\n\r\n", None);
        check("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n", None);
        check("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n", None);
        check("HTTP/1.1 4", None);
    }
}
