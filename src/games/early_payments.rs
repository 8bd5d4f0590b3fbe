//! What a deal pays or takes before it is over, and what becomes of that where the deal is void later.
//!
//! A game whose rule book pays or takes a stake at once names it in [`Deal::paid`](super::contract::Deal::paid); the cabinet does it in the
//! step that brought it about. A stake that was lost or given up is among them only where the house lets it stand in a void. Here never live: a balance, the rule that makes a payment due.

use alloc::vec::Vec;

use minicbor::Decode;
use serde::{Deserialize, Serialize};

use crate::model::{BoxStake, DealSettlement, Fate, StakeReturn};

/// Whether stakes are paid before the deal is over, and what a void of the deal does with such a payment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EarlyPayments {
    /// Every stake is paid with the settlement. Rules that a journal holds from before there was this key mean it; no shipped file does.
    #[default]
    #[serde(rename = "with-settlement")]
    #[n(0)]
    None,
    /// A payment stands, and its stake is over (`house-rules-by` HX-3, `house-rules-am` HRAM-31).
    #[n(1)]
    Stand,
    /// A payment comes back as far as the seat's credit reaches, and its stake is returned (`house-rules-by` HRB-24, HRB-26).
    #[n(2)]
    ComeBack,
}

impl EarlyPayments {
    /// The settlement of a void deal in which this was paid: every stake comes back at coefficient 1, prices too (`house-rules-by`
    /// HRB-26), but one whose payment stands.
    #[must_use]
    pub fn void(self, stakes: &[BoxStake], paid: &DealSettlement) -> DealSettlement {
        self.settle(paid, stakes.iter().map(|stake| StakeReturn::void(*stake)))
    }

    /// The settlement of a deal that is dealt again: what was laid before its first card, so many of the stakes, stays on the table; what
    /// was staked on its cards comes back at coefficient 1 (`house-rules-by` HRB-25, HRB-26). A stake that was paid lies no more, so it
    /// does not stay.
    #[must_use]
    pub fn redealt(self, stakes: &[BoxStake], laid: usize, paid: &DealSettlement) -> DealSettlement {
        let line = |(index, stake): (usize, &BoxStake)| {
            let stays = index < laid && paid.line_of(stake).is_none();
            if stays { StakeReturn::waiting(*stake) } else { StakeReturn::void(*stake) }
        };
        self.settle(paid, stakes.iter().enumerate().map(line))
    }

    fn settle(self, paid: &DealSettlement, lines: impl Iterator<Item = StakeReturn>) -> DealSettlement {
        let stands = |line: &&StakeReturn| self != Self::ComeBack || is_forfeit(line);
        let or_paid = |line: StakeReturn| paid.line_of(&line.stake).filter(stands).cloned().unwrap_or(line);
        // A forfeit wins nothing, so nothing is cut of it.
        let cuts = if self == Self::ComeBack { Vec::new() } else { paid.cuts.clone() };
        DealSettlement { returns: lines.map(or_paid).collect(), cuts }
    }
}

/// What a void of the deal does with a stake that was lost or given up before, where nothing that comes later could change it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Forfeits {
    /// It comes back whole: it is settled with the deal (`house-rules-by` HRB-24, HRB-26; `blackjack-am` BJAM-Q23, BJAM-Q26). Rules that a
    /// journal holds from before there was this key mean it.
    #[default]
    #[n(0)]
    ComeBack,
    /// It stands: what is lost is taken at once, and of what is given up half is returned at once (`blackjack-by` BJB-17, BA-12;
    /// `house-rules-am` HRAM-25, HRAM-31).
    #[n(1)]
    Stand,
}

/// Whether a stake that is over was lost or given up.
const fn is_forfeit(line: &StakeReturn) -> bool {
    matches!(line.fate, Fate::Lost | Fate::Surrendered)
}
