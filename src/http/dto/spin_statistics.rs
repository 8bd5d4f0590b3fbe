//! How evenly the pockets win, for technicians.

use serde::Serialize;
use utoipa::ToSchema;

use crate::model;
use crate::model::{NumberRun, PocketStatistics, SectorStatistics, SpinFinding, SpinTest};

/// What was counted of the newest spins, and what so many can show.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct SpinStatistics {
    /// How many spins were counted.
    #[schema(example = 4_812)]
    spins: u64,
    /// Of how many rounds they are, the newest of all; at most 200,000.
    #[schema(example = 4_900)]
    rounds: u64,
    /// The number of the newest round: so many were played.
    #[schema(example = 61_300)]
    newest_round: u64,
    /// How far back the journal was read: the `whole` of what is wanted; a part, and the next look `goes-on`; or up to something that is
    /// `damaged`.
    #[schema(example = "whole")]
    reach: &'static str,
    /// How many spins did not count.
    no_spins: u64,
    /// Of how many of them the wheel said where the ball lay.
    no_spins_with_pocket: u64,
    /// Every pocket, in the order of the wheel, from zero.
    pockets: Vec<PocketLine>,
    /// Within these wins all pockets of a fair wheel stay 99 times in 100; null where there are too few spins.
    #[schema(required)]
    band: Option<Band>,
    /// The neighbouring pockets that won most often; null where there are too few spins.
    #[schema(required)]
    sector: Option<SectorLine>,
    /// The tests `pockets`, `sectors`, `repeats`, `distances` and `colours`; a fair wheel fails one of them once in a hundred times.
    tests: Vec<TestLine>,
    /// How often the same number came two, three and four times in a row.
    runs: Vec<RunLine>,
    /// What is wrong: `uneven-pockets`, `uneven-sectors`, `uneven-distances`, `uneven-colours`, `double-entries`, `frequent-repeats`,
    /// `rare-repeats`.
    #[schema(example = json!(["double-entries"]))]
    findings: Vec<&'static str>,
    /// The bias of one pocket that so many spins show in four of five cases, in thousandths of its fair share; null without spins.
    #[schema(required, example = 512)]
    least_bias_permille: Option<u64>,
    /// How many spins show in four of five cases a pocket that wins a tenth too often.
    #[schema(example = 126_304)]
    spins_for_a_tenth: u64,
}

impl From<&model::SpinStatistics> for SpinStatistics {
    fn from(view: &model::SpinStatistics) -> Self {
        Self {
            spins: view.spins,
            rounds: view.rounds,
            newest_round: view.newest_round,
            reach: view.reach.name(),
            no_spins: view.no_spins,
            no_spins_with_pocket: view.no_spins_with_pocket,
            pockets: view.pockets.iter().map(PocketLine::from).collect(),
            band: view.band.map(|(least, most)| Band { least, most }),
            sector: view.sector.as_ref().map(SectorLine::from),
            tests: view.tests.iter().map(TestLine::from).collect(),
            runs: view.runs.iter().map(RunLine::from).collect(),
            findings: view.findings.iter().map(|finding| SpinFinding::name(*finding)).collect(),
            least_bias_permille: view.least_bias_permille,
            spins_for_a_tenth: view.spins_for_a_tenth,
        }
    }
}

/// What was counted of a pocket.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"pocket": 17, "wins": 131, "no_spins": 0}))]
struct PocketLine {
    /// The pocket.
    #[schema(maximum = 36)]
    pocket: u8,
    /// How often it won.
    wins: u64,
    /// In how many spins that did not count the ball lay in it, where the wheel said so.
    no_spins: u64,
}

impl From<&PocketStatistics> for PocketLine {
    fn from(of: &PocketStatistics) -> Self {
        Self { pocket: of.pocket.number(), wins: of.wins, no_spins: of.no_spins }
    }
}

/// The wins that chance gives.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"least": 66, "most": 138}))]
struct Band {
    /// The least.
    least: u64,
    /// The most.
    most: u64,
}

/// What was counted of pockets that lie side by side.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"pockets": [34, 6, 27, 13, 36], "wins": 702, "expected_thousandths": 650_270}))]
struct SectorLine {
    /// The pockets, clockwise.
    pockets: Vec<u8>,
    /// How often one of them won.
    wins: u64,
    /// How often that is to be expected, in thousandths.
    expected_thousandths: u64,
}

impl From<&SectorStatistics> for SectorLine {
    fn from(of: &SectorStatistics) -> Self {
        let pockets = of.pockets.iter().map(|pocket| pocket.number()).collect();
        Self { pockets, wins: of.wins, expected_thousandths: of.expected_thousandths }
    }
}

/// What a test says.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"test": "pockets", "sample": 4_812, "verdict": "passed", "statistic_thousandths": 31_402, "degrees_of_freedom": 36,
    "critical_thousandths": 58_619, "p_millionths": 686_000}))]
struct TestLine {
    /// Its name.
    test: &'static str,
    /// How many spins or pairs of spins it is about.
    sample: u64,
    /// `passed`, `failed`, or `sample-too-small`.
    verdict: &'static str,
    /// What it adds up, in thousandths: a chi-square, or a number of standard deviations; null where the sample is too small.
    #[schema(required)]
    statistic_thousandths: Option<i64>,
    /// Of a chi-square; null for the others.
    #[schema(required)]
    degrees_of_freedom: Option<u64>,
    /// Beyond this it fails.
    #[schema(required)]
    critical_thousandths: Option<i64>,
    /// How likely a fair wheel comes to this or worse, in millionths.
    #[schema(required)]
    p_millionths: Option<u64>,
}

impl From<&SpinTest> for TestLine {
    fn from(of: &SpinTest) -> Self {
        Self {
            test: of.test,
            sample: of.sample,
            verdict: of.verdict.name(),
            statistic_thousandths: of.statistic_thousandths,
            degrees_of_freedom: of.degrees_of_freedom,
            critical_thousandths: of.critical_thousandths,
            p_millionths: of.p_millionths,
        }
    }
}

/// How often a number came so many times in a row; a longer run holds several shorter ones.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"length": 2, "came": 128, "expected_thousandths": 130_027}))]
struct RunLine {
    /// How many times in a row.
    length: usize,
    /// How often.
    came: u64,
    /// How often that is to be expected, in thousandths.
    expected_thousandths: u64,
}

impl From<&NumberRun> for RunLine {
    fn from(of: &NumberRun) -> Self {
        Self { length: of.length, came: of.came, expected_thousandths: of.expected_thousandths }
    }
}
