//! The simulated machine against its own protocol. The host here is a few lines of its own: what reads the machine in earnest is tested
//! elsewhere.

use super::*;
use crate::model::Card;
use crate::sim::devices::faults::Faults;

/// A machine and its time.
struct Bench {
    machine: SimulatedShuffler,
    now: Timestamp,
    sequence: u32,
}

impl Bench {
    fn new(seed: u64, behaviour: Behaviour) -> Self {
        Self { machine: SimulatedShuffler::new(seed, behaviour), now: Timestamp::from_microseconds(1_000_000), sequence: 0 }
    }

    /// A machine with a shoe of one pack, shuffled as order 1.
    fn shuffled(seed: u64, behaviour: Behaviour) -> Self {
        let mut bench = Self::new(seed, Behaviour { packs: 1, ..behaviour });
        assert_eq!(bench.end("DO CAFE0001-1 SHUFFLE 1"), "JOB CAFE0001-1 SHUFFLED 52 0 0 0 0");
        bench
    }

    /// What the machine answers to these words.
    fn ask(&mut self, words: &str) -> String {
        self.sequence += 1;
        let body = format!("Q{:03} {words}#", self.sequence);
        let frame = format!(":{body}{:08X};", crc32fast::hash(body.as_bytes()));
        self.machine.received(frame.as_bytes(), self.now);
        let answer = String::from_utf8(self.machine.poll_send()).expect("the machine writes text");
        let prefix = format!(":A{:03} ", self.sequence);
        answer.strip_prefix(&prefix).and_then(|rest| rest.split_once('#')).map_or(String::new(), |(words, _)| words.to_owned())
    }

    fn pass(&mut self, milliseconds: u64) {
        self.now = self.now.after(Span::from_milliseconds(milliseconds));
        self.machine.wake(self.now);
    }

    /// How the order ends that these words give.
    fn end(&mut self, words: &str) -> String {
        for _ in 0..2_000 {
            let answer = self.ask(words);
            if !answer.contains(" RUN ") && !answer.contains(" HELD ") && !answer.is_empty() {
                return answer;
            }
            self.pass(100);
        }
        panic!("{words} has no end");
    }

    fn deal(&mut self, number: u64) -> String {
        self.end(&format!("DO CAFE0001-{number} DEAL 1 DEALER DOWN"))
    }
}

fn with(fault: Fault) -> Behaviour {
    Behaviour { faults: Faults { script: vec![(fault, 1)], ..Faults::none() }, ..Behaviour::default() }
}

#[test]
fn a_shoe_holds_every_card_once_for_each_pack_and_then_is_empty() {
    let mut bench = Bench::shuffled(1, Behaviour::default());
    let mut names: Vec<String> = (2..54).map(|number| bench.deal(number)).collect();
    names.iter_mut().for_each(|answer| drop(answer.drain(..answer.len() - 2)));
    let mut expected: Vec<String> = Card::all().map(|card| card.to_string()).collect();
    assert_ne!(names, expected, "they lie in no order");
    names.sort();
    expected.sort();
    assert_eq!(names, expected);
    assert_eq!(bench.deal(54), "JOB CAFE0001-54 FAIL EMPTY");
}

#[test]
fn the_same_order_again_says_the_same_and_an_older_or_another_one_is_refused() {
    let mut bench = Bench::shuffled(2, Behaviour::default());
    let first = bench.deal(2);
    assert_eq!(bench.deal(2), first);
    assert_eq!(bench.machine.take_truth().len(), 2);
    assert_eq!(bench.ask("DO CAFE0001-2 EJECT"), "NO CAFE0001-2 OTHER");
    assert_eq!(bench.ask("DO CAFE0001-1 SHUFFLE 1"), "NO CAFE0001-1 OLD");
    assert_eq!(bench.ask("DO CAFE0001-3 DEAL 1 DEALER DOWN"), "JOB CAFE0001-3 RUN 0");
    assert_eq!(bench.ask("DO CAFE0001-4 DEAL 1 DEALER DOWN"), "NO CAFE0001-4 BUSY");
}

#[test]
fn an_order_of_another_host_ends_the_shoe() {
    let mut bench = Bench::shuffled(3, Behaviour::default());
    bench.end("DO 00000000-1 TEST");
    assert_eq!(bench.deal(2), "JOB CAFE0001-2 FAIL SHOE");
    assert_eq!(bench.end("DO CAFE0001-3 SHUFFLE 1"), "JOB CAFE0001-3 SHUFFLED 52 0 0 0 0");
    assert_eq!(bench.end("DO CAFE0001-4 DEAL 1 DEALER DOWN"), "JOB CAFE0001-4 FAIL SHOE", "this shoe is number 3");
}

#[test]
fn an_order_that_was_called_off_is_never_done() {
    let mut bench = Bench::shuffled(4, Behaviour::default());
    assert_eq!(bench.ask("OFF CAFE0001-2"), "JOB CAFE0001-2 FAIL OFF");
    assert_eq!(bench.deal(2), "JOB CAFE0001-2 FAIL OFF");
    assert_eq!(bench.ask("DO CAFE0001-3 DEAL 1 DEALER DOWN"), "JOB CAFE0001-3 RUN 0");
    assert_eq!(bench.ask("OFF CAFE0001-3"), "JOB CAFE0001-3 FAIL OFF");
    assert_eq!(bench.ask("DO CAFE0001-4 DEAL 1 DEALER DOWN"), "JOB CAFE0001-4 RUN 0");
    bench.pass(500);
    assert_eq!(bench.ask("OFF CAFE0001-4"), "JOB CAFE0001-4 RUN 0", "it is too late");
    assert!(bench.deal(4).starts_with("JOB CAFE0001-4 CARD "));
}

#[test]
fn each_fault_of_a_card_has_its_end() {
    let check = |fault, end: &str, cards| {
        let mut bench = Bench::shuffled(5, with(fault));
        let answer = bench.deal(2);
        assert!(answer.starts_with(&format!("JOB CAFE0001-2 {end}")), "{answer}");
        let truth = bench.machine.take_truth().pop().expect("the order has ended");
        assert_eq!((truth.cards.len(), truth.faults.contains(&fault)), (cards, true));
    };
    check(Fault::Jam, "CARD", 1);
    check(Fault::JamFreed, "CARD", 1);
    check(Fault::DoorOpen, "CARD", 1);
    check(Fault::Slow, "CARD", 1);
    check(Fault::Unreadable, "FAIL UNREADABLE", 1);
    check(Fault::Foreign, "FAIL FOREIGN", 1);
    check(Fault::DuplicateSeen, "FAIL DUPLICATE", 1);
    check(Fault::DoubleFeed, "FAIL DOUBLE", 2);
    check(Fault::PowerLost, "FAIL UNKNOWN", 1);
}

#[test]
fn each_fault_of_the_cards_is_counted_and_put_right_before_the_next_count() {
    let check = |fault, count: &str, state: &str| {
        let mut bench = Bench::new(6, Behaviour { packs: 2, ..with(fault) });
        assert_eq!(bench.end("DO CAFE0001-1 SHUFFLE 2"), format!("JOB CAFE0001-1 SHUFFLED {count}"));
        let told = bench.ask("ST");
        assert!(told.starts_with(&format!("ST {state} 0 ")), "{told}");
        assert_eq!(told.ends_with(" - CAFE0001-1/DONE"), state != "READY", "{told}: there is a shoe of complete packs only");
        assert_eq!(bench.end("DO CAFE0001-2 VERIFY 2"), "JOB CAFE0001-2 COUNTED 104 0 0 0 0 A14811BD");
        assert_eq!(bench.ask("ST"), "ST VERIFIED 0 104 - CAFE0001-2/DONE");
    };
    check(Fault::HopperEmpty, "104 0 0 0 0", "READY");
    check(Fault::MissingCard, "103 0 1 0 0", "COUNT");
    check(Fault::ExtraCard, "105 1 0 0 0", "COUNT");
    check(Fault::SwappedCard, "104 1 1 0 0", "DUPLICATE");
    check(Fault::ForeignInPack, "104 0 1 1 0", "FOREIGN");
    check(Fault::UnreadableInPack, "104 0 0 0 1", "UNREADABLE");
}

#[test]
fn a_jam_is_first_tried_by_the_machine_then_waits_for_somebody() {
    let mut bench = Bench::shuffled(7, with(Fault::Jam));
    let mut seen = Vec::new();
    while !seen.last().is_some_and(|answer: &String| answer.contains("CARD")) {
        let answer = bench.ask("DO CAFE0001-2 DEAL 1 DEALER DOWN").replace("JOB CAFE0001-2 ", "");
        if seen.last() != Some(&answer) {
            seen.push(answer);
        }
        bench.pass(100);
    }
    assert_eq!(seen[..4], ["RUN 0", "RUN 1", "RUN 2", "HELD JAM 3 EXIT"]);
    assert_eq!(seen[4], "RUN 3");
}

#[test]
fn a_shuffle_says_how_many_cards_it_has_gone_through() {
    let mut bench = Bench::new(6, Behaviour { packs: 2, pack_milliseconds: 1_000, ..Behaviour::default() });
    let mut after = |milliseconds| {
        bench.pass(milliseconds);
        bench.ask("DO CAFE0001-1 SHUFFLE 2").replace("JOB CAFE0001-1 ", "")
    };
    assert_eq!([after(0), after(500), after(1_000)], ["RUN 0 0", "RUN 0 26", "RUN 0 78"]);
    assert_eq!(after(500), "SHUFFLED 104 0 0 0 0");
}

#[test]
fn nothing_of_the_shoe_is_printed() {
    let machine = Bench::shuffled(8, Behaviour::default()).machine;
    let text = format!("{machine:?}");
    assert!(text.contains("52 cards in the shoe"), "{text}");
    assert!(Card::all().all(|card| !text.contains(&format!("Some({card})"))), "{text}");
}
