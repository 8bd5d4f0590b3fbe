//! What the games of house poker have in common: boxes light and dark, ante and bet, exchange, insurance, bonus, showdown, the most that
//! is paid out.
//!
//! Here lives what at least two of the games say in the same words (`house-poker-by` section 1). Here never lives a rule that only one
//! of them has.

/// What every game of house poker says as its [`CardRules`](crate::games::contract::CardRules): its parts by the names that all their rules
/// files have, and what is taken by its `staking`.
macro_rules! of_house_poker {
    () => {
        fn shoe(&self) -> &crate::games::shoe::ShoeRules {
            &self.shoe
        }

        fn timing(&self) -> &crate::games::timing::Timing {
            &self.timing
        }

        fn boxes(&self) -> u8 {
            self.boxes.boxes
        }

        fn offers(&self) -> Vec<crate::model::StakeOffer> {
            self.staking().offers()
        }

        fn pays(&self) -> Vec<crate::model::PayRow> {
            self.pay_rows()
        }

        fn notes(&self) -> Vec<crate::model::RuleNote> {
            self.rule_notes()
        }

        fn accept(&self, lie: &[BoxStake], seat: crate::model::Seat, asked: &[BoxStake]) -> Result<(), crate::model::Refusal> {
            self.staking().accept(lie, seat, asked)
        }
    };
}

pub(in crate::games) use of_house_poker;

mod ante_limits;
mod bonus;
mod boxes;
mod exposure;
mod limits;
mod payout;
mod pays;
mod sheet;
mod showdown;
mod staking;
mod table;

pub use ante_limits::{AnteLimits, BonusLimits, PlainPayout};
pub use limits::{BonusStake, BoxRules, Limits, PlateBonus};
pub use payout::{CapOn, PayoutMost};
pub use pays::{BonusPays, ByCombination, Pays};

pub(in crate::games) use ante_limits::BonusShare;
pub(in crate::games) use bonus::bonus_return;
pub(in crate::games) use boxes::PokerBox;
pub(in crate::games) use exposure::{Most, of_boxes, return_most};
pub(in crate::games) use limits::{first_problems, one_pack_problems};
pub(in crate::games) use pays::{odds_problem, win_of};
pub(in crate::games) use sheet::bonus_note;
pub(in crate::games) use showdown::{Outcome, has_game, insurance_return, won};
pub(in crate::games) use staking::{BonusTaken, InsuranceTaken, Staking, half};
pub(in crate::games) use table::{HouseTable, Next, hand, look};
