//! What waits at the third seat of the house under test: its call, its session of play, its lock and its hand pay; and a fault of the house itself.

use super::harness::third;
use crate::model::{
    AttendantCall, CallReason, FaultCode, FaultView, HandPay, Money, PastGame, PlaySessionView, RealityCheck, SeatLock, TableNumber,
    Timestamp,
};

/// A call of the seat whose player has signed in.
pub(super) fn attendant_call() -> AttendantCall {
    AttendantCall { number: 5, seat: third(), reason: CallReason::CashOut, since: Timestamp::from_microseconds(7) }
}

/// The session of the same seat.
pub(super) fn play_session() -> PlaySessionView {
    let check = RealityCheck { minutes: 60, staked: Money::from_minor(42_000), result: Money::from_minor(-3_500) };
    PlaySessionView {
        began_at: Timestamp::from_microseconds(2),
        age_to_confirm: Some(21),
        check: Some(check),
        limit_minutes: Some(120),
        ends_at: Some(Timestamp::from_microseconds(7_200_000_002)),
        is_over: false,
    }
}

/// The lock of the same seat.
pub(super) fn seat_lock() -> SeatLock {
    SeatLock { seat: third(), by: "anna".into(), reason: "he is not well".into(), since: Timestamp::from_microseconds(8) }
}

/// A fault of the house.
pub(super) fn house_fault() -> FaultView {
    FaultView { code: FaultCode::DiskNearlyFull, detail: "/data: 300 MiB are free".into(), since: Timestamp::from_microseconds(9) }
}

/// What waits to be paid by hand.
pub(super) fn hand_pay() -> HandPay {
    let (game, since) = (PastGame::Deal { table: TableNumber(2), deal: 9 }, Timestamp::from_microseconds(6));
    HandPay { number: 4, seat: third(), game, amount: Money::from_minor(350_000), since }
}
