//! A defect of a simulated wheel on bare lines that somebody makes and mends on purpose, by a file that names it.
//!
//! Here never lives what comes of it: the driver finds that out, as it does of a real wheel.

use std::io::ErrorKind;
use std::path::PathBuf;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::sensing::three_sensor::Input;
use crate::sim::devices::three_sensor::{LiveOnLines, Mishaps};

/// How often the file is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// The file, and the wheel that has the defect.
pub(super) struct WheelDefect {
    file: PathBuf,
    wheel: LiveOnLines,
    /// What the file said at the last look, or why it could not be read.
    said: Result<String, String>,
}

impl WheelDefect {
    /// A wheel that is well until the file says otherwise.
    pub(super) const fn new(file: PathBuf, wheel: LiveOnLines) -> Self {
        Self { file, wheel, said: Ok(String::new()) }
    }

    /// Looks at the file again and again until `stop`.
    pub(super) async fn follow(mut self, stop: CancellationToken) {
        let mut looks = tokio::time::interval(LOOK_EVERY);
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                _ = looks.tick() => self.look(),
            }
        }
    }

    /// Makes or mends the defect where the file says something new. A text that names no line leaves the wheel as it was.
    fn look(&mut self) {
        let said = self.read();
        if said == self.said {
            return;
        }
        match said.as_deref().map_err(Clone::clone).and_then(dead_input) {
            Ok(dead) => {
                tracing::info!(dead = dead.map(Input::name), "the defect of the simulated wheel");
                self.wheel.change(|live| live.allow(Mishaps { dead, ..Mishaps::default() }));
            }
            Err(error) => tracing::error!("{}: {error}", self.file.display()),
        }
        self.said = said;
    }

    /// What the file says; nothing where it is not there.
    fn read(&self) -> Result<String, String> {
        match std::fs::read_to_string(&self.file) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
            read => read.map_err(|error| error.to_string()),
        }
    }
}

/// The line of a wheel that shows nothing, by its name in cabinet files; none where the text is empty.
fn dead_input(text: &str) -> Result<Option<Input>, String> {
    let name = text.trim();
    if name.is_empty() {
        return Ok(None);
    }
    let mut of_wheel = Input::ALL.into_iter().filter(|input| input.line().is_some());
    let names = || Input::ALL.into_iter().filter(|input| input.line().is_some()).map(Input::name).collect::<Vec<_>>().join(", ");
    of_wheel.find(|input| input.name() == name).map(Some).ok_or_else(|| format!("expected one of {}, found {name:?}", names()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sensing::three_sensor::{Drive, Duty};
    use crate::sim::devices::three_sensor::{Level, Live};

    const SECOND: u64 = 1_000_000_000;

    #[track_caller]
    fn check(text: &str, expected: Result<Option<Input>, &str>) {
        assert_eq!(dead_input(text), expected.map_err(str::to_owned), "{text:?}");
    }

    #[test]
    fn a_file_names_a_line_that_a_spin_is_read_by_or_none() {
        check("", Ok(None));
        check("\n", Ok(None));
        check("ball-2\n", Ok(Some(Input::Ball(1))));
        check("rotor-index", Ok(Some(Input::RotorIndex)));
        check("door", Err("expected one of rotor-index, rotor-encoder, ball-1, ball-2, ball-3, found \"door\""));
        check("ball-4", Err("expected one of rotor-index, rotor-encoder, ball-1, ball-2, ball-3, found \"ball-4\""));
    }

    /// How often each ball sensor saw the ball that lies in the turning rotor, in twenty seconds of the wheel.
    fn seen(wheel: &LiveOnLines) -> [usize; 3] {
        let mut shown = Vec::new();
        wheel.change(|live| {
            live.drive(Drive { rotor_motor: Duty::FULL, ..Drive::SAFE });
            shown = live.advance(live.now() + 20 * SECOND);
        });
        [0, 1, 2].map(|sensor| shown.iter().filter(|change| change.input == Input::Ball(sensor) && change.active).count())
    }

    #[test]
    fn a_sensor_is_dead_while_the_file_names_it_and_well_once_the_file_is_gone() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("defect");
        let mut defect = WheelDefect::new(file.clone(), LiveOnLines::new(Live::new(1, Level::Clean, Mishaps::default())));
        let mut look = |said: Option<&str>| {
            match said {
                Some(said) => std::fs::write(&file, said),
                None => std::fs::remove_file(&file),
            }
            .expect("the folder can be written to");
            defect.look();
            seen(&defect.wheel).map(|times| times > 0)
        };
        assert_eq!(look(Some("")), [true; 3]);
        assert_eq!(look(Some("ball-2")), [true, false, true]);
        assert_eq!(look(Some("ball-9")), [true, false, true], "what names no line changes nothing");
        assert_eq!(look(None), [true; 3]);
    }
}
