//! `croupierctl spins bias`: whether the pockets win equally often, of the spins in a journal or in a list kept elsewhere, and what so many
//! spins can show.

mod past;
#[cfg(test)]
mod tests;

use std::fmt::Write;

use clap::Args;
use serde_json::{Value, json};

use super::{Place, thousandths};
use crate::ctl::Failure;
use crate::ctl::journal::table_with_head;
use crate::ctl::verdict;
use crate::diagnostics::Verdict;
use crate::diagnostics::bias::{Counts, OfPocket, PastSpins, REPEATS, Run, SpinList, Wheel, findings, verdicts};
use crate::model::{Pocket, SpinFinding};

/// Which spins to look at.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A list of past spins in place of a journal: numbers from 0 to 36, separated by commas, a line for each session of spins that
    /// follow each other.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["last", "journal", "mirror", "data"])]
    import: Option<String>,
    /// The list is of a wheel with a double zero, written 00.
    #[arg(long, requires = "import")]
    double_zero: bool,
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
    let (past, head) = match &arguments.import {
        Some(file) => (past::import(file, if arguments.double_zero { Wheel::DoubleZero } else { Wheel::SingleZero })?, None),
        None => {
            let reader = arguments.place.reader()?;
            let head = reader.head()?;
            (PastSpins::new(arguments.last as u64).read_all(&reader)?.list, Some(head))
        }
    };
    let counts = Counts::of(&past);
    let verdicts = verdicts(&counts);
    let says = said(&counts, &verdicts);
    if arguments.as_table {
        return Ok(table_with_head(tables(&past, &counts, &verdicts, &says), head));
    }
    let of_pocket =
        |OfPocket { pocket, wins, z, no_spins }| json!({"pocket": name(pocket), "wins": wins, "z": thousandths(z), "no_spins": no_spins});
    let run = |Run { length, came, expected }: &Run| json!({"length": length, "came": came, "expected": thousandths(*expected)});
    let value = json!({
        "spins": counts.spins,
        "sessions": past.sessions.len(),
        "no_spins": past.no_spins,
        "no_spins_with_pocket": past.no_spin_places.len(),
        "says": says,
        "least_bias_seen_part": counts.least_bias_seen().map(thousandths),
        "spins_for_a_bias_of_a_tenth": counts.spins_for(0.1),
        "tests": verdicts.iter().map(verdict::as_json).collect::<Vec<_>>(),
        "same_number_in_a_row": counts.runs().iter().map(run).collect::<Vec<_>>(),
        "pockets": counts.pockets().map(of_pocket).collect::<Vec<_>>(),
        "head": head.map(|head| head.to_string()),
    });
    Ok(format!("{value}\n"))
}

/// What a list calls a pocket: its number, or the text `00`.
fn name(pocket: Option<Pocket>) -> Value {
    pocket.map_or_else(|| json!("00"), |pocket| json!(pocket.number()))
}

/// What the tests mean, in sentences.
fn said(counts: &Counts, verdicts: &[Verdict]) -> Vec<String> {
    let mut says = vec![sample_said(counts)];
    says.extend(findings(verdicts).into_iter().map(|finding| finding_said(finding, verdicts)));
    if says.len() == 1 && counts.spins > 0 {
        says.push("So many spins show nothing wrong.".into());
    }
    says
}

/// How much so many spins can show.
fn sample_said(counts: &Counts) -> String {
    let Some(part) = counts.least_bias_seen() else { return "There is no spin.".into() };
    let (spins, needed, percent) = (counts.spins, counts.spins_for(0.1), part * 100.0);
    let said =
        format!("{spins} spins show, four times in five, a pocket that wins {percent:.0} % too often; to see 10 % takes {needed} spins.");
    if spins < needed { said + " A smaller bias may be there and stay unseen." } else { said }
}

/// What a finding means. Of how often numbers follow themselves it is said how far that is off.
fn finding_said(finding: SpinFinding, verdicts: &[Verdict]) -> String {
    let repeats = verdicts.iter().find(|verdict| verdict.test == REPEATS).and_then(|verdict| verdict.result.as_ref());
    let z = repeats.map_or(0.0, |repeats| repeats.statistic);
    match finding {
        SpinFinding::UnevenPockets => "The pockets do not win equally often: have the wheel checked.".into(),
        SpinFinding::UnevenSectors => {
            "Pockets that lie side by side win too often together: have the wheel checked, and see spins drop-zone.".into()
        }
        SpinFinding::UnevenDistances => "How far a number lies from the one before it is not even: look at how the spins are made, and \
            where the ball leaves the rim."
            .into(),
        SpinFinding::UnevenColours => "The colour does not change as often as it should.".into(),
        SpinFinding::DoubleEntries => format!(
            "A number follows itself (z {z:+.1}) too often, while all other distances are even: that is what a list shows in which spins \
             were entered twice, and not what a wheel does. Look for double entries."
        ),
        SpinFinding::FrequentRepeats => {
            format!("A number follows itself (z {z:+.1}) too often: look for spins that were entered twice, and at how the spins are made.")
        }
        SpinFinding::RareRepeats => format!(
            "A number follows itself (z {z:+.1}) too seldom: look for spins that were left out because they were taken for double entries."
        ),
    }
}

/// For people: what it means, the tests, and each pocket in the order of the wheel with a bar for how far its wins are off.
fn tables(past: &SpinList, counts: &Counts, verdicts: &[Verdict], says: &[String]) -> String {
    let (spins, sessions, no_spins, known) = (counts.spins, past.sessions.len(), past.no_spins, past.no_spin_places.len());
    let sessions = if sessions == 1 { "one session".to_owned() } else { format!("{sessions} sessions") };
    let mut text = format!("{spins} spins in {sessions}, and {no_spins} that did not count, {known} of them with a known pocket\n\n");
    writeln!(text, "{}\n\n{}", says.join("\n"), verdict::markdown(verdicts)).expect("a string takes everything");
    text.push_str("| same number in a row | came | expected |\n| ---: | ---: | ---: |\n");
    for Run { length, came, expected } in counts.runs() {
        writeln!(text, "| {length} | {came} | {expected:.1} |").expect("a string takes everything");
    }
    text.push_str("\n| pocket | wins | no-spins | z | too seldom | too often |\n| ---: | ---: | ---: | ---: | ---: | --- |\n");
    for OfPocket { pocket, wins, z, no_spins } in counts.pockets() {
        let pocket = pocket.map_or_else(|| "00".to_owned(), |pocket| pocket.number().to_string());
        let [seldom, often] = [-z, z].map(bar);
        writeln!(text, "| {pocket} | {wins} | {no_spins} | {z:+.1} | {seldom} | {often} |").expect("a string takes everything");
    }
    text
}

/// Half a standard deviation is a block, and more than five are no longer.
fn bar(z: f64) -> String {
    "█".repeat((z.clamp(0.0, 5.0) * 2.0).round() as usize)
}
