//! Draw Hi-Lo, counted out: the chain by its first right guess, and the bet on a tie by its first draw.
//!
//! A guess that is right in `f` of `N` cards brings at most `N / f` times the pot, so on average no guess returns more than the pot that is
//! put on it: the player who makes the better guess until one is right, and then collects, plays as well as anybody. (A pot is rounded half up; below ten units that
//! can outweigh what a guess keeps back, so a stake of many units is played here.) After an equal card
//! the same guesses are right in as many cards as before, of as many.

use super::best_play::{Played, at_least, of_deal};
use super::count::{STAKE, faces};
use super::figure::{Count, Figure, Figures, bets_of, name};
use crate::games::card_game::CardGame;
use crate::games::machine::BOX;
use crate::model::{BoxStake, Card, Choice, ChoiceKind, DealSettlement, Decision, Seat, StakeKind};

/// The first card, three equal ones, and one that decides.
const CARDS_MOST: u8 = 5;

/// The stake by the better guess, and a bet on a tie beside it where one is offered.
pub(super) fn figures(game: &CardGame) -> Figures {
    let offer = game.rules().offers().into_iter().next().expect("a machine takes a stake");
    let seat = Seat::all().next().expect("there are seats");
    let stake = BoxStake { seat, place: BOX, hand: 0, kind: offer.kind, amount: STAKE.min(offer.most) };
    let count = |played: Played| played.best(&game.deal(&[stake]), &mut faces(1, Card::rank), CARDS_MOST, 1);
    let main = count(Played { tried: guesses, settled: of_deal });
    let tie = count(Played { tried: with_tie, settled: of_tie });
    let named = |kind| if kind == offer.kind { name(kind) } else { format!("{} on the first draw", name(kind)).into() };
    bets_of(game)
        .into_iter()
        .map(named)
        .zip([main, tie])
        .filter(|(_, count)| count.ways() > 0)
        .map(|(bet, count)| (bet, Figure::Counted(count)))
        .collect()
}

/// Collects where it may, and otherwise tries each guess.
fn guesses(decision: &Decision) -> Vec<Choice> {
    let guesses = decision.offers.iter().filter(|offer| offer.coefficient_hundredths > 0);
    collect(decision).unwrap_or_else(|| guesses.map(at_least).collect())
}

/// Collects where it may, and otherwise bets on a tie before it guesses.
fn with_tie(decision: &Decision) -> Vec<Choice> {
    let tie = decision.offers.iter().find(|offer| offer.kind == ChoiceKind::Tie);
    collect(decision).or_else(|| tie.map(|offer| vec![Choice::Tie(offer.most)])).unwrap_or_else(|| guesses(decision))
}

fn collect(decision: &Decision) -> Option<Vec<Choice>> {
    decision.offers.iter().any(|offer| offer.kind == ChoiceKind::Collect).then(|| vec![Choice::Collect])
}

/// The first bet on a tie; a settlement that has none counts nothing.
fn of_tie(settlement: &DealSettlement, ways: u128) -> Count {
    let mut count = Count::default();
    if let Some(line) = settlement.returns.iter().find(|line| line.stake.kind == StakeKind::Tie) {
        count.add_return(line, ways);
    }
    count
}
