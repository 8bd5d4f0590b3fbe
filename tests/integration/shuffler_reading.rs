//! The shuffle machine's dialect against simulated machines with every fault of machine, cards and line, in virtual time: never another
//! card than the one that came out, and never two for one order, over restarts and lost lines too.

use std::collections::BTreeMap;

use croupier::model::{CardPlace, CardSourceEvent, CardWish, Composition, Deck, Face, OrderFailure, OrderNumber, Span, Timestamp};
use croupier::profiles::{self, Kind};
use croupier::sensing::SerialMachine;
use croupier::sensing::shuffler::{Parameters, Shuffler};
use croupier::sim::chance::{Chance, Rate};
use croupier::sim::devices::SimulatedDevice;
use croupier::sim::devices::faults::Faults;
use croupier::sim::devices::shuffler::{Behaviour, Fault, OrderTruth, SimulatedShuffler};

const HOST: u32 = 0xBEEF_0042;
const PACKS: u8 = 2;

fn device() -> Parameters {
    profiles::load(Kind::Device, "shuffler").expect("the device file is good").value
}

/// A cabinet that remembers what a journal would, its end of the line, and the machine at the other.
struct Scenario {
    machine: SimulatedShuffler,
    shuffler: Shuffler,
    luck: Chance,
    now: Timestamp,
    was_connected: bool,
    number: OrderNumber,
    shoe: OrderNumber,
    /// The order that is to be done, wanted or called off again.
    order: CardWish,
    called_off_at: Option<Timestamp>,
    ends: BTreeMap<OrderNumber, CardSourceEvent>,
    truths: Vec<OrderTruth>,
    restarts: u32,
}

impl Scenario {
    fn new(seed: u64, behaviour: Behaviour) -> Self {
        let now = Timestamp::from_microseconds(1 << 40);
        Self {
            machine: SimulatedShuffler::new(seed, Behaviour { packs: PACKS, pack_milliseconds: 3_000, ..behaviour }),
            shuffler: Shuffler::new(device(), HOST),
            luck: Chance::new(seed, 77),
            now,
            was_connected: false,
            number: 1,
            shoe: 0,
            order: CardWish::Shuffle { number: 1, deck: Deck::plain(PACKS) },
            called_off_at: None,
            ends: BTreeMap::new(),
            truths: Vec::new(),
            restarts: 0,
        }
    }

    /// Plays until so many orders have ended.
    fn play(mut self, orders: usize) -> Self {
        let deadline = self.now.after(Span::from_seconds(120 * orders as u64));
        while self.ends.len() < orders {
            assert!(self.now < deadline, "order {} has no end; the machine: {:?}", self.number, self.shuffler.status());
            self.turn();
        }
        self.truths.extend(self.machine.take_truth());
        self
    }

    fn turn(&mut self) {
        self.machine.wake(self.now);
        self.plug();
        let bytes = self.machine.poll_send();
        // Bytes come in any pieces.
        let cut = self.luck.below(bytes.len() as u64 + 1) as usize;
        for piece in [&bytes[..cut], &bytes[cut..]] {
            self.shuffler.received(piece, self.now);
        }
        self.disturb();
        self.shuffler.wish(if self.called_off_at.is_some() { CardWish::Ready } else { self.order }, self.now);
        self.shuffler.wake(self.now);
        while let Some(bytes) = self.shuffler.poll_send() {
            self.machine.received(&bytes, self.now);
        }
        while let Some(event) = self.shuffler.poll_event() {
            self.take(event);
        }
        let next = [self.machine.next_wake(), self.shuffler.next_wake()].into_iter().flatten().min();
        let least = self.now.after(Span::from_milliseconds(3));
        self.now = next.map_or(least, |next| next.max(least));
    }

    fn plug(&mut self) {
        let connected = self.machine.connected();
        if connected != self.was_connected {
            match connected {
                true => self.shuffler.device_found(self.now),
                false => self.shuffler.device_lost(self.now, "pulled out"),
            }
            self.was_connected = connected;
        }
    }

    /// Now and then the daemon is killed, the line is pulled out, or nobody wants the order any more.
    fn disturb(&mut self) {
        if self.luck.happens(Rate::per_million(2_000)) {
            self.restarts += 1;
            self.shuffler = Shuffler::new(device(), HOST);
            self.was_connected = false;
            self.plug();
        }
        if self.luck.happens(Rate::per_million(1_000)) {
            let span = self.luck.milliseconds(10, 5_000);
            self.machine.pull(self.now, span);
            self.plug();
        }
        if self.luck.happens(Rate::per_million(5_000)) {
            self.called_off_at = self.called_off_at.or(Some(self.now));
        }
        // An order that was withdrawn before anybody took it up has no end; one that has may come to it later.
        if self.called_off_at.is_some_and(|at| self.now.since(at) > Span::from_seconds(20)) {
            self.order_next();
        }
    }

    fn take(&mut self, event: CardSourceEvent) {
        let Some(number) = event.ends() else { return };
        if let Some(known) = self.ends.get(&number) {
            // Only a restart tells an end again, and then the same.
            assert_eq!(*known, event, "order {number} ended in two ways");
            return;
        }
        assert!(number <= self.number, "only an order that was given ends");
        let is_newest = number == self.number;
        if let CardSourceEvent::Shuffled { count, .. } = event {
            self.shoe = if count.is_complete(PACKS) { number } else { 0 };
        }
        let is_spoilt = matches!(event, CardSourceEvent::Failed { why, .. } if why.may_have_brought_a_card() || why == OrderFailure::Empty);
        self.ends.insert(number, event);
        if is_spoilt || self.luck.happens(Rate::per_million(10_000)) {
            self.shoe = 0;
        }
        if is_newest {
            self.order_next();
        }
    }

    fn order_next(&mut self) {
        self.number += 1 + self.luck.below(3);
        self.called_off_at = None;
        let number = self.number;
        self.order = match self.luck.below(60) {
            0 => CardWish::Verify { number, deck: Deck::plain(PACKS) },
            1 => CardWish::SelfTest { number },
            2 => CardWish::Eject { number },
            _ if self.shoe == 0 => CardWish::Shuffle { number, deck: Deck::plain(PACKS) },
            _ => {
                let remaining = Composition::of_packs(PACKS);
                CardWish::Card { number, shoe: self.shoe, to: CardPlace::Dealer, face: Face::Down, remaining, taken: 0 }
            }
        };
        if !matches!(self.order, CardWish::Card { .. }) {
            self.shoe = 0;
        }
    }

    /// What was said against what really happened.
    fn check(&self) {
        let mut dealt: BTreeMap<OrderNumber, &OrderTruth> = BTreeMap::new();
        for truth in self.truths.iter().filter(|truth| !truth.cards.is_empty()) {
            assert!(dealt.insert(truth.number, truth).is_none(), "order {} brought cards twice", truth.number);
            assert!(truth.cards.len() == 1 || truth.faults.contains(&Fault::DoubleFeed), "{truth:?}");
        }
        for (number, end) in &self.ends {
            let cards = dealt.get(number).map_or(&[][..], |truth| &truth.cards);
            match end {
                CardSourceEvent::Card { card, .. } => assert_eq!(cards, [Some(*card)], "order {number}"),
                CardSourceEvent::Failed { why, .. } => {
                    assert!(
                        cards.is_empty() || why.may_have_brought_a_card(),
                        "order {number}: a card came, and it was called {}",
                        why.name()
                    );
                }
                _ => assert_eq!(cards, [], "order {number}"),
            }
        }
    }

    fn cards(&self) -> usize {
        self.ends.values().filter(|end| matches!(end, CardSourceEvent::Card { .. })).count()
    }
}

#[test]
fn a_machine_without_faults_deals_every_card_that_is_ordered() {
    let scenario = Scenario::new(1, Behaviour::default()).play(300);
    scenario.check();
    assert!(scenario.cards() > 200, "{} cards", scenario.cards());
}

#[test]
fn with_every_fault_at_once_no_card_is_wrong_and_no_order_brings_two() {
    let (mut cards, mut restarts, mut faults) = (0, 0, BTreeMap::<Fault, u32>::new());
    for seed in 0..40 {
        let scenario = Scenario::new(seed, Behaviour::harsh(15)).play(150);
        scenario.check();
        cards += scenario.cards();
        restarts += scenario.restarts;
        scenario.truths.iter().flat_map(|truth| &truth.faults).for_each(|fault| *faults.entry(*fault).or_default() += 1);
    }
    println!("{cards} cards, {restarts} restarts, faults {faults:?}");
    assert!(cards > 1_000 && restarts > 100, "{cards} cards, {restarts} restarts");
    let missing: Vec<_> = Fault::ALL.into_iter().filter(|fault| !faults.contains_key(fault)).collect();
    assert!(missing.is_empty(), "these never came: {missing:?}");
}

#[test]
fn a_line_that_hardly_works_is_slow_and_never_wrong() {
    let line = [Fault::Garbled, Fault::Cut, Fault::Merged, Fault::AnswerLost, Fault::AnswerLate, Fault::Repeated, Fault::Noise];
    let rates: BTreeMap<_, _> = line.into_iter().map(|fault| (fault, Rate::per_million(120_000))).collect();
    for seed in 100..110 {
        let scenario =
            Scenario::new(seed, Behaviour { faults: Faults { rates: rates.clone(), ..Faults::none() }, ..Behaviour::default() }).play(100);
        scenario.check();
        assert!(scenario.cards() > 30, "{} cards", scenario.cards());
    }
}
