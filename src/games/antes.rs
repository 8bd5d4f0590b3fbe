//! Games in which every seat lays one ante on the box of its own number, and all boxes play on the same cards: what is taken, and the window
//! in which all boxes decide at once whether they lay the ante once more.
//!
//! Here lives what at least two games say in the same words. Here never lives what a card means.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::contract::CardRules;
use super::house_settings::{HouseSettings, StakeAmounts};
use super::range::{BetRange, step_problem};
use super::shoe::ShoeRules;
use super::stake_request;
use super::timing::Timing;
use crate::model::{
    BoxNumber, BoxStake, Choice, Decision, Money, Offer, PayRow, Refusal, RuleNote, SEATS, Seat, StakeKind, StakeOffer, Window,
};

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
    /// The course of a round in time.
    #[serde(rename = "course")]
    pub timing: Timing,
    /// The amounts.
    pub limits: Limits,
    /// What a deal goes by.
    pub play: P,
}

/// The limits of amounts, in minor units. All are at most [`Money::MOST`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Antes are multiples of this.
    pub step_minor: Money,
    /// The least and most that a seat lays as its ante; what it lays later is as much again.
    pub ante: BetRange,
}

/// What a deal of such a game goes by.
pub trait AntePlay {
    /// The most that can come back for these antes and everything that can be laid on them.
    fn return_most(&self, antes: &[Money]) -> Money;

    /// What wins how much.
    fn pays(&self) -> Vec<PayRow>;

    /// How the game goes.
    fn notes(&self) -> Vec<RuleNote>;
}

impl<P: AntePlay> CardRules for Rules<P> {
    fn shoe(&self) -> &ShoeRules {
        &self.shoe
    }

    fn timing(&self) -> &Timing {
        &self.timing
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
        self.play.pays()
    }

    fn notes(&self) -> Vec<RuleNote> {
        self.play.notes()
    }

    fn accept(&self, lie: &[BoxStake], seat: Seat, asked: &[BoxStake]) -> Result<(), Refusal> {
        let asked = StakeRequest { rules: &self.limits, lie, seat, asked };
        asked.check(&[StakeRequest::is_offered, stake_request::StakeRequest::is_on_own_box, StakeRequest::is_within_limits])
    }

    fn return_most(&self, stakes: &[BoxStake]) -> Money {
        let antes: Vec<Money> = stakes.iter().filter(|stake| stake.kind == StakeKind::Ante).map(|stake| stake.amount).collect();
        self.play.return_most(&antes)
    }

    fn problems(&self) -> Vec<(String, String)> {
        let Limits { step_minor, ante } = &self.limits;
        let step = step_problem(*step_minor);
        let ante = ante.problem(*step_minor).filter(|_| step.is_none()).map(|expected| ("limits.ante", expected));
        let parts = [self.shoe.problem(), self.timing.problem(), step, ante];
        parts.into_iter().flatten().map(|(key, expected)| (key.into(), expected.into())).collect()
    }

    fn house_settings(&mut self) -> HouseSettings<'_> {
        let BetRange { least, most } = &mut self.limits.ante;
        let ante = StakeAmounts { kind: StakeKind::Ante, least, most };
        HouseSettings {
            steps: alloc::vec![&mut self.limits.step_minor],
            stakes: alloc::vec![ante],
            payouts: Vec::new(),
            timing: &mut self.timing,
        }
    }
}

/// Stakes that a seat asks for at such a game.
type StakeRequest<'a> = stake_request::StakeRequest<'a, Limits>;

impl StakeRequest<'_> {
    fn is_offered(&self, stake: &BoxStake) -> Result<(), Refusal> {
        match (stake.hand, stake.kind) {
            (0, StakeKind::Ante) => Ok(()),
            (0, _) => Err(Refusal::BetNotOffered),
            _ => Err(Refusal::BetMalformed),
        }
    }

    fn is_within_limits(&self, stake: &BoxStake) -> Result<(), Refusal> {
        self.is_within(stake, self.rules.ante, self.rules.step_minor)
    }
}

/// What a box may do in the window: lay its ante once more, or not.
pub(super) struct Raise {
    /// To lay it.
    pub(super) choice: Choice,
    /// As which stake.
    pub(super) kind: StakeKind,
    /// Not to; what silence means.
    pub(super) otherwise: Choice,
}

/// The antes of a deal, who has decided, and what was laid on them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Antes {
    /// The antes, and behind them what was laid in the window, in the order in which it was laid.
    stakes: Vec<BoxStake>,
    /// For each ante whether its box has decided.
    has_decided: Vec<bool>,
}

impl Antes {
    /// Before the first card.
    pub(super) fn new(laid: &[BoxStake]) -> Self {
        Self { stakes: laid.to_vec(), has_decided: alloc::vec![false; laid.len()] }
    }

    /// Every stake so far.
    pub(super) fn stakes(&self) -> &[BoxStake] {
        &self.stakes
    }

    /// The boxes that have not decided yet, in dealing order; `None` where there is none.
    pub(super) fn window(&self, raise: &Raise) -> Option<Window> {
        if self.has_decided.iter().all(|decided| *decided) {
            return None;
        }
        let mut boxes: Vec<(BoxStake, bool)> = self.stakes.iter().copied().zip(self.has_decided.iter().copied()).collect();
        boxes.sort_by_key(|(ante, _)| ante.place);
        let numbered = boxes.iter().zip(0u8..);
        let open = numbered.filter(|((_, decided), _)| !decided).map(|((ante, _), nth)| (nth, raise.decision_on(ante))).collect();
        Some(Window { count: boxes.len() as u8, open })
    }

    /// A box decides; gives the stakes that it placed.
    pub(super) fn take_choice_of(&mut self, place: BoxNumber, choice: Choice, raise: &Raise) -> Vec<BoxStake> {
        let at = self.stakes.iter().position(|ante| ante.place == place).expect("a box with an ante is asked");
        self.has_decided[at] = true;
        if choice != raise.choice {
            return Vec::new();
        }
        let stake = BoxStake { kind: raise.kind, ..self.stakes[at] };
        self.stakes.push(stake);
        alloc::vec![stake]
    }

    /// What was laid in the window.
    pub(super) fn raises(&self) -> &[BoxStake] {
        &self.stakes[self.has_decided.len()..]
    }
}

impl Raise {
    fn decision_on(&self, ante: &BoxStake) -> Decision {
        Decision {
            seat: ante.seat,
            place: ante.place,
            hand: 0,
            offers: [Offer::at(self.choice.kind(), ante.amount), Offer::free(self.otherwise.kind())].into_iter().collect(),
            otherwise: self.otherwise,
        }
    }
}
