//! What a seat would order now at card tables, on its machines and at tables between players, by what it is shown.

use serde_json::{Value, json};

/// An order of a seat: where it goes, and what it says.
pub(crate) struct CardOrder {
    pub(crate) path: String,
    pub(crate) body: Value,
}

/// Somebody at a seat, with what is shown to all and to this seat.
pub(crate) struct Seated<'a> {
    pub(crate) seat: usize,
    pub(crate) cabinet: &'a Value,
    pub(crate) own: &'a Value,
}

pub(crate) fn list<'a>(of: &'a Value, key: &str) -> &'a [Value] {
    of[key].as_array().unwrap_or_else(|| panic!("there is {key}"))
}

impl<'a> Seated<'a> {
    /// The tables that the seats share and the machines of this one, each with what the seat alone sees of it.
    fn tables(&self) -> impl Iterator<Item = (&'a Value, &'a Value)> {
        list(self.cabinet, "tables").iter().chain(list(self.own, "machines")).zip(list(self.own, "tables"))
    }

    fn order(&self, table: &Value, what: &str, body: Value) -> CardOrder {
        CardOrder { path: format!("/api/v1/seats/{}/tables/{}/{what}", self.seat, table["table"]), body }
    }

    /// The first stake that each table offers, where none of the seat's lies yet: it needs no other beside it.
    pub(crate) fn stakes(&self) -> Vec<CardOrder> {
        let wants = |table: &&Value| table["phase"] == "staking" && !list(table, "stakes").iter().any(|stake| stake["seat"] == self.seat);
        let stake = |table: &Value| {
            let offer = &table["offers"][0];
            let amount = offer["most"].as_i64().map_or(1_000, |most| most.min(1_000));
            // A table may have fewer boxes than there are seats, and a machine has the boxes of its seat alone.
            let boxes = table["boxes"].as_u64().expect("a table has boxes") as usize;
            let at = if table["owner"].is_null() { (self.seat - 1) % boxes + 1 } else { 1 };
            let body = json!({"deal": table["deal"], "stakes": [{"box": at, "stake": offer["stake"], "amount": amount}]});
            self.order(table, "stakes", body)
        };
        self.tables().map(|(table, _)| table).filter(wants).map(stake).collect()
    }

    /// The `turn`th of the choices that need no amount, wherever the seat owes one; an exchange keeps every card.
    pub(crate) fn choices(&self, turn: usize) -> Vec<CardOrder> {
        let needs_none = |choice: &&Value| !["insure", "tie"].iter().any(|named| choice["choice"] == *named) && choice["cards_least"] == 0;
        let choose = |(table, seen): (&Value, &Value)| {
            let plain: Vec<&Value> = list(seen, "choices").iter().filter(needs_none).map(|choice| &choice["choice"]).collect();
            let choice = plain.get(turn % plain.len().max(1))?;
            let mut body = json!({"deal": table["deal"], "turn": table["turns"][0]["turn"], "choice": choice});
            if **choice == "exchange" {
                body["cards"] = json!([]);
            }
            Some(self.order(table, "choose", body))
        };
        self.tables().filter(|(table, _)| table["turns"][0]["seat"] == self.seat).filter_map(choose).collect()
    }

    /// Sits down at every table between players and acts there, mostly by what costs least.
    pub(crate) fn between_players(&self, turn: usize) -> Vec<CardOrder> {
        let tables = list(self.cabinet, "player_tables").iter().zip(list(self.own, "player_tables"));
        tables.filter_map(|(table, seen)| self.between_players_at(table, seen, turn)).collect()
    }

    fn between_players_at(&self, table: &Value, seen: &Value, turn: usize) -> Option<CardOrder> {
        let deal = &table["deal"];
        if table["phase"] == "closed" {
            let (least, most) = (&table["amounts"]["buy_in_least"], &table["amounts"]["buy_in_most"]);
            let body = json!({"deal": deal, "buy_in_least": least, "buy_in_most": most, "seats": table["seats_most"]});
            return Some(self.order(table, "open", body));
        }
        let Some(place) = list(table, "places").iter().find(|place| place["seat"] == self.seat) else {
            return Some(self.order(table, "join", json!({"deal": deal, "amount": table["amounts"]["buy_in_most"]})));
        };
        if place["sits_out"] == true {
            // A busy machine may have let the time for its decisions pass.
            return Some(self.order(table, "sit-out", json!({"deal": deal, "out": false})));
        }
        if table["turn"]["seat"] != self.seat {
            return None;
        }
        let owes = seen["offers"]["call"].as_i64().is_some_and(|call| call > 0);
        let offers = &seen["offers"];
        let action = match (owes, turn % 7) {
            _ if offers["divide"] == true => "divide",
            (true, 0) => "fold",
            (true, _) => "call",
            (false, _) if offers["pass"] == true => "pass",
            (false, _) => "check",
        };
        Some(self.order(table, "act", json!({"deal": deal, "turn": table["turn"]["turn"], "action": action})))
    }

    /// Goes from every table between players where it sits.
    pub(crate) fn leaves(&self) -> Vec<CardOrder> {
        let sits = |table: &&Value| list(table, "places").iter().any(|place| place["seat"] == self.seat);
        let tables = list(self.cabinet, "player_tables").iter().filter(sits);
        tables.map(|table| self.order(table, "leave", json!({"deal": table["deal"]}))).collect()
    }
}
