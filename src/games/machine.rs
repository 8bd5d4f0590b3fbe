//! Games that one seat plays at a machine of its own: one stake, or the same on each of some lines, which begins the deal.
//!
//! Here lives what at least two such games say in the same words: the rules file around the game's own keys, and what is taken as a stake.
//! Here never lives what a card means.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::contract::CardRules;
use super::house_settings::{HouseSettings, StakeAmounts};
use super::range::{BetRange, step_problem};
use super::shoe::ShoeRules;
use super::stake_request;
use super::timing::Timing;
use crate::model::{BoxNumber, BoxStake, LimitKind, Money, PayRow, Piece, Refusal, RuleNote, Seat, StakeKind, StakeOffer};

/// The box of a machine, the first where it has one for each line.
pub const BOX: BoxNumber = BoxNumber(1);

/// The rules of one house. A rules file is complete: there is no inheritance and no default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules<P> {
    /// Where the rules come from: digest and rule numbers.
    pub source: String,
    /// The name of the pay table; it stands on the rules screen.
    pub pay_table: String,
    /// The cards.
    pub shoe: ShoeRules,
    /// The course of a deal in time.
    #[serde(rename = "course")]
    pub timing: Timing,
    /// The amounts.
    pub limits: Limits,
    /// What a deal goes by.
    pub play: P,
}

/// The limits of amounts, in minor units. All are at most [`Money::MOST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// The value of one step; stakes are multiples of it.
    pub step_minor: Money,
    /// The least and most of the stake of a deal, on each line where there are several. The most is the highest step.
    pub main: BetRange,
}

/// What of a game's own keys a house narrows, as in [`HouseSettings`].
pub type StepsAndPayouts<'a> = (Vec<&'a mut Money>, Vec<(LimitKind, &'a mut Option<Money>)>);

/// What a deal of such a game goes by.
pub trait MachinePlay {
    /// How many lines may be staked on: line n is box n, the first lines are taken first, and the same lies on each.
    fn lines(&self) -> u8 {
        1
    }

    /// The most that can come back for this stake, that of all lines together, and for all that can be staked beside it in the deal; `limits`
    /// say which step is the highest.
    fn return_most(&self, stake: Money, limits: &Limits) -> Money;

    /// Whether the highest step pays another multiple than the others.
    fn pays_otherwise_at_most(&self) -> bool {
        false
    }

    /// What wins how much.
    fn pays(&self) -> Vec<PayRow>;

    /// How the game goes.
    fn notes(&self) -> Vec<RuleNote>;

    /// The first key that is out of its range or does not go with these cards and amounts, with what is expected there.
    fn problem(&self, shoe: &ShoeRules, limits: &Limits) -> Option<(String, String)>;

    /// What a stake in the course of a deal is a multiple of, and the most that is paid out, wherever these rules know such a limit.
    fn steps_and_payouts(&mut self) -> StepsAndPayouts<'_>;

    /// What stands at the machine besides cards before its first deal.
    fn pieces(&self) -> Vec<Piece> {
        Vec::new()
    }
}

impl<P: MachinePlay> CardRules for Rules<P> {
    fn shoe(&self) -> &ShoeRules {
        &self.shoe
    }

    fn timing(&self) -> &Timing {
        &self.timing
    }

    fn boxes(&self) -> u8 {
        self.play.lines()
    }

    fn is_machine(&self) -> bool {
        true
    }

    fn offers(&self) -> Vec<StakeOffer> {
        let Limits { step_minor: step, main: BetRange { least, most } } = self.limits;
        alloc::vec![StakeOffer { kind: StakeKind::Main, least, most, step, odds: None }]
    }

    fn pays(&self) -> Vec<PayRow> {
        self.play.pays()
    }

    fn notes(&self) -> Vec<RuleNote> {
        self.play.notes()
    }

    fn accept(&self, lie: &[BoxStake], seat: Seat, asked: &[BoxStake]) -> Result<(), Refusal> {
        let asked = StakeRequest { rules: &self.limits, lie, seat, asked };
        asked.check(&[StakeRequest::is_offered])?;
        asked.are_lines(self.play.lines())?;
        asked.check(&[StakeRequest::is_within_limits])
    }

    fn return_most(&self, stakes: &[BoxStake]) -> Money {
        let main = stakes.iter().filter(|stake| stake.kind == StakeKind::Main);
        self.play.return_most(main.map(|stake| stake.amount).sum(), &self.limits)
    }

    fn pays_otherwise_at_most(&self) -> bool {
        self.play.pays_otherwise_at_most()
    }

    fn pieces(&self) -> Vec<Piece> {
        self.play.pieces()
    }

    fn problems(&self) -> Vec<(String, String)> {
        let Limits { step_minor, main } = self.limits;
        let step = step_problem(step_minor);
        let main = main.problem(step_minor).filter(|_| step.is_none()).map(|expected| ("limits.main", expected));
        let parts = [self.shoe.problem(), self.timing.problem_at_machine(), step, main];
        let parts = parts.into_iter().flatten().map(|(key, expected)| (key.into(), expected.into()));
        parts.chain(self.play.problem(&self.shoe, &self.limits)).collect()
    }

    fn house_settings(&mut self) -> HouseSettings<'_> {
        let BetRange { least, most } = &mut self.limits.main;
        let main = StakeAmounts { kind: StakeKind::Main, least, most };
        let (mut steps, payouts) = self.play.steps_and_payouts();
        steps.push(&mut self.limits.step_minor);
        HouseSettings { steps, stakes: alloc::vec![main], payouts, timing: &mut self.timing }
    }
}

/// Stakes that a seat asks for at its machine.
type StakeRequest<'a> = stake_request::StakeRequest<'a, Limits>;

impl StakeRequest<'_> {
    fn is_offered(&self, stake: &BoxStake) -> Result<(), Refusal> {
        match stake {
            BoxStake { hand: 1.., .. } => Err(Refusal::BetMalformed),
            _ if stake.kind != StakeKind::Main => Err(Refusal::BetNotOffered),
            _ => Ok(()),
        }
    }

    /// Checks that the stakes lie on the first lines, the same on each. Where there is one line, several stakes on it add up.
    fn are_lines(&self, lines: u8) -> Result<(), Refusal> {
        let on_line = |line| {
            let mut amounts = self.own().filter(|stake| stake.place == BoxNumber(line)).map(|stake| stake.amount);
            amounts.try_fold(Money::ZERO, Money::checked_add).ok_or(Refusal::AboveMost)
        };
        if self.all().any(|stake| !(1..=lines).contains(&stake.place.0)) {
            return Err(Refusal::BoxUnknown);
        }
        let sums: Vec<Money> = (1..=lines).map(on_line).collect::<Result<_, _>>()?;
        let played = sums.iter().filter(|sum| !sum.is_zero()).count();
        if sums[..played].iter().any(|sum| sum.is_zero()) {
            return Err(Refusal::StakeMissing);
        }
        let is_equal = sums[..played].iter().all(|sum| *sum == sums[0]);
        if is_equal { Ok(()) } else { Err(Refusal::StakeUnequal) }
    }

    fn is_within_limits(&self, stake: &BoxStake) -> Result<(), Refusal> {
        let on_its_line = |stakes: &[BoxStake]| stakes.iter().filter(|other| other.place == stake.place).copied().collect::<Vec<_>>();
        let (lie, asked) = (on_its_line(self.lie), on_its_line(self.asked));
        stake_request::StakeRequest { rules: self.rules, lie: &lie, seat: self.seat, asked: &asked }.is_within(
            stake,
            self.rules.main,
            self.rules.step_minor,
        )
    }
}
