//! What a game offers in the course of a hand, and what it costs.

use super::action::Action;
use crate::games::card_game::CardGame;
use crate::games::contract::Deal as _;
use crate::model::{BoxNumber, BoxStake, Card, Choice, ChoiceKind, Decision, Money, Rank, Seat, StakeKind, Suit, Want};

/// What may be done with a hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offered {
    pub(super) action: Action,
    /// In antes.
    pub(super) price: f64,
}

/// Everything that this game offers a light box, as it offers it to a royal flush against a dealer without game.
pub(super) fn offered(game: &CardGame) -> Vec<Offered> {
    let ante = game.rules().offers().into_iter().find(|offer| offer.kind == StakeKind::Ante).map_or(Money::ZERO, |offer| offer.least);
    let seat = Seat::all().next().expect("there are seats");
    let mut deal = game.deal(&[BoxStake { seat, place: BoxNumber(1), hand: 0, kind: StakeKind::Ante, amount: ante }]);
    let mut come = royal_flush().chain(no_game()).chain(Card::all());
    let mut offered: Vec<Offered> = Vec::new();
    loop {
        match deal.wants() {
            Want::Card { .. } => deal.take_card(come.next().expect("a pack suffices for one box")),
            Want::Decision(decision) => {
                offered.extend(
                    priced(&decision, ante).filter(|one| !offered.iter().any(|known| known.action == one.action)).collect::<Vec<_>>(),
                );
                drop(deal.take_choice(first_of(&decision)));
            }
            Want::Window(_) | Want::Fresh | Want::Chance(_) => unreachable!("one box decides after the other, and there is one shuffle"),
            Want::Settlement => return offered,
        }
    }
}

fn priced(decision: &Decision, ante: Money) -> impl Iterator<Item = Offered> {
    let price = move |least: Money| least.minor() as f64 / ante.minor() as f64;
    decision.offers.iter().filter_map(move |offer| Some(Offered { action: Action::of(offer)?, price: price(offer.least) }))
}

/// The bet where it is offered: it leads on to all the rest.
fn first_of(decision: &Decision) -> Choice {
    let bets = decision.offers.iter().any(|offer| offer.kind == ChoiceKind::Bet);
    if bets { Choice::Bet } else { decision.otherwise }
}

fn royal_flush() -> impl Iterator<Item = Card> {
    [Rank::Ten, Rank::Jack, Rank::Queen, Rank::King, Rank::Ace].into_iter().map(|rank| Card::new(rank, Suit::Spades))
}

fn no_game() -> impl Iterator<Item = Card> {
    [Rank::Two, Rank::Four, Rank::Six, Rank::Eight, Rank::Nine]
        .into_iter()
        .zip(Suit::ALL.into_iter().cycle())
        .map(|(rank, suit)| Card::new(rank, suit))
}
