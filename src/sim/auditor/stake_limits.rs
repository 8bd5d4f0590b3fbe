//! Limits of stakes in the auditor's own books: what attendants have set, that it never goes beyond the files, and what is in force where.

use std::collections::BTreeMap;

use super::book::{Book, Place};
use super::cards::CardTable;
use super::facts::require;
use crate::model::{
    Command, Event, LimitChange, LimitLine, LimitValues, LimitedAmount, Money, OfficialView, Order, StakeLimit, TableNumber, What, Who,
};

/// The least and the most of an amount; `None` where the auditor does not know the file's.
pub(super) type Bounds = (Option<i64>, Option<i64>);

/// What is set at a table, by the names of the limits: the least and the most, `None` where that is the file's.
type SetAtTable = BTreeMap<&'static str, (LimitedAmount, Bounds)>;

/// A table; the wheel's where `None`.
type Table = Option<TableNumber>;

/// What attendants have set.
#[derive(Clone, Debug, Default)]
pub(super) struct Limits {
    /// By whom, and what, since the newest order.
    ordered: BTreeMap<Table, (String, SetAtTable)>,
    /// What of it is in force.
    in_force: BTreeMap<Table, SetAtTable>,
}

impl Limits {
    fn ordered(&self, table: Table) -> SetAtTable {
        self.ordered.get(&table).map(|(_, set)| set.clone()).unwrap_or_default()
    }

    fn in_force(&self, table: Table) -> SetAtTable {
        self.in_force.get(&table).cloned().unwrap_or_default()
    }

    fn put_in_force(&mut self, table: Table) -> SetAtTable {
        let set = self.ordered(table);
        self.in_force.insert(table, set.clone());
        set
    }

    fn is_in_force(&self, table: Table) -> bool {
        self.ordered(table) == self.in_force(table)
    }
}

/// What is in the place of the file's bounds.
fn with(file: Bounds, set: Option<&(LimitedAmount, Bounds)>) -> Bounds {
    let (least, most) = set.map(|(_, bounds)| *bounds).unwrap_or_default();
    (least.or(file.0), most.or(file.1))
}

fn bounds(limit: &StakeLimit) -> Bounds {
    (limit.least.map(Money::minor), limit.most.map(Money::minor))
}

/// Whether these are the values, as far as they are known.
fn are(values: LimitValues, known: Bounds) -> bool {
    values.least.map(Money::minor) == known.0 && known.1.is_none_or(|most| values.most.minor() == most)
}

impl Book {
    pub(super) fn enter_limits_set(&mut self, what: &What, table: Table, changes: &[LimitChange]) -> Result<(), String> {
        let What::Command(Command { who: Who::Attendant(by), order: Order::SetLimits { table: of, limits }, .. }) = what else {
            return Err("limits were set that no attendant set".into());
        };
        require(*of == table, "limits were set at another table")?;
        let mut set = SetAtTable::new();
        for limit in limits {
            let (limit, bounds) = (limit.of, self.check_limit(table, limit)?);
            let is_known = set.contains_key(limit.name());
            require(!is_known, "a limit was set twice by one order")?;
            set.insert(limit.name(), (limit, bounds));
        }
        set.retain(|_, (_, bounds)| *bounds != (None, None));
        self.check_changes(table, &set, changes)?;
        if set.is_empty() {
            self.limits.ordered.remove(&table);
        } else {
            self.limits.ordered.insert(table, (by.clone(), set));
        }
        Ok(())
    }

    /// Checks that a limit only narrows the file's; what of it is not the file's.
    fn check_limit(&self, table: Table, limit: &StakeLimit) -> Result<Bounds, String> {
        let name = limit.of.name();
        let file = self.file_bounds(table, limit.of).ok_or_else(|| format!("{name} was limited, and the table has no such limit"))?;
        let new = (bounds(limit).0.or(file.0), bounds(limit).1.or(file.1));
        require(file.0.is_some() || limit.least.is_none(), "a least was set where there is only a most")?;
        require(new.0 >= file.0, &format!("{name} was set below the least of the file"))?;
        require(file.1.is_none_or(|most| new.1.is_some_and(|new| new <= most)), &format!("{name} was set above the most of the file"))?;
        require(new.0.zip(new.1).is_none_or(|(least, most)| least <= most), &format!("{name} was set to a least above its most"))?;
        let other = |bound: Option<i64>, of_file: Option<i64>| bound.filter(|bound| of_file != Some(*bound));
        let set = (other(bounds(limit).0, file.0), other(bounds(limit).1, file.1));
        let are_steps = table.is_some() || [set.0, set.1].iter().flatten().all(|bound| bound % self.house.step == 0);
        require(
            are_steps && [set.0, set.1].iter().flatten().all(|bound| *bound > 0),
            &format!("{name} was set to an amount that cannot be staked"),
        )?;
        let keeps_most = table.and_then(|number| self.tables.get(&number)).is_some_and(CardTable::keeps_most);
        require(!keeps_most || set.1.is_none(), &format!("{name} was set to another most, by which smaller stakes would win more"))?;
        Ok(set)
    }

    /// Checks that exactly what an order changes is told, with the values before and after.
    fn check_changes(&self, table: Table, set: &SetAtTable, changes: &[LimitChange]) -> Result<(), String> {
        let before = self.limits.ordered(table);
        let all: BTreeMap<&str, LimitedAmount> = before.iter().chain(set).map(|(name, (of, _))| (*name, *of)).collect();
        let values = |of: LimitedAmount, set: &SetAtTable| with(self.file_bounds(table, of).unwrap_or_default(), set.get(of.name()));
        let changed: Vec<LimitedAmount> = all.into_values().filter(|of| values(*of, &before) != values(*of, set)).collect();
        require(changed.len() == changes.len(), "other limits are told to have changed than have")?;
        for of in changed {
            let told = changes.iter().find(|change| change.of == of).ok_or("a limit has changed and that is not told")?;
            let are_right = are(told.old, values(of, &before)) && are(told.new, values(of, set));
            require(are_right, &format!("{told:?} is told, and it was {:?} and is {:?}", values(of, &before), values(of, set)))?;
        }
        Ok(())
    }

    pub(super) fn enter_limits_lapsed(&mut self, what: &What, table: Table, lapsed: &[StakeLimit]) -> Result<(), String> {
        require(matches!(what, What::Event(Event::Terms { .. })), "limits lapsed without new terms")?;
        let (by, mut set) = self.limits.ordered.remove(&table).ok_or("limits lapsed that nobody had set")?;
        for limit in lapsed {
            let (_, (least, most)) = set.get_mut(limit.of.name()).ok_or("a limit lapsed that nobody had set")?;
            let (gone_least, gone_most) = bounds(limit);
            let was_set = gone_least.is_none_or(|gone| *least == Some(gone)) && gone_most.is_none_or(|gone| *most == Some(gone));
            require(was_set, "another bound lapsed than was set")?;
            *least = least.filter(|_| gone_least.is_none());
            *most = most.filter(|_| gone_most.is_none());
        }
        set.retain(|_, (_, bounds)| *bounds != (None, None));
        if !set.is_empty() {
            self.limits.ordered.insert(table, (by, set));
        }
        Ok(())
    }

    /// Other limits are in force at the wheel.
    pub(super) fn enter_terms_in_force(&mut self) -> Result<(), String> {
        require(self.seats.iter().all(|seat| seat.placed.is_empty()), "other limits came into force while bets lay on the layout")?;
        self.limits.put_in_force(None);
        Ok(())
    }

    /// Other limits are in force at a card table.
    pub(super) fn enter_terms_at_table(&mut self, number: TableNumber) -> Result<(), String> {
        let is_empty = self.tables.get(&number).is_none_or(CardTable::is_empty);
        require(is_empty, "other limits came into force while stakes lay at the table")?;
        let set = self.limits.put_in_force(Some(number));
        let limits: Vec<(LimitedAmount, Bounds)> = set.into_values().collect();
        self.tables.get_mut(&number).map_or(Ok(()), |table| table.take_limits(&limits))
    }

    /// A round, or a deal on which nothing lies yet, opens under the newest limits.
    pub(super) fn check_limits_at_opening(&self, table: Table) -> Result<(), String> {
        require(self.limits.is_in_force(table), "a round or a deal opened under limits that were to be over")
    }

    /// The least and the most in force of a limit at the wheel.
    pub(super) fn bounds_at_wheel(&self, of: LimitedAmount) -> (i64, i64) {
        let set = self.limits.in_force(None);
        let (least, most) = with(self.file_bounds(None, of).unwrap_or_default(), set.get(of.name()));
        (least.unwrap_or(0), most.unwrap_or(0))
    }

    /// Checks that what lies on these places is not below the least.
    pub(super) fn check_leasts<'a>(&self, layout: &BTreeMap<Place, i64>, places: impl Iterator<Item = &'a Place>) -> Result<(), String> {
        for place in places {
            let (least, _) = self.bounds_at_wheel(LimitedAmount::Position(place.0));
            let lies = layout.get(place).copied().unwrap_or(0);
            require(lies >= least, &format!("{lies} was taken on {place:?}, and the least is {least}"))?;
        }
        Ok(())
    }

    fn file_bounds(&self, table: Table, of: LimitedAmount) -> Option<Bounds> {
        match (table, of) {
            (None, LimitedAmount::SeatTotal) => Some((None, Some(self.house.seat_most))),
            (None, LimitedAmount::TableExposure) => Some((None, Some(self.house.exposure_most))),
            (None, LimitedAmount::Position(_)) => Some((Some(self.house.position_least), Some(self.house.position_most))),
            (Some(number), LimitedAmount::Stake(kind)) => self.tables.get(&number)?.file_bounds(kind),
            _ => None,
        }
    }

    /// Compares the limits with what officials are shown.
    pub(super) fn compare_limits(&self, view: &OfficialView) -> Result<(), String> {
        let standing = view.limits.iter().filter_map(|shown| shown.standing.as_ref()).map(|standing| (standing.table, &standing.by));
        let ordered = self.limits.ordered.iter().map(|(table, (by, _))| (*table, by));
        require(standing.eq(ordered), "other limits are shown than stand")?;
        for shown in view.limits.iter().filter(|shown| self.limits.ordered.contains_key(&shown.table)) {
            let (next, now) = (self.limits.ordered(shown.table), self.limits.in_force(shown.table));
            let is_right = |line: &LimitLine| {
                let file = self.file_bounds(shown.table, line.of).unwrap_or_default();
                let name = line.of.name();
                let in_force = line.in_force.is_some_and(|values| are(values, with(file, now.get(name))));
                are(line.of_files, file) && are(line.next, with(file, next.get(name))) && in_force
            };
            require(shown.lines.iter().all(is_right), &format!("other limits are shown than hold: {shown:?}"))?;
        }
        Ok(())
    }
}
