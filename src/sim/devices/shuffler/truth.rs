//! What really happened with an order, for those who check what was made of it.

use super::behaviour::Fault;
use super::memory::Order;
use crate::model::{Card, Timestamp};

/// What really happened with one order.
#[derive(Clone, PartialEq, Eq)]
pub struct OrderTruth {
    /// Whose order it was, as eight hexadecimal digits.
    pub host: String,
    /// Its number.
    pub number: u64,
    /// What was ordered: `DEAL`, `SHUFFLE`, `VERIFY`, `EJECT` or `TEST`.
    pub deed: String,
    /// How it ended: the first word of its end, and behind `FAIL` the reason too; never a card.
    pub end: String,
    /// The cards that came out; none for a card of no pack of the game.
    pub cards: Vec<Option<Card>>,
    /// Whether they lie face up.
    pub face_up: bool,
    /// What went wrong since the end of the order before.
    pub faults: Vec<Fault>,
    /// When it ended.
    pub ended_at: Timestamp,
}

impl std::fmt::Debug for OrderTruth {
    /// Without the cards, which may lie face down.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { host, number, deed, end, cards, faults, .. } = self;
        write!(f, "{host}-{number} {deed}: {end}, {} cards, {faults:?}", cards.len())
    }
}

impl OrderTruth {
    pub(super) fn new(order: &Order, ending: &str, cards: Vec<Option<Card>>, faults: Vec<Fault>, ended_at: Timestamp) -> Self {
        let (first, rest) = ending.split_once(' ').unwrap_or((ending, ""));
        Self {
            host: order.host.clone(),
            number: order.number,
            deed: order.words[0].clone(),
            end: if first == "FAIL" { format!("{first} {rest}") } else { first.to_owned() },
            cards,
            face_up: order.words.last().is_some_and(|word| word == "UP"),
            faults,
            ended_at,
        }
    }
}
