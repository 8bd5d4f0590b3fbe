//! What a golden round may ask of the state after an action.

use super::asked_cards;
use super::words::{amount_of, number, position, same, seat};
use crate::cabinet::Cabinet;
use crate::model::{Money, PhaseView, SeatView, Views, WheelWish};

/// Whether `expected` holds of the cabinet; otherwise what is the case instead.
///
/// # Errors
/// What is the case instead, or that the words are not understood.
pub(super) fn holds(cabinet: &Cabinet, expected: &str) -> Result<(), String> {
    let views = cabinet.views(cabinet.rules_view().into());
    let words: Vec<&str> = expected.split_whitespace().collect();
    match words[..] {
        ["seat", seat_number, "has", amount] => same(seat_view(&views, seat_number)?.credit, amount_of(amount)?),
        ["seat", seat_number, "has", amount, "on", "the", "layout"] => same(seat_view(&views, seat_number)?.staked, amount_of(amount)?),
        ["seat", seat_number, "has", amount, "on", ref place @ ..] => {
            same(lies_on(seat_view(&views, seat_number)?, &place.join(" "))?, amount_of(amount)?)
        }
        ["seat", seat_number, "can", "repeat", amount] => {
            same(seat_view(&views, seat_number)?.repeat.iter().map(|stake| stake.amount).sum(), amount_of(amount)?)
        }
        ["house", "has", amount] => same(house(&views), amount_of(amount)?),
        ["exposure", amount] => same(views.official.exposure, amount_of(amount)?),
        ["games", count] => same(views.official.meters.games, number(count)?),
        ["voids", count] => same(views.official.meters.voids, number(count)?),
        ["round", count] => same(views.cabinet.round, number(count)?),
        ["recalled", count] => same(views.official.rounds.len() as u64, number(count)?),
        ["phase", name] => same(phase(views.cabinet.phase), name),
        ["betting", "open"] => same(views.cabinet.betting_open, true),
        ["betting", "not", "open"] => same(views.cabinet.betting_open, false),
        ["countdown", "runs"] => same(views.cabinet.ends_at.is_some(), true),
        ["countdown", "rests"] => same(views.cabinet.ends_at.is_some(), false),
        ["last", "of", "shoe"] => asked_cards::last_of_shoe(&views),
        ["last", ref numbers @ ..] => same(last(&views), numbers.join(" ")),
        ["wish", ref wish @ ..] => same(wish_name(cabinet.outstanding().wheel), wish.join(" ")),
        _ => asked_cards::holds(&views, &words)
            .unwrap_or_else(|| Err("no such sentence was told, and nothing of this kind can be asked".into())),
    }
}

fn seat_view<'a>(views: &'a Views, seat_number: &str) -> Result<&'a SeatView, String> {
    Ok(&views.seats[seat(seat_number)?.index()])
}

fn lies_on(view: &SeatView, place: &str) -> Result<Money, String> {
    let position = position(place)?;
    Ok(view.bets.iter().filter(|stake| stake.position == position).map(|stake| stake.amount).sum())
}

/// What the house has won: what came in and is neither paid out nor on a seat nor on the layout.
fn house(views: &Views) -> Money {
    let meters = &views.official.meters;
    let with_players: Money = views.official.seats.iter().map(|line| line.credit + line.staked).sum();
    meters.credit_in - meters.credit_out - with_players
}

fn last(views: &Views) -> String {
    let numbers: Vec<String> = views.cabinet.last.iter().map(|round| round.pocket.to_string()).collect();
    numbers.join(" ")
}

fn phase(phase: PhaseView) -> &'static str {
    match phase {
        PhaseView::Open => "open",
        PhaseView::BallRunning => "ball-running",
        PhaseView::Closed => "closed",
        PhaseView::Paid => "paid",
        PhaseView::Held => "held",
    }
}

fn wish_name(wish: WheelWish) -> String {
    match wish {
        WheelWish::Ready => "ready".into(),
        WheelWish::Launch(spin) => format!("launch {spin}"),
        WheelWish::Finish(spin) => format!("finish {spin}"),
        WheelWish::Void => "void".into(),
        WheelWish::Off => "off".into(),
    }
}
