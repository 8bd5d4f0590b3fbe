//! `croupierctl cards rank`: the combination of each hand, and a number that is higher for the stronger one.

use std::fmt::Write as _;
use std::io::BufRead;

use serde::Serialize;

use crate::ctl::Failure;
use crate::games::ranking::CardSet;
use crate::model::{Card, Combination};

/// How a hand ranks.
#[derive(Serialize)]
struct Ranked {
    combination: Combination,
    strength: u32,
}

/// Ranks each line.
pub(super) fn run(hands: impl BufRead) -> Result<String, Failure> {
    let mut ranked = String::new();
    for (line, text) in hands.lines().enumerate() {
        let text = text.map_err(|error| Failure::ours("input-output", format!("standard input cannot be read: {error}")))?;
        let hand = hand(&text).map_err(|what| Failure::refused("hand-malformed", what).with("line", line + 1))?;
        let strength = hand.strength();
        let answer = Ranked { combination: strength.combination(), strength: strength.number() };
        let answer = serde_json::to_string(&answer).expect("numbers and names can always be written as JSON");
        writeln!(ranked, "{answer}").expect("writing to a string cannot fail");
    }
    Ok(ranked)
}

fn hand(text: &str) -> Result<CardSet, String> {
    let names: Vec<String> = serde_json::from_str(text).map_err(|error| format!("expected a list of cards: {error}"))?;
    let cards: Vec<Card> = names.iter().map(|name| name.parse()).collect::<Result<_, _>>().map_err(|error| format!("{error}"))?;
    let hand = CardSet::of(&cards);
    if cards.contains(&Card::JOKER) {
        return Err("a hand with a joker has no number: which one is higher is a rule of the house".to_owned());
    }
    if (5..=7).contains(&cards.len()) && hand.count() as usize == cards.len() {
        Ok(hand)
    } else {
        Err("a hand has five to seven different cards".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let answer = run(text.as_bytes()).unwrap_or_else(|failure| failure.to_string());
        assert_eq!(answer.trim_end(), expected);
    }

    #[test]
    fn the_higher_hand_has_the_higher_number() {
        check(
            "[\"As\",\"Kd\",\"Tc\",\"Qh\",\"2d\"]\n[\"As\",\"Kd\",\"Tc\",\"Qh\",\"3d\",\"2d\"]\n",
            "{\"combination\":\"ace-king\",\"strength\":117441793}\n{\"combination\":\"ace-king\",\"strength\":117441794}",
        );
    }

    #[test]
    fn what_is_no_hand_is_refused_with_its_line() {
        let refused = |message: &str| format!("{{\"error\":{{\"reason\":\"hand-malformed\",\"message\":\"{message}\",\"line\":2}}}}");
        let good = "[\"As\",\"Kd\",\"Tc\",\"Qh\",\"2d\"]\n";
        let check_second = |text: &str, message: &str| check(&format!("{good}{text}\n"), &refused(message));
        check_second("[\"As\"]", "a hand has five to seven different cards");
        check_second("[\"As\",\"As\",\"Tc\",\"Qh\",\"2d\"]", "a hand has five to seven different cards");
        check_second("[\"1s\"]", "a card is a rank 2 to 9, T, J, Q, K or A and a suit s, h, d or c, such as As or Td; the joker is Jk");
    }
}
