//! The figures of the devices over the last hour, day and month: looked at every few seconds, and kept in a file now and then.
//!
//! Nothing of money hangs on them: where they cannot be read or kept, that is said, and the house goes on.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use super::Clock;
use crate::diagnostics::{Decoder, FigureHistory, FoundFigures, KeptFigures, ReadingsTaken, SensorsTaken, SpinReader, figure_limits};
use crate::journal::MirrorReader;
use crate::model::{DeviceView, FigureHistoryView, FigureSpan, SensorView, Span, SpinFigures, Timestamp};
use crate::sensing::three_sensor::Parameters;

/// How often the devices are looked at; a house that is faster than life looks more often, up to every second.
const LOOK_SECONDS: u64 = 5;

/// How often the journal is asked for new spins, by the house's time.
const SPINS_EVERY: Span = Span::from_seconds(60);

/// How often the figures are written to the disk, by the house's time: a card of the board wears out by what is written to it. A power cut takes what
/// was read of the devices since then; the spins are read from the journal again.
const KEPT_EVERY: Span = Span::from_seconds(900);

/// With so many records read since the last write the file is written although no figure has changed: after a restart they are not read again.
const RECORDS_MOST: u64 = 10_000;

/// Says what the devices report about themselves now.
pub(super) type Devices = Box<dyn Fn() -> Vec<DeviceView> + Send>;

/// The figures, as everybody may look at them.
pub(super) struct Figures {
    history: Mutex<FigureHistory>,
    sensors: Mutex<SensorsTaken>,
    clock: Clock,
}

/// What the next look goes on from.
pub(super) struct Keeper {
    figures: Arc<Figures>,
    devices: Devices,
    file: PathBuf,
    mirror: PathBuf,
    taken: ReadingsTaken,
    spins: SpinReader,
    spins_read_at: Option<Timestamp>,
    kept_at: Timestamp,
    /// What the file holds; `None` where there is none.
    written: Option<KeptFigures>,
    /// Whether the file could be neither read nor set aside: then it is not written over.
    is_held: bool,
    /// Whether the last try to read the mirror failed, and the last to write the file: each is said once.
    is_unread: bool,
    is_unwritten: bool,
}

impl Figures {
    /// No figures yet.
    pub(super) fn new(clock: Clock) -> Self {
        Self { history: Mutex::default(), sensors: Mutex::new(SensorsTaken::since(clock.now())), clock }
    }

    /// How they went over this span, up to now.
    pub(super) fn view(&self, span: FigureSpan) -> FigureHistoryView {
        self.lock().view(span, self.clock.now(), self.clock.offset())
    }

    /// How the sensors of a wheel on bare lines did in the spins since the program started.
    pub(super) fn sensors(&self) -> Vec<SensorView> {
        whole(&self.sensors).view()
    }

    /// Takes in what these spins showed, each with when it ended.
    fn add_spins(&self, spins: &[(Timestamp, SpinFigures)]) {
        let (mut history, mut sensors) = (self.lock(), whole(&self.sensors));
        for (at, figures) in spins {
            history.add_spin(*at, figures);
            sensors.take(*at, figures);
        }
    }

    fn lock(&self) -> MutexGuard<'_, FigureHistory> {
        whole(&self.history)
    }
}

/// What is behind the lock: a panic between two figures leaves each of them whole.
fn whole<T>(figures: &Mutex<T>) -> MutexGuard<'_, T> {
    figures.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Keeper {
    /// Goes on from what the file holds.
    pub(super) fn new(figures: Arc<Figures>, devices: Devices, file: PathBuf, mirror: PathBuf, parameters: Option<Parameters>) -> Self {
        let kept_at = figures.clock.now();
        figures.lock().set_limits(figure_limits(parameters.as_ref()));
        let mut keeper = Self {
            figures,
            devices,
            file,
            mirror,
            taken: ReadingsTaken::default(),
            spins: SpinReader::new(Decoder::new(parameters), 0),
            spins_read_at: None,
            kept_at,
            written: None,
            is_held: false,
            is_unread: false,
            is_unwritten: false,
        };
        keeper.take_up();
        keeper
    }

    /// Reads the file, and goes on from what it holds. One that is damaged or of another release is set aside; one that cannot be read stays
    /// as it is.
    fn take_up(&mut self) {
        let taken_up = match KeptFigures::read(&self.file) {
            FoundFigures::Kept(kept) => {
                self.go_on_from(kept);
                Ok(())
            }
            FoundFigures::Nothing => Ok(()),
            FoundFigures::Damaged(why) => self.begin_anew(&format!("it is damaged: {why}")),
            FoundFigures::OfAnotherRelease => self.begin_anew("another release wrote it"),
            FoundFigures::Unread(error) => Err(format!("it cannot be read: {error}")),
        };
        let was_held = std::mem::replace(&mut self.is_held, taken_up.is_err());
        let file = self.file.display();
        match taken_up {
            Err(why) if !was_held => tracing::error!(
                %file, %why, "the file of the figures stays as it is: until it is mended or removed, new figures are in memory only"
            ),
            Ok(()) if was_held => tracing::info!(%file, "figures are kept in the file again"),
            _ => {}
        }
    }

    /// Goes on from these figures; what was read of the devices meanwhile comes after them, and the spins are read from the journal.
    fn go_on_from(&mut self, kept: KeptFigures) {
        self.spins.begin_behind(kept.record);
        self.spins_read_at = None;
        let mut history = self.figures.lock();
        let meanwhile = std::mem::replace(&mut *history, kept.history.clone());
        history.go_on_with(meanwhile);
        drop(history);
        self.written = Some(kept);
    }

    /// Sets the file aside; why it cannot be, where that fails.
    fn begin_anew(&self, why: &str) -> Result<(), String> {
        let aside = KeptFigures::set_aside(&self.file).map_err(|error| format!("{why}, and cannot be set aside: {error}"))?;
        let (file, set_aside) = (self.file.display(), aside.display());
        tracing::warn!(%file, %set_aside, %why, "the file is set aside, and the figures of the devices begin anew");
        Ok(())
    }

    /// Looks once, and keeps what there is where it is time to, or where this `is_last`.
    fn look(&mut self, is_last: bool) {
        let now = self.figures.clock.now();
        let devices = (self.devices)();
        self.taken.take(&mut self.figures.lock(), now, &devices);
        if is_last || self.spins_read_at.is_none_or(|at| now.since(at) >= SPINS_EVERY) {
            self.spins_read_at = Some(now);
            self.read_spins();
        }
        if is_last || now.since(self.kept_at) >= KEPT_EVERY {
            self.kept_at = now;
            self.keep(now);
        }
    }

    fn read_spins(&mut self) {
        let read = MirrorReader::open(&self.mirror).and_then(|reader| self.spins.read_on(&reader));
        let was_unread = std::mem::replace(&mut self.is_unread, read.is_err());
        match read {
            Ok(spins) => self.figures.add_spins(&spins),
            Err(_) if was_unread => {}
            Err(error) => tracing::error!(%error, "the mirror cannot be read for the figures of the devices"),
        }
    }

    fn keep(&mut self, at: Timestamp) {
        if self.is_held {
            self.take_up();
        }
        if self.is_held {
            return;
        }
        let history = self.figures.lock().clone();
        let kept = KeptFigures { history, at, offset: self.figures.clock.offset(), record: self.spins.record() };
        if self.written.as_ref().is_some_and(|written| is_as_good(written, &kept)) {
            return;
        }
        let written = kept.write(&self.file);
        let was_unwritten = std::mem::replace(&mut self.is_unwritten, written.is_err());
        match written {
            Ok(()) => self.written = Some(kept),
            Err(_) if was_unwritten => {}
            Err(error) => tracing::warn!(%error, "the figures of the devices are not kept"),
        }
    }
}

/// Whether a restart would go on from what was written as from these figures.
fn is_as_good(written: &KeptFigures, now: &KeptFigures) -> bool {
    let is_read_soon = written.record.abs_diff(now.record) < RECORDS_MOST;
    is_read_soon && written.offset == now.offset && written.history == now.history
}

/// Looks again and again, and once more at the end. A failure here is no reason to stop the tables.
pub(super) async fn keep(mut keeper: Keeper, stop: CancellationToken) {
    let speed = u64::from(keeper.figures.clock.speed());
    let mut ticks = interval(Duration::from_secs((LOOK_SECONDS / speed).max(1)));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let is_last = tokio::select! {
            () = stop.cancelled() => true,
            _ = ticks.tick() => false,
        };
        let looked = spawn_blocking(move || {
            keeper.look(is_last);
            keeper
        });
        keeper = match looked.await {
            Ok(keeper) if !is_last => keeper,
            Ok(_) => return,
            Err(error) => {
                tracing::error!(%error, "the figures of the devices are looked at no more");
                return stop.cancelled().await;
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::FIGURES_FILE;
    use crate::model::{ClockOffset, Reading};

    /// A minute of the house, in seconds.
    const MINUTE: Duration = Duration::from_secs(60);

    /// A folder, and a house whose clock goes on from the start of the tests.
    struct House {
        folder: tempfile::TempDir,
        clock: Clock,
    }

    impl House {
        fn new() -> Self {
            let folder = tempfile::tempdir().expect("a folder can be made");
            Self { folder, clock: Clock::starting_after(Timestamp::from_microseconds(u64::MAX / 4)) }
        }

        fn file(&self) -> PathBuf {
            self.folder.path().join(FIGURES_FILE)
        }

        fn aside(&self) -> PathBuf {
            self.folder.path().join("figures.broken")
        }

        /// A program that is started, with a wheel whose rotor turns so fast; one that is not known adds no figure.
        fn start(&self, rpm: &'static str) -> Keeper {
            let readings = move || vec![Reading { name: "rotor_rpm", value: rpm.into(), is_count: false }];
            let wheel = move || vec![DeviceView { table: None, driver: "serial", device: None, port: None, readings: readings() }];
            let figures = Arc::new(Figures::new(self.clock.clone()));
            Keeper::new(figures, Box::new(wheel), self.file(), self.folder.path().join("mirror"), None)
        }
    }

    /// The mean of each minute of the last hour in which the rotor was seen.
    fn minutes(keeper: &Keeper) -> Vec<u32> {
        let view = keeper.figures.view(FigureSpan::Hour);
        view.figures.iter().flat_map(|line| &line.steps).map(|step| step.mean).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn the_figures_outlive_a_restart_and_are_written_every_quarter_of_an_hour() {
        let house = House::new();
        let mut first = house.start("20.0");
        for minute in 0..16 {
            first.look(false);
            assert_eq!(house.file().exists(), minute >= 15, "after {minute} minutes");
            tokio::time::advance(MINUTE).await;
        }
        first.look(true);
        drop(first);
        tokio::time::advance(5 * MINUTE).await;
        let mut second = house.start("21.5");
        second.look(false);
        assert_eq!(minutes(&second), [[2_000; 17].as_slice(), &[2_150]].concat());
    }

    #[tokio::test(start_paused = true)]
    async fn a_power_cut_takes_what_was_not_written_yet_and_nothing_else() {
        let house = House::new();
        let mut first = house.start("20.0");
        for _ in 0..20 {
            first.look(false);
            tokio::time::advance(MINUTE).await;
        }
        drop(first);
        assert_eq!(minutes(&house.start("20.0")), [2_000; 16]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_file_that_is_half_written_is_set_aside() {
        let house = House::new();
        house.start("20.0").look(true);
        let whole = std::fs::read(house.file()).expect("it was written");
        std::fs::write(house.file(), &whole[..whole.len() - 1]).expect("this disk can be written");
        let mut keeper = house.start("20.0");
        assert_eq!(minutes(&keeper), [0; 0]);
        assert_eq!(std::fs::read(house.aside()).expect("it was set aside"), whole[..whole.len() - 1]);
        keeper.look(true);
        assert_eq!(minutes(&house.start("20.0")), [2_000]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_file_of_another_release_is_set_aside() {
        let house = House::new();
        std::fs::write(house.file(), "croupier figures 2\n").expect("this disk can be written");
        house.start("20.0").look(true);
        assert_eq!(std::fs::read_to_string(house.aside()).expect("it was set aside"), "croupier figures 2\n");
        assert_eq!(minutes(&house.start("20.0")), [2_000]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_file_that_cannot_be_read_is_left_as_it_is_until_it_can_be() {
        let house = House::new();
        house.start("20.0").look(true);
        let elsewhere = house.folder.path().join("elsewhere");
        std::fs::rename(house.file(), &elsewhere).expect("it was written");
        // The system follows a link to itself to no end, and refuses.
        std::os::unix::fs::symlink(house.file(), house.file()).expect("a link can be made");
        tokio::time::advance(MINUTE).await;
        let mut keeper = house.start("21.5");
        keeper.look(true);
        assert!(keeper.is_held && house.file().is_symlink() && !house.aside().is_symlink());
        assert_eq!(minutes(&keeper), [2_150]);
        std::fs::rename(&elsewhere, house.file()).expect("it can be renamed");
        keeper.look(true);
        assert!(!keeper.is_held);
        assert_eq!(minutes(&keeper), [2_000, 2_150]);
        assert_eq!(minutes(&house.start("20.0")), [2_000, 2_150]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_damaged_file_that_cannot_be_set_aside_is_left_as_it_is() {
        let house = House::new();
        std::fs::write(house.file(), "damaged").expect("this disk can be written");
        std::fs::create_dir(house.aside()).expect("a folder can be made");
        let mut keeper = house.start("20.0");
        keeper.look(true);
        assert_eq!(std::fs::read_to_string(house.file()).expect("it is there"), "damaged");
        assert_eq!(minutes(&keeper), [2_000]);
    }

    #[tokio::test(start_paused = true)]
    async fn nothing_is_written_where_nothing_has_changed() {
        let house = House::new();
        house.start("20.0").look(true);
        let mut keeper = house.start("");
        std::fs::remove_file(house.file()).expect("it was written");
        tokio::time::advance(20 * MINUTE).await;
        keeper.look(false);
        keeper.look(true);
        assert!(!house.file().exists(), "no figure was read since");
        keeper.devices = house.start("20.0").devices;
        keeper.look(true);
        assert!(house.file().exists(), "a figure was read since");
    }

    #[test]
    fn a_file_is_as_good_while_few_records_would_be_read_again() {
        let of = |record, offset| KeptFigures { record, offset: ClockOffset::from_microseconds(offset), ..KeptFigures::default() };
        assert!(is_as_good(&of(1, 0), &of(10_000, 0)));
        assert!(!is_as_good(&of(1, 0), &of(10_001, 0)));
        assert!(!is_as_good(&of(10_001, 0), &of(1, 0)));
        assert!(!is_as_good(&of(1, 0), &of(1, 5)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_file_of_a_clock_that_was_ahead_stops_nothing() {
        let house = House::new();
        house.start("20.0").look(true);
        let FoundFigures::Kept(kept) = KeptFigures::read(&house.file()) else { panic!("it was written") };
        let earlier = Clock::starting_after(Timestamp::from_microseconds(kept.at.microseconds() - 86_400_000_000));
        let mut keeper = House { clock: earlier, ..house }.start("21.5");
        assert_eq!(minutes(&keeper), [0; 0]);
        keeper.look(false);
        assert_eq!(minutes(&keeper), [2_150]);
    }

    #[tokio::test(start_paused = true)]
    async fn what_cannot_be_written_is_no_reason_to_stop() {
        let house = House::new();
        // A file is written under this name first.
        std::fs::create_dir(house.folder.path().join("figures.new")).expect("a folder can be made");
        let mut keeper = house.start("20.0");
        keeper.look(true);
        keeper.look(true);
        assert!(keeper.is_unwritten);
        assert_eq!(minutes(&keeper), [2_000]);
    }
}
