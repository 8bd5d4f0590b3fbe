//! `kill -9` while seats stake and decide at card tables, on their machines and against each other, on the virtual deck, on a simulated shuffle
//! machine and from a simulated card-reading shoe: what was acknowledged is there, the books balance, no card comes more often than the packs
//! hold it, and no log and no record of a line tells a card.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};

use crate::card_players::{Accepted, cards_in, pay_in, play};
use crate::daemon::Home;
use crate::players::check_balance;

/// A busy machine may kill so many times as often.
const SLOW_TIMES: usize = 4;

/// The cards of every shoe, each no more often than eight packs hold it.
fn check_cards(home: &Home) -> usize {
    let mut come: BTreeMap<(u64, String), usize> = BTreeMap::new();
    let mut cards = 0;
    for record in home.ask_lines("journal export") {
        let input = &record["input"];
        let Some(table) = input["table"].as_u64() else { continue };
        if input["event"] == "shuffled" {
            come.retain(|(other, _), _| *other != table);
        }
        if let Some(card) = input["card"].as_str() {
            cards += 1;
            let times = come.entry((table, card.to_owned())).or_default();
            *times += 1;
            assert!(*times <= 8, "{card} came {times} times at table {table}");
        }
    }
    cards
}

#[test]
fn killed_at_card_tables_it_loses_nothing_and_tells_no_card() {
    check(Home::new(60), 8, "record.table-2");
}

#[test]
fn killed_while_a_person_deals_from_a_shoe_it_loses_nothing_and_tells_no_card() {
    let mut home = Home::new(60);
    let demo = include_str!("../../device-profiles/cabinets/demo.toml");
    let shoe = "driver = \"simulated\"\ndevice = \"shoe\"\nseed = 5\npack_milliseconds = 2_000\nfaults = []";
    let cabinet = home.write("cabinet.toml", &demo.replacen("driver = \"virtual\"", shoe, 1));
    home.arguments.push(format!("--cabinet={cabinet}"));
    check(home, 4, "record.table-1");
}

/// How many hands have ended, and how many of them were settled: at the first table, at the second one, between players, and on the machines of both
/// seats.
fn hands(home: &Home) -> (usize, [usize; 4]) {
    let hands = home.ask_lines("hands --last 1000");
    let is_settled =
        |hand: &&Value| hand["course"].as_array().is_some_and(|course| course.last().is_some_and(|last| last["fact"] == "settled"));
    let kinds = [1..2, 2..3, 17..33, 41..89];
    let of = |tables: &std::ops::Range<u64>| {
        let settled = hands.iter().filter(is_settled);
        settled.filter(|hand| hand["table"].as_u64().is_some_and(|table| tables.contains(&table))).count()
    };
    (hands.len(), kinds.each_ref().map(of))
}

/// Kills the program so many times while it is played at the tables, more often where a busy machine has settled too little until then, and looks at
/// what is left, and for cards in its log and its `record`.
fn check(mut home: Home, kills: usize, recorded: &str) {
    home.environment.push(("RUST_LOG".to_owned(), "trace".to_owned()));
    let record = home.path("record");
    home.arguments.push(format!("--record={}", record.display()));
    let (mut links, mut daemon) = home.serve();
    pay_in(&links, &[1, 2], 1_000_000);
    let mut told = 0;
    for life in 0..kills * SLOW_TIMES {
        let span = Duration::from_millis(1_000 + 700 * (life % kills) as u64);
        let accepted: Vec<(usize, Accepted)> = std::thread::scope(|scope| {
            let seats = [1, 2].map(|seat| {
                (
                    seat,
                    scope.spawn({
                        let links = &links;
                        move || play(links, seat, life)
                    }),
                )
            });
            std::thread::sleep(span);
            daemon.kill();
            let of = |(seat, playing): (usize, std::thread::ScopedJoinHandle<'_, Vec<Accepted>>)| {
                playing.join().expect("a player does not fail").into_iter().map(move |accepted| (seat, accepted))
            };
            seats.into_iter().flat_map(of).collect()
        });
        let is_enough = life + 1 >= kills && hands(&home).1.iter().all(|settled| *settled > 0);
        (links, daemon) = home.serve();
        for (seat, (key, path, body, number)) in accepted.iter().rev().take(10) {
            let again = links.seat(*seat).post(path, key, body);
            assert_eq!((again.status, &again.json()["repeated"]), (200, &json!(true)), "{key} was acknowledged: {}", again.body);
            assert_eq!(again.json()["number"], *number, "{key}");
        }
        told += accepted.len();
        check_balance(&links.attendant().get("/api/v1/official").json());
        if is_enough {
            break;
        }
    }
    daemon.stop();
    assert_eq!(home.ask_lines("journal verify")[0]["steps"], true, "every hand is computed again");
    let (hands, settled_by_kind) = hands(&home);
    let cards = check_cards(&home);
    println!("{told} orders acknowledged, {hands} hands ended, settled by kind of table {settled_by_kind:?}, {cards} cards");
    assert!(told > 10 && cards > 10 && settled_by_kind.iter().all(|settled| *settled > 0), "this proved nothing");
    for (name, text) in [("the log", home.log()), ("the record", std::fs::read_to_string(home.path(recorded)).unwrap_or_default())] {
        assert!(!text.is_empty(), "{name} was written");
        let told = cards_in(&text);
        assert!(told.is_empty(), "{name} tells {told:?}");
    }
}
