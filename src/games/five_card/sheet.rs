//! The game's words, and what a player reads of the rules.

use alloc::vec::Vec;

use super::{BoughtCard, DealerFrom, Rules};
use crate::games::house_poker::{self, PayoutMost};
use crate::games::ranking::JokerYields;
use crate::games::sheet::rounding_note;
use crate::model::{ChoiceKind, Combination, GameSheet, Laid, PayRow, RuleNote, StakeKind};

/// Every word of the game.
pub const SHEET: GameSheet = GameSheet {
    stakes: &[
        (StakeKind::Ante, Laid::First),
        (StakeKind::Bet, Laid::On(StakeKind::Ante)),
        (StakeKind::Exchange, Laid::On(StakeKind::Ante)),
        (StakeKind::SixthCard, Laid::On(StakeKind::Ante)),
        (StakeKind::Bonus, Laid::First),
    ],
    choices: &[ChoiceKind::Bet, ChoiceKind::Fold, ChoiceKind::Exchange, ChoiceKind::SixthCard],
    combinations: &Combination::POKER_HANDS,
};

impl Rules {
    /// The pay table, each stake from its best row on; the bonus where the house takes one.
    pub(super) fn pay_rows(&self) -> Vec<PayRow> {
        let (pays, has_bonus) = (&self.play.pays, self.limits.bonus.is_some());
        let hands = || Combination::POKER_HANDS.into_iter().rev();
        let row = |kind, hand, odds: Option<_>| odds.map(|odds| PayRow::combination(kind, hand, odds));
        let bet = hands().filter_map(|hand| row(StakeKind::Bet, hand, pays.bet.of(hand)));
        let bonus = hands().filter(|_| has_bonus).filter_map(|hand| row(StakeKind::Bonus, hand, pays.bonus.of(hand)));
        core::iter::once(PayRow::anything(StakeKind::Ante, pays.ante)).chain(bet).chain(bonus).collect()
    }

    /// How the game goes.
    pub(super) fn rule_notes(&self) -> Vec<RuleNote> {
        let play = &self.play;
        let mut names = alloc::vec!["aim"];
        names.extend(play.ranking.joker_yields_at.map(|yields| match yields {
            JokerYields::SameRank => "joker-yields-at-rank",
            JokerYields::SameCategory => "joker-yields-at-category",
        }));
        names.push(if play.ranking.wheel { "wheel" } else { "no-wheel" });
        names.extend(["decision", "box-by-box"]);
        names.extend(play.purchase.map(|purchase| match purchase.card {
            BoughtCard::Exchange => "exchange",
            BoughtCard::SixthCard => "sixth-card",
        }));
        names.push(match play.dealer_from {
            DealerFrom::AceKing => "dealer-has-game",
            DealerFrom::Pair => "dealer-from-pair",
        });
        names.extend(["no-game", "game"]);
        let is_unpaid = play.dealer_from == DealerFrom::AceKing && play.pays.bet.ace_king.is_none();
        names.extend(is_unpaid.then_some("ace-king-unpaid"));
        names.extend(self.boxes.equal_antes.then_some("equal-antes"));
        let mut notes: Vec<RuleNote> = names.into_iter().map(RuleNote::plain).collect();
        if self.limits.bonus.is_some() {
            notes.extend([RuleNote::plain("bonus"), house_poker::bonus_note(play.bonus_survives_pass)]);
            notes.extend(play.purchase.map(|purchase| {
                RuleNote::plain(if purchase.bonus_survives { "bonus-survives-purchase" } else { "bonus-ends-with-purchase" })
            }));
        }
        notes.extend(PayoutMost::from(play.payout).notes(self.limits.bonus.is_some()));
        notes.extend(["wrong-count", "wrong-count-of-dealer"].map(RuleNote::plain));
        notes.extend(play.purchase.filter(|_| !play.mistakes.price_comes_back).map(|_| RuleNote::plain("wrong-count-keeps-price")));
        notes.extend((!play.mistakes.surrendered_too).then_some(RuleNote::plain("wrong-count-not-surrendered")));
        notes.push(rounding_note(play.mistakes.rounding));
        notes.push(RuleNote::plain("silence"));
        notes
    }
}
