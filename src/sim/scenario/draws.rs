//! Draws of chance that is no card, as the cabinet hears them: what was drawn for each order, when, and what can go wrong with that. Every
//! word is drawn from the seed.

use std::collections::BTreeMap;

use super::options::Options;
use crate::model::{ChanceOrder, Drawn, Event, OrderNumber, TableNumber, Timestamp};
use crate::sim::chance::{Chance, Rate};

/// What draws for all tables.
pub(super) struct Draws {
    chance: Chance,
    faults: Rate,
    /// What it will say and when; the second part of the key keeps words of one moment in order.
    plan: BTreeMap<(Timestamp, u64), Event>,
    planned: u64,
    /// The newest order of each table that it has drawn for.
    drawn: BTreeMap<TableNumber, OrderNumber>,
}

impl Draws {
    pub(super) const fn new(chance: Chance, options: &Options) -> Self {
        Self { chance, faults: options.card_faults, plan: BTreeMap::new(), planned: 0, drawn: BTreeMap::new() }
    }

    /// When it will say something next.
    pub(super) fn next_at(&self) -> Option<Timestamp> {
        self.plan.keys().next().map(|(at, _)| *at)
    }

    /// What it says until `now`.
    pub(super) fn due(&mut self, now: Timestamp) -> Vec<Event> {
        let later = self.plan.split_off(&(now, u64::MAX));
        core::mem::replace(&mut self.plan, later).into_values().collect()
    }

    /// The draws that the tables wait for now. Each is drawn for once.
    pub(super) fn wish(&mut self, orders: &[ChanceOrder], now: Timestamp) {
        for order in orders {
            let newest = self.drawn.insert(order.table, order.number);
            if newest != Some(order.number) {
                self.answer(order, now);
            }
        }
    }

    /// The program that listened has died: what it was told meanwhile is lost, and it asks again for what it still waits for.
    pub(super) fn heard_anew(&mut self) {
        self.plan.clear();
        self.drawn.clear();
    }

    /// From now on nothing fails any more.
    pub(super) const fn calm(&mut self) {
        self.faults = Rate::NEVER;
    }

    fn answer(&mut self, order: &ChanceOrder, now: Timestamp) {
        let places = order.urn.places().iter();
        let mut values: Vec<u16> = places.map(|values| self.chance.below(u64::from(*values)) as u16).collect();
        if self.chance.happens(self.faults) {
            self.spoil(&mut values);
        }
        self.say(order.table, order.number, values.clone(), now);
        if self.chance.happens(self.faults) {
            // The same again, or another; or an order that nobody has given.
            let number = order.number + self.chance.below(2);
            values.rotate_left(1);
            self.say(order.table, number, values, now);
        }
    }

    /// A value too few or too many, or one that the place does not have.
    fn spoil(&mut self, values: &mut Vec<u16>) {
        match self.chance.below(3) {
            0 => drop(values.pop()),
            1 => values.push(0),
            _ => values[0] = u16::MAX,
        }
    }

    fn say(&mut self, table: TableNumber, number: OrderNumber, values: Vec<u16>, now: Timestamp) {
        let at = now.after(self.chance.milliseconds(1, 600));
        self.planned += 1;
        self.plan.insert((at, self.planned), Event::Drawn { table, number, drawn: Drawn(values) });
    }
}
