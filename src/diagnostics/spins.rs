//! The spins of the journal, decoded again from their evidence.

use std::collections::BTreeMap;

use crate::journal::{Entry, JournalError, MirrorReader, Record};
use crate::model::{Event, Figure, FigureLimits, SpinFigures, SpinTrace, What};
use crate::sensing::slingshot;
use crate::sensing::three_sensor::{DropZone, Measured, Parameters, RimRun, decode_evidence};

use super::{figure_limits, rounds};

/// Decodes spins, each once: evidence never changes.
#[derive(Debug, Default)]
pub struct Decoder {
    /// What the wheel on bare lines is like, where the cabinet has one: its edges mean nothing without that.
    parameters: Option<Parameters>,
    known: BTreeMap<u64, Measured>,
}

/// Spins while the records of their rounds are read: round and record of each, in order.
#[derive(Debug, Default)]
pub(super) struct Gathered(Vec<(u64, u64)>);

impl Decoder {
    /// Of a cabinet whose wheel on bare lines, if it has one, is like this.
    #[must_use]
    pub const fn new(parameters: Option<Parameters>) -> Self {
        Self { parameters, known: BTreeMap::new() }
    }

    /// Between which values the figures of such spins are in order.
    pub(super) fn limits(&self) -> BTreeMap<Figure, FigureLimits> {
        figure_limits(self.parameters.as_ref())
    }

    /// What this evidence shows; `None` where it is of another wheel.
    #[must_use]
    pub fn decode(&self, evidence: &[u8]) -> Option<Measured> {
        match (decode_evidence(evidence), &self.parameters) {
            (Some(edges), Some(parameters)) => Some(Measured::of(&edges, parameters)),
            (Some(_), None) => None,
            (None, _) => {
                let figures: SpinFigures = slingshot::figures(&String::from_utf8_lossy(evidence))?;
                Some(Measured { figures, run: None })
            }
        }
    }

    /// Where the balls of the newest `last` rounds left the rim.
    ///
    /// # Errors
    /// Where the mirror cannot be read.
    pub fn drop_zone(&mut self, reader: &MirrorReader, last: usize) -> Result<DropZone, JournalError> {
        let mut gathered = Gathered::default();
        rounds::read(reader, last, |entry, record| gathered.take(self, entry, record))?;
        Ok(gathered.drop_zone(self))
    }
}

impl Gathered {
    /// Takes in a record, if it ends a spin.
    pub(super) fn take(&mut self, decoder: &mut Decoder, entry: &Entry, record: &Record) {
        let What::Event(Event::Wheel(event)) = &record.input.what else { return };
        if event.evidence.is_empty() || entry.round == 0 {
            return;
        }
        if !decoder.known.contains_key(&entry.number) {
            let Some(measured) = decoder.decode(&event.evidence) else { return };
            decoder.known.insert(entry.number, measured);
        }
        self.0.push((entry.round, entry.number));
    }

    /// The record of the newest.
    pub(super) fn newest(&self) -> Option<u64> {
        self.0.last().map(|(_, record)| *record)
    }

    /// Forgets the spins of rounds before this one.
    pub(super) fn forget_before(&mut self, round: u64) {
        self.0.retain(|(of, _)| *of >= round);
    }

    fn measured<'a>(&self, decoder: &'a Decoder) -> impl DoubleEndedIterator<Item = (u64, u64, &'a Measured)> {
        self.0.iter().filter_map(|(round, record)| Some((*round, *record, decoder.known.get(record)?)))
    }

    /// The figures of the last spins, newest first.
    pub(super) fn newest_first(&self, decoder: &Decoder, most: usize) -> Vec<SpinTrace> {
        let trace = |(round, record, measured): (u64, u64, &Measured)| SpinTrace { round, record, figures: measured.figures.clone() };
        self.measured(decoder).rev().take(most).map(trace).collect()
    }

    /// Where the balls left the rim. What was decoded of older spins is forgotten.
    pub(super) fn drop_zone(&self, decoder: &mut Decoder) -> DropZone {
        let first = self.0.first().map_or(0, |(_, record)| *record);
        decoder.known.retain(|record, _| *record >= first);
        let runs: Vec<RimRun> = self.measured(decoder).filter_map(|(.., measured)| measured.run.clone()).collect();
        DropZone::of(&runs)
    }
}
