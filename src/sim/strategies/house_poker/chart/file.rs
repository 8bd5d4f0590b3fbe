//! A chart as a file that people can read and change.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;

use super::action::{Action, Advice};
use super::class::CLASSES;
use super::draw::DRAWS;
use super::offered::offered;
use super::{COLUMNS, Chart, Row};
use crate::games::card_game::CardGame;
use crate::profiles::Problem;

/// A chart's file: a table for hands with a draw and one for all hands, a row for each class.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChartFile {
    draws: BTreeMap<String, String>,
    hands: BTreeMap<String, String>,
}

impl ChartFile {
    /// The chart, for this game.
    ///
    /// # Errors
    /// The first row that is missing, or unknown, or says what no row of this game says.
    pub fn chart(&self, game: &CardGame) -> Result<Chart, Problem> {
        let actions: Vec<Action> = offered(game).into_iter().map(|offered| offered.action).collect();
        let names = (DRAWS.iter().map(|draw| draw.name).collect::<Vec<_>>(), CLASSES.iter().map(|class| class.name).collect::<Vec<_>>());
        Ok(Chart { draws: read("draws", &self.draws, &names.0, &actions)?, hands: read("hands", &self.hands, &names.1, &actions)? })
    }
}

/// The rows of these names, and no others.
fn read(table: &str, rows: &BTreeMap<String, String>, names: &[&str], actions: &[Action]) -> Result<Vec<Row>, Problem> {
    let problem = |name: &str, expected: String| Problem { key: format!("{table}.{name}"), expected };
    if let Some(unknown) = rows.keys().find(|name| !names.contains(&&***name)) {
        return Err(problem(unknown, format!("rows {}", names.join(", "))));
    }
    let read = |name: &&str| {
        let text = rows.get(*name).ok_or_else(|| problem(name, "this row as well: every class of hands has one".to_owned()))?;
        row(text, actions).map_err(|expected| problem(name, expected))
    };
    names.iter().map(read).collect()
}

/// The advice of one word for all cards of the dealer's, or of one for each; or what was expected.
fn row(text: &str, actions: &[Action]) -> Result<Row, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if !matches!(words.len(), 1 | COLUMNS) {
        return Err(format!("one word for all cards of the dealer's, or thirteen for his 2 to ace, found {}", words.len()));
    }
    let advice = |word: &&str| Advice::read(word, actions).ok_or_else(|| format!("{}, found {word:?}", word_of(actions)));
    let row: Row = words.iter().map(advice).collect::<Result<_, _>>()?;
    Ok(if row.len() == 1 { vec![row[0].clone(); COLUMNS] } else { row })
}

/// What a word of this game is.
fn word_of(actions: &[Action]) -> String {
    let letters: Vec<String> = actions.iter().filter(|action| !action.ends()).map(|action| action.letter().to_string()).collect();
    format!("words of the letters {}, each once at most, in the order of preference, and then B or F", letters.join(", "))
}

const HEAD: &str = "\
# A strategy for `croupierctl rtp --strategy FILE`, to be read and changed. It is a table by classes of hands, worked out so that each
# cell does what is worth most to all hands of its class together; so it returns a little less than best play, which judges every hand
# by itself and is what `rtp` simulates where no file is named.
#
# Columns: the dealer's open card 2 3 4 5 6 7 8 9 T J Q K A; a word that stands alone is for all of them.
# Letters in the order of preference, the first that is offered is done:
#   1 to 5  so many cards are exchanged
#   S       a sixth card is bought
#   I       the hand is insured for the most
#   G       the dealer's game is bought
#   B, F    the hand is bet or folded: one of them comes last
# A hand is looked up in [draws] where cards can still be exchanged or bought and it has such a draw, otherwise in [hands]. It belongs to
# the first row that fits, in the order in which they stand here.
# When cards are exchanged the draw stays where it is just as many cards as stay, otherwise pairs, threes and fours first, then the
# highest cards.
";

/// As the file that would be read as this chart.
impl fmt::Display for Chart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{HEAD}\n[draws]\n")?;
        DRAWS.iter().zip(&self.draws).try_for_each(|(draw, row)| write_row(f, draw.name, row))?;
        write!(f, "\n[hands]\n")?;
        CLASSES.iter().zip(&self.hands).try_for_each(|(class, row)| write_row(f, class.name, row))
    }
}

/// One word where all are the same.
fn write_row(f: &mut fmt::Formatter<'_>, name: &str, row: &Row) -> fmt::Result {
    let are_the_same = row.windows(2).all(|two| two[0] == two[1]);
    let words: Vec<String> = row.iter().map(Advice::word).take(if are_the_same { 1 } else { COLUMNS }).collect();
    writeln!(f, "{name} = \"{}\"", words.join(" "))
}
