//! What can be done in a golden round: what a line says once it is understood.

use crate::model::{Card, Choice, Drawn, FaultCode, Order, OrderFailure, Refusal, Seat, Span, SpinNumber, WheelHappening, Who};

/// Something done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// The rules file that is in force from the next round on.
    Rules(String),
    /// One of its keys, `credit_most`, `hand_pay_from` or one of `player_protection`, with another value.
    Setting(String, String),
    /// Somebody asks for something; what cannot be written as an order at all is refused before it reaches the cabinet.
    Command { who: Who, key: Option<String>, round: Option<u64>, order: Result<Order, Refusal> },
    /// A seat takes the decision that the card table waits for, on the deal of this number where one is named.
    Choose { seat: Seat, round: Option<u64>, choice: Choice },
    /// The same at the machine of this seat.
    AtMachine(Seat, Box<Action>),
    /// The card source does something.
    Source(Source),
    /// This is drawn where chance is wanted that is no card.
    Drawn(Drawn),
    /// The wheel says something about a spin.
    Wheel(WheelHappening, Of),
    /// The moment comes that the cabinet waits for in this phase.
    Until(Moment),
    /// So much time passes.
    Pass(Span),
    /// The program stops at once and starts again.
    Restart,
}

impl Action {
    /// The seat that speaks at a card table.
    pub(super) fn speaker(&self) -> Option<Seat> {
        match self {
            Self::Command { who: Who::Seat(seat), order: Ok(Order::Table { .. }), .. } | Self::Choose { seat, .. } => Some(*seat),
            _ => None,
        }
    }
}

/// Which spin the wheel speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    /// The newest one asked for.
    Newest,
    Spin(SpinNumber),
    /// One that nobody asked for.
    Nobody,
}

/// A moment by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    Countdown,
    Pause,
    /// The longest time bets are taken on a running ball.
    RunningBall,
    /// The longest time of a spin.
    Spin,
    /// The countdown of a card table.
    Stakes,
    /// The longest time of a decision.
    Decision,
    /// The longest time of a card.
    Card,
    /// The pause after a deal.
    DealShown,
}

/// What the card source of a golden round does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// It opens, shuffles whole packs, and burns these cards: as many as the rules ask for.
    Ready(Vec<Card>),
    Opened,
    Closed,
    /// These cards come, each when it is ordered.
    Cards(Vec<Card>),
    /// What is ordered does not come.
    Fails(OrderFailure),
    /// A card comes that nobody ordered.
    Unasked(Card),
    CutCard,
    /// The shuffled cards are one too few.
    WrongCount,
    Fault(FaultCode),
    FaultOver(FaultCode),
}
