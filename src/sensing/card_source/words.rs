//! The words that all card sources on a serial line share.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::fmt;

use crate::model::{BoxNumber, CardPlace, Face, OrderNumber};

/// An order as it is named on the line: whose, and which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderId {
    /// The journal of the cabinet that gave it.
    pub host: u32,
    /// Its number.
    pub number: OrderNumber,
}

impl fmt::Display for OrderId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08X}-{}", self.host, self.number)
    }
}

impl OrderId {
    pub(in crate::sensing) fn parse(text: &str) -> Option<Self> {
        let (host, number) = text.split_once('-')?;
        let is_host = host.len() == 8 && host.bytes().all(|byte| byte.is_ascii_digit() || (b'A'..=b'F').contains(&byte));
        Some(Self { host: u32::from_str_radix(host, 16).ok().filter(|_| is_host)?, number: whole(number)? })
    }
}

/// A card's place as it is written on the line.
pub(in crate::sensing) fn place_word(place: CardPlace) -> String {
    match place {
        CardPlace::Hand { place, hand } => format!("BOX{}.{hand}", place.0),
        CardPlace::Dealer => "DEALER".to_owned(),
        CardPlace::Board => "BOARD".to_owned(),
        CardPlace::Player => "PLAYER".to_owned(),
        CardPlace::Banker => "BANKER".to_owned(),
        CardPlace::Discard => "DISCARD".to_owned(),
    }
}

/// The card's place that is written so on the line.
pub(in crate::sensing) fn place_of_word(word: &str) -> Option<CardPlace> {
    if let Some((place, hand)) = word.strip_prefix("BOX").and_then(|numbers| numbers.split_once('.')) {
        return Some(CardPlace::Hand { place: BoxNumber(whole(place)?), hand: whole(hand)? });
    }
    let others = [CardPlace::Dealer, CardPlace::Board, CardPlace::Player, CardPlace::Banker, CardPlace::Discard];
    others.into_iter().find(|place| place_word(*place) == word)
}

/// Which way up, as it is written on the line.
pub(in crate::sensing) const fn face_word(face: Face) -> &'static str {
    match face {
        Face::Up => "UP",
        Face::Down => "DOWN",
    }
}

/// Which way up is written so on the line.
pub(in crate::sensing) fn face_of_word(word: &str) -> Option<Face> {
    [Face::Up, Face::Down].into_iter().find(|face| face_word(*face) == word)
}

/// A whole number: digits and nothing else.
pub(in crate::sensing) fn whole<T: core::str::FromStr>(text: &str) -> Option<T> {
    let is_whole = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_whole)
}

/// The words of a line, one after the other; one space stands between two.
pub(in crate::sensing) struct Words<'a>(core::str::Split<'a, char>);

impl<'a> Words<'a> {
    pub(in crate::sensing) fn of(line: &'a str) -> Self {
        Self(line.split(' '))
    }

    pub(in crate::sensing) fn next(&mut self) -> Option<&'a str> {
        self.0.next()
    }

    pub(in crate::sensing) fn whole<T: core::str::FromStr>(&mut self) -> Option<T> {
        whole(self.next()?)
    }

    /// A word that need not be there.
    pub(in crate::sensing) fn any<T>(&mut self, read: impl Fn(&str) -> Option<T>) -> Option<Option<T>> {
        self.next().map_or(Some(None), |word| read(word).map(Some))
    }

    /// A word that may be `-` for nothing.
    pub(in crate::sensing) fn or_none<T>(&mut self, read: impl Fn(&str) -> Option<T>) -> Option<Option<T>> {
        match self.next()? {
            "-" => Some(None),
            word => read(word).map(Some),
        }
    }
}
