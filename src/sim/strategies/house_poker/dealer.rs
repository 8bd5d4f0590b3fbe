//! The hands that a dealer can have with one open card, and how a hand fares against them.

use super::ranks::{Draw, Group, Left, RANKS};
use super::terms::{Hand, LOST, Terms};
use crate::games::ranking::{CardSet, Strength};
use crate::model::{Card, Combination};

/// Of five cards of different ranks so many are of one suit: one in 4 to the fourth.
const OF_ONE_SUIT: f64 = 1.0 / 256.0;

/// Every hand with one open card, from the weakest up.
pub(super) struct Dealer {
    hands: Vec<DealerHand>,
    /// Those before this one have no game.
    game_from: usize,
    /// For each of those, what comes of buying another card.
    bought: Vec<Bought>,
}

struct DealerHand {
    strength: Strength,
    /// The four cards that nobody sees.
    draw: Draw,
    /// Which part of the hands with these ranks it is.
    part: f64,
}

/// A hand without game and what one other card makes of it.
struct Bought {
    /// The rank that leaves and does not come back.
    top: u8,
    /// Whether the open card is the one that leaves.
    top_is_open: bool,
    /// The ranks that give it a game.
    games: Vec<Game>,
}

/// A rank that gives a dealer game.
struct Game {
    rank: u8,
    /// How many of this rank are among the four cards that nobody sees.
    held: u8,
    strength: Strength,
}

/// How likely a hand is to fare so, in some common unit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Chances {
    pub(super) no_game: f64,
    pub(super) lower: f64,
    pub(super) higher: f64,
    pub(super) all: f64,
}

impl Dealer {
    /// With this rank open.
    pub(super) fn with(up: u8) -> Self {
        let mut hands: Vec<(DealerHand, Group)> = Group::all(4).into_iter().flat_map(|hidden| of_ranks(hidden, up)).collect();
        hands.sort_by_key(|(hand, _)| hand.strength);
        let game_from = hands.partition_point(|(hand, _)| !is_game(hand.strength));
        let bought = hands[..game_from].iter().map(|(_, hidden)| Bought::of(*hidden, up)).collect();
        Self { hands: hands.into_iter().map(|(hand, _)| hand).collect(), game_from, bought }
    }

    /// How this hand fares when so many cards are left.
    pub(super) fn chances(&self, hand: &Hand, left: &Left) -> Chances {
        let ways = left.ways();
        let weigh = |hands: &[DealerHand]| hands.iter().map(|hand| hand.part * ways.of(&hand.draw)).sum::<f64>();
        let (no_game, game) = self.hands.split_at(self.game_from);
        let (lower, rest) = game.split_at(game.partition_point(|dealer| dealer.strength < hand.strength));
        let (equal, higher) = rest.split_at(rest.partition_point(|dealer| dealer.strength == hand.strength));
        let [no_game, lower, equal, higher] = [no_game, lower, equal, higher].map(weigh);
        Chances { no_game, lower, higher, all: no_game + lower + equal + higher }
    }

    /// What the purchase of the dealer's game brings over the ante win, for every hand of his without game; nothing at all where it can
    /// be worth it for none.
    pub(super) fn purchases<'a>(&'a self, hand: &'a Hand, left: &'a Left, terms: &'a Terms) -> impl Iterator<Item = f64> + 'a {
        let can_be_worth_it = terms.sells_game && hand.wins > 1.0 + terms.on_no_game;
        let bought = if can_be_worth_it { &self.bought[..] } else { &[] };
        let ways = left.ways();
        self.hands.iter().zip(bought).map(move |(dealer, bought)| {
            let weight = dealer.part * ways.of(&dealer.draw);
            if weight > 0.0 { weight * (bought.worth(hand, left) - terms.on_no_game) } else { 0.0 }
        })
    }
}

impl Bought {
    fn of(hidden: Group, up: u8) -> Self {
        let hand = hidden.with(up);
        let top = hand.ranks().last().copied().unwrap_or(0);
        let kept = hand.ranks().iter().filter(|rank| **rank != top).fold(Group::default(), |kept, rank| kept.with(*rank));
        let game = |rank: u8| {
            let strength = strength(&kept.with(rank).cards_of_many_suits());
            let held = hidden.ranks().iter().filter(|held| **held == rank).count() as u8;
            is_game(strength).then_some(Game { rank, held, strength })
        };
        Self { top, top_is_open: top == up, games: (0..RANKS as u8).filter(|rank| *rank != top).filter_map(game).collect() }
    }

    /// What a purchase is worth for this hand, its price among it.
    fn worth(&self, hand: &Hand, left: &Left) -> f64 {
        let mut sum = 0.0;
        for game in &self.games {
            let cards = f64::from(left.0[usize::from(game.rank)].saturating_sub(game.held));
            sum += cards * against(hand, game.strength);
        }
        let tops = left.0[usize::from(self.top)].saturating_sub(u8::from(!self.top_is_open));
        sum / f64::from(left.count() - 4 - tops) - 1.0
    }
}

/// What a purchase has brought, the price apart, when the dealer has come to this strength.
pub(super) fn against(hand: &Hand, dealer: Strength) -> f64 {
    match hand.strength.cmp(&dealer) {
        _ if !is_game(dealer) => 0.0,
        std::cmp::Ordering::Greater => hand.wins,
        std::cmp::Ordering::Equal => 0.0,
        std::cmp::Ordering::Less => LOST,
    }
}

/// The hands of these ranks: where they are different, some of one suit.
fn of_ranks(hidden: Group, up: u8) -> Vec<(DealerHand, Group)> {
    let hand = hidden.with(up);
    let of = |cards: &[Card], part| (DealerHand { strength: strength(cards), draw: Draw::of(&hidden), part }, hidden);
    match hand.is_of_different_ranks() {
        true => vec![of(&hand.cards_of_many_suits(), 1.0 - OF_ONE_SUIT), of(&hand.cards_of_one_suit(), OF_ONE_SUIT)],
        false => vec![of(&hand.cards_of_many_suits(), 1.0)],
    }
}

fn strength(cards: &[Card]) -> Strength {
    CardSet::of(cards).strength()
}

/// The dealer's minimum is A-K (HPC-12).
fn is_game(dealer: Strength) -> bool {
    dealer.combination() >= Combination::AceKing
}
