//! Whole deals from a card-reading shoe: a cabinet with a card table, the dialect, and a simulated shoe with the person who draws from it;
//! in virtual time with every mistake and fault, and once over a real port, a pseudo-terminal, with the driver between them.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use croupier::cabinet::{Cabinet, CardTerms, Outcome, Terms};
use croupier::drivers::card_source::{self, CardSourcePort};
use croupier::games::roulette::Rules;
use croupier::model::*;
use croupier::profiles::{Kind, load, load_card_game};
use croupier::sensing::SerialMachine;
use croupier::sensing::capture;
use croupier::sensing::shoe::{Parameters, Shoe, Status};
use croupier::sim::chance::{Chance, Rate};
use croupier::sim::devices::SimulatedDevice;
use croupier::sim::devices::faults::Faults;
use croupier::sim::devices::pseudo_terminal::{self, Options, Report, Running};
use croupier::sim::devices::shoe::{Behaviour, Deed, Fault, ShoeTruth, SimulatedShoe};
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

use crate::card_replay::told;

const TABLE: TableNumber = TableNumber(1);
const HOST: u32 = 0xCAFE_0001;

/// How many times faster than life the port's test runs, and how long it waits for anything.
const SPEED: u32 = 40;
const PATIENCE: Duration = Duration::from_secs(120);

fn device() -> Parameters {
    load(Kind::Device, "shoe").expect("the device file is good").value
}

/// What the table was told of the cards of each loading: a card, or none where it was one that nobody could name.
type Told = Vec<Vec<Option<Card>>>;

/// A cabinet at whose card table one seat stakes in every deal and decides as the rules do for one who does not.
struct House {
    cabinet: Cabinet,
    told: Told,
    settled: usize,
    voided: Vec<DealVoid>,
    unasked: usize,
}

impl House {
    fn new(rules: &str, now: Timestamp) -> Self {
        let game = load_card_game(rules).expect("a shipped rules file");
        let wheel = load::<Rules>(Kind::Rules, "roulette/by").expect("a shipped rules file");
        let terms = Terms {
            rules_name: wheel.name,
            rules_sha256: wheel.sha256,
            roulette: wheel.value,
            currency: "XTS".into(),
            decimals: 2,
            chips: vec![Money::from_minor(1)],
            credit_most: Money::from_minor(100_000_000_000_000),
            files: Vec::new(),
            card_tables: vec![CardTerms {
                name: "Shoe".into(),
                rules_name: rules.into(),
                rules_sha256: game.sha256,
                game: game.value,
                waits_for_stakes_only: true,
            }],
            fittings: None,
            machines: Vec::new(),
            player_tables: Vec::new(),
            hand_pay_from: None,
            wheel_rest: None,
            player_protection: None,
            housing: None,
        };
        let first = Input { number: 1, at: now, what: What::Event(Event::Terms { terms: terms.to_bytes() }) };
        let (cabinet, _) = Cabinet::begin(&first).expect("the terms can be read");
        let mut house = Self { cabinet, told: vec![Vec::new()], settled: 0, voided: Vec::new(), unasked: 0 };
        let order = Order::CreditIn { seat: Seat::all().next().expect("a seat"), amount: Money::from_minor(100_000_000) };
        house.command(Who::Attendant("Ada".into()), order, now);
        house
    }

    fn step(&mut self, what: What, at: Timestamp) {
        loop {
            let input = Input { number: self.cabinet.number() + 1, at, what: what.clone() };
            match self.cabinet.step(&input) {
                Outcome::Done(step) => return step.facts.into_iter().for_each(|fact| self.note(fact)),
                Outcome::Overdue => self.step(What::Event(Event::Wake), at),
                Outcome::Refused(_) | Outcome::Repeated { .. } => return,
            }
        }
    }

    fn note(&mut self, fact: Fact) {
        let Fact::Table { fact, .. } = fact else { return };
        match fact {
            TableFact::Settled { .. } => self.settled += 1,
            TableFact::Voided { reason, .. } => self.voided.push(reason),
            _ => {}
        }
    }

    fn command(&mut self, who: Who, order: Order, at: Timestamp) {
        self.step(What::Command(Command { who, key: None, round: None, order }), at);
    }

    fn wish(&self) -> CardWish {
        self.cabinet.card_wishes()[0].1
    }

    fn take(&mut self, event: CardSourceEvent, at: Timestamp) {
        match &event {
            CardSourceEvent::Shuffled { number, .. } if self.wish().number() == Some(*number) => self.told.push(Vec::new()),
            CardSourceEvent::Card { .. } | CardSourceEvent::Unasked { .. } => self.tell(event.card()),
            CardSourceEvent::Failed { why: OrderFailure::Unreadable | OrderFailure::Foreign, .. } => self.tell(None),
            _ => {}
        }
        self.unasked += usize::from(matches!(event, CardSourceEvent::Unasked { .. }));
        self.step(What::Event(Event::Cards { table: TABLE, event }), at);
    }

    fn tell(&mut self, card: Option<Card>) {
        self.told.last_mut().expect("there is always a loading").push(card);
    }

    /// Lets time pass, stakes where stakes are taken, and has the attendant see to what waits for a person.
    fn play(&mut self, at: Timestamp) {
        if self.cabinet.outstanding().wake_at.is_some_and(|due| due <= at) {
            self.step(What::Event(Event::Wake), at);
        }
        let table = self.cabinet.views(self.cabinet.rules_view().into()).cabinet.tables.remove(0);
        if table.hold.as_ref().is_some_and(|hold| !hold.ends_by_itself) {
            self.command(Who::Attendant("Ada".into()), Order::Table { table: TABLE, order: TableOrder::Resume }, at);
        }
        if table.phase == TablePhase::Staking && table.stakes.is_empty() {
            let kind = table.offers[0].kind;
            let form = StakeForm { place: BoxNumber(1), kind, amount: table.offers[0].least };
            let seat = Seat::all().next().expect("a seat");
            self.command(Who::Seat(seat), Order::Table { table: TABLE, order: TableOrder::Stake(vec![form]) }, at);
        }
    }

    fn restart(&mut self, at: Timestamp) {
        self.cabinet = Cabinet::from_bytes(&self.cabinet.to_bytes()).expect("a checkpoint is read back");
        self.step(
            What::Event(Event::Started {
                version: "scenario".into(),
                wall: None,
                unproved_after: None,
                practice: Event::PRACTICE,
                identity: None,
            }),
            at,
        );
    }

    /// Of every loading the table was told its cards from the first one on, each once and each as the one that came out.
    fn check(&self, truths: &[ShoeTruth]) {
        let mut drawn: Vec<Vec<Option<Card>>> = vec![Vec::new()];
        for truth in truths {
            match truth.deed {
                Deed::Loaded { .. } => drawn.push(Vec::new()),
                Deed::Drawn { card, is_read, .. } => {
                    drawn.last_mut().expect("there is always a loading").push(card.filter(|_| is_read));
                }
            }
        }
        let mut loadings = drawn.into_iter();
        for told in self.told.iter().filter(|told| !told.is_empty()) {
            let is_of = |drawn: &Vec<Option<Card>>| drawn.starts_with(told);
            assert!(loadings.any(|drawn| is_of(&drawn)), "{} cards were told that no loading began with", told.len());
        }
    }
}

/// A scenario in virtual time.
struct Scenario {
    house: House,
    machine: SimulatedShoe,
    shoe: Shoe,
    luck: Chance,
    now: Timestamp,
    was_connected: bool,
    truths: Vec<ShoeTruth>,
    restarts: u32,
    rate_of_restarts: Rate,
}

impl Scenario {
    fn new(rules: &str, seed: u64, behaviour: Behaviour, rate_of_restarts: Rate) -> Self {
        let now = Timestamp::from_microseconds(1 << 40);
        Self {
            house: House::new(rules, now),
            machine: SimulatedShoe::new(seed, Behaviour { pack_milliseconds: 2_000, ..behaviour }),
            shoe: Shoe::new(device(), HOST),
            luck: Chance::new(seed, 77),
            now,
            was_connected: false,
            truths: Vec::new(),
            restarts: 0,
            rate_of_restarts,
        }
    }

    fn play(mut self, deals: usize) -> Self {
        let deadline = self.now.after(Span::from_seconds(1_200 * deals as u64));
        while self.house.settled + self.house.voided.len() < deals {
            assert!(self.now < deadline, "no deal ends; wanted {:?}, the shoe: {:?}", self.house.wish(), self.shoe.status());
            self.turn();
        }
        self.truths.extend(self.machine.take_truth());
        self.house.check(&self.truths);
        self
    }

    fn turn(&mut self) {
        self.machine.wake(self.now);
        let connected = self.machine.connected();
        if core::mem::replace(&mut self.was_connected, connected) != connected {
            match connected {
                true => self.shoe.device_found(self.now),
                false => self.shoe.device_lost(self.now, "pulled out"),
            }
        }
        let bytes = self.machine.poll_send();
        let cut = self.luck.below(bytes.len() as u64 + 1) as usize;
        for piece in [&bytes[..cut], &bytes[cut..]] {
            self.shoe.received(piece, self.now);
        }
        if self.luck.happens(self.rate_of_restarts) {
            // What was said and not stepped is lost with the program.
            self.restarts += 1;
            self.shoe = Shoe::new(device(), HOST);
            self.shoe.wish(self.house.wish(), self.now);
            self.was_connected = false;
            self.house.restart(self.now);
        }
        while let Some(event) = self.shoe.poll_event() {
            self.house.take(event, self.now);
        }
        self.house.play(self.now);
        self.shoe.wish(self.house.wish(), self.now);
        self.shoe.wake(self.now);
        while let Some(bytes) = self.shoe.poll_send() {
            self.machine.received(&bytes, self.now);
        }
        let due = self.house.cabinet.outstanding().wake_at;
        let next = [self.machine.next_wake(), self.shoe.next_wake(), due].into_iter().flatten().min();
        let least = self.now.after(Span::from_milliseconds(3));
        self.now = next.map_or(least, |next| next.max(least));
    }
}

#[test]
fn without_a_mistake_every_deal_of_every_game_is_settled_with_the_cards_that_were_drawn() {
    for rules in ["baccarat/am", "blackjack/by", "oasis/by", "russian/by"] {
        let scenario = Scenario::new(rules, 1, Behaviour::default(), Rate::NEVER).play(25);
        assert_eq!((scenario.house.settled, scenario.house.unasked), (25, 0), "{rules}: {:?}", scenario.house.voided);
    }
}

#[test]
fn one_card_too_many_stays_in_play_or_voids_the_deal_as_the_rules_say() {
    let check = |rules: &str, is_void: bool| {
        // The last card of a deal, and then one more: nobody waits for it.
        let rates = BTreeMap::from([(Fault::OneTooMany, Rate::per_million(120_000))]);
        let scenario =
            Scenario::new(rules, 3, Behaviour { faults: Faults { rates, ..Faults::none() }, ..Behaviour::default() }, Rate::NEVER).play(60);
        let misdeals = scenario.house.voided.iter().filter(|reason| **reason == DealVoid::Misdeal).count();
        assert_eq!((scenario.house.unasked > 0, misdeals > 0), (true, is_void), "{rules}: {:?}", scenario.house.voided);
    };
    check("blackjack/by", false);
    check("blackjack/am", true);
    check("oasis/by", true);
}

#[test]
fn with_every_mistake_and_fault_at_once_no_card_is_lost_doubled_or_another_one() {
    let (mut settled, mut voided, mut restarts, mut cards) = (0, 0, 0, 0);
    let mut faults = BTreeMap::<Fault, u32>::new();
    for seed in 0..16 {
        let rules = ["baccarat/am", "blackjack/by", "oasis/by", "russian/by"][seed as usize % 4];
        let scenario = Scenario::new(rules, seed, Behaviour::harsh(8), Rate::per_million(1_000)).play(40);
        settled += scenario.house.settled;
        voided += scenario.house.voided.len();
        restarts += scenario.restarts;
        cards += scenario.house.told.iter().map(Vec::len).sum::<usize>();
        scenario.truths.iter().flat_map(|truth| &truth.faults).for_each(|fault| *faults.entry(*fault).or_default() += 1);
    }
    println!("{settled} deals settled, {voided} void, {cards} cards, {restarts} restarts, faults {faults:?}");
    assert!(settled > 100 && voided > 50 && restarts > 20, "{settled} settled, {voided} void, {restarts} restarts");
    let missing: Vec<_> = Fault::ALL.into_iter().filter(|fault| !faults.contains_key(fault)).collect();
    assert!(missing.is_empty(), "these never came: {missing:?}");
}

#[test]
fn a_line_that_hardly_works_is_slow_and_never_wrong() {
    let line = [Fault::Garbled, Fault::Cut, Fault::Merged, Fault::LineMissing, Fault::LineLate, Fault::Repeated, Fault::Noise];
    let rates: BTreeMap<_, _> = line.into_iter().map(|fault| (fault, Rate::per_million(100_000))).collect();
    for seed in 100..106 {
        let behaviour = Behaviour { faults: Faults { rates: rates.clone(), ..Faults::none() }, ..Behaviour::default() };
        let scenario = Scenario::new("baccarat/am", seed, behaviour, Rate::NEVER).play(20);
        assert!(scenario.house.settled > 0, "{:?}", scenario.house.voided);
    }
}

#[tokio::test]
async fn deals_come_over_a_real_port_with_mistakes_and_an_unplugged_shoe() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (link, record) = (folder.path().join("shoe"), folder.path().join("shoe.capture"));
    let (reports, mut said) = mpsc::unbounded_channel();
    let script = vec![(Fault::OneTooMany, 6), (Fault::Unplugged, 40), (Fault::Unreadable, 25)];
    let behaviour = Behaviour { faults: Faults { script, ..Faults::none() }, pack_milliseconds: 1_000, ..Behaviour::default() };
    let simulated = SimulatedShoe::new(5, behaviour);
    let running = pseudo_terminal::start(Options { link: link.clone(), device: simulated, speed: SPEED, reports: Some(reports) });
    let running = running.expect("the simulation starts");
    let house = deal_over(&running, &record, 8).await;
    running.stop().await.expect("the simulation ends well");
    let mut truths = Vec::new();
    while let Ok(report) = said.try_recv() {
        if let Report::Truth(truth) = report {
            truths.push(truth);
        }
    }
    house.check(&truths);
    assert!(house.settled > 0 && !house.voided.is_empty(), "{} settled, {:?}", house.settled, house.voided);
    let text = std::fs::read_to_string(&record).expect("the record is there");
    capture::parse(&text).expect("the record is a capture");
    assert!(Card::all().all(|card| !text.contains(&format!(" {card}#"))), "a record names no card");
    let told = told("shoe", &record);
    assert!(told.iter().any(|line| line["event"] == "shuffled"), "{text}");
    let counts = told.last().expect("the counts are told");
    assert!(counts["cards_left_out"].as_u64() > Some(8) && counts["doubted_questions"] == 0, "{counts}");
}

/// Drives the shoe of this simulation until so many deals have ended; driver and house go by its time.
async fn deal_over(running: &Running, record: &Path, deals: usize) -> House {
    let started = Instant::now();
    let (time, device) = (running.clock.clone(), device());
    let clock = move || time.now();
    let mut house = House::new("blackjack/by", clock());
    let (wishes, wished) = watch::channel(CardWish::Ready);
    let (events_said, mut events) = mpsc::channel(16);
    let (status_said, _status) = watch::channel(Status::default());
    let stop = CancellationToken::new();
    let port = CardSourcePort {
        port: running.port_path.clone(),
        device,
        host: HOST,
        record: Some(record.to_owned()),
        analyser: None,
        speed: SPEED,
    };
    let task = tokio::spawn(card_source::run::<Shoe>(port, wished, events_said, status_said, running.clock.clone(), stop.clone()));
    while house.settled + house.voided.len() < deals {
        assert!(started.elapsed() < PATIENCE, "{} deals are settled, {:?}; wanted {:?}", house.settled, house.voided, house.wish());
        let due = house
            .cabinet
            .outstanding()
            .wake_at
            .map_or(Duration::from_secs(1), |due| Duration::from_micros(due.since(clock()).microseconds() / u64::from(SPEED) + 1_000));
        if let Ok(event) = tokio::time::timeout(due.min(Duration::from_millis(200)), events.recv()).await {
            house.take(event.expect("the driver runs"), clock());
        }
        house.play(clock());
        wishes.send_replace(house.wish());
    }
    stop.cancel();
    let ended = tokio::time::timeout(PATIENCE, task).await.expect("the driver stops in time");
    ended.expect("the driver does not panic").expect("the driver ends well");
    house
}
