//! A shift's report as a table for other programs: CSV, as RFC 4180 has it.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{MetersView, Money, ShiftReport, Timestamp};

/// The columns. The five about fees and cash are the cabinet's alone. New ones come last, for programs count columns.
const COLUMNS: [&str; 23] = [
    "shift",
    "opened_by",
    "opened_at",
    "closed_by",
    "closed_at",
    "currency",
    "seat",
    "credit_in",
    "credit_out",
    "staked",
    "returned",
    "games",
    "voids",
    "attendant_payments",
    "holds",
    "fees",
    "cash_at_open",
    "cash_expected",
    "cash_counted",
    "cash_difference",
    "corrections",
    "hand_paid",
    "hourly_fees",
];

impl ShiftReport {
    /// The report as CSV: a line with the names of the columns, one for each seat, and one for the cabinet. Amounts are units of `currency` with
    /// so many `decimals`, times are UTC.
    #[must_use]
    pub fn csv(&self, currency: &str, decimals: u8) -> String {
        let units = |amount: Money| amount.in_units(decimals);
        let head = [
            self.number.to_string(),
            field(&self.opened_by),
            self.opened_at.utc(),
            field(&self.closed_by),
            self.closed_at.utc(),
            field(currency),
        ];
        let line = |of: String, meters: &MetersView, holds: Money, cash: [String; 5]| {
            let amounts = [meters.credit_in, meters.credit_out, meters.staked, meters.returned].map(units);
            let counts = [meters.games, meters.voids, meters.attendant_payments].map(|count| count.to_string());
            let cells = head
                .iter()
                .cloned()
                .chain([of])
                .chain(amounts)
                .chain(counts)
                .chain([units(holds)])
                .chain(cash)
                .chain([meters.corrections, meters.hand_paid, meters.hourly_fees].map(units));
            cells.collect::<Vec<_>>().join(",")
        };
        let seats = self.seats.iter().map(|line_of| line(line_of.seat.to_string(), &line_of.meters, line_of.holds, Default::default()));
        let cash = [self.fees, self.cash_at_open, self.cash_expected(), self.cash_counted, self.cash_difference()].map(units);
        let cabinet = line("cabinet".into(), &self.meters, self.holds(), cash);
        let lines = core::iter::once(COLUMNS.join(",")).chain(seats).chain([cabinet]);
        lines.map(|line| line + "\r\n").collect()
    }
}

impl Money {
    /// The amount in units of a currency with so many `decimals`, such as `-12.50`: digits that every program reads.
    #[must_use]
    pub fn in_units(self, decimals: u8) -> String {
        let places = usize::from(decimals);
        let digits = format!("{:0>width$}", self.minor().unsigned_abs(), width = places + 1);
        let (whole, part) = digits.split_at(digits.len() - places);
        let sign = if self < Self::ZERO { "-" } else { "" };
        if part.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") }
    }
}

impl Timestamp {
    /// The moment in UTC to the second, such as `2026-11-26T13:45:52Z`.
    #[must_use]
    pub fn utc(self) -> String {
        let seconds = self.microseconds() / 1_000_000;
        let (days, of_day) = (seconds / 86_400, seconds % 86_400);
        let (year, month, day) = date(days);
        let [hour, minute, second] = [of_day / 3_600, of_day / 60 % 60, of_day % 60];
        format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }
}

/// Year, month and day, so many days after 1970-01-01. Years are counted from 1 March on, so that the leap day is their last.
const fn date(days: u64) -> (u64, u64, u64) {
    /// From 0000-03-01 to 1970-01-01.
    const BEFORE: u64 = 719_468;
    /// In 400 years.
    const ERA: u64 = 146_097;
    let day = days + BEFORE;
    let (era, of_era) = (day / ERA, day % ERA);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + if month <= 2 { 1 } else { 0 };
    (year, month, day)
}

/// A text as a field: in quotes where it holds what a reader would take for something else, after an apostrophe where a spreadsheet would take it
/// for a formula.
fn field(text: &str) -> String {
    let sign = if text.starts_with(['=', '+', '-', '@']) { "'" } else { "" };
    let is_plain = !text.contains([',', '"', '\r', '\n']);
    if is_plain { format!("{sign}{text}") } else { format!("\"{sign}{}\"", text.replace('"', "\"\"")) }
}

#[cfg(test)]
mod tests {
    use super::super::{Seat, ShiftOfSeat};
    use super::*;

    #[test]
    fn an_amount_is_told_in_units() {
        let check = |minor, decimals, expected: &str| assert_eq!(Money::from_minor(minor).in_units(decimals), expected);
        check(0, 0, "0");
        check(0, 2, "0.00");
        check(5, 2, "0.05");
        check(-5, 2, "-0.05");
        check(123_450, 2, "1234.50");
        check(-123_450, 0, "-123450");
        check(i64::MIN, 3, "-9223372036854775.808");
    }

    #[test]
    fn a_moment_is_told_in_utc() {
        let check = |seconds: u64, expected: &str| assert_eq!(Timestamp::from_microseconds(seconds * 1_000_000 + 999_999).utc(), expected);
        check(0, "1970-01-01T00:00:00Z");
        check(951_782_399, "2000-02-28T23:59:59Z");
        check(951_782_400, "2000-02-29T00:00:00Z");
        check(951_868_800, "2000-03-01T00:00:00Z");
        check(1_735_689_599, "2024-12-31T23:59:59Z");
        check(1_795_700_752, "2026-11-26T13:45:52Z");
        check(4_107_542_400, "2100-03-01T00:00:00Z");
    }

    #[test]
    fn a_text_is_a_field() {
        let check = |text: &str, expected: &str| assert_eq!(field(text), expected);
        check("Anna", "Anna");
        check("Anna, junior", "\"Anna, junior\"");
        check("=1+1", "'=1+1");
        check("@a,\"b\"", "\"'@a,\"\"b\"\"\"");
    }

    #[test]
    fn a_report_is_a_table() {
        let seat = Seat::new(2).expect("there are six");
        let (credit_in, credit_out, corrections) = (Money::from_minor(30_000), Money::from_minor(12_345), Money::from_minor(105));
        let meters = MetersView {
            credit_in,
            credit_out,
            games: 3,
            corrections,
            hand_paid: Money::from_minor(7),
            hourly_fees: Money::from_minor(8),
            ..MetersView::default()
        };
        let report = ShiftReport {
            number: 7,
            opened_by: "Anna".into(),
            opened_at: Timestamp::from_microseconds(0),
            closed_by: "B \"Bo\", junior".into(),
            closed_at: Timestamp::from_microseconds(61_000_000),
            cash_at_open: Money::from_minor(50_000),
            cash_counted: Money::from_minor(67_000),
            meters,
            fees: Money::from_minor(1),
            seats: alloc::vec![ShiftOfSeat { seat, meters, holds: Money::from_minor(250) }],
        };
        let expected = "shift,opened_by,opened_at,closed_by,closed_at,currency,seat,credit_in,credit_out,staked,returned,games,voids,\
            attendant_payments,holds,fees,cash_at_open,cash_expected,cash_counted,cash_difference,corrections,hand_paid,hourly_fees\r\n\
            7,Anna,1970-01-01T00:00:00Z,\"B \"\"Bo\"\", junior\",1970-01-01T00:01:01Z,XTS,2,300.00,123.45,0.00,0.00,3,0,0,2.50,,,,,,1.05,0.07,0.08\r\n\
            7,Anna,1970-01-01T00:00:00Z,\"B \"\"Bo\"\", junior\",1970-01-01T00:01:01Z,XTS,cabinet,300.00,123.45,0.00,0.00,3,0,0,2.50,0.01,\
            500.00,676.48,670.00,-6.48,1.05,0.07,0.08\r\n";
        assert_eq!(report.csv("XTS", 2), expected);
    }
}
