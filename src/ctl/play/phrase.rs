//! Sentences with blanks. Every line of a golden round is one of them, and nothing is read in any other way, so their lists are the
//! language: what their README says of it and what the golden rounds use of it are held against them.
//!
//! A word in capitals is a blank for one word. A blank that ends in `...` takes as many as there are; `WHO` takes `attendant` or a seat,
//! `HAND` takes `dealer`, `player`, `banker`, `board`, `discard`, a box, or a hand of a box that was split.

use super::words;
use crate::model::{FaultCode, Money, Seat};

/// A sentence, and what is done with what fills its blanks.
pub(super) type Phrase<M> = (&'static str, M);

/// What fills the blanks of a sentence, in their order.
pub(super) struct Said(Vec<String>);

impl Said {
    pub(super) fn words(&self, blank: usize) -> &str {
        &self.0[blank]
    }

    pub(super) fn seat(&self, blank: usize) -> Result<Seat, String> {
        words::seat(self.words(blank))
    }

    pub(super) fn amount(&self, blank: usize) -> Result<Money, String> {
        words::amount_of(self.words(blank))
    }

    pub(super) fn number(&self, blank: usize) -> Result<u64, String> {
        words::number(self.words(blank))
    }

    pub(super) fn table(&self, blank: usize) -> Result<u8, String> {
        u8::try_from(self.number(blank)?).map_err(|_| "no table has such a number".into())
    }

    pub(super) fn fault(&self, blank: usize) -> Result<FaultCode, String> {
        self.one_of(blank, FaultCode::ALL, FaultCode::name)
    }

    /// The one among `all` that has this name.
    pub(super) fn one_of<T: Copy>(
        &self,
        blank: usize,
        all: impl IntoIterator<Item = T>,
        name: impl Fn(T) -> &'static str,
    ) -> Result<T, String> {
        let words = self.words(blank);
        let all: Vec<T> = all.into_iter().collect();
        all.iter().copied().find(|one| name(*one) == words).ok_or_else(|| {
            let names: Vec<&str> = all.iter().map(|one| name(*one)).collect();
            format!("{words:?} is none of {}", names.join(", "))
        })
    }
}

/// The first of the sentences that says `words`, with what fills its blanks.
pub(super) fn find<'a, M: 'a>(phrases: impl IntoIterator<Item = &'a Phrase<M>>, words: &str) -> Option<(&'static str, &'a M, Said)> {
    let words: Vec<&str> = words.split_whitespace().collect();
    phrases.into_iter().find_map(|(sentence, means)| fill(sentence, &words).map(|said| (*sentence, means, said)))
}

fn fill(sentence: &str, mut words: &[&str]) -> Option<Said> {
    let mut filled = Vec::new();
    let mut tokens = sentence.split(' ');
    while let Some(token) = tokens.next() {
        let count = if is_blank(token) { length_of(token, words, tokens.clone().count())? } else { 1 };
        let (taken, rest) = words.split_at_checked(count)?;
        if is_blank(token) {
            filled.push(taken.join(" "));
        } else if taken != [token] {
            return None;
        }
        words = rest;
    }
    words.is_empty().then_some(Said(filled))
}

fn is_blank(token: &str) -> bool {
    token.starts_with(|first: char| first.is_ascii_uppercase())
}

/// How many words the blank takes; after it so many tokens follow, each of one word.
fn length_of(blank: &str, words: &[&str], after: usize) -> Option<usize> {
    match (blank, words) {
        ("WHO", ["attendant", ..]) => Some(1),
        ("WHO", ["seat", ..]) => Some(2),
        ("HAND", ["box", _, "hand", ..]) => Some(4),
        ("HAND", ["box", ..]) => Some(2),
        ("HAND", ["dealer" | "player" | "banker" | "board" | "discard", ..]) => Some(1),
        ("WHO" | "HAND", _) => None,
        _ if blank.ends_with("...") => words.len().checked_sub(after).filter(|count| *count > 0),
        _ => Some(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(sentence: &str, words: &str, expected: Option<&[&str]>) {
        let words: Vec<&str> = words.split_whitespace().collect();
        let expected = expected.map(|filled| filled.iter().map(|blank| (*blank).to_owned()).collect());
        assert_eq!(fill(sentence, &words).map(|said| said.0), expected, "{sentence}: {words:?}");
    }

    #[test]
    fn blanks_are_filled_with_words() {
        check("seat SEAT hits", "seat 1  hits", Some(&["1"]));
        check("seat SEAT hits", "seat 1 hits twice", None);
        check("seat SEAT hits", "seat hits", None);
        check("cards CARDS...", "cards As Kd", Some(&["As Kd"]));
        check("cards CARDS...", "cards", None);
        check("seat SEAT POSITION... returned AMOUNT", "seat 3 straight 14 returned 18", Some(&["3", "straight 14", "18"]));
        check("seat SEAT POSITION... returned AMOUNT", "seat 3 returned 18", None);
        check("WHO clears", "attendant clears", Some(&["attendant"]));
        check("WHO clears", "seat 2 clears", Some(&["seat 2"]));
        check("WHO clears", "wheel clears", None);
        check("HAND is STANDING", "box 2 hand 1 is bust", Some(&["box 2 hand 1", "bust"]));
        check("HAND is STANDING", "dealer is bust", Some(&["dealer", "bust"]));
        check("HAND CARDS...", "board 5s 7d", Some(&["board", "5s 7d"]));
        check("card to HAND", "card to discard", Some(&["discard"]));
        check("card to HAND", "card to box", None);
    }
}
