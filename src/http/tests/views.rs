//! What is shown, key by key.

use serde_json::{Value, json};

use super::super::{Limits, Rate, Readiness};
use super::dispute::{dispute_json, seat_dispute_json};
use super::harness::{AGE, NOW, ask, house, limits, seat_token, secret};
use super::player_table::{closed_player_table_json, past_hand_json, player_table_json, recalled_hand_json, seat_player_table_json};
use super::shift::{closed_shift_json, open_shift_json};
use super::table::{deal_json, past_deal_json, seat_table_json, table_json, table_rules_json};
use crate::model::{FaultCode, HoldView, PhaseView, Pocket, Seat, Timestamp, VoidReason};

fn cabinet() -> Value {
    json!({
        "now": NOW, "at": NOW - AGE * 1000, "number": 1234, "round": 12, "phase": "open", "betting_open": true, "ball_on_rim": false, "wheel_rests": false,
        "began_at": NOW - 8_000_000, "ends_at": NOW + 12_000_000, "outcome": null, "voided": null, "no_spins": 1, "last_no_spin": "same-direction", "hold": null,
        "faults": [{"code": "sensor", "detail": "ball-2", "since": 5,
            "meaning": FaultCode::Sensor.meaning(), "what_to_check": FaultCode::Sensor.what_to_check()}],
        "last": [{"round": 11, "pocket": 4, "colour": "black"}], "seats_playing": 6, "demo": true,
        "rules": {"name": "roulette/am", "pay_table": "AM-TO1", "sha256": "ab".repeat(32), "currency": "AMD", "decimals": 0,
            "bets": [{"bet": "straight", "returns": 36, "least": 100, "most": 1_000_000}], "calls": ["zero-game"],
            "step": 100, "seat_most": 5_000_000, "win_most": 50_000_000, "chips": [100, 500], "open_while_ball_runs": true, "zero_trios": false},
        "tables": [table_json()],
        "player_tables": [player_table_json()]
    })
}

fn part(seat: u8) -> Value {
    let amount = secret(Seat::new(seat).expect("there are six seats"));
    json!({"seat": seat, "round": 11, "staked": amount, "returned": 0, "net": -amount,
        "bets": [{"bet": "straight", "numbers": [17], "stake": amount, "returned": 0}]})
}

fn round(seats: Vec<Value>) -> Value {
    json!({"round": 11, "opened_at": 1, "closed_at": 2, "settled_at": 3, "outcome": {"pocket": 4, "colour": "black"},
        "voided": null, "void_reason": null, "no_spins": [], "seats": seats})
}

fn play_session(seat: u8) -> Value {
    let check = json!({"minutes": 60, "staked": 42_000, "result": -3_500});
    let session = json!({"began_at": 2, "age_to_confirm": 21, "reality_check": check, "limit_minutes": 120, "ends_at": 7_200_000_002_u64,
        "is_over": false});
    if seat == 3 { session } else { json!(null) }
}

fn seat(seat: u8) -> Value {
    let amount = secret(Seat::new(seat).expect("there are six seats"));
    let bet = json!({"bet": "straight", "numbers": [17], "stake": amount});
    json!({"seat": seat, "credit": amount, "staked": amount, "bets": [bet], "can_undo": true, "repeat": [bet],
        "last": part(seat), "rounds": [round(vec![part(seat)])], "hand_pay": if seat == 3 { 350_000 } else { 0 },
        "attendant_call": if seat == 3 { json!({"call": 5, "seat": 3, "reason": "cash-out", "since": 7}) } else { json!(null) },
        "locked": seat == 3,
        "play_session": play_session(seat),
        "disputes": if seat == 3 { json!([seat_dispute_json(2), seat_dispute_json(1)]) } else { json!([]) },
        "tables": [seat_table_json(Seat::new(seat).expect("there are six seats"))],
        "player_tables": [seat_player_table_json(Seat::new(seat).expect("there are six seats"))], "machines": []})
}

/// The seat as an attendant sees it: no card that only its player may see, nor its choices, whose prices tell of those cards.
fn closed(number: u8) -> Value {
    let mut seat = seat(number);
    seat["tables"][0]["hands"] = table_json()["hands"].clone();
    seat["tables"][0]["choices"] = json!([]);
    seat["tables"][0]["deals"] = json!([]);
    seat["player_tables"] = json!([closed_player_table_json()]);
    seat
}

#[tokio::test]
async fn each_view_has_exactly_the_keys_of_the_contract() {
    let house = house();
    let check = async |request: super::harness::Ask, wanted: Value| {
        let reply = house.send(&request).await;
        assert_eq!(reply.header("content-type"), Some("application/json"));
        assert_eq!(reply.json(), wanted);
    };
    check(ask("GET /api/v1/cabinet"), cabinet()).await;
    check(ask("GET /api/v1/tables/2/rules"), table_rules_json()).await;
    check(ask("GET /api/v1/me").seat(3), json!({"role": "seat", "seat": 3})).await;
    check(ask("GET /api/v1/me").attendant(), json!({"role": "attendant", "name": "anna"})).await;
    check(ask("GET /api/v1/seats/3").seat(3), json!({"cabinet": cabinet(), "seat": seat(3)})).await;
    check(ask("GET /api/v1/seats/4").attendant(), json!({"cabinet": cabinet(), "seat": closed(4)})).await;
    check(ask("GET /api/v1/rounds").seat(3), json!({"rounds": [round(vec![part(3)])], "head": "11:ab"})).await;
    check(ask("GET /api/v1/seats/3/rounds").seat(3), json!({"rounds": [round(vec![part(3)])], "next": 40, "back_to": 3, "head": "12:cd"}))
        .await;
    let mut earlier = json!({"rounds": [round(vec![part(4)])], "next": null, "back_to": 3, "head": "12:cd"});
    earlier["rounds"][0]["round"] = json!(2);
    check(ask("GET /api/v1/seats/4/rounds?count=5&before=40").attendant(), earlier).await;
    let own = |number: u8, deal| past_deal_json(Seat::new(number).expect("there are six seats"), 2, deal);
    check(ask("GET /api/v1/seats/3/tables/2/deals").seat(3), json!({"deals": [own(3, 8)], "next": 40, "back_to": 3, "head": "12:cd"}))
        .await;
    check(
        ask("GET /api/v1/seats/4/tables/2/deals?count=5&before=40").attendant(),
        json!({"deals": [own(4, 7)], "next": null, "back_to": 3, "head": "12:cd"}),
    )
    .await;
    check(
        ask("GET /api/v1/seats/3/tables/17/hands").seat(3),
        json!({"deals": [past_hand_json(8)], "next": 40, "back_to": 3, "head": "12:cd"}),
    )
    .await;
    check(
        ask("GET /api/v1/seats/4/tables/17/hands?count=5&before=40").attendant(),
        json!({"deals": [past_hand_json(7)], "next": null, "back_to": 3, "head": "12:cd"}),
    )
    .await;
    let all = json!({"rounds": [round(vec![])], "next": 40, "back_to": 3, "head": "12:cd"});
    check(ask("GET /api/v1/past/rounds").attendant(), all.clone()).await;
    check(ask("GET /api/v1/past/rounds?number=11&from=1&until=9&seat=3&least=1&most=2").attendant(), all).await;
    let none = json!({"rounds": [], "next": 40, "back_to": 3, "head": "12:cd"});
    check(ask("GET /api/v1/past/rounds?number=12").attendant(), none.clone()).await;
    check(ask("GET /api/v1/seats/3/rounds?number=12&seat=3").seat(3), none).await;
    let page = json!({"deals": [own(1, 8)], "next": 40, "back_to": 3, "head": "12:cd"});
    check(ask("GET /api/v1/past/tables/2/deals?number=8").attendant(), page).await;
    let page = json!({"deals": [past_hand_json(8)], "next": 40, "back_to": 3, "head": "12:cd"});
    check(ask("GET /api/v1/past/tables/17/hands").attendant(), page).await;
    check(ask("GET /api/v1/rounds?count=1").attendant(), json!({"rounds": [round((1..=6).map(part).collect())], "head": "11:ab"})).await;
    let meters = |credit_in: i64, games: u64| json!({"credit_in": credit_in, "credit_out": 0, "staked": 0, "returned": 0, "games": games, "voids": 0, "attendant_payments": 0, "corrections": 0, "hand_paid": 0, "hourly_fees": 0});
    let line = |number: u8| {
        let amount = secret(Seat::new(number).expect("there are six seats"));
        json!({"seat": number, "credit": amount, "staked": amount, "stacks": 0, "play_session": play_session(number), "meters": meters(0, 0)})
    };
    check(ask("GET /api/v1/shifts").attendant(), json!({"shifts": [closed_shift_json(7), closed_shift_json(6)], "head": "11:ab"})).await;
    let kept = |number: u32| json!({"dispute": dispute_json(number, 3), "round": round(vec![part(3)]), "deal": null, "hand": null});
    check(ask("GET /api/v1/disputes").attendant(), json!({"disputes": [kept(2), kept(1)], "head": "11:ab"})).await;
    let journal = json!({"head": "11:ab", "read_at": null, "read_to": null, "damage": []});
    let official = json!({"seats": (1..=6).map(line).collect::<Vec<_>>(), "meters": meters(9_000_000, 11), "fees": 0, "exposure": 18_000,
        "rounds": [round((1..=6).map(part).collect())], "deals": Seat::all().map(|seat| deal_json(seat, None)).collect::<Vec<_>>(), "machines": [],
        "shift": open_shift_json(), "last_shift": closed_shift_json(7), "hand_pays": [{"hand_pay": 4, "seat": 3, "table": 2, "game": 9, "amount": 350_000, "since": 6}],
        "attendant_calls": [{"call": 5, "seat": 3, "reason": "cash-out", "since": 7}],
        "seat_locks": [{"seat": 3, "by": "anna", "reason": "he is not well", "since": 8}],
        "limits": [{"table": null, "by": "anna", "since": 8, "waits": true}],
        "house_faults": [{
            "code": "disk-nearly-full",
            "detail": "/data: 300 MiB are free",
            "meaning": FaultCode::DiskNearlyFull.meaning(),
            "what_to_check": FaultCode::DiskNearlyFull.what_to_check(),
            "since": 9,
        }],
        "self_tests": [
            {"part": "wheel", "table": null, "door": null, "name": null, "can_be_tested": false, "newest": {
                "test": 3, "by": "technician-1", "began_at": 8, "ended_at": 9, "end": "failed",
                "findings": [{
                    "code": "sensor",
                    "detail": "ball-2 is stuck",
                    "meaning": FaultCode::Sensor.meaning(),
                    "what_to_check": FaultCode::Sensor.what_to_check(),
                }],
                "seen": null,
            }},
            {"part": "card-source", "table": 1, "door": null, "name": null, "can_be_tested": true, "newest": null},
            {"part": "door", "table": null, "door": 1, "name": "front", "can_be_tested": true, "newest": {
                "test": 2, "by": "technician-1", "began_at": 6, "ended_at": 7, "end": "passed", "findings": [], "seen": "2 bounces"}},
        ],
        "disputes": [dispute_json(2, 3), dispute_json(1, 3)], "journal": journal});
    check(ask("GET /api/v1/official").attendant(), official).await;
    let devices = json!([
        {"table": null, "driver": "serial", "device": "slingshot-2", "port": "/dev/wheel", "readings": [{"name": "rotor_rpm", "value": "24.6"},
            {"name": "answer_milliseconds", "value": "21"}, {"name": "unreadable_lines", "value": "3"}, {"name": "doubted_lines", "value": "2"}]},
        {"table": 1, "driver": "virtual", "device": null, "port": null, "readings": [{"name": "answer_milliseconds", "value": "12"}]}]);
    let trace = json!({"round": 11, "opened_at": 1, "settled_at": 3, "pocket": 4, "voided": null, "no_spins": ["too-few-laps"],
        "left_rim": [{"degrees": 214, "within_degrees": 18, "rotor_pocket": 17}]});
    let jam = json!({"table": 1, "code": "card-jam", "detail": "three attempts", "since": 5, "until": 9, "ended_by": "device",
        "meaning": FaultCode::CardJam.meaning(), "what_to_check": FaultCode::CardJam.what_to_check()});
    let tilt = json!({"centidegrees": 31, "error_centidegrees": 1, "highest_at_degrees": 200, "is_told": true});
    let zone = json!({"spins": 1, "milliballs": [0, 1_000, 0], "within_degrees": 18, "leaving_milliturns": 505, "scatter_milliturns": 4,
        "tilt": tilt, "tilted": null});
    let sensor = json!({"passes": 17, "missed": 1, "arc_centidegrees": 409, "pocket_microseconds": 48_985, "jitter_microseconds": null});
    let rotor_lines = json!({"index_pulses": 12, "index_missed": 0, "index_extra": 0, "encoder_missed": 0, "encoder_extra": 0,
        "index_off_millipitches": 20, "index_microseconds": 9_500, "encoder_microseconds": null, "encoder_jitter_microseconds": null});
    let spin = json!({"round": 11, "record": 7, "lap_milliseconds": [640, 1_420], "ball_at_close_milliturns": 945, "ball_at_drop_milliturns": null,
        "rotor_at_launch_centirpm": 1_687, "rotor_at_close_centirpm": null, "rotor_at_drop_centirpm": null, "rotor_at_end_centirpm": null,
        "sensors": [sensor], "rotor_lines": rotor_lines, "margin_millipockets": 441});
    let catalogue: Vec<_> = FaultCode::ALL.into_iter().map(|code| {
        let is_jam = code == FaultCode::CardJam;
        json!({"code": code.name(), "meaning": code.meaning(), "what_to_check": code.what_to_check(), "times": if is_jam { 2 } else { 0 },
            "last": is_jam.then_some(&jam)})
    }).collect();
    let faults = json!({"catalogue": catalogue, "faults": [jam], "since": 1, "until": 9, "rounds": 214, "reach": "goes-on"});
    check(ask("GET /api/v1/service/faults").attendant(), faults).await;
    let past = json!({"rounds": [trace], "drop_zone": zone, "spins": [spin],
        "limits": [{"figure": "pocket-margin", "unit": "millipockets", "least": 120, "most": null}]});
    let [digest, program, file] = ["cd", "ab", "01"].map(|byte| byte.repeat(32));
    let software = json!({"version": "0.1.0", "build": null, "digest": digest, "fingerprint": "cdcd-cdcd-cdcd-cdcd-cdcd-cdcd-cdcd-cdcd",
        "program_sha256": program, "files": [{"name": "cabinet", "sha256": file}]});
    let service = json!({"devices": devices, "past": past, "journal": journal,
        "signing_key": {"key": "ed25519:ab", "fingerprint": "ab-cd"}, "certificate": null, "software": software});
    check(ask("GET /api/v1/service").attendant(), service).await;
    let figures = |span: &str, step_seconds: u64, steps: u64| {
        let missed = json!({"figure": "missed-passes", "unit": "permille", "table": null, "sensor": 2, "least": null, "most": 60,
            "steps": [{"at": 6, "count": 3, "least": 20, "mean": 40, "most": 50}]});
        json!({"span": span, "step_seconds": step_seconds, "steps": steps, "until": 9, "figures": [missed]})
    };
    check(ask("GET /api/v1/service/figures").attendant(), figures("hour", 60, 60)).await;
    check(ask("GET /api/v1/service/figures?span=day").attendant(), figures("day", 900, 96)).await;
    check(ask("GET /api/v1/service/figures?span=month").attendant(), figures("month", 21_600, 120)).await;
    let failed = json!({"test": "pockets", "sample": 400, "verdict": "failed", "statistic_thousandths": 81_000, "degrees_of_freedom": 36,
        "critical_thousandths": 58_619, "p_millionths": 27});
    let too_small = json!({"test": "repeats", "sample": 90, "verdict": "sample-too-small", "statistic_thousandths": null,
        "degrees_of_freedom": null, "critical_thousandths": null, "p_millionths": null});
    let statistics = json!({"spins": 400, "rounds": 410, "newest_round": 1_234, "reach": "goes-on", "no_spins": 3, "no_spins_with_pocket": 1,
        "pockets": [{"pocket": 0, "wins": 10, "no_spins": 1}, {"pocket": 32, "wins": 40, "no_spins": 0}], "band": {"least": 1, "most": 24},
        "sector": {"pockets": [0, 32], "wins": 50, "expected_thousandths": 21_622}, "tests": [failed, too_small],
        "runs": [{"length": 2, "came": 12, "expected_thousandths": 10_784}], "findings": ["uneven-pockets"],
        "least_bias_permille": 1_777, "spins_for_a_tenth": 126_304});
    check(ask("GET /api/v1/service/spin-statistics").attendant(), statistics).await;
    check(ask("GET /health"), json!({"alive": true, "version": env!("CARGO_PKG_VERSION"), "number": 1234, "age_milliseconds": AGE})).await;
    check(ask("GET /ready"), json!({"ready": true})).await;
}

#[tokio::test]
async fn holds_outcomes_and_voids_are_shown_in_their_words() {
    let house = house();
    house.change(|views| {
        let cabinet = &mut views.cabinet;
        cabinet.phase = PhaseView::Held;
        cabinet.outcome = Pocket::new(0);
        let since = Timestamp::from_microseconds(7);
        cabinet.hold = Some(HoldView {
            fault: Some(FaultCode::Stalled),
            reason: "why".into(),
            since,
            can_continue: false,
            ends_by_itself: true,
            is_self_test: false,
        });
        let round = std::sync::Arc::make_mut(&mut views.seats[2].rounds[0]);
        round.outcome = None;
        round.voided = Some(VoidReason::Attendant { name: "anna".into(), reason: "the ball is gone".into() });
    });
    let cabinet = house.send(&ask("GET /api/v1/cabinet")).await.json();
    assert_eq!((&cabinet["phase"], &cabinet["outcome"]), (&json!("held"), &json!({"pocket": 0, "colour": "green"})));
    let hold = json!({"fault": "stalled", "reason": "why", "since": 7, "can_continue": false, "ends_by_itself": true, "self_test": false});
    assert_eq!(cabinet["hold"], hold);
    let rounds = house.send(&ask("GET /api/v1/rounds").seat(3)).await;
    assert_eq!(rounds.json()["rounds"][0]["voided"], "attendant");
    assert_eq!(rounds.json()["rounds"][0]["void_reason"], "the ball is gone");
    assert!(!rounds.body.contains("anna"), "players do not learn the attendant's name");
}

#[tokio::test]
async fn a_recalled_round_has_the_wheels_raw_lines() {
    let house = house();
    let check = async |line: &str, verdict: &str, body: &str| {
        let reply = house.send(&ask(line).attendant()).await;
        assert_eq!(reply.verdict(), verdict, "{line}");
        assert!(reply.body.contains(body), "{line}: {}", reply.body);
    };
    check("GET /api/v1/rounds/11/evidence", "200", "0.000 < record 7\n").await;
    check("GET /api/v1/rounds/10/evidence", "404 not-found", "").await;
    check("GET /api/v1/rounds/eleven/evidence", "404 not-found", "").await;
}

#[tokio::test]
async fn a_seat_that_knows_the_newest_state_is_not_sent_it_again() {
    let house = house();
    let first = house.send(&ask("GET /api/v1/seats/3").seat(3)).await;
    let tag = first.header("etag").expect("it has a tag").to_owned();
    assert!(tag.starts_with("\"1234-") && tag.len() == 23, "{tag}");
    assert_eq!(first.header("age-milliseconds"), Some("230"));
    let check = async |known: &str, status: u16| {
        let reply = house.send(&ask("GET /api/v1/seats/3").seat(3).header(&format!("If-None-Match: {known}"))).await;
        assert_eq!((reply.status, reply.body.is_empty()), (status, status == 304), "{known}");
        assert!(reply.header("age-milliseconds").is_some() && reply.header("etag").is_some());
    };
    check(&tag, 304).await;
    check(&format!("W/{tag}"), 304).await;
    check(&format!("\"1\", {tag}"), 304).await;
    check("\"1234\"", 200).await;
    check(tag.trim_matches('"'), 200).await;
    house.change(|views| views.cabinet.number = 1235);
    check(&tag, 200).await;
}

#[tokio::test]
async fn whatever_is_shown_anew_has_a_tag_of_its_own() {
    let house = house();
    let tag = async |request: super::harness::Ask| house.send(&request).await.header("etag").expect("it has a tag").to_owned();
    let (seat, official) = (|| ask("GET /api/v1/seats/3").seat(3), || ask("GET /api/v1/seats/3").attendant());
    let mut known = vec![tag(seat()).await, tag(official()).await];
    assert_eq!(known, [tag(seat()).await, tag(official()).await], "nothing has changed");
    let mut changed = async |what: &str, change: &dyn Fn(&mut crate::desk::Views)| {
        house.change(change);
        for tag in [tag(seat()).await, tag(official()).await] {
            assert!(!known.contains(&tag), "{what}");
            known.push(tag);
        }
    };
    let since = Timestamp::from_microseconds(7);
    let hold = HoldView {
        fault: None,
        reason: "Out of service: no space".into(),
        since,
        can_continue: false,
        ends_by_itself: false,
        is_self_test: false,
    };
    // None of these is brought about by an input, whose number would change.
    changed("the hold", &|views| views.cabinet.hold = Some(hold.clone())).await;
    changed("the phase", &|views| views.cabinet.phase = PhaseView::Held).await;
    changed("the end", &|views| views.cabinet.ends_at = None).await;
    changed("the credit", &|views| views.seats[2].credit = crate::model::Money::ZERO).await;
    changed("a card table", &|views| std::sync::Arc::make_mut(&mut views.cabinet.tables[0]).hold = Some(hold.clone())).await;
}

#[tokio::test]
async fn the_count_of_rounds_is_1_to_100() {
    let house = house();
    for (query, verdict) in [
        ("", "200"),
        ("?count=1", "200"),
        ("?count=100", "200"),
        ("?count=0", "400 bad-request"),
        ("?count=101", "400 bad-request"),
        ("?count=-1", "400 bad-request"),
        ("?count=many", "400 bad-request"),
        ("?seat=4", "400 bad-request"),
    ] {
        assert_eq!(house.send(&ask(&format!("GET /api/v1/rounds{query}")).seat(3)).await.verdict(), verdict, "{query}");
        assert_eq!(house.send(&ask(&format!("GET /api/v1/seats/3/rounds{query}")).seat(3)).await.verdict(), verdict, "{query}");
    }
}

#[tokio::test]
async fn what_is_sought_is_a_seat_an_amount_a_number_and_moments_and_a_seat_seeks_only_its_own() {
    let house = house();
    for (query, of_house, of_seat) in [
        ("?seat=3", "200", "200"),
        ("?seat=4", "200", "400 bad-request"),
        ("?seat=7", "400 bad-request", "400 bad-request"),
        ("?least=0&most=0", "200", "200"),
        ("?least=-1", "400 bad-request", "400 bad-request"),
        ("?most=-1", "400 bad-request", "400 bad-request"),
        ("?number=0", "200", "200"),
        ("?number=x", "400 bad-request", "400 bad-request"),
        ("?from=2&until=1", "200", "200"),
        ("?amount=1", "400 bad-request", "400 bad-request"),
    ] {
        assert_eq!(house.send(&ask(&format!("GET /api/v1/past/rounds{query}")).attendant()).await.verdict(), of_house, "{query}");
        assert_eq!(house.send(&ask(&format!("GET /api/v1/seats/3/rounds{query}")).seat(3)).await.verdict(), of_seat, "{query}");
    }
}

/// Deals that nobody is shown, each with the answer.
const NO_DEALS: [(&str, &str); 6] = [
    ("2/deals/9", "429 too-many-requests"),
    ("2/deals/6", "500 internal"),
    ("2/deals/1", "404 not-found"),
    ("2/deals/x", "404 not-found"),
    ("0/deals/8", "404 not-found"),
    ("17/hands/7", "404 not-found"),
];

#[tokio::test]
async fn a_deal_of_any_age_is_carried_out_again_or_it_is_said_why_not() {
    let house = house();
    let ask_for = async |path: &str| house.send(&ask(&format!("GET /api/v1/past/tables/{path}")).attendant()).await;
    let third = Seat::new(3).expect("there are six seats");
    assert_eq!(ask_for("2/deals/8").await.json(), deal_json(third, None));
    assert_eq!(ask_for("17/hands/8").await.json(), past_hand_json(8));
    for (path, verdict) in NO_DEALS {
        assert_eq!(ask_for(path).await.verdict(), verdict, "{path}");
    }
}

#[tokio::test]
async fn a_seat_is_shown_its_own_deal_of_any_age_as_it_may_look_back_at_it() {
    let house = house();
    let ask_for = |path: &str| ask(&format!("GET /api/v1/seats/3/tables/{path}"));
    let third = Seat::new(3).expect("there are six seats");
    let own = async |path: &str| house.send(&ask_for(path).seat(3)).await;
    assert_eq!(own("2/deals/8").await.json(), deal_json(third, None), "nobody sits at a card table");
    assert_eq!(own("17/hands/8").await.json(), recalled_hand_json(third));
    // A person of the house looks at it without the closed cards of its player.
    assert_eq!(house.send(&ask_for("2/deals/8").attendant()).await.json(), deal_json(third, None));
    assert_eq!(house.send(&ask_for("17/hands/8").attendant()).await.json(), past_hand_json(8));
    assert_eq!(house.send(&ask_for("2/deals/8").seat(4)).await.verdict(), "403 forbidden");
    assert_eq!(house.send(&ask_for("17/hands/8").seat(4)).await.verdict(), "403 forbidden");
    let of_a_seat = [
        ("17/deals/8", "404 not-found"),
        ("2/hands/8", "404 not-found"),
        // The journal is not read for what cannot be: a table that is not there, a deal before the first and one after the newest.
        ("250/deals/8", "404 not-found"),
        ("2/deals/0", "404 not-found"),
        ("2/deals/10", "404 not-found"),
    ];
    for (path, verdict) in NO_DEALS.into_iter().chain(of_a_seat) {
        assert_eq!(own(path).await.verdict(), verdict, "{path}");
    }
}

#[tokio::test]
async fn figures_are_shown_over_an_hour_a_day_or_a_month_and_over_no_other_time() {
    let house = house();
    for query in ["?span=week", "?span=", "?span=Hour", "?hours=1"] {
        let request = ask(&format!("GET /api/v1/service/figures{query}")).attendant();
        assert_eq!(house.send(&request).await.verdict(), "400 bad-request", "{query}");
    }
}

#[tokio::test]
async fn readiness_says_why_it_is_not() {
    let house = house();
    house.readiness.send_replace(Readiness::OutOfService("the journal's disk is full".into()));
    let reply = house.send(&ask("GET /ready")).await;
    assert_eq!(reply.verdict(), "503 not-ready");
    assert_eq!(reply.json()["detail"], "the journal's disk is full");
    house.readiness.send_replace(Readiness::Starting);
    assert_eq!(house.send(&ask("GET /ready")).await.verdict(), "503 not-ready");
    assert_eq!(house.send(&ask("GET /health")).await.verdict(), "200", "the process lives all the same");
}

#[tokio::test]
async fn addresses_and_methods_that_are_not_there_are_problems() {
    let house = house();
    for (line, verdict) in [
        ("GET /nothing", "404 not-found"),
        ("GET /api/v1/nothing", "404 not-found"),
        ("GET /api/v1/seats/0", "404 not-found"),
        ("GET /api/v1/seats/7", "404 not-found"),
        ("GET /api/v1/seats/03", "404 not-found"),
        ("GET /api/v1/seats/three", "404 not-found"),
        ("GET /problems/happiness", "404 not-found"),
        ("GET /problems/%ff%fe", "404 not-found"),
        ("GET /assets/%ff%fe", "404 not-found"),
        ("GET /assets/../../mod.rs", "404 not-found"),
        ("GET /assets/%2e%2e/%2e%2e/mod.rs", "404 not-found"),
        ("GET /assets/nothing.js", "404 not-found"),
        ("DELETE /api/v1/cabinet", "405 method-not-allowed"),
        ("GET /api/v1/seats/3/undo", "405 method-not-allowed"),
        ("PUT /api/v1/seats/3", "405 method-not-allowed"),
        ("POST /board", "405 method-not-allowed"),
        ("GET /problems/too-large", "200"),
        ("GET /", "307"),
    ] {
        let reply = house.send(&ask(line).seat(3)).await;
        assert_eq!(reply.verdict(), verdict, "{line}");
        let policy = reply.header("content-security-policy").expect("every response has a policy");
        let sockets = format!("connect-src 'self' ws://{};", house.address);
        assert!(policy.starts_with("default-src 'self'; ") && policy.contains(&sockets) && !policy.contains("unsafe"), "{line}: {policy}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{line}");
        assert_eq!(reply.header("referrer-policy"), Some("no-referrer"), "{line}");
    }
}

#[tokio::test]
async fn who_asks_too_often_waits_and_nobody_else_does() {
    let few = |burst| Rate { per_second: 1.try_into().expect("not zero"), burst: u32::try_into(burst).expect("not zero") };
    let limits = Limits { token_rate: few(5), peer_rate: few(3), ..limits() };
    let house = super::harness::house_with(limits, |_| None);
    // However slow the machine is, more than one request a second comes through, so that sooner or later it is too many.
    let until_too_many = async |line: &str, token: &str, first: usize, verdict: &str| {
        let request = ask(line).token(token);
        let mut count = 0;
        loop {
            match house.send(&request).await.verdict().as_str() {
                "429 too-many-requests" => break,
                other => assert_eq!(other, verdict),
            }
            count += 1;
        }
        assert!(count >= first, "{count} came through");
    };
    until_too_many("GET /api/v1/me", &seat_token(3), 5, "200").await;
    assert_eq!(house.send(&ask("GET /api/v1/me").seat(4)).await.verdict(), "200", "another seat is not held up");
    until_too_many("GET /api/v1/me", "guess", 3, "401 unauthorized").await;
    until_too_many("GET /api/v1/cabinet", "guess", 0, "200").await;
    for _ in 0..9 {
        assert_eq!(house.send(&ask("GET /health")).await.verdict(), "200", "monitors are never held up");
    }
    assert_eq!(house.send(&ask("GET /api/v1/me").attendant()).await.verdict(), "200");
}
