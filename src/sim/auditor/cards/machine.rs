//! What the auditor says of every machine with one stake: where it lies, and what its cases are told with.
//!
//! Here never lives what a game pays.

use super::limits::Range;
use super::line::require;
use crate::model::{BoxNumber, BoxStake, StakeKind};

/// One stake lies on the only box, within this range and in these steps.
pub(super) fn check_only_stake(lying: &[BoxStake], main: Range, step: i64) -> Result<(), String> {
    let [BoxStake { place, kind, amount, .. }] = *lying else { return Err("other than one stake lies at a machine".into()) };
    require(kind == StakeKind::Main, format_args!("{kind:?} lies before the deal"))?;
    require(place == BoxNumber(1), format_args!("there is no box {}", place.0))?;
    main.check(amount.minor(), step, "stake")
}

#[cfg(test)]
pub(super) mod cases {
    //! The words in which the cases of all machines are told.

    use crate::model::{BoxNumber, BoxStake, Card, Choice, Seat};
    use crate::sim::auditor::cards::Chosen;
    use crate::sim::auditor::cards::clerk::DealClerk;

    /// These keys with those of tables changed; a table that is not among them is one of `play`.
    pub(in crate::sim::auditor::cards) fn changed(mut keys: toml::Table, change: &str) -> toml::Table {
        let changed: toml::Table = change.parse().expect("the change is TOML");
        for (table, values) in changed {
            let of = if keys.contains_key(&table) { &mut keys[&table] } else { &mut keys["play"][&table] };
            of.as_table_mut().expect("a table").extend(values.as_table().expect("a table").clone());
        }
        keys
    }

    pub(in crate::sim::auditor::cards) fn seat() -> Seat {
        Seat::all().next().expect("there are seats")
    }

    pub(in crate::sim::auditor::cards) fn cards(names: &str) -> Vec<Card> {
        names.split_whitespace().map(|name| name.parse().expect("the case names cards")).collect()
    }

    /// Each card is wanted and comes.
    pub(in crate::sim::auditor::cards) fn draw(deal: &mut impl DealClerk, names: &str) {
        for card in cards(names) {
            let (to, face) = deal.next_card().expect("a card is wanted");
            deal.take(to, face, card).expect("it is wanted there");
        }
    }

    /// A choice that places these stakes is objected to in these words, or not at all where there are none.
    #[track_caller]
    pub(in crate::sim::auditor::cards) fn check_choice(deal: &mut impl DealClerk, choice: Choice, stakes: &[BoxStake], objection: &str) {
        let chosen = Chosen { seat: seat(), place: BoxNumber(1), hand: 0, choice, stakes };
        let said = deal.chose(&chosen).err().unwrap_or_default();
        assert!(said.contains(objection) && said.is_empty() == objection.is_empty(), "{choice:?}: {said:?}");
    }
}
