//! The links that people open: one for each seat, one for the board, one for the attendant.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;

use anyhow::Context;

use crate::http::{Access, Credential, Role, write_private};

/// The name of the file that holds the tokens' hashes.
const ACCESS_FILE: &str = "access.toml";

/// The name of the file in which a demo keeps its links, so that the next start can print them again.
const LINKS_FILE: &str = "links.txt";

/// Opens the access file of `data`, making the tokens at the first start, and prints the links. A cabinet with real devices
/// prints them only when they are made; a demo keeps them in a private file.
///
/// # Errors
/// Where the files cannot be read or written.
pub(super) fn open(data: &Path, address: SocketAddr, keep_links: bool) -> anyhow::Result<Access> {
    let (access, made) = Access::open(&data.join(ACCESS_FILE))?;
    let links_path = data.join(LINKS_FILE);
    if let Some(credentials) = made {
        let paths = paths(&credentials);
        if keep_links {
            write_private(&links_path, &paths).with_context(|| format!("cannot write {}", links_path.display()))?;
        }
        print(&paths, address);
    } else if let Ok(paths) = fs::read_to_string(&links_path) {
        print(&paths, address);
    } else {
        println!("The links were printed when the tokens were made; remove {} to make new ones.", data.join(ACCESS_FILE).display());
    }
    Ok(access)
}

/// A line for each link: who it is for, and the path.
fn paths(credentials: &[Credential]) -> String {
    let seats = credentials.iter().map(|credential| match &credential.role {
        Role::Seat(seat) => format!("Seat {seat}\t{}\n", credential.link()),
        Role::Attendant(_) => format!("Attendant\t{}\n", credential.link()),
    });
    seats.chain(["Board\t/board\n".to_owned()]).collect()
}

fn print(paths: &str, address: SocketAddr) {
    for (name, path) in paths.lines().filter_map(|line| line.split_once('\t')) {
        println!("{name:<10} http://{address}{path}");
    }
}
