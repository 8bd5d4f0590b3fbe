//! `croupierctl bundle`: one file for a person who is to help from far away. It holds what other commands print, so that nothing in it is told
//! otherwise than at the board.
//!
//! Here never lives a secret or a card: no token, no PIN's hash, no key, and nothing of a command that tells cards.

use std::fs::{self, OpenOptions};
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use clap::Args;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

use super::ask::Running;
use super::journal::Place;
use super::{Failure, said_without_cards};
use crate::configuration::Configuration;
use crate::journal::free_bytes;
use crate::profiles::{self, Kind};

/// What a running cabinet tells anybody.
const ASKED: [(&str, &str); 3] =
    [("running/health.json", "/health"), ("running/ready.json", "/ready"), ("running/metrics.txt", "/metrics")];

/// What to put in, and where.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The file to make, such as `support.tar.gz`. One that is there is not written over.
    file: PathBuf,
    /// The cabinet file: it is put in with every file that it names, what it offers or what is wrong with it, and by which hashes it is told.
    #[arg(long, value_name = "NAME-OR-FILE")]
    cabinet: Option<String>,
    /// Where the cabinet runs, such as 127.0.0.1:8080: its health and its metrics are put in.
    #[arg(long, value_name = "ADDRESS:PORT")]
    ask: Option<SocketAddr>,
    /// The certificate of a cabinet that speaks TLS: the file that it was started with, or `tls-certificate.pem` in its directory. It is asked over
    /// TLS then, and nobody answers for it who has another.
    #[arg(long, value_name = "FILE", requires = "ask")]
    certificate: Option<PathBuf>,
    /// The wheel: a shipped device, or a device file.
    #[arg(long, value_name = "NAME-OR-FILE", default_value = "three-sensor-gpio")]
    device: String,
    /// The spins of how many rounds, the newest of all.
    #[arg(long, value_name = "COUNT", default_value_t = 20)]
    last: usize,
    #[command(flatten)]
    place: Place,
}

/// The files of a bundle: their names, and what stands in them.
struct Bundle {
    files: Vec<(String, String)>,
}

/// Makes the bundle and says what is in it.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let mut bundle = Bundle { files: Vec::new() };
    bundle.add("about.json", format!("{}\n", about(&arguments.place)));
    let last = arguments.last.to_string();
    let place = arguments.place.as_words();
    let read = |words: &[&str]| said_without_cards(&[words.iter().copied().map(str::to_owned).collect(), place.clone()].concat());
    bundle.try_to_add("faults.jsonl", read(&["faults"]));
    for span in ["hour", "day", "month"] {
        bundle.try_to_add(&format!("figures/{span}.jsonl"), read(&["figures", "--span", span]));
    }
    bundle.try_to_add("head.json", read(&["journal", "head"]));
    bundle.try_to_add("starts.jsonl", read(&["identity", "--starts"]));
    bundle.try_to_add("bias.json", read(&["spins", "bias"]));
    bundle.try_to_add("drop-zone.json", read(&["spins", "drop-zone", "--device", &arguments.device]));
    let spins = read(&["spins", "--last", &last]);
    let rounds: Vec<u64> = spins.as_deref().map_or_else(|_| Vec::new(), rounds_in);
    bundle.try_to_add("spins.jsonl", spins);
    let mut figures = String::new();
    for round in rounds.iter().map(u64::to_string) {
        // Of a round without a spin, or of another wheel's, there is nothing.
        let Ok(evidence) = read(&["spins", "evidence", &round, "--device", &arguments.device]) else { continue };
        let kind = if evidence.starts_with('t') { "csv" } else { "capture" };
        bundle.add(&format!("evidence/round-{round}.{kind}"), evidence);
        figures += &read(&["spins", "evidence", &round, "--figures", "--device", &arguments.device]).unwrap_or_default();
    }
    bundle.add("figures.jsonl", figures);
    if let Some(cabinet) = &arguments.cabinet {
        bundle.try_to_add("cabinet/validate.json", said_without_cards(&["validate".to_owned(), cabinet.clone()]));
        bundle.try_to_add("cabinet/cabinet.toml", keys_of(Kind::Cabinet, cabinet));
        bundle.try_to_add("cabinet/identity.json", said_without_cards(&["identity".to_owned(), cabinet.clone()]));
        // Where the cabinet file is wrong, `validate` says so.
        for (kind, name) in Configuration::read(cabinet).map(|read| read.named_files()).unwrap_or_default() {
            bundle.try_to_add(&place_of(kind, &name), keys_of(kind, &name));
        }
    }
    let running = arguments.ask.map(|address| Running::new(address, arguments.certificate.as_deref())).transpose()?;
    for (running, (name, path)) in running.iter().flat_map(|running| ASKED.map(|asked| (running, asked))) {
        bundle.try_to_add(name, running.say(path));
    }
    let shown = arguments.file.display().to_string();
    let failed =
        |error: &io::Error| Failure::refused("not-written", format!("{shown}: cannot be written: {error}")).with("file", shown.as_str());
    bundle.write(&arguments.file).map_err(|error| failed(&error))?;
    let names: Vec<&str> = bundle.files.iter().map(|(name, _)| name.as_str()).collect();
    Ok(format!("{}\n", json!({"file": shown, "holds": names})))
}

impl Bundle {
    fn add(&mut self, name: &str, text: String) {
        self.files.push((name.to_owned(), text));
    }

    /// Adds what was said, or why it was not: that helps as well.
    fn try_to_add(&mut self, name: &str, said: Result<String, Failure>) {
        match said {
            Ok(text) => self.add(name, text),
            Err(failure) => self.add(&format!("{name}.error"), format!("{}\n", failure.as_json())),
        }
    }

    fn write(&self, path: &Path) -> io::Result<()> {
        let file = OpenOptions::new().write(true).create_new(true).open(path)?;
        let mut archive = tar::Builder::new(GzEncoder::new(file, Compression::default()));
        for (name, text) in &self.files {
            let mut header = tar::Header::new_gnu();
            header.set_size(text.len() as u64);
            header.set_mode(0o600);
            archive.append_data(&mut header, format!("croupier-bundle/{name}"), text.as_bytes())?;
        }
        archive.into_inner()?.finish()?.sync_all()
    }
}

/// The keys of a file as it has them. No secret stands among them.
fn keys_of(kind: Kind, name_or_file: &str) -> Result<String, Failure> {
    let keys = profiles::file_keys(kind, name_or_file)?;
    Ok(toml::to_string(&keys).expect("what was TOML can be written as TOML"))
}

/// Where a file that the cabinet file names lies in the bundle: in its kind's folder, a file of the house's own by the steps of its path.
fn place_of(kind: Kind, name_or_file: &str) -> String {
    let steps: Vec<&str> = name_or_file.split('/').filter(|step| !["", ".", ".."].contains(step)).collect();
    let name = steps.join("/");
    format!("cabinet/{}/{}.toml", kind.folder(), name.strip_suffix(".toml").unwrap_or(&name))
}

/// The rounds that these lines are of.
fn rounds_in(spins: &str) -> Vec<u64> {
    let round = |line: &str| serde_json::from_str::<Value>(line).ok()?["round"].as_u64();
    spins.lines().filter_map(round).collect()
}

/// The program and the board it runs on.
fn about(place: &Place) -> Value {
    let line = |path: &str, key: &str| {
        let text = fs::read_to_string(path).ok()?;
        let line = text.lines().find(|line| line.starts_with(key))?;
        Some(line[key.len()..].trim_matches(['"', ' ', '\t', '\0']).to_owned())
    };
    json!({
        "release": env!("CARGO_PKG_VERSION"),
        "made_at": jiff::Timestamp::now().to_string(),
        "architecture": std::env::consts::ARCH,
        "system": line("/etc/os-release", "PRETTY_NAME="),
        "kernel": line("/proc/sys/kernel/osrelease", ""),
        "board": line("/proc/device-tree/model", ""),
        "memory": line("/proc/meminfo", "MemTotal:"),
        "memory_available": line("/proc/meminfo", "MemAvailable:"),
        "seconds_up_and_idle": line("/proc/uptime", ""),
        "disk_free_bytes": free_bytes(&place.paths().mirror).ok(),
    })
}
