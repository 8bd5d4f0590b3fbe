//! Every choice that somebody has now, with what it costs.

use super::deal::{Deal, Hand, HandState, Stage};
use super::{BlindCounts, InsuranceAsked, SplitBy};
use crate::games::counting::value;
use crate::model::{BoxStake, ChoiceKind, Money, Offer, Offers, Rank, StakeKind};

impl Deal {
    /// Adds every choice that there is now, in the order in which they are offered.
    pub(super) fn add_offers(&self, offers: &mut Offers) {
        match self.stage {
            Stage::Turn { hand } => self.add_offers_at_turn(self.hand(hand), offers),
            Stage::Asks { .. } => {
                let kinds = [ChoiceKind::EvenMoney, ChoiceKind::Insure, ChoiceKind::Decline];
                offers.extend(kinds.into_iter().filter_map(|kind| self.offer(kind)));
            }
            Stage::Follows { .. } => {
                offers.extend([ChoiceKind::Follow, ChoiceKind::Decline].into_iter().filter_map(|kind| self.offer(kind)))
            }
            Stage::FirstCards { .. } | Stage::Draws { .. } | Stage::Dealer { .. } | Stage::Over => {}
        }
    }

    fn add_offers_at_turn(&self, hand: &Hand, offers: &mut Offers) {
        let mut add = |kind| {
            if let Some(offer) = self.offer_at_turn(hand, kind) {
                offers.push(offer);
            }
        };
        add(ChoiceKind::Hit);
        add(ChoiceKind::Stand);
        if hand.cards.len() == 2 {
            add(ChoiceKind::Double);
            add(ChoiceKind::DoubleBlind);
            add(ChoiceKind::Split);
            add(ChoiceKind::Surrender);
        }
        add(ChoiceKind::Insure);
    }

    /// What a choice of this kind costs now, if there is one.
    pub(super) fn offer(&self, kind: ChoiceKind) -> Option<Offer> {
        match self.stage {
            Stage::Turn { hand } => self.offer_at_turn(self.hand(hand), kind),
            Stage::Asks { hand, player } => self.offer_when_asked(self.hand(hand), player, kind),
            Stage::Follows { player, .. } => match kind {
                ChoiceKind::Follow => Some(Offer::at(kind, self.first_stake(player).amount)),
                ChoiceKind::Decline => Some(Offer::free(kind)),
                _ => None,
            },
            Stage::FirstCards { .. } | Stage::Draws { .. } | Stage::Dealer { .. } | Stage::Over => None,
        }
    }

    /// The owner's choices on a hand.
    #[inline]
    pub(super) fn offer_at_turn(&self, hand: &Hand, kind: ChoiceKind) -> Option<Offer> {
        let free = |holds: bool| holds.then_some(Offer::free(kind));
        let raise = |holds: bool| holds.then(|| self.raise(hand, kind)).flatten();
        match kind {
            ChoiceKind::Hit => free(!self.is_one_card_ace(hand)),
            ChoiceKind::Stand => free(true),
            ChoiceKind::Double => raise(self.may_double(hand)),
            ChoiceKind::DoubleBlind => raise(self.may_double(hand) && self.may_hide(hand)),
            ChoiceKind::Split => raise(self.may_split(hand)),
            ChoiceKind::Surrender => free(self.may_surrender(hand)),
            ChoiceKind::Insure if self.insurance_asked() == InsuranceAsked::AtTheBox => self.insurance_offer(self.owner(hand.place)),
            _ => None,
        }
    }

    /// The choices of a player who is asked about insurance and even money.
    pub(super) fn offer_when_asked(&self, hand: &Hand, player: u8, kind: ChoiceKind) -> Option<Offer> {
        match kind {
            ChoiceKind::EvenMoney => self.may_take_even_money(hand, player).then_some(Offer::free(kind)),
            ChoiceKind::Insure if hand.is_natural() && !self.play.insurance?.on_blackjack => None,
            ChoiceKind::Insure => self.insurance_offer(player),
            ChoiceKind::Decline => Some(Offer::free(kind)),
            _ => None,
        }
    }

    /// When insurance and even money are asked for; even money alone is asked for at the box (BA-21).
    pub(super) fn insurance_asked(&self) -> InsuranceAsked {
        self.play.insurance.map_or(InsuranceAsked::AtTheBox, |insurance| insurance.asked)
    }

    /// A stake as large as the first one of the hand's owner (BJAM-Q8, BA-5).
    fn raise(&self, hand: &Hand, kind: ChoiceKind) -> Option<Offer> {
        let price = self.first_stake(self.owner(hand.place)).amount;
        self.has_room_for(hand, price).then_some(Offer::at(kind, price))
    }

    /// Whether the box may hold so much more (BA-13).
    pub(super) fn has_room_for(&self, hand: &Hand, price: Money) -> bool {
        if !self.limits.raises_within_box_most {
            return true;
        }
        let of_box = |stake: &&BoxStake| stake.place == hand.place && stake.kind != StakeKind::Insurance;
        let lies: Money = self.stakes.iter().filter(of_box).map(|stake| stake.amount).sum();
        lies + price <= self.limits.box_most_minor
    }

    /// Whether the hand is a split ace that gets no card beyond its second (BJAM-Q5, BJB-25).
    pub(super) fn is_one_card_ace(&self, hand: &Hand) -> bool {
        hand.is_of_split && self.play.split.aces_one_card && hand.cards[0].rank() == Rank::Ace
    }

    fn may_double(&self, hand: &Hand) -> bool {
        let rules = &self.play.double;
        let [first, _] = *hand.cards else { return false };
        let is_allowed = !hand.is_of_split || (rules.after_split && (first.rank() != Rank::Ace || rules.on_split_aces));
        is_allowed && (rules.least_points..=rules.most_points).contains(&hand.points().points)
    }

    /// Whether the card of a double may lie face down (BJB-22, BA-3).
    fn may_hide(&self, hand: &Hand) -> bool {
        let points = match self.play.double.blind_counts {
            BlindCounts::Best => hand.points().points,
            BlindCounts::Low => hand.cards.low_points(),
        };
        self.play.double.blind_most_points.is_some_and(|most| points <= most)
    }

    fn may_split(&self, hand: &Hand) -> bool {
        let rules = &self.play.split;
        let [first, second] = *hand.cards else { return false };
        let are_equal = match rules.by {
            SplitBy::Rank => first.rank() == second.rank(),
            SplitBy::Value => value(first) == value(second),
        };
        if !are_equal || (hand.is_of_split && first.rank() == Rank::Ace && !rules.aces_again) {
            return false;
        }
        let of_box = || self.hands.iter().filter(|other| other.place == hand.place);
        let is_ended = rules.ends_with_bust && of_box().any(|other| other.state == HandState::Bust);
        of_box().count() <= usize::from(rules.most) && !is_ended
    }

    fn may_surrender(&self, hand: &Hand) -> bool {
        let is_first_decision = hand.cards.len() == 2;
        let Some(rules) = self.play.surrender.filter(|_| is_first_decision) else { return false };
        (rules.against_ace || self.dealer_value() != 1) && (rules.after_split || !hand.is_of_split)
    }

    fn may_take_even_money(&self, hand: &Hand, player: u8) -> bool {
        let BoxStake { seat, place, .. } = *self.first_stake(player);
        self.play.blackjack.even_money
            && self.dealer_value() == 1
            && hand.is_natural()
            && !self.has_stake(seat, place, StakeKind::Insurance)
    }

    /// The insurance that a player may still place on a box.
    fn insurance_offer(&self, player: u8) -> Option<Offer> {
        let rules = self.play.insurance?;
        let is_against = match self.dealer_value() {
            1 => true,
            10 => rules.against_ten,
            _ => false,
        };
        let BoxStake { seat, place, amount, .. } = *self.first_stake(player);
        let is_out =
            |hand: &Hand| hand.place == place && matches!(hand.state, HandState::Surrendered | HandState::SitsOut) && !hand.is_of_split;
        if !is_against || self.has_stake(seat, place, StakeKind::Insurance) || self.hands.iter().any(is_out) {
            return None;
        }
        let most = amount.minor() / 2;
        // Half of the table's least, rounded up: at least a half of it must lie.
        let least = if rules.partial { ((self.limits.least_minor.minor() + 1) / 2).min(most) } else { most };
        let (least, most) = (Money::from_minor(least), Money::from_minor(most));
        most.is_positive().then_some(Offer::insure(least, most, self.limits.half_step()))
    }

    /// What the dealer's first card counts, an ace as 1.
    pub(super) fn dealer_value(&self) -> u8 {
        self.dealer.first().copied().map_or(0, value)
    }
}
