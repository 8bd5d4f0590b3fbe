//! The simulated wheel read by the real dialect, in virtual time: whatever the wheel and its line do, no wrong number is ever
//! accepted, and every spin that was asked for comes to exactly one end.

use std::collections::BTreeMap;

use croupier::model::{FaultCode, Pocket, Span, SpinNumber, Timestamp, WheelEvent, WheelHappening, WheelWish};
use croupier::profiles::{self, Kind};
use croupier::sensing::slingshot::{Parameters, Wheel};
use croupier::sim::chance::Chance;
use croupier::sim::slingshot::{Behaviour, Fault, SimulatedWheel, SpinEnd, SpinTruth};

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
    Fault(FaultCode, String),
}

/// A spin as the host saw it.
#[derive(Debug, Default)]
struct Seen {
    asked_at: Timestamp,
    launched: u32,
    closed_at: Vec<Timestamp>,
    ends: Vec<(Timestamp, End)>,
}

/// A host that plays one spin after the other, as a cabinet does: betting time, launch, finish, pay, again. After a fault it waits
/// for its end, and in the long run switches the wheel off and on, as an attendant would.
struct Host {
    wheel: Wheel,
    wish: WheelWish,
    number: SpinNumber,
    spins: BTreeMap<SpinNumber, Seen>,
    next: Option<(Timestamp, Next)>,
    hurried: Chance,
}

/// What the host does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Launch,
    SwitchOff,
    SwitchOn,
    /// Somebody with the right to do so calls the spin off.
    CallOff(SpinNumber),
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
            hurried: Chance::new(seed, 99),
        }
    }

    fn act(&mut self, now: Timestamp) {
        if let Some((_, next)) = self.next.take_if(|(at, _)| *at <= now) {
            match next {
                Next::Launch => self.launch(now),
                Next::SwitchOff => {
                    self.wish = WheelWish::Off;
                    self.next = Some((now.after(Span::from_seconds(15)), Next::SwitchOn));
                }
                Next::SwitchOn => {
                    self.wish = WheelWish::Ready;
                    self.next = Some((now.after(Span::from_seconds(20)), Next::Launch));
                }
                Next::CallOff(number) if number == self.number => self.wish = WheelWish::Void,
                Next::CallOff(_) => {}
            }
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

    fn launch(&mut self, now: Timestamp) {
        self.number += 1;
        self.spins.insert(self.number, Seen { asked_at: now, ..Seen::default() });
        self.wish = WheelWish::Launch(self.number);
        if self.hurried.below(100) == 0 {
            let at = now.after(self.hurried.milliseconds(100, 40_000));
            self.next = Some((at, Next::CallOff(self.number)));
        }
    }

    fn heard(&mut self, event: WheelEvent, now: Timestamp) {
        let Some(number) = event.spin else { return };
        let seen = self.spins.get_mut(&number).expect("the wheel speaks of spins that were asked for");
        let end = match event.happening {
            WheelHappening::BallLaunched => {
                seen.launched += 1;
                return;
            }
            WheelHappening::NoMoreBets => {
                seen.closed_at.push(now);
                if number == self.number && self.wish == WheelWish::Launch(number) {
                    self.wish = WheelWish::Finish(number);
                }
                return;
            }
            WheelHappening::Result(pocket) => End::Result(pocket),
            WheelHappening::NoSpin(reason) => End::NoSpin(reason.name()),
            WheelHappening::Fault { code, detail } => End::Fault(code, detail),
            _ => return,
        };
        let disputed = matches!(end, End::Fault(FaultCode::ResultDisputed, _));
        let fault = matches!(end, End::Fault(..));
        seen.ends.push((now, end));
        self.wish = if disputed { WheelWish::Void } else { WheelWish::Ready };
        let pause = Span::from_seconds(if fault { 8 } else { 3 });
        let failing = fault && self.faulty_lately() >= 3;
        self.next = Some((now.after(pause), if failing { Next::SwitchOff } else { Next::Launch }));
    }

    /// How many of the newest spins ended in a fault, one after the other.
    fn faulty_lately(&self) -> usize {
        let fault = |seen: &Seen| seen.ends.last().is_some_and(|(_, end)| matches!(end, End::Fault(..)));
        self.spins.values().rev().take_while(|seen| fault(seen)).count()
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
        let bytes = machine.poll_send();
        if !bytes.is_empty() {
            host.wheel.received(&bytes, now);
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
        let session = play(7, Behaviour { rates, ..Behaviour::default() }, 60);
        println!("{}: {}", fault.name(), session.summary());
        assert_eq!(session.wrongs(), Vec::<String>::new(), "{}", fault.name());
    }
}
