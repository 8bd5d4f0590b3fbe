//! When a line that the program itself switches on and off is on: arithmetic over nanoseconds.

use crate::sensing::three_sensor::Duty;

/// Whether the line is on at `now`, and when that changes next; `None` where it never does.
///
/// `hertz` 0 is a line that can only be on and off: it is on at any strength.
pub(super) fn at(now: u64, duty: Duty, hertz: u32) -> (bool, Option<u64>) {
    if duty == Duty::OFF || duty == Duty::FULL || hertz == 0 {
        return (duty > Duty::OFF, None);
    }
    let period = 1_000_000_000 / u64::from(hertz);
    let on = period * u64::from(duty.thousandths()) / 1_000;
    let start = now - now % period;
    if now % period < on { (true, Some(start.saturating_add(on))) } else { (false, Some(start.saturating_add(period))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(now: u64, thousandths: u16, hertz: u32, expected: (bool, Option<u64>)) {
        assert_eq!(at(now, Duty::from_thousandths(thousandths), hertz), expected);
    }

    #[test]
    fn a_quarter_strength_is_a_quarter_of_each_period() {
        check(0, 250, 200, (true, Some(1_250_000)));
        check(1_249_999, 250, 200, (true, Some(1_250_000)));
        check(1_250_000, 250, 200, (false, Some(5_000_000)));
        check(5_000_000, 250, 200, (true, Some(6_250_000)));
    }

    #[test]
    fn nothing_and_everything_are_not_switched() {
        check(3, 0, 200, (false, None));
        check(3, 1_000, 200, (true, None));
        check(3, 2_000, 200, (true, None));
    }

    #[test]
    fn a_line_that_is_only_on_and_off_is_on_at_any_strength() {
        check(3, 1, 0, (true, None));
        check(3, 0, 0, (false, None));
    }
}
