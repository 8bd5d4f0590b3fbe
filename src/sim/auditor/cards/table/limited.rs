//! The limits of stakes at a card table: those of its rules file, and those that attendants have set.

use super::CardTable;
use crate::model::{LimitedAmount, StakeKind};
use crate::sim::auditor::stake_limits::Bounds;

impl CardTable {
    /// Whether no stake lies at it.
    pub(in crate::sim::auditor) const fn is_empty(&self) -> bool {
        self.lying.is_empty()
    }

    /// The least and the most of a stake by the rules file alone; `None` where it has none of its own.
    pub(in crate::sim::auditor) fn file_bounds(&self, kind: StakeKind) -> Option<Bounds> {
        self.rules.file_bounds(kind)
    }

    /// Whether the most of its stakes must stay what the file says.
    pub(in crate::sim::auditor) fn keeps_most(&self) -> bool {
        self.rules.pays_otherwise_at_most()
    }

    /// From now on these limits hold instead of those of the rules file.
    pub(in crate::sim::auditor) fn take_limits(&mut self, limits: &[(LimitedAmount, Bounds)]) -> Result<(), String> {
        self.rules = self.rules.limited(limits)?;
        Ok(())
    }
}
