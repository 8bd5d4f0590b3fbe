//! What a seat must have, thought out from its orders alone: which bets lie where, and what each ended round returned.
//!
//! An order that was answered near the end of a round may have fallen into that round or into the next. Then both are kept in
//! mind as worlds, and what is seen later leaves one of them.

use std::collections::BTreeMap;

use serde_json::Value;

/// A place on the layout, as text, with what lies there.
pub(crate) type Bets = Vec<(String, i64)>;

/// What an accepted order did.
#[derive(Clone, Debug)]
pub(crate) enum Deed {
    Place(Bets),
    Undo,
    Clear,
    Repeat,
    Double,
}

/// Rounds as the house recalls them, by number.
pub(crate) type Rounds = BTreeMap<u64, Value>;

/// Whether a recalled round is over.
pub(crate) fn is_over(round: &Value) -> bool {
    !round["settled_at"].is_null()
}

/// A way things may have gone.
#[derive(Clone, Debug, PartialEq, Eq)]
struct World {
    round: u64,
    /// The round is over and nothing can be placed in it.
    over: bool,
    actions: Vec<Bets>,
    repeat: Bets,
}

/// Everything expected of one seat.
pub(crate) struct Expectation {
    seat: u64,
    worlds: Vec<World>,
    /// What came in less what went out.
    pub(crate) paid_in: i64,
    /// All stakes of rounds that are over, and what they returned.
    pub(crate) staked: i64,
    pub(crate) returned: i64,
    counted: u64,
}

impl Expectation {
    pub(crate) fn new(seat: u64) -> Self {
        let world = World { round: 0, over: false, actions: Vec::new(), repeat: Vec::new() };
        Self { seat, worlds: vec![world], paid_in: 0, staked: 0, returned: 0, counted: 0 }
    }

    /// An order was accepted in one of these rounds.
    pub(crate) fn done(&mut self, deed: &Deed, rounds: std::ops::RangeInclusive<u64>, recall: &Rounds) {
        let (low, high) = rounds.into_inner();
        let before = std::mem::take(&mut self.worlds);
        for world in &before {
            for round in low.max(world.round)..=high {
                let after = world.clone().reach(round, self.seat, recall).and_then(|world| world.act(deed));
                self.worlds.extend(after.filter(|world| !self.worlds.contains(world)));
            }
        }
        assert!(!self.worlds.is_empty(), "seat {}: {deed:?} in {low}..={high} cannot have been accepted after {before:#?}", self.seat);
    }

    /// What is seen now must fit one of the worlds.
    pub(crate) fn see(&mut self, official: &Value, recall: &Rounds) {
        let seat = self.seat;
        let newest = *recall.keys().next_back().expect("a round was recalled");
        let before = std::mem::take(&mut self.worlds);
        let fits = |world: &World| {
            let lying = layout(&world.actions);
            (world.over && lying.is_empty()) || lying == recalled(&recall[&newest], seat).0
        };
        let reached = before.iter().filter_map(|world| world.clone().reach(newest, seat, recall));
        let ended = reached.map(|world| world.end(seat, recall).unwrap_or(world)).filter(fits);
        let seen = ended.fold(Vec::new(), |mut seen, world| {
            if !seen.contains(&world) {
                seen.push(world);
            }
            seen
        });
        assert!(!seen.is_empty(), "seat {seat}: {before:#?} do not lead to {:#}", recall[&newest]);
        self.worlds = seen;
        self.count(recall);
        let lying: i64 = if is_over(&recall[&newest]) { 0 } else { recalled(&recall[&newest], seat).0.values().sum() };
        let view = &official["seats"][usize::try_from(seat - 1).expect("six seats")];
        let meters = &view["meters"];
        assert_eq!(view["staked"], lying, "seat {seat}: what lies on the layout");
        assert_eq!(view["credit"], self.paid_in - self.staked + self.returned - lying, "seat {seat}: the credit");
        assert_eq!(meters["credit_in"].as_i64().zip(meters["credit_out"].as_i64()).map(|(paid, out)| paid - out), Some(self.paid_in));
        assert_eq!((&meters["staked"], &meters["returned"]), (&Value::from(self.staked), &Value::from(self.returned)), "seat {seat}");
    }

    /// Adds up the rounds that have ended since, each once, by what a winning stake returns.
    fn count(&mut self, recall: &Rounds) {
        for (number, round) in recall.range(self.counted + 1..).take_while(|(_, round)| is_over(round)) {
            let (bets, returned) = recalled(round, self.seat);
            let expected: i64 = bets.iter().map(|(place, stake)| stake * coefficient(place, round)).sum();
            assert_eq!(returned, expected, "seat {}, round {number}: {round:#}", self.seat);
            self.staked += bets.values().sum::<i64>();
            self.returned += returned;
            self.counted = *number;
        }
    }
}

impl World {
    /// This world when `round` is the current one; `None` where an ended round says that the bets were others.
    fn reach(self, round: u64, seat: u64, recall: &Rounds) -> Option<Self> {
        if self.round == round {
            return Some(self);
        }
        let mut world = self;
        for number in world.round.max(1)..round {
            if number != world.round {
                (world.round, world.over) = (number, false);
            }
            world = world.end(seat, recall)?;
        }
        Some(Self { round, over: false, ..world })
    }

    /// This world at the end of its round; `None` where the round is not over or had other bets.
    fn end(&self, seat: u64, recall: &Rounds) -> Option<Self> {
        if self.over {
            return Some(self.clone());
        }
        let round = recall.get(&self.round).filter(|round| is_over(round))?;
        let lying = layout(&self.actions);
        if recalled(round, seat).0 != lying {
            return None;
        }
        let repeat = if lying.is_empty() { self.repeat.clone() } else { self.actions.concat() };
        Some(Self { round: self.round, over: true, actions: Vec::new(), repeat })
    }

    /// This world after the deed; `None` where it could not have been done.
    fn act(mut self, deed: &Deed) -> Option<Self> {
        if self.over {
            return None;
        }
        match deed {
            Deed::Place(bets) => self.actions.push(bets.clone()),
            Deed::Undo => drop(self.actions.pop()?),
            Deed::Clear if self.actions.is_empty() => return None,
            Deed::Clear => self.actions.clear(),
            Deed::Repeat if self.repeat.is_empty() => return None,
            Deed::Repeat => self.actions.push(self.repeat.clone()),
            Deed::Double if self.actions.is_empty() => return None,
            Deed::Double => self.actions.push(self.actions.concat()),
        }
        Some(self)
    }
}

fn layout(actions: &[Bets]) -> BTreeMap<String, i64> {
    let mut lying = BTreeMap::new();
    for (place, stake) in actions.iter().flatten() {
        *lying.entry(place.clone()).or_default() += stake;
    }
    lying
}

/// A bet's place as text: `straight [17]`, `dozen 2`, `red`.
pub(crate) fn place(bet: &Value) -> String {
    let more = [&bet["numbers"], &bet["which"]].into_iter().find(|value| !value.is_null());
    format!("{} {}", bet["bet"].as_str().expect("a bet has a name"), more.map(Value::to_string).unwrap_or_default())
}

/// The bets and the returns of a seat in a recalled round.
fn recalled(round: &Value, seat: u64) -> (BTreeMap<String, i64>, i64) {
    let parts = round["seats"].as_array().expect("a round has parts");
    let mine: Vec<&Value> = parts.iter().filter(|part| part["seat"] == seat).collect();
    assert!(mine.len() <= 1, "a seat has one part in a round: {round:#}");
    let Some(part) = mine.first() else { return (BTreeMap::new(), 0) };
    let bets = part["bets"].as_array().expect("a part has bets");
    let lying = bets.iter().map(|bet| (place(bet), bet["stake"].as_i64().expect("a bet has a stake"))).collect();
    (lying, part["returned"].as_i64().expect("a part returns something"))
}

/// What a stake of 1 on this place returns in this round.
fn coefficient(place: &str, round: &Value) -> i64 {
    const RED: [i64; 18] = [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36];
    if !round["voided"].is_null() {
        return 1;
    }
    let fell = round["outcome"]["pocket"].as_i64().expect("a round that is over and not void has an outcome");
    let (bet, more) = place.split_once(' ').expect("a place has two words");
    let numbers: Value = serde_json::from_str(more).unwrap_or_default();
    let covers = |numbers: &Value| numbers.as_array().is_some_and(|numbers| numbers.iter().any(|number| number == fell));
    match bet {
        "straight" if covers(&numbers) => 36,
        "split" if covers(&numbers) => 18,
        "dozen" if fell > 0 && numbers == (fell - 1) / 12 + 1 => 3,
        "red" if RED.contains(&fell) => 2,
        _ => 0,
    }
}
