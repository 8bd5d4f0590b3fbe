//! What may be staked, and the most it can bring.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Limits, Rules, SplitBy};
use crate::games::contract::CardRules;
use crate::games::early_payments::EarlyPayments;
use crate::games::house_settings::{HouseSettings, StakeAmounts};
use crate::games::shoe::ShoeRules;
use crate::games::stake_request::{self, in_steps};
use crate::games::timing::Timing;
use crate::model::{BoxStake, LimitKind, Money, PayRow, Refusal, RuleNote, Seat, StakeKind, StakeOffer};

impl CardRules for Rules {
    fn shoe(&self) -> &ShoeRules {
        &self.shoe
    }

    fn timing(&self) -> &Timing {
        &self.timing
    }

    fn boxes(&self) -> u8 {
        self.boxes
    }

    fn offers(&self) -> Vec<StakeOffer> {
        let limits = &self.limits;
        let (least, most, step) = (limits.least_minor, limits.box_most_minor, limits.step());
        alloc::vec![StakeOffer { kind: StakeKind::Main, least, most, step, odds: Some(self.play.pays.win) }]
    }

    fn pays(&self) -> Vec<PayRow> {
        self.pay_rows()
    }

    fn notes(&self) -> Vec<RuleNote> {
        self.rule_notes()
    }

    fn box_stake_most(&self) -> Option<Money> {
        (self.players_per_box > 1).then_some(self.limits.box_most_minor)
    }

    fn accept(&self, lie: &[BoxStake], seat: Seat, asked: &[BoxStake]) -> Result<(), Refusal> {
        let asked = StakeRequest { rules: self, lie, seat, asked };
        asked.check(&[StakeRequest::is_known, StakeRequest::has_room, StakeRequest::is_amount, StakeRequest::is_within_limits])
    }

    /// Every box split as often as may be, every hand doubled and won: no deal returns more.
    fn return_most(&self, stakes: &[BoxStake]) -> Money {
        let hands = i64::from(self.hands_most());
        let pays = &self.play.pays;
        let win = |odds: crate::model::Odds, amount| odds.win_of(amount, self.play.rounding);
        let most = |stake: &BoxStake| {
            let amount = stake.amount;
            let doubled = amount + amount;
            let of_hand =
                (doubled + win(pays.win, doubled)).max(amount + win(pays.blackjack, amount)).max(amount + win(pays.even_money, amount));
            let of_hands = of_hand.checked_mul(hands).expect("stakes are bounded by Money::MOST, so their wins fit");
            let half = Money::from_minor(amount.minor() / 2);
            let insured = if self.play.insurance.is_some() { half + win(pays.insurance, half) } else { Money::ZERO };
            let prizes: Money = self.play.prizes.all().into_iter().flatten().map(|odds| win(odds, amount)).sum();
            of_hands + insured + prizes
        };
        stakes.iter().map(most).sum()
    }

    fn early_payments(&self) -> EarlyPayments {
        self.play.blackjack.payments_in_void
    }

    fn house_settings(&mut self) -> HouseSettings<'_> {
        let Limits { chip_minor, least_minor, box_most_minor, win_most_minor, .. } = &mut self.limits;
        let main = StakeAmounts { kind: StakeKind::Main, least: least_minor, most: box_most_minor };
        HouseSettings {
            steps: alloc::vec![chip_minor],
            stakes: alloc::vec![main],
            payouts: alloc::vec![(LimitKind::StakeWin, win_most_minor)],
            timing: &mut self.timing,
        }
    }

    fn problems(&self) -> Vec<(String, String)> {
        self.wrong_keys()
    }
}

impl Rules {
    /// The most hands that one box can become: a split for each two equal cards that the packs hold.
    fn hands_most(&self) -> u8 {
        let equal_in_pack = match self.play.split.by {
            SplitBy::Rank => 4,
            SplitBy::Value => 16,
        };
        let equal = self.shoe.packs.saturating_mul(equal_in_pack);
        (self.play.split.most + 1).min(equal)
    }
}

/// Stakes that a seat asks for at blackjack.
type StakeRequest<'a> = stake_request::StakeRequest<'a, Rules>;

impl StakeRequest<'_> {
    /// The stakes on the box of `stake`, those that lie and those asked for.
    fn on_box(&self, stake: &BoxStake) -> impl Iterator<Item = &BoxStake> {
        self.all().filter(move |other| other.place == stake.place)
    }

    fn is_known(&self, stake: &BoxStake) -> Result<(), Refusal> {
        match stake {
            _ if stake.hand != 0 => Err(Refusal::BetMalformed),
            _ if stake.kind != StakeKind::Main => Err(Refusal::BetNotOffered),
            _ if !(1..=self.rules.boxes).contains(&stake.place.0) => Err(Refusal::BoxUnknown),
            _ => Ok(()),
        }
    }

    fn has_room(&self, stake: &BoxStake) -> Result<(), Refusal> {
        let players = Seat::all().filter(|seat| self.on_box(stake).any(|other| other.seat == *seat)).count();
        if players > usize::from(self.rules.players_per_box) { Err(Refusal::BoxTaken) } else { Ok(()) }
    }

    fn is_amount(&self, stake: &BoxStake) -> Result<(), Refusal> {
        in_steps(stake.amount, self.rules.limits.step())?;
        if stake.amount > Money::MOST { Err(Refusal::AboveMost) } else { Ok(()) }
    }

    fn is_within_limits(&self, stake: &BoxStake) -> Result<(), Refusal> {
        let sum = |of: &mut dyn Iterator<Item = &BoxStake>| of.map(|other| other.amount).try_fold(Money::ZERO, Money::checked_add);
        let own = sum(&mut self.on_box(stake).filter(|other| other.seat == self.seat));
        let all = sum(&mut self.on_box(stake));
        if own.is_some_and(|own| own < self.rules.limits.least_minor) {
            return Err(Refusal::BelowLeast);
        }
        if all.is_some_and(|all| all <= self.rules.limits.box_most_minor) { Ok(()) } else { Err(Refusal::AboveMost) }
    }
}
