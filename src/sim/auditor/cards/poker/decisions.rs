//! What a player may decide, and what it costs.

use super::dealing_order::Next;
use super::rank::{self, STRAIGHT, THREE_OF_A_KIND};
use super::rules::Game;
use super::{Deal, PokerBox};
use crate::model::{Choice, ChoiceKind, StakeKind};
use crate::sim::auditor::cards::Chosen;
use crate::sim::auditor::cards::expected_turn::{ExpectedTurn, Offered};

impl Deal {
    /// Whose turn it is.
    pub(in crate::sim::auditor::cards) fn asked(&self) -> Option<ExpectedTurn> {
        self.asked_at().map(|at| self.asks(at))
    }

    /// The box on which a decision is waited for.
    fn asked_at(&self) -> Option<usize> {
        match self.next() {
            Next::First(at) | Next::Final(at) | Next::Purchase(at) => Some(at),
            Next::Card(..) | Next::Settlement => None,
        }
    }

    fn asks(&self, at: usize) -> ExpectedTurn {
        let of = &self.boxes[at];
        let ante = self.lies(of.place, StakeKind::Ante);
        let choices = match self.next() {
            Next::Purchase(_) => vec![Offered::free(ChoiceKind::Decline), Offered::at(ChoiceKind::BuyGame, ante)],
            // HPC-6: a dark box cannot pass, and its bet stands.
            _ if of.is_dark => [Offered::free(ChoiceKind::Decline)].into_iter().chain(self.improvements(ante)).collect(),
            _ => self.light_choices(of, ante),
        };
        ExpectedTurn { seat: of.seat, place: of.place, hand: 0, choices }
    }

    fn light_choices(&self, of: &PokerBox, ante: i64) -> Vec<Offered> {
        let mut choices = vec![Offered::free(ChoiceKind::Fold), Offered::at(ChoiceKind::Bet, 2 * ante)];
        // HA-16: what is insured are the final cards; HA-13: cards are bought once.
        if self.lies(of.place, StakeKind::Insurance) == 0 {
            choices.extend(self.insuring(of, ante));
            choices.extend(self.improvements(ante).filter(|_| !of.has_improved));
        }
        choices
    }

    /// OAS-6, RUS-5.
    fn improvements(&self, ante: i64) -> impl Iterator<Item = Offered> {
        let prices: &[(u8, i64)] = match self.rules.game {
            Game::Oasis { .. } => &[(1, 2), (2, 3)],
            Game::Russian { .. } => &[(1, 2), (2, 2), (3, 2), (4, 2), (5, 2)],
        };
        let sixth = matches!(self.rules.game, Game::Russian { .. }).then_some(Offered::at(ChoiceKind::SixthCard, ante));
        prices.iter().map(move |(count, halves)| Offered::exchange(*count, 5, ante * halves / 2)).chain(sixth)
    }

    /// OAS-12, OAS-13, RUS-17, HA-14, HA-22: between an ante and what the combination wins, never above the table's most payout, in whole
    /// chips (HA-3).
    fn insuring(&self, of: &PokerBox, ante: i64) -> Option<Offered> {
        let first = rank::best(&of.cards);
        let win = |rank: usize| self.rules.bet[rank].map_or(0, |ratio| ratio.of(2 * ante, false));
        let (least_rank, more) = match &self.rules.game {
            Game::Oasis { insures_ante_too } => (STRAIGHT, if *insures_ante_too { self.rules.ante.of(ante, false) } else { 0 }),
            Game::Russian { insures_both, ace_king_inside, .. } => {
                let second = rank::second(&of.cards, &first, *ace_king_inside).filter(|_| *insures_both);
                (THREE_OF_A_KIND, second.map_or(0, win))
            }
        };
        let cap = self.rules.payout.box_most().filter(|_| matches!(self.rules.game, Game::Russian { .. }));
        let chip = self.rules.limits.chip;
        let most = cap.unwrap_or(i64::MAX).min(win(first.rank) + more) / chip * chip;
        (first.rank >= least_rank && most >= ante).then_some(Offered::insure(ante, most, chip))
    }

    /// A decision was taken, and these stakes placed with it.
    pub(in crate::sim::auditor::cards) fn chose(&mut self, chosen: &Chosen<'_>) -> Result<(), String> {
        let at = self.asked_at().ok_or("a decision that nobody was asked for")?;
        let placed = chosen.placed(kind_of(chosen.choice), self.asks(at).price(chosen)?)?;
        self.stakes.extend(placed);
        self.carry_out(at, chosen.choice);
        Ok(())
    }

    fn carry_out(&mut self, at: usize, choice: Choice) {
        let is_of_purchase = matches!(self.next(), Next::Purchase(_));
        let of = &mut self.boxes[at];
        match choice {
            Choice::Decline | Choice::BuyGame if is_of_purchase => of.buys_game = Some(choice == Choice::BuyGame),
            Choice::Decline => of.has_declined_cards = true,
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
            _ => {}
        }
    }
}

/// What a choice places.
const fn kind_of(choice: Choice) -> Option<StakeKind> {
    Some(match choice {
        Choice::Bet => StakeKind::Bet,
        Choice::Exchange(_) => StakeKind::Exchange,
        Choice::SixthCard => StakeKind::SixthCard,
        Choice::Insure(_) => StakeKind::Insurance,
        Choice::BuyGame => StakeKind::Purchase,
        _ => return None,
    })
}
