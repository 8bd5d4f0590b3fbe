//! What the dealer's hand becomes, from each first card.

use crate::games::blackjack::{Rules, Soft17};

/// How likely each value is to come next, an ace at 1.
pub(super) type Values = [f64; 11];

/// How likely the dealer is to end so.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ends {
    /// 17 to 21, without blackjacks.
    pub(super) at: [f64; 22],
    /// An ace and a ten.
    pub(super) blackjack: f64,
    /// Over 21.
    pub(super) over: f64,
}

/// The values of full packs without the dealer's first card.
pub(super) fn values(packs: u8, dealer_value: u8) -> Values {
    let mut left = [f64::from(packs) * 4.0; 11];
    left[0] = 0.0;
    left[10] *= 4.0;
    left[usize::from(dealer_value)] -= 1.0;
    let all: f64 = left.iter().sum();
    left.map(|of_value| of_value / all)
}

/// How the dealer ends with this first card.
pub(super) fn ends(rules: &Rules, dealer_value: u8, values: &Values) -> Ends {
    let mut ends = Ends::default();
    draw(rules, values, dealer_value, dealer_value == 1, 1, 1.0, &mut ends);
    ends
}

fn draw(rules: &Rules, values: &Values, low: u8, has_ace: bool, cards: u8, chance: f64, ends: &mut Ends) {
    for value in 1..=10_u8 {
        let (low, has_ace, cards) = (low + value, has_ace || value == 1, cards + 1);
        let chance = chance * values[usize::from(value)];
        let is_soft = has_ace && low + 10 <= 21;
        let points = if is_soft { low + 10 } else { low };
        let draws_soft_17 = is_soft && points == 17 && rules.play.dealer.soft_17 == Soft17::Hit;
        match points {
            22.. => ends.over += chance,
            21 if cards == 2 => ends.blackjack += chance,
            17.. if !draws_soft_17 => ends.at[usize::from(points)] += chance,
            _ => draw(rules, values, low, has_ace, cards, chance, ends),
        }
    }
}
