//! The course of a scenario.

use std::collections::BTreeMap;

use super::ScenarioRulesError;
use super::attendant_calls::AttendantCalls;
use super::card_players::CardPlayers;
use super::card_source::CardSource;
use super::crowd::{Crowd, Sight};
use super::disputes::Disputes;
use super::draws::Draws;
use super::hand_pays::HandPays;
use super::options::Options;
use super::play_sessions::PlaySessions;
use super::seat_locks::SeatLocks;
use super::self_tests::SelfTests;
use super::shifts::Shifts;
use super::stake_limits::StakeLimits;
use super::table_players::TablePlayers;
use super::wall::Wall;
use super::wheel::Wheel;
use crate::cabinet::{Cabinet, Outcome, replay};
use crate::model::{CardWish, ChanceOrder, Event, Fact, Input, Span, TableNumber, Timestamp, Views, What};
use crate::profiles::game_of;
use crate::sim::auditor::{Book, Objection};
use crate::sim::chance::Chance;

/// When every scenario begins.
const DUSK: Timestamp = Timestamp::from_microseconds(1_803_916_800_000_000);

/// After how many turns a scenario ends at the latest, for each spin asked for.
const TURNS_PER_SPIN: u64 = 100;

/// How many turns more a card table takes in that time.
const TURNS_PER_SPIN_AND_TABLE: u64 = 150;

/// The stream of the wall clock's chance, beyond those of the card sources.
const WALL_STREAM: u64 = 64;

/// The stream of what is drawn for the tables besides cards.
const DRAWS_STREAM: u64 = 65;

/// The streams of the tables between players: which there are, who plays at them, and the first of their card sources.
const PLAYER_TABLES_STREAM: u64 = 66;
const TABLE_PLAYERS_STREAM: u64 = 67;
const PLAYER_SOURCES_STREAM: u64 = 68;

/// The stream of the attendants' shifts, beyond those of all card sources.
const SHIFTS_STREAM: u64 = 1_024;

/// The stream of the disputes.
const DISPUTES_STREAM: u64 = 1_025;

/// The stream of the hand pays.
const HAND_PAYS_STREAM: u64 = 1_026;

/// The stream of the calls for an attendant.
const CALLS_STREAM: u64 = 1_027;

/// The stream of the self-tests.
const SELF_TESTS_STREAM: u64 = 1_028;

/// The stream of the locks of seats.
const SEAT_LOCKS_STREAM: u64 = 1_029;

/// The stream of the sessions of play.
const PLAY_SESSIONS_STREAM: u64 = 1_030;

/// The stream of the limits of stakes.
const STAKE_LIMITS_STREAM: u64 = 1_036;

/// How often the cabinet may want to be woken at one moment.
const WAKES_AT_ONCE: u32 = 3;

/// What a scenario came to. Two scenarios of one seed come to the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The seed.
    pub seed: u64,
    /// The rules file.
    pub rules: String,
    /// How often what happened: inputs, spins, voids, restarts, each refusal.
    pub counts: BTreeMap<String, u64>,
    /// The cabinet at the end.
    pub bytes: Vec<u8>,
}

/// Why a scenario did not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// The auditor objects.
    #[error("seed {seed}: {objection}")]
    Objection {
        /// The seed.
        seed: u64,
        /// The objection.
        objection: Objection,
    },
    /// The cabinet did what it must never do.
    #[error("seed {seed}: input {input}: {what}")]
    Wrong {
        /// The seed.
        seed: u64,
        /// The number of the input.
        input: u64,
        /// What.
        what: String,
    },
    /// The rules cannot be played.
    #[error(transparent)]
    Rules(#[from] ScenarioRulesError),
}

/// Who looks on while a scenario is played.
pub trait Onlooker {
    /// So many spins have had a result; told now and then.
    fn spins_made(&mut self, _spins: u64) {}

    /// This has arrived in the journal, the terms of the cabinet first.
    fn recorded(&mut self, _recorded: Recorded) {}
}

/// Nobody looks on.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Onlooker for Unwatched {}

/// An input of the scenario and what came of it, as its journal has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The input.
    pub input: Input,
    /// What came of it.
    pub facts: Vec<Fact>,
    /// The round that the cabinet was in then.
    pub round: u64,
    /// SHA-256 of the rules of its roulette.
    pub rules_sha256: [u8; 32],
}

/// An input that was stepped, with what came of it, on its way into the journal.
struct Stepped {
    input: Input,
    facts: Vec<Fact>,
    views: Views,
    wishes: Vec<(TableNumber, CardWish)>,
    draws: Vec<ChanceOrder>,
}

pub(super) struct Scenario {
    pub(super) seed: u64,
    pub(super) now: Timestamp,
    pub(super) options: Options,
    chance: Chance,
    pub(super) cabinet: Cabinet,
    /// What may be seen of it: the views of the newest input that arrived in the journal, or of a start.
    pub(super) shown: Views,
    /// The newest checkpoint and the inputs since.
    checkpoint: Vec<u8>,
    journal: Vec<(Input, Vec<Fact>)>,
    pub(super) book: Book,
    pub(super) wheel: Wheel,
    pub(super) wall: Wall,
    /// The card sources of the tables.
    pub(super) sources: BTreeMap<TableNumber, CardSource>,
    pub(super) draws: Draws,
    crowd: Crowd,
    pub(super) card_players: CardPlayers,
    table_players: TablePlayers,
    shifts: Shifts,
    disputes: Disputes,
    hand_pays: HandPays,
    calls: AttendantCalls,
    self_tests: SelfTests,
    seat_locks: SeatLocks,
    play_sessions: PlaySessions,
    stake_limits: StakeLimits,
    pub(super) counts: BTreeMap<String, u64>,
    wakes_at_once: u32,
    pub(super) calm: bool,
    /// What has arrived in the journal and nobody who looks on was told yet.
    untold: Vec<Recorded>,
}

/// Plays the scenario of `seed` until `spins` spins have had a result, and then on in calm until nothing is owed.
///
/// # Errors
/// The first [`Trouble`].
///
/// # Panics
/// Where the cabinet does.
pub fn scenario(seed: u64, spins: u64, rules: Option<&str>, onlooker: &mut impl Onlooker) -> Result<Report, Trouble> {
    play(Scenario::begin(seed, rules)?, spins, onlooker)
}

/// Plays a scenario that has begun.
pub(super) fn play(mut scenario: Scenario, spins: u64, onlooker: &mut impl Onlooker) -> Result<Report, Trouble> {
    let mut told = 0;
    let turns_per_spin = TURNS_PER_SPIN + TURNS_PER_SPIN_AND_TABLE * scenario.sources.len() as u64;
    for _ in 0..spins.saturating_mul(turns_per_spin) {
        let made = scenario.count_of("spins");
        if made >= spins {
            break;
        }
        if made >= told + 1_000 {
            told = made;
            onlooker.spins_made(made);
        }
        scenario.turn()?;
        scenario.untold.drain(..).for_each(|recorded| onlooker.recorded(recorded));
    }
    scenario.calm_down()?;
    scenario.untold.drain(..).for_each(|recorded| onlooker.recorded(recorded));
    Ok(Report {
        seed: scenario.seed,
        rules: scenario.cabinet.terms().rules_name.clone(),
        bytes: scenario.cabinet.to_bytes(),
        counts: scenario.counts,
    })
}

impl Scenario {
    pub(super) fn begin(seed: u64, rules: Option<&str>) -> Result<Self, Trouble> {
        let options = Options::draw(&mut Chance::new(seed, 0), &mut Chance::new(seed, PLAYER_TABLES_STREAM), rules)?;
        let terms = What::Event(Event::Terms { terms: options.terms.to_bytes() });
        let input = Input { number: 1, at: DUSK, what: terms };
        let (cabinet, step) = Cabinet::begin(&input).expect("the terms of a scenario can be read");
        let begun = Recorded { input, facts: step.facts, round: cabinet.round(), rules_sha256: cabinet.terms().rules_sha256 };
        Ok(Self {
            seed,
            now: DUSK,
            chance: Chance::new(seed, 1),
            wheel: Wheel::new(Chance::new(seed, 2), &options, DUSK),
            wall: Wall::new(Chance::new(seed, WALL_STREAM), DUSK),
            crowd: Crowd::new(Chance::new(seed, 3), &options, DUSK),
            card_players: CardPlayers::new(Chance::new(seed, 4), &options, DUSK),
            table_players: TablePlayers::new(Chance::new(seed, TABLE_PLAYERS_STREAM), &options, DUSK),
            shifts: Shifts::new(Chance::new(seed, SHIFTS_STREAM)),
            disputes: Disputes::new(Chance::new(seed, DISPUTES_STREAM)),
            hand_pays: HandPays::new(Chance::new(seed, HAND_PAYS_STREAM)),
            calls: AttendantCalls::new(Chance::new(seed, CALLS_STREAM)),
            self_tests: SelfTests::new(Chance::new(seed, SELF_TESTS_STREAM)),
            seat_locks: SeatLocks::new(Chance::new(seed, SEAT_LOCKS_STREAM)),
            play_sessions: PlaySessions::new(Chance::new(seed, PLAY_SESSIONS_STREAM)),
            stake_limits: StakeLimits::new(Chance::new(seed, STAKE_LIMITS_STREAM)),
            sources: sources(seed, &options),
            draws: Draws::new(Chance::new(seed, DRAWS_STREAM), &options),
            book: Book::new(options.house.clone()),
            options,
            checkpoint: cabinet.to_bytes(),
            shown: views(&cabinet),
            cabinet,
            journal: Vec::new(),
            counts: BTreeMap::new(),
            wakes_at_once: 0,
            calm: false,
            untold: vec![begun],
        })
    }

    /// One turn: time jumps to the next thing that happens, and everything that waits is stepped and committed together.
    pub(super) fn turn(&mut self) -> Result<(), Trouble> {
        // A timer may be late, and something else comes first.
        let is_late = !self.calm && self.chance.below(12) == 0;
        let wake_at = self.cabinet.outstanding().wake_at.filter(|_| !is_late);
        let people_at = (!self.calm).then(|| self.crowd.next_at());
        let players_at = (!self.calm && !self.shown.cabinet.tables.is_empty()).then(|| self.card_players.next_at());
        let table_players_at = (!self.calm && !self.options.terms.player_tables.is_empty()).then(|| self.table_players.next_at());
        let cards_at = self.sources.values().filter_map(CardSource::next_at).min();
        let tested_at = self.self_tests.next_at();
        let next = [wake_at, self.wheel.next_at(), cards_at, self.draws.next_at(), tested_at, people_at, players_at, table_players_at]
            .into_iter()
            .flatten()
            .min();
        self.now = self.now.max(next.unwrap_or(self.now));
        let mut waiting = Vec::new();
        if wake_at.is_some_and(|wake_at| wake_at <= self.now) {
            waiting.push(What::Event(Event::Wake));
        }
        waiting.extend(self.wheel.due(self.now).into_iter().map(|event| What::Event(Event::Wheel(event))));
        for (table, source) in &mut self.sources {
            let due = source.due(self.now).into_iter();
            waiting.extend(due.map(|event| What::Event(Event::Cards { table: *table, event })));
        }
        waiting.extend(self.draws.due(self.now).into_iter().map(What::Event));
        waiting.extend(self.self_tests.due(self.now).map(What::Event));
        if players_at.is_some_and(|at| at <= self.now) {
            waiting.extend(self.card_players.order(self.now, &self.shown).map(What::Command));
        }
        if table_players_at.is_some_and(|at| at <= self.now) {
            waiting.extend(self.table_players.presence(self.now, &self.shown).map(What::Event));
            waiting.extend(self.table_players.order(self.now, &self.shown).map(What::Command));
        }
        if people_at.is_some_and(|at| at <= self.now) {
            let sight = self.sight();
            waiting.extend(self.crowd.orders(self.now, &sight).into_iter().map(What::Command));
        }
        self.mix(&mut waiting);
        if people_at.is_some_and(|at| at <= self.now) {
            waiting.extend(self.shifts.order(&self.shown.official).map(What::Command));
            waiting.extend(self.disputes.order(&self.shown, &self.cabinet).map(What::Command));
            waiting.extend(self.hand_pays.order(&self.shown.official).map(What::Command));
            waiting.extend(self.calls.order(&self.shown.official).map(What::Command));
            waiting.extend(self.self_tests.order(&self.shown.official).map(What::Command));
            waiting.extend(self.seat_locks.order(&self.shown.official).map(What::Command));
            waiting.extend(self.play_sessions.order(&self.shown.seats).map(What::Command));
            waiting.extend(self.stake_limits.order(&self.shown.official).map(What::Command));
        }
        self.commit(waiting)?;
        self.set_wall_clock()
    }

    /// What waits together may be taken in any order.
    fn mix(&mut self, waiting: &mut [What]) {
        for place in (1..waiting.len()).rev() {
            waiting.swap(place, self.chance.below(place as u64 + 1) as usize);
        }
    }

    pub(super) fn commit(&mut self, waiting: Vec<What>) -> Result<(), Trouble> {
        let mut working = self.cabinet.clone();
        let mut batch = Vec::new();
        for what in waiting {
            batch.extend(self.step(&mut working, what)?);
        }
        let crashes = !self.calm && self.chance.happens(self.options.crashes);
        if crashes {
            return self.crash(&working, batch);
        }
        self.cabinet = working;
        self.enter(batch)?;
        if self.chance.below(60) == 0 {
            self.checkpoint = self.cabinet.to_bytes();
            self.journal.clear();
        }
        if self.wheel.wish(self.cabinet.outstanding().wheel, self.now) {
            self.count("rests of the wheel");
        }
        for (table, wish) in self.cabinet.card_wishes() {
            self.sources.get_mut(&table).expect("every table has a source").wish(&wish, self.now);
        }
        self.draws.wish(&self.cabinet.chance_orders(), self.now);
        self.self_tests.wish(self.cabinet.house_test(), self.now);
        Ok(())
    }

    /// Steps one input, after the moments that come before it; nothing where it was refused or repeated, which must have changed
    /// nothing.
    fn step(&mut self, working: &mut Cabinet, what: What) -> Result<Vec<Stepped>, Trouble> {
        let input = Input { number: working.number() + 1, at: self.now, what };
        let before = working.clone();
        let outcome = working.step(&input);
        let is_unchanged = || before == *working;
        let is_command = matches!(input.what, What::Command(_));
        match outcome {
            Outcome::Done(step) => {
                self.count_wakes(&input, working)?;
                working.keep_views();
                let views = views(working);
                Ok(vec![Stepped { input, facts: step.facts, views, wishes: working.card_wishes(), draws: working.chance_orders() }])
            }
            Outcome::Overdue if is_unchanged() => {
                self.count("overdue");
                let mut stepped = self.step(working, What::Event(Event::Wake))?;
                stepped.extend(self.step(working, input.what)?);
                Ok(stepped)
            }
            Outcome::Repeated { .. } if is_command && is_unchanged() => {
                self.count("repeated");
                Ok(Vec::new())
            }
            Outcome::Refused(refusal) if is_command && is_unchanged() => {
                self.count_refusal(&input.what, refusal);
                Ok(Vec::new())
            }
            outcome => Err(self.wrong(input.number, format!("{outcome:?} changed something, or was no command"))),
        }
    }

    /// A cabinet that is woken must not want to be woken at the same moment for ever.
    fn count_wakes(&mut self, input: &Input, working: &Cabinet) -> Result<(), Trouble> {
        let is_due = working.outstanding().wake_at.is_some_and(|wake_at| wake_at <= self.now);
        let is_wake = input.what == What::Event(Event::Wake);
        self.wakes_at_once = if is_wake && is_due {
            self.wakes_at_once + 1
        } else if is_wake {
            0
        } else {
            self.wakes_at_once
        };
        if self.wakes_at_once > WAKES_AT_ONCE {
            return Err(self.wrong(input.number, "the cabinet wants to be woken again and again".into()));
        }
        Ok(())
    }

    /// The program dies: of the batch on its way into the journal any first part may have arrived. Then it starts again.
    fn crash(&mut self, working: &Cabinet, mut batch: Vec<Stepped>) -> Result<(), Trouble> {
        let arrived = self.chance.below(batch.len() as u64 + 1) as usize;
        let all = arrived == batch.len();
        self.count("restarts");
        *self.counts.entry("torn inputs".into()).or_default() += (batch.len() - arrived) as u64;
        batch.truncate(arrived);
        self.enter(batch)?;
        let mut restored = Cabinet::from_bytes(&self.checkpoint);
        if restored.is_none() {
            return Err(self.wrong(working.number(), "the checkpoint cannot be read".into()));
        }
        for (input, facts) in &self.journal {
            match replay(&mut restored, input) {
                Ok(step) if step.facts == *facts => {}
                other => return Err(self.wrong(input.number, format!("replayed it comes to {other:?}"))),
            }
        }
        let restored = restored.expect("a cabinet that was read stays one");
        if all && restored.to_bytes() != working.to_bytes() {
            return Err(self.wrong(working.number(), "the restored cabinet is another".into()));
        }
        let shown = views(&restored);
        if all && shown != views(working) {
            return Err(self.wrong(working.number(), "the restored cabinet shows something else".into()));
        }
        (self.cabinet, self.shown) = (restored, shown);
        self.now = self.now.after(Span::from_milliseconds(self.chance.between(1, 30_000)));
        self.wheel.heard_anew(self.now);
        self.sources.values_mut().for_each(|source| source.heard_anew(self.now));
        self.draws.heard_anew();
        self.self_tests.heard_anew();
        self.start_again()
    }

    /// Steps one input by itself, which arrives in the journal at once.
    pub(super) fn take_alone(&mut self, what: What) -> Result<(), Trouble> {
        let mut working = self.cabinet.clone();
        let stepped = self.step(&mut working, what)?;
        self.cabinet = working;
        self.enter(stepped)
    }

    /// What has arrived in the journal has happened: the auditor enters it.
    fn enter(&mut self, batch: Vec<Stepped>) -> Result<(), Trouble> {
        for Stepped { input, facts, views, wishes, draws } in batch {
            let number = input.number;
            let audited = self.book.enter(&input, &facts).and_then(|()| self.book.enter_wishes(number, &wishes));
            let audited = audited.and_then(|()| self.book.enter_draws(number, &draws));
            let audited = audited.and_then(|()| self.book.compare(number, &views.official));
            let audited = audited.and_then(|()| self.book.compare_looks(number, &views));
            audited.map_err(|objection| Trouble::Objection { seed: self.seed, objection })?;
            self.count("inputs");
            self.count_input(&input.what);
            self.count_cut_short(&input.what, &facts);
            for fact in &facts {
                self.count_fact(input.at, fact);
            }
            let (round, rules_sha256) = (views.cabinet.round, self.cabinet.terms().rules_sha256);
            self.untold.push(Recorded { input: input.clone(), facts: facts.clone(), round, rules_sha256 });
            self.journal.push((input, facts));
            self.shown = views;
        }
        Ok(())
    }

    fn sight(&self) -> Sight {
        let view = &self.shown.cabinet;
        Sight { round: view.round, held: view.hold.is_some() }
    }

    pub(super) fn wrong(&self, input: u64, what: String) -> Trouble {
        Trouble::Wrong { seed: self.seed, input, what }
    }
}

/// The card sources of all tables.
fn sources(seed: u64, options: &Options) -> BTreeMap<TableNumber, CardSource> {
    let source = |stream, game: &str| CardSource::new(Chance::new(seed, stream), options, game, DUSK);
    let cards = (5..).zip(options.terms.tables()).map(|(stream, (table, terms))| (table, source(stream, terms.game.name())));
    let between = (PLAYER_SOURCES_STREAM..).zip(options.terms.tables_between_players());
    cards.chain(between.map(|(stream, (table, terms))| (table, source(stream, game_of(&terms.rules_name))))).collect()
}

fn views(cabinet: &Cabinet) -> Views {
    cabinet.views(cabinet.rules_view().into())
}
