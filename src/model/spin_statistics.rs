//! What a technician is shown of how evenly the pockets win. Figures are whole thousandths, so that nothing here is inexact.

use alloc::vec::Vec;

use super::{JournalReach, Pocket};

/// What was counted of the newest spins, and what the tests say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpinStatistics {
    /// How many spins were counted.
    pub spins: u64,
    /// Of how many rounds they are, the newest of all.
    pub rounds: u64,
    /// The number of the newest round.
    pub newest_round: u64,
    /// How far back the journal was read.
    pub reach: JournalReach,
    /// How many spins did not count.
    pub no_spins: u64,
    /// Of how many of them the wheel said where the ball lay.
    pub no_spins_with_pocket: u64,
    /// Every pocket, in the order of the wheel, from zero.
    pub pockets: Vec<PocketStatistics>,
    /// The least and the most wins of a pocket between which all pockets of a fair wheel stay 99 times in 100; `None` where there are too few
    /// spins.
    pub band: Option<(u64, u64)>,
    /// The neighbouring pockets that won most often; `None` where there are too few spins.
    pub sector: Option<SectorStatistics>,
    /// The tests: pockets, sectors, repeats, distances, colours.
    pub tests: Vec<SpinTest>,
    /// How often the same number came two, three and four times in a row.
    pub runs: Vec<NumberRun>,
    /// What is wrong.
    pub findings: Vec<SpinFinding>,
    /// The bias of one pocket that so many spins show in four of five cases, in thousandths of its fair share; `None` without spins.
    pub least_bias_permille: Option<u64>,
    /// How many spins show in four of five cases a pocket that wins a tenth too often.
    pub spins_for_a_tenth: u64,
}

/// What was counted of a pocket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PocketStatistics {
    /// The pocket.
    pub pocket: Pocket,
    /// How often it won.
    pub wins: u64,
    /// In how many spins that did not count the ball lay in it, where the wheel said so.
    pub no_spins: u64,
}

/// What was counted of pockets that lie side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectorStatistics {
    /// The pockets, clockwise.
    pub pockets: Vec<Pocket>,
    /// How often one of them won.
    pub wins: u64,
    /// How often that is to be expected.
    pub expected_thousandths: u64,
}

/// What a test says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpinTest {
    /// Its name.
    pub test: &'static str,
    /// How many spins or pairs of spins it is about.
    pub sample: u64,
    /// What it says.
    pub verdict: SpinVerdict,
    /// What it adds up: a chi-square, or a number of standard deviations; `None` where the sample is too small.
    pub statistic_thousandths: Option<i64>,
    /// Of a chi-square.
    pub degrees_of_freedom: Option<u64>,
    /// Beyond this it fails.
    pub critical_thousandths: Option<i64>,
    /// How likely a fair wheel comes to this or worse.
    pub p_millionths: Option<u64>,
}

/// How often a number came so many times in a row; a longer run holds several shorter ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberRun {
    /// How many times in a row.
    pub length: usize,
    /// How often.
    pub came: u64,
    /// How often that is to be expected.
    pub expected_thousandths: u64,
}

/// What a test says in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpinVerdict {
    /// A fair wheel may have come to that.
    Passed,
    /// A fair wheel comes to that once in a hundred times.
    Failed,
    /// There are too few spins to say anything.
    SampleTooSmall,
}

impl SpinVerdict {
    /// The verdict's name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::SampleTooSmall => "sample-too-small",
        }
    }
}

/// What is wrong with spins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpinFinding {
    /// The pockets do not win equally often.
    UnevenPockets,
    /// Pockets that lie side by side win too often together.
    UnevenSectors,
    /// How far a number lies from the one before it is not even.
    UnevenDistances,
    /// The colour does not change as often as it should, or changes too often.
    UnevenColours,
    /// A number follows itself too often, and all other distances are even: spins stand twice.
    DoubleEntries,
    /// A number follows itself too often, and other distances are not even either.
    FrequentRepeats,
    /// A number follows itself too seldom.
    RareRepeats,
}

impl SpinFinding {
    /// The finding's name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::UnevenPockets => "uneven-pockets",
            Self::UnevenSectors => "uneven-sectors",
            Self::UnevenDistances => "uneven-distances",
            Self::UnevenColours => "uneven-colours",
            Self::DoubleEntries => "double-entries",
            Self::FrequentRepeats => "frequent-repeats",
            Self::RareRepeats => "rare-repeats",
        }
    }
}
