//! What shows that a trouble took effect: what the house said, and how its process stands.

use std::time::{Duration, Instant};

use super::figures::Figures;
use super::trouble::Trouble;
use crate::daemon::{Daemon, Home};

/// For so long an effect is waited for.
const WAIT: Duration = Duration::from_secs(3);

/// Whether this comes to be within a while.
pub(crate) fn comes(is_so: impl Fn() -> bool) -> bool {
    let since = Instant::now();
    while since.elapsed() < WAIT {
        if is_so() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    false
}

/// The state of the process, as the kernel writes it: `T` while it is stopped, `Z` where it has ended.
pub(crate) fn state(daemon: &Daemon) -> char {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", daemon.pid().as_raw_nonzero())).expect("nobody has waited for its end");
    stat.rsplit(") ").next().and_then(|after| after.chars().next()).expect("a process has a state")
}

/// How many descriptors the process has open.
pub(crate) fn descriptors(daemon: &Daemon) -> usize {
    std::fs::read_dir(format!("/proc/{}/fd", daemon.pid().as_raw_nonzero())).map_or(0, Iterator::count)
}

/// What the house logs from a moment on.
pub(crate) struct Said(usize);

impl Said {
    pub(crate) fn from_now_on(home: &Home) -> Self {
        Self(home.log().len())
    }

    /// Counts what was said of the trouble. `found` says whether `journal verify` found damage.
    pub(crate) fn count(&self, home: &Home, trouble: Trouble, found: bool, figures: &mut Figures) {
        let log = home.log();
        let said = log.get(self.0..).unwrap_or_default();
        if trouble != Trouble::LyingDevices {
            said.lines().filter_map(fault_in).for_each(|code| *figures.honest_faults.entry(code).or_default() += 1);
        }
        match (trouble, trouble.effects()) {
            (Trouble::FlippedBits | Trouble::CutFile | Trouble::LostFile | Trouble::LostCopy, [effect])
                if found || tells_of_damage(said) =>
            {
                figures.saw(effect);
            }
            (Trouble::LyingDevices, [of_wheel, of_cards]) => {
                let faults = |device: &str| said.lines().any(|line| line.contains(device) && line.contains("happening=\"fault\""));
                if faults(": wheel happening=") {
                    figures.saw(of_wheel);
                }
                if faults(": cards table=") {
                    figures.saw(of_cards);
                }
            }
            _ => {}
        }
    }
}

/// The code of the fault that this line of the log tells.
fn fault_in(line: &str) -> Option<String> {
    let (_, detail) = line.split_once("happening=\"fault\"")?.1.split_once("detail=")?;
    // A wheel's is written as the program has it, one of a source of cards as people read it.
    let (_, code) = detail.split_once("code: ").or_else(|| detail.split_once("fault ")).unwrap_or(("", detail));
    Some(code.split([',', ' ', ':']).next().unwrap_or_default().to_owned())
}

/// Whether a start found the copies to be other than it had left them, or the house found so later.
fn tells_of_damage(said: &str) -> bool {
    let first = said.lines().find(|line| line.contains("opening: journal: "));
    let is_whole = |line: &str| ["action=Use", "torn_bytes=0", "details=[]"].iter().all(|word| line.contains(word));
    !first.is_some_and(is_whole) || said.contains("the store is damaged") || said.contains("is damaged in")
}
