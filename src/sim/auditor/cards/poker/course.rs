//! Which cards come where, and what may be bought.

use super::rank::{self, ACE_KING, STRAIGHT, THREE_OF_A_KIND};
use super::rules::Game;
use super::{Bought, Deal, PokerBox};
use crate::model::{BoxStake, Card, CardPlace, Choice, Face, Money, StakeKind};
use crate::sim::auditor::cards::Chosen;
use crate::sim::auditor::cards::line::{pips, require};

impl Deal {
    /// Whether a card to this place, this way up, can be wanted now.
    pub(in crate::sim::auditor::cards) fn may_take(&self, to: CardPlace, face: Face) -> Result<(), String> {
        let are_dealt = self.boxes.iter().all(|of| of.first_five.len() == 5);
        match to {
            CardPlace::Hand { place, hand: 0 } => {
                let of = self.boxes.iter().find(|of| of.place == place).ok_or("a card for a box without a stake")?;
                require(of.first_five.len() < 5 || of.owed > 0, format!("box {} has its cards", place.0))?;
                require(face == Face::Down, "a player's card lies face up")
            }
            CardPlace::Dealer if self.dealer.cards.len() < 5 => {
                require(are_dealt, "the dealer gets cards before the boxes have theirs")?;
                // OAS-2, RUS-2: the dealer's last card is opened.
                let is_last = self.dealer.cards.len() == 4;
                require((face == Face::Up) == is_last, "a card of the dealer lies the wrong way up")
            }
            CardPlace::Dealer => {
                let is_wanted = self.dealer.bought.as_ref().is_some_and(|bought| bought.came.is_none());
                require(is_wanted && face == Face::Up, "the dealer has his cards")
            }
            _ => Err(format!("{to:?} is no place of this game")),
        }
    }

    pub(in crate::sim::auditor::cards) fn take(&mut self, to: CardPlace, card: Card) {
        if let CardPlace::Hand { place, .. } = to {
            let of = self.boxes.iter_mut().find(|of| of.place == place).expect("the place was looked at before");
            of.cards.push(card);
            if of.first_five.len() < 5 { of.first_five.push(card) } else { of.owed -= 1 }
        } else if self.dealer.cards.len() < 5 {
            self.dealer.cards.push(card);
        } else if let Some(bought) = self.dealer.bought.as_mut().filter(|bought| pips(bought.thrown) != pips(card)) {
            bought.came = Some(card);
        }
    }

    /// A decision was taken, and these stakes placed with it.
    pub(in crate::sim::auditor::cards) fn chose(&mut self, chosen: &Chosen<'_>) -> Result<(), String> {
        let at = self.boxes.iter().position(|of| of.place == chosen.place).ok_or("a decision on no box")?;
        let of = &self.boxes[at];
        require(of.seat == chosen.seat && chosen.hand == 0, "somebody else decided than whose box it is")?;
        require(of.first_five.len() == 5 && of.owed == 0 && !of.has_folded, "a decision on a box that had nothing to decide")?;
        let is_game_bought = matches!(chosen.choice, Choice::BuyGame | Choice::Decline);
        require(is_game_bought || self.dealer.cards.len() == 5, "a decision before all cards were dealt")?;
        let price = self.price(of, chosen.choice)?;
        let (seat, place) = (of.seat, of.place);
        let placed = price.map(|(kind, amount)| BoxStake { seat, place, hand: 0, kind, amount: Money::from_minor(amount) });
        require(placed.as_slice() == chosen.stakes, format!("{:?} placed {:?} and not {placed:?}", chosen.choice, chosen.stakes))?;
        self.stakes.extend(placed);
        self.carry_out(at, chosen.choice);
        Ok(())
    }

    /// What the choice costs on this box, where it may be taken.
    fn price(&self, of: &PokerBox, choice: Choice) -> Result<Option<(StakeKind, i64)>, String> {
        let ante = self.lies(of.place, StakeKind::Ante);
        let is_undecided = !of.has_bet;
        let may_improve = !of.has_improved && (is_undecided || (of.is_dark && self.rules.dark_improvement));
        let is_russian = matches!(self.rules.game, Game::Russian { .. });
        match choice {
            // HPC-6: a dark box cannot pass.
            Choice::Fold => require(is_undecided, "a box with a bet was passed").map(|()| None),
            // What is declined is an improvement of a dark box (HA-12), or the dealer's game (RUS-20).
            Choice::Decline => {
                let is_asked = (of.is_dark && may_improve) || (is_russian && self.is_no_game() && of.has_bet);
                require(is_asked, "something was declined that was not offered").map(|()| None)
            }
            Choice::Bet => require(is_undecided, "a second bet").map(|()| Some((StakeKind::Bet, 2 * ante))),
            Choice::Exchange(cards) => {
                // OAS-6, RUS-5.
                let price = match (is_russian, cards.count()) {
                    (false, 1) | (true, 1..=5) => ante,
                    (false, 2) => ante + ante / 2,
                    (_, count) => return Err(format!("{count} cards were exchanged")),
                };
                require(may_improve && cards.are_within(5), "cards were exchanged that may not be")?;
                Ok(Some((StakeKind::Exchange, price)))
            }
            Choice::SixthCard => {
                require(may_improve && is_russian, "a sixth card was bought that may not be").map(|()| Some((StakeKind::SixthCard, ante)))
            }
            Choice::Insure(amount) => {
                require(is_undecided && self.lies(of.place, StakeKind::Insurance) == 0, "insured after the bet, or twice")?;
                let most = self.insurance_most(of, ante)?;
                require((ante..=most).contains(&amount.minor()), format!("an insurance of {amount} is not between {ante} and {most}"))?;
                Ok(Some((StakeKind::Insurance, amount.minor())))
            }
            Choice::BuyGame => {
                require(
                    is_russian && self.is_no_game() && of.has_bet && !of.has_bought_game,
                    "the dealer's game was bought that was not for sale",
                )?;
                Ok(Some((StakeKind::Purchase, ante)))
            }
            other => Err(format!("{other:?} is no choice at this game")),
        }
    }

    fn is_no_game(&self) -> bool {
        self.dealer.cards.len() == 5 && rank::best(&self.dealer.cards).rank < ACE_KING
    }

    /// OAS-12, OAS-13, RUS-17, RUS-18, HA-14, HA-22.
    fn insurance_most(&self, of: &PokerBox, ante: i64) -> Result<i64, String> {
        let first = rank::best(&of.cards);
        let win = |rank: usize| self.rules.bet[rank].map_or(0, |ratio| ratio.of(2 * ante, false));
        let (least_rank, more) = match &self.rules.game {
            Game::Oasis { insures_ante_too } => (STRAIGHT, if *insures_ante_too { self.rules.ante.of(ante, false) } else { 0 }),
            Game::Russian { insures_both, ace_king_inside, .. } => {
                let second = rank::second(&of.cards, &first, *ace_king_inside).filter(|_| *insures_both);
                (THREE_OF_A_KIND, second.map_or(0, win))
            }
        };
        require(first.rank >= least_rank, "a hand was insured that is too low")?;
        let most = win(first.rank) + more;
        // Never above the table's maximum payout.
        Ok(if matches!(self.rules.game, Game::Russian { .. }) { self.rules.box_most.map_or(most, |cap| most.min(cap)) } else { most })
    }

    fn carry_out(&mut self, at: usize, choice: Choice) {
        let of = &mut self.boxes[at];
        match choice {
            Choice::Fold => of.has_folded = true,
            Choice::Bet => of.has_bet = true,
            Choice::Exchange(chosen) => {
                let mut place = 0;
                of.cards.retain(|_| {
                    place += 1;
                    !chosen.has(place - 1)
                });
                (of.has_improved, of.owed) = (true, usize::from(chosen.count()));
            }
            Choice::SixthCard => (of.has_improved, of.owed) = (true, 1),
            Choice::BuyGame => {
                of.has_bought_game = true;
                self.buy_game();
            }
            _ => {}
        }
    }

    /// RUS-19: the dealer's highest card is thrown away; HA-27: once for all who buy.
    fn buy_game(&mut self) {
        if self.dealer.bought.is_some() {
            return;
        }
        let cards = &self.dealer.cards;
        let thrown = *cards.iter().max_by_key(|card| pips(**card)).expect("the dealer has five cards");
        let kept = cards.iter().copied().filter(|card| *card != thrown).collect();
        self.dealer.bought = Some(Bought { kept, thrown, came: None });
    }
}
