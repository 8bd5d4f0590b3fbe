//! A deal as it is kept: who began it with what, and what has happened since. Nothing that can be reckoned from that.

use super::rules::Variant;
use crate::model::{BettingAction, Card, CardPlace, Face, Seat};

/// A deal and its history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Deal {
    pub(super) number: u64,
    pub(super) button: Seat,
    /// Where the blinds are; their seats may be empty (SPT-32).
    pub(super) blinds: Option<(Seat, Seat)>,
    /// Who is dealt in, with which stack.
    pub(super) players: Vec<(Seat, i64)>,
    pub(super) history: Vec<Entry>,
}

/// One thing that happened in a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// The rules put so much of a stack in.
    Posted(Seat, i64),
    /// A card came.
    Came(CardPlace, Face, Card),
    /// The first cards are dealt, and these were not there (SPT-40).
    Dealt(Vec<Seat>),
    /// The hand of one who was not there is dead.
    Killed(Seat),
    /// A seat acted and paid.
    Acted(Seat, BettingAction, i64),
    /// These play again for a bank.
    Again(Vec<Seat>),
    /// A closed card of a seat was shown by mistake: which of its closed cards.
    Exposed(Seat, usize),
    /// A card came that nobody ordered.
    Extra(Card),
    /// The card that came last lay face up in the pack.
    Boxed,
    /// The flop goes back.
    FlopTakenBack,
    /// The cards that go back are in the stub again.
    StubShuffled,
    /// The hand of a seat has a wrong number of cards.
    WrongCount(Seat),
}

/// What a deal goes through, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A card to everybody who has a hand.
    Each(Face),
    /// A card is burnt (SPG-18).
    Burn,
    /// A card to the middle.
    Board,
    /// A betting round.
    Betting,
    /// A trading (TPAM-32).
    Trading,
    /// Cards are bought (TPAM-23).
    Exchange,
}

/// The course of a deal: SPG-26, SPG-41, SPG-51 and `table-poker-by` sections 2 to 6.
pub(super) fn plan(variant: Variant, bets_early: bool) -> Vec<Item> {
    let up = Item::Each(Face::Up);
    let down = |count: usize| vec![Item::Each(Face::Down); count];
    let street = |card: Item, count: usize| [vec![Item::Burn], vec![card; count], vec![Item::Betting]].concat();
    let board = || [street(Item::Board, 3), street(Item::Board, 1), street(Item::Board, 1)].concat();
    match variant {
        Variant::Holdem => [down(2), vec![Item::Betting], board()].concat(),
        Variant::Omaha | Variant::OmahaHighLow => [down(4), vec![Item::Betting], board()].concat(),
        Variant::Stud5 => [down(1), vec![up, Item::Betting], street(up, 1), street(up, 1), street(up, 1)].concat(),
        // TPAM-41, TPAM-43: nothing is burnt, and the last card is open too.
        Variant::OpenStud5 => [down(1), [up, Item::Betting].repeat(4)].concat(),
        Variant::OpenStud7 => [down(2), [up, Item::Betting].repeat(5)].concat(),
        // TPAM-21 to TPAM-23, TPAM-Q3.
        Variant::Club => {
            let early = if bets_early { vec![Item::Betting] } else { Vec::new() };
            [down(5), early, vec![Item::Exchange, Item::Betting]].concat()
        }
        // TPAM-33: three cards are opened, then one, then one; TPAM-34: a decision after each.
        Variant::Texas => {
            let opening = |count: usize| [vec![Item::Board; count], vec![Item::Trading]].concat();
            [down(2), vec![Item::Trading], opening(3), opening(1), opening(1)].concat()
        }
        Variant::Stud7 => {
            let open = [street(up, 1), street(up, 1), street(up, 1)].concat();
            [down(2), vec![up, Item::Betting], open, street(Item::Each(Face::Down), 1)].concat()
        }
    }
}
