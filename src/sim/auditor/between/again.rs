//! Equal hands in the end: who is asked whether they divide the bank, and who plays for it again with fresh cards (TPAM-8).
//!
//! Of several banks the rule book says nothing: as at the cabinet the owners of equal hands of the first one are asked, for all that lies between
//! nobody but them, and then those of the next one.

use super::pots::{Pot, PutIn};
use super::progress::Progress;
use super::settlement::{self, Hands};
use super::{after, require};
use crate::model::{BettingAction, Seat};

/// A bank, and how it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bank {
    pub(super) pot: Pot,
    pub(super) fate: Fate,
    /// How often it was played for again.
    replays: usize,
}

/// What becomes of a bank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is played for.
    Played,
    /// These have equal hands.
    Equal(Vec<Seat>),
    /// These have it.
    Has(Vec<Seat>),
}

impl Bank {
    pub(super) const fn of(pot: Pot) -> Self {
        Self { pot, fate: Fate::Played, replays: 0 }
    }

    pub(super) fn is_played(&self) -> bool {
        self.fate == Fate::Played
    }

    /// Whether it lies between equal hands, all of them of these.
    fn lies_between(&self, seats: &[Seat]) -> bool {
        matches!(&self.fate, Fate::Equal(equal) if equal.iter().all(|seat| seats.contains(seat)))
    }
}

/// What is left of plays that are over, and what is asked about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Left {
    pub(super) banks: Vec<Bank>,
    /// What nobody matched.
    pub(super) uncalled: Option<(Seat, i64)>,
    /// Who is asked whether they divide, and who of them has agreed.
    pub(super) question: Option<(Vec<Seat>, Vec<Seat>)>,
    /// Who is to play again.
    pub(super) due: Option<Vec<Seat>>,
    is_compared: bool,
}

impl Progress<'_> {
    /// Whether a bank is played for again.
    pub(super) fn is_replay(&self) -> bool {
        self.left.banks.iter().any(|bank| bank.replays > 0)
    }

    /// Where nothing more is dealt or asked in this play, its hands are compared (TPAM-7).
    pub(super) fn compare_where_over(&mut self) {
        let Some(replays_most) = self.rules.replays_most else { return };
        if self.left.is_compared || !self.is_play_over() {
            return;
        }
        let mut put_in = settlement::put_in(self);
        let uncalled = settlement::take_uncalled(self, &mut put_in);
        let mut banks = settlement::banks_of(self, &put_in);
        let hands = Hands::of(self, &self.live());
        for bank in banks.iter_mut().filter(|bank| bank.is_played()) {
            let best = if let [only] = bank.pot.claimants[..] { vec![only] } else { hands.best_high(&bank.pot.claimants) };
            // TPAM-Q8: at last they divide it without being asked.
            let is_asked = best.len() > 1 && bank.replays < replays_most;
            bank.fate = if is_asked { Fate::Equal(best) } else { Fate::Has(best) };
        }
        self.left.banks = banks;
        self.left.uncalled = self.left.uncalled.or(uncalled);
        self.left.is_compared = true;
        self.clear_bets();
        self.each_player(|_, player| (player.before, player.for_bank) = (player.total, 0));
        self.ask_next();
    }

    fn ask_next(&mut self) {
        let equal = self.left.banks.iter().find_map(|bank| if let Fate::Equal(equal) = &bank.fate { Some(equal.clone()) } else { None });
        self.left.question = equal.map(|equal| (equal, Vec::new()));
    }

    /// One after the other from the dealer's left.
    pub(super) fn asked_to_divide(&self) -> Option<Seat> {
        let (equal, agreed) = self.left.question.as_ref()?;
        after(self.deal.button).find(|seat| equal.contains(seat) && !agreed.contains(seat))
    }

    /// A seat answered this, and paid so much.
    pub(super) fn take_division(&mut self, seat: Seat, action: BettingAction, paid: i64) -> Result<(), String> {
        require(paid == 0, format_args!("seat {seat} paid {paid} where it was asked whether it divides"))?;
        let (equal, agreed) = self.left.question.as_mut().ok_or("nobody is asked whether he divides")?;
        match action {
            BettingAction::Divide => agreed.push(seat),
            BettingAction::PlayAgain => {
                self.left.due = Some(equal.clone());
                self.left.question = None;
                return Ok(());
            }
            _ => return Err(format!("seat {seat} did {action:?} where it was asked whether it divides")),
        }
        if self.asked_to_divide().is_none() {
            let (equal, _) = self.left.question.take().ok_or("nobody is asked whether he divides")?;
            for bank in self.left.banks.iter_mut().filter(|bank| bank.lies_between(&equal)) {
                if let Fate::Equal(winners) = &bank.fate {
                    bank.fate = Fate::Has(winners.clone());
                }
            }
            self.ask_next();
        }
        Ok(())
    }

    /// TPAM-Q8: a new deal between these alone; what lies in the banks is not touched, and no stake or blind is put in anew.
    pub(super) fn take_again(&mut self, seats: &[Seat]) -> Result<(), String> {
        let due = self.left.due.take().ok_or("seats play again, and nobody has refused to divide")?;
        let is_right = due.len() == seats.len() && due.iter().all(|seat| seats.contains(seat));
        require(is_right, format_args!("{seats:?} play again, and not {due:?}"))?;
        for bank in self.left.banks.iter_mut().filter(|bank| bank.lies_between(&due)) {
            if let Fate::Equal(equal) = &bank.fate {
                bank.pot.claimants.clone_from(equal);
                (bank.fate, bank.replays) = (Fate::Played, bank.replays + 1);
            }
        }
        self.left.is_compared = false;
        self.each_player(|seat, player| *player = player.again(due.contains(&seat)));
        self.begin_again();
        Ok(())
    }
}

/// These banks with the pots of this play: each joins the bank that the same play for.
pub(super) fn joined(banks: &[Bank], live: &[Seat], pots: Vec<Pot>, for_bank: i64) -> Vec<Bank> {
    let mut banks = banks.to_vec();
    for bank in banks.iter_mut().filter(|bank| bank.is_played()) {
        bank.pot.claimants.retain(|seat| live.contains(seat));
        // Where all of them have given up, those who are left have it.
        if bank.pot.claimants.is_empty() {
            bank.pot.claimants = live.to_vec();
        }
    }
    for pot in pots {
        match banks.iter_mut().find(|bank| bank.is_played() && bank.pot.claimants == pot.claimants) {
            Some(bank) => bank.pot.amount += pot.amount,
            None => banks.push(Bank::of(pot)),
        }
    }
    match banks.iter_mut().find(|bank| bank.is_played()) {
        Some(first) => first.pot.amount += for_bank,
        None if for_bank > 0 => banks.push(Bank::of(Pot { amount: for_bank, claimants: live.to_vec() })),
        None => {}
    }
    banks
}

/// What of these amounts is none of a seat any more, taken out of them.
pub(super) fn without(put_in: &mut [PutIn], uncalled: Option<(Seat, i64)>) {
    if let Some((seat, amount)) = uncalled {
        put_in.iter_mut().filter(|of| of.seat == seat).for_each(|of| of.amount -= amount);
    }
}
