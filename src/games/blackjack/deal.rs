//! One deal: its cards and stakes, its stages, and what it wants in each of them.

use alloc::vec::Vec;
use core::fmt;

use minicbor::Decode;
use smallvec::SmallVec;

use super::{DealerFirstCard, Limits, MissedBox, Play, Rules, StrayCard};
use crate::games::cards::Cards;
use crate::games::contract::{self, UnexpectedCard};
use crate::games::counting::CountedCards;
use crate::model::{
    BoxNumber, BoxStake, Card, CardPlace, Choice, DealSettlement, Decision, Eyes, Face, HandView, Offers, Points, Seat, StakeKind, Want,
    in_place,
};

/// A deal of blackjack.
#[derive(Clone, PartialEq, Eq, Decode)]
pub struct Deal {
    #[n(0)]
    pub(super) limits: Limits,
    #[n(1)]
    pub(super) play: Play,
    /// The stakes before the deal, one of each player on each box, and behind them what was placed since.
    #[cbor(n(2), with = "in_place")]
    pub(super) stakes: SmallVec<[BoxStake; 4]>,
    /// How many of the stakes were placed before the deal.
    #[n(3)]
    pub(super) players: u8,
    /// Who took even money: bit 0 is the player of the first stake.
    #[n(4)]
    pub(super) even_money: u64,
    /// The hands in the order in which they play.
    #[cbor(n(5), with = "in_place")]
    pub(super) hands: SmallVec<[Hand; 2]>,
    #[n(6)]
    pub(super) dealer: CountedCards,
    /// Cards that nobody asked for; the next ones that any place takes.
    #[n(7)]
    pub(super) waiting: Cards,
    #[n(8)]
    pub(super) stage: Stage,
}

/// A hand of a box.
#[derive(Clone, Copy, PartialEq, Eq, Decode)]
pub(super) struct Hand {
    #[n(0)]
    pub(super) place: BoxNumber,
    /// As in [`BoxStake::hand`].
    #[n(1)]
    pub(super) number: u8,
    #[n(2)]
    pub(super) cards: CountedCards,
    #[n(3)]
    pub(super) state: HandState,
    /// Where it was doubled: which way its last card lies.
    #[n(4)]
    pub(super) doubled: Option<Face>,
    #[n(5)]
    pub(super) is_of_split: bool,
}

/// How a hand stands, as far as everybody knows: a hand whose last card lies face down stands.
#[derive(Clone, Copy, PartialEq, Eq, Decode)]
pub(super) enum HandState {
    #[n(0)]
    Playing,
    #[n(1)]
    Stands,
    #[n(2)]
    Bust,
    #[n(3)]
    Surrendered,
    /// The box was missed in the deal: its stakes wait for the next one.
    #[n(4)]
    SitsOut,
}

/// What the deal waits for. Hands and players are given by their place in [`Deal::hands`] and among the first [`Deal::stakes`].
#[derive(Clone, Copy, PartialEq, Eq, Decode)]
pub(super) enum Stage {
    /// The next card of the first two rounds; so many have come.
    #[n(0)]
    FirstCards {
        #[n(0)]
        dealt: u8,
    },
    /// A player on the box of this hand is asked about insurance and even money.
    #[n(1)]
    Asks {
        #[n(0)]
        hand: u8,
        #[n(1)]
        player: u8,
    },
    /// The owner decides on this hand.
    #[n(2)]
    Turn {
        #[n(0)]
        hand: u8,
    },
    /// The owner has doubled or split this hand; this partner may go along.
    #[n(3)]
    Follows {
        #[n(0)]
        hand: u8,
        #[n(1)]
        player: u8,
        #[n(2)]
        raise: Raise,
    },
    /// This hand gets a card.
    #[n(4)]
    Draws {
        #[n(0)]
        hand: u8,
    },
    /// The dealer gets a card: exactly one, or as many as it takes.
    #[n(5)]
    Dealer {
        #[n(0)]
        draw: Draw,
    },
    #[n(6)]
    Over,
}

/// What the owner did that a partner may follow.
#[derive(Clone, Copy, PartialEq, Eq, Decode)]
pub(super) enum Raise {
    #[n(0)]
    Double,
    #[n(1)]
    Split,
}

/// How much the dealer draws.
#[derive(Clone, Copy, PartialEq, Eq, Decode)]
pub(super) enum Draw {
    #[n(0)]
    OneCard,
    #[n(1)]
    WholeHand,
}

impl Hand {
    const fn new(place: BoxNumber) -> Self {
        Self { place, number: 0, cards: CountedCards::NONE, state: HandState::Playing, doubled: None, is_of_split: false }
    }

    /// Where it lies.
    pub(super) const fn at(&self) -> CardPlace {
        CardPlace::Hand { place: self.place, hand: self.number }
    }

    /// Whether it is the first two cards of a box, and they are an ace and a ten.
    pub(super) fn is_natural(&self) -> bool {
        !self.is_of_split && self.cards.is_ace_and_ten()
    }

    /// What it counts.
    pub(super) fn points(&self) -> Points {
        self.cards.points()
    }
}

impl Deal {
    /// A deal before its first card. Stakes of one seat on one box become one; the first seat on a box owns it.
    ///
    /// # Panics
    /// Where there are more players than [`contract::CardRules::accept`] lets in.
    #[must_use]
    pub fn new(rules: &Rules, placed: &[BoxStake]) -> Self {
        let mut stakes: SmallVec<[BoxStake; 4]> = SmallVec::new();
        let mut hands: SmallVec<[Hand; 2]> = SmallVec::new();
        for stake in placed {
            match stakes.iter_mut().find(|lies| lies.seat == stake.seat && lies.place == stake.place) {
                Some(lies) => lies.amount = lies.amount + stake.amount,
                None => stakes.push(*stake),
            }
            let at = hands.iter().position(|hand| hand.place >= stake.place).unwrap_or(hands.len());
            if hands.get(at).is_none_or(|hand| hand.place != stake.place) {
                hands.insert(at, Hand::new(stake.place));
            }
        }
        assert!(stakes.len() <= 64, "seven boxes of six players are let in");
        let stage = if hands.is_empty() { Stage::Over } else { Stage::FirstCards { dealt: 0 } };
        let (players, limits, play) = (stakes.len() as u8, rules.limits, rules.play);
        Self { limits, play, stakes, players, even_money: 0, hands, dealer: CountedCards::NONE, waiting: Cards::NONE, stage }
    }

    /// The cards of a hand, those that lie face down too: for anybody who plays a deal of his own, never for a player's eyes.
    #[must_use]
    pub fn hand_cards(&self, place: BoxNumber, hand: u8) -> Option<&CountedCards> {
        self.hands.iter().find(|other| other.place == place && other.number == hand).map(|hand| &hand.cards)
    }

    /// The dealer's cards.
    #[must_use]
    pub fn dealer_cards(&self) -> &[Card] {
        &self.dealer
    }

    /// The players on a box, its owner first, by the place of their stakes.
    pub(super) fn players_on(&self, place: BoxNumber) -> impl Iterator<Item = u8> + '_ {
        (0..self.players).filter(move |player| self.stakes[usize::from(*player)].place == place)
    }

    /// The stake that a player placed before the deal.
    pub(super) fn first_stake(&self, player: u8) -> &BoxStake {
        &self.stakes[usize::from(player)]
    }

    /// The player who decides on a box.
    pub(super) fn owner(&self, place: BoxNumber) -> u8 {
        self.players_on(place).next().expect("a hand lies only on a box on which somebody has staked")
    }

    pub(super) fn hand(&self, hand: u8) -> &Hand {
        &self.hands[usize::from(hand)]
    }

    pub(super) fn hand_mut(&mut self, hand: u8) -> &mut Hand {
        &mut self.hands[usize::from(hand)]
    }

    /// Where the next card of the first two rounds goes (BJB-15, BJAM-10): `None` is the dealer.
    fn first_card_goes_to(&self, dealt: u8) -> Option<u8> {
        let boxes = self.hands.len() as u8;
        let dealer_at = match self.play.dealer.first_card {
            DealerFirstCard::BetweenRounds => boxes,
            DealerFirstCard::AfterRounds => 2 * boxes,
        };
        match dealt {
            _ if dealt == dealer_at => None,
            _ if dealt > dealer_at => Some(dealt - 1 - boxes),
            _ if dealt >= boxes => Some(dealt - boxes),
            _ => Some(dealt),
        }
    }

    const fn wants_card(&self) -> bool {
        matches!(self.stage, Stage::FirstCards { .. } | Stage::Draws { .. } | Stage::Dealer { .. })
    }

    fn put(&mut self, card: Card) {
        match self.stage {
            Stage::FirstCards { dealt } => {
                match self.first_card_goes_to(dealt) {
                    None => self.dealer.push(card),
                    Some(hand) => self.hand_mut(hand).cards.push(card),
                }
                self.stage = Stage::FirstCards { dealt: dealt + 1 };
                if usize::from(dealt) == 2 * self.hands.len() {
                    self.begin_play();
                }
            }
            Stage::Draws { hand } => self.drawn(hand, card),
            Stage::Dealer { draw } => self.dealer_drawn(draw, card),
            Stage::Asks { .. } | Stage::Turn { .. } | Stage::Follows { .. } | Stage::Over => {
                panic!("the cabinet hands in a card only where one is wanted")
            }
        }
    }

    /// Gives the cards that wait to the places that now take one (BJB-32).
    fn put_waiting(&mut self) {
        while !self.waiting.is_empty() && self.wants_card() {
            let card = self.waiting.remove(0);
            self.put(card);
        }
    }

    fn decision(&self, player: u8, hand: u8, otherwise: Choice) -> Want {
        let BoxStake { seat, place, .. } = *self.first_stake(player);
        let mut want = Want::Decision(Decision { seat, place, hand: self.hand(hand).number, offers: Offers::new(), otherwise });
        // The offers are written where they are to lie: moved there, they would cost as much time as the rest of the decision.
        if let Want::Decision(decision) = &mut want {
            self.add_offers(&mut decision.offers);
        }
        want
    }
}

impl contract::Deal for Deal {
    fn wants(&self) -> Want {
        match self.stage {
            Stage::FirstCards { dealt } => {
                let to = self.first_card_goes_to(dealt).map_or(CardPlace::Dealer, |hand| self.hand(hand).at());
                Want::Card { to, face: Face::Up }
            }
            Stage::Draws { hand } => {
                let hand = self.hand(hand);
                Want::Card { to: hand.at(), face: hand.doubled.unwrap_or(Face::Up) }
            }
            Stage::Dealer { .. } => Want::Card { to: CardPlace::Dealer, face: Face::Up },
            Stage::Turn { hand } => self.decision(self.owner(self.hand(hand).place), hand, Choice::Stand),
            Stage::Asks { hand, player } | Stage::Follows { hand, player, .. } => self.decision(player, hand, Choice::Decline),
            Stage::Over => Want::Settlement,
        }
    }

    fn take_card(&mut self, card: Card) {
        self.put(card);
        self.put_waiting();
    }

    fn take_choice(&mut self, choice: Choice) -> Vec<BoxStake> {
        let is_offered = self.offer(choice.kind()).is_some_and(|offer| offer.covers(&choice));
        assert!(is_offered, "the cabinet hands in only what was offered");
        let before = self.stakes.len();
        self.choose(choice);
        self.put_waiting();
        self.stakes[before..].to_vec()
    }

    /// The next place in dealing order that takes a card gets it: the hand whose player asks next, or the dealer, or the next deal. No
    /// hand gets a card for which its player has not asked.
    fn take_stray(&mut self, card: Card) -> UnexpectedCard {
        if self.play.mistakes.stray_card == StrayCard::Void || self.waiting.len() == Cards::MOST {
            return UnexpectedCard::Voids;
        }
        if self.wants_card() {
            self.take_card(card);
            return UnexpectedCard::Taken;
        }
        self.waiting.push(card);
        if self.stage == Stage::Over { UnexpectedCard::FirstOfNext } else { UnexpectedCard::Taken }
    }

    /// While no hand has drawn, the cards lie in the order in which they were drawn from the first box on, as if none had been missed:
    /// moving them back on the table is all there is to do. Later the box sits out, unless it has already played.
    fn miss_box(&mut self, place: BoxNumber) -> UnexpectedCard {
        if self.play.mistakes.missed_box == MissedBox::Void {
            return UnexpectedCard::Voids;
        }
        let has_drawn = |hand: &Hand| hand.cards.len() > 2 || hand.is_of_split;
        if !self.hands.iter().any(has_drawn) && self.dealer.len() < 2 {
            return UnexpectedCard::Taken;
        }
        let is_untouched =
            |hand: &Hand| hand.place == place && hand.state == HandState::Playing && !has_drawn(hand) && hand.doubled.is_none();
        let Some(missed) = self.hands.iter().position(is_untouched) else { return UnexpectedCard::Voids };
        let missed = missed as u8;
        self.hand_mut(missed).state = HandState::SitsOut;
        if matches!(self.stage, Stage::Turn { hand } | Stage::Draws { hand } if hand == missed) {
            self.leave(missed);
            self.put_waiting();
        }
        UnexpectedCard::Discarded
    }

    /// A card that lies face up stays in play and goes where the next one goes (BJB-32): nothing is to be done.
    fn expose_card(&mut self) -> UnexpectedCard {
        if self.play.mistakes.stray_card == StrayCard::Void { UnexpectedCard::Voids } else { UnexpectedCard::Taken }
    }

    /// The card belongs to the next place in dealing order (BJB-32). The cards are taken in the order in which they were drawn, so it is there
    /// already: moving it on the table is all there is to do.
    fn lay_too_many(&mut self, _: BoxNumber) -> UnexpectedCard {
        self.expose_card()
    }

    fn left_over(&self) -> &[Card] {
        if self.stage == Stage::Over { &self.waiting } else { &[] }
    }

    fn stakes(&self) -> &[BoxStake] {
        &self.stakes
    }

    fn paid(&self) -> DealSettlement {
        self.early_payments()
    }

    fn settle(&self) -> DealSettlement {
        assert!(self.stage == Stage::Over, "a deal is settled when nothing more is wanted");
        self.settlement()
    }

    fn look(&self, _: Eyes) -> Vec<HandView> {
        // A card that lies face down is seen by nobody, so all eyes see the same.
        self.looks()
    }
}

/// As everybody sees it: what lies face down is not written.
impl fmt::Debug for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Deal").field("stakes", &self.stakes).field("hands", &self.looks()).finish_non_exhaustive()
    }
}

impl Deal {
    /// Puts another stake behind those of the player at the same seat and box.
    pub(super) fn place_stake(&mut self, player: u8, hand: u8, kind: StakeKind, amount: crate::model::Money) {
        let BoxStake { seat, place, .. } = *self.first_stake(player);
        self.stakes.push(BoxStake { seat, place, hand, kind, amount });
    }

    /// Whether a seat has a stake of this kind on a box.
    pub(super) fn has_stake(&self, seat: Seat, place: BoxNumber, kind: StakeKind) -> bool {
        self.stakes.iter().any(|stake| stake.seat == seat && stake.place == place && stake.kind == kind)
    }
}
