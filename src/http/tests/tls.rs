//! The house over TLS: what it tells browsers, who else gets no answer, and who waits for a handshake.

use std::collections::VecDeque;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use rustls::crypto::ring;
use rustls::pki_types::{PrivateKeyDer, ServerName};
use rustls::{ClientConfig, RootCertStore, ServerConfig};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::super::{Limits, Rate, Tls};
use super::harness::{Ask, Fixture, NAME, PROXY, Reply, ask, house, house_over_tls, limits, reply, seat_token};
use crate::model::{CertificateView, Timestamp};

/// The certificate as the house here is told to show it.
const FINGERPRINT: &str = "AB:CD";

/// A house over TLS, and who trusts its certificate.
struct Secure {
    house: Fixture,
    client: TlsConnector,
}

/// A house with these limits.
fn secure(limits: Limits) -> Secure {
    let made =
        rcgen::generate_simple_self_signed([NAME.to_owned(), "localhost".to_owned(), "127.0.0.1".to_owned()]).expect("a certificate");
    let certificate = made.cert.der().clone();
    let key = PrivateKeyDer::Pkcs8(made.signing_key.serialize_der().into());
    let provider = Arc::new(ring::default_provider());
    let server = ServerConfig::builder_with_provider(provider.clone()).with_safe_default_protocol_versions().expect("the usual versions");
    let server = server.with_no_client_auth().with_single_cert(vec![certificate.clone()], key).expect("they belong together");
    let mut trusted = RootCertStore::empty();
    trusted.add(certificate).expect("it can be trusted");
    let client = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().expect("the usual versions");
    let client = client.with_root_certificates(trusted).with_no_client_auth();
    let shown = CertificateView { fingerprint: FINGERPRINT.into(), ends_at: Timestamp::from_microseconds(9) };
    let house = house_over_tls(Tls { settings: Arc::new(server), certificate: shown, insists_seconds: 31_536_000 }, limits);
    Secure { house, client: TlsConnector::from(Arc::new(client)) }
}

impl Secure {
    /// Makes the handshake on this connection.
    async fn shake_hands(&self, stream: TcpStream) -> TlsStream<TcpStream> {
        self.client.connect(ServerName::try_from(NAME).expect("a name"), stream).await.expect("the house proves who it is")
    }

    /// A connection on which the handshake was made.
    async fn connect(&self) -> TlsStream<TcpStream> {
        self.shake_hands(self.house.connect().await).await
    }

    async fn send(&self, ask: &Ask) -> Reply {
        self.house.send_on(self.connect().await, ask).await
    }
}

/// What insists on TLS for a year.
const INSISTS: Option<&str> = Some("max-age=31536000");

#[tokio::test]
async fn a_page_over_tls_is_told_to_come_no_other_way() {
    let secure = secure(limits());
    let check = |reply: Reply, status: u16, insists: Option<&str>, sockets: &str| {
        let policy = reply.header("content-security-policy").expect("every response has a policy");
        assert_eq!((reply.status, reply.header("strict-transport-security")), (status, insists));
        assert!(policy.contains(&format!("connect-src 'self'{sockets};")), "{policy}");
    };
    check(secure.send(&ask("GET /seat").host(NAME)).await, 200, INSISTS, " wss://cabinet-7.example");
    check(secure.send(&ask("GET /api/v1/me").host(NAME)).await, 401, INSISTS, " wss://cabinet-7.example");
    check(secure.send(&ask("GET /seat").host("127.0.0.1:1")).await, 200, INSISTS, " wss://127.0.0.1:1");
    // Other programs of the board are `localhost` too.
    check(secure.send(&ask("GET /seat").host("localhost:1")).await, 200, None, " wss://localhost:1");
    check(secure.send(&ask("GET /seat").host("evil.example")).await, 421, None, "");
    let plain = house();
    let proxied = ask("GET /seat").host(NAME).header("X-Forwarded-Proto: https");
    check(plain.send_on(plain.connect_from(PROXY).await, &proxied).await, 200, None, " wss://cabinet-7.example");
    check(plain.send(&ask("GET /seat").host(NAME)).await, 200, None, " ws://cabinet-7.example");
}

#[tokio::test]
async fn technicians_are_shown_the_certificate() {
    let secure = secure(limits());
    let shown = secure.send(&ask("GET /api/v1/service").attendant()).await.json();
    assert_eq!(shown["certificate"], serde_json::json!({"fingerprint": FINGERPRINT, "ends_at": 9}));
}

#[tokio::test]
async fn a_socket_over_tls_is_opened_by_a_page_of_the_same_place_alone() {
    let secure = secure(limits());
    let watch = async |origin: &str| {
        let mut request = format!("wss://{NAME}/api/v1/seats/3/live").into_client_request().expect("the address is one");
        let protocols = format!("croupier.v2, bearer.{}", seat_token(3));
        request.headers_mut().append("origin", origin.parse().expect("a header"));
        request.headers_mut().append("sec-websocket-protocol", protocols.parse().expect("a header"));
        match client_async(request, secure.connect().await).await {
            Ok((mut socket, _)) => match socket.next().await {
                Some(Ok(Message::Text(_))) => "101".to_owned(),
                other => format!("{other:?}"),
            },
            Err(Error::Http(response)) => response.status().as_u16().to_string(),
            Err(error) => panic!("{error}"),
        }
    };
    assert_eq!(watch("https://cabinet-7.example").await, "101");
    assert_eq!(watch("http://cabinet-7.example").await, "403");
    assert_eq!(watch("https://elsewhere.example").await, "403");
}

#[tokio::test]
async fn who_speaks_plain_http_is_told_what_is_spoken_here() {
    let secure = secure(limits());
    for line in ["GET /seat", "POST /api/v1/seats/3/undo"] {
        let answer = secure.house.send(&ask(line).seat(3)).await;
        assert_eq!((answer.verdict().as_str(), answer.header("connection")), ("400 bad-request", Some("close")));
        assert!(answer.body.contains("https://"), "{}", answer.body);
    }
    assert_eq!(secure.house.taken(), []);
    for bytes in ["GET /seat HTTP/1.1\r\nHost: localhost\r\n\r\n", "nonsense"] {
        let mut stream = secure.house.connect().await;
        stream.write_all(bytes.as_bytes()).await.expect("the house is open");
        let mut answer = Vec::new();
        // Nothing is waited for: the other end says no more.
        timeout(Duration::from_secs(10), stream.read_to_end(&mut answer)).await.expect("in time").expect("the answer comes whole");
        assert_eq!(reply(&answer).expect("it has a head and a body").status, 400, "{bytes:?}");
    }
}

/// Whether the house has hung up.
async fn is_over(stream: &mut TcpStream) -> bool {
    timeout(Duration::from_secs(10), stream.read_to_end(&mut Vec::new())).await.is_ok()
}

/// What a client says first, cut off in the middle.
fn half_a_hello() -> Vec<u8> {
    let mut hello = vec![0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3];
    hello.resize(150, 7);
    hello
}

#[tokio::test]
async fn half_a_handshake_is_not_waited_for() {
    let secure = secure(Limits { header_time: Duration::from_millis(200), ..limits() });
    for half in [Vec::new(), vec![0x16], half_a_hello()] {
        let mut stream = secure.house.connect().await;
        stream.write_all(&half).await.expect("the house is open");
        assert!(is_over(&mut stream).await, "{half:?}");
    }
    // Who has made the handshake and says nothing more has no longer.
    let mut mute = secure.connect().await;
    let over = timeout(Duration::from_secs(10), mute.read_to_end(&mut Vec::new())).await;
    assert!(over.is_ok());
}

#[tokio::test]
async fn a_thousand_half_open_handshakes_hold_nobody_up() {
    let secure = secure(Limits { connections: 128, address_connections: 32, ..limits() });
    let mut console = secure.connect().await;
    let request = ask("GET /api/v1/me").seat(3).and_more().wire(secure.house.address);
    let mut ask_again = async || {
        console.write_all(&request).await.expect("the console keeps its connection");
        let mut answer = [0; 4_096];
        let count = console.read(&mut answer).await.expect("it is answered");
        assert!(answer[..count].starts_with(b"HTTP/1.1 200"));
    };
    ask_again().await;
    let mut slow = VecDeque::new();
    for number in 0..1_000_u16 {
        let own = Ipv4Addr::new(127, 0, 1, u8::try_from(number % 8).expect("few"));
        let mut stream = secure.house.connect_from(own).await;
        if number % 2 == 0 {
            stream.write_all(&half_a_hello()).await.expect("the house is open");
        }
        slow.push_back(stream);
        if number % 100 == 99 {
            assert_eq!(secure.send(&ask("GET /api/v1/me").seat(3)).await.verdict(), "200", "a newer one is served beside {number}");
            ask_again().await;
        }
        // As many as may be leaving at a time have left when the next come.
        if slow.len() > 200 {
            let mut oldest = slow.pop_front().expect("there are some");
            assert!(is_over(&mut oldest).await, "the oldest gave way");
        }
    }
    ask_again().await;
}

#[tokio::test]
async fn an_address_that_makes_too_many_handshakes_waits_for_the_next_and_no_other_does() {
    let few = Rate { per_second: 1.try_into().expect("not zero"), burst: 3.try_into().expect("not zero") };
    let penalty = Duration::from_secs(2);
    let secure = secure(Limits { handshake_rate: few, penalty, ..limits() });
    let took = async |own: Ipv4Addr| {
        let stream = secure.house.connect_from(own).await;
        let since = Instant::now();
        secure.shake_hands(stream).await;
        since.elapsed()
    };
    let (busy, other) = (Ipv4Addr::new(127, 0, 0, 2), Ipv4Addr::new(127, 0, 0, 3));
    // What says nothing, or half, is no handshake.
    for half in [vec![], half_a_hello()].into_iter().cycle().take(10) {
        secure.house.connect_from(busy).await.write_all(&half).await.expect("the house is open");
    }
    let mut slowest = Duration::ZERO;
    for _ in 0..6 {
        slowest = slowest.max(took(busy).await);
    }
    assert!(slowest >= penalty, "{slowest:?}");
    assert!(took(other).await < penalty);
    for _ in 0..6 {
        assert!(took(PROXY).await < penalty, "a proxy makes them for many consoles");
    }
}

#[tokio::test]
async fn who_takes_nothing_over_tls_loses_the_place() {
    let secure = secure(Limits { connections: 1, silence: Duration::from_millis(50), ..limits() });
    let mut deaf = secure.connect().await;
    // More than what the two ends' buffers hold.
    let requests = b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(400);
    deaf.write_all(&requests).await.expect("the requests are short");
    deaf.flush().await.expect("they are on their way");
    let free_again = async {
        loop {
            let tried = secure.client.connect(ServerName::try_from(NAME).expect("a name"), secure.house.connect().await).await;
            let Ok(mut stream) = tried else { continue };
            let mut answer = Vec::new();
            let _ = stream.write_all(&ask("GET /health").wire(secure.house.address)).await;
            let _ = stream.read_to_end(&mut answer).await;
            if reply(&answer).is_some() {
                return;
            }
        }
    };
    timeout(Duration::from_secs(20), free_again).await.expect("the place is free again");
}

#[tokio::test]
async fn the_end_does_not_wait_for_handshakes() {
    let secure = secure(Limits { grace: Duration::from_secs(8), ..limits() });
    let mut half = secure.house.connect().await;
    half.write_all(&half_a_hello()).await.expect("the house is open");
    assert_eq!(secure.send(&ask("GET /health")).await.status, 200, "the half one was taken before");
    let since = Instant::now();
    secure.house.stop.cancel();
    secure.house.served.await.expect("the house does not panic").expect("the house ends well");
    assert!(since.elapsed() < Duration::from_secs(4), "{:?}", since.elapsed());
}
