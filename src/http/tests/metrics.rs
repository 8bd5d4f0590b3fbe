//! What monitors collect.

use super::harness::{ask, house};
use super::table::secret_card;
use crate::http::Readiness;
use crate::model::{FaultCode, FaultView, HoldView, Seat, Timestamp};

/// The shipped dashboard and the shipped alerts.
const DASHBOARD: &str = include_str!("../../../systemd/monitoring/grafana.json");
const ALERTS: &str = include_str!("../../../systemd/monitoring/alerts.yml");

const BETS: &str = r#"{"round":12,"bets":[{"bet":"red","stake":100}]}"#;

/// What is collected says all of these lines.
#[track_caller]
fn check(text: &str, lines: &[&str]) {
    for line in lines {
        assert!(text.lines().any(|said| said == *line), "{line} is missing in\n{text}");
    }
}

async fn collected(house: &super::harness::Fixture) -> String {
    let reply = house.send(&ask("GET /metrics")).await;
    assert_eq!(reply.status, 200);
    assert_eq!(reply.header("content-type"), Some("application/openmetrics-text; version=1.0.0; charset=utf-8"));
    let text = reply.body;
    assert!(text.ends_with("# EOF\n"), "{text}");
    text
}

#[tokio::test]
async fn a_monitor_collects_what_the_views_show() {
    let house = house();
    let version = format!("croupier_build_info{{version=\"{}\"}} 1", env!("CARGO_PKG_VERSION"));
    let lines = [
        version.as_str(),
        "croupier_ready 1.0",
        "croupier_inputs_total 1234",
        "croupier_newest_input_age_seconds 0.23",
        "croupier_journal_damage 0.0",
        "croupier_journal_mirror_bytes 8388608.0",
        "croupier_journal_disk_free_bytes 1000000000.0",
        "croupier_data_disk_free_bytes 2000000000.0",
        "croupier_journal_store_bytes 16777216.0",
        "croupier_milestones_bytes 262144.0",
        "croupier_figures_bytes 65536.0",
        "croupier_attendant_calls 1.0",
        "croupier_live_views{of=\"players\"} 0",
        "croupier_live_views{of=\"attendants\"} 0",
        "croupier_live_views{of=\"everybody\"} 0",
        "croupier_games_total 11",
        "croupier_players_in_games 6.0",
        "croupier_rounds_total{table=\"wheel\"} 12",
        "croupier_table_held{table=\"wheel\"} 0",
        "croupier_fault_standing{table=\"wheel\",code=\"sensor\"} 1",
        "croupier_device_heard_total{table=\"wheel\",driver=\"serial\",what=\"unreadable_lines\"} 3",
        "croupier_device_heard_total{table=\"wheel\",driver=\"serial\",what=\"doubted_lines\"} 2",
        "croupier_device_answer_seconds{table=\"wheel\"} 0.021",
        "croupier_device_answer_seconds{table=\"1\"} 0.012",
        "croupier_sensor_pulses_total{sensor=\"ball-2\",what=\"seen\"} 170",
        "croupier_sensor_pulses_total{sensor=\"ball-2\",what=\"missed\"} 4",
        "croupier_sensor_pulses_total{sensor=\"encoder\",what=\"extra\"} 6",
        "croupier_sensor_jitter_seconds{sensor=\"ball-2\"} 0.00042",
        "croupier_journal_commit_seconds_count 1",
    ];
    check(&collected(&house).await, &lines);
}

#[tokio::test]
async fn a_cabinet_that_is_out_of_service_is_collected_as_one_that_is_not_ready() {
    let house = house();
    house.readiness.send_replace(Readiness::OutOfService("the journal's disk is full".into()));
    let text = collected(&house).await;
    check(&text, &["croupier_ready 0.0"]);
    assert!(!text.contains("disk is full"), "{text}");
}

#[tokio::test]
async fn a_table_that_stands_still_is_told_with_its_faults() {
    let house = house();
    house.change(|views| {
        let since = Timestamp::from_microseconds(5);
        let fault = FaultView { code: FaultCode::LineNoise, detail: "rotor-index".into(), since };
        views.cabinet.faults = vec![fault.clone(), fault];
        let reason = "rotor-index picks up noise".into();
        views.cabinet.hold = Some(HoldView {
            fault: Some(FaultCode::LineNoise),
            reason,
            since,
            can_continue: true,
            ends_by_itself: true,
            is_self_test: false,
        });
    });
    check(
        &collected(&house).await,
        &["croupier_table_held{table=\"wheel\"} 1", "croupier_fault_standing{table=\"wheel\",code=\"line-noise\"} 1"],
    );
}

#[tokio::test]
async fn a_fault_of_the_house_is_told_and_holds_no_table() {
    let house = house();
    house.change(|views| {
        views.cabinet.faults.clear();
        let since = Timestamp::from_microseconds(5);
        views.official.house_faults =
            vec![FaultView { code: FaultCode::DiskNearlyFull, detail: "/var/lib/croupier: 300 MiB are free".into(), since }];
    });
    let text = collected(&house).await;
    check(&text, &["croupier_fault_standing{table=\"house\",code=\"disk-nearly-full\"} 1", "croupier_table_held{table=\"wheel\"} 0"]);
    assert!(!text.contains("/var/lib"), "{text}");
}

#[tokio::test]
async fn orders_are_counted_by_how_they_were_answered() {
    let house = house();
    for _ in 0..2 {
        house.send(&ask("POST /api/v1/seats/3/bets").seat(3).key("one").json(BETS)).await;
    }
    let text = collected(&house).await;
    check(&text, &["croupier_order_seconds_count{answer=\"accepted\"} 1", "croupier_order_seconds_count{answer=\"repeated\"} 1"]);
}

/// Anybody may read them, also a device that foretells where the ball will fall.
#[tokio::test]
async fn what_is_collected_says_nothing_of_money_of_cards_of_seats_or_of_the_rotor() {
    let text = collected(&house()).await;
    let secret = &format!("{:?}", secret_card(Seat::new(3).expect("there is a seat 3")));
    for word in ["9000000", "18000", "seat", "rotor", "24.6", "credit", secret] {
        assert!(!text.contains(word), "{word} stands in\n{text}");
    }
}

/// The names of the program's metrics in this text.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    text.split(move |letter| !is_of_name(letter)).filter(|word| word.starts_with("croupier_"))
}

#[tokio::test]
async fn the_dashboard_and_the_alerts_ask_for_nothing_that_is_not_collected() {
    let house = house();
    house.change(|views| views.official.journal.read_through = Some((1_000, Timestamp::from_microseconds(5))));
    house.send(&ask("POST /api/v1/seats/3/bets").seat(3).key("one").json(BETS)).await;
    let text = collected(&house).await;
    let collected: Vec<&str> = names(&text).collect();
    serde_json::from_str::<serde_json::Value>(DASHBOARD).expect("the dashboard is JSON");
    for name in names(DASHBOARD).chain(names(ALERTS)) {
        assert!(collected.contains(&name), "{name} is not collected");
    }
    for name in collected.into_iter().filter(|name| text.contains(&format!("# TYPE {name} "))) {
        let is_drawn = names(DASHBOARD).any(|drawn| drawn.starts_with(name));
        assert!(is_drawn, "{name} is drawn nowhere");
    }
}
