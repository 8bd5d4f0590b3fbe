//! The links that people open: one for each seat, one for the board, one for the attendant; and the fingerprint that they compare before.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use anyhow::Context;

use crate::access::{ACCESS_FILE, Access, Credential, FIRST_ACCESS_FILE, Holder, take_over, write_private};
use crate::tls::Certificate;

/// The name of the file in which a demo keeps its links, so that the next start can print them again. Others find theirs there where the output goes
/// into the system's log, until the next start.
const LINKS_FILE: &str = "links.txt";

/// The file by which the daemon and `croupierctl access` keep out of each other's way.
const LOCK_FILE: &str = "access.toml.lock";

/// What stands beside the printed links of a cabinet with a simulated device.
const DEMO: &str = "Demo: a device of this cabinet is simulated, and no credit in it is money.\n";

/// The files of this part in the folder of the data.
pub(super) const FILES: [&str; 4] = [ACCESS_FILE, FIRST_ACCESS_FILE, LOCK_FILE, LINKS_FILE];

/// Where the consoles are served, as people are told.
pub(super) struct Served<'a> {
    /// The address that is listened on.
    pub(super) address: SocketAddr,
    /// The certificate; nothing where plain HTTP is spoken.
    pub(super) certificate: Option<&'a Certificate>,
    /// Whether a device is simulated, which is said before the links.
    pub(super) demo: bool,
    /// Whether what is printed goes into the system's log, which more people read than may have a link.
    pub(super) is_logged: bool,
}

impl Served<'_> {
    /// What every address begins with.
    fn origin(&self) -> String {
        let scheme = if self.certificate.is_some() { "https" } else { "http" };
        format!("{scheme}://{}", reachable(self.address))
    }
}

/// Opens the access file of `data`, making the tokens at the first start, and prints the links. Where `croupierctl setup` has let an owner in
/// before, no tokens are made: the owner signs in and has the consoles paired. A cabinet with real devices
/// tells them only when they are made: it prints them, or writes them to a private file where what it prints is logged. A demo prints them at each
/// start and keeps them in that file. Tokens that are made while there is no journal are kept nowhere: the next start would take the cabinet for
/// one that has been in service.
///
/// # Errors
/// Where the files cannot be read or written.
pub(super) fn open(data: &Path, served: &Served<'_>, keep_links: bool, has_journal: bool) -> anyhow::Result<Access> {
    let file = data.join(ACCESS_FILE);
    let first = data.join(FIRST_ACCESS_FILE);
    if file.exists() && first.exists() {
        tracing::warn!("the first owner of a setup is not let in: the cabinet has people already; {} is removed", first.display());
        remove(&first)?;
    }
    let is_first = first.exists();
    if is_first && has_journal {
        take_over(&first, &file)?;
    } else if is_first {
        let access = Access::load(&first)?;
        print(None, served, &file);
        return Ok(access);
    } else if !has_journal && !file.exists() {
        let (access, credentials) = Access::make()?;
        print(Some(&paths(&credentials)), served, &file);
        return Ok(access);
    }
    let (access, made) = Access::open(&file)?;
    let links_path = data.join(LINKS_FILE);
    let paths = match made {
        Some(credentials) => Some(paths(&credentials)),
        None => fs::read_to_string(&links_path).ok().filter(|paths| keep_links && are_let_in(paths, &access)),
    };
    let keep = |text: &str| write_private(&links_path, text).with_context(|| cannot_write(&links_path));
    match &paths {
        Some(paths) if keep_links => keep(paths)?,
        Some(paths) if served.is_logged => {
            keep(&addressed(paths, served))?;
            say(&format!("The links lie in {} until the next start.\n", links_path.display()), served);
            return Ok(access);
        }
        // Links of an earlier start that open nothing any more, or that a cabinet with real devices must not keep.
        _ => remove(&links_path)?,
    }
    print(paths.as_deref(), served, &file);
    Ok(access)
}

fn print(paths: Option<&str>, served: &Served<'_>, file: &Path) {
    say(&told(paths, served, file), served);
}

/// Says this, after a demo's word about itself and before the fingerprint of the certificate.
fn say(what: &str, served: &Served<'_>) {
    let text = text(what, served);
    // Nobody may be reading: that must not keep the cabinet from opening.
    let mut output = io::stdout().lock();
    drop(output.write_all(text.as_bytes()).and_then(|()| output.flush()));
}

/// The links, or where people sign in.
fn told(paths: Option<&str>, served: &Served<'_>, file: &Path) -> String {
    match paths {
        Some(paths) => addressed(paths, served),
        None => format!(
            "No links are printed: people sign in at {}/attendant with their PINs, and consoles are paired there or by `croupierctl access pair`; \
             remove {} to make new links.\n",
            served.origin(),
            file.display()
        ),
    }
}

fn text(what: &str, served: &Served<'_>) -> String {
    let demo = if served.demo { DEMO } else { "" };
    let fingerprint = served.certificate.map(|certificate| format!("Certificate SHA-256 {}\n", certificate.fingerprint()));
    format!("{demo}{what}{}", fingerprint.unwrap_or_default())
}

/// Whether the standard output goes into the system's log: a service manager says by which device and inode it would.
pub(super) fn is_output_logged() -> bool {
    let Ok(stream) = env::var("JOURNAL_STREAM") else { return false };
    fs::metadata("/proc/self/fd/1").is_ok_and(|output| stream == format!("{}:{}", output.dev(), output.ino()))
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

fn remove(path: &Path) -> anyhow::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error).with_context(|| cannot_write(path)),
        _ => Ok(()),
    }
}

/// Whether every token in these lines opens its door still.
fn are_let_in(paths: &str, access: &Access) -> bool {
    let mut tokens = paths.lines().filter_map(|line| line.split_once('#')).map(|(_, token)| token).peekable();
    tokens.peek().is_some() && tokens.all(|token| access.lets_in(token))
}

/// A line for each link: who it is for, and the path.
fn paths(credentials: &[Credential]) -> String {
    let seats = credentials.iter().map(|credential| match &credential.holder {
        Holder::Seat(seat) => format!("Seat {seat}\t{}\n", credential.link()),
        Holder::Staff { .. } => format!("Attendant\t{}\n", credential.link()),
    });
    seats.chain(["Board\t/board\n".to_owned()]).collect()
}

/// The address that the consoles reach this machine by, where it listens on all that it has. Connecting a datagram socket sends
/// nothing: it only asks the system by which of its addresses it would go out. The address asked about is reserved for documents.
pub(super) fn reachable(address: SocketAddr) -> SocketAddr {
    if !address.ip().is_unspecified() {
        return address;
    }
    let way_out = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).and_then(|socket| {
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9))?;
        socket.local_addr()
    });
    SocketAddr::new(way_out.map_or(Ipv4Addr::LOCALHOST.into(), |way_out| way_out.ip()), address.port())
}

/// The lines as they are printed, with the whole address in each.
fn addressed(paths: &str, served: &Served<'_>) -> String {
    let origin = served.origin();
    let lines = paths.lines().filter_map(|line| line.split_once('\t'));
    lines.map(|(name, path)| format!("{name:<10} {origin}{path}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is printed of one link by a cabinet that is a demo or not, over plain HTTP.
    #[track_caller]
    fn check(demo: bool, expected: &str) {
        let address = "127.0.0.1:8080".parse().expect("an address");
        let served = Served { address, certificate: None, demo, is_logged: false };
        assert_eq!(text(&addressed("Board\t/board\n", &served), &served), expected);
    }

    #[test]
    fn a_demo_says_that_it_is_one_where_its_links_are_printed() {
        check(false, "Board      http://127.0.0.1:8080/board\n");
        check(true, "Demo: a device of this cabinet is simulated, and no credit in it is money.\nBoard      http://127.0.0.1:8080/board\n");
    }

    /// What lies in the folder of a cabinet with real devices after each start.
    #[track_caller]
    fn check_kept(is_logged: bool, has_links: [bool; 2]) {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let address = "127.0.0.1:8080".parse().expect("an address");
        let served = Served { address, certificate: None, demo: false, is_logged };
        let kept = has_links.map(|_| {
            open(folder.path(), &served, false, true).expect("the folder can be written");
            fs::read_to_string(folder.path().join(LINKS_FILE)).unwrap_or_default()
        });
        assert_eq!(kept.each_ref().map(|links| links.contains("Attendant  http://127.0.0.1:8080/attendant#")), has_links, "{kept:?}");
    }

    #[test]
    fn a_cabinet_with_real_devices_whose_output_is_logged_keeps_its_links_in_a_private_file_until_the_next_start() {
        check_kept(true, [true, false]);
        check_kept(false, [false, false]);
    }

    #[test]
    fn a_link_names_an_address_that_can_be_opened() {
        let loopback: SocketAddr = "127.0.0.1:8080".parse().expect("an address");
        assert_eq!(reachable(loopback), loopback);
        let everywhere: SocketAddr = "0.0.0.0:8080".parse().expect("an address");
        let reached = reachable(everywhere);
        assert!(!reached.ip().is_unspecified() && reached.port() == 8080, "{reached}");
    }
}
