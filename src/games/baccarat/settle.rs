//! What each bet returns when the cards lie.

use core::cmp::Ordering;

use super::tableau::{is_eight_or_nine, total, value};
use super::{BonusRows, EitherPair, Natural, NaturalTie, PairBy, Pays, Play, Side};
use crate::model::{BoxStake, Card, Combination, Odds, StakeKind, StakeReturn, Win};

/// The two hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hands<'a> {
    /// The Player's cards in the order in which they came.
    pub player: &'a [Card],
    /// The Banker's.
    pub banker: &'a [Card],
}

/// What became of a bet, no matter what its amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Wins(Odds, Option<Combination>),
    ComesBack,
    Loses,
}

/// What `stake` returns at these hands; each bet is settled on its own. Bets on pairs look at the first two cards of each hand and are
/// decided by them.
///
/// # Panics
/// Where the stake is none of baccarat's; [`super::Rules`] accept no such stake.
#[must_use]
pub fn returned(play: &Play, stake: BoxStake, hands: Hands<'_>) -> StakeReturn {
    match verdict(play, stake.kind, hands) {
        Verdict::Wins(odds, combination) => {
            StakeReturn::won(stake, Win { combination, odds, amount: odds.win_of(stake.amount, play.rounding) })
        }
        Verdict::ComesBack => StakeReturn::back(stake),
        Verdict::Loses => StakeReturn::lost(stake),
    }
}

fn verdict(play: &Play, kind: StakeKind, hands: Hands<'_>) -> Verdict {
    let pays = &play.pays;
    let Hands { player, banker } = hands;
    let paid_if = |wins: bool, odds: Odds, combination: Combination| {
        if wins { Verdict::Wins(odds, Some(combination)) } else { Verdict::Loses }
    };
    match kind {
        StakeKind::Player => main(hands.winner(), Some(Side::Player), pays.player),
        StakeKind::Banker => main(hands.winner(), Some(Side::Banker), banker_pays(pays, total(banker))),
        StakeKind::Tie if hands.winner().is_none() => Verdict::Wins(pays.tie, None),
        StakeKind::Tie => Verdict::Loses,
        StakeKind::PlayerPair => paid_if(is_pair(play, player), pays.player_pair, Combination::Pair),
        StakeKind::BankerPair => paid_if(is_pair(play, banker), pays.banker_pair, Combination::Pair),
        StakeKind::EitherPair => either_pair(play, hands),
        StakeKind::PerfectPair => perfect_pair(play, hands),
        StakeKind::TwoPerfectPairs => paid_if(are_two_perfect(play, hands), pays.two_perfect_pairs, Combination::TwoPerfectPairs),
        StakeKind::PlayerBonus => bonus(play, Side::Player, hands),
        StakeKind::BankerBonus => bonus(play, Side::Banker, hands),
        other => panic!("{other:?} is no bet of baccarat, and none such is accepted"),
    }
}

impl Hands<'_> {
    /// The hand nearer to 9 (BQAM-9); none at equal counts.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        match total(self.player).cmp(&total(self.banker)) {
            Ordering::Greater => Some(Side::Player),
            Ordering::Less => Some(Side::Banker),
            Ordering::Equal => None,
        }
    }
}

/// A bet on one side: a tie gives it back (BQAM-10).
fn main(winner: Option<Side>, on: Option<Side>, odds: Odds) -> Verdict {
    match winner {
        None => Verdict::ComesBack,
        winner if winner == on => Verdict::Wins(odds, None),
        Some(_) => Verdict::Loses,
    }
}

/// What a win of a Banker that counts `banker` pays (BQAM-Q1).
const fn banker_pays(pays: &Pays, banker: u8) -> Odds {
    if banker == 6 { pays.banker_with_six } else { pays.banker }
}

fn is_pair(play: &Play, hand: &[Card]) -> bool {
    match play.pair_by {
        PairBy::Rank => hand[0].rank() == hand[1].rank(),
        PairBy::Value => value(hand[0]) == value(hand[1]),
    }
}

/// Two cards of one suit win by the letter of the text, where the house follows it, and are no pair (BQAM-Q6, BQAM-Q7).
fn either_pair(play: &Play, hands: Hands<'_>) -> Verdict {
    let is_suited = |hand: &[Card]| hand[0].suit() == hand[1].suit();
    let odds = play.pays.either_pair;
    if is_pair(play, hands.player) || is_pair(play, hands.banker) {
        return Verdict::Wins(odds, Some(Combination::Pair));
    }
    match play.either_pair {
        EitherPair::PairOrSuit if is_suited(hands.player) || is_suited(hands.banker) => Verdict::Wins(odds, None),
        EitherPair::Pair | EitherPair::PairOrSuit => Verdict::Loses,
    }
}

fn is_perfect(hand: &[Card]) -> bool {
    hand[0] == hand[1]
}

fn are_two_perfect(play: &Play, hands: Hands<'_>) -> bool {
    let are_equal = !play.perfect_two_strict || hands.player[0] == hands.banker[0];
    is_perfect(hands.player) && is_perfect(hands.banker) && are_equal
}

fn perfect_pair(play: &Play, hands: Hands<'_>) -> Verdict {
    if !play.perfect_split_bets && are_two_perfect(play, hands) {
        return Verdict::Wins(play.pays.two_perfect_pairs, Some(Combination::TwoPerfectPairs));
    }
    if is_perfect(hands.player) || is_perfect(hands.banker) {
        return Verdict::Wins(play.pays.perfect_pair, Some(Combination::PerfectPair));
    }
    Verdict::Loses
}

/// A bonus bet on this side (BQAM-Q9 to BQAM-Q13).
fn bonus(play: &Play, on: Side, hands: Hands<'_>) -> Verdict {
    let (own, other) = match on {
        Side::Player => (hands.player, hands.banker),
        Side::Banker => (hands.banker, hands.player),
    };
    let pays = &play.pays.bonus;
    let (points, against) = (total(own), total(other));
    if points < against || (play.bonus_needs_eight_or_nine && points < 8) {
        return Verdict::Loses;
    }
    if points == against {
        return match play.natural_tie {
            _ if !(is_natural(play, own) && is_natural(play, other)) => Verdict::Loses,
            NaturalTie::Pay => Verdict::Wins(pays.natural_tie, Some(Combination::Natural)),
            NaturalTie::Push => Verdict::ComesBack,
        };
    }
    if is_natural(play, own) {
        return Verdict::Wins(pays.natural, Some(Combination::Natural));
    }
    let row = match play.bonus_rows {
        BonusRows::Margin => points - against,
        BonusRows::Total => points,
    };
    pays.by(row).map_or(Verdict::Loses, |odds| Verdict::Wins(odds, None))
}

fn is_natural(play: &Play, hand: &[Card]) -> bool {
    match play.natural {
        Natural::EightOrNine => is_eight_or_nine(hand),
        Natural::TwoCards => hand.len() == 2,
    }
}
