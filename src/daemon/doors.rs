//! The doors of the cabinet file: a thread looks at their switches, and the house is told what they say.
//!
//! Here never lives when a door counts as open, or what a test of one has found: `sensing` says that.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

use super::clock::Clock;
use super::options::Options;
use super::self_test::Wanted;
use super::tasks::Tasks;
use crate::drivers::gpio::{DoorLines, LineError};
use crate::model::{Event, Span};
use crate::profiles::{CabinetFile, DoorKeys, InputKeys};
use crate::sensing::{DoorLook, Doors};

/// How long one wait for a change may last.
const WAIT: Duration = Duration::from_millis(200);

/// How long a switch is left alone after a look: one that flickers must not keep the board from its work.
const REST: Duration = Duration::from_millis(5);

/// How often the file is looked at that names the simulated doors that are open.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// How long it takes until lines that could not be read are asked for again.
const OPEN_AGAIN: Duration = Duration::from_secs(1);

/// How many looks may wait to be taken.
const WAITING: usize = 16;

/// A look at every door, in their order, or why there is none.
type Seen = Result<Vec<DoorLook>, String>;
/// Opens the switches.
type Open = Box<dyn Fn() -> Result<Box<dyn DoorSwitches>, LineError> + Send>;

/// Where the doors can be looked at.
trait DoorSwitches {
    /// Every door, in their order.
    fn look(&mut self) -> Result<Vec<DoorLook>, LineError>;

    /// Waits until there may be something new to see.
    fn wait(&mut self) -> Result<(), LineError>;
}

impl DoorSwitches for DoorLines {
    fn look(&mut self) -> Result<Vec<DoorLook>, LineError> {
        Self::look(self)
    }

    fn wait(&mut self) -> Result<(), LineError> {
        std::thread::sleep(REST);
        Self::wait(self, WAIT)
    }
}

/// Doors of which a file names those that are open; all are closed where there is none.
#[derive(Clone)]
struct SimulatedDoors {
    names: Vec<String>,
    file: Option<PathBuf>,
}

impl DoorSwitches for SimulatedDoors {
    fn look(&mut self) -> Result<Vec<DoorLook>, LineError> {
        look_in(self.file.as_deref(), &self.names)
    }

    fn wait(&mut self) -> Result<(), LineError> {
        std::thread::sleep(LOOK_EVERY);
        Ok(())
    }
}

/// Refuses to open and to close doors that are real, or not there.
///
/// # Errors
/// Where a file is given that names open doors, and no door is simulated.
pub(super) fn check_options(cabinet: &CabinetFile, options: &Options) -> anyhow::Result<()> {
    let are_simulated = cabinet.doors.iter().any(|door| door.input.is_none());
    anyhow::ensure!(options.open_doors.is_none() || are_simulated, "--open-doors is only for simulated doors");
    Ok(())
}

/// Starts to look at the doors of the cabinet file, where it names any.
///
/// # Errors
/// Where the thread cannot be started.
pub(super) fn start(
    cabinet: &CabinetFile,
    options: &Options,
    clock: &Clock,
    (tests, events): (watch::Receiver<Wanted>, mpsc::Sender<Event>),
    stop: &CancellationToken,
    tasks: &mut Tasks,
) -> anyhow::Result<()> {
    if cabinet.doors.is_empty() {
        return Ok(());
    }
    let open = opening(&cabinet.doors, options.open_doors.clone());
    let (seen, looks) = mpsc::channel(WAITING);
    let stopped = stop.clone();
    std::thread::Builder::new()
        .name("doors".into())
        .spawn(move || read_until(&open, &seen, &stopped))
        .context("the thread that looks at the doors cannot be started")?;
    let doors = Doors::new(cabinet.doors.iter().map(|door| (door.name.clone(), settles_in(door))), clock.now());
    let watching = watch(doors, looks, clock.clone(), (tests, events), stop.clone());
    tasks.watch("doors", async {
        watching.await;
        Ok(())
    });
    Ok(())
}

/// How long the line of a door has to stand still. That of a simulated one does not bounce.
fn settles_in(door: &DoorKeys) -> Span {
    Span::from_microseconds(door.input.as_ref().map_or(0, |input| input.debounce_microseconds.into()))
}

/// What opens the lines of the doors, which all have one driver.
fn opening(doors: &[DoorKeys], open_doors: Option<PathBuf>) -> Open {
    let lines: Vec<InputKeys> = doors.iter().filter_map(|door| door.input.clone()).collect();
    if !lines.is_empty() {
        return Box::new(move || Ok(Box::new(DoorLines::open(&lines)?)));
    }
    let simulated = SimulatedDoors { names: doors.iter().map(|door| door.name.clone()).collect(), file: open_doors };
    Box::new(move || Ok(Box::new(simulated.clone())))
}

/// The doors of these names as the file says, which names those that are open, one a line.
fn look_in(file: Option<&Path>, names: &[String]) -> Result<Vec<DoorLook>, LineError> {
    let unreadable = |file: &Path, error: &std::io::Error| LineError::Unusable {
        chip: file.display().to_string(),
        what: "the simulated doors cannot be looked at".into(),
        detail: error.to_string(),
    };
    let said = match file.map(|file| (file, std::fs::read_to_string(file))) {
        None => String::new(),
        Some((_, Ok(said))) => said,
        Some((_, Err(error))) if error.kind() == ErrorKind::NotFound => String::new(),
        Some((file, Err(error))) => return Err(unreadable(file, &error)),
    };
    let is_open = |name: &String| said.lines().any(|line| line.trim() == name);
    Ok(names.iter().map(|name| DoorLook { changes: 0, is_open: is_open(name) }).collect())
}

/// Looks at the doors until `stop`, and asks for their lines again where they cannot be read.
fn read_until(open: &Open, seen: &mpsc::Sender<Seen>, stop: &CancellationToken) {
    while !stop.is_cancelled() && !seen.is_closed() {
        if let Err(error) = open().and_then(|mut switches| look_until(&mut *switches, seen, stop)) {
            // Where nobody takes it, the program ends.
            let _ = seen.blocking_send(Err(error.to_string()));
            std::thread::sleep(OPEN_AGAIN);
        }
    }
}

/// Hands over every look that shows something new.
fn look_until(switches: &mut dyn DoorSwitches, seen: &mpsc::Sender<Seen>, stop: &CancellationToken) -> Result<(), LineError> {
    let mut last: Option<Vec<DoorLook>> = None;
    while !stop.is_cancelled() {
        let looks = switches.look()?;
        let is_news = |(look, last): (&DoorLook, &DoorLook)| look.changes > 0 || look.is_open != last.is_open;
        if last.as_ref().is_none_or(|last| looks.iter().zip(last).any(is_news)) && seen.blocking_send(Ok(looks.clone())).is_err() {
            return Ok(());
        }
        last = Some(looks);
        switches.wait()?;
    }
    Ok(())
}

/// Takes what is seen, and which test is wanted, and tells the house what is new, until `stop`.
async fn watch(
    mut doors: Doors,
    mut looks: mpsc::Receiver<Seen>,
    clock: Clock,
    (mut tests, events): (watch::Receiver<Wanted>, mpsc::Sender<Event>),
    stop: CancellationToken,
) {
    loop {
        let wake = doors.wake_at();
        tokio::select! {
            () = stop.cancelled() => return,
            seen = looks.recv() => match seen {
                Some(Ok(seen)) => seen.into_iter().enumerate().for_each(|(place, look)| doors.look(place, look, clock.now())),
                Some(Err(why)) => doors.lose(why),
                None => return stop.cancelled().await,
            },
            changed = tests.changed() => match changed {
                Ok(()) => doors.want_test(*tests.borrow_and_update(), clock.now()),
                Err(_) => return stop.cancelled().await,
            },
            () = tokio::time::sleep_until(clock.instant_of(wake.unwrap_or_default())), if wake.is_some() => {}
        }
        for event in doors.tell(clock.now()) {
            tracing::info!(?event, "doors");
            // Where the deciding thread is gone, nobody waits for it.
            let _ = events.send(event).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{FaultCode, TestedPart, Timestamp};

    /// Two doors, of which the file names those that are open.
    fn names() -> Vec<String> {
        ["front", "drop"].map(str::to_owned).into()
    }

    #[test]
    fn a_simulated_door_is_open_while_the_file_names_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("open");
        let check = |said: Option<&str>, expected: [bool; 2]| {
            if let Some(said) = said {
                std::fs::write(&file, said).expect("the folder can be written to");
            }
            let looks = look_in(Some(&file), &names()).expect("it can be read");
            assert_eq!(looks.iter().map(|look| look.is_open).collect::<Vec<_>>(), expected, "{said:?}");
        };
        check(None, [false, false]);
        check(Some("drop\n"), [false, true]);
        check(Some("front\n drop"), [true, true]);
        check(Some("\n"), [false, false]);
        assert!(look_in(Some(folder.path()), &names()).is_err(), "a folder says nothing");
        assert!(look_in(None, &names()).is_ok_and(|looks| looks.iter().all(|look| !look.is_open)));
    }

    /// A door that shows this, look by look, and is gone then.
    struct Shown(std::vec::IntoIter<DoorLook>);

    impl DoorSwitches for Shown {
        fn look(&mut self) -> Result<Vec<DoorLook>, LineError> {
            self.0.next().map(|look| vec![look]).ok_or(LineError::Deserted)
        }

        fn wait(&mut self) -> Result<(), LineError> {
            Ok(())
        }
    }

    #[test]
    fn only_what_is_new_is_handed_over() {
        let (seen, mut taken) = mpsc::channel(WAITING);
        let look = |changes, is_open| DoorLook { changes, is_open };
        let shown = vec![look(0, true), look(0, true), look(2, true), look(0, false), look(0, false)];
        let ended = look_until(&mut Shown(shown.into_iter()), &seen, &CancellationToken::new());
        assert_eq!(ended.expect_err("there is nothing more to see").reason(), "deserted");
        drop(seen);
        let mut handed_over = Vec::new();
        while let Some(seen) = taken.blocking_recv() {
            handed_over.extend(seen.expect("it was seen"));
        }
        assert_eq!(handed_over, [look(0, true), look(2, true), look(0, false)]);
    }

    #[tokio::test(start_paused = true)]
    async fn the_house_is_told_of_an_open_door_and_of_the_end_of_a_test() {
        let ((seen, looks), (events, mut told)) = (mpsc::channel(4), mpsc::channel(4));
        let (tests, wanted) = watch::channel(None);
        let stop = CancellationToken::new();
        let clock = Clock::starting_after(Timestamp::from_microseconds(0));
        let doors = Doors::new(names().into_iter().map(|name| (name, Span::from_milliseconds(20))), clock.now());
        let watching = tokio::spawn(watch(doors, looks, clock, (wanted, events), stop.clone()));
        let look = |front| vec![DoorLook { changes: 1, is_open: front }, DoorLook { changes: 0, is_open: false }];
        seen.send(Ok(look(true))).await.expect("it is taken");
        let fault = |detail: &str| Some(Event::HouseFault { code: FaultCode::CabinetDoorOpen, detail: detail.into() });
        assert_eq!(told.recv().await, fault("front"));
        tests.send_replace(Some((4, TestedPart::Door(1))));
        tokio::task::yield_now().await;
        seen.send(Ok(look(false))).await.expect("it is taken");
        assert_eq!(told.recv().await, Some(Event::HouseFaultCleared(FaultCode::CabinetDoorOpen)));
        seen.send(Ok(look(true))).await.expect("it is taken");
        let Some(Event::SelfTested { number: 4, findings, seen: Some(said) }) = told.recv().await else { panic!("the test is over") };
        assert!(findings.is_empty() && said.ends_with("changes of its line: 2, bounces among them: 0"), "{said}");
        assert_eq!(told.recv().await, fault("front"));
        stop.cancel();
        watching.await.expect("it ends");
    }
}
