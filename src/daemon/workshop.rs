//! What technicians are shown: the devices of the cabinet file with what each reports, and what the journal tells of them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::figures::Figures;
use super::journal_disk::JournalDisk;
use crate::diagnostics::bias::{self, PastSpins};
use crate::diagnostics::{Decoder, FaultHistory, Past, captured_text};
use crate::drivers::analyser::LogicAnalyser;
use crate::http;
use crate::journal::{Key, Marks, MirrorReader};
use crate::model::{
    CaptureView, DeviceView, FaultHistoryView, FigureHistoryView, FigureSpan, JournalDiskView, LineSamples, PastView, Reading, SensorView,
    SigningKeyView, SoftwareView, SpinStatistics, TableNumber,
};
use crate::profiles::{CabinetFile, CardSourceKeys, Device, WheelKeys, load_device};
use crate::sensing::three_sensor::{Lane, Parameters};

/// Of how many rounds spins are counted: more than it takes to see a pocket that wins a tenth too often.
const COUNTED_ROUNDS: u64 = 200_000;

/// How many segments of the mirror are read at each look for the spins of older rounds, or for faults.
const SEGMENTS: usize = 2;

/// Says what a device reports about itself now.
pub(super) type Readings = Box<dyn Fn() -> Vec<Reading> + Send + Sync>;

/// What can be seen of a device while it runs.
pub(super) struct Watched {
    /// What it reports about itself.
    pub(super) readings: Readings,
    /// Who looks on at its lines; `None` where it has none.
    pub(super) analyser: Option<Arc<LogicAnalyser>>,
}

/// A device that reports nothing.
pub(super) fn silent() -> Readings {
    Box::new(Vec::new)
}

/// The devices of a cabinet with their readings, and where its journal is.
pub(super) struct Workshop {
    devices: Vec<(DeviceView, Readings)>,
    disk: JournalDisk,
    past: Mutex<Past>,
    spins: Mutex<PastSpins>,
    faults: Mutex<FaultHistory>,
    figures: Arc<Figures>,
    key: Option<SigningKeyView>,
    software: Option<SoftwareView>,
    analyser: Arc<LogicAnalyser>,
    /// Those of the card devices that have a line, by their tables.
    of_cards: BTreeMap<TableNumber, Arc<LogicAnalyser>>,
    is_on_lines: bool,
}

impl Workshop {
    /// Of the wheel and of the sources of cards of a cabinet file, each with its table.
    pub(super) fn new(
        cabinet: &CabinetFile,
        (wheel, analyser): (Readings, Arc<LogicAnalyser>),
        sources: Vec<(TableNumber, Watched)>,
        figures: Arc<Figures>,
        disk: JournalDisk,
        marks: &Marks,
        software: Option<SoftwareView>,
    ) -> Self {
        let of_cards = sources.iter().filter_map(|(table, watched)| Some((*table, watched.analyser.clone()?))).collect();
        let mut of_tables = sources;
        let tables = cabinet.card_sources().filter_map(|source| {
            let place = of_tables.iter().position(|(table, _)| *table == source.table)?;
            Some((of_source(source.keys, source.table), of_tables.swap_remove(place).1.readings))
        });
        let devices = std::iter::once((of_wheel(&cabinet.wheel), wheel)).chain(tables).collect();
        let parameters = wheel_parameters(cabinet);
        let is_on_lines = parameters.is_some();
        let past = Mutex::new(Past::new(Decoder::new(parameters)));
        let spins = Mutex::new(PastSpins::new(COUNTED_ROUNDS));
        let faults = Mutex::default();
        // Where it cannot be read, the opening of the journal has said so.
        let key = Key::of_marks(marks).ok().flatten().map(|key| key.public());
        let key = key.map(|key| SigningKeyView { key: key.to_string(), fingerprint: key.fingerprint() });
        Self { devices, disk, past, spins, faults, figures, key, software, analyser, of_cards, is_on_lines }
    }

    /// Who looks on at the lines of the wheel, or of the card device of this table.
    fn analyser_of(&self, table: Option<TableNumber>) -> Option<&LogicAnalyser> {
        table.map_or(Some(&self.analyser), |table| self.of_cards.get(&table)).map(AsRef::as_ref)
    }
}

impl http::Workshop for Workshop {
    fn devices(&self) -> Vec<DeviceView> {
        self.devices.iter().map(|(device, readings)| DeviceView { readings: readings(), ..device.clone() }).collect()
    }

    fn signing_key(&self) -> Option<SigningKeyView> {
        self.key.clone()
    }

    fn software(&self) -> Option<SoftwareView> {
        self.software.clone()
    }

    fn journal_disk(&self) -> Option<JournalDiskView> {
        self.disk.look()
    }

    fn past(&self) -> Option<PastView> {
        let mut past = self.past.lock().unwrap_or_else(PoisonError::into_inner);
        let view = MirrorReader::open(self.disk.mirror()).and_then(|reader| past.look(&reader));
        view.inspect_err(|error| tracing::error!(%error, "the mirror cannot be read for a technician")).ok()
    }

    fn spin_statistics(&self) -> Option<SpinStatistics> {
        let mut spins = self.spins.lock().unwrap_or_else(PoisonError::into_inner);
        let read = MirrorReader::open(self.disk.mirror()).and_then(|reader| spins.look(&reader, SEGMENTS));
        let read = read.inspect_err(|error| tracing::error!(%error, "the spins of the mirror cannot be counted"));
        read.ok().map(|read| bias::shown(&read))
    }

    fn faults(&self) -> Option<FaultHistoryView> {
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        let view = MirrorReader::open(self.disk.mirror()).and_then(|reader| faults.look(&reader, SEGMENTS));
        view.inspect_err(|error| tracing::error!(%error, "the faults of the mirror cannot be counted")).ok()
    }

    fn figures(&self, span: FigureSpan) -> FigureHistoryView {
        self.figures.view(span)
    }

    fn sensors(&self) -> Vec<SensorView> {
        self.figures.sensors()
    }

    fn lanes(&self) -> Vec<&'static str> {
        if self.is_on_lines { Lane::all().map(Lane::name).collect() } else { Vec::new() }
    }

    fn samples(&self, table: Option<TableNumber>, from: Option<u64>, most: usize) -> Option<LineSamples> {
        Some(self.analyser_of(table)?.samples(from, most))
    }

    fn capture(&self, table: Option<TableNumber>) -> Option<CaptureView> {
        Some(self.analyser_of(table)?.capture())
    }

    fn set_capture(&self, is_running: bool) {
        tracing::info!(is_running, "capture of the devices' lines");
        for analyser in std::iter::once(&self.analyser).chain(self.of_cards.values()) {
            if is_running { analyser.start_capture() } else { analyser.stop_capture() }
        }
    }

    fn captured(&self, table: Option<TableNumber>) -> Option<String> {
        Some(captured_text(&self.analyser_of(table)?.captured(), self.is_on_lines && table.is_none()))
    }
}

/// What the cabinet's wheel on bare lines is like, where it has one.
pub(super) fn wheel_parameters(cabinet: &CabinetFile) -> Option<Parameters> {
    match load_device(cabinet.wheel.device()).ok()?.value {
        Device::ThreeSensor(parameters) => Some(*parameters),
        Device::Slingshot(_) | Device::Shuffler(_) | Device::Shoe(_) => None,
    }
}

fn of_wheel(keys: &WheelKeys) -> DeviceView {
    let port = if let WheelKeys::Serial { port, .. } = keys { Some(port.display().to_string()) } else { None };
    DeviceView { table: None, driver: keys.driver(), device: Some(keys.device().to_owned()), port, readings: Vec::new() }
}

fn of_source(keys: &CardSourceKeys, table: TableNumber) -> DeviceView {
    let port = if let CardSourceKeys::Serial { port, .. } = keys { Some(port.display().to_string()) } else { None };
    DeviceView { table: Some(table), driver: keys.driver(), device: keys.device().map(str::to_owned), port, readings: Vec::new() }
}
