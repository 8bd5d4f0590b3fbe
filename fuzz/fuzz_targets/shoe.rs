//! Any bytes in any rhythm, with any wishes in between, into the card-reading shoe's dialect: no panic, and what
//! `support` says of every card source.
#![no_main]

#[path = "support/card_source.rs"]
mod support;

use std::sync::LazyLock;

use croupier::model::{Card, CardWish, OrderNumber};
use croupier::profiles::{Kind, load};
use croupier::sensing::shoe::{Parameters, Shoe};
use libfuzzer_sys::fuzz_target;
use support::{HOST, PACKS, Script};

static DEVICE: LazyLock<Parameters> = LazyLock::new(|| load(Kind::Device, "shoe").expect("a shipped device").value);

/// What a person has done with the shoe.
#[derive(Default)]
struct Drawn {
    /// The order that the cards are dealt from.
    loaded: OrderNumber,
    /// Cards drawn of the loading.
    drawn: u16,
}

fuzz_target!(|data: &[u8]| support::play(Drawn::default(), data));

impl Script for Drawn {
    type Machine = Shoe;

    fn machine() -> Shoe {
        Shoe::new(DEVICE.clone(), HOST)
    }

    fn shoe(&self) -> OrderNumber {
        self.loaded
    }

    fn ordered(&mut self, wish: &CardWish) {
        if let CardWish::Shuffle { number, .. } = wish {
            *self = Self { loaded: *number, drawn: 0 };
        }
    }

    fn sent(&mut self, _: Vec<u8>) {}

    fn say(&mut self, choice: u8, _: OrderNumber) -> Option<String> {
        let (loaded, drawn) = (self.loaded, self.drawn);
        Some(match choice {
            0..52 => {
                self.drawn += 1;
                let card = Card::from_index(choice.into()).expect("one of 52");
                format!("DRAWN CAFE0001-{loaded} {} {card}", self.drawn)
            }
            52..70 => format!("DRAWN CAFE0001-{loaded} {} As", drawn.saturating_sub(u16::from(choice % 3))),
            70..90 => {
                self.drawn += 1 + u16::from(choice % 2);
                format!("DRAWN CAFE0001-{loaded} {} {}", self.drawn, ["??", "XX", "Kd"][usize::from(choice) % 3])
            }
            90..110 => "SHOE 1 M F S".to_owned(),
            110..140 => format!("STATE READY - {PACKS} 0 -"),
            140..170 => format!("STATE READY CAFE0001-{loaded} {PACKS} {drawn} {drawn}"),
            170..190 => format!("STATE EMPTY CAFE0001-{loaded} {PACKS} {drawn} -"),
            190..210 => format!("STATE {} CAFE0001-{loaded} {PACKS} {drawn} -", ["COVER", "DEFECT", "SERVICE"][usize::from(choice) % 3]),
            210..220 => format!("DRAWN - {} 2c", drawn + 1),
            220..230 => format!("STATE READY 0BAD0001-{loaded} {PACKS} {drawn} -"),
            _ => format!("STATE READY CAFE0001-{loaded} {PACKS} {drawn} -"),
        })
    }

    fn named(_: OrderNumber, card: Card) -> String {
        format!(" {card}#")
    }
}
