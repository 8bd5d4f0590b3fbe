//! Reading a type from the keys of a TOML text, and writing them.
//!
//! Every type has one reader and one writer, wherever its text stands: for each further one the compiler makes all that a type consists of once
//! more. For the same reason the reader is one layer that keeps the path itself, and a layer for paths around the reader of the TOML library
//! would be compiled twice for every type. Here never lives a file, nor what a key means.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::fmt;

use serde::Serialize;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, Expected, IntoDeserializer, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use toml::de::Error;
use toml::{Table, Value};

/// Where a reader is among the keys: after an error, at the key that it is about.
#[derive(Debug, Default)]
pub struct KeyPath(RefCell<Vec<Step>>);

#[derive(Debug)]
enum Step {
    Key(String),
    Item(usize),
}

impl KeyPath {
    /// Takes this step from the place that is `depth` steps deep, for as long as `read` reads; where it fails, the path stays at that step.
    fn within<T>(&self, depth: usize, step: Step, read: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        let at = |depth| self.0.borrow_mut().truncate(depth);
        // A visitor that went on after an error has left its steps here.
        at(depth);
        self.0.borrow_mut().push(step);
        let value = read()?;
        at(depth);
        Ok(value)
    }

    fn depth(&self) -> usize {
        self.0.borrow().len()
    }
}

/// As in `bets[3].returns`; nothing for the whole text.
impl fmt::Display for KeyPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, step) in self.0.borrow().iter().enumerate() {
            match step {
                Step::Key(key) if place == 0 => f.write_str(key)?,
                Step::Key(key) => write!(f, ".{key}")?,
                Step::Item(item) => write!(f, "[{item}]")?,
            }
        }
        Ok(())
    }
}

/// The keys of a text, which remember where they are while they are read.
#[derive(Debug)]
pub struct Keys<'a> {
    value: Value,
    path: &'a KeyPath,
}

impl<'a> Keys<'a> {
    /// These keys, to be read once, with the path at their top.
    #[must_use]
    pub const fn new(keys: Table, path: &'a KeyPath) -> Self {
        Self { value: Value::Table(keys), path }
    }

    /// The keys are of another kind than this.
    fn is_not(&self, expected: &dyn Expected) -> Error {
        let found = match &self.value {
            Value::Boolean(value) => Unexpected::Bool(*value),
            Value::Integer(value) => Unexpected::Signed(*value),
            Value::Float(value) => Unexpected::Float(*value),
            Value::String(value) => Unexpected::Str(value),
            Value::Datetime(_) => Unexpected::Other("date"),
            Value::Array(_) => Unexpected::Seq,
            Value::Table(_) => Unexpected::Map,
        };
        Error::invalid_type(found, expected)
    }
}

impl<'de> Deserializer<'de> for Keys<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Boolean(value) => visitor.visit_bool(value),
            Value::Integer(value) => visitor.visit_i64(value),
            Value::Float(value) => visitor.visit_f64(value),
            Value::String(value) => visitor.visit_string(value),
            // As the library reads one: a date that nobody has put in quotation marks is the text that stands there.
            Value::Datetime(date) => visitor.visit_string(date.to_string()),
            Value::Array(_) => self.deserialize_seq(visitor),
            Value::Table(_) => self.deserialize_map(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let Value::Array(items) = self.value else { return Err(self.is_not(&visitor)) };
        let items_number = items.len();
        let mut items = Items { items: items.into_iter().enumerate(), depth: self.path.depth(), path: self.path };
        let value = visitor.visit_seq(&mut items)?;
        if items.items.len() > 0 {
            return Err(Error::invalid_length(items_number, &"fewer items"));
        }
        Ok(value)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(self, _: &'static str, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let Value::Table(keys) = self.value else { return Err(self.is_not(&visitor)) };
        visitor.visit_map(Entries { entries: keys.into_iter(), next: None, depth: self.path.depth(), path: self.path })
    }

    fn deserialize_struct<V: Visitor<'de>>(self, _: &'static str, _: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(self, _: &'static str, _: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::String(word) => visitor.visit_enum(word.into_deserializer()),
            Value::Table(keys) => visitor.visit_enum(OneEntry::of(keys, self.path)?),
            _ => Err(self.is_not(&visitor)),
        }
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let Value::String(word) = self.value else { return Err(self.is_not(&visitor)) };
        visitor.visit_string(word)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct ignored_any
    }
}

/// The items of a list that are still to be read.
struct Items<'a> {
    items: core::iter::Enumerate<vec::IntoIter<Value>>,
    depth: usize,
    path: &'a KeyPath,
}

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let Some((item, value)) = self.items.next() else { return Ok(None) };
        self.path.within(self.depth, Step::Item(item), || seed.deserialize(Keys { value, path: self.path })).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

/// The entries of a table that are still to be read.
struct Entries<'a> {
    entries: toml::map::IntoIter<String, Value>,
    /// The entry whose key was read last.
    next: Option<(String, Value)>,
    depth: usize,
    path: &'a KeyPath,
}

impl<'de> MapAccess<'de> for Entries<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some((key, value)) = self.entries.next() else { return Ok(None) };
        let name = Keys { value: Value::String(key.clone()), path: self.path };
        let read = self.path.within(self.depth, Step::Key(key.clone()), || seed.deserialize(name))?;
        self.next = Some((key, value));
        Ok(Some(read))
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Error> {
        let (key, value) = self.next.take().ok_or_else(|| Error::custom("a value is read before its key"))?;
        self.path.within(self.depth, Step::Key(key), || seed.deserialize(Keys { value, path: self.path }))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}

/// A choice with keys of its own: a table of one entry, whose key says which.
struct OneEntry<'a> {
    key: String,
    value: Keys<'a>,
}

impl<'a> OneEntry<'a> {
    fn of(keys: Table, path: &'a KeyPath) -> Result<Self, Error> {
        let entries = keys.len();
        match keys.into_iter().next() {
            Some((key, value)) if entries == 1 => Ok(Self { key, value: Keys { value, path } }),
            _ => Err(Error::custom(format!("expected a word or a table of one key, found {entries} keys"))),
        }
    }

    /// Reads the choice's own keys.
    fn within<T>(self, read: impl FnOnce(Keys<'a>) -> Result<T, Error>) -> Result<T, Error> {
        let path = self.value.path;
        path.within(path.depth(), Step::Key(self.key), || read(self.value))
    }
}

impl<'de, 'a> EnumAccess<'de> for OneEntry<'a> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Error> {
        let choice = seed.deserialize(self.key.as_str().into_deserializer())?;
        Ok((choice, self))
    }
}

impl<'de> VariantAccess<'de> for OneEntry<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        match &self.value.value {
            Value::Table(keys) if keys.is_empty() => Ok(()),
            _ => Err(Error::custom(format!("`{}` has no keys of its own", self.key))),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        self.within(|own| seed.deserialize(own))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.within(|own| own.deserialize_seq(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        self.within(|own| own.deserialize_map(visitor))
    }
}

/// What these keys say.
///
/// # Errors
/// What is wrong with the first key that cannot be read.
pub fn read<T: DeserializeOwned>(keys: Table) -> Result<T, Error> {
    T::deserialize(Keys::new(keys, &KeyPath::default()))
}

/// What a text says.
///
/// # Errors
/// Where the text is not TOML, or what is wrong with the first key that cannot be read.
pub fn read_text<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    read(toml::from_str(text)?)
}

/// The text of a value.
///
/// # Panics
/// Where the value has no form in TOML; all that a file can say has one.
#[must_use]
pub fn text_of(value: &impl Serialize) -> String {
    toml::to_string(value).expect("what was read from TOML can be written as TOML")
}

/// The keys of a value.
///
/// # Panics
/// As [`text_of`].
#[must_use]
pub fn keys_of(value: &impl Serialize) -> Table {
    toml::from_str(&text_of(value)).expect("what was written as TOML can be read as TOML")
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Shown {
        #[allow(dead_code, reason = "what it says is compared as it is shown")]
        pair: Option<(u8, bool)>,
        #[allow(dead_code, reason = "what it says is compared as it is shown")]
        rows: Vec<Row>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Row {
        #[allow(dead_code, reason = "what it says is compared as it is shown")]
        pays: Pays,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Pays {
        Nothing,
        Times(#[allow(dead_code, reason = "what it says is compared as it is shown")] u8),
        Of {
            #[allow(dead_code, reason = "what it says is compared as it is shown")]
            pot: f64,
        },
    }

    /// What a text says, as it is shown, or where it is wrong and how.
    fn check(text: &str, expected: &str) {
        let path = KeyPath::default();
        let keys = text.parse().expect("it is TOML");
        let said = Shown::deserialize(Keys::new(keys, &path));
        let said = said.map_or_else(|error| format!("{path}: {}", error.message()), |shown| format!("{shown:?}"));
        assert_eq!(said, expected, "{text}");
    }

    #[test]
    fn words_tables_lists_and_what_is_left_out_are_read() {
        check("rows = []", "Shown { pair: None, rows: [] }");
        check("pair = [7, true]\nrows = [{ pays = \"nothing\" }]", "Shown { pair: Some((7, true)), rows: [Row { pays: Nothing }] }");
        check(
            "rows = [{ pays = { times = 2 } }, { pays = { of = { pot = 0.5 } } }]",
            "Shown { pair: None, rows: [Row { pays: Times(2) }, Row { pays: Of { pot: 0.5 } }] }",
        );
    }

    #[test]
    fn what_is_wrong_is_told_with_its_path() {
        check("", ": missing field `rows`");
        check("rows = 3", "rows: invalid type: integer `3`, expected a sequence");
        check("rows = []\ncolour = 1", "colour: unknown field `colour`, expected `pair` or `rows`");
        check("rows = [{ pays = \"nothing\" }, {}]", "rows[1]: missing field `pays`");
        check("rows = [{ pays = \"all\" }]", "rows[0].pays: unknown variant `all`, expected one of `nothing`, `times`, `of`");
        check("rows = [{ pays = { times = 256 } }]", "rows[0].pays.times: invalid value: integer `256`, expected u8");
        check("rows = [{ pays = { of = { pot = \"half\" } } }]", "rows[0].pays.of.pot: invalid type: string \"half\", expected f64");
        check("rows = [{ pays = { nothing = { at = 1 } } }]", "rows[0].pays: `nothing` has no keys of its own");
        check("rows = [{ pays = { all = 1 } }]", "rows[0].pays: unknown variant `all`, expected one of `nothing`, `times`, `of`");
        check("rows = [{ pays = {} }]", "rows[0].pays: expected a word or a table of one key, found 0 keys");
        check("rows = []\npair = [1, true, 3]", "pair: invalid length 3, expected fewer items");
        check("rows = []\npair = [1, 2026-01-01]", "pair[1]: invalid type: string \"2026-01-01\", expected a boolean");
    }

    #[test]
    fn a_list_is_no_table_whose_keys_are_left_out() {
        check("rows = [[\"nothing\"]]", "rows[0]: invalid type: sequence, expected struct Row");
    }
}
