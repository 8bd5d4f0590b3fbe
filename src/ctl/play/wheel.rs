//! The words of golden rounds at the wheel: what is asked for at its table, its moments, and what the wheel says.

use super::action::{Action, Moment, Of};
use super::bets;
use super::phrase::{Phrase, Said};
use super::script::{Read, asked_for, in_round, ordered};
use crate::model::{Bet, BetForm, NoSpinReason, Order, Pocket, Resumption, WheelHappening};

/// What is asked for at the wheel's table.
pub(super) const ORDERS: &[Phrase<Read>] = &[
    ("WHO bets BETS...", |said| {
        let bets: Result<Vec<Bet>, _> = bets::bets(said.words(1))?.iter().map(BetForm::bet).collect();
        asked_for(said, bets.map(|bets| Order::Place { bets }))
    }),
    ("WHO takes back POSITION...", |said| ordered(said, Order::TakeBack(bets::position(said.words(1))?))),
    ("WHO undoes", |said| ordered(said, Order::Undo)),
    ("WHO clears", |said| ordered(said, Order::Clear)),
    ("WHO repeats", |said| ordered(said, Order::Repeat)),
    ("WHO doubles", |said| ordered(said, Order::Double)),
    ("WHO calls no spin", |said| ordered(said, Order::CallNoSpin)),
    ("WHO continues", |said| ordered(said, Order::Resume(Resumption::Continue))),
    ("WHO respins", |said| ordered(said, Order::Resume(Resumption::Respin))),
    ("WHO holds because REASON...", |said| ordered(said, Order::Hold { reason: said.words(1).into() })),
    ("WHO voids round ROUND because REASON...", |said| {
        in_round(ordered(said, Order::Void { reason: said.words(2).into() })?, said.number(1)?)
    }),
    ("WHO returns the stakes of seat SEAT", |said| ordered(said, Order::ReturnStakes { seat: said.seat(1)? })),
];

/// What the wheel says, and the moments of its table.
pub(super) const WHEEL: &[Phrase<Read>] = &[
    ("countdown ends", |_| Ok(Action::Until(Moment::Countdown))),
    ("pause ends", |_| Ok(Action::Until(Moment::Pause))),
    ("time for the running ball ends", |_| Ok(Action::Until(Moment::RunningBall))),
    ("spin takes too long", |_| Ok(Action::Until(Moment::Spin))),
    ("wheel opened", |_| says(WheelHappening::Opened)),
    ("wheel closed", |_| says(WheelHappening::Closed)),
    ("wheel silent", |_| says(WheelHappening::Silence)),
    ("ball launched", |_| says(WheelHappening::BallLaunched)),
    ("no more bets", |_| says(WheelHappening::NoMoreBets)),
    ("ball in POCKET", |said| says(WheelHappening::Result(pocket(said)?))),
    ("no spin WHY", |said| says(WheelHappening::NoSpin(said.one_of(0, NoSpinReason::ALL, NoSpinReason::name)?))),
    ("fault FAULT", |said| says(WheelHappening::Fault { code: said.fault(0)?, detail: "as the round tells".into() })),
    ("fault over FAULT", |said| says(WheelHappening::FaultCleared(said.fault(0)?))),
];

/// What the wheel says of the newest spin that was asked for.
fn says(happening: WheelHappening) -> Result<Action, String> {
    Ok(Action::Wheel(happening, Of::Newest))
}

fn pocket(said: &Said) -> Result<Pocket, String> {
    let number = said.words(0).parse().ok().and_then(Pocket::new);
    number.ok_or_else(|| format!("{:?} is not a pocket; pockets are 0 to 36", said.words(0)))
}
