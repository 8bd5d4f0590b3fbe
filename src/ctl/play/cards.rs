//! The words of golden rounds at a card table.
//!
//! ```text
//! # BJAM K30: a blackjack of the dealer against twenty, insured
//! rules blackjack/am
//! shoe ready
//! seat 1 buys 1000
//! seat 1 stakes 100 on box 1
//! stakes close
//! cards Ts Qd As               = choices insure decline
//! seat 1 insures 50
//! seat 1 stands                = card to dealer
//! card Kc                      = seat 1 returned 150, seat 1 has 1000
//! ```

use super::action::{Action, Moment, Source};
use super::words::{amount_of, number};
use crate::model::{BoxNumber, CardChoice, Choice, FaultCode, Order, OrderFailure, StakeForm, StakeKind, TableNumber, TableOrder};

/// The one card table of a golden round.
pub(super) const TABLE: TableNumber = TableNumber(1);

/// What the source does, or a moment of the card table; `None` where the words are no such thing.
pub(super) fn read_source(words: &str) -> Option<Result<Action, String>> {
    let source = match words {
        "shoe ready" => Source::Ready,
        "card source opened" => Source::Opened,
        "card source closed" => Source::Closed,
        "cut card" => Source::CutCard,
        "shoe wrong" => Source::WrongCount,
        "stakes close" => return Some(Ok(Action::Until(Moment::Stakes))),
        "nobody decides" => return Some(Ok(Action::Until(Moment::Decision))),
        "result was shown" => return Some(Ok(Action::Until(Moment::DealShown))),
        "card takes too long" => return Some(Ok(Action::Until(Moment::Card))),
        _ => return read_long_source(words),
    };
    Some(Ok(Action::Source(source)))
}

fn read_long_source(words: &str) -> Option<Result<Action, String>> {
    let source = if let Some(name) = words.strip_prefix("card fails ") {
        OrderFailure::ALL.into_iter().find(|why| why.name() == name).map(Source::Fails).ok_or("is no reason why a card does not come")
    } else if let Some(name) = words.strip_prefix("card fault over ") {
        fault(name).map(Source::FaultOver)
    } else if let Some(name) = words.strip_prefix("card fault ") {
        fault(name).map(Source::Fault)
    } else if let Some(name) = words.strip_prefix("unasked card ") {
        name.parse().map(Source::Unasked).map_err(|_| "names no card")
    } else {
        let names = words.strip_prefix("cards ").or_else(|| words.strip_prefix("card "))?;
        names.split_whitespace().map(str::parse).collect::<Result<_, _>>().map(Source::Cards).map_err(|_| "names no card")
    };
    Some(source.map(Action::Source).map_err(|why| format!("{words:?} {why}")))
}

fn fault(name: &str) -> Result<FaultCode, &'static str> {
    FaultCode::ALL.into_iter().find(|code| code.name() == name).ok_or("is no fault")
}

/// A decision of a seat; `None` where the words are none.
pub(super) fn read_choice(words: &str) -> Option<Result<Choice, String>> {
    let choice = match words {
        "hits" => Choice::Hit,
        "stands" => Choice::Stand,
        "doubles the hand" => Choice::Double,
        "doubles blind" => Choice::DoubleBlind,
        "splits" => Choice::Split,
        "surrenders" => Choice::Surrender,
        "takes even money" => Choice::EvenMoney,
        "declines" => Choice::Decline,
        "goes along" => Choice::Follow,
        "folds" => Choice::Fold,
        "plays" => Choice::Bet,
        "takes a sixth card" => Choice::SixthCard,
        "takes the dealer's game" => Choice::BuyGame,
        _ => return read_long_choice(words),
    };
    Some(Ok(choice))
}

fn read_long_choice(words: &str) -> Option<Result<Choice, String>> {
    if let Some(amount) = words.strip_prefix("insures ") {
        return Some(amount_of(amount).map(Choice::Insure));
    }
    let places = words.strip_prefix("exchanges ")?;
    let bit = |place: &str| match number(place)? {
        place @ 1..=8 => Ok(1_u8 << (place - 1)),
        _ => Err(format!("{place:?} is not the place of a card; the first is 1")),
    };
    Some(
        places
            .split_whitespace()
            .try_fold(0, |bits, place| bit(place).map(|bit| bits | bit))
            .map(|bits| Choice::Exchange(CardChoice(bits))),
    )
}

/// An order at the card table; `None` where the words are none.
pub(super) fn read_order(words: &str) -> Option<Result<Order, String>> {
    let order = match words {
        "takes back stakes" => Ok(TableOrder::TakeBack(None)),
        "repeats stakes" => Ok(TableOrder::Repeat),
        "resumes the table" => Ok(TableOrder::Resume),
        "shuffles" => Ok(TableOrder::Shuffle),
        "sees that a card was exposed" => Ok(TableOrder::ExposedCard),
        _ => read_long_order(words)?,
    };
    Some(order.map(|order| Order::Table { table: TABLE, order }))
}

fn read_long_order(words: &str) -> Option<Result<TableOrder, String>> {
    Some(if let Some(stakes) = words.strip_prefix("stakes ") {
        stakes.split(" and ").map(read_stake).collect::<Result<_, _>>().map(TableOrder::Stake)
    } else if let Some(place) = words.strip_prefix("takes back box ") {
        box_of(place).map(|place| TableOrder::TakeBack(Some(place)))
    } else if let Some(reason) = words.strip_prefix("holds the table because ") {
        Ok(TableOrder::Hold { reason: reason.into() })
    } else if let Some(reason) = words.strip_prefix("voids the deal because ") {
        Ok(TableOrder::Void { reason: reason.into(), new_shoe: false })
    } else if let Some(reason) = words.strip_prefix("voids the deal and the shoe because ") {
        Ok(TableOrder::Void { reason: reason.into(), new_shoe: true })
    } else {
        let seen = words.strip_prefix("sees that box ")?;
        match seen.strip_suffix(" was missed") {
            Some(place) => box_of(place).map(TableOrder::MissedBox),
            None => box_of(seen.strip_suffix(" has a card too many")?).map(TableOrder::CardTooMany),
        }
    })
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

fn box_of(number: &str) -> Result<BoxNumber, String> {
    number.trim().parse().map(BoxNumber).map_err(|_| format!("{number:?} is not a box"))
}
