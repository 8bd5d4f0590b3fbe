//! The keys of a cabinet file's `[[player_table]]`: which poker is played between the seats, by which rules, for which amounts.

use serde::Deserialize;

use super::{CardSourceKeys, Problem};
use crate::games::streets::Level;
use crate::model::{OpenedBySeat, TimeBank};

/// One table between players.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerTableKeys {
    /// The table's name, as players and officials see it; no other table has the same.
    pub name: String,
    /// The rules file: a shipped name of `betting`, such as `holdem/by`, or a path whose folder is named after the variant.
    pub rules: String,
    /// What is put in and what may be bet, in minor units; what the variant does not know is left out.
    pub amounts: Level,
    /// How long a player has for what he does in his turn; 5 to 120 seconds.
    pub decision_seconds: u16,
    /// How long the end of a deal is shown before the next one begins; 1 to 60 seconds.
    pub pause_seconds: u16,
    /// The time that a player has besides that of a decision, and draws on by himself when that is over: at most 600 seconds, of which at most
    /// 60 come back with each deal. None where it is left out.
    #[serde(default)]
    pub time_bank: TimeBank,
    /// After so many decisions in a row that the time took from him a player sits out until he is back; 0 to 20, 0: never.
    #[serde(default = "two")]
    pub absent_after_decisions: u16,
    /// How long after a deal a player may show a hand that he need not show, at most until the next deal begins; 0 to 60, 0: not at all.
    #[serde(default = "five")]
    pub show_seconds: u16,
    /// After so many deals in a row that were dealt to him while his console had no line a player sits out until he is back; 0 to 20, 0: never.
    #[serde(default = "two")]
    pub absent_after_deals: u16,
    /// Whether a fold is taken at once where it costs nothing to go on; where it is left out, the console asks first (SPB-17).
    #[serde(default)]
    pub offer_fold_when_free: bool,
    /// Where the cards come from; a virtual deck where it is left out.
    #[serde(default)]
    pub source: CardSourceKeys,
    /// The table stands closed until a seat opens it with its conditions, and how; it stands open where there is no such key.
    pub opened_by_seat: Option<OpenedBySeat>,
}

const fn two() -> u16 {
    2
}

const fn five() -> u16 {
    5
}

impl PlayerTableKeys {
    /// The values that make no sense in the table with this index.
    pub(super) fn problems(&self, index: usize) -> Vec<Problem> {
        let cases = [
            (!self.name.trim().is_empty(), "name", "a name"),
            ((5..=120).contains(&self.decision_seconds), "decision_seconds", "5 to 120"),
            ((1..=60).contains(&self.pause_seconds), "pause_seconds", "1 to 60"),
            (self.time_bank.full_seconds <= 600, "time_bank.full_seconds", "0 to 600"),
            (self.time_bank.gain_seconds <= 60, "time_bank.gain_seconds", "0 to 60"),
            (self.absent_after_decisions <= 20, "absent_after_decisions", "0 to 20"),
            (self.show_seconds <= 60, "show_seconds", "0 to 60"),
            (self.absent_after_deals <= 20, "absent_after_deals", "0 to 20"),
            (self.opened_by_seat.is_none_or(|keys| (2..=6).contains(&keys.seats_most)), "opened_by_seat.seats_most", "2 to 6"),
            (
                self.opened_by_seat.is_none_or(|keys| (10..=3_600).contains(&keys.closes_after_seconds)),
                "opened_by_seat.closes_after_seconds",
                "10 to 3600",
            ),
        ];
        let at_path = |problem: Problem| Problem { key: format!("player_table[{index}].{}", problem.key), ..problem };
        super::problems_of(cases).into_iter().map(at_path).collect()
    }
}
