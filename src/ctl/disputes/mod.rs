//! `croupierctl disputes`: every dispute that was ever opened, read from the mirror, also while the daemon writes.

mod html;

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write;

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use super::Failure;
use super::journal::{Place, lines_or_head, table_with_head};
use crate::cabinet::{Cabinet, Terms};
use crate::journal::{Head, Record};
use crate::model::{
    Command as PersonsCommand, Event, Fact, Money, Order, PastGame, PlayerTableFact, Pocket, Ruling, Seat, TableFact, Timestamp, Verdict,
    What, Who,
};

/// What to show of the disputes.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    list: List,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Prints one dispute with what its game came to, as JSON or a page for a printer.
    Report(Report),
}

/// Which disputes to list.
#[derive(Debug, Args)]
#[group(skip)]
struct List {
    /// How many disputes, the newest of all.
    #[arg(long, value_name = "COUNT", default_value_t = 30)]
    last: usize,
    /// Only those that nobody has decided yet.
    #[arg(long)]
    open: bool,
    /// A table in Markdown instead of JSON.
    #[arg(long)]
    as_table: bool,
    #[command(flatten)]
    place: Place,
}

/// Which dispute, and how its report is written.
#[derive(Debug, Args)]
#[group(skip)]
struct Report {
    /// The dispute's number.
    dispute: u32,
    /// Prints it as a page for a printer.
    #[arg(long)]
    html: bool,
    #[command(flatten)]
    place: Place,
}

pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    match &arguments.command {
        None => list(&arguments.list),
        Some(Command::Report(arguments)) => report(arguments),
    }
}

/// A dispute as the journal tells it, with the currency of the cabinet then and its decimals, and where the journal stood after the newest
/// record about it.
struct Dispute {
    number: u32,
    seat: Seat,
    game: PastGame,
    opened_by: String,
    opened_at: Timestamp,
    note: String,
    ruling: Option<Ruling>,
    currency: String,
    decimals: u8,
    head: Head,
}

impl Dispute {
    fn as_json(&self) -> Value {
        let (table, game) = self.game.place();
        let ruling = self.ruling.as_ref().map(|ruling| {
            let (verdict, amount) = said(ruling.verdict);
            json!({"verdict": verdict, "amount": amount, "by": ruling.by, "at": ruling.at.microseconds(), "note": ruling.note})
        });
        json!({
            "dispute": self.number,
            "seat": self.seat.number(),
            "table": table,
            "game": game,
            "opened_by": self.opened_by,
            "opened_at": self.opened_at.microseconds(),
            "note": self.note,
            "ruling": ruling,
            "currency": self.currency,
            "decimals": self.decimals,
            "head": self.head.to_string(),
        })
    }
}

/// The name of a verdict, and what is paid in minor units.
pub(super) const fn said(verdict: Verdict) -> (&'static str, Option<i64>) {
    match verdict {
        Verdict::Upheld { amount } => ("upheld", Some(amount.minor())),
        Verdict::Rejected => ("rejected", None),
    }
}

/// Reads the journal: every dispute by its number, and the journal's head.
fn read(place: &Place) -> Result<(BTreeMap<u32, Dispute>, Head), Failure> {
    let mut disputes: BTreeMap<u32, Dispute> = BTreeMap::new();
    let state = place.first_state()?;
    let [mut brought, mut in_force] = [Cabinet::newest_terms, Cabinet::terms].map(|of| state.as_ref().map(|state| of(state).clone()));
    let head = place.read_through("read", |link| {
        let record = Record::decode(&link.entry.payload)?;
        if let What::Event(Event::Terms { terms }) = &record.input.what {
            brought = Terms::from_bytes(terms).or(brought.take());
        }
        for fact in &record.facts {
            match fact {
                Fact::TermsInForce => in_force = brought.take().or(in_force.take()),
                Fact::DisputeOpened { number, seat, game } => {
                    let (currency, decimals) =
                        in_force.as_ref().map_or((String::new(), 0), |terms| (terms.currency.clone(), terms.decimals));
                    let (opened_by, note) = words_of(&record.input.what);
                    let (opened_at, head) = (record.shown(record.input.at), link.head());
                    let (number, seat, game) = (*number, *seat, *game);
                    let dispute = Dispute { number, seat, game, opened_by, opened_at, note, ruling: None, currency, decimals, head };
                    disputes.insert(number, dispute);
                }
                Fact::DisputeDecided { number, verdict, .. } => {
                    let (by, note) = words_of(&record.input.what);
                    let ruling = Ruling { verdict: *verdict, by, at: record.shown(record.input.at), note };
                    if let Some(dispute) = disputes.get_mut(number) {
                        (dispute.ruling, dispute.head) = (Some(ruling), link.head());
                    }
                }
                _ => {}
            }
        }
        Ok(())
    })?;
    Ok((disputes, head))
}

/// Who gave the order, and his note.
fn words_of(what: &What) -> (String, String) {
    let What::Command(PersonsCommand { who: Who::Attendant(name), order, .. }) = what else { return Default::default() };
    let note = match order {
        Order::OpenDispute { note, .. } | Order::DecideDispute { note, .. } => note.clone(),
        _ => String::new(),
    };
    (name.clone(), note)
}

/// The newest disputes, oldest first, one JSON object a line.
fn list(arguments: &List) -> Result<String, Failure> {
    let (disputes, head) = read(&arguments.place)?;
    let mut shown: VecDeque<&Dispute> = disputes.values().filter(|dispute| !arguments.open || dispute.ruling.is_none()).collect();
    shown.drain(..shown.len().saturating_sub(arguments.last));
    if arguments.as_table {
        return Ok(table_with_head(table(&shown), Some(head)));
    }
    Ok(lines_or_head(shown.iter().map(|dispute| format!("{}\n", dispute.as_json())).collect(), head))
}

/// The lines for people.
fn table(disputes: &VecDeque<&Dispute>) -> String {
    let mut text = String::from(
        "| dispute | seat | game | opened | by | note | decided | by | verdict | amount | |\n\
         | ---: | ---: | --- | --- | --- | --- | --- | --- | --- | ---: | --- |\n",
    );
    let cell = |words: &str| words.replace('|', "\\|");
    for dispute in disputes {
        let Dispute { number, seat, opened_at, currency, .. } = dispute;
        let (opened_at, opened_by, note) = (opened_at.utc(), cell(&dispute.opened_by), cell(&dispute.note));
        let decided = dispute.ruling.as_ref().map_or_else(
            || " | | open |".to_owned(),
            |ruling| {
                let amount = ruling.verdict.amount().map(|amount| amount.in_units(dispute.decimals)).unwrap_or_default();
                format!("{} | {} | {} | {amount}", ruling.at.utc(), cell(&ruling.by), said(ruling.verdict).0)
            },
        );
        let game = game_words(dispute.game);
        writeln!(text, "| {number} | {seat} | {game} | {opened_at} | {opened_by} | {note} | {decided} | {currency} |")
            .expect("a string takes everything");
    }
    text
}

/// A game in words.
fn game_words(game: PastGame) -> String {
    match game {
        PastGame::Round(round) => format!("round {round}"),
        PastGame::Deal { table, deal } => format!("table {}, deal {deal}", table.0),
    }
}

/// What the disputed game came to for the seat.
#[derive(Default)]
struct CameTo {
    outcome: Option<Pocket>,
    staked: Money,
    returned: Money,
    /// The record that settled it.
    record: Option<u64>,
}

/// One dispute with what its game came to.
fn report(arguments: &Report) -> Result<String, Failure> {
    let number = arguments.dispute;
    let (mut disputes, _) = read(&arguments.place)?;
    let is_trimmed = arguments.place.first_state()?.is_some();
    let left = if is_trimmed { "what is left of this journal" } else { "this journal" };
    let missing = || Failure::refused("no-such-dispute", format!("no dispute {number} was opened in {left}")).with("dispute", number);
    let dispute = disputes.remove(&number).ok_or_else(missing)?;
    let came_to = came_to(&arguments.place, &dispute)?;
    if came_to.record.is_none() && is_trimmed {
        let message = format!("in {left} nothing tells what the game of dispute {number} came to");
        return Err(Failure::refused("no-such-record", message).with("dispute", number));
    }
    if arguments.html {
        return Ok(html::page(&dispute, &came_to));
    }
    let mut value = dispute.as_json();
    value["outcome"] = json!(came_to.outcome.map(Pocket::number));
    value["staked"] = json!(came_to.staked.minor());
    value["returned"] = json!(came_to.returned.minor());
    value["settled_by"] = json!(came_to.record);
    Ok(format!("{value}\n"))
}

fn came_to(place: &Place, dispute: &Dispute) -> Result<CameTo, Failure> {
    let mut came_to = CameTo::default();
    let seat = dispute.seat;
    let mut hand = Hand { seat, deal: 0, put_in: Money::ZERO, returned: Money::ZERO };
    place.read_through("read", |link| {
        for fact in Record::decode(&link.entry.payload)?.facts {
            match (dispute.game, fact) {
                (PastGame::Round(of), Fact::Outcome { round, pocket }) if round == of => came_to.outcome = Some(pocket),
                (PastGame::Round(of), Fact::Settled(settlement)) if settlement.round == of && settlement.seat == seat => {
                    (came_to.staked, came_to.returned) = (settlement.staked, settlement.returned);
                    came_to.record = Some(link.entry.number);
                }
                (
                    PastGame::Deal { table: at, deal: of },
                    Fact::Table { table, fact: TableFact::Settled { deal, settlement, .. } | TableFact::Voided { deal, settlement, .. } },
                ) if table == at && deal == of => {
                    (came_to.staked, came_to.returned) = (settlement.staked_by(seat), settlement.returned_to(seat));
                    came_to.record = Some(link.entry.number);
                }
                (PastGame::Deal { table: at, deal: of }, Fact::Table { table, fact: TableFact::BetweenPlayers(fact) }) if table == at => {
                    hand.take(&fact);
                    let is_end = matches!(fact, PlayerTableFact::Settled { .. } | PlayerTableFact::Voided { .. });
                    if is_end && hand.deal == of {
                        (came_to.staked, came_to.returned) = (hand.put_in, hand.returned);
                        came_to.record = Some(link.entry.number);
                    }
                }
                _ => {}
            }
        }
        Ok(())
    })?;
    Ok(came_to)
}

/// A seat's part in the deal under way at a table between players.
struct Hand {
    seat: Seat,
    deal: u64,
    put_in: Money,
    returned: Money,
}

impl Hand {
    /// Takes in what happened.
    fn take(&mut self, fact: &PlayerTableFact) {
        let own = |amounts: &[(Seat, Money)]| amounts.iter().filter(|(seat, _)| *seat == self.seat).map(|(_, amount)| *amount).sum();
        match fact {
            PlayerTableFact::Began { deal, .. } => (self.deal, self.put_in) = (*deal, Money::ZERO),
            PlayerTableFact::Posted { seat, amount: paid } | PlayerTableFact::Acted { seat, paid, .. } if *seat == self.seat => {
                self.put_in = self.put_in + *paid;
            }
            PlayerTableFact::Settled { settlement, .. } => self.returned = own(&settlement.returns),
            PlayerTableFact::Voided { back, .. } => self.returned = own(back),
            _ => {}
        }
    }
}
