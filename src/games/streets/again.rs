//! Equal hands in the end: their owners are asked whether they divide the bank, and where one does not, they play for it again (TPAM-8).
//!
//! A replay is a deal of its own within the deal: fresh cards, all streets from the first on, and no stake or blind that is put in anew; what lies
//! already stays untouched (TPAM-Q8).

use alloc::vec::Vec;

use super::hand::Hand;
use super::talk::Talk;
use crate::games::betting::{Action, Division};
use crate::games::cards::Cards;
use crate::model::{Money, Seat};

impl Hand {
    /// Nothing is left to be asked or dealt: where the house asks the owners of equal hands, they are asked now, else the deal is over.
    pub(super) fn end_play(&mut self) {
        self.talk = None;
        self.to_come.clear();
        let Some(rules) = self.house().equal_hands else { return self.is_over = true };
        let (put_in, dead) = self.put_in();
        self.banks = self.banks.compared(&put_in, dead, rules.replays_most, |claimants| self.winners(claimants));
        for player in self.seats.iter_mut().flatten() {
            (player.in_banks, player.for_bank) = (player.put_in, Money::ZERO);
        }
        self.ask_to_divide();
    }

    fn ask_to_divide(&mut self) {
        let division = self.banks.tied().map(|tied| Division::open(tied, self.after_button()));
        self.is_over = division.is_none();
        self.talk = division.map(Talk::Division);
    }

    /// All have answered, or one does not agree.
    pub(super) fn close_division(&mut self, division: &Division) {
        if division.has_refused() {
            return self.play_again(division.between());
        }
        self.banks.divide(division.between());
        self.ask_to_divide();
    }

    fn play_again(&mut self, seats: &[Seat]) {
        self.banks.play_again(seats);
        (self.talk, self.last_wager, self.street, self.replays) = (None, None, 0, self.replays.saturating_add(1));
        (self.board, self.missing) = (Cards::NONE, Money::ZERO);
        for seat in Seat::all() {
            self.seats[seat.index()].iter_mut().for_each(|player| player.begin_again(seats.contains(&seat)));
        }
        self.begin_street();
    }

    /// Who plays again, where that has just begun and no card has come yet.
    #[must_use]
    pub fn plays_again(&self) -> Option<Vec<Seat>> {
        let has_cards = self.live().any(|(_, player)| !player.cards().is_empty());
        (self.replays > 0 && self.street() == 0 && !has_cards).then(|| self.live().map(|(seat, _)| seat).collect())
    }

    /// Whether hands have been compared and lie open: the deal is over, or the owners of equal ones are asked.
    pub(super) const fn is_compared(&self) -> bool {
        self.is_over || self.is_dividing()
    }

    /// Whether the owners of equal hands are asked.
    #[must_use]
    pub const fn is_dividing(&self) -> bool {
        matches!(self.talk, Some(Talk::Division(_)))
    }

    /// How often the deal has been played again.
    #[must_use]
    pub const fn replays(&self) -> u16 {
        self.replays
    }

    /// What is done for a seat that is going, where it is asked: it surrenders, but a share of a bank is its own. It divides, and where the others
    /// play again it stays in as long as that is free: it had an equal hand.
    #[must_use]
    pub fn when_going(&self, seat: Seat) -> Action {
        match &self.talk {
            Some(Talk::Division(_)) => Action::Divide,
            _ if self.replays > 0 => self.otherwise(seat),
            _ => Action::Fold,
        }
    }
}
