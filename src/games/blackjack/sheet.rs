//! What a player reads of the rules.

use alloc::vec::Vec;

use super::{BlackjackTakes, DoubleRules, InsuranceRules, Rules, Soft17, SplitBy, SplitRules, SurrenderRules};
use crate::model::{Combination, PayRow, RuleNote, StakeKind};

impl Rules {
    /// The pay table.
    pub(super) fn pay_rows(&self) -> Vec<PayRow> {
        let (pays, prizes) = (&self.play.pays, &self.play.prizes);
        let prize =
            |(combination, odds): (Combination, Option<_>)| odds.map(|odds| PayRow::combination(StakeKind::Main, combination, odds));
        let prizes = [
            (Combination::ThreeSevens, prizes.three_sevens),
            (Combination::SixCards, prizes.six_cards),
            (Combination::SixSevenEight, prizes.six_seven_eight),
            (Combination::SuitedBlackjack, prizes.suited_blackjack),
        ];
        let mut rows = alloc::vec![PayRow::combination(StakeKind::Main, Combination::Blackjack, pays.blackjack)];
        rows.extend(self.play.blackjack.even_money.then_some(PayRow::case(StakeKind::Main, "even-money-taken", pays.even_money)));
        rows.push(PayRow::case(StakeKind::Main, "better-hand", pays.win));
        rows.push(PayRow::case(StakeKind::Double, "better-hand", pays.win));
        let of_split = PayRow::combination(StakeKind::Split, Combination::Blackjack, pays.blackjack);
        rows.extend(self.play.blackjack.after_split.then_some(of_split));
        rows.push(PayRow::case(StakeKind::Split, "better-hand", pays.win));
        rows.extend(self.play.insurance.map(|_| PayRow::anything(StakeKind::Insurance, pays.insurance)));
        rows.extend(prizes.into_iter().filter_map(prize));
        rows
    }

    /// How the game goes.
    pub(super) fn rule_notes(&self) -> Vec<RuleNote> {
        let play = &self.play;
        let mut notes = alloc::vec![RuleNote::plain("aim"), RuleNote::plain("counts")];
        notes.push(RuleNote::plain(match play.dealer.soft_17 {
            Soft17::Stand => "dealer-stands-on-soft-17",
            Soft17::Hit => "dealer-draws-on-soft-17",
        }));
        notes.push(RuleNote::plain(if play.blackjack.after_split { "blackjack-after-split" } else { "no-blackjack-after-split" }));
        notes.push(RuleNote::plain(match play.dealer.blackjack_takes {
            BlackjackTakes::All => "blackjack-takes-all",
            BlackjackTakes::OriginalOnly => "blackjack-takes-original-only",
        }));
        notes.extend(play.blackjack.even_money.then_some(RuleNote::plain("even-money")));
        notes.extend(play.insurance.iter().flat_map(InsuranceRules::notes));
        notes.extend(play.double.notes());
        notes.extend(play.split.notes());
        notes.extend(play.surrender.iter().flat_map(SurrenderRules::notes));
        notes.extend(play.twenty_one_stands.then_some(RuleNote::plain("twenty-one-stands")));
        notes.extend((self.players_per_box > 1).then(|| RuleNote::counted("players-per-box", self.players_per_box)));
        notes.push(RuleNote::plain("silence"));
        notes
    }
}

impl InsuranceRules {
    fn notes(&self) -> impl Iterator<Item = RuleNote> + use<> {
        let cards = if self.against_ten { "insurance-against-ace-and-ten" } else { "insurance-against-ace" };
        let amount = if self.partial { "insurance-up-to-half" } else { "insurance-half" };
        [cards, amount].into_iter().map(RuleNote::plain)
    }
}

impl DoubleRules {
    fn notes(&self) -> Vec<RuleNote> {
        let mut notes = alloc::vec![RuleNote::plain("double")];
        notes.extend((self.least_points > 2).then(|| RuleNote::counted("double-from", self.least_points)));
        notes.extend((self.most_points < 21).then(|| RuleNote::counted("double-to", self.most_points)));
        notes.push(RuleNote::plain(match (self.after_split, self.on_split_aces) {
            (false, _) => "no-double-after-split",
            (true, false) => "double-after-split-but-aces",
            (true, true) => "double-after-split",
        }));
        notes.extend(self.blind_most_points.map(|most| RuleNote::counted("double-blind", most)));
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
        notes.extend((!self.aces_again).then_some(RuleNote::plain("split-aces-once")));
        notes
    }
}

impl SurrenderRules {
    fn notes(&self) -> impl Iterator<Item = RuleNote> + use<> {
        let when = if self.against_ace { "surrender" } else { "surrender-but-against-ace" };
        let end = if self.is_final { "surrender-is-final" } else { "surrender-loses-to-blackjack" };
        [when, end].into_iter().map(RuleNote::plain)
    }
}
