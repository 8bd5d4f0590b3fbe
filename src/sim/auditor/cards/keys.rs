//! A rules file as the auditor reads it: by the names of its keys, apart from the games' own types.
//!
//! Every key that was read is remembered, so that one the auditor does not know is an error and never silently passed over.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;

use toml::{Table, Value};

/// The keys of one rules file.
pub(super) struct Keys<'a> {
    table: &'a Table,
    read: RefCell<BTreeSet<String>>,
}

/// What a win wins for so much: `win` for each `per`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ratio {
    pub(super) win: i64,
    pub(super) per: i64,
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.win, self.per)
    }
}

impl Ratio {
    /// What a stake wins, the stake itself not counted; to the nearest unit with halves up, or down.
    pub(super) fn of(self, stake: i64, halves_up: bool) -> i64 {
        let (twice, per) = (2 * i128::from(stake) * i128::from(self.win), i128::from(self.per));
        let whole = if halves_up { (twice + per) / (2 * per) } else { twice / (2 * per) };
        i64::try_from(whole).expect("stakes and odds are bounded, so their product is an amount")
    }

    fn read(text: &str) -> Option<Self> {
        let (win, per) = text.split_once(':')?;
        let ratio = Self { win: win.parse().ok()?, per: per.parse().ok()? };
        (ratio.win > 0 && ratio.per > 0).then_some(ratio)
    }
}

impl<'a> Keys<'a> {
    pub(super) fn new(table: &'a Table) -> Self {
        Self { table, read: RefCell::new(BTreeSet::new()) }
    }

    /// The value at a path such as `play.pays.tie`.
    fn value(&self, path: &str) -> Option<&'a Value> {
        self.read.borrow_mut().insert(path.to_owned());
        let mut parts = path.split('.');
        let first = self.table.get(parts.next()?);
        parts.fold(first, |value, part| value?.get(part))
    }

    /// Whether there is such a key or table at all.
    pub(super) fn has(&self, path: &str) -> bool {
        self.value(path).is_some()
    }

    /// Yes or no.
    pub(super) fn flag(&self, path: &str) -> Result<bool, String> {
        self.value(path).and_then(Value::as_bool).ok_or_else(|| missing(path, "true or false"))
    }

    /// Whether the value is the first of two words.
    pub(super) fn is(&self, path: &str, word: &str, other: &str) -> Result<bool, String> {
        match self.value(path).and_then(Value::as_str) {
            Some(said) if said == word => Ok(true),
            Some(said) if said == other => Ok(false),
            _ => Err(missing(path, &format!("{word} or {other}"))),
        }
    }

    /// The value where it is this word, the only one that the auditor knows the meaning of.
    pub(super) fn only(&self, path: &str, word: &str) -> Result<(), String> {
        let holds = self.value(path).and_then(Value::as_str) == Some(word);
        if holds { Ok(()) } else { Err(missing(path, word)) }
    }

    /// A whole number.
    pub(super) fn number(&self, path: &str) -> Result<i64, String> {
        self.number_if(path)?.ok_or_else(|| missing(path, "a whole number"))
    }

    /// A whole number that may be left out.
    pub(super) fn number_if(&self, path: &str) -> Result<Option<i64>, String> {
        self.value(path).map(|value| value.as_integer().ok_or_else(|| missing(path, "a whole number"))).transpose()
    }

    /// A word.
    pub(super) fn word(&self, path: &str) -> Result<&'a str, String> {
        self.value(path).and_then(Value::as_str).ok_or_else(|| missing(path, "a word"))
    }

    /// A list of values, each read so.
    pub(super) fn list<T>(&self, path: &str, expected: &str, read: impl Fn(&'a Value) -> Option<T>) -> Result<Vec<T>, String> {
        let values = self.value(path).and_then(Value::as_array).ok_or_else(|| missing(path, expected))?;
        values.iter().map(|value| read(value).ok_or_else(|| missing(path, expected))).collect()
    }

    /// The names of the keys of a table; none where there is no such table.
    pub(super) fn names(&self, path: &str) -> Vec<&'a str> {
        self.value(path).and_then(Value::as_table).into_iter().flatten().map(|(name, _)| name.as_str()).collect()
    }

    /// Odds.
    pub(super) fn odds(&self, path: &str) -> Result<Ratio, String> {
        self.odds_if(path)?.ok_or_else(|| missing(path, "odds such as 3:2"))
    }

    /// Odds that may be left out.
    pub(super) fn odds_if(&self, path: &str) -> Result<Option<Ratio>, String> {
        let ratio = |value: &Value| value.as_str().and_then(Ratio::read).ok_or_else(|| missing(path, "odds such as 3:2"));
        self.value(path).map(ratio).transpose()
    }

    /// Checks that every key below `path` was read.
    pub(super) fn are_all_read(&self, path: &str) -> Result<(), String> {
        let below = path.split('.').try_fold(self.table, |table, part| table.get(part).and_then(Value::as_table));
        let mut unread = below.into_iter().flatten().map(|(key, value)| (format!("{path}.{key}"), value));
        unread.try_for_each(|(key, value)| match value {
            Value::Table(_) => self.are_all_read(&key),
            _ if self.read.borrow().contains(&key) => Ok(()),
            _ => Err(format!("the auditor does not know the key {key}")),
        })
    }
}

fn missing(path: &str, expected: &str) -> String {
    format!("the auditor reads {path} and expects {expected}")
}
