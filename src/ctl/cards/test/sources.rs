//! Decks drawn from a source to their last card.

use super::Source;
use super::sample::{Sample, Shoe};
use crate::ctl::{Failure, simulation};
use crate::drivers::virtual_deck;
use crate::model::{Card, CardPlace, CardSourceEvent, CardWish, Composition, Face, OrderNumber, Span, Timestamp};
use crate::profiles::{self, Kind};
use crate::sensing::SerialMachine;
use crate::sim::chance::Chance;
use crate::sim::devices::SimulatedDevice;
use crate::sim::devices::{shoe, shuffler};
use crate::{sensing, sim};

/// What names the cabinet that draws here.
const HOST: u32 = 1;

/// Draws so many decks of so many packs.
pub(super) fn draw(source: Source, decks: u32, packs: u8, seed: Option<u64>) -> Result<Sample, Failure> {
    let shoes = match source {
        Source::Virtual => (0..decks).map(|deck| virtual_shoe(packs, &mut word(seed, deck))).collect(),
        Source::Shuffler => {
            let behaviour = shuffler::Behaviour { packs, deal_milliseconds: 1, pack_milliseconds: 1, ..shuffler::Behaviour::default() };
            let device = sim::devices::shuffler::SimulatedShuffler::new(simulation::seed(seed)?, behaviour);
            let parameters = profiles::load(Kind::Device, "shuffler")?.value;
            DrawingTable::new(sensing::shuffler::Shuffler::new(parameters, HOST), device).draw(decks, packs)
        }
        Source::Shoe => {
            let behaviour = shoe::Behaviour { draw_milliseconds: 1, pack_milliseconds: 1, ..shoe::Behaviour::default() };
            let device = sim::devices::shoe::SimulatedShoe::new(simulation::seed(seed)?, behaviour);
            let parameters = profiles::load(Kind::Device, "shoe")?.value;
            DrawingTable::new(sensing::shoe::Shoe::new(parameters, HOST), device).draw(decks, packs)
        }
    };
    let shoes: Result<Vec<Shoe>, Failure> = shoes;
    Ok(Sample { shoes: shoes? })
}

/// Sixteen random bits, from the operating system where there is no seed.
fn word(seed: Option<u64>, deck: u32) -> impl FnMut() -> Result<u16, getrandom::Error> {
    let mut chance = seed.map(|seed| Chance::new(seed, u64::from(deck)));
    move || match &mut chance {
        Some(chance) => Ok(chance.below(1 << u16::BITS) as u16),
        None => {
            let mut word = [0; 2];
            getrandom::fill(&mut word)?;
            Ok(u16::from_ne_bytes(word))
        }
    }
}

fn virtual_shoe(packs: u8, word: &mut impl FnMut() -> Result<u16, getrandom::Error>) -> Result<Shoe, Failure> {
    let mut remaining = Composition::of_packs(packs);
    let mut cards = Vec::new();
    let failed = |error: getrandom::Error| Failure::ours("no-randomness", error.to_string());
    while let Some(card) = virtual_deck::draw(&remaining, &mut *word).map_err(failed)? {
        remaining = remaining.without(card).expect("a card that is drawn was there");
        cards.push(card);
    }
    Ok(Shoe { packs, plays: vec![cards] })
}

/// A table that only draws, with its device at the other end of a line on which nothing goes wrong, in virtual time.
struct DrawingTable<M, D> {
    machine: M,
    device: D,
    now: Timestamp,
    number: OrderNumber,
}

impl<M, D> DrawingTable<M, D>
where
    M: SerialMachine<Wish = CardWish, Event = CardSourceEvent>,
    D: SimulatedDevice,
{
    fn new(mut machine: M, device: D) -> Self {
        let now = Timestamp::from_microseconds(1);
        machine.device_found(now);
        Self { machine, device, now, number: 0 }
    }

    fn draw(&mut self, decks: u32, packs: u8) -> Result<Vec<Shoe>, Failure> {
        (0..decks).map(|_| self.deck(packs)).collect()
    }

    fn deck(&mut self, packs: u8) -> Result<Shoe, Failure> {
        let shoe = self.next_number();
        self.end(CardWish::Shuffle { number: shoe, deck: packs.into() })?;
        let mut remaining = Composition::of_packs(packs);
        let mut cards: Vec<Card> = Vec::new();
        while cards.len() < usize::from(Composition::of_packs(packs).total()) {
            let number = self.next_number();
            let taken = u16::try_from(cards.len()).expect("packs hold few cards");
            let wish = CardWish::Card { number, shoe, to: CardPlace::Board, face: Face::Up, remaining, taken };
            let Some(card) = self.end(wish)?.card() else { return Err(no_card("the order for a card brought none")) };
            // One that cannot be there any more is counted with the others.
            remaining = remaining.without(card).unwrap_or(remaining);
            cards.push(card);
        }
        Ok(Shoe { packs, plays: vec![cards] })
    }

    fn next_number(&mut self) -> OrderNumber {
        self.number += 1;
        self.number
    }

    /// How an order ends.
    fn end(&mut self, wish: CardWish) -> Result<CardSourceEvent, Failure> {
        self.machine.wish(wish, self.now);
        for _ in 0..100_000 {
            while let Some(bytes) = self.machine.poll_send() {
                self.device.received(&bytes, self.now);
            }
            self.device.wake(self.now);
            let bytes = self.device.poll_send();
            self.machine.received(&bytes, self.now);
            self.machine.wake(self.now);
            let ended = core::iter::from_fn(|| self.machine.poll_event()).find(|event| event.ends() == wish.number());
            if let Some(event) = ended {
                return Ok(event);
            }
            let next = [self.device.next_wake(), self.machine.next_wake()].into_iter().flatten().min();
            let least = self.now.after(Span::from_milliseconds(1));
            self.now = next.map_or(least, |next| next.max(least));
            self.device.take_truth();
        }
        Err(no_card("the simulated device does not come to an end"))
    }
}

fn no_card(why: &str) -> Failure {
    Failure::ours("no-card", why.to_owned())
}
