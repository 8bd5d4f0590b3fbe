//! The options page: every key of `device-profiles/rules/roulette/*.toml`.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::Decode;
use serde::{Deserialize, Serialize};

use crate::games::range::BetRange;
use crate::model::{BetKind, Call, Money};

/// The rules of one house for single-zero roulette. A rules file is complete: there is no inheritance and no default.
#[derive(Clone, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Where the rules come from: digest and rule numbers.
    #[n(0)]
    pub source: String,
    /// The name of the pay table; it stands in every round's record and on the rules screen (`roulette-am` section 3).
    #[n(1)]
    pub pay_table: String,
    /// What a winning stake of 1 returns in all, the stake included; 2 to 36. A kind that is absent is not offered.
    #[n(2)]
    pub returns: ByKind<Option<i64>>,
    /// Whether the trios 0-1-2 and 0-2-3 are offered as streets (RAM-Q7).
    #[n(3)]
    pub zero_trios: bool,
    /// The called bets offered (`roulette-by` section 6).
    #[n(4)]
    pub calls: Vec<Call>,
    /// The course of a round.
    #[n(5)]
    pub round: Round,
    /// The amounts.
    #[n(6)]
    pub limits: Limits,
}

/// A value for each kind of bet. The two sides of an even chance share theirs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are the kinds of bets")]
pub struct ByKind<T> {
    #[n(0)]
    pub straight: T,
    #[n(1)]
    pub split: T,
    #[n(2)]
    pub street: T,
    #[n(3)]
    pub corner: T,
    #[n(4)]
    pub six_line: T,
    #[n(5)]
    pub first_four: T,
    #[n(6)]
    pub dozen: T,
    #[n(7)]
    pub column: T,
    /// Red and black.
    #[n(8)]
    pub colour: T,
    /// Odd and even.
    #[n(9)]
    pub parity: T,
    /// Low and high.
    #[n(10)]
    pub half: T,
}

impl<T: Copy> ByKind<T> {
    /// The same value for every kind.
    #[must_use]
    pub const fn same(value: T) -> Self {
        Self {
            straight: value,
            split: value,
            street: value,
            corner: value,
            six_line: value,
            first_four: value,
            dozen: value,
            column: value,
            colour: value,
            parity: value,
            half: value,
        }
    }

    /// The value for this kind.
    #[must_use]
    pub const fn of(&self, kind: BetKind) -> T {
        match kind {
            BetKind::Straight => self.straight,
            BetKind::Split => self.split,
            BetKind::Street => self.street,
            BetKind::Corner => self.corner,
            BetKind::SixLine => self.six_line,
            BetKind::FirstFour => self.first_four,
            BetKind::Dozen => self.dozen,
            BetKind::Column => self.column,
            BetKind::Red | BetKind::Black => self.colour,
            BetKind::Odd | BetKind::Even => self.parity,
            BetKind::Low | BetKind::High => self.half,
        }
    }
}

impl<T> ByKind<T> {
    /// The value for this kind, to be changed.
    pub const fn of_mut(&mut self, kind: BetKind) -> &mut T {
        match kind {
            BetKind::Straight => &mut self.straight,
            BetKind::Split => &mut self.split,
            BetKind::Street => &mut self.street,
            BetKind::Corner => &mut self.corner,
            BetKind::SixLine => &mut self.six_line,
            BetKind::FirstFour => &mut self.first_four,
            BetKind::Dozen => &mut self.dozen,
            BetKind::Column => &mut self.column,
            BetKind::Red | BetKind::Black => &mut self.colour,
            BetKind::Odd | BetKind::Even => &mut self.parity,
            BetKind::Low | BetKind::High => &mut self.half,
        }
    }
}

/// The course of a round.
#[derive(Clone, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// When the countdown begins.
    #[n(0)]
    pub countdown: Countdown,
    /// How long bets are taken before the ball is launched, in seconds; 5 to 600.
    #[n(1)]
    pub betting_seconds: u32,
    /// Whether bets are still taken while the ball runs, until no more bets is announced (`roulette-by` RBY-17; RAM-12).
    /// Otherwise betting closes when the countdown ends (RAM-Q8).
    #[n(2)]
    pub open_while_ball_runs: bool,
    /// Where bets are taken while the ball runs: how long at most after the ball was seen on the rim, in seconds; 1 to 60.
    #[n(3)]
    pub open_after_launch_most_seconds: u32,
    /// How long the result is shown before the next round opens, in seconds; 1 to 120.
    #[n(4)]
    pub pause_seconds: u32,
    /// How many spins an hour at most; 1 to 240.
    #[n(5)]
    pub spins_per_hour_most: u32,
    /// How long a spin may take from the wish to launch to the result before the table is held, in seconds; 30 to 900.
    #[n(6)]
    pub spin_most_seconds: u32,
    /// What becomes of the stakes when a spin does not count (RAM-17, RAM-Q10; `roulette-by` RA-1).
    #[n(7)]
    pub no_spin_stakes: NoSpinStakes,
    /// After how many spins in a row that do not count the round is voided at coefficient 1 (RAM-Q10); 1 to 20.
    #[n(8)]
    pub no_spins_most: u32,
    /// What happens when the program restarts after the close and before a result (RAM-W30, `house-rules-by` HC-23).
    #[n(9)]
    pub restart_after_close: RestartAfterClose,
}

/// When the countdown of a round begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Countdown {
    /// As soon as the round opens; the wheel spins whether anybody bets or not.
    #[n(0)]
    Always,
    /// With the first bet; the wheel rests while nobody bets.
    #[n(1)]
    FromFirstBet,
}

/// What becomes of the stakes when a spin does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoSpinStakes {
    /// The round reopens with the bets in place and editable (RAM-17).
    #[n(0)]
    Editable,
    /// Every stake goes back and the round reopens; the same stakes are offered as a repeat (RA-1).
    #[n(1)]
    Refund,
    /// Betting stays closed and the ball is launched again.
    #[n(2)]
    Locked,
}

/// What happens to a closed round without a result when the program restarts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RestartAfterClose {
    /// Every stake comes back at coefficient 1.
    #[n(0)]
    Refund,
    /// The bets stand and the ball is launched again.
    #[n(1)]
    Respin,
}

/// The limits of amounts, in minor units. All are at most [`Money::MOST`].
#[derive(Clone, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Stakes and chips are multiples of this.
    #[n(0)]
    pub step_minor: Money,
    /// The most of all stakes of one player in one round.
    #[n(1)]
    pub seat_most_minor: Money,
    /// The most the table could have to pay above the stakes that lie on it.
    #[n(2)]
    pub table_exposure_most_minor: Money,
    /// The most that one position of one player wins; none where absent (RA-14).
    #[n(3)]
    pub win_most_minor: Option<Money>,
    /// What happens with a stake above the most of its position (RA-6, RAM-6).
    #[n(4)]
    pub over_most: OverMost,
    /// Whether the least of a called bet is asked of the whole bet or of each of its stakes (RA-5).
    #[n(5)]
    pub called_least_is_of_whole_bet: bool,
    /// The least and most of one player on one position, for each kind.
    #[n(6)]
    pub position: ByKind<BetRange>,
}

impl Limits {
    /// The least and most of one player on one position of this kind.
    #[must_use]
    pub const fn of(&self, kind: BetKind) -> BetRange {
        self.position.of(kind)
    }
}

/// What happens with a stake above the most of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Decode, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OverMost {
    /// It is refused whole: a bet is taken as it was entered or not at all (RAM-6).
    #[n(0)]
    Refuse,
    /// What fits is taken, the excess is refused and said so (`roulette-by` RA-6).
    #[n(1)]
    RefuseExcess,
}

impl Rules {
    /// Every key whose value parses but is out of its range or contradicts another, with what is expected there.
    #[must_use]
    pub fn problems(&self) -> Vec<(String, String)> {
        let mut problems = Vec::new();
        let mut require = |holds: bool, key: &str, expected: &str| {
            if !holds {
                problems.push((key.into(), expected.into()));
            }
        };
        let limits = &self.limits;
        for kind in self.offered() {
            let returns = self.returns.of(kind).unwrap_or(0);
            require((2..=36).contains(&returns), &alloc::format!("returns.{}", key_of(kind)), "2 to 36: the stake is included");
            let problem = limits.of(kind).problem(limits.step_minor);
            require(problem.is_none(), &alloc::format!("limits.position.{}", key_of(kind)), problem.unwrap_or_default());
        }
        require(limits.step_minor.is_positive() && limits.step_minor <= Money::MOST, "limits.step_minor", "an amount above 0");
        for (key, amount) in [
            ("limits.seat_most_minor", limits.seat_most_minor),
            ("limits.table_exposure_most_minor", limits.table_exposure_most_minor),
            ("limits.win_most_minor", limits.win_most_minor.unwrap_or(Money::MOST)),
        ] {
            require(amount.is_positive() && amount <= Money::MOST, key, "an amount from 1 to 100000000000000");
        }
        let round = &self.round;
        for (key, value, least, most) in [
            ("round.betting_seconds", round.betting_seconds, 5, 600),
            ("round.open_after_launch_most_seconds", round.open_after_launch_most_seconds, 1, 60),
            ("round.pause_seconds", round.pause_seconds, 1, 120),
            ("round.spins_per_hour_most", round.spins_per_hour_most, 1, 240),
            ("round.spin_most_seconds", round.spin_most_seconds, 30, 900),
            ("round.no_spins_most", round.no_spins_most, 1, 20),
        ] {
            require((least..=most).contains(&value), key, &alloc::format!("{least} to {most}"));
        }
        problems
    }
}

/// The key that a kind has in the tables of a rules file.
#[must_use]
pub const fn key_of(kind: BetKind) -> &'static str {
    match kind {
        BetKind::SixLine => "six_line",
        BetKind::FirstFour => "first_four",
        BetKind::Red | BetKind::Black => "colour",
        BetKind::Odd | BetKind::Even => "parity",
        BetKind::Low | BetKind::High => "half",
        other => other.name(),
    }
}
