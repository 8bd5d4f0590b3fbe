//! The players of a scenario whose sessions are watched: mostly they confirm soon what they are asked, some limit themselves, and an attendant
//! pays out whose time is up. What they order is drawn from the seed, by a stream of its own.

use crate::model::{Command, Confirmation, Order, PlayerProtection, Seat, SeatView, Who};
use crate::sim::chance::Chance;

/// In one scenario of eight players are protected. A session is short there, so that all of it is seen.
pub(super) fn draw_protection(chance: &mut Chance) -> Option<PlayerProtection> {
    if chance.below(8) != 0 {
        return None;
    }
    let mut minutes = |choice: [Option<u32>; 4]| choice[chance.below(4) as usize];
    let (check, most) = (minutes([None, Some(1), Some(2), Some(5)]), minutes([None, Some(3), Some(10), Some(30)]));
    Some(PlayerProtection {
        age_least_years: (chance.below(2) == 0).then_some(21),
        reality_check_minutes: check,
        session_most_minutes: most,
        session_pause_minutes: [0, 1, 5][chance.below(3) as usize],
    })
}

/// The players, and the attendants who pay them out.
pub(super) struct PlaySessions {
    chance: Chance,
}

impl PlaySessions {
    pub(super) const fn new(chance: Chance) -> Self {
        Self { chance }
    }

    /// An order, which mostly fits what is shown; now and then one that does not.
    pub(super) fn order(&mut self, shown: &[SeatView]) -> Option<Command> {
        let seat = Seat::all().nth(self.chance.below(6) as usize).expect("there are six seats");
        let limit = Order::LimitPlaySession { minutes: self.chance.below(20) as u32 };
        let (is_mistaken, acts) = (self.chance.below(100) == 0, self.chance.below(4) != 0);
        let limits = self.chance.below(30) == 0;
        let what = [Confirmation::Age, Confirmation::RealityCheck][self.chance.below(2) as usize];
        let session = shown[seat.index()].play_session.as_ref();
        let order = match session {
            _ if is_mistaken && acts => Order::Confirm(what),
            _ if is_mistaken => limit,
            Some(session) if session.is_over && acts => {
                let order = Order::CreditOut { seat, amount: None };
                return Some(Command { who: Who::Attendant("attendant".into()), key: None, round: None, order });
            }
            Some(session) if session.age_to_confirm.is_some() && acts => Order::Confirm(Confirmation::Age),
            Some(session) if session.check.is_some() && acts => Order::Confirm(Confirmation::RealityCheck),
            Some(_) if limits => limit,
            _ => return None,
        };
        Some(Command { who: Who::Seat(seat), key: None, round: None, order })
    }
}
