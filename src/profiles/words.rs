//! What is wrong with a key, in the words of who builds cabinets.

/// What the reader of keys says, in our words: what is expected, and where it helps what is there instead. What it does not say itself stays as it
/// is.
pub(super) fn in_words(message: &str) -> String {
    absent_or_unknown(message).or_else(|| other_than_expected(message)).unwrap_or_else(|| message.to_owned())
}

/// A key that is missing, or that nobody knows.
fn absent_or_unknown(message: &str) -> Option<String> {
    let named = |start: &str| message.strip_prefix(start)?.split_once('`');
    if let Some((key, rest)) = named("missing field `") {
        return Some(format!("expected the key `{key}`, which is missing{rest}"));
    }
    if let Some((key, rest)) = named("missing table `") {
        return Some(format!("expected the table `{key}`, which is missing{rest}"));
    }
    if let Some((key, rest)) = named("unknown table `") {
        return Some(format!("the table `{key}` is unknown{rest}"));
    }
    let (key, rest) = named("unknown field `")?;
    let rest = match rest.strip_prefix(", ") {
        Some("there are no fields") => ": there are no keys here",
        Some(expected) => &format!(": {expected}"),
        None => rest,
    };
    Some(format!("the key `{key}` is unknown{rest}"))
}

/// A value of another kind, or one that cannot stand there.
fn other_than_expected(message: &str) -> Option<String> {
    let starts = ["invalid type: ", "invalid value: ", "invalid length ", "unknown variant "];
    let (found, expected) = starts.iter().find_map(|start| message.strip_prefix(start))?.rsplit_once(", expected ")?;
    Some(format!("expected {}, not {}", wanted(expected), there(found)))
}

/// What is wanted.
fn wanted(expected: &str) -> String {
    let up_to = |most: u32| format!("a whole number from 0 to {most}");
    match expected {
        "u8" => up_to(u8::MAX.into()),
        "u16" => up_to(u16::MAX.into()),
        "u32" => up_to(u32::MAX),
        "u64" | "usize" => "a whole number from 0".to_owned(),
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a string" | "path string" => "text".to_owned(),
        "a sequence" => "a list".to_owned(),
        "a map" => "a table".to_owned(),
        _ => wanted_of_type(expected).unwrap_or_else(|| expected.to_owned()),
    }
}

/// What is wanted for a type that the reader calls by its name or its size.
fn wanted_of_type(expected: &str) -> Option<String> {
    let starts = |start: &str| expected.strip_prefix(start);
    if starts("struct ").is_some() {
        return Some("a table".to_owned());
    }
    if starts("enum ").is_some() {
        return Some("a word".to_owned());
    }
    let items = starts("a tuple of size ").or_else(|| starts("an array of length "))?;
    Some(format!("a list of {items}"))
}

/// What is there instead.
fn there(found: &str) -> String {
    let bare = |value: &str| value.trim_matches('`').to_owned();
    match found.split_once(' ') {
        Some(("string", text)) => format!("the text {text}"),
        Some(("integer" | "boolean", value)) => bare(value),
        Some(("floating", value)) => bare(value.trim_start_matches("point ")),
        _ => match found {
            "sequence" => "a list".to_owned(),
            "map" => "a table".to_owned(),
            "date" => "a date".to_owned(),
            _ => found.to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(message: &str, expected: &str) {
        assert_eq!(in_words(message), expected, "{message}");
    }

    #[test]
    fn a_value_of_another_kind_is_told_by_what_is_expected_in_its_place() {
        check("invalid type: string \"a\", expected i64", "expected a whole number, not the text \"a\"");
        check("invalid type: string \"a, expected b\", expected u64", "expected a whole number from 0, not the text \"a, expected b\"");
        check("invalid value: integer `256`, expected u8", "expected a whole number from 0 to 255, not 256");
        check("invalid value: integer `-1`, expected u16", "expected a whole number from 0 to 65535, not -1");
        check("invalid type: floating point `1.5`, expected u32", "expected a whole number from 0 to 4294967295, not 1.5");
        check("invalid type: boolean `true`, expected f64", "expected a number, not true");
        check("invalid type: integer `5`, expected a string", "expected text, not 5");
        check("invalid type: integer `5`, expected path string", "expected text, not 5");
        check("invalid type: integer `1`, expected a boolean", "expected true or false, not 1");
        check("invalid type: map, expected a sequence", "expected a list, not a table");
        check("invalid type: date, expected a sequence", "expected a list, not a date");
        check("invalid type: sequence, expected struct CabinetFile", "expected a table, not a list");
        check("invalid type: integer `5`, expected a map", "expected a table, not 5");
        check("invalid type: integer `5`, expected enum WakerKey", "expected a word, not 5");
        check("invalid type: integer `5`, expected a tuple of size 2", "expected a list of 2, not 5");
        check("invalid length 2, expected an array of length 3", "expected a list of 3, not 2");
        check("invalid length 3, expected fewer items", "expected fewer items, not 3");
        check("unknown variant `all`, expected one of `nothing`, `times`, `of`", "expected one of `nothing`, `times`, `of`, not `all`");
        check(
            "invalid value: integer `-1`, expected \"random\" or a whole number from 0",
            "expected \"random\" or a whole number from 0, not -1",
        );
    }

    #[test]
    fn a_key_that_is_missing_or_unknown_is_named() {
        check("missing field `most`", "expected the key `most`, which is missing");
        check(
            "missing field `port`: the driver \"serial\" needs it",
            "expected the key `port`, which is missing: the driver \"serial\" needs it",
        );
        check(
            "missing table `lines`: the driver \"rppal\" needs it",
            "expected the table `lines`, which is missing: the driver \"rppal\" needs it",
        );
        check("unknown field `colour`, expected `least` or `most`", "the key `colour` is unknown: expected `least` or `most`");
        check("unknown field `colour`, there are no fields", "the key `colour` is unknown: there are no keys here");
        check("unknown field `port`: the driver \"rppal\" has none", "the key `port` is unknown: the driver \"rppal\" has none");
        check("unknown table `lines`: the driver \"serial\" has none", "the table `lines` is unknown: the driver \"serial\" has none");
    }

    #[test]
    fn what_our_own_types_say_stays() {
        for message in ["expected `stake_win` or `box_win`", "`pack_milliseconds`: expected 1 to 60000", "`nothing` has no keys of its own"]
        {
            check(message, message);
        }
    }
}
