//! Seats that stake and decide at card tables, on their machines and against each other, and which words are cards.

use std::time::{Duration, Instant};

use serde_json::json;

use super::card_orders::Seated;
use super::client::Client;
use super::daemon::Links;

/// Between two looks at the tables.
const LOOK: Duration = Duration::from_millis(25);

/// Each time after so many looks a seat goes from the tables between players, and sits down again at the next look.
const STAYS_LOOKS: usize = 40;

/// What a seat was told of an order of its own: the key, the path, the body, and the number under which it was accepted.
pub(crate) type Accepted = (String, String, String, u64);

/// How many orders a player may give on average: the house lets nobody order as fast as a program can for long.
#[derive(Clone, Copy)]
pub(crate) struct Pace {
    began: Instant,
    most_per_second: f64,
    ordered: u32,
}

impl Pace {
    /// From now on.
    pub(crate) fn of(most_per_second: f64) -> Self {
        Self { began: Instant::now(), most_per_second, ordered: 0 }
    }

    /// Whether one more order may be given now; it is counted.
    fn lets_order(&mut self) -> bool {
        let lets = f64::from(self.ordered) < self.began.elapsed().as_secs_f64() * self.most_per_second;
        self.ordered += u32::from(lets);
        lets
    }
}

/// Has this amount paid in for each of these seats.
pub(crate) fn pay_in(links: &Links, seats: &[usize], amount: i64) {
    for seat in seats {
        let (path, body) = (format!("/api/v1/seats/{seat}/credit-in"), json!({"amount": amount}).to_string());
        let answer = links.attendant().post(&path, &format!("paid-{seat}"), &body);
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
}

/// Plays at every table and on the seat's machines until the house does not answer.
pub(crate) fn play(links: &Links, seat: usize, life: usize) -> Vec<Accepted> {
    play_paced(links, seat, life, Pace::of(f64::INFINITY))
}

/// The same with no more orders than the pace lets through.
pub(crate) fn play_paced(links: &Links, seat: usize, life: usize, mut pace: Pace) -> Vec<Accepted> {
    let client = links.seat(seat);
    let mut accepted = Vec::new();
    for look in 0.. {
        if play_once(&client, (seat, life, look), &mut pace, &mut accepted).is_none() {
            break;
        }
        std::thread::sleep(LOOK);
    }
    accepted
}

/// Looks once and orders what is to be ordered then; `None` where the house does not answer.
fn play_once(client: &Client, (seat, life, look): (usize, usize, usize), pace: &mut Pace, accepted: &mut Vec<Accepted>) -> Option<()> {
    let (cabinet, own) = (client.try_get("/api/v1/cabinet").ok()?, client.try_get(&format!("/api/v1/seats/{seat}")).ok()?);
    if (cabinet.status, own.status) != (200, 200) {
        return Some(());
    }
    let (cabinet, own) = (cabinet.json(), own.json());
    let seated = Seated { seat, cabinet: &cabinet, own: &own["seat"] };
    let between = if look % STAYS_LOOKS == STAYS_LOOKS - 1 { seated.leaves() } else { seated.between_players(look) };
    for (nth, order) in seated.stakes().into_iter().chain(seated.choices(look)).chain(between).enumerate() {
        if !pace.lets_order() {
            continue;
        }
        let (key, body) = (format!("{seat}-{life}-{look}-{nth}"), order.body.to_string());
        let answer = client.try_post(&order.path, &key, &body).ok()?;
        if answer.status == 200 {
            accepted.push((key, order.path, body, answer.json()["number"].as_u64().expect("an accepted order has a number")));
        }
    }
    Some(())
}

/// Whether this word is a card.
pub(crate) fn is_card(word: &str) -> bool {
    matches!(word.as_bytes(), [rank, suit] if b"23456789TJQKA".contains(rank) && b"cdhs".contains(suit))
}

/// Every card that a text names.
pub(crate) fn cards_in(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| is_card(word)).collect()
}
