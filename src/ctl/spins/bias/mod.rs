//! `croupierctl spins bias`: whether the pockets win equally often, of the spins in a journal or in a list kept elsewhere, and what so many
//! spins can show.

mod past;
mod statistics;
#[cfg(test)]
mod tests;

use std::fmt::Write;

use clap::Args;
use serde_json::json;

use self::past::Past;
use self::statistics::Counts;
use super::{Place, thousandths};
use crate::ctl::Failure;
use crate::ctl::verdict::{self, Verdict};

/// Which spins to look at.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A list of past spins in place of a journal: numbers from 0 to 36, separated by commas, a line for each session.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["last", "journal", "mirror", "data"])]
    import: Option<String>,
    /// Over how many rounds of the journal, the newest of all.
    #[arg(long, value_name = "COUNT", default_value_t = 1_000_000)]
    last: usize,
    /// Tables in Markdown instead of JSON.
    #[arg(long)]
    as_table: bool,
    #[command(flatten)]
    place: Place,
}

/// What the tests say, in one JSON object or for people.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let past = match &arguments.import {
        Some(file) => Past::import(file)?,
        None => Past::of_journal(&arguments.place.reader()?, arguments.last)?,
    };
    let counts = Counts::of(&past.sessions);
    let verdicts = statistics::all(&counts);
    let says = said(&counts, &verdicts);
    if arguments.as_table {
        return Ok(tables(&past, &counts, &verdicts, &says));
    }
    let pockets: Vec<_> = counts.pockets().map(|(pocket, wins, z)| json!({"pocket": pocket, "wins": wins, "z": thousandths(z)})).collect();
    let value = json!({
        "spins": counts.spins,
        "sessions": past.sessions.len(),
        "no_spins": past.no_spins,
        "says": says,
        "least_bias_seen_part": counts.least_bias_seen().map(thousandths),
        "spins_for_a_bias_of_a_tenth": statistics::spins_for(0.1),
        "tests": verdicts.iter().map(Verdict::as_json).collect::<Vec<_>>(),
        "pockets": pockets,
    });
    Ok(format!("{value}\n"))
}

/// What the tests mean, in sentences.
fn said(counts: &Counts, verdicts: &[Verdict]) -> Vec<String> {
    let failed = |test: &str| verdicts.iter().any(|verdict| verdict.test == test && verdict.word() == "failed");
    let mut says = Vec::from([match counts.least_bias_seen() {
        None => String::from("There is no spin."),
        Some(part) => {
            let (spins, needed) = (counts.spins, statistics::spins_for(0.1));
            let percent = part * 100.0;
            format!(
                "{spins} spins show, four times in five, a pocket that wins {percent:.0} % too often; to see 10 % takes {needed} spins."
            )
        }
    }]);
    for (test, meaning) in [
        (statistics::POCKETS_ALIKE, "The pockets do not win equally often: have the wheel checked."),
        (
            statistics::SECTORS_ALIKE,
            "Pockets that lie side by side win too often together: have the wheel checked, and see spins drop-zone.",
        ),
        (
            statistics::REPEATS,
            "A number does not follow itself as often as it should. Too many repeats are what a list shows in which spins stand twice.",
        ),
        (
            statistics::DISTANCES,
            "How far a number lies from the one before it is not even: look at how the spins are made, and where the ball leaves the rim.",
        ),
        (statistics::COLOURS, "The colour does not change as often as it should."),
    ] {
        if failed(test) {
            says.push(meaning.into());
        }
    }
    if says.len() == 1 && counts.spins > 0 {
        says.push("Nothing that so many spins can show is wrong.".into());
    }
    says
}

/// For people: what it means, the tests, and each pocket in the order of the wheel with a bar for how far its wins are off.
fn tables(past: &Past, counts: &Counts, verdicts: &[Verdict], says: &[String]) -> String {
    let (spins, sessions, no_spins) = (counts.spins, past.sessions.len(), past.no_spins);
    let mut text = format!("{spins} spins in {sessions} sessions, and {no_spins} that did not count\n\n{}\n\n", says.join("\n"));
    text.push_str(&verdict::markdown(verdicts));
    text.push_str("\n| pocket | wins | z | too seldom | too often |\n| ---: | ---: | ---: | ---: | --- |\n");
    for (pocket, wins, z) in counts.pockets() {
        let [seldom, often] = [-z, z].map(bar);
        writeln!(text, "| {pocket} | {wins} | {z:+.1} | {seldom} | {often} |").expect("a string takes everything");
    }
    text
}

/// Half a standard deviation is a block, and more than five are no longer.
fn bar(z: f64) -> String {
    "█".repeat((z.clamp(0.0, 5.0) * 2.0).round() as usize)
}
