//! What the tool writes is for the account alone that runs it, where cards stand in it.

use std::fs::{File, Permissions};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::PermissionsExt;

use serde_json::json;

/// Standard output may be a file that a shell made for everybody to read: it is closed to others before a card is written into it, and
/// that is said on standard error.
pub(super) fn close_output() {
    let file = match io::stdout().as_fd().try_clone_to_owned() {
        Ok(output) => File::from(output),
        // What cannot be looked at is not there; writing to it says so.
        Err(_) => return,
    };
    let Ok(kind) = file.metadata() else { return };
    let mode = kind.permissions().mode() & 0o7777;
    if !kind.is_file() || mode & 0o077 == 0 {
        return;
    }
    let message = match file.set_permissions(Permissions::from_mode(mode & !0o077)) {
        Ok(()) => format!("cards stand in this output: the file was open to other accounts ({mode:04o}) and is closed to them now"),
        Err(error) => format!("cards stand in this output, and other accounts can open the file ({mode:04o}): {error}"),
    };
    eprintln!("{}", json!({"notice": {"reason": "output-open-to-others", "message": message}}));
}
