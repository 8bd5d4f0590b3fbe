//! Whose turn comes next: the way of a deal from the first box to the dealer.

use super::InsuranceAsked;
use super::deal::{Deal, Hand, HandState, Raise, Stage};
use crate::games::counting::MOST;
use crate::model::{BoxStake, Card, Choice, ChoiceKind, Face, StakeKind};

impl Deal {
    /// Every box has its two cards.
    pub(super) fn begin_play(&mut self) {
        match self.insurance_asked() {
            InsuranceAsked::BeforePlay => self.ask_from(0, 0),
            InsuranceAsked::AtTheBox => self.come_to(0),
        }
    }

    /// Asks the players on the box of this hand, from this one on, about insurance and even money; then play goes on.
    fn ask_from(&mut self, hand: u8, from: u8) {
        match (self.next_asked(hand, from), self.insurance_asked()) {
            (Some(player), _) => self.stage = Stage::Asks { hand, player },
            (None, InsuranceAsked::AtTheBox) => self.come_to(hand + 1),
            (None, InsuranceAsked::BeforePlay) if usize::from(hand) + 1 < self.hands.len() => self.ask_from(hand + 1, 0),
            (None, InsuranceAsked::BeforePlay) => self.come_to(0),
        }
    }

    /// The first player from this one on who has something to choose when asked.
    fn next_asked(&self, hand: u8, from: u8) -> Option<u8> {
        if !self.may_make_blackjack() {
            return None;
        }
        let at = self.hand(hand);
        let has_choice = |player: u8| {
            let offer = |kind| self.offer_when_asked(at, player, kind);
            offer(ChoiceKind::EvenMoney).or_else(|| offer(ChoiceKind::Insure)).is_some()
        };
        self.players_on(at.place).find(|player| *player >= from && has_choice(*player))
    }

    /// This hand is the next to play; after the last one the dealer is.
    fn come_to(&mut self, hand: u8) {
        let Some(at) = self.hands.get(usize::from(hand)) else { return self.begin_dealer() };
        if at.state == HandState::SitsOut {
            self.come_to(hand + 1);
        } else if at.cards.len() == 1 {
            self.stage = Stage::Draws { hand };
        } else if at.is_natural() {
            self.hand_mut(hand).state = HandState::Stands;
            match self.insurance_asked() {
                InsuranceAsked::BeforePlay => self.come_to(hand + 1),
                InsuranceAsked::AtTheBox => self.ask_from(hand, 0),
            }
        } else {
            self.go_on_with(hand);
        }
    }

    /// The hand has two cards or more, and it may be that there is something to decide about it.
    fn go_on_with(&mut self, hand: u8) {
        let at = self.hand(hand);
        let is_21 = self.play.twenty_one_stands && at.points().points == MOST;
        let may = |kind| self.offer_at_turn(at, kind).is_some();
        let can_only_stand = || !may(ChoiceKind::Hit) && !may(ChoiceKind::Double) && !may(ChoiceKind::Split) && !may(ChoiceKind::Surrender);
        if is_21 || can_only_stand() {
            self.end(hand, HandState::Stands);
        } else {
            self.stage = Stage::Turn { hand };
        }
    }

    fn end(&mut self, hand: u8, state: HandState) {
        self.hand_mut(hand).state = state;
        self.leave(hand);
    }

    /// The hand is played out. At the end of its box its players may still insure, until the next box plays (BJB-28).
    pub(super) fn leave(&mut self, hand: u8) {
        let place = self.hand(hand).place;
        let is_last_of_box = self.hands.get(usize::from(hand) + 1).is_none_or(|next| next.place != place);
        match self.insurance_asked() {
            InsuranceAsked::AtTheBox if is_last_of_box => self.ask_from(hand, 0),
            _ => self.come_to(hand + 1),
        }
    }

    /// A hand has got the card that it drew.
    pub(super) fn drawn(&mut self, hand: u8, card: Card) {
        let at = self.hand_mut(hand);
        at.cards.push(card);
        let is_bust = at.points().points > MOST;
        match at.doubled {
            Some(Face::Down) => self.end(hand, HandState::Stands),
            _ if is_bust => self.end(hand, HandState::Bust),
            Some(Face::Up) => self.end(hand, HandState::Stands),
            None => self.go_on_with(hand),
        }
    }

    /// What the decision that was waited for brings about.
    pub(super) fn choose(&mut self, choice: Choice) {
        match self.stage {
            Stage::Turn { hand } => self.choose_at_turn(hand, choice),
            Stage::Asks { hand, player } => self.choose_when_asked(hand, player, choice),
            Stage::Follows { hand, player, raise } => self.choose_to_follow(hand, player, raise, choice),
            Stage::FirstCards { .. } | Stage::Draws { .. } | Stage::Dealer { .. } | Stage::Over => {
                panic!("the cabinet hands in a decision only where one is wanted")
            }
        }
    }

    fn choose_at_turn(&mut self, hand: u8, choice: Choice) {
        let owner = self.owner(self.hand(hand).place);
        match choice {
            Choice::Hit => self.stage = Stage::Draws { hand },
            Choice::Stand => self.end(hand, HandState::Stands),
            Choice::Surrender => self.end(hand, HandState::Surrendered),
            Choice::Double => self.double(hand, owner, Face::Up),
            Choice::DoubleBlind => self.double(hand, owner, Face::Down),
            Choice::Split => self.split(hand, owner),
            Choice::Insure(amount) => self.place_stake(owner, 0, StakeKind::Insurance, amount),
            _ => unreachable!("no other choice is offered at a turn"),
        }
    }

    fn choose_when_asked(&mut self, hand: u8, player: u8, choice: Choice) {
        match choice {
            Choice::EvenMoney => {
                self.even_money |= 1 << player;
                // What was paid has played: the box cannot be missed any more.
                if self.pays_early() {
                    self.hand_mut(hand).state = HandState::Stands;
                }
            }
            Choice::Insure(amount) => self.place_stake(player, 0, StakeKind::Insurance, amount),
            _ => {}
        }
        self.ask_from(hand, player + 1);
    }

    fn choose_to_follow(&mut self, hand: u8, player: u8, raise: Raise, choice: Choice) {
        if choice == Choice::Follow {
            self.raise_of(player, hand, raise);
        }
        self.let_follow(hand, raise, player + 1);
    }

    fn double(&mut self, hand: u8, owner: u8, face: Face) {
        self.hand_mut(hand).doubled = Some(face);
        self.raise_of(owner, hand, Raise::Double);
        self.let_follow(hand, Raise::Double, owner + 1);
    }

    /// The second card becomes the first of a new hand, which plays right after this one (BJAM-21).
    fn split(&mut self, hand: u8, owner: u8) {
        let place = self.hand(hand).place;
        let number = self.hands.iter().filter(|other| other.place == place).count() as u8;
        let first = self.hand_mut(hand);
        first.is_of_split = true;
        let [stays, leaves] = first.cards.split();
        first.cards = stays;
        let second = Hand { number, cards: leaves, ..*first };
        self.hands.insert(usize::from(hand) + 1, second);
        self.raise_of(owner, hand, Raise::Split);
        self.let_follow(hand, Raise::Split, owner + 1);
    }

    /// A player puts the first stake once more: on the doubled hand, or on the new one.
    fn raise_of(&mut self, player: u8, hand: u8, raise: Raise) {
        let amount = self.first_stake(player).amount;
        match raise {
            Raise::Double => self.place_stake(player, self.hand(hand).number, StakeKind::Double, amount),
            Raise::Split => self.place_stake(player, self.hand(hand + 1).number, StakeKind::Split, amount),
        }
    }

    /// The partners that have a stake on the hand may go along, one after another; then it gets its card (BA-10).
    fn let_follow(&mut self, hand: u8, raise: Raise, from: u8) {
        let at = self.hand(hand);
        let may_follow = |player: &u8| {
            let BoxStake { seat, amount, .. } = *self.first_stake(*player);
            *player >= from && self.plays(seat, at) && self.has_room_for(at, amount)
        };
        let next = self.players_on(at.place).find(may_follow);
        self.stage = next.map_or(Stage::Draws { hand }, |player| Stage::Follows { hand, player, raise });
    }

    /// Whether a seat has a stake on this hand.
    fn plays(&self, seat: crate::model::Seat, hand: &Hand) -> bool {
        let is_of_hand = |stake: &BoxStake| matches!(stake.kind, StakeKind::Main | StakeKind::Split) && stake.hand == hand.number;
        self.stakes.iter().any(|stake| stake.seat == seat && stake.place == hand.place && is_of_hand(stake))
    }
}
