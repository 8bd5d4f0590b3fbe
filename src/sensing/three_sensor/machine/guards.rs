//! The door, the lid, the mains and the emergency stop: which of them stand open.

use super::keys::Guarding;
use crate::model::FaultCode;
use crate::sensing::three_sensor::wiring::Input;

/// The guards with the fault each is while it is open.
const GUARDS: [(Input, FaultCode); 4] = [
    (Input::Door, FaultCode::DoorOpen),
    (Input::Lid, FaultCode::LidOpen),
    (Input::Mains, FaultCode::MainsLost),
    (Input::EmergencyStop, FaultCode::EmergencyStop),
];

/// One switch. Its contacts bounce, and its line may pick up a glitch.
#[derive(Clone, Copy, Debug, Default)]
struct Switch {
    /// What the line shows, and since when, in nanoseconds.
    shows_open: bool,
    since: u64,
    open: bool,
}

/// What has become of a guard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turned {
    /// It is open now.
    Open(FaultCode),
    /// It is shut again.
    Shut(FaultCode),
}

/// The four guards.
#[derive(Clone, Debug)]
pub(super) struct Guards {
    keys: Guarding,
    switches: [Switch; 4],
}

impl Guards {
    pub(super) fn new(keys: Guarding) -> Self {
        Self { keys, switches: [Switch::default(); 4] }
    }

    /// A line has changed; whether it is a guard's.
    pub(super) fn change(&mut self, input: Input, shows_open: bool, now: u64) -> bool {
        let Some(place) = GUARDS.iter().position(|(guard, _)| *guard == input) else { return false };
        let switch = &mut self.switches[place];
        if switch.shows_open != shows_open {
            (switch.shows_open, switch.since) = (shows_open, now);
        }
        true
    }

    /// The next guard that has opened or shut by `now`.
    pub(super) fn turned(&mut self, now: u64) -> Option<Turned> {
        let place = (0..GUARDS.len()).find(|place| self.due(*place).is_some_and(|due| due <= now))?;
        let switch = &mut self.switches[place];
        switch.open = switch.shows_open;
        let (_, code) = GUARDS[place];
        Some(if switch.open { Turned::Open(code) } else { Turned::Shut(code) })
    }

    /// When the next guard counts as open or shut, if nothing changes.
    pub(super) fn next_wake(&self) -> Option<u64> {
        (0..GUARDS.len()).filter_map(|place| self.due(place)).min()
    }

    /// Whether any of them is open.
    pub(super) fn any_open(&self) -> bool {
        self.switches.iter().any(|switch| switch.open)
    }

    fn due(&self, place: usize) -> Option<u64> {
        let switch = self.switches[place];
        let milliseconds = if switch.shows_open { self.keys.open_milliseconds } else { self.keys.shut_milliseconds };
        (switch.shows_open != switch.open).then(|| switch.since.saturating_add((milliseconds * 1e6) as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MILLISECOND: u64 = 1_000_000;

    /// The door's line changes at these milliseconds, first to open; what is said by 2,000, each with the millisecond.
    #[track_caller]
    fn check(changes: &[u64], expected: &[(u64, Turned)]) {
        let mut guards = Guards::new(Guarding { open_milliseconds: 20.0, shut_milliseconds: 500.0 });
        let mut said = alloc::vec::Vec::new();
        for at in 0..=2_000 {
            for index in (0..changes.len()).filter(|index| changes[*index] == at) {
                assert!(guards.change(Input::Door, index % 2 == 0, at * MILLISECOND));
            }
            said.extend(guards.turned(at * MILLISECOND).map(|turned| (at, turned)));
        }
        assert_eq!(said, expected);
    }

    #[test]
    fn a_door_that_opens_is_open_after_20_milliseconds() {
        check(&[100], &[(120, Turned::Open(FaultCode::DoorOpen))]);
    }

    #[test]
    fn a_glitch_opens_no_door() {
        check(&[100, 101, 300, 319], &[]);
    }

    #[test]
    fn a_door_is_shut_when_its_switch_has_stopped_bouncing() {
        check(&[100, 400, 410, 420], &[(120, Turned::Open(FaultCode::DoorOpen)), (920, Turned::Shut(FaultCode::DoorOpen))]);
    }

    #[test]
    fn a_line_of_the_wheel_is_no_guard() {
        let mut guards = Guards::new(Guarding { open_milliseconds: 20.0, shut_milliseconds: 500.0 });
        assert!(!guards.change(Input::Ball(0), true, 0));
        assert_eq!(guards.next_wake(), None);
    }
}
