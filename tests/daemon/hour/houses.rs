//! The houses of the hour: each has another wheel and other sources of cards, which lie in ways of their own.

use crate::daemon::Home;
use crate::lying::{lying, with_shoe};
use crate::players::quick_home;

/// How many times as often as on a real wheel each fault of the wheel comes: so often that there are rounds beside them.
const SERIAL_FAULTS: u32 = 3;
const BARE_FAULTS: u32 = 25;

/// What goes wrong with the shuffle machines of the tables after the second one, at which card, shuffle or answer: each table has faults of its own.
const SCRIPTS: [&str; 4] = [
    r#"["hopper-empty@1", "jam@2", "door-open@4", "slow@6"]"#,
    r#"["missing-card@1", "unreadable@2", "double-feed@4"]"#,
    r#"["extra-card@1", "foreign@2", "duplicate-seen@4"]"#,
    r#"["foreign-in-pack@1", "line-lost@40"]"#,
];

/// A house of the hour before anybody plays.
pub(super) struct House {
    /// What it is called in what is printed.
    pub(super) name: &'static str,
    /// Its data, its files and its arguments.
    pub(super) home: Home,
    /// Other numbers for other houses: what is ordered, and what its wheel does.
    pub(super) seed: u64,
}

impl House {
    /// One with a wheel on a serial line, with a shoe and shuffle machines.
    pub(super) fn serial() -> Self {
        let mut home = quick_home(|cabinet| with_scripts(&lying(&with_shoe(&cabinet))));
        home.arguments.push(format!("--wheel-faults={SERIAL_FAULTS}"));
        Self::new("serial", home, 9)
    }

    /// One with a wheel on bare lines that is moody: each of its faults lasts for a while.
    pub(super) fn moody(seed: u64) -> Self {
        let mut home = quick_home(|cabinet| on_bare_lines(&cabinet));
        home.arguments.push(format!("--wheel-faults={BARE_FAULTS}"));
        Self::new("moody", home, seed)
    }

    /// One in whose devices somebody has a hand: a wheel on bare lines, doors and a lamp.
    pub(super) fn meddled_with() -> Self {
        let mut home = quick_home(|cabinet| with_doors(&on_bare_lines(&cabinet)));
        let (defect, doors) = (home.path(super::hand::DEFECT), home.path(super::hand::OPEN_DOORS));
        home.arguments.extend([format!("--wheel-defect={}", defect.display()), format!("--open-doors={}", doors.display())]);
        Self::new("meddled with", home, 8)
    }

    fn new(name: &'static str, mut home: Home, seed: u64) -> Self {
        home.arguments.retain(|argument| !argument.starts_with("--wheel-seed="));
        home.arguments.push(format!("--wheel-seed={seed}"));
        Self { name, home, seed }
    }
}

/// The cabinet with scripted shuffle machines at its next tables with virtual cards.
fn with_scripts(cabinet: &str) -> String {
    let machine = "driver = \"simulated\"\ndevice = \"shuffler\"\nseed = 6\npack_milliseconds = 2_000\nfaults";
    let with = |cabinet: String, script: String| cabinet.replacen("driver = \"virtual\"", &format!("{machine} = {script}"), 1);
    SCRIPTS.map(str::to_owned).into_iter().chain([garbled()]).fold(cabinet.to_owned(), with)
}

/// So many answers in a row are garbled that asking again does not help.
fn garbled() -> String {
    format!("{:?}", (60..80).map(|answer| format!("garbled@{answer}")).collect::<Vec<_>>())
}

fn on_bare_lines(cabinet: &str) -> String {
    cabinet.replacen("device = \"slingshot-2\"", "device = \"three-sensor-gpio\"", 1)
}

fn with_doors(cabinet: &str) -> String {
    let door = |name: &str| format!("[[door]]\nname = \"{name}\"\ndriver = \"simulated\"\n");
    format!("{cabinet}\n{}{}[lamp]\ndriver = \"simulated\"\n", door("front"), door("drop"))
}
