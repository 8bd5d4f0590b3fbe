//! What the seat that is asked at a table between players may do.

use serde::Serialize;
use utoipa::ToSchema;

use crate::model::{BettingOffers, ExchangeOffer, WagerOffer};

/// What the seat that is asked may do. It may always fold besides, but where it may divide.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"call": 200, "wager": {"first": false, "least": 400, "most": 9_800, "step": 100, "all_in": 9_800}, "stop": false, "pass": false, "exchange": null, "divide": false, "play_for_pot": false}))]
pub(super) struct TableOffers {
    /// What a call costs, at most the stack; 0: the seat may check.
    call: i64,
    /// What it may bet or raise to; null where it may not.
    #[schema(required)]
    wager: Option<TableWager>,
    /// Whether it may say that it takes no more cards, and then does one of the others.
    stop: bool,
    /// Whether it may go on without paying; a call is the price of an opening then.
    pass: bool,
    /// What cards it may buy; null where it may not.
    #[schema(required)]
    exchange: Option<TableExchange>,
    /// Whether its hand is equal to another's: it says `divide` or `play-again`, and may do nothing else.
    divide: bool,
    /// Whether its last closed card was shown by mistake: it may say `play-for-pot` and plays for the pot so far alone, or plays on.
    play_for_pot: bool,
}

/// New cards that may be had for as many returned ones.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"most": 3, "of": 5, "price": 100}))]
struct TableExchange {
    /// How many at most.
    most: u8,
    /// How many cards the seat has.
    of: u8,
    /// What each costs.
    price: i64,
}

impl From<BettingOffers> for TableOffers {
    fn from(BettingOffers { call, wager, may_stop, may_pass, exchange, may_divide, may_play_for_pot }: BettingOffers) -> Self {
        let exchange = exchange.map(|ExchangeOffer { most, of, price }| TableExchange { most, of, price: price.minor() });
        let (call, wager) = (call.minor(), wager.map(TableWager::from));
        Self { call, wager, stop: may_stop, pass: may_pass, exchange, divide: may_divide, play_for_pot: may_play_for_pot }
    }
}

/// The totals of the round that a seat may bet or raise to.
#[derive(Serialize, ToSchema)]
struct TableWager {
    /// Whether it is the first of the round: then it is a `bet`, else a `raise-to`.
    first: bool,
    /// The least.
    least: i64,
    /// The most.
    most: i64,
    /// The step from the least on; the whole stack may be wagered beside it.
    step: i64,
    /// What the seat has in all in this round.
    all_in: i64,
}

impl From<WagerOffer> for TableWager {
    fn from(wager: WagerOffer) -> Self {
        let WagerOffer { is_bet, least, most, step, all_in } = wager;
        Self { first: is_bet, least: least.minor(), most: most.minor(), step: step.minor(), all_in: all_in.minor() }
    }
}
