//! What a golden round may ask of a card table after an action.

use super::words::{same, seat};
use crate::model::{BoxNumber, CardPlace, HandLook, TablePhase, TableView, Views};

/// Whether the words hold of the card table; `None` where they ask nothing of one.
pub(super) fn holds(views: &Views, words: &[&str]) -> Option<Result<(), String>> {
    let table = views.cabinet.tables.first()?;
    Some(match *words {
        ["deal", name] => same(phase(table.phase), name),
        ["deal", "is", number] => same(table.deal.to_string(), number.into()),
        ["turn", "of", "seat", number] => same(table.turn.map_or("nobody's".into(), |turn| turn.seat.to_string()), number.into()),
        ["turn", "of", "nobody"] => same(table.turn.is_none(), true),
        ["choices", ref names @ ..] => same(choices(views), names.join(" ")),
        ["card", "to", ref place @ ..] => same(table.card_to.map_or("nowhere".into(), place_name), place.join(" ")),
        ["cards", "left", count] => same(table.cards_left.to_string(), count.into()),
        ["seat", number, "sees", ref rest @ ..] => sees(views, number, rest),
        ["seat", number, "has", amount, "at", "the", "table"] => staked(views, number, amount),
        ["hold", name] => same(hold(table), name.into()),
        _ => return shows(&table.hands, words),
    })
}

/// Whether the cutting card has come, so that the cards are shuffled after this deal.
pub(super) fn last_of_shoe(views: &Views) -> Result<(), String> {
    same(views.cabinet.tables.first().ok_or("there is no card table")?.is_last_of_shoe, true)
}

fn phase(phase: TablePhase) -> &'static str {
    match phase {
        TablePhase::Staking => "staking",
        TablePhase::Shuffling => "shuffling",
        TablePhase::Dealing => "dealing",
        TablePhase::Paid => "paid",
        TablePhase::Held => "held",
    }
}

fn hold(table: &TableView) -> String {
    table.hold.as_ref().map_or("none".into(), |hold| hold.fault.map_or("attendant", |fault| fault.name()).into())
}

/// The choices of the seat whose turn it is, as their names.
fn choices(views: &Views) -> String {
    let offers = views.seats.iter().filter_map(|seat| seat.tables.first()).flat_map(|table| &table.offers);
    let mut names: Vec<String> = Vec::new();
    for offer in offers {
        let name = super::tables::name(&offer.kind);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.join(" ")
}

fn staked(views: &Views, number: &str, amount: &str) -> Result<(), String> {
    let table = views.seats[seat(number)?.index()].tables.first().ok_or("there is no card table")?;
    same(table.staked.to_string(), amount.into())
}

/// `seat 3 sees box 1 As ??`.
fn sees(views: &Views, number: &str, words: &[&str]) -> Result<(), String> {
    let table = views.seats[seat(number)?.index()].tables.first().ok_or("there is no card table")?;
    shows(&table.hands, words).unwrap_or_else(|| Err("that is no hand".into()))
}

/// `dealer As ??`, `box 2 Ts 6d`, `box 2 hand 2 8d Tc`, and `counts` in place of the cards.
fn shows(hands: &[HandLook], words: &[&str]) -> Option<Result<(), String>> {
    let (at, rest) = place(words)?;
    let Some(hand) = hands.iter().find(|hand| hand.at == at) else { return Some(Err("there is no such hand".into())) };
    Some(match *rest {
        ["counts", points] => same(hand.points.map_or("unknown".into(), |points| points.points.to_string()), points.into()),
        ["is", standing] => same(super::tables::name(&hand.standing), standing.into()),
        ["makes", ref names @ ..] => same(hand.combinations.iter().map(super::tables::name).collect::<Vec<_>>().join(" "), names.join(" ")),
        _ => same(cards(hand), rest.join(" ")),
    })
}

fn place<'a, 'b>(words: &'a [&'b str]) -> Option<(CardPlace, &'a [&'b str])> {
    let hand = |number: &str, hand: u8| number.parse().ok().map(|place| CardPlace::Hand { place: BoxNumber(place), hand });
    match words {
        ["box", number, "hand", which, rest @ ..] => Some((hand(number, which.parse::<u8>().ok()?.checked_sub(1)?)?, rest)),
        ["box", number, rest @ ..] => Some((hand(number, 0)?, rest)),
        ["dealer", rest @ ..] => Some((CardPlace::Dealer, rest)),
        ["player", rest @ ..] => Some((CardPlace::Player, rest)),
        ["banker", rest @ ..] => Some((CardPlace::Banker, rest)),
        _ => None,
    }
}

fn place_name(place: CardPlace) -> String {
    match place {
        CardPlace::Hand { place, hand: 0 } => format!("box {}", place.0),
        CardPlace::Hand { place, hand } => format!("box {} hand {}", place.0, hand + 1),
        CardPlace::Dealer => "dealer".into(),
        CardPlace::Board => "board".into(),
        CardPlace::Player => "player".into(),
        CardPlace::Banker => "banker".into(),
        CardPlace::Discard => "discard".into(),
    }
}

fn cards(hand: &HandLook) -> String {
    let names: Vec<String> = hand.cards.iter().map(|card| card.map_or("??".into(), |card| card.to_string())).collect();
    names.join(" ")
}
