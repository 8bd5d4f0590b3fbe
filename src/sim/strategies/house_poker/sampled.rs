//! The player of a game whose dealer shows no card before the bets: he bets where, in a sample of what can still come, that is worth more
//! than to pass.
//!
//! What can come is too much to go through for every hand. So cards are drawn until it is clear which of the two is worth more, or
//! [`DRAWN_MOST`] times: where even these do not tell them apart, the wrong one costs next to nothing. The draws depend on nothing but the
//! cards that are seen, so that the same hand is always played the same.

mod five_card;

use std::cmp::Ordering;

use super::terms::{BET, LOST, PASSED, times};
use crate::games::casino_holdem::{Pays, Rules};
use crate::games::ranking::{CardSet, Strength};
use crate::model::{Card, CardPlace, Choice, ChoiceKind, Decision, HandView};
use crate::sim::chance::{Chance, QuickChance};
use crate::sim::strategies::hands::Strategy;

pub use five_card::OpenCardPlay;

/// So often is drawn before it is looked at what came of it.
const DRAWN_AT_ONCE: u32 = 64;

/// So often at most.
const DRAWN_MOST: u32 = 4_096;

/// A mean is taken for sure where it is so many of its standard errors away.
const SURE: f64 = 4.0;

/// Bets where that is worth more than to pass.
pub struct SampledPlay {
    pays: Pays,
}

/// What a draw of the cards that come is worth to who bets, in antes.
struct Draws {
    chance: QuickChance,
    /// The cards that are not seen.
    unseen: Vec<Card>,
    own: CardSet,
    board: CardSet,
}

impl SampledPlay {
    /// By these rules.
    #[must_use]
    pub const fn of(rules: &Rules) -> Self {
        Self { pays: rules.play.pays }
    }

    /// Whether it is worth more to bet than to pass.
    fn bets(&self, mut draws: Draws) -> bool {
        let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for _ in 0..DRAWN_MOST / DRAWN_AT_ONCE {
            for _ in 0..DRAWN_AT_ONCE {
                let (own, dealer) = draws.showdown();
                let worth = self.worth(own, dealer) - PASSED;
                (count, sum, squares) = (count + 1.0, sum + worth, squares + worth * worth);
            }
            let mean = sum / count;
            let error = ((squares / count - mean * mean) / count).sqrt();
            if mean.abs() > SURE * error {
                break;
            }
        }
        sum > 0.0
    }

    /// What ante and bet win or lose.
    fn worth(&self, own: Strength, dealer: Strength) -> f64 {
        let row = if Rules::has_game(own) { self.pays.ante.of(own.combination()) } else { None };
        let on_ante = times(row.unwrap_or(self.pays.no_game_low));
        match own.cmp(&dealer) {
            _ if !Rules::has_game(dealer) => on_ante,
            Ordering::Greater => on_ante + BET * times(self.pays.bet),
            Ordering::Equal => 0.0,
            Ordering::Less => LOST,
        }
    }
}

impl Draws {
    fn of(own: &[Card], board: &[Card]) -> Self {
        let seen = CardSet::of(own).union(CardSet::of(board));
        let unseen: Vec<Card> = Card::all().filter(|card| !CardSet::of(&[*card]).is_within(seen)).collect();
        let seed = own.iter().chain(board).fold(0, |seed, card| seed * Card::COUNT as u64 + card.index() as u64);
        Self { chance: Chance::new(seed, 0).quick(), unseen, own: CardSet::of(own), board: CardSet::of(board) }
    }

    /// The hands that the player and the dealer come to with the cards of one draw.
    fn showdown(&mut self) -> (Strength, Strength) {
        const COME: usize = 4;
        for place in 0..COME {
            let other = self.chance.place((self.unseen.len() - place) as u32) as usize;
            self.unseen.swap(place, place + other);
        }
        let board = self.board.with(self.unseen[0]).with(self.unseen[1]);
        let dealer = board.with(self.unseen[2]).with(self.unseen[3]);
        (board.union(self.own).strength(), dealer.strength())
    }
}

impl Strategy for SampledPlay {
    fn choose(&self, decision: &Decision, hands: &[HandView]) -> Choice {
        let at = |place| hands.iter().filter(move |hand| hand.at == place).flat_map(|hand| hand.cards.iter().flatten().copied());
        let own: Vec<Card> = at(CardPlace::Hand { place: decision.place, hand: decision.hand }).collect();
        let board: Vec<Card> = at(CardPlace::Board).collect();
        let may_bet = decision.offers.iter().any(|offer| offer.kind == ChoiceKind::Bet);
        if may_bet && self.bets(Draws::of(&own, &board)) { Choice::Bet } else { decision.otherwise }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profiles::load_rules;

    /// Whether these two cards are bet with these three on the board.
    #[track_caller]
    fn check(own: &str, board: &str, bets: bool) {
        let rules: Rules = load_rules("casino-holdem/by").expect("a shipped rules file").value;
        let cards = |names: &str| names.split(' ').map(|name| name.parse().expect("a card")).collect::<Vec<Card>>();
        assert_eq!(SampledPlay::of(&rules).bets(Draws::of(&cards(own), &cards(board))), bets, "{own} on {board}");
    }

    #[test]
    fn a_pair_an_ace_or_a_draw_is_bet_and_two_low_cards_on_a_high_board_are_not() {
        check("9c 4d", "Ks 9h 2d", true);
        check("2c 2d", "Ks 9h 7d", true);
        check("Ac 3d", "Ks 9h 7d", true);
        check("8h 6h", "Kh 9h 2d", true);
        check("8c 7d", "Ks 9h 6d", true);
        check("3c 2d", "Ks Qh 8d", false);
        check("4c 2d", "As Kh 9d", false);
    }
}
