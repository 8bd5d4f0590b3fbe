//! Every cabinet file that is shipped is played, with simulated devices in the place of real ones: at its wheel, at each of its tables and on its
//! machines.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use toml::{Table, Value as Key};

use crate::card_orders::list;
use crate::card_players;
use crate::daemon::{Home, Links};
use crate::players::{check_balance, check_settlements, patient};

/// Who plays at cards; the wheel's player is another.
const CARD_SEATS: [usize; 2] = [5, 6];
const WHEEL_SEAT: usize = 1;

/// Between two looks, and how long it may take until everything was played.
const LOOK: Duration = Duration::from_millis(50);
const PATIENCE: Duration = Duration::from_secs(180);

#[test]
fn every_shipped_cabinet_file_is_played_at_its_wheel_at_each_table_and_on_its_machines() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("device-profiles/cabinets");
    let entries = std::fs::read_dir(folder).expect("cabinet files are shipped");
    let files: Vec<_> = entries.map(|entry| entry.expect("an entry of the folder").path()).collect();
    assert!(files.len() > 1, "{files:?}");
    files.iter().for_each(|file| check(file));
}

/// Plays this cabinet file until the wheel has settled a stake and every table has ended a deal.
fn check(file: &Path) {
    let text = std::fs::read_to_string(file).expect("it can be read");
    let mut cabinet: Table = text.parse().expect("it is TOML");
    let amount = |key: &Key| key.as_integer().expect("an amount");
    let (least, credit) = (amount(&cabinet["limits"]["position"]["straight"]["least"]), amount(&cabinet["money"]["credit_most_minor"]) / 2);
    simulate_devices(&mut cabinet);
    let mut home = Home::new(20);
    home.arguments.push(format!("--cabinet={}", home.write("cabinet.toml", &cabinet.to_string())));
    let (links, daemon) = home.serve();
    card_players::pay_in(&links, &[&CARD_SEATS[..], &[WHEEL_SEAT]].concat(), credit);
    let tables = std::thread::scope(|scope| {
        let links = &links;
        CARD_SEATS.iter().for_each(|seat| drop(scope.spawn(|| card_players::play(links, *seat, 1))));
        let tables = play(links, least).unwrap_or_else(|played| panic!("{}: not everything is played: {played:#}", file.display()));
        check_balance(&patient(|| links.attendant().get("/api/v1/official")).json());
        daemon.stop();
        tables
    });
    assert_eq!(home.ask_lines("journal verify")[0]["steps"], true, "{}", file.display());
    check_settlements(&home);
    let is_settled = |deal: &&Value| deal["course"].as_array().is_some_and(|course| course.iter().any(|step| step["fact"] == "settled"));
    let deals = home.ask_lines("hands --last 1000000");
    let settled: BTreeSet<u64> = deals.iter().filter(is_settled).filter_map(|deal| deal["table"].as_u64()).collect();
    // The other seat has machines of its own, which may have settled too.
    assert!(tables.is_subset(&settled), "{}: settled at {settled:?} of {tables:?}", file.display());
}

/// The same cabinet with a simulated device wherever it names a real one.
fn simulate_devices(cabinet: &mut Table) {
    let source = [("seed", Key::Integer(5)), ("pack_milliseconds", Key::Integer(2_000)), ("faults", Key::Array(Vec::new()))];
    for kind in ["card_table", "player_table"] {
        let tables = cabinet.get_mut(kind).and_then(Key::as_array_mut).into_iter().flatten();
        tables.filter_map(|table| table.get_mut("source")?.as_table_mut()).for_each(|device| simulate(device, &source));
    }
    let doors = cabinet.get_mut("door").and_then(Key::as_array_mut).into_iter().flatten();
    doors.filter_map(Key::as_table_mut).for_each(|door| simulate(door, &[]));
    for kind in ["wheel", "lamp"] {
        cabinet.get_mut(kind).and_then(Key::as_table_mut).into_iter().for_each(|device| simulate(device, &[]));
    }
}

/// Leaves of what names a real device its name and its sort, and adds what a simulated one is asked for.
fn simulate(device: &mut Table, more: &[(&str, Key)]) {
    let driver = device["driver"].as_str().expect("a driver");
    if ["simulated", "virtual"].contains(&driver) {
        return;
    }
    device.retain(|key, _| ["name", "device"].contains(&key));
    device.insert("driver".to_owned(), Key::from("simulated"));
    device.extend(more.iter().map(|(key, value)| ((*key).to_owned(), value.clone())));
}

/// Stakes at the wheel in every round until everything has been played: the numbers of the tables. Where that takes too long, what was shown last.
fn play(links: &Links, least: i64) -> Result<BTreeSet<u64>, Value> {
    let began = Instant::now();
    let player = links.seat(WHEEL_SEAT);
    let mut staked_in = Value::Null;
    loop {
        let cabinet = patient(|| links.stranger().get("/api/v1/cabinet")).json();
        let own = patient(|| links.seat(CARD_SEATS[0]).get(&format!("/api/v1/seats/{}", CARD_SEATS[0]))).json();
        let machines = list(&own["seat"], "machines");
        let tables: Vec<&Value> = list(&cabinet, "tables").iter().chain(machines).chain(list(&cabinet, "player_tables")).collect();
        let official = patient(|| links.attendant().get("/api/v1/official")).json();
        let is_settled =
            list(&official, "seats").iter().any(|line| line["seat"] == WHEEL_SEAT && line["meters"]["staked"].as_i64() > Some(0));
        if is_settled && tables.iter().all(|table| table["deal"].as_u64() > Some(1)) {
            return Ok(tables.iter().filter_map(|table| table["table"].as_u64()).collect());
        }
        if began.elapsed() > PATIENCE {
            return Err(cabinet);
        }
        if cabinet["betting_open"] == true && staked_in != cabinet["round"] {
            let bet = json!({"round": cabinet["round"], "bets": [{"bet": "straight", "numbers": [17], "stake": least}]}).to_string();
            // It may be too late for this round.
            let is_taken =
                player.post(&format!("/api/v1/seats/{WHEEL_SEAT}/bets"), &format!("bet-{}", cabinet["round"]), &bet).status == 200;
            staked_in = if is_taken { cabinet["round"].clone() } else { staked_in };
        }
        std::thread::sleep(LOOK);
    }
}
