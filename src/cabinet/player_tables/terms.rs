//! What holds at a table between players.

use alloc::borrow::ToOwned;
use alloc::string::String;

use minicbor::{Decode, Encode};

use crate::games::betting::{Fee, FeeRate};
use crate::games::player_table::{PlayerTable, TableRules};
use crate::model::{Money, OpenedBySeat, PlayedAs, SEATS, TableAmounts, TableConditions, TableFee, TimeBank};

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
    /// What a seat has besides the time of a decision; nothing in the terms of releases that knew no time bank.
    #[cbor(default)]
    #[n(7)]
    pub time_bank: TimeBank,
    /// After so many decisions in a row that the time took from it a seat sits out, until its player is back; 0: it never does.
    #[cbor(default)]
    #[n(8)]
    pub absent_after_decisions: u16,
    /// How long at most a hand that need not be shown may be shown after a deal; 0: not at all, as in releases that knew no showing.
    #[cbor(default)]
    #[n(9)]
    pub show_seconds: u16,
    /// After so many deals in a row that were dealt to it while it was absent a seat sits out, until its player is back; 0: it never does.
    #[cbor(default)]
    #[n(10)]
    pub absent_after_deals: u16,
    /// What holds where the table stands closed until a seat opens it; `None` where it stands open, as all did in older releases.
    #[cbor(default)]
    #[n(11)]
    pub opened_by_seat: Option<OpenedBySeat>,
    /// Whether a dealer lays the cards, which come from a shoe or a shuffle machine: he can make mistakes. A virtual deck makes none, and what an
    /// attendant told of one would show a card that nobody has seen.
    #[cbor(default)]
    #[n(12)]
    pub is_dealt_by_hand: bool,
    /// Whether consoles take a fold at once where it costs nothing to go on, and do not ask first (SPB-17).
    #[cbor(default)]
    #[n(13)]
    pub offers_free_fold: bool,
}

impl PlayerTableTerms {
    /// Whether there is a table that plays by them.
    #[must_use]
    pub fn are_playable(&self) -> bool {
        self.decision_seconds > 0 && self.card_most_seconds > 0 && PlayerTable::new(self.rules.clone()).is_some()
    }

    /// How much may be wagered at once, as the rules file says it, such as `no-limit`.
    #[must_use]
    pub const fn limit(&self) -> &'static str {
        self.rules.house.betting.limit.name()
    }

    /// What is put in at the table and what may be bet there.
    #[must_use]
    pub fn amounts(&self) -> TableAmounts {
        let (buy_in_least, buy_in_most) = self.rules.buy_in();
        let level = self.rules.level;
        TableAmounts {
            ante: level.ante,
            small_blind: level.small_blind,
            big_blind: level.big_blind,
            bring_in: level.bring_in,
            small_bet: level.small_bet,
            big_bet: level.big_bet,
            most_bet: level.most_bet,
            unit: level.unit,
            buy_in_least,
            buy_in_most,
        }
    }

    /// What the house takes at the table.
    #[must_use]
    pub fn fee(&self) -> TableFee {
        let Fee { rate, most_minor, without_flop, hourly_minor } = self.rules.house.fee;
        let (of_deal, percent_hundredths) = match rate {
            FeeRate::FlatMinor(sum) => (sum, 0),
            FeeRate::PercentHundredths(share) => (Money::ZERO, share),
        };
        TableFee {
            of_deal,
            percent_hundredths,
            most_of_deal: most_minor,
            without_flop,
            hourly: hourly_minor,
            hour_needs: self.rules.least_for_hour(),
        }
    }

    /// The widest conditions of the house.
    #[must_use]
    pub(super) fn widest(&self) -> TableConditions {
        let (buy_in_least, buy_in_most) = self.rules.buy_in();
        let seats = u8::try_from(SEATS).expect("there are few seats");
        TableConditions { buy_in_least, buy_in_most, seats_most: self.opened_by_seat.map_or(seats, |keys| keys.seats_most) }
    }

    /// The variant that is played: the folder of the rules file.
    #[must_use]
    pub fn game(&self) -> &str {
        self.rules_name.split('/').next().unwrap_or_default()
    }

    /// What a deal under these terms is played as.
    pub(super) fn played_as(&self) -> PlayedAs {
        PlayedAs { table_name: self.name.clone(), game: self.game().to_owned(), rules_name: self.rules_name.clone() }
    }
}
