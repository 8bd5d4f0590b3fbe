//! The cabinet over TLS: it proves who it is by the fingerprint that it has printed, also after a start, and half a handshake holds nobody up.

use std::fs;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, ClientConnection, DigitallySignedStruct, Error, SignatureScheme, StreamOwned};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::access::until;
use crate::client::Client;
use crate::daemon::{Home, Links, PATIENCE};
use crate::flooded::{Leave, half_open, processor_seconds};

/// Takes the certificate with this fingerprint and no other, as a person does who compares what a browser shows.
#[derive(Debug)]
struct Compared {
    fingerprint: String,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Compared {
    fn verify_server_cert(
        &self,
        shown: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let digest: Vec<String> = Sha256::digest(shown).iter().map(|byte| format!("{byte:02X}")).collect();
        if digest.join(":") == self.fingerprint { Ok(ServerCertVerified::assertion()) } else { Err(Error::General("another".to_owned())) }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signed, &self.provider.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &self.provider.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

/// A connection of TLS with who shows the certificate with this fingerprint.
fn connect(client: &Client, fingerprint: &str) -> io::Result<StreamOwned<ClientConnection, TcpStream>> {
    let provider = Arc::new(ring::default_provider());
    let compared = Arc::new(Compared { fingerprint: fingerprint.to_owned(), provider: provider.clone() });
    let settings = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().expect("the usual versions");
    let settings = settings.dangerous().with_custom_certificate_verifier(compared).with_no_client_auth();
    let name = ServerName::try_from("localhost").expect("a name");
    let connection = ClientConnection::new(Arc::new(settings), name).expect("the settings are whole");
    Ok(StreamOwned::new(connection, client.connect()?))
}

/// Sends these bytes on such a connection: the whole answer.
fn exchange(client: &Client, fingerprint: &str, request: &str) -> io::Result<String> {
    let mut stream = connect(client, fingerprint)?;
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

/// The status and the body of what the house answers over TLS to somebody who knows the printed fingerprint.
fn ask(links: &Links, client: &Client, request: &str) -> (String, Value) {
    let fingerprint = links.fingerprint.as_deref().expect("it was printed");
    let answer = exchange(client, fingerprint, request).expect("the house proves who it is");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
    let status = head.split(' ').nth(1).expect("a status").to_owned();
    (status, serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {body}")))
}

/// For how many seconds browsers are told to come over TLS alone.
fn insists_seconds(links: &Links, client: &Client) -> u32 {
    let fingerprint = links.fingerprint.as_deref().expect("it was printed");
    let answer = exchange(client, fingerprint, &format!("{}Connection: close\r\n\r\n", client.head("GET", "/health")))
        .expect("the house proves who it is")
        .to_ascii_lowercase();
    let seconds = answer.lines().find_map(|line| line.strip_prefix("strict-transport-security: max-age="));
    seconds.and_then(|seconds| seconds.parse().ok()).unwrap_or_else(|| panic!("{answer}"))
}

fn get(links: &Links, client: &Client, path: &str) -> Value {
    let (status, body) = ask(links, client, &format!("{}Connection: close\r\n\r\n", client.head("GET", path)));
    assert_eq!(status, "200", "{path}: {body}");
    body
}

fn post(links: &Links, client: &Client, path: &str, body: &Value) -> Value {
    let (head, body) = (client.head("POST", path), body.to_string());
    let length = body.len();
    let request = format!(
        "{head}Connection: close\r\nIdempotency-Key: {path}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    let (status, body) = ask(links, client, &request);
    assert_eq!(status, "200", "{path}: {body}");
    body
}

/// A home whose house speaks TLS.
fn home(arguments: &[&str]) -> Home {
    let mut home = Home::new(20);
    home.arguments.extend(arguments.iter().map(|argument| (*argument).to_owned()));
    home
}

fn mode(home: &Home, name: &str) -> u32 {
    fs::metadata(home.data().join(name)).expect("it is there").permissions().mode() & 0o777
}

#[test]
fn the_printed_fingerprint_is_that_of_the_cabinet_and_stays() {
    let mut home = home(&["--tls"]);
    let (links, daemon) = home.serve();
    let (attendant, stranger) = (links.attendant(), links.stranger());
    assert_eq!(get(&links, &attendant, "/api/v1/me")["role"], "attendant");
    assert_eq!(insists_seconds(&links, &attendant), 86_400, "a day, for it may be made anew");
    let fingerprint = links.fingerprint.clone().expect("it was printed");
    assert_eq!(get(&links, &attendant, "/api/v1/service")["certificate"]["fingerprint"], json!(fingerprint));
    let other = fingerprint.chars().rev().collect::<String>();
    assert!(exchange(&attendant, &other, "GET / HTTP/1.1\r\n\r\n").is_err(), "it shows no other certificate");
    // Who does not speak TLS is told so, and no token is read.
    assert_eq!((stranger.get("/health").status, attendant.get("/api/v1/me").status), (400, 400));
    let test = || get(&links, &attendant, "/api/v1/official")["self_tests"].as_array().expect("they are listed").clone();
    post(&links, &attendant, "/api/v1/service/self-test", &json!({"part": "network", "table": null}));
    until("the network is tested", || test().iter().any(|part| part["part"] == "network" && part["newest"]["end"] == "passed"));
    let (file, certificate) = (home.path("support.tar.gz"), home.data().join("tls-certificate.pem"));
    let bundle = format!("bundle {} --ask {} --certificate {}", file.display(), links.address, certificate.display());
    let bundle: Value = serde_json::from_str(&home.ask(&bundle)).expect("JSON");
    assert!(bundle["holds"].as_array().expect("they are listed").contains(&json!("running/health.json")), "{bundle}");
    daemon.stop();
    assert_eq!(["tls-key.pem", "tls-certificate.pem"].map(|name| mode(&home, name)), [0o600; 2]);
    let told: Value = serde_json::from_str(&home.ask("certificate")).expect("JSON");
    assert_eq!((&told["fingerprint"], &told["names"]), (&json!(fingerprint), &json!(["127.0.0.1", "::1", "localhost"])));

    let (links, daemon) = home.serve();
    assert_eq!(links.fingerprint.as_ref(), Some(&fingerprint), "a start changes nothing");
    daemon.stop();
    let key = fs::read_to_string(home.data().join("tls-key.pem")).expect("it is there");
    home.arguments.push("--host=cabinet.example".to_owned());
    let (links, daemon) = home.serve();
    assert_ne!(links.fingerprint.as_ref(), Some(&fingerprint));
    assert_eq!(get(&links, &links.attendant(), "/api/v1/me")["role"], "attendant");
    daemon.stop();
    assert!(home.log().contains("is made anew of the same key, for the former one is not for cabinet.example"), "{}", home.log());
    assert_eq!(fs::read_to_string(home.data().join("tls-key.pem")).expect("it is there"), key, "the key stays");
    let secret = key.lines().nth(1).expect("a key has lines");
    for text in [home.log(), home.ask("certificate --pem"), home.ask("journal export")] {
        assert!(!text.contains(secret), "the key is told nowhere");
    }
}

#[test]
fn a_certificate_of_the_house_is_shown_and_one_that_will_not_do_is_refused() {
    let own = home(&["--tls"]);
    let (links, daemon) = own.serve();
    let fingerprint = links.fingerprint.expect("it was printed");
    daemon.stop();
    let file = |name: &str| own.data().join(name).display().to_string();
    let (certificate, key) = (file("tls-certificate.pem"), file("tls-key.pem"));
    let options = [format!("--tls-certificate={certificate}"), format!("--tls-key={key}")];
    let home = home(&options.each_ref().map(String::as_str));
    let (links, daemon) = home.serve();
    assert_eq!(links.fingerprint.as_ref(), Some(&fingerprint));
    assert_eq!(get(&links, &links.attendant(), "/api/v1/me")["role"], "attendant");
    assert_eq!(insists_seconds(&links, &links.stranger()), 31_536_000);
    assert!(!home.data().join("tls-key.pem").exists(), "no other is made");
    daemon.stop();

    let refused = |certificate: &str, key: &str, words: &[&str]| {
        let options = [format!("--tls-certificate={certificate}"), format!("--tls-key={key}")];
        let home = self::home(&options.each_ref().map(String::as_str));
        let (status, output, log) = home.fail();
        assert_eq!((status.code(), output.as_str(), log.lines().count()), (Some(1), "", 1), "{log}");
        assert!(log.contains("ERROR") && words.iter().all(|word| log.contains(word)), "{words:?} in {log}");
        assert!(!home.data().exists(), "nothing is touched");
    };
    refused("/no/such.pem", &key, &["/no/such.pem", "cannot be read"]);
    refused(&key, &key, &[&key, "expected a certificate in PEM"]);
    refused(&certificate, &certificate, &[&certificate, "expected a private key in PEM"]);
    fs::set_permissions(&key, fs::Permissions::from_mode(0o644)).expect("it is ours");
    refused(&certificate, &key, &[&key, "0644", "expected 0600"]);
}

#[test]
fn plain_http_on_a_network_is_warned_of_and_served() {
    let check = |listen: &str, arguments: &[&str], is_warned: bool| {
        let mut home = home(arguments);
        home.listen = listen.to_owned();
        let (_, daemon) = home.serve();
        daemon.stop();
        let warned = home.log().lines().any(|line| line.contains("WARN") && line.contains("plain HTTP"));
        assert_eq!(warned, is_warned, "{listen} {arguments:?}: {}", home.log());
    };
    check("0.0.0.0:0", &[], true);
    check("0.0.0.0:0", &["--trusted-proxy=10.0.0.7"], false);
    check("0.0.0.0:0", &["--tls"], false);
    check("127.0.0.1:0", &[], false);
}

/// What a client says first, cut off in the middle.
fn half_a_hello() -> Vec<u8> {
    let mut hello = vec![0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3];
    hello.resize(150, 7);
    hello
}

/// They come from the address of the consoles themselves, which makes it worse for these.
#[test]
fn a_thousand_half_open_handshakes_delay_no_round() {
    let home = home(&["--tls"]);
    let (links, daemon) = home.serve();
    let attendant = links.attendant();
    let round = || get(&links, &attendant, "/api/v1/cabinet")["round"].as_u64().expect("there is a round");
    let before = round();
    let open = half_open(&attendant, &half_a_hello());
    let since = Instant::now();
    until("rounds are played meanwhile", || round() > before + 1);
    for number in 1..=6 {
        post(&links, &attendant, &format!("/api/v1/seats/{number}/credit-in"), &json!({"amount": 7}));
    }
    assert!(since.elapsed() < PATIENCE, "{:?}", since.elapsed());
    drop(open);
    daemon.stop();
}

/// Threads that flood, each with one handshake and one bad request after the other.
const FLOODERS: usize = 8;

/// The handshakes that one address makes at once and every second, and how long the others are held up.
const AT_ONCE: f64 = 400.0;
const EACH_SECOND: f64 = 20.0;
const HELD_UP_SECONDS: f64 = 1.0;

/// What a console is answered on the connection that it keeps.
fn ask_again(stream: &mut StreamOwned<ClientConnection, TcpStream>, request: &str) -> String {
    stream.write_all(request.as_bytes()).expect("the console keeps its connection");
    let mut answer = [0; 16_384];
    let count = stream.read(&mut answer).expect("it is answered");
    String::from_utf8_lossy(&answer[..count]).into_owned()
}

#[test]
fn a_flood_of_handshakes_is_made_at_the_rate_of_one_address_and_a_console_there_is_served() {
    let home = home(&["--tls"]);
    let (links, daemon) = home.serve();
    let (seat, stranger) = (links.seat(3), links.stranger());
    let fingerprint = links.fingerprint.as_deref().expect("it was printed");
    let mut console = connect(&seat, fingerprint).expect("the house is open");
    let question = format!("{}\r\n", seat.head("GET", "/api/v1/me"));
    let bad = format!("{}Authorization: Bearer guess\r\nConnection: close\r\n\r\n", stranger.head("GET", "/api/v1/me"));
    let (began, spent_before) = (Instant::now(), processor_seconds(&daemon));
    let (stop, sent) = (AtomicBool::new(false), AtomicU64::new(0));
    let mut slowest = Duration::ZERO;
    let flood = || {
        while !stop.load(Ordering::Relaxed) {
            // A house that hangs up has answered as well.
            let _ = exchange(&stranger, fingerprint, &bad);
            sent.fetch_add(1, Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| {
        (0..FLOODERS).for_each(|_| drop(scope.spawn(flood)));
        let _leave = Leave(&stop);
        while began.elapsed() < Duration::from_secs(6) {
            let since = Instant::now();
            assert!(ask_again(&mut console, &question).starts_with("HTTP/1.1 200"));
            slowest = slowest.max(since.elapsed());
            std::thread::sleep(Duration::from_millis(50));
        }
    });
    let (seconds, sent) = (began.elapsed().as_secs_f64(), sent.into_inner() as f64);
    let spent = processor_seconds(&daemon) - spent_before;
    println!(
        "{sent} handshakes in {seconds:.1} s, for which the house had the processor for {spent:.2} s; a console waited {slowest:?} at most"
    );
    let most = AT_ONCE + EACH_SECOND * seconds + FLOODERS as f64 * (seconds / HELD_UP_SECONDS + 1.0);
    assert!(sent <= most, "{sent} handshakes were made in {seconds:.1} s, at most {most:.0} should be");
    assert!(spent < seconds / 2.0, "the house had the processor for {spent:.2} of {seconds:.1} s");
    daemon.stop();
}
