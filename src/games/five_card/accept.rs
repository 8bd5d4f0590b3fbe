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
            takes_dark: false,
            bonus: limits.bonus.map(|bonus| BonusTaken::UpToHalf(bonus.on_antes(limits.ante, BonusShare::Half))),
            dark_insurance: None,
            equal_antes: self.boxes.equal_antes,
        }
    }
}

impl CardRules for Rules {
    of_house_poker!();

    /// Every stake back, the price too as in a void hand, and every win at once, or what the house pays for a void hand.
    fn return_most(&self, stakes: &[BoxStake]) -> Money {
        let (pays, payout) = (&self.play.pays, PayoutMost::from(self.play.payout));
        of_boxes(stakes, |lying| {
            let (ante, bonus) = (lying.of(StakeKind::Ante), lying.of(StakeKind::Bonus));
            let bet = ante + ante;
            let price = if self.play.purchase.is_some() { ante } else { Money::ZERO };
            let wins = payout.after_cut(win_of(pays.ante, ante) + pays.bet.win_most(bet), Money::ZERO, pays.bonus.win_most(bonus));
            ante + bet + price + bonus + wins.max(self.play.mistakes.penalty(ante))
        })
    }

    /// What a void hand returns is paid at once, and stands even if the deal becomes void (HPAM-30, HPAM-32).
    fn early_payments(&self) -> EarlyPayments {
        EarlyPayments::Stand
    }

    fn problems(&self) -> Vec<(String, String)> {
        self.wrong_keys()
    }

    fn house_settings(&mut self) -> HouseSettings<'_> {
        self.limits.house_settings(BonusShare::Half, &mut self.play.payout, &mut self.timing)
    }
}
