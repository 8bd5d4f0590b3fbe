//! `croupierctl hands`: the deals of the card tables that have ended, each with its cards, decisions and settlement.

use std::collections::VecDeque;
use std::sync::Arc;

use clap::Args;
use serde_json::{Value, json};

use super::Failure;
use super::journal::{Deals, EndedDeal, Happening, Place, Progress, table_fact};
use crate::cabinet::DealtCard;
use crate::journal::Head;
use crate::model::{CardPlace, Face};

/// Which deals to list.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Only the deals of this table.
    #[arg(long, value_name = "NUMBER")]
    table: Option<u8>,
    /// How many deals, the newest of all.
    #[arg(long, value_name = "COUNT", default_value_t = 10)]
    last: usize,
    #[command(flatten)]
    place: Place,
}

/// The newest deals, oldest first, one JSON object a line. A deal that is under way is not among them.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let progress = Progress::begin("read");
    let mut deals = Deals::default();
    let mut lines: VecDeque<String> = VecDeque::new();
    for link in arguments.place.reader()?.range(1, u64::MAX) {
        let link = link?;
        progress.reached(link.entry.number);
        for ended in deals.take(&link)? {
            if arguments.table.is_none_or(|table| table == ended.table.0) {
                lines.push_back(format!("{}\n", deal(&deals, &ended, link.head())));
            }
        }
        while lines.len() > arguments.last {
            lines.pop_front();
        }
    }
    Ok(lines.into_iter().collect())
}

fn deal(deals: &Deals, ended: &EndedDeal, head: Head) -> Value {
    let cabinet = deals.replayed().current().expect("a record was stepped just now");
    let official = cabinet.views(Arc::new(cabinet.rules_view())).official;
    let recalled = official.deals.iter().find(|recalled| (recalled.table, recalled.deal) == (ended.table, ended.deal));
    let happening = |(record, what): &(u64, Happening)| {
        let mut value = match what {
            Happening::Card(card) => self::card(card),
            Happening::Drawn(drawn) => json!({"drawn": drawn.0}),
            Happening::Fact(fact) => table_fact(ended.table, fact),
        };
        value["record"] = (*record).into();
        value
    };
    json!({
        "table": ended.table,
        "deal": ended.deal,
        "table_name": recalled.and_then(|recalled| recalled.table_name.as_deref()),
        "game": recalled.and_then(|recalled| recalled.game.as_deref()),
        "rules": recalled.map(|recalled| recalled.rules_name.as_str()),
        "opened_at": recalled.map(|recalled| recalled.opened_at.microseconds()),
        "ended_at": recalled.map(|recalled| recalled.settled_at.microseconds()),
        "head": head.to_string(),
        "course": ended.course.iter().map(happening).collect::<Value>(),
    })
}

fn card(DealtCard { card, to }: &DealtCard) -> Value {
    let mut value = json!({"card": card.to_string()});
    match to {
        Some((to, face)) => {
            value["to"] = place(*to);
            value["face"] = if *face == Face::Up { "up" } else { "down" }.into();
        }
        None => value["unasked"] = true.into(),
    }
    value
}

fn place(place: CardPlace) -> Value {
    match place {
        CardPlace::Hand { place, hand } => json!({"place": "hand", "box": place, "hand": hand}),
        CardPlace::Dealer => json!({"place": "dealer"}),
        CardPlace::Board => json!({"place": "board"}),
        CardPlace::Player => json!({"place": "player"}),
        CardPlace::Banker => json!({"place": "banker"}),
        CardPlace::Discard => json!({"place": "discard"}),
    }
}
