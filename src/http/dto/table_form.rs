//! The bodies of orders at card tables and what they ask for.

use serde::Deserialize;
use utoipa::ToSchema;

use super::super::problem::Problem;
use super::bet::within_reach;
use super::form::words;
use super::names::{ChoiceName, StakeName};
use super::object::objects;
use crate::model::{
    BoxNumber, Card, CardChoice, CardPlace, Choice, ChoiceKind, Money, PlayerTableOrder, Seat, StakeForm, StakeKind, TableOrder,
};

/// The most stakes of one request.
const MOST_STAKES: usize = 60;

/// The most cards a hand has when cards are named.
const MOST_CARDS: u8 = 8;

/// Stakes to lay, all of them or none.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"deal": 12, "stakes": [{"box": 3, "stake": "main", "amount": 500}]}))]
pub(in crate::http) struct StakesForm {
    /// The stakes, 1 to 60.
    #[serde(deserialize_with = "objects")]
    #[schema(min_items = 1, max_items = 60)]
    stakes: Vec<OneStakeForm>,
    /// The deal they are meant for: refused as `other-round` where it is not the current one.
    pub(in crate::http) deal: u64,
}

/// A stake to lay on a box.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct OneStakeForm {
    /// The box, from 1.
    r#box: u8,
    /// What for.
    #[schema(value_type = StakeName, example = "main")]
    stake: StakeKind,
    /// How much, more than nothing.
    amount: i64,
}

impl StakesForm {
    pub(in crate::http) fn order(&self) -> Result<TableOrder, Problem> {
        if !(1..=MOST_STAKES).contains(&self.stakes.len()) {
            return Err(Problem::bad(format!("`stakes`: expected 1 to {MOST_STAKES} stakes, found {}", self.stakes.len())));
        }
        let stake = |(place, form): (usize, &OneStakeForm)| {
            within_reach(&format!("stakes[{place}].amount"), Some(form.amount))?;
            Ok(StakeForm { place: BoxNumber(form.r#box), kind: form.stake, amount: Money::from_minor(form.amount) })
        };
        self.stakes.iter().enumerate().map(stake).collect::<Result<_, Problem>>().map(TableOrder::Stake)
    }
}

/// The box to take stakes back from.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"deal": 12, "box": 3}))]
pub(in crate::http) struct BoxForm {
    /// The box; null takes everything back. The key must be there.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    r#box: Option<u8>,
    /// The deal it is meant for: refused as `other-round` where it is not the current one.
    pub(in crate::http) deal: u64,
}

impl BoxForm {
    pub(in crate::http) fn order(&self) -> TableOrder {
        TableOrder::TakeBack(self.r#box.map(BoxNumber))
    }
}

/// The deal that an order is meant for.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"deal": 12}))]
pub(in crate::http) struct DealForm {
    /// The deal it is meant for: refused as `other-round` where it is not the current one.
    pub(in crate::http) deal: u64,
}

/// A decision.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"deal": 12, "turn": 4, "choice": "hit"}))]
pub(in crate::http) struct ChoiceForm {
    /// The number of the decision, as the table's `turns` say it.
    turn: u32,
    /// The choice, one of those offered.
    #[schema(value_type = ChoiceName)]
    choice: ChoiceKind,
    /// The amount, for `insure` and `tie`.
    #[serde(default)]
    amount: Option<i64>,
    /// The cards by their place in the hand, from 1, for `exchange` and `pick`.
    #[serde(default)]
    cards: Option<Vec<u8>>,
    /// The deal it is meant for: refused as `other-round` where it is not the current one.
    pub(in crate::http) deal: u64,
}

impl ChoiceForm {
    pub(in crate::http) fn order(&self) -> Result<TableOrder, Problem> {
        within_reach("amount", self.amount)?;
        if self.amount.is_some() != self.choice.names_amount() {
            return Err(Problem::bad("`amount`: expected with `insure` and `tie` and with nothing else"));
        }
        if self.cards.is_some() != self.choice.names_cards() {
            return Err(Problem::bad("`cards`: expected with `exchange` and `pick` and with nothing else"));
        }
        let amount = Money::from_minor(self.amount.unwrap_or_default());
        let cards = cards(self.cards.as_deref().unwrap_or_default())?;
        Ok(TableOrder::Choose { turn: self.turn, choice: Choice::of(self.choice, amount, cards) })
    }
}

/// Cards of a hand by their places, each named once.
pub(super) fn cards(places: &[u8]) -> Result<CardChoice, Problem> {
    let mut bits = 0_u8;
    for place in places {
        let bit = (1..=MOST_CARDS).contains(place).then(|| 1_u8 << (place - 1)).filter(|bit| bits & bit == 0);
        bits |= bit.ok_or_else(|| Problem::bad(format!("`cards`: expected places of cards from 1 to {MOST_CARDS}, each once")))?;
    }
    Ok(CardChoice(bits))
}

/// Why a card table is to be stopped.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"reason": "A card fell"}))]
pub(in crate::http) struct TableHoldForm {
    /// The attendant's words, 1 to 200 characters. Everybody sees them.
    #[schema(min_length = 1, max_length = 200)]
    reason: String,
}

impl TableHoldForm {
    pub(in crate::http) fn order(&self) -> Result<TableOrder, Problem> {
        Ok(TableOrder::Hold { reason: words(&self.reason)? })
    }
}

/// The deal to void and why.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"deal": 12, "reason": "One card too many", "new_shoe": true}))]
pub(in crate::http) struct DealVoidForm {
    /// The current deal.
    pub(in crate::http) deal: u64,
    /// The attendant's words, 1 to 200 characters. The seats with stakes in the deal see them.
    #[schema(min_length = 1, max_length = 200)]
    reason: String,
    /// Whether the cards are shuffled anew before the next deal.
    new_shoe: bool,
}

impl DealVoidForm {
    pub(in crate::http) fn order(&self) -> Result<TableOrder, Problem> {
        Ok(TableOrder::Void { reason: words(&self.reason)?, new_shoe: self.new_shoe })
    }
}

/// The faulty deal to deal again and why.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"deal": 12, "reason": "One card too many"}))]
pub(in crate::http) struct RedealForm {
    /// The current deal.
    pub(in crate::http) deal: u64,
    /// The attendant's words, 1 to 200 characters.
    #[schema(min_length = 1, max_length = 200)]
    reason: String,
}

impl RedealForm {
    pub(in crate::http) fn order(&self) -> Result<TableOrder, Problem> {
        Ok(TableOrder::Redeal { reason: words(&self.reason)? })
    }
}

/// The dealer's mistake at a box: it was missed in the deal, or has got a card too many.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"deal": 12, "box": 4}))]
pub(in crate::http) struct BoxMistakeForm {
    /// The current deal.
    pub(in crate::http) deal: u64,
    /// The box.
    r#box: u8,
}

impl BoxMistakeForm {
    pub(in crate::http) fn missed(&self) -> TableOrder {
        TableOrder::MissedBox(BoxNumber(self.r#box))
    }

    pub(in crate::http) fn too_many(&self) -> TableOrder {
        TableOrder::CardTooMany(BoxNumber(self.r#box))
    }
}

/// The dealer's mistake at a hand: it has another number of cards than it was dealt.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"deal": 12, "box": 4, "cards": 6}))]
pub(in crate::http) struct WrongCountForm {
    /// The current deal.
    pub(in crate::http) deal: u64,
    /// The box; absent where it is the dealer's own hand.
    r#box: Option<u8>,
    /// How many cards the hand has.
    cards: u8,
}

impl WrongCountForm {
    pub(in crate::http) fn order(&self) -> TableOrder {
        let hand = |place| CardPlace::Hand { place: BoxNumber(place), hand: 0 };
        TableOrder::WrongCount { at: self.r#box.map_or(CardPlace::Dealer, hand), cards: self.cards }
    }
}

/// A card lay face up in the pack.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"deal": 12, "card": "Kd"}))]
pub(in crate::http) struct BoxedCardForm {
    /// The current deal.
    pub(in crate::http) deal: u64,
    /// Which card, such as `Kd`. One that is not the card that came last voids the deal.
    card: String,
}

impl BoxedCardForm {
    pub(in crate::http) fn order(&self) -> Result<TableOrder, Problem> {
        Ok(TableOrder::BetweenPlayers(PlayerTableOrder::Boxed { card: card(&self.card)? }))
    }
}

fn card(name: &str) -> Result<Card, Problem> {
    name.parse().map_err(|_| Problem::bad("`card`: expected the name of a card, such as `Kd`"))
}

/// The dealer has shown a card before its time.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"deal": 12, "seat": 3, "card": "Kd"}))]
pub(in crate::http) struct ExposedCardForm {
    /// The current deal.
    pub(in crate::http) deal: u64,
    /// At a table between players: whose card, 1 to 6; nowhere else.
    #[serde(default)]
    seat: Option<u8>,
    /// At a table between players: which closed card of the seat was shown, such as `Kd`; nowhere else. One that is none of them voids the deal.
    #[serde(default)]
    card: Option<String>,
}

impl ExposedCardForm {
    pub(in crate::http) fn order(&self) -> Result<TableOrder, Problem> {
        let (seat, card) = match (self.seat, &self.card) {
            (None, None) => return Ok(TableOrder::ExposedCard),
            (Some(seat), Some(card)) => (seat, card),
            _ => return Err(Problem::bad("`seat`, `card`: expected both of them, at a table between players, or none")),
        };
        let seat = Seat::new(seat).ok_or_else(|| Problem::bad("`seat`: expected 1 to 6"))?;
        Ok(TableOrder::BetweenPlayers(PlayerTableOrder::Exposed { seat, card: self::card(card)? }))
    }
}
