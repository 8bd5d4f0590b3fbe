//! A terminal on which a device talks by itself, behind a link that stays the same when the device is pulled out and comes back.

use std::os::fd::OwnedFd;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

/// The line of a device that talks until this is dropped; then its port is gone.
pub(crate) struct Line {
    link: PathBuf,
    stop: Arc<AtomicBool>,
    talk: Option<JoinHandle<()>>,
}

impl Line {
    /// A device that says these texts by turns, one after each `pause`.
    pub(crate) fn start(link: PathBuf, texts: Vec<String>, pause: Duration) -> Self {
        // No program that is started meanwhile holds the line open beside this one.
        let line = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).expect("a terminal can be had");
        grantpt(&line).and_then(|()| unlockpt(&line)).expect("it can be opened");
        let path = ptsname(&line, Vec::new()).expect("it has a name").into_string().expect("which is text");
        rustix::fs::fcntl_setfl(&line, rustix::fs::OFlags::NONBLOCK).expect("it need not block");
        symlink(path, &link).expect("a link can be made");
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let talk = std::thread::spawn(move || talk(&line, &texts, pause, &stopped));
        Self { link, stop, talk: Some(talk) }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        // First the link: the terminal's name may be another device's as soon as it is closed.
        std::fs::remove_file(&self.link).expect("it is ours");
        self.stop.store(true, Ordering::Relaxed);
        if let Some(talk) = self.talk.take() {
            talk.join().expect("talking does not fail");
        }
    }
}

fn talk(line: &OwnedFd, texts: &[String], pause: Duration, stop: &AtomicBool) {
    for text in texts.iter().cycle() {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        // Nobody listens now and then; a line goes on talking all the same.
        let _ = rustix::io::write(line, text.as_bytes());
        std::thread::sleep(pause);
    }
}

/// A body in the frame of a source of cards.
pub(crate) fn card_frame(body: &str) -> String {
    format!(":{body}#{:08X};\r\n", crc32fast::hash(format!("{body}#").as_bytes()))
}
