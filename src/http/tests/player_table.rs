//! A table between players in the middle of a deal, in which each seat has one closed card that only its own eyes may see.

use std::sync::Arc;

use serde_json::{Value, json};

use super::table::secret_card;
use crate::model::*;

const NUMBER: TableNumber = TableNumber(17);

const fn minor(amount: i64) -> Money {
    Money::from_minor(amount)
}

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("there are six seats")
}

/// The places as somebody sees them who may see the closed card of this seat.
fn places(own: Option<Seat>) -> Vec<PlaceView> {
    let place = |seat: Seat| PlaceView {
        seat,
        stack: minor(9_800),
        put_in: minor(200),
        bet: minor(200),
        is_out: false,
        is_absent: seat.number() == 5,
        waits: false,
        is_leaving: false,
        is_live: true,
        down: vec![(Some(seat) == own).then(|| secret_card(seat))],
        up: Vec::new(),
        has_stopped: false,
        usable: None,
        bought: 0,
        combination: None,
        acted: (seat.number() == 2).then_some(BettingAction::RaiseTo(minor(200))),
        time_bank: Span::from_seconds(45),
    };
    Seat::all().map(place).collect()
}

/// The table as everybody sees it: seat 3 is asked.
pub(super) fn player_table() -> PlayerTableView {
    PlayerTableView {
        table: NUMBER,
        name: "Holdem".into(),
        game: "holdem".into(),
        rules_name: "holdem/by".into(),
        rules_sha256: [0xce; 32],
        limit: "spread",
        amounts: TableAmounts {
            small_blind: minor(50),
            big_blind: minor(100),
            buy_in_least: minor(1_000),
            buy_in_most: minor(20_000),
            unit: minor(50),
            ..TableAmounts::default()
        },
        fee: TableFee { percent_hundredths: 500, hourly: Some(minor(150)), hour_needs: Some(minor(151)), ..TableFee::default() },
        lets_stop: false,
        asks_to_divide: false,
        has_wheel: true,
        time_folds: false,
        trades: false,
        exchanges: false,
        is_opened_by_seats: true,
        is_dealt_by_hand: false,
        offers_free_fold: false,
        opened_by: Some(seat(4)),
        seats_most: 5,
        deal: 13,
        replays: 1,
        is_dividing: false,
        phase: PlayerTablePhase::Dealing,
        began_at: Some(Timestamp::from_microseconds(1)),
        ends_at: Some(Timestamp::from_microseconds(2)),
        button: Some(seat(1)),
        blinds: Some((seat(2), seat(3))),
        places: places(None),
        board: Vec::new(),
        pots: vec![Pot { amount: minor(600), claimants: vec![seat(1), seat(2)] }],
        price: minor(200),
        turn: Some((seat(3), 4)),
        is_on_time_bank: true,
        drawn: Vec::new(),
        card_to: None,
        shown_by_mistake: Vec::new(),
        ended: None,
        hold: None,
        faults: Vec::new(),
    }
}

/// The same as this seat sees it.
pub(super) fn seat_player_table(seat: Seat) -> SeatPlayerTableView {
    let wager = WagerOffer { is_bet: false, least: minor(300), most: minor(10_000), step: minor(50), all_in: minor(10_000) };
    let offers = (seat.number() == 3).then_some(BettingOffers {
        call: minor(100),
        wager: Some(wager),
        may_stop: false,
        may_pass: false,
        may_divide: false,
        may_play_for_pot: false,
        exchange: None,
    });
    let (places, hands) = (places(Some(seat)), vec![Arc::new(recalled_hand(seat))]);
    SeatPlayerTableView {
        table: NUMBER,
        places,
        offers,
        may_show: seat.number() == 4,
        paid_until: Some(Timestamp::from_microseconds(9)),
        mucks: Some(true),
        hands,
    }
}

fn places_json(own: Option<Seat>) -> Vec<Value> {
    let place = |seat: Seat| {
        let card = (Some(seat) == own).then(|| secret_card(seat).to_string());
        let acted = if seat.number() == 2 { json!({"action": "raise-to", "amount": 200, "cards": null}) } else { Value::Null };
        json!({"seat": seat.number(), "stack": 9_800, "bet": 200, "put_in": 200, "sits_out": false, "absent": seat.number() == 5, "waits": false, "leaving": false, "live": true,
            "down": [card], "up": [], "stopped": false, "usable": null, "bought": 0, "combination": null, "acted": acted, "time_bank_seconds": 45})
    };
    Seat::all().map(place).collect()
}

/// [`player_table`] as JSON.
pub(super) fn player_table_json() -> Value {
    json!({"table": 17, "name": "Holdem", "game": "holdem", "rules": "holdem/by", "rules_sha256": "ce".repeat(32), "limit": "spread",
        "amounts": {"ante": 0, "small_blind": 50, "big_blind": 100, "bring_in": 0, "small_bet": 0, "big_bet": 0, "most_bet": 0, "unit": 50,
            "buy_in_least": 1_000, "buy_in_most": 20_000},
        "fee": {"of_deal": 0, "percent_hundredths": 500, "most_of_deal": null, "without_flop": false, "hourly": 150, "hour_needs": 151},
        "lets_stop": false, "trades": false, "exchanges": false, "asks_to_divide": false, "wheel": true, "time_folds": false, "opened_by_seats": true, "opened_by": 4, "dealt_by_hand": false, "free_fold": false, "seats_most": 5, "deal": 13, "replays": 1, "dividing": false, "phase": "dealing", "began_at": 1, "ends_at": 2, "button": 1, "small_blind": 2, "big_blind": 3,
        "places": places_json(None), "board": [], "pots": [{"amount": 600, "seats": [1, 2]}], "price": 200, "turn": {"turn": 4, "seat": 3, "on_time_bank": true}, "drawn": [], "card_to": null,
        "card_open": false, "shown_by_mistake": [], "result": null, "voided": null, "hold": null, "faults": []})
}

/// [`seat_player_table`] as JSON.
pub(super) fn seat_player_table_json(seat: Seat) -> Value {
    let wager = json!({"first": false, "least": 300, "most": 10_000, "step": 50, "all_in": 10_000});
    let offers = if seat.number() == 3 {
        json!({"call": 100, "wager": wager, "stop": false, "pass": false, "exchange": null, "divide": false, "play_for_pot": false})
    } else {
        Value::Null
    };
    let (places, hands) = (places_json(Some(seat)), [recalled_hand_json(seat)]);
    json!({"table": 17, "places": places, "offers": offers, "may_show": seat.number() == 4, "paid_until": 9, "mucks": true, "hands": hands})
}

/// The same as an attendant sees it.
pub(super) fn closed_player_table_json() -> Value {
    json!({"table": 17, "places": places_json(None), "offers": null, "may_show": false, "paid_until": null, "mucks": null, "hands": []})
}

fn past_stack(number: u8, brought: i64, put_in: i64, returned: i64) -> PastStack {
    PastStack { brought: minor(brought), part: PastPart { seat: seat(number), put_in: minor(put_in), returned: minor(returned) } }
}

/// A deal of the past at this table, in which seat 2 raised and seat 3 gave up.
pub(super) fn past_hand(table: TableNumber, deal: u64) -> PastHand {
    let wager = |number, action, paid| PastWager { seat: seat(number), action, paid: minor(paid), by_default: false, street: None };
    let pot = PotPayment {
        amount: minor(300),
        fee: minor(10),
        claimants: vec![seat(2)],
        shares: vec![PotShare { seat: seat(2), amount: minor(290), is_low: false }],
    };
    PastHand {
        table,
        deal,
        played: Some(PlayedAs { table_name: "Holdem".into(), game: "holdem".into(), rules_name: "holdem/by".into() }),
        began_at: Timestamp::from_microseconds(3),
        ended_at: Timestamp::from_microseconds(4),
        stacks: vec![past_stack(2, 9_000, 200, 290), past_stack(3, 10_000, 100, 0)],
        course: vec![wager(3, None, 100), wager(2, Some(BettingAction::RaiseTo(minor(200))), 200), wager(3, Some(BettingAction::Fold), 0)],
        shown: Vec::new(),
        end: Some(DealEnd::Paid(PotsSettlement { uncalled: None, pots: vec![pot], returns: vec![(seat(2), minor(290))], fee: minor(10) })),
        board: Vec::new(),
        hands: Vec::new(),
        earlier: Vec::new(),
    }
}

/// The newest deal of the past as this seat may look back at it: its own closed card is open.
pub(super) fn recalled_hand(own: Seat) -> PastHand {
    let hand = |seat: Seat| PastCards {
        seat,
        is_live: seat.number() == 2,
        down: (seat == own || seat.number() == 2).then(|| (seat == own).then(|| secret_card(seat))).into_iter().collect(),
        up: Vec::new(),
        combination: None,
    };
    let mut past = past_hand(NUMBER, 4);
    past.course.iter_mut().for_each(|wager| wager.street = Some(0));
    PastHand { hands: Seat::all().map(hand).collect(), ..past }
}

pub(super) fn recalled_hand_json(own: Seat) -> Value {
    let hand = |seat: Seat| {
        let card = (seat == own).then(|| secret_card(seat).to_string());
        let down = if seat == own || seat.number() == 2 { vec![card] } else { Vec::new() };
        json!({"seat": seat.number(), "live": seat.number() == 2, "down": down, "up": [], "combination": null})
    };
    let mut past = past_hand_json(4);
    past["hands"] = Seat::all().map(hand).collect();
    past["course"].as_array_mut().into_iter().flatten().for_each(|wager| wager["street"] = json!(0));
    past
}

/// The same as the API tells it.
pub(super) fn past_hand_json(deal: u64) -> Value {
    let share = json!({"seat": 2, "amount": 290, "low": false});
    json!({
        "table": 17, "deal": deal, "table_name": "Holdem", "game": "holdem", "rules": "holdem/by", "began_at": 3, "ended_at": 4,
        "stacks": [{"seat": 2, "brought": 9_000, "put_in": 200, "returned": 290}, {"seat": 3, "brought": 10_000, "put_in": 100, "returned": 0}],
        "board": [], "hands": [], "earlier": [],
        "course": [
            {"seat": 3, "action": null, "amount": null, "cards": null, "paid": 100, "by_default": false, "street": null},
            {"seat": 2, "action": "raise-to", "amount": 200, "cards": null, "paid": 200, "by_default": false, "street": null},
            {"seat": 3, "action": "fold", "amount": null, "cards": null, "paid": 0, "by_default": false, "street": null},
        ],
        "shown": [],
        "result": {
            "uncalled": null, "fee": 10, "returns": [{"seat": 2, "amount": 290}],
            "pots": [{"amount": 300, "fee": 10, "seats": [2], "shares": [share]}],
        },
        "voided": null,
    })
}
