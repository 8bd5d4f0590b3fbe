//! Baccarat as `baccarat-and-quick-cards-am` has it, once more: who draws, and what each bet returns.

mod limits;

use std::sync::Arc;

use limits::Limits;
pub(super) use limits::key_of;

use super::Settled;
use super::clerk::{Clerk, DealClerk};
use super::keys::{Keys, Ratio};
use super::line::{Line, Won, pips, require};
use crate::model::{BoxStake, Card, CardPlace, Choice, Combination, Face, StakeKind};

/// Reads the rules of one house.
pub(super) fn read(keys: &Keys<'_>) -> Result<Arc<dyn Clerk>, String> {
    Ok(Arc::new(Rules::read(keys)?))
}

impl Clerk for Rules {
    fn check_laid(&self, lying: &[BoxStake]) -> Result<(), String> {
        self.limits.check(lying)
    }

    fn begin(&self, laid: &[BoxStake]) -> Result<Box<dyn DealClerk>, String> {
        Ok(Box::new(Laid { deal: Deal::new(self.clone()), stakes: laid.to_vec() }))
    }

    /// Nobody decides anything.
    fn is_default(&self, _: Choice) -> bool {
        false
    }
}

/// A deal and what lies in it. Any malfunction voids it (BQAM-12).
#[derive(Clone, Debug)]
struct Laid {
    deal: Deal,
    stakes: Vec<BoxStake>,
}

impl DealClerk for Laid {
    fn next_card(&self) -> Option<(CardPlace, Face)> {
        self.deal.next_card().map(|to| (to, Face::Up))
    }

    fn take(&mut self, to: CardPlace, _: Face, card: Card) -> Result<(), String> {
        self.deal.take(to, card)
    }

    fn settle(&self) -> Result<Settled, String> {
        Ok(Settled { lines: self.deal.settle(&self.stakes)?, stakes: self.stakes.clone(), cuts: Vec::new() })
    }
}

/// The rules that differ from house to house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rules {
    limits: Limits,
    either_natural_stops: bool,
    whole_tableau: bool,
    pairs_by_rank: bool,
    either_pair_by_pair: bool,
    two_perfect_are_four_equal: bool,
    two_perfect_are_a_bet: bool,
    naturals_are_eight_and_nine: bool,
    rows_are_margins: bool,
    bonus_needs_eight: bool,
    natural_tie_pays: bool,
    halves_up: bool,
    player: Ratio,
    banker: Ratio,
    banker_with_six: Ratio,
    tie: Ratio,
    player_pair: Ratio,
    banker_pair: Ratio,
    perfect_pair: Ratio,
    two_perfect_pairs: Ratio,
    either_pair: Ratio,
    natural: Ratio,
    natural_tie: Ratio,
    /// By 4 to by 9.
    rows: [Ratio; 6],
}

impl Rules {
    pub(super) fn read(keys: &Keys<'_>) -> Result<Self, String> {
        let pays = |name: &str| keys.odds(&format!("play.pays.{name}"));
        let row = |points: u8| keys.odds(&format!("play.pays.bonus.by_{points}"));
        Ok(Self {
            limits: Limits::read(keys)?,
            either_natural_stops: keys.is("play.naturals_stop", "either", "both")?,
            whole_tableau: keys.is("play.banker_third_card", "tableau", "given-lines")?,
            pairs_by_rank: keys.is("play.pair_by", "rank", "value")?,
            either_pair_by_pair: keys.is("play.either_pair", "pair", "pair-or-suit")?,
            two_perfect_are_four_equal: keys.flag("play.perfect_two_strict")?,
            two_perfect_are_a_bet: keys.flag("play.perfect_split_bets")?,
            naturals_are_eight_and_nine: keys.is("play.natural", "eight-or-nine", "two-cards")?,
            rows_are_margins: keys.is("play.bonus_rows", "margin", "total")?,
            bonus_needs_eight: keys.flag("play.bonus_needs_eight_or_nine")?,
            natural_tie_pays: keys.is("play.natural_tie", "pay", "push")?,
            halves_up: keys.is("play.rounding", "half-up", "floor")?,
            player: pays("player")?,
            banker: pays("banker")?,
            banker_with_six: pays("banker_with_six")?,
            tie: pays("tie")?,
            player_pair: pays("player_pair")?,
            banker_pair: pays("banker_pair")?,
            perfect_pair: pays("perfect_pair")?,
            two_perfect_pairs: pays("two_perfect_pairs")?,
            either_pair: pays("either_pair")?,
            natural: pays("bonus.natural")?,
            natural_tie: pays("bonus.natural_tie")?,
            rows: [row(4)?, row(5)?, row(6)?, row(7)?, row(8)?, row(9)?],
        })
    }
}

/// A deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Deal {
    rules: Rules,
    player: Vec<Card>,
    banker: Vec<Card>,
}

/// The line of section A2 for a Banker that counts this: by the Player's third card 0 to 9, and at the end where the Player stood.
const DRAWS: [&str; 8] =
    ["DDDDDDDDDD D", "DDDDDDDDDD D", "DDDDDDDDDD D", "DDDDDDDDsD D", "ssDDDDDDss D", "ssssDDDDss D", "ssssssDDss s", "ssssssssss s"];

impl Deal {
    pub(super) const fn new(rules: Rules) -> Self {
        Self { rules, player: Vec::new(), banker: Vec::new() }
    }

    /// Where the next card goes.
    pub(super) fn next_card(&self) -> Option<CardPlace> {
        let (player, banker) = (&self.player, &self.banker);
        match (player.len(), banker.len()) {
            (0, 0) | (1, 1) => return Some(CardPlace::Player),
            (1, 0) | (2, 1) => return Some(CardPlace::Banker),
            (_, 3) => return None,
            _ => {}
        }
        let naturals = [count(&player[..2]) >= 8, count(banker) >= 8];
        let is_stopped = if self.rules.either_natural_stops { naturals.contains(&true) } else { !naturals.contains(&false) };
        if is_stopped {
            return None;
        }
        if player.len() == 2 && count(player) <= 5 {
            return Some(CardPlace::Player);
        }
        self.banker_draws().then_some(CardPlace::Banker)
    }

    fn banker_draws(&self) -> bool {
        let own = count(&self.banker);
        if !self.rules.whole_tableau {
            return self.player.len() == 2 && (3..=5).contains(&own);
        }
        let column = self.player.get(2).map_or(11, |third| worth(*third));
        DRAWS.get(own).is_some_and(|line| line.as_bytes()[column] == b'D')
    }

    pub(super) fn take(&mut self, to: CardPlace, card: Card) -> Result<(), String> {
        require(self.next_card() == Some(to), format_args!("a card came to {to:?} and not to {:?}", self.next_card()))?;
        match to {
            CardPlace::Player => self.player.push(card),
            _ => self.banker.push(card),
        }
        Ok(())
    }

    /// What each stake returns.
    pub(super) fn settle(&self, stakes: &[BoxStake]) -> Result<Vec<Line>, String> {
        require(self.next_card().is_none(), "a deal was settled while a card was still to come")?;
        stakes.iter().map(|stake| self.line(stake.kind, stake.amount.minor())).collect()
    }

    fn line(&self, kind: StakeKind, stake: i64) -> Result<Line, String> {
        let rules = &self.rules;
        let (player, banker) = (count(&self.player), count(&self.banker));
        let wins = |ratio: Ratio, combination| Line::wins(Won::of(stake, ratio, rules.halves_up, combination));
        let wins_if = |holds: bool, ratio: Ratio, combination| if holds { wins(ratio, combination) } else { Line::GONE };
        let main = |is_higher: bool, ratio: Ratio| if player == banker { Line::BACK } else { wins_if(is_higher, ratio, None) };
        let pair = Some(Combination::Pair);
        let hands = [&self.player, &self.banker];
        let perfect = hands.map(|hand| hand[0] == hand[1]);
        let are_two_perfect = perfect == [true; 2] && (!rules.two_perfect_are_four_equal || self.player[0] == self.banker[0]);
        Ok(match kind {
            StakeKind::Player => main(player > banker, rules.player),
            StakeKind::Banker => main(banker > player, if banker == 6 { rules.banker_with_six } else { rules.banker }),
            StakeKind::Tie => wins_if(player == banker, rules.tie, None),
            StakeKind::PlayerPair => wins_if(self.is_pair(&self.player), rules.player_pair, pair),
            StakeKind::BankerPair => wins_if(self.is_pair(&self.banker), rules.banker_pair, pair),
            StakeKind::EitherPair => {
                let is_suited = |hand: &[Card]| !rules.either_pair_by_pair && hand[0].suit() == hand[1].suit();
                let has_pair = hands.into_iter().any(|hand| self.is_pair(hand));
                // BQAM-Q6, BQAM-Q7: two cards of one suit win by the letter, and are no pair.
                wins_if(has_pair || hands.into_iter().any(|hand| is_suited(hand)), rules.either_pair, pair.filter(|_| has_pair))
            }
            StakeKind::PerfectPair if are_two_perfect && !rules.two_perfect_are_a_bet => {
                wins(rules.two_perfect_pairs, Some(Combination::TwoPerfectPairs))
            }
            StakeKind::PerfectPair => wins_if(perfect.contains(&true), rules.perfect_pair, Some(Combination::PerfectPair)),
            StakeKind::TwoPerfectPairs => wins_if(are_two_perfect, rules.two_perfect_pairs, Some(Combination::TwoPerfectPairs)),
            StakeKind::PlayerBonus => self.bonus(&self.player, &self.banker, stake),
            StakeKind::BankerBonus => self.bonus(&self.banker, &self.player, stake),
            _ => return Err(format!("{kind:?} is no bet of baccarat")),
        })
    }

    fn is_pair(&self, hand: &[Card]) -> bool {
        if self.rules.pairs_by_rank { pips(hand[0]) == pips(hand[1]) } else { worth(hand[0]) == worth(hand[1]) }
    }

    fn bonus(&self, own: &[Card], other: &[Card], stake: i64) -> Line {
        let rules = &self.rules;
        let wins = |ratio: Ratio, combination| Line::wins(Won::of(stake, ratio, rules.halves_up, combination));
        let natural = Some(Combination::Natural);
        let is_natural = |hand: &[Card]| hand.len() == 2 && (count(hand) >= 8 || !rules.naturals_are_eight_and_nine);
        let (mine, theirs) = (count(own), count(other));
        if rules.bonus_needs_eight && mine < 8 {
            return Line::GONE;
        }
        if mine == theirs && is_natural(own) && is_natural(other) {
            return if rules.natural_tie_pays { wins(rules.natural_tie, natural) } else { Line::BACK };
        }
        if mine <= theirs {
            return Line::GONE;
        }
        if is_natural(own) {
            return wins(rules.natural, natural);
        }
        let row = if rules.rows_are_margins { mine - theirs } else { mine };
        row.checked_sub(4).map_or(Line::GONE, |row| wins(rules.rows[row], None))
    }
}

/// What a card counts.
fn worth(card: Card) -> usize {
    match pips(card) {
        14 => 1,
        10.. => 0,
        number => number.into(),
    }
}

/// What a hand counts.
fn count(hand: &[Card]) -> usize {
    hand.iter().map(|card| worth(*card)).sum::<usize>() % 10
}
