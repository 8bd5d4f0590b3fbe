//! What may be staked, and the most it can bring.

use alloc::string::String;
use alloc::vec::Vec;

use super::Rules;
use crate::games::contract::CardRules;
use crate::games::course::Course;
use crate::games::early_payments::EarlyPayments;
use crate::games::house_poker::{BonusShare, BonusTaken, PayoutMost, Staking, of_boxes, win_of};
use crate::games::narrowing::Narrowing;
use crate::games::shoe::ShoeRules;
use crate::model::{BoxStake, Money, PayRow, Refusal, RuleNote, Seat, StakeKind, StakeOffer, TableLimit};

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
    fn shoe(&self) -> &ShoeRules {
        &self.shoe
    }

    fn course(&self) -> &Course {
        &self.course
    }

    fn boxes(&self) -> u8 {
        self.boxes.boxes
    }

    fn offers(&self) -> Vec<StakeOffer> {
        self.staking().offers()
    }

    fn pays(&self) -> Vec<PayRow> {
        self.pay_rows()
    }

    fn notes(&self) -> Vec<RuleNote> {
        self.rule_notes()
    }

    fn limits(&self) -> Vec<TableLimit> {
        PayoutMost::from(self.play.payout).limits()
    }

    fn accept(&self, lie: &[BoxStake], seat: Seat, asked: &[BoxStake]) -> Result<(), Refusal> {
        self.staking().accept(lie, seat, asked)
    }

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

    fn narrowing(&mut self) -> Narrowing<'_> {
        self.limits.narrowing(BonusShare::Whole, &mut self.play.payout, &mut self.course)
    }
}
