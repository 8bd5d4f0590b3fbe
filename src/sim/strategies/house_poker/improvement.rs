//! What a hand is worth with other cards in place of some of its own, or with a sixth, prices apart: every card that can come is gone
//! through, by ranks first, and then what the suits bring on top.

use smallvec::SmallVec;

use super::known::Known;
use super::ranks::{CHOICES, Draw, Group, Left, RANKS};
use super::worth::{Worth, longest_suit};
use crate::model::{Card, CardChoice, Rank};

/// The exchange of more cards than this is worked out without a look at what is given away, and without the suits.
const GIVEN_MOST: usize = 3;

/// The ranks that are left of a suit.
type Outs = SmallVec<[u8; RANKS]>;

/// Every improvement of every hand against every open card, by ranks.
pub(super) struct Improvement {
    /// What can be drawn, by how many cards.
    draws: Vec<Vec<(Group, Draw)>>,
    /// What exchanges are worth, by how many cards, what is kept, what is given away, and the open card.
    exchanges: Vec<Known>,
    /// What cards of one suit bring on top when three come to two of that suit, by these two and the open card.
    suited_three: Known,
    /// What a sixth card is worth, by the five and the open card.
    sixth: Known,
}

impl Improvement {
    pub(super) fn new() -> Self {
        let given = |cards| if cards <= GIVEN_MOST { Group::numbers(cards) } else { 1 };
        let draw = |group: Group| (group, Draw::of(&group));
        Self {
            draws: (0..=5).map(|cards| Group::all(cards).into_iter().map(draw).collect()).collect(),
            exchanges: (0..=5).map(|cards| Known::nothing_of(Group::numbers(5 - cards) * given(cards) * RANKS)).collect(),
            suited_three: Known::nothing_of(Group::numbers(5 - GIVEN_MOST) * RANKS),
            sixth: Known::nothing_of(Group::numbers(5) * RANKS),
        }
    }

    /// What the exchange of these cards is worth.
    pub(super) fn of_exchange(&self, worth: &Worth, cards: &[Card], up: Card, choice: CardChoice) -> f64 {
        let of = |is_given| cards.iter().enumerate().filter(move |(at, _)| choice.has(*at) == is_given).map(|(_, card)| *card);
        let count = usize::from(choice.count());
        let (kept, given) = (Group::of(of(false)), if count <= GIVEN_MOST { Group::of(of(true)) } else { Group::default() });
        let place = (kept.number() * Group::numbers(given.ranks().len()) + given.number()) * RANKS + up.rank() as usize;
        let by_ranks = self.exchanges[count].at(place, || self.by_ranks(worth, kept, given, up.rank() as u8, count));
        let mut suited = of(false);
        let suit = suited.next().map(Card::suit).filter(|suit| suited.all(|card| card.suit() == *suit));
        suit.filter(|_| count <= GIVEN_MOST).map_or(by_ranks, |suit| {
            let is_out = |rank: &Rank| !cards.contains(&Card::new(*rank, suit)) && up != Card::new(*rank, suit);
            let outs = Rank::ALL.into_iter().filter(is_out).map(|rank| rank as u8);
            by_ranks + self.by_suit(worth, kept, &outs.collect::<Outs>(), up.rank() as u8, count) / CHOICES[46][count] as f64
        })
    }

    /// How much more it is worth in all that with cards of one suit there are five of it. Of three cards only how many ranks are left
    /// is looked at, not which.
    fn by_suit(&self, worth: &Worth, kept: Group, outs: &Outs, up: u8, count: usize) -> f64 {
        if count < GIVEN_MOST {
            return suited(worth, kept, outs, up, count);
        }
        let all: Outs = (0..RANKS as u8).filter(|rank| !kept.ranks().contains(rank)).collect();
        let of_all = self.suited_three.at(kept.number() * RANKS + usize::from(up), || suited(worth, kept, &all, up, count));
        of_all * CHOICES[outs.len()][count] as f64 / CHOICES[all.len()][count] as f64
    }

    fn by_ranks(&self, worth: &Worth, kept: Group, given: Group, up: u8, count: usize) -> f64 {
        let left = Left::without(up, &[kept, given]);
        let ways = left.ways();
        let mut sum = 0.0;
        for (group, draw) in &self.draws[count] {
            let ways = ways.of(draw);
            if ways > 0.0 {
                sum += ways * worth.of_five(kept.union(*group), up);
            }
        }
        sum / CHOICES[usize::from(left.count())][count] as f64
    }

    /// What a sixth card is worth.
    pub(super) fn of_sixth_card(&self, worth: &Worth, cards: &[Card], up: Card) -> f64 {
        let group = Group::of(cards.iter().copied());
        let open = up.rank() as u8;
        let left = Left::without(open, &[group]);
        let each = || (0..RANKS as u8).filter(|rank| left.0[usize::from(*rank)] > 0);
        let of_rank = |rank| f64::from(left.0[usize::from(rank)]) * worth.of_six(group.with(rank), open);
        let place = group.number() * RANKS + usize::from(open);
        let by_ranks = self.sixth.at(place, || each().map(of_rank).sum::<f64>() / f64::from(left.count()));
        if longest_suit(cards) < 4 {
            return by_ranks;
        }
        let unseen = Card::all().filter(|card| *card != up && !cards.contains(card));
        let over = |card: Card| {
            let six = [cards, &[card]].concat();
            if longest_suit(&six) < 5 { 0.0 } else { worth.of_cards(&six, open) - worth.of_six(group.with(card.rank() as u8), open) }
        };
        by_ranks + unseen.map(over).sum::<f64>() / f64::from(left.count())
    }
}

/// How much more it is worth in all that with `count` of these ranks, in the suit of the kept cards, there are five of one suit.
fn suited(worth: &Worth, kept: Group, outs: &[u8], up: u8, count: usize) -> f64 {
    if count == 0 {
        return worth.of_flush(kept, up) - worth.of_five(kept, up);
    }
    outs.iter().enumerate().map(|(at, rank)| suited(worth, kept.with(*rank), &outs[at + 1..], up, count - 1)).sum()
}
