//! A real `croupierd` with a data directory of its own, started, watched and killed.

use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::net::SocketAddr;
use std::os::unix::net::UnixDatagram;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use super::client::Client;

/// Longer than anything here may take: only so that a test that is wrong ends.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// Where a cabinet lives: its data, its files, its log. It outlives the processes that serve it.
pub(crate) struct Home {
    folder: tempfile::TempDir,
    /// The address it listens on.
    pub(crate) listen: String,
    /// What is put before the program's name, such as a shell that sets a limit first.
    pub(crate) wrapper: Option<String>,
    /// The arguments besides the data and the address.
    pub(crate) arguments: Vec<String>,
    /// Variables of the environment.
    pub(crate) environment: Vec<(String, String)>,
}

impl Home {
    /// A home whose house runs `speed` times faster than life.
    pub(crate) fn new(speed: u32) -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let arguments = vec![format!("--clock-speed={speed}"), "--wheel-seed=7".to_owned()];
        Self { folder, listen: "127.0.0.1:0".to_owned(), wrapper: None, arguments, environment: Vec::new() }
    }

    /// A path in the home.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file and gives its path.
    pub(crate) fn write(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        std::fs::write(&path, text).expect("a file can be written");
        path.to_str().expect("temporary paths are text").to_owned()
    }

    /// Everything that was logged so far, by all processes.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(self.path("log")).unwrap_or_default()
    }

    fn command(&self) -> Command {
        let program = env!("CARGO_BIN_EXE_croupierd");
        let mut command = match &self.wrapper {
            None => Command::new(program),
            Some(script) => {
                let mut shell = Command::new("sh");
                shell.args(["-c", &format!("{script}; exec \"$@\""), "sh", program]);
                shell
            }
        };
        command.arg("--data").arg(self.path("data")).args(["--listen", &self.listen]).args(&self.arguments);
        command.envs(self.environment.iter().cloned());
        command
    }

    /// Starts the daemon; it may not be ready yet.
    pub(crate) fn start(&self) -> Daemon {
        let notify = self.path("notify");
        // A socket of an earlier process lies there still.
        let _ = std::fs::remove_file(&notify);
        let told = UnixDatagram::bind(&notify).expect("a socket can be made");
        told.set_read_timeout(Some(PATIENCE)).expect("a socket has a time-out");
        let log = File::options().create(true).append(true).open(self.path("log")).expect("a log can be made");
        let mut command = self.command();
        command.env("NOTIFY_SOCKET", &notify).stdout(Stdio::piped()).stderr(log);
        let child = command.spawn().expect("the program can be started");
        Daemon { child: Some(child), told }
    }

    /// Starts the daemon and waits until it serves: the links, and the process.
    pub(crate) fn serve(&self) -> (Links, Daemon) {
        let mut daemon = self.start();
        let links = daemon.links().unwrap_or_else(|| panic!("no links were printed:\n{}", self.log()));
        daemon.wait_until_told("READY=1");
        (links, daemon)
    }

    /// Starts a daemon that is expected to end by itself: its status, what it printed and what it logged.
    pub(crate) fn fail(&self) -> (ExitStatus, String, String) {
        let output = self.command().output().expect("the program can be started");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status, text(&output.stdout), text(&output.stderr))
    }

    /// The directory of the data.
    pub(crate) fn data(&self) -> PathBuf {
        self.path("data")
    }

    /// Takes all the room there is on a small disk, with a file named `filler`.
    pub(crate) fn fill(&self) {
        let mut filler = File::create(self.path("filler")).expect("a file can be made");
        for piece in [1 << 20, 1 << 12, 1] {
            let full = (0..1 << 10).find_map(|_| filler.write_all(&vec![0; piece]).err());
            assert_eq!(full.expect("this disk is small").kind(), ErrorKind::StorageFull);
        }
    }

    /// What `croupierctl` prints about the home's journal, which no daemon may have open.
    #[track_caller]
    pub(crate) fn ask(&self, words: &str) -> String {
        self.try_ask(words).unwrap_or_else(|error| panic!("{words}: {error}"))
    }

    /// The same, line by line.
    #[track_caller]
    pub(crate) fn ask_lines(&self, words: &str) -> Vec<Value> {
        self.ask(words).lines().map(|line| serde_json::from_str(line).expect("it prints JSON")).collect()
    }

    /// What `croupierctl` prints about the home's journal, or how it says that it failed.
    pub(crate) fn try_ask(&self, words: &str) -> Result<String, String> {
        let output = Command::new(env!("CARGO_BIN_EXE_croupierctl")).args(words.split(' ')).arg("--data").arg(self.data()).output();
        let output = output.expect("it can be run");
        let text = |bytes| String::from_utf8(bytes).expect("it prints text");
        if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
    }
}

/// The printed links.
pub(crate) struct Links {
    /// Where the house is served.
    pub(crate) address: SocketAddr,
    seats: Vec<String>,
    attendant: String,
    /// The printed fingerprint of the certificate, where TLS is spoken.
    pub(crate) fingerprint: Option<String>,
}

impl Links {
    /// A client with the token of a seat, 1 to 6.
    pub(crate) fn seat(&self, number: usize) -> Client {
        Client::new(self.address, Some(self.seats[number - 1].clone()))
    }

    /// The tokens of all links.
    pub(crate) fn tokens(&self) -> impl Iterator<Item = &str> {
        self.seats.iter().chain([&self.attendant]).map(String::as_str)
    }

    /// A client with the attendant's token.
    pub(crate) fn attendant(&self) -> Client {
        Client::new(self.address, Some(self.attendant.clone()))
    }

    /// A client without a token.
    pub(crate) fn stranger(&self) -> Client {
        Client::new(self.address, None)
    }
}

/// A process. It ends with what watches it: a test that fails leaves none behind.
pub(crate) struct Daemon {
    /// Until somebody waits for its end.
    child: Option<Child>,
    told: UnixDatagram,
}

impl Drop for Daemon {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            // It may have ended by itself.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Daemon {
    /// The links as they are printed, or only the address where people sign in; `None` where the program ends before the last of them.
    pub(crate) fn links(&mut self) -> Option<Links> {
        let output = self.child.as_mut().and_then(|child| child.stdout.take()).expect("the output is read once");
        let (mut seats, mut attendant, mut secure) = (Vec::new(), None, None);
        for line in BufReader::new(output).lines() {
            let line = line.expect("the output is text");
            if let Some(fingerprint) = line.strip_prefix("Certificate SHA-256 ") {
                return Some(Links { address: secure?, seats, attendant: attendant?, fingerprint: Some(fingerprint.to_owned()) });
            }
            if line.starts_with("Demo: ") {
                continue;
            }
            if let Some((_, link)) = line.split_once("people sign in at http://") {
                let address = link.split_once('/').and_then(|(address, _)| address.parse().ok())?;
                return Some(Links { address, seats, attendant: String::new(), fingerprint: None });
            }
            let is_secure = line.contains(" https://");
            let (name, link) = line.split_once(if is_secure { " https://" } else { " http://" })?;
            let (address, path) = link.split_once('/')?;
            let token = path.split_once('#').map(|(_, token)| token.to_owned());
            match name.trim() {
                "Attendant" => attendant = token,
                // Over TLS the fingerprint comes last.
                "Board" if is_secure => secure = address.parse().ok(),
                "Board" => return Some(Links { address: address.parse().ok()?, seats, attendant: attendant?, fingerprint: None }),
                _ => seats.push(token?),
            }
        }
        None
    }

    /// The next thing the service manager is told.
    pub(crate) fn told(&self) -> String {
        let mut buffer = [0; 4096];
        let length = self.told.recv(&mut buffer).expect("the service manager is told in time");
        String::from_utf8_lossy(&buffer[..length]).into_owned()
    }

    /// Whether the service manager was told this by now, and not yet read.
    pub(crate) fn has_told(&self, line: &str) -> bool {
        self.told.set_nonblocking(true).expect("a socket need not block");
        let mut buffer = [0; 4096];
        let told =
            std::iter::from_fn(|| self.told.recv(&mut buffer).ok().map(|length| String::from_utf8_lossy(&buffer[..length]).into_owned()));
        let has = told.flat_map(|told| told.lines().map(str::to_owned).collect::<Vec<_>>()).any(|told| told == line);
        self.told.set_nonblocking(false).expect("a socket may block");
        has
    }

    /// Waits until the service manager is told this.
    pub(crate) fn wait_until_told(&self, line: &str) {
        while !self.told().lines().any(|told| told == line) {}
    }

    /// The process.
    pub(crate) fn pid(&self) -> Pid {
        Pid::from_child(self.child.as_ref().expect("nobody has waited for it"))
    }

    /// Sends a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).expect("the process is there");
    }

    /// Waits for the end of the process: its status, and how long it took.
    pub(crate) fn wait(mut self) -> (ExitStatus, Duration) {
        let (ending, ended) = channel();
        let pid = self.pid();
        let since = Instant::now();
        let mut child = self.child.take().expect("nobody has waited for it");
        let waiting = std::thread::spawn(move || {
            let status = child.wait().expect("a child can be waited for");
            // Who waited may have given up.
            let _ = ending.send((status, since.elapsed()));
        });
        let end = ended.recv_timeout(PATIENCE);
        if end.is_err() {
            kill_process(pid, Signal::KILL).expect("the process is there");
        }
        waiting.join().expect("waiting does not fail");
        end.expect("the process ends in time")
    }

    /// Ends it as a power cut would: how it ended, which is by itself where it was gone before.
    pub(crate) fn kill(self) -> ExitStatus {
        self.signal(Signal::KILL);
        self.wait().0
    }

    /// Ends it as a service manager would: it must be quick and content.
    pub(crate) fn stop(self) -> Duration {
        self.signal(Signal::TERM);
        let (status, took) = self.wait();
        assert_eq!(status.code(), Some(0), "{status}");
        took
    }
}

/// A copy of a shipped file with other values for some keys: `key = value` lines, replaced where the key stands first.
pub(crate) fn changed(path: &str, changes: &[(&str, &str)]) -> String {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("device-profiles").join(path)).expect("a shipped file");
    let mut left = changes.to_vec();
    let lines: Vec<String> = text
        .lines()
        .map(|line| match left.iter().position(|(key, _)| line.split('=').next().is_some_and(|left| left.trim() == *key)) {
            Some(position) => {
                let (key, value) = left.swap_remove(position);
                format!("{key} = {value}")
            }
            None => line.to_owned(),
        })
        .collect();
    assert!(left.is_empty(), "{path} has no {left:?}");
    lines.join("\n")
}
