//! How a step that was right is told or shown wrongly.

use std::sync::Arc;

use crate::model::{
    BettingAction, BettingOffers, Card, CardPlace, CardWish, Command, DealEnd, DealVoid, Event, Face, Fact, Money, Order, PastHand,
    PlaceView, PlayerTableFact, PlayerTableOrder, PlayerTableView, PotsSettlement, Seat, TableFact, TableOrder, Views, What, Who,
};
use crate::sim::evening::{Step, TABLE};

pub(super) const ONE: Money = Money::from_minor(1);

pub(super) fn table(views: &Views) -> &PlayerTableView {
    &views.cabinet.player_tables[0]
}

pub(super) fn place(views: &Views, seat: Seat) -> &PlaceView {
    table(views).places.iter().find(|place| place.seat == seat).expect("it sits")
}

/// Who is asked, and what it may do.
pub(super) fn asked(views: &Views) -> Option<(Seat, BettingOffers)> {
    let seat = table(views).turn?.0;
    Some((seat, views.seats[seat.index()].player_tables[0].offers?))
}

pub(super) fn other_player(views: &Views, seat: Seat) -> Option<Seat> {
    table(views).places.iter().find(|place| place.seat != seat && place.stack.is_positive()).map(|place| place.seat)
}

pub(super) fn replace<T: PartialEq>(old: &mut T, new: T) -> bool {
    let is_other = *old != new;
    *old = new;
    is_other
}

pub(super) fn set(action: &mut BettingAction, amount: Money) -> bool {
    let is_bet = matches!(action, BettingAction::Bet(_));
    replace(action, if is_bet { BettingAction::Bet(amount) } else { BettingAction::RaiseTo(amount) })
}

pub(super) fn lower(amount: &mut Money) -> bool {
    replace(amount, *amount - ONE)
}

/// Turns cards that lie open face down.
pub(super) fn close(down: &mut [Option<Card>]) -> bool {
    let is_open = down.iter().any(Option::is_some);
    down.fill(None);
    is_open
}

/// Who showed a hand that he need not have shown.
pub(super) fn shower(step: &mut Step) -> Option<Seat> {
    facts(step).find_map(|fact| if let PlayerTableFact::Showed { seat } = fact { Some(*seat) } else { None })
}

pub(super) fn raise(amount: &mut Money) -> bool {
    replace(amount, *amount + ONE)
}

pub(super) fn facts(step: &mut Step) -> impl Iterator<Item = &mut PlayerTableFact> {
    step.facts.iter_mut().filter_map(|fact| match fact {
        Fact::Table { fact: TableFact::BetweenPlayers(fact), .. } => Some(fact),
        _ => None,
    })
}

/// The first fact that can be changed so.
pub(super) fn first(step: &mut Step, change: impl FnMut(&mut PlayerTableFact) -> bool) -> bool {
    facts(step).any(change)
}

fn position(step: &Step, is: impl Fn(&PlayerTableFact) -> bool) -> Option<usize> {
    step.facts.iter().position(|fact| matches!(fact, Fact::Table { fact: TableFact::BetweenPlayers(fact), .. } if is(fact)))
}

pub(super) fn without(step: &mut Step, is: impl Fn(&PlayerTableFact) -> bool) -> bool {
    position(step, is).map(|nth| step.facts.remove(nth)).is_some()
}

/// The first such fact is told twice.
pub(super) fn twice(step: &mut Step, is: impl Fn(&PlayerTableFact) -> bool) -> bool {
    position(step, is).map(|nth| step.facts.insert(nth, step.facts[nth].clone())).is_some()
}

/// The order of the step.
pub(super) fn order(step: &mut Step, mut change: impl FnMut(&mut PlayerTableOrder) -> bool) -> bool {
    match &mut step.input.what {
        What::Command(Command { order: Order::Table { order: TableOrder::BetweenPlayers(order), .. }, .. }) => change(order),
        _ => false,
    }
}

pub(super) fn by(step: &mut Step, seat: Seat) -> bool {
    match &mut step.input.what {
        What::Command(command) => replace(&mut command.who, Who::Seat(seat)),
        _ => false,
    }
}

/// An action that somebody ordered: in the order and in the fact.
pub(super) fn act(step: &mut Step, mut change: impl FnMut(&mut BettingAction, &mut Money) -> bool) -> bool {
    let is_changed = first(step, |fact| match fact {
        PlayerTableFact::Acted { action, paid, by_default: false, .. } => change(action, paid),
        _ => false,
    });
    let done = facts(step).find_map(|fact| match fact {
        PlayerTableFact::Acted { action, by_default: false, .. } => Some(*action),
        _ => None,
    });
    if let (true, Some(done)) = (is_changed, done) {
        order(step, |order| match order {
            PlayerTableOrder::Act { action, .. } => replace(action, done),
            _ => false,
        });
    }
    is_changed
}

pub(super) fn settled(step: &mut Step, mut change: impl FnMut(&mut PotsSettlement, &mut Vec<Seat>) -> bool) -> bool {
    first(step, |fact| match fact {
        PlayerTableFact::Settled { settlement, shown, .. } => change(settlement, shown),
        _ => false,
    })
}

pub(super) fn voided(step: &mut Step, mut change: impl FnMut(&mut Vec<(Seat, Money)>, &mut DealVoid) -> bool) -> bool {
    first(step, |fact| match fact {
        PlayerTableFact::Voided { back, reason, .. } => change(back, reason),
        _ => false,
    })
}

/// A seat gets so much more or less in all.
pub(super) fn pay(of: &mut PotsSettlement, seat: Seat, more: i64) {
    let more = Money::from_minor(more);
    match of.returns.iter_mut().find(|(other, _)| *other == seat) {
        Some((_, amount)) => *amount = *amount + more,
        None => of.returns.push((seat, more)),
    }
    of.returns.retain(|(_, amount)| amount.is_positive());
}

/// A share goes to another, what is returned with it.
pub(super) fn hand_over(of: &mut PotsSettlement, pot: usize, share: usize, to: Seat) -> bool {
    let won = core::mem::replace(&mut of.pots[pot].shares[share].seat, to);
    let amount = of.pots[pot].shares[share].amount.minor();
    pay(of, won, -amount);
    pay(of, to, amount);
    amount > 0
}

/// A share that holds an odd unit, and one of the same half that does not.
pub(super) fn odd(of: &PotsSettlement) -> Option<(usize, usize, usize)> {
    of.pots.iter().enumerate().find_map(|(nth, pot)| {
        let shares = || pot.shares.iter().enumerate();
        shares().find_map(|(at, share)| {
            let less = shares().find(|(_, other)| other.is_low == share.is_low && other.amount < share.amount)?;
            Some((nth, at, less.0))
        })
    })
}

pub(super) fn wish(step: &mut Step, mut change: impl FnMut(&mut CardPlace, &mut Face) -> bool) -> bool {
    // The same wish is told again after every input: it is news only where it follows from a card or a decision.
    let is_news = !step.facts.is_empty() || matches!(step.input.what, What::Event(Event::Cards { .. }));
    let wishes = step.wishes.iter_mut().filter(|(table, _)| *table == TABLE);
    is_news
        && wishes.into_iter().any(|(_, wish)| match wish {
            CardWish::Card { to, face, .. } => change(to, face),
            _ => false,
        })
}

pub(super) fn public(step: &mut Step) -> &mut PlayerTableView {
    Arc::make_mut(&mut step.views.cabinet.player_tables[0])
}

/// A card of which this view sees the back.
pub(super) fn hidden(place: &mut PlaceView) -> Option<&mut Option<Card>> {
    place.down.iter_mut().find(|down| down.is_none())
}

pub(super) fn seats(step: &mut Step, mut change: impl FnMut(Seat, &mut PlaceView) -> bool) -> bool {
    step.views.seats.iter_mut().any(|view| {
        let seat = view.seat;
        let own = Arc::make_mut(&mut view.player_tables[0]);
        own.places.iter_mut().any(|place| change(seat, place))
    })
}

/// The deal that was paid last, as a seat looks back at it.
pub(super) fn past(step: &mut Step, mut change: impl FnMut(Seat, &mut PastHand) -> bool) -> bool {
    let (deal, is_paid) = (public(step).deal, matches!(public(step).ended, Some(DealEnd::Paid(_))));
    step.views.seats.iter_mut().any(|view| {
        let seat = view.seat;
        let newest = Arc::make_mut(&mut view.player_tables[0]).hands.first_mut().filter(|past| is_paid && past.deal == deal);
        newest.is_some_and(|past| change(seat, Arc::make_mut(past)))
    })
}

pub(super) fn offers(step: &mut Step, mut change: impl FnMut(&mut BettingOffers) -> bool) -> bool {
    step.views.seats.iter_mut().any(|view| Arc::make_mut(&mut view.player_tables[0]).offers.as_mut().is_some_and(&mut change))
}
