//! What there is to choose, and what it costs.

use super::turns::Turn;
use super::{Deal, Hand, State, best, low, worth};
use crate::model::{BoxNumber, BoxStake, ChoiceKind, Seat, StakeKind};
use crate::sim::auditor::cards::expected_turn::{ExpectedTurn, Offered};
use crate::sim::auditor::cards::line::pips;

impl Deal {
    /// Whose turn it is.
    pub(in crate::sim::auditor::cards) fn asked(&self) -> Option<ExpectedTurn> {
        let turn = self.turn()?;
        let (seat, at, choices) = match turn {
            Turn::Owner { at } => (self.owner(self.hands[at].place)?, at, self.owners_choices(&self.hands[at])),
            Turn::Side { seat, at } => (seat, at, self.side_choices(seat, at)),
            Turn::Follow { seat, at } => (seat, at, self.following(seat, self.hands[at].place)),
        };
        let hand = &self.hands[at];
        Some(ExpectedTurn { seat, place: hand.place, hand: hand.number, choices })
    }

    fn owners_choices(&self, hand: &Hand) -> Vec<Offered> {
        let place = hand.place;
        let owner = self.owner(place);
        let price = owner.and_then(|owner| self.first_stake(owner, place)).unwrap_or(0);
        let points = if self.rules.blind_counts_best { best(&hand.cards) } else { low(&hand.cards) };
        let may_hide = self.rules.blind_most.is_some_and(|most| i64::from(points) <= most);
        let at_the_box = self.rules.insures.as_ref().is_some_and(|insures| !insures.before_play);
        let insurance = owner.filter(|_| at_the_box).and_then(|owner| self.insurance(owner, place));
        let may_double = self.may_double(hand);
        let choices = [
            (!self.is_one_card_ace(hand)).then_some(Offered::free(ChoiceKind::Hit)),
            Some(Offered::free(ChoiceKind::Stand)),
            may_double.then_some(Offered::at(ChoiceKind::Double, price)),
            (may_double && may_hide).then_some(Offered::at(ChoiceKind::DoubleBlind, price)),
            self.may_split(hand).then_some(Offered::at(ChoiceKind::Split, price)),
            self.may_give_up(hand).then_some(Offered::free(ChoiceKind::Surrender)),
            insurance,
        ];
        choices.into_iter().flatten().collect()
    }

    /// What a player may choose who is asked about insurance and even money; nothing where he is not asked.
    pub(super) fn side_choices(&self, seat: Seat, at: usize) -> Vec<Offered> {
        let hand = &self.hands[at];
        if hand.state == State::SitsOut {
            return Vec::new();
        }
        let is_insurable = !hand.is_natural() || self.rules.insures.as_ref().is_some_and(|insures| insures.on_blackjack);
        // BJB-30, BJAM-27, BA-20.
        let has_even_money =
            self.rules.offers_even_money && hand.is_natural() && self.dealer_shows(1) && !self.is_insured(seat, hand.place);
        let even_money = has_even_money.then_some(Offered::free(ChoiceKind::EvenMoney));
        let insurance = self.insurance(seat, hand.place).filter(|_| is_insurable);
        let mut choices: Vec<Offered> = even_money.into_iter().chain(insurance).collect();
        if !choices.is_empty() {
            choices.push(Offered::free(ChoiceKind::Decline));
        }
        choices
    }

    fn following(&self, seat: Seat, place: BoxNumber) -> Vec<Offered> {
        let price = self.first_stake(seat, place).unwrap_or(0);
        vec![Offered::at(ChoiceKind::Follow, price), Offered::free(ChoiceKind::Decline)]
    }

    /// The insurance that a player may place on a box: BJAM-26, BJAM-Q12, BJAM-Q14, BJB-28, BA-11. A box that was given up or sits out has
    /// no stake any more of which half could be insured.
    fn insurance(&self, seat: Seat, place: BoxNumber) -> Option<Offered> {
        let rules = self.rules.insures.as_ref()?;
        let is_out = |hand: &Hand| hand.place == place && !hand.is_of_split && matches!(hand.state, State::GivenUp | State::SitsOut);
        let half = self.first_stake(seat, place)? / 2;
        let least = if rules.partial { half.min((self.rules.limits.least + 1) / 2) } else { half };
        let is_against = self.dealer_shows(1) || (self.dealer_shows(10) && rules.against_ten);
        let is_insurable = is_against && half > 0 && !self.is_insured(seat, place) && !self.hands.iter().any(is_out);
        // BA-1: a stake is a multiple of twice the smallest chip.
        let chip = if self.rules.limits.step % 2 == 0 { self.rules.limits.step / 2 } else { 1 };
        is_insurable.then_some(Offered::insure(least, half, chip))
    }

    /// Whether the hand stands because there is nothing else to do.
    pub(super) fn can_only_stand(&self, hand: &Hand) -> bool {
        self.is_one_card_ace(hand) && !self.may_double(hand) && !self.may_split(hand) && !self.may_give_up(hand)
    }

    /// BJB-25, BJAM-Q5.
    fn is_one_card_ace(&self, hand: &Hand) -> bool {
        self.rules.split_aces_one_card && hand.is_split_ace() && hand.cards.len() >= 2
    }

    /// BJAM-23, BJAM-Q7, BJB-21, BA-8.
    fn may_double(&self, hand: &Hand) -> bool {
        let rules = &self.rules;
        let after_split = !hand.is_of_split || (rules.double_after_split && (rules.double_on_split_aces || !hand.is_split_ace()));
        let points = i64::from(best(&hand.cards));
        hand.cards.len() == 2
            && after_split
            && (rules.double_least..=rules.double_most).contains(&points)
            && self.has_room_for_raise(hand.place)
    }

    /// BJAM-20, BJAM-22, BJB-23, BJB-24, BJB-27, BA-6, BA-7.
    fn may_split(&self, hand: &Hand) -> bool {
        let [first, second] = *hand.cards else { return false };
        let rules = &self.rules;
        let are_equal = if rules.split_by_rank { pips(first) == pips(second) } else { worth(first) == worth(second) };
        let of_box = || self.hands.iter().filter(|other| other.place == hand.place);
        let is_ended = rules.bust_ends_splitting && of_box().any(|other| other.state == State::Bust);
        let splits = of_box().count() as i64 - 1;
        let may_again = !hand.is_split_ace() || rules.split_aces_again;
        are_equal && !is_ended && splits < rules.splits && may_again && self.has_room_for_raise(hand.place)
    }

    /// BJAM-24, BJAM-Q9, BJB-31.
    fn may_give_up(&self, hand: &Hand) -> bool {
        let Some(rules) = &self.rules.surrender else { return false };
        hand.cards.len() == 2 && (rules.against_ace || !self.dealer_shows(1)) && (rules.after_split || !hand.is_of_split)
    }

    /// Whether the owner's first stake once more has room on the box.
    fn has_room_for_raise(&self, place: BoxNumber) -> bool {
        let first = self.laid.iter().find(|stake| stake.place == place).map_or(0, |stake| stake.amount.minor());
        self.has_room(place, first)
    }

    /// Whether so much more stays within the most of the box, where doubles and splits count for it (BA-13).
    pub(super) fn has_room(&self, place: BoxNumber, more: i64) -> bool {
        let is_of_box = |stake: &&BoxStake| stake.place == place && stake.kind != StakeKind::Insurance;
        let lies: i64 = self.laid.iter().chain(&self.raised).filter(is_of_box).map(|stake| stake.amount.minor()).sum();
        self.rules.box_most_with_raises.is_none_or(|most| lies + more <= most)
    }

    fn dealer_shows(&self, counts: u32) -> bool {
        self.dealer.first().is_some_and(|card| worth(*card) == counts)
    }
}
