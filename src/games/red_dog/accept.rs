//! What may be staked, and the most it can bring.

use alloc::string::String;
use alloc::vec::Vec;

use super::settle::ride_odds;
use super::{Pair, Rules};
use crate::games::asked;
use crate::games::contract::CardRules;
use crate::games::course::Course;
use crate::games::narrowing::{Narrowing, StakeAmounts};
use crate::games::range::BetRange;
use crate::games::shoe::ShoeRules;
use crate::model::{BoxStake, Money, PayRow, Refusal, RuleNote, SEATS, Seat, StakeKind, StakeOffer, TableLimit};

impl CardRules for Rules {
    fn shoe(&self) -> &ShoeRules {
        &self.shoe
    }

    fn course(&self) -> &Course {
        &self.course
    }

    fn boxes(&self) -> u8 {
        SEATS as u8
    }

    fn has_own_boxes(&self) -> bool {
        true
    }

    fn offers(&self) -> Vec<StakeOffer> {
        let BetRange { least, most } = self.limits.ante;
        alloc::vec![StakeOffer { kind: StakeKind::Ante, least, most, step: self.limits.step_minor, odds: None }]
    }

    fn pays(&self) -> Vec<PayRow> {
        self.pay_rows()
    }

    fn notes(&self) -> Vec<RuleNote> {
        self.rule_notes()
    }

    /// None: no rule of the game cuts a win, and no two seats stake on one box.
    fn limits(&self) -> Vec<TableLimit> {
        Vec::new()
    }

    fn accept(&self, lie: &[BoxStake], seat: Seat, asked: &[BoxStake]) -> Result<(), Refusal> {
        let asked = Asked { rules: self, lie, seat, asked };
        asked.check(&[Asked::is_offered, asked::Asked::is_on_own_box, Asked::is_within_limits])
    }

    /// Every row, each with a ride where the rules ask for one.
    fn return_most(&self, stakes: &[BoxStake]) -> Money {
        let play = &self.play;
        let antes = || stakes.iter().filter(|stake| stake.kind == StakeKind::Ante).map(|stake| stake.amount);
        let returned = |ante: Money, odds| ante + play.win_of(ante, odds);
        let by_spread = |spread| {
            let of = |ante| returned(ante, play.pays.of_spread(spread)) + returned(ante, ride_odds(play, spread));
            antes().map(of).sum::<Money>()
        };
        let three = antes().map(|ante| returned(ante, play.pays.three_of_a_kind)).sum::<Money>();
        let with_pair = (play.pair == Pair::ThirdCard).then_some(three);
        (1..=4).map(by_spread).chain(with_pair).max().unwrap_or_default()
    }

    fn problems(&self) -> Vec<(String, String)> {
        self.wrong_keys()
    }

    fn narrowing(&mut self) -> Narrowing<'_> {
        let BetRange { least, most } = &mut self.limits.ante;
        let ante = StakeAmounts { kind: StakeKind::Ante, least, most };
        Narrowing {
            steps: alloc::vec![&mut self.limits.step_minor],
            stakes: alloc::vec![ante],
            payouts: Vec::new(),
            course: &mut self.course,
        }
    }
}

/// Stakes that a seat asks for at Red Dog.
type Asked<'a> = asked::Asked<'a, Rules>;

impl Asked<'_> {
    fn is_offered(&self, stake: &BoxStake) -> Result<(), Refusal> {
        match (stake.hand, stake.kind) {
            (0, StakeKind::Ante) => Ok(()),
            (0, _) => Err(Refusal::BetNotOffered),
            _ => Err(Refusal::BetMalformed),
        }
    }

    fn is_within_limits(&self, stake: &BoxStake) -> Result<(), Refusal> {
        self.is_within(stake, self.rules.limits.ante, self.rules.limits.step_minor)
    }
}
