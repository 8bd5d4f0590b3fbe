//! How the daemon is started: what is asked for that, and the commands that come next. None of it stands in the cabinet file.

use std::fmt::Write;
use std::net::IpAddr;
use std::path::Path;

use super::dialogue::Dialogue;
use crate::ctl::Failure;

/// Where a daemon listens that consoles reach over a network, and where one of which only its own machine asks.
const EVERYWHERE: &str = "0.0.0.0:8080";
const ON_ITS_MACHINE: &str = "127.0.0.1:8080";

/// How the daemon is started.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Start {
    /// Whether the cabinet file has real devices beside simulated ones.
    pub(super) is_bench: bool,
    /// The network over which consoles reach the cabinet; none where they run on its board.
    pub(super) network: Option<NetworkAnswer>,
}

/// A network over which consoles reach the cabinet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NetworkAnswer {
    /// The names and addresses that they open beside the board's own address.
    pub(super) hosts: Vec<String>,
    /// Whether TLS is spoken, with a certificate that the cabinet makes.
    pub(super) has_tls: bool,
}

/// What is known when the file has been written.
pub(super) struct Written<'a> {
    /// The cabinet file.
    pub(super) file: &'a Path,
    /// The daemon's directory, where it was named.
    pub(super) data: Option<&'a Path>,
    /// Whether the first owner has a PIN.
    pub(super) is_let_in: bool,
}

/// Asks over which network consoles reach the cabinet.
pub(super) fn ask_network(dialogue: &mut Dialogue<'_>) -> Result<Option<NetworkAnswer>, Failure> {
    if !dialogue.agree("Do consoles reach the cabinet over a network", true)? {
        return Ok(None);
    }
    let question = "Names or addresses that they open the cabinet by, beside its own address, several with spaces between them, or none";
    let hosts = dialogue.ask(question, Some("none"), hosts_of)?;
    let has_tls = dialogue.agree("Are they served over TLS, with a certificate that the cabinet makes", true)?;
    Ok(Some(NetworkAnswer { hosts, has_tls }))
}

fn hosts_of(answer: &str) -> Result<Vec<String>, String> {
    let words = answer.split([' ', ',']).filter(|word| !word.is_empty() && *word != "none");
    let is_name = |word: &str| !word.starts_with('-') && word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-'));
    let is_host = |word: &&str| is_name(word) || word.parse::<IpAddr>().is_ok();
    let hosts: Vec<&str> = words.collect();
    if hosts.iter().all(is_host) {
        Ok(hosts.into_iter().map(str::to_owned).collect())
    } else {
        Err("names such as cabinet.local, or addresses, without `http://` and without a port, or none".to_owned())
    }
}

impl Start {
    /// The options of the daemon beside its file, its directory and its address, each with a space before it.
    fn options(&self) -> String {
        let mut options = String::new();
        if let Some(network) = &self.network {
            options += if network.has_tls { " --tls" } else { "" };
            network.hosts.iter().for_each(|host| _ = write!(options, " --host {host}"));
        }
        options + if self.is_bench { " --bench" } else { "" }
    }

    /// What comes next.
    pub(super) fn next(&self, written: &Written<'_>) -> String {
        let file = written.file.display();
        let data = written.data.map_or_else(String::new, |data| format!(" --data {}", data.display()));
        let listen = self.network.as_ref().map_or_else(String::new, |_| format!(" --listen {EVERYWHERE}"));
        let options = self.options();
        let owner = if written.is_let_in {
            "The first owner signs in at `/attendant` once the cabinet runs, and has the consoles paired there.".to_owned()
        } else {
            format!("croupierctl access add NAME --role owner{data}")
        };
        format!(
            "{file} is written. Next:\n\
             croupierctl validate --as-table {file}\n\
             croupierd --cabinet {file}{data}{listen}{options}\n\
             {owner}\n{}",
            self.notes(options.trim(), &data)
        )
    }

    /// What a person has to know of such a start, in sentences.
    fn notes(&self, options: &str, data: &str) -> String {
        let listen = if self.network.is_some() { EVERYWHERE } else { ON_ITS_MACHINE };
        let mut text = format!(
            "The package's service takes this from /etc/croupier/options. A name that stands there already gets this value, or these options \
             behind its own: of two lines with one name the last counts alone.\n\
             CROUPIER_LISTEN={listen}\n"
        );
        if !options.is_empty() {
            let _ = writeln!(text, "CROUPIER_OPTIONS={options}");
        }
        if let Some(network) = &self.network {
            text += &network.note(data);
        }
        if self.is_bench {
            text += "The file has real devices beside simulated ones: `--bench` is for a workbench, where no credit is money.\n";
        }
        text
    }
}

impl NetworkAnswer {
    fn note(&self, data: &str) -> String {
        if !self.has_tls {
            return "PINs and tokens cross that network in plain HTTP, where others on it can read them.\n".to_owned();
        }
        format!(
            "A start with `--tls` makes a certificate where there is none. No browser trusts it by itself: `croupierctl certificate{data}` \
             prints its fingerprint then, and with `--pem` the certificate for the consoles.\n"
        )
    }
}
