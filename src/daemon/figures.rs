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
use crate::diagnostics::{Decoder, FigureHistory, FoundFigures, KeptFigures, ReadingsTaken, SpinReader, figure_limits};
use crate::journal::MirrorReader;
use crate::model::{DeviceView, FigureHistoryView, FigureSpan, Span, Timestamp};
use crate::sensing::three_sensor::Parameters;

/// How often the devices are looked at; a house that is faster than life looks more often, up to every second.
const LOOK_SECONDS: u64 = 5;

/// How often the journal is asked for new spins, by the house's time.
const SPINS_EVERY: Span = Span::from_seconds(60);

/// How often the figures are written to the disk, by the house's time: a card of the board wears out by what is written to it. A power cut takes what
/// was read of the devices since then; the spins are read from the journal again.
const KEPT_EVERY: Span = Span::from_seconds(900);

/// Says what the devices report about themselves now.
pub(super) type Devices = Box<dyn Fn() -> Vec<DeviceView> + Send>;

/// The figures, as everybody may look at them.
pub(super) struct Figures {
    history: Mutex<FigureHistory>,
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
    /// Whether the last try to read the mirror failed, and the last to write the file: each is said once.
    is_unread: bool,
    is_unwritten: bool,
}

impl Figures {
    /// No figures yet.
    pub(super) fn new(clock: Clock) -> Self {
        Self { history: Mutex::default(), clock }
    }

    /// How they went over this span, up to now.
    pub(super) fn view(&self, span: FigureSpan) -> FigureHistoryView {
        self.lock().view(span, self.clock.now(), self.clock.offset())
    }

    fn lock(&self) -> MutexGuard<'_, FigureHistory> {
        // A panic between two figures leaves each of them whole.
        self.history.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Keeper {
    /// Goes on from what the file holds. One that is damaged is written over.
    pub(super) fn new(figures: Arc<Figures>, devices: Devices, file: PathBuf, mirror: PathBuf, parameters: Option<Parameters>) -> Self {
        let kept = match KeptFigures::read(&file) {
            FoundFigures::Kept(kept) => kept,
            FoundFigures::Nothing => KeptFigures::default(),
            FoundFigures::Damaged(why) => {
                tracing::warn!(file = %file.display(), %why, "the figures of the devices begin anew");
                KeptFigures::default()
            }
        };
        let kept_at = figures.clock.now();
        let mut history = figures.lock();
        *history = kept.history;
        history.set_limits(figure_limits(parameters.as_ref()));
        drop(history);
        Self {
            figures,
            devices,
            file,
            mirror,
            taken: ReadingsTaken::default(),
            spins: SpinReader::new(Decoder::new(parameters), kept.record),
            spins_read_at: None,
            kept_at,
            is_unread: false,
            is_unwritten: false,
        }
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
            Ok(spins) => {
                let mut history = self.figures.lock();
                spins.iter().for_each(|(at, figures)| history.add_spin(*at, figures));
            }
            Err(_) if was_unread => {}
            Err(error) => tracing::error!(%error, "the mirror cannot be read for the figures of the devices"),
        }
    }

    fn keep(&mut self, at: Timestamp) {
        let history = self.figures.lock().clone();
        let kept = KeptFigures { history, at, offset: self.figures.clock.offset(), record: self.spins.record() };
        let written = kept.write(&self.file);
        let was_unwritten = std::mem::replace(&mut self.is_unwritten, written.is_err());
        if let Some(error) = written.err().filter(|_| !was_unwritten) {
            tracing::warn!(%error, "the figures of the devices are not kept");
        }
    }
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
    use crate::model::Reading;

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

        /// A program that is started, with a wheel whose rotor turns so fast.
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
    async fn a_file_that_is_half_written_is_left_behind() {
        let house = House::new();
        house.start("20.0").look(true);
        let whole = std::fs::read(house.file()).expect("it was written");
        std::fs::write(house.file(), &whole[..whole.len() - 1]).expect("this disk can be written");
        let mut keeper = house.start("20.0");
        assert_eq!(minutes(&keeper), [0; 0]);
        keeper.look(true);
        assert_eq!(minutes(&house.start("20.0")), [2_000]);
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
        std::fs::create_dir(house.file()).expect("a folder can be made");
        let mut keeper = house.start("20.0");
        keeper.look(true);
        keeper.look(true);
        assert!(keeper.is_unwritten);
        assert_eq!(minutes(&keeper), [2_000]);
    }
}
