//! The command line of the daemon.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Parser, ValueEnum};

use crate::http::Network;
use crate::journal::{Marks, Milestones, Paths};

/// The daemon of an electronic roulette and card cabinet.
///
/// Without options it runs a demo cabinet with a simulated wheel and prints one link for each seat, one for the public board and
/// one for the attendant.
#[derive(Debug, Parser)]
#[command(name = "croupierd", version)]
pub struct Options {
    /// The cabinet: the name of a shipped file, or a file that ends in `.toml`.
    #[arg(long, value_name = "NAME-OR-FILE", default_value = "demo")]
    pub cabinet: String,
    /// The daemon's directory: the journal and the tokens are kept in it.
    #[arg(long, value_name = "DIR", env = "STATE_DIRECTORY", default_value = "croupier-data")]
    pub data: PathBuf,
    /// The directory of the mirror, which is the journal's second copy; better on another disk. `DATA/mirror` where not given.
    #[arg(long, value_name = "DIR")]
    pub mirror: Option<PathBuf>,
    /// A further file for the journal's mark, beside the one in DATA: on another disk, or where the board keeps what is its own. It says how far
    /// the journal had come, so that an older copy of the whole folder is not taken for the newest.
    #[arg(long, value_name = "FILE")]
    pub mark: Option<PathBuf>,
    /// The address the consoles are served on.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// A name, or an address of a router, that browsers reach the cabinet by beside its own address and `localhost`; may be given again. A
    /// request for any other host is refused, for a page of another site could have sent it.
    #[arg(long, value_name = "NAME")]
    pub host: Vec<String>,
    /// A reverse proxy, as an address or a network: what it says of its visitors in `X-Forwarded-For`, `X-Forwarded-Proto` or `Forwarded` is
    /// believed. May be given again.
    #[arg(long, value_name = "ADDRESS")]
    pub trusted_proxy: Vec<Network>,
    /// Serve the consoles over TLS alone. The first start makes a certificate for the address of the links, `localhost` and each `--host`, and
    /// keeps it with its key in DATA; its fingerprint is printed with the links.
    #[arg(long)]
    pub tls: bool,
    /// Serve the consoles over TLS alone, with this certificate: a PEM file, the cabinet's own first, then those that it is signed with. Another
    /// one in the file is taken at the next start.
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub tls_certificate: Option<PathBuf>,
    /// The key of that certificate: a PEM file without a password, which other accounts cannot open.
    #[arg(long, value_name = "FILE", requires = "tls_certificate")]
    pub tls_key: Option<PathBuf>,
    /// How the log is written.
    #[arg(long, value_enum, default_value_t = LogFormat::Text)]
    pub log: LogFormat,
    /// Append every line of the wheel's port to this file, as a capture that `croupierctl wheel replay` reads. What a shuffle machine or
    /// a shoe says is kept in a file of its own, `FILE.table-1` and so on, without the cards, for `shuffler replay` or `shoe replay`. A
    /// file of 64 MiB is put aside as `FILE.1` and begun anew.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// This is a workbench: the cabinet file may have real devices beside simulated ones. In service it may not, because one credit would be
    /// staked against both.
    #[arg(long)]
    pub bench: bool,
    /// The simulated wheel: its seed, for a run that can be repeated. Drawn at random where not given.
    #[arg(long, value_name = "NUMBER")]
    pub wheel_seed: Option<u64>,
    /// The simulated wheel: how many times faster than a real one it plays.
    #[arg(long, value_name = "TIMES", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub wheel_speed: u32,
    /// The simulated wheel: how many times as often as on real wheels every fault of the wheel and of its lines comes.
    #[arg(long, value_name = "TIMES", default_value_t = 0)]
    pub wheel_faults: u32,
    /// The simulated wheel on bare lines: a file that names the line which shows nothing as long as the file says so: `ball-1`, `ball-2`, `ball-3`,
    /// `rotor-index` or `rotor-encoder`. Written, and deleted again, while the cabinet plays, it breaks a sensor and mends it.
    #[arg(long, value_name = "FILE", conflicts_with = "wheel_faults")]
    pub wheel_defect: Option<PathBuf>,
    /// Simulated doors: a file that names those that are open, one a line. Written, and deleted again, while the cabinet plays, it opens doors and
    /// closes them.
    #[arg(long, value_name = "FILE")]
    pub open_doors: Option<PathBuf>,
    /// Where a write of the journal fails: how many seconds the program must have run for it to end, with status 75, so that its service
    /// manager starts it anew. The start compares both copies of the journal and goes on. Where it fails sooner, the cabinet stays out of
    /// service until somebody looks.
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    pub restart_after: u64,
    /// Where all devices are simulated: how many times faster than life the house's clock runs, countdowns, pauses and the devices with it.
    #[arg(long, value_name = "TIMES", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub clock_speed: u32,
}

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

impl Options {
    /// The marks that watch over the journal.
    #[must_use]
    pub fn marks(&self) -> Marks {
        Marks::of_data(&self.data, &self.paths(), self.mark.as_slice())
    }

    /// Where both copies of the journal are kept.
    #[must_use]
    pub fn paths(&self) -> Paths {
        Paths { journal: self.data.join("journal"), mirror: self.mirror() }
    }

    /// A folder on each disk that a copy of the journal is kept on.
    #[must_use]
    pub fn journal_folders(&self) -> Vec<PathBuf> {
        vec![self.data.clone(), self.mirror()]
    }

    /// The milestones of the journal.
    #[must_use]
    pub fn milestones(&self) -> Milestones {
        Milestones::new(self.data.join("milestones"))
    }

    /// Where the journal's second copy is kept.
    #[must_use]
    pub fn mirror(&self) -> PathBuf {
        self.mirror.clone().unwrap_or_else(|| self.data.join("mirror"))
    }
}
