//! The driver of a shuffle machine over a real port: a pseudo-terminal with a simulated machine behind it, both twenty times faster than
//! life.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use croupier::drivers::card_source::{self, CardSourcePort};
use croupier::drivers::link::DriverError;
use croupier::model::{Card, CardPlace, CardSourceEvent, CardWish, Composition, Deck, DeckCount, Face, FaultCode, OrderNumber};
use croupier::profiles::{self, Kind};
use croupier::sensing::capture;
use croupier::sensing::shuffler::{Parameters, Shuffler, Status};
use croupier::sim::devices::faults::Faults;
use croupier::sim::devices::pseudo_terminal::{self, Options, Running};
use croupier::sim::devices::shuffler::{Behaviour, Fault, SimulatedShuffler};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::card_replay::told;

const SPEED: u32 = 20;

/// No test waits longer than this for anything.
const PATIENCE: Duration = Duration::from_secs(20);

fn simulate(link: &Path, script: &[(Fault, u64)]) -> Running {
    let behaviour = Behaviour { packs: 1, faults: Faults { script: script.to_vec(), ..Faults::none() }, ..Behaviour::default() };
    pseudo_terminal::start(Options { link: link.to_owned(), device: SimulatedShuffler::new(5, behaviour), speed: SPEED, reports: None })
        .expect("the simulation starts")
}

fn deal(number: OrderNumber) -> CardWish {
    CardWish::Card { number, shoe: 1, to: CardPlace::Dealer, face: Face::Down, remaining: Composition::of_packs(1), taken: 0 }
}

/// A driver and what a cabinet has in its hand of it.
struct Driven {
    wishes: watch::Sender<CardWish>,
    events: mpsc::Receiver<CardSourceEvent>,
    status: watch::Receiver<Status>,
    stop: CancellationToken,
    task: JoinHandle<Result<(), DriverError>>,
}

/// Drives the machine of this simulation, by its time.
fn drive(running: &Running, record: Option<PathBuf>) -> Driven {
    let device: Parameters = profiles::load(Kind::Device, "shuffler").expect("the device file is good").value;
    let (wishes, wishes_taken) = watch::channel(CardWish::Ready);
    let (events_said, events) = mpsc::channel(16);
    let (status_said, status) = watch::channel(Status::default());
    let stop = CancellationToken::new();
    let clock = running.clock.clone();
    let port = CardSourcePort { port: running.port_path.clone(), device, host: 0xCAFE_0001, record, analyser: None, speed: SPEED };
    let task = tokio::spawn(card_source::run::<Shuffler>(port, wishes_taken, events_said, status_said, clock, stop.clone()));
    Driven { wishes, events, status, stop, task }
}

impl Driven {
    async fn next(&mut self) -> CardSourceEvent {
        tokio::time::timeout(PATIENCE, self.events.recv()).await.expect("something happens in time").expect("the driver runs")
    }

    /// Orders something and waits for its end; what happens on the way is named.
    async fn order(&mut self, wish: CardWish) -> (CardSourceEvent, Vec<&'static str>) {
        let number = wish.number();
        self.wishes.send(wish).expect("the driver runs");
        let mut before = Vec::new();
        loop {
            let event = self.next().await;
            if event.ends() == number {
                return (event, before);
            }
            before.push(event.name());
        }
    }

    async fn shuffle(&mut self) {
        let (end, _) = self.order(CardWish::Shuffle { number: 1, deck: Deck::plain(1) }).await;
        assert_eq!(end, CardSourceEvent::Shuffled { number: 1, count: DeckCount::complete(1) });
    }

    async fn card(&mut self, number: OrderNumber) -> (Card, Vec<&'static str>) {
        let (end, before) = self.order(deal(number)).await;
        let CardSourceEvent::Card { card, .. } = end else { panic!("{end:?} instead of a card") };
        (card, before)
    }

    async fn end(self) {
        self.stop.cancel();
        let ended = tokio::time::timeout(PATIENCE, self.task).await.expect("the driver stops in time");
        ended.expect("the driver does not panic").expect("the driver ends well");
    }
}

#[tokio::test]
async fn a_machine_shuffles_and_deals_and_the_record_names_no_card() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (link, record) = (folder.path().join("shuffler"), folder.path().join("shuffler.capture"));
    let running = simulate(&link, &[]);
    let mut driven = drive(&running, Some(record.clone()));
    assert_eq!(driven.next().await, CardSourceEvent::Opened);
    driven.shuffle().await;
    let mut cards = Vec::new();
    for number in 2..8 {
        cards.push(driven.card(number).await.0);
    }
    cards.sort_unstable();
    cards.dedup();
    assert_eq!(cards.len(), 6, "one pack has no card twice");
    driven.end().await;
    running.stop().await.expect("the simulation ends well");
    let text = recorded(&record).await;
    assert_eq!(text.matches(" CARD ??#????????;").count(), text.matches(" CARD ").count());
    assert!(Card::all().all(|card| !text.contains(&format!(" {card}#"))), "a record names no card");
    let told = told("shuffler", &record);
    assert!(told.iter().any(|line| line["event"] == "shuffled" && line["order"] == 1), "{text}");
    let counts = told.last().expect("the counts are told");
    assert_eq!((&counts["cards_left_out"], &counts["damaged_frames"], &counts["doubted_questions"]), (&6.into(), &0.into(), &0.into()));
}

/// The record, once it holds six cards; it is written on a thread of its own, which may be a moment behind.
async fn recorded(path: &Path) -> String {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let text = std::fs::read_to_string(path).expect("the record is there");
        if text.matches(" CARD ").count() >= 6 {
            capture::parse(&text).expect("the record is a capture");
            return text;
        }
        assert!(Instant::now() < deadline, "the record never comes to hold the cards");
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_daemon_that_starts_again_while_a_card_is_stuck_gets_that_card_and_no_second_one() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let link = folder.path().join("shuffler");
    let running = simulate(&link, &[(Fault::Jam, 2)]);
    let mut driven = drive(&running, None);
    driven.shuffle().await;
    let (first, _) = driven.card(2).await;
    driven.wishes.send(deal(3)).expect("the driver runs");
    loop {
        if matches!(driven.next().await, CardSourceEvent::Fault { code: FaultCode::CardJam, .. }) {
            break;
        }
    }
    // What the daemon wanted it wants again when it is back.
    driven.end().await;
    let mut again = drive(&running, None);
    let (second, _) = again.card(3).await;
    assert_ne!(first, second);
    let left = tokio::time::timeout(PATIENCE, again.status.wait_for(|status| status.cards_left == 50)).await;
    left.expect("two cards have come out, not three").expect("the driver runs");
    again.end().await;
    running.stop().await.expect("the simulation ends well");
}

#[tokio::test]
async fn an_unplugged_machine_is_lost_and_goes_on_with_its_order_when_it_is_back() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let link = folder.path().join("shuffler");
    // Identity, state and the first answers to the shuffle go well; then the line is pulled out.
    let running = simulate(&link, &[(Fault::LineLost, 6)]);
    let mut driven = drive(&running, None);
    let (end, before) = driven.order(CardWish::Shuffle { number: 1, deck: Deck::plain(1) }).await;
    assert_eq!(end, CardSourceEvent::Shuffled { number: 1, count: DeckCount::complete(1) });
    assert_eq!(before, ["card-source-opened", "shuffling", "fault", "fault-cleared"]);
    driven.card(2).await;
    driven.end().await;
    running.stop().await.expect("the simulation ends well");
}
