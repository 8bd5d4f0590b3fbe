//! What holds at a table between players.

use alloc::borrow::ToOwned;
use alloc::string::String;

use minicbor::{Decode, Encode};

use crate::games::player_table::{PlayerTable, TableRules};
use crate::model::PlayedAs;

/// What holds at a table between players from one deal to the next.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct PlayerTableTerms {
    /// The table's name, as the cabinet file gives it.
    #[n(0)]
    pub name: String,
    /// The rules file's name, such as `holdem/by`.
    #[n(1)]
    pub rules_name: String,
    /// SHA-256 of the rules file.
    #[cbor(n(2), with = "minicbor::bytes")]
    pub rules_sha256: [u8; 32],
    /// The rules of the house and the amounts of the table.
    #[cbor(n(3), with = "crate::games::written::text")]
    pub rules: TableRules,
    /// How long a seat has for what it does in its turn.
    #[n(4)]
    pub decision_seconds: u16,
    /// How long the end of a deal is shown before the next one begins.
    #[n(5)]
    pub pause_seconds: u16,
    /// How long a card may take to come.
    #[n(6)]
    pub card_most_seconds: u16,
}

impl PlayerTableTerms {
    /// Whether there is a table that plays by them.
    #[must_use]
    pub fn are_playable(&self) -> bool {
        self.decision_seconds > 0 && self.card_most_seconds > 0 && PlayerTable::new(self.rules.clone()).is_some()
    }

    /// What a deal under these terms is played as.
    pub(super) fn played_as(&self) -> PlayedAs {
        let game = self.rules_name.split('/').next().unwrap_or_default().to_owned();
        PlayedAs { table_name: self.name.clone(), game, rules_name: self.rules_name.clone() }
    }
}
