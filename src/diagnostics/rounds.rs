//! What became of each round, as its records tell it.

use std::collections::BTreeMap;

use crate::journal::{Entry, Head, JournalError, Link, MirrorReader, Record};
use crate::model::{ClockOffset, Event, Fact, LeftRim, Pocket, RoundTrace, Timestamp, VoidReason, What, WheelEvent, WheelHappening};

/// The newest `last` rounds, newest first.
///
/// # Errors
/// Where the mirror cannot be read.
pub fn rounds(reader: &MirrorReader, last: usize) -> Result<Vec<RoundTrace>, JournalError> {
    read(reader, last, |_, _| {})
}

/// The newest `last` rounds, newest first; `each` sees every record that is read for them, in order.
pub(super) fn read(reader: &MirrorReader, last: usize, mut each: impl FnMut(&Entry, &Record)) -> Result<Vec<RoundTrace>, JournalError> {
    let mut gathered = Gathered::new(last);
    for link in reader.range(start(reader, last)?, u64::MAX) {
        let link = link?;
        let record = Record::decode(&link.entry.payload)?;
        each(&link.entry, &record);
        gathered.take(&link, &record);
    }
    Ok(gathered.newest_first())
}

/// Where the ball left the rim, if the input says so.
fn left_rim(what: &What) -> Option<LeftRim> {
    let What::Event(Event::Wheel(WheelEvent { happening, .. })) = what else { return None };
    let WheelHappening::LeftRim { degrees, pocket, within_degrees } = happening else { return None };
    Some(LeftRim { degrees: *degrees, within_degrees: *within_degrees, rotor_pocket: pocket.map(|pocket| pocket.number()) })
}

/// The number that the wheel told of a spin of the cabinet which was not accepted.
pub(super) fn uncounted(record: &Record) -> Option<Pocket> {
    let What::Event(Event::Wheel(WheelEvent { spin: Some(_), happening: WheelHappening::Result(pocket), .. })) = record.input.what else {
        return None;
    };
    let is_accepted = record.facts.iter().any(|fact| matches!(fact, Fact::Outcome { .. }));
    (!is_accepted).then_some(pocket)
}

/// Where to begin reading so as to meet the last `count` rounds from their start.
pub(super) fn start(reader: &MirrorReader, count: usize) -> Result<u64, JournalError> {
    let mut opened = 0;
    let mut end = u64::MAX;
    for start in reader.starts().into_iter().rev() {
        for link in reader.range(start, end) {
            let facts = Record::decode(&link?.entry.payload)?.facts;
            opened += facts.iter().filter(|fact| matches!(fact, Fact::RoundOpened { .. })).count();
        }
        if opened > count {
            return Ok(start);
        }
        end = start - 1;
    }
    Ok(1)
}

/// Rounds while their records are read, in order.
#[derive(Debug)]
pub(super) struct Gathered {
    /// By the house's own time.
    rounds: BTreeMap<u64, RoundTrace>,
    /// The head after the last record of each, and by how much the wall clock was ahead at its end.
    ends: BTreeMap<u64, (Head, ClockOffset)>,
    most: usize,
}

impl Gathered {
    /// None yet, and never more than `most`.
    pub(super) const fn new(most: usize) -> Self {
        Self { rounds: BTreeMap::new(), ends: BTreeMap::new(), most }
    }

    /// Takes in a record. Reading begins earlier than the rounds asked for, so that none of them lacks its beginning.
    pub(super) fn take(&mut self, link: &Link, record: &Record) {
        take(&mut self.rounds, &link.entry, record);
        // A record may end one round and open the next; then it is the last of the one and the first of the other.
        for round in self.rounds.values().rev().take_while(|round| round.records.1 == link.entry.number) {
            let end = self.ends.entry(round.round).or_insert((Head::START, ClockOffset::default()));
            end.0 = link.head();
            // What comes after the settlement, in the pause or at a start, changes nothing of what was shown then.
            if round.settled_at.is_none_or(|at| at == link.entry.at) {
                end.1 = record.clock_offset.unwrap_or_default();
            }
        }
        while self.rounds.len() > self.most {
            self.rounds.pop_first().map(|(round, _)| self.ends.remove(&round));
        }
    }

    /// The number of the oldest of them; 0 where there is none.
    pub(super) fn oldest(&self) -> u64 {
        self.rounds.first_key_value().map_or(0, |(round, _)| *round)
    }

    /// All of them, with the moments that people were shown.
    pub(super) fn newest_first(&self) -> Vec<RoundTrace> {
        let shown = |round: &RoundTrace| {
            let (head, offset) = self.ends.get(&round.round).map(|(head, offset)| (head.to_string(), *offset)).unwrap_or_default();
            let show = |at: Option<Timestamp>| at.map(|at| offset.shown(at));
            let [opened_at, closed_at, settled_at] = [round.opened_at, round.closed_at, round.settled_at].map(show);
            RoundTrace { head, opened_at, closed_at, settled_at, ..round.clone() }
        };
        self.rounds.values().rev().map(shown).collect()
    }
}

fn take(rounds: &mut BTreeMap<u64, RoundTrace>, entry: &Entry, record: &Record) {
    let at = Some(entry.at);
    if entry.round != 0 {
        of(rounds, entry.round, entry.number);
    }
    if let Some(left_rim) = left_rim(&record.input.what).filter(|_| entry.round != 0) {
        of(rounds, entry.round, entry.number).left_rim.push(left_rim);
    }
    if let Some(pocket) = uncounted(record).filter(|_| entry.round != 0) {
        let round = of(rounds, entry.round, entry.number);
        // A number that is told once more after it was settled is no other spin.
        if round.pocket.is_none() {
            round.no_spin_pockets.push(pocket);
        }
    }
    for fact in &record.facts {
        match fact {
            Fact::RoundOpened { round } => of(rounds, *round, entry.number).opened_at = at,
            Fact::Closed { round } => of(rounds, *round, entry.number).closed_at = at,
            Fact::NoSpin { round, reason } => of(rounds, *round, entry.number).no_spins.push(*reason),
            Fact::Outcome { round, pocket } => {
                let round = of(rounds, *round, entry.number);
                (round.pocket, round.settled_at) = (Some(*pocket), at);
            }
            Fact::Voided { round, reason } => {
                let round = of(rounds, *round, entry.number);
                (round.voided, round.settled_at) = (Some(name(reason)), at);
            }
            Fact::Settled(settled) => {
                let round = of(rounds, settled.round, entry.number);
                round.staked = round.staked + settled.staked;
                round.returned = round.returned + settled.returned;
            }
            _ => {}
        }
    }
}

/// The round, which record `number` belongs to.
fn of(rounds: &mut BTreeMap<u64, RoundTrace>, round: u64, number: u64) -> &mut RoundTrace {
    let found = rounds.entry(round).or_insert_with(|| RoundTrace { round, records: (number, number), ..RoundTrace::default() });
    found.records.1 = number;
    found
}

const fn name(reason: &VoidReason) -> &'static str {
    match reason {
        VoidReason::Attendant { .. } => "attendant",
        VoidReason::Restart => "restart",
        VoidReason::TooManyNoSpins => "too-many-no-spins",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::played::Played;
    use crate::model::{NoSpinReason, Pocket};

    fn pocket(number: u8) -> Pocket {
        Pocket::new(number).expect("a pocket")
    }

    /// What becomes of these numbers, each told of a launch and settled or not, in a round that had a spin which did not count.
    #[track_caller]
    fn check(told: &[(Option<u64>, u8, bool)], expected: &[u8]) {
        let mut played = Played::new();
        played.record(1, vec![Fact::RoundOpened { round: 1 }, Fact::NoSpin { round: 1, reason: NoSpinReason::CalledOff }]);
        for (spin, number, is_settled) in told {
            let happening = WheelHappening::Result(pocket(*number));
            let outcome = Fact::Outcome { round: 1, pocket: pocket(*number) };
            let event = Event::Wheel(WheelEvent { spin: *spin, happening, evidence: Vec::new() });
            played.happen(1, event, if *is_settled { vec![outcome] } else { Vec::new() });
        }
        let rounds = rounds(&played.reader(), 10).expect("it can be read");
        let expected: Vec<Pocket> = expected.iter().map(|number| pocket(*number)).collect();
        assert_eq!((rounds.len(), &rounds[0].no_spin_pockets), (1, &expected));
    }

    #[test]
    fn a_number_that_was_not_accepted_is_told_with_the_spins_that_did_not_count() {
        check(&[(Some(1), 17, false), (Some(2), 5, true)], &[17]);
        // The settled number told once more, and a ball that nobody asked for.
        check(&[(Some(1), 5, true), (Some(1), 5, false)], &[]);
        check(&[(None, 17, false), (Some(1), 5, true)], &[]);
    }
}
