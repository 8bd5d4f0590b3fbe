//! The game's words, and what a player reads of the rules.

use alloc::vec::Vec;

use super::{
    BlackjackTakes, BlindCounts, DoubleRules, InsuranceAsked, InsuranceRules, MissedBox, Rules, Soft17, SplitBy, SplitRules, StrayCard,
    SurrenderRules,
};
use crate::games::sheet::rounding_note;
use crate::model::{ChoiceKind, Combination, GameSheet, Laid, PayRow, RuleNote, StakeKind};

/// Every word of the game.
pub const SHEET: GameSheet = GameSheet {
    stakes: &[
        (StakeKind::Main, Laid::First),
        (StakeKind::Double, Laid::On(StakeKind::Main)),
        (StakeKind::Split, Laid::On(StakeKind::Main)),
        (StakeKind::Insurance, Laid::On(StakeKind::Main)),
    ],
    choices: &[
        ChoiceKind::Hit,
        ChoiceKind::Stand,
        ChoiceKind::Double,
        ChoiceKind::DoubleBlind,
        ChoiceKind::Split,
        ChoiceKind::Surrender,
        ChoiceKind::EvenMoney,
        ChoiceKind::Insure,
        ChoiceKind::Decline,
        ChoiceKind::Follow,
    ],
    combinations: &[
        Combination::Blackjack,
        Combination::ThreeSevens,
        Combination::SixCards,
        Combination::SixSevenEight,
        Combination::SuitedBlackjack,
    ],
};

impl Rules {
    /// The pay table.
    pub(super) fn pay_rows(&self) -> Vec<PayRow> {
        let (play, pays) = (&self.play, &self.play.pays);
        let of = PayRow::combination;
        let mut rows = alloc::vec![of(StakeKind::Main, Combination::Blackjack, pays.blackjack)];
        rows.extend(play.blackjack.even_money.then_some(PayRow::case(StakeKind::Main, "even-money-taken", pays.even_money)));
        rows.push(PayRow::case(StakeKind::Main, "better-hand", pays.win));
        rows.extend(self.prize_rows());
        rows.push(PayRow::case(StakeKind::Double, "better-hand", pays.win));
        if play.split.most > 0 {
            rows.extend(play.blackjack.after_split.then_some(of(StakeKind::Split, Combination::Blackjack, pays.blackjack)));
            rows.push(PayRow::case(StakeKind::Split, "better-hand", pays.win));
        }
        rows.extend(play.insurance.map(|_| PayRow::anything(StakeKind::Insurance, pays.insurance)));
        rows
    }

    fn prize_rows(&self) -> impl Iterator<Item = PayRow> + use<> {
        let combinations = [Combination::ThreeSevens, Combination::SixCards, Combination::SixSevenEight, Combination::SuitedBlackjack];
        let row = |(combination, odds): (_, Option<_>)| odds.map(|odds| PayRow::combination(StakeKind::Main, combination, odds));
        combinations.into_iter().zip(self.play.prizes.all()).filter_map(row)
    }

    /// How the game goes.
    pub(super) fn rule_notes(&self) -> Vec<RuleNote> {
        let play = &self.play;
        let has_splits = play.split.most > 0;
        let mut notes: Vec<RuleNote> = ["aim", "counts", "equal-counts", "over-21"].map(RuleNote::plain).to_vec();
        notes.push(RuleNote::plain(match play.dealer.soft_17 {
            Soft17::Stand => "dealer-stands-on-soft-17",
            Soft17::Hit => "dealer-draws-on-soft-17",
        }));
        notes.push(RuleNote::plain(match play.dealer.blackjack_takes {
            BlackjackTakes::All => "blackjack-takes-all",
            BlackjackTakes::OriginalOnly => "blackjack-takes-original-only",
        }));
        notes.extend(play.blackjack.even_money.then_some(RuleNote::plain("even-money")));
        notes.extend(play.insurance.iter().flat_map(InsuranceRules::notes));
        notes.extend(play.double.notes(has_splits));
        notes.extend(play.split.notes());
        let after_split = if play.blackjack.after_split { "blackjack-after-split" } else { "no-blackjack-after-split" };
        notes.extend(has_splits.then_some(RuleNote::plain(after_split)));
        notes.extend(self.limits.raises_within_box_most.then_some(RuleNote::plain("raises-within-box-most")));
        notes.extend(play.surrender.iter().flat_map(|surrender| surrender.notes(has_splits)));
        notes.extend(play.twenty_one_stands.then_some(RuleNote::plain("twenty-one-stands")));
        notes.extend(self.prize_rows().next().map(|_| RuleNote::plain("prizes")));
        notes.extend((self.players_per_box > 1).then(|| RuleNote::counted("players-per-box", self.players_per_box)));
        notes.extend(self.notes_of_mistakes());
        notes.push(rounding_note(play.rounding));
        notes.push(RuleNote::plain("silence"));
        notes
    }

    /// What becomes of a dealer's mistake, and of a void deal.
    fn notes_of_mistakes(&self) -> impl Iterator<Item = RuleNote> + use<> {
        let play = &self.play;
        let stray = (play.mistakes.stray_card == StrayCard::NextPlace).then_some(RuleNote::plain("stray-card-next-place"));
        let missed = (play.mistakes.missed_box == MissedBox::SitsOut).then_some(RuleNote::plain("missed-box-sits-out"));
        [stray, missed, play.blackjack.payments_in_void.note(), play.forfeits_in_void.note()].into_iter().flatten()
    }
}

impl InsuranceRules {
    fn notes(&self) -> impl Iterator<Item = RuleNote> + use<> {
        let cards = if self.against_ten { "insurance-against-ace-and-ten" } else { "insurance-against-ace" };
        let amount = if self.partial { "insurance-up-to-half" } else { "insurance-half" };
        let asked = match self.asked {
            InsuranceAsked::BeforePlay => "insurance-before-play",
            InsuranceAsked::AtTheBox => "insurance-at-the-box",
        };
        let on_blackjack = self.on_blackjack.then_some("insurance-on-blackjack");
        [cards, amount, "insurance-wins", asked].into_iter().chain(on_blackjack).map(RuleNote::plain)
    }
}

impl DoubleRules {
    fn notes(&self, has_splits: bool) -> Vec<RuleNote> {
        let mut notes = alloc::vec![RuleNote::plain("double")];
        notes.extend((self.least_points > 2).then(|| RuleNote::counted("double-from", self.least_points)));
        notes.extend((self.most_points < 21).then(|| RuleNote::counted("double-to", self.most_points)));
        let after_split = match (self.after_split, self.on_split_aces) {
            (false, _) => "no-double-after-split",
            (true, false) => "double-after-split-but-aces",
            (true, true) => "double-after-split",
        };
        notes.extend(has_splits.then_some(RuleNote::plain(after_split)));
        if let Some(most) = self.blind_most_points {
            notes.push(RuleNote::counted("double-blind", most));
            notes.extend((self.blind_counts == BlindCounts::Low).then_some(RuleNote::plain("double-blind-ace-low")));
        }
        notes
    }
}

impl SplitRules {
    fn notes(&self) -> Vec<RuleNote> {
        if self.most == 0 {
            return Vec::new();
        }
        let by = match self.by {
            SplitBy::Rank => "split-by-rank",
            SplitBy::Value => "split-by-value",
        };
        let mut notes = alloc::vec![RuleNote::plain(by)];
        // With so many splits no cards are left to split.
        notes.extend((self.most < 31).then(|| RuleNote::counted("split-most", self.most)));
        notes.extend(self.aces_one_card.then_some(RuleNote::plain("split-aces-one-card")));
        notes.extend((self.aces_one_card && self.aces_again).then_some(RuleNote::plain("split-aces-again")));
        notes.extend((!self.aces_again).then_some(RuleNote::plain("split-aces-once")));
        notes.extend(self.ends_with_bust.then_some(RuleNote::plain("split-ends-with-bust")));
        notes
    }
}

impl SurrenderRules {
    fn notes(&self, has_splits: bool) -> impl Iterator<Item = RuleNote> + use<> {
        let when = if self.against_ace { "surrender" } else { "surrender-but-against-ace" };
        let after_split = if self.after_split { "surrender-after-split" } else { "no-surrender-after-split" };
        let end = if self.is_final { "surrender-is-final" } else { "surrender-loses-to-blackjack" };
        let after_split = has_splits.then_some(after_split);
        [when].into_iter().chain(after_split).chain([end]).map(RuleNote::plain)
    }
}
