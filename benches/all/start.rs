//! How long the daemon takes to be ready, and how much memory it then has, with 20,000 and with 200,000 spins in the journal, against
//! opening the same sled database alone, in a process of its own; and with five and with forty tables and no journal.
//!
//! The journals are made by a simulated cabinet at which six seats bet, through the same calls as the daemon's, and with a checkpoint
//! as often as it makes one; only the commits are larger.
//!
//! `cargo bench --bench all -- start [SPINS [PLAY_SECONDS]]`

use std::cell::RefCell;
use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::net::UnixDatagram;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};

use croupier::cabinet::Cabinet;
use croupier::journal::{Entry, Journal, Paths, Record};
use croupier::model::{Bet, Pocket, SEATS, Timestamp};

use crate::support::client::Watcher;
use crate::support::evidence::{ROUND_MICROSECONDS, evidence};
use crate::support::figures::{median, print_load};
use crate::support::json::number_of;
use crate::support::play::Play;
use crate::support::stakes::stakes;
use crate::support::tables::{FEW_AND_MANY, cabinet_file};
use crate::support::terms::demo_terms;
use crate::support::times;

/// Entries of one commit while a journal is made; the daemon keeps a checkpoint after as many inputs.
const TOGETHER: usize = 512;
/// Bets of each seat in each round.
const BETS: usize = 4;
/// How often each start is measured.
const STARTS: usize = 5;
/// Public watchers while it is played.
const WATCHERS: usize = 100;

pub(crate) fn run() {
    let arguments: Vec<String> = std::env::args().skip(2).collect();
    if let [word, path] = arguments.as_slice()
        && word == "peer"
    {
        return peer(Path::new(path));
    }
    let spins = times::times(200_000, 200);
    let play_seconds = arguments.iter().filter_map(|argument| argument.parse().ok()).nth(1).unwrap_or(if spins < 1_000 { 1 } else { 60 });
    let directory = tempfile::tempdir_in(".").expect("the current directory can be written");
    let directory = directory.path().canonicalize().expect("the directory is there");
    print_load();
    let shorter = directory.join("shorter");
    let longer = directory.join("longer");
    let began = Instant::now();
    make(&longer, spins, spins / 10, &shorter);
    let (resident, most) = memory("self");
    println!(
        "{spins} spins were made in {:.0} s by a process that then has {resident:.1} MiB, at most {most:.1} MiB",
        began.elapsed().as_secs_f64()
    );
    println!("files are in the page cache unless said otherwise\n");
    print_disk("disk", &shorter, spins / 10);
    print_disk("disk", &longer, spins);
    let empty = directory.join("empty");
    let mut cases = [Case::new("no journal", empty, 0), Case::new("shorter", shorter, spins / 10), Case::new("longer", longer, spins)];
    for _ in 0..STARTS {
        cases.iter_mut().for_each(|case| case.start(&directory));
    }
    println!("\n           milliseconds until ready             MiB of memory                   sled alone");
    println!("   spins        warm      cold   log read     ready      most   log read          ms       MiB   warm x sled");
    cases.iter().for_each(Case::print);
    println!("\nafter {play_seconds} s of play, six seats and {WATCHERS} watchers connected");
    cases.iter().for_each(|case| case.play(&directory, play_seconds));
    compare_tables(&directory);
    print_load();
}

/// A first start, and a second one from the journal that the first has left, of a small house and of a large one in turn.
fn compare_tables(directory: &Path) {
    let mut figures = FEW_AND_MANY.map(|_| [const { Vec::new() }; 3]);
    for start in 0..STARTS {
        for (tables, [first, second, resident]) in FEW_AND_MANY.into_iter().zip(&mut figures) {
            let cabinet = directory.join(format!("{tables}.toml"));
            fs::write(&cabinet, cabinet_file(tables)).expect("the directory can be written");
            let data = directory.join(format!("{tables}-tables-{start}"));
            for milliseconds in [first, second] {
                let daemon = Daemon::start_with(&data, directory, &["--cabinet".as_ref(), cabinet.as_os_str()]);
                milliseconds.push(daemon.ready_milliseconds);
                resident.push(daemon.memory().0);
                daemon.stop();
            }
        }
    }
    println!("\n  tables   first ms  again ms       MiB");
    let medians = figures.map(|of| of.map(|values| median(&values)));
    for (tables, [first, second, resident]) in FEW_AND_MANY.iter().zip(medians) {
        println!("{tables:>8}  {first:9.0} {second:9.0} {resident:9.1}");
    }
    let [first, second, resident] = [0, 1, 2].map(|nth| medians[1][nth] / medians[0][nth]);
    println!("{:>8}  {first:9.2} {second:9.2} {resident:9.2}", "ratio");
}

/// Makes a journal of `spins` spins in `data`, and keeps a copy as it is after `copied` of them.
fn make(data: &Path, spins: u64, copied: u64, copy: &Path) {
    let terms = demo_terms();
    let now = croupier::daemon::Clock::starting_after(Timestamp::default()).now().microseconds();
    let writer = Rc::new(RefCell::new(Writer::open(data)));
    let sink = {
        let writer = writer.clone();
        Box::new(move |cabinet: &Cabinet, record: Record, _| writer.borrow_mut().take(cabinet, &record))
    };
    let start = now - (spins + 1) * ROUND_MICROSECONDS;
    let mut play = Play::begin(&terms, Timestamp::from_microseconds(start), sink);
    let stakes = stakes(&terms, 60);
    for spin in 1..=spins {
        if spin % 100 == 1 {
            play.fill_up();
        }
        let bets: Vec<Vec<Bet>> = (0..SEATS)
            .map(|_| {
                let first = play.draw() as usize % (stakes.len() - BETS);
                stakes[first..first + BETS].iter().copied().map(Bet::Simple).collect()
            })
            .collect();
        let number = (play.draw() % 37) as u8;
        let evidence = evidence(&mut play, spin, number);
        play.round(&bets, Pocket::new(number).expect("below 37"), evidence);
        if spin == copied {
            writer.borrow_mut().commit();
            let (paths, writer) = (paths(data), &mut *writer.borrow_mut());
            writer.journal = None;
            copy_all(data, copy);
            writer.journal = Some(Journal::open(&paths).expect("it was just closed").0);
        }
    }
    writer.borrow_mut().commit();
}

/// Writes what the play brings about.
struct Writer {
    journal: Option<Journal>,
    waiting: Vec<Entry>,
}

fn paths(data: &Path) -> Paths {
    Paths { journal: data.join("journal"), mirror: data.join("mirror") }
}

impl Writer {
    fn open(data: &Path) -> Self {
        let (journal, _) = Journal::open(&paths(data)).expect("a new journal can be begun");
        Self { journal: Some(journal), waiting: Vec::new() }
    }

    fn take(&mut self, cabinet: &Cabinet, record: &Record) {
        let (number, at) = (record.input.number, record.input.at);
        self.waiting.push(Entry { number, at, round: cabinet.round(), payload: record.encode() });
        if self.waiting.len() == TOGETHER {
            self.commit();
            let journal = self.journal.as_mut().expect("the journal is open while it is played");
            journal.checkpoint(cabinet.to_bytes()).expect("the journal can be written");
        }
    }

    fn commit(&mut self) {
        let journal = self.journal.as_mut().expect("the journal is open while it is played");
        journal.append(std::mem::take(&mut self.waiting)).expect("the journal can be written");
    }
}

fn copy_all(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("the directory can be written");
    for item in fs::read_dir(from).expect("the directory can be read") {
        let item = item.expect("the directory can be read");
        let (source, target) = (item.path(), to.join(item.file_name()));
        if source.is_dir() {
            copy_all(&source, &target);
        } else {
            fs::copy(&source, &target).expect("the disk has room");
        }
    }
}

fn files(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let items = fs::read_dir(path).expect("the directory can be read");
    items.flat_map(|item| files(&item.expect("the directory can be read").path())).collect()
}

fn bytes(path: &Path) -> f64 {
    files(path).iter().filter_map(|file| fs::metadata(file).ok()).map(|data| data.len() as f64).sum()
}

fn print_disk(name: &str, data: &Path, spins: u64) {
    let (store, mirror) = (bytes(&data.join("journal/sled")), bytes(&data.join("mirror")));
    let each = |bytes: f64| bytes / spins as f64;
    println!(
        "{name} {spins:>7} spins: store {:6.1} MiB, {:5.0} bytes a spin; mirror {:6.1} MiB, {:5.0} bytes a spin; {} and {} files",
        store / 1_048_576.0,
        each(store),
        mirror / 1_048_576.0,
        each(mirror),
        files(&data.join("journal/sled")).len(),
        files(&data.join("mirror")).len(),
    );
}

/// Forgets what the page cache holds of a directory, as after the power was off.
fn cool(path: &Path) {
    for file in files(path) {
        let Ok(file) = fs::File::open(file) else { continue };
        file.sync_all().expect("the disk can sync");
        rustix::fs::fadvise(&file, 0, None, rustix::fs::Advice::DontNeed).expect("the kernel takes advice");
    }
}

/// Removes sled's summary of its log, so that it has to read the whole log: more than it could ever have to after a power cut,
/// however long it had run, for it writes the summary at each start and at no other time.
fn forget_snapshot(store: &Path) {
    let is_snapshot = |file: &PathBuf| file.file_name().is_some_and(|name| name.to_string_lossy().starts_with("snap."));
    files(store).iter().filter(|file| is_snapshot(file)).for_each(|file| fs::remove_file(file).expect("the directory can be written"));
}

/// One length of journal, and what was measured with it.
struct Case {
    name: &'static str,
    data: PathBuf,
    spins: u64,
    ready: Vec<f64>,
    cold: Vec<f64>,
    cut: Vec<f64>,
    cut_most: Vec<f64>,
    resident: Vec<f64>,
    most: Vec<f64>,
    peer: Vec<f64>,
    peer_resident: Vec<f64>,
}

impl Case {
    fn new(name: &'static str, data: PathBuf, spins: u64) -> Self {
        let none = Vec::new;
        let (ready, cold, cut, peer) = (none(), none(), none(), none());
        Self { name, data, spins, ready, cold, cut, cut_most: none(), resident: none(), most: none(), peer, peer_resident: none() }
    }

    /// A warm start, a start of the peer, a cold start, and one at which sled has to read its whole log.
    fn start(&mut self, directory: &Path) {
        let daemon = Daemon::start(&self.data, directory);
        self.ready.push(daemon.ready_milliseconds);
        let (resident, most) = daemon.memory();
        self.resident.push(resident);
        self.most.push(most);
        daemon.stop();
        let (milliseconds, resident) = ask_peer(&self.data.join("journal/sled"));
        self.peer.push(milliseconds);
        self.peer_resident.push(resident);
        cool(&self.data);
        let daemon = Daemon::start(&self.data, directory);
        self.cold.push(daemon.ready_milliseconds);
        daemon.stop();
        forget_snapshot(&self.data.join("journal/sled"));
        let daemon = Daemon::start(&self.data, directory);
        self.cut.push(daemon.ready_milliseconds);
        self.cut_most.push(daemon.memory().1);
        daemon.stop();
    }

    fn print(&self) {
        println!(
            "{:>8}   {:9.0} {:9.0} {:9.0}   {:9.1} {:9.1} {:9.1}   {:9.0} {:9.1}   {:8.2}",
            self.spins,
            median(&self.ready),
            median(&self.cold),
            median(&self.cut),
            median(&self.resident),
            median(&self.most),
            median(&self.cut_most),
            median(&self.peer),
            median(&self.peer_resident),
            median(&self.ready) / median(&self.peer),
        );
    }

    fn play(&self, directory: &Path, seconds: u64) {
        let daemon = Daemon::start(&self.data, directory);
        let (before, _) = daemon.memory();
        let placed = daemon.play(Duration::from_secs(seconds));
        let (after, most) = daemon.memory();
        println!("{:>8} spins ({}): RSS {before:.1} -> {after:.1} MiB, most {most:.1} MiB; {placed} bets taken", self.spins, self.name);
        daemon.stop();
    }
}

/// A running daemon.
struct Daemon {
    child: Child,
    ready_milliseconds: f64,
    address: SocketAddr,
    /// The tokens of the seats, then the attendant's.
    tokens: Vec<String>,
}

impl Daemon {
    fn start(data: &Path, directory: &Path) -> Self {
        Self::start_with(data, directory, &[])
    }

    /// The same with further options.
    fn start_with(data: &Path, directory: &Path, options: &[&OsStr]) -> Self {
        let socket = directory.join("notify");
        drop(fs::remove_file(&socket));
        let notified = UnixDatagram::bind(&socket).expect("a socket can be made");
        notified.set_read_timeout(Some(Duration::from_secs(60))).expect("a time-out can be set");
        let began = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_croupierd"))
            .args(["--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .args(options)
            .env("NOTIFY_SOCKET", &socket)
            .env("RUST_LOG", "error")
            .stdout(Stdio::piped())
            .spawn()
            .expect("the daemon can be started");
        let mut message = [0; 256];
        let length = notified.recv(&mut message).expect("the daemon says that it is ready");
        let ready_milliseconds = began.elapsed().as_secs_f64() * 1e3;
        assert!(message[..length].starts_with(b"READY=1"), "the first word is that it is ready");
        let output = BufReader::new(child.stdout.take().expect("the output is piped"));
        let links: Vec<String> =
            output.lines().map(|line| line.expect("links are text")).filter(|line| line.contains("http://")).take(8).collect();
        let address = links[0].split("http://").nth(1).and_then(|link| link.split('/').next()).expect("a link has an address");
        let address = address.parse().expect("a link has an address");
        let tokens = links.iter().filter_map(|link| link.split_once('#')).map(|(_, token)| token.trim().to_owned()).collect();
        Self { child, ready_milliseconds, address, tokens }
    }

    /// Resident memory now and at most, in MiB.
    fn memory(&self) -> (f64, f64) {
        memory(&self.child.id().to_string())
    }

    fn stop(mut self) {
        let id = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(id, rustix::process::Signal::TERM).expect("the daemon is running");
        self.child.wait().expect("the daemon ends");
    }

    /// Six seats bet once a second and everybody watches; says how many bets were taken.
    fn play(&self, time: Duration) -> u32 {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime can be made");
        runtime.block_on(async {
            for seat in 1..=SEATS {
                let path = format!("/api/v1/seats/{seat}/live");
                tokio::spawn(watch(Watcher::open(self.address, &path, Some(&self.tokens[seat - 1])).await));
            }
            for _ in 0..WATCHERS {
                tokio::spawn(watch(Watcher::open(self.address, "/api/v1/cabinet/live", None).await));
            }
        });
        let began = Instant::now();
        let mut placed = 0;
        for second in 0_u32.. {
            if began.elapsed() >= time {
                break;
            }
            let round = number_of(&self.get("/api/v1/cabinet"), "round").expect("a cabinet has a round");
            for seat in 1..=SEATS {
                let key = format!("{}-{second}-{seat}", self.child.id());
                if second == 0 {
                    self.post(&format!("/api/v1/seats/{seat}/credit-in"), &self.tokens[SEATS], &key, r#"{"amount":1000000}"#);
                }
                let number = second as usize * 7 % 37;
                let bets = r#"[{"bet":"straight","numbers":[NUMBER],"stake":100},{"bet":"red","stake":500}]"#
                    .replace("NUMBER", &number.to_string());
                let bets = format!(r#"{{"round":{round},"bets":{bets}}}"#);
                placed += u32::from(self.post(&format!("/api/v1/seats/{seat}/bets"), &self.tokens[seat - 1], &format!("b-{key}"), &bets));
            }
            std::thread::sleep(Duration::from_secs(1));
        }
        placed
    }

    /// Whether it was done.
    fn post(&self, path: &str, token: &str, key: &str, body: &str) -> bool {
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {token}\r\nIdempotency-Key: {key}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.address,
            body.len()
        );
        self.exchange(&request).starts_with("HTTP/1.1 200")
    }

    fn get(&self, path: &str) -> String {
        self.exchange(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address))
    }

    fn exchange(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(self.address).expect("the daemon listens");
        stream.write_all(request.as_bytes()).expect("the daemon reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("the daemon answers");
        answer
    }
}

async fn watch(mut watcher: Watcher) {
    while watcher.next().await.is_some() {}
}

/// `VmRSS` and `VmHWM` of a process in MiB.
fn memory(process: &str) -> (f64, f64) {
    let status = fs::read_to_string(format!("/proc/{process}/status")).expect("the process is running");
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("the kernel says how much memory a process has");
        line.trim().trim_end_matches(" kB").parse::<f64>().expect("a number of kB") / 1_024.0
    };
    (field("VmRSS:"), field("VmHWM:"))
}

/// Opens the sled database alone in a process of its own; milliseconds and MiB.
fn ask_peer(path: &Path) -> (f64, f64) {
    let program = std::env::current_exe().expect("a program knows itself");
    let output = Command::new(program).args(["start", "peer"]).arg(path).output().expect("a program can start itself");
    let text = String::from_utf8(output.stdout).expect("the peer writes text");
    let mut numbers = text.split_whitespace().map(|word| word.parse().expect("the peer writes two numbers"));
    (numbers.next().expect("milliseconds"), numbers.next().expect("MiB"))
}

fn peer(path: &Path) {
    let began = Instant::now();
    let db = sled::Config::new().path(path).flush_every_ms(None).cache_capacity(16 << 20).open().expect("the database can be opened");
    let milliseconds = began.elapsed().as_secs_f64() * 1e3;
    println!("{milliseconds} {}", memory("self").0);
    drop(db);
}
