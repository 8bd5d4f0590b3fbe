//! `croupierctl hands`: the deals of the card tables that have ended, each with its cards, decisions and settlement.

use std::collections::VecDeque;
use std::sync::Arc;

use clap::Args;
use serde_json::{Value, json};

use super::Failure;
use super::hand_histories;
use super::journal::{Deals, EndedDeal, Happening, Place, lines_or_head, table_fact};
use crate::cabinet::DealtCard;
use crate::journal::Head;
use crate::model::{CardPlace, Face, TableNumber};

/// Which deals to list.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Only the deals of this table.
    #[arg(long, value_name = "NUMBER")]
    table: Option<u8>,
    /// Only the deals of this number, of any age.
    #[arg(long, value_name = "NUMBER")]
    deal: Option<u64>,
    /// How many deals, the newest of all.
    #[arg(long, value_name = "COUNT", default_value_t = 10)]
    last: usize,
    /// Prints the deals between players as hand histories in the PHH notation, one after the other as a file for many hands. Void deals, and
    /// variants that the notation has no name for, are left out.
    #[arg(long)]
    phh: bool,
    #[command(flatten)]
    place: Place,
}

/// The newest deals, oldest first, one JSON object a line, or one numbered history each. A deal that is under way is not among them.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let mut deals = Deals::from(arguments.place.first_state()?);
    let mut lines: VecDeque<((TableNumber, u64), String)> = VecDeque::new();
    let head = arguments.place.read_through("read", |link| {
        for ended in deals.take(link)? {
            let is_wanted = ended.is_whole
                && arguments.table.is_none_or(|table| table == ended.table.0)
                && arguments.deal.is_none_or(|deal| deal == ended.deal);
            if is_wanted {
                let told =
                    if arguments.phh { history(&deals, &ended, link.head()) } else { Some(deal(&deals, &ended, link.head()).to_string()) };
                let name = (ended.table, ended.deal);
                match (lines.iter_mut().find(|(other, _)| *other == name), told) {
                    (Some((_, line)), Some(told)) if ended.is_told_again => *line = told,
                    (None, _) if ended.is_told_again => {}
                    (_, told) => lines.extend(told.map(|told| (name, told))),
                }
            }
        }
        while lines.len() > arguments.last {
            lines.pop_front();
        }
        Ok(())
    })?;
    let numbered =
        |(number, (_, text)): (usize, (_, String))| if arguments.phh { format!("[{number}]\n{text}\n") } else { format!("{text}\n") };
    let lines: String = (1..).zip(lines).map(numbered).collect();
    Ok(if arguments.phh { format!("{lines}# The journal's head: {head}\n") } else { lines_or_head(lines, head) })
}

/// The deal as a hand history, where it is one.
fn history(deals: &Deals, ended: &EndedDeal, head: Head) -> Option<String> {
    let cabinet = deals.replayed().current().expect("a record was stepped just now");
    let terms = cabinet.terms();
    hand_histories::history(ended, (&terms.currency, terms.decimals), head)
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
