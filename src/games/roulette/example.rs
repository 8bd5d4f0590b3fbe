//! Rules for the tests of the pure rooms, which cannot read files. They are like `roulette/by` with small limits.

use super::{ByKind, Countdown, Limits, NoSpinStakes, OverMost, RestartAfterClose, Round, Rules};
use crate::games::range::BetRange;
use crate::model::{Call, Money};

/// Every bet is offered; 1 to 1000 on a position, 5000 a seat, 100,000 for the table.
pub(crate) fn rules() -> Rules {
    let range = BetRange { least: Money::from_minor(1), most: Money::from_minor(1_000) };
    let by_kind = |of: [i64; 11]| {
        let [straight, split, street, corner, six_line, first_four, dozen, column, colour, parity, half] = of.map(Some);
        ByKind { straight, split, street, corner, six_line, first_four, dozen, column, colour, parity, half }
    };
    Rules {
        source: "a test".into(),
        pay_table: "a test".into(),
        returns: by_kind([36, 18, 12, 9, 6, 9, 3, 3, 2, 2, 2]),
        zero_trios: true,
        calls: Call::ALL.to_vec(),
        round: Round {
            countdown: Countdown::Always,
            betting_seconds: 25,
            open_while_ball_runs: true,
            open_after_launch_most_seconds: 10,
            pause_seconds: 8,
            spins_per_hour_most: 80,
            spin_most_seconds: 240,
            no_spin_stakes: NoSpinStakes::Refund,
            no_spins_most: 3,
            restart_after_close: RestartAfterClose::Refund,
        },
        limits: Limits {
            step_minor: Money::from_minor(1),
            seat_most_minor: Money::from_minor(5_000),
            table_exposure_most_minor: Money::from_minor(100_000),
            win_most_minor: None,
            over_most: OverMost::Refuse,
            called_least_is_of_whole_bet: true,
            position: ByKind::same(range),
        },
    }
}
