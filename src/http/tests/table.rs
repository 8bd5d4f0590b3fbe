//! A card table in the middle of a deal, in which each seat has one card that only its own eyes may see.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::model::*;

/// A card that stands nowhere but in the views of this seat.
pub(super) fn secret_card(seat: Seat) -> Card {
    Card::from_index(usize::from(seat.number()) * 7).expect("six times seven is below 52")
}

fn place(seat: Seat) -> BoxNumber {
    BoxNumber(seat.number())
}

fn hand(seat: Seat, card: Option<Card>) -> HandView {
    let at = CardPlace::Hand { place: place(seat), hand: 0 };
    HandView { at, cards: vec![card], points: None, combinations: Vec::new(), standing: Standing::Playing }
}

fn ante(seat: Seat) -> BoxStake {
    BoxStake { seat, place: place(seat), hand: 0, kind: StakeKind::Ante, amount: Money::from_minor(500) }
}

fn won(seat: Seat) -> DealSettlement {
    let win = Win { combination: Some(Combination::Flush), odds: Odds::to_one(5), amount: Money::from_minor(2_500) };
    let cut = Cut { seat, place: place(seat), amount: Money::from_minor(100) };
    DealSettlement { returns: vec![StakeReturn::won(ante(seat), win)], cuts: vec![cut] }
}

/// The table as everybody sees it: seat 3 is to decide.
pub(super) fn table() -> TableView {
    let seat = Seat::new(3).expect("there are six seats");
    TableView {
        table: TableNumber(2),
        name: "Oasis".into(),
        game: "oasis",
        rules_name: "oasis/by".into(),
        rules_sha256: [0xcd; 32],
        boxes: 6,
        has_own_boxes: false,
        offers: vec![StakeOffer {
            kind: StakeKind::Ante,
            least: Money::from_minor(100),
            most: Money::from_minor(5_000),
            step: Money::from_minor(100),
            odds: None,
        }],
        limits: vec![TableLimit { kind: LimitKind::BoxWin, most: Money::from_minor(90_000) }],
        sheet: Arc::new(RuleSheet {
            packs: 1,
            pack: Pack::Plain,
            is_machine: false,
            is_shuffled_each_deal: true,
            decision_seconds: Some(30),
            pays: vec![
                PayRow::anything(StakeKind::Ante, Odds::to_one(1)),
                PayRow::combination(StakeKind::Bet, Combination::Flush, Odds::to_one(5)),
                PayRow::case(StakeKind::Bonus, "two-suits", Odds::to_one(9)),
            ],
            notes: vec![RuleNote::plain("aim"), RuleNote::counted("light-most", 2_u8)],
        }),
        deal: 9,
        phase: TablePhase::Dealing,
        began_at: Some(Timestamp::from_microseconds(7)),
        ends_at: Some(Timestamp::from_microseconds(77)),
        stakes: vec![ante(seat)],
        hands: Seat::all().map(|seat| hand(seat, None)).collect(),
        pieces: Vec::new(),
        turns: vec![TurnView { turn: 1, seat, place: place(seat), hand: 0 }],
        card_to: None,
        paid: DealSettlement::default(),
        settlement: None,
        voided: None,
        cards_left: 16,
        is_last_of_shoe: true,
        may_redeal: true,
        shuffle: Some(ShuffleView { cards_done: 104, cards: 416, ends_about: None }),
        hold: None,
        faults: Vec::new(),
    }
}

/// Its rules as HTTP tells them.
pub(super) fn table_rules_json() -> Value {
    let pay =
        |stake, combination, case, odds| json!({"stake": stake, "combination": combination, "case": case, "odds": odds, "times": null});
    json!({
        "table": 2, "game": "oasis", "rules": "oasis/by", "rules_sha256": "cd".repeat(32),
        "packs": 1, "pack": "52-cards", "shuffled_each_deal": true, "decision_seconds": 30,
        "pays": [pay("ante", None, None, "1:1"), pay("bet", Some("flush"), None, "5:1"), pay("bonus", None, Some("two-suits"), "9:1")],
        "notes": [{"name": "aim", "count": null}, {"name": "light-most", "count": 2}],
    })
}

/// The table as the seat sees it.
pub(super) fn seat_table(seat: Seat) -> SeatTableView {
    let fold = Offer::free(ChoiceKind::Fold);
    let bet = Offer::at(ChoiceKind::Bet, Money::from_minor(999_000_000));
    SeatTableView {
        table: TableNumber(2),
        hands: Seat::all().map(|other| hand(other, (other == seat).then(|| secret_card(seat)))).collect(),
        offers: [fold, bet].into_iter().collect(),
        staked: Money::from_minor(500),
        repeat: vec![StakeForm { place: place(seat), kind: StakeKind::Ante, amount: Money::from_minor(500) }],
        deals: vec![std::sync::Arc::new(deal(seat, Some(secret_card(seat))))],
    }
}

/// A deal of the past in which the seat's card was never opened.
pub(super) fn deal(seat: Seat, card: Option<Card>) -> DealRecall {
    DealRecall {
        table: TableNumber(2),
        deal: 8,
        table_name: Some("Gold".into()),
        game: Some("oasis".into()),
        rules_name: "oasis/by".into(),
        opened_at: Timestamp::from_microseconds(5),
        settled_at: Timestamp::from_microseconds(6),
        hands: vec![hand(seat, card)],
        pieces: Vec::new(),
        settlement: won(seat),
        voided: None,
    }
}

/// What the journal tells of a seat's part of a deal; deal 7 was dealt by a release that recorded no names.
pub(super) fn past_deal(seat: Seat, table: TableNumber, deal: u64) -> PastDeal {
    let choice = PastChoice { seat, place: place(seat), hand: 0, choice: ChoiceKind::Bet, cards: 0, by_default: false };
    let (opened_at, settled_at) = (Timestamp::from_microseconds(5), Timestamp::from_microseconds(6));
    let names = || PlayedAs { table_name: "Gold".into(), game: "oasis".into(), rules_name: "oasis/by".into() };
    let played = (deal != 7).then(names);
    PastDeal { table, deal, played, opened_at, settled_at, choices: vec![choice], settlement: won(seat), voided: None }
}

/// [`past_deal`] as JSON.
pub(super) fn past_deal_json(seat: Seat, table: u8, deal: u64) -> Value {
    let [table_name, game, rules] = ["Gold", "oasis", "oasis/by"].map(|name| (deal != 7).then_some(name));
    json!({"table": table, "deal": deal, "table_name": table_name, "game": game, "rules": rules, "opened_at": 5, "settled_at": 6, "voided": null, "settlement": deal_json(seat, None)["settlement"],
        "choices": [{"seat": seat.number(), "box": seat.number(), "hand": 0, "choice": "bet", "cards": 0, "by_default": false}]})
}

fn hand_json(seat: Seat, card: Option<Card>) -> Value {
    json!({"at": {"place": "hand", "box": seat.number(), "hand": 0}, "cards": [card.map(|card| card.to_string())], "points": null, "soft": false,
        "combinations": [], "standing": "playing"})
}

/// [`table`] as JSON.
pub(super) fn table_json() -> Value {
    json!({"table": 2, "name": "Oasis", "game": "oasis", "rules": "oasis/by", "rules_sha256": "cd".repeat(32), "boxes": 6, "own_boxes": false, "owner": null,
        "offers": [{"stake": "ante", "least": 100, "most": 5000, "step": 100, "odds": null}], "limits": [{"limit": "box-win", "most": 90_000}], "deal": 9, "phase": "dealing", "began_at": 7, "ends_at": 77,
        "stakes": [{"seat": 3, "box": 3, "hand": 0, "stake": "ante", "amount": 500}],
        "hands": Seat::all().map(|seat| hand_json(seat, None)).collect::<Vec<_>>(), "pieces": [],
        "turns": [{"turn": 1, "seat": 3, "box": 3, "hand": 0}], "card_to": null, "paid": {"returns": [], "cuts": []}, "settlement": null, "voided": null, "cards_left": 16,
        "last_of_shoe": true, "may_redeal": true, "shuffle": {"cards_done": 104, "cards": 416, "ends_about": null}, "hold": null, "faults": []})
}

/// [`seat_table`] as JSON.
pub(super) fn seat_table_json(seat: Seat) -> Value {
    let hands: Vec<Value> = Seat::all().map(|other| hand_json(other, (other == seat).then(|| secret_card(seat)))).collect();
    json!({"table": 2, "hands": hands, "choices": [
            {"choice": "fold", "cards_least": 0, "cards": 0, "of": 0, "least": 0, "most": 0, "step": 1, "returns": 0, "gives_up": 0, "coefficient_hundredths": 0, "affordable": true},
            {"choice": "bet", "cards_least": 0, "cards": 0, "of": 0, "least": 999_000_000, "most": 999_000_000, "step": 1, "returns": 0, "gives_up": 0, "coefficient_hundredths": 0, "affordable": false}],
        "staked": 500, "repeat": [{"box": seat.number(), "stake": "ante", "amount": 500}],
        "deals": [deal_json(seat, Some(secret_card(seat)))]})
}

/// [`deal`] as JSON.
pub(super) fn deal_json(seat: Seat, card: Option<Card>) -> Value {
    let number = seat.number();
    json!({"table": 2, "deal": 8, "table_name": "Gold", "game": "oasis", "rules": "oasis/by", "opened_at": 5, "settled_at": 6, "hands": [hand_json(seat, card)], "pieces": [],
        "settlement": {"returns": [{"seat": number, "box": number, "hand": 0, "stake": "ante", "amount": 500, "fate": "won", "returned": 3000,
            "wins": [{"combination": "flush", "odds": "5:1", "amount": 2500}]}], "cuts": [{"seat": number, "box": number, "amount": 100}]},
        "voided": null})
}
