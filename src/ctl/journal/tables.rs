//! What happens at card tables as JSON, beside the records of the wheel.
//!
//! Which card came stands here only where its deal has ended: until then it may be lying face down.

use serde_json::{Value, json};

use super::player_tables;
use crate::model::{
    BoxStake, CardPlace, CardSourceEvent, Choice, DealSettlement, DealVoid, PlayedAs, StakeForm, StakeReturn, TableFact, TableNumber,
    TableOrder, VoidReason, Win,
};

/// An order at a card table.
pub(super) fn order(table: TableNumber, order: &TableOrder) -> Value {
    let mut value = match order {
        TableOrder::Stake(forms) => json!({"command": "stake", "stakes": forms.iter().map(form).collect::<Value>()}),
        TableOrder::TakeBack(place) => json!({"command": "take-back-stakes", "box": place}),
        TableOrder::Repeat => json!({"command": "repeat-stakes"}),
        TableOrder::Choose { turn, choice } => {
            let mut value = self::choice(*choice);
            value["command"] = "choose".into();
            value["turn"] = (*turn).into();
            value
        }
        TableOrder::Hold { reason } => json!({"command": "hold", "reason": reason}),
        TableOrder::Resume => json!({"command": "resume"}),
        TableOrder::Void { reason, new_shoe } => json!({"command": "void", "reason": reason, "new_shoe": new_shoe}),
        TableOrder::Shuffle => json!({"command": "shuffle"}),
        TableOrder::Redeal { reason } => json!({"command": "redeal", "reason": reason}),
        TableOrder::NewCroupier => json!({"command": "new-croupier"}),
        TableOrder::MissedBox(place) => json!({"command": "missed-box", "box": place}),
        TableOrder::ExposedCard => json!({"command": "exposed-card"}),
        TableOrder::CardTooMany(place) => json!({"command": "card-too-many", "box": place}),
        TableOrder::WrongCount { at: CardPlace::Hand { place, hand }, cards } => {
            json!({"command": "wrong-count", "box": place, "hand": hand, "cards": cards})
        }
        TableOrder::WrongCount { cards, .. } => json!({"command": "wrong-count", "cards": cards}),
        TableOrder::BetweenPlayers(order) => player_tables::order(order),
    };
    value["table"] = table.0.into();
    value
}

/// What a card source said; `tells_card` where a card that came may be told.
pub(super) fn event(table: TableNumber, event: &CardSourceEvent, tells_card: bool) -> Value {
    let mut value = source_event(event, tells_card);
    value["table"] = table.0.into();
    value
}

/// The same, no matter at which table.
pub(in crate::ctl) fn source_event(event: &CardSourceEvent, tells_card: bool) -> Value {
    let mut value = json!({"event": event.name()});
    if let Some(number) = event.ends() {
        value["order"] = number.into();
    }
    if let Some(card) = event.card().filter(|_| tells_card) {
        value["card"] = card.to_string().into();
    }
    match event {
        CardSourceEvent::Failed { why, .. } => value["why"] = why.name().into(),
        CardSourceEvent::Shuffled { count, .. } | CardSourceEvent::Counted { count, .. } => value["cards"] = count.cards.into(),
        CardSourceEvent::Shuffling { number, cards } => {
            value["order"] = (*number).into();
            value["cards"] = (*cards).into();
        }
        CardSourceEvent::SelfTested { passed, .. } => value["passed"] = (*passed).into(),
        CardSourceEvent::Fault { code, detail } => {
            value["code"] = code.name().into();
            value["detail"] = detail.as_str().into();
        }
        CardSourceEvent::FaultCleared(code) => value["code"] = code.name().into(),
        _ => {}
    }
    value
}

/// A fact of a card table.
pub(in crate::ctl) fn fact(table: TableNumber, fact: &TableFact) -> Value {
    let mut value = match fact {
        TableFact::Opened { deal } => json!({"fact": "stakes-opened", "deal": deal}),
        TableFact::Staked(laid) => json!({"fact": "staked", "stakes": stakes(laid)}),
        TableFact::Waited(waited) => json!({"fact": "waited", "stakes": stakes(waited)}),
        TableFact::TakenBack(back) => json!({"fact": "taken-back", "stakes": stakes(back)}),
        TableFact::Closed { deal } => json!({"fact": "closed", "deal": deal}),
        TableFact::Chosen { seat, place, hand, choice, stakes: placed, by_default } => {
            let mut value = self::choice(*choice);
            value["fact"] = "chosen".into();
            value["seat"] = seat.number().into();
            value["box"] = place.0.into();
            value["hand"] = (*hand).into();
            value["stakes"] = stakes(placed);
            value["by_default"] = (*by_default).into();
            value
        }
        TableFact::Settled { deal, settlement, played } => {
            with_names(json!({"fact": "settled", "deal": deal, "settlement": self::settlement(settlement)}), played.as_ref())
        }
        TableFact::Voided { deal, reason, settlement, played } => {
            let value = json!({"fact": "voided", "deal": deal, "reason": reason.name(), "settlement": self::settlement(settlement)});
            let mut value = with_names(value, played.as_ref());
            if let DealVoid::Round(VoidReason::Attendant { name, reason }) | DealVoid::Redeal { name, reason } = reason {
                value["name"] = name.as_str().into();
                value["words"] = reason.as_str().into();
            }
            value
        }
        TableFact::Paid { deal, settlement } => json!({"fact": "paid", "deal": deal, "settlement": self::settlement(settlement)}),
        TableFact::PaidBack { seat, due, amount } => {
            json!({"fact": "paid-back", "seat": seat.number(), "due": due.minor(), "amount": amount.minor()})
        }
        TableFact::Shuffled => json!({"fact": "shuffled"}),
        TableFact::Held { fault, reason } => json!({"fact": "held", "fault": fault.map(|fault| fault.name()), "reason": reason}),
        TableFact::Resumed => json!({"fact": "resumed"}),
        TableFact::TermsInForce => json!({"fact": "terms-in-force"}),
        TableFact::CroupierChanged => json!({"fact": "croupier-changed"}),
        TableFact::BetweenPlayers(fact) => player_tables::fact(fact),
    };
    value["table"] = table.0.into();
    value
}

fn choice(choice: Choice) -> Value {
    let mut value = json!({"choice": choice.kind()});
    if let Some(amount) = choice.amount() {
        value["amount"] = amount.minor().into();
    }
    if choice.kind().names_cards() {
        value["cards"] = (1..=8).filter(|place| choice.cards().has(place - 1)).collect();
    }
    value
}

fn form(form: &StakeForm) -> Value {
    json!({"box": form.place, "stake": form.kind, "amount": form.amount.minor()})
}

fn stake(stake: &BoxStake) -> Value {
    json!({"seat": stake.seat.number(), "box": stake.place, "hand": stake.hand, "stake": stake.kind, "amount": stake.amount.minor()})
}

fn stakes(stakes: &[BoxStake]) -> Value {
    stakes.iter().map(stake).collect()
}

/// The fact, and what its deal was played as where that was recorded.
pub(super) fn with_names(mut fact: Value, played: Option<&PlayedAs>) -> Value {
    if let Some(PlayedAs { table_name, game, rules_name }) = played {
        fact["table_name"] = table_name.as_str().into();
        fact["game"] = game.as_str().into();
        fact["rules"] = rules_name.as_str().into();
    }
    fact
}

fn settlement(settlement: &DealSettlement) -> Value {
    let line = |line: &StakeReturn| {
        let mut value = stake(&line.stake);
        value["fate"] = json!(line.fate);
        value["returned"] = line.returned.minor().into();
        value["wins"] = line.wins.iter().map(win).collect();
        value
    };
    let cut = |cut: &crate::model::Cut| json!({"seat": cut.seat.number(), "box": cut.place, "amount": cut.amount.minor()});
    json!({"returns": settlement.returns.iter().map(line).collect::<Value>(), "cuts": settlement.cuts.iter().map(cut).collect::<Value>()})
}

fn win(win: &Win) -> Value {
    json!({"combination": win.combination, "odds": win.odds.to_string(), "amount": win.amount.minor()})
}
