//! The strategy that returns the most, worked out from the options: by the count of the hand and the dealer's first card, with the cards
//! of full packs still to come.
//!
//! It does not look at which cards the hand is made of, nor at those that other hands have. What that would bring is some hundredths
//! of a percent.

use super::dealer::{Ends, Values, ends, values};
use super::strategy::{Action, Advice, Row, Strategy, UNIT, column};
use crate::games::blackjack::{BlackjackTakes, Rules, SplitBy};
use crate::model::{Odds, Rounding};

/// More splits than this bring nothing worth working out.
const SPLITS_MOST: u8 = 4;

impl Strategy {
    /// The best strategy for these rules.
    #[must_use]
    pub fn best(rules: &Rules) -> Self {
        let against: Vec<Against<'_>> = (2..=10).chain([1]).map(|dealer| Against::new(rules, dealer)).collect();
        let row = |advice: &dyn Fn(&Against<'_>) -> Advice| -> Row { core::array::from_fn(|at| advice(&against[at])) };
        let of_count = |low: u8, has_ace: bool| row(&|against| against.rank(Hand { low, has_ace }, None));
        let hard = |points: usize| if points < 4 { of_count(4, false) } else { of_count(points as u8, false) };
        let soft = |points: usize| of_count((points as u8).max(12) - 10, true);
        let ace = &against[column(1)];
        Self {
            hard: core::array::from_fn(hard),
            soft: core::array::from_fn(soft),
            pairs: core::array::from_fn(|value| {
                let value = value.max(1) as u8;
                row(&|against| against.rank(Hand { low: 2 * value, has_ace: value == 1 }, Some(value)))
            }),
            insures: ace.ends.blackjack * part(rules.play.pays.insurance) > 1.0 - ace.ends.blackjack,
            takes_even_money: part(rules.play.pays.even_money) > (1.0 - ace.ends.blackjack) * part(rules.play.pays.blackjack),
        }
    }
}

/// What a stake of 1 wins.
fn part(odds: Odds) -> f64 {
    odds.win_of(UNIT, Rounding::HalfUp).minor() as f64 / UNIT.minor() as f64
}

/// A hand by its count with aces as 1.
#[derive(Clone, Copy)]
struct Hand {
    low: u8,
    has_ace: bool,
}

impl Hand {
    const fn with(self, value: u8) -> Self {
        Self { low: self.low + value, has_ace: self.has_ace || value == 1 }
    }

    const fn points(self) -> u8 {
        if self.has_ace && self.low + 10 <= 21 { self.low + 10 } else { self.low }
    }
}

/// Which stakes a hand of a split carries.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Carries {
    /// The first stake of the box.
    First,
    /// A stake that was added.
    Added,
}

/// Everything about one first card of the dealer's.
struct Against<'a> {
    rules: &'a Rules,
    dealer: u8,
    values: Values,
    ends: Ends,
    /// What an ordinary win of 1 wins.
    win: f64,
    /// What the better of a card and none brings, by what the hand carries, whether it has an ace, and its low count.
    played_on: [[[f64; 22]; 2]; 2],
}

impl<'a> Against<'a> {
    fn new(rules: &'a Rules, dealer: u8) -> Self {
        let values = values(rules.shoe.packs, dealer);
        let (ends, win) = (ends(rules, dealer, &values), part(rules.play.pays.win));
        let mut against = Self { rules, dealer, values, ends, win, played_on: [[[-1.0; 22]; 2]; 2] };
        // A card makes the count higher and never takes the ace away, so the higher counts and those with an ace are known first.
        for carries in [Carries::First, Carries::Added] {
            for hand in (2..=21).rev().flat_map(|low| [true, false].map(|has_ace| Hand { low, has_ace })) {
                let best = against.stand(hand, carries).max(against.hit(hand, carries));
                against.played_on[carries as usize][usize::from(hand.has_ace)][usize::from(hand.low)] = best;
            }
        }
        against
    }

    /// The actions on two cards by what each brings, the best first.
    fn rank(&self, hand: Hand, pair_of: Option<u8>) -> Advice {
        let mut worth: Vec<(Action, f64)> =
            vec![(Action::Stand, self.stand(hand, Carries::First)), (Action::Hit, self.hit(hand, Carries::First))];
        worth.push((Action::Double, self.double(hand, Carries::First)));
        worth.extend(self.surrender().map(|worth| (Action::Surrender, worth)));
        worth.extend(pair_of.map(|value| (Action::Split, self.split(value, self.rules.play.split.most.min(SPLITS_MOST)))));
        worth.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let actions: Vec<Action> = worth.into_iter().map(|(action, _)| action).collect();
        Advice::of(&actions).expect("to stand is among them")
    }

    /// What a blackjack of the dealer takes of a hand with `stakes` stakes.
    fn taken_by_blackjack(&self, carries: Carries, stakes: f64) -> f64 {
        let lost = match (self.rules.play.dealer.blackjack_takes, carries) {
            (BlackjackTakes::All, _) => stakes,
            (BlackjackTakes::OriginalOnly, Carries::First) => 1.0,
            (BlackjackTakes::OriginalOnly, Carries::Added) => 0.0,
        };
        lost * self.ends.blackjack
    }

    /// What a hand that stands brings of one stake, blackjacks of the dealer apart.
    fn compared(&self, hand: Hand) -> f64 {
        let points = usize::from(hand.points());
        let win = self.win;
        let of_end = |end: usize| match points.cmp(&end) {
            core::cmp::Ordering::Greater => win,
            core::cmp::Ordering::Equal => 0.0,
            core::cmp::Ordering::Less => -1.0,
        };
        self.ends.over * win + (17..=21).map(|end| self.ends.at[end] * of_end(end)).sum::<f64>()
    }

    fn stand(&self, hand: Hand, carries: Carries) -> f64 {
        if hand.points() > 21 { -1.0 } else { self.compared(hand) - self.taken_by_blackjack(carries, 1.0) }
    }

    fn each_card(&self, worth: impl Fn(u8) -> f64) -> f64 {
        (1..=10).map(|value| self.values[usize::from(value)] * worth(value)).sum()
    }

    fn hit(&self, hand: Hand, carries: Carries) -> f64 {
        self.each_card(|value| self.hit_or_stand(hand.with(value), carries))
    }

    fn hit_or_stand(&self, hand: Hand, carries: Carries) -> f64 {
        let of_count = &self.played_on[carries as usize][usize::from(hand.has_ace)];
        of_count.get(usize::from(hand.low)).copied().unwrap_or(-1.0)
    }

    fn double(&self, hand: Hand, carries: Carries) -> f64 {
        self.each_card(|value| {
            let hand = hand.with(value);
            if hand.points() > 21 { -2.0 } else { 2.0 * self.compared(hand) - self.taken_by_blackjack(carries, 2.0) }
        })
    }

    fn surrender(&self) -> Option<f64> {
        let rules = self.rules.play.surrender.filter(|rules| rules.against_ace || self.dealer != 1)?;
        Some(if rules.is_final { -0.5 } else { -0.5 - 0.5 * self.ends.blackjack })
    }

    /// Two hands of one card each, and so many splits still possible, this one among them.
    fn split(&self, value: u8, splits: u8) -> f64 {
        self.split_hand(value, splits, Carries::First) + self.split_hand(value, splits, Carries::Added)
    }

    fn split_hand(&self, value: u8, splits: u8, carries: Carries) -> f64 {
        let rules = &self.rules.play.split;
        let one = Hand { low: value, has_ace: value == 1 };
        let may_split_again = splits > 1 && (value != 1 || rules.aces_again);
        // Of the tens only a quarter are of the same rank.
        let equal = if value == 10 && rules.by == SplitBy::Rank { 0.25 } else { 1.0 };
        self.each_card(|second| {
            let played = self.second_card(one.with(second), value == 1, carries);
            if second != value || !may_split_again {
                return played;
            }
            let again = self.split_hand(value, splits - 1, carries) + self.split_hand(value, splits - 1, Carries::Added);
            equal * played.max(again) + (1.0 - equal) * played
        })
    }

    /// A hand of a split with its second card.
    fn second_card(&self, hand: Hand, is_ace: bool, carries: Carries) -> f64 {
        let play = &self.rules.play;
        if play.blackjack.after_split && hand.has_ace && hand.low == 11 {
            return (1.0 - self.ends.blackjack) * part(play.pays.blackjack);
        }
        let may_double = play.double.after_split && (!is_ace || play.double.on_split_aces);
        let counts = play.double.least_points..=play.double.most_points;
        let double = if may_double && counts.contains(&hand.points()) { self.double(hand, carries) } else { f64::NEG_INFINITY };
        let best = if is_ace && play.split.aces_one_card { self.stand(hand, carries) } else { self.hit_or_stand(hand, carries) };
        best.max(double)
    }
}
