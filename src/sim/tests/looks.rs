//! What a cabinet could show wrongly, one by one.

use std::sync::Arc;

use super::changing::*;
use super::mutations::Change;
use crate::model::{Card, Combination, DealEnd, Seat, Span};

/// What is shown wrongly.
pub(super) const LOOKS: &[(&str, Change)] = &[
    ("a closed card is shown to everybody", |step, _| {
        let own = step.views.seats.iter().flat_map(|seat| &seat.player_tables[0].places).find_map(|place| *place.down.first()?);
        let Some(card) = own else { return false };
        public(step).places.iter_mut().any(|place| hidden(place).is_some_and(|down| replace(down, Some(card))))
    }),
    ("a closed card is shown to another seat", |step, _| {
        let card = Card::all().next();
        seats(step, |seat, place| seat != place.seat && hidden(place).is_some_and(|down| replace(down, card)))
    }),
    ("a hand that was shown stays closed", |step, _| {
        let Some(showed) = shower(step) else { return false };
        public(step).places.iter_mut().any(|place| place.seat == showed && close(&mut place.down))
    }),
    ("a hand that was shown is looked back at as closed", |step, _| {
        let Some(showed) = shower(step) else { return false };
        past(step, |seat, past| {
            let hand = past.hands.iter_mut().find(|hand| hand.seat == showed && hand.seat != seat);
            hand.is_some_and(|hand| close(&mut hand.down))
        })
    }),
    ("another fee is shown than is taken", |step, _| {
        let fee = &mut public(step).fee;
        fee.hourly.as_mut().is_some_and(raise)
    }),
    ("a seat that has paid for an hour is shown not to have", |step, _| {
        let own = step.views.seats.iter_mut().map(|seat| Arc::make_mut(&mut seat.player_tables[0])).find(|own| own.paid_until.is_some());
        own.is_some_and(|own| replace(&mut own.paid_until, None))
    }),
    ("a seat is shown to have paid for longer than an hour", |step, _| {
        let own = step.views.seats.iter_mut().map(|seat| Arc::make_mut(&mut seat.player_tables[0]));
        own.filter_map(|own| own.paid_until.as_mut()).any(|until| {
            *until = until.after(Span::from_seconds(1));
            true
        })
    }),
    ("a replay is not counted", |step, _| {
        let replays = &mut public(step).replays;
        *replays > 0 && replace(replays, 0)
    }),
    ("a seat is offered to show that may not", |step, _| {
        let own = step.views.seats.iter_mut().map(|seat| Arc::make_mut(&mut seat.player_tables[0])).find(|own| !own.may_show);
        own.is_some_and(|own| replace(&mut own.may_show, true))
    }),
    ("a seat that may show is not offered it", |step, _| {
        let own = step.views.seats.iter_mut().map(|seat| Arc::make_mut(&mut seat.player_tables[0])).find(|own| own.may_show);
        own.is_some_and(|own| replace(&mut own.may_show, false))
    }),
    ("another card is shown to its seat than it has", |step, _| {
        seats(step, |seat, place| {
            let other = |card: &Option<Card>| Card::all().find(|other| Some(*other) != *card);
            seat == place.seat && place.down.first_mut().is_some_and(|down| down.is_some() && replace(down, other(down)))
        })
    }),
    ("the cards of a folded hand are shown", |step, _| {
        public(step).places.iter_mut().any(|place| {
            let is_folded = !place.is_live && place.put_in.is_positive();
            is_folded && replace(&mut place.down, vec![Card::all().next()])
        })
    }),
    ("a closed card is looked back at by another seat", |step, _| {
        past(step, |_, past| {
            past.hands.iter_mut().flat_map(|hand| &mut hand.down).any(|down| down.is_none() && replace(down, Card::all().next()))
        })
    }),
    ("the cards of a folded hand are looked back at", |step, _| {
        past(step, |seat, past| {
            let folded = past.hands.iter_mut().find(|hand| !hand.is_live && hand.seat != seat);
            folded.is_some_and(|hand| replace(&mut hand.down, vec![None; 2]))
        })
    }),
    ("an action is looked back at that nobody did", |step, _| {
        past(step, |_, past| past.course.last_mut().is_some_and(|wager| raise(&mut wager.paid)))
    }),
    ("more is looked back at than somebody else got back", |step, _| {
        past(step, |seat, past| past.stacks.iter_mut().any(|stack| stack.part.seat != seat && raise(&mut stack.part.returned)))
    }),
    ("a pot is looked back at with another fee", |step, _| {
        past(step, |_, past| match &mut past.end {
            Some(DealEnd::Paid(settlement)) => raise(&mut settlement.fee),
            _ => false,
        })
    }),
    ("a card of the board is hidden", |step, _| public(step).board.pop().is_some()),
    ("an open card is hidden", |step, _| public(step).places.iter_mut().any(|place| place.up.pop().is_some())),
    ("somebody is shown to be absent who is not", |step, _| {
        public(step).places.iter_mut().find(|place| !place.is_absent).is_some_and(|place| replace(&mut place.is_absent, true))
    }),
    ("another stack is shown", |step, _| public(step).places.first_mut().is_some_and(|place| raise(&mut place.stack))),
    ("another contribution is shown", |step, _| {
        public(step).places.iter_mut().any(|place| place.put_in.is_positive() && raise(&mut place.put_in))
    }),
    ("it is shown to be another's turn", |step, _| {
        let view = public(step);
        let Some((asked, _)) = view.turn else { return false };
        let other = view.places.iter().map(|place| place.seat).find(|seat| *seat != asked);
        other.is_some_and(|other| view.turn.as_mut().is_some_and(|turn| replace(&mut turn.0, other)))
    }),
    ("a pot is shown one unit less", |step, _| {
        public(step).turn.is_some() && public(step).pots.first_mut().is_some_and(|pot| lower(&mut pot.amount))
    }),
    ("a pot is shown to be open to another", |step, _| {
        public(step).turn.is_some() && public(step).pots.iter_mut().any(|pot| pot.claimants.pop().is_some())
    }),
    ("a raise one unit below the least is offered", |step, _| {
        offers(step, |offers| offers.wager.as_mut().is_some_and(|wager| wager.least > ONE && lower(&mut wager.least)))
    }),
    ("a raise one unit above the most is offered", |step, _| {
        offers(step, |offers| offers.wager.as_mut().is_some_and(|wager| raise(&mut wager.most)))
    }),
    ("who may stop taking cards is not offered it", |step, _| offers(step, |offers| replace(&mut offers.may_stop, false))),
    ("who may go on without paying is not offered it", |step, _| offers(step, |offers| replace(&mut offers.may_pass, false))),
    ("who may divide is not offered it", |step, _| offers(step, |offers| replace(&mut offers.may_divide, false))),
    ("whether equal hands are asked is shown the other way", |step, _| {
        let asks = !public(step).asks_to_divide;
        replace(&mut public(step).asks_to_divide, asks)
    }),
    ("what the time decides is shown the other way", |step, _| {
        let folds = !public(step).time_folds;
        replace(&mut public(step).time_folds, folds)
    }),
    ("whether an ace may be low is shown the other way", |step, _| {
        let has_wheel = !public(step).has_wheel;
        replace(&mut public(step).has_wheel, has_wheel)
    }),
    ("a hand is told to make another combination", |step, _| {
        public(step).places.iter_mut().filter_map(|place| place.combination.as_mut()).any(|made| {
            let other = if *made == Combination::Pair { Combination::Flush } else { Combination::Pair };
            replace(made, other)
        })
    }),
    ("one card more may be bought than is offered", |step, _| {
        offers(step, |offers| {
            offers.exchange.as_mut().is_some_and(|offer| {
                offer.most += 1;
                true
            })
        })
    }),
    ("a card is offered one unit cheaper", |step, _| {
        offers(step, |offers| offers.exchange.as_mut().is_some_and(|offer| lower(&mut offer.price)))
    }),
    ("one is shown to have bought a card more", |step, _| {
        let place = public(step).places.iter_mut().find(|place| place.is_live && place.bought > 0);
        place.map(|place| place.bought += 1).is_some() && public(step).turn.is_some()
    }),
    ("a middle card is shown as one that a hand may not use", |step, _| {
        public(step).places.iter_mut().any(|place| place.usable.as_mut().is_some_and(|usable| usable.pop().is_some()))
    }),
    ("a middle card is shown as one that a hand may use", |step, _| {
        let view = public(step);
        let unpaid = |usable: &Vec<Card>| view.board.iter().find(|card| !usable.contains(card)).copied();
        view.places.iter_mut().filter_map(|place| place.usable.as_mut()).any(|usable| match unpaid(usable) {
            Some(card) => {
                usable.push(card);
                true
            }
            None => false,
        })
    }),
    ("a raise is not offered", |step, _| offers(step, |offers| offers.wager.take().is_some())),
    ("a call one unit less is offered", |step, _| offers(step, |offers| offers.call.is_positive() && lower(&mut offers.call))),
    ("another button is shown", |step, _| {
        let is_dealing = public(step).turn.is_some();
        is_dealing
            && public(step).button.as_mut().is_some_and(|button| {
                let other = Seat::all().find(|seat| *seat != *button).expect("there are six");
                replace(button, other)
            })
    }),
    ("another sum of fees is shown", |step, _| raise(&mut step.views.official.fees)),
    ("a stack is not counted among what a seat has", |step, _| {
        step.views.official.seats.iter_mut().any(|line| line.stacks.is_positive() && lower(&mut line.stacks))
    }),
];
