//! What a player may decide, and what it costs.

use super::{Deal, Hand, Raise, State, best, low, worth};
use crate::model::{BoxNumber, BoxStake, Choice, Face, Money, Seat, StakeKind};
use crate::sim::auditor::cards::Chosen;
use crate::sim::auditor::cards::line::{pips, require};

impl Deal {
    /// A decision was taken, and these stakes placed with it.
    pub(in crate::sim::auditor::cards) fn chose(&mut self, chosen: &Chosen<'_>) -> Result<(), String> {
        let Chosen { seat, place, hand, .. } = *chosen;
        let at = self.hands.iter().position(|other| (other.place, other.number) == (place, hand)).ok_or("a decision on no hand")?;
        let first = self.first_stake(seat, place).ok_or("a decision on a box without a stake of that seat")?;
        let is_owners = self.owner(place) == Some(seat);
        let raise = |kind, hand| Some(BoxStake { seat, place, hand, kind, amount: Money::from_minor(first) });
        let placed = match chosen.choice {
            Choice::Hit => self.hit(at)?,
            Choice::Stand => self.stand(at)?,
            Choice::Surrender => self.give_up(at)?,
            Choice::Double => self.double(at, Face::Up).map(|()| raise(StakeKind::Double, hand))?,
            Choice::DoubleBlind => self.double(at, Face::Down).map(|()| raise(StakeKind::Double, hand))?,
            Choice::Split => {
                let number = self.split(at)?;
                raise(StakeKind::Split, number)
            }
            Choice::Follow => {
                let raised = self.raise.filter(|_| !is_owners).ok_or("there is nothing to go along with")?;
                require(raised.place == place, "a partner of another box went along")?;
                require(self.has_stake_on(seat, place, raised.of), "a partner went along on a hand on which he has no stake")?;
                raise(raised.kind, raised.hand)
            }
            Choice::EvenMoney => self.take_even_money(at, seat)?,
            Choice::Insure(amount) => {
                self.may_insure(at, seat, amount.minor())?;
                Some(BoxStake { seat, place, hand: 0, kind: StakeKind::Insurance, amount })
            }
            Choice::Decline => None,
            other => return Err(format!("{other:?} is no choice at blackjack")),
        };
        require(is_owners || !is_of_owner(chosen.choice), "somebody else than the owner of the box decided")?;
        require(placed.as_slice() == chosen.stakes, format!("{:?} placed {:?} and not {placed:?}", chosen.choice, chosen.stakes))?;
        self.raised.extend(placed);
        self.check_room(place)?;
        self.hand_out();
        Ok(())
    }

    fn hit(&mut self, at: usize) -> Result<Option<BoxStake>, String> {
        require(!self.is_one_card_ace(self.open(at)?), "a split ace gets one card")?;
        self.hands[at].is_owed = true;
        Ok(None)
    }

    fn stand(&mut self, at: usize) -> Result<Option<BoxStake>, String> {
        self.open(at)?;
        self.hands[at].state = State::Stands;
        Ok(None)
    }

    fn give_up(&mut self, at: usize) -> Result<Option<BoxStake>, String> {
        require(self.may_give_up(self.open(at)?), "the hand may not be given up")?;
        self.hands[at].state = State::GivenUp;
        Ok(None)
    }

    fn double(&mut self, at: usize, face: Face) -> Result<(), String> {
        let hand = self.open(at)?;
        let points = if self.rules.blind_counts_best { best(&hand.cards) } else { low(&hand.cards) };
        let may_hide = self.rules.blind_most.is_some_and(|most| i64::from(points) <= most);
        require(self.may_double(hand) && (face == Face::Up || may_hide), "the hand may not be doubled")?;
        let (place, number) = (hand.place, hand.number);
        self.raise = Some(Raise { place, of: number, hand: number, kind: StakeKind::Double });
        (self.hands[at].doubled, self.hands[at].is_owed) = (Some(face), true);
        Ok(())
    }

    /// The number of the new hand, which plays right after the one that was split (BJAM-21).
    fn split(&mut self, at: usize) -> Result<u8, String> {
        require(self.may_split(self.open(at)?), "the hand may not be split")?;
        let place = self.hands[at].place;
        let number = self.hands.iter().filter(|hand| hand.place == place).count() as u8;
        let second = self.hands[at].cards.remove(1);
        self.hands[at].is_of_split = true;
        self.hands.insert(at + 1, Hand::new(place, number, vec![second], true));
        self.raise = Some(Raise { place, of: self.hands[at].number, hand: number, kind: StakeKind::Split });
        Ok(number)
    }

    fn take_even_money(&mut self, at: usize, seat: Seat) -> Result<Option<BoxStake>, String> {
        let hand = &self.hands[at];
        let is_offered = self.rules.offers_even_money && hand.is_natural() && self.dealer_shows(1) && !self.is_insured(seat, hand.place);
        require(is_offered && self.even_money.insert((seat, self.hands[at].place)), "even money was not to be had")?;
        Ok(None)
    }

    /// BJAM-26, BJAM-Q14, BJAM-Q17, BJB-28, BA-11, BA-20.
    fn may_insure(&self, at: usize, seat: Seat, amount: i64) -> Result<(), String> {
        let (rules, hand) = (self.rules.insures.as_ref().ok_or("these rules have no insurance")?, &self.hands[at]);
        let place = hand.place;
        let half = self.first_stake(seat, place).unwrap_or(0) / 2;
        let least = if rules.partial { half.min((self.rules.least + 1) / 2) } else { half };
        require(self.dealer_shows(1) || (self.dealer_shows(10) && rules.against_ten), "nothing to insure against")?;
        require((least..=half).contains(&amount) && amount > 0, format!("an insurance of {amount} is not between {least} and {half}"))?;
        require(rules.on_blackjack || !hand.is_natural(), "a blackjack was insured")?;
        let is_engaged = self.is_insured(seat, place) || self.even_money.contains(&(seat, place));
        require(!is_engaged, "insured twice, or beside even money")?;
        // BJB-28, BX-9: until the next box draws; BJAM-Q18: before any box plays.
        let has_played = |hand: &Hand| hand.state != State::Plays || hand.is_of_split || hand.cards.len() > 2 || hand.doubled.is_some();
        let has_drawn = |hand: &Hand| hand.is_of_split || hand.cards.len() > 2;
        let is_too_late = match rules.before_play {
            true => self.hands.iter().any(|hand| has_played(hand) && hand.state != State::SitsOut),
            false => self.hands.iter().any(|hand| hand.place > place && has_drawn(hand)),
        };
        require(!is_too_late, "insured after the next box played")
    }

    /// Whether a player has a stake on this hand of a box.
    fn has_stake_on(&self, seat: Seat, place: BoxNumber, number: u8) -> bool {
        let is_it = |stake: &&BoxStake| (stake.seat, stake.place, stake.hand) == (seat, place, number);
        let of_split = self.raised.iter().filter(is_it).any(|stake| stake.kind == StakeKind::Split);
        of_split || self.laid.iter().any(|stake| is_it(&stake))
    }

    /// BA-13: where doubles and splits count for it, no more than its most lies on a box.
    fn check_room(&self, place: BoxNumber) -> Result<(), String> {
        let lies = |stake: &&BoxStake| stake.place == place && stake.kind != StakeKind::Insurance;
        let sum: i64 = self.laid.iter().chain(&self.raised).filter(lies).map(|stake| stake.amount.minor()).sum();
        require(self.rules.box_most_with_raises.is_none_or(|most| sum <= most), "a box holds more than its most")
    }

    /// The hand, which has two cards or more and waits for a decision.
    fn open(&self, at: usize) -> Result<&Hand, String> {
        let hand = &self.hands[at];
        let is_open = hand.state == State::Plays && hand.cards.len() >= 2 && !hand.is_owed && !hand.is_natural();
        require(is_open, "a decision on a hand that had nothing to decide")?;
        // BJB-16, BJAM-21: box by box, and of a split box hand by hand.
        let is_next = self.hands[..at].iter().all(|before| !self.is_open(before));
        require(is_next, "a decision on a hand before the one whose turn it was")?;
        Ok(hand)
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
        hand.cards.len() == 2 && after_split && (rules.double_least..=rules.double_most).contains(&points) && self.has_room(hand.place)
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
        are_equal && !is_ended && splits < rules.splits && may_again && self.has_room(hand.place)
    }

    /// BJAM-24, BJAM-Q9, BJB-31.
    fn may_give_up(&self, hand: &Hand) -> bool {
        let Some(rules) = &self.rules.surrender else { return false };
        hand.cards.len() == 2 && (rules.against_ace || !self.dealer_shows(1)) && (rules.after_split || !hand.is_of_split)
    }

    /// Whether the owner's first stake once more stays within the most of the box, where that counts (BA-13).
    fn has_room(&self, place: BoxNumber) -> bool {
        let Some(most) = self.rules.box_most_with_raises else { return true };
        let is_of_box = |stake: &&BoxStake| stake.place == place && stake.kind != StakeKind::Insurance;
        let lies: i64 = self.laid.iter().chain(&self.raised).filter(is_of_box).map(|stake| stake.amount.minor()).sum();
        let first = self.laid.iter().find(|stake| stake.place == place).map_or(0, |stake| stake.amount.minor());
        lies + first <= most
    }

    fn dealer_shows(&self, counts: u32) -> bool {
        self.dealer.first().is_some_and(|card| worth(*card) == counts)
    }
}

/// Whether only the owner of a box decides so (BJB-3); insurance and even money are each player's own (BA-10).
const fn is_of_owner(choice: Choice) -> bool {
    matches!(choice, Choice::Hit | Choice::Stand | Choice::Surrender | Choice::Double | Choice::DoubleBlind | Choice::Split)
}
