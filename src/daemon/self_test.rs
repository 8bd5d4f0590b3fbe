//! The self-tests of what is no device of its own: the disk, the clock, the network. Each looks at the real thing and says what is wrong.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::iter;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use rustix::fs::{Advice, fadvise};
use rustls::ClientConfig;
use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::{mpsc, watch};
use tokio_rustls::TlsConnector;
use tokio_util::sync::CancellationToken;

use super::disk_room::room_words;
use super::options::Options;
use crate::journal::free_bytes;
use crate::model::{Event, FaultCode, Finding, TestedPart};
use crate::tls::{Identity, TlsError, pinned_client};

/// A test that is wanted, by its number.
pub(super) type Wanted = Option<(u32, TestedPart)>;

/// How much is written and read back.
const PROBE_BYTES: usize = 64 << 10;

/// A write that takes longer to be durable holds every bet up.
const WRITE_MOST: Duration = Duration::from_secs(1);

/// For how long the clock is watched, and how much it may gain or lose then: as much as a board may that is being set right slowly.
const WATCHED: Duration = Duration::from_secs(2);
const DRIFT_MOST: Duration = Duration::from_millis(20);

/// No board can have run this program before: 2025-01-01, in seconds since 1970.
const EARLIEST_SECONDS: u64 = 1_735_689_600;

/// How long the cabinet may take to answer at its own address.
const ANSWER_MOST: Duration = Duration::from_secs(5);

/// Where the things are that are tested.
pub(super) struct Places {
    /// Folders on the disks of the journal's two copies.
    folders: Vec<PathBuf>,
    /// With less room than this a disk is nearly full, in bytes.
    free_least: u64,
    /// Where the consoles are served.
    address: SocketAddr,
    /// How TLS is spoken there, where it is.
    tls: Option<Arc<ClientConfig>>,
}

impl Places {
    /// Those of a daemon with these options, on whose disks so many bytes are to be free. The mirror may lie on another disk; it takes no notice of
    /// files that are not its own.
    ///
    /// # Errors
    /// Where no TLS can be spoken with who has this identity.
    pub(super) fn of(options: &Options, free_least: u64, address: SocketAddr, identity: Option<&Identity>) -> Result<Self, TlsError> {
        let tls = identity.map(|identity| pinned_client(identity.certificate()).map(Arc::new)).transpose()?;
        Ok(Self { folders: options.journal_folders(), free_least, address, tls })
    }
}

/// Tests what is wanted until `stop`. Not tested here are the journal, which is read back by who writes it, the doors, and the lamp.
pub(super) async fn run(places: Places, mut wanted: watch::Receiver<Wanted>, tested: mpsc::Sender<Event>, stop: CancellationToken) {
    loop {
        let now = *wanted.borrow_and_update();
        // A disk that never answers must not keep the next test from being begun.
        tokio::select! {
            () = stop.cancelled() => return,
            changed = wanted.changed() => if changed.is_err() { return stop.cancelled().await },
            () = test_and_tell(&places, now, &tested) => unreachable!("it waits for ever"),
        }
    }
}

/// Tests the part and tells what was found. Does not return: there is nothing more to do until another test is wanted.
async fn test_and_tell(places: &Places, wanted: Wanted, tested: &mpsc::Sender<Event>) {
    if let Some((number, part)) = wanted
        && let Some(findings) = test(places, part).await
    {
        tracing::info!(number, part = part.name(), ?findings, "self-test");
        // Where the deciding thread is gone, nobody waits for it.
        let _ = tested.send(Event::SelfTested { number, findings, seen: None }).await;
    }
    std::future::pending().await
}

/// What is wrong with the part; `None` of a part that is tested elsewhere.
async fn test(places: &Places, part: TestedPart) -> Option<Vec<Finding>> {
    match part {
        TestedPart::Disk => {
            let (folders, free_least) = (places.folders.clone(), places.free_least);
            let tested = tokio::task::spawn_blocking(move || folders.iter().flat_map(|folder| test_disk(folder, free_least)).collect());
            Some(tested.await.unwrap_or_else(|panic| vec![finding(FaultCode::DiskDefect, panic)]))
        }
        TestedPart::Clock => Some(test_clock().await),
        TestedPart::Network => Some(test_network(places.address, places.tls.as_ref(), Path::new("/sys/class/net")).await),
        TestedPart::Wheel | TestedPart::CardSource(_) | TestedPart::Journal | TestedPart::Door(_) | TestedPart::Lamp => None,
    }
}

fn finding(code: FaultCode, detail: impl ToString) -> Finding {
    Finding { code, detail: detail.to_string() }
}

/// Writes a file in the folder, reads it back and removes it; looks at the room that is left.
fn test_disk(folder: &Path, free_least: u64) -> Vec<Finding> {
    let mut findings = Vec::new();
    let name = folder.display();
    match free_bytes(folder) {
        Ok(free) if free < free_least => findings.push(finding(FaultCode::DiskNearlyFull, room_words(folder, free))),
        Ok(_) => {}
        Err(error) => findings.push(finding(FaultCode::DiskDefect, error)),
    }
    let path = folder.join("self-test");
    let begun = Instant::now();
    let is_same = write_and_read(&path);
    findings.extend(judge_disk(&name, is_same, begun.elapsed()));
    findings
}

/// Whether something is wrong where what was written was read back so, and that took so long.
fn judge_disk(name: &impl Display, is_same: std::io::Result<bool>, took: Duration) -> Option<Finding> {
    let (code, detail) = match is_same {
        Ok(true) if took > WRITE_MOST => (FaultCode::DiskSlow, format!("a write took {} ms to be durable", took.as_millis())),
        Ok(true) => return None,
        Ok(false) => (FaultCode::DiskDefect, "something else was read than was written".to_owned()),
        Err(error) => (FaultCode::DiskDefect, error.to_string()),
    };
    Some(finding(code, format!("{name}: {detail}")))
}

/// Whether what was written and made durable is read back. The file is removed in any case.
fn write_and_read(path: &Path) -> std::io::Result<bool> {
    let written: Vec<u8> = (0..PROBE_BYTES).map(|place| (place % 251) as u8).collect();
    let mut read = Vec::new();
    let tried = (|| {
        let mut file = File::create(path)?;
        file.write_all(&written)?;
        file.sync_all()?;
        // What is read back is to come from the disk and not from memory.
        fadvise(&file, 0, None, Advice::DontNeed)?;
        File::open(path)?.read_to_end(&mut read)
    })();
    let removed = fs::remove_file(path);
    tried?;
    removed?;
    Ok(read == written)
}

/// Watches the wall clock beside one that nobody sets.
async fn test_clock() -> Vec<Finding> {
    let (begun, wall_begun) = both_clocks();
    tokio::time::sleep(WATCHED).await;
    let (ended, wall_ended) = both_clocks();
    judge_clock(ended - begun, wall_ended.duration_since(wall_begun).ok(), wall_ended)
}

/// Both clocks at one moment: read anew where the board did something else in between.
fn both_clocks() -> (Instant, SystemTime) {
    let read = || {
        let (before, wall) = (Instant::now(), SystemTime::now());
        (before.elapsed(), before, wall)
    };
    let readings = iter::repeat_with(read).take(20);
    let (_, moment, wall) = readings.min_by_key(|(took, ..)| *took).expect("it was read");
    (moment, wall)
}

/// What is wrong with a wall clock that went on by `by_wall` while so much time `passed`, and shows this now. `None` is a clock that went back.
fn judge_clock(passed: Duration, by_wall: Option<Duration>, shown: SystemTime) -> Vec<Finding> {
    let mut findings = Vec::new();
    let seconds = shown.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    if seconds < EARLIEST_SECONDS {
        findings.push(finding(FaultCode::ClockWrong, format!("it shows {seconds} s since 1970, which is before this program was made")));
    }
    match by_wall.map(|by_wall| by_wall.abs_diff(passed)) {
        None => findings.push(finding(FaultCode::ClockWrong, "it went back while it was watched")),
        Some(off) if off > DRIFT_MOST => {
            let (off, passed) = (off.as_millis(), passed.as_millis());
            findings.push(finding(FaultCode::ClockWrong, format!("it was {off} ms off after {passed} ms")));
        }
        Some(_) => {}
    }
    findings
}

/// Asks the cabinet at its own address, and looks for a network that is up where others than this board are to reach it.
async fn test_network(address: SocketAddr, tls: Option<&Arc<ClientConfig>>, interfaces: &Path) -> Vec<Finding> {
    let mut findings = Vec::new();
    let asked = tokio::time::timeout(ANSWER_MOST, ask(of_this_board(address), tls)).await;
    if let Err(error) = asked.unwrap_or_else(|_| Err("no answer came".into())) {
        findings.push(finding(FaultCode::NetworkUnreachable, format!("{address}: {error}")));
    }
    if !address.ip().is_loopback() && !is_up(interfaces) {
        findings.push(finding(FaultCode::NetworkUnreachable, "no network of the board is up"));
    }
    findings
}

/// Where this board itself reaches what is served at the address.
fn of_this_board(mut address: SocketAddr) -> SocketAddr {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    address
}

/// Why the cabinet has not answered.
type Unanswered = Box<dyn std::error::Error + Send + Sync>;

/// Asks for the cabinet's health as a monitor does. Over TLS nobody but who has the cabinet's own key counts.
async fn ask(address: SocketAddr, tls: Option<&Arc<ClientConfig>>) -> Result<(), Unanswered> {
    let line = TcpStream::connect(address).await?;
    match tls {
        None => ask_on(line, address).await,
        Some(settings) => {
            let connector = TlsConnector::from(settings.clone());
            ask_on(connector.connect(ServerName::from(address.ip()), line).await?, address).await
        }
    }
}

async fn ask_on(mut line: impl AsyncRead + AsyncWrite + Unpin, address: SocketAddr) -> Result<(), Unanswered> {
    line.write_all(format!("GET /health HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").as_bytes()).await?;
    let mut answer = String::new();
    line.read_to_string(&mut answer).await?;
    let status = answer.lines().next().unwrap_or_default().to_owned();
    if status.starts_with("HTTP/1.1 200") { Ok(()) } else { Err(format!("it answered: {status}").into()) }
}

/// Whether any network but the board's own loop is up. A board of which the system does not say so is not accused.
fn is_up(interfaces: &Path) -> bool {
    let Ok(entries) = fs::read_dir(interfaces) else { return true };
    let state = |folder: PathBuf| fs::read_to_string(folder.join("operstate")).unwrap_or_default();
    let others = entries.flatten().filter(|entry| entry.file_name() != "lo");
    others.map(|entry| state(entry.path())).any(|state| matches!(state.trim(), "up" | "unknown"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The codes of what was found.
    fn codes(findings: &[Finding]) -> Vec<FaultCode> {
        findings.iter().map(|finding| finding.code).collect()
    }

    #[test]
    fn a_disk_that_works_passes_and_keeps_nothing_of_the_test() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(codes(&test_disk(folder.path(), 0)), []);
        assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 0);
    }

    #[test]
    fn a_disk_with_less_room_than_there_is_to_be_is_nearly_full() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(codes(&test_disk(folder.path(), u64::MAX)), [FaultCode::DiskNearlyFull]);
    }

    #[test]
    fn a_folder_that_is_gone_is_a_defect() {
        let folder = tempfile::tempdir().expect("a folder").path().join("gone");
        assert_eq!(codes(&test_disk(&folder, 0)), [FaultCode::DiskDefect, FaultCode::DiskDefect]);
    }

    #[test]
    fn a_disk_that_takes_more_than_a_second_to_make_a_write_durable_is_slow() {
        let check = |is_same: std::io::Result<bool>, milliseconds: u64, expected: Option<(FaultCode, &str)>| {
            let found = judge_disk(&"/data", is_same, Duration::from_millis(milliseconds));
            let found = found.as_ref().map(|finding| (finding.code, finding.detail.as_str()));
            assert_eq!(found, expected, "{milliseconds} ms");
        };
        check(Ok(true), 12, None);
        check(Ok(true), 1_000, None);
        check(Ok(true), 1_001, Some((FaultCode::DiskSlow, "/data: a write took 1001 ms to be durable")));
        check(Ok(false), 1_001, Some((FaultCode::DiskDefect, "/data: something else was read than was written")));
        check(Err(std::io::ErrorKind::StorageFull.into()), 1_001, Some((FaultCode::DiskDefect, "/data: no storage space")));
    }

    #[test]
    fn a_clock_is_wrong_that_runs_unevenly_or_back_or_shows_a_time_that_cannot_be() {
        let milliseconds = Duration::from_millis;
        let today = SystemTime::UNIX_EPOCH + Duration::from_secs(EARLIEST_SECONDS + 86_400);
        let check = |by_wall: Option<u64>, shown: SystemTime, detail: &str| {
            let found = judge_clock(milliseconds(2_000), by_wall.map(milliseconds), shown);
            assert_eq!(found.iter().map(|finding| finding.detail.as_str()).collect::<Vec<_>>().join("; "), detail);
        };
        check(Some(2_000), today, "");
        check(Some(2_020), today, "");
        check(Some(2_021), today, "it was 21 ms off after 2000 ms");
        check(Some(1_000), today, "it was 1000 ms off after 2000 ms");
        check(None, today, "it went back while it was watched");
        check(
            Some(2_000),
            SystemTime::UNIX_EPOCH + Duration::from_secs(60),
            "it shows 60 s since 1970, which is before this program was made",
        );
    }

    #[tokio::test]
    async fn a_cabinet_that_nobody_reaches_is_told() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("it has an address");
        let serve = async |listener: tokio::net::TcpListener, answer: &'static [u8]| {
            let (mut line, _) = listener.accept().await.expect("somebody asks");
            let mut asked = [0; 512];
            let read = line.read(&mut asked).await.expect("something is asked");
            assert!(asked[..read].starts_with(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1:"));
            line.write_all(answer).await.expect("the answer is heard");
        };
        let nothing = tempfile::tempdir().expect("a folder");
        let (found, ()) = tokio::join!(test_network(address, None, nothing.path()), serve(listener, b"HTTP/1.1 200 OK\r\n\r\n"));
        assert_eq!(codes(&found), []);
        // Nobody listens there any more.
        assert_eq!(codes(&test_network(address, None, nothing.path()).await), [FaultCode::NetworkUnreachable]);
    }

    #[test]
    fn a_network_is_up_where_one_says_so_besides_the_loop() {
        let check = |interfaces: &[(&str, &str)], expected: bool| {
            let folder = tempfile::tempdir().expect("a folder");
            for (name, state) in interfaces {
                fs::create_dir(folder.path().join(name)).expect("a folder");
                fs::write(folder.path().join(name).join("operstate"), state).expect("a file");
            }
            assert_eq!(is_up(folder.path()), expected, "{interfaces:?}");
        };
        check(&[("lo", "unknown\n")], false);
        check(&[("lo", "unknown\n"), ("eth0", "down\n")], false);
        check(&[("eth0", "up\n")], true);
        check(&[("eth0", "down\n"), ("usb0", "unknown\n")], true);
    }
}
