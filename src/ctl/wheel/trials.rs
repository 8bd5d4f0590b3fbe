//! `croupierctl wheel trials`: simulated spins of good and of lying wheels through the code that reads a real one, and how many were read,
//! not read, and read wrongly.

use std::collections::BTreeMap;
use std::io::stdout;
use std::num::NonZero;
use std::thread;

use clap::Args;
use serde_json::json;

use crate::ctl::Failure;
use crate::ctl::line::print_line;
use crate::ctl::reader::is_person;
use crate::profiles::{self, Device};
use crate::sensing::three_sensor::Parameters;
use crate::sensing::trace;
use crate::sim::devices::three_sensor::trials::{self, Condition, Outcome, SpinReport, Trial, trial};

/// How many wrong numbers are shown, so that somebody may look at their traces.
const SHOWN_MOST: usize = 20;

/// What to try.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// How many trials: each is a spin, or a session of three.
    #[arg(long, value_name = "COUNT", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    spins: u64,
    /// The seed; the same seed gives the same spins.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only this: `plain-field`, `plain-harsh`, `turned-field`, `turned-harsh`, `session-field`, `session-harsh`, a lie such as `second-mark`,
    /// two with a plus sign between, or one or two after `session-`.
    #[arg(long, value_name = "NAME", value_parser = Condition::named)]
    condition: Option<Condition>,
    /// Fails where less than this of a condition's spins is read, in percent, such as `plain-field=99.5`; may be given again.
    #[arg(long, value_name = "CONDITION=PERCENT", value_parser = least_read)]
    least_read: Vec<(String, f64)>,
    /// The wheel: a shipped device, or a device file.
    #[arg(long, default_value = "three-sensor-gpio", value_name = "NAME-OR-FILE")]
    device: String,
    /// A table in Markdown instead of JSON; on a terminal it is always one.
    #[arg(long)]
    as_table: bool,
    /// Prints the edge trace of the trial of this number, and tries nothing.
    #[arg(long, value_name = "NUMBER")]
    trace: Option<u64>,
}

/// What many trials came to.
#[derive(Default)]
struct Tally {
    /// By condition; two lies count for each of them.
    outcomes: BTreeMap<(bool, String), Outcome>,
    wrong: Vec<(u64, Trial)>,
    all: Outcome,
}

/// Tries the spins, and fails where a wrong number was told.
pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let Device::ThreeSensor(parameters) = profiles::load_device(&arguments.device)?.value else {
        return Err(Failure::refused("not-on-bare-lines", format!("{}: only a wheel on bare lines is tried here", arguments.device)));
    };
    if let Some(number) = arguments.trace {
        let trial = trial(&parameters, arguments.seed, number, arguments.condition);
        return Ok(trace::write(&trials::trace(trial.seed, trial.level, trial.condition)));
    }
    let tally = tally(arguments, &parameters);
    let text = if arguments.as_table || is_person(&stdout()) { tally.table() } else { tally.lines() };
    let seldom_read = tally.seldom_read(&arguments.least_read);
    if tally.wrong.is_empty() && seldom_read.is_empty() {
        return Ok(text);
    }
    print_line(&text)?;
    if tally.wrong.is_empty() {
        return Err(Failure::ours("read-too-seldom", seldom_read.join("; ")).with("seed", arguments.seed));
    }
    let wrong = tally.wrong.iter().flat_map(|(number, trial)| {
        let spins = trial.spins.iter().enumerate().filter(|(_, told)| told.is_wrong());
        spins.map(move |(spin, told)| (number, trial, spin + 1, told))
    });
    let shown = wrong.take(SHOWN_MOST).map(|(number, trial, spin, SpinReport { told, lies_in, .. })| {
        let pocket = |pocket: &Option<crate::model::Pocket>| pocket.map(|pocket| pocket.number());
        json!({ "number": number, "condition": trial.condition.name(), "spin": spin, "told": pocket(told), "lies_in": pocket(lies_in) })
    });
    let message = format!("{} of {} spins were told wrongly", tally.all.wrong, tally.all.spins);
    Err(Failure::ours("wrong-pocket", message).with("seed", arguments.seed).with("spins", shown.collect::<Vec<_>>()))
}

/// A condition with the percentage of its spins that must be read.
fn least_read(text: &str) -> Result<(String, f64), String> {
    let expected = || format!("expected a condition and a percentage, such as plain-field=99.5; found {text}");
    let (name, percent) = text.split_once('=').ok_or_else(expected)?;
    let condition = Condition::named(name).map_err(|error| error.to_string())?;
    let percent = percent.parse().ok().filter(|percent| (0.0..=100.0).contains(percent)).ok_or_else(expected)?;
    Ok((condition.name(), percent))
}

/// Tries the spins on every core.
fn tally(arguments: &Arguments, parameters: &Parameters) -> Tally {
    let threads = thread::available_parallelism().map_or(1, NonZero::get) as u64;
    let part = |thread: u64| {
        let mut tally = Tally::default();
        for number in (thread..arguments.spins).step_by(threads as usize) {
            tally.count(number, trial(parameters, arguments.seed, number, arguments.condition));
        }
        tally
    };
    let parts: Vec<Tally> = thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|thread| scope.spawn(move || part(thread))).collect();
        running.into_iter().map(|part| part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    });
    let mut tally = Tally::default();
    parts.into_iter().for_each(|part| tally.join(part));
    tally.wrong.sort_by_key(|(number, _)| *number);
    tally
}

impl Tally {
    fn count(&mut self, number: u64, trial: Trial) {
        self.all.count(&trial);
        let rows = match trial.condition {
            Condition::Two(one, other) => vec![(true, one.name().to_owned()), (true, other.name().to_owned())],
            Condition::SessionTwo(one, other) => [one, other].map(|lie| (true, Condition::SessionOne(lie).name())).to_vec(),
            condition => vec![(false, condition.name())],
        };
        rows.into_iter().for_each(|row| self.outcomes.entry(row).or_default().count(&trial));
        if trial.is_wrong() {
            self.wrong.push((number, trial));
        }
    }

    fn join(&mut self, other: Self) {
        self.all.join(&other.all);
        other.outcomes.into_iter().for_each(|(row, outcome)| self.outcomes.entry(row).or_default().join(&outcome));
        self.wrong.extend(other.wrong);
    }

    /// The conditions that were read less often than they must be, or not tried at all, in words.
    fn seldom_read(&self, least: &[(String, f64)]) -> Vec<String> {
        let read = |name: &String| self.outcomes.get(&(false, name.clone())).map_or((0, 0), |outcome| (outcome.read, outcome.spins));
        let told = |(name, percent): &(String, f64)| {
            let (read, spins) = read(name);
            let is_enough = spins > 0 && read as f64 * 100.0 >= percent * spins as f64;
            (!is_enough).then(|| format!("{read} of {spins} spins of {name} were read, and {percent} % must be"))
        };
        least.iter().filter_map(told).collect()
    }

    /// The outcomes by name, those of two lies after all others, and the whole last.
    fn rows(&self) -> impl Iterator<Item = (String, &Outcome)> {
        let named =
            |((two, name), outcome): (&(bool, String), _)| (if *two { format!("{name} and another") } else { name.clone() }, outcome);
        self.outcomes.iter().map(named).chain([("all".to_owned(), &self.all)])
    }

    fn lines(&self) -> String {
        let line = |(condition, outcome): (String, &Outcome)| {
            let unread = outcome.spins - outcome.read - outcome.wrong;
            let line = json!({
                "condition": condition,
                "spins": outcome.spins,
                "read": outcome.read,
                "unread": unread,
                "wrong": outcome.wrong,
                "unread_because": outcome.said,
            });
            format!("{line}\n")
        };
        self.rows().map(line).collect()
    }

    fn table(&self) -> String {
        let heads = "| condition | how often | spins | read | unread | wrong | read of all | unread because |\n";
        let mut text = format!("{heads}| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |\n");
        for (condition, outcome) in self.rows() {
            let unread = outcome.spins - outcome.read - outcome.wrong;
            let part = 100.0 * outcome.read as f64 / outcome.spins.max(1) as f64;
            let mut because: Vec<_> = outcome.said.iter().collect();
            because.sort_by_key(|(_, times)| std::cmp::Reverse(**times));
            let because: Vec<_> = because.iter().take(4).map(|(word, times)| format!("{word} {times}")).collect();
            let (spins, read, wrong, because) = (outcome.spins, outcome.read, outcome.wrong, because.join(", "));
            let often = plausibility(&condition);
            text += &format!("| {condition} | {often} | {spins} | {read} | {unread} | {wrong} | {part:.1} % | {because} |\n");
        }
        text
    }
}

/// How often a wheel in the field lies in this way, where the condition is a single lie.
fn plausibility(condition: &str) -> &'static str {
    match Condition::named(condition).map(Condition::lies).as_deref() {
        Ok([lie]) => lie.plausibility().name(),
        _ => "",
    }
}
