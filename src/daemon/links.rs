//! The links that people open: one for each seat, one for the board, one for the attendant; and the fingerprint that they compare before.

use std::fs;
use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::path::Path;

use anyhow::Context;

use crate::access::{ACCESS_FILE, Access, Credential, FIRST_ACCESS_FILE, Holder, take_over, write_private};
use crate::tls::Certificate;

/// The name of the file in which a demo keeps its links, so that the next start can print them again.
const LINKS_FILE: &str = "links.txt";

/// The file by which the daemon and `croupierctl access` keep out of each other's way.
const LOCK_FILE: &str = "access.toml.lock";

/// What a cabinet with a simulated device says of itself where its links are printed.
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
/// prints them only when they are made; a demo keeps them in a private file. Tokens that are made while there is no journal are kept
/// nowhere: the next start would take the cabinet for one that has been in service.
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
    match &paths {
        Some(paths) if keep_links => write_private(&links_path, paths).with_context(|| cannot_write(&links_path))?,
        // Links of an earlier start that open nothing any more, or that a cabinet with real devices must not keep.
        _ => remove(&links_path)?,
    }
    print(paths.as_deref(), served, &file);
    Ok(access)
}

fn print(paths: Option<&str>, served: &Served<'_>, file: &Path) {
    let text = text(paths, served, file);
    // Nobody may be reading: that must not keep the cabinet from opening.
    let mut output = io::stdout().lock();
    drop(output.write_all(text.as_bytes()).and_then(|()| output.flush()));
}

/// What is printed: a demo's word about itself, the links or where people sign in, and the fingerprint of the certificate.
fn text(paths: Option<&str>, served: &Served<'_>, file: &Path) -> String {
    let mut text = if served.demo { DEMO.to_owned() } else { String::new() };
    text += &match paths {
        Some(paths) => addressed(paths, served),
        None => format!(
            "No links are printed: people sign in at {}/attendant with their PINs, and consoles are paired there or by `croupierctl access pair`; \
             remove {} to make new links.\n",
            served.origin(),
            file.display()
        ),
    };
    if let Some(certificate) = served.certificate {
        text += &format!("Certificate SHA-256 {}\n", certificate.fingerprint());
    }
    text
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
        let served = Served { address, certificate: None, demo };
        assert_eq!(text(Some("Board\t/board\n"), &served, Path::new("access.toml")), expected);
    }

    #[test]
    fn a_demo_says_that_it_is_one_where_its_links_are_printed() {
        check(false, "Board      http://127.0.0.1:8080/board\n");
        check(true, "Demo: a device of this cabinet is simulated, and no credit in it is money.\nBoard      http://127.0.0.1:8080/board\n");
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
