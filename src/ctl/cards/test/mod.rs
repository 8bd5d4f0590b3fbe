//! `croupierctl cards test`: the tests of randomness that regulators ask for, on a source of cards or on the deals in a journal.
//!
//! What a test expects of a card is worked out from the cards that had not come before it: so shoes of any number of packs, dealt to any
//! depth, and deals whose length depends on their cards, are all judged rightly. Here never lives a source of cards of its own.

mod journal;
mod sample;
mod sources;
mod statistics;
mod table;
#[cfg(test)]
mod tests;

use clap::{Args, ValueEnum};
use serde_json::json;

use crate::ctl::Failure;
use crate::ctl::journal::Place;
use crate::ctl::verdict;

/// What to test.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// A source of cards, from which shuffled decks are drawn to their last card.
    #[arg(long, value_enum)]
    source: Option<Source>,
    /// The card table of a journal whose deals are tested, in place of a source.
    #[arg(long, value_name = "NUMBER", conflicts_with = "source", required_unless_present = "source")]
    table: Option<u8>,
    #[command(flatten)]
    place: Place,
    /// How many decks are drawn; each position of a deck needs 260 for its own test.
    #[arg(long, default_value_t = 1_040, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    decks: u32,
    /// Of how many packs a deck is.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=8))]
    packs: u8,
    /// The seed of all chance; without one the operating system gives it. The virtual deck draws by the operating system's chance itself
    /// where no seed is given, as it does in the cabinet.
    #[arg(long)]
    seed: Option<u64>,
    /// A table in Markdown instead of JSON.
    #[arg(long)]
    as_table: bool,
}

/// A source of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Source {
    /// The virtual deck.
    Virtual,
    /// A simulated shuffle machine.
    Shuffler,
    /// A simulated card-reading shoe.
    Shoe,
}

impl Source {
    const fn name(self) -> &'static str {
        match self {
            Self::Virtual => "virtual",
            Self::Shuffler => "shuffler",
            Self::Shoe => "shoe",
        }
    }
}

/// Tests, and says the verdict of each test with the size of its sample.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let (name, sample, head) = match (arguments.source, arguments.table) {
        (Some(source), _) => {
            let sample = sources::draw(source, arguments.decks, arguments.packs, arguments.seed)?;
            (source.name().to_owned(), sample, None)
        }
        (None, table) => {
            let table = table.expect("a table is asked for where no source is");
            let (sample, head) = journal::read(&arguments.place, table)?;
            (format!("table {table}"), sample, Some(head))
        }
    };
    let verdicts = statistics::all(&sample);
    if arguments.as_table {
        return Ok(table::markdown(&name, &sample, head, &verdicts));
    }
    let value = json!({
        "source": name,
        "shoes": sample.shoes.len(),
        "plays": sample.plays(),
        "cards": sample.cards(),
        "impossible_cards": sample.impossible_cards(),
        "tests": verdicts.iter().map(verdict::as_json).collect::<Vec<_>>(),
        "head": head.map(|head| head.to_string()),
    });
    Ok(format!("{value}\n"))
}
