//! The simulated wheel read by the real dialect, in virtual time: no matter what the wheel and its line do, no wrong number is ever
//! accepted, and every spin that was asked for comes to exactly one end.

use std::collections::BTreeMap;

use croupier::model::{FaultCode, Pocket, Span, SpinNumber, Timestamp, WheelEvent, WheelHappening, WheelWish};
use croupier::profiles::{self, Kind};
use croupier::sensing::SerialMachine;
use croupier::sensing::slingshot::{Parameters, Wheel};
use croupier::sim::chance::Chance;
use croupier::sim::devices::SimulatedDevice;
use croupier::sim::devices::slingshot::{Behaviour, Fault, Moment, SimulatedWheel, SpinEnd, SpinTruth};

const START: Timestamp = Timestamp::from_microseconds(1_700_000_000_000_000);

/// Longer than this no spin may be without an end.
const LONGEST_SPIN: Span = Span::from_seconds(900);

/// How long the lines of a state can be missing on a bad line.
const LINES_MISSED: Span = Span::from_seconds(2);

/// How a spin that was asked for ended for the host.
#[derive(Clone, Debug, PartialEq, Eq)]
enum End {
    Result(Pocket),
    NoSpin(&'static str),
    /// A fault after the ball had begun to run, or a disputed number. A launch that fails may still succeed: that is no end.
    Fault(FaultCode, String),
    /// Somebody gave up waiting for the ball.
    GivenUp(String),
}

/// A spin as the host saw it.
#[derive(Debug, Default)]
struct Seen {
    asked_at: Timestamp,
    launched: u32,
    closed_at: Vec<Timestamp>,
    failures: Vec<String>,
    ends: Vec<(Timestamp, End)>,
}

/// A host that plays one spin after the other, as a cabinet does: betting time, launch, finish, pay, again. What does not concern
/// the spin it waits for it does not listen to. Where the ball does not come, somebody switches the wheel off and on in the end.
struct Host {
    wheel: Wheel,
    wish: WheelWish,
    number: SpinNumber,
    spins: BTreeMap<SpinNumber, Seen>,
    next: Option<(Timestamp, Next)>,
    chance: Chance,
}

/// What the host does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Launch,
    SwitchOff,
    SwitchOn,
    /// Somebody with the right to do so calls the spin off.
    CallOff,
}

impl Host {
    fn new(seed: u64) -> Self {
        let parameters: Parameters = profiles::load(Kind::Device, "slingshot-2").expect("the device file is good").value;
        Self {
            wheel: Wheel::new(parameters),
            wish: WheelWish::Ready,
            number: 0,
            spins: BTreeMap::new(),
            next: Some((START.after(Span::from_seconds(5)), Next::Launch)),
            chance: Chance::new(seed, 99),
        }
    }

    fn act(&mut self, now: Timestamp) {
        if let Some((_, next)) = self.next.take_if(|(at, _)| *at <= now) {
            self.go_on(next, now);
        }
        self.wheel.wish(self.wish, now);
        if self.wheel.next_wake().is_some_and(|at| at <= now) {
            self.wheel.wake(now);
        }
        while let Some(event) = self.wheel.poll_event() {
            self.heard(event, now);
            self.wheel.wish(self.wish, now);
        }
    }

    fn go_on(&mut self, next: Next, now: Timestamp) {
        match next {
            Next::Launch => self.launch(now),
            Next::SwitchOff => {
                let failures = self.spins.get(&self.number).map(|seen| seen.failures.join(", ")).unwrap_or_default();
                self.end(End::GivenUp(failures), WheelWish::Off, now);
                self.next = Some((now.after(Span::from_seconds(15)), Next::SwitchOn));
            }
            Next::SwitchOn => {
                self.wish = WheelWish::Ready;
                self.next = Some((now.after(Span::from_seconds(20)), Next::Launch));
            }
            Next::CallOff => self.end(End::GivenUp("called off".to_owned()), WheelWish::Void, now),
        }
    }

    fn launch(&mut self, now: Timestamp) {
        self.number += 1;
        self.spins.insert(self.number, Seen { asked_at: now, ..Seen::default() });
        self.wish = WheelWish::Launch(self.number);
        if self.chance.below(100) == 0 {
            self.next = Some((now.after(self.chance.milliseconds(100, 40_000)), Next::CallOff));
        }
    }

    fn heard(&mut self, event: WheelEvent, now: Timestamp) {
        let Some(seen) = self.spins.get_mut(&self.number).filter(|seen| event.spin == Some(self.number) && seen.ends.is_empty()) else {
            return;
        };
        match event.happening {
            WheelHappening::BallLaunched => seen.launched += 1,
            WheelHappening::NoMoreBets => {
                seen.closed_at.push(now);
                if self.wish == WheelWish::Launch(self.number) {
                    self.wish = WheelWish::Finish(self.number);
                }
            }
            WheelHappening::Result(pocket) => self.end(End::Result(pocket), WheelWish::Ready, now),
            WheelHappening::NoSpin(reason) => self.end(End::NoSpin(reason.name()), WheelWish::Ready, now),
            WheelHappening::Fault { code, detail } => {
                let begun = seen.launched > 0 || !seen.closed_at.is_empty();
                if begun || code == FaultCode::ResultDisputed {
                    self.end(End::Fault(code, detail), WheelWish::Void, now);
                } else {
                    seen.failures.push(detail);
                    self.next.get_or_insert((now.after(Span::from_seconds(90)), Next::SwitchOff));
                }
            }
            _ => {}
        }
        // A program that meant to look after a launch that failed sees that the ball runs after all.
        let runs = self.spins.get(&self.number).is_some_and(|seen| seen.launched > 0);
        self.next.take_if(|(_, next)| runs && *next == Next::SwitchOff);
    }

    fn end(&mut self, end: End, wish: WheelWish, now: Timestamp) {
        let pause = if matches!(end, End::Fault(..)) { 8 } else { 3 };
        if let Some(seen) = self.spins.get_mut(&self.number) {
            seen.ends.push((now, end));
        }
        self.wish = wish;
        self.next = Some((now.after(Span::from_seconds(pause)), Next::Launch));
    }
}

/// A session: what the host saw and what really happened.
struct Session {
    spins: BTreeMap<SpinNumber, Seen>,
    truth: Vec<SpinTruth>,
    ended_at: Timestamp,
}

fn play(seed: u64, behaviour: Behaviour, spins: u64) -> Session {
    let mut machine = SimulatedWheel::new(seed, behaviour);
    let mut host = Host::new(seed);
    let (mut now, mut there) = (START, false);
    while host.number <= spins {
        machine.wake(now);
        if machine.connected() != there {
            there = machine.connected();
            if there {
                host.wheel.device_found(now);
            } else {
                host.wheel.device_lost(now, "the port was pulled out");
            }
        }
        // What comes all at once is read in pieces, and the host may do something between them.
        for piece in machine.poll_send().chunks(64) {
            host.wheel.received(piece, now);
            host.act(now);
        }
        host.act(now);
        while let Some(bytes) = host.wheel.poll_send() {
            machine.received(&bytes, now);
        }
        if let Some(seen) = host.spins.get(&host.number) {
            let waiting = seen.ends.is_empty() && now.since(seen.asked_at) > LONGEST_SPIN;
            assert!(!waiting, "seed {seed}: spin {} has no end; truth {:?}", host.number, machine.truth().last());
        }
        let wakes = [machine.next_wake(), host.wheel.next_wake(), host.next.map(|(at, _)| at)];
        let next = wakes.into_iter().flatten().min().expect("a wheel always sends");
        now = next.max(now.after(Span::from_microseconds(1)));
    }
    Session { spins: host.spins, truth: machine.take_truth(), ended_at: now }
}

impl Session {
    /// Whether this number, heard at `heard_at`, is that of the newest game, whose ball was launched after the host had asked
    /// for it (or so shortly before that no line had said so), and fell after the host had heard that betting ends.
    fn is_right(&self, seen: &Seen, heard_at: Timestamp, pocket: Pocket) -> bool {
        let Some(game) = self.truth.iter().rfind(|game| game.ended_at <= heard_at) else { return false };
        let launched = game.rim_at.is_some_and(|rim_at| rim_at.after(LINES_MISSED) >= seen.asked_at);
        let closed = seen.closed_at.iter().all(|closed_at| *closed_at <= game.ended_at) && seen.closed_at.len() == 1;
        game.end == SpinEnd::Result(pocket) && launched && closed
    }

    /// What is wrong in this session; nothing is the only good answer.
    fn wrongs(&self) -> Vec<String> {
        let mut wrongs = Vec::new();
        for (number, seen) in &self.spins {
            let newest = Some(number) == self.spins.keys().last();
            if seen.ends.len() > 1 || seen.launched > 1 || seen.closed_at.len() > 1 || (seen.ends.is_empty() && !newest) {
                wrongs.push(format!("spin {number} has not one end: {seen:?}"));
            }
            for (heard_at, end) in &seen.ends {
                let End::Result(pocket) = end else { continue };
                if !self.is_right(seen, *heard_at, *pocket) {
                    let games: Vec<_> = self.truth.iter().filter(|game| game.ended_at >= seen.asked_at).take(3).collect();
                    wrongs.push(format!("spin {number}: {seen:?}, but really {games:?}"));
                }
            }
        }
        wrongs
    }

    /// How many of the games without any fault came to a result, and how many there were.
    fn read_of_faultless(&self) -> (usize, usize) {
        let faultless: Vec<_> = self.truth.iter().filter(|game| game.faults.is_empty() && game.end.pocket().is_some()).collect();
        let read = |game: &&&SpinTruth| {
            self.spins
                .values()
                .flat_map(|seen| &seen.ends)
                .any(|(at, end)| matches!(end, End::Result(_)) && *at >= game.ended_at && at.since(game.ended_at) < Span::from_seconds(10))
        };
        (faultless.iter().filter(read).count(), faultless.len())
    }

    fn summary(&self) -> String {
        let mut ends: BTreeMap<String, u32> = BTreeMap::new();
        for (_, end) in self.spins.values().flat_map(|seen| &seen.ends) {
            let name = match end {
                End::Result(_) => "result".to_owned(),
                End::NoSpin(reason) => format!("no-spin {reason}"),
                End::Fault(code, detail) => format!("fault {} {}", code.name(), detail.replace(|c: char| c.is_ascii_digit(), "#")),
                End::GivenUp(failures) => format!("given up {}", failures.replace(|c: char| c.is_ascii_digit(), "#")),
            };
            *ends.entry(name).or_default() += 1;
        }
        let hours = self.ended_at.since(START).milliseconds() / 3_600_000;
        format!("{} games in {hours} h: {ends:#?}", self.truth.len())
    }
}

#[test]
fn a_faultless_wheel_is_read_to_the_last_number() {
    let session = play(1, Behaviour::default(), 500);
    assert_eq!(session.wrongs(), Vec::<String>::new());
    let (read, all) = session.read_of_faultless();
    println!("{}", session.summary());
    assert!(all > 480 && read * 100 >= all * 99, "{read} of {all}");
}

#[test]
fn at_the_rates_of_the_field_no_wrong_number_is_accepted_and_the_good_ones_are_read() {
    let session = play(2, Behaviour::field(), 2_000);
    println!("{}", session.summary());
    assert_eq!(session.wrongs(), Vec::<String>::new());
    let (read, all) = session.read_of_faultless();
    assert!(all > 700 && read * 100 >= all * 99, "{read} of {all}");
}

#[test]
fn at_harsh_rates_no_wrong_number_is_accepted_either() {
    for (seed, times, spins) in [(3, 3, 300), (4, 10, 300), (5, 30, 200), (6, 100, 100)] {
        let session = play(seed, Behaviour::harsh(times), spins);
        assert_eq!(session.wrongs(), Vec::<String>::new(), "seed {seed}");
    }
}

#[test]
fn each_fault_alone_in_every_second_game_gives_no_wrong_number_and_one_end_for_each_spin() {
    for fault in Fault::ALL {
        let rate = match fault {
            Fault::Silence | Fault::LongSilence => 5_000,
            Fault::Merged | Fault::Cut | Fault::Spliced | Fault::Interleaved | Fault::Lost | Fault::Garbled | Fault::SpeedNonsense => {
                100_000
            }
            _ => 500_000,
        };
        let rates = BTreeMap::from([(fault, croupier::sim::chance::Rate::per_million(rate))]);
        let session = play(7, Behaviour { rates, ..Behaviour::default() }, 40);
        println!("{}: {}", fault.name(), session.summary());
        assert_eq!(session.wrongs(), Vec::<String>::new(), "{}", fault.name());
    }
}

#[test]
fn old_lines_that_come_all_at_once_are_no_spin_of_this_launch() {
    let script = vec![(Moment { launch: 1, state: 2, line: 1 }, Fault::LongSilence)];
    let outcomes = [7, 8].into_iter().filter_map(Pocket::new).collect::<Vec<_>>();
    for seed in 0..40 {
        let session = play(seed, Behaviour { script: script.clone(), outcomes: outcomes.clone(), ..Behaviour::default() }, 3);
        assert_eq!(session.wrongs(), Vec::<String>::new(), "seed {seed}");
        let ends: Vec<_> = session.spins.values().flat_map(|seen| &seen.ends).map(|(_, end)| end).collect();
        assert!(!ends.contains(&&End::Result(outcomes[0])), "seed {seed}: the ball of the silence counted: {ends:?}");
    }
}
