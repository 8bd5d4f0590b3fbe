//! Seats that bet and an attendant who moves credit, through all lives of a cabinet; what they were told is compared with what the house
//! reports about itself.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{Answer, Client};
use super::daemon::{Home, Links, PATIENCE, changed};
use super::expectation::{Bets, Deed, Expectation, Rounds, is_over, place};

/// Those who play at the wheel.
pub(crate) const SEATS: u64 = 4;
/// How many of an actor's newest acknowledged orders are asked for again after each start.
const ASKED_AGAIN: usize = 10;

/// A small generator: the same seed, the same game.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    /// A number below `end`.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }
}

/// Somebody's order, under its key.
pub(crate) struct Ordered {
    /// The idempotency key.
    pub(crate) key: String,
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
pub(crate) struct Done {
    /// The order.
    pub(crate) order: Ordered,
    /// The number under which the house acknowledged it.
    pub(crate) number: u64,
    rounds: RangeInclusive<u64>,
}

/// A player or the attendant, through all lives of the cabinet.
pub(crate) struct Actor {
    /// 1 to 4, or 0 for the attendant.
    seat: u64,
    chance: Chance,
    sent: u64,
    /// What was acknowledged, in order.
    pub(crate) done: Vec<Done>,
    /// How many of these were told to the expectations.
    told: usize,
    /// How many orders were refused.
    pub(crate) refused: usize,
    /// The attendant's newest order that was refused, and why: it stays refused under its key.
    stays_refused: Option<(Ordered, String)>,
    /// The order whose answer did not come.
    open: Option<Ordered>,
    /// Of the orders without an answer: how many had happened, and how many had not.
    pub(crate) found: (usize, usize),
    /// How long it waits after each order.
    pause: Duration,
}

impl Actor {
    fn new(seat: u64, seed: u64) -> Self {
        let chance = Chance(seed ^ (seat + 1));
        Self {
            seat,
            chance,
            sent: 0,
            done: Vec::new(),
            told: 0,
            refused: 0,
            stays_refused: None,
            open: None,
            found: (0, 0),
            pause: Duration::ZERO,
        }
    }

    fn client(&self, links: &Links) -> Client {
        if self.seat == 0 { links.attendant() } else { links.seat(usize::try_from(self.seat).expect("six seats")) }
    }

    /// Orders one thing after the other until the house does not answer. An order without an answer is asked again
    /// under its key before the next one is thought of.
    pub(crate) fn play(&mut self, links: &Links) {
        let client = self.client(links);
        while let Some(round) = round_now(&client) {
            if self.open.is_some() && !self.ask_open(&client) {
                return;
            }
            let order = self.think(round, &client);
            let answer = client.try_post(&order.path, &order.key, &order.body);
            let after = round_now(&client).filter(|round| *round > 0).unwrap_or(u64::MAX);
            match answer {
                Ok(answer) => self.answered(order, &answer, round..=after),
                Err(_) => self.open = Some(order),
            }
            std::thread::sleep(self.pause);
        }
    }

    fn think(&mut self, round: u64, client: &Client) -> Ordered {
        self.sent += 1;
        let key = format!("{}-{}", self.seat, self.sent);
        let (path, body, meant) = if self.seat == 0 { self.think_of_credit(client) } else { self.think_of_bets(round) };
        Ordered { key, path, body: body.to_string(), meant, round }
    }

    fn think_of_bets(&mut self, round: u64) -> (String, Value, Meant) {
        let path = |what: &str| format!("/api/v1/seats/{}/{what}", self.seat);
        let simple = |what: &str, deed| (path(what), json!({"round": round}), Meant::Bets(deed));
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
        help_held_tables(client, &self.sent.to_string());
        let seat = self.chance.below(SEATS) + 1;
        let amount = i64::try_from(self.chance.below(3_000) + 1).expect("small");
        let (what, moved) = if self.chance.below(3) == 0 { ("credit-out", -amount) } else { ("credit-in", amount) };
        (format!("/api/v1/seats/{seat}/{what}"), json!({"amount": amount}), Meant::Credit { seat, amount: moved })
    }

    fn answered(&mut self, order: Ordered, answer: &Answer, rounds: RangeInclusive<u64>) {
        match answer.status {
            200 => self.done.push(Done { number: number_of(answer), order, rounds }),
            // Nothing was done: the cabinet refused, or the house asked for patience.
            409 => {
                self.refused += 1;
                // A refusal for want of room is only as durable as the program until there is room.
                if self.seat == 0 && answer.reason() != "out-of-service" {
                    self.stays_refused = Some((order, answer.reason()));
                }
            }
            429 => {
                assert_ne!(answer.reason(), "too-many-orders", "nobody plays here for so long that he orders too much");
                self.refused += 1;
                std::thread::sleep(Duration::from_millis(20));
            }
            // The house was dying, or has no room: its answer says nothing about the order.
            _ => {
                self.open = Some(order);
                std::thread::sleep(Duration::from_millis(20));
            }
        }
    }

    /// Asks again for the order without an answer, under its key; whether it has one now.
    fn ask_open(&mut self, client: &Client) -> bool {
        let Some(order) = self.open.take() else { return true };
        let Some(before) = round_now(client).filter(|round| *round > 0) else {
            self.open = Some(order);
            return false;
        };
        let Ok(answer) = client.try_post(&order.path, &order.key, &order.body) else {
            self.open = Some(order);
            return false;
        };
        let after = round_now(client).filter(|round| *round > 0).unwrap_or(u64::MAX);
        let had_happened = answer.status == 200 && answer.json()["repeated"] == true;
        let rounds = if had_happened { order.round..=before } else { before..=after };
        self.answered(order, &answer, rounds);
        let (happened, not) = self.found;
        match &self.open {
            Some(_) => return false,
            None if had_happened => self.found = (happened + 1, not),
            None => self.found = (happened, not + 1),
        }
        true
    }

    /// After a start: what was acknowledged is there, under the same number; what was not is told by its key.
    ///
    /// # Errors
    /// The house's reason where it is out of service.
    fn ask_again(&mut self, links: &Links) -> Result<(), String> {
        let client = self.client(links);
        for done in self.done.iter().rev().take(ASKED_AGAIN) {
            let answer = patient(|| client.post(&done.order.path, &done.order.key, &done.order.body));
            if matches!(answer.status, 503 | 504) {
                return Err(answer.reason());
            }
            assert_eq!(answer.status, 200, "{} was acknowledged: {}", done.order.key, answer.body);
            assert_eq!(answer.json()["repeated"], true, "{} was acknowledged and is not there", done.order.key);
            assert_eq!(number_of(&answer), done.number, "{}", done.order.key);
        }
        if let Some((order, reason)) = &self.stays_refused {
            let answer = patient(|| client.post(&order.path, &order.key, &order.body));
            if matches!(answer.status, 503 | 504) {
                return Err(answer.reason());
            }
            assert_eq!((answer.status, &answer.reason()), (409, reason), "{} was refused: {}", order.key, answer.body);
        }
        let open = self.open.as_ref().map(|order| order.key.clone());
        if (0..100).any(|_| self.ask_open(&client)) { Ok(()) } else { Err(format!("{open:?} has no answer")) }
    }
}

fn number_of(answer: &Answer) -> u64 {
    answer.json()["number"].as_u64().expect("an accepted order has a number")
}

/// Asks until the house does not ask for patience (429), and under the same key until it knows what happened (504): on a machine that does
/// much else an answer may come too late.
pub(crate) fn patient(ask: impl Fn() -> Answer) -> Answer {
    let began = Instant::now();
    loop {
        let answer = ask();
        if !matches!(answer.status, 429 | 504) || began.elapsed() > PATIENCE {
            return answer;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The current round; `None` where the house does not answer, and 0 where it asks for patience instead.
fn round_now(client: &Client) -> Option<u64> {
    let answer = client.try_get("/api/v1/cabinet").ok()?;
    if answer.status == 429 { Some(0) } else { answer.json()["round"].as_u64() }
}

/// Tables that wait for an attendant are helped: the ball again, on as they were, or the stakes back. `turn` makes the keys of the orders new.
pub(crate) fn help_held_tables(client: &Client, turn: &str) {
    let Some(cabinet) = client.try_get("/api/v1/cabinet").ok().filter(|answer| answer.status == 200) else { return };
    let cabinet = cabinet.json();
    if cabinet["hold"]["ends_by_itself"] == false {
        help_held_wheel(client, &cabinet, turn);
    }
    for (index, table) in cabinet["tables"].as_array().into_iter().flatten().enumerate() {
        if table["phase"] == "held" && table["hold"]["ends_by_itself"] != true {
            let path = format!("/api/v1/tables/{}", index + 1);
            let body = json!({"deal": table["deal"], "reason": "the test goes on"}).to_string();
            drop(client.try_post(&format!("{path}/void"), &format!("void-{}-{turn}", index + 1), &body));
            let body = json!({"deal": table["deal"]}).to_string();
            drop(client.try_post(&format!("{path}/resume"), &format!("resume-{}-{turn}", index + 1), &body));
        }
    }
}

/// A wheel that waits for an attendant is helped: the ball again, on as it was, or the stakes back. `turn` makes the keys of the orders new.
pub(crate) fn help_held_wheel(client: &Client, cabinet: &Value, turn: &str) {
    // The house forgets keys, and refuses what may be an old order; this one is newer than what is shown.
    let key = |how: &str| format!("after-{}.{how}-{turn}", cabinet["number"]);
    let is_refused = |how: &str| {
        let body = json!({"round": cabinet["round"], "how": how}).to_string();
        client.try_post("/api/v1/table/resume", &key(how), &body).is_ok_and(|answer| answer.status != 200)
    };
    if is_refused("respin") && is_refused("continue") {
        let body = json!({"round": cabinet["round"], "reason": "the test goes on"}).to_string();
        drop(client.try_post("/api/v1/table/void", &key("void"), &body));
    }
}

/// The house with everybody in it.
pub(crate) struct Game {
    /// The attendant and those who play at the wheel.
    pub(crate) actors: Vec<Actor>,
    expected: Vec<Expectation>,
    /// Every round that was recalled so far.
    pub(crate) recall: Rounds,
    /// Every deal that was recalled so far, as table and number: those that have ended.
    deals: BTreeSet<(u64, u64)>,
    /// Whether officials recall every deal: none between players, and of quick machines only the newest.
    are_all_recalled: bool,
}

impl Game {
    /// Nobody has ordered anything yet; the same seed, the same orders.
    pub(crate) fn new(seed: u64) -> Self {
        let actors = (0..=SEATS).map(|seat| Actor::new(seat, seed)).collect();
        Self {
            actors,
            expected: (1..=SEATS).map(Expectation::new).collect(),
            recall: Rounds::new(),
            deals: BTreeSet::new(),
            are_all_recalled: true,
        }
    }

    /// The same where others play on machines and against each other.
    pub(crate) fn beside_card_players(seed: u64) -> Self {
        Self { are_all_recalled: false, ..Self::new(seed) }
    }

    /// The same where everybody waits so long after each order: who plays for long may not order as fast as he can.
    pub(crate) fn paced(mut self, pause: Duration) -> Self {
        self.actors.iter_mut().for_each(|actor| actor.pause = pause);
        self
    }

    /// Waits until bets are taken, and has this amount paid in for every seat.
    pub(crate) fn begin(&mut self, links: &Links, amount: i64) {
        links.stranger().watch("/api/v1/cabinet/live").see(|message| message["cabinet"]["betting_open"] == true);
        for seat in 1..=SEATS {
            let body = json!({"amount": amount}).to_string();
            let answer = links.attendant().post(&format!("/api/v1/seats/{seat}/credit-in"), &format!("first-{seat}"), &body);
            assert_eq!(answer.status, 200, "{}", answer.body);
            self.expected[index(seat)].paid_in = amount;
        }
    }

    /// After a start: every order is asked again, and all that the house reports about itself is compared with what was ordered.
    ///
    /// # Errors
    /// The house's reason where it is out of service.
    pub(crate) fn check_after_start(&mut self, links: &Links) -> Result<(), String> {
        self.actors.iter_mut().try_for_each(|actor| actor.ask_again(links))?;
        self.check(links);
        Ok(())
    }

    /// Reads what the house reports about itself, and compares all of it with what was ordered.
    pub(crate) fn check(&mut self, links: &Links) {
        let official = patient(|| links.attendant().get("/api/v1/official")).json();
        for round in official["rounds"].as_array().expect("rounds are recalled") {
            let number = round["round"].as_u64().expect("a round has a number");
            if let Some(known) = self.recall.get(&number).filter(|known| is_over(known)) {
                assert_eq!(known, round, "a round that is over never changes");
            }
            self.recall.insert(number, round.clone());
        }
        for deal in official["deals"].as_array().expect("deals are recalled") {
            let number = |key: &str| deal[key].as_u64().expect("a deal has a table and a number");
            self.deals.insert((number("table"), number("deal")));
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
        check_balance(official);
        let over = self.recall.values().filter(|round| is_over(round)).count() + self.deals.len();
        let settled = meter(official, "games") + meter(official, "voids") - i64::try_from(over).expect("few");
        // What is not recalled is counted by `check_settlements`.
        assert!(settled == 0 || (settled > 0 && !self.are_all_recalled), "each round and each deal is settled once: {settled} more");
        let numbers: Vec<u64> = self.actors.iter().flat_map(|actor| &actor.done).map(|done| done.number).collect();
        assert_eq!(numbers.iter().collect::<BTreeSet<_>>().len(), numbers.len(), "no two orders have the same number");
    }
}

/// Every unit that seats and the house have was paid in, and is in one place.
pub(crate) fn check_balance(official: &Value) {
    let seats = official["seats"].as_array().expect("there are seats");
    let sum = |key: &str| seats.iter().map(|seat| seat[key].as_i64().expect("an amount")).sum::<i64>();
    let house = meter(official, "staked") - meter(official, "returned");
    let cage = meter(official, "credit_out") - meter(official, "credit_in");
    assert_eq!(sum("credit") + sum("staked") + sum("stacks") + house + cage, 0, "the books balance: {official:#}");
}

fn meter(official: &Value, key: &str) -> i64 {
    official["meters"][key].as_i64().expect("a meter")
}

/// By the auditor's tool, the meters count every round and every deal that has ended, each once.
pub(crate) fn check_settlements(home: &Home) {
    // A journal without a deal is told by its head alone.
    let deals = home.ask_lines("hands --last 1000000").iter().filter(|line| !line["deal"].is_null()).count();
    let ended = home.ask_lines("spins --last 1000000").iter().filter(|round| is_over(round)).count() + deals;
    let meters = &home.ask_lines("meters")[0]["meters"];
    let counted = meters["games"].as_u64().zip(meters["voids"].as_u64()).map(|(games, voids)| games + voids);
    assert_eq!(counted, u64::try_from(ended).ok(), "each round and each deal is settled once: {meters}");
}

fn index(seat: u64) -> usize {
    usize::try_from(seat - 1).expect("six seats")
}

/// A home with quick rounds in which nothing is taken in part and a spin that does not count changes no bets; its cabinet file is the
/// demo's, `changed_further`.
pub(crate) fn quick_home(changed_further: impl Fn(String) -> String) -> Home {
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
    home.arguments.push(format!("--cabinet={}", home.write("cabinet.toml", &changed_further(cabinet))));
    home
}

/// Writes a copy of a shipped rules file of poker between players, with these keys changed, into its game's folder, and gives its path; `in_deal`
/// is what becomes of a deal in whose middle the program is started again.
pub(crate) fn betting_rules(home: &Home, rules: &str, changes: &[(&str, &str)], in_deal: &str) -> String {
    let (game, name) = rules.split_once('/').expect("a rules file lies in its game's folder");
    std::fs::create_dir(home.path(game)).expect("a folder can be made");
    let text = changed(&format!("betting/{rules}.toml"), changes);
    let others: Vec<&str> = text.lines().filter(|line| !line.starts_with("restart_in_deal")).collect();
    home.write(&format!("{game}/{name}.toml"), &format!("restart_in_deal = {in_deal:?}\n{}\n", others.join("\n")))
}
