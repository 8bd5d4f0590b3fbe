//! Seats that stake and decide at card tables, and which words are cards.

use std::time::Duration;

use serde_json::{Value, json};

use super::client::Client;
use super::daemon::Links;

/// The demo's tables of baccarat and of blackjack, each with the stake that is laid there.
pub(crate) const TABLES: [(u64, &str); 2] = [(1, "player"), (2, "main")];

/// What a seat was told of its stakes: the key, the path, the body, and the number under which they were accepted.
pub(crate) type Accepted = (String, String, String, u64);

/// Plays at both tables until the house does not answer.
pub(crate) fn play(links: &Links, seat: usize, life: usize) -> Vec<Accepted> {
    let client = links.seat(seat);
    let mut accepted = Vec::new();
    for sent in 0_u64.. {
        let Some(tables) = tables(&client) else { break };
        for (number, stake) in TABLES {
            let table = &tables[usize::try_from(number - 1).expect("two tables")];
            let path = format!("/api/v1/seats/{seat}/tables/{number}");
            let (what, body) = match (table["phase"].as_str(), table["turns"][0]["seat"].as_u64()) {
                (Some("staking"), _) => {
                    ("stakes", json!({"deal": table["deal"], "stakes": [{"box": seat, "stake": stake, "amount": 1000}]}))
                }
                (Some("dealing"), Some(turn)) if turn == seat as u64 => {
                    ("choose", json!({"deal": table["deal"], "turn": table["turns"][0]["turn"], "choice": "stand"}))
                }
                _ => continue,
            };
            let (path, key, body) = (format!("{path}/{what}"), format!("{seat}-{life}-{sent}-{number}"), body.to_string());
            let Ok(answer) = client.try_post(&path, &key, &body) else { return accepted };
            if answer.status == 200 {
                accepted.push((key, path, body, answer.json()["number"].as_u64().expect("an accepted order has a number")));
            }
        }
        std::thread::sleep(Duration::from_millis(25));
    }
    accepted
}

fn tables(client: &Client) -> Option<Vec<Value>> {
    let answer = client.try_get("/api/v1/cabinet").ok()?;
    Some(answer.json()["tables"].as_array().cloned().unwrap_or_else(|| vec![Value::Null; TABLES.len()]))
}

/// Whether this word is a card.
pub(crate) fn is_card(word: &str) -> bool {
    matches!(word.as_bytes(), [rank, suit] if b"23456789TJQKA".contains(rank) && b"cdhs".contains(suit))
}

/// Every card that a text names.
pub(crate) fn cards_in(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| is_card(word)).collect()
}
