//! A house through a chapter of lives.

use std::os::unix::process::ExitStatusExt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::process::{Resource, Rlimit, Signal, prlimit};
use serde_json::{Value, json};

use super::damage::damage;
use super::effect::{self, Said};
use super::figures::Figures;
use super::history;
use super::strangers::crowd;
use super::trouble::Trouble;
use super::wheel::Wheel;
use crate::card_orders::list;
use crate::card_players::{self, cards_in};
use crate::daemon::{Daemon, Home, Links};
use crate::lying::{lying, with_shoe};
use crate::players::{Chance, Game, check_settlements, quick_home};
use crate::wrong_clock::{is_stepped, let_go_on, set_wrong, tells_fault};

/// Those who play at card tables, on machines and against each other; the others play at the wheel.
const CARD_SEATS: [usize; 2] = [5, 6];
/// What comes more often than once in a chapter.
const MORE: [Trouble; 4] = [Trouble::Kill, Trouble::Kill, Trouble::KilledStarts, Trouble::LyingDevices];
/// How many descriptors there are where they are few, and how many connections the strangers want.
const DESCRIPTORS: u64 = 256;
const STRANGERS: usize = 400;
/// Where so many descriptors are open, strangers have every place that there is for them.
const PLACES: usize = 128;
const YEAR_SECONDS: i64 = 31_557_600;
/// A disk below this size is filled up; on a larger one the size of files is limited.
const SMALL_BYTES: u64 = 512 << 20;
/// One house.
pub(crate) struct Chapter {
    wheel: Wheel,
    chance: Chance,
    home: Home,
    game: Game,
    figures: Figures,
    /// What seats were told of their stakes and choices at card tables: the key, and the number.
    at_cards: Vec<(String, u64)>,
    /// By how many years the wall clock was wrong when it was looked at last.
    clock_years: i64,
    /// The arguments of a house with devices that do not lie.
    honest: Vec<String>,
    /// The cabinet file with lying devices.
    lying: String,
}

impl Chapter {
    /// A new house, with the wheel of its seed.
    pub(crate) fn new(seed: u64) -> Self {
        let wheel = Wheel::of(seed);
        let mut home = quick_home(|cabinet| wheel.built_into(&with_shoe(&cabinet)));
        home.environment.push(("RUST_LOG".to_owned(), "debug".to_owned()));
        let honest = home.arguments.clone();
        let cabinet = std::fs::read_to_string(home.path("cabinet.toml")).expect("it was just written");
        let lying = home.write("lying.toml", &lying(&cabinet));
        let (chance, game) = (Chance(seed), Game::beside_card_players(seed));
        Self { wheel, chance, home, game, figures: Figures::default(), at_cards: Vec::new(), clock_years: 0, honest, lying }
    }

    /// Lives through every trouble once, and some kills more, in an order of its own.
    pub(crate) fn live(mut self) -> Figures {
        let (links, daemon) = self.home.serve();
        self.game.begin(&links, 1_000_000);
        for seat in CARD_SEATS {
            let paid =
                links.attendant().post(&format!("/api/v1/seats/{seat}/credit-in"), &format!("first-{seat}"), r#"{"amount":1000000}"#);
            assert_eq!(paid.status, 200, "{}", paid.body);
        }
        daemon.stop();
        self.figures.wheels.insert(self.wheel);
        let mut troubles = [&Trouble::ALL[..], &MORE].concat();
        while !troubles.is_empty() {
            let next = usize::try_from(self.chance.below(troubles.len() as u64)).expect("few troubles");
            self.life(troubles.swap_remove(next));
        }
        self.end()
    }

    /// One life with its trouble: it ends with a kill, after which everything is there, and the journal verifies.
    fn life(&mut self, trouble: Trouble) {
        let began = Instant::now();
        let damaged = self.prepare(trouble);
        let said = Said::from_now_on(&self.home);
        let (links, daemon) = self.start(damaged);
        if trouble == Trouble::WrongClock {
            self.look_at_clock(&links);
        }
        let most = Duration::from_millis(100 + self.chance.below(1_900));
        self.play_until_killed(trouble, &links, daemon, most);
        self.figures.kills += 1;
        if trouble == Trouble::KilledStarts {
            self.kill_starts();
        }
        (self.home.wrapper, self.home.arguments) = (None, self.honest.clone());
        self.home.environment.truncate(1);
        // The room that was taken is given back.
        drop(std::fs::remove_file(self.home.path("filler")));

        let damaged = if trouble == Trouble::KilledAndLostCopy { Some(self.damage(Trouble::LostCopy)) } else { damaged };
        let (links, daemon) = self.start(damaged);
        if trouble == Trouble::KilledAndLostCopy {
            self.look_at_end(&links);
        }
        self.stop(daemon, damaged.is_some());
        let found = self.verify(damaged);
        said.count(&self.home, trouble, found, &mut self.figures);
        self.figures.lives += 1;
        *self.figures.met.entry(trouble).or_default() += 1;
        println!("  {trouble:?}, killed after {:?} of play, whole after {:.1?}", most, began.elapsed());
    }

    /// Starts the daemon, in which everything is there. Damage that only shows when a copy is written to puts the house out of service. Damage
    /// of the store is noted, and the next start makes it anew; otherwise a person has the damaged copy made anew from the whole one.
    fn start(&mut self, whole: Option<&'static str>) -> (Links, Daemon) {
        let (links, daemon) = self.home.serve();
        match (ready(&links).and_then(|()| self.game.check_after_start(&links)), whole) {
            (Ok(()), _) => (links, daemon),
            (Err(reason), Some(whole)) => {
                daemon.kill();
                let is_noted = self.is_store_noted();
                println!("  out of service: {reason}; {}", if is_noted { "the store is noted as damaged" } else { "a person rebuilds" });
                if !is_noted {
                    self.home.ask(&format!("journal rebuild --from-copy {whole}"));
                }
                self.start(None)
            }
            (Err(reason), None) => panic!("the house is out of service: {reason}"),
        }
    }

    /// Ends it as a service manager would. Damage of the store may only show in what it writes last: that is noted, and the next start makes it
    /// anew.
    fn stop(&mut self, daemon: Daemon, is_damaged: bool) {
        daemon.signal(Signal::TERM);
        let (status, _) = daemon.wait();
        if is_damaged && status.code() == Some(1) && self.is_store_noted() {
            println!("  the damage of the store shows at the stop, and is noted");
            self.start(None).1.stop();
        } else {
            assert_eq!(status.code(), Some(0), "{status}");
        }
    }

    fn is_store_noted(&self) -> bool {
        self.home.data().join("journal/sled.damaged").exists()
    }

    /// Makes the trouble that is there before the start; of a damaged journal the copy that is whole.
    fn prepare(&mut self, trouble: Trouble) -> Option<&'static str> {
        let home = &mut self.home;
        match trouble {
            Trouble::Descriptors => home.wrapper = Some(format!("ulimit -n {DESCRIPTORS}")),
            // As on a full disk, a write is to fail instead of ending the process.
            Trouble::FullDisk => home.wrapper = Some("trap '' XFSZ".to_owned()),
            Trouble::WrongClock => {
                let years = (self.clock_years + 11 + i64::try_from(self.chance.below(20)).expect("small")) % 21 - 10;
                set_wrong(home, years * YEAR_SECONDS);
                // A hurried clock is no wall clock, and takes no notice of one.
                home.arguments
                    .iter_mut()
                    .filter(|argument| argument.starts_with("--clock-speed="))
                    .for_each(|speed| *speed = "--clock-speed=1".to_owned());
                self.clock_years = years;
            }
            Trouble::LyingDevices => {
                home.arguments.retain(|argument| !argument.starts_with("--cabinet="));
                home.arguments.extend([format!("--cabinet={}", self.lying), format!("--wheel-faults={}", self.wheel.faults())]);
            }
            Trouble::FlippedBits | Trouble::CutFile | Trouble::LostFile | Trouble::LostCopy => return Some(self.damage(trouble)),
            _ => {}
        }
        None
    }

    /// Damages one copy of the journal; the name of the one that is whole.
    fn damage(&mut self, trouble: Trouble) -> &'static str {
        let (what, whole) = damage(&self.home.data(), trouble, &mut self.chance);
        println!("  {what}");
        whole
    }

    /// Everybody plays, the trouble comes in the middle, and the kill ends it while orders are on their way.
    fn play_until_killed(&mut self, trouble: Trouble, links: &Links, daemon: Daemon, most: Duration) {
        let (life, seed) = (self.figures.lives, self.chance.below(u64::MAX));
        let leave = AtomicBool::new(false);
        let Self { game, home, chance, at_cards, figures, .. } = self;
        std::thread::scope(|scope| {
            let cards = CARD_SEATS.map(|seat| scope.spawn(move || card_players::play(links, seat, life)));
            game.actors.iter_mut().for_each(|actor| drop(scope.spawn(move || actor.play(links))));
            if trouble == Trouble::Descriptors {
                scope.spawn(|| crowd(links.address, STRANGERS, seed, &leave));
            }
            std::thread::sleep(most / 2);
            let happened = happen(trouble, links, home, &daemon, chance);
            std::thread::sleep(most / 2);
            leave.store(true, Ordering::Relaxed);
            if trouble == Trouble::Descriptors {
                serves_again(links, life);
            }
            let ended = daemon.kill();
            let by_kill = ended.signal() == Some(Signal::KILL.as_raw());
            assert!(by_kill || trouble == Trouble::Memory, "{trouble:?}: the house ended by itself: {ended}");
            if happened || (trouble == Trouble::Kill && by_kill) || (trouble == Trouble::Memory && !by_kill) {
                trouble.effects().iter().for_each(|effect| figures.saw(effect));
            }
            for playing in cards {
                let accepted = playing.join().expect("a player does not fail");
                at_cards.extend(accepted.into_iter().map(|(key, _, _, number)| (key, number)));
            }
        });
    }

    /// The clock was set by years: the wheel's table stands until an attendant has looked.
    fn look_at_clock(&mut self, links: &Links) {
        let cabinet = links.stranger().get("/api/v1/cabinet").json();
        assert!(is_stepped(&cabinet), "the clock is {} years wrong, and nobody is told: {cabinet}", self.clock_years);
        Trouble::WrongClock.effects().iter().for_each(|effect| self.figures.saw(effect));
        let_go_on(links, &format!("clock-{}", self.figures.lives));
    }

    /// What was recorded last may be missing: every table stands until an attendant has looked.
    fn look_at_end(&mut self, links: &Links) {
        let is_told = |table: &Value| tells_fault(table, "journal-end-unproved");
        let others = |cabinet: &Value| list(cabinet, "tables").iter().chain(list(cabinet, "player_tables")).cloned().collect::<Vec<_>>();
        let cabinet = links.stranger().get("/api/v1/cabinet").json();
        assert!(is_told(&cabinet) && others(&cabinet).iter().all(is_told), "the end is unproved, and nobody is told: {cabinet}");
        Trouble::KilledAndLostCopy.effects().iter().for_each(|effect| self.figures.saw(effect));
        let_go_on(links, &format!("end-{}", self.figures.lives));
        let cabinet = links.stranger().get("/api/v1/cabinet").json();
        assert!(!others(&cabinet).iter().any(is_told), "an attendant has looked: {cabinet}");
    }

    fn kill_starts(&mut self) {
        for _ in 0..=self.chance.below(5) {
            let starting = self.home.start();
            std::thread::sleep(Duration::from_micros(self.chance.below(150_000)));
            starting.signal(Signal::KILL);
            if !starting.has_told("READY=1") {
                Trouble::KilledStarts.effects().iter().for_each(|effect| self.figures.saw(effect));
            }
            starting.kill();
            self.figures.kills += 1;
        }
    }

    /// The journal verifies. Damage in the middle of one copy is not repaired by a start: then the other copy is whole, and a person has it
    /// made anew from that one. Whether there was any.
    fn verify(&mut self, whole: Option<&'static str>) -> bool {
        let verify = || self.home.try_ask("journal verify");
        let mut found = false;
        let verified = verify().or_else(|error| {
            found = true;
            let whole = whole.unwrap_or_else(|| panic!("journal verify: {error}"));
            println!("  journal verify: {}; rebuilt from the {whole}", error.trim());
            self.home.ask(&format!("journal rebuild --from-copy {whole}"));
            verify()
        });
        let verified: Value = serde_json::from_str(&verified.expect("journal verify")).expect("it prints JSON");
        assert_eq!((&verified["mirror"], &verified["store"], &verified["steps"]), (&json!(true), &json!(true), &json!(true)));
        self.figures.verified += 1;
        check_settlements(&self.home);
        found
    }

    /// The whole history holds every order, and nothing that was logged tells a card.
    fn end(mut self) -> Figures {
        let at_wheel = self.game.actors.iter().flat_map(|actor| &actor.done).map(|done| (done.order.key.as_str(), done.number));
        let at_cards = self.at_cards.iter().map(|(key, number)| (key.as_str(), *number));
        history::count(&self.home, at_wheel.chain(at_cards), &mut self.figures);
        for actor in &self.game.actors {
            self.figures.refused += actor.refused;
            self.figures.unanswered.0 += actor.found.0;
            self.figures.unanswered.1 += actor.found.1;
        }
        let log = self.home.log();
        assert!(log.len() > 1_000, "the log was written");
        let told = cards_in(&log);
        assert!(told.is_empty(), "the log tells {told:?}");
        std::mem::take(&mut self.figures)
    }
}

impl Drop for Chapter {
    /// What the house said last, where something failed.
    fn drop(&mut self) {
        if std::thread::panicking() {
            let log = self.home.log();
            let last: Vec<&str> = log.lines().rev().take(60).collect();
            last.iter().rev().for_each(|line| println!("  log: {line}"));
        }
    }
}

/// Whether the house is in service, or why it is not.
fn ready(links: &Links) -> Result<(), String> {
    let answer = links.stranger().get("/ready");
    if answer.status == 503 { Err(answer.body) } else { Ok(()) }
}

/// The trouble that comes in the middle of a life; whether it was seen to take effect.
fn happen(trouble: Trouble, links: &Links, home: &Home, daemon: &Daemon, chance: &mut Chance) -> bool {
    let limit = |resource, bytes| {
        prlimit(Some(daemon.pid()), resource, Rlimit { current: Some(bytes), maximum: None }).expect("a child may be limited");
    };
    match trouble {
        Trouble::Stopped => {
            daemon.signal(Signal::STOP);
            let stood_still = effect::comes(|| effect::state(daemon) == 'T');
            std::thread::sleep(Duration::from_millis(chance.below(3_000)));
            daemon.signal(Signal::CONT);
            stood_still && effect::comes(|| ready(links).is_ok())
        }
        Trouble::Descriptors => effect::comes(|| effect::descriptors(daemon) >= PLACES) && ready(links).is_ok(),
        Trouble::FullDisk => {
            if is_small(home) {
                home.fill()
            } else {
                limit(Resource::Fsize, 1)
            }
            effect::comes(|| ready(links).is_err())
        }
        Trouble::Memory => {
            // Of its data, for what an allocator has set aside of addresses is more than any life uses.
            limit(Resource::Data, data_bytes(daemon) + chance.below(32 << 10));
            effect::comes(|| effect::state(daemon) == 'Z')
        }
        Trouble::SecondDaemon => {
            let (status, _, log) = home.fail();
            assert!(!status.success(), "a second daemon on the same folder ends: {log}");
            log.contains("in use by another process")
        }
        _ => false,
    }
}

/// Whether the home lies on a disk that may be filled up.
fn is_small(home: &Home) -> bool {
    let disk = rustix::fs::statvfs(home.data()).expect("the home is on a disk");
    disk.f_blocks * disk.f_frsize < SMALL_BYTES
}

/// How much memory the process has, as its limit counts it.
fn data_bytes(daemon: &Daemon) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", daemon.pid().as_raw_nonzero())).expect("the process is there");
    let size = status.lines().find_map(|line| line.strip_prefix("VmData:")).expect("it has a size");
    size.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") * 1024
}

/// After the strangers have left, orders are taken again: the house did not go out of service.
fn serves_again(links: &Links, life: usize) {
    let order = |attempt: u64| {
        std::thread::sleep(Duration::from_millis(20 * attempt));
        let key = format!("again-{life}-{attempt}");
        links.attendant().try_post("/api/v1/seats/5/credit-in", &key, r#"{"amount":100}"#)
    };
    let answers: Vec<String> = (0..20)
        .map_while(|attempt| match order(attempt) {
            Ok(answer) if answer.status == 200 => None,
            other => Some(other.map_or_else(|error| error.to_string(), |answer| answer.reason())),
        })
        .collect();
    assert!(answers.len() < 20, "strangers have put the house out of service: {answers:?}");
}
