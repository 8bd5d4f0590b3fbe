//! A hand of five cards of which one may be the joker (`house-poker-am` HPAM-2, HPAM-17, HPAM-Q10 to HPAM-Q12).

use core::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::set::{CardSet, Straights, highest, rank_bit};
use super::strength::{ALL_RANKS, Strength};
use crate::model::{Card, Combination, Rank};

/// How strong a hand is with its joker, and whether it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JokerHand {
    /// The strength with the joker as the card that makes most of it.
    pub strength: Strength,
    /// Whether there is no joker in it.
    pub is_natural: bool,
}

/// Between which hands the one without the joker is the higher (HPAM-17, HPAM-Q12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JokerYields {
    /// Those with the same combination of the same ranks, before the other cards are looked at.
    SameRank,
    /// Those with the same combination.
    SameCategory,
}

impl JokerHand {
    /// Of these cards: any without the joker, or four and the joker.
    #[must_use]
    pub fn of(cards: CardSet, straights: Straights) -> Self {
        let is_natural = !cards.has_joker();
        let strength = if is_natural { cards.strength_with(straights) } else { with_joker(cards.suits(), straights) };
        Self { strength, is_natural }
    }

    /// The same as a number that is higher for the stronger hand and equal for equal ones.
    #[must_use]
    pub const fn number(&self, yields: JokerYields) -> u64 {
        let (category, ranks) = (self.strength.combination() as u64, self.strength.own_ranks() as u64);
        let (natural, others) = (self.is_natural as u64, self.strength.other_ranks() as u64);
        // Thirteen ranks of the combination's own cards, thirteen of the others, and the joker before the ranks or behind them.
        match yields {
            JokerYields::SameRank => category << 27 | ranks << 14 | natural << 13 | others,
            JokerYields::SameCategory => category << 27 | natural << 26 | ranks << 13 | others,
        }
    }

    /// How this hand compares with another one.
    #[must_use]
    pub fn compare(&self, other: &Self, yields: JokerYields) -> Ordering {
        self.number(yields).cmp(&other.number(yields))
    }
}

impl CardSet {
    /// Whether the joker is among these cards.
    #[must_use]
    pub const fn has_joker(self) -> bool {
        Self::NONE.with(Card::JOKER).is_within(self)
    }
}

/// The most that a joker makes of four cards, as one of the cards that are not among them (HPAM-Q10, HPAM-Q11). Four equal ones are the one
/// exception: with them it is the fifth.
fn with_joker(suits @ [a, b, c, d]: [u32; 4], straights: Straights) -> Strength {
    let any = a | b | c | d;
    let two = (a & b) | (c & d) | ((a | b) & (c | d));
    match any.count_ones() {
        4 => suits.into_iter().find(|ranks| *ranks == any).map_or_else(|| of_ranks(any, straights), |suited| of_suit(suited, straights)),
        // Two cards of a rank, or three: the joker is one more.
        3 => Strength::new(Combination::ThreeOfAKind, two, any & !two),
        2 if two.count_ones() == 2 => Strength::new(Combination::FullHouse, highest(two, 1), two & !highest(two, 1)),
        2 => Strength::new(Combination::FourOfAKind, two, any & !two),
        _ => Strength::new(Combination::FiveOfAKind, any, 0),
    }
}

/// Four ranks of one suit: a flush at least.
fn of_suit(ranks: u32, straights: Straights) -> Strength {
    match filled(ranks, straights) {
        Some(top) if top == rank_bit(Rank::Ace) => Strength::new(Combination::RoyalFlush, top, 0),
        Some(top) => Strength::new(Combination::StraightFlush, top, 0),
        None => Strength::new(Combination::Flush, ranks | highest(ALL_RANKS & !ranks, 1), 0),
    }
}

/// Four ranks of several suits: a pair of the highest at least.
fn of_ranks(ranks: u32, straights: Straights) -> Strength {
    let top = highest(ranks, 1);
    let pair = Strength::new(Combination::Pair, top, ranks & !top);
    filled(ranks, straights).map_or(pair, |top| Strength::new(Combination::Straight, top, 0))
}

/// The highest rank of the highest five in sequence that these ranks make with one more.
fn filled(ranks: u32, straights: Straights) -> Option<u32> {
    let others = (0..Rank::ALL.len()).map(|rank| 1 << rank).filter(|rank| ranks & rank == 0);
    others.filter_map(|rank| straights.highest_of(ranks | rank)).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(names: &str) -> CardSet {
        names.split_whitespace().map(|name| name.parse().expect("the case names cards")).fold(CardSet::NONE, CardSet::with)
    }

    fn hand(names: &str) -> JokerHand {
        JokerHand::of(cards(names), Straights::FromTheAce)
    }

    #[track_caller]
    fn check(names: &str, expected: Combination) {
        assert_eq!(hand(names).strength.combination(), expected, "{names}");
    }

    /// How the first hand stands to the second where the joker yields at the same rank, and at the same category.
    #[track_caller]
    fn check_order(one: &str, other: &str, same_rank: Ordering, same_category: Ordering) {
        for (yields, expected) in [(JokerYields::SameRank, same_rank), (JokerYields::SameCategory, same_category)] {
            assert_eq!(hand(one).compare(&hand(other), yields), expected, "{one} and {other}, {yields:?}");
            assert_eq!(hand(other).compare(&hand(one), yields), expected.reverse(), "{other} and {one}, {yields:?}");
        }
    }

    /// The best of all hands in which another card stands for the joker; four of a rank and the joker are five (HPAM-Q11).
    fn tried_out(four: CardSet, straights: Straights) -> Strength {
        let ranks = four.suits().into_iter().fold(ALL_RANKS, |all, suit| all & suit);
        if ranks != 0 && four.count() == 4 {
            return Strength::new(Combination::FiveOfAKind, ranks, 0);
        }
        let others = Card::all().filter(|card| !CardSet::NONE.with(*card).is_within(four));
        others.map(|card| four.with(card).strength_with(straights)).max().expect("48 cards are left")
    }

    /// Every `step`th four of the 52 cards.
    fn each_four(step: usize, mut each: impl FnMut(CardSet)) {
        let all: alloc::vec::Vec<Card> = Card::all().collect();
        let mut count = 0;
        for a in 0..52 {
            for b in a + 1..52 {
                for c in b + 1..52 {
                    for d in c + 1..52 {
                        count += 1;
                        if count % step == 0 {
                            each([a, b, c, d].into_iter().fold(CardSet::NONE, |set, at| set.with(all[at])));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn hpam_q10_hpam_q11_the_joker_is_the_best_of_all_cards_that_are_not_held() {
        for straights in [Straights::FromTheAce, Straights::FromTheTwo] {
            each_four(11, |four| {
                let found = JokerHand::of(four.with(Card::JOKER), straights);
                assert_eq!(found, JokerHand { strength: tried_out(four, straights), is_natural: false }, "{four:?} {straights:?}");
            });
        }
    }

    #[test]
    fn hpam_2_what_a_joker_makes() {
        check("As Kd 9c 7h Jk", Combination::Pair);
        check("8s 8d Qh Kc Jk", Combination::ThreeOfAKind);
        check("9s 8d 7h 6c Jk", Combination::Straight);
        check("2s 3d 4h Ac Jk", Combination::Straight);
        check("As Kd 2h 3c Jk", Combination::Pair);
        check("Kh Th 7h 4h Jk", Combination::Flush);
        check("Js Jd 3c 3s Jk", Combination::FullHouse);
        check("5s 5d 5h Ks Jk", Combination::FourOfAKind);
        check("Th 9h 8h 7h Jk", Combination::StraightFlush);
        check("As Ks Qs Js Jk", Combination::RoyalFlush);
        check("7s 7d 7h 7c Jk", Combination::FiveOfAKind);
        check("As Kd 9c 7h 2s", Combination::AceKing);
    }

    #[test]
    fn hpam_17_a_natural_pair_beats_a_joker_pair() {
        check_order("9s 9d 7h 3c 2d", "9h Jk 8s 4c 2s", Ordering::Greater, Ordering::Greater);
        check_order("Th 9d 8c 7s 6h", "Ts 9c 8d Jk 6s", Ordering::Greater, Ordering::Greater);
        check_order("As Jk Kd 8h 4c", "Ah Ad 7c 6s 3h", Ordering::Less, Ordering::Less);
        check_order("Qs Qd Kc 8h 4c", "Qh Qc Kd 8s 4h", Ordering::Equal, Ordering::Equal);
    }

    #[test]
    fn hpam_q12_ranks_go_before_the_joker_or_behind_it() {
        check_order("9s Jk Ac 7h 2d", "9h 9c 5s 4c 3s", Ordering::Greater, Ordering::Less);
        check_order("Th 9d 8c 7s 6h", "Ts 9c 8d 7h Jk", Ordering::Less, Ordering::Greater);
        check_order("Kh Th 7h 4h Jk", "Ks Qs Ts 7s 4s", Ordering::Greater, Ordering::Less);
    }

    #[test]
    fn hpam_4_five_of_a_kind_is_the_highest() {
        check_order("7s 7d 7h 7c Jk", "Ah Kh Qh Jh Th", Ordering::Greater, Ordering::Greater);
        check_order("7s 7d 7h 7c Jk", "Ah Kh Qh Jh Jk", Ordering::Greater, Ordering::Greater);
    }

    #[test]
    fn hpam_q9_without_the_lowest_straight_the_joker_makes_a_pair_of_it() {
        let of = |names: &str| JokerHand::of(cards(names), Straights::FromTheTwo).strength.combination();
        assert_eq!(of("2s 3d 4h Ac Jk"), Combination::Pair);
        assert_eq!(of("2s 3d 4h 5c Jk"), Combination::Straight);
        assert_eq!(of("2s 3s 4s As Jk"), Combination::Flush);
        assert_eq!(of("5s 4s 3s 2s As"), Combination::Flush);
        assert_eq!(of("As 2d 3h 4c 5s"), Combination::Nothing);
    }
}
