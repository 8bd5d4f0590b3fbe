//! The words of golden rounds at a card table.
//!
//! ```text
//! # BJAM K30: a blackjack of the dealer against twenty, insured
//! rules blackjack/am
//! shoe ready and burns As
//! seat 1 buys 1000
//! seat 1 stakes 100 on box 1
//! stakes close
//! cards Ts Qd As               = choices insure decline
//! seat 1 insures 50
//! seat 1 stands                = card to dealer
//! card Kc                      = seat 1 returned 150, seat 1 has 1000
//! ```

use std::sync::LazyLock;

use strum::VariantArray as _;

use super::action::{Action, Moment, Source};
use super::phrase::{Phrase, Said};
use super::script::{Read, ordered};
use super::words::amount_of;
use crate::model::{
    BoxNumber, Card, CardChoice, CardPlace, Choice, ChoiceKind, Drawn, Money, Order, OrderFailure, StakeForm, StakeKind, TableNumber,
    TableOrder,
};

/// The one card table of a golden round; where there is a machine instead, an order finds its way there when it is given.
pub(super) const TABLE: TableNumber = TableNumber(1);

/// What is staked.
pub(super) const STAKES: &[Phrase<Read>] = &[
    ("WHO stakes STAKES...", |said| {
        table(said, TableOrder::Stake(said.words(1).split(" and ").map(read_stake).collect::<Result<_, _>>()?))
    }),
    ("WHO takes back stakes", |said| table(said, TableOrder::TakeBack(None))),
    ("WHO takes back box BOX", |said| table(said, TableOrder::TakeBack(Some(box_of(said.words(1))?)))),
    ("WHO repeats stakes", |said| table(said, TableOrder::Repeat)),
];

/// What a seat decides when it is asked: each choice there is, by its own sentences.
pub(super) static DECISIONS: LazyLock<Vec<Phrase<ChoiceKind>>> = LazyLock::new(|| {
    let phrases = |kind: &ChoiceKind| kind.sentences().iter().map(|sentence| (*sentence, *kind)).collect::<Vec<_>>();
    ChoiceKind::VARIANTS.iter().flat_map(phrases).collect()
});

/// A decision for this choice, with the amount or the cards that fill the blank of its sentence.
pub(super) fn decided(sentence: &str, kind: ChoiceKind, said: &Said) -> Result<Action, String> {
    let amount = if sentence.contains("AMOUNT") { said.amount(1)? } else { Money::ZERO };
    let cards = if sentence.contains("PLACES") { places(said)? } else { CardChoice::default() };
    Ok(Action::Choose { seat: said.seat(0)?, round: None, choice: Choice::of(kind, amount, cards) })
}

/// What an attendant does at the card table.
pub(super) const ATTENDANT: &[Phrase<Read>] = &[
    ("WHO holds the table because REASON...", |said| table(said, TableOrder::Hold { reason: said.words(1).into() })),
    ("WHO resumes the table", |said| table(said, TableOrder::Resume)),
    ("WHO voids the deal because REASON...", |said| table(said, TableOrder::Void { reason: said.words(1).into(), new_shoe: false })),
    ("WHO voids the deal and the shoe because REASON...", |said| {
        table(said, TableOrder::Void { reason: said.words(1).into(), new_shoe: true })
    }),
    ("WHO has the deal dealt again because REASON...", |said| table(said, TableOrder::Redeal { reason: said.words(1).into() })),
    ("WHO shuffles", |said| table(said, TableOrder::Shuffle)),
    ("WHO changes the croupier", |said| table(said, TableOrder::NewCroupier)),
    ("WHO sees that a card was exposed", |said| table(said, TableOrder::ExposedCard)),
    ("WHO sees that box BOX was missed", |said| table(said, TableOrder::MissedBox(box_of(said.words(1))?))),
    ("WHO sees that box BOX has a card too many", |said| table(said, TableOrder::CardTooMany(box_of(said.words(1))?))),
    ("WHO sees that HAND holds COUNT cards", |said| {
        let cards = said.words(2).parse().map_err(|_| format!("{:?} is no number of cards", said.words(2)))?;
        table(said, TableOrder::WrongCount { at: place_of(said.words(1))?, cards })
    }),
];

/// What the card source does, and the moments of the table.
pub(super) const SOURCE: &[Phrase<Read>] = &[
    ("shoe ready", |_| Ok(Action::Source(Source::Ready(Vec::new())))),
    ("shoe ready and burns CARDS...", |said| Ok(Action::Source(Source::Ready(cards(said)?)))),
    ("card source opened", |_| Ok(Action::Source(Source::Opened))),
    ("card source closed", |_| Ok(Action::Source(Source::Closed))),
    ("shoe wrong", |_| Ok(Action::Source(Source::WrongCount))),
    ("card CARD", |said| Ok(Action::Source(Source::Cards(cards(said)?)))),
    ("cards CARDS...", |said| Ok(Action::Source(Source::Cards(cards(said)?)))),
    ("drawn VALUES...", |said| Ok(Action::Drawn(values(said)?))),
    ("unasked card CARD", |said| Ok(Action::Source(Source::Unasked(card(said.words(0))?)))),
    ("cut card", |_| Ok(Action::Source(Source::CutCard))),
    ("card fails WHY", |said| said.one_of(0, OrderFailure::ALL, OrderFailure::name).map(Source::Fails).map(Action::Source)),
    ("card fault FAULT", |said| said.fault(0).map(Source::Fault).map(Action::Source)),
    ("card fault over FAULT", |said| said.fault(0).map(Source::FaultOver).map(Action::Source)),
    ("stakes close", |_| Ok(Action::Until(Moment::Stakes))),
    ("nobody decides", |_| Ok(Action::Until(Moment::Decision))),
    ("card takes too long", |_| Ok(Action::Until(Moment::Card))),
    ("result was shown", |_| Ok(Action::Until(Moment::DealShown))),
];

fn table(said: &Said, order: TableOrder) -> Result<Action, String> {
    ordered(said, Order::Table { table: TABLE, order })
}

fn card(name: &str) -> Result<Card, String> {
    name.parse().map_err(|_| format!("{name:?} names no card"))
}

fn cards(said: &Said) -> Result<Vec<Card>, String> {
    said.words(0).split_whitespace().map(card).collect()
}

/// What was drawn, a value for each place, counted from 0.
fn values(said: &Said) -> Result<Drawn, String> {
    let value = |word: &str| word.parse().map_err(|_| format!("{word:?} is no value that can be drawn"));
    said.words(0).split_whitespace().map(value).collect::<Result<_, _>>().map(Drawn)
}

/// Cards by their places in the hand, counted from 1.
fn places(said: &Said) -> Result<CardChoice, String> {
    let bit = |place: &str| match place.parse() {
        Ok(place @ 1..=8) => Ok(1_u8 << (place - 1)),
        _ => Err(format!("{place:?} is not the place of a card; the first is 1")),
    };
    said.words(1).split_whitespace().try_fold(0, |bits, place| bit(place).map(|bit| bits | bit)).map(CardChoice)
}

/// A stake such as `100 on box 2` or `10 ante on box 2`.
fn read_stake(words: &str) -> Result<StakeForm, String> {
    let (what, place) = words.split_once(" on box ").ok_or_else(|| format!("{words:?} does not say on which box"))?;
    let (amount, kind) = what.trim().split_once(' ').unwrap_or((what.trim(), "main"));
    Ok(StakeForm { place: box_of(place)?, kind: kind_of(kind)?, amount: amount_of(amount)? })
}

fn kind_of(name: &str) -> Result<StakeKind, String> {
    serde_json::from_value(name.trim().into()).map_err(|_| format!("{name:?} is no stake of a card table"))
}

/// The place of a hand such as `dealer` or `box 2`.
fn place_of(hand: &str) -> Result<CardPlace, String> {
    let words: Vec<&str> = hand.split_whitespace().collect();
    match words[..] {
        ["box", place] => Ok(CardPlace::Hand { place: box_of(place)?, hand: 0 }),
        ["dealer"] => Ok(CardPlace::Dealer),
        _ => Err(format!("{hand:?} is neither the dealer's hand nor that of a box")),
    }
}

fn box_of(number: &str) -> Result<BoxNumber, String> {
    number.trim().parse().map(BoxNumber).map_err(|_| format!("{number:?} is not a box"))
}
