//! What may lie at a table before the deal: the least and the most of a box, who may stake on it, and which stakes go together.

use std::collections::BTreeSet;

use super::keys::Keys;
use super::line::require;
use crate::model::{BoxNumber, BoxStake, Seat, StakeKind};

/// The least and the most of an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) least: i64,
    pub(super) most: i64,
}

impl Range {
    pub(super) fn read(keys: &Keys<'_>, path: &str) -> Result<Self, String> {
        Ok(Self { least: keys.number(&format!("{path}.least"))?, most: keys.number(&format!("{path}.most"))? })
    }

    pub(super) fn check(self, amount: i64, step: i64, what: &str) -> Result<(), String> {
        let Self { least, most } = self;
        require((least..=most).contains(&amount), format_args!("{amount} lies as {what}, and the table takes {least} to {most}"))?;
        require(amount % step == 0, format_args!("{amount} lies as {what}, in steps of {step}"))
    }
}

/// What one player has laid on one box of a poker against the house: an ante, and perhaps more beside it.
#[derive(Clone, Debug)]
pub(super) struct OnBox {
    pub(super) seat: Seat,
    pub(super) place: BoxNumber,
    pub(super) ante: i64,
    stakes: Vec<BoxStake>,
}

impl OnBox {
    /// Every box with a stake, from the left: one of so many that there are, of one player, with an ante and nothing but these kinds.
    pub(super) fn all(lying: &[BoxStake], boxes: i64, kinds: &[StakeKind]) -> Result<Vec<Self>, String> {
        let places: BTreeSet<BoxNumber> = lying.iter().map(|stake| stake.place).collect();
        places.into_iter().map(|place| Self::at(place, lying, boxes, kinds)).collect()
    }

    fn at(place: BoxNumber, lying: &[BoxStake], boxes: i64, kinds: &[StakeKind]) -> Result<Self, String> {
        let stakes: Vec<BoxStake> = lying.iter().filter(|stake| stake.place == place).copied().collect();
        let seat = stakes[0].seat;
        require((1..=boxes).contains(&i64::from(place.0)), format_args!("there is no box {}", place.0))?;
        require(stakes.iter().all(|stake| stake.seat == seat), format_args!("two players are on box {}", place.0))?;
        let other = stakes.iter().find(|stake| !kinds.contains(&stake.kind));
        require(other.is_none(), format_args!("{other:?} lies before the deal"))?;
        let mut of = Self { seat, place, ante: 0, stakes };
        of.ante = of.lies(StakeKind::Ante).ok_or_else(|| format!("something lies without an ante on box {}", place.0))?;
        Ok(of)
    }

    /// How much lies there of this kind.
    pub(super) fn lies(&self, kind: StakeKind) -> Option<i64> {
        self.stakes.iter().find(|stake| stake.kind == kind).map(|stake| stake.amount.minor())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::model::Money;
    use crate::profiles::{Kind, file_keys, game_of};
    use crate::sim::auditor::cards::clerk::{self, Clerk};

    /// The limits of a shipped rules file, with these keys changed.
    fn limits(name: &str, change: &str) -> Arc<dyn Clerk> {
        let mut keys = file_keys(Kind::Rules, name).expect("a shipped rules file");
        let changed: toml::Table = change.parse().expect("the change is TOML");
        for (table, values) in changed {
            let of = keys.get_mut(&table).and_then(toml::Value::as_table_mut).expect("the rules have this table");
            of.extend(values.as_table().expect("a table").clone());
        }
        let keys = Keys::new(&keys);
        clerk::read(game_of(name), &keys).expect("the limits are read")
    }

    /// Stakes as `seat box kind amount`, one a line; they are objected to in these words, or not at all where there are none.
    #[track_caller]
    fn check(limits: &Arc<dyn Clerk>, stakes: &[(u8, u8, StakeKind, i64)], objection: &str) {
        let stake = |&(seat, place, kind, amount): &(u8, u8, StakeKind, i64)| {
            let seat = Seat::new(seat).expect("the case names a seat");
            BoxStake { seat, place: BoxNumber(place), hand: 0, kind, amount: Money::from_minor(amount) }
        };
        let said = limits.check_laid(&stakes.iter().map(stake).collect::<Vec<_>>()).err().unwrap_or_default();
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

    #[test]
    fn bqam_20_bqam_q24_the_ante_of_red_dog() {
        use StakeKind::{Ante, Main, Ride};
        let am = limits("red-dog/am", "limits = { step_minor = 5, ante = { least = 10, most = 50 } }");
        check(&am, &[(1, 1, Ante, 10), (6, 6, Ante, 50)], "");
        check(&am, &[(1, 1, Ante, 5)], "5 lies as ante");
        check(&am, &[(1, 1, Ante, 55)], "55 lies as ante");
        check(&am, &[(1, 1, Ante, 12)], "in steps of 5");
        check(&am, &[(1, 2, Ante, 10)], "has staked on box 2");
        check(&am, &[(1, 1, Ante, 10), (1, 1, Ride, 10)], "Ride lies before the deal");
        check(&am, &[(1, 1, Main, 10)], "Main lies before the deal");
    }
}
