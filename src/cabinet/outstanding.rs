//! What the cabinet wants of the world, read off its state: asked again, it answers the same.

use super::Cabinet;
use super::table::Stage;
use crate::model::{Timestamp, WheelWish};

/// What the cabinet wants now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outstanding {
    /// When it wants to be woken by [`crate::model::Event::Wake`].
    pub wake_at: Option<Timestamp>,
    /// What it wants of the wheel.
    pub wheel: WheelWish,
    /// The round that the wheel turns for: the one whose bets stand, or the next one as soon as they are settled. A rotor that turns
    /// the other way each round goes by this.
    pub round: u64,
}

impl Cabinet {
    /// What the cabinet wants now. Asking changes nothing, so a restart loses no wish.
    #[must_use]
    pub fn outstanding(&self) -> Outstanding {
        let table = &self.table;
        let wheel = self.self_tests.of_wheel().map_or_else(|| self.wheel_wish(), WheelWish::SelfTest);
        let lifecycles = self.lifecycles().filter_map(|(_, lifecycle)| lifecycle.wake_at());
        let between_players = self.player_tables.iter().filter_map(|table| table.wake_at());
        let wake_at = lifecycles.chain(between_players).chain(self.self_tests.wake_at()).chain(self.play_sessions_wake_at()).min();
        let round = if let Stage::Paid(_) = table.stage { table.round + 1 } else { table.round };
        Outstanding { wake_at, wheel, round }
    }

    /// What the round wants of the wheel.
    fn wheel_wish(&self) -> WheelWish {
        let table = &self.table;
        match table.stage {
            // So that the wheel knows that somebody sees to its fault.
            Stage::Betting | Stage::Paid(_) if table.lifecycle.holds.is_seen_to() => WheelWish::Void,
            // A fault may end only while the rotor turns.
            Stage::Betting if table.lifecycle.holds.device_rests() && !table.lifecycle.holds.has_faults() => WheelWish::Off,
            Stage::Betting | Stage::Paid(_) => WheelWish::Ready,
            // An attendant who holds the table may have a hand in the wheel.
            Stage::Launching if table.lifecycle.holds.is_held_by_attendant() => WheelWish::Ready,
            Stage::Launching => WheelWish::Launch(table.spin),
            Stage::OnRim | Stage::Falling => WheelWish::Finish(table.spin),
            Stage::Broken => WheelWish::Void,
        }
    }
}
