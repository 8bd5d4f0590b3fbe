//! What scenarios know of each card game, as a file of its own in `games/`: which keys they vary, what they seek, what must happen in them.
//!
//! Here never lives a game's name: a game comes in with its file.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use rust_embed::RustEmbed;
use serde::Deserialize;
use toml::{Table, Value};

use crate::model::{CardPlace, ChoiceKind, StakeKind};

/// The files, one a game.
#[derive(RustEmbed)]
#[folder = "src/sim/scenario/games/"]
struct Files;

/// The scenarios of one card game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameScenarios {
    /// How many scenarios are played with each rules file of the game as it is.
    pub as_it_is: u64,
    /// How many scenarios are played with one of its rules files of which some keys were changed.
    pub varied: u64,
    /// What is offered so seldom that it would hardly ever be taken if it were one choice among others.
    pub(super) rare_choices: Vec<ChoiceKind>,
    /// What is staked so seldom that its wins would hardly ever be seen.
    pub(super) sought_stakes: Vec<StakeKind>,
    /// Whether the box that is missed is mostly the last one where another has drawn.
    #[serde(default)]
    pub(super) misses_last_box: bool,
    /// Whether the attendant often says how many cards a hand has.
    #[serde(default)]
    pub(super) counts_hands: bool,
    leans: Leans,
    seldom: BTreeMap<String, Vec<Value>>,
    #[serde(default)]
    often: BTreeMap<String, Vec<Value>>,
    /// Other values of keys that not every rules file of the game has: changed only where the file has the key.
    #[serde(default)]
    where_set: BTreeMap<String, Vec<Value>>,
    #[serde(default)]
    pub(super) together: Table,
    /// The awkward things of the game, and how often each must happen at least in all its scenarios together.
    pub floors: BTreeMap<String, u64>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Leans {
    any: Vec<Lean>,
    dealer: Option<Vec<Lean>>,
}

/// Towards what the cards of one place lean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Lean {
    /// Nothing.
    Fair,
    /// Cards of one rank.
    Rank,
    /// The same card again.
    Twin,
    /// Cards of one suit.
    Suit,
    /// From an ace down in one suit.
    RoyalRun,
    /// From any card down in one suit.
    SuitedRun,
    /// From an ace down.
    Run,
    /// Two ranks down or one up, so that a third card comes between the first two.
    Between,
    /// An ace beside a ten.
    AceAndTen,
}

static GAMES: LazyLock<BTreeMap<String, GameScenarios>> = LazyLock::new(|| {
    let read = |path: &str| {
        let file = Files::get(path).expect("the file was listed");
        let text = str::from_utf8(&file.data).expect("the file is text");
        toml::from_str(text).unwrap_or_else(|error| panic!("src/sim/scenario/games/{path}: {error}"))
    };
    Files::iter().filter_map(|path| Some((path.strip_suffix(".toml")?.to_owned(), read(&path)))).collect()
});

impl GameScenarios {
    /// The scenarios of the game of this name; `None` where it has no file.
    #[must_use]
    pub fn of(game: &str) -> Option<&'static Self> {
        GAMES.get(game)
    }

    /// The games that have a file.
    pub fn names() -> impl Iterator<Item = &'static str> {
        GAMES.keys().map(String::as_str)
    }

    /// The keys with their other values, `None` where the key is left out, and how many scenarios there are to one in which it is changed.
    pub(super) fn others(&self) -> impl Iterator<Item = (&str, Vec<Option<&Value>>, u64)> {
        let seldom = self.seldom.iter().map(|other| (other, 4));
        let often = self.often.iter().chain(&self.where_set).map(|other| (other, 2));
        let is_left_out = |value: &Value| value.as_str() == Some("(absent)");
        seldom.chain(often).map(move |((path, values), scenarios)| {
            (path.as_str(), values.iter().map(|value| (!is_left_out(value)).then_some(value)).collect(), scenarios)
        })
    }

    /// Whether this key is changed only in a rules file that has it.
    pub(super) fn only_where_set(&self, path: &str) -> bool {
        self.where_set.contains_key(path)
    }

    /// What the cards of this place may lean towards.
    pub(super) fn leans(&self, to: CardPlace) -> &[Lean] {
        let Leans { any, dealer } = &self.leans;
        dealer.as_ref().filter(|_| to == CardPlace::Dealer).unwrap_or(any)
    }
}
