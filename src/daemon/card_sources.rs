//! The card sources of the cabinet file: one task for each card table, behind it the virtual deck, a shuffle machine or a simulated one.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

use super::clock::Clock;
use super::options::Options;
use super::tasks::Tasks;
use super::wheel::simulate_until;
use crate::cabinet::Terms;
use crate::drivers::shuffler::ShufflerPort;
use crate::drivers::{shuffler, virtual_deck};
use crate::model::{CardSourceEvent, CardWish, TableNumber};
use crate::profiles::{CabinetFile, CardSourceKeys, Device, Seed, load_device};
use crate::sensing::shuffler::{Parameters, Status};
use crate::sim::pseudo_terminal::{self, Running};
use crate::sim::shuffler::{Behaviour, SimulatedShuffler};

/// How many events of one source may wait to be handed on.
const WAITING: usize = 16;

/// Where the cards of one table come from.
pub(super) struct CardSource {
    table: TableNumber,
    kind: Kind,
}

enum Kind {
    Virtual,
    Machine { port: PathBuf, device: Parameters },
    Simulated { behaviour: Behaviour, device: Parameters, seed: Seed },
}

/// What a card table wants, and where it is said what its source says.
pub(super) struct Line {
    pub(super) wishes: watch::Receiver<CardWish>,
    pub(super) events: mpsc::Sender<(TableNumber, CardSourceEvent)>,
    pub(super) clock: Clock,
    /// What names this cabinet's journal to a shuffle machine.
    pub(super) host: u32,
}

/// Reads the device files of all card sources.
///
/// # Errors
/// Where one is not good, or is not the file of a shuffle machine.
pub(super) fn sources(cabinet: &CabinetFile, terms: &Terms) -> anyhow::Result<Vec<CardSource>> {
    let source = |(index, keys): (usize, &CardSourceKeys)| {
        let number = u8::try_from(index + 1).expect("a cabinet file has few card tables");
        let kind = match keys {
            CardSourceKeys::Virtual => Kind::Virtual,
            CardSourceKeys::Serial { device, port } => Kind::Machine { port: port.clone(), device: machine(device)? },
            CardSourceKeys::Simulated { device, seed, pack_milliseconds, faults } => {
                let packs = terms.card_tables[index].game.rules().shoe().packs;
                let mut behaviour = Behaviour { packs, pack_milliseconds: *pack_milliseconds, ..Behaviour::default() };
                for text in faults {
                    let wrong = |expected| anyhow!("`card_table[{index}].source.faults`: {text}: expected {expected}");
                    behaviour.add(text).map_err(wrong)?;
                }
                Kind::Simulated { behaviour, device: machine(device)?, seed: *seed }
            }
        };
        Ok(CardSource { table: TableNumber(number), kind })
    };
    cabinet.card_tables.iter().map(|table| &table.source).enumerate().map(source).collect()
}

fn machine(device: &str) -> anyhow::Result<Parameters> {
    match load_device(device)?.value {
        Device::Shuffler(parameters) => Ok(parameters),
        Device::Slingshot(_) | Device::ThreeSensor(_) | Device::Shoe(_) => bail!("{device}: is no shuffle machine"),
    }
}

impl CardSource {
    /// Starts what brings the cards, and the simulated machine behind it where there is one.
    ///
    /// # Errors
    /// Where a pseudo-terminal cannot be made, or there is no chance.
    pub(super) fn start(self, line: Line, options: &Options, stop: &CancellationToken, tasks: &mut Tasks) -> anyhow::Result<()> {
        let table = self.table;
        let Line { wishes, events, clock, host } = line;
        let (said, saying) = mpsc::channel(WAITING);
        let (port, device) = match self.kind {
            Kind::Virtual => {
                watch(tasks, table, virtual_deck::run(wishes, said, stop.clone()), hand_on(table, saying, events), stop.clone());
                return Ok(());
            }
            Kind::Machine { port, device } => (port, device),
            Kind::Simulated { behaviour, device, seed } => {
                let running = simulate(table, behaviour, seed, options, clock.speed())?;
                let port = running.port_path.clone();
                tasks.watch(format!("simulated shuffle machine of table {}", table.0), simulate_until(running, stop.clone()));
                (port, device)
            }
        };
        let record = options.record.as_ref().map(|record| beside(record, table));
        let (status, _) = watch::channel(Status::default());
        let port = ShufflerPort { port, device, host, record, speed: clock.speed() };
        let driven = shuffler::run(port, wishes, said, status, move || clock.now(), stop.clone());
        watch(tasks, table, driven, hand_on(table, saying, events), stop.clone());
        Ok(())
    }
}

fn simulate(table: TableNumber, behaviour: Behaviour, seed: Seed, options: &Options, speed: u32) -> anyhow::Result<Running> {
    let seed = match seed {
        Seed::Number(seed) => seed,
        Seed::Random => getrandom::u64().context("the operating system gave no random numbers")?,
    };
    let device = SimulatedShuffler::new(seed, behaviour);
    let link = options.data.join(format!("table-{}", table.0));
    let simulation = pseudo_terminal::Options { link, device, speed, reports: None };
    pseudo_terminal::start(simulation).context("cannot start a simulated shuffle machine")
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
fn beside(record: &Path, table: TableNumber) -> PathBuf {
    let mut path = record.as_os_str().to_owned();
    path.push(format!(".table-{}", table.0));
    path.into()
}
