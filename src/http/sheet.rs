//! What is shown, written as JSON key by key, so that what has not changed need not be sent again.
//!
//! Here never lives a choice of who may see what: a sheet is compared only with an older one for the same eyes.

use std::sync::Arc;

use serde::de::{Deserializer, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use super::dto::{Change, Piece};

/// A piece of JSON that is written once; clones share it.
#[derive(Clone, Debug)]
pub(super) struct Text(Arc<RawValue>);

impl Text {
    /// The value as JSON. It is made of strings, numbers and lists only.
    pub(super) fn of(value: &impl Serialize) -> Self {
        Self(to_raw_value(value).expect("what is made of strings, numbers and lists can always be written as JSON").into())
    }

    /// The items of a list of objects; `None` where it is something else.
    fn items(&self) -> Option<Vec<Self>> {
        let text = self.0.get();
        let items = || serde_json::from_str::<Vec<Box<RawValue>>>(text).expect("it was written as JSON");
        text.starts_with("[{").then(|| items().into_iter().map(|item| Self(item.into())).collect())
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.get() == other.0.get()
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// An object as JSON, key by key, in the order in which it was written.
#[derive(Debug)]
pub(super) struct Sheet(Vec<(String, Part)>);

/// What stands behind a key.
#[derive(Clone, Debug)]
enum Part {
    Text(Text),
    /// Tables, each with its number.
    Tables(Vec<(u8, Arc<Sheet>)>),
}

impl Sheet {
    /// The object that the value is written as.
    pub(super) fn of(value: &impl Serialize) -> Self {
        let Object(keys) = serde_json::from_str(Text::of(value).0.get()).expect("an object was written");
        Self(keys.into_iter().map(|(key, text)| (key, Part::Text(Text(text.into())))).collect())
    }

    /// The same with these tables behind this key.
    pub(super) fn with_tables(mut self, key: &str, tables: Vec<(u8, Arc<Self>)>) -> Self {
        let (_, part) = self.0.iter_mut().find(|(other, _)| other == key).expect("what shows tables has a key for them");
        *part = Part::Tables(tables);
        self
    }

    /// What turns the `former` sheet of the same thing into this one.
    pub(super) fn since(&self, former: &Self) -> Change {
        let mut change = Change::default();
        for (place, (key, part)) in self.0.iter().enumerate() {
            let Some((_, old)) = former.0.get(place).filter(|(old, _)| old == key) else {
                unreachable!("sheets of one thing have the same keys");
            };
            part.since(old, key, &mut change);
        }
        change
    }
}

impl Part {
    fn since(&self, old: &Self, key: &str, change: &mut Change) {
        match (self, old) {
            (Self::Text(now), Self::Text(old)) if now == old => {}
            (Self::Text(now), Self::Text(old)) => match pieces(now, old) {
                Some(pieces) => change.lists.push((key.into(), pieces)),
                None => change.set.push((key.into(), now.clone())),
            },
            (Self::Tables(now), Self::Tables(old)) if now.iter().map(|(number, _)| number).eq(old.iter().map(|(number, _)| number)) => {
                let changed = now.iter().zip(old).filter(|((_, now), (_, old))| !Arc::ptr_eq(now, old));
                let changes = changed.map(|((number, now), (_, old))| (number.to_string(), now.since(old)));
                change.tables.extend(changes.filter(|(_, change)| !change.is_empty()));
            }
            (now, _) => change.set.push((key.into(), Text::of(now))),
        }
    }
}

/// The list as pieces of the old one and new items between them; `None` where nothing of the old one is in it.
fn pieces(now: &Text, old: &Text) -> Option<Vec<Piece>> {
    let (now, old) = (now.items()?, old.items()?);
    let mut pieces = Vec::new();
    for item in now {
        match (pieces.last_mut(), old.iter().position(|old| *old == item)) {
            (Some(Piece::Kept { from, count }), _) if old.get(*from + *count) == Some(&item) => *count += 1,
            (_, Some(from)) => pieces.push(Piece::Kept { from, count: 1 }),
            (Some(Piece::New { new }), None) => new.push(item),
            (_, None) => pieces.push(Piece::New { new: vec![item] }),
        }
    }
    pieces.iter().any(|piece| matches!(piece, Piece::Kept { .. })).then_some(pieces)
}

impl Serialize for Part {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => text.serialize(serializer),
            Self::Tables(tables) => serializer.collect_seq(tables.iter().map(|(_, table)| &**table)),
        }
    }
}

impl Serialize for Sheet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, part)| (key, part)))
    }
}

/// A sheet with the moment of sending before its other keys.
pub(super) struct Sent<'a> {
    /// The moment, in microseconds since 1970.
    pub(super) now: u64,
    /// The rest.
    pub(super) sheet: &'a Sheet,
}

impl Serialize for Sent<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.sheet.0.len() + 1))?;
        map.serialize_entry("now", &self.now)?;
        self.sheet.0.iter().try_for_each(|(key, part)| map.serialize_entry(key, part))?;
        map.end()
    }
}

/// The keys of an object in their order.
struct Object(Vec<(String, Box<RawValue>)>);

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Keys;

        impl<'de> Visitor<'de> for Keys {
            type Value = Object;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Object, M::Error> {
                let mut keys = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    keys.push(entry);
                }
                Ok(Object(keys))
            }
        }

        deserializer.deserialize_map(Keys)
    }
}
