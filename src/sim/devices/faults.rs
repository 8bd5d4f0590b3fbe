//! Which faults of a simulated source of cards come how often by chance, and which at a moment.

use std::collections::BTreeMap;

use crate::sim::chance::{Chance, Rate};

/// A kind of fault with a name.
pub trait FaultKind: Copy + Ord + 'static {
    /// Every fault of this kind.
    const KINDS: &'static [Self];
    /// One of them by name, for messages.
    const EXAMPLE: &'static str;

    /// Its name on the command line and in reports.
    #[must_use]
    fn kind_name(self) -> &'static str;
}

/// The faults that come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults<F> {
    /// How often each fault comes by chance; one that is not named does not.
    pub rates: BTreeMap<F, Rate>,
    /// Faults that come at a moment, besides those that come by chance: the first moment of their kind is 1.
    pub script: Vec<(F, u64)>,
}

impl<F: FaultKind> Faults<F> {
    /// No fault at all.
    #[must_use]
    pub const fn none() -> Self {
        Self { rates: BTreeMap::new(), script: Vec::new() }
    }

    /// Every fault `times` in a thousand moments.
    #[must_use]
    pub fn harsh(times: u32) -> Self {
        let rate = Rate::per_million(times.saturating_mul(1_000));
        Self { rates: F::KINDS.iter().map(|fault| (*fault, rate)).collect(), script: Vec::new() }
    }

    /// Adds a fault as people write it: `jam=0.05` comes so often, `jam@7` at the seventh moment of its kind.
    ///
    /// # Errors
    /// What was expected in place of `text`.
    pub fn add(&mut self, text: &str) -> Result<(), String> {
        let shape = || format!("NAME=RATE or NAME@NUMBER, such as {0}=0.05 or {0}@7", F::EXAMPLE);
        let (name, when) = text.split_once(['=', '@']).ok_or_else(shape)?;
        let names = || F::KINDS.iter().map(|fault| fault.kind_name()).collect::<Vec<_>>().join(", ");
        let fault = F::KINDS.iter().find(|fault| fault.kind_name() == name).ok_or_else(|| format!("one of {}", names()))?;
        if text.contains('=') {
            let rate = when.parse().ok().and_then(Rate::from_part);
            self.rates.insert(*fault, rate.ok_or("a rate from 0 to 1")?);
        } else {
            let moment = when.parse().ok().filter(|moment| *moment > 0);
            self.script.push((*fault, moment.ok_or("a number from 1")?));
        }
        Ok(())
    }

    /// Whether `fault` comes at this moment, by chance or by the script.
    pub(super) fn comes(&self, luck: &mut Chance, fault: F, moment: u64) -> bool {
        luck.happens(self.rates.get(&fault).copied().unwrap_or_default()) || self.script.contains(&(fault, moment))
    }
}
