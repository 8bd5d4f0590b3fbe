//! The deals at a table between players, of any age, a page at a time.

use serde::Serialize;
use utoipa::ToSchema;

use super::names::CombinationName;
use super::player_table::{PotsResult, names_of};
use crate::model::{
    BettingAction, CardChoice, Combination, DealEnd, DealVoid, Page, PastCards, PastHand, PastPart, PastPlay, PastStack, PastWager,
    PlayedAs, Timestamp,
};

/// A page of the deals at a table between players.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct HandHistory {
    /// The deals, newest first.
    deals: Vec<PlayedHand>,
    /// What `before` is for the next page; null where there is no earlier deal.
    #[schema(required, example = 4711)]
    next: Option<u64>,
    /// How far back was looked for this page: when the earliest record was written that was read for it; null where there is none. What is sought
    /// and stands on no page so far began before.
    #[schema(required)]
    back_to: Option<u64>,
    /// The journal's head after the newest record that was read for this page, as `NUMBER:HASH`: the page is part of the history up to there.
    /// Kept off the board it proves that later. Empty where there is no record.
    #[schema(example = "1234:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    head: String,
}

impl From<&Page<PastHand>> for HandHistory {
    fn from(page: &Page<PastHand>) -> Self {
        Self {
            deals: page.entries.iter().map(PlayedHand::from).collect(),
            next: page.next,
            back_to: page.back_to.map(Timestamp::microseconds),
            head: page.head.clone(),
        }
    }
}

/// A deal between players of any age. Its cards and streets stand in none but the newest deals of the seat's view.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct PlayedHand {
    /// The table.
    #[schema(example = 17)]
    table: u8,
    /// The deal.
    #[schema(example = 12)]
    deal: u64,
    /// The table's name then.
    #[schema(required, example = "Holdem")]
    table_name: Option<String>,
    /// The variant that was played.
    #[schema(required, example = "holdem")]
    game: Option<String>,
    /// The rules file it was played by.
    #[schema(required, example = "holdem/sport-no-limit")]
    rules: Option<String>,
    /// When it began.
    began_at: u64,
    /// When it was paid or void.
    ended_at: u64,
    /// The money of all who were dealt in, in the order of the seats.
    stacks: Vec<PlayedStack>,
    /// The cards in the middle.
    #[schema(example = json!(["As", "Td", "Ad"]))]
    board: Vec<String>,
    /// The hands of all who were dealt in, as the seat may see them.
    hands: Vec<SeenHand>,
    /// The plays before the last one, in order, where it was played again for a bank of equal hands: the cards above are those of the last one. An
    /// action `play-again` ends each in `course`.
    earlier: Vec<SeenPlay>,
    /// What everybody was made to put in or did, in order.
    course: Vec<Wagered>,
    /// Whose hands lay open at the end.
    #[schema(example = json!([2, 5]))]
    shown: Vec<u8>,
    /// How it was paid; null where it was void.
    #[schema(required)]
    result: Option<PotsResult>,
    /// Why it is void, where it is: each got back what he had put in.
    #[schema(required, example = "defective-deck")]
    voided: Option<&'static str>,
}

impl From<&PastHand> for PlayedHand {
    fn from(hand: &PastHand) -> Self {
        let name = |of: fn(&PlayedAs) -> &String| hand.played.as_ref().map(|played| of(played).clone());
        let (result, voided) = match &hand.end {
            Some(DealEnd::Paid(settlement)) => (Some(PotsResult::from(settlement)), None),
            Some(DealEnd::Void(reason)) => (None, Some(DealVoid::name(reason))),
            None => (None, None),
        };
        Self {
            table: hand.table.0,
            deal: hand.deal,
            table_name: name(|played| &played.table_name),
            game: name(|played| &played.game),
            rules: name(|played| &played.rules_name),
            began_at: hand.began_at.microseconds(),
            ended_at: hand.ended_at.microseconds(),
            stacks: hand.stacks.iter().map(PlayedStack::from).collect(),
            board: names_of(&hand.board),
            hands: hand.hands.iter().map(SeenHand::from).collect(),
            earlier: hand.earlier.iter().map(SeenPlay::from).collect(),
            course: hand.course.iter().map(Wagered::from).collect(),
            shown: hand.shown.iter().map(|seat| seat.number()).collect(),
            result,
            voided,
        }
    }
}

/// The money of one who was dealt in.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"seat": 3, "brought": 9_800, "put_in": 600, "returned": 1_250}))]
struct PlayedStack {
    /// Whose.
    seat: u8,
    /// The stack with which it began.
    brought: i64,
    /// What it put in.
    put_in: i64,
    /// What it got back.
    returned: i64,
}

impl From<&PastStack> for PlayedStack {
    fn from(PastStack { brought, part }: &PastStack) -> Self {
        let PastPart { seat, put_in, returned } = part;
        Self { seat: seat.number(), brought: brought.minor(), put_in: put_in.minor(), returned: returned.minor() }
    }
}

/// A play of a deal that was played again, as the seat may see it.
#[derive(Serialize, ToSchema)]
struct SeenPlay {
    /// The cards in the middle.
    #[schema(example = json!(["As", "Td", "Ad"]))]
    board: Vec<String>,
    /// Whose hands lay open while the owners of equal ones were asked.
    #[schema(example = json!([2, 5]))]
    shown: Vec<u8>,
    /// The hands of all who were dealt in.
    hands: Vec<SeenHand>,
}

impl From<&PastPlay> for SeenPlay {
    fn from(play: &PastPlay) -> Self {
        let shown = play.shown.iter().map(|seat| seat.number()).collect();
        Self { board: names_of(&play.board), shown, hands: play.hands.iter().map(SeenHand::from).collect() }
    }
}

/// A hand of a deal that is over, as the seat may see it.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"seat": 1, "live": true, "down": ["As", "Kd"], "up": [], "combination": "pair"}))]
struct SeenHand {
    /// Whose.
    seat: u8,
    /// Whether it could win to the end; else it was folded or killed.
    live: bool,
    /// Its closed cards; null is a card that was not opened. A hand of another seat that was folded or killed has no cards.
    down: Vec<Option<String>>,
    /// Its open cards; likewise.
    up: Vec<String>,
    /// What it made at the end, where the seat may see all of it.
    #[schema(required, value_type = Option<CombinationName>)]
    combination: Option<Combination>,
}

impl From<&PastCards> for SeenHand {
    fn from(hand: &PastCards) -> Self {
        Self {
            seat: hand.seat.number(),
            live: hand.is_live,
            down: hand.down.iter().map(|card| card.map(|card| card.to_string())).collect(),
            up: names_of(&hand.up),
            combination: hand.combination,
        }
    }
}

/// What a seat was made to put in or did.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"seat": 3, "action": "raise-to", "amount": 600, "cards": null, "paid": 400, "by_default": false, "street": 1}))]
struct Wagered {
    /// Whose.
    seat: u8,
    /// What it did; null where the rules made it put something in: an ante, a blind, a bring-in.
    #[schema(required, example = "raise-to")]
    action: Option<&'static str>,
    /// What its bet or raise came to in that round; null for other actions.
    #[schema(required)]
    amount: Option<i64>,
    /// How many cards it exchanged; null for other actions.
    #[schema(required)]
    cards: Option<u8>,
    /// How much it put in by that.
    paid: i64,
    /// Whether it was done for the seat, which did not act in time or was going.
    by_default: bool,
    /// On which street, from 0; null in deals that were read off the journal.
    #[schema(required)]
    street: Option<u8>,
}

impl From<&PastWager> for Wagered {
    fn from(wager: &PastWager) -> Self {
        let amount = wager.action.and_then(|action| action.amount()).map(|amount| amount.minor());
        let action = wager.action.as_ref().map(BettingAction::name);
        let cards = wager.action.and_then(|action| action.cards()).map(CardChoice::count);
        let PastWager { seat, paid, by_default, street, .. } = *wager;
        Self { seat: seat.number(), action, amount, cards, paid: paid.minor(), by_default, street }
    }
}
