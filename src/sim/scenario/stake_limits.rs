//! The attendants of a scenario who narrow the limits of stakes now and then, and soon give them up again. What they order is drawn from the seed,
//! by a stream of its own.

use crate::model::{Command, LimitLine, LimitedAmount, Money, OfficialView, Order, Seat, StakeKind, StakeLimit, TableLimitsView, Who};
use crate::sim::chance::Chance;

/// The attendants.
pub(super) struct StakeLimits {
    chance: Chance,
}

impl StakeLimits {
    pub(super) const fn new(chance: Chance) -> Self {
        Self { chance }
    }

    /// An order, which mostly fits what is shown; now and then one that somebody may not give, or that the files do not allow.
    pub(super) fn order(&mut self, shown: &OfficialView) -> Option<Command> {
        let (sets, lifts) = (self.chance.below(60) == 0, self.chance.below(8) == 0);
        let standing = shown.limits.iter().find(|limits| limits.standing.is_some());
        let (table, limits) = match standing {
            Some(limits) if lifts => (limits.table, Vec::new()),
            _ if sets => {
                let limits = &shown.limits[self.chance.below(shown.limits.len() as u64) as usize];
                (limits.table, self.limits(limits))
            }
            _ => return None,
        };
        let seat = Seat::all().nth(self.chance.below(6) as usize).expect("there are six seats");
        let who = match self.chance.below(30) {
            0 => Who::Seat(seat),
            _ => Who::Attendant("attendant".into()),
        };
        let key = (self.chance.below(3) == 0).then(|| format!("limits {}", self.chance.below(200)));
        Some(Command { who, key, round: None, order: Order::SetLimits { table, limits } })
    }

    /// One limit or two of the table.
    fn limits(&mut self, table: &TableLimitsView) -> Vec<StakeLimit> {
        let count = self.chance.between(1, 2);
        let limit = |_| {
            let line = self.chance_of(table.lines.len());
            self.limit(&table.lines[line])
        };
        (0..count).map(limit).collect()
    }

    fn limit(&mut self, line: &LimitLine) -> StakeLimit {
        let LimitLine { of, step, of_files, .. } = *line;
        let file_least = of_files.least.unwrap_or(step).minor();
        let step = step.minor();
        let (few, part) = ([0, 1, 4][self.chance_of(3)], [1, 2, 10, 100][self.chance_of(4)]);
        let least = file_least + few * step;
        let most = (of_files.most.minor() / part / step * step).max(least);
        let limit = |least: i64, most: i64| StakeLimit {
            of,
            least: of_files.least.map(|_| Money::from_minor(least)),
            most: Some(Money::from_minor(most)),
        };
        match self.chance.below(24) {
            0 => limit(least, of_files.most.minor() + step),
            1 => limit(most, least - step),
            2 => limit(least, most - 1),
            3 => limit(0, most),
            4 => StakeLimit { of: LimitedAmount::Stake(StakeKind::SixthCard), ..limit(least, most) },
            5 => StakeLimit { least: None, ..limit(least, most) },
            6 => StakeLimit { most: None, ..limit(least, most) },
            _ => limit(least, most),
        }
    }

    fn chance_of(&mut self, count: usize) -> usize {
        self.chance.below(count as u64) as usize
    }
}
