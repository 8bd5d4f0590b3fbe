//! A strategy as a file that people can read and change.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;

use super::strategy::{Action, Advice, Row, Strategy};
use crate::profiles::Problem;

/// What is expected of each row.
const ROW: &str = "ten words for the dealer's 2 to 10 and ace, each of the letters H, S, D, P and R in the order of preference, with H or S \
                   last: such as \"RH\" to give up or else to hit";

/// A strategy's file: a table for hard hands, one for soft ones and one for pairs, a row for each hand.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StrategyFile {
    insures: bool,
    takes_even_money: bool,
    hard: BTreeMap<String, String>,
    soft: BTreeMap<String, String>,
    pairs: BTreeMap<String, String>,
}

impl StrategyFile {
    /// The strategy.
    ///
    /// # Errors
    /// The first row that is missing or says something else than a row says.
    pub fn strategy(&self) -> Result<Strategy, Problem> {
        let problem = |table: &str, row: &str| Problem { key: format!("{table}.{row}"), expected: ROW.to_owned() };
        let read = |table: &str, rows: &BTreeMap<String, String>, name: String| {
            rows.get(&name).and_then(|text| row(text)).ok_or_else(|| problem(table, &name))
        };
        let known = |table: &str, rows: &BTreeMap<String, String>, names: Vec<String>| {
            let unknown = rows.keys().find(|name| !names.contains(name));
            unknown.map_or(Ok(()), |name| Err(Problem { key: format!("{table}.{name}"), expected: format!("rows {}", names.join(", ")) }))
        };
        let mut strategy = Strategy {
            hard: [STANDING; 22],
            soft: [STANDING; 22],
            pairs: [STANDING; 11],
            insures: self.insures,
            takes_even_money: self.takes_even_money,
        };
        known("hard", &self.hard, HARD.map(|points| points.to_string()).collect())?;
        known("soft", &self.soft, SOFT.map(|points| points.to_string()).collect())?;
        known("pairs", &self.pairs, PAIRS.map(pair_name).collect())?;
        for points in HARD {
            strategy.hard[points] = read("hard", &self.hard, points.to_string())?;
        }
        for points in SOFT {
            strategy.soft[points] = read("soft", &self.soft, points.to_string())?;
        }
        for value in PAIRS {
            strategy.pairs[value] = read("pairs", &self.pairs, pair_name(value))?;
        }
        Ok(strategy)
    }
}

const HARD: std::ops::RangeInclusive<usize> = 4..=21;
const SOFT: std::ops::RangeInclusive<usize> = 12..=21;
const PAIRS: std::ops::RangeInclusive<usize> = 1..=10;
const STANDING: Row = [Advice { actions: [Action::Stand; 5], count: 1 }; 10];

fn pair_name(value: usize) -> String {
    if value == 1 { "A".to_owned() } else { value.to_string() }
}

fn row(text: &str) -> Option<Row> {
    let words: Vec<Advice> = text.split_whitespace().map(advice).collect::<Option<_>>()?;
    words.try_into().ok()
}

fn advice(word: &str) -> Option<Advice> {
    let action = |letter| Action::ALL.into_iter().find(|action| action.letter() == letter);
    let actions: Vec<Action> = word.chars().map(action).collect::<Option<_>>()?;
    Advice::of(&actions).filter(|advice| advice.actions().len() == actions.len())
}

/// As the file that would be read as this strategy.
impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "insures = {}\ntakes_even_money = {}", self.insures, self.takes_even_money)?;
        writeln!(
            f,
            "\n# Columns: the dealer's 2 3 4 5 6 7 8 9 10 A. Letters in the order of preference: H hit, S stand, D double, P split,"
        )?;
        writeln!(f, "# R surrender. Two equal cards are looked up in [pairs] where they can be split.\n[hard]")?;
        HARD.rev().try_for_each(|points| write_row(f, &points.to_string(), &self.hard[points]))?;
        writeln!(f, "\n[soft]")?;
        SOFT.rev().try_for_each(|points| write_row(f, &points.to_string(), &self.soft[points]))?;
        writeln!(f, "\n[pairs]")?;
        PAIRS.rev().try_for_each(|value| write_row(f, &pair_name(value), &self.pairs[value]))
    }
}

fn write_row(f: &mut fmt::Formatter<'_>, name: &str, row: &Row) -> fmt::Result {
    let word = |advice: &Advice| advice.actions().iter().map(|action| action.letter()).collect::<String>();
    writeln!(f, "{name} = \"{}\"", row.iter().map(word).collect::<Vec<_>>().join(" "))
}
