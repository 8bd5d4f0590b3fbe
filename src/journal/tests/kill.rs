//! A writer that is killed at any instant, and a disk that is full: both need a process of their own, which is this test
//! program once more, told by its environment to write.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::{House, check_holds, entry};
use crate::journal::{Journal, JournalError, Paths, renewal};

/// Names the directory to write in; set only for the writing process.
const DIRECTORY: &str = "CROUPIER_TEST_JOURNAL";
/// How many entries the writing process commits at once; from 1 to 3 where it is not set.
const TOGETHER: &str = "CROUPIER_TEST_TOGETHER";
/// Times to kill the writer.
const KILLS: u64 = 20;

/// Not a test by itself: the writing process. It prints each number after it is acknowledged.
#[test]
fn writer_process() {
    let Ok(directory) = std::env::var(DIRECTORY) else { return };
    let directory = std::path::PathBuf::from(directory);
    let paths = Paths { journal: directory.join("journal"), mirror: directory.join("mirror") };
    let (mut journal, _) = Journal::open(&paths).expect("what the kill left can be opened");
    let fixed = std::env::var(TOGETHER).ok().and_then(|count| count.parse().ok());
    loop {
        let head = journal.head().number;
        let together = fixed.unwrap_or(1 + head % 3);
        match journal.append((head + 1..=head + together).map(entry).collect()) {
            Ok(head) => {
                say(&format!("acknowledged {}", head.number));
                if fixed.is_none() {
                    journal.prepare();
                }
            }
            Err(error) => {
                say(&format!("failed {error:?}"));
                let again = journal.append(vec![entry(head + 1)]);
                say(if matches!(again, Err(JournalError::Stopped { .. })) { "stopped" } else { "went on" });
                return;
            }
        }
    }
}

fn say(line: &str) {
    let mut out = std::io::stderr().lock();
    writeln!(out, "{line}").expect("the other process reads");
}

/// The writing process, run through a shell command that ends with `exec "$0" "$@"`.
fn writer(house: &House, shell: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", shell]).arg(std::env::current_exe().expect("this program has a path"));
    command.args(["--exact", "journal::tests::kill::writer_process", "--nocapture", "--test-threads=1"]);
    command.env(DIRECTORY, house.paths.journal.parent().expect("it is in the test's directory"));
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

/// The number in an acknowledgement.
fn acknowledged(line: &str) -> Option<u64> {
    line.strip_prefix("acknowledged ")?.parse().ok()
}

#[test]
fn nothing_acknowledged_is_lost_when_the_writer_is_killed_at_any_instant() {
    let house = House::new();
    let mut known = 0;
    for kill in 0..KILLS {
        let mut writer = writer(&house, "exec \"$0\" \"$@\"").spawn().expect("started");
        let lines = BufReader::new(writer.stderr.take().expect("it is piped")).lines();
        let mut lines = lines.map(|line| line.expect("it writes text"));
        // Killed after a number of commits that differs each time, and at the instant at which the kill arrives.
        let commits = lines.by_ref().filter_map(|line| acknowledged(&line)).take(1 + (kill * 7 % 31) as usize);
        let before = commits.last();
        // Ended before anything here may fail: nothing is left that writes on.
        writer.kill().expect("killed");
        known = before.expect("it acknowledges before it is killed");
        known = lines.filter_map(|line| acknowledged(&line)).last().unwrap_or(known);
        writer.wait().expect("ended");
        let (journal, _) = house.open();
        let head = journal.head().number;
        assert!(head >= known, "kill {kill}: {known} was acknowledged, {head} is there");
        check_holds(&journal, head);
    }
    assert!(known > KILLS, "the writer hardly wrote");
}

/// When a start over a damaged store is killed.
enum Moment {
    /// After so long.
    After(Duration),
    /// As soon as there is something of the new store.
    Building,
    /// Once it has acknowledged something.
    Acknowledged,
}

/// Lets a writer start over a store that is noted as damaged, and kills it at this moment: how long it lived, and what it acknowledged last.
fn kill_start_over_damage(house: &House, moment: &Moment) -> (Duration, Option<u64>) {
    let head = house.open().0.head();
    renewal::note(&house.paths.journal, "Read corrupted data", head).expect("writable");
    let began = Instant::now();
    let mut writer = writer(house, "exec \"$0\" \"$@\"").spawn().expect("started");
    let lines = BufReader::new(writer.stderr.take().expect("it is piped")).lines();
    let mut known = lines.filter_map(|line| acknowledged(&line.expect("it writes text")));
    let first = match moment {
        Moment::After(while_it_starts) => {
            std::thread::sleep(*while_it_starts);
            None
        }
        Moment::Building => {
            let has_ended = |writer: &mut Child| writer.try_wait().expect("it can be asked").is_some();
            while !house.paths.journal.join("sled.new").exists() && !has_ended(&mut writer) {
                std::thread::yield_now();
            }
            None
        }
        Moment::Acknowledged => known.next(),
    };
    let lived = began.elapsed();
    writer.kill().expect("killed");
    let last = known.last().or(first);
    writer.wait().expect("ended");
    (lived, last)
}

/// Each start is killed at another moment: before, while and after the store is made anew. Every fourth one surely while it is, for on a busy
/// machine no two starts are equally fast.
#[test]
fn nothing_acknowledged_is_lost_when_starts_that_make_the_store_anew_are_killed() {
    let house = House::new();
    house.fill(1_500);
    let (whole, mut known) = kill_start_over_damage(&house, &Moment::Acknowledged);
    let mut cut_off = 0;
    for kill in 0..2 * KILLS {
        let after = whole * u32::try_from(kill).expect("few kills") / u32::try_from(2 * KILLS).expect("few kills");
        let moment = if kill % 4 == 3 { Moment::Building } else { Moment::After(after) };
        let (_, last) = kill_start_over_damage(&house, &moment);
        known = last.or(known);
        cut_off += usize::from(house.paths.journal.join("sled.new").exists());
        let (journal, _) = house.open();
        let head = journal.head().number;
        assert!(Some(head) >= known, "kill {kill}: {known:?} was acknowledged, {head} is there");
        check_holds(&journal, head);
    }
    assert!(cut_off > 0, "no start was killed while it built the store");
}

/// Limits the size of a file instead of that of the disk: writes fail in the same places, without special rights.
fn check_full(house: &House, blocks_of_512: u32) {
    let shell = format!("trap '' XFSZ; ulimit -f {blocks_of_512}; exec \"$0\" \"$@\"");
    let writer = writer(house, &shell).env(TOGETHER, "200").output().expect("run");
    let said = String::from_utf8_lossy(&writer.stderr).into_owned();
    let known = said.lines().filter_map(acknowledged).next_back().expect("it acknowledges before the disk is full");
    assert!(said.contains("failed Full"), "{said}");
    assert!(said.lines().any(|line| line == "stopped"), "{said}");
    assert!(renewal::noted(&house.paths.journal).is_none(), "a full disk is no damage");
    let (journal, _) = house.open();
    let head = journal.head().number;
    assert!(head >= known, "{known} was acknowledged, {head} is there");
    check_holds(&journal, head);
}

#[test]
fn a_disk_that_is_full_for_the_store_stops_the_journal_and_loses_nothing() {
    // More than a mirror's segment, less than the store comes to need.
    check_full(&House::new(), 16_450);
}

#[test]
fn a_disk_that_is_full_for_the_mirror_stops_the_journal_and_loses_nothing() {
    let house = House::new();
    house.fill(1);
    // Less than the mirror's first segment, which is there already.
    check_full(&house, 4_000);
}
