//! What the games of house poker have in common: boxes light and dark, ante and bet, exchange, insurance, bonus, showdown, the most that
//! is paid out.
//!
//! Here lives what at least two of the games say in the same words (`house-poker-by` section 1). Here never lives a rule that only one
//! of them has.

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
pub(in crate::games) use table::{Next, Table, hand, look};
