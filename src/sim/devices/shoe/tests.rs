//! The simulated shoe against its own protocol. The cabinet here is a few lines of its own: what reads the shoe in earnest is tested
//! elsewhere.

use super::*;
use crate::model::Card;
use crate::sim::devices::faults::Faults;

/// A shoe and its time.
struct Bench {
    shoe: SimulatedShoe,
    now: Timestamp,
}

impl Bench {
    fn new(seed: u64, behaviour: Behaviour) -> Self {
        Self { shoe: SimulatedShoe::new(seed, behaviour), now: Timestamp::from_microseconds(1_000_000) }
    }

    /// A shoe of one pack, called `CAFE0001-1`.
    fn loaded(seed: u64, behaviour: Behaviour) -> Self {
        let mut bench = Self::new(seed, behaviour);
        bench.ask("WANT LOAD 1");
        assert_eq!(bench.pass(30_000), ["STATE READY - 1 0 -"]);
        assert_eq!(bench.ask("NAME CAFE0001-1"), ["STATE READY CAFE0001-1 1 0 -"]);
        bench
    }

    fn lines(&mut self) -> Vec<String> {
        let text = String::from_utf8_lossy(&self.shoe.poll_send()).into_owned();
        text.lines().map(|line| line.trim_start_matches(':').split('#').next().unwrap_or("").to_owned()).collect()
    }

    /// What the shoe says at once to these words.
    fn ask(&mut self, words: &str) -> Vec<String> {
        let body = format!("{words}#");
        self.shoe.received(format!(":{body}{:08X};", crc32fast::hash(body.as_bytes())).as_bytes(), self.now);
        self.lines()
    }

    fn pass(&mut self, milliseconds: u64) -> Vec<String> {
        self.now = self.now.after(Span::from_milliseconds(milliseconds));
        self.shoe.wake(self.now);
        self.lines()
    }

    /// The lines that come when the card of this number is wanted.
    fn draw(&mut self, number: u16) -> Vec<String> {
        self.ask(&format!("WANT CARD {number} DEALER UP"));
        self.pass(2_000)
    }
}

#[test]
fn a_shoe_holds_every_card_once_for_each_pack_and_then_is_empty() {
    let mut bench = Bench::loaded(1, Behaviour::default());
    let mut names: Vec<String> = (1..=52).flat_map(|number| bench.draw(number)).collect();
    names.iter_mut().for_each(|line| drop(line.drain(..line.len() - 2)));
    let mut expected: Vec<String> = Card::all().map(|card| card.to_string()).collect();
    assert_ne!(names, expected, "they lie in no order");
    names.sort();
    expected.sort();
    assert_eq!(names, expected);
    assert_eq!(bench.ask("WANT NOTHING"), ["STATE EMPTY CAFE0001-1 1 52 -"]);
}

#[test]
fn the_dealer_draws_one_card_for_one_number_and_none_that_is_not_wanted_any_more() {
    let mut bench = Bench::loaded(2, Behaviour::default());
    assert_eq!(bench.draw(1).len(), 1);
    assert_eq!(bench.draw(1), [""; 0], "the first card lies there");
    bench.ask("WANT CARD 2 DEALER UP");
    bench.ask("WANT NOTHING");
    assert_eq!(bench.pass(5_000), [""; 0]);
    assert_eq!(bench.ask("TELL 1").len(), 1);
    assert_eq!(bench.ask("TELL 2"), [""; 0]);
}

#[test]
fn a_loading_takes_one_name_as_long_as_no_card_of_it_is_drawn() {
    let mut bench = Bench::loaded(3, Behaviour::default());
    assert_eq!(bench.ask("NAME CAFE0001-2"), ["STATE READY CAFE0001-1 1 0 -"]);
    bench.draw(1);
    bench.ask("WANT LOAD 2");
    assert_eq!(bench.pass(30_000), ["STATE READY - 2 0 -"]);
    assert_eq!(bench.ask("WANT LOAD 2"), ["STATE READY - 2 0 -"], "it is loaded once");
}

#[test]
fn each_fault_of_a_card_is_said_as_a_shoe_can_see_it() {
    let check = |fault, expected: &str| {
        let mut bench =
            Bench::loaded(4, Behaviour { faults: Faults { script: vec![(fault, 2)], ..Faults::none() }, ..Behaviour::default() });
        let before = bench.draw(1);
        let said = bench.draw(2);
        let card = |lines: &[String]| lines.last().map_or(String::new(), |line| line[line.len() - 2..].to_owned());
        let told = match card(&said) {
            twice if twice == card(&before) => "twice".to_owned(),
            other if ["??", "XX"].contains(&other.as_str()) => other,
            _ => format!("{} lines", said.len()),
        };
        assert_eq!(told, expected, "{fault:?}: {said:?}");
    };
    check(Fault::Unreadable, "??");
    check(Fault::Foreign, "XX");
    check(Fault::CardTwice, "twice");
    check(Fault::BoxSkipped, "1 lines");
    check(Fault::Slow, "0 lines");
    check(Fault::PowerLost, "0 lines");
}

#[test]
fn one_card_too_many_comes_whether_it_is_wanted_or_not() {
    let mut bench =
        Bench::loaded(5, Behaviour { faults: Faults { script: vec![(Fault::OneTooMany, 1)], ..Faults::none() }, ..Behaviour::default() });
    assert_eq!(bench.draw(1).len(), 1);
    bench.ask("WANT NOTHING");
    assert_eq!(bench.pass(1_000).len(), 1);
    let wanted: Vec<_> = bench.shoe.take_truth().into_iter().map(|truth| truth.deed).collect();
    assert!(matches!(wanted[..], [_, Deed::Drawn { face_up: Some(true), .. }, Deed::Drawn { face_up: None, .. }]), "{wanted:?}");
}

#[test]
fn nothing_of_the_cards_to_come_is_printed() {
    let text = format!("{:?}", Bench::loaded(6, Behaviour::default()).shoe);
    assert!(text.contains("52 cards in the shoe"), "{text}");
}
