//! What a technician is shown in the houses of these tests.

use crate::model::*;

/// A wheel that is heard and a source of cards without a device, a round with a no spin, a fault, and a ball that left the rim once.
pub(super) struct Bench;

/// The wheel has lines, and the card device of table 1.
fn has_line(table: Option<TableNumber>) -> bool {
    table.is_none_or(|table| table == TableNumber(1))
}

impl super::super::Workshop for Bench {
    fn lanes(&self) -> Vec<&'static str> {
        vec!["rotor-index", "ball-1"]
    }

    fn samples(&self, table: Option<TableNumber>, from: Option<u64>, most: usize) -> Option<LineSamples> {
        assert!(most >= 4);
        if !has_line(table) {
            return None;
        }
        let sample = |at_nanoseconds, seen| LineSample { at_nanoseconds, seen };
        let samples = vec![
            sample(5_000, Seen::Change { lane: 1, active: true }),
            sample(6_999, Seen::Lost("2 changes".into())),
            sample(8_000, Seen::Message { is_from_wheel: true, text: "*X;1".into() }),
        ];
        Some(LineSamples { samples, forgotten: from.unwrap_or_default(), next: 9, until_nanoseconds: 9_000 })
    }

    fn capture(&self, table: Option<TableNumber>) -> Option<CaptureView> {
        has_line(table).then_some(CaptureView { is_running: true, samples: 3, forgotten: 1, length_nanoseconds: 2_000_000 })
    }

    fn set_capture(&self, _is_running: bool) {}

    fn captured(&self, table: Option<TableNumber>) -> Option<String> {
        has_line(table).then(|| if table.is_none() { "t_ns,line,level\n" } else { "0.000 > Q 1\n" }.into())
    }

    fn figures(&self, span: FigureSpan) -> FigureHistoryView {
        let step = FigureStep { at: Timestamp::from_microseconds(6), count: 3, least: 20, mean: 40, most: 50 };
        let limits = FigureLimits { least: None, most: Some(60) };
        let missed = FigureLine { figure: Figure::MissedPasses, table: None, sensor: Some(2), limits, steps: vec![step] };
        FigureHistoryView { span, until: Timestamp::from_microseconds(9), figures: vec![missed] }
    }

    fn spin_statistics(&self) -> Option<SpinStatistics> {
        let pocket = |number| Pocket::new(number).expect("a pocket");
        let of_pocket = |number, wins, no_spins| PocketStatistics { pocket: pocket(number), wins, no_spins };
        let pockets = SpinTest {
            test: "pockets",
            sample: 400,
            verdict: SpinVerdict::Failed,
            statistic_thousandths: Some(81_000),
            degrees_of_freedom: Some(36),
            critical_thousandths: Some(58_619),
            p_millionths: Some(27),
        };
        let repeats = SpinTest {
            test: "repeats",
            sample: 90,
            verdict: SpinVerdict::SampleTooSmall,
            statistic_thousandths: None,
            degrees_of_freedom: None,
            critical_thousandths: None,
            p_millionths: None,
        };
        Some(SpinStatistics {
            spins: 400,
            rounds: 410,
            newest_round: 1_234,
            reach: JournalReach::GoesOn,
            no_spins: 3,
            no_spins_with_pocket: 1,
            pockets: vec![of_pocket(0, 10, 1), of_pocket(32, 40, 0)],
            band: Some((1, 24)),
            sector: Some(SectorStatistics { pockets: vec![pocket(0), pocket(32)], wins: 50, expected_thousandths: 21_622 }),
            tests: vec![pockets, repeats],
            runs: vec![NumberRun { length: 2, came: 12, expected_thousandths: 10_784 }],
            findings: vec![SpinFinding::UnevenPockets],
            least_bias_permille: Some(1_777),
            spins_for_a_tenth: 126_304,
        })
    }

    fn signing_key(&self) -> Option<SigningKeyView> {
        Some(SigningKeyView { key: "ed25519:ab".into(), fingerprint: "ab-cd".into() })
    }

    fn software(&self) -> Option<SoftwareView> {
        let files = vec![NamedHash { name: "cabinet".into(), sha256: [0x01; 32] }];
        let identity = SoftwareIdentity { program_sha256: [0xab; 32], files, build: None };
        Some(SoftwareView { version: "0.1.0", identity, digest: [0xcd; 32] })
    }

    fn journal_disk(&self) -> Option<JournalDiskView> {
        Some(JournalDiskView {
            store_bytes: 16_777_216,
            mirror_bytes: 8_388_608,
            milestones_bytes: 262_144,
            figures_bytes: 65_536,
            free_bytes: 1_000_000_000,
            data_free_bytes: 2_000_000_000,
        })
    }

    fn devices(&self) -> Vec<DeviceView> {
        let reading = |name, value: &str, is_count| Reading { name, value: value.into(), is_count };
        let readings = vec![
            reading("rotor_rpm", "24.6", false),
            Reading::of_answer(21),
            reading("unreadable_lines", "3", true),
            reading("doubted_lines", "2", true),
        ];
        let wheel =
            DeviceView { table: None, driver: "serial", device: Some("slingshot-2".into()), port: Some("/dev/wheel".into()), readings };
        let cards =
            DeviceView { table: Some(TableNumber(1)), driver: "virtual", device: None, port: None, readings: vec![Reading::of_answer(12)] };
        vec![wheel, cards]
    }

    fn sensors(&self) -> Vec<SensorView> {
        let ball = SensorView { seen: Some(170), missed: 4, jitter_microseconds: Some(420), ..SensorView::new(SensorLine::Ball2) };
        vec![ball, SensorView { extra: Some(6), ..SensorView::new(SensorLine::Encoder) }]
    }

    fn faults(&self) -> Option<FaultHistoryView> {
        let fault = PastFault {
            table: Some(TableNumber(1)),
            code: FaultCode::CardJam,
            detail: "three attempts".into(),
            since: Timestamp::from_microseconds(5),
            until: Some(Timestamp::from_microseconds(9)),
            ended_by: Some(FaultEnd::Device),
        };
        let moment = |microseconds| Some(Timestamp::from_microseconds(microseconds));
        Some(FaultHistoryView {
            tallies: vec![FaultTally { times: 2, last: fault.clone() }],
            faults: vec![fault],
            since: moment(1),
            until: moment(9),
            rounds: 214,
            reach: JournalReach::GoesOn,
        })
    }

    fn past(&self) -> Option<PastView> {
        let round = RoundTrace {
            round: 11,
            opened_at: Some(Timestamp::from_microseconds(1)),
            settled_at: Some(Timestamp::from_microseconds(3)),
            pocket: Pocket::new(4),
            no_spins: vec![NoSpinReason::TooFewLaps],
            left_rim: vec![LeftRim { degrees: 214, within_degrees: Some(18), rotor_pocket: Some(17) }],
            ..RoundTrace::default()
        };
        let tilt = TiltView { centidegrees: 31, error_centidegrees: 1, highest_at_degrees: 200, is_told: true };
        let drop_zone = DropZone {
            spins: 1,
            milliballs: vec![0, 1_000, 0],
            within_degrees: Some(18),
            leaving_milliturns: Some((505, 4)),
            tilt: Some(tilt),
            tilted: None,
        };
        let sensor = SensorFigures {
            passes: 17,
            missed: 1,
            arc_centidegrees: Some(409),
            pocket_microseconds: Some(48_985),
            jitter_microseconds: None,
        };
        let rotor_lines = RotorLineFigures {
            index_pulses: 12,
            index_off_millipitches: Some(20),
            index_microseconds: Some(9_500),
            ..RotorLineFigures::default()
        };
        let figures = SpinFigures {
            lap_milliseconds: vec![640, 1_420],
            ball_at_close_milliturns: Some(945),
            rotor_at_launch_centirpm: Some(1_687),
            sensors: vec![sensor],
            rotor_lines: Some(rotor_lines),
            margin_millipockets: Some(441),
            ..SpinFigures::default()
        };
        let limits = [(Figure::PocketMargin, FigureLimits { least: Some(120), most: None })].into();
        let spins = vec![SpinTrace { round: 11, record: 7, figures }];
        Some(PastView { rounds: vec![round], drop_zone, spins, limits })
    }
}
