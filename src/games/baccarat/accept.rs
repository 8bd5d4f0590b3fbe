//! What may be staked, and the most it can bring.

use alloc::string::String;
use alloc::vec::Vec;

use super::rules::Limits;
use super::{Play, Rules, Side};
use crate::games::contract::CardRules;
use crate::games::house_settings::{HouseSettings, StakeAmounts};
use crate::games::range::BetRange;
use crate::games::shoe::ShoeRules;
use crate::games::stake_request;
use crate::games::timing::Timing;
use crate::model::{BoxStake, Money, Odds, PayRow, Refusal, RuleNote, SEATS, Seat, StakeKind, StakeOffer};

impl CardRules for Rules {
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

    fn has_decisions(&self) -> bool {
        false
    }

    fn offers(&self) -> Vec<StakeOffer> {
        let step = self.limits.step_minor;
        let offer = |kind, BetRange { least, most }| StakeOffer { kind, least, most, step, odds: fixed_odds(&self.play, kind) };
        self.limits.stake.each().filter_map(|(kind, _, range)| Some(offer(kind, range?))).collect()
    }

    fn pays(&self) -> Vec<PayRow> {
        self.pay_rows()
    }

    fn notes(&self) -> Vec<RuleNote> {
        self.rule_notes()
    }

    fn accept(&self, lie: &[BoxStake], seat: Seat, asked: &[BoxStake]) -> Result<(), Refusal> {
        let asked = StakeRequest { rules: self, lie, seat, asked };
        asked.check(&[
            StakeRequest::is_offered,
            stake_request::StakeRequest::is_on_own_box,
            StakeRequest::has_main,
            StakeRequest::is_within_limits,
        ])
    }

    fn return_most(&self, stakes: &[BoxStake]) -> Money {
        let all_at = |winner| stakes.iter().map(|stake| returns_most(&self.play, stake, winner)).sum();
        [None, Some(Side::Player), Some(Side::Banker)].into_iter().map(all_at).max().unwrap_or_default()
    }

    fn house_settings(&mut self) -> HouseSettings<'_> {
        let Limits { step_minor, stake } = &mut self.limits;
        let ranges = stake.each_mut().filter_map(|(kind, range)| Some((kind, range.as_mut()?)));
        let stakes = ranges.map(|(kind, BetRange { least, most })| StakeAmounts { kind, least, most }).collect();
        HouseSettings { steps: alloc::vec![step_minor], stakes, payouts: Vec::new(), timing: &mut self.timing }
    }

    fn problems(&self) -> Vec<(String, String)> {
        self.wrong_keys()
    }
}

/// Stakes that a seat asks for at baccarat.
type StakeRequest<'a> = stake_request::StakeRequest<'a, Rules>;

impl StakeRequest<'_> {
    fn range(&self, kind: StakeKind) -> Option<BetRange> {
        self.rules.limits.stake.each().find(|(known, ..)| *known == kind).and_then(|(_, _, range)| range)
    }

    fn is_offered(&self, stake: &BoxStake) -> Result<(), Refusal> {
        if stake.hand != 0 {
            return Err(Refusal::BetMalformed);
        }
        self.range(stake.kind).map(|_| ()).ok_or(Refusal::BetNotOffered)
    }

    fn has_main(&self, stake: &BoxStake) -> Result<(), Refusal> {
        let has_one = || self.own().any(|other| is_main(other.kind));
        let is_enough = !self.rules.side_bets_need_main || is_main(stake.kind) || has_one();
        if is_enough { Ok(()) } else { Err(Refusal::StakeMissing) }
    }

    fn is_within_limits(&self, stake: &BoxStake) -> Result<(), Refusal> {
        let range = self.range(stake.kind).ok_or(Refusal::BetNotOffered)?;
        self.is_within(stake, range, self.rules.limits.step_minor)
    }
}

/// The bets beside which a side bet may lie (BQAM-3).
const fn is_main(kind: StakeKind) -> bool {
    matches!(kind, StakeKind::Player | StakeKind::Banker | StakeKind::Tie)
}

/// What a bet wins where only one thing can win it.
fn fixed_odds(play: &Play, kind: StakeKind) -> Option<Odds> {
    let pays = &play.pays;
    match kind {
        StakeKind::Player => Some(pays.player),
        StakeKind::Banker => (pays.banker == pays.banker_with_six).then_some(pays.banker),
        StakeKind::Tie => Some(pays.tie),
        StakeKind::PlayerPair => Some(pays.player_pair),
        StakeKind::BankerPair => Some(pays.banker_pair),
        StakeKind::PerfectPair => play.perfect_split_bets.then_some(pays.perfect_pair),
        StakeKind::TwoPerfectPairs => Some(pays.two_perfect_pairs),
        StakeKind::EitherPair => Some(pays.either_pair),
        _ => None,
    }
}

/// The most that a stake returns in a round that this side wins, or none.
fn returns_most(play: &Play, stake: &BoxStake, winner: Option<Side>) -> Money {
    let pays = &play.pays;
    let bonus = [pays.bonus.natural, pays.bonus.by_4, pays.bonus.by_5, pays.bonus.by_6, pays.bonus.by_7, pays.bonus.by_8, pays.bonus.by_9];
    let wins = |odds: &[Odds]| odds.iter().map(|odds| stake.amount + odds.win_of(stake.amount, play.rounding)).max().unwrap_or_default();
    match (stake.kind, winner) {
        (StakeKind::Player, Some(Side::Player)) => wins(&[pays.player]),
        (StakeKind::Banker, Some(Side::Banker)) => wins(&[pays.banker, pays.banker_with_six]),
        (StakeKind::Tie, None) => wins(&[pays.tie]),
        (StakeKind::Player | StakeKind::Banker, None) => stake.amount,
        (StakeKind::Player | StakeKind::Banker | StakeKind::Tie, Some(_)) => Money::ZERO,
        (StakeKind::PlayerBonus, Some(Side::Player)) | (StakeKind::BankerBonus, Some(Side::Banker)) => wins(&bonus),
        (StakeKind::PlayerBonus | StakeKind::BankerBonus, None) => wins(&[pays.bonus.natural_tie]),
        (StakeKind::PlayerBonus | StakeKind::BankerBonus, Some(_)) => Money::ZERO,
        (StakeKind::PlayerPair, _) => wins(&[pays.player_pair]),
        (StakeKind::BankerPair, _) => wins(&[pays.banker_pair]),
        (StakeKind::PerfectPair, _) => wins(&[pays.perfect_pair, pays.two_perfect_pairs]),
        (StakeKind::TwoPerfectPairs, _) => wins(&[pays.two_perfect_pairs]),
        (StakeKind::EitherPair, _) => wins(&[pays.either_pair]),
        _ => Money::ZERO,
    }
}
