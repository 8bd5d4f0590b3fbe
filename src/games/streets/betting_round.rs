//! The betting round of a street as it opens: what forces the first price, and who speaks first.
//!
//! Here never live a decision, and what it makes of the round.

use super::hand::{Hand, HandSeat};
use super::open_cards::{has_pair, highest, lowest};
use super::variant::{BetSize, ForcedBets, Opens};
use crate::games::betting::{Forced, Limit, Player, Players, Round, Terms, after};
use crate::model::{Money, SEATS, Seat};

impl Hand {
    /// The round of the street, which has begun.
    pub(super) fn betting_round(&mut self) -> Round {
        let (forced, first) = self.opening();
        let opens = self.street_now();
        let is_first = self.street == 0;
        let mut players: Players = [None; SEATS];
        for (place, seat) in self.seats.iter().enumerate() {
            let bet = |seat: &HandSeat| if is_first { seat.blind } else { Money::ZERO };
            players[place] = seat.as_ref().map(|seat| Player::new(bet(seat), seat.stack, seat.is_live));
        }
        let bets: Money = players.iter().flatten().map(|player| player.bet).sum();
        let has_open_pair = || self.live().any(|(_, player)| has_pair(&player.up));
        let is_fixed = self.house.betting.limit == Limit::FixedLimit;
        let terms = Terms {
            rules: self.house.betting,
            size: self.level.size(&self.house, opens.size),
            spread_most: self.level.most_bet,
            may_double: is_fixed && self.house.open_pair_doubles && opens.size == BetSize::SmallOrPaired && has_open_pair(),
            unit: self.level.unit,
            forced,
            pot_before: self.pot() - bets,
            missing: if is_first { self.missing } else { Money::ZERO },
            first,
        };
        Round::open(terms, players)
    }

    /// What forces the first price of the street, and who speaks first. The bring-in is posted here.
    fn opening(&mut self) -> (Forced, Seat) {
        let next = |seat| after(seat).next().unwrap_or(seat);
        match self.street_now().opens {
            Opens::AfterBlind => (Forced::Blind(self.level.big_blind), next(self.blinds.map_or(self.button, |(_, big)| big))),
            Opens::AfterButton => (Forced::Nothing, next(self.button)),
            Opens::HighHand => {
                let has_blind = self.street == 0 && self.replays == 0 && self.house.variant.forced() == ForcedBets::FirstBlind;
                let forced = if has_blind { Forced::Blind(self.level.big_blind) } else { Forced::Nothing };
                (forced, self.highest_open().unwrap_or(self.button))
            }
            Opens::LowCard => {
                let poster = lowest(self.live().map(|(seat, player)| (seat, &*player.up))).unwrap_or(self.button);
                let mut paid = Money::ZERO;
                if let Some(player) = &mut self.seats[poster.index()] {
                    paid = player.put(self.level.bring_in);
                    player.blind = paid;
                }
                // SPG-65: one who is all-in passes it on.
                (Forced::BringIn(self.level.bring_in, paid.is_positive().then_some(poster)), next(poster))
            }
        }
    }

    /// The highest open hand; one who is all-in counts as checking, so the next after him speaks (SPG-64).
    pub(super) fn highest_open(&self) -> Option<Seat> {
        highest(self.live().map(|(seat, player)| (seat, &*player.up)), self.house.open_ties, self.house.straights())
    }
}
