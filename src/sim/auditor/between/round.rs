//! A betting round in numbers: the price, the last full raise, the levels of fixed limit (SPB section 3).

use super::rules::{CapEnds, Limit, PlayerRules};
use crate::model::Seat;

/// Where a betting round stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Round {
    /// Which round of the deal, from 0 on.
    pub(super) nth: usize,
    /// What is to be matched: `L`.
    pub(super) price: i64,
    /// The last full bet or raise: `R`.
    full: i64,
    /// The last level that counts: `B`.
    level: i64,
    /// The bet of the round: `S`.
    size: i64,
    /// How many bets and raises count: `k`.
    counted: usize,
    pub(super) made: Made,
    /// Whether a pair lies open, so that twice the bet may be wagered (SPG-62).
    doubles: bool,
    players_at_start: usize,
    /// From whom on seats are asked.
    pub(super) from: Seat,
    /// Whether that seat is the first itself.
    pub(super) is_from_first: bool,
    pub(super) last_actor: Option<Seat>,
    pub(super) last_wager: Option<Seat>,
}

/// How many wagers were made: full ones, which in fixed limit are those that count, and of those the ones that are no all-in below a whole
/// bet, raise or completion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Made {
    fulls: usize,
    wholes: usize,
}

/// What may be wagered: totals of the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wagers {
    pub(super) is_bet: bool,
    pub(super) least: i64,
    pub(super) most: i64,
    pub(super) step: i64,
    pub(super) all_in: i64,
}

impl Wagers {
    pub(super) const fn has(&self, amount: i64) -> bool {
        let is_step = amount == self.all_in || (amount - self.least) % self.step == 0;
        self.least <= amount && amount <= self.most && is_step
    }
}

impl Round {
    /// The round with this number opens. The forced bets are in the price of the first one alone.
    pub(super) fn open(rules: &PlayerRules, nth: usize, players_at_start: usize, doubles: bool, from: Seat, is_from_first: bool) -> Self {
        let amounts = rules.amounts;
        // TPAM-Q20: the blind of the decree's studs counts as one of the others does.
        let has_board = rules.variant.has_board() || rules.variant.is_of_decree();
        let price = match nth {
            0 if has_board => amounts.big_blind,
            0 => amounts.bring_in,
            _ => 0,
        };
        // SPB-44: the big blind is a bet; the bring-in is none.
        let counted = usize::from(nth == 0 && has_board);
        // SPB-33.
        let size = if nth < 2 { amounts.small_bet } else { amounts.big_bet };
        Self {
            nth,
            price,
            // TA-4: a raise is at least the stake before it, and the bring-in is one (ST-3).
            full: if counted == 0 { rules.least_bet().max(price) } else { rules.least_bet() },
            level: price,
            size,
            counted,
            made: Made::default(),
            doubles,
            players_at_start,
            from,
            is_from_first,
            last_actor: None,
            last_wager: None,
        }
    }

    /// The next full level of fixed limit: `N`; the first one of the studs is the small bet itself (SPG-59).
    fn next_level(&self, rules: &PlayerRules) -> i64 {
        let is_completion = self.nth == 0 && rules.variant.brings_in() && self.counted == 0;
        if is_completion { self.size } else { self.level + self.size }
    }

    /// SPB-34, SPB-35.
    pub(super) fn is_capped(&self, rules: &PlayerRules, contenders: usize) -> bool {
        let is_lifted = match rules.cap_ends {
            CapEnds::Never => false,
            CapEnds::TwoAtRoundStart => self.players_at_start <= 2,
            CapEnds::TwoRemaining => contenders <= 2,
        };
        !is_lifted && rules.raises_most.is_some_and(|most| self.counted > most)
    }

    /// SPB-42: whether betting is open again for one who has acted, with this bet and having seen these wagers.
    ///
    /// The formula of fixed limit is for short all-ins. After a whole bet or a completion one may always raise (SPB-39, SPG-59), though it be
    /// less than half a bet above a large bring-in.
    pub(super) fn is_open_again(&self, rules: &PlayerRules, bet: i64, seen: Made) -> bool {
        match (rules.is_cumulative, rules.limit) {
            (false, _) => self.made.fulls > seen.fulls,
            (true, Limit::Fixed) => 2 * (self.price - bet) >= self.size || self.made.wholes > seen.wholes,
            (true, _) => self.price - bet >= self.full,
        }
    }

    /// What may be wagered by one who has so much in the round and behind, with this pot (SPB-25 to SPB-31, TA-4).
    pub(super) fn wagers(&self, rules: &PlayerRules, bet: i64, all_in: i64, pot: i64) -> Wagers {
        let is_bet = self.price == 0;
        let to_call = self.price - bet;
        let most = match rules.limit {
            Limit::No => all_in,
            Limit::Pot => self.price + pot + to_call,
            Limit::Spread => self.price + rules.amounts.most_bet,
            Limit::Fixed => {
                let next = self.next_level(rules);
                let most = if self.doubles { next + self.size } else { next };
                return Wagers { is_bet, least: next.min(all_in), most: most.min(all_in), step: self.size, all_in };
            }
        };
        // SPB-32: whole units; all that one has may be any amount. SPB-A21: the least may be wagered where the most is below it.
        let unit = rules.amounts.unit;
        let least = rules.amounts.in_units(self.price + self.full + unit - 1).min(all_in);
        let most = if most >= all_in { all_in } else { rules.amounts.in_units(most).max(least) };
        Wagers { is_bet, least, most, step: unit, all_in }
    }

    /// A seat has made it so much; `is_all_in` where that is all it has.
    pub(super) fn wager(&mut self, rules: &PlayerRules, seat: Seat, total: i64, is_all_in: bool) {
        self.made.wholes += usize::from(rules.limit == Limit::Fixed && total >= self.next_level(rules));
        let is_full = if rules.limit == Limit::Fixed { self.wager_fixed(rules, total, is_all_in) } else { self.wager_free(total) };
        self.made.fulls += usize::from(is_full);
        self.price = total;
        self.last_wager = Some(seat);
    }

    /// SPB-40: below the last full bet or raise it is none, and uses up no raise of a house that has a most of them (TA-4, as SPB-36).
    fn wager_free(&mut self, total: i64) -> bool {
        let is_full = total - self.price >= self.full;
        if is_full {
            (self.full, self.counted) = (total - self.price, self.counted + 1);
        }
        is_full
    }

    /// SPB-36, SPB-41: half of what is missing counts; SPG-63: after a big one every further one is big.
    fn wager_fixed(&mut self, rules: &PlayerRules, total: i64, is_all_in: bool) -> bool {
        let (next, base) = (self.next_level(rules), if rules.is_cumulative { self.level } else { self.price });
        let is_big = self.doubles && total == next + self.size;
        let counts = total == next || is_big || (is_all_in && 2 * (total - base) >= next - self.level);
        if counts {
            (self.level, self.counted) = (total, self.counted + 1);
            if is_big {
                (self.size, self.doubles) = (2 * self.size, false);
            }
        }
        counts
    }
}
