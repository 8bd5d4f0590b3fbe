//! A game of one seat in which five cards of a pack of 52 come and any of them are exchanged once, counted out with the exchange that
//! returns most. A risk game after it is left alone: what is put there is returned on average, by symmetry.
//!
//! What a hand pays is asked of the game. For every five cards dealt, the final hands that each of the 32 exchanges can lead to are summed
//! from sums over all hands with given cards in them: those without the cards given away are the others less those with one of them, and
//! so on.

use std::borrow::Cow;
use std::collections::HashMap;

use super::figure::{Count, Figure, Figures, name};
use crate::games::card_game::CardGame;
use crate::games::contract::Deal as _;
use crate::games::machine::BOX;
use crate::model::{BoxStake, Card, Fate, Money, Seat, StakeKind, StakeOffer, Suit, Want};

const HAND: usize = 5;

/// The cards stand rank by rank.
const SUITS: usize = Suit::ALL.len();

/// In how many ways so many cards can come from the 47 that were not dealt.
const DRAWS: [u64; HAND + 1] = [1, 47, 1_081, 16_215, 178_365, 1_533_939];

/// What every number of [`DRAWS`] divides.
const COMMON: u64 = 5 * DRAWS[HAND];

/// The returns at the highest stake, and of any lower one where that returns something else.
pub(super) fn figures(game: &CardGame) -> Figures {
    let offer = game.rules().offers().into_iter().next().expect("a machine takes a stake");
    let [highest, lower] = pays(game, &offer);
    let kind = name(offer.kind);
    let counted = |bet: Cow<'static, str>, pays: &Pays| (bet, Figure::Counted(best(pays)));
    if highest == lower {
        return vec![counted(kind, &highest)];
    }
    vec![counted(format!("{kind} at the highest step").into(), &highest), counted(format!("{kind} below it").into(), &lower)]
}

/// How many times the stake each hand of five cards pays, by [`place`].
type Pays = Vec<u32>;

/// What every hand pays at the highest stake and below it. The game is asked once for hands that differ neither in their ranks nor in being
/// of one suit.
fn pays(game: &CardGame, offer: &StakeOffer) -> [Pays; 2] {
    let mut known: HashMap<(u32, bool), [u32; 2]> = HashMap::new();
    let cards: Vec<Card> = Card::all().collect();
    let mut pays = [(); 2].map(|()| vec![0; binomial(52, HAND)]);
    every_hand(|hand| {
        let ranks = hand.iter().fold(0, |ranks, card| ranks << 4 | cards[*card].rank() as u32);
        let is_flush = hand.iter().all(|card| cards[*card].suit() == cards[hand[0]].suit());
        let ask = || [offer.most, offer.most - offer.step].map(|stake| paid(game, offer.kind, stake, hand.map(|card| cards[card])));
        let [highest, lower] = *known.entry((ranks, is_flush)).or_insert_with(ask);
        let place = place(&hand);
        (pays[0][place], pays[1][place]) = (highest, lower);
    });
    pays
}

/// How many times the stake these cards pay where none is exchanged and nothing put at risk.
fn paid(game: &CardGame, kind: StakeKind, amount: Money, cards: [Card; HAND]) -> u32 {
    let seat = Seat::all().next().expect("there are seats");
    let mut deal = game.deal(&[BoxStake { seat, place: BOX, hand: 0, kind, amount }]);
    cards.into_iter().for_each(|card| deal.take_card(card));
    while let Want::Decision(decision) = deal.wants() {
        deal.take_choice(decision.otherwise);
    }
    u32::try_from(deal.settle().returned_to(seat).minor() / amount.minor()).expect("a hand pays a whole number of stakes")
}

/// What hands come to together: what they pay, how many win and how many return the stake.
#[derive(Clone, Copy, Default)]
struct Sum {
    paid: i64,
    won: i64,
    returned: i64,
}

impl Sum {
    fn of(times: u32) -> Self {
        Self { paid: times.into(), won: (times > 1).into(), returned: (times == 1).into() }
    }

    const fn add(&mut self, other: &Self) {
        self.paid += other.paid;
        self.won += other.won;
        self.returned += other.returned;
    }

    const fn divide(&mut self, by: i64) {
        self.paid /= by;
        self.won /= by;
        self.returned /= by;
    }

    const fn subtract(&mut self, other: &Self) {
        self.paid -= other.paid;
        self.won -= other.won;
        self.returned -= other.returned;
    }
}

/// The exchange that returns most, for all hands together. Every way weighs the same, so one exchange's are told [`COMMON`] times in all.
fn best(pays: &Pays) -> Count {
    let sums = sums_with(pays);
    let (mut paid, mut won, mut returned, mut hands) = (0_u128, 0_u128, 0_u128, 0_u128);
    every_hand(|hand| {
        let Some(alike) = alike(&hand) else { return };
        // For each set of kept cards all hands with them, then less and less of those with cards given away.
        let mut with: [Sum; 32] = std::array::from_fn(|kept| sum_of(&sums, pays, &hand, kept));
        for card in 0..HAND {
            for kept in (0..32).filter(|kept| kept & (1 << card) == 0) {
                let also = with[kept | 1 << card];
                with[kept].subtract(&also);
            }
        }
        let weight = |kept: usize| (COMMON / DRAWS[HAND - kept.count_ones() as usize]) as i64;
        let kept = (0..32).max_by_key(|kept| with[*kept].paid * weight(*kept)).expect("there are 32");
        let times = |sum: i64| u128::try_from(sum * weight(kept)).expect("hands are counted up from nothing") * alike;
        (paid, won, returned) = (paid + times(with[kept].paid), won + times(with[kept].won), returned + times(with[kept].returned));
        hands += alike;
    });
    let lost = hands * u128::from(COMMON) - won - returned;
    let mut count = Count::default();
    count.add(Fate::Lost, 1, 0, lost);
    count.add(Fate::Returned, 1, 1, returned);
    count.add_wins(won, paid - returned);
    count
}

/// Of the hands that differ in their suits' names alone, one stands for all: how many they are, and `None` for the others.
fn alike(hand: &[usize; HAND]) -> Option<u128> {
    let mut ranks_of = [0_u16; SUITS];
    hand.iter().for_each(|card| ranks_of[card % SUITS] |= 1 << (card / SUITS));
    let equal = |at: usize| ranks_of[at] == ranks_of[at + 1];
    let orders = match [equal(0), equal(1), equal(2)] {
        [true, true, true] => 1,
        [true, true, false] | [false, true, true] => 4,
        [true, false, true] => 6,
        [true, false, false] | [false, true, false] | [false, false, true] => 12,
        [false, false, false] => 24,
    };
    ranks_of.is_sorted().then_some(orders)
}

/// For every set of up to four cards what all hands with them come to, by the number of cards and [`place`].
fn sums_with(pays: &Pays) -> [Vec<Sum>; HAND] {
    let mut sums: [Vec<Sum>; HAND] = std::array::from_fn(|cards| vec![Sum::default(); binomial(52, cards)]);
    every_hand(|hand| {
        let own = Sum::of(pays[place(&hand)]);
        for given_away in 0..HAND {
            let (cards, count) = members(&hand, 31 & !(1 << given_away));
            sums[4][place(&cards[..count])].add(&own);
        }
    });
    for count in (0..4).rev() {
        every_set(count + 1, |set| {
            let own = sums[count + 1][place(set)];
            for left_out in 0..=count {
                let fewer: Vec<usize> = set.iter().enumerate().filter(|(at, _)| *at != left_out).map(|(_, card)| *card).collect();
                sums[count][place(&fewer)].add(&own);
            }
        });
        // Each hand was met once for every card that it has beyond the set.
        let times = (HAND - count) as i64;
        sums[count].iter_mut().for_each(|sum| sum.divide(times));
    }
    sums
}

/// Every rising set of so many of 52 cards.
fn every_set(count: usize, mut seen: impl FnMut(&[usize])) {
    fn with_more(set: &mut Vec<usize>, missing: usize, seen: &mut impl FnMut(&[usize])) {
        if missing == 0 {
            return seen(set);
        }
        for card in set.last().map_or(0, |last| last + 1)..52 {
            set.push(card);
            with_more(set, missing - 1, seen);
            set.pop();
        }
    }
    with_more(&mut Vec::new(), count, &mut seen);
}

fn sum_of(sums: &[Vec<Sum>; HAND], pays: &Pays, hand: &[usize; HAND], kept: usize) -> Sum {
    let (cards, count) = members(hand, kept);
    if count == HAND { Sum::of(pays[place(hand)]) } else { sums[count][place(&cards[..count])] }
}

/// Those cards of the hand whose bits are set, and how many they are.
fn members(hand: &[usize; HAND], kept: usize) -> ([usize; HAND], usize) {
    let (mut cards, mut count) = ([0; HAND], 0);
    for (place, card) in hand.iter().enumerate() {
        if kept & (1 << place) != 0 {
            cards[count] = *card;
            count += 1;
        }
    }
    (cards, count)
}

/// Every five of 52 cards, rising.
fn every_hand(mut seen: impl FnMut([usize; HAND])) {
    for e in 4..52 {
        for d in 3..e {
            for c in 2..d {
                for b in 1..c {
                    (0..b).for_each(|a| seen([a, b, c, d, e]));
                }
            }
        }
    }
}

/// The place of rising cards among all sets of as many.
fn place(cards: &[usize]) -> usize {
    cards.iter().zip(1..).map(|(card, nth)| BINOMIALS[*card][nth]).sum()
}

const fn binomial(of: usize, count: usize) -> usize {
    BINOMIALS[of][count]
}

/// In how many ways so many can be taken of so many.
const BINOMIALS: [[usize; HAND + 1]; 53] = {
    let mut table = [[0; HAND + 1]; 53];
    let mut of = 0;
    while of < 53 {
        table[of][0] = 1;
        let mut count = 1;
        while count <= HAND && of > 0 {
            table[of][count] = table[of - 1][count - 1] + table[of - 1][count];
            count += 1;
        }
        of += 1;
    }
    table
};
