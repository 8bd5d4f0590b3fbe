//! Finding everything that is wrong with the keys of a file, not only what is met first.
//!
//! Reading stops at the first key that is unknown, missing or of another kind than expected. So that key is noted, then taken out or given
//! a value that can stand there, and the keys are read again. What follows from such a stand-in is never reported. What the other keys say is
//! checked all the same: twice, with a small stand-in and with a large one, and what is wrong both times does not depend on it.

use std::collections::BTreeMap;

use toml::{Table, Value};

use super::words::in_words;
use crate::model::toml_keys::{KeyPath, Keys};

/// How often the keys of one file are read at most. A file with more mistakes than this allows for is told of the first ones.
const READS_MOST: usize = 500;

/// What a number that stands in becomes when the keys are read again with other values in place of wrong ones: the first that all of them take.
const LARGE: [i64; 4] = [1_000_000, 30_000, 100, 2];

/// What is wrong with one key.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct WrongKey {
    /// The path of the key; empty for the whole file.
    pub(super) key: String,
    /// What is wrong, in our words.
    pub(super) message: String,
    /// Whether nobody knows such a key, so that its name is wrong and not its value.
    pub(super) is_unknown: bool,
}

/// The keys of a file, as far as they could be read.
pub(super) struct ReadKeys<T> {
    /// What they say: once where every key is there and of its kind; twice, with small and with large values in place of the wrong ones, or not
    /// at all where some are wrong.
    pub(super) values: Vec<T>,
    /// What is wrong with them.
    pub(super) wrong: Vec<WrongKey>,
    stand_ins: StandIns,
}

impl<T> ReadKeys<T> {
    /// Whether what the key says may follow from a value that we have put there.
    pub(super) fn is_made_up(&self, key: &str) -> bool {
        let follows = |(own, stand_in): (&String, &StandIn)| {
            is_within(key, own) || is_within(own, key) || (stand_in.is_word && is_within(key, split(own).0))
        };
        self.stand_ins.0.iter().any(follows)
    }
}

/// Reads the keys: what they say, and what is wrong with them. Unknown keys alone do not keep the others from being read.
pub(super) fn read_all<T>(mut keys: Table, deserialize: impl Fn(Keys<'_>) -> Result<T, toml::de::Error>) -> ReadKeys<T> {
    let mut wrong = Vec::new();
    let mut stand_ins = StandIns::default();
    for _ in 0..READS_MOST {
        let path = KeyPath::default();
        let error = match deserialize(Keys::new(keys.clone(), &path)) {
            Ok(value) => return ReadKeys { values: stand_ins.with_others(value, &keys, &deserialize), wrong, stand_ins },
            Err(error) => error,
        };
        let mistake = Mistake::of(&path.to_string(), error.message());
        if !stand_ins.explain(&mistake) {
            wrong.push(mistake.told());
        }
        let is_removed = mistake.is_unknown && remove(&mut keys, &mistake.key);
        if !is_removed && !stand_ins.put_next(&mut keys, &mistake) {
            break;
        }
    }
    ReadKeys { values: Vec::new(), wrong, stand_ins }
}

/// A mistake as the reader tells it.
struct Mistake {
    /// Where the reader was.
    at: String,
    /// The key that it is about.
    key: String,
    message: String,
    is_unknown: bool,
    is_missing: bool,
    /// Whether no other key has brought it about: the type knows, or asks for, the key in any case.
    is_plain: bool,
}

impl Mistake {
    fn of(at: &str, message: &str) -> Self {
        let named = |starts: [&str; 2]| {
            let rest = starts.into_iter().find_map(|start| message.strip_prefix(start))?;
            rest.strip_prefix(" `")?.split('`').next()
        };
        let unknown = named(["unknown field", "unknown table"]);
        let missing = named(["missing field", "missing table"]);
        let name = unknown.or(missing);
        let key = match name {
            Some(name) if at.is_empty() => name.to_owned(),
            Some(name) if steps(at).next_back() != Some(name) => format!("{at}.{name}"),
            _ => at.to_owned(),
        };
        let is_plain = !message.contains("`: ");
        let (is_unknown, is_missing) = (unknown.is_some(), missing.is_some());
        Self { at: at.to_owned(), key, message: message.to_owned(), is_unknown, is_missing, is_plain }
    }

    /// As it is told: a key that is missing by its own path, and where no table should have it, that it belongs to the whole file.
    fn told(&self) -> WrongKey {
        let key = if self.is_missing { &self.key } else { &self.at };
        let of_file = if self.is_missing && self.at.is_empty() { " at the top of the file" } else { "" };
        WrongKey { key: key.clone(), message: in_words(&format!("{}{of_file}", self.message)), is_unknown: self.is_unknown }
    }

    /// The first word that the reader would have taken, where it names any.
    fn first_expected(&self) -> Option<&str> {
        self.message.split_once("expected")?.1.split('`').nth(1)
    }
}

/// The keys that we have put there, so that the others can be read.
#[derive(Default)]
struct StandIns(BTreeMap<String, StandIn>);

/// What has stood in for one key.
#[derive(Default)]
struct StandIn {
    /// How many values of any kind.
    tried: usize,
    /// Whether it is a word that the reader named, which may ask for other keys beside it.
    is_word: bool,
}

impl StandIns {
    /// Whether the mistake may be one of ours: it is about a key that we have put there, or about what a word of ours asks for beside it.
    fn explain(&self, mistake: &Mistake) -> bool {
        let asks = |key: &str| !mistake.is_plain && key.rsplit_once('.').is_some_and(|(table, _)| table == mistake.at);
        self.0.iter().any(|(key, stand_in)| is_within(&mistake.key, key) || (stand_in.is_word && asks(key)))
    }

    /// The value that was read, and the same once more with other values of ours; none where no others can be read.
    fn with_others<T>(&self, value: T, keys: &Table, deserialize: impl Fn(Keys<'_>) -> Result<T, toml::de::Error>) -> Vec<T> {
        if self.0.is_empty() {
            return vec![value];
        }
        let read = |large: i64| {
            let mut keys = keys.clone();
            self.enlarge(&mut keys, large);
            deserialize(Keys::new(keys, &KeyPath::default())).ok()
        };
        LARGE.into_iter().find_map(read).map_or_else(Vec::new, |other| vec![value, other])
    }

    /// Gives every key of ours another value of its kind. A word stays, because it decides which other keys there are.
    fn enlarge(&self, keys: &mut Table, large: i64) {
        for (key, _) in self.0.iter().filter(|(_, stand_in)| !stand_in.is_word) {
            match value_of(keys, key) {
                Some(Value::Integer(number)) => *number = large,
                Some(Value::String(text)) => *text = "b".to_owned(),
                Some(Value::Boolean(flag)) => *flag = false,
                _ => {}
            }
        }
    }

    /// Puts the next value that may be taken for the key, and takes the key out when all were tried; `false` when that was not enough.
    fn put_next(&mut self, keys: &mut Table, mistake: &Mistake) -> bool {
        let stand_in = self.0.entry(mistake.key.clone()).or_default();
        let any: [Value; 5] = [1.into(), "a".into(), true.into(), Vec::<Value>::new().into(), Table::new().into()];
        match (mistake.first_expected(), stand_in.is_word) {
            (Some(word), false) => {
                stand_in.is_word = true;
                put(keys, &mistake.key, word.into())
            }
            _ => {
                let value = any.into_iter().nth(stand_in.tried);
                stand_in.tried += 1;
                match value {
                    Some(value) => put(keys, &mistake.key, value),
                    None => remove(keys, &mistake.key),
                }
            }
        }
    }
}

/// The steps of a key path; `bets[3].returns` and `bets.3.returns` are the same path.
pub(super) fn steps(key: &str) -> impl DoubleEndedIterator<Item = &str> {
    key.split(['.', '[', ']']).filter(|step| !step.is_empty())
}

/// Whether `key` is `table` or lies in it.
fn is_within(key: &str, table: &str) -> bool {
    let mut steps_of_key = steps(key);
    steps(table).all(|step| steps_of_key.next() == Some(step))
}

/// Puts a value at the key; `false` where there is nothing that it could lie in.
fn put(keys: &mut Table, key: &str, value: Value) -> bool {
    let (table, last) = split(key);
    if let Some(Place::Table(table)) = table_of(keys, table) {
        table.insert(last.to_owned(), value);
        return true;
    }
    value_of(keys, key).map(|place| *place = value).is_some()
}

/// The value at the key, where there is one.
fn value_of<'a>(keys: &'a mut Table, key: &str) -> Option<&'a mut Value> {
    let (table, last) = split(key);
    match table_of(keys, table)? {
        Place::Table(table) => table.get_mut(last),
        Place::List(list) => list.get_mut(last.parse::<usize>().ok()?),
    }
}

/// Takes the key out; `false` where there is none.
fn remove(keys: &mut Table, key: &str) -> bool {
    let (table, last) = split(key);
    match table_of(keys, table) {
        Some(Place::Table(table)) => table.remove(last).is_some(),
        Some(Place::List(_)) | None => false,
    }
}

/// The path of the table or list that the key lies in, and its own name there.
fn split(key: &str) -> (&str, &str) {
    let key = key.trim_end_matches(']');
    key.rsplit_once(['.', '[']).unwrap_or(("", key))
}

/// What has keys or places.
enum Place<'a> {
    Table(&'a mut Table),
    List(&'a mut Vec<Value>),
}

fn table_of<'a>(keys: &'a mut Table, path: &str) -> Option<Place<'a>> {
    let mut place = Place::Table(keys);
    for step in steps(path) {
        let next = match place {
            Place::Table(table) => table.get_mut(step)?,
            Place::List(list) => list.get_mut(step.parse::<usize>().ok()?)?,
        };
        place = match next {
            Value::Table(table) => Place::Table(table),
            Value::Array(list) => Place::List(list),
            _ => return None,
        };
    }
    Some(place)
}
