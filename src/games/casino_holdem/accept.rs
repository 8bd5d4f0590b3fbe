//! What may be staked, and the most it can bring.

use alloc::string::String;
use alloc::vec::Vec;

use super::Rules;
use crate::games::contract::CardRules;
use crate::games::early_payments::EarlyPayments;
use crate::games::house_poker::{BonusShare, BonusTaken, PayoutMost, Staking, of_boxes, of_house_poker, win_of};
use crate::games::house_settings::HouseSettings;
use crate::model::{BoxStake, Money, StakeKind};

impl Rules {
    fn staking(&self) -> Staking {
        let limits = &self.limits;
        Staking {
            boxes: self.boxes.boxes,
            ante: (limits.ante, limits.step_minor),
            light: None,
            takes_dark: self.boxes.dark,
            bonus: limits.bonus.map(|bonus| BonusTaken::UpToAnte(bonus.on_antes(limits.ante, BonusShare::Whole), self.play.pays.bonus)),
            dark_insurance: None,
            equal_antes: false,
        }
    }
}

impl CardRules for Rules {
    of_house_poker!();

    /// Every stake back and every win at once, of ante, bet and bonus.
    fn return_most(&self, stakes: &[BoxStake]) -> Money {
        let pays = &self.play.pays;
        let payout = PayoutMost::from(self.play.payout);
        of_boxes(stakes, |lying| {
            let (ante, bonus) = (lying.of(StakeKind::Ante), lying.of(StakeKind::Bonus));
            let bet = ante + ante;
            let ante_win = pays.ante.win_most(ante).max(win_of(pays.no_game_low, ante));
            ante + bet + bonus + payout.after_cut(ante_win + win_of(pays.bet, bet), Money::ZERO, win_of(pays.bonus, bonus))
        })
    }

    fn early_payments(&self) -> EarlyPayments {
        self.play.payments_in_void
    }

    fn problems(&self) -> Vec<(String, String)> {
        self.wrong_keys()
    }

    fn house_settings(&mut self) -> HouseSettings<'_> {
        self.limits.house_settings(BonusShare::Whole, &mut self.play.payout, &mut self.timing)
    }
}
