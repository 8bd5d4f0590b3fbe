//! What is said about one bet: a count of all that can happen, or a sample of it.

use std::borrow::Cow;
use std::cmp::Ordering;

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::games::card_game::CardGame;
use crate::model::{DealSettlement, Fate, Laid, StakeKind, StakeReturn};

/// The bets of one rules file, in its order.
pub(super) type Figures = Vec<(Cow<'static, str>, Figure)>;

/// The bets of these rules, a row or more each: those that the game's description calls bets of their own, and which these rules offer before
/// the deal or may offer in its course.
pub(super) fn bets_of(game: &CardGame) -> Vec<StakeKind> {
    let (sheet, offers) = (game.sheet(), game.rules().offers());
    let is_laid = |(kind, laid): &(StakeKind, Laid)| match laid {
        Laid::First => offers.iter().any(|offer| offer.kind == *kind),
        Laid::Later => true,
        Laid::On(_) => false,
    };
    sheet.stakes.iter().filter(|stake| is_laid(stake)).map(|(kind, _)| *kind).collect()
}

/// The bet that a deal begins with.
pub(super) fn first_bet(game: &CardGame) -> StakeKind {
    bets_of(game)[0]
}

/// The name of a bet of a card game, as it stands in records.
pub(super) fn name(kind: StakeKind) -> Cow<'static, str> {
    let name = serde_json::to_value(kind).expect("a name can always be written as JSON");
    name.as_str().expect("a kind is written as its name").to_owned().into()
}

/// One bet of one rules file.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The rules file.
    pub(super) rules: String,
    /// The bet.
    pub(super) bet: Cow<'static, str>,
    /// What it returns.
    pub(super) figure: Figure,
}

/// What a bet returns.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Figure {
    /// Everything that can happen was counted.
    Counted(Count),
    /// Hands were simulated.
    Simulated(Sample),
}

/// All that can happen to a bet, each with the number of ways in which it can.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Count {
    /// Ways in which it wins.
    pub(super) won: u128,
    /// Ways in which it comes back.
    pub(super) returned: u128,
    /// Ways in which it is lost.
    pub(super) lost: u128,
    /// What all ways together stake, and what they return, in minor units.
    staked_minor: u128,
    returned_minor: u128,
    /// What they stake before the first card.
    first_minor: u128,
}

impl Count {
    /// `ways` more in which the stake ends like this.
    pub(super) fn add(&mut self, fate: Fate, staked_minor: i64, returned_minor: i64, ways: u128) {
        let amount = |minor: i64| u128::try_from(minor).expect("no stake and no return is below nothing");
        *match fate {
            Fate::Won => &mut self.won,
            Fate::Returned | Fate::Void | Fate::Waiting | Fate::Compensated => &mut self.returned,
            Fate::Lost | Fate::Surrendered | Fate::Kept => &mut self.lost,
        } += ways;
        self.staked_minor += amount(staked_minor) * ways;
        self.first_minor += amount(staked_minor) * ways;
        self.returned_minor += amount(returned_minor) * ways;
    }

    /// So many more ways that win with a stake of 1, and what they return together.
    pub(super) const fn add_wins(&mut self, ways: u128, returned_minor: u128) {
        self.won += ways;
        self.staked_minor += ways;
        self.first_minor += ways;
        self.returned_minor += returned_minor;
    }

    /// `ways` more in which a deal ends like this that began with `first_minor`: it wins where more comes back than was staked in all.
    pub(super) fn add_deal(&mut self, first_minor: i64, settlement: &DealSettlement, ways: u128) {
        let amount = |minor: i64| u128::try_from(minor).expect("no stake and no return is below nothing");
        let [staked, returned] = [|line: &StakeReturn| line.stake.amount.minor(), |line: &StakeReturn| line.returned.minor()]
            .map(|of| amount(settlement.returns.iter().map(of).sum()));
        *match returned.cmp(&staked) {
            Ordering::Greater => &mut self.won,
            Ordering::Equal => &mut self.returned,
            Ordering::Less => &mut self.lost,
        } += ways;
        self.staked_minor += staked * ways;
        self.returned_minor += returned * ways;
        self.first_minor += amount(first_minor) * ways;
    }

    /// Everything that this and the other count hold.
    pub(super) const fn plus(self, other: Self) -> Self {
        Self {
            won: self.won + other.won,
            returned: self.returned + other.returned,
            lost: self.lost + other.lost,
            staked_minor: self.staked_minor + other.staked_minor,
            returned_minor: self.returned_minor + other.returned_minor,
            first_minor: self.first_minor + other.first_minor,
        }
    }

    /// What the players have more than they staked, over all ways.
    pub(super) const fn gain_minor(&self) -> i128 {
        self.returned_minor as i128 - self.staked_minor as i128
    }

    /// What the house keeps of a first stake of 1 on average, all further stakes included.
    fn edge(&self) -> f64 {
        -(self.gain_minor() as f64) / self.first_minor as f64
    }

    /// The same for a settled stake of a card game.
    pub(super) fn add_return(&mut self, line: &StakeReturn, ways: u128) {
        self.add(line.fate, line.stake.amount.minor(), line.returned.minor(), ways);
    }

    /// All ways.
    pub(super) const fn ways(&self) -> u128 {
        self.won + self.returned + self.lost
    }

    /// What a stake of 1 returns on average, as a reduced fraction.
    pub(super) fn returns(&self) -> (u128, u128) {
        let divisor = greatest_common_divisor(self.returned_minor, self.staked_minor).max(1);
        (self.returned_minor / divisor, self.staked_minor / divisor)
    }
}

fn greatest_common_divisor(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// What a sample of hands came to. Every interval holds the true value in 95 of 100 samples.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Sample {
    /// How many hands.
    pub(super) hands: u64,
    /// The seed.
    pub(super) seed: u64,
    /// How the player decided.
    pub(super) strategy: Cow<'static, str>,
    /// What came back of everything that was staked.
    pub(super) return_percent: f64,
    /// Half of the interval's width.
    pub(super) return_half_width_percent: f64,
    /// What the house kept of the first stake on average, all further stakes included.
    pub(super) edge_percent: f64,
    /// Half of the interval's width.
    pub(super) edge_half_width_percent: f64,
    /// What was staked in all for a first stake of 1.
    pub(super) staked_per_first_stake: f64,
}

impl Figure {
    /// What comes back of everything that is staked, in percent.
    pub(super) fn return_percent(&self) -> f64 {
        match self {
            Self::Counted(count) => {
                let (returns, of) = count.returns();
                returns as f64 / of as f64 * 100.0
            }
            Self::Simulated(sample) => sample.return_percent,
        }
    }

    /// What the house keeps of the first stake, all further stakes included, in percent.
    pub(super) fn edge_percent(&self) -> f64 {
        match self {
            Self::Counted(count) => count.edge() * 100.0,
            Self::Simulated(sample) => sample.edge_percent,
        }
    }
}

impl Line {
    /// The line as JSON.
    pub(super) fn as_json(&self) -> String {
        let mut keys = Map::new();
        keys.insert("rules".into(), json!(self.rules));
        keys.insert("bet".into(), json!(self.bet));
        let figure = match &self.figure {
            Figure::Counted(count) => {
                let (returns, of) = count.returns();
                let percent = rounded(self.figure.return_percent());
                json!({
                    "method": "counted",
                    "won": whole(count.won), "returned": whole(count.returned), "lost": whole(count.lost), "of": whole(count.ways()),
                    "returns": format!("{returns}/{of}"),
                    "return_percent": percent, "edge_percent": rounded(self.figure.edge_percent()),
                })
            }
            Figure::Simulated(sample) => {
                let mut value = serde_json::to_value(sample).expect("numbers and names can always be written as JSON");
                value["method"] = json!("simulated");
                value
            }
        };
        if let Value::Object(figure) = figure {
            keys.extend(figure);
        }
        format!("{}\n", Value::Object(keys))
    }
}

/// A count as a JSON number where it fits into one, otherwise as text.
fn whole(count: u128) -> Value {
    u64::try_from(count).map_or_else(|_| json!(count.to_string()), |count| json!(count))
}

/// Six decimals are more than anybody needs, and do not show how a division was rounded.
pub(super) fn rounded(percent: f64) -> f64 {
    (percent * 1e6).round() / 1e6
}
