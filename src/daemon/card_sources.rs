//! The card sources of the cabinet file: one task for each card table, behind it the virtual deck, a shuffle machine,
//! a card-reading shoe, or a simulated one of these.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow};
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

use super::clock::Clock;
use super::options::Options;
use super::readings;
use super::tasks::Tasks;
use super::wheel::simulate_until;
use super::workshop::{Watched, silent};
use crate::cabinet::Terms;
use crate::configuration::CardDevice;
use crate::drivers::analyser::LogicAnalyser;
use crate::drivers::card_source::{self, CardSourcePort};
use crate::drivers::virtual_deck;
use crate::model::{CardSourceEvent, CardWish, TableNumber};
use crate::profiles::{CabinetFile, CardSourceKeys, Seed, SourceOfTable};
use crate::sensing::shoe::Shoe;
use crate::sensing::shuffler::Shuffler;
use crate::sim::devices::SimulatedDevice;
use crate::sim::devices::pseudo_terminal::{self, DeviceClock, Running};
use crate::sim::devices::shoe::SimulatedShoe;
use crate::sim::devices::shuffler::SimulatedShuffler;
use crate::{sensing, sim};

/// How many events of one source may wait to be handed on.
const WAITING: usize = 16;

/// Where the cards of one table come from.
pub(super) struct CardSource {
    table: TableNumber,
    kind: Kind,
}

enum Kind {
    Virtual,
    Shuffler(sensing::shuffler::Parameters, Place<sim::devices::shuffler::Behaviour>),
    Shoe(sensing::shoe::Parameters, Place<sim::devices::shoe::Behaviour>),
}

/// Where a device is.
enum Place<B> {
    Port(PathBuf),
    Simulated(B, Seed),
}

/// The line between a card table and its source: what the table wants comes in, what the source says goes out.
pub(super) struct Line {
    pub(super) wishes: watch::Receiver<CardWish>,
    pub(super) events: mpsc::Sender<(TableNumber, CardSourceEvent)>,
    pub(super) clock: Clock,
    /// What names this cabinet's journal to a shuffle machine.
    pub(super) host: u32,
}

/// The card sources of all tables: those of the cabinet file with these `devices`, which are in its order, and of every table of a machine a
/// virtual deck.
///
/// # Errors
/// Where nobody knows a fault that a simulated one is to have.
pub(super) fn sources(cabinet: &CabinetFile, terms: &Terms, devices: Vec<Option<CardDevice>>) -> anyhow::Result<Vec<CardSource>> {
    let packs = |table: TableNumber| terms.table(table).map_or(1, |terms| terms.game.rules().shoe().packs);
    let shared = cabinet.card_sources().zip(devices).map(|(SourceOfTable { path, table, keys }, device)| {
        let kind = kind(device, keys, packs(table)).with_context(|| format!("`{path}`"))?;
        Ok(CardSource { table, kind })
    });
    let of_machines = terms.tables().map(|(table, _)| table).filter(|table| table.machine().is_some());
    shared.chain(of_machines.map(|table| Ok(CardSource { table, kind: Kind::Virtual }))).collect()
}

/// What the keys describe, with this device.
fn kind(device: Option<CardDevice>, keys: &CardSourceKeys, packs: u8) -> anyhow::Result<Kind> {
    Ok(match device {
        None => Kind::Virtual,
        Some(CardDevice::Shuffler(parameters)) => {
            let behaviour = |pack_milliseconds| sim::devices::shuffler::Behaviour { packs, pack_milliseconds, ..Default::default() };
            Kind::Shuffler(parameters, place(keys, behaviour, |it, text| it.faults.add(text))?)
        }
        Some(CardDevice::Shoe(parameters)) => {
            let behaviour = |pack_milliseconds| sim::devices::shoe::Behaviour { pack_milliseconds, ..Default::default() };
            Kind::Shoe(parameters, place(keys, behaviour, |it, text| it.faults.add(text))?)
        }
    })
}

/// Where the device is; `behaviour` is that of a simulated one with so many milliseconds for a pack, and `add` adds a fault to it.
fn place<B>(
    keys: &CardSourceKeys,
    behaviour: impl Fn(u64) -> B,
    add: impl Fn(&mut B, &str) -> Result<(), String>,
) -> anyhow::Result<Place<B>> {
    Ok(match keys {
        CardSourceKeys::Virtual => unreachable!("the virtual deck has no device"),
        CardSourceKeys::Serial { port, .. } => Place::Port(port.clone()),
        CardSourceKeys::Simulated { seed, pack_milliseconds, faults, .. } => {
            let mut behaviour = behaviour(*pack_milliseconds);
            for text in faults {
                add(&mut behaviour, text).map_err(|expected| anyhow!("`faults`: {text}: expected {expected}"))?;
            }
            Place::Simulated(behaviour, *seed)
        }
    })
}

impl CardSource {
    /// The table whose cards come from it.
    pub(super) const fn table(&self) -> TableNumber {
        self.table
    }

    /// Starts what brings the cards, and the simulated machine behind it where there is one. What it reports about itself can be read from then on.
    ///
    /// # Errors
    /// Where a pseudo-terminal cannot be made, or there is no chance.
    pub(super) fn start(self, line: Line, options: &Options, stop: &CancellationToken, tasks: &mut Tasks) -> anyhow::Result<Watched> {
        let table = self.table;
        let Line { wishes, events, clock, host } = line;
        let (said, saying) = mpsc::channel(WAITING);
        let hand_on = hand_on(table, saying, events);
        let (speed, watched_stop) = (clock.speed(), stop.clone());
        let record = options.record.as_ref().map(|record| beside(record, table));
        match self.kind {
            Kind::Virtual => {
                watch(tasks, table, virtual_deck::run(wishes, said, stop.clone()), hand_on, watched_stop);
                Ok(Watched { readings: silent(), analyser: None })
            }
            Kind::Shuffler(device, place) => {
                let (port, simulated) = place.port(table, SimulatedShuffler::new, options, speed, stop, tasks)?;
                let time = clock.of_device(simulated);
                let analyser = Arc::new(LogicAnalyser::of_cards());
                let port = CardSourcePort { port, device, host, record, analyser: Some(analyser.clone()), speed };
                let (status, known) = watch::channel(Default::default());
                watch(tasks, table, card_source::run::<Shuffler>(port, wishes, said, status, time, stop.clone()), hand_on, watched_stop);
                Ok(Watched { readings: Box::new(move || readings::of_shuffler(&known.borrow())), analyser: Some(analyser) })
            }
            Kind::Shoe(device, place) => {
                let (port, simulated) = place.port(table, SimulatedShoe::new, options, speed, stop, tasks)?;
                let time = clock.of_device(simulated);
                let analyser = Arc::new(LogicAnalyser::of_cards());
                let port = CardSourcePort { port, device, host, record, analyser: Some(analyser.clone()), speed };
                let (status, known) = watch::channel(Default::default());
                watch(tasks, table, card_source::run::<Shoe>(port, wishes, said, status, time, stop.clone()), hand_on, watched_stop);
                Ok(Watched { readings: Box::new(move || readings::of_shoe(&known.borrow())), analyser: Some(analyser) })
            }
        }
    }
}

impl<B> Place<B> {
    /// The port of the device; a simulated one is started, and its driver goes by its time.
    fn port<D>(
        self,
        table: TableNumber,
        simulated: impl Fn(u64, B) -> D,
        options: &Options,
        speed: u32,
        stop: &CancellationToken,
        tasks: &mut Tasks,
    ) -> anyhow::Result<(PathBuf, Option<DeviceClock>)>
    where
        D: SimulatedDevice<Truth: Send> + Send + 'static,
    {
        let (behaviour, seed) = match self {
            Self::Port(port) => return Ok((port, None)),
            Self::Simulated(behaviour, seed) => (behaviour, seed),
        };
        let seed = match seed {
            Seed::Number(seed) => seed,
            Seed::Random => getrandom::u64().context("the operating system gave no random numbers")?,
        };
        let running = simulate(table, simulated(seed, behaviour), options, speed)?;
        let (port, clock) = (running.port_path.clone(), running.clock.clone());
        tasks.watch(format!("simulated card source of table {}", table.0), simulate_until(running, stop.clone()));
        Ok((port, Some(clock)))
    }
}

fn simulate<D>(table: TableNumber, device: D, options: &Options, speed: u32) -> anyhow::Result<Running>
where
    D: SimulatedDevice<Truth: Send> + Send + 'static,
{
    let link = options.data.join(format!("table-{}", table.0));
    let simulation = pseudo_terminal::Options { link, device, speed, reports: None };
    pseudo_terminal::start(simulation).context("cannot start a simulated card source")
}

/// Hands on what a source says, with the table whose cards it brings.
async fn hand_on(table: TableNumber, mut saying: mpsc::Receiver<CardSourceEvent>, events: mpsc::Sender<(TableNumber, CardSourceEvent)>) {
    while let Some(event) = saying.recv().await {
        // Without the deciding thread there is nobody to bring cards to; the source notices it by its wishes.
        drop(events.send((table, event)).await);
    }
}

fn watch<E: std::error::Error + Send + Sync + 'static>(
    tasks: &mut Tasks,
    table: TableNumber,
    source: impl Future<Output = Result<(), E>> + Send + 'static,
    hand_on: impl Future<Output = ()> + Send + 'static,
    stop: CancellationToken,
) {
    tasks.watch(format!("card source of table {}", table.0), async move {
        match tokio::join!(source, hand_on).0 {
            // At the end the others may be gone before the source has noticed that it is over.
            Err(_) if stop.is_cancelled() => Ok(()),
            ended => ended.context("no cards can be had"),
        }
    });
}

/// The raw record of a card table's machine, beside the wheel's.
pub(super) fn beside(record: &Path, table: TableNumber) -> PathBuf {
    let mut path = record.as_os_str().to_owned();
    path.push(format!(".table-{}", table.0));
    path.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::configuration::Configuration;
    use crate::profiles::{Kind as ProfileKind, list};

    /// What each card table of this shipped cabinet has its cards from.
    fn sources_of(name: &str) -> Vec<String> {
        let Configuration { file, terms, card_devices, .. } = Configuration::read(name).expect("shipped cabinet files are good");
        let sources = sources(&file.value, &terms, card_devices).unwrap_or_else(|error| panic!("{name}: {error:#}"));
        let described = |source: CardSource| match source.kind {
            Kind::Virtual => "virtual".to_owned(),
            Kind::Shuffler(_, Place::Port(port)) => format!("shuffle machine at {}", port.display()),
            Kind::Shuffler(_, Place::Simulated(..)) => "simulated shuffle machine".to_owned(),
            Kind::Shoe(_, Place::Port(port)) => format!("shoe at {}", port.display()),
            Kind::Shoe(_, Place::Simulated(..)) => "simulated shoe".to_owned(),
        };
        sources.into_iter().map(described).collect()
    }

    #[test]
    fn every_shipped_cabinet_has_card_sources_that_can_be_made() {
        for name in list(ProfileKind::Cabinet) {
            sources_of(&name);
        }
        // Eleven card tables and three tables between players, and three machines for each of six seats.
        let virtual_but_the_second: Vec<&str> =
            (0..11 + 3 * 6 + 3).map(|index| if index == 1 { "simulated shuffle machine" } else { "virtual" }).collect();
        assert_eq!(sources_of("demo"), virtual_but_the_second);
    }

    #[test]
    fn the_shipped_cabinets_with_machines_have_one_for_each_table() {
        let shoe = |number: u8| format!("shoe at /dev/serial/by-id/usb-FTDI_FT232R_USB_UART_SHOE{number}-if00-port0");
        assert_eq!(sources_of("shoe-tables"), [shoe(1), shoe(2)]);
        let shuffler = "shuffle machine at /dev/serial/by-id/usb-FTDI_FT232R_USB_UART_SHUFFLER1-if00-port0".to_owned();
        assert_eq!(sources_of("poker-tables"), [shuffler, shoe(1)]);
    }
}
