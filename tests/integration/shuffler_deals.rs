//! Whole deals from a shuffle machine that fails in every way it can: a cabinet with a card table and the auditor who looks on at every
//! step, the dialect, and a simulated machine, in virtual time. Every card is the one that came out, and no stake is lost or doubled.

use std::collections::BTreeMap;

use croupier::model::*;
use croupier::profiles::{Kind, card_game_of, file_keys, game_of, load};
use croupier::sensing::SerialMachine;
use croupier::sensing::shuffler::{Parameters, Shuffler};
use croupier::sim::audited_table::{AuditedTable, attendant, shuffled_card_rules};
use croupier::sim::card_play;
use croupier::sim::chance::{Chance, Rate};
use croupier::sim::devices::SimulatedDevice;
use croupier::sim::devices::faults::Faults;
use croupier::sim::devices::shuffler::{Behaviour, Fault, OrderTruth, SimulatedShuffler};

const HOST: u32 = 0xCAFE_0002;

/// How many seats play, each on its own box, and what each has bought in for.
const SEATS: usize = 2;
const BOUGHT: i64 = 1_000_000;

fn device() -> Parameters {
    load(Kind::Device, "shuffler").expect("the device file is good").value
}

/// How many packs the game is dealt from.
fn packs(rules: &str) -> u8 {
    let keys = file_keys(Kind::Rules, rules).expect("a shipped rules file");
    card_game_of(game_of(rules), keys).expect("a shipped rules file").rules().shoe().packs
}

/// What each seat has, counted from what the table says and from nothing else.
struct Purses {
    credit: [i64; SEATS],
    laid: [i64; SEATS],
    /// What the deal under way has paid before its end: stakes, and what they returned. Its settlement names them once more.
    paid: [(i64, i64); SEATS],
}

/// The stakes of a seat, and what it gets for them.
fn part_of(seat: Seat, settlement: &DealSettlement) -> (i64, i64) {
    let lines = || settlement.returns.iter().filter(|line| line.stake.seat == seat);
    let cut: i64 = settlement.cuts.iter().filter(|cut| cut.seat == seat).map(|cut| cut.amount.minor()).sum();
    (lines().map(|line| line.stake.amount.minor()).sum(), lines().map(|line| line.returned.minor()).sum::<i64>() - cut)
}

impl Purses {
    fn lay(&mut self, stakes: &[BoxStake], sign: i64) {
        for stake in stakes {
            let amount = sign * stake.amount.minor();
            self.credit[stake.seat.index()] -= amount;
            self.laid[stake.seat.index()] += amount;
        }
    }

    /// Stakes were paid before the end of the deal, and lie no more.
    fn pay(&mut self, settlement: &DealSettlement) {
        for seat in Seat::all().take(SEATS) {
            let (settled, returned) = part_of(seat, settlement);
            self.laid[seat.index()] -= settled;
            self.credit[seat.index()] += returned;
            let paid = &mut self.paid[seat.index()];
            *paid = (paid.0 + settled, paid.1 + returned);
        }
    }

    /// A deal has come to its end: each stake is settled once, and a void one comes back; what was paid stands (HX-3).
    fn end(&mut self, settlement: &DealSettlement, is_void: bool) {
        for seat in Seat::all().take(SEATS) {
            let (settled, returned) = part_of(seat, settlement);
            let (settled_before, returned_before) = core::mem::take(&mut self.paid[seat.index()]);
            let laid = core::mem::take(&mut self.laid[seat.index()]);
            let returned = returned - returned_before;
            assert_eq!(settled - settled_before, laid, "every stake is settled, each once");
            assert!(!is_void || returned == laid, "a void deal gives back what was laid: {returned} of {laid}");
            self.credit[seat.index()] += returned;
        }
    }
}

/// A scenario in virtual time.
struct Scenario {
    table: AuditedTable,
    machine: SimulatedShuffler,
    shuffler: Shuffler,
    luck: Chance,
    was_connected: bool,
    /// The cards that the table was told, by their orders.
    told: BTreeMap<OrderNumber, Card>,
    truths: Vec<OrderTruth>,
    purses: Purses,
    settled: usize,
    voided: Vec<DealVoid>,
    restarts: u32,
    /// How often a turn the program is killed, the line pulled out, or a deal voided by the attendant.
    disturbed: Rate,
}

impl Scenario {
    fn new(rules: &str, seed: u64, behaviour: Behaviour, disturbed: Rate) -> Self {
        let behaviour = Behaviour { packs: packs(rules), pack_milliseconds: 2_000, ..behaviour };
        let mut table = AuditedTable::begin(rules);
        for seat in Seat::all().take(SEATS) {
            table.buy_in(seat, Money::from_minor(BOUGHT)).expect("a seat may hold so much");
        }
        Self {
            table,
            machine: SimulatedShuffler::new(seed, behaviour),
            shuffler: Shuffler::new(device(), HOST),
            luck: Chance::new(seed, 77),
            was_connected: false,
            told: BTreeMap::new(),
            truths: Vec::new(),
            purses: Purses { credit: [BOUGHT; SEATS], laid: [0; SEATS], paid: [(0, 0); SEATS] },
            settled: 0,
            voided: Vec::new(),
            restarts: 0,
            disturbed,
        }
    }

    /// Plays until so many deals have ended.
    fn play(mut self, deals: usize) -> Self {
        let deadline = self.table.now.after(Span::from_seconds(1_200 * deals as u64));
        while self.settled + self.voided.len() < deals {
            assert!(self.table.now < deadline, "no deal ends; wanted {:?}, {:?}", self.table.wish(), self.shuffler.status());
            self.turn();
        }
        self.truths.extend(self.machine.take_truth());
        self.check_cards();
        self
    }

    fn turn(&mut self) {
        let now = self.table.now;
        self.machine.wake(now);
        self.plug();
        let bytes = self.machine.poll_send();
        // Bytes come in any pieces.
        let cut = self.luck.below(bytes.len() as u64 + 1) as usize;
        for piece in [&bytes[..cut], &bytes[cut..]] {
            self.shuffler.received(piece, now);
        }
        self.disturb();
        while let Some(event) = self.shuffler.poll_event() {
            self.take(event);
        }
        self.see_to_the_table();
        self.count();
        self.shuffler.wish(self.table.wish(), now);
        self.shuffler.wake(now);
        while let Some(bytes) = self.shuffler.poll_send() {
            self.machine.received(&bytes, now);
        }
        let due = self.table.cabinet.outstanding().wake_at;
        let next = [self.machine.next_wake(), self.shuffler.next_wake(), due].into_iter().flatten().min();
        let least = now.after(Span::from_milliseconds(3));
        self.table.now = next.map_or(least, |next| next.max(least));
    }

    fn plug(&mut self) {
        let (connected, now) = (self.machine.connected(), self.table.now);
        if core::mem::replace(&mut self.was_connected, connected) != connected {
            match connected {
                true => self.shuffler.device_found(now),
                false => self.shuffler.device_lost(now, "pulled out"),
            }
        }
    }

    fn disturb(&mut self) {
        if self.luck.happens(self.disturbed) {
            // What was said and not stepped is lost with the program.
            self.restarts += 1;
            self.shuffler = Shuffler::new(device(), HOST);
            self.shuffler.wish(self.table.wish(), self.table.now);
            self.was_connected = false;
            self.plug();
            self.table.restart();
        }
        if self.luck.happens(self.disturbed) {
            let span = self.luck.milliseconds(10, 5_000);
            self.machine.pull(self.table.now, span);
            self.plug();
        }
        if self.luck.happens(self.disturbed) {
            let new_shoe = self.luck.below(2) == 0;
            // Where nothing lies there is nothing to void.
            let _ = self.table.order(attendant(), TableOrder::Void { reason: "a card fell".into(), new_shoe });
        }
    }

    fn take(&mut self, event: CardSourceEvent) {
        if let CardSourceEvent::Card { number, card } = event {
            // Only a restart tells an end again, and then the same.
            assert_eq!(*self.told.entry(number).or_insert(card), card, "order {number} brought two cards");
        }
        self.table.source(event);
    }

    /// What time does, the attendant, and the players.
    fn see_to_the_table(&mut self) {
        if self.table.cabinet.outstanding().wake_at.is_some_and(|due| due <= self.table.now) {
            self.table.wake();
        }
        let view = self.table.view();
        if view.hold.as_ref().is_some_and(|hold| !hold.ends_by_itself) {
            self.table.order(attendant(), TableOrder::Resume).expect("the table waits for an attendant");
        } else if view.hold.is_some() {
            // It goes on by itself.
        } else if view.phase == TablePhase::Staking && view.stakes.is_empty() {
            for seat in Seat::all().take(SEATS) {
                let is_wanted = |_, kind| !matches!(kind, StakeKind::Bet | StakeKind::Insurance);
                let forms = card_play::stakes(&view.offers, BoxNumber(seat.number()), Money::from_minor(100), is_wanted);
                self.table.order(Who::Seat(seat), TableOrder::Stake(forms)).expect("the stakes may lie");
            }
        } else if let Some(turn) = view.turns.first() {
            let offers = &self.table.views().seats[turn.seat.index()].tables[0].offers;
            let mut pick = |count| self.luck.below(count);
            let offer = &offers[pick(offers.len() as u64) as usize];
            let choice = card_play::choice(offer, &mut pick);
            self.table.order(Who::Seat(turn.seat), TableOrder::Choose { turn: turn.turn, choice }).expect("it was offered");
        }
    }

    /// Counts the money that the table says has moved, and compares what every seat is shown with that and with the auditor's books.
    fn count(&mut self) {
        let record = self.table.take_record();
        if record.is_empty() {
            return;
        }
        for fact in record.into_iter().flat_map(|(_, facts)| facts) {
            let Fact::Table { fact, .. } = fact else { continue };
            match fact {
                TableFact::Staked(stakes) | TableFact::Chosen { stakes, .. } => self.purses.lay(&stakes, 1),
                TableFact::TakenBack(stakes) => self.purses.lay(&stakes, -1),
                TableFact::Paid { settlement, .. } => self.purses.pay(&settlement),
                TableFact::Settled { settlement, .. } => {
                    self.settled += 1;
                    self.purses.end(&settlement, false);
                }
                TableFact::Voided { settlement, reason, .. } => {
                    self.voided.push(reason);
                    self.purses.end(&settlement, true);
                }
                _ => {}
            }
        }
        let views = self.table.views();
        let shown = |nth: usize| (views.seats[nth].credit.minor(), views.seats[nth].tables[0].staked.minor());
        let counted = |nth: usize| (self.purses.credit[nth], self.purses.laid[nth]);
        (0..SEATS).for_each(|nth| assert_eq!(shown(nth), counted(nth), "credit and stakes of seat {}", nth + 1));
        self.table.compare(&views).unwrap_or_else(|objection| panic!("{objection}"));
    }

    /// Every card that the table was told is the one that came out for that order, and no order brought two.
    fn check_cards(&self) {
        let mut came: BTreeMap<OrderNumber, &OrderTruth> = BTreeMap::new();
        for truth in self.truths.iter().filter(|truth| !truth.cards.is_empty()) {
            assert!(came.insert(truth.number, truth).is_none(), "order {} brought cards twice", truth.number);
        }
        for (number, card) in &self.told {
            assert_eq!(came.get(number).map(|truth| truth.cards.as_slice()), Some(&[Some(*card)][..]), "order {number}");
        }
    }

    fn voided_as(&self, name: &str) -> usize {
        self.voided.iter().filter(|reason| reason.name() == name).count()
    }
}

#[test]
fn without_a_fault_every_deal_of_every_game_is_settled() {
    for rules in shuffled_card_rules() {
        let scenario = Scenario::new(&rules, 1, Behaviour::default(), Rate::NEVER).play(15);
        assert_eq!((scenario.settled, scenario.voided.as_slice()), (15, &[][..]), "{rules}");
    }
}

/// Every fault, and those of the packs more often: they come when cards are shuffled, which is seldom.
fn harsh() -> Behaviour {
    let mut behaviour = Behaviour::harsh(8);
    let of_packs =
        [Fault::HopperEmpty, Fault::MissingCard, Fault::ExtraCard, Fault::SwappedCard, Fault::ForeignInPack, Fault::UnreadableInPack];
    behaviour.faults.rates.extend(of_packs.map(|fault| (fault, Rate::per_million(50_000))));
    behaviour
}

#[test]
fn hrb_24_with_every_fault_at_once_no_stake_is_lost_or_doubled_and_no_card_is_another_one() {
    let (mut settled, mut voided, mut restarts, mut cards) = (0, BTreeMap::<&str, usize>::new(), 0, 0);
    let mut faults = BTreeMap::<Fault, u32>::new();
    for (seed, rules) in shuffled_card_rules().iter().cycle().take(18).enumerate() {
        let scenario = Scenario::new(rules, seed as u64, harsh(), Rate::per_million(600)).play(30);
        settled += scenario.settled;
        restarts += scenario.restarts;
        cards += scenario.told.len();
        scenario.voided.iter().for_each(|reason| *voided.entry(reason.name()).or_default() += 1);
        scenario.truths.iter().flat_map(|truth| &truth.faults).for_each(|fault| *faults.entry(*fault).or_default() += 1);
    }
    println!("{settled} deals settled, void {voided:?}, {cards} cards, {restarts} restarts, faults {faults:?}");
    assert!(settled > 100 && restarts > 20, "{settled} settled, {restarts} restarts");
    for reason in ["attendant", "restart", "defective-deck", "no-card"] {
        assert!(voided.get(reason).is_some_and(|deals| *deals > 0), "no deal was void for {reason}: {voided:?}");
    }
    let missing: Vec<_> = Fault::ALL.into_iter().filter(|fault| !faults.contains_key(fault)).collect();
    assert!(missing.is_empty(), "these never came: {missing:?}");
}

/// What becomes of a deal of the only fault there is, which comes with the fourth card: settled, or void for this reason.
#[track_caller]
fn check(fault: Fault, void: Option<&str>) {
    let faults = Faults { script: vec![(fault, 4)], ..Faults::none() };
    let scenario = Scenario::new("oasis/by", 2, Behaviour { faults, ..Behaviour::default() }, Rate::NEVER).play(3);
    assert_eq!((scenario.voided.len(), scenario.settled), void.map_or((0, 3), |_| (1, 2)), "{fault:?}: {:?}", scenario.voided);
    assert_eq!(void.map_or(0, |name| scenario.voided_as(name)), scenario.voided.len(), "{fault:?}: {:?}", scenario.voided);
}

#[test]
fn each_fault_of_a_card_lets_the_deal_go_on_or_voids_it_by_its_reason() {
    for fault in [Fault::Jam, Fault::JamFreed, Fault::DoorOpen, Fault::Slow] {
        check(fault, None);
    }
    for fault in [Fault::Unreadable, Fault::DoubleFeed, Fault::PowerLost] {
        check(fault, Some("no-card"));
    }
    for fault in [Fault::DuplicateDealt, Fault::DuplicateSeen, Fault::Foreign] {
        check(fault, Some("defective-deck"));
    }
}
