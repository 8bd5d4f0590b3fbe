//! `kill -9` at random instants while seats bet and an attendant moves credit: nothing acknowledged is lost, nothing is done twice,
//! and the books balance.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::daemon::{Home, Links, changed};
use crate::expectation::{Bets, Deed, Expectation, Rounds, is_over, place};

const KILLS: usize = 30;
const SEATS: u64 = 4;
/// How many of an actor's newest acknowledged orders are asked for again after each start.
const ASKED_AGAIN: usize = 10;

/// A small generator: the same seed, the same game.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }
}

/// Somebody's order, under its key.
struct Ordered {
    key: String,
    path: String,
    body: String,
    meant: Meant,
    /// The round that was the newest before it was sent.
    round: u64,
}

/// What an order would do.
#[derive(Clone)]
enum Meant {
    Bets(Deed),
    Credit { seat: u64, amount: i64 },
}

/// What is known of an order that was accepted.
struct Done {
    order: Ordered,
    number: u64,
    rounds: RangeInclusive<u64>,
}

/// A player or the attendant, through all lives of the cabinet.
struct Actor {
    /// 1 to 4, or 0 for the attendant.
    seat: u64,
    chance: Chance,
    sent: u64,
    done: Vec<Done>,
    /// How many of these were told to the expectations.
    told: usize,
    refused: usize,
    /// The order whose answer did not come.
    open: Option<Ordered>,
}

impl Actor {
    fn new(seat: u64) -> Self {
        Self { seat, chance: Chance(seat + 1), sent: 0, done: Vec::new(), told: 0, refused: 0, open: None }
    }

    fn client(&self, links: &Links) -> Client {
        if self.seat == 0 { links.attendant() } else { links.seat(usize::try_from(self.seat).expect("six seats")) }
    }

    /// Orders one thing after the other until the house does not answer.
    fn play(&mut self, links: &Links) {
        let client = self.client(links);
        let mut before = round_now(&client);
        while let Some(round) = before {
            let order = self.think(round, &client);
            let answer = client.try_post(&order.path, &order.key, &order.body);
            before = round_now(&client);
            match answer {
                Ok(answer) => self.answered(order, &answer, round..=before.filter(|round| *round > 0).unwrap_or(u64::MAX)),
                Err(_) => {
                    self.open = Some(order);
                    return;
                }
            }
        }
    }

    fn think(&mut self, round: u64, client: &Client) -> Ordered {
        let (path, body, meant) = if self.seat == 0 { self.think_of_credit(client) } else { self.think_of_bets(round) };
        self.sent += 1;
        Ordered { key: format!("{}-{}", self.seat, self.sent), path, body: body.to_string(), meant, round }
    }

    fn think_of_bets(&mut self, round: u64) -> (String, Value, Meant) {
        let path = |what: &str| format!("/api/v1/seats/{}/{what}", self.seat);
        let simple = |what: &str, deed| (path(what), json!({}), Meant::Bets(deed));
        match self.chance.below(100) {
            0..12 => simple("undo", Deed::Undo),
            12..24 => simple("double", Deed::Double),
            24..36 => simple("repeat", Deed::Repeat),
            36..44 => simple("clear", Deed::Clear),
            _ => {
                let path = path("bets");
                let bets: Vec<Value> = (0..=self.chance.below(3)).map(|_| self.think_of_bet()).collect();
                let placed: Bets = bets.iter().map(|bet| (place(bet), bet["stake"].as_i64().expect("a stake"))).collect();
                (path, json!({"bets": bets, "round": round}), Meant::Bets(Deed::Place(placed)))
            }
        }
    }

    fn think_of_bet(&mut self) -> Value {
        let number = self.chance.below(36) + 1;
        match self.chance.below(4) {
            0 => json!({"bet": "straight", "numbers": [number], "stake": 100}),
            1 if !number.is_multiple_of(3) => json!({"bet": "split", "numbers": [number, number + 1], "stake": 200}),
            2 => json!({"bet": "dozen", "which": number % 3 + 1, "stake": 500}),
            _ => json!({"bet": "red", "stake": 500}),
        }
    }

    fn think_of_credit(&mut self, client: &Client) -> (String, Value, Meant) {
        help_held_table(client);
        let seat = self.chance.below(SEATS) + 1;
        let amount = i64::try_from(self.chance.below(3_000) + 1).expect("small");
        let (what, moved) = if self.chance.below(3) == 0 { ("credit-out", -amount) } else { ("credit-in", amount) };
        (format!("/api/v1/seats/{seat}/{what}"), json!({"amount": amount}), Meant::Credit { seat, amount: moved })
    }

    fn answered(&mut self, order: Ordered, answer: &Answer, rounds: RangeInclusive<u64>) {
        match answer.status {
            200 => self.done.push(Done { number: number_of(answer), order, rounds }),
            // Nothing was done: the cabinet refused, or the house asked for patience.
            409 => self.refused += 1,
            429 => {
                self.refused += 1;
                std::thread::sleep(Duration::from_millis(20));
            }
            // The house was dying: its answer says nothing about the order.
            _ => self.open = Some(order),
        }
    }

    /// After a start: what was acknowledged is there, under the same number; what was not is told by its key.
    fn ask_again(&mut self, links: &Links) -> Option<bool> {
        let client = self.client(links);
        for done in self.done.iter().rev().take(ASKED_AGAIN) {
            let answer = client.post(&done.order.path, &done.order.key, &done.order.body);
            assert_eq!(answer.status, 200, "{} was acknowledged: {}", done.order.key, answer.body);
            assert_eq!(answer.json()["repeated"], true, "{} was acknowledged and is not there", done.order.key);
            assert_eq!(number_of(&answer), done.number, "{}", done.order.key);
        }
        let order = self.open.take()?;
        let before = round_now(&client).expect("the house is open");
        let answer = client.post(&order.path, &order.key, &order.body);
        let after = round_now(&client).expect("the house is open");
        let had_happened = answer.status == 200 && answer.json()["repeated"] == true;
        let rounds = if had_happened { order.round..=before } else { before..=after };
        assert!(matches!(answer.status, 200 | 409), "{}: {}", order.key, answer.body);
        self.answered(order, &answer, rounds);
        Some(had_happened)
    }
}

fn number_of(answer: &Answer) -> u64 {
    answer.json()["number"].as_u64().expect("an accepted order has a number")
}

/// The current round; `None` where the house does not answer, and 0 where it asks for patience instead.
fn round_now(client: &Client) -> Option<u64> {
    let answer = client.try_get("/api/v1/cabinet").ok()?;
    if answer.status == 429 { Some(0) } else { answer.json()["round"].as_u64() }
}

/// A table that waits for an attendant is helped: the ball again, or the stakes back.
fn help_held_table(client: &Client) {
    let Some(cabinet) = client.try_get("/api/v1/cabinet").ok().filter(|answer| answer.status == 200) else { return };
    let cabinet = cabinet.json();
    if cabinet["hold"]["ends_by_itself"] == false {
        let respin = client.try_post("/api/v1/table/resume", "respin", r#"{"how":"respin"}"#);
        if respin.is_ok_and(|answer| answer.status != 200) {
            let body = json!({"round": cabinet["round"], "reason": "the test goes on"}).to_string();
            drop(client.try_post("/api/v1/table/void", &format!("void-{}", cabinet["round"]), &body));
        }
    }
}

/// The house with everybody in it.
struct Game {
    actors: Vec<Actor>,
    expected: Vec<Expectation>,
    recall: Rounds,
}

impl Game {
    /// Reads what the house says of itself, and compares all of it with what was ordered.
    fn check(&mut self, links: &Links) {
        let official = links.attendant().get("/api/v1/official").json();
        for round in official["rounds"].as_array().expect("rounds are recalled") {
            let number = round["round"].as_u64().expect("a round has a number");
            if let Some(known) = self.recall.get(&number).filter(|known| is_over(known)) {
                assert_eq!(known, round, "a round that is over never changes");
            }
            self.recall.insert(number, round.clone());
        }
        for done in self.actors.iter_mut().flat_map(|actor| actor.done.iter().skip(std::mem::replace(&mut actor.told, actor.done.len()))) {
            match &done.order.meant {
                Meant::Credit { seat, amount } => self.expected[index(*seat)].paid_in += amount,
                Meant::Bets(deed) => {
                    let newest = *self.recall.keys().next_back().expect("a round is recalled");
                    let (low, high) = done.rounds.clone().into_inner();
                    let seat = done.order.path.split('/').nth(4).and_then(|seat| seat.parse().ok()).expect("a seat's path");
                    // The orders of a round that is named in them were taken in that round.
                    let rounds = if matches!(deed, Deed::Place(_)) { done.order.round..=done.order.round } else { low..=high.min(newest) };
                    self.expected[index(seat)].done(deed, rounds, &self.recall);
                }
            }
        }
        self.expected.iter_mut().for_each(|expected| expected.see(&official, &self.recall));
        self.check_books(&official);
    }

    fn check_books(&self, official: &Value) {
        let seats = official["seats"].as_array().expect("there are seats");
        let sum = |key: &str| seats.iter().map(|seat| seat[key].as_i64().expect("an amount")).sum::<i64>();
        let meter = |key: &str| official["meters"][key].as_i64().expect("a meter");
        let house = meter("staked") - meter("returned");
        let cage = meter("credit_out") - meter("credit_in");
        assert_eq!(sum("credit") + sum("staked") + house + cage, 0, "the books balance: {official:#}");
        let over = i64::try_from(self.recall.values().filter(|round| is_over(round)).count()).expect("few");
        assert_eq!(meter("games") + meter("voids"), over, "each round is settled once");
        let numbers: Vec<u64> = self.actors.iter().flat_map(|actor| &actor.done).map(|done| done.number).collect();
        assert_eq!(numbers.iter().collect::<BTreeSet<_>>().len(), numbers.len(), "no two orders have the same number");
    }
}

fn index(seat: u64) -> usize {
    usize::try_from(seat - 1).expect("six seats")
}

/// A home with quick rounds in which nothing is taken in part and a spin that does not count changes no bets.
fn quick_home() -> Home {
    let mut home = Home::new(30);
    let rules = [
        ("no_spin_stakes", "\"editable\""),
        ("over_most", "\"refuse\""),
        ("betting_seconds", "12"),
        ("pause_seconds", "2"),
        ("spins_per_hour_most", "240"),
    ];
    let rules = home.write("rules.toml", &changed("rules/roulette/by.toml", &rules));
    let jurisdiction = home.write("jurisdiction.toml", &changed("jurisdictions/by.toml", &[("spins_per_hour_most", "240")]));
    let files = [("rules", format!("{rules:?}")), ("jurisdiction", format!("{jurisdiction:?}"))];
    let cabinet = changed("cabinets/demo.toml", &files.each_ref().map(|(key, value)| (*key, value.as_str())));
    home.arguments.push(format!("--cabinet={}", home.write("cabinet.toml", &cabinet)));
    home
}

#[test]
fn killed_thirty_times_it_loses_nothing_and_pays_nothing_twice() {
    let home = quick_home();
    let mut chance = Chance(0x5eed);
    let mut game = Game {
        actors: (0..=SEATS).map(Actor::new).collect(),
        expected: (1..=SEATS).map(Expectation::new).collect(),
        recall: Rounds::new(),
    };
    let (links, mut daemon) = home.serve();
    links.stranger().watch("/api/v1/cabinet/live").see(|message| message["cabinet"]["betting_open"] == true);
    for seat in 1..=SEATS {
        let answer = links.attendant().post(&format!("/api/v1/seats/{seat}/credit-in"), &format!("first-{seat}"), r#"{"amount":1000000}"#);
        assert_eq!(answer.status, 200, "{}", answer.body);
        game.expected[index(seat)].paid_in = 1_000_000;
    }
    let mut links = links;
    let (mut happened, mut not_happened) = (0, 0);
    for kill in 0..KILLS {
        // Every fifth time nobody plays: the kill comes somewhere in the start.
        if kill % 5 == 4 {
            daemon.kill();
            let starting = home.start();
            std::thread::sleep(Duration::from_micros(chance.below(120_000)));
            starting.kill();
        } else {
            let life = Duration::from_micros(50_000 + chance.below(2_200_000));
            std::thread::scope(|scope| {
                game.actors.iter_mut().for_each(|actor| drop(scope.spawn(|| actor.play(&links))));
                std::thread::sleep(life);
                daemon.kill();
            });
        }
        (links, daemon) = home.serve();
        for told in game.actors.iter_mut().filter_map(|actor| actor.ask_again(&links)) {
            *(if told { &mut happened } else { &mut not_happened }) += 1;
        }
        game.check(&links);
    }
    daemon.stop();
    let (links, daemon) = home.serve();
    game.check(&links);
    daemon.stop();

    let done: usize = game.actors.iter().map(|actor| actor.done.len()).sum();
    let refused: usize = game.actors.iter().map(|actor| actor.refused).sum();
    let with_bets = |round: &&Value| round["seats"].as_array().is_some_and(|seats| !seats.is_empty());
    let settled = game.recall.values().filter(|round| !round["outcome"].is_null()).filter(with_bets).count();
    let voided = game.recall.values().filter(|round| !round["voided"].is_null()).filter(with_bets).count();
    println!("{done} orders done, {refused} refused; {settled} rounds with bets settled, {voided} void");
    println!("orders without an answer: {happened} had happened, {not_happened} had not");
    assert!(done > 100 && settled > 2 && happened + not_happened > 0, "this proved nothing");
}
