//! What a cabinet could tell wrongly of mistakes in dealing, one by one.

use super::changing::*;
use super::mutations::Change;
use crate::model::{Card, CardPlace, CardSourceEvent, DealVoid, Event, Face, PlayerTableFact, What};

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
];
