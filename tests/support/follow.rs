//! A reader of WebSockets: the state as it is told whole at first, and then in changes.

use serde_json::{Map, Value};

/// Takes a message into the state. One that tells of no state, such as the time, leaves it as it is.
///
/// # Panics
/// Where the message is a change of another state than this one.
pub(crate) fn follow(state: &mut Value, message: &Value) {
    if message.get("edition").is_none() {
        return;
    }
    let Some(after) = message.get("after") else {
        *state = message.clone();
        return;
    };
    assert_eq!(*after, state["edition"], "no message is missed");
    assert!(message["edition"].as_u64() > after.as_u64(), "each state is newer than the one before");
    state["edition"] = message["edition"].clone();
    for part in ["cabinet", "seat", "official"] {
        assert_eq!(message.get(part).is_some(), state.get(part).is_some(), "who is told of {part} is told of its changes");
        message.get(part).into_iter().for_each(|change| apply(&mut state[part], change));
    }
}

fn apply(object: &mut Value, change: &Value) {
    for (key, value) in entries(&change["set"]) {
        assert!(object.get(key).is_some(), "{key} is a key of the state");
        object[key] = value.clone();
    }
    for (key, pieces) in entries(&change["lists"]) {
        let old = object[key].take();
        let items = |piece: &Value| match piece["new"].as_array() {
            Some(new) => new.clone(),
            None => place(old.as_array().expect("a list"), &piece["from"], &piece["count"]).to_vec(),
        };
        object[key] = pieces.as_array().into_iter().flatten().flat_map(items).collect();
    }
    for (number, change) in entries(&change["tables"]) {
        let number: u64 = number.parse().expect("a table's number");
        let is_meant = |table: &&mut Value| table["table"] == number;
        let list = ["tables", "player_tables"]
            .into_iter()
            .find(|list| object[*list].as_array().is_some_and(|tables| tables.iter().any(|table| table["table"] == number)));
        let tables = object[list.expect("a table of the state")].as_array_mut();
        apply(tables.into_iter().flatten().find(is_meant).expect("it was found just now"), change);
    }
}

fn place<'a>(list: &'a [Value], from: &Value, count: &Value) -> &'a [Value] {
    let number = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok()).expect("a place in a list");
    &list[number(from)..][..number(count)]
}

fn entries(object: &Value) -> impl Iterator<Item = (&String, &Value)> {
    object.as_object().into_iter().flat_map(Map::iter)
}
