//! JSON objects and nothing else: by itself serde also reads a list as the fields of a form in their order, and an order that
//! was guessed from a list moves money.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

use super::secret::refused_untold;

/// A form that is read from an object only.
pub(in crate::http) struct Object<T>(pub(in crate::http) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Asked for an object, the reader of JSON would put what it finds into its error itself, and that may be a secret.
        deserializer.deserialize_any(ObjectVisitor(PhantomData)).map(Self)
    }
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map))
    }

    refused_untold!(visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64, visit_str: &str);
}

/// For a field that holds an object.
pub(super) fn object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    Object::deserialize(deserializer).map(|Object(value)| value)
}

/// For a field that holds a list of objects.
pub(super) fn objects<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    Vec::<Object<T>>::deserialize(deserializer).map(|list| list.into_iter().map(|Object(value)| value).collect())
}

#[cfg(test)]
mod tests {
    use super::super::form::{AmountForm, PlaceForm, RoundForm, TakeBackForm};
    use super::*;

    fn refuses<T: for<'de> Deserialize<'de>>(text: &str) {
        let error = serde_json::from_str::<Object<T>>(text).err().unwrap_or_else(|| panic!("{text} was read"));
        assert!(error.to_string().contains("expected an object"), "{text}: {error}");
    }

    #[test]
    fn a_list_is_no_form() {
        refuses::<RoundForm>("[]");
        refuses::<AmountForm>("[1000]");
        refuses::<PlaceForm>(r#"[[{"bet":"red","stake":500}]]"#);
        refuses::<PlaceForm>(r#"{"bets":[["red",null,null,null,500,null]],"round":3}"#);
        refuses::<TakeBackForm>(r#"{"position":["red",null,null],"round":3}"#);
    }

    #[test]
    fn an_object_is_read_as_before() {
        assert!(serde_json::from_str::<Object<PlaceForm>>(r#"{"bets":[{"bet":"red","stake":500}],"round":3}"#).is_ok());
        assert!(serde_json::from_str::<Object<TakeBackForm>>(r#"{"position":{"bet":"red"},"round":3}"#).is_ok());
    }
}
