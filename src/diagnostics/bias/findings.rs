//! What the verdicts mean.

use super::statistics::{COLOURS, DISTANCES, POCKETS_ALIKE, REPEATS, SECTORS_ALIKE};
use crate::diagnostics::Verdict;
use crate::model::SpinFinding;

/// What is wrong, by these verdicts; nothing where every test passes or has too few spins.
#[must_use]
pub fn findings(verdicts: &[Verdict]) -> Vec<SpinFinding> {
    let fails = |test: &str| verdicts.iter().any(|verdict| verdict.test == test && verdict.is_failure());
    let each = [
        (POCKETS_ALIKE, SpinFinding::UnevenPockets),
        (SECTORS_ALIKE, SpinFinding::UnevenSectors),
        (DISTANCES, SpinFinding::UnevenDistances),
        (COLOURS, SpinFinding::UnevenColours),
    ];
    let found = each.into_iter().filter(|(test, _)| fails(test)).map(|(_, finding)| finding);
    found.chain(of_repeats(verdicts, fails(DISTANCES))).collect()
}

/// What it means that numbers follow themselves too often or too seldom, where they do.
fn of_repeats(verdicts: &[Verdict], distances_fail: bool) -> Option<SpinFinding> {
    let repeats = verdicts.iter().find(|verdict| verdict.test == REPEATS && verdict.is_failure())?.result.as_ref()?;
    Some(match (repeats.statistic > 0.0, distances_fail) {
        (true, false) => SpinFinding::DoubleEntries,
        (true, true) => SpinFinding::FrequentRepeats,
        (false, _) => SpinFinding::RareRepeats,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::Outcome;

    /// What is found where these tests fail with these statistics, and all others pass.
    #[track_caller]
    fn check(failing: &[(&str, f64)], expected: &[SpinFinding]) {
        let verdict = |test| {
            let statistic = failing.iter().find(|(of, _)| *of == test).map(|(_, statistic)| *statistic);
            let result = Outcome {
                statistic: statistic.unwrap_or_default(),
                degrees_of_freedom: None,
                critical: 2.6,
                p: 0.5,
                passed: statistic.is_none(),
            };
            Verdict { test, confidence: 0.99, sample: 1_000, result: Some(result) }
        };
        assert_eq!(findings(&[POCKETS_ALIKE, SECTORS_ALIKE, REPEATS, DISTANCES, COLOURS].map(verdict)), expected);
    }

    #[test]
    fn each_test_that_fails_means_something_of_its_own() {
        check(&[], &[]);
        check(&[(POCKETS_ALIKE, 70.0), (SECTORS_ALIKE, 4.0)], &[SpinFinding::UnevenPockets, SpinFinding::UnevenSectors]);
        check(&[(DISTANCES, 70.0)], &[SpinFinding::UnevenDistances]);
        check(&[(COLOURS, -3.0)], &[SpinFinding::UnevenColours]);
    }

    #[test]
    fn too_many_repeats_are_double_entries_where_all_other_distances_are_even() {
        check(&[(REPEATS, 3.7)], &[SpinFinding::DoubleEntries]);
        check(&[(REPEATS, 3.7), (DISTANCES, 70.0)], &[SpinFinding::UnevenDistances, SpinFinding::FrequentRepeats]);
        check(&[(REPEATS, -3.7)], &[SpinFinding::RareRepeats]);
    }
}
