//! What WebSockets tell: the whole state at first, and then what has changed of it.

use serde::Serialize;
use serde::ser::Serializer;
use utoipa::ToSchema;

use super::super::sheet::Text;

/// What has changed of an object since the message before. What is named nowhere here is as it was.
#[derive(Default, Serialize, ToSchema)]
#[schema(example = json!({"set": {"phase": "paid"}, "lists": {"last": [{"new": [{"round": 12, "pocket": 4, "colour": "black"}]}, {"from": 0, "count": 99}]},
    "tables": {"2": {"set": {"phase": "dealing"}}}}))]
pub(in crate::http) struct Change {
    /// The keys whose values are others now, with these whole values.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "object")]
    #[schema(value_type = std::collections::BTreeMap<String, serde_json::Value>)]
    pub(in crate::http) set: Vec<(String, Text)>,
    /// The keys whose lists are others now, each as the pieces that it is made of, in their order.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "object")]
    #[schema(value_type = std::collections::BTreeMap<String, Vec<Piece>>)]
    pub(in crate::http) lists: Vec<(String, Vec<Piece>)>,
    /// What has changed of the tables in `tables` and in `player_tables`, by their numbers.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "object")]
    #[schema(value_type = std::collections::BTreeMap<String, Change>, no_recursion)]
    pub(in crate::http) tables: Vec<(String, Change)>,
}

impl Change {
    pub(in crate::http) const fn is_empty(&self) -> bool {
        self.set.is_empty() && self.lists.is_empty() && self.tables.is_empty()
    }
}

fn object<S: Serializer, V: Serialize>(keys: &[(String, V)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(keys.iter().map(|(key, value)| (key, value)))
}

/// A piece of a list that has changed.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(in crate::http) enum Piece {
    /// Items that the list as it was had in one row.
    Kept {
        /// The place of the first of them in the list as it was, from 0.
        from: usize,
        /// How many there are.
        count: usize,
    },
    /// Items that it had not.
    New {
        /// The items.
        #[schema(value_type = Vec<serde_json::Value>)]
        new: Vec<Text>,
    },
}

/// A WebSocket's message after its first: what has changed. The first is the whole state, with its `edition`. A reader who was told of
/// another edition than `after` has missed one; connected anew, it is told the whole again.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct LiveChange {
    /// The number of the state that this leads to; it grows with every state.
    #[schema(example = 18)]
    pub(in crate::http) edition: u64,
    /// The number of the state that this is a change of: the one of the message before.
    #[schema(example = 17)]
    pub(in crate::http) after: u64,
    /// What has changed of the cabinet; its `now` always has.
    pub(in crate::http) cabinet: Change,
    /// What has changed of the seat, for those who are told of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::http) seat: Option<Change>,
    /// What has changed of the books, for officials.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::http) official: Option<Change>,
}
