//! What may lie at a table before the deal: the least and the most of a box, who may stake on it, and which stakes go together.

use super::keys::Keys;
use super::line::require;
use crate::model::{BoxNumber, BoxStake, Seat, StakeKind};

/// The limits of one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Limits {
    Baccarat(Baccarat),
    Blackjack(Blackjack),
    Poker(Poker),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Baccarat {
    step: i64,
    /// Of each bet that is on offer.
    ranges: Vec<(StakeKind, Range)>,
    /// A bet on a side or a tie must lie beside every other (BQAM-Q14).
    needs_main: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Blackjack {
    boxes: i64,
    players: i64,
    step: i64,
    least: i64,
    box_most: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Poker {
    boxes: i64,
    light_most: i64,
    dark_must_differ: bool,
    chip: i64,
    ante: Range,
    bonus: Option<Bonus>,
    /// How many antes the insurance of a dark box may be (HA-25), where there is one.
    dark_insurance_most: Option<i64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    least: i64,
    most: i64,
}

/// How much a bonus is (HA-28).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bonus {
    HalfAnte,
    Plate { step: i64, of: Range },
}

const BETS: [(StakeKind, &str); 10] = [
    (StakeKind::Player, "player"),
    (StakeKind::Banker, "banker"),
    (StakeKind::Tie, "tie"),
    (StakeKind::PlayerPair, "player_pair"),
    (StakeKind::BankerPair, "banker_pair"),
    (StakeKind::PerfectPair, "perfect_pair"),
    (StakeKind::TwoPerfectPairs, "two_perfect_pairs"),
    (StakeKind::EitherPair, "either_pair"),
    (StakeKind::PlayerBonus, "player_bonus"),
    (StakeKind::BankerBonus, "banker_bonus"),
];

impl Range {
    fn read(keys: &Keys<'_>, path: &str) -> Result<Self, String> {
        Ok(Self { least: keys.number(&format!("{path}.least"))?, most: keys.number(&format!("{path}.most"))? })
    }

    fn check(self, amount: i64, step: i64, what: &str) -> Result<(), String> {
        let Self { least, most } = self;
        require((least..=most).contains(&amount), format!("{amount} lies as {what}, and the table takes {least} to {most}"))?;
        require(amount % step == 0, format!("{amount} lies as {what}, in steps of {step}"))
    }
}

impl Limits {
    pub(super) fn baccarat(keys: &Keys<'_>) -> Result<Self, String> {
        let offered = BETS.into_iter().filter(|(_, name)| keys.has(&format!("limits.stake.{name}")));
        let ranges = offered.map(|(kind, name)| Ok((kind, Range::read(keys, &format!("limits.stake.{name}"))?)));
        Ok(Self::Baccarat(Baccarat {
            step: keys.number("limits.step_minor")?,
            ranges: ranges.collect::<Result<_, String>>()?,
            needs_main: keys.flag("side_bets_need_main")?,
        }))
    }

    pub(super) fn blackjack(keys: &Keys<'_>) -> Result<Self, String> {
        Ok(Self::Blackjack(Blackjack {
            boxes: keys.number("boxes")?,
            players: keys.number("players_per_box")?,
            step: keys.number("limits.chip_minor")? * keys.number("limits.step_chips")?,
            least: keys.number("limits.least_minor")?,
            box_most: keys.number("limits.box_most_minor")?,
        }))
    }

    pub(super) fn poker(keys: &Keys<'_>) -> Result<Self, String> {
        let plate = keys.has("limits.bonus.plate");
        let bonus = match keys.has("limits.bonus") {
            false => None,
            true if plate => {
                let step = keys.number("limits.bonus.plate.step_minor")?;
                Some(Bonus::Plate { step, of: Range::read(keys, "limits.bonus.plate")? })
            }
            true => keys.only("limits.bonus", "half-ante").map(|()| Some(Bonus::HalfAnte))?,
        };
        Ok(Self::Poker(Poker {
            boxes: keys.number("boxes.boxes")?,
            light_most: keys.number("boxes.light_most")?,
            dark_must_differ: keys.flag("boxes.dark_must_differ")?,
            chip: keys.number("limits.chip_minor")?,
            ante: Range::read(keys, "limits.ante")?,
            bonus,
            dark_insurance_most: keys.number_if("play.dark_insurance.antes_most")?,
        }))
    }

    /// That these stakes may lie together before the deal, those of one kind of a seat on a box added up.
    pub(super) fn check(&self, lying: &[BoxStake]) -> Result<(), String> {
        match self {
            Self::Baccarat(limits) => limits.check(lying),
            Self::Blackjack(limits) => limits.check(lying),
            Self::Poker(limits) => limits.check(lying),
        }
    }
}

impl Baccarat {
    fn check(&self, lying: &[BoxStake]) -> Result<(), String> {
        for stake in lying {
            let range = self.ranges.iter().find(|(kind, _)| *kind == stake.kind);
            let (kind, range) = range.ok_or_else(|| format!("{:?} is no bet of this table", stake.kind))?;
            range.check(stake.amount.minor(), self.step, &format!("{kind:?}"))?;
            let is_main = |other: &BoxStake| matches!(other.kind, StakeKind::Player | StakeKind::Banker | StakeKind::Tie);
            let has_main = lying.iter().any(|other| other.seat == stake.seat && is_main(other));
            require(!self.needs_main || has_main, "a side bet lies alone")?;
        }
        Ok(())
    }
}

impl Blackjack {
    /// BJB-2, BJB-5, BJAM-Q24: of each player the table's least, of all on a box together its most.
    fn check(&self, lying: &[BoxStake]) -> Result<(), String> {
        for stake in lying {
            let on_box: Vec<&BoxStake> = lying.iter().filter(|other| other.place == stake.place).collect();
            let all: i64 = on_box.iter().map(|other| other.amount.minor()).sum();
            let own = stake.amount.minor();
            require(stake.kind == StakeKind::Main, format!("{:?} lies before the deal", stake.kind))?;
            require((1..=self.boxes).contains(&i64::from(stake.place.0)), format!("there is no box {}", stake.place.0))?;
            // Each player's stakes on a box are added up.
            require(on_box.len() as i64 <= self.players, format!("{} players on box {}", on_box.len(), stake.place.0))?;
            require(own >= self.least && own % self.step == 0, format!("{own} lies on box {}", stake.place.0))?;
            require(all <= self.box_most, format!("{all} lie on box {}, and {} is its most", stake.place.0, self.box_most))?;
        }
        Ok(())
    }
}

/// What lies on one box of house poker.
struct OnBox {
    seat: Seat,
    place: i64,
    ante: i64,
    is_dark: bool,
}

impl Poker {
    fn check(&self, lying: &[BoxStake]) -> Result<(), String> {
        let places: std::collections::BTreeSet<BoxNumber> = lying.iter().map(|stake| stake.place).collect();
        let boxes: Vec<OnBox> = places.into_iter().map(|place| self.check_box(place, lying)).collect::<Result<_, _>>()?;
        Seat::all().try_for_each(|seat| self.check_boxes(&boxes.iter().filter(|of| of.seat == seat).collect::<Vec<_>>()))
    }

    /// HPC-4, HPC-5, HPC-6, HA-3, HA-25, HA-28, RUS-17, RUS-24, OAS-15.
    fn check_box(&self, place: BoxNumber, lying: &[BoxStake]) -> Result<OnBox, String> {
        let on_box: Vec<&BoxStake> = lying.iter().filter(|stake| stake.place == place).collect();
        let lies = |kind| on_box.iter().find(|stake| stake.kind == kind).map(|stake| stake.amount.minor());
        let seat = on_box[0].seat;
        require(on_box.iter().all(|stake| stake.seat == seat), "two players are on one box")?;
        require((1..=self.boxes).contains(&i64::from(place.0)), format!("there is no box {}", place.0))?;
        let ante = lies(StakeKind::Ante).ok_or("a stake lies without an ante")?;
        self.ante.check(ante, 2 * self.chip, "ante")?;
        require(lies(StakeKind::Bet).is_none_or(|bet| bet == 2 * ante), "a bet is not two antes")?;
        match (lies(StakeKind::Bonus), self.bonus) {
            (None, _) => {}
            (Some(_), None) => return Err("the table takes no bonus".into()),
            (Some(bonus), Some(Bonus::HalfAnte)) => require(2 * bonus == ante, "a bonus is not half of the ante")?,
            (Some(bonus), Some(Bonus::Plate { step, of })) => of.check(bonus, step, "bonus")?,
        }
        let is_dark = lies(StakeKind::Bet).is_some();
        if let Some(insurance) = lies(StakeKind::Insurance) {
            let antes = self.dark_insurance_most.filter(|_| is_dark).ok_or("a box is insured before the deal that may not be")?;
            Range { least: ante, most: antes * ante }.check(insurance, self.chip, "insurance")?;
        }
        Ok(OnBox { seat, place: i64::from(place.0), ante, is_dark })
    }

    /// The boxes of one player: OAS-3, OAS-4, RUS-3, HPC-11.
    fn check_boxes(&self, own: &[&OnBox]) -> Result<(), String> {
        let light: Vec<&&OnBox> = own.iter().filter(|of| !of.is_dark).collect();
        require(light.len() as i64 <= self.light_most, "a player has more light boxes than he may")?;
        require(light.windows(2).all(|pair| pair[0].place + 1 == pair[1].place), "light boxes are not side by side")?;
        require(light.windows(2).all(|pair| pair[0].ante == pair[1].ante), "light boxes have different antes")?;
        let Some(first) = light.first() else { return Ok(()) };
        let differ = own.iter().filter(|of| of.is_dark).all(|dark| dark.ante != first.ante);
        require(!self.dark_must_differ || differ, "a dark box has the ante of a light one")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Money;
    use crate::profiles::{Kind, file_keys};

    /// The limits of a shipped rules file, with these keys changed.
    fn limits(name: &str, change: &str) -> Limits {
        let mut keys = file_keys(Kind::Rules, name).expect("a shipped rules file");
        let changed: toml::Table = change.parse().expect("the change is TOML");
        for (table, values) in changed {
            let of = keys.get_mut(&table).and_then(toml::Value::as_table_mut).expect("the rules have this table");
            of.extend(values.as_table().expect("a table").clone());
        }
        let keys = Keys::new(&keys);
        let read = match name.split_once('/') {
            Some(("baccarat", _)) => Limits::baccarat(&keys),
            Some(("blackjack", _)) => Limits::blackjack(&keys),
            _ => Limits::poker(&keys),
        };
        read.expect("the limits are read")
    }

    /// Stakes as `seat box kind amount`, one a line; they are objected to in these words, or not at all where there are none.
    #[track_caller]
    fn check(limits: &Limits, stakes: &[(u8, u8, StakeKind, i64)], objection: &str) {
        let stake = |&(seat, place, kind, amount): &(u8, u8, StakeKind, i64)| {
            let seat = Seat::new(seat).expect("the case names a seat");
            BoxStake { seat, place: BoxNumber(place), hand: 0, kind, amount: Money::from_minor(amount) }
        };
        let said = limits.check(&stakes.iter().map(stake).collect::<Vec<_>>()).err().unwrap_or_default();
        assert!(said.contains(objection) && said.is_empty() == objection.is_empty(), "{stakes:?}: {said:?}");
    }

    #[test]
    fn bx_1_to_bx_4_the_boxes_of_blackjack() {
        use StakeKind::{Insurance, Main};
        let by = limits("blackjack/by", "limits = { least_minor = 10, box_most_minor = 60 }");
        check(&by, &[(1, 3, Main, 10), (2, 3, Main, 20), (3, 3, Main, 30)], "");
        check(&by, &[(1, 3, Main, 10), (2, 3, Main, 20), (3, 3, Main, 40)], "70 lie on box 3");
        check(&by, &[(1, 3, Main, 10), (2, 3, Main, 10), (3, 3, Main, 10), (4, 3, Main, 10)], "4 players on box 3");
        check(&by, &[(1, 3, Main, 4)], "4 lies on box 3");
        check(&by, &[(1, 3, Main, 11)], "11 lies on box 3");
        check(&by, &[(1, 8, Main, 10)], "there is no box 8");
        check(&by, &[(1, 1, Main, 10), (1, 1, Insurance, 10)], "lies before the deal");
        check(&limits("blackjack/am", ""), &[(1, 3, Main, 10), (2, 3, Main, 20)], "2 players on box 3");
    }

    #[test]
    fn hw_4_to_hw_8_the_boxes_of_house_poker() {
        use StakeKind::{Ante, Bet, Bonus, Insurance};
        let oasis = limits("oasis/by", "limits = { ante = { least = 10, most = 100 } }");
        check(&oasis, &[(1, 1, Ante, 10), (1, 2, Ante, 10)], "");
        check(&oasis, &[(1, 1, Ante, 10), (1, 2, Ante, 20)], "different antes");
        check(&oasis, &[(1, 1, Ante, 10), (1, 3, Ante, 10)], "not side by side");
        check(&oasis, &[(1, 1, Ante, 10), (1, 2, Ante, 10), (1, 3, Ante, 10)], "more light boxes");
        check(&oasis, &[(1, 1, Ante, 10), (1, 2, Ante, 10), (1, 3, Ante, 10), (1, 3, Bet, 20)], "has the ante of a light one");
        check(&oasis, &[(1, 1, Ante, 10), (1, 2, Ante, 10), (1, 3, Ante, 20), (1, 3, Bet, 40)], "");
        check(&oasis, &[(1, 1, Ante, 10), (1, 1, Bet, 10)], "not two antes");
        check(&oasis, &[(1, 1, Ante, 8)], "8 lies as ante");
        check(&oasis, &[(1, 1, Ante, 11)], "in steps of 2");
        check(&oasis, &[(1, 1, Ante, 102)], "102 lies as ante");
        check(&oasis, &[(1, 1, Bonus, 10)], "without an ante");
        check(&oasis, &[(1, 1, Ante, 10), (2, 1, Bonus, 5)], "two players");
        check(&oasis, &[(1, 7, Ante, 10)], "there is no box 7");
        check(&oasis, &[(1, 1, Ante, 10), (1, 1, Bet, 20), (1, 1, Insurance, 10)], "insured before the deal");
        let russian = limits("russian/by", "");
        check(&russian, &[(1, 1, Ante, 10), (1, 2, Ante, 10)], "more light boxes");
        check(&russian, &[(1, 1, Ante, 10), (1, 1, Bonus, 4)], "not half of the ante");
        check(&russian, &[(1, 1, Ante, 10), (1, 1, Bonus, 5)], "");
        let insured = |amount| [(1, 1, Ante, 10), (1, 1, Bet, 20), (1, 1, Insurance, amount)];
        check(&russian, &insured(60), "");
        check(&russian, &insured(61), "61 lies as insurance");
        check(&russian, &insured(9), "9 lies as insurance");
        check(&russian, &[(1, 1, Ante, 10), (1, 1, Insurance, 10)], "insured before the deal");
    }

    #[test]
    fn bqam_q14_the_bets_of_baccarat() {
        use StakeKind::{Main, Player, PlayerPair, TwoPerfectPairs};
        let am = limits(
            "baccarat/am",
            "limits = { step_minor = 5, stake = { player = { least = 10, most = 50 }, player_pair = { least = 5, most = 5 } } }",
        );
        check(&am, &[(1, 1, PlayerPair, 5)], "");
        check(&am, &[(1, 1, Player, 5)], "5 lies as Player");
        check(&am, &[(1, 1, Player, 55)], "55 lies as Player");
        check(&am, &[(1, 1, Player, 12)], "in steps of 5");
        check(&am, &[(1, 1, TwoPerfectPairs, 5)], "no bet of this table");
        check(&am, &[(1, 1, Main, 10)], "no bet of this table");
    }
}
