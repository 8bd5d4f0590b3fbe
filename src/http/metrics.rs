//! What a monitor collects of the cabinet: counters and gauges for Prometheus.
//!
//! Everybody on the cabinet's network may read them. So here never stands money, a card, what a seat does, or how a rotor turns.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

use super::house::Shared;
use crate::desk::Views;
use crate::model::{DeviceView, JournalDiskView, SensorView, TableNumber, Timestamp};

/// The media type of the text.
pub(super) const MEDIA_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// How the wheel is named where tables have their numbers.
const WHEEL: &str = "wheel";

/// How the house itself is named there.
const HOUSE: &str = "house";

/// How long the journal takes to make durable what was decided, measured by who decides and told to monitors.
#[derive(Clone, Debug)]
pub struct Commits(Histogram);

/// What is counted while the program runs.
#[derive(Debug)]
pub(super) struct Counted {
    orders: Family<Answered, Histogram, fn() -> Histogram>,
    faults: Family<OfFault, Counter>,
}

/// Since when each fault stands.
type Standing = HashMap<OfFault, Timestamp>;

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answered {
    answer: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfEyes {
    of: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfTable {
    table: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfFault {
    table: String,
    code: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfDevice {
    table: String,
    driver: &'static str,
    what: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfSensor {
    sensor: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfPulses {
    sensor: &'static str,
    what: &'static str,
}

impl Default for Counted {
    fn default() -> Self {
        Self { orders: Family::new_with_constructor(durations), faults: Family::default() }
    }
}

impl Default for Commits {
    fn default() -> Self {
        Self(durations())
    }
}

impl Commits {
    /// Does what makes durable what was decided together, and counts how long it took.
    pub fn time<T>(&self, append: impl FnOnce() -> T) -> T {
        let began_at = Instant::now();
        let done = append();
        self.0.observe(began_at.elapsed().as_secs_f64());
        done
    }
}

/// From a millisecond to four seconds: a sync to a slow card takes tenths of one.
fn durations() -> Histogram {
    Histogram::new(exponential_buckets(0.001, 2.0, 13))
}

impl Counted {
    /// An order was answered so, after this time: as `accepted` or `repeated`, or with a problem of this name.
    pub(super) fn order(&self, answer: &'static str, took: Duration) {
        self.orders.get_or_create(&Answered { answer }).observe(took.as_secs_f64());
    }

    /// Counts the faults that stand now and did not before, or have come again meanwhile.
    fn faults(&self, before: &Standing, now: &Standing) {
        for (fault, since) in now {
            if before.get(fault) != Some(since) {
                self.faults.get_or_create(fault).inc();
            }
        }
    }
}

/// Counts every fault that comes to stand, until the house stops. One that comes and goes between two collections is counted all the same.
pub(super) async fn follow(shared: Arc<Shared>) {
    let _ = shared.stop.run_until_cancelled(count_faults(&shared)).await;
}

async fn count_faults(shared: &Shared) {
    let mut changes = shared.house.desk.watch();
    let mut before = Standing::new();
    loop {
        changes.mark_unchanged();
        let now = standing(&shared.house.desk.views());
        shared.counted.faults(&before, &now);
        before = now;
        if changes.changed().await.is_err() {
            return;
        }
    }
}

/// The faults that stand, each with its table.
fn standing(views: &Views) -> Standing {
    let of_house = (HOUSE.to_owned(), &views.official.house_faults);
    let of_wheel = (WHEEL.to_owned(), &views.cabinet.faults);
    let of_cards = views.cabinet.tables.iter().map(|table| (name(table.table), &table.faults));
    let between_players = views.cabinet.player_tables.iter().map(|table| (name(table.table), &table.faults));
    let all = [of_house, of_wheel].into_iter().chain(of_cards).chain(between_players);
    all.flat_map(|(table, faults)| faults.iter().map(move |fault| (OfFault { table: table.clone(), code: fault.code.name() }, fault.since)))
        .collect()
}

/// The text that a monitor collects.
pub(super) fn text(shared: &Shared, is_ready: bool) -> Result<String, fmt::Error> {
    let mut registry = Registry::default();
    if let Some(bytes) = resident_bytes() {
        gauge(&mut registry, "process_resident_memory_bytes", "How much memory the program takes", bytes as f64);
    }
    let own = registry.sub_registry_with_prefix("croupier");
    own.register("build", "The program", Info::new([("version", env!("CARGO_PKG_VERSION"))]));
    gauge(own, "ready", "Whether the cabinet can be played at", f64::from(u8::from(is_ready)));
    own.register_with_unit("order", "How long an order took to be answered", Unit::Seconds, shared.counted.orders.clone());
    own.register("faults", "Faults that came since the program started", shared.counted.faults.clone());
    let help = "How long the journal took to make durable what was decided together";
    own.register_with_unit("journal_commit", help, Unit::Seconds, shared.house.commits.0.clone());
    let views = shared.house.desk.views();
    add_journal(own, &views, shared.now());
    if let Some(disk) = shared.house.workshop.journal_disk() {
        add_disk(own, disk);
    }
    add_live_views(own, shared);
    add_tables(own, &views);
    add_devices(own, &shared.house.workshop.devices());
    add_sensors(own, &shared.house.workshop.sensors());
    let mut text = String::new();
    encode(&mut text, &registry)?;
    Ok(text)
}

/// How many pages watch now, by whose they are: nothing of which seat has one.
fn add_live_views(registry: &mut Registry, shared: &Shared) {
    let open = Family::<OfEyes, Gauge>::default();
    for (of, count) in shared.sockets.open() {
        open.get_or_create(&OfEyes { of }).set(count as i64);
    }
    registry.register("live_views", "WebSockets that are open", open);
}

fn add_journal(registry: &mut Registry, views: &Views, now: Timestamp) {
    let (cabinet, journal) = (&views.cabinet, &views.official.journal);
    count(registry, "inputs", "Inputs in the journal", cabinet.number);
    let age_seconds = now.since(cabinet.at).milliseconds() as f64 / 1e3;
    gauge(registry, "newest_input_age_seconds", "How long ago the newest input was", age_seconds);
    let help = "How many inputs came since both copies of the journal were last read through";
    if let Some((read, _)) = journal.read_through {
        gauge(registry, "inputs_not_read_through", help, cabinet.number.saturating_sub(read) as f64);
    }
    gauge(registry, "journal_damage", "Damages found in the copies of the journal", journal.damage.len() as f64);
}

fn add_disk(registry: &mut Registry, disk: JournalDiskView) {
    let gauges = [
        ("journal_store_bytes", "How much the store of the journal takes, with its ballast", disk.store_bytes),
        ("journal_mirror_bytes", "How much the mirror of the journal takes", disk.mirror_bytes),
        ("milestones_bytes", "How much the milestones of the journal take", disk.milestones_bytes),
        ("figures_bytes", "How much the figures of the devices take", disk.figures_bytes),
        ("journal_disk_free_bytes", "How much is free on the disk of the journal's mirror", disk.free_bytes),
        ("data_disk_free_bytes", "How much is free on the disk of the data folder, with the journal's store", disk.data_free_bytes),
    ];
    gauges.into_iter().for_each(|(name, help, bytes)| gauge(registry, name, help, bytes as f64));
}

fn add_tables(registry: &mut Registry, views: &Views) {
    let cabinet = &views.cabinet;
    let (deals, held, faults) =
        (Family::<OfTable, Counter>::default(), Family::<OfTable, Gauge>::default(), Family::<OfFault, Gauge>::default());
    for fault in standing(views).into_keys() {
        faults.get_or_create(&fault).set(1);
    }
    let add = |table: String, played: u64, is_held: bool| {
        let of_table = OfTable { table };
        deals.get_or_create(&of_table).inc_by(played);
        held.get_or_create(&of_table).set(i64::from(is_held));
    };
    add(WHEEL.to_owned(), cabinet.round, cabinet.hold.is_some());
    for table in &cabinet.tables {
        add(name(table.table), table.deal, table.hold.is_some());
    }
    for table in &cabinet.player_tables {
        add(name(table.table), table.deal, table.hold.is_some());
    }
    registry.register("rounds", "Rounds of the wheel, and deals of each table, that were begun", deals);
    registry.register("table_held", "Whether the table stands still", held);
    registry.register("fault_standing", "Faults that stand now", faults);
    let playing = views.official.seats.iter().filter(|seat| !seat.staked.is_zero()).count();
    gauge(registry, "players_in_games", "How many players have something at stake in a game that is not over", playing as f64);
    count(registry, "games", "Rounds and deals that were played to an outcome", views.official.meters.games);
    gauge(registry, "attendant_calls", "How many players wait for an attendant", views.official.attendant_calls.len() as f64);
    count(registry, "voids", "Rounds and deals that were void", views.official.meters.voids);
}

/// How often something came on each line, and how soon devices answer: nothing of what a line says. How often a bare line changed is not told: whoever
/// asks again and again would see the rotor turn.
fn add_devices(registry: &mut Registry, devices: &[DeviceView]) {
    let heard = Family::<OfDevice, Counter>::default();
    let answered = Family::<OfTable, Gauge<f64, AtomicU64>>::default();
    for device in devices {
        let table = device.table.map_or_else(|| WHEEL.to_owned(), name);
        for reading in &device.readings {
            if reading.is_count {
                let labels = OfDevice { table: table.clone(), driver: device.driver, what: reading.name };
                heard.get_or_create(&labels).inc_by(reading.value.parse().unwrap_or_default());
            }
            if let Some(milliseconds) = reading.answer_milliseconds() {
                let took = Duration::from_millis(milliseconds);
                answered.get_or_create(&OfTable { table: table.clone() }).set(took.as_secs_f64());
            }
        }
    }
    registry.register("device_heard", "How often something came from a device since the program started", heard);
    registry.register_with_unit("device_answer", "How long a device took to answer the last question", Unit::Seconds, answered);
}

/// What spins that are over have shown of the sensors of a wheel on bare lines: nothing of how its rotor turned.
fn add_sensors(registry: &mut Registry, sensors: &[SensorView]) {
    let (pulses, jitters) = (Family::<OfPulses, Counter>::default(), Family::<OfSensor, Gauge<f64, AtomicU64>>::default());
    for SensorView { line, seen, missed, extra, jitter_microseconds } in sensors {
        let sensor = line.name();
        for (what, count) in [("seen", *seen), ("missed", Some(*missed)), ("extra", *extra)] {
            if let Some(count) = count {
                pulses.get_or_create(&OfPulses { sensor, what }).inc_by(count);
            }
        }
        if let Some(jitter) = jitter_microseconds {
            jitters.get_or_create(&OfSensor { sensor }).set(f64::from(*jitter) / 1e6);
        }
    }
    let help =
        "Pulses of each sensor on a bare line in the spins since the program started: passes of the ball seen, and pulses missed and extra";
    registry.register("sensor_pulses", help, pulses);
    let help = "How far the pulses of each sensor on a bare line lay beside their even course in the newest spin";
    registry.register_with_unit("sensor_jitter", help, Unit::Seconds, jitters);
}

fn name(table: TableNumber) -> String {
    table.0.to_string()
}

fn gauge(registry: &mut Registry, name: &str, help: &str, value: f64) {
    let gauge = Gauge::<f64, AtomicU64>::default();
    gauge.set(value);
    registry.register(name, help, gauge);
}

fn count(registry: &mut Registry, name: &str, help: &str, value: u64) {
    let counter = Counter::<u64>::default();
    counter.inc_by(value);
    registry.register(name, help, counter);
}

/// How much memory the program takes; nothing where the kernel does not tell.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let kibibytes = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?.trim().strip_suffix(" kB")?;
    Some(kibibytes.parse::<u64>().ok()? * 1_024)
}

#[cfg(test)]
mod tests {
    use super::super::tests::harness::views;
    use super::*;
    use crate::model::{FaultCode, FaultView};

    /// Since which moments the wheel's noise stands, look by look, where it stands at all; and how often it came by then.
    #[track_caller]
    fn check(looks: &[Option<u64>], came: u64) {
        let counted = Counted::default();
        let mut before = Standing::new();
        for since in looks {
            let mut views = views();
            let fault = |since| FaultView { code: FaultCode::LineNoise, detail: String::new(), since: Timestamp::from_microseconds(since) };
            views.cabinet.faults = since.iter().copied().map(fault).collect();
            let now = standing(&views);
            counted.faults(&before, &now);
            before = now;
        }
        let fault = OfFault { table: WHEEL.to_owned(), code: FaultCode::LineNoise.name() };
        assert_eq!(counted.faults.get_or_create(&fault).get(), came);
    }

    #[test]
    fn a_fault_is_counted_each_time_that_it_comes_and_not_while_it_stands() {
        check(&[None, None], 0);
        check(&[None, Some(5), Some(5), None], 1);
        check(&[Some(5)], 1);
        check(&[None, Some(5), None, Some(9)], 2);
        // It went and came again between two looks.
        check(&[None, Some(5), Some(9)], 2);
    }
}
