//! What happens at tables between players as JSON.

use serde_json::{Value, json};

use super::tables::with_names;
use crate::model::{
    BettingAction, DealVoid, Money, PlayerTableFact, PlayerTableOrder, PotPayment, PotShare, PotsSettlement, Seat, TableConditions,
    VoidReason,
};

/// An order that there is at such a table alone.
pub(super) fn order(order: &PlayerTableOrder) -> Value {
    match order {
        PlayerTableOrder::Join { put } => json!({"command": "join", "put": put.minor()}),
        PlayerTableOrder::TopUp { amount } => json!({"command": "top-up", "amount": amount.minor()}),
        PlayerTableOrder::SitOut { is_out } => json!({"command": "sit-out", "is_out": is_out}),
        PlayerTableOrder::Leave => json!({"command": "leave"}),
        PlayerTableOrder::Act { turn, action } => {
            let mut value = json!({"command": "act", "turn": turn});
            add_action(&mut value, *action);
            value
        }
        PlayerTableOrder::Open { conditions } => {
            let mut value = self::conditions(conditions);
            value["command"] = "open".into();
            value
        }
        PlayerTableOrder::Close => json!({"command": "close"}),
        PlayerTableOrder::Show => json!({"command": "show"}),
        PlayerTableOrder::Muck { is_automatic } => json!({"command": "muck", "is_automatic": is_automatic}),
        PlayerTableOrder::Exposed { seat, card } => json!({"command": "exposed-card", "seat": seat.number(), "card": card.to_string()}),
        PlayerTableOrder::Boxed { card } => json!({"command": "boxed-card", "card": card.to_string()}),
        PlayerTableOrder::TakeFlopBack => json!({"command": "take-flop-back"}),
        PlayerTableOrder::StubShuffled => json!({"command": "stub-shuffled"}),
        PlayerTableOrder::Remove { seat } => json!({"command": "remove", "seat": seat.number()}),
    }
}

/// A fact of such a table.
pub(super) fn fact(fact: &PlayerTableFact) -> Value {
    match fact {
        PlayerTableFact::Joined { seat, put } => json!({"fact": "joined", "seat": seat.number(), "put": put.minor()}),
        PlayerTableFact::ToppedUp { seat, amount } => json!({"fact": "topped-up", "seat": seat.number(), "amount": amount.minor()}),
        PlayerTableFact::SatOut { seat, is_out } => json!({"fact": "sat-out", "seat": seat.number(), "is_out": is_out}),
        PlayerTableFact::IsLeaving { seat } => json!({"fact": "is-leaving", "seat": seat.number()}),
        PlayerTableFact::Left { seat, back } => json!({"fact": "left", "seat": seat.number(), "back": back.minor()}),
        PlayerTableFact::ButtonDrawn { button } => json!({"fact": "button-drawn", "button": button.number()}),
        PlayerTableFact::Began { deal, button, blinds, players } => {
            let blinds = blinds.map(|(small, big)| [small.number(), big.number()]);
            json!({"fact": "deal-began", "deal": deal, "button": button.number(), "blinds": blinds, "players": amounts(players)})
        }
        PlayerTableFact::Posted { seat, amount } => json!({"fact": "posted", "seat": seat.number(), "amount": amount.minor()}),
        PlayerTableFact::Killed { seat } => json!({"fact": "killed", "seat": seat.number()}),
        PlayerTableFact::Acted { seat, action, paid, by_default } => {
            let mut value = json!({"fact": "acted", "seat": seat.number(), "paid": paid.minor(), "by_default": by_default});
            add_action(&mut value, *action);
            value
        }
        PlayerTableFact::PlaysAgain { seats } => {
            let seats: Vec<u8> = seats.iter().map(|seat| seat.number()).collect();
            json!({"fact": "plays-again", "seats": seats})
        }
        PlayerTableFact::Settled { deal, settlement, shown, played } => {
            let shown: Vec<u8> = shown.iter().map(|seat| seat.number()).collect();
            let value = json!({"fact": "settled", "deal": deal, "settlement": self::settlement(settlement), "shown": shown});
            with_names(value, Some(played))
        }
        PlayerTableFact::Showed { seat } => json!({"fact": "showed", "seat": seat.number()}),
        PlayerTableFact::Opened { seat, conditions } => {
            let mut value = self::conditions(conditions);
            (value["fact"], value["seat"]) = ("opened".into(), seat.number().into());
            value
        }
        PlayerTableFact::Closed => json!({"fact": "closed"}),
        PlayerTableFact::Presence { seat, is_here } => json!({"fact": "presence", "seat": seat.number(), "here": is_here}),
        PlayerTableFact::MucksSet { seat, is_automatic } => {
            json!({"fact": "mucks-set", "seat": seat.number(), "is_automatic": is_automatic})
        }
        PlayerTableFact::Exposed { seat, place, stays } => {
            json!({"fact": "card-exposed", "seat": seat.number(), "card": place + 1, "stays": stays})
        }
        PlayerTableFact::ExtraCard => json!({"fact": "extra-card"}),
        PlayerTableFact::Boxed => json!({"fact": "boxed-card"}),
        PlayerTableFact::FlopTakenBack => json!({"fact": "flop-taken-back"}),
        PlayerTableFact::StubShuffled => json!({"fact": "stub-shuffled"}),
        PlayerTableFact::WrongCount { seat } => json!({"fact": "wrong-count", "seat": seat.number()}),
        PlayerTableFact::HourPaid { seat, fee } => json!({"fact": "hour-paid", "seat": seat.number(), "fee": fee.minor()}),
        PlayerTableFact::Voided { deal, reason, back, played } => {
            let mut value = json!({"fact": "voided", "deal": deal, "reason": reason.name(), "back": amounts(back)});
            if let DealVoid::Round(VoidReason::Attendant { name, reason }) = reason {
                value["name"] = name.as_str().into();
                value["words"] = reason.as_str().into();
            }
            with_names(value, Some(played))
        }
    }
}

fn conditions(TableConditions { buy_in_least, buy_in_most, seats_most }: &TableConditions) -> Value {
    json!({"buy_in_least": buy_in_least.minor(), "buy_in_most": buy_in_most.minor(), "seats_most": seats_most})
}

fn add_action(value: &mut Value, action: BettingAction) {
    value["action"] = action.name().into();
    if let Some(amount) = action.amount() {
        value["to"] = amount.minor().into();
    }
    if let Some(cards) = action.cards() {
        value["cards"] = (1..=8_u8).filter(|place| cards.has(usize::from(place - 1))).collect();
    }
}

fn amounts(amounts: &[(Seat, Money)]) -> Value {
    amounts.iter().map(|(seat, amount)| json!({"seat": seat.number(), "amount": amount.minor()})).collect()
}

fn settlement(settlement: &PotsSettlement) -> Value {
    let pots: Value = settlement.pots.iter().map(pot).collect();
    let uncalled = settlement.uncalled.map(|(seat, amount)| json!({"seat": seat.number(), "amount": amount.minor()}));
    json!({"uncalled": uncalled, "pots": pots, "returns": amounts(&settlement.returns), "fee": settlement.fee.minor()})
}

fn pot(pot: &PotPayment) -> Value {
    let claimants: Vec<u8> = pot.claimants.iter().map(|seat| seat.number()).collect();
    let share = |share: &PotShare| json!({"seat": share.seat.number(), "amount": share.amount.minor(), "is_low": share.is_low});
    let shares: Value = pot.shares.iter().map(share).collect();
    json!({"amount": pot.amount.minor(), "fee": pot.fee.minor(), "claimants": claimants, "shares": shares})
}
