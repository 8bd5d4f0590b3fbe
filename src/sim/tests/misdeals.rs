//! What a cabinet could tell wrongly of mistakes in dealing, one by one.

use std::sync::Arc;

use super::changing::*;
use super::mutations::Change;
use crate::model::{
    BettingAction, Card, CardPlace, CardSourceEvent, CardWish, Composition, DealVoid, Event, Face, Fact, OrderNumber, PlayerTableFact,
    PlayerTablePhase, Seat, TableFact, What,
};
use crate::sim::evening::{Step, TABLE};

/// How the names of those end that are about what is shown.
pub(super) const SHOWN: &str = "is shown";

/// What is told wrongly of mistakes.
pub(super) const MISDEALS: &[(&str, Change)] = &[
    ("a card of another seat was shown", |step, before| {
        first(step, |fact| match fact {
            PlayerTableFact::Exposed { seat, .. } => other_player(before, *seat).is_some_and(|other| replace(seat, other)),
            _ => false,
        })
    }),
    ("another card of the seat was shown", |step, _| {
        first(step, |fact| match fact {
            PlayerTableFact::Exposed { place, .. } => replace(place, 1 - (*place).min(1)),
            _ => false,
        })
    }),
    ("a card that is replaced stays, or the other way round", |step, _| {
        first(step, |fact| match fact {
            PlayerTableFact::Exposed { stays, .. } => {
                *stays = !*stays;
                true
            }
            _ => false,
        })
    }),
    ("a card that was shown is not told", |step, _| without(step, |fact| matches!(fact, PlayerTableFact::Exposed { .. }))),
    ("a card is told twice to have been shown", |step, _| twice(step, |fact| matches!(fact, PlayerTableFact::Exposed { .. }))),
    ("a deal goes on after a second card that was shown", |step, _| {
        let is_exposure = matches!(step.input.what, What::Command(_));
        is_exposure && without(step, |fact| matches!(fact, PlayerTableFact::Voided { reason: DealVoid::Misdeal, .. }))
    }),
    ("a card that nobody ordered is not told", |step, _| without(step, |fact| matches!(fact, PlayerTableFact::ExtraCard))),
    ("a deal goes on after a card that nobody ordered and that came before", |step, _| {
        let is_extra = matches!(step.input.what, What::Event(Event::Cards { event: CardSourceEvent::Unasked { .. }, .. }));
        is_extra && without(step, |fact| matches!(fact, PlayerTableFact::Voided { .. }))
    }),
    ("the hand of another seat is dead by its cards", |step, before| {
        first(step, |fact| match fact {
            PlayerTableFact::WrongCount { seat } => other_player(before, *seat).is_some_and(|other| replace(seat, other)),
            _ => false,
        })
    }),
    ("a hand with a wrong number of cards lives on", |step, _| without(step, |fact| matches!(fact, PlayerTableFact::WrongCount { .. }))),
    ("another card that is out of the deal is shown", |step, _| {
        let card = Card::all().next().expect("a card");
        public(step).shown_by_mistake.first_mut().is_some_and(|shown| replace(shown, card))
    }),
    ("another place for the next card is shown", |step, _| {
        let shown = &mut public(step).card_to;
        shown.as_mut().is_some_and(|(to, _)| replace(to, CardPlace::Dealer))
    }),
    ("the wrong face of the next card is shown", |step, _| {
        let other = |face: Face| if face == Face::Up { Face::Down } else { Face::Up };
        let shown = &mut public(step).card_to;
        shown.as_mut().is_some_and(|(_, face)| replace(face, other(*face)))
    }),
    ("no card that is out of the deal is shown", |step, _| {
        let shown = &mut public(step).shown_by_mistake;
        !core::mem::take(shown).is_empty()
    }),
    ("a boxed card is not told", |step, _| without(step, |fact| *fact == PlayerTableFact::Boxed)),
    ("a card is told twice to be boxed", |step, _| twice(step, |fact| *fact == PlayerTableFact::Boxed)),
    ("a boxed card that lies before a seat is shown", |step, _| {
        let is_boxed = has(step, &PlayerTableFact::Boxed);
        let view = public(step);
        let boxed = view.shown_by_mistake.last().copied().filter(|_| is_boxed);
        let place = view.places.iter_mut().find(|place| place.is_live);
        place.zip(boxed).map(|(place, card)| place.up.push(card)).is_some()
    }),
    ("the back of a seventh card that everybody has seen is shown", |step, _| {
        let exposed = facts(step).find_map(|fact| match fact {
            PlayerTableFact::Exposed { seat, place: 2, stays: true } => Some(*seat),
            _ => None,
        });
        let place = public(step).places.iter_mut().find(|place| Some(place.seat) == exposed);
        place.is_some_and(|place| place.down.last_mut().is_some_and(|card| replace(card, None)))
    }),
    ("that a seat may not play for the pot so far is shown", |step, _| offer(step, true)),
    ("that a seat may play for the pot so far that may not is shown", |step, _| offer(step, false)),
    ("who plays for the pot so far pays for it", |step, _| {
        first(step, |fact| match fact {
            PlayerTableFact::Acted { action: BettingAction::PlayForPot, paid, .. } => raise(paid),
            _ => false,
        })
    }),
    ("the turn of a seat that plays for the pot so far is shown", |step, _| {
        let Some(seat) = plays_for_pot(step) else { return false };
        public(step).turn.as_mut().is_some_and(|(asked, _)| replace(asked, seat))
    }),
    ("a flop that goes back is not told", |step, _| without(step, |fact| *fact == PlayerTableFact::FlopTakenBack)),
    ("a flop goes back twice", |step, _| twice(step, |fact| *fact == PlayerTableFact::FlopTakenBack)),
    ("a card of a flop that went back is shown", |step, _| {
        let card = Card::all().next().expect("a card");
        let goes_back = has(step, &PlayerTableFact::FlopTakenBack);
        goes_back && {
            public(step).board.push(card);
            true
        }
    }),
    ("the stub is told to be shuffled by the way", |step, _| {
        let flop = step.facts.iter().position(|fact| is_told(fact, &PlayerTableFact::FlopTakenBack));
        let Some(nth) = flop else { return false };
        let mut told = step.facts[nth].clone();
        if let Fact::Table { fact, .. } = &mut told {
            *fact = TableFact::BetweenPlayers(PlayerTableFact::StubShuffled);
        }
        step.facts.insert(nth + 1, told);
        true
    }),
    ("a stub that was shuffled is not told", |step, _| without(step, |fact| *fact == PlayerTableFact::StubShuffled)),
    ("a deal that waits for no stub is shown", |step, _| {
        let phase = &mut public(step).phase;
        *phase == PlayerTablePhase::ShufflingStub && replace(phase, PlayerTablePhase::Dealing)
    }),
];

/// What is wanted wrongly of the card source after mistakes.
pub(super) const MISDEALT_WISHES: &[(&str, Change)] = &[
    ("the replacement of a boxed card goes elsewhere", |step, _| {
        has(step, &PlayerTableFact::Boxed) && wish(step, |to, _| replace(to, CardPlace::Dealer))
    }),
    ("a card is wanted before the stub is shuffled", |step, _| {
        let is_waiting = public(step).phase == PlayerTablePhase::ShufflingStub;
        let own = step.wishes.iter_mut().find(|(table, _)| *table == TABLE).filter(|_| is_waiting);
        let (number, remaining) = (OrderNumber::MAX, Composition::of_packs(1));
        let wanted = CardWish::Card { number, shoe: 1, to: CardPlace::Discard, face: Face::Down, remaining, taken: 0 };
        own.is_some_and(|(_, wish)| replace(wish, wanted))
    }),
];

fn is_told(fact: &Fact, told: &PlayerTableFact) -> bool {
    matches!(fact, Fact::Table { fact: TableFact::BetweenPlayers(fact), .. } if fact == told)
}

fn has(step: &Step, told: &PlayerTableFact) -> bool {
    step.facts.iter().any(|fact| is_told(fact, told))
}

/// Who has chosen to play for the pot so far.
fn plays_for_pot(step: &mut Step) -> Option<Seat> {
    facts(step).find_map(|fact| match fact {
        PlayerTableFact::Acted { seat, action: BettingAction::PlayForPot, .. } => Some(*seat),
        _ => None,
    })
}

/// The seat that is asked and that may play for the pot so far, or may not, is offered the other thing.
fn offer(step: &mut Step, may: bool) -> bool {
    step.views.seats.iter_mut().any(|view| {
        let offers = Arc::make_mut(&mut view.player_tables[0]).offers.as_mut().filter(|offers| offers.may_play_for_pot == may);
        offers.is_some_and(|offers| replace(&mut offers.may_play_for_pot, !may))
    })
}
