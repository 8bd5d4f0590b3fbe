//! Asking a running cabinet over HTTP, as a console does.
//!
//! Here never lives what is asked.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, StreamOwned};
use serde_json::{Value, json};

use super::Failure;
use super::access::typed_pin;
use crate::tls::{pinned_client, read_certificate};

/// The running cabinet is waited for so long.
const ANSWER_SECONDS: u64 = 5;

/// Which cabinet is asked.
#[derive(Debug, Args)]
pub(super) struct Asked {
    /// Where the cabinet runs.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    ask: SocketAddr,
    /// The certificate of a cabinet that speaks TLS: the file that it was started with, or `tls-certificate.pem` in its directory.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
}

impl Asked {
    /// The running cabinet.
    ///
    /// # Errors
    /// Where the certificate cannot be read.
    pub(super) fn running(&self) -> Result<Running, Failure> {
        Running::new(self.ask, self.certificate.as_deref())
    }
}

/// Which cabinet is asked, and by whom.
#[derive(Debug, Args)]
pub(super) struct Asking {
    #[command(flatten)]
    asked: Asked,
    /// The name of the person who asks, whose PIN is asked for.
    #[arg(long, value_name = "NAME")]
    by: String,
}

impl Asking {
    /// Signs the person in.
    ///
    /// # Errors
    /// Where the cabinet does not answer, or does not let the person in; where it is on another machine and speaks no TLS.
    pub(super) fn sign_in(&self) -> Result<Session, Failure> {
        if self.asked.certificate.is_none() && !self.asked.ask.ip().is_loopback() {
            let message = "a PIN crosses a network over TLS alone: name the cabinet's certificate by `--certificate`";
            return Err(Failure::refused("no-certificate", message));
        }
        let cabinet = self.asked.running()?;
        let pin = typed_pin(&self.by)?;
        let answer = cabinet.post("/api/v1/sign-in", "", &json!({"name": self.by, "pin": pin}))?;
        let token = answer["token"].as_str().ok_or_else(|| Failure::refused("no-answer", "/api/v1/sign-in: no token was answered"))?;
        Ok(Session { token: token.to_owned(), cabinet })
    }
}

/// A person who is signed in at a running cabinet, until this is dropped.
pub(super) struct Session {
    cabinet: Running,
    token: String,
}

impl Session {
    /// What the cabinet answers to this person.
    ///
    /// # Errors
    /// Where it does not answer, or refuses to.
    pub(super) fn get(&self, path: &str) -> Result<Value, Failure> {
        self.cabinet.taken(path, self.asked(path)?)
    }

    /// The text that is answered to this person.
    ///
    /// # Errors
    /// Where the cabinet does not answer, or refuses to.
    pub(super) fn text(&self, path: &str) -> Result<String, Failure> {
        match self.asked(path)? {
            (200, text) => Ok(text),
            (status, body) => Err(self.cabinet.refusal(path, status, &body)),
        }
    }

    fn asked(&self, path: &str) -> Result<(u16, String), Failure> {
        self.cabinet.exchange(path, &format!("GET {path} HTTP/1.0\r\n{}", bearer(&self.token)), "")
    }

    /// Gives an order of this person: the answer.
    ///
    /// # Errors
    /// Where the cabinet does not answer, or refuses to.
    pub(super) fn order(&self, path: &str, body: &Value) -> Result<Value, Failure> {
        let key = getrandom::u64().map_err(|error| Failure::ours("no-randomness", error.to_string()))?;
        self.cabinet.post(path, &format!("Idempotency-Key: {key:016x}\r\n{}", bearer(&self.token)), body)
    }

    /// Says that the person is still there: a session ends that goes without this for too long.
    ///
    /// # Errors
    /// Where the session has ended.
    pub(super) fn stay(&self) -> Result<(), Failure> {
        self.cabinet.post("/api/v1/stay", &bearer(&self.token), &Value::Null).map(drop)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // Where the cabinet has gone the session went with it.
        let _ = self.cabinet.post("/api/v1/sign-out", &bearer(&self.token), &Value::Null);
    }
}

/// A running cabinet.
pub(super) struct Running {
    address: SocketAddr,
    tls: Option<Arc<ClientConfig>>,
}

impl Running {
    /// The one at this address; with a certificate it is asked over TLS, and nobody answers for it who has another.
    ///
    /// # Errors
    /// Where the certificate cannot be read.
    pub(super) fn new(address: SocketAddr, certificate: Option<&Path>) -> Result<Self, Failure> {
        let pinned = certificate.map(|path| read_certificate(path).and_then(|certificate| pinned_client(&certificate)));
        let tls = pinned.transpose().map_err(|error| Failure::refused("no-certificate", error.to_string()))?;
        Ok(Self { address, tls: tls.map(Arc::new) })
    }

    /// What anybody is answered, good or bad.
    ///
    /// # Errors
    /// Where nothing is answered.
    pub(super) fn say(&self, path: &str) -> Result<String, Failure> {
        self.exchange(path, &format!("GET {path} HTTP/1.0\r\n"), "").map(|(_, body)| body)
    }

    fn post(&self, path: &str, more: &str, body: &Value) -> Result<Value, Failure> {
        let head = format!("POST {path} HTTP/1.0\r\nContent-Type: application/json\r\n{more}");
        self.taken(path, self.exchange(path, &head, &body.to_string())?)
    }

    /// The object that was answered, where it is no problem.
    fn taken(&self, path: &str, (status, body): (u16, String)) -> Result<Value, Failure> {
        if status == 200 { Ok(serde_json::from_str(&body).unwrap_or_default()) } else { Err(self.refusal(path, status, &body)) }
    }

    /// What a problem says.
    fn refusal(&self, path: &str, status: u16, body: &str) -> Failure {
        let problem: Value = serde_json::from_str(body).unwrap_or_default();
        let told = problem["detail"].as_str().or(problem["title"].as_str()).unwrap_or("no reason was told");
        let refused = Failure::refused("refused", format!("{path} of {}: {status}: {told}", self.address)).with("status", status);
        match problem["reason"].as_str() {
            Some(reason) => refused.with("problem", reason),
            None => refused,
        }
    }

    fn exchange(&self, path: &str, head: &str, body: &str) -> Result<(u16, String), Failure> {
        let unanswered = |error: io::Error| Failure::refused("no-answer", format!("{path} of {}: {error}", self.address));
        let answer = self.try_exchange(head, body).map_err(unanswered)?;
        let (status, body) = parse(&answer).ok_or_else(|| unanswered(io::Error::other("this is no answer of HTTP")))?;
        Ok((status, body.to_owned()))
    }

    fn try_exchange(&self, head: &str, body: &str) -> io::Result<String> {
        let limit = Duration::from_secs(ANSWER_SECONDS);
        let stream = TcpStream::connect_timeout(&self.address, limit)?;
        stream.set_read_timeout(Some(limit))?;
        stream.set_write_timeout(Some(limit))?;
        let request = format!("{head}Host: {}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}", self.address, body.len());
        let Some(tls) = &self.tls else { return answer_on(stream, &request) };
        let connection = ClientConnection::new(tls.clone(), ServerName::from(self.address.ip())).map_err(io::Error::other)?;
        answer_on(StreamOwned::new(connection, stream), &request)
    }
}

fn bearer(token: &str) -> String {
    format!("Authorization: Bearer {token}\r\n")
}

fn answer_on(mut stream: impl Read + Write, request: &str) -> io::Result<String> {
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

/// The status and the body of an answer.
fn parse(answer: &str) -> Option<(u16, &str)> {
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let status = head.strip_prefix("HTTP/1.")?.split(' ').nth(1)?.parse().ok()?;
    Some((status, body))
}
